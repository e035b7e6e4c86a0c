// The shell of an exported file: unpacks it, begins the worker, and shows the pages of `serve` in a frame, with the worker in place of a server.
// In a site the parts are files, which its games share: `site` says where they lie.

const parts = (name) => document.getElementById(`part-${name}`).textContent;
const { game, texts, title, lock, site } = JSON.parse(parts("facts"));
const frame = document.getElementById("page");
const note = document.getElementById("note");
const bar = document.getElementById("bar");
const cover = document.getElementById("cover");
const PREFIX = `ruleset.${game}.`;
const wanted = new URLSearchParams(location.search);
const speaks = (lang) => lang !== null && Object.hasOwn(texts, lang);

// -- what is kept in this browser

/** What is kept, by key; where the browser keeps nothing, as long as the file is open. All games at one place have the same language. */
const storage = (() => {
  const kept = new Map();
  const place = (key) => (key === "lang" ? "ruleset.lang" : PREFIX + key);
  try {
    for (const [key, value] of Object.entries(localStorage)) if (key.startsWith(PREFIX)) kept.set(key.slice(PREFIX.length), value);
    if (speaks(localStorage.getItem(place("lang")))) kept.set("lang", localStorage.getItem(place("lang")));
  } catch { /* then nothing was kept */ }
  const tried = (act) => { try { act(); return true; } catch { return false; } };
  return {
    keys: () => [...kept.keys()],
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => { if (key.startsWith("invite.")) return; /* all sit at this screen */ kept.set(key, value); if (!tried(() => localStorage.setItem(place(key), value))) warn("not_kept"); },
    removeItem: (key) => { kept.delete(key); tried(() => localStorage.removeItem(place(key))); },
  };
})();

const lang = () => { const found = storage.getItem("lang") || navigator.language.slice(0, 2); return speaks(found) ? found : Object.keys(texts)[0]; };
const say = (key, values = {}) => texts[lang()][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const warn = (key) => alert(say(key));
const tell = (key) => { note.textContent = key ? say(key) : ""; };
const encode = (bytes) => btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(""));
const decode = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0));

// -- parts of the file

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%,()*+-;.=>?@^_`{|}~";

/** Bytes written in base 85, five digits for four bytes: their number, a colon, the digits. `html_export.encoded` writes them. */
function unpack85(part) {
  const [size, text] = part.split(":");
  const value = new Uint8Array(128);
  for (let digit = 0; digit < 85; digit += 1) value[DIGITS.charCodeAt(digit)] = digit;
  const found = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let from = 0, to = 0; from < text.length; from += 5, to += 4) {
    let word = 0;
    for (let at = from; at < from + 5; at += 1) word = word * 85 + value[text.charCodeAt(at)];
    found.setUint32(to, word);
  }
  return found.buffer.slice(0, size);
}

/** A part of a site, as it lies there compressed. */
async function loaded(name) {
  const [address] = site.parts[name];
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const pieces = [];
  const progress = document.querySelector("progress");
  progress.max = Object.values(site.parts).reduce((sum, [, size]) => sum + size, 0);
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    pieces.push(value);
    progress.value += value.length;
  }
}

const packed = async (name) => (site ? loaded(name) : new Blob([unpack85(parts(name))]));
const gunzip = async (name) => new Response((await packed(name)).stream().pipeThrough(new DecompressionStream("gzip")));
const bytesOf = async (name) => new Uint8Array(await (await gunzip(name)).arrayBuffer());
const url = (source, type = "text/javascript") => URL.createObjectURL(new Blob([source], { type }));

// -- the worker, in place of a server

const waiting = new Map();
let worker;
let count = 0;

function receive({ data }) {
  if (data.failed) return fail(data.failed);
  if (data.saved) return keep(data.saved);
  if (data.added !== undefined) return data.added ? go(`/#${lobby}`) : warn("not_opened");
  const asked = waiting.get(data.id);
  if (!asked) return undefined;
  if (data.event === undefined) waiting.delete(data.id);
  return asked(data);
}

