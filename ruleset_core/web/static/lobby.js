// The lobby: what is played, by whom and how; links; tables and games to go on with.

import { ask, el, lang, pageLocation, put, secret, setting } from "./dom.js";

const main = document.getElementById("lobby");
const notice = (text) => { document.getElementById("notice").textContent = text; };
const failed = (error) => notice(error.message);
const inFile = pageLocation !== location; // with all its expansions
const PAUSES = [0, 0.8, 2, 4, 8];
let words;
let texts;
let games;
let slow; // what there is at a server for tables that last for days
let letters;

async function begin() {
  if (setting.get("theme")) document.documentElement.dataset.theme = setting.get("theme");
  words = await ask(`/api/words?lang=${lang}`);
  document.documentElement.lang = words.lang;
  texts = words.texts;
  document.title = `${texts.lobby} · ruleset`;
  tools();
  if (!globalThis.host) slow = await import("./mine.js");
  const own = slow?.section(texts);
  if (!secret) return own ? main.replaceChildren(own) : notice(texts.no_link);
  const lobby = await ask(`/api/lobby?lang=${lang}`);
  games = lobby.games;
  if (inFile) letters = await import("./message.js");
  main.replaceChildren(...[letters?.inbox(texts), own, form(), tables(lobby.tables), saved(lobby.saved, lobby.tables)].filter(Boolean));
  return undefined;
}

/** The name in the language of this page, if there is one. */
const named = (names, id) => names[lang] || names.en || Object.values(names)[0] || id;
const called = (id) => named(games.find((each) => each.game === id)?.name || {}, id);

