// Who is told that it is their turn, and where: addresses of a seat, and of the whole table.

import { ask, el, marked, put, setting } from "./dom.js";
import { byId, dialog, page, request } from "./page.js";

/** Show it. */
export async function tell() {
  const { texts, channels, whose } = page.words;
  const host = setting.get(`host.${page.name}`);
  const own = whose === "host" ? null : await request("tell");
  const all = host && channels.webhooks.length ? await request("tell", undefined, host) : null;
  const hosts = channels.webhooks.join(", ");
  const webhook = put(texts.tell_webhook, { hosts });
  dialog(texts.tell, el("p", { class: "soft" }, texts.tell_why),
    own && channels.mail ? row("mail", texts.tell_mail, own.mail) : null,
    own && channels.webhooks.length ? row("webhook", webhook, own.webhook) : null,
    all ? [el("h3", {}, texts.the_table), el("p", {}, texts.tell_all), row("webhook", webhook, all.webhook, host)] : null);
}

/** What there is of one kind: an address to be given, a code to be entered, or where messages go. `as`: the host's secret. */
function row(kind, label, now, as) {
  const { texts } = page.words;
  const send = async (body) => { if (await said({ kind, ...body }, as)) await tell(); };
  const end = el("button", { type: "button", onclick: () => send({ end: true }) }, texts.tell_end);
  if (now && !now.waits) return el("div", { class: "told" }, el("p", {}, put(texts.tell_to, { address: shown(now.address) })), now.failed ? el("p", { role: "alert" }, texts.tell_failed) : null, el("p", { class: "tools" }, end));
  const code = Boolean(now);
  const field = el("input", code ? { type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 12, required: true } : { type: kind === "mail" ? "email" : "url", maxlength: 500, required: true });
  const submit = (event) => { event.preventDefault(); send(code ? { code: field.value } : { address: field.value }); };
  return el("form", { onsubmit: submit, class: "told" },
    el("label", {}, code ? put(texts.tell_waits, { address: now.address }) : label, " ", field),
    el("p", { class: "tools" }, el("button", { type: "submit", class: "usual" }, code ? texts.apply : texts.tell_save), code ? end : null));
}

/** The host of a webhook alone: the rest of its address is a secret. */
const shown = (address) => (address.includes("://") ? new URL(address).host : address);

/** Ask the server; what it refuses is said in the dialog. */
async function said(body, as) {
  const button = byId("dialog").querySelector("form [type=submit]");
  if (button) button.disabled = true;
  try {
    return await ask(`${page.api}/tell?lang=${page.lang}`, body, as);
  } catch (error) {
    byId("dialog").querySelector(".told-problem")?.remove();
    byId("dialog").querySelector("h2").after(el("p", { class: "told-problem t-red", role: "alert" }, marked(error.message)));
    return null;
  } finally {
    if (button) button.disabled = false;
  }
}

/** What the link in a message opens: no more of them. */
export async function stop(token, texts) {
  const end = (all) => async () => {
    const done = await ask(`/api/t/${page.name}/stop?lang=${page.lang}`, { all }, token).then(() => texts.tell_ended, (error) => error.message);
    document.querySelector("main").replaceChildren(el("p", { class: "panel", role: "status" }, done));
  };
  const choice = (label, all) => el("button", { type: "button", onclick: end(all) }, label);
  document.querySelector("main").replaceChildren(el("section", { class: "panel" }, el("p", { class: "tools" }, choice(texts.tell_end, false), choice(texts.tell_end_all, true))));
}
