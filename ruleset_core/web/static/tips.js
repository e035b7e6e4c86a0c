// What there is to say of a thing where mouse, focus or finger stay.

import { describe } from "./description.js";
import { resting } from "./resting.js";

/** Whether there is nothing to say but a name. */
function plain({ entries: [{ name, ...rest }], moves }) {
  return !moves.length && !Object.values(rest).some((each) => each?.length);
}

/** Show what `about` says of things in `tip`; of one that has the focus it is read aloud too, in `live`. */
export function tips(board, tip, live, about) {
  let shown = "";
  let spoken = "";
  async function show(thing) {
    const { identity } = thing.dataset;
    const focused = document.activeElement === thing;
    shown = identity;
    const said = await about(identity);
    if (!said?.entries.length || shown !== identity || !thing.isConnected || (plain(said) && thing.textContent.includes(said.entries[0].name))) return;
    if (thing.matches(".face") && !focused && !said.moves.length) return; // the card itself is shown from near
    tip.replaceChildren(...describe(said));
    for (const mark of tip.querySelectorAll(".marks, abbr")) mark.remove(); // where figures come from is told where there is room for it
    tip.style.left = 0; // so that it has its full width when it is measured
    tip.hidden = false;
    if (focused && spoken !== identity) live.textContent = [...tip.querySelectorAll("h3, dl > div, p")].map((each) => each.textContent).join(". ");
    if (focused) spoken = identity; // once: what is drawn anew gets the focus again
    const at = thing.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = tip;
    const below = at.bottom + 8 + high < innerHeight;
    tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - wide - 8))}px`;
    tip.style.top = `${Math.max(8, below ? at.bottom + 8 : at.top - high - 8)}px`;
  }
  const thing = (event) => event.target.closest("[data-identity]");
  const { later, gone } = resting(board, "[data-identity]", show, () => { tip.hidden = true; shown = ""; });
  board.addEventListener("focusin", (event) => { if (thing(event)?.matches(":focus-visible")) later(thing(event)); });
  board.addEventListener("focusout", gone);
  addEventListener("pointerdown", gone, true); // before the board hears of it
}