function keep(saved) {
  for (const [name, bytes] of Object.entries(saved)) {
    if (bytes) storage.setItem(`file.${name}`, encode(bytes));
    else storage.removeItem(`file.${name}`);
    if (bytes && name.endsWith(".ruleset")) latest = [name, bytes];
  }
}

/** `fetch` of the pages: files of the pages lie in this file, all else is asked of the worker. */
function fetched(path, { method = "GET", headers = {}, body = "", signal } = {}) {
  if (site && path.startsWith("/static/")) return fetch(site.app + path.slice(8));
  if (path.startsWith("/static/")) return Promise.resolve(new Response(files[path.slice(8)], { status: files[path.slice(8)] ? 200 : 404 }));
  count += 1;
  const id = count;
  return new Promise((done, refuse) => {
    let stream;
    const ended = () => { waiting.delete(id); worker.postMessage({ close: id }); };
    waiting.set(id, (answer) => {
      if (answer.event === undefined) {
        done(new Response(answer.body, { status: answer.status, headers: { "content-type": answer.type, ...(answer.file ? { "content-disposition": `attachment; filename="${answer.file}"` } : {}) } }));
        return;
      }
      if (!stream) done(new Response(new ReadableStream({ start: (opened) => { stream = opened; }, cancel: ended }), { headers: { "content-type": "text/event-stream" } }));
      if (!answer.event) { waiting.delete(id); stream.close(); return; }
      const text = new TextDecoder().decode(answer.event);
      stream.enqueue(new TextEncoder().encode(`data: ${text}\n\n`));
      heard(JSON.parse(text));
    });
    signal?.addEventListener("abort", () => { ended(); const error = new DOMException("", "AbortError"); if (stream) stream.error(error); else refuse(error); });
    worker.postMessage({ id, method, url: path, secret: headers.authorization?.replace("Bearer ", "") ?? "", body });
  });
}

// -- the page in the frame

let files = {};
const modules = {};
let lobby = "";
let latest = null;
let place = { pathname: "/", hash: "" };

/** Show a page: `/` is the lobby, `/t/NAME` a table. */
function go(address) {
  const [pathname, hash = ""] = address.split("#");
  place = { pathname, hash: `#${hash}` };
  hide();
  label();
  for (const id of waiting.keys()) worker.postMessage({ close: id }); // the page before this one asks no more
  waiting.clear();
  const page = pathname === "/" ? "lobby" : "table";
  frame.hidden = false;
  if (site) { frame.contentWindow.location.replace(new URL(`${site.app}${page}.html`, location.href)); return; }
  const head = `<script>parent.attach(window)</script><script type="importmap">${JSON.stringify({ imports: modules })}</script>`;
  const styles = ["page", "things", "colours"].map((each) => `<style>${files[`${each}.css`]}</style>`).join("");
  frame.srcdoc = files[`${page}.html`].replace(/<link [^>]*>|<script [^>]*><\/script>/g, "").replace("</head>", () => `${head}${styles}<script type="module">import "ruleset/${page}.js"</script></head>`);
}

/** Whether the address asks for a lesson; said once. */
function learns() {
  const asked = wanted.has("learn");
  wanted.delete("learn");
  return asked;
}

/** What a page finds in its frame instead of a server, an address and a store of its own. */
window.attach = (page) => {
  page.fetch = fetched;
  page.host = {
    storage, lobby, address: location.protocol.startsWith("http") ? location.href.split("#")[0] : "", play,
    location: { ...place, origin: "", hostname: "localhost", learns, assign: go, reload: () => go(place.pathname + place.hash), replace: (address) => { place = { pathname: address.split("#")[0], hash: `#${address.split("#")[1]}` }; } },
  };
  page.addEventListener("click", (event) => {
    const href = event.target.closest?.("a[href^='/']")?.getAttribute("href");
    if (href === undefined || href === null) return;
    event.preventDefault();
    go(href === "/" ? `/#${lobby}` : href);
  }, true);
};

