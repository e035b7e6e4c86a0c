// Cards, dice and decks, each as it lies.

import { el, svg } from "./dom.js";
import { dieFace, pips } from "./pieces.js";
import { coloured, spanText } from "./spoken.js";

const LONG = 16; // letters of what is told of a back that need the room of a card
const LENGTHY = /[\p{L}’']{9,}/gu; // words that have hardly room on a card
const HEIGHT = 6; // cards of a deck that show at its edge

/** Pieces as they lie. */
export function cards(pen, node) {
  const all = node.cards || [];
  if (node.lies === "pile") return pile(pen, node, all);
  if (node.lies === "list") return el("div", { class: "cards lies-list" }, all.map((card) => (card.back ? piece(pen, card) : listed(pen, card))));
  let pieces = all.map((card) => below(pen, card, node.small));
  if (node.lies === "market" || node.room) {
    const there = new Map(all.map((card, index) => [node.lies === "market" ? card.place || 0 : index, pieces[index]]));
    const count = Math.max(node.room || 0, ...[...there.keys()].map((place) => place + 1), 0);
    const size = pieces.find((each) => each.matches(".face, .small, .back"))?.matches(".face:not(.tiny)") ? "" : " small";
    pieces = Array.from({ length: count }, (_, place) => el("div", { class: "spot" },
      there.get(place) || el("div", { class: `free${node.dice ? " dice" : node.small ? " small" : size}`, role: "img", "aria-label": pen.words.texts.empty }),
      node.lies === "market" ? el("small", { class: "soft" }, place + 1) : null));
  }
  const backs = node.backs ? el("p", { class: "soft backs" }, node.backs) : null;
  return el("div", { class: `cards lies-${node.lies}` }, node.name ? pen.heading(node.name) : null, pieces, backs);
}

/** A deck: its top card on so many others. It may stand for something as a whole. */
function pile(pen, node, all) {
  const count = node.count || all.length;
  const top = all[all.length - 1];
  const lies = top ? piece(pen, top.back && node.small ? { ...top, facts: [] } : top, node.small || top.back) : el("div", { class: "free small" });
  const deck = el("div", { class: "deck", title: node.backs || null }, lies, el("b", { class: "count" }, `×${count}`));
  deck.style.setProperty("--high", String(Math.min(HEIGHT, Math.ceil(count / 3))));
  return el("div", { class: "cards lies-pile" }, pen.thing(deck, node.stand), (node.backs || "").includes(",") ? el("p", { class: "soft backs" }, node.backs) : null);
}

/** A card with what lies on it; of what is no card, below it. */
export function below(pen, card, tiny) {
  const made = piece(pen, card, tiny);
  if (!card.under?.length || made.matches(".face")) return made;
  return el("div", { class: "with-under" }, made, el("small", {}, pen.spans(card.under)));
}

function piece(pen, card, tiny) {
  if (card.back) return back(pen, card);
  if (card.pips !== undefined || card.sign === "die") return die(pen, card);
  if (card.halves) return domino(pen, card, tiny);
  const more = card.facts?.length || card.text || pen.art.has(card.art) || card.cost?.length || card.worth?.length;
  if (more) return face(pen, card, tiny);
  return card.corner || card.sign === "card" || !card.sign || numbered(card) ? small(pen, card) : chip(pen, card);
}

function back(pen, card) {
  const facts = (card.facts || []).map((fact) => el("span", {}, pen.spans(fact)));
  const long = (card.facts || []).flat().map((span) => span.text || "").join("").length > LONG;
  const made = el("div", { class: `back${long ? " wordy" : ""}`, role: "img", "aria-label": pen.words.texts.face_down }, facts.length ? el("div", { class: "told-of" }, facts) : null);
  if (card.colour) made.style.setProperty("--hue", `var(--c-${card.colour})`);
  return pen.thing(made, card.stand);
}

/** A die, with a ring in the colour of its owner where the scene says whose it is. */
export function die(pen, card) {
  const face = pips(card.pips) ? dieFace(card.pips) : el("b", { "aria-hidden": "true" }, card.pips ?? "?");
  const called = coloured(pen.words, card.name, card.colour);
  const name = card.pips === undefined ? called : `${called}: ${card.pips}`;
  const made = el("div", { class: `die ${pen.paint(card.colour)}`, role: "img", "aria-label": name }, face);
  const owner = pen.colours[card.owner];
  if (owner) made.style.setProperty("--owner", `var(--c-${owner})`);
  const letter = pen.letter(card.colour);
  return el("div", { class: "die-spot" }, pen.thing(made, card.stand, name), letter ? el("small", { class: pen.ink(card.colour), "aria-hidden": "true" }, letter) : null);
}

/** A piece that is no card and has a name. */
function chip(pen, card) {
  return pen.thing(el("div", { class: "chip" }, pen.sign(card.sign || "card", card.colour || ""), el("b", {}, card.name)), card.stand);
}

/** The word and the number of a card called like `barley 4`. */
const numbered = (card) => /^(.*\D) (\d{1,3})$/.exec(card.name || "");

/** A card of which there is only a name. A playing card, and one with a number, has rank and suit in two corners. */
function small(pen, card) {
  const [, word, number] = numbered(card) || [];
  const sign = card.sign && card.sign !== "card" ? pen.sign(card.sign, card.colour || "") : null;
  const corner = card.corner || (number && [{ text: number }, sign ? { sign: card.sign } : { text: word[0].toUpperCase() }]);
  if (corner) {
    const [one, other] = [0, 1].map(() => el("span", { class: "index" }, pen.spans(corner)));
    return pen.thing(el("div", { class: `small playing ${pen.ink(card.colour)}`, role: "img", "aria-label": card.name }, one, el("span", {}, sign, card.corner ? null : el("span", { class: "word" }, word)), other), card.stand, card.name);
  }
  const made = el("div", { class: "small" }, el("div", { class: `head ${pen.paint(card.colour)}` }, pen.letter(card.colour)), card.name.length < 3 ? el("b", { class: "large" }, card.name) : named(card.name));
  return hued(pen.thing(made, card.stand), card);
}

/** The pips of two halves. In a row it lies, a double across. */
function domino(pen, card, tiny) {
  const [one, other] = card.halves;
  const half = (number, y) => svg("g", { transform: `translate(0 ${y})` }, pips(number));
  const made = el("div", { class: `domino${one === other ? " double" : ""}${tiny ? " tiny" : ""}`, role: "img", "aria-label": card.name },
    svg("svg", { viewBox: "0 0 40 80" }, half(one, 0), half(other, 40), svg("path", { d: "M6 39.5h28v1H6z" })));
  return pen.thing(made, card.stand, card.name);
}

/** A picture of the game: a broad one fills its place, a higher one is shown whole. */
function picture(name) {
  const box = document.getElementById(`art-${name}`).viewBox.baseVal;
  const broad = box.width > box.height * 1.25;
  const kept = broad ? { viewBox: "0 0 100 60", preserveAspectRatio: "xMidYMid slice" } : { viewBox: "-4 -4 68 68" };
  return svg("svg", kept, svg("use", { href: `#art-${name}`, width: broad ? 100 : 60, height: 60 }));
}

/** A name, the closer together the longer its longest word is, `close` on narrow cards; a mark at its end takes no room. */
function named(name, close = 10) {
  const made = el("b", {}, /[*°]$/.test(name) ? [name.slice(0, -1), el("i", { class: "mark" }, name.slice(-1))] : name);
  const longest = Math.max(0, ...(name.match(LENGTHY) || []).map((word) => word.length));
  if (longest) made.style.letterSpacing = `${-longest / close}px`;
  return made;
}

/** A card with its face; a tiny one shows name, corners and art alone. */
function face(pen, card, tiny) {
  const cost = corner(pen, card.cost, "coin", "cost");
  const worth = corner(pen, card.worth, "star", "worth");
  const head = el("div", { class: `head ${pen.paint(card.colour)}${cost ? " has-cost" : ""}${worth ? " has-worth" : ""}` }, cost || !card.sign || card.sign === "card" ? null : pen.sign(card.sign, ""), named(card.name, tiny ? 8 : 10));
  const drawn = pen.art.has(card.art);
  const art = el("div", { class: `art${drawn ? "" : " plain"}`, "aria-hidden": "true" },
    drawn ? picture(card.art) : pen.sign(card.sign && card.sign !== "card" ? card.sign : "banner", ""));
  const facts = (card.facts || []).length ? el("div", { class: "facts" }, card.facts.map((fact) => el("p", {}, pen.spans(fact)))) : null;
  const text = card.text ? el("p", { class: "card-text" }, card.text) : null;
  const under = card.under?.length ? el("div", { class: "foot" }, pen.spans(pen.placed(card.under))) : null;
  return hued(pen.thing(el("div", { class: `face${tiny ? " tiny" : ""}` }, head, cost, worth, art, facts, text, under), card.stand), card);
}

/** A text is shown whole or not at all: what is cut says nothing. `again`: cards have another size now. */
export function fitTexts(place, again) {
  if (again) for (const each of place.querySelectorAll(".fits, .brief")) each.classList.remove("fits", "brief");
  const shown = [...place.querySelectorAll(".face:not(.fits, .brief) > .card-text")].filter((each) => each.offsetHeight);
  const cut = shown.map((each) => each.scrollHeight > each.clientHeight + 1);
  shown.forEach((each, at) => { each.parentElement.classList.add(cut[at] ? "brief" : "fits"); });
}

function hued(made, card) {
  if (card.colour) made.style.setProperty("--hue", `var(--c-${card.colour})`);
  return made;
}

const NOTHING = new Set(["", "0", "·"]);
const isLabel = (span) => span.style === "dim" && !span.sign && (span.text || "").endsWith(" ");

/** A number in a corner of a card, if it is worth something. Its own sign is the shape of the corner. */
function corner(pen, parts, own, kind) {
  const spans = (parts || []).flat();
  const values = spans.filter((span) => !isLabel(span));
  if (values.every((span) => !span.sign && NOTHING.has(span.text || ""))) return null;
  const shown = values.map((span) => (span.sign === own ? { text: span.times > 1 ? String(span.times) : "" } : span)).filter((span) => span.sign || span.text);
  const aloud = spans.map((span) => spanText(pen.words, span)).join(" ");
  return el("div", { class: `corner ${kind}${shown.map((span) => span.text || "").join("").length > 2 ? " long" : ""}`, role: "img", "aria-label": aloud }, pen.spans(shown));
}

function listed(pen, card) {
  const shown = card.pips === undefined ? null : [" ", String(card.pips)];
  const facts = (card.facts || []).map((fact) => [" · ", pen.spans(fact)]);
  const under = card.under?.length ? [" ", pen.spans(card.under)] : null;
  const corners = [corner(pen, card.cost, "coin", "cost"), corner(pen, card.worth, "star", "worth")];
  const made = el("div", { class: "listed" }, pen.sign(card.sign || "card", card.colour || ""),
    el("div", {}, corners, el("b", { class: pen.ink(card.colour) }, card.name), shown, facts, under, card.text ? el("p", { class: "soft" }, card.text) : null));
  return pen.thing(made, card.stand);
}
