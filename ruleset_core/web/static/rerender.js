// Draw a part of the page again without losing a button under the pointer or a scroll position.

/** Replace the children of a place, but keep equal ones: a click is lost when its button is removed before the release. */
export function replaceChanged(place, children) {
  const old = [...place.childNodes];
  const moved = old.length !== children.length || children.some((each, at) => each.parentNode === place && each !== old[at]);
  if (moved) return place.replaceChildren(...children);
  return children.forEach((each, at) => {
    if (each !== old[at] && !each.isEqualNode(old[at])) old[at].replaceWith(each);
  });
}

/** A part keeps the height that it once had, until the window has another size: what lies below would jump. */
export function keepHeight(place) {
  place.style.minHeight = `${place.offsetHeight}px`;
}
addEventListener("resize", () => { for (const each of document.querySelectorAll("#players, #tray")) each.style.minHeight = ""; });

/** How far parts of each panel are scrolled to the right, by its label. */
export const scrollPositions = (board) => new Map(scrollable(board).map(([label, parts]) => [label, parts.map((part) => part.scrollLeft)]));

/** Scroll there again: a part that was redrawn or reinserted begins at its left edge. */
export function restoreScroll(board, positions) {
  for (const [label, parts] of scrollable(board)) {
    const before = positions.get(label) || [];
    parts.forEach((part, at) => {
      if (before[at]) part.scrollLeft = before[at];
    });
  }
}

const scrollable = (board) => [...board.querySelectorAll(".panel")].map((panel) => [panel.getAttribute("aria-labelledby"), [...panel.querySelectorAll(".scroll")]]);
