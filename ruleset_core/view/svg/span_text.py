"""Spans as lines of text and signs. Comes in: spans and a width; goes out: a box. `SvgPen` holds what one picture shares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.scene.scene_items import (
    SIGNS_IN_TEXTS,
    colour_letter,
    colour_name,
    seat_mark,
    sign_letter,
    sign_name,
)
from ruleset_core.view.svg.svg_elements import (
    USUAL,
    SvgBox,
    Typeface,
    add_element,
    make_element,
    set_attributes,
    text_width,
)

# What all parts of a drawing share: language, players, signs that were used; and how a thing says what it is.

SIZE: Final = 14.0
"""Size of the font, in units of the picture."""
SMALL: Final = 11.0
CROWDED: Final = frozenset({"die", "cube", "palace", "house", "tower", "coin", "card"})
"""Signs with so much within that a letter on them is not read: with a letter they are drawn plain."""
LINE: Final = 1.4
"""Height of a line, in sizes of the font."""


@dataclass(slots=True)
class SvgPen:
    """What is used while drawing. `art`: pictures of cards that are known, by name."""

    lang: str
    players: tuple[str, ...]
    art: Mapping[str, ET.Element] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    pictured: set[str] = field(default_factory=set)
    squeezed: int = 0
    """How many boards were made much smaller than they are."""

    def sign(self, sign: str, size: float, colour: str = "", *, lettered: bool = True) -> ET.Element:
        """A sign from 0, 0; what its colour says is said by a letter as well."""
        said = sign_letter(sign, colour, self.lang) if lettered and colour else ""
        drawing = f"{sign}-plain" if said and sign in CROWDED else sign
        self.used.add(drawing)
        made = make_element("g")
        add_element(
            made, "use", href=f"#sign-{drawing}", width=size, height=size, class_=f"u-{colour}" if colour else ""
        )
        if said:
            hollow = sign in {"ring", "box"}
            kind = f"t-{colour}" if hollow else f"o-{colour}"
            add_element(
                made, "text", said, x=size / 2, y=size * 0.68, font_size=size * 0.5, text_anchor="middle",
                class_=f"bold letter {kind}" if not hollow else f"bold {kind}", aria_hidden="true",
            )  # fmt: skip
        return made

    def named(self, sign: str, colour: str) -> str:
        """A sign in words."""
        return " ".join(
            part for part in (sign_name(sign, self.lang), colour_name(colour, self.lang) if colour else "") if part
        )

    def describe(self, stand: scenes.SceneTarget, what: scenes.TextSpans) -> str:
        """A place in words: its name, and what stands there."""
        said = ", ".join(filter(None, (self._label(span) for span in what)))
        return f"{stand.name}: {said}" if said else stand.name

    def _label(self, span: scenes.TextSpan) -> str:
        if span.stand is not None and span.stand.name:
            return span.stand.name
        name = span.text or (self.named(span.sign, span.colour) if span.sign else "")
        return f"{span.times} × {name}" if span.sign and span.times > 1 else name if span.times else ""

    def mark(self, stand: scenes.SceneTarget) -> str:
        """The mark of a player on a board; empty where it is no player."""
        place = stand.id.rpartition("_")[2]
        if stand.family != "seat" or not place.isdecimal():
            return ""
        return self.mark_of(int(place))

    def mark_of(self, seat: int) -> str:
        """The mark of a seat on a board."""
        return seat_mark(seat, max(len(self.players), 1))

    def thing(self, element: ET.Element, stand: scenes.SceneTarget, title: str = "") -> ET.Element:
        """Let an element say what it stands for: to readers, and to who points at it."""
        said = title or stand.name
        kind = " ".join(
            part
            for part in (element.get("class", ""), "thing", "can" if stand.options else "goal" if stand.goals else "")
            if part
        )
        set_attributes(
            element, class_=kind, data_family=stand.family, data_id=stand.id, data_identity=stand.identity,
            data_options=" ".join(map(str, stand.options)), data_goals=" ".join(map(str, stand.goals)), role="img", aria_label=said,
        )  # fmt: skip
        if said:
            element.insert(0, make_element("title", said))
        return element


# Spans as words and signs on lines: what is drawn, before it is drawn.

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
class TextAtom:
    """A word, or a sign. `before`: the room before it where it does not begin a line. `used`: whether a sign is there, not only room. `tile`: a number on a thing of a colour, as on a die. `laid`: the squares of a shape."""

    span: int
    width: float
    before: float
    text: str = ""
    sign: str = ""
    used: bool = True
    tile: bool = False
    laid: bool = False


def break_lines(
    spans: Iterable[scenes.TextSpan],
    size: float,
    width: float,
    lang: str,
    *,
    bold: bool = False,
    face: Typeface = USUAL,
) -> list[list[TextAtom]]:
    """Spans on lines no wider than `width`, words that follow each other as one."""
    atoms = _atoms(tuple(spans), size, width, lang, bold=bold, face=face)
    return [[*_joined(line)] for line in _lines(atoms, width)]


def longest_atom(spans: Iterable[scenes.TextSpan], size: float = SIZE) -> float:
    """How wide the longest word or sign is: narrower than this spans cannot be without breaking a word."""
    return max((atom.width for atom in _atoms(tuple(spans), size, inf, "en", bold=False)), default=0)


def _atoms(
    spans: tuple[scenes.TextSpan, ...], size: float, width: float, lang: str, *, bold: bool, face: Typeface = USUAL
) -> Iterator[TextAtom]:
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
                yield TextAtom(place, atom.width, before, atom.text, atom.sign, atom.used)
                before = size * 0.12
            if span.stand is not None and not is_sign_alone(span):
                for word in span.text.split():
                    yield from _word(place, word, size, width, gap, bold=bold, face=face)
            before = gap
            continue
        heavy = bold or is_heavy(span)
        if span.squares:
            yield TextAtom(place, _across(span) * size * _unit(span), before, laid=True)
            before = gap
        if _is_tile(span):
            text = _span_text(span, lang)
            wide = text_width(text, size * TILE, bold=True) + 6
            yield TextAtom(place, max(wide, size * DISC) if is_mark(span) else wide, before or _CLOSE, text, tile=True)
            before = _CLOSE
            continue
        for word in _span_text(span, lang).split():
            yield from _word(place, word, size, width, before, bold=heavy, face=face)
            before = gap
        before = gap if span.text[-1:].isspace() else 0.0


def _across(span: scenes.TextSpan) -> float:
    """How many squares wide a shape is."""
    return max(x for x, _ in span.squares) - min(x for x, _ in span.squares) + 1


def _unit(span: scenes.TextSpan) -> float:
    """How large a square of a shape is, in sizes of the text around it: all of it has room in a line."""
    high = max(y for _, y in span.squares) - min(y for _, y in span.squares) + 1
    return SIGN / max(high, 2)


def _ends_word(span: scenes.TextSpan) -> bool:
    """Whether a text has a blank at its end: what comes after it stands apart."""
    return not span.sign and span.text[-1:].isspace()


def _span_text(span: scenes.TextSpan, lang: str) -> str:
    """What is written: before a number that has a colour the letter of it."""
    named = not span.text.isdecimal() or (span.stand is not None and span.stand.family == "seat")
    return span.text if named or is_mark(span) else colour_letter(span.colour, lang) + span.text


def _signs(place: int, span: scenes.TextSpan, size: float) -> Iterator[TextAtom]:
    """Signs that are there, then those that could be."""
    wide, times, room = size * 1.25, max(span.times, 0), max(span.of, span.times)
    if room > MANY:
        yield TextAtom(place, wide, 0, sign=span.sign, used=times > 0)
        said = f"×{times}" + (f"/{span.of}" if span.of else "")
        yield TextAtom(place, text_width(said, size), 0, text=said)
        return
    for each in range(room):
        yield TextAtom(place, wide, 0, sign=span.sign, used=each < times)


def is_sign_alone(span: scenes.TextSpan) -> bool:
    """Whether the sign says all: what it stands for is a piece that its colour tells, or one not known."""
    return span.sign == "back" or not span.text or bool(span.colour)


def _word(
    place: int, word: str, size: float, width: float, before: float, *, bold: bool, face: Typeface
) -> Iterator[TextAtom]:
    """A word, broken where a line is too narrow for it."""
    start, at = 0, 0.0
    for end, char in enumerate(word):
        wide = face.width(char, size, bold=bold)
        if at + wide > width and end > start:
            yield TextAtom(place, at, before, word[start:end])
            start, at, before = end, 0.0, 0.0
        at += wide
    yield TextAtom(place, at, before, word[start:])


def _lines(atoms: Iterable[TextAtom], width: float) -> list[list[TextAtom]]:
    lines: list[list[TextAtom]] = []
    x = inf
    for atom in atoms:
        if not lines or atom.before == inf or x + atom.before + atom.width > width + 0.01:
            lines.append([atom])
            x = atom.width
        else:
            lines[-1].append(atom)
            x += atom.before + atom.width
    return lines


def _joined(line: Iterable[TextAtom]) -> Iterator[TextAtom]:
    """The atoms of a line, words of one span that follow each other as one."""
    last: TextAtom | None = None
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


def _is_tile(span: scenes.TextSpan) -> bool:
    """Whether it is the number of a piece that has a colour: what a die shows, whose a token is."""
    numbered = bool(span.colour) and span.text.isdecimal() and span.stand is not None
    return numbered and (is_mark(span) or (span.stand is not None and span.stand.family != "seat"))


def is_mark(span: scenes.TextSpan) -> bool:
    """Whether it is the mark of a player: a disc without a letter, so that nobody takes it for a die."""
    return span.style == "seat"


def is_heavy(span: scenes.TextSpan) -> bool:
    """Whether the words of a span are bold: what has a colour is read better so."""
    return span.style == "bold" or bool(span.colour)


def is_lettered(span: scenes.TextSpan, lang: str) -> bool:
    """Whether a letter on a sign says its colour: names that are written say it themselves."""
    return bool(colour_letter(span.colour, lang)) and not (span.stand is not None and not is_sign_alone(span))


# Text with signs in it, on as many lines as it needs.

_CHARACTER: Final = re.compile(f"([{''.join(map(re.escape, SIGNS_IN_TEXTS))}])")


def inline_box(
    spans: Iterable[scenes.TextSpan], pen: SvgPen, width: float = inf, size: float = SIZE, *, bold: bool = False
) -> SvgBox:
    """Spans as lines of text no wider than `width`."""
    given = tuple(spans)
    lines = break_lines(given, size, width, pen.lang, bold=bold)
    element, groups, high, widest = make_element("g", font_size=size), dict[int, ET.Element](), size * LINE, 0.0
    for row, line in enumerate(lines):
        x = 0.0
        for place, atom in enumerate(line):
            x += atom.before if place else 0
            group = groups.get(atom.span)
            if group is None:
                group = groups[atom.span] = add_element(element, "g")
            _draw(group, atom, given[atom.span], pen, x, row * high, size, bold=bold)
            x += atom.width
        widest = max(widest, x)
    for place, group in groups.items():
        span = given[place]
        if span.stand is not None:
            pen.thing(group, span.stand)
        elif span.sign:
            count = f" {span.times}/{span.of}" if span.of else f" {span.times}" if span.times > 1 else ""
            group.insert(0, make_element("title", pen.named(span.sign, span.colour) + count))
    return SvgBox(widest, max(len(lines), 1) * high, element)


def prose_box(
    text: str, pen: SvgPen, width: float, size: float = SIZE, style: str = "", *, bold: bool = False
) -> SvgBox:
    """A text alone."""
    return inline_box((scenes.TextSpan(text, style=style),), pen, width, size, bold=bold)


def text_with_signs(text: str) -> scenes.TextSpans:
    """A text that stands back, with drawings for the characters by which it speaks of signs."""
    parts = _CHARACTER.split(text)
    return tuple(
        scenes.TextSpan("", sign=SIGNS_IN_TEXTS[part]) if part in SIGNS_IN_TEXTS else scenes.TextSpan(part, style="dim")
        for part in parts
        if part
    )


def laid_squares(span: scenes.TextSpan, size: float, *, large: bool = False) -> Iterator[tuple[float, float, float]]:
    """The squares of a shape between words of a size, or with `large` in the middle of a square of it: where each is, and how large."""
    west, north = min(x for x, _ in span.squares), min(y for _, y in span.squares)
    wide, high = _across(span), max(y for _, y in span.squares) - north + 1
    unit = size / max(wide, high) if large else size * _unit(span)
    left, top = ((size - wide * unit) / 2, (size - high * unit) / 2) if large else (0.0, size * 0.08)
    for across, down in span.squares:
        yield left + (across - west) * unit, top + (down - north) * unit, unit


def _draw_squares(group: ET.Element, span: scenes.TextSpan, x: float, y: float, size: float) -> None:
    """A shape by its squares, or by discs where it is made of hexes; the first one stands back."""
    made = add_element(group, "g", class_=f"u-{span.colour}" if span.colour else "", fill="currentColor")
    for place, (left, top, unit) in enumerate(laid_squares(span, size)):
        opacity = 1 if place else 0.6
        if span.form:
            middle = {"cx": x + left + unit / 2, "cy": y + top + unit / 2, "r": unit * 0.48}
            add_element(made, "circle", **middle, opacity=opacity)
        else:
            add_element(made, "rect", x=x + left, y=y + top, width=unit * 0.94, height=unit * 0.94, opacity=opacity)


def _draw(
    group: ET.Element,
    atom: TextAtom,
    span: scenes.TextSpan,
    pen: SvgPen,
    x: float,
    y: float,
    size: float,
    *,
    bold: bool,
) -> None:
    if atom.laid:
        _draw_squares(group, span, x, y, size)
        return
    if atom.sign:
        made = pen.sign(atom.sign, size * SIGN, span.colour, lettered=is_lettered(span, pen.lang))
        made.set("transform", f"translate({x:.1f} {y + size * 0.08:.1f})")
        if not atom.used:
            made.set("class", "unused")
        group.append(made)
        return
    if atom.tile:
        add_element(
            group, "rect", x=x, y=y + size * 0.12, width=atom.width, height=size * DISC,
            rx=size * DISC / 2 if is_mark(span) else 3, class_=f"tile c-{span.colour}",
        )  # fmt: skip
        add_element(
            group, "text", atom.text, x=x + atom.width / 2, y=y + size * 1.02, font_size=size * TILE,
            text_anchor="middle", class_=f"bold o-{span.colour}",
        )  # fmt: skip
        return
    kind = f"t-{span.colour}" if span.colour else "soft" if span.style in {"dim", "text"} else ""
    heavy = bold or is_heavy(span)
    add_element(group, "text", atom.text, x=x, y=y + size * 1.05, class_=f"{kind} bold".strip() if heavy else kind)
