// Boards as pictures: squares and hexes that touch, plans of fields, lines and crossings, spaces apart, and rings.

import { el, svg } from "./dom.js";
import { below } from "./cards.js";
import { dieAt, formOf, piece, pieceAt, seatOf } from "./pieces.js";
import { spanText } from "./spoken.js";

const UNIT = 64; // a square, in units of its picture
const RIM = 24; // where coordinates stand
const HEX = 60; // how wide a hex is
const SPACE = 40; // a hole of a space
const LINES = { wall: "wall", road: "road" }; // signs of what is itself a line
const APART = new Set(["spaces", "stacks", "pegs", "ring"]);
const LANE = 200; // how long a long space is
const JOINT = 22; // what lies between two spaces
const SHORT = 4; // letters of a text that has room on a square
const DOT = 7; // the least radius of what says that something may go there
const MANY = 5; // so many equal pieces are one and a number
const GOLDEN = Math.PI * (3 - Math.sqrt(5)); // the angle between two pieces of a heap
const [PEG, FIVE] = [22, 8]; // how far holes of pegs lie apart, and what lies between five and five

/** A board, and below it what its signs and colours mean. */
export function board(pen, node) {
  const draw = { squares, cards: tableau, hexes, spaces, stacks, pegs, ring }[node.shape] || plan;
  if (!(node.places || []).length && draw !== plan) return el("p", { class: "soft" }, pen.words.texts.empty);
  const made = el("div", { class: `board${APART.has(node.shape) ? "" : " wide"}` }, draw(pen, node), legend(pen, node));
  const names = (node.places || []).map((place) => place.stand.name).filter(Boolean);
  made.querySelector("svg.picture")?.setAttribute("aria-label", [...new Set([names[0], names[names.length - 1]])].join(" – ")); // a1 – f6
  return made;
}

// -- what lies on a place

/** Pieces and words of spans; five or more equal pieces are one and a number. */
function parts(pen, spans, many = MANY) {
  const found = { pieces: [], words: [] };
  for (const span of spans || []) {
    const seat = seatOf(span.stand);
    if (span.sign) {
      const { sign, colour, stand } = span;
      const times = span.times ?? 1;
      const room = Math.max(span.of || 0, times);
      const how = { colour, seat, letter: seat < 0 ? pen.letter(colour) : "" };
      if (room >= (span.style === "heap" ? Infinity : many)) {
        found.pieces.push({ name: sign, how, stand, span, times: span.of ? `${times}/${span.of}` : `×${times}` });
        continue;
      }
      for (let each = 0; each < room; each += 1) found.pieces.push({ name: sign, how: { ...how, unused: each >= times }, stand, span });
    } else if (span.form || isPlayer(span)) {
      found.pieces.push({ name: formOf(span.form, seat), how: { colour: span.colour, seat, letter: seat < 0 ? pen.letter(span.colour) : "" }, stand: span.stand, span });
    } else {
      found.words.push(span);
    }
  }
  return found;
}

/** What lies on a place, within so much room; `share` of it for a single piece. */
function lay(pen, what, [x, y], room, share = 0.76) {
  const { pieces, words } = parts(pen, what);
  const made = [];
  if (pieces.length && !words.length && pieces.every((each) => each.span.style === "heap")) return heap(pieces, [x, y], room);
  const high = words.length ? (pieces.length ? room * 0.3 : room) : 0;
  if (pieces.length) {
    const columns = pieces.length === 1 ? 1 : pieces.length <= 4 ? 2 : Math.ceil(Math.sqrt(pieces.length));
    const rows = Math.ceil(pieces.length / columns);
    const size = Math.min((room * (columns === 1 ? share : 0.94)) / columns, ((room - high) * (columns === 1 && !high ? share : 0.94)) / rows);
    pieces.forEach((each, at) => {
      const row = Math.floor(at / columns);
      const across = Math.min(columns, pieces.length - row * columns);
      const [px, py] = [x + ((at % columns) - (across - 1) / 2) * size, y - high / 2 + (row - (rows - 1) / 2) * size];
      const drawing = svg("g", {}, pieceAt(each.name, px, py, size * 0.98, each.how), each.times ? svg("text", { x: px + size * 0.32, y: py + size * 0.46, class: "times" }, each.times) : null);
      made.push(each.stand ? pen.thing(drawing, each.stand, each.span.stand.name || spanText(pen.words, each.span)) : drawing);
    });
  }
  if (words.length) {
    const top = pieces.length ? y + room / 2 - high : y - room / 2;
    made.push(svg("foreignObject", { x: x - room / 2, y: top, width: room, height: high }, el("div", { class: "on-spot" }, el("div", {}, pen.spans(words)))));
  }
  return made;
}

