"""Proves a whole game: every procedure, amount, condition and row of the score, each under what guards it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.definitions import Define
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.program import Program, Score
from ruleset_core.lang.prove.changes import Changes
from ruleset_core.lang.prove.effects import EffectProof
from ruleset_core.lang.prove.entries import Entries
from ruleset_core.lang.prove.facts import Facts
from ruleset_core.lang.prove.known import NOTHING_KNOWN, Known
from ruleset_core.lang.prove.marks import Marks
from ruleset_core.lang.prove.risks import Risks
from ruleset_core.lang.prove.values import ExprProof
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.walk import parts


class Proof:
    """Looks at everything that a game can do; what is doubtful is in `marks`."""

    def __init__(self, program: Program, order: Iterable[str]) -> None:
        """`order`: names of everything, what leads to something before what it leads to (those of defines with `value`)."""
        self.program = program
        self.v = program.vocabulary
        self.order = order
        self.marks = Marks()
        self.facts = Facts(Changes(program))
        self.entries = Entries(self.facts)
        there = seats_in_game(program)
        self.risks = Risks(program, self.marks, seats_in_game=there)
        self.facts.untrusted = self.risks.untrusted
        self.exprs = ExprProof(self.facts, self.marks, self.entries, self.risks, seats_in_game=there)
        self.effects = EffectProof(program, self.exprs)

    def run(self) -> None:
        """Look at everything, then set the flags."""
        self._begin()
        self._end()
        for name in self.order:
            known = self.entries.known.get(name)
            if known is not None and self.risks.named(name):
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
            self.marks.begin(None)
            self.effects.run(self.program.procedures[name].body, known)

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
            self.marks.begin(each.origin)
            then = self.exprs.holding(each.condition, True, known)
            if then is not None and not each.queued and self.risks.named(each.procedure):
                then = self.facts.lasting(then) if event.orders(each) else then
                self.entries.leads(each.procedure, event.fields, args, then)

    def _define(self, define: Define, known: Known) -> None:
        if define.value is not None:
            self._value(define.value, define.origin, known)
        if define.kind == "value":
            self._result(define, known)
        for change in define.modifiers:
            self.marks.begin(change.condition_origin)
            then = self.exprs.holding(change.where, True, known)
            if then is None:
                self.exprs.dead(change.value)
            else:
                self._value(change.value, change.origin, then)

    def _result(self, define: Define, known: Known) -> None:
        """What a definition comes to must be of its type, first as it is, then with all that changes it."""
        self.marks.begin(define.origin)
        if define.value is None or not self.exprs.wants(define, define.value, define.type, known):
            return
        for change in define.modifiers:
            then = self.facts.assume(change.where, True, known)
            self.marks.begin(change.origin)
            if change.how == "add" or then is None:
                continue
            if not self.exprs.wants(define, change.value, define.type, then):
                return
        params = [t.Local(kind, name) for name, kind in define.params.items()]
        whole = self.facts.results.unchecked(define, tuple(self.facts.values(each, known) for each in params))
        added = [change for change in define.modifiers if change.how == "add"]
        if added and self.v.finite(define.type) and whole.within(*self.facts.declared.of(define.type)) != whole:
            self.marks.begin(added[0].origin)
            self.marks.doubt(define, added[0].value, define.type, none=False)
        else:
            self.marks.safe(define)

    def _value(self, value: t.Expr, origin: Origin | None, known: Known = NOTHING_KNOWN) -> None:
        self.marks.begin(origin)
        self.exprs.expr(value, known)

    def _end(self) -> None:
        """What is looked at beside the effects."""
        for row in self.program.scores:
            self._score(row)
        for amount, origin in self.program.claims:
            self._value(amount, origin)
        for each in self.program.achievements:
            self._value(each.when, each.origin)
        for event in self.v.events.values():
            if event.order is not None:
                self._value(event.order.in_play, event.origin)
        for decision in self.v.decisions.values():
            for key in decision.keys:
                self._value(key, decision.origin)

    def _score(self, row: Score) -> None:
        known: Known | None = NOTHING_KNOWN
        self.marks.begin(row.condition_origin)
        if row.items is not None:
            self.exprs.selection(row.items, NOTHING_KNOWN, gone_through=True)
            known = self.exprs.offered(row.where, self.facts.through(row.items, "it", NOTHING_KNOWN))
        if known is None:
            self.exprs.dead(row.amount)
        else:
            self._value(row.amount, row.origin, known)


OF_AMOUNTS = {"gain", "lose", "reach"}
"""Events that no effect names: they happen with gains and losses."""


def seats_in_game(program: Program) -> bool:
    """Whether no seat is kept or handed on that may not be in the game: seats beyond the fewest players are only looked at
    where they are named.
    """
    v = program.vocabulary
    kept: list[tuple[Type, Iterable[Any]]] = [(field.type, field.start) for field in v.fields.values()]
    domains = [each for each in v.domains.values() if not each.pair]  # what is picked was gone through
    kept += [(fact.type, fact.values) for domain in domains for fact in domain.facts.values()]
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
    yield from (start.value for start in program.starts)
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
