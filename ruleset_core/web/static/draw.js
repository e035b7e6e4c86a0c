// Scenes as HTML and SVG. It knows the kinds of things that scenes are made of, no game and no rule.
//
// A thing that can be pointed at has `data-identity`; one that stands for options has the class `can` and
// `data-options`, one that is where something goes `goal` and `data-goals`.

import { el, fill, svg } from "./dom.js";
import { board, bounds } from "./boards.js";
import { cards } from "./cards.js";
import { SUITS, dieFace, formOf, piece, pips, seatOf } from "./pieces.js";
import { placeText, spanText } from "./spoken.js";

const MANY = 5; // so many equal signs are one and a number
const ROOM = 6; // more places for signs than these are told in numbers
const LONGEST = 60; // longer tracks are told in numbers
const NUMBER = /^[-−+]?\d+([+/]\d+)?$|^[·?–-]?$/;

/** Draws scenes: `words` names signs and colours, `art` are the names of the pictures there are. */
export class Drawer {
  constructor(words, art) {
    this.words = words;
    this.art = art;
    this.players = [];
    this.colours = [];
  }

  /** A panel with its title. */
  panel(panel) {
    const show = (panel.show || []).map((node) => this.node(node));
    const note = panel.note ? this.note(panel.note) : null;
    const label = `panel-${panel.id}-${panel.seat ?? ""}`;
    const wide = show.some((each) => each.classList.contains("wide"));
    return el("section", { class: `panel${panel.about ? " about" : ""}${wide ? " broad" : ""}`, "aria-labelledby": label },
      el("h2", { id: label }, this.disc(panel.seat), panel.title), show, note);
  }

  /** A note below a panel. A sign named by its character is drawn; read aloud, signs need no legend. */
  note(text) {
    const { characters } = this.words;
    const parts = [...text].map((char) => (characters[char] ? this.sign(characters[char], "") : char));
    return el("p", { class: "soft note", "aria-hidden": parts.some((part) => part instanceof Element) ? "true" : null }, parts);
  }

  /** The colour of a seat before its name. */
  disc(seat) {
    const colour = this.colours[seat];
    return colour ? el("i", { class: `swatch c-${colour}`, "aria-hidden": "true" }) : null;
  }

  node(node) {
    return this[node.kind](node);
  }

  line(node) {
    return el("p", { class: "line" }, node.parts.map((part) => el("span", { class: "part" }, this.spans(part))));
  }

  prose(node) {
    return el("p", {}, node.text);
  }

  /** Several things; with a colour or a picture of its own it is a mat. */
  group(node) {
    const items = (node.items || []).map((each) => this.node(each));
    const broad = items.some((each) => each.classList.contains("wide")) ? " wide" : "";
    const mat = node.colour || this.art.has(node.art);
    const own = this.seat >= 0 && node.items?.[0]?.parts?.[0]?.[0]?.stand?.id === `seat_${this.seat}`;
    const made = el("div", { class: `group${broad}${mat ? " mat" : ""}${own ? " own" : ""}` }, node.title ? this.heading(node.title) : null,
      this.art.has(node.art) ? this.picture(node.art) : null, el("div", { class: node.beside ? "beside" : "below" }, items));
    if (node.colour) made.style.setProperty("--hue", `var(--c-${node.colour})`);
    return made;
  }

  /** A title; a blank one only takes room. */
  heading(title) {
    return title.trim() ? el("h3", {}, title) : el("p", { class: "blank" }, title);
  }

  /** A picture behind what lies on a mat. */
  picture(name) {
    const made = piece("dot");
    made.setAttribute("class", "behind");
    made.setAttribute("viewBox", "0 0 100 60");
    made.setAttribute("preserveAspectRatio", "xMidYMid slice");
    made.firstChild.setAttribute("href", `#art-${name}`);
    return made;
  }

