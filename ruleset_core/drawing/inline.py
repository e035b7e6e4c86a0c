"""Text with signs in it, on as many lines as it needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.box import Box
from ruleset_core.drawing.pen import LINE, SIZE, Pen
from ruleset_core.drawing.svg import add, measure, node
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import CHARACTERS, letter

_SIGN: Final = {char: sign for sign, char in CHARACTERS.items() if sign != "dot"}
_CHARACTER: Final = re.compile(f"([{''.join(map(re.escape, _SIGN))}])")
TILE: Final = 0.86
"""The size of numbers on things, in sizes of the text around them."""
_CLOSE: Final = 2.0
MANY = 12
"""More signs than these are drawn as one and a number."""


@dataclass(frozen=True, slots=True)
class _Atom:
    """A word, or a sign. `before`: the room before it where it does not begin a line. `used`: whether a sign is there, not only room. `tile`: a number on a thing of a colour, as on a die."""

    span: int
    width: float
    before: float
    text: str = ""
    sign: str = ""
    used: bool = True
    tile: bool = False


def inline(spans: Iterable[n.Span], pen: Pen, width: float = inf, size: float = SIZE, *, bold: bool = False) -> Box:
    """Spans as lines of text no wider than `width`."""
    given = tuple(spans)
    lines = _lines([*_atoms(given, size, width, pen.lang, bold=bold)], width)
    element, groups, high, widest = node("g", font_size=size), dict[int, ET.Element](), size * LINE, 0.0
    for row, line in enumerate(lines):
        x = 0.0
        for place, atom in enumerate(_joined(line)):
            x += atom.before if place else 0
            group = groups.get(atom.span)
            if group is None:
                group = groups[atom.span] = add(element, "g")
            _draw(group, atom, given[atom.span], pen, x, row * high, size, bold=bold)
            x += atom.width
        widest = max(widest, x)
    for place, group in groups.items():
        span = given[place]
        if span.stand is not None:
            pen.thing(group, span.stand)
        elif span.sign:
            count = f" {span.times}/{span.of}" if span.of else f" {span.times}" if span.times > 1 else ""
            group.insert(0, node("title", pen.named(span.sign, span.colour) + count))
    return Box(widest, max(len(lines), 1) * high, element)


def prose(text: str, pen: Pen, width: float, size: float = SIZE, style: str = "", *, bold: bool = False) -> Box:
    """A text alone."""
    return inline((n.Span(text, style=style),), pen, width, size, bold=bold)


def spoken_of(text: str) -> n.Spans:
    """A text that stands back, with drawings for the characters by which it speaks of signs."""
    parts = _CHARACTER.split(text)
    return tuple(n.Span("", sign=_SIGN[part]) if part in _SIGN else n.Span(part, style="dim") for part in parts if part)


def longest(spans: Iterable[n.Span], size: float = SIZE) -> float:
    """How wide the longest word or sign is: narrower than this spans cannot be without breaking a word."""
    return max((atom.width for atom in _atoms(tuple(spans), size, inf, "en", bold=False)), default=0)


def _atoms(spans: tuple[n.Span, ...], size: float, width: float, lang: str, *, bold: bool) -> Iterator[_Atom]:
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
                yield _Atom(place, atom.width, before, atom.text, atom.sign, atom.used)
                before = size * 0.12
            if span.stand is not None and not _on_sign(span):
                for word in span.text.split():
                    yield from _word(place, word, size, width, gap, bold=bold)
            before = gap
            continue
        heavy = bold or span.style == "bold" or _marked(span)
        if _is_tile(span):
            text = _said(span, lang)
            yield _Atom(place, measure(text, size * TILE, bold=True) + 6, before or _CLOSE, text, tile=True)
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
    return span.text if named else letter(span.colour, lang) + span.text


def _signs(place: int, span: n.Span, size: float) -> Iterator[_Atom]:
    """Signs that are there, then those that could be."""
    wide, times, room = size * 1.25, max(span.times, 0), max(span.of, span.times)
    if room > MANY:
        yield _Atom(place, wide, 0, sign=span.sign, used=times > 0)
        said = f"×{times}" + (f"/{span.of}" if span.of else "")
        yield _Atom(place, measure(said, size), 0, text=said)
        return
    for each in range(room):
        yield _Atom(place, wide, 0, sign=span.sign, used=each < times)


def _on_sign(span: n.Span) -> bool:
    """Whether the sign says all: what it stands for is a piece that its colour tells, or one not known."""
    return span.sign == "back" or not span.text or bool(span.colour)


def _word(place: int, word: str, size: float, width: float, before: float, *, bold: bool) -> Iterator[_Atom]:
    """A word, broken where a line is too narrow for it."""
    start, at = 0, 0.0
    for end, char in enumerate(word):
        wide = measure(char, size, bold=bold)
        if at + wide > width and end > start:
            yield _Atom(place, at, before, word[start:end])
            start, at, before = end, 0.0, 0.0
        at += wide
    yield _Atom(place, at, before, word[start:])


def _lines(atoms: Iterable[_Atom], width: float) -> list[list[_Atom]]:
    lines: list[list[_Atom]] = []
    x = inf
    for atom in atoms:
        if not lines or atom.before == inf or x + atom.before + atom.width > width + 0.01:
            lines.append([atom])
            x = atom.width
        else:
            lines[-1].append(atom)
            x += atom.before + atom.width
    return lines


def _joined(line: Iterable[_Atom]) -> Iterator[_Atom]:
    """The atoms of a line, words of one span that follow each other as one."""
    last: _Atom | None = None
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
    return bool(span.colour) and span.text.isdecimal() and span.stand is not None and span.stand.family != "seat"


def _marked(span: n.Span) -> bool:
    return bool(span.colour)


def _draw(
    group: ET.Element, atom: _Atom, span: n.Span, pen: Pen, x: float, y: float, size: float, *, bold: bool
) -> None:
    if atom.sign:
        made = pen.sign(atom.sign, size * 1.25, span.colour, lettered=_lettered(span, pen))
        made.set("transform", f"translate({x:.1f} {y + size * 0.08:.1f})")
        if not atom.used:
            made.set("class", "unused")
        group.append(made)
        return
    if atom.tile:
        add(
            group, "rect", x=x, y=y + size * 0.12, width=atom.width, height=size * 1.16, rx=3,
            class_=f"tile c-{span.colour}",
        )  # fmt: skip
        add(
            group, "text", atom.text, x=x + atom.width / 2, y=y + size * 1.02, font_size=size * TILE,
            text_anchor="middle", class_=f"bold o-{span.colour}",
        )  # fmt: skip
        return
    kind = f"t-{span.colour}" if span.colour else "soft" if span.style in {"dim", "text"} else ""
    heavy = bold or span.style == "bold" or _marked(span)
    add(group, "text", atom.text, x=x, y=y + size * 1.05, class_=f"{kind} bold".strip() if heavy else kind)


def _lettered(span: n.Span, pen: Pen) -> bool:
    """Whether a letter says the colour: names that are written say it themselves."""
    return bool(letter(span.colour, pen.lang)) and not (span.stand is not None and not _on_sign(span))
