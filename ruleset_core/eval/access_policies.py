"""Access policies: how the evaluator reads a state. The real state, constants alone, or lookahead as far as a seat knows.

The same expression is worked out for several purposes, which differ in what may be read. In Sheaves, seat 0 looking ahead:

    expression                       AccessPolicy    LookaheadAccess, seat 0        ConstantAccess
    c.rank + 2, with c = 3           6               6                              6
    count c in hand                  8               8                              raises: it has no state
    bid                              0               0                              raises
    sum c in seat_1.hand of c.rank   a number        raises `UnknownOutcome`        raises

`AccessPolicy` plays, `LookaheadAccess` tells what an option certainly brings, `ConstantAccess` folds constants when a game is
compiled, and `view.look.seat_access` evaluates looks on what a seat knows. An evaluator has one policy, and its closures are
built with it, so that playing pays nothing for the others.

`WatchedList` notes what an evaluation read of a state, so that its result is known to be the same as long as that is.

The row `points` of the score of Pig, for seat 0, over three moves:

    worked out        it read the value at 3, which was 16
    seat 1 rolls      v[3] is 16 still: the row is what it was
    seat 0 holds      v[3] is 21: the row is worked out anew
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ruleset_core.analysis.secrecy import SecrecyAnalysis
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.lang import program as p
from ruleset_core.lang import runtime
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.visibility import ALL, mask_of

if TYPE_CHECKING:
    from ruleset_core.eval.closures import Definition, Effect, Ends, Env, Members, Value
    from ruleset_core.eval.evaluator import Evaluator
    from ruleset_core.lang.program import Definition as Define
    from ruleset_core.lang.runtime import StateMemory
    from ruleset_core.lang.vocabulary import Field, Zone


# How the evaluator reads a state. This is what differs between its uses; what a node means does not.
#
# `AccessPolicy` reads the real state. Others read what one seat knows (`view.look.seat_access`), or look ahead for a seat and
# stop at what it does not know (`LookaheadAccess`). Most methods are asked once, when a closure is built, and give the
# closure that reads.


class AccessPolicy:
    """The real state, all of which is known.

    Attributes:
        counts: whether loops and definitions are charged for.
    """

    counts = True

    # -- values and pieces ----------------------------------------------------------------------------------------

    def value(self, _field: Field, at: Value) -> Value:
        """What reads the value of a field that lies at a place."""
        return lambda s, env: s.v[at(s, env)]

    def value_there(self, _field: Field, address: int) -> Value:
        """The same where the place is known when the game is linked."""
        return lambda s, _env: s.v[address]

    def piece_at(self, _zone: Zone, slot: Value, place: Value) -> Value:
        """What reads the piece at a place of a list; -1 beyond its ends."""

        def piece(s: StateMemory, env: Env) -> int:
            pieces, number = s.z[slot(s, env)], place(s, env)
            return pieces[number] if 0 <= number < len(pieces) else -1

        return piece

    def pieces(self, _zone: Zone, slot: Value) -> Members:
        """What reads all pieces of a list."""
        return lambda s, env: s.z[slot(s, env)]

    def lies_in(self, _zone: Zone, slot: Value, piece: Value) -> Value:
        """What reads whether a piece lies in a list."""
        return lambda s, env: 1 if piece(s, env) in s.z[slot(s, env)] else 0

    def size(self, _zones: Sequence[Zone], slots: Sequence[Value]) -> Value:
        """What reads how many pieces lie in lists, each list counted once."""
        if len(slots) == 1:
            (slot,) = slots
            return lambda s, env: len(s.z[slot(s, env)])
        return lambda s, env: sum(len(s.z[at]) for at in {slot(s, env) for slot in slots})

    # -- what is looked at before something is read or done -------------------------------------------------------

    def before_field(self, field: Field) -> Effect | None:
        """What is run before all values of a field are read at once; None for nothing."""
        _ = field
        return None

    def before_own(self, evaluator: Evaluator) -> Callable[[StateMemory, Env, int, int], None] | None:
        """What is run, given the acting seat and a resource, before the amount of it is read or changed; None for nothing."""
        _ = evaluator
        return None

    def before_statement(self, evaluator: Evaluator, node: t.Statement) -> Effect | None:
        """What is run before a statement; None for nothing."""
        _ = evaluator, node
        return None

    # -- what has a name ------------------------------------------------------------------------------------------

    def hook(self, called: Value) -> Value:
        """A query of the game's plugin, given what calls it."""
        return called

    def definition(self, _define: Define, worked_out: Definition) -> Definition:
        """A definition, given what works it out."""
        return worked_out

    def question(self, asked: Ends) -> Ends:
        """A question, given what works out its answers and puts it."""
        return asked

    def trial(self, tried: Value) -> Value:
        """A trial, given what does it on a copy of the state, and drops that."""
        return tried

    def again(self, s: Any, kept: dict[Any, tuple[int, int]], key: tuple[Any, ...]) -> int | None:
        """What was kept with the steps that it took; they are charged again, as if it were worked out. None if nothing was."""
        if key not in kept:
            return None
        value, steps = kept[key]
        s.steps += steps
        if s.steps > runtime.BRIEF_STEPS:
            self.beyond(s)
        return value

    # -- what cannot go on ----------------------------------------------------------------------------------------

    def beyond(self, s: StateMemory) -> None:
        """More steps were counted than `runtime.BRIEF_STEPS` or `runtime.STEPS`: whether it gives up."""
        if s.steps > runtime.STEPS:
            raise BrokenRule("steps")

    def broken(self, reason: str, what: str = "", **values: object) -> Exception:
        """What is raised where something has no meaning; see `eval.evaluation_errors.BrokenRule`."""
        return BrokenRule(reason, what, **values)


