// What there is to say of a thing, as elements: what it is, facts, text, where it is, what can be done with it.

import { el, put } from "./dom.js";
import { button, page, player } from "./page.js";
import { rules } from "./rules.js";

/** What the server says of a thing: `entries`, one for each of that name, and `moves`. Without a `head` the name stands elsewhere. */
export function describe(said, head = "h3") {
  return [...said.entries.map((each) => entry(each, head, said.entries.length > 1)), ...lines(said.moves, "moves")];
}

function entry(each, head, several) {
  const kind = each.kind ? el("span", { class: "soft" }, ` ${each.kind}`) : null;
  return el("div", { class: "entry" },
    head && each.name ? el(head, {}, each.name, kind) : several && kind ? el("p", {}, kind) : null,
    each.rows?.length ? el("dl", {}, each.rows.map(([title, value, mark]) => el("div", {}, el("dt", {}, title), el("dd", {}, value, mark ? el("abbr", { title: mark }, "*") : null)))) : null,
    lines(each.text, "says"), (each.rules || []).map(([name, title]) => el("p", {}, button(title, () => rules(name)))), (each.now || []).map(now), lines(each.lines, ""), each.marks ? el("p", { class: "soft marks" }, each.origin ? put(page.words.texts.whole_card, { what: each.origin }) : "*", " ", each.marks) : null);
}

const lines = (all, kind) => (all || []).map((line) => el("p", { class: kind }, line));

/** What a field or a list of pieces is now, for the table or for a seat. */
function now(panel) {
  const nodes = (panel.show || []).map((node) => page.drawer.node(node));
  return el("div", { class: "now" }, Number.isInteger(panel.seat) ? player(panel.seat) : null, nodes);
}
