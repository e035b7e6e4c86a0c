"""Spans as words and signs on lines: what is drawn, before it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from ruleset_core.drawing.pen import SIZE
from ruleset_core.drawing.svg import measure
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import letter

TILE: Final = 0.86
"""The size of numbers on things, in sizes of the text around them."""
DISC: Final = 1.16
"""How high what numbers stand on is, and how wide at least the disc of a player, in the same sizes."""
SIGN: Final = 1.25
"""The size of signs, in sizes of the text around them."""
_CLOSE: Final = 2.0
MANY: Final = 12
"""More signs than these are drawn as one and a number."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A word, or a sign. `before`: the room before it where it does not begin a line. `used`: whether a sign is there, not only room. `tile`: a number on a thing of a colour, as on a die."""

    span: int
    width: float
    before: float
    text: str = ""
    sign: str = ""
    used: bool = True
    tile: bool = False


def lines_of(spans: Iterable[n.Span], size: float, width: float, lang: str, *, bold: bool = False) -> list[list[Atom]]:
    """Spans on lines no wider than `width`, words that follow each other as one."""
    atoms = _atoms(tuple(spans), size, width, lang, bold=bold)
    return [[*_joined(line)] for line in _lines(atoms, width)]


def longest(spans: Iterable[n.Span], size: float = SIZE) -> float:
    """How wide the longest word or sign is: narrower than this spans cannot be without breaking a word."""
    return max((atom.width for atom in _atoms(tuple(spans), size, inf, "en", bold=False)), default=0)


def _atoms(spans: tuple[n.Span, ...], size: float, width: float, lang: str, *, bold: bool) -> Iterator[Atom]:
    gap, before = size * 0.33, 0.0
    for place, span in enumerate(spans):
        if span.below and place:
            before = inf
        elif span.close and not (place and _ends_word(spans[place - 1])):
            before = 0.0
        elif before == 0.0 and place and not span.text.startswith((" ", ",", ".", ":", ";", ")")):
            before = gap
        if span.sign:
            for atom in _signs(place, span, size):
                yield Atom(place, atom.width, before, atom.text, atom.sign, atom.used)
                before = size * 0.12
            if span.stand is not None and not on_sign(span):
                for word in span.text.split():
                    yield from _word(place, word, size, width, gap, bold=bold)
            before = gap
            continue
        heavy = bold or is_heavy(span)
        if _is_tile(span):
            text = _said(span, lang)
            wide = measure(text, size * TILE, bold=True) + 6
            yield Atom(place, max(wide, size * DISC) if is_mark(span) else wide, before or _CLOSE, text, tile=True)
            before = _CLOSE
            continue
        for word in _said(span, lang).split():
            yield from _word(place, word, size, width, before, bold=heavy)
            before = gap
        before = gap if span.text[-1:].isspace() else 0.0


def _ends_word(span: n.Span) -> bool:
    """Whether a text has a blank at its end: what comes after it stands apart."""
    return not span.sign and span.text[-1:].isspace()


def _said(span: n.Span, lang: str) -> str:
    """What is written: before a number that has a colour the letter of it."""
    named = not span.text.isdecimal() or (span.stand is not None and span.stand.family == "seat")
    return span.text if named or is_mark(span) else letter(span.colour, lang) + span.text


def _signs(place: int, span: n.Span, size: float) -> Iterator[Atom]:
    """Signs that are there, then those that could be."""
    wide, times, room = size * 1.25, max(span.times, 0), max(span.of, span.times)
    if room > MANY:
        yield Atom(place, wide, 0, sign=span.sign, used=times > 0)
        said = f"×{times}" + (f"/{span.of}" if span.of else "")
        yield Atom(place, measure(said, size), 0, text=said)
        return
    for each in range(room):
        yield Atom(place, wide, 0, sign=span.sign, used=each < times)


def on_sign(span: n.Span) -> bool:
    """Whether the sign says all: what it stands for is a piece that its colour tells, or one not known."""
    return span.sign == "back" or not span.text or bool(span.colour)


def _word(place: int, word: str, size: float, width: float, before: float, *, bold: bool) -> Iterator[Atom]:
    """A word, broken where a line is too narrow for it."""
    start, at = 0, 0.0
    for end, char in enumerate(word):
        wide = measure(char, size, bold=bold)
        if at + wide > width and end > start:
            yield Atom(place, at, before, word[start:end])
            start, at, before = end, 0.0, 0.0
        at += wide
    yield Atom(place, at, before, word[start:])


def _lines(atoms: Iterable[Atom], width: float) -> list[list[Atom]]:
    lines: list[list[Atom]] = []
    x = inf
    for atom in atoms:
        if not lines or atom.before == inf or x + atom.before + atom.width > width + 0.01:
            lines.append([atom])
            x = atom.width
        else:
            lines[-1].append(atom)
            x += atom.before + atom.width
    return lines


def _joined(line: Iterable[Atom]) -> Iterator[Atom]:
    """The atoms of a line, words of one span that follow each other as one."""
    last: Atom | None = None
    for atom in line:
        if last is not None and last.text and atom.text and atom.span == last.span and not atom.tile:
            text = f"{last.text}{' ' if atom.before else ''}{atom.text}"
            last = replace(last, width=last.width + atom.before + atom.width, text=text)
            continue
        if last is not None:
            yield last
        last = atom
    if last is not None:
        yield last


def _is_tile(span: n.Span) -> bool:
    """Whether it is the number of a piece that has a colour: what a die shows, whose a token is."""
    numbered = bool(span.colour) and span.text.isdecimal() and span.stand is not None
    return numbered and (is_mark(span) or (span.stand is not None and span.stand.family != "seat"))


def is_mark(span: n.Span) -> bool:
    """Whether it is the mark of a player: a disc without a letter, so that nobody takes it for a die."""
    return span.style == "seat"


def is_heavy(span: n.Span) -> bool:
    """Whether the words of a span are bold: what has a colour is read better so."""
    return span.style == "bold" or bool(span.colour)


def is_lettered(span: n.Span, lang: str) -> bool:
    """Whether a letter on a sign says its colour: names that are written say it themselves."""
    return bool(letter(span.colour, lang)) and not (span.stand is not None and not on_sign(span))
