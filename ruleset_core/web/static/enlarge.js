// A card seen from near: when it is clicked and is no answer, the mouse rests on it, or a finger stays on it.

import { el } from "./dom.js";
import { resting } from "./resting.js";

const WIDE = 280;
const TIP = 360; // how wide what is told of a thing may be, beside which a card is shown

/** Let cards on a board be seen from near. */
export function enlarge(board) {
  const place = document.body.appendChild(el("div", { id: "enlarged", "aria-hidden": "true", hidden: true }));
  let shown = null;
  const hide = () => { place.hidden = true; shown = null; };
  function show(card) {
    if (!card.isConnected || shown === card) return;
    shown = card;
    place.replaceChildren(plainCopy(card));
    place.hidden = false;
    const at = card.getBoundingClientRect();
    const high = place.offsetHeight;
    const left = at.left - WIDE - 10;
    const right = Math.min(at.left + TIP, innerWidth - WIDE - 8);
    place.style.left = `${Math.max(8, left >= 8 ? left : right > at.right ? right : (innerWidth - WIDE) / 2)}px`;
    place.style.top = `${Math.max(8, Math.min(at.top, innerHeight - high - 8))}px`;
  }
  const { gone } = resting(board, ".face", show, hide);
  board.addEventListener("click", (event) => {
    const card = event.target.closest(".face");
    if (!card || event.target.closest(".glows")) return;
    if (shown === card && event.pointerType !== "mouse") hide();
    else show(card);
  });
  addEventListener("pointerdown", (event) => { if (shown && !shown.contains(event.target)) gone(); }, true);
  addEventListener("blur", gone);
}

/** A copy of a card or piece without what makes it a thing that can be chosen. */
export function plainCopy(thing) {
  const made = thing.cloneNode(true);
  for (const each of [made, ...made.querySelectorAll("*")]) {
    for (const name of ["id", "role", "tabindex", "aria-label", "data-identity", "data-options", "data-goals", "data-name"]) each.removeAttribute(name);
    each.classList.remove("thing", "can", "goal", "glows", "picked", "fresh", "sent", "drags");
  }
  return made;
}
