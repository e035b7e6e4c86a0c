"""The evaluator on what a seat knows: unknown values raise `UnknownValueError`; what is the same in every state or for every viewer is kept. Also which hidden pieces a viewer can track.

The rules' evaluator runs on a masked state with this policy. What a seat does not know is None there; reading it ends the expression:

    count c in seat_1.hand                8: all see how many
    sum c in seat_1.hand of c.rank        UnknownValueError: the cards are None
    c in hand                             known of the own hand
    strength(c), for known c and trump    the same for all viewers, so it is worked out once

`LookEvaluator.value` turns the error into None. `ViewerDependence` says beforehand which nodes of a look mention `me`: the
others are evaluated once for all viewers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ruleset_core.analysis.secrecy import all_lists
from ruleset_core.engine.game_source import memoized
from ruleset_core.engine.observation import MaskedState, UnknownValueError
from ruleset_core.eval.access_policies import AccessPolicy
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.eval.evaluator import Evaluator, StateWriter
from ruleset_core.eval.trace import AnyPart, ListReordered, PieceMoved, PieceShown
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.node_traits import TRAITS
from ruleset_core.lang.traversal import all_nodes, depends_on_seat, leads, locals_of, reads
from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.eval.closures import Definition, Effect, Env, Members, Value
    from ruleset_core.lang.look_nodes import LinkedLoop
    from ruleset_core.lang.program import Definition as Define
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Field, Zone
    from ruleset_core.story.stories import Story


# What comes to the same in every position: definitions and conditions that look at facts of members and at nothing
# that a game keeps.

_WAYS: Final = (t.Search, t.AnswerPart)
"""What is worked out step by step."""
MOST_KEPT: Final = 10_000
"""Of so many arguments it is kept what something comes to that is the same in every position."""


def is_position_independent(define: Define) -> bool:
    """Whether a definition comes to the same for the same arguments, whatever the position, without any other definition."""
    return not define.modifiers and define.value is not None and _is_fixed(define.value)


def _is_fixed(node: t.Expr) -> bool:
    return not any(reads(each) or leads(each) or isinstance(each, _WAYS) for each in all_nodes(node))


class MemberFilter:
    """Which members pass a condition that is the same in every position, by what other names stand for.

    Attributes:
        names: the local names that the condition looks at, without that of the member.
        known: what was found for them, each member with its place.
    """

    def __init__(self, var: str, where: t.Expr) -> None:
        self.names = tuple(sorted(locals_of(where).keys() - {var}))
        self.known: dict[tuple[int | None, ...], list[tuple[int | None, int]]] = {}


def member_filter(through: LinkedLoop) -> MemberFilter | None:
    """What keeps the members for which a condition holds; None where that depends on the position, or takes steps to find out."""
    where = through.where
    if where is None or through.selection.kind != "values" or not _is_fixed(where):
        return None
    loops = any(isinstance(each, t.Quantity | t.Selection) for each in all_nodes(where))
    return None if loops else MemberFilter(through.var, where)


# Whether what a look says depends on who looks: what does not is the same for all who know the same.


class ViewerDependence:
    """Says of nodes of a look whether they ask who looks. They are kept, so that their ids stay their own."""

    def __init__(self, program: Program) -> None:
        self._trees = depends_on_seat(program.under, hooks=True)
        self._known: dict[int, tuple[Any, bool]] = {}

    def asks(self, node: Any) -> bool:
        """Whether what is shown of a node may depend on `me`."""
        found = self._known.get(id(node))
        if found is None:
            found = self._known[id(node)] = node, self._mentions(node)
        return found[1]

    def _mentions(self, node: Any) -> bool:
        if type(node) in TRAITS:
            return bool(self._trees.bits_of(node))
        if isinstance(node, tuple | list):
            return any(map(self._mentions, node))
        if isinstance(node, Mapping):
            return any(map(self._mentions, node.values()))
        if not is_dataclass(node) or isinstance(node, Type):
            return False  # a name, a number
        return any(self._mentions(getattr(node, each.name)) for each in fields(node))


# Expressions of looks, worked out on what a seat knows (`engine.observation`): what depends on something unknown is
# unknown.


class SeatAccess(AccessPolicy):
    """Reads what a seat knows, where values and pieces may be None. Raises `UnknownValueError` there, and where something has no meaning."""

    def value(self, _field: Field, at: Value) -> Value:
        """See `AccessPolicy.value`."""

        def read(s: MaskedState, env: Env) -> int:
            value = s.v[at(s, env)]
            if value is None:
                raise UnknownValueError
            return value

        return read

    def value_there(self, _field: Field, address: int) -> Value:
        """See `AccessPolicy.value_there`."""

        def read(s: MaskedState, _env: Env) -> int:
            value = s.v[address]
            if value is None:
                raise UnknownValueError
            return value

        return read

    def piece_at(self, _zone: Zone, slot: Value, place: Value) -> Value:
        """See `AccessPolicy.piece_at`: in a hand, what is known has no place."""

        def piece(s: MaskedState, env: Env) -> int:
            where, number = slot(s, env), place(s, env)
            pieces = s.z[where]
            if not 0 <= number < len(pieces):
                return -1
            found = None if where in s.loose else pieces[number]
            if found is None:
                raise UnknownValueError
            return found

        return piece

    def pieces(self, _zone: Zone, slot: Value) -> Members:
        """See `AccessPolicy.pieces`: all of them must be known."""

        def pieces(s: MaskedState, env: Env) -> Sequence[int]:
            found = s.z[slot(s, env)]
            if None in found:
                raise UnknownValueError
            return found  # type: ignore[return-value]

        return pieces

    def lies_in(self, _zone: Zone, slot: Value, piece: Value) -> Value:
        """See `AccessPolicy.lies_in`: of a known piece that can be known where the rest is not."""

        def lies(s: MaskedState, env: Env) -> int:
            which, pieces = piece(s, env), s.z[slot(s, env)]
            if which in pieces:
                return 1
            if None in pieces:
                raise UnknownValueError
            return 0

        return lies

    def before_field(self, field: Field) -> Effect | None:
        """See `AccessPolicy.before_field`."""

        def check(s: MaskedState, _env: Env) -> None:
            if None in s.v[field.offset : field.offset + field.size]:
                raise UnknownValueError

        return check

    def before_own(self, _evaluator: Evaluator) -> Callable[[Any, Env, int, int], None]:
        """See `AccessPolicy.before_own`: whether something can be paid is for who may pay it."""
        return _unknown

    def hook(self, _called: Value) -> Value:
        """See `AccessPolicy.hook`: hooks look at states, and there is none."""
        return _unknown

    def definition(self, define: Define, worked_out: Definition) -> Definition:
        """See `AccessPolicy.definition`: worked out once for a position, since a scene asks for many of them again and again."""
        name, work = define.name, self._once(worked_out) if is_position_independent(define) else worked_out

        def work_out(s: MaskedState, env: Env) -> int:
            key = (name, *env.values())
            found = s.made.get(key)
            if found is None:
                found = work(s, env) if s.notes is None else s.notes.once(key, lambda: work(s, env))
                s.made[key] = found
            elif s.notes is not None:
                s.notes.again(key)
            return found

        return work_out

    def trial(self, tried: Value) -> Value:
        """See `AccessPolicy.trial`: what is kept holds for the position as it is."""

        def apart(s: MaskedState, env: Env) -> int:
            made, notes = s.made, s.notes
            s.made, s.notes = {}, None
            try:
                return tried(s, env)  # type: ignore[no-any-return]
            finally:
                s.made, s.notes = made, notes

        return apart

    def before_statement(self, evaluator: Evaluator, node: t.Statement) -> Effect | None:
        """See `AccessPolicy.before_statement`: in a trial, what is put into order must be known."""
        match node:
            case t.Sort():
                slot = evaluator.zone(node.zone)
                return lambda s, env: _unknown() if None in s.z[slot(s, env)] else None
            case t.Roll() | t.Shuffle() | t.Show() | t.EndGame() | t.Enqueue() | t.Hooked():
                return _unknown
            case _:
                return None

    def _once(self, worked_out: Definition) -> Definition:
        """The same where it is the same in every position: worked out once, and charged each time as if it were worked out."""
        known: dict[tuple[int, ...], tuple[int, int]] = {}

        def once(s: MaskedState, env: Env) -> int:
            key = (*env.values(),)
            value = self.again(s, known, key)
            if value is None:
                before = s.steps
                value = worked_out(s, env)
                if len(known) < MOST_KEPT:
                    known[key] = value, s.steps - before
            return value

        return once

    def beyond(self, _s: Any) -> None:
        """See `AccessPolicy.beyond`."""
        raise UnknownValueError

    def broken(self, reason: str, what: str = "", **values: object) -> Exception:
        """See `AccessPolicy.broken`: what has no meaning is not known."""
        _ = reason, what, values
        return UnknownValueError()


def _unknown(*_: object) -> NoReturn:
    raise UnknownValueError


class SeenPiecesWriter(StateWriter):
    """Moves pieces in trials, as far as it is known where they lie; who knows them is not told, and so not kept."""

    def move(self, s: Any, kind: str, piece: int, zone: int) -> None:
        """See `StateWriter.move`."""
        mine = [slot for slot, (each, _, _) in enumerate(self._lists) if each.kind == kind and slot < len(s.z)]
        source = next((slot for slot in mine if piece in s.z[slot]), None)
        if source is None:
            raise UnknownValueError
        s.z[source].remove(piece)
        s.z[zone].append(piece)
        s.v[self.vocabulary.fields[f"{kind}.at"].offset + piece] = zone

    def forget(self, s: Any, kind: str, zone: int) -> None:
        """See `StateWriter.forget`."""

    @cached_property
    def _lists(self) -> list[tuple[Zone, int, int]]:
        return all_lists(self.vocabulary)


class LookExpressions:
    """The expressions of a game's looks, ready to be worked out.

    Attributes:
        evaluator: works them out.
        whose: which of them depend on who looks.
    """

    def __init__(self, program: Program) -> None:
        self.evaluator = make_evaluator(program, access=SeatAccess())
        self.evaluator.effects = SeenPiecesWriter(program.vocabulary)
        self.whose = ViewerDependence(program)
        self._sieves: dict[int, tuple[LinkedLoop, MemberFilter | None]] = {}
        self._passing: dict[int, tuple[LinkedLoop, int]] = {}

    def member_filter(self, through: LinkedLoop) -> MemberFilter | None:
        """What keeps the members for which the condition holds, if that is the same in every position."""
        found = self._sieves.get(id(through))
        if found is None:
            found = self._sieves[id(through)] = through, member_filter(through)
        return found[1]

    def passing_steps(self, through: LinkedLoop) -> int:
        """The steps that one takes which the condition leaves out."""
        found = self._passing.get(id(through))
        if found is None:
            found = self._passing[id(through)] = through, through.passing_steps()
        return found[1]


@memoized
def expressions_of(game: Game) -> LookExpressions:
    """The expressions of a game's looks, worked out on what a seat knows."""
    return LookExpressions(game.program)


