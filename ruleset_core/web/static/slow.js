// What tables need that last for days, below who sits where: notes, who may watch, and how a game ends early. Loaded once somebody opens that.

import { ask, el, get } from "./dom.js";
import { button, dialog, notice, page, request } from "./page.js";
import { host, order } from "./seats.js";

export const place = el("section", { id: "slow" });
const WAIT = 800; // milliseconds without a key after which notes are kept
let shown = "";

/** Show what can be done now. */
export function show(view) {
  const now = JSON.stringify([view.over, view.ending, view.end_offers, view.seats, view.may_watch, host]);
  if (now === shown) return;
  shown = now;
  place.replaceChildren(...[view.over ? null : view.ending.map((line) => el("p", { class: "soft" }, line)), host ? watching(view) : null, host ? el("p", { class: "tools" }, button(page.words.texts.take_table, (event) => (view.over ? copy() : sure(event, page.words.texts.take_table_sure, copy)))) : null, el("p", { class: "tools" }, view.seat === null ? null : button(page.words.texts.notes, notes), mine(view) ? leaving(view) : null)].flat().filter(Boolean));
}

const mine = (view) => !view.over && view.seat !== null && view.seats[view.seat].kind === "human";

/** Give up, or offer to end the game; both are asked once more. */
function leaving(view) {
  const { texts } = page.words;
  const own = view.end_offers.includes(view.seat);
  const others = view.end_offers.length > 0;
  const end = own ? button(texts.end_withdraw, () => request("end", { wanted: false }))
    : button(others ? texts.agree_end : texts.offer_end, (event) => sure(event, texts.offer_end_sure, () => request("end", { wanted: true })));
  const resign = button(texts.give_up, async (event) => {
    const { currentTarget } = event;
    const found = await request("resign", { sure: false });
    if (found) sure({ currentTarget }, found.said, () => request("resign", { sure: true }));
  });
  return [end, resign];
}

/** In place of a button what it does, and whether that is wanted. */
function sure({ currentTarget }, said, act) {
  const { texts } = page.words;
  const before = [...place.childNodes];
  const back = () => place.replaceChildren(...before);
  const yes = button(currentTarget.textContent, async () => { if (!(await act())) back(); }, { class: "usual" });
  place.replaceChildren(el("p", {}, said), el("p", { class: "tools" }, yes, button(texts.cancel, back)));
  shown = "";
  yes.focus();
}

/** The whole table as a file, which another server opens. */
async function copy() {
  const answer = await get(`${page.api}/copy?lang=${page.lang}`, host, { method: "POST", body: "{}" });
  if (!answer.ok) return notice((await answer.json()).refused);
  const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: /filename="(.+)"/.exec(answer.headers.get("content-disposition"))[1] });
  link.click();
  URL.revokeObjectURL(link.href);
  shown = "";
  show(page.view);
  return true;
}

/** Who may watch, for the host. */
function watching(view) {
  const { texts } = page.words;
  const who = el("select", { onchange: () => order("watching", { who: who.value }) },
    ["open", "after", "closed"].map((each) => el("option", { value: each, selected: each === view.may_watch }, texts[`watch_${each}`])));
  return el("p", {}, el("label", {}, texts.may_watch, " ", who));
}

/** What this seat keeps for itself; it is kept as it is typed. */
async function notes() {
  const { texts } = page.words;
  const found = await request("notes");
  if (!found) return;
  let { version } = found;
  let timer = null;
  const said = el("p", { class: "soft", role: "status" }, texts.notes_yours);
  const text = el("textarea", { "aria-label": texts.notes, rows: 10, cols: 44, maxlength: 10240 });
  text.value = found.text;
  const keep = async () => {
    clearTimeout(timer);
    timer = null;
    const kept = await ask(`${page.api}/notes?lang=${page.lang}`, { text: text.value, version }).catch((error) => error);
    if (kept.version !== undefined) ({ version } = kept);
    said.textContent = kept.version === undefined ? kept.message : texts.notes_kept;
  };
  text.addEventListener("input", () => { clearTimeout(timer); said.textContent = ""; timer = setTimeout(keep, WAIT); });
  dialog(texts.notes, text, said);
  document.getElementById("dialog").addEventListener("close", () => timer && keep(), { once: true });
  text.focus();
}
