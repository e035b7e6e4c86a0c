// What there is to say of a thing: when the mouse rests on it, it has the focus, or a finger stays on it.

import { describe } from "./description.js";

const REST = 350;
const LONG = 500;

/** Whether there is nothing to say but a name. */
function plain({ entries: [{ name, ...rest }], moves }) {
  return !moves.length && !Object.values(rest).some((each) => each?.length);
}

/** Show what `about` says of things on the board in `tip`; of one that has the focus it is read aloud too, in `live`. */
export function tips(board, tip, live, about) {
  let timer = 0;
  let shown = "";
  let spoken = "";
  let held = false; // a finger has stayed: when it goes it answers nothing
  const hide = () => { clearTimeout(timer); tip.hidden = true; shown = ""; };
  const later = (thing, wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(thing), wait);
  };
  async function show(thing) {
    const { identity } = thing.dataset;
    shown = identity;
    const said = await about(identity);
    if (!said?.entries.length || shown !== identity || !thing.isConnected || (plain(said) && thing.textContent.includes(said.entries[0].name))) return;
    tip.replaceChildren(...describe(said));
    for (const mark of tip.querySelectorAll(".marks, abbr")) mark.remove(); // where figures come from is told where there is room for it
    tip.style.left = 0; // so that it has its full width when it is measured
    tip.hidden = false;
    if (document.activeElement === thing && spoken !== identity) live.textContent = [...tip.querySelectorAll("h3, dl > div, p")].map((each) => each.textContent).join(". ");
    if (document.activeElement === thing) spoken = identity; // once: what is drawn anew gets the focus again
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
  board.addEventListener("pointerdown", (event) => {
    held = false;
    if (event.pointerType === "mouse" || !thing(event)) return;
    clearTimeout(timer);
    timer = setTimeout(() => { held = true; show(thing(event)); }, LONG);
  });
  board.addEventListener("click", (event) => {
    if (held) event.stopPropagation();
    held = false;
  }, true);
  for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, () => clearTimeout(timer));
  addEventListener("pointerdown", (event) => { if (event.pointerType !== "mouse" && !tip.contains(event.target)) hide(); }, true); // before the board hears of it
  addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  addEventListener("scroll", hide, true);
}
