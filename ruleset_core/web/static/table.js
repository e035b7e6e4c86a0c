// A table: what comes from the server is drawn, what is chosen goes back. The server decides everything.

import { ask, el, lang as own, put, secret, setting } from "./dom.js";
import { Drawer } from "./draw.js";
import { Choosing } from "./choosing.js";
import { follow } from "./news.js";
import { moved, places } from "./motion.js";
import { tips } from "./tips.js";

const name = location.pathname.split("/").pop();
const api = `/api/t/${name}`;
const byId = (id) => document.getElementById(id);

const state = { view: null, panels: {}, lines: [], drawn: new Map(), told: 0 };
let drawer;
let words;
let choosing;

async function begin() {
  theme(setting.get("theme"));
  words = await ask(`/api/words?lang=${own}`);
  document.documentElement.lang = own;
  if (!secret) return notice(words.texts.no_link);
  const [signs, art] = await Promise.all([text("/static/signs.svg"), pictures()]);
  document.body.append(sprite(signs));
  if (art) document.body.append(sprite(art));
  drawer = new Drawer(words, new Set([...document.querySelectorAll("[id^=art-]")].map((each) => each.id.slice(4))));
  choosing = new Choosing(byId("board"), byId("question"), words.texts, send);
  tips(byId("board"), byId("tip"), (identity) => about(identity));
  document.querySelector(".skip").textContent = words.texts.question;
  document.addEventListener("keydown", (event) => choosing.key(event));
  follow(`${api}/events?lang=${own}`, take, (problem) => notice(problem === "gone" ? words.texts.gone : problem ? words.texts.offline : ""));
}

const text = async (path) => (await fetch(path)).text();

async function pictures() {
  const answer = await fetch(`${api}/art`, { headers: { authorization: `Bearer ${secret}` } });
  return answer.ok ? answer.text() : "";
}

/** Symbols from a file of the server, as elements. */
function sprite(source) {
  const made = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  made.setAttribute("class", "unseen");
  made.setAttribute("aria-hidden", "true");
  return document.importNode(made, true);
}

// -- what comes -----------------------------------------------------------------------------------------------------

/** News: all of it, or what changed since; false where something between was missed. */
function take(news) {
  const whole = news.base === undefined;
  if (!whole && (!state.view || news.base !== state.view.version)) return false;
  if (whole) {
    state.panels = {};
    state.drawn.clear();
  }
  Object.assign(state.panels, news.panels);
  for (const key of Object.keys(news.panels)) state.drawn.delete(key);
  state.lines.splice(news.log.from, Infinity, ...news.log.lines);
  const before = state.view;
  state.view = { ...news, panels: null, log: null };
  words = { ...words };
  drawer.players = news.players;
  show(before, news);
  return true;
}

