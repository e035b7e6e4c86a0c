// What there is to say of a thing: when the mouse rests on it, it has the focus, or a finger stays on it.

import { el } from "./dom.js";

const REST = 350;
const LONG = 500;

/** Show what `about` says of things on the board in `tip`. */
export function tips(board, tip, about) {
  let timer = 0;
  let shown = "";
  const hide = () => { clearTimeout(timer); tip.hidden = true; shown = ""; };
  const later = (thing, wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(thing), wait);
  };
  async function show(thing) {
    const { identity } = thing.dataset;
    shown = identity;
    const lines = await about(identity);
    if (!lines.length || shown !== identity || !thing.isConnected) return;
    tip.replaceChildren(...lines.map((line, place) => el(place ? "p" : "b", {}, line)));
    tip.hidden = false;
    const at = thing.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = tip;
    const below = at.bottom + 8 + high < innerHeight;
    tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - wide - 8))}px`;
    tip.style.top = `${Math.max(8, below ? at.bottom + 8 : at.top - high - 8)}px`;
  }
  const thing = (event) => event.target.closest("[data-identity]");
  board.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") thing(event) ? later(thing(event), REST) : hide();
  });
  board.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse") hide(); });
  board.addEventListener("focusin", (event) => { if (thing(event)?.matches(":focus-visible")) later(thing(event), REST); });
  board.addEventListener("focusout", hide);
  board.addEventListener("pointerdown", (event) => { if (event.pointerType !== "mouse" && thing(event)) later(thing(event), LONG); });
  board.addEventListener("pointerup", () => clearTimeout(timer));
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  addEventListener("scroll", hide, true);
}
