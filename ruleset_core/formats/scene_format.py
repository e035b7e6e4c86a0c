"""Scenes as plain data: panels, tables, boards and cards as terminals and pages receive them, and their JSON form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import attrgetter
from types import NoneType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from ruleset_core.values import DiscriminatedByKind, frozen_value

# Scenes as they leave: the kinds of things that are seen, for terminals and pages.
#
# Everything is plain data: texts in the viewer's language, colours and signs by name. What can be pointed at has a
# `SceneTarget`: what it is, an identity that lasts as long as the viewer can follow it, and the options it stands for.


@frozen_value
class SceneTarget:
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


@frozen_value
class TextSpan:
    """A stretch of text, or a sign; the text of a sign is what it is called where it is read aloud. `of`: how many signs there could be, `times` how many there are.

    `style` is bold, dim, text for what a card says, which goes first, spent for a sign that lies, heap for signs that are drawn each, or seat where the text is the mark of a player. `close`: it stands close to what is before it.
    `below`: it begins a line of its own, on places of boards. `form`: the piece that a page draws for it.
    `squares`: where the squares of a shape are, seen from its first one, as places of boards are; with the form `hexes` they are hexes.
    """

    text: str = ""
    colour: str = ""
    style: str = ""
    sign: str = ""
    times: int = 1
    of: int = 0
    stand: SceneTarget | None = None
    close: bool = False
    below: bool = False
    form: str = ""
    squares: tuple[tuple[float, float], ...] = ()


TextSpans: TypeAlias = tuple[TextSpan, ...]


@frozen_value
class SceneLine:
    """Parts side by side, on as many lines as they need; each is a label and what it is."""

    parts: tuple[TextSpans, ...]
    kind: Literal["line"] = "line"


@frozen_value
class Paragraph:
    """A text of sentences."""

    text: str
    kind: Literal["prose"] = "prose"


@frozen_value
class ColumnHead:
    """The head of a column. `wide`: it takes the room that is left; a higher `rank` is left out first."""

    title: str
    colour: str = ""
    wide: bool = False
    rank: int = 1


@frozen_value
class SceneRow:
    """A row of a table. `marked`: it is of the seat that decides; `own`: of the viewer's seat."""

    stand: SceneTarget
    name: TextSpans
    cells: tuple[TextSpans, ...]
    marked: bool = False
    own: bool = False


@frozen_value
class SceneTable:
    """Rows under heads. `sums`: the last so many rows add up those above them."""

    heads: tuple[ColumnHead, ...]
    rows: tuple[SceneRow, ...]
    sums: int = 0
    kind: Literal["table"] = "table"


@frozen_value
class SceneCard:
    """A piece with a face, or its back. `place`: where it lies, from 0. `art`: its picture by name, where the game has one.

    `cost` and `worth`: facts that a picture shows in the corners. `corner`: what a playing card has in two of them, in the place of its name.
    `halves`: the pips of the two halves of a domino.
    """

    stand: SceneTarget
    name: str
    sign: str
    colour: str = ""
    pips: int | None = None
    facts: tuple[TextSpans, ...] = ()
    text: str = ""
    back: bool = False
    under: TextSpans = ()
    place: int = 0
    art: str = ""
    cost: tuple[TextSpans, ...] = ()
    worth: tuple[TextSpans, ...] = ()
    corner: TextSpans = ()
    halves: tuple[int, ...] = ()

    @property
    def all_facts(self) -> tuple[TextSpans, ...]:
        """All facts, for screens that have no corners."""
        return (*self.cost, *self.facts, *self.worth)


@frozen_value
class SceneCards:
    """Pieces as they lie: `lies` is row, pile, fan, list or market. `room`: how many places there are, 0 if nobody says.

    `backs`: what shows of pieces that lie face down, how many of each, in words; it tells nothing of their order.
    `stand`: what they stand for together. `count`: how many lie in a pile of which only the top is told. `small`: a page draws them small.
    `dice`: they are dice, and so large are free places.
    """

    lies: str
    cards: tuple[SceneCard, ...]
    room: int = 0
    name: str = ""
    backs: str = ""
    stand: SceneTarget | None = None
    count: int = 0
    small: bool = False
    dice: bool = False
    kind: Literal["cards"] = "cards"


@frozen_value
class SceneTrack:
    """How far something is; `held` how many of these are still there."""

    name: str
    value: int | None
    to: int | None = None
    held: int | None = None
    groups: tuple[int, ...] = ()
    colour: str = ""
    after: TextSpans = ()
    kind: Literal["track"] = "track"


@frozen_value
class ScenePlace:
    """A place of a board, where it lies (y grows to the south), and what is on it. `shaded`: closed, used up, out of reach.

    `label`: what stands small on it; None for its name. `cards`: pieces with their faces that lie there, `small` or large.
    """

    stand: SceneTarget
    at: tuple[float, float]
    colour: str = ""
    what: TextSpans = ()
    shaded: bool = False
    label: str | None = None
    cards: tuple[SceneCard, ...] = ()
    small: bool = False


@frozen_value
class SceneEdge:
    """A line of a planar board between two points. `aside`: where several have the same ends, how far it is drawn beside the straight way from the lesser end to the greater, in steps. `gaps`: where others pass over it, from 0 at the lesser end to 1."""

    stand: SceneTarget
    ends: tuple[tuple[float, float], tuple[float, float]]
    what: TextSpans = ()
    aside: float = 0
    gaps: tuple[float, ...] = ()


