// Looking something up: a field for any name, what it may mean, and what there is to say of each.

import { describe } from "./description.js";
import { el, put } from "./dom.js";
import { button, byId, dialog, page, request } from "./page.js";

const PAUSE = 150; // milliseconds without a letter after which is asked

/** Open the field; with `name` that is looked up at once. */
export function lookUp(name = "") {
  const { texts } = page.words;
  const found = el("div", { class: "found" });
  const count = el("p", { role: "status", class: "soft" });
  const field = el("input", { type: "search", maxlength: 60, autocomplete: "off", spellcheck: "false", placeholder: texts.look_up_how, "aria-label": texts.look_up, value: name });
  let timer = 0;
  const wants = (typed) => { field.value = typed; field.focus(); search(); };
  const search = async () => {
    clearTimeout(timer);
    const typed = field.value.trim();
    const said = await request(`lookup?text=${encodeURIComponent(typed)}`);
    if (!said || typed !== field.value.trim()) return; // something else was typed meanwhile
    found.replaceChildren(...(typed ? results(said, texts) : beginning(said, wants)));
    count.textContent = typed ? summary(said, texts) : "";
  };
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, PAUSE); });
  const box = el("div", { class: "lookup", onkeydown: (event) => walk(event, field, found) }, field, count, found);
  dialog(texts.look_up, box);
  field.focus();
  search();
}

function summary(said, texts) {
  const many = said.groups.filter((each) => each.title !== "near").reduce((sum, each) => sum + each.names.length + each.more, 0);
  return many || said.moves.length ? put(texts.look_up_count, { count: many || said.moves.length }) : texts.look_up_none;
}

/** What there is to look up: each name does it. */
function beginning(said, wants) {
  const names = (each) => each.names.map((name) => el("li", {}, button(name, () => wants(name))));
  return [said.about ? el("p", {}, said.about) : null,
    ...said.lists.map((each) => el("details", {}, el("summary", {}, each.title, el("span", { class: "soft" }, ` ${each.names.length}`)), el("ul", { class: "options" }, names(each))))].filter(Boolean);
}

/** What was found, each to be opened; what alone is meant is open. */
function results(said, texts) {
  const only = said.groups.length && said.groups[0].names.length === 1 && !said.groups[0].title;
  const groups = said.groups.map((group, place) => [
    group.title ? el("h3", {}, texts[`look_up_${group.title}`]) : null,
    ...group.names.map((each) => opened(each, only && !place)),
    group.more ? el("p", { class: "soft" }, put(texts.and_more, { count: group.more })) : null,
  ]);
  return [...said.moves.map((line) => el("p", { class: "moves" }, line)), ...groups.flat()].filter(Boolean);
}

function opened({ name, kind }, open) {
  const box = el("details", {}, el("summary", {}, el("b", {}, name), kind ? el("span", { class: "soft" }, ` ${kind}`) : null));
  box.addEventListener("toggle", async () => {
    if (!box.open || box.children.length > 1) return;
    const said = await request(`lookup?name=${encodeURIComponent(name)}`);
    if (said && box.children.length === 1) box.append(...describe(said, ""));
  });
  box.open = open;
  return box;
}

/** Arrows go to what was found and back; Enter opens the first, Escape closes all. */
function walk(event, field, found) {
  const stops = [field, ...found.querySelectorAll("summary, details[open] button")];
  const at = stops.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") { // in a field for searching it would only empty it
    event.preventDefault();
    byId("dialog").close();
  } else if (step && at >= 0 && stops[at + step]) {
    event.preventDefault();
    stops[at + step].focus();
  } else if (event.key === "Enter" && event.target === field && stops[1]) {
    event.preventDefault();
    stops[1].parentElement.open = true;
    stops[1].focus();
  }
}

/** The key that opens the field, wherever nothing is typed. */
export function onQuestionMark(event) {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea") || byId("dialog").open) return;
  event.preventDefault();
  lookUp();
}
