"""Proves a whole game: every procedure, amount, condition and row of the score, each under what guards it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.program import Program, Score
from ruleset_core.lang.prove.changes import Changes
from ruleset_core.lang.prove.effects import EffectProof
from ruleset_core.lang.prove.entries import Entries
from ruleset_core.lang.prove.facts import Facts
from ruleset_core.lang.prove.known import NOTHING_KNOWN, Known
from ruleset_core.lang.prove.marks import Doubt, Marks
from ruleset_core.lang.prove.values import ExprProof
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import Define
from ruleset_core.lang.walk import parts


class Proof:
    """Looks at everything that a game can do. `doubts` are kept by the name of what they stand in."""

    def __init__(self, program: Program, order: Iterable[str]) -> None:
        """`order`: names of everything, what leads to something before what it leads to (those of defines with `value`)."""
        self.program = program
        self.v = program.vocabulary
        self.order = order
        self.marks = Marks()
        self.facts = Facts(Changes(program))
        self.entries = Entries(self.facts)
        self.exprs = ExprProof(self.facts, self.marks, self.entries, seats_in_game=seats_in_game(program))
        self.effects = EffectProof(program, self.exprs)
        self.doubts: list[tuple[str, str, list[Doubt]]] = []

    def run(self) -> None:
        """Look at everything, then set the flags."""
        self._begin()
        self._end()
        for name in self.order:
            known = self.entries.known.get(name)
            if known is not None:
                self._one(name, known)
        self.marks.write()

    def _begin(self) -> None:
        """What begins by itself, or whenever something happens that no effect names."""
        self.entries.anything("flow")
        for event, listeners in self.v.listeners.items():
            if event in OF_AMOUNTS or " " in event:
                self.entries.anything(f"event {event}")
            for each in listeners:
                if each.queued:
                    self.entries.anything(each.procedure)
        for resource in self.v.resources:
            if resource.overflow:
                self.entries.anything(resource.overflow)

    def _one(self, name: str, known: Known) -> None:
        kind, _, plain = name.partition(" ")
        if kind == "value":
            self._define(self.v.defines[plain], known)
        elif kind == "event" and name not in self.program.procedures:
            self._event(plain, known)
        elif name in self.program.procedures:
            with self._within("procedure", name):
                self.effects.run(self.program.procedures[name].body, known)

    @contextmanager
    def _within(self, kind: str, name: str, origin: Origin | None = None) -> Iterator[None]:
        """What is doubtful from here on stands in this declaration."""
        before = len(self.marks.doubts)
        self.marks.here = origin
        yield
        self.marks.passed.clear()
        found = list(islice(self.marks.doubts.values(), before, None))
        if found:
            self.doubts.append((kind, name, found))

    def _event(self, name: str, known: Known) -> None:
        """Who hears of an event: each looks at its condition, then acts. What others did before it may have changed anything
        that they change; where the order is chosen, or the event is queued, others may act in between.
        """
        event = self.v.events[name]
        args = tuple(t.Local(kind, each) for each, kind in event.fields.items())
        heard = self.v.listeners.get(name, [])
        if len(heard) > 1:
            known = self.facts.without(known, self.facts.changes.led_to(f"event {name}"))
        for each in heard:
            with self._within("listener", each.procedure, each.origin):
                self.exprs.expr(each.condition, known)
            if not each.queued:
                then = self.facts.assume(each.condition, True, known)
                if then is not None:
                    then = self.facts.lasting(then) if event.orders(each) else then
                    self.entries.leads(each.procedure, event.fields, args, then)

    def _define(self, define: Define, known: Known) -> None:
        if define.value is not None:
            with self._within("define", define.name, define.origin):
                self.exprs.expr(define.value, known)
        for number, change in enumerate(define.modifiers):
            with self._within(f"modifier {define.name}", str(number), change.condition_origin):
                self.exprs.expr(change.where, known)
                self.marks.here = change.origin
                self.exprs.under(change.value, change.where, True, known)

    def _end(self) -> None:
        """What is looked at beside the effects."""
        for row in self.program.scores:
            with self._within("score", row.name, row.origin):
                self._score(row)
        for number, amount in enumerate(self.program.tie_breaks):
            with self._within("tie_breaks", str(number), self.program.tie_break_origins[number]):
                self.exprs.expr(amount, NOTHING_KNOWN)
        for each in self.program.achievements:
            with self._within("achievements", each.name, each.origin):
                self.exprs.expr(each.when, NOTHING_KNOWN)
        for event in self.v.events.values():
            if event.order is not None:
                with self._within("events", event.name, event.origin):
                    self.exprs.expr(event.order.in_play, NOTHING_KNOWN)
        for decision in self.v.decisions.values():
            with self._within("decisions", decision.name, decision.origin):
                for key in decision.keys:
                    self.exprs.expr(key, NOTHING_KNOWN)

    def _score(self, row: Score) -> None:
        known = NOTHING_KNOWN
        if row.items is not None:
            self.exprs.selection(row.items, known, gone_through=True)
            known = self.facts.through(row.items, "it", known)
        if row.where is not None:
            self.marks.here = row.condition_origin
            self.exprs.expr(row.where, known)
        self.marks.here = row.origin
        self.exprs.under(row.amount, row.where or t.TRUE, True, known)


OF_AMOUNTS = {"gain", "lose", "reach"}
"""Events that no effect names: they happen with gains and losses."""


def seats_in_game(program: Program) -> bool:
    """Whether no seat is kept or handed on that may not be in the game: seats beyond the fewest players are only looked at
    where they are named.
    """
    v = program.vocabulary
    kept: list[tuple[Type, Iterable[Any]]] = [(field.type, field.start) for field in v.fields.values()]
    kept += [(fact.type, fact.values) for domain in v.domains.values() for fact in domain.facts.values()]
    kept += [(option.type, (option.default,)) for option in v.options.values()]
    if any(_seat_beyond(kind, values, v.players[0]) for kind, values in kept):
        return False
    return v.seats_named <= v.players[0] or not any(map(_hands_on, _trees(program)))


def _seat_beyond(kind: Type, values: Iterable[Any], players: int) -> bool:
    """Whether a seat among some values may not be in the game."""
    if kind.element is not None:
        return any(_seat_beyond(kind.element, each, players) for each in values)
    return kind.domain == SEAT.domain and any(each >= players for each in values)


def _trees(program: Program) -> Iterator[Any]:
    v = program.vocabulary
    yield from (procedure.body for procedure in program.procedures.values())
    for define in v.defines.values():
        yield from (part for change in define.modifiers for part in (change.where, change.value))
        yield from () if define.value is None else (define.value,)


def _hands_on(tree: Any) -> bool:
    """Whether a seat that is named becomes a value of something else."""
    if isinstance(tree, t.Const):
        return tree.type.domain == SEAT.domain
    looked_at: tuple[Any, ...] = ()
    if isinstance(tree, (t.Load, t.ZoneRef, t.As)):
        looked_at = (tree.seat,)
    elif isinstance(tree, t.Op) and tree.name in {"==", "!="}:
        looked_at = tree.args
    elif isinstance(tree, t.Turns):
        looked_at = (tree.first,)
    named = [part for part in looked_at if isinstance(part, t.Const)]
    return any(_hands_on(part) for part in parts(tree) if part not in named)
