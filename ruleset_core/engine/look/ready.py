"""Expressions of looks made ready: each becomes a function once, since a scene works out thousands of them.

What such a function comes to is what `Knowing` says: the same value, unknown where that is unknown or has no meaning, after the
same number of steps. What is rare is left to it. A test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from ruleset_core.engine.look.fixed import Sieve, sieve_of
from ruleset_core.engine.look.knowing import Knowing
from ruleset_core.engine.look.meant import Candidates, candidates
from ruleset_core.engine.look.ready_loops import members
from ruleset_core.engine.look.ready_nodes import MAKERS
from ruleset_core.engine.look.ready_work import Work, address
from ruleset_core.engine.look.seen import Seen, Unseen
from ruleset_core.engine.look.whose import Whose
from ruleset_core.lang import tree as t

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.look.nodes import Through
    from ruleset_core.lang.program import Program

Meaning: TypeAlias = "tuple[Work, list[tuple[bool, Work, Work]]]"
"""What a definition is worth, and what changes it: whether it adds, when, and what."""


class Ready:
    """Functions for the expressions of a game, made when they are wanted first.

    Attributes:
        knowing: the interpreter that says what they mean.
        whose: which of them depend on who looks.
        steps: what is charged for what.
        works: the functions made so far, by the ids of their expressions, which are kept with them so that these stay their own.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self.knowing = Knowing(program)
        self.whose = Whose(program)
        self.vocabulary = program.vocabulary
        self.steps = program.steps
        self.works: dict[int, tuple[t.Expr, Work]] = {}
        self._selections: dict[int, tuple[t.Selection, Callable[[Seen, Any], Sequence[int]]]] = {}
        self._zones: dict[int, tuple[t.ZoneRef, Work]] = {}
        self._sieves: dict[int, tuple[Through, Sieve | None]] = {}
        self._meanings: dict[str, Meaning] = {}

    @cached_property
    def candidates(self) -> dict[str, list[Candidates]]:
        """What questions about what pieces show can mean."""
        return candidates(self._program)

    def of(self, node: t.Expr) -> Work:
        """What works out an expression."""
        found = self.works.get(id(node))
        if found is None:
            make = MAKERS.get(type(node))
            found = self.works[id(node)] = node, self.left(node) if make is None else make(self, node)
        return found[1]

    def left(self, node: t.Expr) -> Work:
        """An expression left to the interpreter."""
        value = self.knowing.value
        return lambda s, env: value(node, s, env)

    def members(self, selection: t.Selection) -> Callable[[Seen, Any], Sequence[int]]:
        """What finds the values of a selection, if all of them are known."""
        found = self._selections.get(id(selection))
        if found is None:
            found = self._selections[id(selection)] = selection, members(self, selection)
        return found[1]

    def zone(self, ref: t.ZoneRef) -> Work:
        """What finds which list of pieces is meant."""
        found = self._zones.get(id(ref))
        if found is None:
            zone, v = ref.zone, self.vocabulary
            work = address(
                self, zone.slot, (v.shared_zones, v.seat_zones), ref.seat, ref.index, zone.index, zone.strides
            )
            found = self._zones[id(ref)] = ref, work
        return found[1]

    def sieve(self, through: Through) -> Sieve | None:
        """What keeps the members for which the condition holds, if that is the same in every position."""
        found = self._sieves.get(id(through))
        if found is None:
            found = self._sieves[id(through)] = through, sieve_of(through)
        return found[1]

    def meaning(self, define: Define) -> Meaning:
        """What a definition is worth, and what changes it: first what sets it, then what adds to it."""
        found = self._meanings.get(define.name)
        if found is None:
            changes = sorted(define.modifiers, key=lambda change: change.how != "set")
            made = [(change.how == "add", self.of(change.where), self.of(change.value)) for change in changes]
            found = self._meanings[define.name] = self.of(define.value) if define.value is not None else _nothing, made
        return found


def _nothing(_s: Seen, _env: Any) -> int:
    raise Unseen
