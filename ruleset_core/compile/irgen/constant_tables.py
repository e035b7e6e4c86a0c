"""Constant folding: expressions over fixed facts in, a number or a table out; a cost limit decides.

Facts of cards do not change, so what depends on nothing else is worked out by the evaluator when the game is compiled:

    2 + 3                               5
    c.rank                              table 1, 2, ... 8, 1, ... of 32 cards, read at place c
    place(c)                            table 1, 2, ... 38 of what `c.rank + 10 * number(c.suit)` gives, read at place c
    c.suit == thistle                   table of suits, read at place c, compared with 3: a second table would save nothing

What has to be charged as steps in play (`analysis.step_costs`) stays, so that both executors count alike. Questions over members
are looked up by `expression_generation`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from ruleset_core.compile import ir
from ruleset_core.compile.ir import IrExpr
from ruleset_core.compile.ir.ir_builder import high, low
from ruleset_core.compile.irgen.context import Env, IrContext
from ruleset_core.eval.access_policies import ConstantAccess, NoConstantError
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.eval.closures import Value
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.traversal import parts, reads
from ruleset_core.lang.types import Type

ASSUMED_ROUNDS = 40
"""How often a loop of unknown length is taken to go round when its work is estimated."""


@dataclass(slots=True, eq=False)
class FixedExpression:
    """An expression that reads no state.

    Attributes:
        work: about how many steps it takes to work it out.
        free: the locals it reads, with their types.
        lookups: how many facts, questions and uses of definitions are in it.
    """

    work: int
    free: dict[str, Type]
    lookups: int


LOOKUPS = (t.FactOf, t.Apply, t.Contains, t.Nth, t.Quantity)


class FixedExpressions:
    """What is known of trees that read no state."""

    def __init__(self, build: IrContext) -> None:
        self.b = build
        self._forms: dict[int, tuple[t.Expr, FixedExpression | None]] = {}
        self._evaluator = make_evaluator(build.program, access=ConstantAccess())

    def run(self, node: t.Expr) -> Value:
        """What works an expression out that has a form; its state is None."""
        return self._evaluator.value(node)

    def form(self, node: t.Expr) -> FixedExpression | None:
        """What is known of an expression; None if it reads the state."""
        found = self._forms.get(id(node))
        if found is None:  # the node is kept with its form, so that its id is not given to another
            found = self._forms[id(node)] = (node, self._form(node))
        return found[1]

    def _form(self, node: Any) -> FixedExpression | None:
        if isinstance(node, t.Local):
            return None if node.name == "me" else FixedExpression(1, {node.name: node.type}, 0)
        if reads(node) or isinstance(node, (t.Search, t.AnswerPart)) or (isinstance(node, t.Selection) and node.among):
            return None
        define = self.b.v.defines[node.define] if isinstance(node, t.Apply) else None
        forms = self._all(parts(node))
        inside = self._all(define.trees if define is not None else ())
        if forms is None or inside is None or (define is not None and define.value is None):
            return None
        work, free = _work(forms) + _work(inside), _free(forms)
        lookups = sum([each.lookups for each in forms]) + isinstance(node, LOOKUPS)
        if isinstance(node, t.Selection):
            return FixedExpression(work, free, lookups)
        if isinstance(node, t.Contains):
            work *= 1 + _rounds(node.selection) // 10
        elif isinstance(node, t.Quantity):
            among, *asked = forms
            work = max(1, _rounds(node.selection)) * (_work(asked) if asked else 1)
            inner = {name: kind for name, kind in _free(asked).items() if name != node.var}
            free = {**among.free, **inner}
        return FixedExpression(1 + work, free, lookups)

    def _all(self, nodes: Iterable[Any]) -> list[FixedExpression] | None:
        """Several, if none of them reads the state."""
        found: list[FixedExpression] = []
        for node in nodes:
            form = self.form(node)
            if form is None:
                return None
            found.append(form)
        return found


def _work(forms: Iterable[FixedExpression]) -> int:
    return sum([each.work for each in forms])


def _free(forms: Iterable[FixedExpression]) -> dict[str, Type]:
    found: dict[str, Type] = {}
    for each in forms:
        found |= each.free
    return found


def _rounds(selection: t.Selection) -> int:
    """About how many values a selection has."""
    ends = [part.value for part in selection.parts if isinstance(part, t.Const)]
    match selection.kind:
        case "values":
            return len(selection.values)
        case "items":
            return len(selection.parts)
        case "range" if len(ends) == 2:
            return max(0, ends[1] - ends[0] + 1)
        case _:
            return ASSUMED_ROUNDS


# -- tables ------------------------------------------------------------------------------------------------------------


TABLE = 2048
"""Most values of a table worked out in advance."""
WORK_LIMIT = 20_000
"""Most steps that working out one table, or one value, may take."""
CHEAP, ALL_WORK = 400, 150_000
"""Once so much work has been done for a game, only what takes few steps is worked out."""
Made = tuple[ir.IrTable, bool] | int | None
"""A table, and whether some of its places break a rule; or a number."""
About = tuple[FixedExpression, list[tuple[str, Type]], bool] | int


def _compares_halves(node: t.Op) -> bool:
    """Whether it looks in which half a piece stands (see `analysis.generated_definitions`): quicker than a table, and there may be many."""
    return node.name == "<" and node.args[0].type.kind == "member"


class ConstantTables:
    """Values and tables of fixed expressions."""

    def __init__(self, build: IrContext) -> None:
        self.b = build
        self.fixed = FixedExpressions(build)
        self._abouts: dict[int, tuple[t.Expr, About | None]] = {}
        self._made: dict[tuple[Any, ...], Made] = {}
        self._worked = 0

    def looked_up(self, node: t.Expr, env: Env) -> IrExpr | None:
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
        codes: list[tuple[str, ir.IrNode]] = []
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
        """Whether a condition holds as far as facts alone say; None if anything else must be lookups at for that."""
        if node is None:
            return 1
        if isinstance(node, t.Const):
            return int(node.value != 0)
        known = self.looked_up(node, env)
        if isinstance(known, int):
            return int(known != 0)
        if isinstance(node, t.Op) and (settles := OPERATIONS[node.name].settles) is not None:
            first = self.settled(node.args[0], env)
            return self.settled(node.args[1], env) if first == 1 - settles else first
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
        ):
            return None
        inner: Env = {}
        for (name, kind), arg in zip(define.params.items(), node.args, strict=True):
            if not isinstance(arg, (t.Const, t.Local)):
                return None
            value = arg.value if isinstance(arg, t.Const) else self.b.local_value(arg, env)
            inner[name] = self.b.fitting(value, kind)
            if not isinstance(inner[name], (int, ir.IrLocal)):
                return None  # it may break a rule
        return self.settled(define.value, inner)

    def _about(self, node: t.Expr) -> About | None:
        """What works an expression out, its free locals, and whether plain arithmetic is quicker than a table.

        None: it reads the state, or no table is wanted. A number: that is what it always gives.
        """
        form = self.fixed.form(node)
        if form is None or node.type.kind == "list" or (isinstance(node, t.Op) and _compares_halves(node)):
            return None
        if form.lookups and not self.b.steps.light(node):
            return None
        if any(kind.kind == "list" for kind in form.free.values()):
            return None
        lookups = form.lookups
        plain = isinstance(node, t.Op) and (lookups == 0 or (lookups == 1 and node.name != "if"))
        if not form.free:
            return self._make(node, form, {}, [])  # type: ignore[return-value]  # of nothing there is no table
        return form, sorted(form.free.items()), plain

    def _make(
        self, node: t.Expr, form: FixedExpression, known: dict[str, int], codes: list[tuple[str, ir.IrNode]]
    ) -> Made:
        size = 1
        for _, code in codes:
            size *= code.high - code.low + 1
            if size > TABLE:
                return None
        work = size * form.work
        if work > (WORK_LIMIT if self._worked < ALL_WORK else CHEAP):
            return None
        self._worked += work
        values = _values(self.fixed.run(node), known, codes)
        fine = [value for value in values if value is not None]
        if not fine:
            return None
        broken = len(fine) < len(values)
        least, most = min(fine), max(fine)
        if not broken and least == most:
            return least
        return self.b.make.table([most + 1 if value is None else value for value in values] if broken else fine), broken

    def _place(self, made: tuple[ir.IrTable, bool], codes: list[tuple[str, ir.IrNode]]) -> IrExpr:
        make = self.b.make
        place: IrExpr = 0
        table, broken = made
        for _, code in codes:
            place = make.add(make.multiply(place, high(code) - low(code) + 1), make.add(code, -low(code)))
        found = make.table_entry(table, place)
        return make.range_checked(found, table.low, table.high - 1) if broken else found


def _values(run: Value, known: dict[str, int], codes: list[tuple[str, ir.IrNode]]) -> list[int | None]:
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
    except NoConstantError:
        return None
