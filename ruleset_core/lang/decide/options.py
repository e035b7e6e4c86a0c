"""The options of a question, offered in ascending order, each once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.code.size import high, low, size
from ruleset_core.lang.types import SEAT

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
Out = list[Any]
Candidates = tuple[n.Source, tuple[int, int]]
"""What is gone through for options, and the least and the greatest of it. A search says itself what each value costs that it finds."""
UNROLL = 12
"""Questions with at most this many candidates test each on its own."""
LONG = 600
"""Most nodes of all these tests."""


class Options:
    """What offers the options of questions."""

    def __init__(self, build: Build) -> None:
        self.b = build
        decisions = build.v.decisions.values()
        self.most = max((each.size + int(each.stops) for each in decisions), default=1)

    def offer(self, end: p.Ask, out: Out, env: Env) -> Expr:
        """Offer all that are possible; how many there are."""
        decision, selection = end.decision, end.selection
        shift = decision.base - decision.low
        charged: Candidates | None = None
        if self.b.steps.each(end):
            charged = self.b.selections.source(selection, env, copied=False)[:2]
            out += self.b.selections.spent(charged[0], end)
        out.append(n.BeginOffer())
        if decision.keys:
            self._shown(end, charged, out, env)
            return self.b.make.offered(self.most)
        if selection.pairs is not None:
            self._paired(end, selection.pairs, out, env)
            return self.b.make.offered(self.most)
        values = self.b.selections.known(selection, env)
        if values is None:
            self._open(end, charged, shift, out, env)
            return self.b.make.offered(self.most)
        candidates = self._possible(end, sorted(set(values)), env)
        if all(isinstance(code, int) for _, code in candidates):
            out += [n.Offer(value + shift) for value, _ in candidates]
            return len(candidates)
        tests = [(value, code) for value, code in candidates if code is not None]
        if len(tests) == len(candidates) and sum(size(code) for _, code in tests) < LONG:
            for value, code in tests:
                self.b.effects.fork(code, [n.Offer(value + shift)], [], out)
        else:
            known = tuple(value for value, _ in candidates)
            local = self.b.functions.variable((known[0], known[-1]), env)[0]
            self._each(end, local, self._listed(known), self.b.make.plus(local, shift), 1, out, env)
        return self.b.make.offered(self.most)

    def _possible(self, end: p.Ask, values: list[int], env: Env) -> list[tuple[int, Expr | None]]:
        """The candidates that may be options, each with its test. Of many no test is made, which nobody would write out: None."""
        decision = end.decision
        there = [value for value in values if decision.low <= value < decision.low + decision.size]
        settled = [(value, self.b.tables.settled(end.where, {**env, end.item: value})) for value in there]
        left = [(value, holds) for value, holds in settled if holds != 0]
        if len(left) > UNROLL:
            return left  # type: ignore[return-value]
        tests = [(value, self.b.exprs.truth(end.where, {**env, end.item: value})) for value, _ in left]
        return [(value, code) for value, code in tests if code != 0]

    def _listed(self, known: tuple[int, ...]) -> n.Source:
        if known == tuple(range(known[0], known[-1] + 1)):
            return n.Numbers(known[0], known[-1] + 1)
        return n.Row(self.b.make.table(known))

    def _each(
        self, end: p.Ask, local: n.Local, source: n.Source, option: Expr, within: Expr, out: Out, env: Env
    ) -> None:
        inner = {**env, end.item: local}
        where = self.b.make.every((within, self.b.exprs.truth(end.where, inner)))
        inside: Out = []
        self.b.effects.fork(where, [n.Offer(option)], [], inside)
        out.append(n.Loop(local, source, inside))

    def _open(self, end: p.Ask, charged: Candidates | None, shift: int, out: Out, env: Env) -> None:
        make, decision = self.b.make, end.decision
        first, last = decision.low, decision.low + decision.size - 1
        source, span = charged or self._candidates(end.selection, first, last, env)
        local = self.b.functions.variable(span, env)[0]
        within = make.every((make.compare(">=", local, first), make.compare("<=", local, last)))
        option = make.plus(self.b.narrow(local, first, last), shift)
        self._each(end, local, source, option, within, out, env)
        if not isinstance(source, n.Numbers):
            out.append(n.SortOffered())

    def _candidates(self, selection: t.Selection, first: int, last: int, env: Env) -> Candidates:
        """What may be among the options from `first` to `last`; what cannot be is left out, however much of it there is."""
        make = self.b.make
        if selection.kind == "range" and selection.type != SEAT:
            begin, stop = (self.b.exprs.value(part, env) for part in selection.parts)
            begin, stop = self._clamped(begin, first, last + 1), self._clamped(stop, first - 1, last)
            return n.Numbers(begin, make.plus(stop, 1)), (low(begin), max(low(begin), high(stop)))
        if selection.kind == "items":
            parts = tuple(self._clamped(self.b.exprs.value(part, env), first - 1, last + 1) for part in selection.parts)
            return n.Items(parts), (min(map(low, parts), default=0), max(map(high, parts), default=0))
        return self.b.selections.source(selection, env, copied=False)[:2]

    def _clamped(self, code: Expr, least: int, most: int) -> Expr:
        """The number between two others that is nearest to another."""
        if isinstance(code, int):
            return min(max(code, least), most)
        code = code if low(code) >= least else self.b.make.most(code, least)
        return code if high(code) <= most else self.b.make.least(code, most)

    def _paired(self, end: p.Ask, pairs: t.Pairs, out: Out, env: Env) -> None:
        """Pairs: a loop over the second values in one over the first. They come in order if what is gone through does."""
        make, (_, width) = self.b.make, pairs.spans[1]
        inside: Out = []
        one, inner, each = self._side(pairs.one, pairs.first, pairs.spans[0], pairs.where, env)
        start = make.plus(make.times(one, width), end.decision.base)
        two, _, around = self._side(pairs.two, pairs.second, pairs.spans[1], pairs.also, inner)
        around(inside, [n.Offer(make.plus(start, two))])
        each(out, inside)
        if not all(self._ascends(each) for each in (pairs.first, pairs.second)):
            out.append(n.SortOffered())

    def _side(
        self, name: str, selection: t.Selection, span: tuple[int, int], where: t.Expr | None, env: Env
    ) -> tuple[Expr, Env, Callable[[Out, Out], None]]:
        """One of both values of a pair, counted from 0: what stands for what within its loop, and what makes the loop."""
        make, first, last = self.b.make, span[0], span[0] + span[1] - 1
        source, bounds = self._candidates(selection, first, last, env)
        local, inner, head = self.b.questions.variable(name, selection, bounds, env)
        there = make.every((make.compare(">=", local, first), make.compare("<=", local, last)))
        inner[name] = value = self.b.narrow(local, first, last)
        holds = make.every((there, self.b.exprs.truth(where, inner)))

        def loop(out: Out, body: Out) -> None:
            found: Out = []
            self.b.effects.fork(holds, body, [], found)
            out.append(n.Loop(local, source, [*head, *found]))

        return make.plus(value, -first), inner, loop

    @staticmethod
    def _ascends(selection: t.Selection) -> bool:
        """Whether values certainly come in ascending order, each once."""
        values = selection.values
        return selection.kind == "range" or (selection.kind == "values" and all(a < b for a, b in pairwise(values)))

    def _shown(self, end: p.Ask, charged: Candidates | None, out: Out, env: Env) -> None:
        """Options told apart by what pieces show: pieces that show the same are one."""
        source, span = charged or self.b.selections.source(end.selection, env, copied=False)[:2]
        local = self.b.functions.variable(span, env)[0]
        key = self.b.exprs.value(end.key, {**env, end.item: local})
        self._each(end, local, source, self.b.make.plus(key, end.decision.base), 1, out, env)
        out.append(n.SortOffered())
