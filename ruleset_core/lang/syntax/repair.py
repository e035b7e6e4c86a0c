"""What was probably meant by a text that cannot be read: signs and words of other languages, a mark left out.

Each way is a small change of the text near the place where reading stopped. One that lets the parser read on further is
kept, until all can be read; then the changes together are a suggestion. Nothing here knows what names mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

MAX_LENGTH = 4_000
"""Longer texts are not tried: every try reads the whole text."""
_ROUNDS = 6
_MOST = 60

_NAME = r"[A-Za-z_][\w.]*(?:\[[^\[\]]*\])?"
_SIGNS: tuple[tuple[str, str], ...] = (
    (r"\s*&&\s*", " and "),
    (r"\s*\|\|\s*", " or "),
    (r"!(?!=)\s*", "not "),
    (r"<>", "!="),
    (r"=<", "<="),
    (r"=>", "->"),
    (r"=>", ">="),
    (r"→", "->"),
    (r"≤", "<="),
    (r"≥", ">="),
    (r"≠", "!="),
    (r"[×x](?=\s*\d)", "*"),
    (r"===", "=="),
    (r"(?<=\d)\s*\.\.\s*(?=\w)", " to "),
    (r"\s*%\s*", " mod "),
    (r"\s*//\s*(?=\S)", " per "),
    (r"\s*[/÷]\s*", " per "),
    (r"[\"'](\w+)[\"']", r"\1"),
    (rf"(?:\bset\s+)?({_NAME})\s*([+\-*])=\s*", r"set \1 = \1 \2 "),
    (rf"(?:\bset\s+)?({_NAME})\s*(\+|-)\2", r"set \1 = \1 \2 1"),
    (r"(?<![=!<>])=(?!=)", "=="),
    (r"==", "="),
    (r":", " ->"),
    (r",", ";"),
    (r",", "|"),
)
"""Signs of other languages, as patterns, and what is written for them here."""
_WORDS: tuple[tuple[str, str], ...] = (
    (r"\b(?:elif|elsif|elseif)\b", "else if"),
    (r"\bforeach\b", "for each"),
    (r"\bfor\s+(?!each\b)(?=\w+\s+in\b)", "for each "),
    (r"\bis\s+not\b", "!="),
    (r"\b(?:is|equals)\b", "=="),
    (r"\b(?:var|local|const|auto)\s+(?=\w+\s*=)", "let "),
    (r"\bthen\s*(?=\{)", ""),
    (r"\b(?:max|maximum|largest|biggest|greatest)\b(?=\s+\w+\s+in\b)", "highest"),
    (r"\b(?:min|minimum|smallest)\b(?=\s+\w+\s+in\b)", "lowest"),
    (r"\b(?:number|amount)\s+of\b", "count"),
    (r"\b(?:number|len|length|size)\b(?=\s+\w+\s+in\b)", "count"),
    (r"\b(?:exists|some)\b(?=\s+\w+\s+in\b)", "any"),
    (r"\b(?:all|each)\b(?=\s+\w+\s+in\b)", "every"),
    (r"\bnone\b(?=\s+\w+\s+in\b)", "no"),
    (r"\b(?:count|len|size)\s*\(\s*([\w.]+)\s*\)", r"(count x in \1)"),
    (r"\b(?:divided\s+by|div|over)\b", "per"),
    (r"\btimes\b", "*"),
    (r"\bAND\b", "and"),
    (r"\bOR\b", "or"),
    (r"\bNOT\b", "not"),
)
"""Words of other languages, as patterns, and what is written for them here."""
_BEGINS = r"(?:set|if|let|for|choose|do|as|repeat|may|emit|call|gain|lose|move|roll|shuffle|flip)"
_NEW_STATEMENT = re.compile(rf"(?<=\S)[ \t]*(?=\n\s*(?:{_BEGINS}|pay)\b)")
"""The end of a line before one that begins a statement."""
_BETWEEN = re.compile(rf",(?=\s*{_BEGINS}\b)")
"""A comma before what begins a statement; only costs, `pay` and `pay`, have one between them."""
_SIGN_CHARACTERS = frozenset("=<>!&|+-*/%")
UNKNOWN_WORDS = {
    "while": "there is no `while` here: write `repeat AMOUNT { ... }`, or `for each x in ... where ... { ... }`; a phase has the key `while:`",
    "until": "there is no `until` here: write `repeat AMOUNT { ... }`; a phase has the key `until:`",
    "return": "nothing is given back: a definition with `amount:` is a value",
    "def": "definitions stand in the file, under `define:`",
    "function": "definitions stand in the file, under `define:`",
    "switch": "write `if ... { ... } else if ... { ... }`",
}
"""Words that mean something elsewhere and nothing here, and what to do instead."""

Stop = Callable[[str], int | None]
"""Where reading a text stops; None when all of it can be read."""


def repaired(text: str, stop: Stop) -> tuple[int, int, str] | None:
    """What to put in the place of which characters so that a text can be read, or None."""
    at = stop(text)
    if at is None or len(text) > MAX_LENGTH:
        return None
    made, tries = text, 0
    for _ in range(_ROUNDS):
        further: tuple[int, str] | None = None
        for way in dict.fromkeys(_ways(made, at)):
            tries += 1
            if tries > _MOST:
                return None
            reached = stop(way)
            if reached is None:
                return _difference(text, way)
            if len(way) - reached < len(made) - at and further is None:
                further = reached, way
        if further is None:
            return None
        at, made = further
    return None


def _ways(text: str, at: int) -> Iterator[str]:
    """Changes of a text where reading stopped, the likeliest first."""
    start = max(text.rfind(mark, 0, at) for mark in ";{|") + 1
    for match in _NEW_STATEMENT.finditer(text, start, max(start, at)):
        yield text[: match.start()] + ";" + text[match.start() :]
    for match in _BETWEEN.finditer(text, start, max(start, at)):
        yield text[: match.start()] + ";" + text[match.end() :]
    for pattern, new in (*_WORDS, *_SIGNS):
        begin = start if (pattern, new) in _WORDS else at
        for match in re.finditer(pattern, text):
            if match.start() - 1 <= at and begin <= match.end() + 1 and not _in_comment(text, match.start()):
                yield text[: match.start()] + match.expand(new) + text[match.end() :]
                break
    blank = len(text[start:]) - len(text[start:].lstrip())
    yield text[: start + blank] + "set " + text[start + blank :]  # n = n + 1
    end = len(text[:at].rstrip())
    yield text[:end] + ";" + text[end:]
    yield text[: start + blank] + "do " + text[start + blank :]
    yield text[: len(text.rstrip())] + " }" + text[len(text.rstrip()) :]
    yield text[: len(text.rstrip())] + ")" + text[len(text.rstrip()) :]
    yield from (text[: match.end()] + mark + text[match.end() :] for mark in ("]", ")") for match in _ends(text, at))
    if text[at : at + 1] and text[at] in "})]":
        yield text[:at].rstrip() + text[at + 1 :]


def _ends(text: str, at: int) -> Iterator[re.Match[str]]:
    """The ends of the words behind a place, where a bracket may close."""
    return islice((match for match in re.finditer(r"\w+", text) if match.end() > at), 8)


def _in_comment(text: str, at: int) -> bool:
    return "#" in text[text.rfind("\n", 0, at) + 1 : at]


def _difference(old: str, new: str) -> tuple[int, int, str]:
    """The changed stretch of a text, whole words and signs, and what it became."""
    start = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    tail = 0
    while tail < min(len(old), len(new)) - start and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    while start and _together(old[start - 1], (new[start : len(new) - tail] or old[start:])[:1]):
        start -= 1
    while tail and _together(old[-tail], (new[start : len(new) - tail] or old[: len(old) - tail])[-1:]):
        tail -= 1
    if not new[start : len(new) - tail].strip() and start == len(old) - tail:  # only a blank: show the words around it
        while start and old[start - 1].isalnum():
            start -= 1
        while tail and old[-tail].isalnum():
            tail -= 1
    return start, len(old) - tail, new[start : len(new) - tail]


def _together(left: str, right: str) -> bool:
    """Whether two characters belong to one word or sign."""
    return (left.isalnum() and right.isalnum()) or {left, right} <= _SIGN_CHARACTERS
