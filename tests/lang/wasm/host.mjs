// Runs modules in node: a job comes in as JSON, what came out goes back as JSON.
//
// A job begins with the bytes of a memory and does the same calls, in the same order and with the same arguments, as another
// engine did; so the bytes must be the same as there. Arguments of 64 bits come as text.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const PAGE = 65536;
const job = JSON.parse(readFileSync(0, "utf8"));
let core = null;
const words = (at, count) => new Int32Array(core.memory.buffer, at, count);
// What a hook is called with lies at `job.hooked`: the record, the acting seat, its parameters. What it gives goes there, too.
const hook = Object.fromEntries(
  Object.entries(job.hooks).map(([name, text]) => {
    const run = new Function("words", "at", "seat", "arg", text);
    return [
      name,
      () => {
        const given = words(job.hooked, 3);
        given[0] = run(words, ...given);
      },
    ];
  }),
);
const game = await WebAssembly.instantiate(readFileSync(job.module), { hook });
core = game.instance.exports;
const image = readFileSync(job.image);
const missing = image.length - core.memory.buffer.byteLength;
if (missing > 0) core.memory.grow(Math.ceil(missing / PAGE));
new Uint8Array(core.memory.buffer).set(image);
let second = null;
if (job.second) {
  second = (await WebAssembly.instantiate(readFileSync(job.second), { game: core })).instance.exports;
}
const digest = createHash("sha256");
const results = [];
for (const [module, name, args, at, size] of job.calls) {
  const found = (module === "game" ? core : second)[name](...args.map((each) => (typeof each === "string" ? BigInt(each) : each)));
  results.push(found === undefined ? 0 : Number(found));
  digest.update(new Uint8Array(core.memory.buffer, at, size));
}
digest.update(new Uint8Array(core.memory.buffer, 0, image.length));
console.log(JSON.stringify({ results, digest: digest.digest("hex") }));
