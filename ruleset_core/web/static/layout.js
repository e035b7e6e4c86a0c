// Where panels lie: on the table in the areas that the look of the game names, or in the tray. A panel keeps its place while the game lasts.

import { el } from "./dom.js";
import { keepHeight, replaceChanged } from "./rerender.js";

const REST = "rest"; // the area of panels that no row names
const areas = new Map(); // the elements of areas, by name
let order = []; // keys of panels, in the order in which they came

/**
 * The keys of panels in the order that they keep. A new one comes behind the one that it follows among those there are now.
 *
 * Known: `city cards mats`; now: `cards news city mats`. The order is `city cards news mats`: that of what is known stays.
 */
export function keepOrder(keys) {
  keys.forEach((key, at) => {
    if (!order.includes(key)) order.splice(at ? order.indexOf(keys[at - 1]) + 1 : 0, 0, key);
  });
  return order.filter((key) => keys.includes(key));
}

/** Forget the order: another game begins. */
export const forgetOrder = () => { order = []; };

/** The rows of an area grid as lists of names, all equally long; rows that make no grid are no rows. */
function gridRows(layout) {
  const rows = (layout || []).map((row) => row.trim().split(/\s+/));
  const wide = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array(wide - row.length).fill(".")]);
}

/**
 * Put panels where they belong. `panels`: `{id, area, element}` in their order.
 *
 * The rows `["city cards", "city row"]` become `grid-template-areas: "a0 a1" "a0 a2" "rest rest"`: names of panels may hold anything, so
 * areas are numbered, and the last row holds the panels that no row names.
 */
export function layPanels(ground, tray, panels, layout) {
  const rows = gridRows(layout);
  const names = [...new Set(rows.flat())].filter((name) => name !== ".");
  const lies = new Map();
  for (const { id, area, element } of panels) {
    const name = area === "tray" ? "tray" : names.includes(id) ? `at ${id}` : REST;
    lies.set(name, [...(lies.get(name) || []), element]);
  }
  const ident = (name) => (name === "." ? "." : `a${names.indexOf(name)}`);
  const wide = rows[0]?.length || 1;
  const whole = (name) => `"${Array(wide).fill(name).join(" ")}"`;
  ground.style.gridTemplateAreas = [...rows.map((row) => `"${row.map(ident).join(" ")}"`), whole(REST)].join(" ");
  ground.style.gridTemplateRows = rows.length > 1 ? `repeat(${rows.length - 1}, auto) 1fr` : ""; // what a high area leaves free is below the others
  const shown = [...names.map((name) => `at ${name}`), REST].filter((name) => lies.get(name)?.length);
  replaceChanged(ground, shown.map((name) => {
    const place = area(name);
    place.style.gridArea = name.startsWith("at ") ? ident(name.slice(3)) : name;
    replaceChanged(place, lies.get(name));
    return place;
  }));
  tray.hidden = !lies.has("tray");
  replaceChanged(tray.firstElementChild, lies.get("tray") || []);
  if (!tray.hidden) keepHeight(tray);
}

/** Each area keeps its room, so that what comes and goes does not move the others; not what pictures have, and what is left below beside a board. */
export function keepRoom(ground) {
  const end = ground.querySelector(".board.wide .picture") ? ground.clientHeight - 2 : Infinity;
  for (const place of areas.values()) {
    if (!place.isConnected || !place.matches(".at")) continue;
    const { width, height } = getComputedStyle(place);
    const last = place.offsetTop - ground.offsetTop + place.offsetHeight > end;
    Object.assign(place.style, { minWidth: place.querySelector(".picture") ? "" : width, minHeight: last ? "" : height });
  }
}

/** There is another room for the table: areas are as large as they need to be. */
export function freeRoom() {
  for (const place of areas.values()) Object.assign(place.style, { minWidth: "", minHeight: "" });
}

function area(name) {
  if (!areas.has(name)) areas.set(name, el("div", { class: `area ${name.replace(/ .*/, "")}` }));
  return areas.get(name);
}
