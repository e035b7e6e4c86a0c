"""Questions over selections: written out where they are short and known, else functions with plain loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import LONG, Expr
from ruleset_core.lang.code.size import high, low, size, within
from ruleset_core.lang.decide.meanings import compiled
from ruleset_core.lang.decide.places import BASES
from ruleset_core.lang.decide.selections import SIMPLE
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.runtime import WRITTEN

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
MANY = 40
"""Most values a question is written out for."""
UNROLL = 160
"""Most nodes a question may have when written out."""
SHORT = 3
"""Most values of a row that are looked at one by one, without a loop."""
WORK = 1500
"""Most new nodes that trying to write out one question may cost."""
TRIES = 3
"""How often a question is tried to be written out before it is taken to be long everywhere."""
OF = "what is looked for"
"""In what locals stand for: the value that a selection is searched for."""
AROUND = "questions written out"
"""In what locals stand for: how often this is written out in the questions around it."""
MANY_IN_ALL = 400
"""How often a question within others may be written out in all."""


class Questions:
    """`any`, `count`, `first`..."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self._failed: dict[int, int] = {}
        self._kept: list[t.Expr] = []

    def value(self, node: t.Quantity, env: Env) -> Expr:
        """The expression of a question."""
        zone = node.selection.zone
        if node.where is None and node.selection.kind == "zone" and zone is not None and node.kind in BY_LENGTH:
            return BY_LENGTH[node.kind](self.b.make, self.b.places.length(zone, env))
        light = self.b.steps.begun(node) == self.b.steps.each(node) == 0  # else it is charged when it begins
        if light:
            known = self.b.selections.known(node.selection, env)
            looked_up = None if known is None else self.b.lookups.value(node, known, env)
            if looked_up is not None:
                return looked_up
            values = self._columns(node, env) if known is None else known
            if values is not None and len(values) <= MANY and self._tried(node, len(values), env):
                made = self._written_out(node, values, env)
                if made is not None:
                    return made
                self._kept.append(node)
                self._failed[id(node)] = self._failed.get(id(node), 0) + 1
        return self._loop(node, env)

    def _columns(self, node: t.Quantity, env: Env) -> tuple[Expr, ...] | None:
        """What a short row of a table holds, each place looked up in a table of its own: quicker than a loop.

        A row that is shorter than others says its last number again, which changes no answer of these kinds.
        """
        if QUANTITIES[node.kind].gives != "condition" or node.selection.kind != "fact":
            return None
        table, row = self.b.exprs.row(node.selection.parts[0], env)
        rows: list[tuple[int, ...]] = list(table.rows)  # type: ignore[arg-type]
        longest = max(map(len, rows), default=0)
        if not 1 <= longest <= SHORT or min(map(len, rows)) == 0 or size(row) > SIMPLE:
            return None
        make = self.b.make
        return tuple(
            make.entry(make.table([each[min(place, len(each) - 1)] for each in rows]), row) for place in range(longest)
        )

    def _tried(self, node: t.Quantity, values: int, env: Env) -> bool:
        """Whether it is tried to write a question out."""
        return self._failed.get(id(node), 0) < TRIES and values * env.get(AROUND, 1) <= MANY_IN_ALL

    # -- written out --------------------------------------------------------------------------------------------

    def _written_out(self, node: t.Quantity, values: tuple[Expr, ...], env: Env) -> Expr | None:
        exprs, make = self.b.exprs, self.b.make
        terms: list[tuple[Expr, Expr, Expr]] = []
        large, before = 0, make.count
        around = env.get(AROUND, 1) * max(1, len(values))
        for value in values:
            inner = {**env, node.var: value, AROUND: around}
            where = exprs.truth(node.where, inner)
            if where == 0:
                continue
            body = 1 if node.body is None else exprs.value(node.body, inner)
            terms.append((value, where, body))
            large += size(where) + size(body)
            if large > UNROLL or make.count - before > WORK:
                return None
        return self._combined(node, terms)

    def _combined(self, node: t.Quantity, terms: list[tuple[Expr, Expr, Expr]]) -> Expr | None:
        make = self.b.make
        wheres = [where for _, where, _ in terms]
        match node.kind:
            case "any":
                return make.some(wheres)
            case "no":
                return make.no(make.some(wheres))
            case "every":
                return make.every(make.some((make.no(where), make.truth(body))) for _, where, body in terms)
            case "count":
                return self._total(wheres)
            case "sum":
                return self._total([make.choice(where, body, 0) for _, where, body in terms])
            case "first":
                result: Expr = -1
                for value, where, _ in reversed(terms):
                    result = make.choice(where, value, result)
                return result
            case "highest" | "lowest" if terms and all(where == 1 for where in wheres):
                best = terms[0][2]
                for _, _, body in terms[1:]:
                    best = make.most(best, body) if node.kind == "highest" else make.least(best, body)
                return best if size(best) <= UNROLL else None
        return self._known_choice(node, terms)

    def _total(self, codes: list[Expr]) -> Expr:
        total: Expr = 0
        for code in codes:
            total = self.b.make.checked(self.b.make.plus(total, code), *LONG)
        return total

    @staticmethod
    def _known_choice(node: t.Quantity, terms: list[tuple[Expr, Expr, Expr]]) -> Expr | None:
        """A quantity when everything is known; else a loop does it."""
        known: list[tuple[Any, int]] = [
            (value, body) for value, where, body in terms if where == 1 and isinstance(body, int)
        ]
        if len(known) != len(terms):
            return None
        try:
            return QUANTITIES[node.kind].meaning(known, node.ties == "last")
        except OverflowError:
            return None

    # -- loops --------------------------------------------------------------------------------------------------

    def _loop(self, node: t.Quantity, env: Env) -> Expr:
        """A function that goes through the selection."""
        source, span, most = self.b.selections.source(node.selection, env, copied=False)
        return self.through(node, source, span, most, node.where, env)

    def through(
        self, node: t.Quantity, source: n.Source, span: tuple[int, int], most: int, asked_of: t.Expr | None, env: Env
    ) -> Expr:
        """A function that goes through a source (of at most so many, from the least to the greatest of `span`)."""
        local, inner, head = self.variable(node.var, node.selection, span, env)
        where = self.b.exprs.truth(asked_of, inner)
        body: Expr = 1 if node.body is None else self.b.exprs.value(node.body, inner)
        spent = self.b.selections.spent(source, node)
        if (most == 0 or where == 0) and not spent and self.b.selections.harmless(source):
            return QUANTITIES[node.kind].nothing
        asked = Asked(node.kind, node.ties == "last", local, source, head, where, body, min(most, WRITTEN))
        asked.spent = spent
        return self.function(asked)

    def variable(
        self, name: str, selection: t.Selection, span: tuple[int, int], env: Env
    ) -> tuple[n.Local, Env, list[n.SetLocal]]:
        """The local of a loop, what stands for what within it, and what is worked out first in each round."""
        local, base = self.b.functions.variable(span, env)
        inner = {**env, name: local}
        if selection.type.domain != "seat" or selection.type.kind != "member":
            return local, inner, []
        inner[BASES] = {**(env.get(BASES) or {}), local: base}
        return local, inner, [n.SetLocal(base, self.b.places.base_of(local))]

    def among(self, selection: t.Selection, of: Expr, env: Env) -> Expr:
        """Whether a value is one of those a loop goes through."""
        source, span, most = self.b.selections.source(selection, env, copied=False)
        local, _ = self.b.functions.variable(span, {**env, OF: of})
        where = self.b.make.compare("==", of, local)
        return 0 if where == 0 else self.function(Asked("any", False, local, source, [], where, 1, most))

    def function(self, asked: Asked) -> Expr:
        """The function that answers a question; questions that are alike share one."""
        functions = self.b.functions
        head = [each for each in asked.head if self._used(each.local, asked)]
        asked.head[:] = head
        body, gives = ANSWERS.get(asked.kind, _folded)(asked, self.b.make)
        body[:0] = asked.spent
        key = (
            asked.spent[0].steps if asked.spent else 0,
            asked.kind,
            asked.last,
            asked.local,
            source_key(asked.source),
            asked.where,
            asked.body,
        )
        return functions.called("q", key, body, gives, asked.kind, {})

    def _used(self, local: n.Local, asked: Asked) -> bool:
        free = self.b.functions.free
        return local.name in free(asked.where) or local.name in free(asked.body)


