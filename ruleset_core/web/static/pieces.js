// Pieces as SVG: each sign is a silhouette of its own. What belongs to a player has the player's colour and pattern.

import { svg } from "./dom.js";

const PIPS = { 1: "5", 2: "37", 3: "357", 4: "1379", 5: "13579", 6: "134679" };
const LETTERED = new Set(["die", "cube", "card"]); // drawn plain below a letter
/** Suits of cards in the colours that everybody knows, which need no letter. */
export const SUITS = { spade: "black", heart: "red", diamond: "red", club: "black" };
/** Colours of signs that have one of their own where the scene says none. */
const NATURAL = { ...SUITS, coin: "gold", star: "gold", leaf: "green", drop: "blue", wheat: "yellow", wood: "brown", brick: "red" };
const HOLLOW = new Set(["box", "ring"]); // nothing within but a letter
const MARKS = ["cross", "ring"]; // of players who write on a board instead of putting pieces there
const PLAIN = new Set(["black", "white"]); // told apart without a pattern
/** The pattern of a player on a piece of 24 by 24: its middle and size. */
const PATTERN = { king: [12, 13, 2.4], stone: [12, 12, 4.6], disc: [12, 9.6, 3.4], pawn: [12, 15.4, 2.4], citizen: [12, 11.8, 2.7], cube: [12, 6.8, 2.2], house: [12, 8.4, 2.2], palace: [12, 10, 2.2], tower: [12, 12.6, 2.2], coin: [12, 12, 3.4] };

/** The seat that something stands for, by its id; -1 for what is no seat. */
export const seatOf = (stand) => Number(/^seat_(\d+)$/.exec(stand?.id || "")?.[1] ?? -1);

/** The form of a player's piece. Who is asked to write a cross has it, the next player a ring. */
export const formOf = (form, seat) => (MARKS.includes(form) && seat >= 0 ? MARKS[seat % 2] : form || "stone");

const drawn = (name) => Boolean(document.getElementById(`sign-${name}`));

/** A piece in a box of 24 by 24: silhouette, and letter of its colour or pattern of its player; black and white need none. */
export function shapes(name, { colour = "", letter = "", seat = -1 } = {}) {
  const written = HOLLOW.has(name) ? `t-${colour}` : `o-${colour}`;
  return [
    svg("use", { href: `#sign-${drawn(name) ? name : "stone"}`, class: letter && LETTERED.has(name) && "lettered", width: 24, height: 24 }),
    letter ? svg("text", { x: 12, y: name === "house" || name === "tower" || name === "palace" ? 18.6 : 15.6, class: `letter ${written}` }, letter) : null,
    seat >= 0 && !MARKS.includes(name) && !PLAIN.has(colour) ? pattern(name, colour, seat) : null,
  ];
}

/** A ring, a dot, a bar or a square on the piece of a player. */
function pattern(name, colour, seat) {
  const [x, y, size] = PATTERN[name] || [12, 12, 3];
  const made = [
    () => svg("circle", { cx: x, cy: y, r: size, class: "hollow" }),
    () => svg("circle", { cx: x, cy: y, r: size * 0.62 }),
    () => svg("rect", { x: x - size, y: y - size * 0.3, width: size * 2, height: size * 0.6 }),
    () => svg("rect", { x: x - size * 0.7, y: y - size * 0.7, width: size * 1.4, height: size * 1.4, class: "hollow" }),
  ];
  return svg("g", { class: `pattern o-${colour || "white"}` }, made[seat % made.length]());
}

const colourOf = (name, how) => how.colour || NATURAL[name] || "";

/** A piece on a picture, by its middle and size. */
export function pieceAt(name, x, y, size, how = {}) {
  const by = (size / 24).toFixed(3);
  return svg("g", { class: `piece ${colourOf(name, how) ? `u-${colourOf(name, how)}` : ""}${how.unused ? " unused" : ""}`, transform: `translate(${(x - size / 2).toFixed(1)} ${(y - size / 2).toFixed(1)}) scale(${by})` }, shapes(name, how));
}

/** A piece between words. */
export function piece(name, how = {}) {
  return svg("svg", { class: `sign ${how.spent ? "spent " : ""}${colourOf(name, how) ? `u-${colourOf(name, how)}` : ""}${how.unused ? " unused" : ""}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, shapes(name, how));
}

/** The pips of a die in a box of 40 by 40; null for what has no such face. */
export function pips(number) {
  return PIPS[number] ? [...PIPS[number]].map((at) => svg("circle", { cx: 10 * (1 + ((at - 1) % 3)), cy: 10 * (1 + Math.floor((at - 1) / 3)), r: 3.8 })) : null;
}

/** The face of a die. */
export const dieFace = (number) => svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, pips(number));

/** A die on a picture, by its middle and size. */
export function dieAt(card, x, y, size, letter = "") {
  const half = size / 2 - 2;
  const face = pips(card.pips) || [svg("text", { x: 20, y: 27, class: "letter" }, card.pips ?? "?")];
  return svg("g", { class: `piece u-${card.colour || "white"} die-on` },
    svg("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: size * 0.2, fill: "currentColor", stroke: "var(--edge)" }),
    svg("g", { class: `o-${card.colour || "white"}`, fill: "currentColor", transform: `translate(${(x - half).toFixed(1)} ${(y - half).toFixed(1)}) scale(${(half / 20).toFixed(3)})` }, face),
    letter ? svg("text", { x: x + half - 1, y: y + half, class: "times" }, letter) : null);
}
