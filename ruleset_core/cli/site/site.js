// What scripts add to the pages of a site: the language of the browser at the first visit, pictures as the table draws them, and a game as one file.

const APP = new URL(".", document.currentScript.src);
const KEPT = "ruleset.lang"; // the pages of games read it, too
const tongues = [...document.querySelectorAll(".tongues a")];

function kept(value) {
  try {
    if (value) localStorage.setItem(KEPT, value);
    return localStorage.getItem(KEPT);
  } catch { return null; }
}

for (const each of tongues) each.addEventListener("click", () => kept(each.hreflang));
if ("first" in document.documentElement.dataset) {
  const wanted = [kept(), ...navigator.languages].filter(Boolean).map((each) => each.slice(0, 2));
  const found = wanted.map((lang) => tongues.find((each) => each.hreflang === lang)).find(Boolean);
  if (found && !found.hasAttribute("aria-current")) location.replace(found.href + location.hash);
}

// -- pictures

const known = new Map();

/** A file, fetched once. */
function fetched(address, read) {
  if (!known.has(address)) known.set(address, fetch(address).then((answer) => (answer.ok ? answer[read]() : Promise.reject(new Error(`${address}: ${answer.status}`)))));
  return known.get(address);
}

/** Show a position in a frame above its picture. */
function drawAbove(image) {
  const frame = Object.assign(document.createElement("iframe"), { src: new URL("preview.html", APP).href, loading: "lazy", inert: true, title: image.alt });
  frame.setAttribute("aria-hidden", "true");
  frame.addEventListener("load", async () => {
    const { scene, art } = image.dataset;
    const words = new URL(`words-${document.documentElement.lang}.json`, APP).href;
    try {
      const found = await Promise.all([fetched(scene, "json"), fetched(words, "json"), fetched(new URL("signs.svg", APP).href, "text"), art ? fetched(art, "text") : ""]);
      frame.contentWindow.draw({ scene: found[0], words: found[1], signs: found[2], art: found[3] });
      frame.className = "drawn";
    } catch { frame.remove(); } // the picture stays
  });
  image.after(frame);
}

if (location.protocol !== "file:") document.querySelectorAll("img[data-scene]").forEach(drawAbove);

// -- a game as one file

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%,()*+-;.=>?@^_`{|}~";

/** Bytes as `html_export.encoded` writes them. */
function encode(bytes) {
  const given = new DataView(new ArrayBuffer(Math.ceil(bytes.length / 4) * 4));
  new Uint8Array(given.buffer).set(bytes);
  const found = new Uint8Array((given.byteLength / 4) * 5);
  for (let from = 0, to = 0; from < given.byteLength; from += 4, to += 5) {
    let word = given.getUint32(from);
    for (let at = to + 4; at >= to; at -= 1) {
      found[at] = DIGITS.charCodeAt(word % 85);
      word = Math.floor(word / 85);
    }
  }
  return [`${bytes.length}:`, found];
}

async function bytesOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function download(button) {
  const { pieces: list } = button.dataset;
  const { name, pieces } = JSON.parse(new TextDecoder().decode(await bytesOf(list)));
  const found = await Promise.all(pieces.map(async (each) => (each.part ? encode(new Uint8Array(await bytesOf(new URL(each.part, new URL(list, location.href))))) : [each])));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(found.flat(), { type: "text/html" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const button = document.getElementById("download");
if (button && location.protocol !== "file:") {
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await download(button).catch((error) => { button.textContent = `${button.dataset.failed} (${error.message})`; });
    button.disabled = false;
  });
}
