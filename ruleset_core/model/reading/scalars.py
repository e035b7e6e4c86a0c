"""Scalars of YAML 1.2 core, narrowed: what a plain word means, and where its characters stand in the file."""

from __future__ import annotations

import re

_INT = re.compile(r"-?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z|[-+]?\.(inf|Inf|INF)\Z|\.(nan|NaN|NAN)\Z")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_LONGEST_INT = 15
_BEGINS_NUMBER = "-+.0123456789"
MAY_MEAN = frozenset({*_BEGINS_NUMBER, *(word[:1] for word in _WORDS)})
"""How a plain scalar begins that may be something else than its text."""

_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX = {"x": 2, "u": 4, "U": 8}

CELL = '""'
"""The style of a text in a quoted cell of a table: quotes within it are doubled, and its offsets are those between the quotes."""

Token = tuple[str, int, int]


class UnsupportedScalarError(ValueError):
    """A plain scalar that is neither text, a whole number, true, false nor null."""


def plain(text: str) -> str | int | bool | None:
    """The meaning of an unquoted scalar.

    Only `true`, `false`, `null`, `~`, nothing, and whole decimal numbers are special. The surprises of YAML 1.1
    (`no`, `on`, `012`, `1:30`, dates) are text.

    Raises:
        UnsupportedScalarError: for numbers that are not whole or have more than 15 digits.
    """
    if text in _WORDS:
        return _WORDS[text]
    if len(text) > 40 or text[0] not in _BEGINS_NUMBER:
        return text
    if _INT.match(text):
        if len(text) > _LONGEST_INT:
            raise UnsupportedScalarError(f"number {text} has too many digits")
        return int(text)
    if _FLOAT.match(text) and not text.lstrip("-+").isdigit():
        raise UnsupportedScalarError(f"`{text}` is not a whole number")
    return text


def offsets(text: str, start: int, end: int, style: str, value: str) -> list[tuple[int, int]] | None:
    """File offsets (start, end) of every character of a scalar's value, and one more for its end.

    YAML changes only white space and quoted escapes, so the visible characters of file and value come in the same
    order. White space is placed just behind the visible character before it. None when the two do not match.
    """
    tokens = [token for token in _tokens(text, start, end, style) if not token[0].isspace()]
    found: list[tuple[int, int]] = []
    seen = 0
    behind = tokens[0][1] if tokens else end
    for char in value:
        if not char.isspace():
            if seen == len(tokens) or tokens[seen][0] != char:
                return None
            found.append(tokens[seen][1:])
            seen += 1
        else:
            limit = tokens[seen][1] if seen < len(tokens) else end
            at = min(behind, limit)
            found.append((at, min(at + 1, max(limit, at))))
        behind = found[-1][1]
    if seen != len(tokens):
        return None
    found.append((behind, behind))
    return found


def _tokens(text: str, start: int, end: int, style: str) -> list[Token]:
    """Characters of a scalar as written, with escapes undone and their place in the file."""
    if style == CELL:
        return _doubled(text, start, end, '"')
    if style in "|>" and style:
        start = _line_after(text, start)
    elif style in "'\"" and style:
        start, end = start + 1, end - 1
    if style == "'":
        return _doubled(text, start, end, "'")
    if style == '"':
        return _double_quoted(text, start, end)
    return [(text[at], at, at + 1) for at in range(start, end)]


def _line_after(text: str, start: int) -> int:
    match = re.compile(r"\r\n|\n|\r|\Z").search(text, start)
    assert match is not None
    return match.end()


def _doubled(text: str, start: int, end: int, quote: str) -> list[Token]:
    tokens = []
    at = start
    while at < end:
        width = 2 if text[at] == quote else 1
        tokens.append((text[at], at, at + width))
        at += width
    return tokens


def _double_quoted(text: str, start: int, end: int) -> list[Token]:
    tokens = []
    at = start
    while at < end:
        char, width = text[at], 1
        if char == "\\" and at + 1 < end:
            char, width = _escape(text, at)
        tokens.append((char, at, at + width))
        at += width
    return tokens


def _escape(text: str, at: int) -> tuple[str, int]:
    """The character an escape stands for, and how many characters it takes. An escaped line break counts as space."""
    letter = text[at + 1]
    if letter in _HEX:
        digits = text[at + 2 : at + 2 + _HEX[letter]]
        return chr(int(digits, 16)), 2 + len(digits)
    return _ESCAPES.get(letter, " "), 2
