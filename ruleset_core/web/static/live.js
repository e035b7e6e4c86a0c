// Above the table of a game that somebody is writing: what became of the last save. Loaded where `ruleset dev` serves it.

import { el, get } from "./dom.js";
import { button, byId, page, request } from "./page.js";

let shown = "";
let art = 0;

/** The pictures of the game, which may be others now. `sprite` makes elements of them, `redraw` draws the table. */
async function renew(sprite, redraw) {
  const drawn = await (await get(`${page.api}/art`)).text();
  document.querySelector("[id^=art-]")?.closest("svg").remove();
  document.body.append(sprite(drawn));
  page.drawer.art = new Set([...document.querySelectorAll("[id^=art-]")].map((each) => each.id.slice(4)));
  redraw();
}

/** Show it. */
export function show(live, sprite, redraw) {
  if (live.art !== art) renew(sprite, redraw);
  art = live.art;
  const said = JSON.stringify(live);
  if (said === shown) return;
  shown = said;
  const act = (what) => (event) => {
    event.currentTarget.disabled = true;
    request("live", { do: what });
  };
  const findings = live.findings.map(([place, what, fix]) => el("li", {}, el("code", {}, place), ` ${what}`, fix && el("span", { class: "soft" }, ` ${fix}`)));
  const acts = Object.entries(live.acts).map(([what, label]) => button(label, act(what)));
  const strip = byId("live-strip") || el("section", { id: "live-strip", role: "status", "aria-live": "polite" });
  strip.className = live.wrong ? "panel" : "panel soft";
  strip.replaceChildren(el("p", {}, live.said.join(" ")), ...(acts.length ? [el("p", { class: "tools" }, acts)] : []), ...(findings.length ? [el("ul", {}, findings)] : []));
  strip.hidden = !live.said.length;
  if (!strip.isConnected) byId("top").after(strip);
  Object.assign(strip.style, { flex: "none", maxHeight: "30dvh", maxWidth: "none", overflow: "auto" });
}
