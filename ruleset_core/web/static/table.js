// A table: what comes from the server is drawn, what is chosen goes back. The server decides everything.

import { ask, el, get, pageLocation, put, replaceLink, secret, setting } from "./dom.js";
import { after } from "./after.js";
import { fitTexts } from "./cards.js";
import { Drawer } from "./draw.js";
import { Choosing } from "./choosing.js";
import { enlarge } from "./enlarge.js";
import { keepOrder, layPanels } from "./layout.js";
import { follow, reopen } from "./news.js";
import { lookUp, onQuestionMark } from "./lookup.js";
import { mark, pace, show as showMotion, snapshot } from "./motion.js";
import { button, byId, dialog, notice, page, request, send, theme } from "./page.js";
import { Replay } from "./replay.js";
import { replaceChanged, restoreScroll, scrollPositions } from "./rerender.js";
import { again, checkHostLink, invite, openSeats, seats as sitting } from "./seats.js";
import { rules } from "./rules.js";
import { foldLog, linked, openLog, story } from "./story.js";
import { ranking, strips } from "./strips.js";
import { tips } from "./tips.js";
import { Zoom } from "./zoom.js";

const state = { panels: {}, lines: page.lines, drawn: new Map(), stale: new Set() };
const replay = new Replay(drawThen, () => state.lines);
const narrow = matchMedia("(max-width: 899px)");
let choosing;
let zoom;

async function begin() {
  theme(setting.get("theme"));
  if (/^(stop-.*)?$/.test(secret) && (await (await import("./mine.js")).enter(page))) return undefined;
  if (!secret || !(await known())) {
    const { texts } = await ask(`/api/words?lang=${page.lang}`);
    return notice(secret ? texts.gone : texts.no_link);
  }
  const { words } = page;
  document.documentElement.lang = page.lang;
  const [signs, art] = await Promise.all([text("/static/signs.svg"), pictures()]);
  document.body.append(sprite(signs));
  if (art) document.body.append(sprite(art));
  page.drawer = new Drawer(words, new Set([...document.querySelectorAll("[id^=art-]")].map((each) => each.id.slice(4))));
  choosing = new Choosing(document.querySelector("main"), byId("question"), words.texts, { request, send, lost: () => { trouble("offline"); reopen(); }, closer: (at) => zoom.closer(at) });
  zoom = new Zoom(byId("table"), byId("ground"), byId("tray"));
  around();
  if (globalThis.host) globalThis.host.sit = (link) => { replaceLink(`/t/${page.name}`, link); reopen(); };
  if (words.channels) import("./mine.js").then(({ arrive }) => arrive(page, dialog, () => page.view && [title(page.view), strips(page.view)]));
  narrow.addEventListener("change", () => page.view && show(page.view));
  tips(byId("board"), byId("tip"), byId("live"), (identity) => ask(`${page.api}/about?lang=${page.lang}&identity=${encodeURIComponent(identity)}`).catch(() => null));
  enlarge(byId("board"));
  document.querySelector(".skip").textContent = words.texts.question;
  document.addEventListener("keydown", (event) => choosing.key(event));
  document.addEventListener("keydown", onQuestionMark);
  document.addEventListener("keydown", zoomKey);
  document.addEventListener("visibilitychange", () => page.view && !document.hidden && offerMissed());
  return follow(`${page.api}/events?lang=${page.lang}`, take, trouble);
}

/** Say what is wrong with the connection: by its name, or in the server's sentence; nothing where all is well. */
function trouble(problem, why) {
  const { texts } = page.words;
  if (problem) notice(problem === "offline" && choosing.unsent ? texts.answer_kept : why || texts[problem]);
  else if (!choosing.unsent) notice("");
}

/** The words of the page, in the language of its seat; false if its link opens no table. */
async function known() {
  try {
    page.words = await ask(`${page.api}/words?lang=${page.lang}`);
    page.lang = page.words.lang;
    await checkHostLink(page.words.whose);
  } catch (error) {
    if (error.status !== 403) throw error;
  }
  return Boolean(page.words);
}

