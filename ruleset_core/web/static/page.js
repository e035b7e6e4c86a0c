// What all parts of a table's page share: its table, words, what it shows now, and how it asks the server.

import { ask, el, lang as browsers, pageLocation, setting } from "./dom.js";

export const byId = (id) => document.getElementById(id);

const name = pageLocation.pathname.split("/").pop();

/** The page. `lang`: that of its seat, once it is known; `words`, `drawer`: see `table.js`; `view`: the last state received; `lines`: of the story; `noting`: notes of a play-test. */
export const page = { name, api: `/api/t/${name}`, lang: browsers, words: null, drawer: null, view: null, lines: [], noting: null };

export function notice(text) {
  if (byId("notice").textContent !== text) byId("notice").textContent = text;
}

/** Ask the server about this table; null where it refuses, which is shown. Throws only without a network. `as`: another link. */
export async function send(what, body, as) {
  const noted = page.noting?.asks(what, body);
  try {
    const said = await ask(`${page.api}/${what}${what.includes("?") ? "&" : "?"}lang=${page.lang}`, body, as);
    noted?.(said);
    return said;
  } catch (error) {
    noted?.(null, error);
    if (error.offline) throw error;
    notice(error.message);
    return null;
  }
}

/** The same where nothing is sent again: that the server cannot be reached is shown, too. */
export async function request(what, body, as) {
  try {
    return await send(what, body, as);
  } catch (error) {
    notice(error.message);
    return null;
  }
}

export const button = (label, act, more) => el("button", { type: "button", onclick: act, ...more }, label);

/** A player's name in the player's colour, with a disc of it. */
export function player(seat) {
  const { colour } = page.view.seats[seat];
  return el("b", { class: `player t-${colour}` }, el("i", { class: `swatch c-${colour}`, "aria-hidden": "true" }), page.view.players[seat]);
}

/** Show something above the page, to be closed. */
export function dialog(title, ...content) {
  const box = byId("dialog");
  box.replaceChildren(el("h2", { id: "dialog-title" }, title), ...content.flat().filter(Boolean), el("p", { class: "tools" }, button(page.words.texts.close, () => box.close())));
  box.setAttribute("aria-labelledby", "dialog-title");
  if (!box.open) box.showModal();
}

/** Show the page light or dark, and remember it. */
export function theme(wanted) {
  if (!wanted) return;
  document.documentElement.dataset.theme = wanted;
  setting.set("theme", wanted);
}
