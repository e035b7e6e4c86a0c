// A card seen from near: when it is clicked and is no answer, the mouse rests on it, or a finger stays on it.

import { el } from "./dom.js";

const REST = 400; // milliseconds
const WIDE = 280;
const TIP = 360; // how wide what is told of a thing may be, beside which a card is shown

/** Let cards on a board be seen from near. */
export function enlarge(board) {
  const place = document.body.appendChild(el("div", { id: "enlarged", "aria-hidden": "true", hidden: true }));
  let timer = 0;
  let shown = null;
  let held = false; // a finger has stayed: when it goes it answers nothing
  const hide = () => { clearTimeout(timer); place.hidden = true; shown = null; };
  const later = (card, wait) => { clearTimeout(timer); timer = setTimeout(() => show(card), wait); };
  const found = (event) => event.target.closest(".face");
  function show(card) {
    if (!card.isConnected || shown === card) return;
    shown = card;
    place.replaceChildren(copy(card));
    place.hidden = false;
    const at = card.getBoundingClientRect();
    const high = place.offsetHeight;
    const left = at.left - WIDE - 10;
    const right = Math.min(at.left + TIP, innerWidth - WIDE - 8);
    place.style.left = `${Math.max(8, left >= 8 ? left : right > at.right ? right : (innerWidth - WIDE) / 2)}px`;
    place.style.top = `${Math.max(8, Math.min(at.top, innerHeight - high - 8))}px`;
  }
  board.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || found(event) === shown) return;
    hide();
    if (found(event)) later(found(event), REST);
  });
  board.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse" && !event.relatedTarget?.closest?.(".face")) hide(); });
  board.addEventListener("pointerdown", (event) => {
    held = false;
    if (event.pointerType === "mouse" || !found(event)) return;
    const card = found(event);
    clearTimeout(timer);
    timer = setTimeout(() => { held = true; show(card); }, REST);
  });
  for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, (event) => { if (event.pointerType !== "mouse") clearTimeout(timer); });
  board.addEventListener("click", (event) => {
    const card = found(event);
    if (!card || event.target.closest(".glows") || held) return;
    if (shown === card && event.pointerType !== "mouse") hide();
    else show(card);
  });
  addEventListener("pointerdown", (event) => { if (shown && !shown.contains(event.target)) hide(); }, true);
  addEventListener("keydown", hide);
  addEventListener("scroll", hide, true);
  addEventListener("blur", hide);
}

/** A card without what makes it a thing that can be chosen. */
function copy(card) {
  const made = card.cloneNode(true);
  for (const each of [made, ...made.querySelectorAll("*")]) {
    for (const name of ["id", "role", "tabindex", "aria-label", "data-identity", "data-options", "data-goals", "data-name"]) each.removeAttribute(name);
    each.classList.remove("thing", "can", "goal", "glows", "picked", "fresh", "sent", "drags");
  }
  return made;
}
