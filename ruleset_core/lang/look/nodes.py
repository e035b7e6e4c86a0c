"""Looks after linking: what was text in `look:` is a tree here. The names are those of the models (`model/shapes/look`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from ruleset_core.lang import tree as t

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

    from ruleset_core.lang.templates import Template

Texts: TypeAlias = "dict[str, Template]"
"""A text in the languages spoken; empty where there is none."""
Hue: TypeAlias = "str | t.Expr | None"
Cond: TypeAlias = "t.Expr | None"
"""A colour by name, or a member that has one."""
Answers: TypeAlias = "dict[str, t.Expr]"
"""Values by the question that they answer."""


def is_amount(node: t.Expr | None) -> TypeGuard[t.Load]:
    """Whether an expression is so much of a resource: what a seat has, or what a field says for each resource."""
    return (
        isinstance(node, t.Load)
        and node.type.kind == "int"
        and node.index[-1:] != ()
        and node.index[-1].type.domain == "resource"
    )


@dataclass(frozen=True, slots=True)
class Through:
    """What is gone through: `var` stands for one of it; those for which `where` does not hold are left out.

    `by`: in this order, the least first.
    """

    var: str
    selection: t.Selection
    where: t.Expr | None = None
    by: t.Expr | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The smallest thing that is shown: one of `value`, `text`, `sign`, `pieces`, `says`, `score`, `team`, `show`."""

    value: t.Expr | None = None
    text: Texts = field(default_factory=dict)
    sign: str = ""
    pieces: Through | None = None
    says: t.Expr | None = None
    score: t.Expr | None = None
    team: t.Expr | None = None
    show: Parts = ()
    each: Through | None = None
    between: str = ""
    label: Texts = field(default_factory=dict)
    colour: Hue = None
    when: t.Expr | None = None
    times: t.Expr | None = None
    of: t.Expr | None = None
    style: str = ""
    zero: bool = True
    mark: bool = False
    stands: t.Expr | None = None
    answers: Answers = field(default_factory=dict)
    turned: t.Expr | None = None
    said: Texts = field(default_factory=dict)
    below: bool = False


Parts: TypeAlias = tuple[Part, ...]
"""Parts side by side."""


@dataclass(frozen=True, slots=True)
class Art:
    """Pictures of pieces, as `symbol`s of SVG, by what `chosen` comes to, as data writes it; without it one under an empty name."""

    pictures: dict[str, ET.Element]
    chosen: t.Expr | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """How a piece of a kind is shown."""

    name: Texts
    sign: str
    colour: Hue
    pips: t.Expr | None
    facts: Parts
    text: bool
    art: Art | None = None
    provenance: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, or so many columns."""

    title: Texts
    cell: Parts
    each: Through | None
    colour: Hue
    wide: bool
    rank: int
    when: t.Expr | None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with columns."""

    each: Through
    name: Parts
    colour: Hue
    columns: tuple[Column, ...]
    answers: Answers


@dataclass(frozen=True, slots=True)
class Track:
    """A value on a track."""

    value: t.Expr
    to: t.Expr | None
    held: t.Expr | None
    groups: tuple[int, ...]
    name: Texts
    colour: Hue
    after: Parts


@dataclass(frozen=True, slots=True)
class Board:
    """Places with what lies on them; of a planar board lines and crossings too."""

    of: str
    place: Parts
    colour: Hue
    line: Parts
    crossing: Parts
    legend: Parts
    crop: bool = False
    shaded: Cond = None


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces as they lie."""

    each: Through
    lies: str
    under: Parts
    room: t.Expr | None
    answers: Answers


@dataclass(frozen=True, slots=True)
class Several:
    """Elements side by side or one below the other, once or for each of something."""

    elements: tuple[Element, ...]
    beside: bool
    each: Through | None


@dataclass(frozen=True, slots=True)
class Element:
    """Something on a panel, under a title."""

    what: Parts | Texts | Table | Track | Board | Pieces | Several
    title: Texts
    when: t.Expr | None
    rank: int


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the screen."""

    id: str
    title: Texts
    of: str
    rank: int
    when: t.Expr | None
    about: tuple[str, ...]
    show: tuple[Element, ...]
    short: tuple[Element, ...] | None
    note: Texts


@dataclass(frozen=True, slots=True)
class Look:
    """How a game is shown. `colours` and `signs`: by family and member, and by family or member."""

    colours: dict[str, dict[str, str]]
    signs: dict[str, str]
    faces: dict[str, Face]
    panels: dict[str, Panel]
    made: bool = False
    """Whether the panels were made from what the game declares."""
