"""Goes through effects in the order in which they happen, and keeps what is known on the way."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.program import Program
from ruleset_core.lang.prove.known import NOTHING_KNOWN, Known
from ruleset_core.lang.prove.values import ExprProof
from ruleset_core.lang.ranges import ANY, Values, exactly
from ruleset_core.lang.types import RESOURCE


class EffectProof:
    """Proves effects; each method gives what is known afterwards."""

    def __init__(self, program: Program, exprs: ExprProof) -> None:
        self.program = program
        self.exprs = exprs
        self.facts = exprs.facts
        self.marks = exprs.marks
        self.entries = exprs.entries
        self.risks = exprs.risks
        self._effects_of: dict[tuple[str, ...], dict[str, list[int]]] = {}
        self._ways: dict[type, Callable[[Any, Known], Known]] = {
            t.Block: self.block, t.Let: self._let, t.Put: self._put, t.If: self._if, t.For: self._for,
            t.Repeat: self._repeat, t.Choose: self._choose, t.ChooseUpTo: self._choose_up_to, t.As: self._as,
            t.Pay: self._pay, t.Do: self._do, t.DoCard: self._do_card, t.Emit: self._emit, t.Hooked: self._hooked,
            t.Gain: self._amount, t.Lose: self._amount, t.Roll: self._roll, t.Shuffle: self._order, t.Sort: self._order,
            t.Move: self._move, t.Flip: self._flip, t.Show: self._show, t.PassTurn: self._pass, t.Phase: self._phase,
            t.ForField: self._for_field, t.Rounds: self._rounds, t.Turns: self._turns,
        }  # fmt: skip

    def run(self, node: t.Statement, known: Known) -> Known:
        """Look at a statement where this much is known."""
        self.marks.here = node.origin or self.marks.here
        way = self._ways.get(type(node))
        return known if way is None else way(node, known)

    def after(self, node: t.Statement, known: Known) -> Known:
        """What is left of what was known before a statement."""
        return self.facts.without(known, self.facts.changes.of(node))

    def block(self, node: t.Block, known: Known) -> Known:
        """Statements in order. What is not risky is looked at only for what it lets be known behind it."""
        for item in node.items:
            tells = isinstance(item, t.Let | t.Put | t.Roll) or (isinstance(item, t.If) and self.facts.changes.of(item))
            known = self.run(item, known) if tells or self.risks.of(item) else self.after(item, known)
        return known

    def _way(self, node: t.Block | None, known: Known | None) -> Known | None:
        """A way that is gone only where this is known; None: never."""
        for each in () if known is None else known.offered:
            known = None if known is None else self.facts.assume(each, True, known)
        if node is None:
            return known
        if known is None:
            self.exprs.dead(node)
            return None
        return self.block(node, known)

    # -- statements ---------------------------------------------------------------------------------------------

    def _let(self, node: t.Let, known: Known) -> Known:
        known = self.exprs.look(node.value, known)
        values = self.facts.values(node.value, known)
        known = self.facts.bound(node.var, values, known)
        known = known.named(
            self.facts.keys.local(node.var), node.value, self.facts.keys.reads[self.facts.keys.of(node.value)]
        )
        found = self.facts.conditions.stood_for(t.Local(node.value.type, node.var), node.value, values, known)
        return found or known

    def _put(self, node: t.Put, known: Known) -> Known:
        known = self.exprs.look(node.value, known)
        if self.exprs.wants(node, node.value, node.target.field.type, known):
            self.marks.safe(node)
        self.exprs.expr(node.target, known)
        known = self.exprs.behind(known)
        return self._set(node, self.facts.values(node.value, known), known)

    def _set(self, node: t.Put | t.Roll, values: Values, known: Known) -> Known:
        """What is known after a field was given one of these values."""
        known = self.after(node, known)
        reads = self.facts.keys.reads
        bit = self.facts.keys.bit("field", node.target.field.name)
        target = self.facts.keys.of(node.target)
        lies = [self.facts.keys.of(part) for part in (node.target.seat, *node.target.index) if part is not None]
        if any(reads[each] & bit for each in lies):
            return known  # what is set may say where it lies
        allowed = self.facts.declared.of(node.target.field.type)
        return known.learnt(target, values.within(*allowed) or allowed, reads[target])

    def _if(self, node: t.If, known: Known) -> Known:
        holding = self.exprs.holding(node.condition, True, known)
        passed = [*self.marks.passed]
        known = self.exprs.behind(known)
        if holding is not None and passed:
            self.marks.passed += passed
            holding = self.exprs.behind(holding)
        then = self._way(node.then, holding)
        failing = self.facts.assume(node.condition, False, known)
        otherwise = failing if node.otherwise is None else self._otherwise(node.otherwise, failing)
        if then is None or otherwise is None:
            return then or otherwise or self.after(node, known)
        return then.joined(otherwise)

    def _otherwise(self, node: t.Block, known: Known | None) -> Known | None:
        if known is None:
            self.exprs.dead(node)
            return None
        return self.block(node, known)

    def _for(self, node: t.For, known: Known) -> Known:
        self.exprs.selection(node.selection, known, gone_through=True)
        known = self.exprs.behind(known)
        items = self.facts.through(node.selection, node.var, known)
        after = self.after(node, known)
        bound = self.facts.without(items, self.facts.changes.of(node.body))
        self._otherwise(node.body, self.exprs.offered(node.where, bound))
        return after

    def _repeat(self, node: t.Repeat, known: Known) -> Known:
        known = self.exprs.look(node.times, known)
        after = self.after(node, known)
        self.block(node.body, after)
        return after

    def _asked(self, node: t.Choose | t.ChooseUpTo, known: Known) -> Known | None:
        """What is known of an answer: that it was offered."""
        self.marks.safe(node)  # questions stand only where a seat acts
        decision = node.decision
        if node.selection.pairs is not None:
            return self._paired(node.selection, node.selection.pairs, known)
        self.exprs.selection(node.selection, known, gone_through=bool(decision.keys))
        known = self.exprs.behind(known)
        bound = self.facts.through(node.selection, node.var, known)
        if not decision.keys:  # what is beyond what the question is about is not offered
            items = self.facts.selections.members(node.selection, known)
            there = items.within(decision.low, decision.low + decision.size - 1)
            bound = bound.learnt(self.facts.keys.local(node.var), there or items, 0)
        if isinstance(node.where, t.Op) and node.where.name == "if":  # branches, each with a condition of its own
            self.exprs.under(node.where, t.TRUE, True, bound)
            return bound.among(node.where, self.facts.keys.reads[self.facts.keys.of(node.where)])
        return self.exprs.offered(node.where, bound)

    def _paired(self, node: t.Selection, pairs: t.Pairs, known: Known) -> Known | None:
        """What is known of both values of a pair."""
        self.marks.safe(node)
        self.exprs.selection(pairs.first, known, gone_through=False)
        known = self.exprs.behind(known)
        one = self._side(pairs.one, pairs.first, pairs.spans[0], pairs.where, known)
        if one is None:
            for part in (pairs.second, pairs.also):
                if part is not None:
                    self.exprs.dead(part)
            return None
        self.marks.sometimes += 1
        self.exprs.selection(pairs.second, one, gone_through=False)
        self.marks.sometimes -= 1
        return self._side(pairs.two, pairs.second, pairs.spans[1], pairs.also, one)

    def _side(
        self, name: str, selection: t.Selection, span: tuple[int, int], where: t.Expr | None, known: Known
    ) -> Known | None:
        """What is known of one value of a pair; what lies outside what can be picked is not gone through."""
        bound = self.facts.through(selection, name, known)
        items = self.facts.selections.members(selection, known)
        there = items.within(span[0], span[0] + span[1] - 1)
        return self.exprs.offered(where, bound.learnt(self.facts.keys.local(name), there or items, 0))

    def _choose(self, node: t.Choose, known: Known) -> Known:
        offered = self._asked(node, known)
        if node.instead is not None and node.done is not None:
            self.exprs.under(node.done, t.TRUE, True, known)
            known = self.exprs.behind(known)
        then = None
        if offered is None:
            self.exprs.dead(node.body)
        else:
            then = self.block(node.body, offered)
        otherwise = self.run(node.otherwise, known) if node.otherwise is not None else known
        if node.instead is not None:
            otherwise = otherwise.joined(self.run(node.instead, known))
        if then is None:
            return otherwise
        names = (node.var, *(node.selection.pairs.names() if node.selection.pairs is not None else ()))
        gone = reduce(or_, (self.facts.keys.bit("local", name) for name in names))
        return self.facts.without(then.joined(otherwise), gone)

    def _choose_up_to(self, node: t.ChooseUpTo, known: Known) -> Known:
        known = self.exprs.look(node.times, known)
        after = self.after(node, known)
        if node.done is not None:
            self.exprs.under(node.done, t.TRUE, True, after)
        offered = self._asked(node, after)
        if offered is None:
            self.exprs.dead(node.body)
        else:
            self.block(node.body, offered)
        return after

    def _as(self, node: t.As, known: Known) -> Known:
        self.exprs.expr(node.seat, known)
        if self.exprs.seat(node, node.seat, known):
            self.marks.safe(node)
        known = self.exprs.behind(known)
        values = self.facts.values(node.seat, known)
        bound = self.facts.bound("me", values.within(0, values.high) or values, known)
        self.block(node.body, bound)
        return self.after(node, known)

    def _pay(self, node: t.Pay, known: Known) -> Known:
        self.exprs.costs(node, node.costs, known)
        known = self.exprs.behind(known)
        paid = self.facts.without(known, self.facts.keys.bit("field", "held"))
        then = self.block(node.body, paid)
        otherwise = known if node.otherwise is None else self.block(node.otherwise, known)
        return then.joined(otherwise)

    def _do(self, node: t.Do, known: Known) -> Known:
        procedure = self.program.procedures[node.procedure]
        self.exprs.args(node, node.args, procedure.kinds, known)
        known = self.exprs.behind(known)
        if self.risks.named(node.procedure):
            self.entries.leads(node.procedure, procedure.params, node.args, known)
        return self.after(node, known)

    def _do_card(self, node: t.DoCard, known: Known) -> Known:
        known = self.exprs.look(node.of, known)
        values, of = self.facts.values(node.of, known), self.facts.keys.of(node.of)
        for name, pieces in self._pieces(node.procedures).items():
            there = [piece for piece in pieces if piece in values]
            if there and self.risks.named(name):
                this = {self.facts.keys.local("this"): exactly(there) or ANY}
                self.entries.arrive(name, this, {of: "this"}, known)
        return self.after(node, known)

    def _pieces(self, procedures: tuple[str, ...]) -> dict[str, list[int]]:
        """The pieces that have each effect."""
        found = self._effects_of.get(procedures)
        if found is None:
            found = self._effects_of[procedures] = {}
            for piece, name in enumerate(procedures):
                if name:
                    found.setdefault(name, []).append(piece)
        return found

    def _emit(self, node: t.Emit, known: Known) -> Known:
        self.exprs.args(node, node.args, tuple(node.event.fields.values()), known)
        if node.event.name in self.facts.v.listeners:
            known = self.exprs.behind(known)
        self.marks.passed.clear()  # without listeners nothing is looked at
        if self.risks.named(f"event {node.event.name}"):
            self.entries.leads(f"event {node.event.name}", node.event.fields, node.args, known)
        return self.after(node, known)

    def _hooked(self, node: t.Hooked, known: Known) -> Known:
        for arg in node.args:
            known = self.exprs.look(arg, known)
        return self.after(node, known)

    def _amount(self, node: t.Gain | t.Lose, known: Known) -> Known:
        self.exprs.expr(node.amount, known)
        self.exprs.expr(node.resource, known)
        if self.exprs.wants(node, node.resource, RESOURCE, known):
            self.marks.safe(node)
        known = self.exprs.behind(known)
        return self.after(node, known)

    def _roll(self, node: t.Roll, known: Known) -> Known:
        known = self.exprs.look(node.target, known)
        return self._set(node, self.facts.declared.of(node.target.field.type.sure()), known)  # it never gives none

    def _order(self, node: t.Shuffle | t.Sort, known: Known) -> Known:
        self.exprs.zone(node.zone, known)
        known = self.exprs.behind(known)
        if isinstance(node, t.Sort):
            kind = self.facts.v.domains[node.zone.zone.kind]
            self.exprs.under(node.key, t.TRUE, True, self.facts.bound("it", Values(0, kind.size - 1), known))
        return self.after(node, known)

    def _move(self, node: t.Move, known: Known) -> Known:
        known = self.exprs.look(node.piece, known)
        self.exprs.zone(node.zone, known)
        if self.facts.values(node.piece, known).low >= 0:  # a piece that is none goes nowhere, and nothing is looked at
            known = self.exprs.behind(known)
        self.marks.passed.clear()
        return self.after(node, known)

    def _flip(self, node: t.Flip, known: Known) -> Known:
        return self.after(node, self.exprs.look(node.side, known))

    def _show(self, node: t.Show, known: Known) -> Known:
        known = self.exprs.look(node.piece, known)
        self.exprs.expr(node.seat, known)
        if node.column is not None:
            self.exprs.expr(node.column, known)
        self.marks.passed.clear()  # of a piece that is none the seat is not looked at
        return self.after(node, known)

    def _pass(self, node: t.PassTurn, known: Known) -> Known:
        self.marks.safe(node)
        return known

    # -- the flow -----------------------------------------------------------------------------------------------

    def _phase(self, node: t.Phase, _known: Known) -> Known:
        self.block(node.body, NOTHING_KNOWN)
        return NOTHING_KNOWN

    def _for_field(self, node: t.ForField, _known: Known) -> Known:
        self.exprs.selection(node.selection, NOTHING_KNOWN, gone_through=False)
        self.exprs.expr(node.target, NOTHING_KNOWN)
        self.marks.passed.clear()
        allowed = self.facts.declared.of(node.target.field.type)
        items = self.facts.selections.members(node.selection, NOTHING_KNOWN)
        if allowed.low <= items.low and items.high <= allowed.high:
            self.marks.safe(node)
        self._round(node.going, node.body, node.otherwise)
        return NOTHING_KNOWN

    def _rounds(self, node: t.Rounds, _known: Known) -> Known:
        self.marks.passed.clear()
        if node.most is not None:
            self.exprs.under(node.most, t.TRUE, True, NOTHING_KNOWN)
        self._round(node.going, node.body, node.otherwise)
        return NOTHING_KNOWN

    def _round(self, going: t.Expr | None, body: t.Block, beyond: t.Block | None) -> None:
        if going is not None:
            self.exprs.under(going, t.TRUE, True, NOTHING_KNOWN)
        self.block(body, NOTHING_KNOWN)
        if beyond is not None:
            self.block(beyond, NOTHING_KNOWN)

    def _turns(self, node: t.Turns, _known: Known) -> Known:
        self.exprs.expr(node.first, NOTHING_KNOWN)
        if self.exprs.seat(node, node.first, NOTHING_KNOWN):
            self.marks.safe(node)
        self.marks.passed.clear()
        self.block(node.body, NOTHING_KNOWN)
        self.marks.here = node.origin or self.marks.here
        for each in (node.until, node.skip, node.following, node.by):
            if each is not None:
                self.exprs.under(each, t.TRUE, True, NOTHING_KNOWN)
        return NOTHING_KNOWN
