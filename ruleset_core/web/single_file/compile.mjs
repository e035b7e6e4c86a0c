// Compiles what an exported file needs with the Python of Pyodide: `node compile.mjs PYODIDE sources.zip compiled.zip module_closure.py`.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [directory, given, found, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${directory}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${directory}/` });
python.FS.writeFile("/sources.zip", readFileSync(given));
python.FS.writeFile("/library.zip", readFileSync(`${directory}/python_stdlib.zip`));
python.FS.writeFile("/module_closure.py", readFileSync(program));
python.runPython(`
import sys
sys.path.insert(0, "/")
from module_closure import compile_modules
compile_modules("/sources.zip", "/library.zip", "/compiled.zip")
`);
writeFileSync(found, python.FS.readFile("/compiled.zip"));
