// Choosing an answer: by what glows on the table, by its button, by its key. What stands for several options leads to a second choice.

import { el, marked, put, putIn } from "./dom.js";
import { player } from "./page.js";
import { replaceChanged } from "./rerender.js";

const WAIT = 900; // milliseconds after which a key that may go on counts
const FAR = 8; // pixels that make a drag
const FEW = 12; // options; of more, those that glow on the table are folded away

/** The question of a seat. `tell` asks the server for something; `send` does so and throws where it cannot be reached: then `lost` is called. */
export class Choosing {
  constructor(board, place, texts, { tell, send, lost }) {
    Object.assign(this, { board, place, texts, tell, send, lost, unsent: null, outdated: false, view: null, picked: null, typed: "", busy: false, dragged: false, unfolded: false });
    place.setAttribute("aria-labelledby", "asked");
    board.addEventListener("click", (event) => this.clicked(event));
    board.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.clicked(event);
    });
    board.addEventListener("pointerdown", (event) => this.down(event));
  }

  /** What is asked now, or what is waited for. */
  show(view) {
    const same = this.view?.question && view.question && this.view.question.number === view.question.number;
    this.view = view;
    if (!same) {
      this.picked = null;
      this.typed = ""; // what was begun meant the question before
      clearTimeout(this.timer);
    }
    this.place.dataset.version = view.version;
    this.draw();
    this.sendAgain();
  }

  /** What was answered without a network goes to the server if the same question is still asked. News come only from a server that can be reached. */
  sendAgain() {
    const { unsent } = this;
    if (!unsent) return;
    this.unsent = null;
    this.outdated = this.view.question?.number !== unsent.number;
    if (!this.outdated) this.take(unsent.option);
  }

  /** Show the question. Who stands in it stays: on the same button while it is the same, else at its beginning. */
  lay(above, head, below) {
    const shown = `${this.view.question?.number} ${this.picked?.identity}`;
    const on = this.place.contains(document.activeElement) ? document.activeElement : null;
    replaceChanged(this.place, [...above, el("h2", { id: "asked" }, head), ...below].filter(Boolean));
    if (on) {
      const same = shown === this.shown && [...this.place.querySelectorAll("button, summary")].find((each) => each.textContent === on.textContent && !each.disabled);
      (same || this.place).focus({ preventScroll: true });
    }
    this.shown = shown;
  }

  draw() {
    const { view, texts } = this;
    const question = view.question;
    this.board.classList.toggle("choosing", Boolean(question));
    this.glow();
    const tools = view.undo ? [el("button", { type: "button", onclick: () => this.tell("undo", {}) }, texts.undo)] : [];
    if (question && view.hints) tools.push(el("button", { type: "button", disabled: this.thinks, onclick: () => this.hint() }, texts.hint));
    if (!question) {
      this.lay([], this.waiting(), [this.last, tools.length ? el("div", { class: "tools" }, tools) : null]);
      return;
    }
    const picked = this.picked;
    const offered = picked ? question.options.filter((each) => picked.options.includes(each.option)) : question.options;
    const head = picked ? put(texts.goes_where, { name: picked.name }) : question.prompt;
    if (picked) tools.unshift(el("button", { type: "button", onclick: () => this.pick(null) }, texts.cancel));
    const lists = question.options.length ? this.lists(offered) : [el("p", {}, put(texts.many, { count: question.count }))];
    this.lay([this.last], [el("span", { class: "turn" }, texts.your_turn), " ", head], [...lists, this.advice(), el("div", { class: "tools" }, tools)]);
  }

  /** The options as buttons. Of many, those that can be chosen on the table are folded away; their keys answer all the same. */
  lists(offered) {
    const { usual } = this.view.question;
    const glow = new Set(offered.length > FEW ? [...this.board.querySelectorAll(".glows")].flatMap((thing) => this.options(thing)) : []);
    const folded = offered.filter((each) => glow.has(each.option) && each.option !== usual);
    const few = folded.length > FEW ? offered.filter((each) => !folded.includes(each)) : offered;
    const lists = few.length ? [this.list(few)] : [];
    if (few.length === offered.length) return lists;
    const fold = el("details", { open: this.unfolded, ontoggle: () => { this.unfolded = fold.open; } }, el("summary", {}, put(this.texts.also_listed, { count: folded.length })), this.list(folded));
    return [...lists, fold];
  }

  list(options) {
    const { usual } = this.view.question;
    return el("ul", { class: "options" }, options.map((each) => el("li", {}, el("button", {
      type: "button", "data-option": each.option, class: each.option === usual ? "usual" : "",
      onclick: () => this.take(each.option), onmouseenter: () => this.hover(each.option), onmouseleave: () => this.hover(null),
    }, el("kbd", {}, each.key), " ", each.label, each.comes ? [" ", el("small", { class: "comes" }, each.comes)] : null))));
  }

  /** Ask what a bot would do, and show it until the next question. */
  async hint() {
    const { number } = this.view.question;
    this.thinks = true;
    this.hinted = { number, lines: [this.texts.hinting] };
    this.draw();
    const said = await this.tell("hint", {});
    this.thinks = false;
    const told = (each) => [each.label || each.written, each.said].filter(Boolean).join(": ");
    this.hinted = said && { number, option: said.best.option, lines: [`${said.heading} ${told(said.best)}`, ...(said.others.length ? [said.next] : []), ...said.others.map(told), ...said.notes] };
    if (this.view.question) this.draw();
  }

  advice() {
    if (!this.hinted || !this.view.question || this.hinted.number !== this.view.question.number) return null;
    return el("div", { class: "hint", role: "status" }, this.hinted.lines.map((line) => el("p", {}, marked(line))));
  }

  waiting() {
    const { view, texts } = this;
    if (view.over) return texts.over;
    if (view.kept) return texts.kept;
    const names = view.asked.map((seat, place) => [place ? ", " : "", player(seat)]);
    const thinks = view.thinking && view.acting !== null && view.seats[view.acting].kind !== "human";
    return thinks ? putIn(texts.thinks, { name: player(view.acting) }) : putIn(texts.waits_for, { names });
  }

  /** What can be chosen now glows; after a first choice only what goes with it. */
  glow() {
    const left = this.picked && new Set(this.picked.options);
    const goes = new Set([...this.board.querySelectorAll("[data-goals]")].flatMap((each) => numbers(each.dataset.goals)));
    for (const thing of this.board.querySelectorAll("[data-options], [data-goals]")) {
      const own = this.options(thing);
      thing.classList.toggle("glows", Boolean(this.view.question) && own.length > 0);
      thing.classList.toggle("drags", numbers(thing.dataset.options).some((option) => goes.has(option)));
      thing.classList.toggle("picked", Boolean(left) && thing.dataset.identity === this.picked.identity);
      if (!thing.classList.contains("goal")) continue;
      thing.setAttribute("tabindex", own.length ? "0" : "-1");
      thing.setAttribute("aria-disabled", String(!own.length));
    }
  }

  /** The options that a thing stands for now. */
  options(thing) {
    const first = numbers(thing.dataset.options);
    if (!this.picked) return first;
    const left = new Set(this.picked.options);
    if (thing.dataset.identity === this.picked.identity) return [];
    return [...numbers(thing.dataset.goals), ...first].filter((option) => left.has(option));
  }

  clicked(event) {
    const thing = event.target.closest("[data-options], [data-goals]");
    if (!thing || !this.view?.question || this.dragged) return;
    event.preventDefault();
    this.choose(thing);
  }

  choose(thing) {
    const options = [...new Set(this.options(thing))];
    if (!options.length) return this.pick(null);
    if (options.length === 1) return this.take(options[0]);
    return this.pick({ identity: thing.dataset.identity, options, name: thing.getAttribute("aria-label") || thing.dataset.name || "" });
  }

  pick(picked) {
    this.picked = picked;
    this.draw();
  }

  async take(option) {
    if (this.busy || !this.view.question) return;
    this.busy = true; // a double click makes one move; the number of the question says so to the server, too
    this.picked = null;
    this.outdated = false;
    const answer = { option, number: this.view.question.number };
    try {
      await this.send("answer", answer);
    } catch {
      this.unsent = answer;
      this.lost();
    }
    this.busy = false;
  }

  hover(option) {
    for (const thing of this.board.querySelectorAll("[data-options]")) {
      thing.classList.toggle("meant", option !== null && numbers(thing.dataset.options).includes(option));
    }
  }

  // -- dragging -------------------------------------------------------------------------------------------------------

  down(event) {
    const thing = event.target.closest(".can.glows");
    if (!thing || event.button) return;
    if (event.pointerType === "touch" && !thing.classList.contains("drags")) return; // the finger moves the page
    const begun = [event.clientX, event.clientY];
    let on = false;
    const move = (now) => {
      if (!on && Math.hypot(now.clientX - begun[0], now.clientY - begun[1]) > FAR) {
        on = true;
        this.dragged = true;
        const options = numbers(thing.dataset.options);
        this.pick({ identity: thing.dataset.identity, options, name: thing.getAttribute("aria-label") || "" });
        document.body.classList.add("dragging");
      }
    };
    const up = (now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      document.body.classList.remove("dragging");
      if (!on) return;
      const target = document.elementFromPoint(now.clientX, now.clientY)?.closest("[data-options], [data-goals]");
      if (now.type === "pointerup" && target && this.board.contains(target) && target !== thing) this.choose(target);
      else this.pick(null);
      setTimeout(() => { this.dragged = false; });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  // -- keys -----------------------------------------------------------------------------------------------------------

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea") || !this.view) return;
    if (event.key === "Escape") return this.pick(null);
    if (event.key.toLowerCase() === "u" && this.view.undo && !this.keys().some((key) => key.startsWith("u"))) return this.tell("undo", {});
    if (!this.view.question) return undefined;
    if (event.key === "Enter" && this.typed) { event.preventDefault(); return this.finish(); }
    if (event.key.length !== 1 || event.key === " ") return undefined;
    this.typed += event.key.toLowerCase();
    clearTimeout(this.timer);
    const close = this.keys().filter((key) => key.startsWith(this.typed));
    if (!close.length) this.typed = "";
    else if (close.length === 1 && close[0] === this.typed) this.finish();
    else this.timer = setTimeout(() => this.finish(), WAIT);
    return undefined;
  }

  keys() {
    return (this.view.question?.options || []).map((each) => each.key);
  }

  finish() {
    clearTimeout(this.timer);
    const found = this.view.question?.options.find((each) => each.key === this.typed);
    this.typed = "";
    if (found) this.take(found.option);
  }
}

const numbers = (text) => (text ? text.split(" ").map(Number) : []);
