// How a table ends before its game does: a seat gives up, or all agree. It stands below who sits where, once somebody opens that.

import { el } from "./dom.js";
import { button, page, request } from "./page.js";

export const place = el("section", { id: "ending" });
let shown = "";

/** Show what can be done now. */
export function show(view) {
  const now = JSON.stringify([view.over, view.ending, view.end_offers, view.seats, view.whose]);
  if (now === shown) return;
  shown = now;
  place.replaceChildren(...[view.over ? null : view.ending.map((line) => el("p", { class: "soft" }, line)), mine(view) ? leaving(view) : null].flat().filter(Boolean));
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
  return el("p", { class: "tools" }, end, resign);
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