class LongDecision(Exception):
    """A decision takes more than `runtime.BRIEF_STEPS`: the core takes it, if there is one."""


class BriefAccess(AccessPolicy):
    """Plays while a game has no core yet. Raises `LongDecision` for what the core should take."""

    def beyond(self, s: StateMemory) -> None:
        """See `AccessPolicy.beyond`."""
        super().beyond(s)
        raise LongDecision


# Working out beforehand what is the same in every position: there is no state to read, and no steps are counted.


class NoConstantError(Exception):
    """The value asked for does not exist: looking for it breaks a rule."""


class ConstantAccess(AccessPolicy):
    """For expressions over facts and locals alone, which are run without a state. Raises `NoConstantError` where one has no meaning."""

    counts = False

    def beyond(self, s: StateMemory) -> None:
        """See `AccessPolicy.beyond`: whoever folds says how much work is worth it."""

    def broken(self, reason: str, what: str = "", **values: object) -> Exception:
        """See `AccessPolicy.broken`."""
        _ = reason, what, values
        return NoConstantError()


# Looking ahead for a seat: the evaluator goes on as long as everything it looks at is known to that seat.
#
# Hidden things are not looked at but for where they lie, so this may be run on the real state: nothing that is hidden
# changes what is told.

Unknown = Literal["chance", "hidden", "others"]
"""What keeps a seat from looking further ahead: chance, what is hidden from it, or that others are to act who may know more.

`others` stands too where it would take too many steps: no reason is told.
"""


class UnknownOutcome(Exception):
    """From here on it depends on something that the seat who looks ahead does not know."""

    def __init__(self, why: Unknown) -> None:
        super().__init__(why)
        self.why: Unknown = why


