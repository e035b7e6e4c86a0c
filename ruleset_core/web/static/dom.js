// Making elements. Texts become text and nothing else, whatever stands in them.

const SVG = "http://www.w3.org/2000/svg";

/** An element with these attributes and children. */
export function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false || value === "") continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** An element of HTML. */
export const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An element of SVG. */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Where this page lies; in an exported file, whose pages lie in a frame, the file says that. */
export const pageLocation = globalThis.host?.location ?? location;

/** The secret of the link of this page; it stays in the page. */
export let secret = pageLocation.hash.slice(1);

/** Go on with a new link, by the path of the page and its secret: the one before it has ended. */
export function replaceLink(path, link) {
  secret = link;
  if (pageLocation === location) history.replaceState(null, "", `${path}#${link}`);
  else pageLocation.replace(`${path}#${link}`);
}

/** What a page says where the server cannot be reached; in the language of the words that came from there. */
let unreachable = "The server cannot be reached.";

/** Ask the server with the secret of a link, by default that of this page. */
export const get = (path, as = secret, how = {}) => fetch(path, { headers: { authorization: `Bearer ${as}` }, ...how });

/** Ask the server; what it refuses becomes an error with its sentence, `offline` without a network. `as`: the secret of another link. */
export async function ask(path, body, as = secret) {
  const answer = await get(path, as, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }).catch(() => {
    throw Object.assign(new Error(unreachable), { offline: true });
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error(said.refused || answer.statusText), { status: answer.status });
  unreachable = said.texts?.unreachable || unreachable;
  return said;
}

/** What stands in a text between backquotes is a word that somebody types, or the name of a bot. */
export const marked = (text) => text.split("`").map((part, place) => (place % 2 ? el("code", {}, part) : part));

/** A text with its values put in. */
export const put = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** The same with elements put in: the parts of the text and what stands between them. */
export const putIn = (text, values) => text.split(/(\{\w+\})/).map((part) => values[part.slice(1, -1)] ?? part);

/** Put a text where it can be pasted from; whether that was possible. */
export const copyText = (text) => Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"))).then(() => true, () => false);

const storage = () => globalThis.host?.storage ?? localStorage;

/** What a page remembers on this machine: settings, and links of hosts. */
export const setting = {
  get: (name) => { try { return storage().getItem(name); } catch { return null; } },
  drop: (name) => { try { storage().removeItem(name); } catch { /* nothing was kept */ } },
  set: (name, value) => { try { storage().setItem(name, value); } catch { /* not kept, then */ } },
};

/** The language of the page: chosen here, or that of the browser. */
export const lang = setting.get("lang") || (/^[a-z]{2}/.exec(navigator.language)?.[0] ?? "en"); // some say `C`
