// A player's settings: language, colours, sound, name; and the file of the game.

import { el, get, pageLocation, setting } from "./dom.js";
import { button, byId, dialog, page, request, theme } from "./page.js";

/** Show them. */
export function settings() {
  const { texts } = page.words;
  const { view } = page;
  const own = view.seat === null ? null : view.seats[view.seat];
  const speak = async (event) => {
    setting.set("lang", event.target.value);
    if (own && !(await request("me", { lang: event.target.value }))) return;
    pageLocation.reload();
  };
  const tongue = el("select", { onchange: speak },
    Object.entries(page.words.languages).map(([key, label]) => el("option", { value: key, selected: key === page.lang }, label)));
  dialog(texts.settings,
    own ? myself(own) : null,
    el("p", {}, el("label", {}, texts.language, " ", tongue)),
    el("p", { class: "tools" }, button(texts.light, () => theme(dark() ? "light" : "dark")), toggle("sound", texts.sound), toggle("notify", texts.notify), tells() ? button(texts.tell, async () => (await import("./tell.js")).tell()) : null),
    el("p", { class: "tools" }, button(view.over ? texts.download_record : texts.download_story, download),
      own ? button(`${texts.playtest}…`, () => import("./playtest.js").then(({ openPlaytest }) => openPlaytest())) : null),
    credits());
}

/** Whether the server can tell players elsewhere that it is their turn. */
const tells = () => page.words.whose !== "watch" && (page.words.channels?.mail || page.words.channels?.webhooks.length);

/** What others may do with the game; who made its pictures. */
function credits() {
  const made = page.words.credits || [];
  const line = (each) => el("li", {}, el("b", {}, each.by), ` (${each.licence}, `,
    each.source.startsWith("https://") ? el("a", { href: each.source, target: "_blank", rel: "noopener noreferrer" }, each.source) : each.source, `): ${each.of.join(", ")}`);
  return [el("p", { class: "soft" }, page.words.rights),
    made.length ? el("details", { class: "soft" }, el("summary", {}, page.words.texts.credits), el("ul", {}, made.map(line))) : null];
}

/** The score sheets. */
export async function scores() {
  const sheet = await request("sheet");
  if (sheet) dialog(page.words.texts.scores, sheet.panels.map((panel) => page.drawer.panel(panel)));
}

function myself(at) {
  const { texts, colours } = page.words;
  const called = el("input", { type: "text", maxlength: 24, value: at.name });
  const taken = new Set(page.view.seats.map((each) => each.colour).filter((each) => each !== at.colour));
  const colour = el("select", {}, Object.entries(colours).map(([key, label]) =>
    el("option", { value: key, selected: key === at.colour, disabled: taken.has(key) }, label)));
  const submit = async (event) => {
    event.preventDefault();
    if (await request("me", { name: called.value, colour: colour.value })) byId("dialog").close();
  };
  return el("form", { onsubmit: submit, class: "tools" }, el("label", {}, texts.name, " ", called), " ", el("label", {}, texts.colour, " ", colour), " ", el("button", { type: "submit" }, texts.apply));
}

function toggle(what, label) {
  const on = setting.get(what) === "on";
  return button(label, async (event) => {
    const made = event.currentTarget;
    if (!on && what === "notify" && (await Notification.requestPermission()) !== "granted") return;
    setting.set(what, on ? "off" : "on");
    made.replaceWith(toggle(what, label));
  }, { "aria-pressed": String(on) });
}

const dark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

async function download() {
  const answer = await get(`${page.api}/record?lang=${page.lang}`);
  const file = /filename="(.+)"/.exec(answer.headers.get("content-disposition") || "")?.[1] || "ruleset.txt";
  const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: file });
  link.click();
  URL.revokeObjectURL(link.href);
}
