// Small forms beside the words of answers, as they lie on the table: a die, a piece in its colour, the suit or the band of a card.

import { el, svg } from "./dom.js";
import { plainCopy } from "./enlarge.js";

const [PIECES, CARDS] = [".die, .tile, .token, .piece, .sign, .laid", ".face, .small, .back"];

export const numbers = (text) => (text ? text.split(" ").map(Number) : []);

/**
 * What is drawn for each of these options, by its number: the thing that stands for the fewest of them, where one does that not for all.
 *
 * A die stands for `3`, its owner for `3 4 5`: beside the words of 3 the die is shown, beside those of 4 and 5 the owner.
 */
export function optionForms(board, options) {
  const best = new Map();
  for (const thing of board.querySelectorAll("[data-options], [data-goals]")) {
    if (!thing.closest(".person") && !first(thing, `${PIECES}, ${CARDS}`)) continue;
    for (const [own, far] of [[numbers(thing.dataset.options), 0], [numbers(thing.dataset.goals), options.length]]) { // what goes somewhere, rather than what lies there
      if (own.length >= options.length && own.length > 1 && options.every((each) => own.includes(each))) continue;
      for (const each of own) if (own.length + far < (best.get(each)?.among ?? Infinity)) best.set(each, { among: own.length + far, thing });
    }
  }
  return (option) => (best.has(option) ? form(best.get(option).thing) : null);
}

/** A thing, or the first thing in it, that is one of these. */
const first = (thing, kinds) => (thing.matches(kinds) ? thing : thing.querySelector(kinds));

/** A thing of the table in a line of words; null where nothing is drawn of it. */
function form(thing) {
  const card = first(thing, CARDS);
  const person = thing.closest(".person");
  const piece = first(card || thing, PIECES);
  const made = person ? el("i", { class: person.querySelector(".side").className.replace("side", "swatch") })
    : (card && (suit(card) || band(card))) || (piece?.matches("g") ? picture(piece) : piece && !piece.closest(".art, .corner, .foot, .facts") ? plainCopy(piece) : null);
  return made && el("span", { class: "form", "aria-hidden": "true" }, made);
}

/** The suit of a playing card, in the ink of the card; null of other cards. */
function suit(card) {
  const sign = card.matches(".playing") && card.querySelector(".index .sign");
  const made = sign ? plainCopy(sign) : null;
  const ink = card.getAttribute("class").match(/\bt-\w+/);
  if (made && ink) made.setAttribute("class", `sign ${ink[0]}`);
  return made;
}

/** A card as a small sheet with a band in its colour; null where it has none. */
function band(card) {
  const named = (card.closest(".playing") || card.querySelector(".head, .playing"))?.className.match(/\b[ct]-(\w+)/)?.[1];
  const colour = named && `c-${named}`;
  if (!colour && !card.matches(".back")) return null;
  const made = el("i", { class: `sheet${colour ? "" : " of-back"}` }, el("i", { class: colour }));
  made.style.setProperty("--hue", card.style.getPropertyValue("--hue"));
  return made;
}

/** A piece of a board as a picture of its own. */
function picture(piece) {
  const { x, y, width, height } = piece.getBBox();
  const made = plainCopy(piece);
  made.removeAttribute("transform");
  return svg("svg", { viewBox: `${x - 1} ${y - 1} ${width + 2} ${height + 2}` }, made);
}
