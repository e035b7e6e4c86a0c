"""What all parts of a drawing share: language, players, signs that were used; and how a thing says what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.svg import add, node, put
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import colour_name, letter, seat_mark, sign_name

SIZE: Final = 14.0
"""Size of the font, in units of the picture."""
SMALL: Final = 11.0
CROWDED: Final = frozenset({"die", "cube", "palace", "house", "tower", "coin", "card"})
"""Signs with so much within that a letter on them is not read: with a letter they are drawn plain."""
LINE: Final = 1.4
"""Height of a line, in sizes of the font."""


@dataclass(slots=True)
class Pen:
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
        said = letter(colour, self.lang) if lettered and colour else ""
        drawing = f"{sign}-plain" if said and sign in CROWDED else sign
        self.used.add(drawing)
        made = node("g")
        add(made, "use", href=f"#sign-{drawing}", width=size, height=size, class_=f"u-{colour}" if colour else "")
        if said:
            hollow = sign in {"ring", "box"}
            kind = f"t-{colour}" if hollow else f"o-{colour}"
            add(
                made, "text", said, x=size / 2, y=size * 0.68, font_size=size * 0.5, text_anchor="middle",
                class_=f"bold letter {kind}" if not hollow else f"bold {kind}", aria_hidden="true",
            )  # fmt: skip
        return made

    def named(self, sign: str, colour: str) -> str:
        """A sign in words."""
        return " ".join(
            part for part in (sign_name(sign, self.lang), colour_name(colour, self.lang) if colour else "") if part
        )

    def told(self, stand: n.Stand, what: n.Spans) -> str:
        """A place in words: its name, and what stands there."""
        said = ", ".join(filter(None, (self._said(span) for span in what)))
        return f"{stand.name}: {said}" if said else stand.name

    def _said(self, span: n.Span) -> str:
        if span.stand is not None and span.stand.name:
            return span.stand.name
        name = span.text or (self.named(span.sign, span.colour) if span.sign else "")
        return f"{span.times} × {name}" if span.sign and span.times > 1 else name if span.times else ""

    def mark(self, stand: n.Stand) -> str:
        """The mark of a player on a board; empty where it is no player."""
        place = stand.id.rpartition("_")[2]
        if stand.family != "seat" or not place.isdecimal():
            return ""
        return self.mark_of(int(place))

    def mark_of(self, seat: int) -> str:
        """The mark of a seat on a board."""
        return seat_mark(seat, max(len(self.players), 1))

    def thing(self, element: ET.Element, stand: n.Stand, title: str = "") -> ET.Element:
        """Let an element say what it stands for: to readers, and to who points at it."""
        said = title or stand.name
        kind = " ".join(
            part
            for part in (element.get("class", ""), "thing", "can" if stand.options else "goal" if stand.goals else "")
            if part
        )
        put(
            element, class_=kind, data_family=stand.family, data_id=stand.id, data_identity=stand.identity,
            data_options=" ".join(map(str, stand.options)), data_goals=" ".join(map(str, stand.goals)), role="img", aria_label=said,
        )  # fmt: skip
        if said:
            element.insert(0, node("title", said))
        return element