/** The language of this page, and whether it is light or dark. */
function tools() {
  const dark = (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const tongue = el("select", { "aria-label": texts.language, onchange: () => { setting.set("lang", tongue.value); pageLocation.reload(); } },
    Object.entries(words.languages).map(([key, label]) => el("option", { value: key, selected: key === words.lang }, label)));
  const light = el("button", { type: "button", onclick: () => { setting.set("theme", dark ? "light" : "dark"); document.documentElement.dataset.theme = dark ? "light" : "dark"; tools(); } }, texts.light);
  document.getElementById("tools").replaceChildren(tongue, light);
}

// -- a new table

function form() {
  const game = el("select", { name: "game" }, games.map((each) => el("option", { value: each.game }, called(each.game))));
  const aim = el("p", { class: "soft" });
  const rights = el("p", { class: "soft" });
  const lessons = el("p", { class: "lessons" });
  const expansions = el("fieldset", { class: "expansions" });
  const options = el("fieldset", { class: "choices", hidden: true });
  const seats = el("div", { class: "seats" });
  const more = el("button", { type: "button", onclick: () => { add("human"); counted(); } }, texts.add_player);
  const hints = el("input", { type: "checkbox", checked: true });
  const reveals = el("select", {}, el("option", { value: "all" }, texts.reveals_all), el("option", { value: "" }, texts.reveals_public));
  const pause = el("select", {}, PAUSES.map((each) => el("option", { value: each, selected: each === 0.8 }, put(texts.seconds, { count: each.toLocaleString(lang) }))));
  const clock = slow?.clocks(words);
  const message = letters?.choice(texts, seats);
  let now = "";
  const chosen = () => games.find((each) => each.game === game.value);
  const picked = () => [...expansions.querySelectorAll("input:checked")].map((each) => each.value);
  const add = (kind) => {
    const row = seat(seats.children.length + 1, kind);
    row.append(el("button", { type: "button", onclick: () => { row.remove(); counted(); }, "aria-label": texts.remove }, "×"));
    seats.append(row);
  };
  const counted = () => {
    const [low, high] = chosen().players || [1, 12];
    more.hidden = seats.children.length >= high;
    for (const each of seats.querySelectorAll(".seat > button")) each.hidden = seats.children.length <= low;
    offer();
  };
  const offer = async () => {
    const asked = new URLSearchParams([["game", game.value], ["players", seats.children.length], ["lang", lang], ...picked().map((name) => ["x", name])]);
    now = asked.toString();
    const found = await ask(`/api/options?${asked}`).catch(() => ({ options: [] }));
    if (now !== asked.toString()) return; // another game was chosen meanwhile
    aim.textContent = found.aim || "";
    rights.textContent = found.rights || "";
    options.replaceChildren(el("legend", {}, texts.options), ...found.options.map(option));
    options.hidden = !found.options.length;
    message?.offer(found.by_message);
  };
  const change = () => {
    lessons.replaceChildren(...chosen().lessons.map(({ lesson, name }) => el("button", { type: "button", onclick: () => ask(`/api/tables?lang=${lang}`, { game: game.value, lesson }).then(enter).catch(failed) }, put(texts.learn, { name: named(name, lesson) }))));
    expansions.replaceChildren(el("legend", {}, texts.expansions), ...Object.entries(chosen().expansions).map(([name, names]) => el("label", {}, el("input", { type: "checkbox", value: name, checked: inFile, disabled: inFile, onchange: offer }), ` ${named(names, name)}`)));
    expansions.hidden = !expansions.querySelector("input");
    seats.replaceChildren();
    const [low, high] = chosen().players || [2, 4];
    for (let number = 0; number < Math.min(Math.max(low, 2), high); number += 1) add(number ? "easy" : "human");
    counted();
  };
  game.addEventListener("change", change);
  change();
  if (pageLocation.learns?.()) lessons.querySelector("button")?.click();
  const submit = async (event) => {
    event.preventDefault();
    const table = {
      game: game.value,
      expansions: picked(),
      options: Object.fromEntries([...options.querySelectorAll("[data-usual]")].map((each) => [each.name, each.type === "checkbox" ? each.checked : each.value]).filter(([name, value]) => String(value) !== options.querySelector(`[name="${CSS.escape(name)}"]`).dataset.usual)),
      seats: [...seats.children].map((row) => Object.fromEntries([...row.querySelectorAll("[name]")].map((each) => [each.name, each.value]))),
      hints: hints.checked,
      reveals: Boolean(reveals.value),
      pause: Number(pause.value),
      clock: clock?.value(),
    };
    await ask(`/api/tables?lang=${lang}`, table).then((made) => enter(made, message?.chosen())).catch(failed);
  };
  return el("form", { onsubmit: submit, class: "panel" }, el("h2", {}, texts.new_table),
    el("label", {}, texts.game, " ", game), aim, rights, lessons, expansions, options,
    el("fieldset", {}, el("legend", {}, texts.players), seats, more, message?.label),
    el("label", {}, hints, ` ${texts.allow_hints}`),
    inFile ? null : el("label", {}, texts.watchers_see, " ", reveals), el("label", {}, texts.pause, " ", pause),
    clock?.fields,
    el("button", { type: "submit", class: "usual" }, texts.begin));
}

/** Who sits somewhere: name, person or bot, language and colour. */
function seat(number, kind) {
  const choice = (name, label, pairs, at) => el("select", { name, "aria-label": `${label} ${number}` }, pairs.map(([value, said]) => el("option", { value, selected: value === at }, said)));
  return el("div", { class: "seat" },
    el("input", { type: "text", name: "name", maxlength: 24, "aria-label": `${texts.name} ${number}`, placeholder: `${texts.name} ${number}` }),
    choice("kind", texts.who, Object.entries(words.kinds), kind),
    choice("colour", texts.colour, [["", `${texts.colour}: ${texts.any}`], ...Object.entries(words.colours)], ""),
    choice("lang", texts.language, [["", texts.own_language], ...Object.entries(words.languages)], ""));
}

/** An option of the game: to be ticked, or one of several. */
function option({ name, title, values, usual }) {
  const keys = Object.keys(values);
  if (keys.join() === "false,true") {
    return el("label", {}, el("input", { type: "checkbox", name, checked: usual === "true", "data-usual": String(usual) }), ` ${title}`);
  }
  return el("label", {}, `${title} `, el("select", { name, "data-usual": String(usual) }, keys.map((key) => el("option", { value: key, selected: key === usual }, values[key]))));
}

/**
 * Go to the table: to the first seat of a person, else to watch as its host. This browser keeps the host's link, so that each of its
 * pages may do what the host may, and the links of the others, which the page of the table shows.
 */
function enter(made, byMessage) {
  const seat = made.bots.findIndex((bot, place) => !bot && made.links[place]);
  const links = byMessage ? letters.own(made, seat) : made.links;
  setting.set(`host.${made.table}`, made.links.host);
  setting.set(`links.${made.table}`, JSON.stringify(links));
  setting.set(`invite.${made.table}`, "on");
  pageLocation.assign(`/t/${made.table}#${made.links[seat < 0 ? "host" : seat]}`);
}

// -- what there is

/** The tables of which this browser has the host's link. */
function tables(all) {
  const own = all.filter((each) => setting.get(`host.${each.table}`));
  const rows = own.map((each) => el("li", {}, el("a", { href: `/t/${each.table}#${setting.get(`message.${each.table}`) || setting.get(`host.${each.table}`)}` }, `${called(each.file.split("-")[0])}: ${each.players.join(", ")}`)));
  return rows.length ? el("section", { class: "panel" }, el("h2", {}, texts.own_tables), el("ul", {}, rows)) : null;
}

/** Go on with a saved game: at its table, where this browser has the links of that, so that all that belongs to it is there; else at a new one. */
function goOn({ file }, kept) {
  const table = kept.find((each) => each.file === file && setting.get(`host.${each.table}`) && setting.get(`links.${each.table}`));
  if (table) enter({ ...table, links: JSON.parse(setting.get(`links.${table.table}`)) });
  else ask(`/api/tables?lang=${lang}`, { file }).then(enter).catch(failed);
}

function saved(all, kept) {
  const played = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  const rows = all.filter((each) => !each.over).map((each) => el("li", {},
    el("span", {}, el("b", {}, called(each.game)), `: ${each.players.join(", ")} · ${put(texts.moves, { count: each.moves })} · ${played.format(each.played * 1000)}`), " ",
    el("button", { type: "button", onclick: () => goOn(each, kept) }, texts.go_on)));
  const file = el("input", { type: "file", accept: ".ruleset", onchange: () => import("./openfile.js").then(({ open }) => open(file, enter, failed)) });
  const open = inFile ? null : el("p", {}, el("label", {}, texts.open_file, " ", file)); // an exported file has its own
  return el("section", { class: "panel" }, el("h2", {}, texts.saved), open, el("ul", {}, rows.length ? rows : el("li", { class: "soft" }, texts.no_saved)));
}

begin().catch(failed);
