"""Nodes of a linked look: panels, elements and parts, whose texts in `look:` have become typed trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeGuard
from xml.etree import ElementTree as ET

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.traversal import all_nodes
from ruleset_core.lang.vocabulary import Template

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


THINGS: Final = 8_000
"""Parts, rows, pieces and places of a scene, and the steps to find them. What comes after so many is left out."""
STEPS: Final = 50
"""So many steps of working something out count as a thing."""


@dataclass(frozen=True, slots=True)
class LinkedLoop:
    """What is gone through: `var` stands for one of it; those for which `where` does not hold are left out.

    `by`: in this order, the least first.
    """

    var: str
    selection: t.Selection
    where: t.Expr | None = None
    by: t.Expr | None = None

    def passing_steps(self) -> int:
        """The steps that one takes which the condition leaves out: at most as many as a thing that is shown."""
        return STEPS if self.where is None else min(STEPS, sum(1 for _ in all_nodes(self.where)))


@dataclass(frozen=True, slots=True)
class LinkedPart:
    """The smallest thing that is shown: one of `value`, `text`, `sign`, `pieces`, `says`, `score`, `team`, `show`."""

    value: t.Expr | None = None
    text: Texts = field(default_factory=dict)
    sign: str = ""
    pieces: LinkedLoop | None = None
    says: t.Expr | None = None
    score: t.Expr | None = None
    team: t.Expr | None = None
    show: Parts = ()
    each: LinkedLoop | None = None
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
    form: str = ""


Parts: TypeAlias = tuple[LinkedPart, ...]
"""Parts side by side."""


@dataclass(frozen=True, slots=True)
class LinkedArt:
    """Pictures of pieces, as `symbol`s of SVG, by what `chosen` comes to, as data writes it; without it one under an empty name.

    `of`: the name of a picture by what `chosen` comes to, where several share one; all others have that under the empty name.
    """

    pictures: dict[str, ET.Element]
    chosen: t.Expr | None = None
    of: dict[str, str] | None = None

    def named(self, ident: str) -> dict[str, ET.Element]:
        """The pictures by their whole names."""
        return {picture_name(ident, value): picture for value, picture in self.pictures.items()}


def picture_name(ident: str, value: str) -> str:
    """What a picture is called: by what chose it, where there are several."""
    return f"{ident}-{value}" if value else ident


@dataclass(frozen=True, slots=True)
class LinkedFace:
    """How a piece of a kind is shown."""

    name: Texts
    sign: str
    colour: Hue
    pips: t.Expr | None
    facts: Parts
    text: bool
    art: LinkedArt | None = None
    provenance: bool = False
    cost: Parts = ()
    worth: Parts = ()
    corner: Parts = ()
    halves: tuple[t.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkedColumn:
    """A column of a table, or so many columns."""

    title: Texts
    cell: Parts
    each: LinkedLoop | None
    colour: Hue
    wide: bool
    rank: int
    when: t.Expr | None


@dataclass(frozen=True, slots=True)
class LinkedTable:
    """Rows with columns."""

    each: LinkedLoop
    name: Parts
    colour: Hue
    columns: tuple[LinkedColumn, ...]
    answers: Answers


@dataclass(frozen=True, slots=True)
class LinkedTrack:
    """A value on a track."""

    value: t.Expr
    to: t.Expr | None
    held: t.Expr | None
    groups: tuple[int, ...]
    name: Texts
    colour: Hue
    after: Parts


@dataclass(frozen=True, slots=True)
class LinkedBoard:
    """Places with what lies on them; of a planar board lines and crossings too. `each`: spaces in rows of `columns`, `stacked` where they are long, holes for `pegs`, or in a ring."""

    of: str
    place: Parts
    colour: Hue
    line: Parts
    crossing: Parts
    legend: Parts
    crop: bool = False
    shaded: Cond = None
    each: LinkedLoop | None = None
    columns: t.Expr | None = None
    ring: bool = False
    stacked: bool = False
    pegs: bool = False
    stands: t.Expr | None = None
    answers: Answers = field(default_factory=dict)
    label: Texts | None = None
    pieces: LinkedPieces | None = None
    rim: dict[str, Hue] = field(default_factory=dict)
    points: bool = False


@dataclass(frozen=True, slots=True)
class LinkedPieces:
    """Pieces as they lie. `stands`: what they stand for together."""

    each: LinkedLoop
    lies: str
    under: Parts
    room: t.Expr | None = None
    answers: Answers = field(default_factory=dict)
    stands: t.Expr | None = None
    small: bool = False


@dataclass(frozen=True, slots=True)
class LinkedGroup:
    """Elements side by side or one below the other, once or for each of something."""

    elements: tuple[LinkedElement, ...]
    beside: bool
    each: LinkedLoop | None
    colour: Hue = None


@dataclass(frozen=True, slots=True)
class LinkedElement:
    """Something on a panel, under a title."""

    what: Parts | Texts | LinkedTable | LinkedTrack | LinkedBoard | LinkedPieces | LinkedGroup
    title: Texts
    when: t.Expr | None
    rank: int


@dataclass(frozen=True, slots=True)
class LinkedPanel:
    """A part of the screen."""

    id: str
    title: Texts
    of: str
    rank: int
    when: t.Expr | None
    about: tuple[str, ...]
    show: tuple[LinkedElement, ...]
    short: tuple[LinkedElement, ...] | None
    note: Texts
    area: str
    terminal: tuple[LinkedElement, ...] | None
    backs: bool = True


@dataclass(frozen=True, slots=True)
class LinkedCredit:
    """Who made pictures, and under which licence. `titles`: what the pictures are called, by their names as in `game_looks.pictures`."""

    by: str
    licence: str
    source: str
    titles: dict[str, str]


@dataclass(frozen=True, slots=True)
class PaperLength:
    """A length on a card: millimetres, or with `share` hundredths of the card."""

    amount: float
    share: bool

    def of(self, whole: float) -> float:
        """In millimetres, on a card of this width or height."""
        return self.amount * whole / 100 if self.share else self.amount


@dataclass(frozen=True, slots=True)
class LinkedArea:
    """An area of a printed card. `at`: left, top, width, height. `what`: `show`, `words`, `art`, `picture` or nothing."""

    at: tuple[PaperLength, PaperLength, PaperLength, PaperLength]
    what: str
    show: Parts
    art: LinkedArt | None
    fill: Hue
    edge: Hue
    ink: Hue
    when: t.Expr | None
    round: float = 0.0
    size: float = 9.0
    bold: bool = False
    across: str = "left"
    down: str = "middle"
    turned: bool = False
    font: str = ""


@dataclass(frozen=True, slots=True)
class LinkedFont:
    """A font of the game's own: its file, and who made it."""

    file: str
    by: str
    licence: str


