// The tables that this browser has links to: remembered here alone, listed with whose turn it is, counted beside a button and in the title.

import { ask, el, lang, pageLocation, put, replaceLink, secret as own, setting } from "./dom.js";

const [MOST, OFTEN, LOOKED] = [60, 60000, 45000]; // tables; milliseconds
const DAYS = [1, 2, 3, 7, 14];

/** Secrets of links to seats by table, the one opened last at the end. */
function known() {
  try {
    return JSON.parse(setting.get("mine")) || {};
  } catch {
    return {};
  }
}

const keep = (all) => setting.set("mine", JSON.stringify(all));
const links = (all) => Object.entries(all).flatMap(([table, secrets]) => secrets.map((secret) => [table, secret]));

function remember(table, secret) {
  const { [table]: before = [], ...all } = known();
  all[table] = [...before.filter((each) => each !== secret), secret].slice(-4);
  while (links(all).length > MOST) delete all[Object.keys(all)[0]];
  keep(all);
}

function forget(table, secret) {
  const all = known();
  all[table] = (all[table] || []).filter((each) => each !== secret);
  if (!all[table].length) delete all[table];
  keep(all);
}

/** How long there is time, in days, hours or minutes. */
function timeLeft(text, deadline) {
  const minutes = Math.max(0, Math.round(deadline / 60 - Date.now() / 60000));
  const [unit, size] = minutes >= 2880 ? ["day", 1440] : minutes >= 120 ? ["hour", 60] : ["minute", 1];
  return put(text, { time: timeSpan(unit === "day" ? Math.round(minutes / size) : Math.floor(minutes / size), unit) });
}

/** So many days, or the like, in words. */
const timeSpan = (count, unit) => new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count);

const mine = (at) => !at.over && at.seat !== null && (at.asked || []).includes(at.seat);

/** What the server says of these tables, those first where it is this browser's turn. */
async function tables() {
  const asked = links(known());
  if (!asked.length) return [];
  const { tables: found } = await ask(`/api/mine?lang=${lang}`, { tables: asked });
  const order = (at) => (at.gone ? 3 : at.over ? 2 : mine(at) ? 0 : 1);
  return found.map((at, place) => ({ ...at, secret: asked[place][1] })).sort((one, other) => order(one) - order(other) || (one.deadline ?? Infinity) - (other.deadline ?? Infinity) || one.since - other.since);
}

