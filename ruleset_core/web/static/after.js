// After the end: how the game went, once somebody wants to know.

import { el, marked, put } from "./dom.js";
import { button, byId, dialog, notice, page, request } from "./page.js";
import { linked } from "./story.js";

const place = el("section", { id: "after", class: "panel" });
let shown = "";

/** What stands behind the result when the game is over; nothing before. */
export function after({ analysis: how }) {
  const { texts } = page.words;
  if (!how) return null;
  const now = JSON.stringify(how);
  if (now === shown) return place;
  if (shown && how.state === "done") byId("live").textContent = texts.analysis_done;
  shown = now;
  place.setAttribute("aria-label", texts.analyse);
  if (how.state === "done") {
    show();
  } else {
    place.replaceChildren(el("h2", {}, texts.analyse), how.state === "none" || how.state === "failed" ? offer(how) : progress(how));
    if (how.state === "failed") request("analysis").then((found) => place.append(el("p", {}, found?.problem || "")));
  }
  return place;
}

function offer(how) {
  const { texts } = page.words;
  const begin = async (event) => { event.currentTarget.disabled = true; await request("analyse", {}); };
  return el("div", {}, how.state === "failed" ? el("p", {}, texts.analysis_failed) : null, el("p", {}, texts.analyse_why), el("p", { class: "tools" }, button(texts.analyse, begin, { class: "usual" })));
}

function progress(how) {
  const { texts } = page.words;
  const percent = Math.round((100 * how.done) / how.of);
  const said = how.state === "waits" ? texts.analysis_waits : put(texts.analysis_runs, { percent });
  return el("p", {}, el("label", {}, said, " ", el("progress", { max: 100, value: how.state === "waits" ? null : String(percent) })));
}

async function show() {
  const found = await request("analysis");
  if (!found) return notice(page.words.texts.analysis_failed);
  const sentence = (each) => el("li", {}, each.number ? el("span", { class: "number" }, each.number) : null, " ", el("span", { class: "soft" }, `${each.where}: `), linked(each.said));
  const list = (heading, sentences) => [heading ? el("h3", {}, heading) : null, sentences.length ? el("ol", {}, sentences.map(sentence)) : null];
  const parts = [el("h2", {}, page.words.texts.analyse), found.picture ? picture(found) : null,
    list(found.turned, found.turnings), list(found.cost, found.mistakes), [...found.notes, found.how].map((note) => el("p", { class: "soft" }, marked(note)))];
  place.replaceChildren(...parts.flat().filter(Boolean));
  return undefined;
}

/** The picture is a file with colours of its own. A click shows it large. */
function picture(found) {
  const src = URL.createObjectURL(new Blob([found.picture], { type: "image/svg+xml" }));
  const made = () => el("img", { src, alt: found.description });
  return el("button", { type: "button", class: "picture", onclick: () => dialog(page.words.texts.analyse, made()) }, made());
}
