"""Traces: what a step did as a list of parts (value changed, piece moved, ...), and the lines of data that caused it.

A trace is the difference between two states as a list of parts, in order; `retell` applies it. Rolling in Pig, from
`v = [4, 4, 0, ...]` to `v = [6, 10, 0, ...]`:

    OptionChosen(decision="decide", option=0, me=0)           because: the decision `decide`
    ValueChanged(address=0, before=4, after=6, how="roll")    because: `roll face`
    ValueChanged(address=1, before=4, after=10, how="put")    because: `set pot = pot + face`
    ValueChanged(address=2, ..., beside=True)                 `again`, which no player is told of

Each part says who may know of it (`known`, a bit for each seat). `story` selects by that, and puts the rest into names and
sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol

from ruleset_core.eval.closures import Call, Ends, Env
from ruleset_core.formats.story_format import ReorderKind, ValueChangeKind, WonBy
from ruleset_core.lang import program as p
from ruleset_core.lang.origins import Origin, TextOwner
from ruleset_core.lang.runtime import StateMemory
from ruleset_core.lang.types import Type

# What happens while a program runs, in numbers: the parts that `Listener` hears, in order.
#
# Put together they are the difference between two states: `retell` does what they say. Everything else that is told
# of a game (sentences, a log, what a seat may know) is made of them.


class SpokenValue(NamedTuple):
    """A value within a sentence; `none`: what none is called there, by language."""

    kind: Type
    value: int
    none: dict[str, str]


Sentence = dict[str, tuple[str | SpokenValue, ...]]
"""Words of the data, with what was put in their places, by language."""


class TraceCause(NamedTuple):
    """A line of data behind something, and who may be told of it (bits as in `Part.known`): it may be that of a hidden card."""

    origin: Origin
    known: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TracePart:
    """Something that happened.

    Attributes:
        because: what did it: the innermost line first, then what called it, as far as that is known; one of each owner.
        me: the seat that acted, -1 for none.
        known: who may be told all of it: a bit for each seat, and one above them for those who only look on.
        apart: seats were choosing at the same time: others are told when that is over.
    """

    because: tuple[TraceCause, ...] = ()
    me: int = -1
    known: int = -1
    apart: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueChanged(TracePart):
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
    how: ValueChangeKind = "put"
    beside: bool = False
    words: Sentence = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceMoved(TracePart):
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
class ListReordered(TracePart):
    """A list of pieces was put into another order (`how`: shuffle or sort), or changed by a hook."""

    zone: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    how: ReorderKind


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceShown(TracePart):
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


class CandidatesRefused(NamedTuple):
    """What a question with one answer did not offer: how many other candidates, and why, if that is said in few words.

    `ways`: whether the candidates are ways to go on (`choose play { roll | hold where ... }`), so that what speaks against the
    others explains the one that was taken. Of one thing among many (`choose space s in space`) it does not.
    """

    others: int = 0
    reasons: tuple[Sentence, ...] = ()
    ways: bool = False


NOTHING_REFUSED: Final = CandidatesRefused()


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChosen(TracePart):
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
    refused: CandidatesRefused = NOTHING_REFUSED
    asked: Sentence = field(default_factory=dict)
    label: Sentence
    words: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHappened(TracePart):
    """An event that the data names; `args` are its fields, in declared order; `words` what players read then."""

    event: str
    args: tuple[int, ...] = ()
    words: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEntered(TracePart):
    """A phase began."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(TracePart):
    """The flow gave a seat (`me`) a turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimultaneousChoice(TracePart):
    """Seats begin to choose at the same time, or are done with it (`on`)."""

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnding(TracePart):
    """The game is over as soon as the effect in progress is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeDecided(TracePart):
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


AnyPart = (
    ValueChanged
    | PieceMoved
    | ListReordered
    | PieceShown
    | OptionChosen
    | EventHappened
    | PhaseEntered
    | TurnStarted
    | SimultaneousChoice
    | GameEnding
    | OutcomeDecided
)


class TracedState(Protocol):
    """What can be told a story: the parts of a state that stories are about."""

    v: list[int]
    z: list[list[int]]
    stage: int
    ended: int


def apply_part(s: TracedState, part: AnyPart) -> None:
    """Do to a state what a part of a story says. The parts of a step lead from the state before it to the one after."""
    match part:
        case ValueChanged():
            s.v[part.address] = part.after
        case PieceMoved():
            if part.source >= 0:
                s.z[part.source].remove(part.piece)
            s.z[part.target].append(part.piece)
            s.v[part.at] = part.target
        case ListReordered():
            s.z[part.zone] = [*part.after]
        case PhaseEntered():
            s.stage = part.number
        case GameEnding():
            s.ended = 1
        case _:
            pass


