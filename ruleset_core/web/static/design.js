// For the host of a table on this machine alone: the position is kept as a scenario, or edited. Loaded once somebody opens that.

import { copyText, el, put } from "./dom.js";
import { button, dialog, notice, page, request } from "./page.js";
import { host, order } from "./seats.js";

const words = () => page.words.texts;
const plain = (title) => title.replace("…", "");
let chosen = {}; // what was picked on the board: family and id of a piece or place (`what`), and where a piece goes (`to`)
const show = (what) => request("position", undefined, host).then((found) => found && what(found));

/** Keep the position as a scenario: to be copied, saved as a file, or written beside the game. */
export function keep() {
  const texts = words();
  const name = el("input", { type: "text", maxlength: 100, value: page.view.title || "", required: true });
  const box = el("div", {});
  const ask = async (save) => {
    const kept = name.value.trim() && (await order("scenario", { name: name.value, save }));
    if (!kept) return;
    const copy = button(texts.design_copy, async () => { copy.textContent = (await copyText(kept.text)) ? texts.copied : texts.design_copy; });
    const file = el("a", { class: "button", download: "kept.yaml", href: URL.createObjectURL(new Blob([kept.text], { type: "text/yaml" })) }, texts.design_download);
    box.replaceChildren(el("pre", { class: "kept", tabindex: 0 }, kept.text), el("p", { class: "soft" }, kept.note), kept.file ? el("p", { role: "status" }, put(texts.design_written, { file: kept.file })) : "",
      el("p", { class: "tools" }, copy, file, kept.home && !kept.file ? button(put(texts.design_write, { file: kept.home }), () => ask(true), { class: "usual" }) : null));
  };
  const submit = (event) => { event.preventDefault(); ask(false); };
  dialog(plain(texts.design_keep), el("form", { class: "tools", onsubmit: submit }, el("label", {}, texts.design_name, " ", name), " ", el("button", { type: "submit", class: "usual" }, texts.apply)), box);
  name.select();
}

/** Edit the position. */
export const edit = () => { chosen = {}; return show(open); };

/** Let somebody click a thing on the board, then go on with the editor. `part`: what that says. */
function pick(part) {
  document.getElementById("dialog").close();
  notice(words().design_pick_how);
  document.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopPropagation();
    notice("");
    const [, family, id] = /^([^:]+):([^@]+)/.exec(event.target.closest("[data-identity]")?.dataset.identity || "") || [];
    if (id) chosen[part] = { family, id };
    show(open);
  }, { capture: true, once: true });
}

/** Send what is to be another, as a scenario gives it; then the editor shows what came of it. */
async function change(body, said) {
  const done = await order("position", body);
  if (done) await show(open);
  else said.textContent = document.getElementById("notice").textContent;
}

function open(at) {
  const texts = words();
  const said = el("p", { role: "alert" });
  const give = (given) => change({ given }, said);
  const parts = [
    at.amounts.length ? [texts.design_amounts, amounts(at, give)] : null,
    at.kinds.length ? [texts.design_pieces, pieces(at, give)] : null,
    at.values.length ? [texts.design_values, values(at, give)] : null,
    [texts.design_phase, phases(at, (more) => change(more, said))],
  ].filter(Boolean);
  dialog(plain(texts.design_edit), el("p", { class: "soft" }, texts.design_how), said, ...parts.map(([title, part]) => el("fieldset", {}, el("legend", {}, title), part)),
    at.undo ? el("p", { class: "tools" }, button(texts.design_undo, () => change({ undo: true }, said))) : null);
}

const bySeat = (seat, given) => (seat === null ? given : { seats: { [seat]: given } });
const nest = (keys, value) => keys.reduceRight((inner, key) => ({ [key]: inner }), value);
const choose = (list, more, now) => el("select", more, list.map((each) => el("option", { value: String(each.id), selected: String(each.id) === String(now) }, each.name)));
const find = (list, value) => list.find((each) => String(each.id) === value).id;

