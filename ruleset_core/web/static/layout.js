// Where panels lie: on the table in the areas that the look names, or in the tray. A panel keeps its place while the game lasts.

import { el } from "./dom.js";
import { keepHeight, replaceChanged } from "./rerender.js";

const REST = "rest"; // the area of panels that no row names
const areas = new Map(); // the elements of areas, by name
const order = []; // keys of panels, in the order in which they came

/** The keys of panels in their order, new ones last: `city cards` and now `cards news city` give `city cards news`. */
export function keepOrder(keys) {
  order.push(...keys.filter((key) => !order.includes(key)));
  return order.filter((key) => keys.includes(key));
}

/** The rows of an area grid as lists of names, all equally long; rows that make no grid are no rows. */
function gridRows(layout) {
  const rows = (layout || []).map((row) => row.trim().split(/\s+/));
  const wide = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array(wide - row.length).fill(".")]);
}

/**
 * Put panels where they belong. `panels`: `{key, id, area, element}` in their order.
 *
 * The rows `["city cards", "city row"]` become `grid-template-areas: "a0 a1" "a0 a2" "rest rest"`: names may hold anything, so areas are
 * numbered. The last row holds the panels that no row names, each in a slot. An area that had panels stays.
 */
export function layPanels(ground, tray, panels, layout) {
  const rows = gridRows(layout);
  const names = [...new Set(rows.flat())].filter((name) => name !== ".");
  const lies = new Map();
  for (const { key, id, area, element } of panels) {
    const name = area === "tray" ? "tray" : names.includes(id) ? `at ${id}` : `slot ${key}`;
    areaOf(name);
    lies.set(name, [...(lies.get(name) || []), element]);
  }
  const ident = (name) => (name === "." ? "." : `a${names.indexOf(name)}`);
  const wide = rows[0]?.length || 1;
  const whole = (name) => `"${Array(wide).fill(name).join(" ")}"`;
  ground.style.gridTemplateAreas = [...rows.map((row) => `"${row.map(ident).join(" ")}"`), whole(REST)].join(" ");
  ground.style.gridTemplateRows = rows.length > 1 ? `repeat(${rows.length - 1}, auto) 1fr` : ""; // what a high area leaves free is below the others
  const shown = (all) => all.filter((name) => lies.has(name) || areas.get(name)?.style.minHeight).map((name) => {
    const place = areaOf(name);
    if (name.startsWith("at ")) place.style.gridArea = ident(name.slice(3));
    replaceChanged(place, lies.get(name) || []);
    return place;
  });
  const [at, slots] = [names.map((name) => `at ${name}`), [...areas.keys()].filter((name) => name.startsWith("slot "))].map(shown);
  replaceChanged(areaOf(REST), slots);
  replaceChanged(ground, slots.length ? [...at, areaOf(REST)] : at);
  tray.hidden = !lies.has("tray") && !tray.style.minHeight;
  replaceChanged(tray.firstElementChild, lies.get("tray") || []);
  if (!tray.hidden) keepHeight(tray);
}

/** Each area keeps its room, so that what comes and goes moves no others; not pictures, nor what is left below a board. */
export function keepRoom(ground) {
  const end = ground.querySelector(".board.wide .picture") ? ground.clientHeight - 2 : Infinity;
  const kept = [...areas.values()].filter((place) => place.isConnected && !place.matches(".rest")).map((place) => {
    const { width, height } = getComputedStyle(place);
    if (place.matches(".slot")) {
      const beside = parseFloat(width) - parseFloat(getComputedStyle(place.firstElementChild || place).width);
      return [place, place.style.flex ? { minHeight: height } : { minHeight: height, flex: `0 0 calc(${width} - .1px)`, paddingLeft: `${Math.max(0, beside / 2 - 1)}px` }];
    }
    const last = place.offsetTop - ground.offsetTop + place.offsetHeight > end;
    return [place, { minWidth: place.querySelector(".picture") ? "" : width, minHeight: last ? "" : height }];
  });
  for (const [place, style] of kept) Object.assign(place.style, style);
}

/** There is another room for the table: areas are as large as they need to be. */
export function freeRoom() {
  for (const place of areas.values()) Object.assign(place.style, { minWidth: "", minHeight: "", flex: "", paddingLeft: "" });
}

/** Whether panels have room in their slots. */
export const slotsHold = () => [...areas.values()].every((place) => !place.style.flex || place.scrollWidth <= place.clientWidth + 2);

function areaOf(name) {
  if (!areas.has(name)) areas.set(name, el("div", { class: `area ${name.replace(/ .*/, "")}` }));
  return areas.get(name);
}
