// An answer that is given from now on, whenever the same is asked: which, and until when. Loaded once somebody opens that.

import { el, put } from "./dom.js";
import { button, byId, dialog, page, request } from "./page.js";

const TIMES = [1, 2, 3, 5, 10];

/** Ask for it. `question`: what is asked now. */
export function open(question) {
  const { texts } = page.words;
  const answer = el("select", { "aria-label": texts.question }, question.options.map((each) => el("option", { value: each.option, selected: each.option === question.usual }, each.label)));
  const choices = [["change", texts.standing_change], ["round", texts.standing_round], ...TIMES.map((count) => [String(count), put(texts.standing_times, { count })])];
  const until = el("select", { "aria-label": texts.standing_until }, choices.map(([value, label]) => el("option", { value }, label)));
  const send = async (event) => {
    event.currentTarget.disabled = true;
    const times = Number(until.value);
    const told = { option: Number(answer.value), number: question.number, until: times ? "times" : until.value, ...(times ? { times } : {}) };
    await request("standing", told);
    byId("dialog").close();
  };
  dialog(texts.standing, el("p", {}, question.prompt), el("p", { class: "tools" }, answer, until), el("p", { class: "soft" }, texts.standing_how), el("p", { class: "tools" }, button(texts.standing_begin, send, { class: "usual" })));
}