# How far a viewer can follow pieces that it does not know: up to a shuffle, or to a move of which it is not told what
# was moved.
#
# It is made of the story as the viewer is told it, and of nothing else, so it tells nothing that the viewer does not
# know.

Ends = tuple[tuple[int, int], ...]
"""From which place on a viewer lost sight of what lies in a list, and at which event: both rise."""


@dataclass(frozen=True, slots=True)
class PieceTracker:
    """What a viewer lost sight of; it never changes, so whoever takes moves back goes on from an earlier one.

    Attributes:
        events: how often it lost sight of anything.
        ends: by list of pieces, from which place on.
    """

    events: int = 0
    ends: Mapping[int, Ends] = field(default_factory=dict)

    def after(self, story: Story) -> PieceTracker:
        """What it has lost sight of after a stretch of the game, told to it. Stretches follow each other without a gap."""
        events, ends = self.events, dict(self.ends)
        for _, part in story.events:
            lost = _lost(part)
            if lost is not None:
                slot, place = lost
                events += 1
                ends[slot] = (*(end for end in ends.get(slot, ()) if end[0] < place), (place, events))
        return PieceTracker(events, ends)

    def event(self, slot: int, place: int) -> int:
        """At which event the viewer lost sight of what lay at a place of a list before; 0 for never."""
        ends = self.ends.get(slot, ())
        found = bisect_right(ends, place, key=lambda end: end[0])
        return ends[found - 1][1] if found else 0


def _lost(part: AnyPart) -> tuple[int, int] | None:
    """The list in which a viewer loses sight of pieces, and from which place on: all of it where it is not told from where one went."""
    if isinstance(part, PieceMoved) and part.source >= 0:
        return part.source, max(part.place, 0)
    if isinstance(part, ListReordered):
        return part.zone, 0
    if isinstance(part, PieceShown) and part.piece >= 0 and part.place < 0 and part.zone >= 0 and not part.fact:
        return part.zone, 0  # one of a hand is known now: it may have been any of them
    return None
