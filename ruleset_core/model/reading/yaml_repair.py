"""What was probably meant by a file that is no YAML: small changes of a line, tried until the file can be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from ruleset_core.model.diagnostic import Diagnostic, Suggestion
from ruleset_core.model.source import SourceText

MAX_LENGTH = 100_000
"""Longer files are not tried: every try reads the whole file."""
_MOST = 24
_KEY = r"(\s*(?:- )?[A-Za-z_][A-Za-z0-9_]*)"
_NO_COLON = re.compile(_KEY + r"[ \t]+([^:#]+)")
_NO_SPACE = re.compile(_KEY + r":(?=[^\s:])")
_NO_DASH_SPACE = re.compile(r"(\s*-)(?=[A-Za-z])")
_TAG = re.compile(r"(?<=: )!(?=[A-Za-z(])")
_PLAIN = re.compile(_KEY + r"(: +)([^\s\"'\[{|>#].*?)\s*")
_NEXT_KEY = re.compile(r"\s*[,}]\s*(?=[A-Za-z_]+:|\}|$)")
_MARKERS = ("<<<<<<<", "=======", ">>>>>>>")


def repaired(source: SourceText, found: Diagnostic, reads: Callable[[str], bool]) -> Diagnostic:
    """A finding with the change of one line that makes the file readable, at that line, if there is such a change.

    Args:
        source: the text of the file.
        found: what the parser says.
        reads: whether a text is YAML without mistakes.
    """
    lines = source.text.split("\n")
    if found.span.line <= len(lines) and any(line.startswith(_MARKERS) for line in _near(lines, found.span.line)):
        first = next(number for number, line in enumerate(lines, 1) if line.startswith(_MARKERS))
        span = replace(found.span, line=first, end_line=first, column=1, end_column=8)
        advice = "keep one of the two versions, and delete the three marks"
        return replace(found, message="a merge left its marks here", span=span, help=advice, related=())
    if len(source.text) > MAX_LENGTH or "\r" in source.text:
        return found
    tried = 0
    for number in (found.span.line, found.span.line - 1):
        if not 1 <= number <= len(lines):
            continue
        old = lines[number - 1]
        for new in dict.fromkeys(_ways(lines, number - 1, found)):
            tried += 1
            if tried > _MOST:
                return found
            if new != old and reads("\n".join([*lines[: number - 1], new, *lines[number:]])):
                return _with(source, found, number, old, new)
    return found


def _near(lines: list[str], number: int) -> list[str]:
    return lines[max(0, number - 3) : number + 2]


def _with(source: SourceText, found: Diagnostic, number: int, old: str, new: str) -> Diagnostic:
    """The finding with a change of a line; it stands at the change, if the parser noticed it further on only."""
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start = source.offset(number, 1)
    span = source.span(start + same, start + len(old) - tail)
    swap = Suggestion(span, new[same : len(new) - tail])
    if found.span.line == number:
        return replace(found, suggestion=swap)
    first = len(old) - len(old.lstrip())
    return replace(found, span=source.span(start + first, start + len(old)), suggestion=swap, related=())


def _ways(lines: list[str], at: int, found: Diagnostic) -> Iterator[str]:
    """What a line may have been meant to be, the likeliest first."""
    line = lines[at]
    yield _TAG.sub("not ", line)
    if found.code == "E004" or "\t" in line[: len(line) - len(line.lstrip())]:
        yield from _indented(lines, at)
    yield _NO_SPACE.sub(r"\1: ", line, count=1)
    yield _NO_DASH_SPACE.sub(r"\1 ", line, count=1)
    match = _NO_COLON.fullmatch(line)
    if match:
        yield f"{match[1]}: {match[2]}"
    yield from _closed(line)
    match = _PLAIN.fullmatch(line)
    if match and '"' not in match[3]:
        yield f'{match[1]}{match[2]}"{match[3]}"'
    yield from _indented(lines, at)


def _closed(line: str) -> Iterator[str]:
    """A bracket or quote more."""
    bare = line.rstrip()
    for begin, end in ("[]", "{}"):
        if line.count(begin) > line.count(end):
            yield bare + end
            yield from (line[: match.start()] + end + line[match.start() :] for match in _NEXT_KEY.finditer(line))
    for quote in "\"'":
        if line.count(quote) % 2:
            yield from (line[: match.start()] + quote + line[match.start() :] for match in _NEXT_KEY.finditer(line))
            yield bare + quote


def _indented(lines: list[str], at: int) -> Iterator[str]:
    """The line where the lines around it begin."""
    text = lines[at].lstrip()
    around = [each for each in (*reversed(lines[max(0, at - 12) : at]), *lines[at + 1 : at + 3]) if each.strip()]
    for other in around:
        if "\t" not in other[: len(other) - len(other.lstrip())]:
            yield other[: len(other) - len(other.lstrip(" "))] + text
