// Runs `play_in_file.py` in the Python of an exported file: `node play_in_node.mjs PYODIDE library.zip program.pack bundle.pack host.mjs play_in_file.py STATE WORDS...`
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [directory, library, program, bundle, host, script, state, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${directory}/pyodide.mjs`).href);
const { makeHost } = await import(pathToFileURL(host).href);
const env = { HOME: "/home", RULESET_BUNDLE: "1", RULESET_CACHE: "/bundle/cache", RULESET_PATH: "/bundle/games", RULESET_STATE: "/state" };
const python = await loadPyodide({ indexURL: `${directory}/`, stdLibURL: library, env });

/** Write the files of a pack, as `worker.js` does. */
function unpack(root, bytes) {
  const end = bytes.indexOf(10);
  let at = end + 1;
  for (const [name, size] of JSON.parse(bytes.subarray(0, end).toString())) {
    const path = `${root}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, bytes.subarray(at, at + size));
    at += size;
  }
}

unpack("/program", readFileSync(program));
unpack("/bundle", readFileSync(bundle));
python.FS.writeFile("/program/play_in_file.py", readFileSync(script));
python.FS.chmod("/bundle/cache", 0o700);
python.FS.mkdirTree("/state");
for (const name of readdirSync(state).filter((each) => each.endsWith(".ruleset"))) python.FS.writeFile(`/state/${name}`, readFileSync(`${state}/${name}`));
python.registerJsModule("ruleset_host", makeHost(() => python._module.HEAPU8));
process.on("uncaughtException", (error) => { // without the line of Pyodide in which it was thrown
  console.error(String(error.message || error));
  process.exit(1);
});
python.globals.set("words", python.toPy(words));
await python.runPythonAsync(`
import os, sys
sys.path.insert(0, "/program")
os.chdir("/bundle")
from play_in_file import play
await play(*words)
`);
mkdirSync(state, { recursive: true });
for (const name of python.FS.readdir("/state").filter((each) => each.endsWith(".ruleset"))) writeFileSync(`${state}/${name}`, python.FS.readFile(`/state/${name}`));