@frozen_value
class SceneBoard:
    """A board. `shape`: `squares`, of a page also `cards` (squares for cards), `hexes`, `plan`, `spaces` (apart, in rows), `stacks` (the same, long ones, with pieces in a column from the edge of the board), `pegs` (small holes) or `ring` (in a circle). Corners of the places of a plan are in the order of `places`.

    `tints`: what the colours of its places stand for, where they stand for something that has a name. `rim`: colours of the edges of a grid, by side. `points`: its squares
    are points on which lines cross; a shaded one has a dot.
    """

    shape: str
    places: tuple[ScenePlace, ...]
    edges: tuple[SceneEdge, ...] = ()
    crossings: tuple[ScenePlace, ...] = ()
    corners: tuple[tuple[tuple[float, float], ...], ...] = ()
    legend: tuple[TextSpans, ...] = ()
    tints: TextSpans = ()
    rim: tuple[tuple[str, str], ...] = ()
    points: bool = False
    kind: Literal["board"] = "board"


@frozen_value
class SceneGroup:
    """Several things, `beside` each other where they fit or one below the other, under a title. `colour`: of the mat below them."""

    items: tuple[SceneNode, ...]
    beside: bool = False
    title: str = ""
    rank: int = 1
    colour: str = ""
    kind: Literal["group"] = "group"


SceneNode: TypeAlias = Annotated[
    SceneLine | Paragraph | SceneTable | SceneCards | SceneTrack | SceneBoard | SceneGroup, DiscriminatedByKind()
]


@frozen_value
class ScenePanel:
    """A part of the screen. `seat`: whose it is, None for all. `about`: the question is about what stands here.

    `area`: where a page shows it, on the `table` or in the `tray` of the viewer.
    """

    id: str
    title: str
    rank: int
    seat: int | None
    about: bool
    show: tuple[SceneNode, ...]
    short: tuple[SceneNode, ...] | None = None
    note: str = ""
    area: str = "table"


@frozen_value
class SceneStrip:
    """What a page shows beside the name of a player."""

    seat: int
    stand: SceneTarget
    parts: tuple[TextSpans, ...]


@frozen_value
class PanelAreas:
    """Where the panels of the table lie: rows of names of panels, as in areas of a grid of CSS."""

    wide: tuple[str, ...] = ()
    narrow: tuple[str, ...] = ()


@frozen_value
class Scene:
    """What a viewer sees. `viewer`: the seat, -1 for somebody beside the table. `acting`: who decides, None if that is not told.

    `phase`: what the phase of the game is called. `strips` and `layout`: of pages only.
    """

    game: str
    title: str
    lang: str
    viewer: int
    acting: int | None
    players: tuple[str, ...]
    panels: tuple[ScenePanel, ...] = ()
    phase: str = ""
    over: bool = False
    strips: tuple[SceneStrip, ...] = ()
    layout: PanelAreas = PanelAreas()

    def only(self, panels: tuple[ScenePanel, ...]) -> Scene:
        """The same with these panels alone."""
        return replace(self, panels=panels)


def walk_scene(node: Any) -> Iterator[Any]:
    """All things in a scene, or in a part of one, each before what is in it."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each.__class__ is tuple:
            waiting += each[::-1]
        elif (plan := _plan(each.__class__)) is not None:
            yield each
            waiting += [value for value in plan.values(each)[::-1] if value.__class__ not in _PLAIN]


def has_board(node: Any) -> bool:
    """Whether there is a board in a scene, or in a part of one."""
    return any(isinstance(each, SceneBoard) for each in walk_scene(node))


def targets_in(node: Any) -> list[SceneTarget]:
    """All that something in a scene, or in a part of one, stands for."""
    return [each for each in walk_scene(node) if isinstance(each, SceneTarget)]


def scene_as_json(node: Any) -> Any:
    """A scene, or a part of one, as JSON has it: mappings and lists; what has its usual value is left out."""
    if node.__class__ is tuple:
        return [each if each.__class__ in _PLAIN else scene_as_json(each) for each in node]
    plan = _plan(node.__class__)
    if plan is None:
        return node
    return {
        name: value if value.__class__ in _PLAIN else scene_as_json(value)
        for name, usual, value in zip(plan.names, plan.usual, plan.values(node), strict=True)
        if value is not usual and (usual is None or value != usual)
    }


def explicit_fields(node: Any) -> list[tuple[str, Any]]:
    """The fields of a thing that are told, with their values as they are."""
    plan = _plan(node.__class__)
    told = () if plan is None else zip(plan.names, plan.usual, plan.values(node), strict=True)
    return [(name, value) for name, usual, value in told if value != usual]


_PLAIN: Final = frozenset({str, int, bool, float, NoneType})


class _Plan(NamedTuple):
    """The fields of a kind of thing, and their usual values; that of `kind` is never left out. `values`: those of a thing."""

    names: list[str]
    usual: list[Any]
    values: Callable[[Any], tuple[Any, ...]]


@cache
def _plan(kind: Any) -> _Plan | None:
    """The fields of a kind of thing; None of values."""
    if not is_dataclass(kind):
        return None
    names = [each.name for each in fields(kind)]
    usual = [_NOTHING if each.name == "kind" else each.default for each in fields(kind)]
    return _Plan(names, usual, attrgetter(*names))


_NOTHING: Final = object()


# The kinds of things a scene is made of (see `formats/scene_format`, which is their schema too).
