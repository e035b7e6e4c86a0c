"""Formatting: a file with its effects as `ruleset fmt` writes them. A file that cannot be read stays as it is."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from ruleset_core.lang.file_formatter import format_document
from ruleset_core.language_server.publishing import as_range
from ruleset_core.language_server.server import GameServer
from ruleset_core.language_server.text_lines import Range, TextLines
from ruleset_core.model.yaml_documents import load_text


def formatted(file: Path, text: str) -> str:
    """The text as `ruleset fmt` writes it; as it is where it has mistakes."""
    if file.suffix != ".yaml":
        return text
    document, problems = load_text(text, str(file))
    if document is None or any(each.severity == "error" for each in problems):
        return text
    new, bad = format_document(document)
    return text if bad else new


def changes_between(old: str, new: str) -> list[types.TextEdit]:
    """The lines that differ, as one change: what stands around them stays where it is on the screen."""
    if old == new:
        return []
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    first = next(
        (n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    lines = TextLines(old)
    start = len("".join(before[:first]))
    end = len("".join(before[: len(before) - last]))
    place = Range(lines.position_at(start), lines.position_at(end))
    return [types.TextEdit(as_range(place), "".join(after[first : len(after) - last]))]


def register(server: GameServer) -> None:
    """Answer `textDocument/formatting`."""

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def format_text(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        opened = server.open_file(params.text_document.uri)
        if opened is None:
            return []
        text = opened.lines.text
        return changes_between(text, await server.work(lambda: formatted(opened.path, text)))