/** Pieces that lie loose in a hollow, each seen; many of them are smaller. */
function heap(pieces, [x, y], room) {
  const step = (room * 0.37) / Math.sqrt(Math.max(pieces.length, 7));
  const spots = pieces.map((_, at) => [Math.cos, Math.sin].map((turn) => Math.sqrt(at + 0.5) * step * turn(at * GOLDEN)));
  const [left, top] = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length);
  return pieces.map((each, at) => pieceAt(each.name, x + spots[at][0] - left, y + spots[at][1] - top, step * 2.2, each.how));
}

/** A place: its shapes, what lies there, and a dot or a ring that shows that it can be chosen. */
function spot(pen, place, cell, at, room, { name = null, share, stack } = {}) {
  const dice = (place.cards || []).map((card, each) => pen.thing(dieAt(card, at[0] + (each - (place.cards.length - 1) / 2) * 20, at[1], room, pen.letter(card.colour)), card.stand));
  const what = stack || dice.length ? stack || dice : lay(pen, place.what, at, room, share);
  const full = what.length > 0;
  const [x, y] = at;
  const sign = full ? svg("circle", { class: "take", cx: x, cy: y, r: (room * 0.45).toFixed(1) }) : svg("circle", { class: "may", cx: x, cy: y, r: Math.max(room * 0.15, DOT).toFixed(1) });
  return pen.place(svg("g", { class: `place${full ? " full" : ""}` }, cell, name, dice.length ? [what, sign] : [sign, what]), place);
}

/** The shape of a place, dark where it is shaded, and its colour over it. */
function ground(place, kind, tag, shape) {
  return [svg(tag, { ...shape, class: `cell ${kind}${place.shaded && kind !== "point" ? " shaded" : ""}` }), place.colour ? svg(tag, { ...shape, class: `tint c-${place.colour}` }) : null];
}

/** The label of a place: what the scene says, else its name. */
const label = (place) => place.label ?? place.stand.name ?? "";

const isPlayer = (span) => seatOf(span.stand) >= 0 && Boolean(span.stand.family === "seat" || span.colour);

const quiet = (text, x, y, kind = "") => (text ? svg("text", { x: x.toFixed(1), y: y.toFixed(1), class: `quiet ${kind}`, "aria-hidden": "true" }, text) : null);

/** A picture as large as its things, or as there is room; spaces apart never give way to what lies beside them. */
function picture(kind, parts_, [wide, high], scale = 1) {
  const made = svg("svg", { viewBox: `0 0 ${wide.toFixed(0)} ${high.toFixed(0)}`, width: Math.round(wide * scale), height: Math.round(high * scale), class: `picture ${kind}`, role: "group" }, parts_);
  if (APART.has(kind.split(" ")[0])) made.style.minWidth = `min(${Math.round(wide * 0.75)}px, 60vw)`;
  return made;
}

/** How large so many places in a row are shown: few of them larger. */
const sized = (count, unit) => Math.max(1, Math.min(1.7, 400 / (count * unit)));

export const bounds = (spots) => [0, 1].flatMap((axis) => [Math.min(...spots.map((spot) => spot[axis])), Math.max(...spots.map((spot) => spot[axis]))]);

/** Letter and number of each place, where all of them are called like a1. */
function coordinates(places) {
  const found = places.map((place) => /^([a-z]{1,2})(\d{1,2})$/.exec(place.stand.name || ""));
  return found.every(Boolean) ? found.map(([, letter, number]) => [letter, number]) : null;
}

/** What all places with the same key are called alike; null where they are not. */
function alike(keys, names) {
  const found = new Map();
  for (const [at, key] of keys.entries()) {
    if ((found.get(key) ?? names[at]) !== names[at]) return null;
    found.set(key, names[at]);
  }
  return found;
}

