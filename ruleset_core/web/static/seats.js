// The table: who sits where, and what its host may do: a browser with the host's link may do that on every page.

import { ask, copyText, el, marked, pageLocation, put, putIn, replaceLink, secret, setting } from "./dom.js";
import { button, byId, dialog, page, player, request } from "./page.js";
import { notes } from "./strips.js";

const kept = `host.${page.name}`;
const KINDS = ["human", "easy", "normal", "strong", "greedy", "random"];
const PAUSES = [0, 0.8, 2, 4, 8];
const place = el("section", { id: "seats" });
let host = null; // the secret of the host's link
let shown = "";
let more = null; // what is loaded once somebody opens it

/** Find out whether this browser may do what the host may. `whose`: whose link opened the page. */
export async function checkHostLink(whose) {
  if (whose === "host") setting.set(kept, secret);
  const held = setting.get(kept);
  if (!held) return;
  const found = await ask(`${page.api}/words`, undefined, held).catch((error) => error);
  if (found.whose === "host") host = held;
  else if (found.status === 403) setting.drop(kept); // there is another link now
}

/** Show who sits where, if that has changed: what is being chosen there stays open. */
export function seats(view) {
  more?.show(view, order, Boolean(host));
  const now = JSON.stringify([view.seats, view.players, view.pause, view.asked_hints, view.end_offers, view.watching, view.noting, host, invitations()]);
  if (now === shown) return;
  shown = now;
  const { texts } = page.words;
  const rows = view.seats.map((at, seat) => el("li", { class: "tools" }, player(seat), el("span", { class: "soft" }, notes(at, seat, Boolean(host)).join(", ")), view.noting.includes(seat) ? el("span", { class: "soft" }, `✎ ${page.words.texts.playtest_keeps}`) : null, host ? given(at, seat) : null));
  place.replaceChildren(...[
    el("ul", {}, rows), invitations().watch ? link(`/t/${page.name}#${invitations().watch}`, texts.link_watch) : null, host ? phones() : null,
    view.watching ? el("p", { class: "soft" }, put(texts.watching, { count: view.watching })) : null, host ? hosting(view) : null,
  ].flat().filter(Boolean));
}

/** Open it above the page, with what `slow.js` adds. */
export async function openSeats() {
  dialog(page.words.texts.the_table, place);
  more ??= await import("./slow.js");
  more.show(page.view, order, Boolean(host));
  place.after(more.place);
}

/** The links of this table by seat, in the browser that began it. */
const invitations = () => JSON.parse(setting.get(`links.${page.name}`) || "{}");

/** Whoever has just begun the table sees how others come to it, if there are others. */
export function invite() {
  if (setting.get(`invite.${page.name}`) !== "on") return;
  setting.drop(`invite.${page.name}`);
  const { view } = page;
  if (host && view.seats.some((at, seat) => at.kind === "human" && seat !== view.seat)) openSeats();
}

/** How a phone comes to the table. */
function phones() {
  const { texts } = page.words;
  const alone = /^(localhost|127\.|\[::1\])/.test(pageLocation.hostname);
  return el("p", { class: "soft" }, marked(alone ? texts.phones_not_yet : texts.phones));
}

const order = (what, body) => request(what, body, host);

/** Who plays there, and another link. */
function given(at, seat) {
  const { texts, kinds } = page.words;
  const { players } = page.view;
  const choices = [...new Set([...KINDS, at.kind])].map((kind) => el("option", { value: kind, selected: kind === at.kind }, kinds[kind] || kind));
  const who = el("select", { "aria-label": put(texts.who_plays, { name: players[seat] }), onchange: () => order("seat", { seat, kind: who.value }) }, choices);
  const known = at.kind === "human" && seat !== page.view.seat && invitations()[seat];
  return [who, known ? copying(`/t/${page.name}#${known}`, players[seat]) : null, at.kind === "human" ? button(texts.new_link, () => renew(seat), { "aria-label": `${texts.new_link}: ${players[seat]}` }) : null];
}

async function renew(seat) {
  const { texts } = page.words;
  const made = await order("seat", { seat, link: true });
  if (made && invitations()[seat]) setting.set(`links.${page.name}`, JSON.stringify({ ...invitations(), [seat]: made.link }));
  if (made && seat === "host") { // this browser goes on with it
    host = made.link;
    setting.set(kept, host);
  }
  if (made && seat === (page.view.whose === "host" ? "host" : page.view.seat)) { // the page goes on with its new link
    replaceLink(`/t/${page.name}`, made.link);
    byId("dialog").addEventListener("close", () => pageLocation.reload(), { once: true });
  }
  if (made) dialog(texts.new_link, el("p", {}, texts.old_ends), link(`/t/${page.name}#${made.link}`, seat === "host" ? texts.link_host : put(texts.link_of, { name: page.view.players[seat] ?? texts.link_watch })));
}

/** A link, to be opened or copied. */
const link = (path, label) => el("p", { class: "tools" }, el("a", { href: path, target: "_blank", rel: "noopener" }, label), copying(path, label));

function copying(path, whose) {
  const { texts } = page.words;
  const copy = button(texts.copy_link, async () => { copy.textContent = (await copyText(pageLocation.origin + path)) ? texts.copied : pageLocation.origin + path; }, { "aria-label": `${texts.copy_link}: ${whose}` });
  return copy;
}

function hosting(view) {
  const { texts } = page.words;
  const choices = [...new Set([...PAUSES, view.pause])].sort((one, other) => one - other);
  const pause = el("select", { onchange: () => order("pause", { seconds: Number(pause.value) }) },
    choices.map((each) => el("option", { value: each, selected: each === view.pause }, put(texts.seconds, { count: each.toLocaleString(page.lang) }))));
  return [el("p", {}, el("label", {}, texts.pause, " ", pause)), el("p", { class: "tools" }, button(texts.new_watch, () => renew("watch")), button(texts.new_host, () => renew("host")),
    view.noting.length ? button(texts.playtest_delete, () => import("./playtest.js").then(({ deleteAll }) => deleteAll(order))) : null)];
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