function show(before, news) {
  const { view } = state;
  document.documentElement.lang = view.lang;
  const seats = places(byId("board"));
  const focus = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.identity : null;
  const panels = view.order.map((key) => {
    if (!state.drawn.has(key)) state.drawn.set(key, drawer.panel(state.panels[key]));
    return state.drawn.get(key);
  });
  byId("board").replaceChildren(...panels);
  byId("title").textContent = view.title + (view.phase ? ` · ${view.phase}` : "");
  top(view);
  story(before ? news.log.from : state.lines.length);
  choosing.show(view);
  if (focus) byId("board").querySelector(`[data-identity="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  if (before) moved(byId("board"), seats);
  const problem = view.broken ? put(words.texts.bot_broke, { problem: view.broken }) : view.trouble ? words.texts.trouble : "";
  notice(problem);
  call(before, view);
}

/** Whose turn it is: in the title of the tab, with a sound and a notification where they are wanted. */
function call(before, view) {
  const asked = Boolean(view.question);
  document.title = (asked ? `● ${words.texts.your_turn} · ` : "") + view.title;
  if (!before || (before.question && asked) || !asked) return;
  byId("live").textContent = view.question.prompt;
  if (setting.get("sound") === "on") beep();
  if (setting.get("notify") === "on" && document.hidden && Notification.permission === "granted") {
    new Notification(view.title, { body: view.question.prompt, tag: name });
  }
}

function beep() {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
  tone.frequency.value = 660;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}

// -- around the board -----------------------------------------------------------------------------------------------

function top(view) {
  const { texts } = words;
  byId("players").replaceChildren(...view.players.map((player, seat) => {
    const at = view.seats[seat];
    const bot = at.kind !== "human";
    const notes = [seat === view.seat ? texts.you : "", bot ? `${texts.bot}: ${at.kind}` : "", !bot && !at.here ? texts.away : "", view.asked_hints[seat] ? put(texts.hinted, { count: view.asked_hints[seat] }) : ""].filter(Boolean);
    const asked = !view.over && view.asked.includes(seat);
    return el("li", { class: `${asked ? "asked" : ""} ${at.here || bot ? "" : "away"}` }, asked ? "▸ " : "",
      at.colour ? el("i", { class: `swatch c-${at.colour}` }) : null, el("b", {}, player), notes.length ? ` (${notes.join(", ")})` : "");
  }));
  byId("tools").replaceChildren(button(texts.scores, scores), button(texts.settings, settings));
}

const button = (label, act, more) => el("button", { type: "button", onclick: act, ...more }, label);

// -- dialogs --------------------------------------------------------------------------------------------------------

function dialog(title, ...content) {
  const box = byId("dialog");
  box.replaceChildren(el("h2", { id: "dialog-title" }, title), ...content.flat().filter(Boolean), el("p", { class: "tools" }, button(words.texts.close, () => box.close())));
  box.setAttribute("aria-labelledby", "dialog-title");
  if (!box.open) box.showModal();
}

async function scores() {
  const told = await ask(`${api}/sheet?lang=${own}`).catch((error) => notice(error.message));
  if (told) dialog(words.texts.scores, told.panels.map((panel) => drawer.panel(panel)));
}

function settings() {
  const { texts } = words;
  const { view } = state;
  const tongue = el("select", { onchange: (event) => { setting.set("lang", event.target.value); location.reload(); } },
    [["en", "English"], ["es", "Español"]].map(([key, label]) => el("option", { value: key, selected: key === own }, label)));
  const parts = [
    el("p", {}, el("label", {}, texts.language, " ", tongue)),
    el("p", { class: "tools" }, button(texts.light, () => theme(dark() ? "light" : "dark")), toggle("sound", texts.sound), toggle("notify", texts.notify)),
    el("p", {}, button(view.over ? texts.download_record : texts.download_story, download)),
  ];
  if (view.seat !== null) parts.push(myself(view.seats[view.seat]));
  if (view.whose === "host") parts.push(...hosting(view));
  dialog(texts.settings, parts);
}

function myself(at) {
  const { texts } = words;
  const called = el("input", { type: "text", maxlength: 24, value: at.name });
  const colour = el("select", {}, el("option", { value: "" }, texts.none),
    Object.entries(words.colours).map(([key, label]) => el("option", { value: key, selected: key === at.colour }, label)));
  const submit = async (event) => {
    event.preventDefault();
    if (await tell("me", { name: called.value, colour: colour.value })) byId("dialog").close();
  };
  return el("form", { onsubmit: submit }, el("label", {}, texts.name, " ", called), " ", el("label", {}, texts.colour, " ", colour), " ", el("button", { type: "submit" }, texts.apply));
}

function hosting(view) {
  const { texts } = words;
  const renew = async (seat) => {
    const made = await tell("seat", { seat, link: true });
    if (made) dialog(texts.new_link, el("p", { class: "link" }, put(texts.link_for, { link: `${location.origin}/t/${name}#${made.link}` })));
  };
  const give = async (seat, kind) => { if (await tell("seat", { seat, kind })) byId("dialog").close(); };
  const seats = view.seats.map((at, seat) => el("li", { class: "tools" }, el("b", {}, at.name), " ",
    button(at.kind === "human" ? texts.give_bot : texts.give_person, () => give(seat, at.kind === "human" ? "easy" : "human")),
    button(texts.new_link, () => renew(seat))));
  const again = async () => { const made = await tell("rematch", {}); if (made) rematched(made); };
  return [el("ul", {}, seats), view.over ? el("p", {}, button(texts.rematch, again, { class: "usual" })) : null];
}

