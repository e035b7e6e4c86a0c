// Who sits where, above the page once somebody opens it; for the host also who is to sit there, links, and how long bots take.

import { copyText, el, marked, pageLocation, put, replaceLink, setting, svg } from "./dom.js";
import { button, byId, dialog, page, player } from "./page.js";
import { host, invitations, keepHostLink, order } from "./seats.js";
import { place as below, show as showBelow } from "./slow.js";
import { notes } from "./strips.js";

const KINDS = ["human", "easy", "normal", "strong", "greedy", "random"];
const ALONE = /^(localhost|127\.|\[::1\])/; // addresses that this machine alone knows
const PAUSES = [0, 0.8, 2, 4, 8];
const place = el("section", { id: "seats" });
let shown = "";

/** Show it. */
export function open(view) {
  show(view);
  dialog(page.words.texts.the_table, place, below);
}

/** Show who sits where, if that has changed: what is being chosen there stays open. */
export function show(view) {
  showBelow(view);
  const now = JSON.stringify([view.seats, view.players, view.pause, view.asked_hints, view.end_offers, view.watching, view.noting, host, invitations()]);
  if (now === shown) return;
  shown = now;
  const { texts } = page.words;
  const rows = view.seats.map((at, seat) => el("li", { class: "tools" }, player(seat), el("span", { class: "soft" }, notes(at, seat, Boolean(host)).join(", ")), view.noting.includes(seat) ? el("span", { class: "soft" }, `✎ ${texts.playtest_keeps}`) : null, host ? given(at, seat) : null));
  place.replaceChildren(...[
    el("ul", {}, rows), invitations().watch ? link(`/t/${page.name}#${invitations().watch}`, texts.link_watch) : null, host ? phones() : null, view.clock && page.clockRule ? el("p", {}, page.clockRule(view.clock)) : null,
    view.watching ? el("p", { class: "soft" }, put(texts.watching, { count: view.watching })) : null, host ? hosting(view) : null,
  ].flat().filter(Boolean));
}

/** How a phone comes to the table. */
function phones() {
  const { texts } = page.words;
  return el("p", { class: "soft" }, marked(ALONE.test(pageLocation.hostname) ? texts.phones_not_yet : texts.phones));
}

/** Who plays there, and another link. */
function given(at, seat) {
  const { texts, kinds } = page.words;
  const { players } = page.view;
  const choices = [...new Set([...KINDS, at.kind])].map((kind) => el("option", { value: kind, selected: kind === at.kind }, kinds[kind] || kind));
  const who = el("select", { "aria-label": put(texts.who_plays, { name: players[seat] }), onchange: () => order("seat", { seat, kind: who.value }) }, choices);
  const known = at.kind === "human" && seat !== page.view.seat && invitations()[seat];
  const code = known && camera(`/t/${page.name}#${known}`, players[seat]);
  return [who, known ? [copying(`/t/${page.name}#${known}`, players[seat]), code?.ask] : null, at.kind === "human" ? button(texts.new_link, () => renew(seat), { "aria-label": `${texts.new_link}: ${players[seat]}` }) : null, known ? code?.box : null];
}

async function renew(seat) {
  const { texts } = page.words;
  const made = await order("seat", { seat, link: true });
  if (made && invitations()[seat]) setting.set(`links.${page.name}`, JSON.stringify({ ...invitations(), [seat]: made.link }));
  if (made && seat === "host") keepHostLink(made.link); // this browser goes on with it
  if (made && seat === (page.view.whose === "host" ? "host" : page.view.seat)) { // the page goes on with its new link
    replaceLink(`/t/${page.name}`, made.link);
    byId("dialog").addEventListener("close", () => pageLocation.reload(), { once: true });
  }
  if (made) dialog(texts.new_link, el("p", {}, texts.old_ends), link(`/t/${page.name}#${made.link}`, seat === "host" ? texts.link_host : put(texts.link_of, { name: page.view.players[seat] ?? texts.link_watch })));
}

/** A link, to be opened or copied. */
const link = (path, label) => el("p", { class: "tools" }, el("a", { href: path, target: "_blank", rel: "noopener" }, label), copying(path, label));

/** The same for the camera of a phone; not where this page has an address that only this machine knows. */
function camera(path, whose) {
  const { texts } = page.words;
  if (ALONE.test(pageLocation.hostname)) return null;
  const box = el("span", {});
  const ask = async () => {
    if (box.firstChild) return box.replaceChildren();
    const code = await order("code", { link: pageLocation.origin + path });
    if (code) box.replaceChildren(svg("svg", { class: "code", viewBox: `0 0 ${code.size} ${code.size}`, role: "img", "aria-label": texts.qr_code }, svg("path", { d: code.path })));
    return undefined;
  };
  return { ask: button(texts.qr_code, ask, { "aria-label": `${texts.qr_code}: ${whose}` }), box };
}

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
    page.words.designs ? [button(texts.design_keep, () => import("./design.js").then(({ keep }) => keep())), button(texts.design_edit, () => import("./design.js").then(({ edit }) => edit()))] : null,
    view.noting.length ? button(texts.playtest_delete, () => import("./playtest.js").then(({ deleteAll }) => deleteAll(order))) : null)];
}
