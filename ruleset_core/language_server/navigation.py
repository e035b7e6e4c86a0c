"""Where a name is declared, where it is used, and another name for it: from the symbol index of a game with the unsaved texts.

    gain pot points       at `pot`: its declaration `pot: {is: int}` in `game.yaml`; all places, also `{pot}` in rules texts and translations
    rename to `bowl`      changes in all these files at once, or the reason why the game would not be the same

An index of a large game takes a second. It is made when somebody asks for one of these; while the cursor only rests on a name, the
places that the compiler resolves are marked if an index of the present texts is there, else the editor marks what is spelt alike.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from ruleset_core.analysis.name_references import GameSymbol
from ruleset_core.check.check_cache import CheckCache
from ruleset_core.check.fixes import FileChanges
from ruleset_core.check.renaming import RenameError, rename, why_fixed
from ruleset_core.check.symbol_index import SymbolIndex
from ruleset_core.check.targets import CheckTarget
from ruleset_core.diagnostics import Span
from ruleset_core.discovery import GameNotFoundError
from ruleset_core.language_server.formatting import changes_between
from ruleset_core.language_server.games import Texts, home_of
from ruleset_core.language_server.publishing import as_range, location
from ruleset_core.language_server.server import GameServer, path_of
from ruleset_core.language_server.text_lines import Position, TextLines

_Result = TypeVar("_Result")


class PlaceParams(Protocol):
    """What requests about a place have in common."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


@dataclass(frozen=True, slots=True)
class NameHere:
    """A name that somebody asks about: the index that knows it, what it means, and where it stands."""

    index: SymbolIndex
    target: CheckTarget
    symbol: GameSymbol
    span: Span


class SymbolIndexes:
    """The index of each game, made again when a text has changed; used in the thread that looks into games."""

    def __init__(self, server: GameServer) -> None:
        self._server = server
        self._kept: dict[Path, tuple[object, SymbolIndex, CheckTarget]] = {}
        self._caches: dict[Path, CheckCache] = {}

    def at(self, file: Path, texts: Texts, at: types.Position, *, made_before: bool = False) -> NameHere | None:
        """What the name at a place of a file means; None where there is none. `made_before`: only if no index has to be made for it."""
        home = home_of(file)
        found = self._index(home, texts, made_before=made_before) if home is not None else None
        if found is None:
            return None
        index, target = found
        lines = TextLines(texts[file]) if file in texts else self._server.lines(file)
        column = lines.offset(Position(at.line, at.character)) - lines.offset(Position(at.line, 0)) + 1
        name = next((each for each in index.resolved.texts if Path(each).absolute() == file), str(file))
        named = index.symbol_at(name, at.line + 1, column)
        return None if named is None else NameHere(index, target, *named)

    def _index(self, home: Path, texts: Texts, *, made_before: bool) -> tuple[SymbolIndex, CheckTarget] | None:
        state, index, target = self._kept.get(home, (None, None, None))
        if index is not None and target is not None and state == _state(index, texts):
            return index, target
        if made_before:
            return None
        try:
            targets = self._server.games.game(home, texts).targets()
        except GameNotFoundError:
            return None
        if not targets or targets[0].problems:
            return None
        unsaved = {str(path): text.encode("utf-8", "surrogatepass") for path, text in texts.items()}
        index = SymbolIndex(targets[0], unsaved, self._caches.setdefault(home, CheckCache()))
        self._kept[home] = _state(index, texts), index, targets[0]
        return index, targets[0]


def _state(index: SymbolIndex, texts: Texts) -> object:
    """What an index depends on: the unsaved texts, and when the other files were written."""
    written = []
    for file in sorted(index.resolved.texts):
        try:
            written.append((file, os.stat(file).st_mtime_ns))  # noqa: PTH116 - quicker, and asked for every file of a game
        except OSError:
            written.append((file, 0))
    return dict(texts), written


def edits_of(changes: FileChanges) -> types.WorkspaceEdit:
    """Changed files as an editor makes them: line by line, so that the cursor stays."""
    return types.WorkspaceEdit(
        changes={
            path.absolute().as_uri(): _edits(old.decode("utf-8-sig"), new.decode("utf-8-sig"))
            for path, (old, new) in changes.items()
        }
    )


def _edits(old: str, new: str) -> list[types.TextEdit]:
    before, after = TextLines(old), TextLines(new)
    count = before.everything.end.line
    if count != after.everything.end.line:
        return changes_between(old, new)
    found = []
    for number in range(count + 1):
        if before.line(number) != after.line(number):
            whole = types.Range(
                types.Position(number, 0),
                types.Position(number, before.position(number + 1, len(before.line(number)) + 1).character),
            )
            found.append(types.TextEdit(whole, after.line(number)))
    return found


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether something is worth a traceback: a name that cannot be changed is not, of which the person is told."""
    return record.exc_info is None or not isinstance(record.exc_info[1], JsonRpcInvalidParams)


def register(server: GameServer) -> None:
    """Answer requests for definitions, references, marks and other names."""
    indexes = SymbolIndexes(server)
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_fault)

    async def answer(
        params: PlaceParams,
        found: Callable[[NameHere], _Result],
        otherwise: _Result,
        *,
        made_before: bool = False,
    ) -> _Result:
        path, texts = path_of(params.text_document.uri), dict(server.texts)
        if path is None or home_of(path) is None:
            return otherwise

        def job() -> _Result:
            here = indexes.at(path, texts, params.position, made_before=made_before)
            return otherwise if here is None else found(here)

        return await server.work(job)

    def place(span: Span) -> types.Range:
        return as_range(server.lines(span.file).range(span))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> types.Location | None:
        def declared_at(here: NameHere) -> types.Location | None:
            span = here.index.declaration(here.symbol)
            return None if span is None else location(span, server.lines)

        return await answer(params, declared_at, None)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        def all_places(here: NameHere) -> list[types.Location]:
            left = None if params.context.include_declaration else here.index.declaration(here.symbol)
            return [location(span, server.lines) for span in here.index.find_all(here.symbol) if span != left]

        return await answer(params, all_places, [])

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def marks(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
        def marked_places(here: NameHere) -> list[types.DocumentHighlight] | None:
            spans = {here.span, *here.index.references(here.symbol)}
            return [types.DocumentHighlight(place(each)) for each in sorted(spans) if each.file == here.span.file]

        return await answer(params, marked_places, None, made_before=True)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        def placeholder(here: NameHere) -> types.PrepareRenamePlaceholder:
            if reason := why_fixed(here.index, here.symbol):
                raise JsonRpcInvalidParams(reason)
            return types.PrepareRenamePlaceholder(place(here.span), here.symbol.name)

        return await answer(params, placeholder, None)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def renamed(params: types.RenameParams) -> types.WorkspaceEdit | None:
        def edit(here: NameHere) -> types.WorkspaceEdit:
            try:
                return edits_of(rename(here.index, here.target, here.symbol, params.new_name))
            except RenameError as problem:
                raise JsonRpcInvalidParams(str(problem)) from None

        return await answer(params, edit, None)
