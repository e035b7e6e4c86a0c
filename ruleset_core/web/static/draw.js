// Scenes as HTML and SVG. It knows the kinds of things that scenes are made of, no game and no rule.
//
// A thing that can be pointed at has `data-identity`; one that stands for options has the class `can` and
// `data-options`, one that is where something goes `goal` and `data-goals`.

import { el, fill, svg } from "./dom.js";
import { coloured, said, told } from "./spoken.js";

const MANY = 12; // more signs than these are one and a number
const PIPS = { 1: "5", 2: "37", 3: "357", 4: "1379", 5: "13579", 6: "134679" };
const LONGEST = 60; // longer tracks are told in numbers
const HOLLOW = new Set(["box", "ring"]); // signs with nothing within but a letter
const LINES = new Set(["wall", "road"]); // signs of what is itself a line

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

  /** A note below a panel. A sign that it names by its character is drawn as it is on the panel; read aloud, signs go by their names and need no legend. */
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

  group(node) {
    const items = (node.items || []).map((each) => this.node(each));
    const broad = items.some((each) => each.classList.contains("wide")) ? " wide" : "";
    return el("div", { class: `group${broad}` }, node.title ? el("h3", {}, node.title) : null,
      el("div", { class: node.beside ? "beside" : "below" }, items));
  }

  table(node) {
    const heads = node.heads || [];
    const last = node.rows.length - (node.sums || 0);
    const titled = heads.some((head) => head.title);
    const rows = node.rows.map((row, place) => {
      const name = el("th", { scope: "row" }, row.marked ? this.sign("arrow", "") : null, this.spans(row.name));
      const cells = (row.cells || []).map((cell, at) => el("td", { class: heads[at]?.wide ? "text" : (cell || []).filter((span) => span.sign).length > 3 ? "many" : "" }, this.spans(cell || [])));
      const kind = `${row.own ? "own " : ""}${row.marked ? "marked " : ""}${place >= last ? "sum" : ""}`.trim();
      const made = el("tr", { class: kind }, name, cells);
      const inside = row.name.some((span) => span.stand && span.stand.identity === row.stand.identity);
      const thing = inside ? made : this.thing(made, row.stand);
      // Where there is little room, long texts stand below their row.
      const texts = (row.cells || []).filter((cell, at) => heads[at]?.wide && cell.length);
      if (!texts.length) return thing;
      return [thing, el("tr", { class: "more" }, el("td", { colspan: heads.length + 1 }, texts.map((cell) => this.spans(cell))))];
    });
    const top = titled
      ? el("thead", {}, el("tr", {}, el("td"), heads.map((head) => el("th", { scope: "col", class: `${ink(head.colour)}${head.wide ? " text" : ""}` }, head.title || ""))))
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

  // -- pieces ---------------------------------------------------------------------------------------------------------

  cards(node) {
    const cards = node.cards || [];
    if (node.lies === "pile") return this.pile(node, cards);
    if (node.lies === "list") {
      return el("div", { class: "cards list" }, cards.map((card) => (card.back ? this.piece(card) : this.listed(card))));
    }
    let pieces = cards.map((card) => this.below(card));
    if (node.lies === "market" || node.room) {
      const there = new Map(cards.map((card, index) => [card.place || 0, pieces[index]]));
      const count = Math.max(node.room || 0, ...[...there.keys()].map((place) => place + 1), 0);
      pieces = Array.from({ length: count }, (_, place) => el("div", { class: "spot" },
        node.lies === "market" ? el("small", { class: "soft" }, place + 1) : null,
        there.get(place) || el("div", { class: "free", role: "img", "aria-label": this.words.texts.empty })));
    }
    const backs = node.backs ? el("p", { class: "soft" }, node.backs) : null;
    return el("div", { class: `cards ${node.lies}` }, node.name ? el("h3", {}, node.name) : null, pieces, backs);
  }

  pile(node, cards) {
    const top = cards[cards.length - 1];
    const lies = top ? this.piece(top) : el("div", { class: "free card-size" });
    return el("div", { class: "cards pile" }, lies, el("span", { class: "soft" }, `×${cards.length}`),
      node.backs ? el("p", { class: "soft" }, node.backs) : null);
  }

  below(card) {
    const made = this.piece(card);
    return card.under?.length ? el("div", { class: "with-under" }, made, el("small", {}, this.spans(card.under))) : made;
  }

  piece(card) {
    if (card.back) {
      const facts = (card.facts || []).map((fact) => el("span", {}, this.spans(fact)));
      return this.thing(el("div", { class: "back", role: "img", "aria-label": this.words.texts.face_down }, this.sign("back", card.colour || ""), facts), card.stand);
    }
    if (card.pips !== undefined || card.sign === "die") return this.die(card);
    const art = this.art.has(card.art);
    return card.facts?.length || card.text || art ? this.face(card) : this.chip(card);
  }

  die(card) {
    const pips = PIPS[card.pips];
    const face = pips
      ? svg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, [...pips].map((at) => svg("circle", {
        cx: 10 * (1 + ((at - 1) % 3)), cy: 10 * (1 + Math.floor((at - 1) / 3)), r: 3.6 })))
      : el("b", { "aria-hidden": "true" }, card.pips ?? "?");
    const called = coloured(this.words, card.name, card.colour);
    const name = card.pips === undefined ? called : `${called}: ${card.pips}`;
    const made = el("div", { class: `die ${paint(card.colour)}`, role: "img", "aria-label": name }, face);
    const letter = this.letter(card.colour);
    return el("div", { class: "die-spot" }, this.thing(made, card.stand, name), letter ? el("small", { class: ink(card.colour), "aria-hidden": "true" }, letter) : null);
  }

  chip(card) {
    return this.thing(el("div", { class: "chip" }, this.sign(card.sign || "card", card.colour || ""), el("b", {}, card.name)), card.stand);
  }

  face(card) {
    const head = el("div", { class: `head ${paint(card.colour)}` }, this.sign(card.sign || "card", ""), el("b", {}, card.name));
    const picture = this.art.has(card.art) ? svg("svg", { class: "art", viewBox: "0 0 100 60", "aria-hidden": "true" }, svg("use", { href: `#art-${card.art}` })) : null;
    const facts = (card.facts || []).map((fact) => el("p", {}, this.spans(fact)));
    const text = card.text ? el("p", { class: "card-text" }, card.text) : null;
    return this.thing(el("div", { class: "face" }, head, picture, facts, text), card.stand);
  }

  listed(card) {
    const pips = card.pips === undefined ? null : ` ${card.pips}`;
    const facts = (card.facts || []).map((fact) => [" · ", this.spans(fact)]);
    const under = card.under?.length ? [" ", this.spans(card.under)] : null;
    return this.thing(el("div", { class: "listed" }, this.sign(card.sign || "card", card.colour || ""),
      el("div", {}, el("b", { class: ink(card.colour) }, card.name), pips, facts, under, card.text ? el("p", { class: "soft" }, card.text) : null)), card.stand);
  }

  // -- boards ---------------------------------------------------------------------------------------------------------

  board(node) {
    const drawn = node.shape === "squares" ? this.squares(node) : node.shape === "hexes" ? this.hexes(node) : this.plan(node);
    return el("div", { class: "board wide" }, el("div", { class: "scroll", tabindex: 0 }, drawn), this.legend(node));
  }

  legend(node) {
    const told = new Set((node.legend || []).flat().map((span) => span.sign));
    const all = [...(node.places || []), ...(node.crossings || []), ...(node.edges || [])].flatMap((each) => each.what || []);
    const signs = [...new Set(all.filter((span) => span.sign && !told.has(span.sign)).map((span) => span.sign))];
    const tints = (node.tints || []).map((each) => el("span", { class: `part ${ink(each.colour)}` }, el("b", {}, this.letter(each.colour)), " ", each.text));
    const meant = signs.map((sign) => el("span", { class: "part" }, this.sign(sign, ""), " ", this.words.signs[sign] || sign));
    const whose = new Map(all.filter((span) => span.stand && span.stand.family === "seat").map((span) => [this.mark(span.stand), span]));
    const seats = [...whose].map(([mark, span]) => el("span", { class: `part ${ink(span.colour)}` }, el("b", {}, mark), " ", span.stand.name));
    const said = (node.legend || []).map((spans) => el("span", { class: "part" }, this.spans(spans)));
    const parts = [...seats, ...tints, ...meant, ...said];
    return parts.length ? el("p", { class: "legend" }, parts) : null;
  }

  squares(node) {
    const columns = node.places.map((place) => place.at[0]);
    const rows = node.places.map((place) => place.at[1]);
    const [west, north] = [Math.min(...columns), Math.min(...rows)];
    const count = Math.max(...columns) - west + 1;
    const cells = node.places.map((place) => {
      const cell = el("div", { class: `square ${paint(place.colour)}${place.shaded ? " shaded" : ""}`, title: place.stand.name },
        el("small", { class: "soft", "aria-hidden": "true" }, place.stand.name), el("div", {}, this.spans(this.marked(place.what))));
      cell.style.gridColumn = String(Math.round(place.at[0] - west) + 1);
      cell.style.gridRow = String(Math.round(place.at[1] - north) + 1);
      return this.place(cell, place);
    });
    const made = el("div", { class: "squares" }, cells);
    made.style.setProperty("--columns", String(Math.round(count)));
    return made;
  }

  hexes(node) {
    const size = 52;
    const pitch = size * 0.87;
    const west = Math.min(...node.places.map((place) => place.at[0]));
    const north = Math.min(...node.places.map((place) => place.at[1]));
    const to = ([x, y]) => [(x - west + 0.5) * size, (y - north) * pitch + size * 0.6];
    const corners = (x, y) => Array.from({ length: 6 }, (_, turn) => {
      const angle = Math.PI / 6 + (turn * Math.PI) / 3;
      return `${(x + (Math.cos(angle) * size) / 1.76).toFixed(1)},${(y + (Math.sin(angle) * size) / 1.76).toFixed(1)}`;
    }).join(" ");
    let [wide, high] = [0, 0];
    const cells = node.places.map((place) => {
      const [x, y] = to(place.at);
      [wide, high] = [Math.max(wide, x + size / 2), Math.max(high, y + size * 0.6)];
      return this.spot(place, [svg("polygon", { points: corners(x, y), class: `cell ${paint(place.colour)}${place.shaded ? " shaded" : ""}` })], x, y, size * 0.9, size * 0.8);
    });
    return this.picture(cells, wide, high);
  }

  plan(node) {
    const spots = [...(node.crossings || []).map((place) => place.at), ...(node.corners || []).flat(), ...(node.edges || []).flatMap((edge) => edge.ends)];
    if (!spots.length) return el("p", {}, this.words.texts.empty);
    const ends = (node.edges || []).map((edge) => edge.ends);
    const lengths = ends.map(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1])).sort((a, b) => a - b);
    const scale = 110 / (lengths[Math.floor(lengths.length / 4)] || 1);
    const west = Math.min(...spots.map((spot) => spot[0]));
    const north = Math.min(...spots.map((spot) => spot[1]));
    const to = ([x, y]) => [(x - west) * scale + 26, (y - north) * scale + 26];
    const [wide, high] = [0, 1].map((axis) => Math.max(...spots.map((spot) => to(spot)[axis])) + 26);
    const borders = this.borders(node);
    const spaces = node.places.map((place, index) => {
      const points = node.corners[index].map((corner) => to(corner).map((each) => each.toFixed(1)).join(",")).join(" ");
      const shapes = [svg("polygon", { points, class: "cell" })];
      if (place.colour) shapes.push(svg("polygon", { points, class: `tint ${paint(place.colour)}` }));
      if (place.shaded) shapes.push(svg("polygon", { points, class: "shade" }));
      const [x, y] = to(place.at);
      return this.spot(place, shapes, x, y, 84, 60, `${place.stand.name} ${this.letter(place.colour)}`.trim());
    });
    const edges = [...(node.edges || [])].sort((a, b) => Boolean((a.what || []).length) - Boolean((b.what || []).length))
      .map((edge) => this.edge(edge, to(edge.ends[0]), to(edge.ends[1]), borders.has(key(edge.ends))));
    const crossings = (node.crossings || []).map((place) => {
      const [x, y] = to(place.at);
      const radius = (place.what || []).length ? 19 : 13;
      return this.spot(place, [svg("circle", { cx: x, cy: y, r: radius, class: `cell ${paint(place.colour)}` })], x, y, radius * 2 - 4, radius * 2 - 4,
        place.stand.name.length < 5 ? place.stand.name : "");
    });
    return this.picture([...spaces, ...edges, ...crossings], wide, high);
  }

  /** Lines between spaces of different colours. */
  borders(node) {
    const beside = new Map();
    node.places.forEach((place, index) => {
      const corners = node.corners[index];
      corners.forEach((corner, at) => {
        const ends = key([corner, corners[(at + 1) % corners.length]]);
        beside.set(ends, (beside.get(ends) || new Set()).add(place.colour));
      });
    });
    return new Set([...beside].filter(([, colours]) => colours.size > 1).map(([ends]) => ends));
  }

  picture(parts, wide, high) {
    const made = svg("svg", { viewBox: `0 0 ${wide.toFixed(0)} ${high.toFixed(0)}`, class: "plan", role: "group" }, parts);
    made.style.setProperty("--natural", `${Math.round(wide)}px`);
    return made;
  }

  /** A place of a board drawn as a picture: its shapes, then what lies on it and its name. */
  spot(place, shapes, x, y, wide, high, name = place.stand.name) {
    const what = this.marked(place.what);
    const hidden = place.shaded && what.length;
    const inside = svg("foreignObject", { x: x - wide / 2, y: y - high / 2, width: wide, height: high },
      el("div", { class: "on-spot" }, name && !hidden ? el("small", { class: "soft" }, name) : null, what.length ? el("div", {}, this.spans(what)) : null));
    return this.place(svg("g", {}, shapes, inside), place);
  }

  edge(edge, [ax, ay], [bx, by], border) {
    const way = `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`;
    const what = edge.what || [];
    const parts = [svg("path", { d: way, class: what.length ? "way-line" : border ? "border" : "free-line" }), svg("path", { d: way, class: "hit" })];
    for (const span of what.filter((each) => LINES.has(each.sign))) {
      parts.push(svg("path", { d: way, class: `laid ${stroke(span.colour)}` }));
    }
    const shown = what.filter((span) => !LINES.has(span.sign) || span.colour);
    if (shown.length) {
      const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
      parts.push(svg("foreignObject", { x: x - 35, y: y - 14, width: 70, height: 28 }, el("div", { class: "on-spot" }, el("span", { class: "on-line" }, this.spans(this.marked(shown))))));
    }
    return this.place(svg("g", {}, parts), edge);
  }

  // -- spans ----------------------------------------------------------------------------------------------------------

  spans(spans) {
    return spans.map((span, place) => {
      const close = !place || span.close || /^[ ,.:;)]/.test(span.text || "");
      return [span.below && place ? el("br") : close ? null : " ", this.span(span)];
    });
  }

  span(span) {
    if (span.sign) return this.signs(span);
    if (span.style === "seat") return this.token(span);
    const lettered = span.colour && span.stand?.family !== "seat" && /^\d+$/.test(span.text || ""); // the letter of a colour is for the eye
    const text = lettered ? this.letter(span.colour) + span.text : span.text || "";
    const aloud = lettered ? { role: "img", "aria-label": said(this.words, span) } : {};
    if (lettered && span.stand) return this.thing(el("b", { class: `tile ${paint(span.colour)}`, ...aloud }, text), span.stand);
    const kind = `${ink(span.colour)} ${span.style === "bold" || span.colour ? "bold" : span.style === "dim" ? "soft" : ""}`.trim();
    if (!span.stand && !kind) return text;
    const made = el("span", { class: kind, ...aloud }, text);
    return span.stand ? this.thing(made, span.stand) : made;
  }

  /** The mark of a player: round and without a letter, so that nobody takes it for a die. */
  token(span) {
    const name = this.players[Number(span.text) - 1] || span.text;
    const made = el("b", { class: `token ${paint(span.colour)}`, role: "img", "aria-label": name }, span.text);
    return span.stand ? this.thing(made, span.stand, span.stand.name === name ? name : `${span.stand.name}: ${name}`) : made;
  }

  signs(span) {
    const times = span.times ?? 1;
    const room = Math.max(span.of || 0, times);
    const letter = span.colour && !(span.stand && span.text && !span.colour) ? this.letter(span.colour) : "";
    const inside = room > MANY
      ? [this.sign(span.sign, span.colour || ""), `×${times}${span.of ? `/${span.of}` : ""}`]
      : Array.from({ length: room }, (_, each) => this.sign(span.sign, span.colour || "", each < times ? letter : "", each >= times));
    const plain = span.stand && span.text && !span.colour && span.sign !== "back";
    const made = el("span", { class: "signs", role: plain ? null : "img", "aria-label": plain ? null : said(this.words, span) }, inside, plain ? ` ${span.text}` : null);
    return span.stand ? this.thing(made, span.stand, span.stand.name || said(this.words, span)) : made;
  }

  sign(name, colour, letter = "", unused = false) {
    const drawing = letter && ["die", "cube", "card", "stone", "citizen"].includes(name) ? `${name}-plain` : name;
    const written = HOLLOW.has(name) ? ink(colour) : `o-${colour}`;
    return svg("svg", { class: `sign ${colour ? `u-${colour}` : ""}${unused ? " unused" : ""}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("use", { href: `#sign-${document.getElementById(`sign-${drawing}`) ? drawing : name}` }),
      letter ? svg("text", { x: 12, y: 16.5, class: `letter ${written}` }, letter) : null);
  }

  /** Spans as they stand on a place: players by their marks. */
  marked(spans) {
    return (spans || []).map((span) => (span.stand && span.stand.family === "seat" && !span.sign ? { ...span, text: this.mark(span.stand), style: "bold" } : span));
  }

  mark(stand) {
    const seat = this.players.indexOf(stand.name);
    if (seat < 0) return stand.name;
    return this.players.length === 2 ? "XO"[seat] : String(seat + 1);
  }

  letter(colour) {
    return (colour && this.words.letters[colour]) || "";
  }

  /** A place of a board, which is also read aloud with what lies there. */
  place(element, place) {
    const made = this.thing(element, place.stand, told(this.words, place));
    if (!place.what?.length || made.hasAttribute("role")) return made;
    const role = made.querySelector("[role=button]") ? "group" : "img";
    return fill(made, { role, "aria-label": told(this.words, place) }, []);
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
const stroke = (colour) => (colour ? `s-${colour}` : "");
const key = (ends) => ends.map((end) => end.map((each) => Number(each).toFixed(4)).join(",")).sort().join(" ");