def source_key(source: n.Source) -> tuple[Any, ...]:
    """What tells sources apart."""
    return (type(source), *(getattr(source, name) for name in type(source).__slots__))


class Asked:
    """A question in the making: its kind, the loop, the condition and the amount of each value, and how many there are."""

    def __init__(
        self,
        kind: str,
        last: bool,
        local: n.Local,
        source: n.Source,
        head: list[n.SetLocal],
        where: Expr,
        body: Expr,
        most: int,
    ) -> None:
        self.kind = kind
        self.last = last
        self.local = local
        self.source = source
        self.head = head
        self.where = where
        self.body = body
        self.most = most
        self.spent: list[n.Spend] = []

    def loop(self, *inside: Any) -> n.Loop:
        """The loop with something done for each value that counts."""
        body: list[Any] = list(inside)
        if isinstance(self.where, int):
            body = body if self.where else []
        else:
            body = [n.If(self.where, body, [])]
        return n.Loop(self.local, self.source, [*self.head, *body])


Answer = Callable[[Asked, Any], tuple[list[Any], tuple[int, int]]]


def _any(asked: Asked, _make: Any) -> tuple[list[Any], tuple[int, int]]:
    return [asked.loop(n.Return(1)), n.Return(0)], (0, 1)


def _no(asked: Asked, _make: Any) -> tuple[list[Any], tuple[int, int]]:
    return [asked.loop(n.Return(0)), n.Return(1)], (0, 1)


def _every(asked: Asked, make: Any) -> tuple[list[Any], tuple[int, int]]:
    fails = make.no(asked.body)
    if isinstance(fails, int):
        inside: list[Any] = [n.Return(0)] if fails else []
        if not inside:
            return [asked.loop(n.SetLocal(asked.local, asked.local)), n.Return(1)], (1, 1)
    else:
        inside = [n.If(fails, [n.Return(0)], [])]
    return [asked.loop(*inside), n.Return(1)], (0, 1)


