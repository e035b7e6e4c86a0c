// The worker of an exported file: Python with what plays. It answers what pages ask (`page_worker.py`), and knows no page. The scripts of Pyodide and
// `javascript_host.js` stand before this one: a worker of a file on the disk can import nothing.

let pages = null;
let python = null;

/** Files of a pack: a line of JSON with names and sizes, then all bytes. */
function* unpacked(bytes) {
  const end = bytes.indexOf(10);
  let at = end + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    yield [name, bytes.subarray(at, at + size)];
    at += size;
  }
}

function write(root, name, bytes) {
  const path = `${root}/${name}`;
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, bytes);
}

/** Begin Python. Nothing is fetched: all that it asks for lies in the file. */
async function begin({ wasm, library, program, bundle, saved, lock }) {
  const { loadPyodide, makeHost, _createPyodideModule } = self; // of the scripts before this one
  self.fetch = async (url) => new Response(String(url).endsWith(".zip") ? library : wasm, { headers: { "content-type": String(url).endsWith(".zip") ? "application/zip" : "application/wasm" } });
  python = await loadPyodide({
    indexURL: "file:///ruleset/", packageBaseUrl: "file:///ruleset/", stdLibURL: "file:///ruleset/library.zip", lockFileContents: lock, createPyodideModule: _createPyodideModule,
    env: { HOME: "/home", RULESET_BUNDLE: "1", RULESET_CACHE: "/bundle/cache", RULESET_PATH: "/bundle/games", RULESET_STATE: "/state" },
  });
  self.fetch = () => Promise.reject(new Error("there is no network here"));
  for (const [name, bytes] of unpacked(program)) write("/program", name, bytes);
  for (const [name, bytes] of unpacked(bundle)) write("/bundle", name, bytes);
  for (const [name, bytes] of saved) write("/state", name, bytes);
  python.FS.chmod("/bundle/cache", 0o700);
  python.registerJsModule("ruleset_host", makeHost(() => python._module.HEAPU8));
  python.registerJsModule("ruleset_pages", { post: (message) => self.postMessage(message) });
  pages = python.runPython(`
import os, sys
sys.path.insert(0, "/program")
os.chdir("/bundle")
from ruleset_core import class_code
from ruleset_core.web.single_file import compiled_classes
class_code.use_code(dict(compiled_classes.CODE))
from ruleset_core.web.single_file.page_worker import begin
begin()
`);
  self.postMessage({ ready: pages.secret });
}

self.onmessage = async ({ data }) => {
  try {
    if (data.begin) await begin(data.begin);
    else if (data.add) self.postMessage({ added: pages.add(data.add, python.toPy(data.bytes)) });
    else if (data.close) pages.close(data.close);
    else pages.request(data.id, data.method, data.url, data.secret, data.body);
  } catch (error) {
    self.postMessage({ failed: String(error.message || error).trim().split("\n").pop() });
  }
};
