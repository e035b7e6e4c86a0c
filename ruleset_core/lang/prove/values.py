"""Goes through expressions as they are worked out, and notes for each access whether it can fail there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.prove.entries import Entries
from ruleset_core.lang.prove.facts import Facts
from ruleset_core.lang.prove.known import Known
from ruleset_core.lang.prove.marks import Marks
from ruleset_core.lang.prove.risks import Risks
from ruleset_core.lang.types import RESOURCE, SEAT, Type
from ruleset_core.lang.walk import chain, everything

Cost = tuple[t.Expr, t.Expr]


class ExprProof:
    """Proves expressions."""

    def __init__(self, facts: Facts, marks: Marks, entries: Entries, risks: Risks, *, seats_in_game: bool) -> None:
        """`seats_in_game`: no seat is ever kept or handed on that may not be in the game."""
        self.facts = facts
        self.entries = entries
        self.risks = risks
        self.v = facts.v
        self.marks = marks
        self.seats_in_game = seats_in_game
        self._ways: dict[type, Callable[[Any, Known], None]] = {
            t.Load: self._load, t.FactOf: self._fact, t.ZoneAt: self._zone_at, t.Nth: self._nth, t.Op: self._operation,
            t.Contains: self._contains, t.Quantity: self._question, t.Apply: self._apply, t.CanPay: self._can,
            t.HookCall: self._hook,
        }  # fmt: skip

    def expr(self, node: t.Expr, known: Known) -> None:
        """Look at an expression where this much is known."""
        way = self._ways.get(type(node))
        if way is not None and self.risks.of(node):
            way(node, known)

    def offered(self, where: t.Expr | None, known: Known) -> Known | None:
        """Look at a condition of items; what is known of those for which it holds."""
        if where is None:
            return known
        self.marks.sometimes += 1
        found = self.holding(where, True, known)
        self.marks.sometimes -= 1
        return found

    def look(self, node: t.Expr, known: Known) -> Known:
        """Look at an expression that is always worked out; what is known behind it."""
        self.expr(node, known)
        return self.behind(known)

    def behind(self, known: Known) -> Known:
        """What is known behind what was looked at: it was not refused."""
        for of, allowed in self.marks.passed:
            known = self.facts.conditions.narrowed(of, allowed, known)
        self.marks.passed.clear()
        return known

    def dead(self, node: Any) -> None:
        """What is never reached is never refused."""
        for each in everything(node):
            if hasattr(each, "sure"):
                self.marks.safe(each)

    # -- what a value must be -----------------------------------------------------------------------------------

    def wants(self, node: Any, value: t.Expr, kind: Type, known: Known) -> bool:
        """Whether a value is certainly of a type; if not, that is noted of the node that needs it."""
        if kind.kind not in {"int", "bool", "member"} or not self.v.finite(kind):
            return True
        found, allowed = self.facts.values(value, known), self.facts.declared.of(kind)
        if kind.kind == "member" and not self.v.domains[kind.domain].size:
            self.marks.doubt(node, value, kind, none=True)
            return False
        if found.within(*allowed) == found:
            return True
        self.marks.doubt(node, value, kind, none=-1 in found and -1 not in allowed)
        self.marks.passes(value, allowed)
        return False

    def seat(self, node: Any, seat: t.Expr | None, known: Known) -> bool:
        """Whether a seat certainly is one of the game."""
        if seat is None:
            return True
        found = self.facts.values(seat, known)
        players = self.facts.values(t.Players(), known).low
        there = found.high < players or (self.seats_in_game and not isinstance(seat, t.Const))
        if found.low >= 0 and there:
            return True
        self.marks.doubt(node, seat, SEAT, none=found.low < 0)
        self.marks.passes(seat, self.facts.declared.of(SEAT))
        return False

    def places(self, node: Any, index: tuple[t.Expr, ...], kinds: tuple[Type, ...], known: Known) -> bool:
        """Whether all indices lie within a field or zone."""
        return all(self.wants(node, value, kind.sure(), known) for value, kind in zip(index, kinds, strict=True))

    def args(self, node: Any, args: tuple[t.Expr, ...], kinds: tuple[Type, ...], known: Known) -> None:
        """Arguments, each of the type of its parameter."""
        for arg in args:
            self.expr(arg, known)
        if all(self.wants(node, arg, kind, known) for arg, kind in zip(args, kinds, strict=False)):
            self.marks.safe(node)

    def costs(self, node: Any, costs: tuple[Cost, ...], known: Known) -> None:
        """Amounts of resources."""
        for amount, resource in costs:
            self.expr(amount, known)
            self.expr(resource, known)
        self.marks.sometimes += 1  # those behind one that cannot be paid are not looked at
        if all(self.wants(node, resource, RESOURCE, known) for _, resource in costs):
            self.marks.safe(node)
        self.marks.sometimes -= 1

    # -- expressions --------------------------------------------------------------------------------------------

    def _load(self, node: t.Load, known: Known) -> None:
        if node.seat is not None:
            self.expr(node.seat, known)
        for each in node.index:
            self.expr(each, known)
        if self.seat(node, node.seat, known) and self.places(node, node.index, node.field.index, known):
            self.marks.safe(node)

    def zone(self, node: t.ZoneRef, known: Known) -> None:
        """A list of pieces."""
        if node.seat is not None:
            self.expr(node.seat, known)
        for each in node.index:
            self.expr(each, known)
        if self.seat(node, node.seat, known) and self.places(node, node.index, node.zone.index, known):
            self.marks.safe(node)

    def _fact(self, node: t.FactOf, known: Known) -> None:
        self.expr(node.of, known)
        if self.wants(node, node.of, self.v.domains[node.fact.domain].type, known):
            self.marks.safe(node)
        if node.side is not None:
            self.expr(node.side, known)

    def _zone_at(self, node: t.ZoneAt, known: Known) -> None:
        self.zone(node.zone, known)
        self.expr(node.place, known)

    def _nth(self, node: t.Nth, known: Known) -> None:
        self.expr(node.of, known)
        self.expr(node.place, known)

    def _operation(self, node: t.Op, known: Known) -> None:
        if node.name in {"and", "or"}:
            self.holding(node, node.name == "and", known)
        elif node.name == "if":
            self.expr(node.args[0], known)
            self.under(node.args[1], node.args[0], True, known)
            self.under(node.args[2], node.args[0], False, known)
        else:
            for part in node.args:
                self.expr(part, known)

    def holding(self, node: t.Expr, holds: bool, known: Known) -> Known | None:
        """Look at a condition; what is known where it holds (or fails), None if it never does."""
        if not isinstance(node, t.Op) or node.name not in {"and", "or"} or not self.risks.of(node):
            self.expr(node, known)
            return self.facts.assume(node, holds, known)
        first, *rest = chain(node, node.name)
        there: Known | None = known
        self.expr(first, known)
        for before, part in zip((first, *rest), rest, strict=False):
            there = None if there is None else self.facts.assume(before, node.name == "and", there)
            self._sometimes(part, there)
        if (node.name == "and") == holds:
            return None if there is None else self.facts.assume((first, *rest)[-1], holds, there)
        return self.facts.assume(node, holds, known)

    def _sometimes(self, node: t.Expr, known: Known | None) -> None:
        """A part that is worked out only where this is known; None: never."""
        if known is None:
            self.dead(node)
            return
        self.marks.sometimes += 1
        self.expr(node, known)
        self.marks.sometimes -= 1

    def under(self, node: t.Expr, condition: t.Expr, holds: bool, known: Known) -> None:
        """A part that is worked out only where a condition holds, or fails."""
        if self.risks.of(node):
            self._sometimes(node, self.facts.assume(condition, holds, known))

    def selection(self, node: t.Selection, known: Known, *, gone_through: bool) -> None:
        """What is gone through; items must be there then, and not where one only asks what is among them."""
        if node.zone is not None:
            self.zone(node.zone, known)
        if node.search is not None:
            self._search(node.search, node, known)
        if node.among:
            self._union(node, known)
        for part in node.parts:
            self.expr(part, known)
        wanted = node.type if node.kind == "items" and gone_through else None
        if node.kind == "enclosed":
            wanted = self.v.domains["line"].type
        if wanted is None or all(self.wants(node, part, wanted, known) for part in node.parts):
            self.marks.safe(node)

    def _union(self, node: t.Selection, known: Known) -> None:
        """What is none is left out, so nothing needs a check; whether something is in the next ones is not always asked."""
        self.selection(node.among[0], known, gone_through=False)
        self.marks.sometimes += 1
        for each in node.among[1:]:
            self.selection(each, known, gone_through=False)
        self.marks.sometimes -= 1

    def _search(self, node: t.Search, through: t.Selection, known: Known) -> None:
        """What is none leads nowhere, so nothing that is gone through needs a check."""
        member, used = self.facts.declared.of(node.start.type.sure()), self.facts.declared.of(through.type)
        self.selection(node.start, known, gone_through=False)
        if node.limit is not None:
            self.expr(node.limit, known)
        here = self.facts.bound(node.var, member, known)
        self.marks.sometimes += 1
        if node.first is not None:
            self.expr(node.first, here)
        self.selection(node.step, here, gone_through=False)
        beyond = self.facts.bound(node.to, used, here)
        for each in (node.where, node.worth):
            if each is not None:
                self.expr(each, beyond)
        if node.then is not None:
            self.selection(node.then, beyond, gone_through=False)
        if node.further is not None:
            self.expr(node.further, self.facts.bound(node.onward, member, beyond))
        self.marks.sometimes -= 1

    def _contains(self, node: t.Contains, known: Known) -> None:
        self.expr(node.of, known)
        self.selection(node.selection, known, gone_through=False)

    def _question(self, node: t.Quantity, known: Known) -> None:
        self.selection(node.selection, known, gone_through=True)
        if node.where is None and node.body is None:
            return
        if not (self.risks.of(node.where or t.TRUE) or self.risks.of(node.body or t.TRUE)):
            return
        bound = self.facts.through(node.selection, node.var, known)
        self.marks.sometimes += 1
        if node.body is None:
            self.expr(node.where or t.TRUE, bound)
        else:
            self._sometimes(node.body, bound if node.where is None else self.holding(node.where, True, bound))
        self.marks.sometimes -= 1

    def _apply(self, node: t.Apply, known: Known) -> None:
        params = self.v.defines[node.define].params
        self.args(node, node.args, tuple(params.values()), known)
        if self.risks.named(f"value {node.define}"):
            self.entries.leads(f"value {node.define}", params, node.args, known)

    def _can(self, node: t.CanPay, known: Known) -> None:
        self.costs(node, node.costs, known)

    def _hook(self, node: t.HookCall, known: Known) -> None:
        for arg in node.args:
            self.expr(arg, known)
