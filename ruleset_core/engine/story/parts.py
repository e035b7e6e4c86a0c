"""The parts of a story in the words of a game: typed, ready for JSON, with a published schema (`story.schema.json`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Plain = int | bool | str | None
"""A value as observations hold it."""


@dataclass(frozen=True, slots=True)
class Because:
    """A line of the data behind something.

    Attributes:
        section: what kind of entry it belongs to, such as `cards` or `flow`.
        name: the entry, such as the id of a card; empty for a part of none.
        key: where in the entry, such as `when[0].do`.
        file: within the game; of an expansion its name goes before it.
        line: from 1.
        column: from 1.
    """

    section: str
    name: str
    key: str
    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Place:
    """A list of pieces: a zone, whose it is (None: shared), and which of several."""

    zone: str
    of: int | None = None
    at: tuple[Plain, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What all parts of a story have.

    Attributes:
        step: the move during which it happened, the first being 0; -1 is the setup.
        seat: who acted, if anybody did.
        because: what did it, the innermost line first, then what called it.
    """

    step: int
    seat: int | None = None
    because: tuple[Because, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Base):
    """A seat took an option (its notation; None: that is secret); `forced` if it had no other."""

    decision: str
    option: str | None
    forced: bool = False
    kind: Literal["choice"] = field(default="choice", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(Base):
    """How much a seat (`of`) holds of a resource changed; `how`: gain, lose, pay, put, or hook."""

    how: str
    of: int
    resource: str
    before: int
    after: int
    kind: Literal["amount"] = field(default="amount", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Base):
    """A field changed (`of`: whose, None for a shared one; `at`: which of several); `how`: put, roll, flip, or hook."""

    how: str
    name: str
    of: int | None = None
    at: tuple[Plain, ...] = ()
    before: Plain
    after: Plain
    kind: Literal["value"] = field(default="value", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Base):
    """A field changed that nobody sees, or that counts beside an amount: spaces filled on a track, who knows a piece."""

    name: str
    of: int | None = None
    at: tuple[Plain, ...] = ()
    before: Plain
    after: Plain
    kind: Literal["count"] = field(default="count", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Base):
    """A piece (None: it is not known which) of a family went from one place (None: it lay nowhere) to the end of another.

    `place`: where in the first list it lay, from 0; None if that is not known.
    """

    family: str
    piece: str | None
    source: Place | None
    place: int | None
    target: Place
    kind: Literal["move"] = field(default="move", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Base):
    """A list of pieces was put into another order (`how`: shuffle or sort), or changed by a hook; None: not known."""

    how: str
    place: Place
    before: tuple[str, ...] | None
    after: tuple[str, ...] | None
    kind: Literal["order"] = field(default="order", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Base):
    """Something that the data names happened, with its fields; None: they are not known."""

    event: str
    args: dict[str, Plain] | None
    kind: Literal["event"] = field(default="event", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Base):
    """A phase began."""

    phase: str
    kind: Literal["phase"] = field(default="phase", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AtOnce(Base):
    """Seats begin to choose at the same time (`on`), or are done with it."""

    on: bool
    kind: Literal["at_once"] = field(default="at_once", init=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Base):
    """The game is over."""

    kind: Literal["end"] = field(default="end", init=False)


StoryPart = Choice | Amount | Value | Count | Move | Order | Event | Phase | AtOnce | End
"""One thing that happened."""