/** A row for each resource, a column for each seat. */
function amounts(at, give) {
  const names = [...new Map(at.amounts.map((each) => [each.id, each.name]))];
  const cell = ({ id, name, seat, value, most }) => {
    const step = (by, sign) => button(sign, () => give({ seats: { [seat]: { [id]: value + by } } }), { "aria-label": `${name}, ${at.players[seat]}: ${sign}1`, disabled: value + by < 0 || (most >= 0 && value + by > most) });
    return el("td", { class: "signs" }, step(-1, "−"), el("b", {}, ` ${value} `), step(1, "+"));
  };
  return el("div", {}, el("table", {}, el("tr", {}, el("td", {}), at.players.map((each) => el("th", {}, each))),
    names.map(([id, name]) => el("tr", {}, el("th", {}, name), at.amounts.filter((each) => each.id === id).map(cell)))));
}

const picking = (part) => button("↖", () => pick(part), { "aria-label": words().design_pick, title: words().design_pick });

/** A piece, and where it goes. */
function pieces(at, give) {
  const texts = words();
  const row = el("p", { class: "tools" });
  const known = at.kinds.find((each) => each.id === chosen.what?.family && each.pieces.some((piece) => piece.id === chosen.what.id));
  const kind = choose(at.kinds, { "aria-label": texts.design_kind, onchange: () => again() }, known?.id);
  const where = (zone) => zone.name + (zone.seat === null ? "" : ` (${at.players[zone.seat]})`);
  const again = () => {
    const chosen = at.kinds.find((each) => each.id === kind.value);
    const zones = at.zones.map((zone, id) => ({ ...zone, id, data: zone.id, name: where(zone) })).filter((zone) => zone.kind === chosen.id);
    const home = (id) => zones.find((zone) => zone.pieces.includes(id));
    const piece = choose(chosen.pieces.map((each) => ({ ...each, name: each.name + (home(each.id) ? ` – ${home(each.id).name}` : "") })), { "aria-label": texts.design_piece }, chosen.what?.id);
    const goal = zones.find((zone) => zone.pieces.includes(chosen.to?.id)) || zones.find((zone) => zone.path.includes(chosen.to?.id));
    const to = choose(zones, { "aria-label": texts.design_to }, goal?.id);
    const move = () => {
      const zone = zones[to.selectedIndex];
      const list = [...zone.pieces.filter((each) => each !== piece.value), piece.value];
      const given = { [zone.data]: nest(zone.path, list) };
      give(zone.seat === null ? { zones: given } : bySeat(zone.seat, given));
    };
    row.replaceChildren(...[at.kinds.length > 1 ? kind : null, piece, picking("what"), " → ", to, picking("to"), button(texts.design_move, move)].filter(Boolean));
  };
  again();
  return row;
}

/** A value: which one, at which place, and what it becomes. */
function values(at, give) {
  const texts = words();
  const row = el("p", { class: "tools" });
  const named = at.values.map((each, id) => ({ id, name: each.name + (each.seat === null ? "" : ` (${at.players[each.seat]})`) }));
  const has = (list) => list.some((each) => String(each.id) === chosen.what?.id);
  const which = choose(named, { "aria-label": texts.design_values, onchange: () => again() }, at.values.findIndex((each) => each.index.some(has)));
  const again = () => {
    const field = at.values[which.selectedIndex];
    const keys = field.index.map((list) => choose(list, { onchange: () => now(), "aria-label": texts.design_place }, chosen.what?.id));
    const value = field.choices ? choose(field.choices, { "aria-label": texts.design_value }) : el("input", { type: "number", "aria-label": texts.design_value });
    const now = () => { value.value = String(keys.reduce((inner, key) => inner[key.value], field.now)); };
    const set = () => {
      const path = keys.map((key) => key.value);
      const made = field.choices ? find(field.choices, value.value) : Number(value.value);
      if (field.kind) give({ pieces: { [field.kind]: { [path[0]]: { [field.id]: made } } } });
      else give(bySeat(field.seat, { [field.id]: nest(path, made) }));
    };
    row.replaceChildren(which, ...keys, field.index.length ? picking("what") : "", " = ", value, button(texts.apply, set));
    now();
  };
  again();
  return row;
}

function phases(at, begin) {
  const texts = words();
  const phase = choose(at.phases, { "aria-label": texts.design_phase }, at.phase);
  const turn = choose(at.players.map((name, id) => ({ id, name: put(texts.design_turn, { name }) })), { "aria-label": texts.your_turn }, at.seat);
  return el("p", { class: "tools" }, phase, button(texts.begin, () => begin({ phase: phase.value })),
    at.players.length > 1 && at.seat >= 0 ? [turn, button(texts.apply, () => begin({ seat: Number(turn.value) }))] : null);
}
