"""What stands on paper. Lengths are millimetres from the upper left corner of what it stands on; colours are `#rrggbb`, or none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

INK: Final = "#1b1b1b"
SOFT: Final = "#4f4d48"
PALE: Final = "#ececea"
PAPER: Final = "#ffffff"
POINT: Final = 25.4 / 72
"""A point of type in millimetres."""


@dataclass(frozen=True, slots=True)
class Words:
    """Text on one line. `y`: of its base line; `anchor`: which end of it stands at `x`: start, middle or end."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    ink: str = INK
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle, perhaps with round corners. `line`: how thick its edge is."""

    x: float
    y: float
    width: float
    height: float
    round: float = 0.0
    fill: str = ""
    stroke: str = ""
    line: float = 0.0


@dataclass(frozen=True, slots=True)
class Shape:
    """A way of SVG, in units of 24 to its `size`."""

    x: float
    y: float
    size: float
    way: str
    fill: str = ""
    stroke: str = ""
    line: float = 0.0


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    line: float = 0.2
    stroke: str = INK


@dataclass(frozen=True, slots=True)
class Art:
    """A picture of the game's own, by its name, as large as it can be in a rectangle."""

    x: float
    y: float
    width: float
    height: float
    name: str


Mark: TypeAlias = Words | Block | Shape | Rule | Art


@dataclass(frozen=True, slots=True)
class Placed:
    """Marks of a card or of the page itself, and where their corner is."""

    x: float
    y: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page. `cards` of them lie on it, `title` says what it is."""

    width: float
    height: float
    title: str
    placed: tuple[Placed, ...]
    cards: int