const tint = (place) => `${place.colour ? ` tinted c-${place.colour}` : ""}${place.shaded ? " shaded" : ""}`;

// -- squares

function squares(pen, node) {
  const { places } = node;
  if (places.some((place) => wordy(place.what))) return roomy(pen, node);
  const [west, east, north, south] = bounds(places.map((place) => place.at)).map(Math.round);
  const said = places.some((place) => place.label !== undefined) ? null : coordinates(places);
  const columns = said && alike(places.map((place) => place.at[0]), said.map(([letter]) => letter));
  const rows = said && alike(places.map((place) => place.at[1]), said.map(([, number]) => number));
  const rim = columns && rows ? RIM : 2;
  const corner = ([x, y]) => [rim + (x - west) * UNIT, 2 + (y - north) * UNIT];
  const even = places[0].colour && places.every((place) => place.colour === places[0].colour); // as on a board of Reversi
  const cells = places.map((place, index) => {
    const [x, y] = corner(place.at);
    const [c, r] = place.at;
    const odd = (Math.round(c) + (said ? Number(said[index][1]) + 1 : Math.round(r))) % 2; // a1 is dark
    const cell = [...ground(place, node.points ? "point" : `ground-${even ? 0 : odd}`, "rect", { x, y, width: UNIT, height: UNIT }),
      node.points && svg("path", { class: "free-line", d: `M${x + (c === west) * 32},${y + 32}H${x + 64 - (c === east) * 32}M${x + 32},${y + (r === north) * 32}V${y + 64 - (r === south) * 32}` }),
      node.points && place.shaded && svg("circle", { cx: x + 32, cy: y + 32, r: 4.5, class: "star" })];
    const name = rim === RIM ? null : quiet(label(place), x + 4, y + UNIT - 5, "start");
    return spot(pen, place, cell, [x + UNIT / 2, y + UNIT / 2], UNIT, { name, share: node.points ? 0.92 : undefined });
  });
  const letters = rim === RIM ? [...columns].map(([x, text]) => quiet(text, rim + (x - west + 0.5) * UNIT, 2 + (south - north + 1) * UNIT + 17)) : [];
  const numbers = rim === RIM ? [...rows].map(([y, text]) => quiet(text, rim / 2 - 1, 2 + (y - north + 0.5) * UNIT + 4)) : [];
  const wide = rim + (east - west + 1) * UNIT + 2;
  const [left, top, right, bottom] = [rim, 2, rim + (east - west + 1) * UNIT, 2 + (south - north + 1) * UNIT];
  const sides = { north: [left, top, right, top], south: [left, bottom, right, bottom], west: [left, top, left, bottom], east: [right, top, right, bottom] };
  const edges = (node.rim || []).map(([side, colour]) => rimLine(sides[side], colour));
  const wood = node.points ? svg("rect", { x: left, y: top, width: right - left, height: bottom - top, class: "cell" }) : null;
  return picture(`squares${wood ? " crossing" : ""}`, [wood, ...letters, ...numbers, ...cells, ...edges], [wide, 2 + (south - north + 1) * UNIT + rim], sized(east - west + 1, UNIT));
}

/** Whether words lie on a place that need more room than a square has. */
const wordy = (spans) => (spans || []).some((span) => !span.sign && !span.form && seatOf(span.stand) < 0 && (span.text || "").length > SHORT);

/** Cards in rows and columns, as they lie. */
function tableau(pen, node) {
  const tiny = node.places.some((place) => place.small);
  const cells = node.places.map((place) => {
    const lies = (place.cards || []).map((card) => below(pen, card, place.small));
    const words = place.what?.length ? el("div", { class: "words" }, pen.spans(pen.placed(place.what))) : null;
    const name = lies.length ? null : el("small", { class: "soft", "aria-hidden": "true" }, label(place));
    return pen.place(el("div", { class: `square${lies.length ? " full" : ""}${tint(place)}` }, name, lies, words), place);
  });
  return grid(node, cells, `tableau${tiny ? " tiny" : ""}`);
}

