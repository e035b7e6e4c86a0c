// What changed is shown moving, shortly: things travel, dice roll, cards turn over, scores count. Only transforms and opacity are
// animated, nothing waits for it, any key or click ends it, and there is none where less motion is wanted.
//
// `before = snapshot(board)`, then the board is drawn again, then `show(board, before)`. Places are kept relative to the ground on
// which things lie, since the table may be scrolled meanwhile.

const MOVE = 300;
const ROLL = 500;
const STAGGER = 1500; // within this all of them begin
const FRESH = 2000;
const FEW = 8; // places on which what is new appears
const NEAR = 3; // pixels: who lies this close has not moved

const APPEARS = [{ opacity: 0 }, { opacity: 1 }];
const ROLLS = [{ transform: "rotate(-300deg) scale(.6)" }, { transform: "rotate(20deg) scale(1.1)", offset: 0.8 }, { transform: "none" }];

const travel = (x, y) => [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];

const quiet = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
/** How a page scrolls to something. */
export const pace = () => (quiet() ? "auto" : "smooth");
const running = new Set();
let places = { from: new Set(), to: new Set() }; // of boards: of the last move
let timer = 0;

const panelOf = (thing) => thing.closest(".panel")?.getAttribute("aria-labelledby");

/** All things by identity, and dice that are only values by their panel and number. */
function things(board) {
  const counts = {};
  return [...board.querySelectorAll("[data-identity], .die:not(.thing)")].map((thing) => {
    if (thing.dataset.identity) return [thing.dataset.identity, thing];
    const panel = panelOf(thing);
    counts[panel] = (counts[panel] || 0) + 1;
    return [`${panel} ${counts[panel]}`, thing];
  });
}

/** What lies where: by identity, of what lies there once only; `numbers` by panel. */
export function snapshot(board) {
  const found = new Map();
  const twice = new Set();
  const origins = new Map();
  found.numbers = new Map([...board.querySelectorAll(".panel")].map((panel) => [panelOf(panel), values(panel)]));
  for (const [identity, thing] of things(board)) {
    if (found.has(identity)) twice.add(identity);
    const ground = groundOf(thing);
    if (!ground) continue;
    const origin = originOf(ground, origins);
    const { left, top, width, height } = thing.getBoundingClientRect();
    found.set(identity, { ground, left: left - origin.left, top: top - origin.top, width, height, ...whatIs(thing) });
  }
  for (const identity of twice) found.delete(identity);
  return found;
}

/** What a thing scrolls with: all that lies on the table, or in the tray. */
const groundOf = (thing) => thing.closest("#ground, #own");

/** The corner of a ground in the window. */
function originOf(ground, known) {
  if (!known.has(ground)) known.set(ground, ground.getBoundingClientRect());
  return known.get(ground);
}

/** What a thing is, without where: a place with what lies on it, or a piece with what it shows and what it lies in. */
function whatIs(thing) {
  const outer = thing.parentElement.closest("[data-identity]");
  const [panel, row] = [thing.closest(".panel"), thing.closest(".cards")];
  const isPlace = !outer && Boolean(thing.closest(".board"));
  const said = thing.getAttribute("aria-label") || "";
  const holds = isPlace ? [...thing.querySelectorAll("[data-identity]")].map((each) => each.dataset.identity).join() + (said.split(": ")[1] || "").replace("·", "") : "";
  return {
    isPlace, holds,
    pips: thing.matches(".die") ? said : "",
    back: thing.matches(".back"),
    lies: `${panelOf(thing)} ${row ? [...panel.querySelectorAll(".cards")].indexOf(row) : ""} ${outer?.dataset.identity || ""}`,
  };
}

/** Show how the board became what it is. */
export function show(board, before) {
  const now = snapshot(board);
  mark(board, before, now);
  play(board, before, now);
}

/** End all that moves. */
export function skip() {
  for (const each of running) each.finish();
}

function play(board, before, now) {
  skip();
  if (quiet()) return;
  const units = new Map();
  const moves = [];
  for (const panel of board.querySelectorAll(".panel")) countAll(panel, before.numbers.get(panelOf(panel)));
  for (const [identity, thing] of things(board)) {
    const [from, to] = [before.get(identity), now.get(identity)];
    if (!to || to.isPlace || thing.tagName === "TR" || !to.width) continue;
    moves.push(...frames(thing, from, to, () => unitOf(thing, units)));
  }
  moves.push(...carried(board, before, now, units));
  const step = Math.min(60, STAGGER / (moves.length || 1));
  for (const [at, [thing, steps, duration, moved]] of moves.entries()) {
    run(thing, steps, { duration, delay: moved ? at * step : 0, fill: "backwards", easing: "ease-out" });
  }
}

/** How a thing moves: [thing, steps, milliseconds, whether it waits for its turn]. */
function frames(thing, from, to, unit) {
  if (to.pips && from?.pips !== to.pips) return [[thing, ROLLS, ROLL, false]];
  if (!from) return [[thing, APPEARS, MOVE, false]];
  if (from.back && !to.back) return [[thing, [{ transform: "rotateY(90deg)" }, { transform: "none" }], MOVE, false]];
  if (from.ground !== to.ground) return fly(thing, from, to, unit());
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) <= NEAR) return [];
  const scale = unit();
  return scale ? [[thing, travel(x / scale, y / scale), MOVE, from.lies !== to.lies]] : [];
}