const text = async (path) => (await fetch(path)).text();

async function pictures() {
  const answer = await get(`${page.api}/art`);
  return answer.ok ? answer.text() : "";
}

/** Symbols from a file of the server, as elements. */
function sprite(source) {
  const made = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  made.setAttribute("class", "unseen");
  made.setAttribute("aria-hidden", "true");
  return document.importNode(made, true);
}

// -- what comes

/** News: all of it, or what changed since; false where something between was missed. */
function take(news) {
  const whole = news.base === undefined;
  if (!whole && (!page.view || news.base !== page.view.version)) return false;
  replay.end();
  if (news.lang !== page.lang) pageLocation.reload(); // the seat speaks another language now
  if (whole) {
    state.panels = {};
    state.stale = new Set(state.drawn.keys());
  }
  Object.assign(state.panels, news.panels);
  for (const key of Object.keys(news.panels)) state.stale.add(key);
  const fresh = whole ? news.log.lines.slice(state.lines.length) : news.log.lines;
  state.lines.splice(news.log.from, Infinity, ...news.log.lines);
  const before = page.view;
  page.view = { ...news, panels: null, log: null };
  updatePlayers(news);
  show(before);
  if (before) announce(before, fresh);
  return true;
}

/** Who plays, and in which colours: with others all is drawn anew. */
function updatePlayers({ players, seats, seat }) {
  const { drawer } = page;
  const colours = seats.map((each) => each.colour);
  if (colours.join() !== drawer.colours.join() || players.join() !== drawer.players.join()) state.stale = new Set(state.drawn.keys());
  Object.assign(drawer, { players, colours, seat });
}

function show(before) {
  const { view, words } = page;
  document.documentElement.lang = view.lang;
  const board = byId("board");
  const lay = before && snapshot(board);
  const focus = document.activeElement?.dataset ? document.activeElement.dataset.identity : null;
  const positions = scrollPositions(board);
  lie(view, state.panels);
  restoreScroll(board, positions);
  byId("title").textContent = view.title + (view.phase ? ` · ${view.phase}` : "");
  strips(view);
  last(view);
  if (view.over !== before?.over) foldLog(view.over);
  story(state.lines, (line) => replay.from(Math.min(line.from, line.step - 1)));
  sitting(view);
  choosing.turn = view.undo_limit < state.lines[state.lines.length - 1]?.step ? view.undo_limit : null; // there is more to take back than one answer
  choosing.show(view);
  if (view.question?.number !== before?.question?.number) zoom.back();
  zoom.fit();
  if (focus) (board.querySelector(`[data-identity="${CSS.escape(focus)}"]`) || byId("question")).focus({ preventScroll: true });
  if (view.over ? !before?.over : view.question && view.question.number !== before?.question?.number) lead();
  if (before) showMotion(board, lay);
  else {
    invite();
    offerMissed();
    markLast();
    if (words.asks.length) import("./playtest.js").then(({ offer }) => offer());
  }
  if (!choosing.missed) replay.remember();
  const problem = view.broken ? put(words.texts.bot_broke, { problem: view.broken }) : view.trouble ? words.texts.trouble : choosing.outdated ? words.texts.answer_outdated : "";
  notice(problem);
  notifyTurn(before, view);
  playtest(view, before?.noting ?? []);
  if (setting.get(`message.${page.name}`)) import("./message.js").then((message) => message.show(view, choosing));
  if (view.live) import("./live.js").then((live) => live.show(view.live, sprite, () => drawThen(null, true)));
}

/** Where seats begin or end to keep notes of a play-test, or this page had some, their script is loaded. */
function playtest(view, before) {
  if (view.noting.join() !== before.join() || (!page.noting && setting.get(`playtest.${page.name}.${view.whose}`))) import("./playtest.js").then(({ changed }) => changed(before));
  page.noting?.show();
}

