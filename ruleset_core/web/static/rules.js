// The rules of the game, opened at a paragraph, or at what is asked now.

import { el } from "./dom.js";
import { dialog, page, request } from "./page.js";

/** Show them; `name` is that of a paragraph. */
export async function rules(name) {
  const said = await request("rules");
  if (!said) return;
  const wanted = name ? [name] : said.asked;
  const parts = said.parts.map((part) => el("details", { open: part.paragraphs.some((each) => wanted.includes(each.name)) },
    el("summary", {}, part.title), part.paragraphs.map((each) => paragraph(each, part, wanted))));
  const box = el("div", { class: "rules" }, parts);
  if (!box.querySelector("details[open]")) parts[0].open = true;
  dialog(page.words.texts.rules, box);
  box.querySelector(".wanted")?.scrollIntoView({ block: "nearest" });
}

function paragraph(each, part, wanted) {
  const title = each.title === part.title ? null : el("h3", {}, each.title);
  return el("section", { class: wanted.includes(each.name) && "wanted" }, title, each.blocks.map(block), each.picture ? picture(each.name) : null);
}

/** The position beside a paragraph, drawn as the table is. */
function picture(name) {
  const box = el("div", { class: "now" });
  request(`rules?picture=${encodeURIComponent(name)}`).then((said) => box.append(...(said?.panels || []).map((each) => page.drawer.panel(each))));
  return box;
}

function block({ kind, rows }) {
  if (kind === "text") return el("p", {}, words(rows[0][0]));
  if (kind === "list") return el("ul", {}, rows.map(([item]) => el("li", {}, words(item))));
  return el("table", {}, rows.map((row, place) => el("tr", {}, row.map((cell) => el(place ? "td" : "th", {}, words(cell))))));
}

/** Words; those in a list of their own are bold. */
const words = (spans) => spans.map((each) => (Array.isArray(each) ? el("b", {}, each) : each));
