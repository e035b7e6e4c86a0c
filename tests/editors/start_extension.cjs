// Loads the bundle of the extension with a stand-in for the module `vscode`, activates it and waits for what the server publishes.
//
// node start_extension.cjs BUNDLE PROGRAM FOLDER FILE    prints the findings in FILE as JSON

const Module = require("node:module");
const path = require("node:path");
const { readFileSync } = require("node:fs");
const { pathToFileURL, fileURLToPath } = require("node:url");

const [bundle, program, folder, file] = process.argv.slice(2);
const disposable = { dispose() {} };
const event = () => disposable;

class Uri {
  constructor(text) { this.text = text; this.scheme = "file"; this.fsPath = fileURLToPath(text); this.path = this.fsPath; }
  static parse(text) { return new Uri(text); }
  static file(name) { return new Uri(pathToFileURL(name).href); }
  toString() { return this.text; }
}
class Kind { static Empty = new Kind(); append() { return this; } }
const document = {
  uri: Uri.file(file), fileName: file, languageId: "yaml", version: 1, isClosed: false, getText: () => readFileSync(file, "utf8"),
};
const collection = { ...disposable, set: (uri, found) => found?.length && done(found), delete() {}, clear() {}, get() {}, has: () => false };

function done(found) {
  process.stdout.write(`${JSON.stringify(found.map((each) => ({ code: each.code?.value ?? each.code, message: each.message })))}\n`);
  extension.deactivate().then(() => process.exit(0));
}

/** What is asked of a part of `vscode`: what is given here, events that never come, functions that give something to dispose of. */
const part = (given = {}) => new Proxy(given, {
  get: (own, name) => (name in own || name === "then" ? own[name] : /^on[A-Z]/.test(String(name)) ? event : () => disposable),
});
const known = {
  Uri,
  version: "1.91.0",
  env: part({ appName: "stub", language: "en", appHost: "desktop" }),
  workspace: part({
    workspaceFolders: [{ uri: Uri.file(folder), name: path.basename(folder), index: 0 }],
    textDocuments: [document], notebookDocuments: [],
    getConfiguration: () => ({ get: (key) => ({ path: program, data: [] })[key], has: () => false }),
    createFileSystemWatcher: () => part({ ...disposable }),
    getWorkspaceFolder: () => undefined,
  }),
  window: part({
    createOutputChannel: () => part({ ...disposable, append: (text) => process.stderr.write(text), appendLine: (text) => process.stderr.write(`${text}\n`) }),
    showErrorMessage: async (text) => { process.stderr.write(`${text}\n`); process.exit(1); },
    visibleTextEditors: [], tabGroups: part({ all: [] }), activeTextEditor: undefined,
  }),
  languages: part({ createDiagnosticCollection: () => collection, match: () => 1 }),
  commands: part(),
  CodeActionKind: Kind,
  Range: class { constructor(...at) { this.at = at; } },
  Position: class { constructor(...at) { this.at = at; } },
  Diagnostic: class { constructor(range, message) { this.range = range; this.message = message; } },
  EventEmitter: class { constructor() { this.event = event; } fire() {} dispose() {} },
  CancellationTokenSource: class { constructor() { this.token = { onCancellationRequested: event, isCancellationRequested: false }; } cancel() {} dispose() {} },
};
/** Any other class: numbers for enumerations, and something to extend. */
const vscode = new Proxy(known, {
  get: (own, name) => own[name] ?? new Proxy(class {}, { get: (of, key) => (key in of ? of[key] : typeof key === "string" ? key.length : undefined) }),
});

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require(path.resolve(bundle));
extension.activate({ subscriptions: [] }).catch((problem) => { process.stderr.write(`${problem.stack}\n`); process.exit(1); });
setTimeout(() => { process.stderr.write("nothing was published\n"); process.exit(1); }, 60_000).unref();
