// A game that is played by message: after a move a code to send, which the other one pastes into the same file; that code holds the whole game.

import { ask, copyText, el, lang, pageLocation, put, setting } from "./dom.js";
import { button, byId, dialog, page } from "./page.js";

const OPENS = 900; // milliseconds in which the move is seen first
const host = globalThis.host;
let sent = ""; // the code that was shown last
let opening = 0;
let letters; // the place for codes in the lobby

/** Keep the link of the own seat alone, so that the page does not go on with the seat of somebody else; the links that are kept. */
export function own({ table, links }, seat) {
  setting.set(`message.${table}`, links[seat]);
  return { host: links.host, [seat]: links[seat] };
}

/** For the lobby: whether a new game is played by message, where it can be and two persons play. */
export function choice(texts, seats) {
  const box = el("input", { type: "checkbox" });
  const label = el("label", { hidden: true }, box, ` ${texts.message_lobby}`);
  let possible = false;
  const offer = (can = possible) => {
    possible = can;
    letters.hidden = !possible && !letters.open;
    label.hidden = !possible || [...seats.querySelectorAll("[name=kind]")].filter((each) => each.value === "human").length < 2;
  };
  seats.addEventListener("change", () => offer());
  return { label, offer, chosen: () => box.checked && !label.hidden };
}

/** A place to paste a code, and what says that it was not taken. `after`: what is done once it was taken. */
function pasting(texts, after) {
  const area = el("textarea", { rows: 3, "aria-label": texts.message_paste, spellcheck: "false", autocomplete: "off" });
  const said = el("p", { role: "status" });
  const act = () => take(area.value).then(after, (error) => { said.textContent = error.message; });
  return [area, el("p", { class: "tools" }, button(texts.go_on, act)), said];
}

/** Go on with the game of a code: at the table where it is played here, else at a new one, in the place of who is asked. */
async function take(code) {
  const made = await ask(`/api/messages?lang=${page.words?.lang || lang}`, { code }, host.lobby);
  const { table, links, seat } = made;
  if (links.host) {
    setting.set(`host.${table}`, links.host);
    setting.set(`links.${table}`, JSON.stringify(own(made, Math.max(seat, 0))));
  }
  if (table !== page.name) pageLocation.assign(`/t/${table}#${setting.get(`message.${table}`) || setting.get(`host.${table}`)}`);
}

/** For the lobby: a place to paste a code. One that came with the address of the file is taken at once. */
export function inbox(texts) {
  const parts = pasting(texts, () => {});
  const code = host.play();
  if (code) {
    parts[0].value = code;
    parts[1].firstChild.click();
  }
  letters = el("details", { class: "panel message", open: Boolean(code), hidden: !code }, el("summary", {}, texts.message_got), parts);
  return letters;
}

/** For a table: what is to be sent is shown once it is somebody else's turn. */
export function show(view, choosing) {
  clearTimeout(opening);
  if (!choosing.message) {
    choosing.message = () => open(true);
    choosing.draw();
  }
  const others = view.asked.some((seat) => seat !== view.seat && view.seats[seat].kind === "human");
  if (!view.question && !view.thinking && (view.over || others)) opening = setTimeout(() => open(false), OPENS);
}

/** The code, and a place for the answer. `wanted`: somebody asked for it. */
async function open(wanted) {
  const { words: { texts }, view } = page;
  const found = await ask(`${page.api}/message?lang=${page.lang}`).catch((error) => ({ error }));
  if (!wanted && (found.error || found.code === sent || (view.over && found.last !== view.seat) || byId("dialog").open)) return;
  sent = found.code;
  const names = view.seats.map((at, seat) => [at, seat]).filter(([at, seat]) => at.kind === "human" && seat !== view.seat);
  const asked = names.filter(([, seat]) => view.asked.includes(seat));
  const name = (asked.length ? asked : names).map(([, seat]) => view.players[seat]).join(", ");
  dialog(texts.by_message, found.error ? el("p", {}, found.error.message) : view.question ? null : outbox(texts, found, name, view.over),
    view.over ? null : [el("p", {}, texts.message_paste), ...pasting(texts, () => byId("dialog").close())]);
}

function outbox(texts, { code, chance }, name, over) {
  const link = host.address && `${host.address}#play=${code}`;
  const area = el("textarea", { rows: 4, readonly: true, "aria-label": texts.message_copy, onfocus: () => area.select() });
  area.value = code;
  const copy = (label, text) => button(label, async (event) => {
    const pressed = event.currentTarget;
    area.value = text;
    area.select();
    pressed.textContent = (await copyText(text)) || document.execCommand("copy") ? texts.copied : label;
  });
  const share = navigator.share && button(texts.message_share, () => navigator.share({ text: link || code }).catch(() => {}));
  return [el("p", {}, put(over ? texts.message_over : texts.message_send, { name })), area,
    el("p", { class: "tools" }, copy(texts.message_copy, code), link ? copy(texts.message_link, link) : null, share || null),
    el("p", { class: "soft" }, put(texts.message_how, { name })), chance ? el("p", { class: "soft" }, texts.message_dice) : null];
}
