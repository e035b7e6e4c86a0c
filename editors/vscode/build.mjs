// Bundles the extension and packs it: `npm ci && node build.mjs` (or `python3 dev.py vscode`) writes ruleset-VERSION.vsix.
//
// src/extension.ts + the npm packages it imports  ->  dist/extension.js
// the licence of each of these packages           ->  THIRD-PARTY.txt, which goes into the .vsix
// `node build.mjs --bundle` ends there.

import { build } from "esbuild";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const here = import.meta.dirname;
const read = (...parts) => readFileSync(path.join(here, ...parts), "utf8");

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  legalComments: "none",
  metafile: true,
});

/** The packages whose code is in the bundle: `node_modules/@scope/name/lib/x.js` is of `@scope/name`. */
const inputs = Object.keys(metafile.inputs).map((file) => file.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/)?.[1]);
const packages = [...new Set(inputs.filter(Boolean))].sort();
const licences = packages.map((folder) => {
  const { name, version, license } = JSON.parse(read(folder, "package.json"));
  const file = readdirSync(path.join(here, folder)).find((each) => /^licen[cs]e/i.test(each));
  if (!license || !file) throw new Error(`${name} says no licence`);
  return `${name} ${version} (${license})\n\n${read(folder, file).trim()}\n`;
});
const head = "The extension is under the licence in LICENSE. It holds code of these packages:\n";
writeFileSync(path.join(here, "THIRD-PARTY.txt"), [head, ...licences].join(`\n${"-".repeat(80)}\n\n`));
copyFileSync(path.join(here, "../../LICENSE"), path.join(here, "LICENSE"));

if (!process.argv.includes("--bundle")) {
  const { createVSIX } = createRequire(import.meta.url)("@vscode/vsce");
  const { version } = JSON.parse(read("package.json"));
  const packagePath = path.join(here, `ruleset-${version}.vsix`);
  await createVSIX({ cwd: here, packagePath, dependencies: false, allowMissingRepository: true });
  if (!existsSync(packagePath)) throw new Error("nothing was packed");
}
