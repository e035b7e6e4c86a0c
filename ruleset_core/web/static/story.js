// What happened, line by line; names of things lead to where they lie, names of players have their colours.

import { el, setting } from "./dom.js";
import { pace } from "./motion.js";
import { button, byId, page, player, request } from "./page.js";

const NEAR = 30; // pixels: who is this close to the end follows new lines

let list = null; // the drawn list
let texts = []; // the texts of its lines
let last = null;
let appearance = ""; // what else decides how they are drawn: language, names, colours

/** Show the lines, new ones marked. A reader who scrolled up stays there. `replay` shows a line again. */
export function story(lines, replay) {
  const { view } = page;
  last = lines.at(-1);
  const now = JSON.stringify([page.lang, view.players, view.seats.map((each) => each.colour)]);
  if (!list || !lines.length || !texts.length || appearance !== now) return drawAll(lines, now, replay);
  let same = 0;
  while (same < texts.length && same < lines.length && texts[same] === mark(lines[same])) same += 1;
  if (same === lines.length && same === texts.length) return undefined;
  const scroll = list.parentElement;
  const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR;
  while (list.children.length > same) list.lastElementChild.remove(); // undone
  for (const each of list.querySelectorAll(".fresh")) each.classList.remove("fresh");
  list.append(...lines.slice(same).map((line, at) => item(line, lines[same + at - 1], true)));
  texts = lines.map(mark);
  if (atEnd) scroll.scrollTop = scroll.scrollHeight;
  return undefined;
}

/** Draw the whole list. All lines are new if the page was drawn before without any. */
function drawAll(lines, now, replay) {
  const fresh = list && appearance === now;
  list = el("ol", { class: "lines" }, lines.map((line, at) => item(line, lines[at - 1], fresh)));
  [texts, appearance] = [lines.map(mark), now];
  const scroll = el("div", { class: "scroll", tabindex: 0, id: "lines" }, lines.length ? list : el("p", { class: "soft" }, page.words.aim));
  byId("story").replaceChildren(head(replay), scroll);
  scroll.scrollTop = scroll.scrollHeight;
}

/** Its title folds it; beside it, what shows again what came about in the last line. */
function head(replay) {
  const { texts: words } = page.words;
  const place = byId("story");
  const fold = button(words.log, () => {
    const shut = !place.classList.contains("shut");
    place.classList.remove("open");
    if (!page.view.over) setting.set("log", shut ? "shut" : "");
    foldLog(shut);
  }, { class: "fold", "aria-expanded": String(!place.classList.contains("shut")), "aria-controls": "lines" });
  return el("div", { class: "log-head" }, el("h2", {}, fold), button("↻", () => last && replay(last), { "aria-label": words.replay, title: words.replay }), button("×", () => openLog(false), { class: "shuts", "aria-label": words.close }));
}

/** Fold its lines away, as the reader wanted or the end of a game needs room; else show them. */
export function foldLog(shut) {
  const place = byId("story");
  const folded = shut || (!page.view.over && setting.get("log") === "shut");
  place.classList.toggle("shut", folded);
  place.querySelector(".fold")?.setAttribute("aria-expanded", String(!folded));
}

/** On a phone it is a sheet that is opened. */
export function openLog(open = !byId("story").classList.contains("open")) {
  byId("story").classList.toggle("open", open);
  const scroll = list?.parentElement;
  if (scroll) scroll.scrollTop = scroll.scrollHeight;
  if (open) scroll?.focus();
}

/** Light a line; none where it is -1. */
export function light(at) {
  list?.querySelector(".lit")?.classList.remove("lit");
  const line = list?.children[at];
  line?.classList.add("lit");
  line?.scrollIntoView({ block: "nearest" });
}

/** Whether the viewer may take back all from this line on. */
const mayUndo = ({ seat, from }) => page.view.undo_limit !== null && seat === page.view.seat && from >= page.view.undo_limit;

/** What decides how a line is drawn. */
const mark = (line) => `${line.text}${mayUndo(line) ? " ↶" : ""}`;

/** A line, with the colour of its player at its side; the first of a player stands apart. */
function item(line, before, fresh) {
  const colour = page.view.seats[line.seat]?.colour;
  const back = mayUndo(line) ? button("↶", () => request("undo", { to: line.from }), { class: "back-to", "aria-label": page.words.texts.undo_to, title: page.words.texts.undo_to }) : null;
  return el("li", { class: `${fresh ? "fresh" : ""}${before && before.seat !== line.seat ? " turns" : ""}`.trim() },
    el("i", { class: `side ${colour ? `c-${colour}` : ""}`, "aria-hidden": "true" }), el("span", {}, linked(line.text)), back);
}

/** A sentence in which things of the table are buttons. */
export function linked(line) {
  const found = [...players(line), ...things(line)];
  found.sort((one, other) => one.start - other.start || other.label.length - one.label.length);
  const parts = [];
  let at = 0;
  for (const { start, label, made } of found) {
    if (start < at) continue;
    parts.push(line.slice(at, start), made());
    at = start + label.length;
  }
  return [...parts, line.slice(at)];
}

function players(line) {
  const name = (seat, start) => (start ? el("b", { class: `t-${page.view.seats[seat].colour}` }, page.view.players[seat]) : player(seat));
  return page.view.players.flatMap((label, seat) => places(line, label).map((start) => ({ start, label, made: () => name(seat, start) })));
}

function things(line) {
  const hues = new Set([...Object.values(page.words.colours), ...page.view.players]);
  const found = [];
  for (const thing of byId("board").querySelectorAll("[data-identity]")) {
    const label = thing.dataset.name;
    if (!label || label.length < 4 || hues.has(label) || !line.includes(label)) continue;
    const { identity } = thing.dataset;
    found.push({ start: line.indexOf(label), label, made: () => el("button", {
      type: "button", class: "to", onclick: () => point(identity), onmouseenter: () => lightThing(identity, true), onmouseleave: () => lightThing(identity, false),
      onfocus: () => lightThing(identity, true), onblur: () => lightThing(identity, false),
    }, label) });
  }
  return found;
}

/** Where a name stands in a line as a word of its own. */
function places(line, label) {
  const found = [];
  const letter = /[\p{L}\p{N}]/u;
  for (let at = line.indexOf(label); label && at >= 0; at = line.indexOf(label, at + 1)) {
    if (!letter.test(line[at - 1] || " ") && !letter.test(line[at + label.length] || " ")) found.push(at);
  }
  return found;
}

const thingOf = (identity) => byId("board").querySelector(`[data-identity="${CSS.escape(identity)}"]`);

/** A thing that is named is lit while the mouse or the focus is on its name. */
const lightThing = (identity, on) => thingOf(identity)?.classList.toggle("lit", on);

/** Lead to a thing. */
function point(identity) {
  const thing = thingOf(identity);
  if (!thing) return;
  openLog(false);
  thing.scrollIntoView({ block: "nearest", inline: "nearest", behavior: pace() });
  thing.classList.add("pointed");
  setTimeout(() => thing.classList.remove("pointed"), 1600);
}
