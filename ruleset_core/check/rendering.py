"""Renders diagnostics as text (full, concise), JSON, GitHub annotations or SARIF, and stage timings as a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args
from urllib.parse import quote

from ruleset_core.budgets import STAGES
from ruleset_core.diagnostics import Diagnostic, Span, Suggestion, diagnostic_order, suggested_repairs
from ruleset_core.files import read_regular_file
from ruleset_core.model.sources import MAX_BYTES
from ruleset_core.safe_text import clean_line, safe_json

# Small tools for showing text of data files on a terminal: safe characters, widths, paths.

TAB = 4


def shown_characters(text: str) -> list[str]:
    """Each character of a source line as it is shown: tabs as spaces, unsafe characters replaced."""
    return [" " * TAB if char == "\t" else clean_line(char) for char in text]


def text_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.combining(char) or char == "\N{VARIATION SELECTOR-16}":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def display_path(file: str, *, posix: bool = False) -> str:
    """The name of a file as shown: relative when it lies below the current directory."""
    path = Path(file)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except (ValueError, OSError):
            return path.as_posix() if posix else file
    return path.as_posix() if posix else str(path)


# The full form of a diagnostic: a headline, the lines of the file with the place underlined, and what to do.
#
# error[E101]: unknown key `efect`
# --> cards/chips.yaml:5:5
# |
# 5 |     efect: gain 2 fortune
# |     ^^^^^
# = help: did you mean `effect`?
# |
# 5 -     efect: gain 2 fortune
# 5 +     effect: gain 2 fortune

_STYLES = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "bold": "\x1b[1m",
    "frame": "\x1b[1;34m",
    "related": "\x1b[1;34m",
    "help": "\x1b[1;36m",
    "added": "\x1b[1;32m",
}
_RESET = "\x1b[0m"
_WIDEST = 120
_LONGEST_PATCH = 12
"""More lines than these are not shown of what a suggestion changes."""
_BEFORE = 40


class FramePainter:
    """Puts colour on text, or leaves it as it is."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, style: str, text: str) -> str:
        """`text` in a style; without colour just `text`."""
        return f"{_STYLES[style]}{text}{_RESET}" if self.on and text else text


@dataclass(frozen=True, slots=True)
class _Mark:
    """A place to underline."""

    span: Span
    label: str
    style: str

    @property
    def sign(self) -> str:
        return "-" if self.style == "related" else "^"


def render_frame(item: Diagnostic, lines_of: Callable[[str], list[str]], paint: FramePainter) -> str:
    """One diagnostic in full; ends with a line break."""
    marks = [_Mark(item.span, item.label, item.severity)]
    marks += [_Mark(span, label, "related") for span, label in item.related]
    gutter = max(len(str(mark.span.line)) for mark in marks)
    headline = paint(item.severity, f"{item.severity}[{item.code}]") + paint("bold", f": {clean_line(item.message)}")
    lines = [headline]
    # files in order of mention: the one of the finding first
    for number, file in enumerate(dict.fromkeys(mark.span.file for mark in marks)):
        here = [mark for mark in marks if mark.span.file == file]
        lines += _file(here, lines_of(file), gutter, paint, arrow=":::" if number else "-->")
    lines += [f"{' ' * gutter} {paint('frame', '=')} {line}" for line in _footer(item, paint)]
    if item.suggestion is not None and not item.suggestion.rivals:
        lines += _patch(item.suggestion, lines_of(item.suggestion.span.file), gutter, paint)
    return "".join(f"{line}\n" for line in lines)


def _footer(item: Diagnostic, paint: FramePainter) -> list[str]:
    lines = [f"{paint('bold', 'note')}: {clean_line(note)}" for note in item.notes]
    advice = item.help
    if advice:
        lines.append(f"{paint('help', 'help')}: {clean_line(advice)}")
    return lines


