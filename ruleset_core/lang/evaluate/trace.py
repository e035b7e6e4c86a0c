"""What happens while a program runs, in numbers: the parts that `Listening` hears, in order.

Put together they are the difference between two states: `retell` does what they say. Everything else that is told of a
game (sentences, a log, what a seat may know) is made of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from ruleset_core.lang.origin import Origin
from ruleset_core.lang.types import Type
from ruleset_core.model.outward.story import How, Reordered, WonBy


class Spoken(NamedTuple):
    """A value within a sentence; `none`: what none is called there, by language."""

    kind: Type
    value: int
    none: dict[str, str]


Sentence = dict[str, tuple[str | Spoken, ...]]
"""Words of the data, with what was put in their places, by language."""


class Cause(NamedTuple):
    """A line of data behind something, and who may be told of it (bits as in `Part.known`): it may be that of a hidden card."""

    origin: Origin
    known: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Something that happened.

    Attributes:
        because: what did it: the innermost line first, then what called it, as far as that is known; one of each owner.
        me: the seat that acted, -1 for none.
        known: who may be told all of it: a bit for each seat, and one above them for those who only look on.
        apart: seats were choosing at the same time: others are told when that is over.
    """

    because: tuple[Cause, ...] = ()
    me: int = -1
    known: int = -1
    apart: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed(Part):
    """A value changed. `how`: gain, lose, pay, roll, flip, put, or hook.

    Attributes:
        address: where it lies among the values of a state.
        before: what it was.
        after: what it is.
        words: what players are told of it, if the data says it.
        beside: it counts beside another, or nobody sees it: spaces filled on a track, who knows a piece.
    """

    address: int
    before: int
    after: int
    how: How = "put"
    beside: bool = False
    words: Sentence = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Part):
    """A piece went from a list of pieces (-1: it lay nowhere) to the end of another.

    Attributes:
        kind: what kind of piece.
        piece: its number among those of its kind.
        at: where the value lies that says where it is.
        source: the list it came out of.
        place: where in it, from 0.
        target: the list it went to.
        looked: who saw the order of the list it came out of, and so may know where it lay.
        words: what players are told of where it came, if the data says it.
    """

    kind: str
    piece: int
    at: int
    source: int
    place: int
    target: int
    looked: int = -1
    words: Sentence = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered(Part):
    """A list of pieces was put into another order (`how`: shuffle or sort), or changed by a hook."""

    zone: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    how: Reordered


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Part):
    """A piece was shown to a seat (`to`) where it lay (`zone`, -1: nowhere). What is known by it is told as changes.

    With a `fact`, only that it has none of these `values`; `told`: who may know that, also without knowing the piece.
    `place`: where in the zone, -1 in a hand.
    """

    kind: str
    piece: int
    zone: int
    to: int
    told: int
    place: int = -1
    fact: str = ""
    values: tuple[int, ...] = ()


class Refused(NamedTuple):
    """What a question with one answer did not offer: how many other candidates, and why, if that is said in few words.

    `ways`: whether the candidates are ways to go on (`choose play { roll | hold where ... }`), so that what speaks against the
    others explains the one that was taken. Of one thing among many (`choose space s in space`) it does not.
    """

    others: int = 0
    reasons: tuple[Sentence, ...] = ()
    ways: bool = False


NOTHING_REFUSED: Final = Refused()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen(Part):
    """A seat took an option of a decision; `forced` if it had no other.

    Attributes:
        refused: where it had no other, what was not offered; the reasons are told to nobody but the seat itself.
        asked: where it had no other, what it would have been asked; told to nobody else either.
        label: what the option was called then, if the data says it.
        words: what others are told that the seat did, behind its name, if the data says it.
    """

    decision: str
    option: int
    forced: bool = False
    refused: Refused = NOTHING_REFUSED
    asked: Sentence = field(default_factory=dict)
    label: Sentence
    words: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened(Part):
    """An event that the data names; `args` are its fields, in declared order; `words` what players read then."""

    event: str
    args: tuple[int, ...] = ()
    words: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(Part):
    """A phase began."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Part):
    """The flow gave a seat (`me`) a turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Part):
    """Seats begin to choose at the same time, or are done with it (`on`)."""

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Part):
    """The game is over as soon as the effect in progress is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Part):
    """The game is over, and it is known what has come of it.

    Attributes:
        outcomes: for every seat 1 (won), 0 (drawn) or -1 (lost).
        winners: the seats that win, or share the victory.
        scores: the points of every seat; of a team, of all of it.
        teams: the team of every seat.
        by: what made the difference: points, the tie-breaks, or the condition without which a seat cannot win.
    """

    outcomes: tuple[int, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    teams: tuple[int, ...]
    by: WonBy


AnyPart = Changed | Moved | Ordered | Shown | Chosen | Happened | Entered | Turned | Together | Ended | Decided


class Told(Protocol):
    """What can be told a story: the parts of a state that stories are about."""

    v: list[int]
    z: list[list[int]]
    stage: int
    ended: int


def retell(s: Told, part: AnyPart) -> None:
    """Do to a state what a part of a story says. The parts of a step lead from the state before it to the one after."""
    match part:
        case Changed():
            s.v[part.address] = part.after
        case Moved():
            if part.source >= 0:
                s.z[part.source].remove(part.piece)
            s.z[part.target].append(part.piece)
            s.v[part.at] = part.target
        case Ordered():
            s.z[part.zone] = [*part.after]
        case Entered():
            s.stage = part.number
        case Ended():
            s.ended = 1
        case _:
            pass
