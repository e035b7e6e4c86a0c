"""Expressions over fixed facts: known at once, or looked up in a table by their locals."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.code.size import high, low
from ruleset_core.lang.decide.fixed import Form
from ruleset_core.lang.evaluate.folding import NoConstant
from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build
    from ruleset_core.lang.evaluate.closures import Value

Env = dict[Any, Any]
TABLE = 2048
"""Most values of a table worked out in advance."""
WORK = 20_000
"""Most steps that working out one table, or one value, may take."""
CHEAP, ALL_WORK = 400, 150_000
"""Once so much work has been done for a game, only what takes few steps is worked out."""
Made = tuple[n.Table, bool] | int | None
"""A table, and whether some of its places break a rule; or a number."""
About = tuple[Form, list[tuple[str, Type]], bool] | int


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
        about = found[1]
        if about is None or isinstance(about, int):
            return about
        form, free, plain = about
        key: list[Any] = [id(node)]
        known: dict[str, int] = {}
        codes: list[tuple[str, n.Node]] = []
        for name, kind in free:
            code = env.get(name)
            if code is None:
                code = self.b.local(name, kind)
            if type(code) is int:
                known[name] = code
                key.append(code)
            elif plain:
                return None
            else:
                codes.append((name, code))
                key.append((code.low, code.high))
        place = tuple(key)
        if place not in self._made:
            self._made[place] = self._make(node, form, known, codes)
        made = self._made[place]
        if made is None or isinstance(made, int):
            return made
        return self._place(made, codes)

    def settled(self, node: t.Expr | None, env: Env) -> int | None:
        """Whether a condition holds as far as facts alone say; None if anything else must be looked at for that."""
        if node is None:
            return 1
        if isinstance(node, t.Const):
            return int(node.value != 0)
        known = self.looked_up(node, env)
        if isinstance(known, int):
            return int(known != 0)
        if isinstance(node, t.Op) and node.name in {"and", "or"}:
            first = self.settled(node.args[0], env)
            return self.settled(node.args[1], env) if first == (node.name == "and") else first
        if isinstance(node, t.Op) and node.name == "not":
            part = self.settled(node.args[0], env)
            return None if part is None else 1 - part
        return self._settled_by_name(node, env) if isinstance(node, t.Apply) else None

    def _settled_by_name(self, node: t.Apply, env: Env) -> int | None:
        define = self.b.v.defines[node.define]
        if (
            define.modifiers
            or define.value is None
            or self.b.steps.entered(f"value {define.name}")  # charged when it begins, so it must begin
            or not all(isinstance(arg, (t.Const, t.Local)) for arg in node.args)
        ):
            return None
        inner: Env = {}
        for (name, kind), arg in zip(define.params.items(), node.args, strict=True):
            inner[name] = self.b.fitting(self.b.exprs.value(arg, env), kind, sure=node.sure)
            if not isinstance(inner[name], (int, n.Local)):
                return None  # it may break a rule
        return self.settled(define.value, inner)

    def _about(self, node: t.Expr) -> About | None:
        """What works an expression out, its free locals, and whether plain arithmetic is quicker than a table.

        None: it reads the state, or no table is wanted. A number: that is what it always gives.
        """
        form = self.b.fixed.form(node)
        if form is None or node.type.kind == "list" or (isinstance(node, t.Op) and _halves(node)):
            return None
        if form.looked and not self.b.steps.light(node):
            return None
        if any(kind.kind == "list" for kind in form.free.values()):
            return None
        looked = form.looked
        plain = isinstance(node, t.Op) and (looked == 0 or (looked == 1 and node.name != "if"))
        if not form.free:
            return self._make(node, form, {}, [])  # type: ignore[return-value]  # of nothing there is no table
        return form, sorted(form.free.items()), plain

    def _make(self, node: t.Expr, form: Form, known: dict[str, int], codes: list[tuple[str, n.Node]]) -> Made:
        size = 1
        for _, code in codes:
            size *= code.high - code.low + 1
            if size > TABLE:
                return None
        work = size * form.work
        if work > (WORK if self._worked < ALL_WORK else CHEAP):
            return None
        self._worked += work
        values = _values(self.b.fixed.run(node), known, codes)
        fine = [value for value in values if value is not None]
        if not fine:
            return None
        broken = len(fine) < len(values)
        least, most = min(fine), max(fine)
        if not broken and least == most:
            return least
        return self.b.make.table([most + 1 if value is None else value for value in values] if broken else fine), broken

    def _place(self, made: tuple[n.Table, bool], codes: list[tuple[str, n.Node]]) -> Expr:
        make = self.b.make
        place: Expr = 0
        table, broken = made
        for _, code in codes:
            place = make.plus(make.times(place, high(code) - low(code) + 1), make.plus(code, -low(code)))
        found = make.entry(table, place)
        return make.checked(found, table.low, table.high - 1) if broken else found


def _values(run: Value, known: dict[str, int], codes: list[tuple[str, n.Node]]) -> list[int | None]:
    """What an expression gives for all values of its locals, the last one changing first; None where it breaks a rule."""
    if not codes:
        return [_value(run, known)]
    names = [name for name, _ in codes[:-1]]
    (name, last), inner = codes[-1], dict(known)
    found: list[int | None] = []
    for combination in product(*[range(code.low, code.high + 1) for _, code in codes[:-1]]):
        inner.update(zip(names, combination, strict=True))
        for value in range(last.low, last.high + 1):
            inner[name] = value
            found.append(_value(run, inner))
    return found


def _value(run: Value, known: dict[str, int]) -> int | None:
    try:
        return int(run(None, known))
    except NoConstant:
        return None