# Because of what something happens: the lines of the data in progress, and those that called them.


MOST_KEPT: Final = 10_000
"""For so many places in the rules it is kept which lines are in progress there."""


class CauseTracker:
    """Follows a run. A frame of the stack says who waits; calls within a block, and calls that nothing follows, are noted here.

    Attributes:
        at: the line in progress.
    """

    def __init__(self, program: p.Program, units: Origin | None) -> None:
        self._program, self._units = program, units
        self._callers: dict[int, list[Origin]] = {}
        self._known: dict[tuple[Any, ...], tuple[Any, dict[TextOwner, Origin]]] = {}
        self.begin()

    def begin(self) -> None:
        """A run begins."""
        self.at: Origin | None = None
        self._calls: list[Origin] = []
        self._node: p.BasicBlock | None = None
        self._waiting: list[tuple[int, ...]] = []
        self._tails: list[tuple[int, Origin]] = []

    def block(self, node: p.BasicBlock, s: StateMemory) -> None:
        """A block begins."""
        self._node, self._waiting = node, s.stack[:]
        while self._tails and self._tails[-1][0] > len(s.stack):
            self._tails.pop()
        self._calls.clear()
        self.at = None

    def called(self, call: Call) -> Call:
        """A procedure that is called within a block."""

        def called(s: StateMemory, env: Env, args: list[int]) -> None:
            depth = len(self._calls)
            if self.at is not None:
                self._calls.append(self.at)
            call(s, env, args)
            del self._calls[depth:]

        return called

    def calls(self, end: p.Call | p.CallCard, run: Ends) -> Ends:
        """A block that ends with a call: where nothing follows it, no frame tells who called, so that is noted here."""

        def call(s: StateMemory, env: Env) -> bool:
            depth = len(s.stack)
            waits = run(s, env)
            if end.origin is not None and len(s.stack) == depth + 1 and s.stack[-1][0] != end.then:
                self._tails.append((depth, end.origin))
            return waits

        return call

    def lines(self) -> Mapping[TextOwner, Origin]:
        """The line in progress, then what called it, outermost last; of each owner one line. Kept, since a rule is run again and again."""
        block = -1 if self._node is None else self._node.number
        waiting = [frame[0] for frame in self._waiting]
        noted = self.at, (*self._calls,), (*self._tails,)
        tails = tuple([(depth, id(origin)) for depth, origin in self._tails])
        key = id(self.at), tuple(map(id, self._calls)), tails, block, tuple(waiting)
        known = self._known.get(key)
        if known is None:
            found: dict[TextOwner, Origin] = {}
            for origin in (self.at, *reversed(self._calls), *self._outside(block, waiting)):
                if origin is not None and origin is not self._units:
                    found.setdefault(origin.owner, origin)
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            known = self._known[key] = noted, found  # what is kept keeps its id
        return known[1]

    def _outside(self, block: int, waiting: Sequence[int]) -> list[Origin]:
        """The procedure that the block in progress is cut out of, and what waits for it."""
        if block < 0:
            return []
        found = [*self._roots.get(block, ()), *self._called_at(len(waiting))]
        for place in reversed(range(len(waiting))):
            number = waiting[place]
            if number not in self._callers:
                self._callers[number] = [*self._program.callers(number)[:2]]
            callers = self._callers[number]
            found += callers if len(callers) == 1 else []
            found += [*self._roots.get(number, ()), *self._called_at(place)]
        return found

    def _called_at(self, depth: int) -> list[Origin]:
        """The calls that nothing follows, by which the frame at a place of the stack came there, innermost first."""
        return [origin for place, origin in reversed(self._tails) if place == depth]

    @cached_property
    def _roots(self) -> dict[int, tuple[Origin, ...]]:
        """Where the procedure that each block is cut out of comes from."""
        found: dict[int, tuple[Origin, ...]] = {}
        for procedure in self._program.procedures.values():
            origin = procedure.body.origin
            if procedure.entry >= 0 and origin is not None:
                for number in self._reached(procedure.entry):
                    found.setdefault(number, (origin,))
        return found

    def _reached(self, entry: int) -> set[int]:
        """The blocks of a procedure."""
        found, left = {entry}, [entry]
        while left:
            end = self._program.blocks[left.pop()].end
            ways = (getattr(end, name, None) for name in ("target", "then", "otherwise", "empty"))
            new = [way for way in ways if way is not None and way not in found]
            found.update(new)
            left += new
        return found
