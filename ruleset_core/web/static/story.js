// What happened, line by line; names of things lead to where they lie, names of players have their colours.

import { el } from "./dom.js";
import { byId, page, player } from "./page.js";

/** Show the lines; those from `fresh` on are new. Before the first one, what the game is about. */
export function story(lines, fresh) {
  const list = el("ol", { class: "lines" }, lines.map((line, place) => el("li", { class: place >= fresh ? "fresh" : "" }, linked(line.text))));
  const aim = lines.length ? null : el("p", { class: "soft" }, page.words.aim);
  byId("story").replaceChildren(el("h2", {}, page.words.texts.log), el("div", { class: "scroll", tabindex: 0 }, aim || list));
  byId("story").lastElementChild.scrollTop = list.scrollHeight;
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
