// Notes of a play-test. They are kept in this browser once somebody has agreed, and leave it as a file that this person downloads: the server has none.

import { el, put, setting } from "./dom.js";
import { button, byId, dialog, notice, page, request } from "./page.js";

const ROOM = 36000; // characters of all that is kept
const NOTE = 2000; // characters of a note
const READ = 1000; // milliseconds that something is shown before it counts as read
const MENTION = 8000; // milliseconds
const AGAIN = 20; // seconds in which the same thing is not noted twice

const key = () => `playtest.${page.name}.${page.view.whose}`;

/** What the page of a seat has noted so far. `page.noting` is one as long as notes are kept. */
class Notes {
  constructor() {
    const kept = readKept();
    Object.assign(this, { entries: kept.entries || [], seconds: kept.seconds || 0, since: document.hidden ? null : performance.now(), asked: null, given: 0, sure: false, stop: new AbortController() });
    this.sign = byId("title").parentElement.insertBefore(button("", () => write(), { id: "noting", "aria-keyshortcuts": "n" }), byId("title").nextSibling);
    this.panel = el("section", { class: "panel", id: "playtest" });
    const heard = { signal: this.stop.signal };
    document.addEventListener("visibilitychange", () => this.turn(), heard);
    document.addEventListener("keydown", onN, heard);
    byId("board").addEventListener("pointerover", (event) => { this.over = event.target.closest("[data-identity]"); }, heard);
    this.watches = [byId("tip"), byId("enlarged")].map((each) => this.watch(each));
    this.show();
  }

  /** The time runs while the page is seen. */
  turn() {
    const now = performance.now();
    if (this.since !== null) this.seconds += (now - this.since) / 1000;
    this.since = document.hidden ? null : now;
    this.keep();
  }