  table(node) {
    const heads = node.heads || [];
    const last = node.rows.length - (node.sums || 0);
    const titled = heads.some((head) => head.title);
    const numbers = heads.map((_, at) => node.rows.every((row) => ((cell) => cell.every((span) => !span.sign && !span.form && span.style !== "seat") && NUMBER.test(cell.map((span) => span.text || "").join("")))(row.cells?.[at] || [])));
    const rows = node.rows.map((row, place) => {
      const name = el("th", { scope: "row" }, row.marked ? this.sign("arrow", "") : null, this.spans(row.name));
      const cells = (row.cells || []).map((cell, at) => el("td", { class: heads[at]?.wide ? "text" : numbers[at] ? "number" : (cell || []).filter((span) => span.sign).length > 3 ? "many" : "" }, this.spans(cell || [])));
      const kind = `${row.own ? "own " : ""}${row.marked ? "marked " : ""}${place % 2 ? "even " : ""}${place >= last ? "sum" : ""}`.trim();
      const made = el("tr", { class: kind }, name, cells);
      const inside = row.name.some((span) => span.stand && span.stand.identity === row.stand.identity);
      const thing = inside ? made : this.thing(made, row.stand);
      // Where there is little room, long texts stand below their row.
      const texts = (row.cells || []).filter((cell, at) => heads[at]?.wide && cell.length);
      if (!texts.length) return thing;
      return [thing, el("tr", { class: "more" }, el("td", { colspan: heads.length + 1 }, texts.map((cell) => this.spans(cell))))];
    });
    const top = titled
      ? el("thead", {}, el("tr", {}, el("td"), heads.map((head, at) => el("th", { scope: "col", class: `${ink(head.colour)}${head.wide ? " text" : numbers[at] ? " number" : ""}` }, head.title || ""))))
      : null;
    const wide = heads.length > 5 || heads.some((head) => head.wide);
    return el("div", { class: `scroll${wide ? " wide" : ""}`, tabindex: wide ? 0 : null },
      el("table", {}, top, el("tbody", {}, rows)));
  }

  track(node) {
    const value = node.value ?? null;
    const to = node.to ?? null;
    const said = value === null ? "?" : to === null ? `${value}` : `${value}/${to}`;
    const name = node.name || this.letter(node.colour);
    const cells = value !== null && to > 0 && to <= LONGEST ? this.cells(node, value, Math.max(to, value)) : null;
    return el("p", { class: "track" }, el("span", { class: `track-name ${ink(node.colour)}` }, name), cells,
      el("b", {}, said), " ", this.spans(node.after || []));
  }

  cells(node, value, count) {
    const held = Math.min(node.held ?? value, value);
    const groups = [];
    let start = 0;
    for (const size of [...(node.groups || []), count]) {
      const end = Math.min(start + size, count);
      const cells = [];
      for (let place = start; place < end; place += 1) {
        const kind = place < value - held ? "gone" : place < value ? `held ${paint(node.colour)}` : "";
        cells.push(el("i", { class: `space ${kind}` }));
      }
      if (cells.length) groups.push(el("span", { class: "spaces" }, cells));
      start = end;
    }
    return el("span", { class: "way", "aria-hidden": "true" }, groups);
  }

  cards(node) {
    return cards(this, node);
  }

  board(node) {
    return board(this, node);
  }

  // -- spans

