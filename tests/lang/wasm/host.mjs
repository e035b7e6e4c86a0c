// Plays a game of a module in node: a job comes in as JSON, what came out goes back as JSON.
//
// The host does the same calls as `tests.lang.in_core`, in the same order and at the same addresses, so the bytes must be
// the same as those of any other engine.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const PAGE = 65536;
const job = JSON.parse(readFileSync(0, "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(job.module), {});
const core = instance.exports;
const missing = job.room - core.memory.buffer.byteLength;
if (missing > 0) core.memory.grow(Math.ceil(missing / PAGE));
const bytes = (at, size) => new Uint8Array(core.memory.buffer, at, size);
const hex = (at, size) => Buffer.from(bytes(at, size)).toString("hex");
const digest = createHash("sha256");

bytes(job.at, job.size).set(Buffer.from(job.blank, "hex"));
core.begin(job.at);
let [at, other] = [job.at, job.other];
for (const option of job.options) {
  digest.update(bytes(at, job.size));
  core.clone(other, at);
  const found = core.apply(other, BigInt(option));
  if (found === -1) throw new Error(`option ${option} is not offered`);
  [at, other] = [other, at];
}
core.scores(at, job.out);
const scores = hex(job.out, 8 * job.seats);
core.winners(at, job.out);
const winners = hex(job.out, job.seats);
console.log(JSON.stringify({ last: hex(at, job.size), all: digest.digest("hex"), scores, winners }));