/** Offer to show what others did while nobody looked. */
function offerMissed() {
  const seen = replay.missed();
  if (seen === null) return replay.remember();
  choosing.missed = () => {
    replay.from(seen);
    choosing.forgetMissed();
    replay.remember();
  };
  return choosing.draw();
}

/** Mark what the last move changed on a table that was just opened. */
async function markLast() {
  const [frame] = replay.step() < 0 ? [] : await replay.ask(replay.step() - 1);
  if (!frame) return;
  drawThen(frame, true);
  const before = snapshot(byId("board"));
  drawThen(null, true);
  mark(byId("board"), before);
}

/** Show the table as it was, without a question; where there is no frame, as it is. `still`: without motion. */
function drawThen(frame, still = false) {
  const board = byId("board");
  const before = snapshot(board);
  state.past = frame ? { ...state.past, ...frame.panels } : {};
  state.stale = new Set(state.drawn.keys());
  const view = frame ? { ...page.view, over: false, asked: [], ...frame } : page.view;
  lie(view, frame ? state.past : state.panels);
  strips(view);
  choosing.glow();
  zoom.fit();
  if (!still) showMotion(board, before);
}

/** Put all panels where they lie. */
function lie(view, panels) {
  const keys = keepOrder(view.order);
  const shown = keys.map((key) => ({ key, id: panels[key].id, area: panels[key].area, element: panel(key, panels[key]) }));
  state.stale.clear();
  for (const { element } of shown) element.classList.remove("about");
  for (const key of keys) if (panels[key].about) state.drawn.get(key).element.classList.add("about");
  const isResult = ({ id }) => view.over && id === "result";
  const end = view.over ? [result(view), ...shown.filter(isResult).map((each) => each.element), page.noting?.ending(), after(view)] : [view.copied && el("p", { class: "soft panel" }, page.words.texts.copied_table)];
  const above = byId(narrow.matches ? "ground" : "players");
  if (above.nextElementSibling !== byId("end")) above.after(byId("end"));
  replaceChanged(byId("end"), end.filter(Boolean));
  layPanels(byId("ground"), byId("tray"), shown.filter((each) => !isResult(each)), view.layout?.[narrow.matches ? "narrow" : "wide"]);
  fitTexts(byId("board"), state.narrow !== narrow.matches);
  state.narrow = narrow.matches;
}

/** How the game ended: who came where, and the way to another one. */
function result(view) {
  const { texts } = page.words;
  return el("section", { class: "panel", id: "result", "aria-label": texts.over }, view.ending.map((line) => el("p", {}, line)), ranking(view), again(view));
}

/** What can be chosen, else what the question is about, after the end the board, is scrolled into view if little of it is seen. */
function lead() {
  const table = byId("table");
  const glow = [...table.querySelectorAll(".glows")];
  const things = glow.length ? glow : [...table.querySelectorAll(page.view.over ? ".board" : ".about")].slice(0, 1);
  if (!things.length) return;
  const room = table.getBoundingClientRect();
  const boxes = things.map((each) => each.getBoundingClientRect());
  const [top, bottom] = [Math.min(...boxes.map((each) => each.top)), Math.max(...boxes.map((each) => each.bottom))];
  const least = glow.length || page.view.over ? 0.9 : 0.5; // of each
  const seen = boxes.filter((each) => Math.min(each.bottom, room.bottom) - Math.max(each.top, room.top) >= Math.min(each.height, room.height) * least);
  if (2 * seen.length >= boxes.length) return;
  table.scrollBy({ top: bottom - top > room.height ? top - room.top - 8 : (top + bottom - room.top - room.bottom) / 2, behavior: pace() });
}

/** The element of a panel. One drawn as before stays: else clicks are lost. What glows is not compared. */
function panel(key, data) {
  const before = state.drawn.get(key);
  if (before && !state.stale.has(key)) return before.element;
  const element = page.drawer.panel({ ...data, about: false }); // what a question is about is marked on what is drawn
  const html = element.outerHTML;
  if (before?.html === html) return before.element;
  state.drawn.set(key, { element, html });
  return element;
}

