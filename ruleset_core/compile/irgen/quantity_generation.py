"""IR of quantities (`any`, `count`, `first`): written out where short, else loops in functions.

What a quantity becomes depends on how much there is to go through. In Sheaves, with four suits:

    any s in suit where s == trump        IrOr(trump == 0, trump == 1, trump == 2, trump == 3)      few: written out
    sum x in 1 to 3 of x * bid            bid + bid * 2 + bid * 3                                   few: written out
    count c in hand                       IrZoneLength(2 * me + 1)                                  no condition: a length
    count c in hand where c.rank > 5      IrCall("q0", me)                                          unknown how many: a function
        q0(me): _t = 0; loop _x0_ over the pieces of zone 2 * me + 1 { if rank[_x0_] > 5 { _t = _t + 1 } }; return _t
    sum x in 1 to 400 of x mod 7          IrCall("q1"), which charges its 400 steps first

The result has a range (0..32 of `q0`), so what is done with it often needs no check.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ruleset_core.compile import ir
from ruleset_core.compile.ir import LONG, IrExpr
from ruleset_core.compile.ir.ir_builder import high, low, size, within
from ruleset_core.compile.irgen.context import BASES, Env, structure_key
from ruleset_core.compile.irgen.operation_generation import compile_meaning
from ruleset_core.compile.irgen.selection_generation import SIMPLE
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.quantities import QUANTITIES, QuantitySpec, plus
from ruleset_core.lang.runtime import STEPS

if TYPE_CHECKING:
    from ruleset_core.compile.irgen.expression_generation import ExpressionContext

MANY = 40
"""Most values a question is written out for."""
UNROLL = 160
"""Most nodes a question may have when written out."""
SHORT = 4
"""Most values of a row that are looked at one by one, without a loop."""
NODE_LIMIT = 1500
"""Most new nodes that trying to write out one question may cost."""
TRIES = 3
"""How often a question is tried to be written out before it is taken to be long everywhere."""
OF = "what is looked for"
"""In what locals stand for: the value that a selection is searched for."""
AROUND = "questions written out"
"""In what locals stand for: how often this is written out in the questions around it."""
MANY_IN_ALL = 400
"""How often a question within others may be written out in all."""


class QuantityGenerator:
    """`any`, `count`, `first`..."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build
        self._failed: dict[int, int] = {}
        self._kept: list[t.Expr] = []

    def value(self, node: t.Quantity, env: Env) -> IrExpr:
        """The expression of a question."""
        zone, of_size = node.selection.zone, QUANTITIES[node.kind].of_size
        if node.where is None and node.selection.kind == "zone" and zone is not None and of_size is not None:
            return compile_meaning(self.b.make, of_size, (self.b.places.length(zone, env),))
        if not self.b.steps.apart(node):
            known = self.b.selections.known_values(node.selection, env)
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

    def _columns(self, node: t.Quantity, env: Env) -> tuple[IrExpr, ...] | None:
        """What a short row of a table holds, each place looked up in a table of its own: quicker than a loop.

        A row that is shorter than others says its last number again, which changes no answer of these kinds; so nothing may be
        charged for a number.
        """
        if QUANTITIES[node.kind].gives != "condition" or node.selection.kind != "fact":
            return None
        if not all(self.b.steps.light(each) for each in (node.where, node.body) if each is not None):
            return None
        table, row = self.b.exprs.row(node.selection.parts[0], env)
        rows: list[tuple[int, ...]] = list(table.rows)  # type: ignore[arg-type]
        longest = max(map(len, rows), default=0)
        if not 1 <= longest <= SHORT or min(map(len, rows)) == 0 or size(row) > SIMPLE:
            return None
        make = self.b.make
        return tuple(
            make.table_entry(make.table([each[min(place, len(each) - 1)] for each in rows]), row)
            for place in range(longest)
        )

    def _tried(self, node: t.Quantity, values: int, env: Env) -> bool:
        """Whether it is tried to write a question out."""
        return self._failed.get(id(node), 0) < TRIES and values * env.get(AROUND, 1) <= MANY_IN_ALL

    # -- written out --------------------------------------------------------------------------------------------

    def _written_out(self, node: t.Quantity, values: tuple[IrExpr, ...], env: Env) -> IrExpr | None:
        exprs, make = self.b.exprs, self.b.make
        terms: list[tuple[IrExpr, IrExpr, IrExpr]] = []
        large, before = 0, make.count
        around = env.get(AROUND, 1) * max(1, len(values))
        for value in values:
            inner = {**env, node.var: value, AROUND: around}
            where = exprs.condition(node.where, inner)
            if where == 0:
                continue
            body = 1 if node.body is None else exprs.value(node.body, inner)
            terms.append((value, where, body))
            large += size(where) + size(body)
            if large > UNROLL or make.count - before > NODE_LIMIT:
                return None
        return self._combined(node, terms)

    def _combined(self, node: t.Quantity, terms: list[tuple[IrExpr, IrExpr, IrExpr]]) -> IrExpr | None:
        make = self.b.make
        quantity = QUANTITIES[node.kind]
        wheres, bodies = [where for _, where, _ in terms], [body for _, _, body in terms]
        if quantity.gives == "condition":
            if quantity.body:
                return make.all_of(
                    make.any_of((make.logical_not(where), make.as_bool(body))) for _, where, body in terms
                )
            return make.logical_not(make.any_of(wheres)) if quantity.nothing else make.any_of(wheres)
        if quantity.early:
            result: IrExpr = quantity.nothing
            for value, where, _ in reversed(terms):
                result = make.conditional(where, value, result)
            return result
        if quantity.step is plus:
            return self._total([make.conditional(where, body, 0) for _, where, body in terms])
        if quantity.gives == "amount" and terms and all(where == 1 for where in wheres):
            best = reduce(make.maximum if quantity.seeks > 0 else make.minimum, bodies)
            return best if size(best) <= UNROLL else None
        return self._known_choice(node, terms)

    def _total(self, codes: list[IrExpr]) -> IrExpr:
        total: IrExpr = 0
        for code in codes:
            total = self.b.make.range_checked(self.b.make.add(total, code), *LONG)
        return total

    @staticmethod
    def _known_choice(node: t.Quantity, terms: list[tuple[IrExpr, IrExpr, IrExpr]]) -> IrExpr | None:
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

    def _loop(self, node: t.Quantity, env: Env) -> IrExpr:
        """A function that goes through the selection."""
        source, span, most = self.b.selections.source(node.selection, env, copied=False)
        return self.through(node, source, span, most, node.where, env)

    def through(
        self, node: t.Quantity, source: ir.IrSource, span: tuple[int, int], most: int, asked_of: t.Expr | None, env: Env
    ) -> IrExpr:
        """A function that goes through a source (of at most so many, from the least to the greatest of `span`)."""
        local, inner, head = self.variable(node.var, node.selection, span, env)
        where = self.b.exprs.condition(asked_of, inner)
        body: IrExpr = 1 if node.body is None else self.b.exprs.value(node.body, inner)
        spent, steps = self.b.selections.spent(source, node), self.b.steps.round(node)
        if (most == 0 or where == 0) and not spent and not steps and self.b.selections.harmless(source):
            return QUANTITIES[node.kind].nothing
        asked = QuantityLoop(node.kind, node.ties == "last", local, source, head, where, body, min(most, STEPS))
        asked.spent, asked.steps = spent, [ir.IrChargeSteps(steps)] if steps else []
        return self.function(asked)

    def variable(
        self, name: str, selection: t.Selection, span: tuple[int, int], env: Env
    ) -> tuple[ir.IrLocal, Env, list[ir.IrSetLocal]]:
        """The local of a loop, what stands for what within it, and what is worked out first in each round."""
        local, base = self.b.functions.variable(span, env)
        inner = {**env, name: local}
        if selection.type.domain != "seat" or selection.type.kind != "member":
            return local, inner, []
        inner[BASES] = {**(env.get(BASES) or {}), local: base}
        return local, inner, [ir.IrSetLocal(base, self.b.base_of(local))]

    def among(self, selection: t.Selection, of: IrExpr, env: Env) -> IrExpr:
        """Whether a value is one of those a loop goes through."""
        source, span, most = self.b.selections.source(selection, env, copied=False)
        local, _ = self.b.functions.variable(span, {**env, OF: of})
        where = self.b.make.compare("==", of, local)
        if where == 0 and self.b.selections.harmless(source):
            return 0
        return self.function(QuantityLoop("any", False, local, source, [], where, 1, most))

    def function(self, asked: QuantityLoop) -> IrExpr:
        """The function that answers a question; questions that are alike share one."""
        functions = self.b.functions
        head = [each for each in asked.head if self._used(each.local, asked)]
        asked.head[:] = head
        body, gives = _answer(asked, self.b.make)
        body[:0] = asked.spent
        key = (
            structure_key(asked.spent),
            structure_key(asked.steps),
            asked.kind,
            asked.last,
            asked.local,
            source_key(asked.source),
            asked.where,
            asked.body,
        )
        return functions.called("q", key, body, gives, asked.kind, {})

    def _used(self, local: ir.IrLocal, asked: QuantityLoop) -> bool:
        free = self.b.functions.free
        return local.name in free(asked.where) or local.name in free(asked.body)


