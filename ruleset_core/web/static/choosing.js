// Choosing an answer: by what glows on the table, by its button, by its key. What stands for several options leads to a second choice;
// of an answer that is a set, things are clicked on and off in any order.

import { el, marked, put, putIn } from "./dom.js";
import { numbers, optionForms } from "./forms.js";
import { lookUp } from "./lookup.js";
import { player } from "./page.js";
import { replaceChanged } from "./rerender.js";

const WAIT = 900; // milliseconds after which a key that may go on counts
const FAR = 8; // pixels that make a drag
const LONG = 34; // letters of an answer that need small ones
const ARROW = " → "; // between the parts of an answer
const FINGER = 22; // pixels around a finger
const LOCKED = 4000; // milliseconds after which an answer that led to nothing new may be given again
const FEW = 12; // options; of more, those that glow on the table are folded away
const HIGH = 102; // pixels of a question; where it needs more, what comes of each answer is told where that is looked at

/** The question of a seat. `request` asks the server; `send` throws without a network: then `lost` is called. `closer` enlarges the table around a point. */
export class Choosing {
  constructor(board, place, texts, { request, send, lost, closer }) {
    Object.assign(this, { board, place, texts, request, send, lost, closer, unsent: null, outdated: false, view: null, picked: null, typed: "", sent: null, turn: null, last: [], missed: null, dragged: false, unfolded: false });
    place.setAttribute("aria-labelledby", "asked");
    board.addEventListener("click", (event) => this.clicked(event));
    board.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" && !this.typed) || event.key === " ") this.clicked(event); // Enter after a key is for that key
    });
    board.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("resize", () => this.view && this.keepHeight());
    for (const kind of ["pointerover", "focusin"]) board.addEventListener(kind, (event) => this.cover(event.target.closest("[data-at]")));
  }

  /** What is asked now, or what is waited for. */
  show(view) {
    const same = this.view?.question && view.question && this.view.question.number === view.question.number;
    this.view = view;
    if (view.question?.number !== this.sent?.number) this.sent = null;
    if (!same) {
      this.picked = null;
      this.unfolded = false;
      this.typed = ""; // what was begun meant the question before
      clearTimeout(this.timer);
    }
    this.place.dataset.version = view.version;
    this.draw();
    this.sendAgain();
  }

  /** What was answered without a network goes to the server if the same question is still asked. */
  sendAgain() {
    const { unsent } = this;
    if (!unsent) return;
    this.unsent = null;
    this.outdated = this.view.question?.number !== unsent.number;
    if (!this.outdated) this.take(unsent.option);
  }

  /** Show the question. The focus stays: on the same button, or at the beginning of another question. */
  lay(head, below) {
    const shown = `${this.view.question?.number} ${this.picked?.things}`;
    const on = this.place.contains(document.activeElement) ? document.activeElement : null;
    replaceChanged(this.place, [this.lesson(), el("h2", { id: "asked" }, head), ...below].filter(Boolean));
    if (on) {
      const same = shown === this.shown && [...this.place.querySelectorAll("button, summary")].find((each) => each.textContent === on.textContent && !each.disabled);
      (same || this.place).focus({ preventScroll: true });
    }
    this.shown = shown;
    this.keepHeight();
  }

  /**
   * On a screen all answers have room, from the first question that needs so much to the end of the game: the table stays where it is.
   */
  keepHeight() {
    const { classList, parentElement: page } = this.place;
    const head = this.place.querySelector("h2");
    classList.remove("wordy");
    classList.toggle("wordy", head.scrollHeight > head.clientHeight + 2);
    classList.remove("brief");
    if (!this.unfolded && !this.place.querySelector(".hint")) {
      if (this.place.scrollHeight > HIGH) {
        classList.add("brief");
        for (const each of this.place.querySelectorAll(".comes")) each.parentElement.title = each.textContent;
      }
      const { scrollHeight: high, clientHeight: room } = this.place;
      const said = this.place.querySelector(".lesson");
      const hidden = said ? said.scrollHeight - said.clientHeight : 0;
      if (high + hidden > room) {
        page.style.setProperty("--asks", `${high + hidden + 1}px`);
        page.querySelector("#tray").style.minHeight = ""; // it leaves more room for the table
      }
    }
    const answers = this.place.querySelector(".answers");
    if (answers && !this.unfolded) this.place.classList.toggle("whole", answers.scrollWidth <= answers.parentElement.clientWidth - 16);
  }

  draw() {
    const { view, texts } = this;
    const { question } = view;
    this.board.classList.toggle("choosing", Boolean(question));
    this.glow();
    this.place.classList.toggle("waits", !question);
    this.place.classList.toggle("unfolded", this.unfolded);
    if (!question) return this.lay(this.waiting(), [...this.last, this.tools()]);
    const { picked } = this;
    const offered = picked ? question.options.filter((each) => picked.options.includes(each.option)) : question.options;
    this.shared = picked ? sharedParts(offered) : 0;
    this.form = optionForms(this.board, offered.map((each) => each.option));
    const lists = question.options.length ? this.lists(offered) : [el("p", {}, put(texts.many, { count: question.count }))];
    const head = picked ? put(picked.most ? texts.picked : texts.goes_where, { ...picked, prompt: question.prompt }) : question.prompt;
    const stopped = view.stopped && el("span", { class: "soft" }, " ", put(texts.standing_stopped, { label: view.stopped }));
    return this.lay([el("span", { class: "turn" }, texts.your_turn), " ", head, stopped], [el("div", { class: "answers" }, lists, this.advice()), this.handle(offered.length, lists), this.tools()]);
  }

  /** What a lesson says: what came of the last answer, what to do and why. */
  lesson() {
    const { lesson } = this.view;
    this.place.parentElement.classList.toggle("teaches", Boolean(lesson));
    return lesson && el("div", { class: "lesson", role: "status" }, el("p", { class: "soft" }, lesson.title), lesson.said.map((line) => el("p", {}, line)), lesson.say && el("p", {}, el("b", {}, lesson.say)));
  }

  /** What can be done besides answering: take back a choice, an answer, a turn; ask for a hint. */
  tools() {
    const { view, texts, turn } = this;
    const persons = view.seats.filter(({ kind }) => kind === "human").length; // among bots nobody waits for an answer
    const tool = (label, act, short, more) => el("button", { type: "button", onclick: act, "data-short": short, ...more }, label); // `rarely`: on a phone where answers are unfolded
    const tools = [
      this.picked?.whole ? tool(`✓ ${put(texts.take_set, this.picked)}`, () => this.take(this.picked.whole, this.picked.things)) : null,
      this.picked ? tool(texts.cancel, () => this.pick(null), "✕") : null,
      this.missed ? tool(texts.missed, this.missed, "↻") : null,
      this.message ? tool(texts.by_message, this.message, "✉") : null,
      view.undo ? tool(texts.undo, () => this.request("undo", {}), "↶") : null,
      view.undo && turn !== null ? tool(texts.undo_turn, () => this.request("undo", { to: turn }), "↶↶", { class: "rarely" }) : null,
      view.question && view.hints ? tool(texts.hint, () => this.hint(), null, { disabled: this.thinks }) : null,
      ...view.standing.map((each, stop) => tool(put(texts.standing_stop, each), () => this.request("standing", { stop }))),
      view.question?.options.length > 1 && persons > 1 ? tool(texts.standing, () => import("./standing.js").then(({ open }) => open(view.question)), "»", { class: "rarely" }) : null,
      view.question ? tool(texts.what_asked, () => lookUp(), "?", { class: "rarely" }) : null,
    ].filter(Boolean);
    return tools.length ? el("div", { class: "tools" }, tools) : null;
  }

  /** On a phone, what unfolds the answers, unless all are folded away. */
  handle(count, lists) {
    if (count < 2 || lists[0]?.tagName === "DETAILS") return null;
    const unfold = () => { this.unfolded = !this.unfolded; this.draw(); };
    return el("button", { type: "button", class: "handle", onclick: unfold, "aria-expanded": String(this.unfolded) }, put(this.texts.answers, { count }));
  }

  /** The options as buttons. Of many, and of sets with what is picked, those that are on the table are folded away; their keys answer all the same. */
  lists(offered) {
    const { usual } = this.view.question;
    const most = this.sets && this.picked ? 0 : FEW;
    const glow = new Set(offered.length > most ? [...this.board.querySelectorAll(".glows")].flatMap((thing) => this.options(thing)) : []);
    const folded = offered.filter((each) => glow.has(each.option) && each.option !== usual && each.option !== this.sought);
    const few = folded.length > most ? offered.filter((each) => !folded.includes(each) && each.option !== this.picked?.whole) : offered;
    const lists = few.length ? [this.list(few)] : [];
    if (few.length === offered.length) return lists;
    const fold = el("details", { open: this.unfolded, ontoggle: () => {
      this.unfolded = fold.open;
      this.place.classList.toggle("unfolded", fold.open);
    } }, el("summary", {}, put(this.texts.also_listed, { count: folded.length })), this.list(folded));
    return [...lists, fold];
  }

  list(options) {
    const { usual } = this.view.question;
    const kind = ({ option, label }) => `${option === usual ? "usual" : ""}${option === this.sought ? " sought" : ""}${option === this.sent?.option ? " sent" : ""}${label.length > LONG ? " wordy" : ""}`.trim();
    return el("ul", { class: "options" }, options.map((each) => el("li", {}, el("button", {
      type: "button", "data-option": each.option, class: kind(each),
      onclick: () => this.take(each.option), onmouseenter: () => this.hover(each.option), onmouseleave: () => this.hover(null),
    }, el("kbd", {}, each.key), " ", this.form(each.option), each.label.split(ARROW).slice(this.shared).join(ARROW), each.comes ? [" ", el("small", { class: "comes" }, each.comes)] : null))));
  }

  /** Ask what a bot would do, and show it until the next question. */
  async hint() {
    const { number } = this.view.question;
    this.thinks = true;
    this.hinted = { number, lines: [this.texts.hinting] };
    this.draw();
    const said = await this.request("hint", {});
    this.thinks = false;
    this.hinted = said && { number, ...said };
    if (this.view.question) this.draw();
  }

  /** What was missed was seen, or is not wanted. */
  forgetMissed() {
    this.missed = null;
    this.draw();
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

  /** What can be chosen glows; of an answer of several parts, what goes with those picked. */
  glow() {
    const left = this.picked && new Set(this.picked.options);
    const named = (this.view.lesson?.mark || []).map((name) => `:${name}`);
    for (const thing of this.board.querySelectorAll("[data-identity]")) thing.classList.toggle("shown", named.some((name) => thing.dataset.identity.endsWith(name)));
    const goes = new Set([...this.board.querySelectorAll("[data-goals]")].flatMap((each) => numbers(each.dataset.goals)));
    for (const thing of this.board.querySelectorAll("[data-options], [data-goals]")) {
      const own = this.options(thing);
      thing.classList.toggle("glows", Boolean(this.view.question) && own.length > 0);
      thing.classList.toggle("sought", own.includes(this.sought));
      thing.classList.toggle("drags", numbers(thing.dataset.options).some((option) => goes.has(option)));
      const picked = Boolean(left) && this.picked.things.includes(thing.dataset.identity);
      thing.classList.toggle("picked", picked);
      if (this.sets && (own.length || picked)) thing.setAttribute("aria-pressed", picked);
      else thing.removeAttribute("aria-pressed");
      thing.classList.toggle("sent", Boolean(this.sent?.things.includes(thing.dataset.identity)));
      if (!thing.classList.contains("goal")) continue;
      thing.setAttribute("tabindex", own.length ? "0" : "-1");
      thing.setAttribute("aria-disabled", String(!own.length));
    }
  }

  /** The option that a lesson looks for. */
  get sought() {
    return this.view?.lesson?.sought;
  }

  /** The options that a thing stands for now. */
  options(thing) {
    const first = numbers(thing.dataset.options);
    if (!this.picked) return first;
    const left = new Set(this.picked.options);
    if (this.picked.things.includes(thing.dataset.identity)) return [];
    return [...numbers(thing.dataset.goals), ...first].filter((option) => left.has(option));
  }

  clicked(event) {
    if (!this.view?.question || this.dragged) return;
    const hit = event.target.closest("[data-options], [data-goals]");
    const thing = event.pointerType === "touch" ? this.touched(hit, [event.clientX, event.clientY]) : hit;
    if (!thing) return;
    event.preventDefault();
    if (event.pointerType === "touch" && this.aimed !== thing && this.cover(thing)) this.aimed = thing; // a finger sees first what it would cover
    else this.choose(thing);
  }

  get sets() {
    return this.view?.question?.sets;
  }

  /** Put a thing into the picked set, or take it out. Sets of `size` things have numbers from the one that `sets` lists there. */
  toggle(thing) {
    const shown = [...this.board.querySelectorAll("[data-options]")];
    const { identity, options } = thing.dataset;
    const had = this.picked?.things || [];
    const things = had.includes(identity) ? had.filter((each) => each !== identity) : [...had, identity];
    const held = things.map((each) => shown.find((one) => one.dataset.identity === each)).filter(Boolean);
    if (!held.length || !options) return this.pick(null);
    const of = new Set(held.map((each) => each.dataset.options));
    const left = [...of].map(numbers).reduce((one, other) => one.filter((each) => other.includes(each)));
    const size = (option) => this.sets.filter((first) => first <= option).length;
    const whole = left.find((each) => size(each) === of.size);
    if (left.length === 1 && whole) return this.take(whole, things);
    if (!left.length) return undefined;
    return this.pick({ things, options: left, whole, count: of.size, most: Math.max(...left.map(size)) });
  }

  /** What a finger means: what it hit, else the nearest that glows; where several lie within a finger, the table is enlarged first. */
  touched(hit, at) {
    const places = [...this.board.querySelectorAll(".place.glows")].map((thing) => {
      const { left, top, width, height } = thing.getBoundingClientRect();
      return { thing, middle: [left + width / 2, top + height / 2] };
    });
    const within = (to) => places.filter(({ middle }) => Math.hypot(middle[0] - to[0], middle[1] - to[1]) < FINGER);
    const meant = places.find(({ thing }) => thing === hit) || within(at)[0];
    if (!meant) return hit;
    return within(meant.middle).length > 1 && this.closer(at) ? null : meant.thing;
  }

  choose(thing) {
    if (this.sets) return this.toggle(thing);
    const options = [...new Set(this.options(thing))];
    if (!options.length) return this.pick(null);
    const things = [...(this.picked?.things || []), thing.dataset.identity];
    if (options.length === 1) return this.take(options[0], things);
    const name = thing.dataset.name || thing.getAttribute("aria-label") || "";
    return this.pick({ things, options, name: [this.picked?.name, name].filter(Boolean).join(ARROW) });
  }

  pick(picked) {
    this.picked = picked;
    this.draw();
  }

  /**
   * Answer. The button and the `things` that were chosen pulse until the server has told what came of it; till then nothing else
   * answers this question, so that a double click makes one move. The next one may be answered before the server has replied.
   */
  async take(option, things = []) {
    const number = this.view.question?.number;
    if (number === undefined || (number === this.sent?.number && !this.sent.lost)) return;
    const sent = { number, option, things };
    this.sent = sent;
    this.missed = null;
    this.outdated = false;
    this.place.querySelector(`[data-option="${option}"]`)?.classList.add("sent");
    this.glow();
    const answer = { option, number };
    try {
      const taken = await this.send("answer", answer);
      if (taken) setTimeout(() => this.unlock(sent), LOCKED);
      else this.unlock(sent); // it was refused
    } catch {
      this.unsent = answer;
      sent.lost = true; // it goes on to pulse, but another answer may take its place
      this.lost();
    }
  }

  unlock(sent) {
    if (this.sent !== sent) return;
    this.sent = null;
    this.pick(null);
  }

  /** Mark what answers of a place would cover, if all of them have the same form; whether they do. */
  cover(thing, options = thing && this.view?.question ? this.options(thing) : []) {
    const stands = (each) => [...numbers(each.dataset.options), ...numbers(each.dataset.goals)];
    const fits = (each) => options.every((option) => stands(each).includes(option));
    const [form] = options.length ? [...this.board.querySelectorAll("[data-squares]")].filter(fits).sort((one, other) => stands(one).length - stands(other).length) : [];
    const from = thing?.dataset.at?.split(",");
    const covered = form && from ? form.dataset.squares.split(" ").map((each) => each.split(",").map((far, axis) => Number(far) + Number(from[axis])).join()) : [];
    for (const each of this.board.querySelectorAll("[data-at]")) each.classList.toggle("covered", covered.includes(each.dataset.at) && each.closest(".board") === thing.closest(".board"));
    return covered.length > 0;
  }

  hover(option) {
    this.cover([...this.board.querySelectorAll("[data-at][data-goals]")].find((each) => numbers(each.dataset.goals).includes(option)), [option]);
    for (const thing of this.board.querySelectorAll("[data-options]")) {
      thing.classList.toggle("meant", option !== null && numbers(thing.dataset.options).includes(option));
    }
  }

  // -- dragging

  down(event) {
    const thing = event.target.closest(".can.glows");
    if (!thing || event.button || this.sets) return;
    if (event.pointerType === "touch" && !thing.classList.contains("drags")) return; // the finger moves the page
    const begun = [event.clientX, event.clientY];
    let on = false;
    const move = (now) => {
      if (!on && Math.hypot(now.clientX - begun[0], now.clientY - begun[1]) > FAR) {
        on = true;
        this.dragged = true;
        const options = numbers(thing.dataset.options);
        this.pick({ things: [thing.dataset.identity], options, name: thing.dataset.name });
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

  // -- keys

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea") || !this.view) return;
    if (event.key === "Escape") return this.pick(null);
    if (event.key.toLowerCase() === "u" && !this.typed && this.view.undo && !this.keys().some((key) => key.startsWith("u"))) return this.request("undo", {});
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

/** How many parts these answers share: `a2 → a3` and `a2 → b3` share one and are shown as `a3` and `b3`. */
function sharedParts(offered) {
  const [first = [], ...others] = offered.map(({ label }) => label.split(ARROW));
  const end = first.findIndex((part, at) => at === first.length - 1 || others.some((each) => each[at] !== part || each.length === at + 1));
  return Math.max(0, end);
}

