"""Expressions over fixed facts: known at once, or looked up in a table by their locals."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.code.size import high, low
from ruleset_core.lang.decide.fixed import BrokenError, Run, TooMuchError
from ruleset_core.lang.types import Type
from ruleset_core.lang.walk import everything, locals_of

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
TABLE = 2048
"""Most values of a table worked out in advance."""
WORK = 20_000
"""Most steps that working out one table, or one value, may take."""
CHEAP, ALL_WORK = 400, 150_000
"""Once so much work has been done for a game, only what takes few steps is worked out."""
Made = tuple[n.Table, bool] | int | None
"""A table, and whether some of its places break a rule; or a number."""
About = tuple[Run, list[tuple[str, Type]], bool]


def _halves(node: t.Op) -> bool:
    """Whether it looks in which half a piece stands (see `link.said`): quicker than a table, and there may be many."""
    return node.name == "<" and node.args[0].type.kind == "member"


class Tables:
    """Values and tables of fixed expressions."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self._abouts: dict[int, tuple[t.Expr, About | None]] = {}
        self._made: dict[tuple[Any, ...], Made] = {}
        self._worked = 0

    def looked_up(self, node: t.Expr, env: Env) -> Expr | None:
        """The value of an expression that reads no state, if a table or a number says it."""
        found = self._abouts.get(id(node))
        if found is None:  # the node is kept with what is known of it, so that its id is not given to another
            found = self._abouts[id(node)] = (node, self._about(node))
        if found[1] is None:
            return None
        run, free, plain = found[1]
        known: dict[str, int] = {}
        codes: list[tuple[str, n.Node]] = []
        for name, kind in free:
            code = env.get(name)
            if code is None:
                code = self.b.local(name, kind)
            if type(code) is int:
                known[name] = code
            else:
                codes.append((name, code))
        if codes and plain:
            return None
        key = (id(node), *known.values(), *[(name, code.low, code.high) for name, code in codes])
        if key not in self._made:
            self._made[key] = self._make(node, run, known, codes)
        made = self._made[key]
        if made is None or isinstance(made, int):
            return made
        return self._place(made, codes)

    def _about(self, node: t.Expr) -> About | None:
        """What works an expression out, its free locals, and whether plain arithmetic is quicker than a table.

        None: it reads the state, or no table is wanted.
        """
        run = self.b.fixed.run(node)
        if run is None or (isinstance(node, t.Op) and _halves(node)):
            return None
        free = locals_of(node)
        free.pop("me", None)
        if any(kind.kind == "list" for kind in free.values()) or node.type.kind == "list":
            return None
        looked = sum(isinstance(each, (t.FactOf, t.Quantity, t.Apply, t.Nth, t.Contains)) for each in everything(node))
        plain = isinstance(node, t.Op) and (looked == 0 or (looked == 1 and node.name != "if"))
        return run, sorted(free.items()), plain

    def _make(self, node: t.Expr, run: Run, known: dict[str, int], codes: list[tuple[str, n.Node]]) -> Made:
        size = 1
        for _, code in codes:
            size *= code.high - code.low + 1
            if size > TABLE:
                return None
        work = size * self.b.fixed.work(node)
        if work > (WORK if self._worked < ALL_WORK else CHEAP):
            return None
        self._worked += work
        values: list[int | None] = []
        names = [name for name, _ in codes]
        inner = dict(known)
        for combination in product(*(range(code.low, code.high + 1) for _, code in codes)):
            inner.update(zip(names, combination, strict=True))
            try:
                values.append(int(run(inner)))
            except TooMuchError:
                return None
            except BrokenError:
                values.append(None)
        fine = [value for value in values if value is not None]
        if not fine:
            return None
        broken = len(fine) < len(values)
        if not broken and min(fine) == max(fine):
            return fine[0]
        beyond = max(fine) + 1
        return self.b.make.table([beyond if value is None else value for value in values]), broken

    def _place(self, made: tuple[n.Table, bool], codes: list[tuple[str, n.Node]]) -> Expr:
        make = self.b.make
        place: Expr = 0
        table, broken = made
        for _, code in codes:
            place = make.plus(make.times(place, high(code) - low(code) + 1), make.plus(code, -low(code)))
        found = make.entry(table, place)
        return make.checked(found, table.low, table.high - 1) if broken else found
