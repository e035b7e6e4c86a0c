// The lobby: what is played, by whom; links for everybody; games to go on with.

import { ask, el, lang, put, secret, setting } from "./dom.js";

const main = document.getElementById("lobby");
const notice = (text) => { document.getElementById("notice").textContent = text; };
const KINDS = ["human", "easy", "normal", "strong", "greedy", "random"];
let texts;

async function begin() {
  if (setting.get("theme")) document.documentElement.dataset.theme = setting.get("theme");
  document.documentElement.lang = lang;
  texts = (await ask(`/api/words?lang=${lang}`)).texts;
  if (!secret) return notice(texts.no_link);
  const told = await ask(`/api/lobby?lang=${lang}`);
  main.replaceChildren(form(told.games), saved(told.saved));
  return undefined;
}

const called = (names) => names[lang] || names.en || Object.values(names)[0];

function form(games) {
  const game = el("select", { name: "game" }, games.map((each) => el("option", { value: each.game }, called(each.name))));
  const expansions = el("fieldset", { class: "expansions" });
  const seats = el("div", { class: "seats" });
  const hints = el("input", { type: "checkbox", checked: true });
  const reveals = el("input", { type: "checkbox", checked: true });
  const chosen = () => games.find((each) => each.game === game.value);
  const add = (kind) => {
    const number = seats.children.length + 1;
    const row = el("div", { class: "seat" },
      el("input", { type: "text", maxlength: 24, "aria-label": texts.name, placeholder: `${texts.name} ${number}` }),
      el("select", { "aria-label": texts.who }, KINDS.map((each) => el("option", { value: each, selected: each === kind }, each === "human" ? texts.person : `${texts.bot}: ${each}`))),
      el("button", { type: "button", onclick: () => row.remove(), "aria-label": texts.remove }, "×"));
    seats.append(row);
  };
  const change = () => {
    const found = chosen();
    expansions.replaceChildren(el("legend", {}, texts.expansions), ...found.expansions.map((name) => el("label", {}, el("input", { type: "checkbox", value: name }), ` ${name.replaceAll("_", " ")}`)));
    expansions.hidden = !found.expansions.length;
    seats.replaceChildren();
    const [low, high] = found.players || [2, 4];
    for (let number = 0; number < Math.min(Math.max(low, 2), high); number += 1) add(number ? "easy" : "human");
  };
  game.addEventListener("change", change);
  change();
  const submit = async (event) => {
    event.preventDefault();
    const told = {
      game: game.value,
      expansions: [...expansions.querySelectorAll("input:checked")].map((each) => each.value),
      seats: [...seats.children].map((row) => ({ name: row.querySelector("input").value, kind: row.querySelector("select").value })),
      hints: hints.checked,
      reveals: reveals.checked,
    };
    await ask(`/api/tables?lang=${lang}`, told).then(links).catch((error) => notice(error.message));
  };
  return el("form", { onsubmit: submit, class: "panel" }, el("h2", {}, texts.new_table),
    el("label", {}, texts.game, " ", game), expansions,
    el("fieldset", {}, el("legend", {}, texts.players), seats, el("button", { type: "button", onclick: () => add("human") }, texts.add_player)),
    el("label", {}, hints, ` ${texts.allow_hints}`), el("label", {}, reveals, ` ${texts.reveals}`),
    el("button", { type: "submit", class: "usual" }, texts.begin));
}

function links(made) {
  const line = (label, key) => {
    const link = `${location.origin}/t/${made.table}#${made.links[key]}`;
    const copy = el("button", { type: "button", onclick: async () => { await navigator.clipboard.writeText(link); copy.textContent = texts.copied; } }, texts.copy);
    return el("li", {}, el("a", { href: link }, label), " ", copy);
  };
  const seats = made.players.map((player, seat) => line(put(texts.link_of, { name: player }), String(seat)));
  const list = el("section", { class: "panel", id: "links" }, el("h2", {}, texts.links),
    el("ul", {}, seats, line(texts.link_host, "host"), line(texts.link_watch, "watch")));
  document.getElementById("links")?.remove();
  main.prepend(list);
  list.scrollIntoView();
}

function saved(games) {
  const rows = games.filter((each) => !each.over).map((each) => el("li", {},
    `${each.game}: ${each.players.join(", ")} (${each.moves}) `,
    el("button", { type: "button", onclick: () => ask(`/api/tables?lang=${lang}`, { file: each.file }).then(links).catch((error) => notice(error.message)) }, texts.go_on)));
  return el("section", { class: "panel" }, el("h2", {}, texts.saved), el("ul", {}, rows.length ? rows : el("li", {}, "·")));
}

begin().catch((error) => notice(error.message));