def source_key(source: ir.IrSource) -> tuple[Any, ...]:
    """What tells sources apart."""
    return (type(source), *(getattr(source, name) for name in type(source).__slots__))


class QuantityLoop:
    """A question in the making: its kind, the loop, the condition and the amount of each value, and how many there are."""

    def __init__(
        self,
        kind: str,
        last: bool,
        local: ir.IrLocal,
        source: ir.IrSource,
        head: list[ir.IrSetLocal],
        where: IrExpr,
        body: IrExpr,
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
        self.spent: list[Any] = []  # when it begins
        self.steps: list[Any] = []  # in each round

    def loop(self, *inside: Any) -> ir.IrLoop:
        """The loop with something done for each value that counts."""
        body: list[Any] = list(inside)
        if isinstance(self.where, int):
            body = body if self.where else []
        else:
            body = [ir.IrIf(self.where, body, [])]
        return ir.IrLoop(self.local, self.source, [*self.steps, *self.head, *body])


def _answer(asked: QuantityLoop, make: Any) -> tuple[list[Any], tuple[int, int]]:
    """The function's body, and where its value lies."""
    quantity = QUANTITIES[asked.kind]
    usual = _sought if quantity.seeks else _settled if quantity.early else _stepped
    return ANSWERS.get(asked.kind, usual)(asked, make, quantity)


def _settled(asked: QuantityLoop, make: Any, quantity: QuantitySpec) -> tuple[list[Any], tuple[int, int]]:
    """What the first value settles that counts, or for which the amount fails: that value, or the other truth than of nothing."""
    nothing, gives = quantity.nothing, (0, 1)
    found: IrExpr = 1 - nothing
    if quantity.gives == "member":
        found, gives = asked.local, (min(nothing, asked.local.low), asked.local.high)
    fails = make.logical_not(asked.body) if quantity.body else 1
    if fails == 0:
        return [asked.loop(ir.IrSetLocal(asked.local, asked.local)), ir.IrReturn(nothing)], (nothing, nothing)
    inside: list[Any] = [ir.IrReturn(found)]
    return [
        asked.loop(*inside if isinstance(fails, int) else [ir.IrIf(fails, inside, [])]),
        ir.IrReturn(nothing),
    ], gives


def _stepped(asked: QuantityLoop, make: Any, quantity: QuantitySpec) -> tuple[list[Any], tuple[int, int]]:
    """What comes out value by value, by the step of the table."""
    code, (least, most) = asked.body, LONG
    if quantity.step is plus:
        least, most = max(least, min(0, asked.most * low(code))), min(most, max(0, asked.most * high(code)))
        total = make.local("_t", least, most)
        add = make.add(total, code)
        if not within(code, least // max(1, asked.most), most // max(1, asked.most)):
            add = make.range_checked(add, *LONG)
        inside = [ir.IrSetLocal(total, add)]
    else:
        total, amount = make.local("_t", least, most), make.local("_n", low(code), high(code))
        if quantity.step is None:
            raise TypeError(f"`{asked.kind}` has no step, and no loop of its own")
        inside = [
            ir.IrSetLocal(amount, code),
            ir.IrSetLocal(total, compile_meaning(make, quantity.step, (total, amount))),
        ]
    return [ir.IrSetLocal(total, quantity.nothing), asked.loop(*inside), ir.IrReturn(total)], (least, most)


def _sought(asked: QuantityLoop, make: Any, quantity: QuantitySpec) -> tuple[list[Any], tuple[int, int]]:
    """The greatest or the least amount, or which value has it."""
    seek = ExtremeSearch(asked, make, up=quantity.seeks > 0)
    sign, nothing = ">" if seek.up else "<", quantity.nothing
    if quantity.gives == "amount":
        loop = asked.loop(ir.IrSetLocal(seek.new, asked.body), *seek.taking(sign, []))
        gives = (min(nothing, low(asked.body)), max(nothing, high(asked.body)))
        return [*seek.begin, loop, ir.IrReturn(make.conditional(seek.none, nothing, seek.best))], gives
    gives = (min(nothing, asked.local.low), max(nothing, asked.local.high))
    which = make.local("_w", *gives)
    take = seek.taking(sign + ("=" if asked.last else ""), [ir.IrSetLocal(which, asked.local)])
    loop = asked.loop(ir.IrSetLocal(seek.new, asked.body), *take)
    return [*seek.begin, ir.IrSetLocal(which, nothing), loop, ir.IrReturn(which)], gives


Answer: TypeAlias = "Callable[[QuantityLoop, Any, QuantitySpec], tuple[list[Any], tuple[int, int]]]"
ANSWERS: Final[dict[str, Answer]] = {}
"""What makes the function of a quantity for which none of `_sought`, `_settled` and `_stepped` will do."""


class ExtremeSearch:
    """The search for the greatest or the least amount. A function may search for both in one loop.

    Until one is found the best is what no amount can be; where amounts go to the ends of 64 bits, a local says whether one is found.

    Attributes:
        new, best: locals of the amount that is looked at, and of the best one.
        begin: what is done before the loop.
        none: whether nothing was found.
    """

    def __init__(self, asked: QuantityLoop, make: Any, *, up: bool) -> None:
        self.make, self.up = make, up
        least, most = low(asked.body), high(asked.body)
        nothing, best, some = (least - 1, "_t", "_f") if up else (most + 1, "_u", "_g")
        self._some = None if LONG[0] <= nothing <= LONG[1] else make.local(some, 0, 1)
        nothing = max(LONG[0], min(nothing, LONG[1]))
        self.new = make.local("_n", least, most)
        self.best = make.local(best, min(nothing, least), max(nothing, most))
        self.begin = [ir.IrSetLocal(self.best, nothing)]
        self.none = make.compare("==", self.best, nothing)
        if self._some is not None:
            self.begin.append(ir.IrSetLocal(self._some, 0))
            self.none = make.logical_not(self._some)

    def taking(self, sign: str, take: list[Any]) -> list[Any]:
        """What is done with a new amount: it is taken where it compares so with the best one."""
        better = self.make.compare(sign, self.new, self.best)
        take = [ir.IrSetLocal(self.best, self.new), *take]
        if self._some is not None:
            better = self.make.any_of((self.none, better))
            take.append(ir.IrSetLocal(self._some, 1))
        return take if isinstance(better, int) else [ir.IrIf(better, take, [])]