/** The code of a game that came with the address of the file (`#play=CODE`); once. */
function play() {
  const { hash } = location;
  if (!hash.startsWith("#play=")) return "";
  history.replaceState(null, "", location.pathname + location.search);
  try { return decodeURIComponent(hash.slice(6)); } catch { return hash; } // it is damaged, which is said like of any other code
}

// -- several persons at one screen

const MOTION = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 700; // milliseconds in which the move is seen
let turning = 0;

function heard(news) {
  if (news.seat === null || news.seats === undefined) return;
  const links = JSON.parse(storage.getItem(`links.${place.pathname.split("/").pop()}`) || "null");
  const next = news.over ? undefined : news.asked.find((seat) => news.seats[seat].kind === "human");
  clearTimeout(turning);
  bar.hidden = true;
  if (!links?.[next] || news.asked.includes(news.seat)) return;
  if (!news.private) { turning = setTimeout(() => frame.contentWindow.host?.sit?.(links[next]), MOTION); return; } // nothing is to be hidden
  const name = news.players[next];
  bar.replaceChildren(button(say("hand_over", { name }), () => {
    frame.hidden = true;
    bar.hidden = true;
    cover.replaceChildren(button(say("my_turn", { name }), () => go(`${place.pathname}#${links[next]}`)));
    cover.hidden = false;
    cover.firstChild.focus();
  }));
  bar.hidden = false;
}

/** The tools in the language of the page, which may be another one now. */
function label() {
  document.documentElement.lang = lang();
  document.getElementById("tools").replaceChildren(button(say("start"), () => go(`/#${lobby}`)), button(say("save"), save), button(say("open"), open));
  if (site) document.getElementById("tools").prepend(Object.assign(document.createElement("a"), { href: site.home[lang()], textContent: `← ${say("games")}` }));
}

function hide() {
  clearTimeout(turning);
  bar.hidden = true;
  cover.hidden = true;
}

function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

// -- files

function save() {
  if (!latest) return;
  const link = document.createElement("a");
  link.href = url(latest[1], "application/jsonl");
  link.download = latest[0].split("/").pop();
  link.click();
  URL.revokeObjectURL(link.href);
}

function open() {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".ruleset";
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    worker.postMessage({ add: file.name.replace(/[^\w.-]/g, "_"), bytes: new Uint8Array(await file.arrayBuffer()) });
  });
  input.click();
}

function fail(why) {
  document.body.classList.remove("begins");
  note.textContent = `${say("failed")} ${why}`;
}

async function begin() {
  if (speaks(wanted.get("lang"))) storage.setItem("lang", wanted.get("lang"));
  label();
  if (site && location.protocol === "file:") return fail(say("from_disk"));
  if (site && location.search) history.replaceState(null, "", location.pathname + location.hash); // who is sent this address has a language, too
  tell("begins");
  if (!site) files = JSON.parse(await (await gunzip("pages")).text());
  for (const [name, source] of Object.entries(files)) if (name.endsWith(".js")) modules[`ruleset/${name}`] = `data:text/javascript,${encodeURIComponent(source)}`; // a file on the disk cannot import what it made itself
  const [scripts, wasm, library, program, bundle] = await Promise.all(["worker", "wasm", "library", "program", "bundle"].map(bytesOf));
  document.querySelector("progress").removeAttribute("value"); // how long the rest takes nobody knows
  worker = new Worker(url(scripts));
  worker.addEventListener("message", receive);
  worker.addEventListener("error", (event) => fail(event.message));
  const saved = storage.keys().filter((key) => key.startsWith("file.")).map((key) => [key.slice(5), decode(storage.getItem(key))]);
  lobby = await new Promise((done) => {
    worker.addEventListener("message", ({ data }) => { if (data.ready) done(data.ready); });
    worker.postMessage({ begin: { wasm, library, program, bundle, saved, lock } });
  });
  document.body.classList.remove("begins");
  tell("");
  return go(`/#${lobby}`);
}

document.title = title;
begin().catch((error) => fail(error.message));