/** Squares with room for words. */
function roomy(pen, node) {
  return grid(node, node.places.map((place) => {
    const words = (place.what || []).length ? el("div", { class: "words" }, pen.spans(pen.placed(place.what))) : null;
    return pen.place(el("div", { class: `square${words && (place.what || []).some((span) => span.text !== "·") ? " full" : ""}${tint(place)}` },
      el("small", { class: "soft", "aria-hidden": "true" }, label(place)), words), place);
  }), "roomy");
}

/** Elements of places in rows and columns. */
function grid(node, cells, kind) {
  const [west, , north] = bounds(node.places.map((place) => place.at));
  const count = Math.round(Math.max(...node.places.map((place) => place.at[0])) - west + 1);
  node.places.forEach((place, at) => {
    cells[at].style.gridColumn = String(Math.round(place.at[0] - west) + 1);
    cells[at].style.gridRow = String(Math.round(place.at[1] - north) + 1);
  });
  const made = el("div", { class: `squares ${kind}` }, cells);
  made.style.setProperty("--columns", String(count));
  return made;
}

// -- hexes

function hexes(pen, node) {
  const { places } = node;
  const pitch = HEX * Math.sqrt(0.75);
  const radius = HEX / Math.sqrt(3);
  const [west, east, north, south] = bounds(places.map((place) => place.at));
  const said = places.some((place) => place.label !== undefined) ? null : coordinates(places);
  const rows = said && alike(places.map((place) => place.at[1]), said.map(([, number]) => number));
  const rim = rows ? RIM : 2;
  const to = ([x, y]) => [rim + (x - west + 0.5) * HEX, (rows ? 20 : 4) + (y - north) * pitch + radius];
  const corners = ([x, y]) => Array.from({ length: 6 }, (_, turn) => {
    const angle = Math.PI / 6 + (turn * Math.PI) / 3;
    return `${(x + Math.cos(angle) * radius).toFixed(1)},${(y + Math.sin(angle) * radius).toFixed(1)}`;
  }).join(" ");
  const cells = places.map((place) => {
    const at = to(place.at);
    const hue = Math.abs(Math.round(place.at[0] - place.at[1] / 2 - places[0].at[0] + places[0].at[1] / 2 + 300)) % 3;
    return spot(pen, place, ground(place, `ground-${hue}`, "polygon", { points: corners(at) }), at, HEX * 0.88, { share: 0.84, name: rows ? null : quiet(place.label || "", at[0], at[1] + 18) });
  });
  const numbers = rows ? [...rows].map(([y, text]) => quiet(text, to([Math.min(...places.filter((place) => place.at[1] === y).map((place) => place.at[0])), y])[0] - HEX / 2 - 10, to([0, y])[1] + 4)) : [];
  const first = rows ? places.map((place, at) => [place, said[at][0]]).filter(([place]) => place.at[1] === north) : [];
  const letters = first.length === new Set((said || []).map(([letter]) => letter)).size ? first.map(([place, text]) => quiet(text, to(place.at)[0] + HEX * 0.2, to(place.at)[1] - radius - 2)) : [];
  const edges = (node.edges || []).map((edge) => line(pen, edge, to(edge.ends[0]), to(edge.ends[1]), false));
  return picture("hexes", [...cells, ...edges, ...hexRim(node, to, radius, [north, south]), ...numbers, ...letters], [rim + (east - west + 1) * HEX + 2, (rows ? 24 : 8) + (south - north) * pitch + 2 * radius], sized(east - west + 1, HEX));
}

/** The coloured edges of a board of hexes: upper ones of the first row are its north, lower ones of the last its south. */
function hexRim(node, to, radius, [north, south]) {
  const colours = new Map(node.rim || []);
  if (!colours.size) return [];
  const there = new Set(node.places.map((place) => key([place.at])));
  return node.places.flatMap((place) => [[1, 0], [0.5, 1], [-0.5, 1], [-1, 0], [-0.5, -1], [0.5, -1]].map(([dx, dy], turn) => {
    if (there.has(key([[place.at[0] + dx, place.at[1] + dy]]))) return null;
    const side = dy < 0 && place.at[1] === north ? "north" : dy > 0 && place.at[1] === south ? "south" : dx < 0 ? "west" : "east";
    const [x, y] = to(place.at);
    const corner = (at) => [x + Math.cos(((2 * at - 1) * Math.PI) / 6) * radius, y + Math.sin(((2 * at - 1) * Math.PI) / 6) * radius];
    return colours.has(side) ? rimLine([...corner(turn), ...corner(turn + 1)], colours.get(side)) : null;
  }));
}

