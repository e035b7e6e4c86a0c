// Starts `ruleset lsp` for the games of a folder; all that is known of games is known there.

import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** The command that is set, `.venv/bin/ruleset` as seen from the folder that is open, with further directories of games. */
function server(): ServerOptions {
  const settings = vscode.workspace.getConfiguration("ruleset");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const set = settings.get<string>("path") || "ruleset";
  const inFolder = folder !== undefined && !path.isAbsolute(set) && /[\\/]/.test(set);
  const command = inFolder ? path.join(folder, set) : set;
  const args = ["lsp", ...(settings.get<string[]>("data") ?? []).flatMap((each) => ["--data", each])];
  return { command, args, options: { cwd: folder } };
}

async function start(): Promise<void> {
  const files = vscode.workspace.createFileSystemWatcher("**/*.{yaml,csv,po,svg}");
  client = new LanguageClient("ruleset", "ruleset", server(), {
    documentSelector: [{ scheme: "file", pattern: "**/*.{yaml,csv,po}" }],
    synchronize: { fileEvents: files },
  });
  try {
    await client.start();
  } catch {
    const open = "Open settings";
    const said = "ruleset: the server does not start. Install it with `pip install 'ruleset[lsp]'`, or set the path of the program.";
    if ((await vscode.window.showErrorMessage(said, open)) === open) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "ruleset.path");
    }
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.stop();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("ruleset.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => (event.affectsConfiguration("ruleset") ? restart() : undefined)),
  );
  await start();
}

export const deactivate = stop;