/** Who is asked, since when, and how long there is time. */
function state(at, texts) {
  if (at.gone) return texts.mine_gone;
  if (at.over) return texts.over;
  if (!at.known) return texts.mine_unknown;
  const when = new Intl.DateTimeFormat(lang, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  const who = mine(at) ? el("b", {}, texts.your_turn) : put(texts.waits_for, { names: (at.asked.length ? at.asked : at.bots).map((seat) => at.players[seat]).join(", ") });
  return [who, at.since ? ` · ${put(texts.mine_since, { when: when.format(at.since * 1000) })}` : "", at.deadline ? ` · ${timeLeft(texts.left, at.deadline)}` : ""];
}

/** The list. `again`: called when something was taken off it. */
function list(found, texts, again) {
  const rows = found.map((at) => el("li", { class: mine(at) ? "asked" : null },
    at.gone ? el("span", {}, at.table) : el("a", { href: `/t/${at.table}#${at.secret}` }, at.title || at.table, `: ${at.players.join(", ")}`),
    el("span", { class: "soft" }, state(at, texts)),
    el("button", { type: "button", "aria-label": `${texts.mine_drop}: ${at.title || at.table}`, title: texts.mine_drop, onclick: () => { forget(at.table, at.secret); again(); } }, "×")));
  return rows.length ? el("ul", { class: "mine" }, rows) : el("p", { class: "soft" }, texts.mine_none);
}

/** Look again and again, and say how many tables wait for this browser; those that begin to are announced, if that is wanted. */
function watch(texts, show) {
  let before = null;
  const look = async () => {
    const found = await tables().catch(() => null);
    if (!found) return;
    const waiting = found.filter(mine);
    const now = new Set(waiting.map((at) => at.table));
    if (before && document.hidden && setting.get("notify") === "on" && Notification.permission === "granted") {
      for (const at of waiting) if (!before.has(at.table)) new Notification(at.title, { body: texts.your_turn, tag: at.table });
    }
    before = now;
    show(found, waiting);
  };
  setInterval(look, OFTEN);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  return look();
}

/** In the lobby: a section with the list, where there is any. */
export function section(texts) {
  if (!links(known()).length) return null;
  const place = el("section", { class: "panel" });
  const title = document.title;
  const show = (found, waiting) => {
    document.title = (waiting.length ? `(${waiting.length}) ` : "") + title;
    place.replaceChildren(el("h2", {}, texts.mine), list(found, texts, async () => show(await tables(), waiting)));
  };
  show([], []);
  watch(texts, show);
  return place;
}

const level = (kinds, kind) => kinds[kind]?.split(":").pop().trim() ?? kind;

/** In the lobby: how long a move may take, and what happens then, which is asked once there is a limit. */
export function clocks({ texts, kinds }) {
  const bot = (kind) => el("option", { value: kind }, put(texts.clock_bot, { bot: level(kinds, kind) }));
  const late = el("select", {}, ["normal", "easy", "strong"].map(bot), el("option", { value: "end" }, texts.clock_end));
  const what = el("label", { hidden: true }, texts.clock_then, " ", late);
  const days = el("select", { onchange: () => { what.hidden = days.value === "0"; } },
    el("option", { value: "0" }, texts.clock_none), DAYS.map((each) => el("option", { value: each }, timeSpan(each, "day"))));
  return { fields: [el("label", {}, texts.clock, " ", days), what], value: () => (days.value !== "0" ? { hours: 24 * Number(days.value), late: late.value } : null) };
}

/** A page without the link of a seat: with one that this browser knows it goes on, by the link in a message that ends such messages. Whether that was all. */
export async function enter({ name, lang: speaks }) {
  if (own) {
    (await import("./tell.js")).stop(own.slice(5), (await ask(`/api/words?lang=${speaks}`)).texts);
    return true;
  }
  const link = (known()[name] || []).pop();
  if (link) replaceLink(pageLocation.pathname, link);
  return false;
}

/** At a table: remember its link, offer the list, and say to the server when the page is looked at. `dialog`: of `page.js`; `again` shows title and players. */
export function arrive(page, dialog, again) {
  const { texts, kinds, whose } = page.words;
  page.left = (deadline) => timeLeft(texts.left, deadline);
  page.clockRule = ({ hours, late }) => put(texts.clock_rule, { time: timeSpan(hours / 24, "day"), what: late === "end" ? texts.clock_end : put(texts.clock_bot, { bot: level(kinds, late) }) });
  setInterval(() => page.view?.clock && again(), OFTEN);
  if (/^\d+$/.test(whose)) {
    remember(page.name, own);
    let last = 0;
    page.looked = () => {
      if (document.hidden || !page.view?.lasting || Date.now() - last < (page.view.seats[page.view.seat].late ? 2000 : LOOKED)) return;
      last = Date.now();
      ask(`${page.api}/looking`, {}).catch(() => { last = 0; });
    };
    setInterval(page.looked, LOOKED / 3);
    document.addEventListener("visibilitychange", page.looked);
    page.looked();
  }
  const open = async () => {
    const show = async () => dialog(texts.mine, list(await tables(), texts, show));
    await show().catch((error) => dialog(texts.mine, el("p", {}, error.message)));
  };
  const button = el("button", { type: "button", onclick: open }, texts.mine);
  document.querySelector("#tools").lastElementChild.before(button);
  watch(texts, (_, waiting) => {
    page.elsewhere = waiting.filter((at) => at.table !== page.name).length;
    button.textContent = texts.mine + (page.elsewhere ? ` (${page.elsewhere})` : "");
    again();
  });
  again();
}
