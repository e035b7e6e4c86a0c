// What lay elsewhere moves there, shortly; not where less motion is wanted.

const quiet = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** Where things lie now, by identity. */
export function places(board) {
  const found = new Map();
  if (quiet()) return found;
  for (const thing of board.querySelectorAll("[data-identity]")) {
    if (!found.has(thing.dataset.identity)) found.set(thing.dataset.identity, thing.getBoundingClientRect());
  }
  return found;
}

/** Let things come from where they were. */
export function moved(board, before) {
  if (quiet()) return;
  const seen = new Set();
  for (const thing of board.querySelectorAll("[data-identity]")) {
    const { identity } = thing.dataset;
    const from = before.get(identity);
    if (seen.has(identity) || thing.namespaceURI.endsWith("svg")) continue;
    seen.add(identity);
    if (!from) {
      thing.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
      continue;
    }
    const to = thing.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) > 2 && thing.matches(".die, .face, .chip, .back, .listed, .tile, .signs")) {
      thing.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 300, easing: "ease-out" });
    }
  }
}
