"""Looking ahead for a seat: the evaluator goes on as long as everything it looks at is known to that seat.

Hidden things are not looked at but for where they lie, so this may be run on the real state: nothing that is hidden changes
what is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from ruleset_core.lang import runtime
from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate.access import Access
from ruleset_core.lang.evaluate.visibility import Eyes
from ruleset_core.lang.secrets import Secrets

if TYPE_CHECKING:
    from ruleset_core.lang import program as p
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.evaluate.closures import Definition, Effect, Ends, Env, Members, Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory
    from ruleset_core.lang.vocabulary import Field, Zone

Unknown = Literal["chance", "hidden", "others"]
"""What keeps a seat from looking further ahead: chance, what is hidden from it, or that others are to act who may know more.

`others` stands too where it would take too many steps: no reason is told.
"""


class Unforeseen(Exception):
    """From here on it depends on something that the seat who looks ahead does not know."""

    def __init__(self, why: Unknown) -> None:
        super().__init__(why)
        self.why: Unknown = why


class Lookahead(Access):
    """Reads what a seat may know of the real state. Raises `Unforeseen` at anything else, and at chance.

    Attributes:
        seat: who looks ahead; set before each run.
    """

    def __init__(self, program: p.Program) -> None:
        super().__init__()
        self.seat = -1
        self._program = program
        self._eyes = Eyes(program)
        self._once: dict[tuple[object, ...], tuple[int, int]] | None = None

    # -- values and pieces ----------------------------------------------------------------------------------------

    def value(self, field: Field, at: Value) -> Value:
        """See `Access.value`."""
        if field.remembers:
            return super().value(field, at)
        eyes = self._eyes

        def known(s: Memory, env: Env) -> int:
            address = at(s, env)
            choosing = s.sim is not None and not field.hidden and self._is_choosing(s, eyes.place(address)[1])
            if choosing or not self._sees(eyes.of_reading(s, address)):
                raise self._unforeseen(env)
            return s.v[address]

        return known

    def value_there(self, _field: Field, address: int) -> Value:
        """See `Access.value_there`."""
        return self.value(_field, lambda _s, _env: address)

    def piece_at(self, zone: Zone, slot: Value, place: Value) -> Value:
        """See `Access.piece_at`: nothing beyond the end of a list, and what the seat knows there."""

        def piece(s: Memory, env: Env) -> int:
            where, number = slot(s, env), place(s, env)
            if not self._sees_list(s, where) and not self._is_known(s, zone, where, number):
                raise self._unforeseen(env)
            pieces = s.z[where]
            return pieces[number] if 0 <= number < len(pieces) else -1

        return piece

    def pieces(self, zone: Zone, slot: Value) -> Members:
        """See `Access.pieces`."""

        def pieces(s: Memory, env: Env) -> Sequence[int]:
            where = slot(s, env)
            found = s.z[where]
            sees = self._sees_list(s, where)
            if not sees and not all(self._is_known(s, zone, where, place) for place in range(max(1, len(found)))):
                raise self._unforeseen(env)
            return found

        return pieces

    def lies_in(self, zone: Zone, slot: Value, piece: Value) -> Value:
        """See `Access.lies_in`: only where all that lies there is known."""
        pieces = self.pieces(zone, slot)

        def lies(s: Memory, env: Env) -> int:
            which = piece(s, env)
            return 1 if which in pieces(s, env) else 0

        return lies

    def size(self, zones: Sequence[Zone], slots: Sequence[Value]) -> Value:
        """See `Access.size`: how many lie there is known to all, but not while others choose at the same time."""
        _ = zones

        def size(s: Memory, env: Env) -> int:
            found = {slot(s, env) for slot in slots}
            if any(self._is_choosing(s, self._eyes.owner_of_list(slot)) for slot in found):
                raise self._unforeseen(env)
            return sum(len(s.z[slot]) for slot in found)

        return size

    # -- what is looked at before something is read or done -------------------------------------------------------

    def before_field(self, field: Field) -> Effect | None:
        """See `Access.before_field`: all see walls, or it is not known what they enclose."""
        return None if field.visible == "all" else self._stop

    def before_own(self, evaluator: Evaluator) -> Callable[[Memory, Env, int, int], None] | None:
        """See `Access.before_own`."""
        resources = evaluator.vocabulary.resources

        def own(s: Memory, env: Env, me: int, resource: int) -> None:
            visible = resources[resource].visible
            if (visible != "all" and (visible != "owner" or me != self.seat)) or self._is_choosing(s, me):
                raise self._unforeseen(env)

        return own

    def before_statement(self, evaluator: Evaluator, node: t.Statement) -> Effect | None:
        """See `Access.before_statement`: chance, and what is done with things that are not known."""
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
        """See `Access.hook`: what it looks at is not known, so there must be nothing that the seat may not know."""

        def known(s: Memory, env: Env) -> int:
            if self._hides or s.sim is not None:
                raise self._unforeseen(env)
            return called(s, env)  # type: ignore[no-any-return]

        return known

    def definition(self, define: Define, worked_out: Definition) -> Definition:
        """See `Access.definition`: worked out once where many options of a question ask for it."""
        name = define.name

        def once(s: Memory, env: Env) -> int:
            if self._once is None:
                return worked_out(s, env)
            key = (name, *env.values())
            if key not in self._once:
                before = s.steps
                value = worked_out(s, env)
                self._once[key] = (value, s.steps - before)
                return value
            value, steps = self._once[key]
            self._charged(s, steps)
            return value

        return once

    def _charged(self, s: Memory, steps: int) -> None:
        s.steps += steps
        if s.steps > runtime.INTERPRETED:
            self.beyond(s)

    def question(self, asked: Ends) -> Ends:
        """See `Access.question`: nothing changes while it is worked out what is offered."""

        def once(s: Memory, env: Env) -> bool:
            self._once = {}
            try:
                return asked(s, env)
            finally:
                self._once = None

        return once

    def beyond(self, s: Memory) -> None:
        """Looking further ahead takes too many steps: no more is told."""
        _ = s
        raise Unforeseen("others")

    # -- what the seat knows --------------------------------------------------------------------------------------

    def _stop(self, _s: Memory, env: Env) -> None:
        raise self._unforeseen(env)

    def _unforeseen(self, env: Env) -> Unforeseen:
        return Unforeseen("hidden" if env.get("me", self.seat) in {-1, self.seat} else "others")

    @cached_property
    def _hides(self) -> bool:
        return Secrets(self._program, own=False).anything()

    def _sees(self, known: int) -> bool:
        return bool(known >> self.seat & 1)

    def _sees_list(self, s: Memory, slot: int) -> bool:
        return self._sees(self._eyes.of_list(s, slot)) and not self._is_choosing(s, self._eyes.owner_of_list(slot))

    def _is_known(self, s: Memory, zone: Zone, slot: int, place: int) -> bool:
        """Whether what lies at a place of a hidden list is known: nothing beyond its end, and what the seat knows there.

        What lies where in the hand of somebody else is not known, whatever is in it.
        """
        if self._is_choosing(s, self._eyes.owner_of_list(slot)):
            return False
        size = len(s.z[slot])
        if not 0 <= place < size:
            return True
        return self._eyes.sights[slot] <= 0 and self._sees(self._eyes.of_piece(s, zone.kind, s.z[slot][place]))

    def _is_choosing(self, s: Memory, seat: int) -> bool:
        """Whether something is of another seat while all choose at the same time: what it has now is not known."""
        return s.sim is not None and seat not in {-1, self.seat}


def _raise(why: Unknown) -> None:
    raise Unforeseen(why)