/** From the tray to the table or back: a copy flies above the page, the thing itself is not seen. */
function fly(thing, from, to, scale) {
  if (!scale || thing.namespaceURI.endsWith("svg")) return [[thing, APPEARS, MOVE, false]];
  const copy = thing.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("[data-identity]")]) delete each.dataset.identity;
  const layer = document.createElement("div");
  layer.className = "flies";
  layer.setAttribute("aria-hidden", "true");
  layer.inert = true;
  layer.append(copy);
  document.body.append(layer);
  const [start, end] = [from, to].map((each) => {
    const { left, top } = each.ground.getBoundingClientRect();
    return [left + each.left, top + each.top];
  });
  layer.style.left = `${end[0]}px`;
  layer.style.top = `${end[1]}px`;
  copy.style.zoom = scale;
  run(layer, travel(start[0] - end[0], start[1] - end[1]), { duration: MOVE, easing: "ease-out" }, () => layer.remove());
  return [[thing, [{ opacity: 0 }, { opacity: 0 }], MOVE, false]];
}

/**
 * Men of a board game are no things of their own: what they are is that a place holds this player. Where one place has lost what one
 * other has gained, it went from there to here; else what is new appears.
 */
function carried(board, before, now, units) {
  const changed = [...now].filter(([identity, is]) => is.isPlace && before.get(identity) && before.get(identity).holds !== is.holds);
  const lost = changed.filter(([, is]) => !is.holds);
  const gained = changed.filter(([, is]) => is.holds);
  const manOn = ([identity]) => board.querySelector(`[data-identity="${CSS.escape(identity)}"] .thing`);
  const from = lost.length === 1 && gained.length === 1 && before.get(lost[0][0]);
  if (!from || from.holds !== gained[0][1].holds) return gained.slice(0, FEW).map(manOn).filter(Boolean).map((man) => [man, APPEARS, MOVE, false]);
  const [man, to] = [manOn(gained[0]), gained[0][1]];
  if (!man) return [];
  const scale = unitOf(man, units);
  const [x, y] = [from.left - to.left + (from.width - to.width) / 2, from.top - to.top + (from.height - to.height) / 2];
  return scale ? [[man, travel(x / scale, y / scale), MOVE, true]] : [];
}

/** How many pixels of the window one of a transform is: tables and boards are scaled. */
function unitOf(thing, known) {
  const place = thing.parentElement.closest("foreignObject, svg, #ground, #tray");
  if (!known.has(place)) {
    const at = thing.getBoundingClientRect().left;
    const moved = thing.animate([{ transform: "translate(100px, 0)" }, { transform: "translate(100px, 0)" }], 1000);
    known.set(place, (thing.getBoundingClientRect().left - at) / 100);
    moved.cancel();
  }
  return known.get(place);
}

function run(thing, steps, timing, after) {
  const made = thing.animate(steps, timing);
  running.add(made);
  made.finished.catch(() => null).then(() => {
    running.delete(made);
    after?.();
  });
}

/** Mark what is new or lies elsewhere, and the places of boards that the last move has changed. */
export function mark(board, before, now = snapshot(board)) {
  const [from, to] = [new Set(), new Set()];
  const fresh = [];
  for (const [identity, is] of now) {
    const was = before.get(identity);
    if (is.isPlace) {
      if (was && was.holds !== is.holds) (is.holds ? to : from).add(identity);
    } else if (!was || was.lies !== is.lies || was.pips !== is.pips || was.back !== is.back) {
      fresh.push(identity);
    }
  }
  if (from.size || to.size) places = { from, to };
  markPlaces(board);
  if (!fresh.length) return;
  clearTimeout(timer);
  const marked = fresh.map((identity) => board.querySelector(`[data-identity="${CSS.escape(identity)}"]`)).filter(Boolean);
  const off = () => marked.forEach((thing) => { thing.classList.remove("fresh"); });
  marked.forEach((thing) => { thing.classList.add("fresh"); });
  timer = setTimeout(off, FRESH);
}

/** Where the last move came from and went to. */
function markPlaces(board) {
  for (const thing of board.querySelectorAll(".board [data-identity]")) {
    thing.classList.toggle("last-from", places.from.has(thing.dataset.identity));
    thing.classList.toggle("last-to", places.to.has(thing.dataset.identity));
  }
}

/** The texts of a place that are numbers and nothing else. */
const numbers = (place) => [...place.querySelectorAll(".part, td, .count")].map((each) => each.lastChild).filter((each) => each?.nodeType === Node.TEXT_NODE && /^\s*\d+$/.test(each.data));

/** What they are. */
export const values = (place) => numbers(place).map((each) => Number(each.data));

/** Let the numbers of a place count from what they were before. */
export function countAll(place, before) {
  const now = numbers(place);
  if (!quiet() && now.length === before?.length) now.forEach((each, at) => { countUp(each, before[at], Number(each.data)); });
}

function countUp(text, from, to) {
  if (from === to) return;
  let begun = performance.now();
  const counts = { finish: () => { begun = -ROLL; } };
  running.add(counts);
  const step = (now) => {
    const part = Math.min(1, (now - begun) / ROLL);
    const shown = String(Math.round(from + (to - from) * part));
    if (text.data !== shown) text.data = shown;
    if (part < 1 && text.isConnected) requestAnimationFrame(step);
    else running.delete(counts);
  };
  step(begun);
}

for (const event of ["pointerdown", "keydown"]) addEventListener(event, skip, true);
