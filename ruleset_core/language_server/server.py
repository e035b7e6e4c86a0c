"""The server itself: keeps the texts of open files, runs all that looks into games in one thread, and answers requests.

A change schedules checks: of its file when nothing has changed for `PAUSE` seconds, of all files of its game with all expansions `REST` seconds
later. What they find is published unless another change has come meanwhile. A request looks at the texts as they are when it comes.

What answers requests stands in modules of its own (`features`).
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from ruleset_core.language_server.games import CheckedFiles, OpenGames, Texts, home_of
from ruleset_core.language_server.publishing import published
from ruleset_core.language_server.text_lines import TextLines
from ruleset_core.model.sources import read_data_file
from ruleset_core.version import __version__

PAUSE: Final = 0.1
"""Seconds without a change after which a file is checked."""
REST: Final = 0.3
"""Further seconds without a change after which all of its game is checked."""
_STACK: Final = 256 << 20
"""Bytes of stack of the thread that works: trees of hostile texts are deep. The system gives what is used."""
_Result = TypeVar("_Result")


class OpenFile(NamedTuple):
    """A file that is open in the editor: its path, that of its game, the texts of all open files, and its own."""

    path: Path
    home: Path
    texts: Texts
    lines: TextLines


class GameServer(LanguageServer):
    """A language server with the games of its open files."""

    def __init__(self, roots: Sequence[str | Path] = ()) -> None:
        super().__init__("ruleset", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.games = OpenGames(roots)
        self.texts: dict[Path, str] = {}
        self._checks: dict[Path, asyncio.Task[None]] = {}
        self._shown: dict[Path, dict[Path, list[types.Diagnostic]]] = {}
        self._found: dict[Path, tuple[Texts, CheckedFiles]] = {}
        before = threading.stack_size(_STACK)
        self._worker = ThreadPoolExecutor(1, "ruleset")
        self._worker.submit(int).result()
        threading.stack_size(before)

    # -- files ----------------------------------------------------------------------------------------------------

    def open_file(self, uri: str) -> OpenFile | None:
        """A file as it is in the editor now; None for one that is not open, or that belongs to no game."""
        path, texts = path_of(uri), dict(self.texts)
        home = home_of(path) if path in texts else None
        return None if path is None or home is None else OpenFile(path, home, texts, TextLines(texts[path]))

    def lines(self, file: str | Path) -> TextLines:
        """The text of a file: as the editor has it, else as it is saved; empty where it cannot be read."""
        path = Path(file)
        if path in self.texts:
            return TextLines(self.texts[path])
        raw = read_data_file(path)
        return TextLines(raw.decode("utf-8-sig", "replace") if isinstance(raw, bytes) else "")

    def change(self, uri: str, text: str | None) -> None:
        """A file has this text now, or is no longer open; its game is checked soon."""
        path = path_of(uri)
        if path is None or home_of(path) is None:
            return
        if text is None:
            self.texts.pop(path, None)
        else:
            self.texts[path] = text
        self.check_soon(path)

    @property
    def takes_snippets(self) -> bool:
        """Whether the editor can put in texts with places to fill in."""
        asked = self.client_capabilities.text_document
        item = asked.completion.completion_item if asked is not None and asked.completion is not None else None
        return bool(item is not None and item.snippet_support)

    # -- work -----------------------------------------------------------------------------------------------------

    async def work(self, job: Callable[[], _Result]) -> _Result:
        """What a job gives that looks into games: one at a time, beside the loop that reads messages."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, job)

    def check_soon(self, path: Path) -> None:
        """Check the game of a file when nothing has changed for a moment."""
        home = home_of(path)
        if home is None:
            return
        if home in self._checks:
            self._checks[home].cancel()
        self._checks[home] = asyncio.ensure_future(self._check_later(home, path))

    async def _check_later(self, home: Path, path: Path) -> None:
        await asyncio.sleep(PAUSE)
        texts = dict(self.texts)
        if home in self._found and path in texts and self._found[home][0] != texts:
            known = self._found[home][1]
            mine = await self.work(lambda: self.games.check_file(home, texts, path))
            if texts != self.texts:
                return
            if self._found[home][0] != texts:  # else a request has had all of it checked meanwhile
                self._publish(home, CheckedFiles({**known.by_file, path: mine}))
            await asyncio.sleep(REST)
        await self.checked(home)

    async def checked(self, home: Path) -> CheckedFiles:
        """What is found in a game with the texts as they are now; it is published, too."""
        texts = dict(self.texts)
        if home not in self._found or self._found[home][0] != texts:
            found = await self.work(lambda: self.games.check(home, texts))
            if texts != self.texts:  # another check is on its way
                return found
            self._found[home] = texts, found
        self._publish(home, self._found[home][1])
        return self._found[home][1]

    def forget_findings(self) -> None:
        """Files have changed on the disk."""
        self._found.clear()

    def _publish(self, home: Path, found: CheckedFiles) -> None:
        """Tell the editor what is found in files of a game where that is something else than before."""
        before = self._shown.get(home, {})
        shown = {path: published(items, self.lines) for path, items in found.by_file.items() if items}
        for path in sorted({*shown, *before}):
            if shown.get(path) != before.get(path):
                params = types.PublishDiagnosticsParams(path.as_uri(), shown.get(path, []))
                self.text_document_publish_diagnostics(params)
        self._shown[home] = shown


def path_of(uri: str) -> Path | None:
    """The file that a URI names; None where it names none."""
    name = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(name).absolute() if name and "\0" not in name else None


def follow_files(server: GameServer) -> None:
    """Open, changed, saved and closed files; what changes on the disk beside the editor."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.change(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        for each in params.content_changes:
            server.change(params.text_document.uri, each.text)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        server.forget_findings()
        if path is not None:
            server.check_soon(path)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.change(params.text_document.uri, None)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def changed_on_disk(params: types.DidChangeWatchedFilesParams) -> None:
        server.forget_findings()
        for path in {home_of(path) for each in params.changes if (path := path_of(each.uri)) is not None}:
            if path is not None:
                server.check_soon(path / "game.yaml")

    @server.feature("ruleset/check")
    async def check(params: Any) -> list[types.Diagnostic]:
        """What is found in a file (`textDocument: {uri}`) as it stands now; for programs that wait for it."""
        path = path_of(params.textDocument.uri)
        home = None if path is None else home_of(path)
        if path is None or home is None:
            return []
        return published((await server.checked(home)).of(path), server.lines)
