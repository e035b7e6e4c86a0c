"""Scenes as they leave: the kinds of things that are seen, for terminals and pages.

Everything is plain data: texts in the viewer's language, colours and signs by name. What can be pointed at has a `Stand`:
what it is, an identity that lasts as long as the viewer can follow it, and the options it stands for.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from types import NoneType
from typing import Annotated, Any, Final, Literal, TypeAlias

from ruleset_core.model.outward.plain import ByKind
from ruleset_core.model.unchanging import comparable


@comparable
class Stand:
    """What something on the table stands for.

    Attributes:
        family: the set or the kind of pieces, as data writes it.
        id: the member or piece; empty for a piece that the viewer does not know.
        identity: the same from scene to scene as long as it is the same thing to the viewer: the piece where it is known, else
            where it lies; where it is told what the viewer lost sight of, up to a shuffle or a hidden move.
        options: the numbers of the options offered now that are about it, alone or first of a pair.
        goals: the numbers of the options that are pairs in which it is the second: where something goes.
        name: what players call it.
    """

    family: str
    id: str
    identity: str
    options: tuple[int, ...] = ()
    goals: tuple[int, ...] = ()
    name: str = ""


@comparable
class Span:
    """A stretch of text, or a sign; the text of a sign is what it is called where it is read aloud. `of`: how many signs there could be, `times` how many there are.

    `style` is bold, dim, text for what a card says, which goes first, or seat where the text is the mark of a player. `close`: it stands close to what is before it.
    `below`: it begins a line of its own, on places of boards.
    """

    text: str = ""
    colour: str = ""
    style: str = ""
    sign: str = ""
    times: int = 1
    of: int = 0
    stand: Stand | None = None
    close: bool = False
    below: bool = False


Spans: TypeAlias = tuple[Span, ...]


@comparable
class Line:
    """Parts side by side, on as many lines as they need; each is a label and what it is."""

    parts: tuple[Spans, ...]
    kind: Literal["line"] = "line"


@comparable
class Prose:
    """A text of sentences."""

    text: str
    kind: Literal["prose"] = "prose"


@comparable
class Head:
    """The head of a column. `wide`: it takes the room that is left; a higher `rank` is left out first."""

    title: str
    colour: str = ""
    wide: bool = False
    rank: int = 1


@comparable
class Row:
    """A row of a table. `marked`: it is of the seat that decides; `own`: of the viewer's seat."""

    stand: Stand
    name: Spans
    cells: tuple[Spans, ...]
    marked: bool = False
    own: bool = False


@comparable
class Table:
    """Rows under heads. `sums`: the last so many rows add up those above them."""

    heads: tuple[Head, ...]
    rows: tuple[Row, ...]
    sums: int = 0
    kind: Literal["table"] = "table"


@comparable
class Card:
    """A piece with a face, or its back. `place`: where it lies, from 0. `art`: its picture by name, where the game has one."""

    stand: Stand
    name: str
    sign: str
    colour: str = ""
    pips: int | None = None
    facts: tuple[Spans, ...] = ()
    text: str = ""
    back: bool = False
    under: Spans = ()
    place: int = 0
    art: str = ""


@comparable
class Cards:
    """Pieces as they lie: `lies` is row, pile, fan, list or market. `room`: how many places there are, 0 if nobody says.

    `backs`: what shows of pieces that lie face down, how many of each, in words; it tells nothing of their order.
    """

    lies: str
    cards: tuple[Card, ...]
    room: int = 0
    name: str = ""
    backs: str = ""
    kind: Literal["cards"] = "cards"


@comparable
class Track:
    """How far something is; `held` how many of these are still there."""

    name: str
    value: int | None
    to: int | None = None
    held: int | None = None
    groups: tuple[int, ...] = ()
    colour: str = ""
    after: Spans = ()
    kind: Literal["track"] = "track"


@comparable
class Place:
    """A place of a board, where it lies (y grows to the south), and what is on it. `shaded`: closed, used up, out of reach."""

    stand: Stand
    at: tuple[float, float]
    colour: str = ""
    what: Spans = ()
    shaded: bool = False


@comparable
class Edge:
    """A line of a planar board between two points."""

    stand: Stand
    ends: tuple[tuple[float, float], tuple[float, float]]
    what: Spans = ()


@comparable
class Board:
    """A board. `shape`: `squares`, `hexes` or `plan`. Corners of the places of a plan are in the order of `places`.

    `tints`: what the colours of its places stand for, where they stand for something that has a name.
    """

    shape: str
    places: tuple[Place, ...]
    edges: tuple[Edge, ...] = ()
    crossings: tuple[Place, ...] = ()
    corners: tuple[tuple[tuple[float, float], ...], ...] = ()
    legend: tuple[Spans, ...] = ()
    tints: Spans = ()
    kind: Literal["board"] = "board"


@comparable
class Group:
    """Several things, `beside` each other where they fit or one below the other, under a title."""

    items: tuple[Node, ...]
    beside: bool = False
    title: str = ""
    rank: int = 1
    kind: Literal["group"] = "group"


Node: TypeAlias = Annotated[Line | Prose | Table | Cards | Track | Board | Group, ByKind()]


@comparable
class Panel:
    """A part of the screen. `seat`: whose it is, None for all. `about`: the question is about what stands here."""

    id: str
    title: str
    rank: int
    seat: int | None
    about: bool
    show: tuple[Node, ...]
    short: tuple[Node, ...] | None = None
    note: str = ""


@comparable
class Scene:
    """What a viewer sees. `viewer`: the seat, -1 for somebody beside the table. `acting`: who decides, None if that is not told.

    `phase`: what the phase of the game is called.
    """

    game: str
    title: str
    lang: str
    viewer: int
    acting: int | None
    players: tuple[str, ...]
    panels: tuple[Panel, ...] = ()
    phase: str = ""
    over: bool = False

    def only(self, panels: tuple[Panel, ...]) -> Scene:
        """The same with these panels alone."""
        return replace(self, panels=panels)


def as_data(node: Any) -> Any:
    """A scene, or a part of one, as JSON has it: mappings and lists; what has its usual value is left out."""
    if node.__class__ is tuple:
        return [each if each.__class__ in _PLAIN else as_data(each) for each in node]
    kind = type(node)
    plan = _PLANS.get(kind)
    if plan is None:
        if not is_dataclass(kind):
            return node
        plan = _PLANS[kind] = _plan(kind)
    made: dict[str, Any] = {}
    for name, usual in plan:
        value = getattr(node, name)
        if value != usual:
            made[name] = value if value.__class__ in _PLAIN else as_data(value)
    return made


def told(node: Any) -> list[tuple[str, Any]]:
    """The fields of a thing that are told, with their values as they are."""
    kind = type(node)
    plan = _PLANS.get(kind)
    if plan is None:
        plan = _PLANS[kind] = _plan(kind)
    return [(name, value) for name, usual in plan if (value := getattr(node, name)) != usual]


_PLAIN: Final = frozenset({str, int, bool, float, NoneType})
_PLANS: Final[dict[type, list[tuple[str, Any]]]] = {}
"""The fields of each kind of thing with their usual values: a scene is made of thousands of things."""


def _plan(kind: Any) -> list[tuple[str, Any]]:
    """The fields of a kind of thing, each with its usual value. That of `kind` is never left out."""
    return [(each.name, _NOTHING if each.name == "kind" else each.default) for each in fields(kind)]


_NOTHING: Final = object()
