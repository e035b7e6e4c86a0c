"""The full form of a diagnostic: a headline, the lines of the file with the place underlined, and what to do.

error[E101]: unknown key `efect`
--> cards/chips.yaml:5:5
|
5 |     efect: gain 2 fortune
|     ^^^^^
= help: did you mean `effect`?
|
5 -     efect: gain 2 fortune
5 +     effect: gain 2 fortune
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ruleset_core.check.render_text import cells, shown_path, width
from ruleset_core.model.diagnostic import Diagnostic, Span, Suggestion
from ruleset_core.shown import clean

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


class Painter:
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


def frame(item: Diagnostic, lines_of: Callable[[str], list[str]], paint: Painter) -> str:
    """One diagnostic in full; ends with a line break."""
    marks = [_Mark(item.span, item.label, item.severity)]
    marks += [_Mark(span, label, "related") for span, label in item.related]
    gutter = max(len(str(mark.span.line)) for mark in marks)
    headline = paint(item.severity, f"{item.severity}[{item.code}]") + paint("bold", f": {clean(item.message)}")
    lines = [headline]
    # files in order of mention: the one of the finding first
    for number, file in enumerate(dict.fromkeys(mark.span.file for mark in marks)):
        here = [mark for mark in marks if mark.span.file == file]
        lines += _file(here, lines_of(file), gutter, paint, arrow=":::" if number else "-->")
    lines += [f"{' ' * gutter} {paint('frame', '=')} {line}" for line in _footer(item, paint)]
    if item.suggestion is not None and not item.suggestion.rivals:
        lines += _patch(item.suggestion, lines_of(item.suggestion.span.file), gutter, paint)
    return "".join(f"{line}\n" for line in lines)


def _footer(item: Diagnostic, paint: Painter) -> list[str]:
    lines = [f"{paint('bold', 'note')}: {clean(note)}" for note in item.notes]
    advice = item.help
    if advice:
        lines.append(f"{paint('help', 'help')}: {clean(advice)}")
    return lines


def _patch(repair: Suggestion, source: list[str], gutter: int, paint: Painter) -> list[str]:
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
            shown = _cut(("…" if start else "") + "".join(cells(text[start : start + _WIDEST])))
            lines.append(f"{paint('frame', str(number).rjust(gutter))} {paint(style, f'{sign} {shown}'.rstrip())}")
    return lines


def _file(marks: list[_Mark], source: list[str], gutter: int, paint: Painter, *, arrow: str) -> list[str]:
    """The marked lines of one file, under its name."""
    first = marks[0].span
    pad = " " * gutter
    lines = [f"{pad}{paint('frame', arrow)} {clean(shown_path(first.file))}:{first.line}:{first.column}"]
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


def _line(source: str, number: int, marks: list[_Mark], gutter: int, paint: Painter) -> list[str]:
    """A source line and an underline for each mark in it; of a long line a part, again for marks further on."""
    start = _window(source, marks[0].span.column - 1)
    characters = cells(source[start : start + _WIDEST])
    prefix = "…" if start else ""
    text = _cut(prefix + "".join(characters) + ("…" if len(source) > start + _WIDEST else ""))
    bar = paint("frame", "|")
    lines = [f"{paint('frame', str(number).rjust(gutter))} {bar} {text}".rstrip()]
    further = [mark for mark in marks[1:] if mark.span.column - 1 >= start + _WIDEST]
    for mark in marks[: len(marks) - len(further)]:
        low = min(mark.span.column - 1 - start, len(characters))
        end = mark.span.end_column - 1 if mark.span.end_line == number else len(source.rstrip())
        before = width(prefix + "".join(characters[:low]))
        wide = max(1, min(width("".join(characters[low : max(low, end - start)])), _WIDEST - before))
        under = mark.sign * wide + (f" {clean(mark.label)}" if mark.label else "")
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
        used += width(char)
        if used > _WIDEST + 1:
            return text[:index] + "…"
    return text
