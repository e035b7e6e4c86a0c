"""An editor without a screen: starts `ruleset lsp` and speaks its protocol over pipes.

`python -m tests.language_server.driver my_game` reads commands and prints what an editor would show. LINE and COLUMN count from 1.

    open cards/market.yaml            opens a file; what is found in its game follows
    change LINE TEXT                  puts a text in the place of a line of that file (`\\n` for line ends), unsaved
    insert LINE TEXT                  puts lines before a line
    complete LINE COLUMN              what is offered there; COLUMN may be `end`
    hover LINE COLUMN                 what is said of the word there
    fix                               makes the changes that are sure; `actions LINE` lists those of a line
    definition LINE COLUMN            where the name there is declared; `references LINE COLUMN`: all places
    rename LINE COLUMN NAME           changes a name in all files, unsaved
    save                              writes all files that were changed
    format, outline, symbols TEXT, show, problems, quit
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ICONS = {1: "error", 2: "warning"}


class Editor:
    """A client of one server. `diagnostics` holds what was published last for each file."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder.absolute()
        self.diagnostics: dict[Path, list[dict[str, Any]]] = {}
        self.texts: dict[Path, str] = {}
        self._version = self._last = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._arrived: Queue[dict[str, Any]] = Queue()
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "ruleset_core", "lsp", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        folders = [{"uri": self.folder.as_uri(), "name": self.folder.name}]
        self.capabilities = self.request(
            "initialize", processId=os.getpid(), rootUri=self.folder.as_uri(), capabilities={}, workspaceFolders=folders
        )["capabilities"]
        self.notify("initialized")

    # -- messages ---------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            length = 0
            while line.strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
                line = stream.readline()
            self._arrived.put(json.loads(stream.read(length)))

    def _send(self, **said: Any) -> None:
        raw = json.dumps({"jsonrpc": "2.0", **said}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(raw), raw))
        self.process.stdin.flush()

    def notify(self, method: str, **params: Any) -> None:
        self._send(method=method, params=params)

    def request(self, method: str, **params: Any) -> Any:
        self._last += 1
        mine = self._last
        self._send(id=mine, method=method, params=params)
        while mine not in self._answers:
            self._take(60)
        answer = self._answers.pop(mine)
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["result"]

    def _take(self, seconds: float) -> None:
        try:
            said = self._arrived.get(timeout=seconds)
        except Empty:
            raise AssertionError(f"no answer in {seconds} s") from None
        if said.get("method") == "textDocument/publishDiagnostics":
            name = Path(self._path(said["params"]["uri"]))
            self.diagnostics[name] = said["params"]["diagnostics"]
        elif said.get("method") == "window/showMessage":
            raise AssertionError(said["params"]["message"])
        elif "method" in said and "id" in said:
            self._send(id=said["id"], result=None)
        elif "id" in said:
            self._answers[said["id"]] = said

    @staticmethod
    def _path(uri: str) -> str:
        from urllib.parse import unquote, urlparse

        return unquote(urlparse(uri).path)

    # -- what an editor does ------------------------------------------------------------------------------------------

    def file(self, name: str | Path) -> Path:
        return self.folder / name

    def open(self, name: str | Path, text: str | None = None) -> None:
        path = self.file(name)
        self.texts[path] = path.read_text(encoding="utf-8") if text is None else text
        item = {"uri": path.as_uri(), "languageId": "yaml", "version": 0, "text": self.texts[path]}
        self.notify("textDocument/didOpen", textDocument=item)

    def change(self, name: str | Path, text: str) -> None:
        path = self.file(name)
        self.texts[path] = text
        self._version += 1
        document = {"uri": path.as_uri(), "version": self._version}
        self.notify("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def save(self, name: str | Path) -> None:
        path = self.file(name)
        path.write_text(self.texts[path], encoding="utf-8")
        self.notify("textDocument/didSave", textDocument={"uri": path.as_uri()})

    def close(self, name: str | Path) -> None:
        self.texts.pop(self.file(name))
        self.notify("textDocument/didClose", textDocument={"uri": self.file(name).as_uri()})

    def checked(self, name: str | Path) -> list[dict[str, Any]]:
        """What is found in a file as it stands now."""
        found: list[dict[str, Any]] = self.request("ruleset/check", textDocument={"uri": self.file(name).as_uri()})
        return found

    def next_findings(self, name: str | Path) -> list[dict[str, Any]]:
        """What is published next for a file."""
        self.diagnostics.pop(self.file(name), None)
        while self.file(name) not in self.diagnostics:
            self._take(60)
        return self.diagnostics[self.file(name)]

    def at(self, name: str | Path, method: str, line: int, column: int, **more: Any) -> Any:
        """Ask about a place."""
        document = {"uri": self.file(name).as_uri()}
        place = {"line": line - 1, "character": column - 1}
        return self.request(f"textDocument/{method}", textDocument=document, position=place, **more)

    def complete(self, name: str | Path, line: int, column: int) -> list[dict[str, Any]]:
        found = self.at(name, "completion", line, column)
        items: list[dict[str, Any]] = found["items"] if isinstance(found, dict) else found or []
        return items

    def apply(self, edit: dict[str, Any] | None) -> None:
        """Make the changes of a `WorkspaceEdit`."""
        changes = dict((edit or {}).get("changes") or {})
        for each in (edit or {}).get("documentChanges") or []:
            changes[each["textDocument"]["uri"]] = each["edits"]
        for uri, edits in changes.items():
            path = Path(self._path(uri))
            if path not in self.texts:
                self.open(path)
            self.change(path, edited(self.texts[path], edits))

    def stop(self) -> int:
        self.request("shutdown")
        self.notify("exit")
        code = self.process.wait(20)
        self._reader.join(20)
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()
        return code


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """A text with changes made, whose columns count units of UTF-16."""
    lines = text.splitlines(keepends=True) or [""]

    def offset(place: dict[str, int]) -> int:
        if place["line"] >= len(lines):
            return len(text)
        line = lines[place["line"]].encode("utf-16-le")[: 2 * place["character"]].decode("utf-16-le")
        return sum(map(len, lines[: place["line"]])) + len(line)

    places = [(offset(each["range"]["start"]), offset(each["range"]["end"]), each["newText"]) for each in edits]
    for start, end, new in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    return text


# -- The commands ---------------------------------------------------------------------------------------------------------


def shown_problems(editor: Editor) -> Iterator[str]:
    for path in sorted(editor.diagnostics):
        for each in editor.diagnostics[path]:
            start = each["range"]["start"]
            place = f"{path.relative_to(editor.folder)}:{start['line'] + 1}:{start['character'] + 1}"
            yield f"{place}: {ICONS[each['severity']]} {each['code']} {each['message']}".replace("\n", "\n    ")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def main() -> None:
    editor, name = Editor(Path(sys.argv[1]), *sys.argv[2:]), ""
    for line in sys.stdin:
        command, _, rest = line.rstrip("\n").partition(" ")
        if command == "quit":
            break
        try:
            name = _done(editor, name, command, rest)
        except (AssertionError, OSError, ValueError, IndexError) as problem:
            _say(f"! {problem}")
        sys.stdout.flush()
    _say(f"ended with {editor.stop()}")


def _done(editor: Editor, name: str, command: str, rest: str) -> str:
    words = rest.split(" ")
    if command == "open":
        name = rest
        editor.open(name)
    path = editor.file(name)
    lines = editor.texts[path].split("\n")
    here = int(words[0]) if words[0].isdigit() else 1
    column = len(lines[here - 1]) + 1 if words[-1] == "end" else int(words[-1]) if words[-1].isdigit() else 1
    document = {"uri": path.as_uri()}
    if command in {"change", "insert"}:
        new = rest.partition(" ")[2].replace("\\n", "\n").split("\n")
        lines[here - 1 : here - (command == "insert")] = new
        editor.change(name, "\n".join(lines))
    elif command == "complete":
        for item in editor.complete(name, here, column)[:40]:
            _say(f"  {item['label']:24} {item.get('detail', '')}")
        return name
    elif command in {"definition", "references"}:
        more = {"context": {"includeDeclaration": True}} if command == "references" else {}
        found = editor.at(name, command, here, column, **more)
        for each in found if isinstance(found, list) else [found] if found else []:
            start, file = each["range"]["start"], Path(Editor._path(each["uri"]))
            _say(f"  {os.path.relpath(file, editor.folder)}:{start['line'] + 1}:{start['character'] + 1}")
        return name
    elif command == "rename":
        editor.apply(editor.at(name, "rename", here, int(words[1]), newName=words[2]))
    elif command == "hover":
        found = editor.at(name, "hover", here, column)
        _say(found["contents"]["value"] if found else "nothing")
        return name
    elif command == "show":
        _say("\n".join(f"{number:4} {line}" for number, line in enumerate(lines, 1)))
        return name
    elif command == "save":
        for path, text in [*editor.texts.items()]:
            if editor.file(name) == path or path.read_text(encoding="utf-8") != text:
                editor.save(path)
    elif command in {"outline", "symbols"}:
        asked = {"textDocument": document} if command == "outline" else {"query": rest}
        method = "textDocument/documentSymbol" if command == "outline" else "workspace/symbol"
        for each in editor.request(method, **asked) or []:
            _say("\n".join(_symbol(each, 1)))
        return name
    elif command in {"fix", "actions"}:
        last = here - 1 if rest else len(lines)
        place = {"start": {"line": last if rest else 0, "character": 0}, "end": {"line": last, "character": 999}}
        only = {"only": ["source.fixAll"]} if command == "fix" else {}
        found = editor.request(
            "textDocument/codeAction", textDocument=document, range=place, context={"diagnostics": [], **only}
        )
        for each in found or []:
            _say(f"  {each['title']}")
            if command == "fix":
                editor.apply(each["edit"])
    elif command == "format":
        options = {"tabSize": 2, "insertSpaces": True}
        edits = editor.request("textDocument/formatting", textDocument=document, options=options)
        editor.change(name, edited(editor.texts[path], edits or []))
    elif command not in {"open", "problems"}:
        _say(f"! no command `{command}`")
        return name
    editor.checked(name)
    _say("\n".join(shown_problems(editor)) or "no problems")
    return name


def _symbol(item: dict[str, Any], depth: int) -> Iterator[str]:
    yield f"{'  ' * depth}{item['name']}  {item.get('detail') or item.get('containerName') or ''}"
    for each in item.get("children") or []:
        yield from _symbol(each, depth + 1)


if __name__ == "__main__":
    main()