def _patch(repair: Suggestion, source: list[str], gutter: int, paint: FramePainter) -> list[str]:
    """What the suggestion changes: the lines as they are and as they would be."""
    span = repair.span
    if not 1 <= span.line <= span.end_line <= len(source):
        return []
    old = source[span.line - 1 : span.end_line]
    new = (old[0][: span.column - 1] + repair.replacement + old[-1][span.end_column - 1 :]).split("\n")
    if len(old) > 1 and span.end_column == 1:
        old, new = old[:-1], new[:-1]  # up to the end of a line: the one after it stays as it is
    if len(old) + len(new) > _LONGEST_PATCH:
        return []
    start = _window(old[0], span.column - 1)
    lines = [f"{' ' * gutter} {paint('frame', '|')}"]
    for sign, style, texts in (("-", "error", old), ("+", "added", new)):
        for number, text in enumerate(texts, span.line):
            shown = _cut(("…" if start else "") + "".join(shown_characters(text[start : start + _WIDEST])))
            lines.append(f"{paint('frame', str(number).rjust(gutter))} {paint(style, f'{sign} {shown}'.rstrip())}")
    return lines


def _file(marks: list[_Mark], source: list[str], gutter: int, paint: FramePainter, *, arrow: str) -> list[str]:
    """The marked lines of one file, under its name."""
    first = marks[0].span
    pad = " " * gutter
    lines = [f"{pad}{paint('frame', arrow)} {clean_line(display_path(first.file))}:{first.line}:{first.column}"]
    bar = f"{pad} {paint('frame', '|')}"
    shown = 0
    for number in sorted({mark.span.line for mark in marks if mark.span.line <= len(source)}):
        if not shown:
            lines.append(bar)
        elif number > shown + 1:
            lines.append(paint("frame", "..."))
        shown = number
        here = sorted((mark for mark in marks if mark.span.line == number), key=lambda mark: mark.span.column)
        lines += _line(source[number - 1], number, here, gutter, paint)
    return lines


def source_lines(text: str | None) -> list[str]:
    """Lines as positions count them. An empty file, or the end of one, has a line to point at."""
    if text is None:
        return []
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _line(source: str, number: int, marks: list[_Mark], gutter: int, paint: FramePainter) -> list[str]:
    """A source line and an underline for each mark in it; of a long line a part, again for marks further on."""
    start = _window(source, marks[0].span.column - 1)
    characters = shown_characters(source[start : start + _WIDEST])
    prefix = "…" if start else ""
    text = _cut(prefix + "".join(characters) + ("…" if len(source) > start + _WIDEST else ""))
    bar = paint("frame", "|")
    lines = [f"{paint('frame', str(number).rjust(gutter))} {bar} {text}".rstrip()]
    further = [mark for mark in marks[1:] if mark.span.column - 1 >= start + _WIDEST]
    for mark in marks[: len(marks) - len(further)]:
        low = min(mark.span.column - 1 - start, len(characters))
        end = mark.span.end_column - 1 if mark.span.end_line == number else len(source.rstrip())
        before = text_width(prefix + "".join(characters[:low]))
        wide = max(1, min(text_width("".join(characters[low : max(low, end - start)])), _WIDEST - before))
        under = mark.sign * wide + (f" {clean_line(mark.label)}" if mark.label else "")
        lines.append(f"{' ' * gutter} {bar} {' ' * before}{paint(mark.style, under)}")
    return lines + (_line(source, number, further, gutter, paint) if further else [])


def _window(source: str, column: int) -> int:
    """The first character shown: 0, unless the line is long and the place far to the right."""
    if len(source) <= _WIDEST or column <= _WIDEST - _BEFORE:
        return 0
    return min(column, len(source)) - _BEFORE


def _cut(text: str) -> str:
    """At most as much of a text as fits: wide characters and tabs take more room than one column."""
    used = 0
    for index, char in enumerate(text):
        used += text_width(char)
        if used > _WIDEST + 1:
            return text[:index] + "…"
    return text


# Diagnostics as text: for people (`full`, `concise`), programs (`json`), and services (`github`, `sarif`).
#
# Text of data files is shown with control characters replaced, so that a file cannot write to the terminal.


def sarif_log(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """A SARIF log with one run."""
    codes = sorted({item.code for item in diagnostics})
    driver = {"name": "ruleset", "rules": [{"id": code} for code in codes]}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(item, codes.index(item.code)) for item in diagnostics],
            }
        ],
    }


