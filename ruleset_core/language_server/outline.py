"""The outline of a file, and the names of a game: what an editor lists to jump to.

Of the file of Pig: `flow` with its phases, `decisions` with `decide`, `state` with `pot`... Of a file of scenarios their names, of
translations their texts. While a file cannot be read, the outline stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from lsprotocol import types

from ruleset_core.analysis.declaration_index import DeclarationIndex, DeclaredEntry
from ruleset_core.diagnostics import Span
from ruleset_core.language_server.games import home_of
from ruleset_core.language_server.publishing import as_range, location
from ruleset_core.language_server.server import GameServer
from ruleset_core.language_server.source_places import read_document
from ruleset_core.language_server.text_lines import TextLines
from ruleset_core.messages import LANGUAGES
from ruleset_core.messages.po_files import read_entries
from ruleset_core.model.sources import DataPath, Document

_NAMING: Final = (
    "phase", "name", "scenario", "lesson", "paragraph", "score", "id", "event", "option", "ask", "do", "modify", "when",
)  # fmt: skip
"""Keys by which an entry of a list is known, the best first."""
_LONGEST: Final = 60
_DEEPEST: Final = 4
_MOST: Final = 500
KINDS: Final[Mapping[str, types.SymbolKind]] = {
    "cards": types.SymbolKind.Object, "sets": types.SymbolKind.Enum, "pieces": types.SymbolKind.Class, "state": types.SymbolKind.Variable,
    "zones": types.SymbolKind.Array, "resources": types.SymbolKind.Number, "define": types.SymbolKind.Function, "events": types.SymbolKind.Event,
    "decisions": types.SymbolKind.Interface, "flow": types.SymbolKind.Method, "rules": types.SymbolKind.Operator, "options": types.SymbolKind.Boolean,
    "ranges": types.SymbolKind.TypeParameter, "boards": types.SymbolKind.Namespace, "scenarios": types.SymbolKind.Method, "lessons": types.SymbolKind.Method,
}  # fmt: skip
"""How an editor shows the entries of a section."""
_LANGUAGES: Final = frozenset(LANGUAGES)
_TEXTS: Final = frozenset({"name", "text", "say", "label", "rights"})
"""Keys that hold words: no entries of their own."""


def outline(document: Document) -> list[types.DocumentSymbol]:
    """The sections of a file and their entries."""
    lines = TextLines(document.source.text)
    return [*_symbols(document, (), document.data, lines, types.SymbolKind.Key)]


def translation_outline(text: str) -> list[types.DocumentSymbol]:
    """The texts of a file of translations, each with what it is in the language."""
    lines, found = TextLines(text), []
    for entry in read_entries(text).entries:
        if entry.key:
            said = " ".join("".join(entry.texts).split())[:_LONGEST] or "missing"
            place = as_range(lines.range(Span("", entry.line, 1, entry.line, len(lines.line(entry.line - 1)) + 1)))
            key = " ".join(entry.key.split())[:_LONGEST]
            found.append(types.DocumentSymbol(key, types.SymbolKind.String, place, place, detail=said))
    return found


def _symbols(
    document: Document, path: DataPath, data: Any, lines: TextLines, kind: types.SymbolKind
) -> Iterator[types.DocumentSymbol]:
    """The entries of a mapping or a list."""
    listed = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in [*listed][:_MOST]:
        inner = (*path, step)
        if not isinstance(value, (dict, list)) and (path or isinstance(data, list)):
            continue
        if (step in _TEXTS and path) or (isinstance(value, dict) and value and value.keys() <= _LANGUAGES):
            continue
        section = KINDS.get(str(step), types.SymbolKind.Key) if not path else kind
        name = str(step) if isinstance(data, dict) else _name(value)
        whole, own = document.whole(inner), document.key_span(inner)
        deeper = isinstance(value, (dict, list)) and len(inner) < _DEEPEST
        yield types.DocumentSymbol(
            name or "?", types.SymbolKind.Namespace if not path else kind, as_range(lines.range(whole)), as_range(lines.range(own)),
            detail=_title(value), children=[*_symbols(document, inner, value, lines, section)] if deeper else None,
        )  # fmt: skip


def _name(value: Any) -> str:
    """What an entry of a list is called."""
    if not isinstance(value, dict):
        return str(value)
    key = next((key for key in _NAMING if isinstance(value.get(key), str)), None)
    return " ".join(str(value[key]).split())[:_LONGEST] if key else next(iter(map(str, value)), "")


def _title(value: Any) -> str | None:
    """What players call an entry."""
    name = value.get("name") if isinstance(value, dict) else None
    given = name.get("en") if isinstance(name, dict) else None
    return given if isinstance(given, str) else None


def named_symbol(entry: DeclaredEntry, lines: Any) -> types.WorkspaceSymbol:
    """An entry of a game in the list of all its names."""
    kind = KINDS.get(entry.section, types.SymbolKind.Key)
    place = location(entry.document.key_span(entry.path), lines)
    return types.WorkspaceSymbol(place, entry.name, kind, container_name=entry.section)


def register(server: GameServer) -> None:
    """Answer `textDocument/documentSymbol` and `workspace/symbol`."""
    last: dict[Path, list[types.DocumentSymbol]] = {}

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def document_symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        opened = server.open_file(params.text_document.uri)
        if opened is None:
            return []
        path, text = opened.path, opened.lines.text
        if path.suffix == ".po":
            return translation_outline(text)
        document = await server.work(lambda: read_document(path, text))
        if document is not None:
            last[path] = await server.work(lambda: outline(document))
        return last.get(path, [])

    @server.feature(types.WORKSPACE_SYMBOL)
    async def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        texts, query = dict(server.texts), params.query.lower()

        def job() -> list[types.WorkspaceSymbol]:
            found: dict[tuple[str, DataPath], DeclaredEntry] = {}
            for file in [*texts]:
                home = home_of(file)
                linker = server.games.linked(home, texts, file) if home is not None else None
                index = DeclarationIndex(linker.gathered.documents) if linker is not None else None
                for entry in index.full.values() if index is not None else ():
                    if query in entry.name.lower() or query in (entry.title().get("en") or "").lower():
                        found.setdefault((entry.document.file, entry.path), entry)
            return [named_symbol(each, server.lines) for each in [*found.values()][:_MOST]]

        return await server.work(job)
