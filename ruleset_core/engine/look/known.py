"""Expressions of looks, worked out on what a seat knows (`seen.Seen`): what depends on something unknown is unknown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from ruleset_core.engine.look.fixed import MOST_KEPT, Sieve, is_fixed, sieve_of
from ruleset_core.engine.look.meant import Candidates, candidates
from ruleset_core.engine.look.seen import Seen, Unseen
from ruleset_core.engine.look.whose import Whose
from ruleset_core.lang import runtime
from ruleset_core.lang.evaluate.access import Access
from ruleset_core.lang.evaluate.evaluator import Evaluator

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.evaluate.closures import Definition, Effect, Env, Members, Value
    from ruleset_core.lang.look.nodes import Through
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Field, Zone


class KnownToSeat(Access):
    """Reads what a seat knows, where values and pieces may be None. Raises `Unseen` there, and where something has no meaning."""

    def value(self, _field: Field, at: Value) -> Value:
        """See `Access.value`."""

        def known(s: Seen, env: Env) -> int:
            value = s.v[at(s, env)]
            if value is None:
                raise Unseen
            return value

        return known

    def value_there(self, _field: Field, address: int) -> Value:
        """See `Access.value_there`."""

        def known(s: Seen, _env: Env) -> int:
            value = s.v[address]
            if value is None:
                raise Unseen
            return value

        return known

    def piece_at(self, _zone: Zone, slot: Value, place: Value) -> Value:
        """See `Access.piece_at`: in a hand, what is known has no place."""

        def piece(s: Seen, env: Env) -> int:
            where, number = slot(s, env), place(s, env)
            pieces = s.z[where]
            if not 0 <= number < len(pieces):
                return -1
            found = None if where in s.loose else pieces[number]
            if found is None:
                raise Unseen
            return found

        return piece

    def pieces(self, _zone: Zone, slot: Value) -> Members:
        """See `Access.pieces`: all of them must be known."""

        def pieces(s: Seen, env: Env) -> Sequence[int]:
            found = s.z[slot(s, env)]
            if None in found:
                raise Unseen
            return found  # type: ignore[return-value]

        return pieces

    def lies_in(self, _zone: Zone, slot: Value, piece: Value) -> Value:
        """See `Access.lies_in`: of a known piece that can be known where the rest is not."""

        def lies(s: Seen, env: Env) -> int:
            which, pieces = piece(s, env), s.z[slot(s, env)]
            if which in pieces:
                return 1
            if None in pieces:
                raise Unseen
            return 0

        return lies

    def before_field(self, field: Field) -> Effect | None:
        """See `Access.before_field`."""

        def known(s: Seen, _env: Env) -> None:
            if None in s.v[field.offset : field.offset + field.size]:
                raise Unseen

        return known

    def before_own(self, _evaluator: Evaluator) -> Callable[[Any, Env, int, int], None]:
        """See `Access.before_own`: whether something can be paid is for who may pay it."""
        return _unknown

    def hook(self, _called: Value) -> Value:
        """See `Access.hook`: hooks look at states, and there is none."""
        return _unknown

    def definition(self, define: Define, worked_out: Definition) -> Definition:
        """See `Access.definition`: worked out once for a position, since a scene asks for many of them again and again."""
        name, work = define.name, self._once(worked_out) if is_fixed(define) else worked_out

        def known(s: Seen, env: Env) -> int:
            key = (name, *env.values())
            found = s.made.get(key)
            if found is None:
                found = work(s, env) if s.notes is None else s.notes.once(key, lambda: work(s, env))
                s.made[key] = found
            elif s.notes is not None:
                s.notes.again(key)
            return found

        return known

    def _once(self, worked_out: Definition) -> Definition:
        """The same where it is the same in every position: worked out once, and charged each time as if it were worked out."""
        known: dict[tuple[int, ...], tuple[int, int]] = {}

        def once(s: Seen, env: Env) -> int:
            key = (*env.values(),)
            if key in known:
                value, steps = known[key]
                s.steps += steps
                if s.steps > runtime.INTERPRETED:
                    raise Unseen
                return value
            before = s.steps
            value = worked_out(s, env)
            if len(known) < MOST_KEPT:
                known[key] = value, s.steps - before
            return value

        return once

    def beyond(self, _s: Any) -> None:
        """See `Access.beyond`."""
        raise Unseen

    def broken(self, reason: str, what: str = "", **values: object) -> Exception:
        """See `Access.broken`: what has no meaning is not known."""
        _ = reason, what, values
        return Unseen()


def _unknown(*_: object) -> NoReturn:
    raise Unseen


class Expressions:
    """The expressions of a game's looks, ready to be worked out.

    Attributes:
        evaluator: works them out.
        whose: which of them depend on who looks.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self.evaluator = Evaluator(program, access=KnownToSeat())
        self.whose = Whose(program)
        self._sieves: dict[int, tuple[Through, Sieve | None]] = {}

    @cached_property
    def candidates(self) -> dict[str, list[Candidates]]:
        """What questions about what pieces show can mean."""
        return candidates(self._program)

    def sieve(self, through: Through) -> Sieve | None:
        """What keeps the members for which the condition holds, if that is the same in every position."""
        found = self._sieves.get(id(through))
        if found is None:
            found = self._sieves[id(through)] = through, sieve_of(through)
        return found[1]