def _result(item: Diagnostic, rule: int) -> dict[str, Any]:
    text = "\n".join(part for part in (item.message, *item.notes, item.help) if part)
    result: dict[str, Any] = {
        "ruleId": item.code,
        "ruleIndex": rule,
        "level": item.severity,
        "message": {"text": text},
        "locations": [_location(item.span)],
    }
    if item.related:
        result["relatedLocations"] = [{**_location(span), "message": {"text": label}} for span, label in item.related]
    changes = [_change(each) for each in suggested_repairs(item)]
    if changes:
        result["fixes"] = [{"artifactChanges": changes}]
    return result


def _change(repair: Suggestion) -> dict[str, Any]:
    replacement = {"deletedRegion": _region(repair.span), "insertedContent": {"text": repair.replacement}}
    return {"artifactLocation": _artifact(repair.span.file), "replacements": [replacement]}


def _location(span: Span) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(span.file), "region": _region(span)}}


def _artifact(file: str) -> dict[str, str]:
    path = Path(display_path(file))
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


# -- Diagnostics as text -----------------------------------------------------------------------------------------------


Format = Literal["full", "concise", "json", "github", "sarif"]
Sources = Callable[[str], str | None]

FORMATS: tuple[str, ...] = get_args(Format)
"""The names of all formats."""


def render_diagnostics(
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
    ordered = sorted(diagnostics, key=diagnostic_order)
    paint = FramePainter(color)
    if format == "full":
        lines_of = _cached(sources or read_source_text)
        return "\n".join(render_frame(item, lines_of, paint) for item in ordered)
    if format == "concise":
        return _lines(_concise(item, paint) for item in ordered)
    if format == "github":
        return _lines(map(_github, ordered))
    if format == "json":
        findings = [_plain(item) for item in ordered]
        return safe_json(findings if timings is None else {"findings": findings, "seconds": timings}) + "\n"
    return safe_json(sarif_log(ordered)) + "\n"


def findings_summary(diagnostics: Sequence[Diagnostic]) -> str:
    """The count of findings in words: "2 errors, 1 warning", or "no problems found"."""
    errors = sum(item.severity == "error" for item in diagnostics)
    warnings = len(diagnostics) - errors
    parts = [_count(errors, "error")] * (errors > 0) + [_count(warnings, "warning")] * (warnings > 0)
    return ", ".join(parts) or "no problems found"


def read_source_text(file: str) -> str | None:
    """The text of a data file, or None when it cannot be read as text."""
    try:
        return read_regular_file(file, MAX_BYTES).decode("utf-8-sig", "replace")
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


def _concise(item: Diagnostic, paint: FramePainter) -> str:
    place = f"{clean_line(display_path(item.span.file))}:{item.span.line}:{item.span.column}:"
    return f"{place} {paint(item.severity, item.code)} {clean_line(item.message)}"


def _github(item: Diagnostic) -> str:
    """A workflow command; GitHub shows it at the line of the file."""
    span = item.span
    where = f"file={_property(display_path(span.file, posix=True))},line={span.line},endLine={span.end_line}"
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
        "fixes": [{**_place(each.span), "replacement": each.replacement} for each in suggested_repairs(item)],
        "alike": [_place(span) for span in item.alike],
        "related": [{**_place(span), "label": label} for span, label in item.related],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": display_path(span.file, posix=True),
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


# Where the time of a check went, as a table.


def timings_table(timings: Mapping[str, Mapping[str, float]], start: float = 0.0) -> str:
    """Milliseconds of processor time by game and stage; ends with a line break. With several games a line has their sums.

    `start`: seconds until the check began, if they are told.
    """
    rows = [(game, [1000 * found[name] for name in STAGES]) for game, found in timings.items()]
    if len(rows) > 1:
        rows.append(("all", [sum(column) for column in zip(*(row for _, row in rows), strict=True)]))
    wide = max(len("start"), *(len(game) for game, _ in rows)) if rows else len("start")
    lines = [["ms".ljust(wide), *STAGES, "sum"]]
    lines += [[game.ljust(wide), *(f"{each:.0f}" for each in row), f"{sum(row):.0f}"] for game, row in rows]
    lines += [["start", *[""] * len(STAGES), f"{1000 * start:.0f}"]] if start else []
    return "".join("  ".join([line[0].ljust(wide), *map(_right, line[1:], lines[0][1:])]) + "\n" for line in lines)


def _right(text: str, head: str) -> str:
    return text.rjust(max(len(head), 5))