  spans(spans) {
    return spans.map((span, place) => {
      const close = !place || span.close || /^[ ,.:;)]/.test(span.text || "");
      const gap = !close ? " " : place && spans[place - 1].sign ? "\u2060" : null; // a sign and its number stay together
      const said = place > 0 && Boolean(spans[place - 1].sign) && spans[place - 1].colour === span.colour; // the sign before it has the letter of the colour
      return [span.below && place ? el("br") : gap, this.span(span, said)];
    });
  }

  span(span, said = false) {
    if (span.sign) return this.signs(span);
    if (span.squares) return this.laid(span);
    if (span.form) return this.formed(span);
    if (span.style === "seat") return this.token(span);
    const lettered = span.colour && !said && span.stand?.family !== "seat" && /^\d+$/.test(span.text || ""); // the letter of a colour is for the eye
    const aloud = lettered ? { role: "img", "aria-label": spanText(this.words, span) } : {};
    if (lettered && span.stand) return this.tile(span, aloud);
    const text = lettered ? this.letter(span.colour) + span.text : span.text || "";
    const kind = `${ink(span.colour)} ${span.style === "bold" || span.colour ? "bold" : span.style === "dim" ? "soft" : ""}`.trim();
    if (!span.stand && !kind) return text;
    const made = el("span", { class: kind, ...aloud }, text);
    return span.stand ? this.thing(made, span.stand) : made;
  }

  /** A number on a piece of a colour. What shows another number than its name is a die. */
  tile(span, aloud) {
    const dice = pips(span.text) && span.stand.name !== span.text;
    const inside = dice ? [dieFace(span.text), el("small", { "aria-hidden": "true" }, this.letter(span.colour))] : this.letter(span.colour) + span.text;
    return this.thing(el("b", { class: `tile ${dice ? "pips " : ""}${paint(span.colour)}`, ...aloud }, inside), span.stand);
  }

  /** The mark of a player: round and without a letter, unlike a die. */
  token(span) {
    const name = this.players[Number(span.text) - 1] || span.text;
    const made = el("b", { class: `token ${paint(span.colour)}`, role: "img", "aria-label": name }, span.text);
    return span.stand ? this.thing(made, span.stand, span.stand.name === name ? name : `${span.stand.name}: ${name}`) : made;
  }

  /** A value as a piece: that of a player has the player's pattern. */
  formed(span) {
    if (span.form === "die" && pips(span.text)) return this.rolled(span);
    const seat = seatOf(span.stand);
    const made = el("span", { class: "signs", role: "img", "aria-label": spanText(this.words, span) },
      piece(formOf(span.form, seat), { colour: span.colour, seat, letter: seat < 0 ? this.letter(span.colour) : "" }));
    return span.stand ? this.thing(made, span.stand, span.stand.name) : made;
  }

  /** A shape by its squares or hexes; the first one is marked. */
  laid({ squares, form, colour, stand }) {
    const at = squares.map(([x, y]) => [x, form ? y * 0.87 : y]);
    const [west, east, north, south] = bounds(at);
    const [wide, high] = [east - west + 1.1, south - north + 1.1];
    const cells = at.map(([x, y]) => (form ? svg("circle", { cx: x, cy: y, r: 0.5 }) : svg("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1 })));
    const made = el("span", { class: `laid ${ink(colour)}`, role: "img", "aria-label": stand.name, "data-squares": squares.join(" ") },
      svg("svg", { viewBox: `${west - 0.55} ${north - 0.55} ${wide} ${high}`, width: wide * 13, height: high * 13 }, cells));
    return this.thing(made, stand);
  }

  /** A number as what a die shows. */
  rolled(span) {
    const made = el("span", { class: `die ${paint(span.colour)}${span.style === "dim" ? " played" : ""}`, role: "img", "aria-label": spanText(this.words, span) }, dieFace(span.text));
    return span.stand ? this.thing(made, span.stand) : made;
  }

  /** Spans as they lie on a place or a card: players by their pieces. */
  placed(spans) {
    return (spans || []).map((span) => (!span.sign && !span.form && seatOf(span.stand) >= 0 && (span.colour || span.stand.family === "seat") ? { ...span, form: "stone" } : span));
  }

  signs(span) {
    const times = span.times ?? 1;
    const room = Math.max(span.of || 0, times);
    const letter = SUITS[span.sign] === span.colour ? "" : this.letter(span.colour);
    const drawn = (part, unused) => piece(span.sign, { colour: span.colour, letter: part, unused, spent: span.style === "spent" });
    const inside = room >= (span.of ? ROOM + 1 : MANY)
      ? [drawn(letter, false), el("small", { class: "count" }, `×${times}${span.of ? `/${span.of}` : ""}`)]
      : Array.from({ length: room }, (_, each) => drawn(each < times ? letter : "", each >= times));
    const plain = span.stand && span.text && !span.colour && span.sign !== "back";
    const made = el("span", { class: "signs", role: plain ? null : "img", "aria-label": plain ? null : spanText(this.words, span) }, inside, plain ? ` ${span.text}` : null);
    return span.stand ? this.thing(made, span.stand, span.stand.name || spanText(this.words, span)) : made;
  }

  sign(name, colour, letter = "") {
    return piece(name, { colour, letter });
  }

  letter(colour) {
    return (colour && this.words.letters[colour]) || "";
  }

  paint(colour) {
    return paint(colour);
  }

  ink(colour) {
    return ink(colour);
  }

  /** A place of a board, which is also read aloud with what lies there. */
  place(element, place) {
    const made = this.thing(element, place.stand, placeText(this.words, place));
    if (place.at) made.dataset.at = place.at;
    if (!(place.what?.length || place.cards?.length) || made.hasAttribute("role")) return made;
    const role = made.querySelector("[role=button]") ? "group" : "img";
    return fill(made, { role, "aria-label": placeText(this.words, place) }, []);
  }

  /** Something that can be pointed at. */
  thing(element, stand, name) {
    if (!stand?.identity) return element;
    element.classList.add("thing");
    element.dataset.identity = stand.identity;
    element.dataset.name = stand.name || "";
    const can = stand.options?.length;
    if (can) element.dataset.options = stand.options.join(" ");
    if (stand.goals?.length) element.dataset.goals = stand.goals.join(" ");
    if (can || element.dataset.goals) {
      element.classList.add(can ? "can" : "goal");
      if (element.getAttribute("role") !== "row" && element.tagName !== "TR") element.setAttribute("role", "button");
      element.setAttribute("tabindex", can ? "0" : "-1");
      if (element.tagName !== "TR") element.setAttribute("aria-label", name || stand.name);
    }
    return element;
  }
}

const ink = (colour) => (colour ? `t-${colour}` : "");
const paint = (colour) => (colour ? `c-${colour} o-${colour}` : "");
