// The players: a strip for each, always in the same order, with name, score, whose turn it is, and what the game says there.

import { el, put } from "./dom.js";
import { countAll, values } from "./motion.js";
import { byId, page, player } from "./page.js";
import { keepHeight, replaceChanged } from "./rerender.js";

/** Show them. */
export function strips(view) {
  const place = byId("players");
  const before = [...place.children].map(values);
  replaceChanged(place, view.players.map((_, seat) => strip(view, seat)));
  keepHeight(place);
  before.forEach((each, seat) => { countAll(place.children[seat], each); });
}

function strip(view, seat) {
  const at = view.seats[seat];
  const asked = !view.over && view.asked.includes(seat);
  const away = at.kind === "human" && !at.here;
  const { stand, parts = [] } = (view.strips || []).find((each) => each.seat === seat) || {};
  const said = notes(at, seat);
  const shown = el("div", {},
    el("span", { class: "turns", "aria-hidden": "true" }, asked ? "▸" : ""), player(seat),
    said.length ? el("span", { class: "soft notes" }, said.join(", ")) : null, view.noting.includes(seat) ? el("span", { role: "img", title: page.words.texts.playtest_keeps, "aria-label": page.words.texts.playtest_keeps }, "✎") : null, points(view.scores[seat]),
    parts.length ? el("span", { class: "parts" }, parts.map((part) => el("span", { class: "part" }, page.drawer.spans(part)))) : null);
  if (stand) page.drawer.thing(shown, stand).removeAttribute("aria-label"); // all that stands there is its name
  return el("li", { class: `person${asked ? " asked" : ""}${away ? " away" : ""}${seat === view.seat ? " own" : ""}`, "aria-current": asked ? "true" : null },
    el("i", { class: `side c-${at.colour}`, "aria-hidden": "true" }), shown);
}

/** A score, where it may be told. */
const points = (score) => (score === null || score === undefined ? "" : el("span", { class: "points" }, el("span", { class: "unseen" }, ` ${page.words.texts.points} `), el("span", { class: "count" }, score)));

/** What there is to say of a seat; `who`: who plays there is said already. */
export function notes(at, seat, who = false) {
  const { texts, kinds } = page.words;
  const { view } = page;
  const bot = at.kind !== "human";
  const hints = view.asked_hints[seat];
  return [seat === view.seat ? texts.you : "", at.late ? texts.late : bot ? (who ? "" : kinds[at.kind] || at.kind) : at.here ? "" : texts.away, at.deadline && page.left ? page.left(at.deadline) : "", hints ? put(texts.hinted, { count: hints }) : "", view.end_offers.includes(seat) && !view.over ? texts.offers_end : ""].filter(Boolean);
}

/** Who came where in the end: places, names and scores; without `ranks` the highest score first. Partners stand together, with what their team has, which is the score of each of them. */
export function ranking(view) {
  const ranks = view.ranks || view.scores.map((score) => 1 + view.scores.filter((each) => each > score).length);
  const seats = view.players.map((_, seat) => seat).sort((one, other) => ranks[one] - ranks[other]);
  const team = (seat) => view.teams?.[seat] ?? seat;
  const teams = [...new Set(seats.map(team))].map((each) => seats.filter((seat) => team(seat) === each));
  return el("ol", { class: "ranking" }, teams.map((own) => {
    const rank = 1 + teams.filter(([seat]) => ranks[seat] < ranks[own[0]]).length;
    return el("li", { class: `person${rank === 1 ? " first" : ""}` },
      el("i", { class: `side c-${view.seats[own[0]].colour}`, "aria-hidden": "true" }),
      el("div", {}, el("b", { class: "rank" }, `${rank}.`), own.map((seat, place) => [place ? " + " : "", player(seat)]), points(view.scores[own[0]])));
  }));
}