const rimLine = ([ax, ay, bx, by], colour) => svg("path", { d: `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`, class: `rim u-${colour}` });

// -- plans

function plan(pen, node) {
  const spots = [...(node.crossings || []).map((place) => place.at), ...(node.corners || []).flat(), ...(node.edges || []).flatMap((edge) => edge.ends)];
  if (!spots.length) return el("p", {}, pen.words.texts.empty);
  const ends = (node.edges || []).map((edge) => edge.ends);
  const lengths = ends.map(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1])).sort((a, b) => a - b);
  const scale = 110 / (lengths[Math.floor(lengths.length / 4)] || 1);
  const [west, east, north, south] = bounds(spots);
  const to = ([x, y]) => [(x - west) * scale + 26, (y - north) * scale + 26];
  const [wide, high] = to([east, south]).map((each) => each + 26);
  const between = borders(node);
  const spaces_ = (node.places || []).map((place, index) => {
    const points = node.corners[index].map((corner) => to(corner).map((each) => each.toFixed(1)).join(",")).join(" ");
    const shapes = [svg("polygon", { points, class: "cell field" }), place.colour ? svg("polygon", { points, class: `tint c-${place.colour}` }) : null, place.shaded ? svg("polygon", { points, class: "shade" }) : null];
    const [x, y] = to(place.at);
    const said = place.shaded && place.what?.length ? "" : place.label ?? `${place.stand.name} ${pen.letter(place.colour)}`.trim();
    return spot(pen, place, shapes, [x, y - 5], 52, { name: quiet(said, x, y + 28), share: 0.68 });
  });
  const edges = [...(node.edges || [])].sort((a, b) => Boolean((a.what || []).length) - Boolean((b.what || []).length))
    .map((edge) => line(pen, edge, to(edge.ends[0]), to(edge.ends[1]), between.has(key(edge.ends))));
  const crossings = (node.crossings || []).map((place) => {
    const [x, y] = to(place.at);
    const built = (place.what || []).some((span) => span.sign || span.form || seatOf(span.stand) >= 0);
    const said = place.label ?? (place.stand.name.length < 5 ? place.stand.name : "");
    return spot(pen, place, [svg("circle", { cx: x, cy: y, r: 15, class: "hit" }), svg("circle", { cx: x, cy: y, r: built ? 10 : 5, class: `cell knot${tint(place)}` })],
      [x, y], place.what?.some((span) => !span.sign && !span.form && !isPlayer(span)) ? 60 : built ? 42 : 24, { share: 0.95, name: built ? null : quiet(said, x + 9, y - 8, "start") });
  });
  return picture("plan", [...spaces_, ...edges, ...crossings], [wide, high]);
}

/** Lines between spaces of different colours. */
function borders(node) {
  const beside = new Map();
  (node.places || []).forEach((place, index) => {
    const corners = node.corners[index];
    corners.forEach((corner, at) => {
      const ends = key([corner, corners[(at + 1) % corners.length]]);
      beside.set(ends, (beside.get(ends) || new Set()).add(place.colour));
    });
  });
  return new Set([...beside].filter(([, colours]) => colours.size > 1).map(([ends]) => ends));
}

