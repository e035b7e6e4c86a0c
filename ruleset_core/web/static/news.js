// News of a table: a stream that is opened again whenever it ends.

import { get, secret } from "./dom.js";

const SLEEP = [250, 1000, 2000, 5000];

let open = null;

/** Open the stream anew: it may not reach the server any more. */
export const reopen = () => open?.abort();

/** Hand all news to `take`; what it cannot use is asked for anew. `report` hears of trouble: its name, or the server's sentence. */
export async function follow(path, take, report) {
  let tries = 0;
  for (;;) {
    const used = secret;
    const stop = new AbortController();
    open = stop;
    const wake = () => { if (!document.hidden) stop.abort(); };
    try {
      const answer = await get(path, used, { signal: stop.signal, cache: "no-store" });
      if (answer.status === 403 && used !== secret) continue; // the page has got a new link meanwhile
      if (answer.status === 403) return report("gone");
      if (!answer.ok) {
        const { refused } = await answer.json().catch(() => ({}));
        throw Object.assign(new Error(refused || answer.statusText), { refused });
      }
      report("");
      tries = 0;
      let silent = setTimeout(() => stop.abort(), 40000);
      addEventListener("online", wake, { once: true });
      for await (const news of events(answer.body)) {
        clearTimeout(silent);
        silent = setTimeout(() => stop.abort(), 40000);
        if (news && !take(news)) break;
      }
      clearTimeout(silent);
    } catch (error) {
      if (error.name !== "AbortError" && error.name !== "TypeError") console.warn(error.message);
      if (used === secret) report("offline", error.refused);
    }
    removeEventListener("online", wake);
    stop.abort();
    if (used !== secret) continue;
    await new Promise((done) => setTimeout(done, SLEEP[Math.min(tries, SLEEP.length - 1)]));
    tries += 1;
  }
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const whole = rest.split("\n\n");
    rest = whole.pop();
    for (const event of whole) {
      yield event.startsWith("data: ") ? JSON.parse(event.slice(6)) : null;
    }
  }
}
