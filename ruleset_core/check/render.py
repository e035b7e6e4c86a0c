"""Diagnostics as text: for people (`full`, `concise`), programs (`json`), and services (`github`, `sarif`).

Text of data files is shown with control characters replaced, so that a file cannot write to the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, get_args

from ruleset_core.check.render_frame import Painter, frame, source_lines
from ruleset_core.check.render_sarif import sarif
from ruleset_core.check.render_text import shown_path
from ruleset_core.files import read_ordinary
from ruleset_core.model.diagnostic import Diagnostic, Span, by_cause, repairs
from ruleset_core.model.source_files import MAX_BYTES
from ruleset_core.shown import as_json, clean

Format = Literal["full", "concise", "json", "github", "sarif"]
Sources = Callable[[str], str | None]

FORMATS: tuple[str, ...] = get_args(Format)
"""The names of all formats."""


def render(
    diagnostics: Iterable[Diagnostic],
    format: Format = "full",  # noqa: A002 - the word of the command line
    *,
    sources: Sources | None = None,
    color: bool = False,
    timings: Mapping[str, Mapping[str, float]] | None = None,
) -> str:
    """All diagnostics, in the order of causes, in one of the formats; ends with a line break unless there is nothing to say.

    Args:
        diagnostics: the findings.
        format: one of `FORMATS`.
        sources: the text of a file by its name, or None when it cannot be had; by default files are read.
        color: whether `full` and `concise` use terminal colours.
        timings: seconds by game and stage, for `json`.
    """
    ordered = sorted(diagnostics, key=by_cause)
    paint = Painter(color)
    if format == "full":
        lines_of = _cached(sources or read_source)
        return "\n".join(frame(item, lines_of, paint) for item in ordered)
    if format == "concise":
        return _lines(_concise(item, paint) for item in ordered)
    if format == "github":
        return _lines(map(_github, ordered))
    if format == "json":
        findings = [_plain(item) for item in ordered]
        return as_json(findings if timings is None else {"findings": findings, "seconds": timings}) + "\n"
    return as_json(sarif(ordered)) + "\n"


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """The count of findings in words: "2 errors, 1 warning", or "no problems found"."""
    errors = sum(item.severity == "error" for item in diagnostics)
    warnings = len(diagnostics) - errors
    parts = [_count(errors, "error")] * (errors > 0) + [_count(warnings, "warning")] * (warnings > 0)
    return ", ".join(parts) or "no problems found"


def read_source(file: str) -> str | None:
    """The text of a data file, or None when it cannot be read as text."""
    try:
        return read_ordinary(file, MAX_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return None


def _cached(sources: Sources) -> Callable[[str], list[str]]:
    known: dict[str, list[str]] = {}

    def lines(file: str) -> list[str]:
        if file not in known:
            known[file] = source_lines(sources(file))
        return known[file]

    return lines


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _concise(item: Diagnostic, paint: Painter) -> str:
    place = f"{clean(shown_path(item.span.file))}:{item.span.line}:{item.span.column}:"
    return f"{place} {paint(item.severity, item.code)} {clean(item.message)}"


def _github(item: Diagnostic) -> str:
    """A workflow command; GitHub shows it at the line of the file."""
    span = item.span
    where = f"file={_property(shown_path(span.file, posix=True))},line={span.line},endLine={span.end_line}"
    if span.line == span.end_line:
        where += f",col={span.column},endColumn={max(span.column, span.end_column - 1)}"
    message = "\n".join(part for part in (item.message, *item.notes, item.help) if part)
    return f"::{item.severity} {where},title={_property(item.code)}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _plain(item: Diagnostic) -> dict[str, Any]:
    repair = item.suggestion
    return {
        "code": item.code,
        "severity": item.severity,
        "message": item.message,
        **_place(item.span),
        "label": item.label,
        "notes": list(item.notes),
        "help": item.help,
        "suggestion": None if repair is None else {**_place(repair.span), "replacement": repair.replacement},
        "fixes": [{**_place(each.span), "replacement": each.replacement} for each in repairs(item)],
        "alike": [_place(span) for span in item.alike],
        "related": [{**_place(span), "label": label} for span, label in item.related],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": shown_path(span.file, posix=True),
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
