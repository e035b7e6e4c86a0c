// The table: who sits where, and what its host may do. A browser that was given the host's link may do that on every page of the table.

import { ask, copied, el, put, replaceLink, secret, setting } from "./dom.js";
import { button, byId, dialog, page, player, tell } from "./page.js";

const kept = `host.${page.name}`;
const KINDS = ["human", "easy", "normal", "strong", "greedy", "random"];
const PAUSES = [0, 0.8, 2, 4, 8];
let host = null; // the secret of the host's link
let shown = "";

/** Find out whether this browser may do what the host may. `whose`: whose link opened the page. */
export async function knock(whose) {
  if (whose === "host") setting.set(kept, secret);
  const held = setting.get(kept);
  if (!held) return;
  const found = await ask(`${page.api}/words`, undefined, held).catch((error) => error);
  if (found.whose === "host") host = held;
  else if (found.status === 403) setting.drop(kept); // there is another link now
}

/** Show who sits where, where that is another than before: what is being chosen there stays open. */
export function seats(view) {
  const now = JSON.stringify([view.seats, view.players, view.pause, view.over, view.asked_hints, view.next, view.watching, host]);
  if (now === shown) return;
  shown = now;
  const { texts } = page.words;
  const rows = view.seats.map((at, seat) => el("li", { class: "tools" }, player(seat), el("span", { class: "soft" }, notes(at, seat, Boolean(host)).join(", ")), host ? given(at, seat) : null));
  byId("seats").replaceChildren(...[
    el("h2", {}, texts.the_table), el("ul", {}, rows),
    view.watching ? el("p", { class: "soft" }, put(texts.watching, { count: view.watching })) : null,
    host ? hosting(view) : null, host || view.next ? again(view) : null,
  ].flat().filter(Boolean));
}

/** What there is to say of a seat; `who`: who plays there is said already. */
export function notes(at, seat, who = false) {
  const { texts, kinds } = page.words;
  const { view } = page;
  const bot = at.kind !== "human";
  const hints = view.asked_hints[seat];
  return [seat === view.seat ? texts.you : "", bot ? (who ? "" : kinds[at.kind] || at.kind) : at.here ? "" : texts.away, hints ? put(texts.hinted, { count: hints }) : ""].filter(Boolean);
}

const order = (what, told) => tell(what, told, host);

/** Who plays there, and another link. */
function given(at, seat) {
  const { texts, kinds } = page.words;
  const { players } = page.view;
  const choices = [...new Set([...KINDS, at.kind])].map((kind) => el("option", { value: kind, selected: kind === at.kind }, kinds[kind] || kind));
  const who = el("select", { "aria-label": put(texts.who_plays, { name: players[seat] }), onchange: () => order("seat", { seat, kind: who.value }) }, choices);
  return [who, at.kind === "human" ? button(texts.new_link, () => renew(seat), { "aria-label": `${texts.new_link}: ${players[seat]}` }) : null];
}

async function renew(seat) {
  const { texts } = page.words;
  const made = await order("seat", { seat, link: true });
  if (made && seat === "host") { // this browser goes on with it
    host = made.link;
    setting.set(kept, host);
  }
  if (made && seat === (page.view.whose === "host" ? "host" : page.view.seat)) { // the page goes on with its new link
    replaceLink(`/t/${page.name}`, made.link);
    byId("dialog").addEventListener("close", () => location.reload(), { once: true });
  }
  if (made) dialog(texts.new_link, el("p", {}, texts.old_ends), link(`/t/${page.name}#${made.link}`, seat === "host" ? texts.link_host : put(texts.link_of, { name: page.view.players[seat] ?? texts.link_watch })));
}

/** A link, to be opened or copied. */
function link(path, label) {
  const copy = button(page.words.texts.copy, async () => { copy.textContent = (await copied(location.origin + path)) ? page.words.texts.copied : location.origin + path; });
  return el("p", { class: "tools" }, el("a", { href: path, target: "_blank", rel: "noopener" }, label), copy);
}

function hosting(view) {
  const { texts } = page.words;
  const choices = [...new Set([...PAUSES, view.pause])].sort((one, other) => one - other);
  const pause = el("select", { onchange: () => order("pause", { seconds: Number(pause.value) }) },
    choices.map((each) => el("option", { value: each, selected: each === view.pause }, put(texts.seconds, { count: each.toLocaleString(page.lang) }))));
  return [el("p", {}, el("label", {}, texts.pause, " ", pause)), el("p", { class: "tools" }, button(texts.new_watch, () => renew("watch")), button(texts.new_host, () => renew("host")))];
}

/** The same once more: offered by the host, and each page leads its seat there. */
function again(view) {
  const { texts } = page.words;
  if (view.next) return el("p", {}, el("a", { class: "button usual", href: `/t/${view.next.table}#${view.next.link}` }, texts.to_rematch));
  return view.over ? el("p", {}, button(texts.rematch, rematch, { class: "usual" })) : null;
}

async function rematch(event) {
  const { texts } = page.words;
  event.currentTarget.disabled = true;
  const made = await order("rematch", {});
  if (!made) return;
  setting.set(`host.${made.table}`, made.links.host);
  dialog(texts.links, el("p", {}, texts.rematch_told), made.players.map((name, seat) => link(`/t/${made.table}#${made.links[seat]}`, put(made.bots[seat] ? texts.link_of_bot : texts.link_of, { name }))));
}