  time() {
    return this.seconds + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  /** Something new is on the page. */
  show() {
    const { question, noting, seat } = page.view;
    if (noting.includes(seat)) this.sure = true;
    else if (this.sure) return this.end(page.words.texts.playtest_deleted);
    if (question && question.number !== this.asked?.number) this.asked = { number: question.number, from: this.time() };
    if (question) this.given = question.number;
    const { texts } = page.words;
    this.sign.textContent = matchMedia("(max-width: 899px)").matches ? "✎" : `✎ ${texts.playtest_on}`;
    this.sign.setAttribute("aria-label", texts.playtest_on);
    return undefined;
  }

  entry(kind, more) {
    const { question } = page.view;
    const asked = question ? { question: question.decision } : {};
    return { kind, at: (page.lines.at(-1)?.step ?? -1) + 1, seconds: Math.round(this.time()), ...asked, given: this.given, ...more };
  }

  /** Keep something, without names but for those in notes. Where there is no room, notes alone, and of these no more than a reader reads. */
  add(given) {
    const entry = given.what && given.kind !== "note" ? { ...given, what: nameless(given.what) } : given;
    const room = ROOM * (entry.kind === "note" ? 1.3 : 1) - JSON.stringify(this.entries).length;
    if (JSON.stringify(entry).length > room) return false;
    this.entries.push(entry);
    this.keep();
    return true;
  }

  keep() {
    if (page.noting === this) setting.set(key(), JSON.stringify({ seconds: Math.round(this.time()), entries: this.entries }));
  }

  /** The page asks the server something; what is given hears the answer. */
  asks(what, body) {
    const [name, query] = what.split("?");
    if (name === "answer") {
      const took = this.asked?.number === body.number ? Math.round(10 * (this.time() - this.asked.from)) / 10 : 0;
      const entry = this.entry("answer", { took });
      return (said, error) => {
        if (said) this.add(entry);
        else if (!error.offline) this.add({ ...entry, took: undefined, kind: "refused", what: error.message });
      };
    }
    if (name === "lookup") return this.looksUp(new URLSearchParams(query));
    const entry = ["undo", "hint", "rules"].includes(name) && !query && this.entry(name);
    if (entry && name === "hint") this.add(entry); // a bot may think long
    return (said) => said && entry && name !== "hint" && this.add(entry);
  }

  /** Something is looked up by its name, or by what somebody types: that is noted where nothing is called so. */
  looksUp(query) {
    const [name, typed] = ["name", "text"].map((each) => query.get(each)?.trim().slice(0, 200));
    const entry = this.entry("lookup", { what: nameless(name || `? ${typed}`) });
    return (said) => {
      const last = this.entries.at(-1);
      const none = typed?.length > 2 && said && !said.moves.length && said.groups?.every((each) => each.title === "near");
      if (none && last?.kind === "lookup" && last.what.startsWith("? ") && entry.what.startsWith(last.what)) this.entries.pop(); // the same, still being typed
      if (name ? said : none) this.add(entry);
    };
  }

  /** Note what is read in `place`, which is hidden and shown again. */
  watch(place) {
    let begun = null;
    const look = () => {
      if (!place.hidden) {
        const name = this.over?.dataset.name || place.querySelector("h3")?.firstChild.textContent || this.over?.getAttribute("aria-label");
        const why = this.over?.classList.contains("glows") ? "" : place.querySelector(".moves")?.textContent;
        begun = { entry: this.entry("lookup", { what: nameless(name || "").replace(/[°*]+$/, "").slice(0, 200) }), why, from: performance.now() };
      } else if (begun && performance.now() - begun.from >= READ) {
        const entry = begun.why ? { ...begun.entry, kind: "refused", what: nameless(begun.why) } : begun.entry;
        const same = this.entries.some((each) => each.kind === entry.kind && each.what === entry.what && entry.seconds - each.seconds < AGAIN);
        if (entry.what && !same) this.add(entry);
        begun = null;
      }
    };
    const made = new MutationObserver(look);
    made.observe(place, { attributes: true, attributeFilter: ["hidden"] });
    return made;
  }

  /** What stands beside the result: the time to say what was unclear. */
  ending() {
    const { texts } = page.words;
    if (!this.panel.firstChild) this.panel.append(el("h2", {}, texts.playtest), el("p", {}, texts.playtest_end), el("p", { class: "tools" }, button(texts.playtest_write, () => write(), { class: "usual" }), button(texts.playtest_download, download)));
    return this.panel;
  }

  /** Forget all of it. */
  end(why) {
    page.noting = null;
    setting.drop(key());
    this.stop.abort();
    for (const each of this.watches) each.disconnect();
    this.sign.remove();
    this.panel.remove();
    if (byId("dialog").open) byId("dialog").close();
    mention(why);
  }
}

/** What this browser has kept of this seat; nothing where that is damaged. */
function readKept() {
  try { return JSON.parse(setting.get(key())) || {}; } catch { return {}; }
}

/** Say something that need not stay: on a phone it covers the answers. */
function mention(text) {
  notice(text);
  setTimeout(() => { if (byId("notice").textContent === text) notice(""); }, MENTION);
}

/** A text of the page without the names of players. */
function nameless(text) {
  const { players } = page.view;
  const longest = players.map((name, seat) => [name, `P${seat + 1}`]).sort(([one], [other]) => other.length - one.length);
  const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return longest.reduce((left, [name, short]) => left.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, "gu"), short), text).slice(0, 500);
}

/** The seats that keep notes are other ones than `before`: begin again, delete, and say who does. */
export function changed(before) {
  const { view, words } = page;
  const own = view.noting.includes(view.seat);
  if (!page.noting && view.seat !== null && setting.get(key()) !== null) {
    if (own) page.noting = new Notes();
    else setting.drop(key());
  }
  const names = view.noting.filter((seat) => seat !== view.seat && !before.includes(seat)).map((seat) => view.players[seat]);
  if (names.length) mention(put(words.texts.playtest_others, { names: names.join(", ") }));
}

/** Open what there is to do: agree, or write, download and stop. */
export function openPlaytest() {
  if (page.noting) return write();
  const { texts } = page.words;
  const list = (lines) => el("ul", { class: "bullets" }, lines.split("\n").map((line) => el("li", {}, line)));
  const agree = async () => {
    if (!(await request("playtest", { on: true }))) return;
    setting.set(key(), "{}");
    page.noting = new Notes();
    write();
  };
  dialog(texts.playtest, el("div", {}, page.words.asks.length ? el("p", {}, el("b", {}, texts.playtest_asked)) : null, el("p", {}, texts.playtest_why),
    el("h3", {}, texts.playtest_kept), list(texts.playtest_kept_list), el("h3", {}, texts.playtest_not_kept), list(texts.playtest_not_list), el("p", {}, texts.playtest_where)),
  el("p", { class: "tools" }, button(texts.playtest_agree, agree, { class: "usual" }), button(texts.playtest_no, () => byId("dialog").close())));
  byId("dialog").lastChild.remove(); // `No` closes it
  return undefined;
}

