// What happened, line by line; names of things lead to where they lie, names of players have their colours.

import { el } from "./dom.js";
import { byId, page, player } from "./page.js";

const NEAR = 30; // pixels: who is this close to the end follows new lines

let list = null; // the drawn list
let texts = []; // the texts of its lines
let appearance = ""; // what else decides how they are drawn: language, names, colours

/** Show the lines and mark the new ones; before the first line, what the game is about. A reader who scrolled up stays there. */
export function story(lines) {
  const { view } = page;
  const now = JSON.stringify([page.lang, view.players, view.seats.map((each) => each.colour)]);
  if (!list || !lines.length || !texts.length || appearance !== now) return drawAll(lines, now);
  let same = 0;
  while (same < texts.length && texts[same] === lines[same]?.text) same += 1;
  if (same === lines.length && same === texts.length) return undefined;
  const scroll = list.parentElement;
  const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR;
  while (list.children.length > same) list.lastElementChild.remove(); // undone
  for (const each of list.querySelectorAll(".fresh")) each.classList.remove("fresh");
  list.append(...lines.slice(same).map((line) => item(line, true)));
  texts = lines.map((line) => line.text);
  if (atEnd) scroll.scrollTop = scroll.scrollHeight;
  return undefined;
}

/** Draw the whole list. All lines are new if the page was drawn before without any. */
function drawAll(lines, now) {
  const fresh = list && appearance === now;
  list = el("ol", { class: "lines" }, lines.map((line) => item(line, fresh)));
  [texts, appearance] = [lines.map((line) => line.text), now];
  const scroll = el("div", { class: "scroll", tabindex: 0 }, lines.length ? list : el("p", { class: "soft" }, page.words.aim));
  byId("story").replaceChildren(el("h2", {}, page.words.texts.log), scroll);
  scroll.scrollTop = scroll.scrollHeight;
}

const item = (line, fresh) => el("li", { class: fresh ? "fresh" : "" }, linked(line.text));

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
    found.push({ start: line.indexOf(label), label, made: () => el("button", { type: "button", class: "to", onclick: () => point(identity) }, label) });
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

function point(identity) {
  const thing = byId("board").querySelector(`[data-identity="${CSS.escape(identity)}"]`);
  if (!thing) return;
  thing.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  thing.classList.add("pointed");
  setTimeout(() => thing.classList.remove("pointed"), 1600);
}