class LookaheadAccess(AccessPolicy):
    """Reads what a seat may know of the real state. Raises `UnknownOutcome` at anything else, and at chance.

    Attributes:
        seat: who looks ahead; set before each run.
    """

    def __init__(self, program: p.Program) -> None:
        super().__init__()
        self.seat = -1
        self._program = program
        self._mask = mask_of(program.vocabulary)
        self._once: dict[tuple[object, ...], tuple[int, int]] | None = None

    # -- values and pieces ----------------------------------------------------------------------------------------

    def value(self, field: Field, at: Value) -> Value:
        """See `AccessPolicy.value`."""
        if field.remembers:
            return super().value(field, at)
        mask = self._mask

        def read(s: StateMemory, env: Env) -> int:
            address = at(s, env)
            choosing = s.sim is not None and not field.hidden and self._is_choosing(s, mask.place(address)[1])
            if choosing or not mask.reading(s, address).to(self.seat):
                raise self._unknown(env)
            return s.v[address]

        return read

    def value_there(self, _field: Field, address: int) -> Value:
        """See `AccessPolicy.value_there`."""
        return self.value(_field, lambda _s, _env: address)

    def piece_at(self, zone: Zone, slot: Value, place: Value) -> Value:
        """See `AccessPolicy.piece_at`: nothing beyond the end of a list, and what the seat knows there."""

        def piece(s: StateMemory, env: Env) -> int:
            where, number = slot(s, env), place(s, env)
            if not self._sees_list(s, where) and not self._is_known(s, zone, where, number):
                raise self._unknown(env)
            pieces = s.z[where]
            return pieces[number] if 0 <= number < len(pieces) else -1

        return piece

    def pieces(self, zone: Zone, slot: Value) -> Members:
        """See `AccessPolicy.pieces`."""

        def pieces(s: StateMemory, env: Env) -> Sequence[int]:
            where = slot(s, env)
            found = s.z[where]
            sees = self._sees_list(s, where)
            if not sees and not all(self._is_known(s, zone, where, place) for place in range(max(1, len(found)))):
                raise self._unknown(env)
            return found

        return pieces

    def lies_in(self, zone: Zone, slot: Value, piece: Value) -> Value:
        """See `AccessPolicy.lies_in`: only where all that lies there is known."""
        pieces = self.pieces(zone, slot)

        def lies(s: StateMemory, env: Env) -> int:
            which = piece(s, env)
            return 1 if which in pieces(s, env) else 0

        return lies

    def size(self, zones: Sequence[Zone], slots: Sequence[Value]) -> Value:
        """See `AccessPolicy.size`: how many lie there is known to all, but not while others choose at the same time."""
        _ = zones

        def size(s: StateMemory, env: Env) -> int:
            found = {slot(s, env) for slot in slots}
            if any(self._is_choosing(s, self._owner(slot)) for slot in found):
                raise self._unknown(env)
            return sum(len(s.z[slot]) for slot in found)

        return size

    # -- what is looked at before something is read or done -------------------------------------------------------

    def before_field(self, field: Field) -> Effect | None:
        """See `AccessPolicy.before_field`: all see walls, or it is not known what they enclose."""
        return None if self._mask.values[field.offset].sight == ALL else self._stop

    def before_own(self, evaluator: Evaluator) -> Callable[[StateMemory, Env, int, int], None] | None:
        """See `AccessPolicy.before_own`."""
        v, mask = evaluator.vocabulary, self._mask
        held = v.fields["held"].offset

        def own(s: StateMemory, env: Env, me: int, resource: int) -> None:
            if not mask.values[v.fields_of(me) + held + resource].to(self.seat) or self._is_choosing(s, me):
                raise self._unknown(env)

        return own

    def before_statement(self, evaluator: Evaluator, node: t.Statement) -> Effect | None:
        """See `AccessPolicy.before_statement`: chance, and what is done with things that are not known."""
        match node:
            case t.Roll() | t.Shuffle():
                return lambda _s, _env: _raise("chance")
            case t.Simultaneous(on=False):
                # from here on counts what they chose, which the last one to choose does not know either
                return lambda s, _env: _raise("others") if s.n > 1 else None
            case t.Sort():
                slot = evaluator.zone(node.zone)  # whether anything changes its place is not known
                return lambda s, env: None if self._sees_list(s, slot(s, env)) else self._stop(s, env)
            case t.Hooked():  # what it looks at, and whether it draws, is not known
                return lambda _s, _env: _raise("hidden" if self._hides else "chance")
            case _:
                return None

    # -- what has a name ------------------------------------------------------------------------------------------

    def hook(self, called: Value) -> Value:
        """See `AccessPolicy.hook`: what it looks at is not known, so there must be nothing that the seat may not know."""

        def call(s: StateMemory, env: Env) -> int:
            if self._hides or s.sim is not None:
                raise self._unknown(env)
            return called(s, env)  # type: ignore[no-any-return]

        return call

    def definition(self, define: Define, worked_out: Definition) -> Definition:
        """See `AccessPolicy.definition`: worked out once where many options of a question ask for it."""
        name = define.name

        def once(s: StateMemory, env: Env) -> int:
            if self._once is None:
                return worked_out(s, env)
            key = (name, *env.values())
            value = self.again(s, self._once, key)
            if value is None:
                before = s.steps
                value = worked_out(s, env)
                self._once[key] = (value, s.steps - before)
            return value

        return once

    def question(self, asked: Ends) -> Ends:
        """See `AccessPolicy.question`: nothing changes while it is worked out what is offered."""

        def once(s: StateMemory, env: Env) -> bool:
            self._once = {}
            try:
                return asked(s, env)
            finally:
                self._once = None

        return once

    def trial(self, tried: Value) -> Value:
        """See `AccessPolicy.trial`: what is kept holds for the state as it is."""

        def apart(s: StateMemory, env: Env) -> int:
            kept, self._once = self._once, None
            try:
                return tried(s, env)  # type: ignore[no-any-return]
            finally:
                self._once = kept

        return apart

    def beyond(self, s: StateMemory) -> None:
        """Looking further ahead takes too many steps: no more is told."""
        _ = s
        raise UnknownOutcome("others")

    # -- what the seat knows --------------------------------------------------------------------------------------

    def _stop(self, _s: StateMemory, env: Env) -> None:
        raise self._unknown(env)

    def _unknown(self, env: Env) -> UnknownOutcome:
        return UnknownOutcome("hidden" if env.get("me", self.seat) in {-1, self.seat} else "others")

    @cached_property
    def _hides(self) -> bool:
        return SecrecyAnalysis(self._program, own=False).anything()

    def _owner(self, slot: int) -> int:
        """Whose list of pieces it is; -1 for a shared one."""
        seat = self._mask.lists[slot].seat
        return -1 if seat is None else seat

    def _sees_list(self, s: StateMemory, slot: int) -> bool:
        return self._mask.lists[slot].whole.to(self.seat) and not self._is_choosing(s, self._owner(slot))

    def _is_known(self, s: StateMemory, zone: Zone, slot: int, place: int) -> bool:
        """Whether what lies at a place of a hidden list is known: nothing beyond its end, and what the seat knows there.

        What lies where in the hand of somebody else is not known, whatever is in it.
        """
        if self._is_choosing(s, self._owner(slot)):
            return False
        size = len(s.z[slot])
        if not 0 <= place < size:
            return True
        hand = self._mask.lists[slot].hand
        return not hand and self._mask.piece(s, zone.kind, s.z[slot][place]).to(self.seat)

    def _is_choosing(self, s: StateMemory, seat: int) -> bool:
        """Whether something is of another seat while all choose at the same time: what it has now is not known."""
        return s.sim is not None and seat not in {-1, self.seat}


