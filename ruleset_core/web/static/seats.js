// The table: what its host may do, which a browser with the host's link may do on every page; and the way to a rematch.

import { ask, el, putIn, secret, setting } from "./dom.js";
import { button, page, player, request } from "./page.js";

const kept = `host.${page.name}`;
let box = null; // who sits where, loaded once somebody opens it

/** The secret of the host's link; null where this browser has none. */
export let host = null;

/** Go on with another link of the host. */
export function keepHostLink(link) {
  host = link;
  setting.set(kept, link);
}

/** Find out whether this browser may do what the host may. `whose`: whose link opened the page. */
export async function checkHostLink(whose) {
  if (whose === "host") setting.set(kept, secret);
  const held = setting.get(kept);
  if (!held) return;
  const found = await ask(`${page.api}/words`, undefined, held).catch((error) => error);
  if (found.whose === "host") host = held;
  else if (found.status === 403) setting.drop(kept); // there is another link now
}

/** Ask for something that the host alone may do. */
export const order = (what, body) => request(what, body, host);

/** What is shown of the table is another now. */
export const seats = (view) => box?.show(view);

/** Open above the page who sits where. */
export async function openSeats() {
  box ??= await import("./sitting.js");
  box.open(page.view);
}

/** The links of this table by seat, in the browser that began it. */
export const invitations = () => JSON.parse(setting.get(`links.${page.name}`) || "{}");

/** Whoever has just begun the table sees how others come to it, if there are others. */
export function invite() {
  if (setting.get(`invite.${page.name}`) !== "on") return;
  setting.drop(`invite.${page.name}`);
  const { view } = page;
  if (host && view.seats.some((at, seat) => at.kind === "human" && seat !== view.seat)) openSeats();
}

/** The same once more: for all who want it, or when the host does. */
export function again(view) {
  const { texts } = page.words;
  if (view.next) return el("p", {}, el("a", { class: "button usual", href: `/t/${view.next}#${secret}`, onclick: () => carry(view) }, texts.to_rematch));
  if (!view.over) return null;
  const wants = view.rematch.includes(view.seat);
  const asked = view.rematch.map((seat, place) => [place ? ", " : "", player(seat)]);
  return el("p", { class: "tools" }, asked.length ? el("span", {}, putIn(texts.want_rematch, { names: asked })) : null,
    view.seats[view.seat]?.kind === "human" ? button(wants ? texts.no_rematch : texts.rematch, () => request("rematch", { wanted: !wants }), { class: wants ? null : "usual" }) : null,
    host && (view.seat === null || view.seats.filter((each) => each.kind === "human").length > 1) ? button(texts.begin_rematch, () => order("rematch", {}), { class: view.seat === null ? "usual" : null }) : null);
}

/** What this browser holds of this table opens the next one, where each sits one seat further on. */
function carry(view) {
  const links = Object.entries(invitations()).map(([whose, link]) => [Number(whose) >= 0 ? String((Number(whose) || view.seats.length) - 1) : whose, link]);
  if (host) setting.set(`host.${view.next}`, host);
  if (links.length) setting.set(`links.${view.next}`, JSON.stringify(Object.fromEntries(links)));
}