/** Where whoever made the game asks for notes, each player is asked once, when nothing else is open. */
export function offer() {
  const { view } = page;
  const once = `asked.${key()}`;
  if (view.seat === null || view.noting.includes(view.seat) || setting.get(once)) return;
  setting.set(once, "on");
  const box = byId("dialog");
  if (box.open) box.addEventListener("close", () => openPlaytest(), { once: true });
  else openPlaytest();
}

/** Write a note; see all that is kept. */
function write() {
  const { texts } = page.words;
  const at = page.noting.entry("note");
  const field = el("textarea", { rows: 4, maxlength: NOTE, "aria-label": texts.playtest_note, placeholder: texts.playtest_note });
  const asked = (page.view.over ? page.words.asks : []).map((question) => [question, el("textarea", { rows: 2, maxlength: NOTE - question.length - 1, "aria-label": question })]);
  const fields = [...asked, ["", field]];
  const said = el("p", { role: "status", class: "soft" });
  const all = el("pre", {});
  const lines = () => { all.textContent = page.noting.entries.map((each) => JSON.stringify(each)).join("\n"); };
  const keep = () => {
    const full = fields.filter(([, each]) => each.value.trim());
    if (!full.length) return fields[0][1].focus();
    for (const [question, each] of full) {
      const kept = page.noting.add({ ...at, what: `${question}\n${each.value.trim()}`.trim() });
      said.textContent = kept ? texts.playtest_noted : texts.playtest_full;
      if (kept) each.value = "";
    }
    lines();
    return undefined;
  };
  for (const [, each] of fields) each.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) keep(); });
  lines();
  dialog(texts.playtest, el("p", { class: "soft" }, texts.playtest_how), asked.map(([question, each]) => el("p", {}, el("label", {}, question, each))), field,
    el("p", { class: "tools" }, button(texts.playtest_keep, keep, { class: "usual" }), button(texts.playtest_download, () => download().then((told) => { said.textContent = told; })), button(texts.playtest_stop, stop)),
    said, el("details", {}, el("summary", {}, texts.playtest_all), all));
  fields[0][1].focus();
}

/** Write the file. What is to be said of it. */
async function download() {
  const { texts } = page.words;
  const said = await request("playtest");
  if (!said) return "";
  const lines = [said.header, ...page.noting.entries].map((each) => `${JSON.stringify(each)}\n`);
  const url = URL.createObjectURL(new Blob([lines.join(""), said.record], { type: "text/plain" }));
  el("a", { href: url, download: `${said.header.game}-${page.name.slice(0, 4)}-P${page.view.seat + 1}.playtest.txt` }).click();
  URL.revokeObjectURL(url);
  return said.record ? texts.playtest_written : texts.playtest_without;
}

/** Ask before something is deleted. */
function sure(question, act) {
  const { texts } = page.words;
  dialog(texts.playtest, el("p", {}, question), el("p", { class: "tools" }, button(texts.playtest_stop, act, { class: "usual" }), button(texts.cancel, () => byId("dialog").close())));
  byId("dialog").lastChild.remove(); // `Cancel` closes it
}

const stop = () => sure(page.words.texts.playtest_sure, async () => {
  if (await request("playtest", { on: false })) page.noting?.end(page.words.texts.playtest_ended);
});

/** The host has the notes of all seats deleted. `order` asks with the host's link. */
export const deleteAll = (order) => sure(page.words.texts.playtest_sure_all, async () => {
  if (await order("playtest", { on: false })) byId("dialog").close();
});

/** The key that opens the field for a note, unless it begins an answer or something is typed. */
function onN(event) {
  if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea") || byId("dialog").open) return;
  if (page.view.question?.options.some((each) => each.key.startsWith("n"))) return;
  event.preventDefault();
  write();
}
