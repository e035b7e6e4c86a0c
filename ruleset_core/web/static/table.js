// A table: what comes from the server is drawn, what is chosen goes back. The server decides everything.

import { ask, el, put, secret, setting } from "./dom.js";
import { after } from "./after.js";
import { Drawer } from "./draw.js";
import { Choosing } from "./choosing.js";
import { follow, reopen } from "./news.js";
import { lookUp, onQuestionMark } from "./lookup.js";
import { moved, places } from "./motion.js";
import { button, byId, notice, page, player, send, tell } from "./page.js";
import { replaceChanged, restoreScroll, scrollPositions } from "./rerender.js";
import { knock, notes, seats as sitting } from "./seats.js";
import { scores, settings, theme } from "./settings.js";
import { linked, story } from "./story.js";
import { tips } from "./tips.js";

const state = { panels: {}, lines: [], drawn: new Map(), stale: new Set() };
let choosing;

async function begin() {
  theme(setting.get("theme"));
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
  choosing = new Choosing(byId("board"), byId("question"), words.texts, { tell, send, lost: () => { trouble("offline"); reopen(); } });
  tips(byId("board"), byId("tip"), byId("live"), (identity) => ask(`${page.api}/about?lang=${page.lang}&identity=${encodeURIComponent(identity)}`).catch(() => null));
  document.querySelector(".skip").textContent = words.texts.question;
  document.addEventListener("keydown", (event) => choosing.key(event));
  document.addEventListener("keydown", onQuestionMark);
  return follow(`${page.api}/events?lang=${page.lang}`, take, trouble);
}

/** Say what is wrong with the connection: what that is called, or the server's own sentence; nothing where all is well. */
function trouble(problem, why) {
  const { texts } = page.words;
  if (problem) notice(problem === "offline" && choosing.unsent ? texts.answer_kept : why || texts[problem]);
  else if (!choosing.unsent) notice("");
}

/** The words of the page, in the language of its seat; false where its link opens no table. */
async function known() {
  try {
    page.words = await ask(`${page.api}/words?lang=${page.lang}`);
    page.lang = page.words.lang;
    await knock(page.words.whose);
  } catch (error) {
    if (error.status !== 403) throw error;
  }
  return Boolean(page.words);
}

const text = async (path) => (await fetch(path)).text();

async function pictures() {
  const answer = await fetch(`${page.api}/art`, { headers: { authorization: `Bearer ${secret}` } });
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
  if (!whole && (!page.view || news.base !== page.view.version)) return false;
  if (news.lang !== page.lang) location.reload(); // the seat speaks another language now
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
  dress(news);
  show(before);
  if (before) announce(before, fresh);
  return true;
}

/** Who plays, and in which colours: with others all is drawn anew. */
function dress({ players, seats }) {
  const { drawer } = page;
  const colours = seats.map((each) => each.colour);
  if (colours.join() !== drawer.colours.join() || players.join() !== drawer.players.join()) state.stale = new Set(state.drawn.keys());
  Object.assign(drawer, { players, colours });
}

function show(before) {
  const { view, words } = page;
  document.documentElement.lang = view.lang;
  const seats = places(byId("board"));
  const focus = document.activeElement?.dataset ? document.activeElement.dataset.identity : null;
  const panels = view.order.map(panel);
  state.stale.clear();
  const [how, positions] = [after(view), scrollPositions(byId("board"))];
  replaceChanged(byId("board"), [...panels.slice(0, 1), ...(how ? [how] : []), ...panels.slice(1)]);
  restoreScroll(byId("board"), positions);
  byId("title").textContent = view.title + (view.phase ? ` · ${view.phase}` : "");
  top(view);
  last(view);
  story(state.lines);
  sitting(view);
  choosing.show(view);
  if (focus) (byId("board").querySelector(`[data-identity="${CSS.escape(focus)}"]`) || byId("question")).focus({ preventScroll: true });
  if (before) moved(byId("board"), seats);
  const problem = view.broken ? put(words.texts.bot_broke, { problem: view.broken }) : view.trouble ? words.texts.trouble : choosing.outdated ? words.texts.answer_outdated : "";
  notice(problem);
  call(before, view);
}

/** The element of a panel. One that is drawn as before stays: a click is lost when its thing is removed before the release. What glows is not compared. */
function panel(key) {
  const before = state.drawn.get(key);
  if (before && !state.stale.has(key)) return before.element;
  const element = page.drawer.panel(state.panels[key]);
  const html = element.outerHTML;
  if (before?.html === html) return before.element;
  state.drawn.set(key, { element, html });
  return element;
}

/** What is read aloud: what happened, and the question, unless that has the focus and is read for it. */
function announce(before, fresh) {
  const { view, words } = page;
  const { question } = view;
  const told = fresh.map((line) => line.text);
  if (question && question.number !== before.question?.number && !byId("question").contains(document.activeElement)) told.push(question.prompt);
  if (view.over && !before.over) told.push(words.texts.over);
  if (told.length) byId("live").textContent = told.join(" ");
}

/** Whose turn it is: in the title of the tab, with a sound and a notification where they are wanted. */
function call(before, view) {
  const { words } = page;
  const asked = Boolean(view.question);
  document.title = (asked ? `● ${words.texts.your_turn} · ` : "") + view.title;
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

// -- around the board -----------------------------------------------------------------------------------------------

function top(view) {
  const { texts } = page.words;
  byId("players").replaceChildren(...view.players.map((_, seat) => {
    const at = view.seats[seat];
    const asked = !view.over && view.asked.includes(seat);
    const said = notes(at, seat);
    return el("li", { class: `${asked ? "asked" : ""} ${at.here || at.kind !== "human" ? "" : "away"}`, "aria-current": asked ? "true" : null }, asked ? el("span", { "aria-hidden": "true" }, "▸ ") : "", player(seat), points(view.scores[seat]), said.length ? el("span", { class: "soft" }, ` (${said.join(", ")})`) : "");
  }));
  byId("tools").replaceChildren(button(texts.look_up, () => lookUp(), { "aria-keyshortcuts": "?" }), button(texts.scores, scores), button(texts.settings, settings));
}

/** A score, where it may be told. */
const points = (score) => (score === null || score === undefined ? "" : el("span", { class: "points" }, el("span", { class: "unseen" }, ` ${page.words.texts.points} `), el("span", { "aria-hidden": "true" }, " ★"), score));

/** What happened last, beside the question: the whole story may be far from it. */
function last(view) {
  const line = state.lines[state.lines.length - 1];
  choosing.last = line && (view.over || innerWidth < 900) ? el("p", { class: "last" }, linked(line.text)) : null;
}

begin().catch((error) => notice(error.message));