function rematched(made) {
  const { texts } = words;
  const link = (whose, label) => el("li", {}, el("a", { href: `/t/${made.table}#${made.links[whose]}`, target: "_blank" }, label));
  dialog(texts.links, el("ul", {}, made.players.map((player, seat) => link(String(seat), put(texts.link_of, { name: player }))),
    link("host", texts.link_host), link("watch", texts.link_watch)));
}

function toggle(what, label) {
  const on = setting.get(what) === "on";
  return button(label, async (event) => {
    const made = event.currentTarget;
    if (!on && what === "notify" && (await Notification.requestPermission()) !== "granted") return;
    setting.set(what, on ? "off" : "on");
    made.replaceWith(toggle(what, label));
  }, { "aria-pressed": String(on) });
}

const dark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function theme(wanted) {
  if (!wanted) return;
  document.documentElement.dataset.theme = wanted;
  setting.set("theme", wanted);
}

async function download() {
  const answer = await fetch(`${api}/record?lang=${own}`, { headers: { authorization: `Bearer ${secret}` } });
  const file = /filename="(.+)"/.exec(answer.headers.get("content-disposition") || "")?.[1] || "ruleset.txt";
  const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: file });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The story; names of things on the table lead there. */
function story(fresh) {
  const { texts } = words;
  const list = el("ol", { class: "lines" }, state.lines.map((line, place) => el("li", { class: place >= fresh ? "fresh" : "" }, linked(line.text))));
  byId("story").replaceChildren(el("h2", {}, texts.log), el("div", { class: "scroll", tabindex: 0 }, list));
  list.parentElement.scrollTop = list.parentElement.scrollHeight;
}

function linked(line) {
  const hues = new Set(Object.values(words.colours));
  const found = [];
  for (const thing of byId("board").querySelectorAll("[data-identity]")) {
    const label = thing.dataset.name;
    if (label && label.length > 3 && !hues.has(label) && line.includes(label)) found.push([line.indexOf(label), label, thing.dataset.identity]);
  }
  found.sort((one, other) => one[0] - other[0] || other[1].length - one[1].length);
  const parts = [];
  let at = 0;
  for (const [start, label, identity] of found) {
    if (start < at) continue;
    parts.push(line.slice(at, start), el("button", { type: "button", class: "to", onclick: () => point(identity) }, label));
    at = start + label.length;
  }
  return [...parts, line.slice(at)];
}

function point(identity) {
  const thing = byId("board").querySelector(`[data-identity="${CSS.escape(identity)}"]`);
  if (!thing) return;
  thing.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  thing.classList.add("pointed");
  setTimeout(() => thing.classList.remove("pointed"), 1600);
}

// -- what is asked and told -------------------------------------------------------------------------------------------

function notice(text) {
  if (byId("notice").textContent !== text) byId("notice").textContent = text;
}

async function tell(what, told) {
  try {
    return await ask(`${api}/${what}?lang=${own}`, told);
  } catch (error) {
    notice(error.message);
    return null;
  }
}

const send = (what, told) => tell(what, told);

async function about(identity) {
  const said = await ask(`${api}/about?lang=${own}&identity=${encodeURIComponent(identity)}`).catch(() => null);
  return said ? said.lines : [];
}

begin().catch((error) => notice(error.message));
