"""Findings of `check` as an editor shows them: a squiggle with a message, its help, and the places that belong to it.

gian 2 points    E302, from line 12, column 15 to 19: unknown verb `gian`. did you mean `gain`?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from lsprotocol import types

from ruleset_core.diagnostics import Diagnostic, Span
from ruleset_core.language_server.text_lines import Range, TextLines

Lines = Callable[[str], TextLines]
"""Gives the text of a file by its name."""

_GOES = "W542"


def as_range(found: Range) -> types.Range:
    """A range of the protocol."""
    return types.Range(types.Position(*found.start), types.Position(*found.end))


def location(span: Span, lines: Lines) -> types.Location:
    """Where something stands, as the protocol says it."""
    return types.Location(Path(span.file).absolute().as_uri(), as_range(lines(span.file).range(span)))


def published(found: Iterable[Diagnostic], lines: Lines) -> list[types.Diagnostic]:
    """What an editor shows for the findings in a file. A finding at several places is shown at each."""
    known = cache(lines)  # the lines of a file are looked for once, however much is found in it
    return [_one(each, known) for item in found for each in _places(item)]


def _places(item: Diagnostic) -> Iterator[Diagnostic]:
    yield item
    for span in item.alike:
        if span.file == item.span.file:
            yield replace(item, span=span, alike=())


def _one(item: Diagnostic, lines: Lines) -> types.Diagnostic:
    said = [item.message, *([item.label] if item.label else []), *([item.help] if item.help else []), *item.notes]
    related = [types.DiagnosticRelatedInformation(location(span, lines), text) for span, text in item.related]
    return types.Diagnostic(
        as_range(lines(item.span.file).range(item.span)),
        "\n".join(said),
        severity=types.DiagnosticSeverity.Error if item.severity == "error" else types.DiagnosticSeverity.Warning,
        code=item.code,
        source="ruleset",
        tags=[types.DiagnosticTag.Deprecated] if item.code == _GOES else None,
        related_information=related or None,
    )