def _raise(why: Unknown) -> None:
    raise UnknownOutcome(why)


class ReadNotes(Protocol):
    """Who is told what is read."""

    @property
    def add(self) -> Callable[[Any], None]:
        """Notes the place of a value, or of a list of pieces as `~place`."""


class WatchedList(list[Any]):
    """Values or lists of pieces, of which it is noted which are read."""

    __slots__ = ("_notes", "_values")

    def __init__(self, given: Iterable[Any], notes: ReadNotes, *, values: bool) -> None:
        super().__init__(given)
        self._notes, self._values = notes, values

    def __getitem__(self, at: Any) -> Any:
        """What lies at a place; it is noted that somebody looked."""
        if at.__class__ is int and at >= 0:
            self._notes.add(at if self._values else ~at)
        else:
            self._note(range(len(self))[at] if isinstance(at, slice) else (range(len(self))[at],))
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[Any]:
        """All of it."""
        self._note(range(len(self)))
        return super().__iter__()

    def __contains__(self, given: object) -> bool:
        """Whether something is among all of it."""
        self._note(range(len(self)))
        return super().__contains__(given)

    def _note(self, places: Iterable[int]) -> None:
        for place in places:
            self._notes.add(place if self._values else ~place)


class ReadValues:
    """What was read, and what it was."""

    __slots__ = ("_lay", "_lists", "_values", "_was")

    def __init__(self, noted: Iterable[Any], values: Sequence[Any], lists: Sequence[Any]) -> None:
        places = [each for each in noted if each.__class__ is int]
        self._values, self._lists = (
            itemgetter(*each) if each else _nothing
            for each in ([each for each in places if each >= 0], [~each for each in places if each < 0])
        )
        self._was, self._lay = self._values(values), self._lists(lists)

    def stand(self, values: Sequence[Any], lists: Sequence[Any]) -> bool:
        """Whether all of it is so in these values and lists of pieces."""
        return bool(self._values(values) == self._was and self._lists(lists) == self._lay)


def _nothing(_: Sequence[Any]) -> None:
    """Of these nothing was read."""