@dataclass(frozen=True, slots=True)
class LinkedBack:
    """The back of printed cards of a kind. `art`: the name of its picture."""

    colour: str
    pattern: str
    sign: str
    text: Texts
    art: LinkedArt | None


@dataclass(frozen=True, slots=True)
class LinkedPrint:
    """How cards of a kind are printed. `size`: width and height in millimetres, None for the usual one."""

    size: tuple[float, float] | None
    ground: Hue
    frame: Hue
    areas: tuple[LinkedArea, ...]
    back: LinkedBack | None


@dataclass(frozen=True, slots=True)
class LinkedLook:
    """How a game is shown. `colours` and `signs`: by family and member, and by family or member."""

    colours: dict[str, dict[str, str]]
    signs: dict[str, str]
    faces: dict[str, LinkedFace]
    panels: dict[str, LinkedPanel]
    strip: Parts = ()
    layout: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Rows of names of panels, for `wide` and `narrow` screens."""
    credits: tuple[LinkedCredit, ...] = ()
    print: dict[str, LinkedPrint] = field(default_factory=dict)
    fonts: dict[str, LinkedFont] = field(default_factory=dict)

    def face_pictures(self) -> Iterator[tuple[str, LinkedArt]]:
        """The pictures of faces by their kind."""
        for kind, face in self.faces.items():
            if face.art is not None:
                yield kind, face.art

    def pictures(self) -> Iterator[tuple[str, LinkedArt]]:
        """All pictures with what they are called: those of faces by kind, those of prints by kind and place."""
        yield from self.face_pictures()
        for kind, printed in self.print.items():
            for place, area in enumerate(printed.areas):
                if area.art is not None:
                    yield area_picture(kind, place), area.art
            if printed.back is not None and printed.back.art is not None:
                yield back_picture(kind), printed.back.art


def area_picture(kind: str, place: int) -> str:
    """What the pictures of an area are called."""
    return f"{kind}.area{place}"


def back_picture(kind: str) -> str:
    """What the picture on the back of a kind is called."""
    return f"{kind}.back"