def _first(asked: Asked, _make: Any) -> tuple[list[Any], tuple[int, int]]:
    return [asked.loop(n.Return(asked.local)), n.Return(-1)], (min(-1, asked.local.low), asked.local.high)


def _count(asked: Asked, make: Any) -> tuple[list[Any], tuple[int, int]]:
    return _sum(asked, make, 1)


def _sum(asked: Asked, make: Any, amount: Expr | None = None) -> tuple[list[Any], tuple[int, int]]:
    code = asked.body if amount is None else amount
    least, most = max(LONG[0], min(0, asked.most * low(code))), min(LONG[1], max(0, asked.most * high(code)))
    total = make.local("_t", least, most)
    add = make.plus(total, code)
    if not within(code, least // max(1, asked.most), most // max(1, asked.most)):
        add = make.checked(add, *LONG)
    return [n.SetLocal(total, 0), asked.loop(n.SetLocal(total, add)), n.Return(total)], (least, most)


def _folded(asked: Asked, make: Any) -> tuple[list[Any], tuple[int, int]]:
    """What comes out value by value, by the step of the table."""
    quantity, (least, most) = QUANTITIES[asked.kind], LONG
    total, amount = make.local("_t", least, most), make.local("_n", low(asked.body), high(asked.body))
    if quantity.step is None:
        raise TypeError(f"`{asked.kind}` has no step, and no loop of its own")
    step = n.SetLocal(total, compiled(make, quantity.step, (total, amount)))
    return [
        n.SetLocal(total, quantity.nothing),
        asked.loop(n.SetLocal(amount, asked.body), step),
        n.Return(total),
    ], LONG


def _extreme(asked: Asked, make: Any) -> tuple[list[Any], tuple[int, int]]:
    """The greatest or the least amount; 0 of nothing."""
    seek = Seek(asked, make, up=asked.kind == "highest")
    loop = asked.loop(n.SetLocal(seek.new, asked.body), *seek.taking(">" if seek.up else "<", []))
    return [*seek.begin, loop, n.Return(make.choice(seek.none, 0, seek.best))], (
        min(0, low(asked.body)),
        max(0, high(asked.body)),
    )


def _chosen(asked: Asked, make: Any) -> tuple[list[Any], tuple[int, int]]:
    """Which value has the greatest or the least amount; none of nothing."""
    seek = Seek(asked, make, up=asked.kind == "most")
    gives = (min(-1, asked.local.low), max(-1, asked.local.high))
    which = make.local("_w", *gives)
    sign = (">" if seek.up else "<") + ("=" if asked.last else "")
    loop = asked.loop(n.SetLocal(seek.new, asked.body), *seek.taking(sign, [n.SetLocal(which, asked.local)]))
    return [*seek.begin, n.SetLocal(which, -1), loop, n.Return(which)], gives


class Seek:
    """The search for the greatest or the least amount.

    Until one is found the best is what no amount can be; where amounts go to the ends of 64 bits, a local says whether one is found.

    Attributes:
        new, best: locals of the amount that is looked at, and of the best one.
        begin: what is done before the loop.
        none: whether nothing was found.
    """

    def __init__(self, asked: Asked, make: Any, *, up: bool) -> None:
        self.make, self.up = make, up
        least, most = low(asked.body), high(asked.body)
        nothing = least - 1 if up else most + 1
        self._some = None if LONG[0] <= nothing <= LONG[1] else make.local("_f", 0, 1)
        nothing = max(LONG[0], min(nothing, LONG[1]))
        self.new = make.local("_n", least, most)
        self.best = make.local("_t", min(nothing, least), max(nothing, most))
        self.begin = [n.SetLocal(self.best, nothing)]
        self.none = make.compare("==", self.best, nothing)
        if self._some is not None:
            self.begin.append(n.SetLocal(self._some, 0))
            self.none = make.no(self._some)

    def taking(self, sign: str, take: list[Any]) -> list[Any]:
        """What is done with a new amount: it is taken where it compares so with the best one."""
        better = self.make.compare(sign, self.new, self.best)
        take = [n.SetLocal(self.best, self.new), *take]
        if self._some is not None:
            better = self.make.some((self.none, better))
            take.append(n.SetLocal(self._some, 1))
        return take if isinstance(better, int) else [n.If(better, take, [])]


BY_LENGTH: dict[str, Callable[[Any, Expr], Expr]] = {
    "count": lambda _make, length: length,
    "any": lambda make, length: make.compare(">", length, 0),
    "no": lambda make, length: make.compare("==", length, 0),
}
"""Quantities of all pieces of a zone, by how many there are."""
ANSWERS: dict[str, Answer] = {
    "any": _any,
    "no": _no,
    "every": _every,
    "first": _first,
    "count": _count,
    "sum": _sum,
    "highest": _extreme,
    "lowest": _extreme,
    "most": _chosen,
    "least": _chosen,
}
