// Where a mouse rests or a finger stays a card is seen from near, and what there is to say of a thing.

const REST = 400; // milliseconds

/**
 * Call `show` with what matches `wanted` on `board` where a mouse rests on it or a finger stays on it, and `hide` when that ends. What comes
 * under a mouse that nobody moved was not pointed at: it would hide what an answer has just changed. Gives `later` and `gone`.
 */
export function resting(board, wanted, show, hide) {
  let timer = 0;
  let over = null;
  let held = false; // a finger has stayed: when it goes it answers nothing
  const found = (event) => event.target.closest(wanted);
  const gone = () => { clearTimeout(timer); hide(); };
  const later = (thing) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(thing), REST);
  };
  const at = (thing) => {
    if (over === thing) return;
    over = thing;
    gone();
    if (thing) later(thing);
  };
  board.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse" && found(event) !== over) at(null); });
  board.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" && !event.buttons) at(found(event)); });
  board.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") at(null); });
  board.addEventListener("pointerdown", (event) => {
    held = false;
    clearTimeout(timer);
    const thing = found(event);
    if (event.pointerType !== "mouse" && thing) timer = setTimeout(() => { held = true; show(thing); }, REST);
  });
  for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, (event) => { if (event.pointerType !== "mouse") clearTimeout(timer); });
  board.addEventListener("click", (event) => {
    if (held) event.stopPropagation();
    held = false;
  }, true);
  addEventListener("keydown", gone);
  addEventListener("scroll", gone, true);
  return { later, gone };
}