/** A line of a plan: thin where it is free, else a wall of stones, a road or a player's own line. */
function line(pen, edge, from, to, border) {
  const [a, b] = [from, to].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const step = (20 * (edge.aside || 0)) / (Math.hypot(b[0] - a[0], b[1] - a[1]) || 1);
  const [[ax, ay], [bx, by]] = [a, b].map(([x, y]) => [x + (a[1] - b[1]) * step, y + (b[0] - a[0]) * step]);
  const cut = 9 / (Math.hypot(bx - ax, by - ay) || 1);
  const stops = [0, ...(edge.gaps || []).flatMap((gap) => [gap - cut, gap + cut]), 1];
  const way = stops.map((at, index) => `${index % 2 ? "L" : "M"}${(ax + (bx - ax) * at).toFixed(1)} ${(ay + (by - ay) * at).toFixed(1)}`).join("");
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const what = edge.what || [];
  const built = what.find((span) => LINES[span.sign] || seatOf(span.stand) >= 0);
  const drawn = (kind, style = "") => svg("path", { d: way, class: `${kind} ${style}` });
  const seat = seatOf(built?.stand);
  const hue = built?.colour ? `u-${built.colour}` : "";
  const parts_ = built
    ? [drawn("edge-line"), drawn(LINES[built.sign] || "own-line", hue), drawn(`joints ${LINES[built.sign] || `of-${seat % 2}`}`)]
    : [drawn(what.length ? "way-line" : border ? "border" : "free-line")];
  const shown = what.filter((span) => span !== built || (span.sign && span.colour));
  const lies = shown.length ? lay(pen, shown, [x, y], 40, 0.7) : [];
  const made = svg("g", { class: `place line${built ? " full" : ""}` }, drawn("hit"), parts_, lies, what.length ? null : svg("circle", { class: "may", cx: x.toFixed(1), cy: y.toFixed(1), r: DOT }));
  return pen.place(made, edge);
}

const key = (ends) => ends.map((end) => end.map((each) => Number(each).toFixed(4)).join(",")).sort().join(" ");

// -- spaces apart from each other

/** A rounded hole with its label below it. */
function hole(pen, place, [x, y]) {
  const half = SPACE / 2;
  const shape = { x: x - half, y: y - half, width: SPACE, height: SPACE, rx: 12 };
  return spot(pen, place, ground(place, "hole", "rect", shape), [x, y], SPACE, { share: 0.8, name: [quiet(label(place), x, y + half + 13), place.cards?.length ? beneath(pen, place, [x, y + half]) : null] });
}

/** What is said of a place on which a die lies. */
function beneath(pen, place, [x, y]) {
  if (!place.what?.length) return null;
  return svg("foreignObject", { x: x - 45, y: y + (label(place) ? 15 : 2), width: 90, height: 20 }, el("div", { class: "on-spot" }, el("div", {}, pen.spans(place.what))));
}

/** How far apart spaces lie, by their labels, and `least`. */
const widest = (node, least) => Math.max(least, ...node.places.map((place) => label(place).length * 7 + 6));

/** Holes in rows, in groups of five, with pegs that are larger than they; a shaded place is no hole. */
function pegs(pen, node) {
  const [, east, , south] = bounds(node.places.map((place) => place.at));
  const lanes = new Set(node.places.map((place) => place.colour)).size; // as many rows belong together
  const to = ([x, y]) => [(x + 0.5) * PEG + Math.floor(x / 5) * FIVE, (y + 0.5) * PEG + Math.floor(y / lanes) * FIVE];
  const cells = node.places.filter((place) => !place.shaded).map((place) => {
    const [x, y] = to(place.at);
    return spot(pen, place, ground(place, "hole", "circle", { cx: x, cy: y, r: 6 }), [x, y], PEG, { share: 1.1 });
  });
  return picture("pegs", cells, to([east + 0.5, south + 0.5]));
}

/** Spaces in rows. What lies between two of them joins them. */
function spaces(pen, node) {
  const [, east, , south] = bounds(node.places.map((place) => place.at));
  const named = node.places.some((place) => label(place));
  const across = widest(node, SPACE + (node.edges?.length ? JOINT : 10));
  const down = SPACE + (named ? 24 : 10);
  const to = ([x, y]) => [(x + 0.5) * across, y * down + SPACE / 2 + 4];
  const joints = (node.edges || []).map((edge) => {
    const [[ax, y], [bx]] = edge.ends.map(to);
    return pen.place(svg("g", {}, svg("path", { d: `M${ax} ${y}H${bx}`, class: "joint" }), lay(pen, edge.what, [(ax + bx) / 2, y], JOINT, 0.95)), edge);
  });
  const cells = node.places.map((place) => hole(pen, place, to(place.at)));
  return picture("spaces", [...joints, ...cells], [(east + 1) * across, (south + 1) * down + 2]);
}