/** What is read aloud: what happened, and the question, unless the focus reads it. */
function announce(before, fresh) {
  const { view, words } = page;
  const { question } = view;
  const spoken = fresh.map((line) => line.text);
  if (question && question.number !== before.question?.number && !byId("question").contains(document.activeElement)) spoken.push(question.prompt);
  if (view.over && !before.over) spoken.push(words.texts.over);
  if (spoken.length) byId("live").textContent = spoken.join(" ");
}

/** The title of the tab: whether it is the player's turn, and at how many tables if others wait, too. */
function title(view) {
  const { elsewhere, words } = page;
  document.title = (elsewhere ? `(${elsewhere + Number(Boolean(view.question))}) ` : "") + (view.question ? `● ${words.texts.your_turn} · ` : "") + view.title;
}

/** Whose turn it is: in the title of the tab, with sound and notification if wanted. */
function notifyTurn(before, view) {
  const asked = Boolean(view.question);
  title(view);
  if (asked || view.seats[view.seat]?.late) page.looked?.();
  if (!before || (before.question && asked) || !asked) return;
  if (setting.get("sound") === "on") beep();
  if (setting.get("notify") === "on" && document.hidden && Notification.permission === "granted") {
    new Notification(view.title, { body: view.question.prompt, tag: page.name });
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

// -- around the board

const opened = (what) => () => import("./settings.js").then((made) => made[what](), (error) => notice(error.message));

/** The tools of the page, which stay as they are. On a phone buttons show them and what happened. */
function around() {
  const { texts } = page.words;
  const [tools, opens] = [byId("tools"), byId("opens")];
  const menu = button("☰", () => menu.setAttribute("aria-expanded", String(tools.classList.toggle("open"))), { "aria-label": texts.menu, "aria-expanded": "false", "aria-controls": "tools" });
  opens.replaceChildren(button(texts.log_short, () => openLog()), menu);
  tools.replaceChildren(button(texts.look_up, () => lookUp(), { "aria-keyshortcuts": "?" }), button(texts.rules, () => rules()), button(texts.scores, opened("scores")), button(texts.the_table, openSeats), button(texts.settings, opened("settings")));
  addEventListener("click", (event) => {
    if (menu.contains(event.target)) return;
    tools.classList.remove("open");
    menu.setAttribute("aria-expanded", "false");
  });
  byId("zoom").replaceChildren(
    button("−", () => zoom.by(1 / 1.2), { "aria-label": texts.zoom_out, "aria-keyshortcuts": "-" }),
    button("⤢", () => zoom.whole(), { "aria-label": texts.zoom_fit, "aria-keyshortcuts": "0" }),
    button("+", () => zoom.by(1.2), { "aria-label": texts.zoom_in, "aria-keyshortcuts": "+" }));
  for (const [id, text] of Object.entries({ table: "table", tray: "tray", players: "players", rail: "the_table", story: "log" })) byId(id).setAttribute("aria-label", texts[text]);
}

/** `-`, `0` and `+` zoom, unless they begin an answer. */
function zoomKey(event) {
  const act = { "-": () => zoom.by(1 / 1.2), 0: () => zoom.whole(), "+": () => zoom.by(1.2) }[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea") || byId("dialog").open) return;
  if (choosing.typed || choosing.keys().some((key) => key.startsWith(event.key))) return;
  act();
}

/** What happened last, beside what is waited for: for phones. After the end how it came, and on phones the rematch that somebody wants. */
function last(view) {
  const line = state.lines[state.lines.length - 1];
  const early = view.ending.length && view.seats.length < 3; // of more, a bot played on: the log tells the end
  const told = early ? view.ending.join(" ") : line && (view.over || narrow.matches) ? linked(line.text) : null;
  const asked = narrow.matches && view.over && (view.next || view.rematch.length) ? again(view) : null;
  choosing.last = [told && el("p", { class: "last" }, told), asked];
}

begin().catch((error) => notice(error.message));