/** A long space: up to five pieces in a column from the edge of the board, on a wedge unless it is shaded or has a colour. */
function lane(pen, place, x, edge, way) {
  const to = (step) => edge + way * step;
  const { pieces } = parts(pen, place.what, Infinity);
  const stack = pieces.slice(0, MANY).map((each, at) => svg("g", {}, pieceAt(each.name, x, to(36 * at + 18), 36, at > 3 && pieces[MANY] ? { colour: each.how.colour } : each.how), at > 3 && pieces[MANY] ? svg("text", { x, y: to(162) + 5, class: "times" }, `×${pieces.length}`) : null));
  const cell = ground(place, "ground-1", "rect", { x: x - 22, y: Math.min(edge, to(LANE)), width: 44, height: LANE });
  const wedge = place.shaded || place.colour ? null : svg("path", { d: `M${x - 20} ${edge}h40L${x} ${to(LANE - 12)}Z`, fill: `var(--${(place.at[0] + place.at[1]) % 2 ? "wood-line" : "panel"})` });
  return spot(pen, place, [...cell, wedge], [x, to(36 * Math.max(stack.length, 1) - 18)], SPACE, { stack, name: quiet(label(place), x, edge + (way > 0 ? -6 : 15)) });
}

/** Long spaces in rows, the last of which begins at its lower edge. */
function stacks(pen, node) {
  const wide = widest(node, 44);
  const [, east, , south] = bounds(node.places.map((place) => place.at));
  const cells = node.places.map((place) => {
    const [x, y] = place.at;
    const low = y === south;
    return lane(pen, place, (x + 0.5) * wide + 1, (y + low) * LANE + 20, low ? -1 : 1);
  });
  return picture("stacks", cells, [(east + 1) * wide + 2, (south + 1) * LANE + 40]);
}

function ring(pen, node) {
  const count = node.places.length;
  const wordy = node.places.some((place) => place.cards?.length && place.what?.length);
  const radius = Math.max(64, (count * (SPACE + (wordy ? 48 : 22))) / (2 * Math.PI));
  const middle = radius + SPACE / 2 + 6;
  const cells = node.places.map((place, at) => {
    const angle = (at / count) * 2 * Math.PI - Math.PI / 2;
    return hole(pen, place, [middle + Math.cos(angle) * radius, middle + Math.sin(angle) * radius]);
  });
  return picture("ring", [svg("circle", { cx: middle, cy: middle, r: radius, class: "wheel" }), ...cells], [2 * middle, 2 * middle + (wordy ? 32 : 12)]);
}

// -- what signs and colours mean

/** What the look says of signs: of spaces apart, which have labels, nothing else is told. */
const said = (pen, node) => (node.legend || []).map((spans) => el("span", { class: "part" }, pen.spans(spans)));

function legend(pen, node) {
  if (APART.has(node.shape)) return node.legend?.length ? el("p", { class: "legend" }, said(pen, node)) : null;
  const explained = new Set((node.legend || []).flat().map((span) => span.sign));
  const all = [...(node.places || []), ...(node.crossings || []), ...(node.edges || [])].flatMap((each) => each.what || []);
  const signs = [...new Set(all.filter((span) => span.sign && !explained.has(span.sign)).map((span) => span.sign))];
  const tints = (node.tints || []).map((each) => el("span", { class: `part t-${each.colour}` }, el("b", {}, pen.letter(each.colour)), " ", each.text));
  const formed = new Map(all.filter((span) => span.form && span.text && seatOf(span.stand) < 0).map((span) => [`${span.form} ${span.text}`, span]));
  const forms = [...formed.values()].map((span) => el("span", { class: "part" }, piece(span.form, { colour: span.colour }), " ", span.text));
  const meant = signs.map((sign) => el("span", { class: "part" }, pen.sign(sign, ""), " ", pen.words.signs[sign] || sign));
  const whose = new Map(all.filter((span) => !span.sign && seatOf(span.stand) >= 0).map((span) => [seatOf(span.stand), span]));
  const seats = [...whose].sort(([a], [b]) => a - b).map(([seat, span]) => el("span", { class: "part" }, piece(formOf(span.form, seat), { colour: span.colour, seat }), " ", span.stand.name));
  const parts_ = [...seats, ...tints, ...forms, ...meant, ...said(pen, node)];
  return parts_.length > 1 || parts_[0] !== meant[0] ? el("p", { class: "legend" }, parts_) : null; // a sign alone is only itself
}
