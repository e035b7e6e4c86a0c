"""IR of operations: from their Python meaning, from the record, or from trees; and the tracks that `fits` looks at.

An operation has one meaning, a small Python function in `lang.operations`. The interpreter calls it; its source becomes IR
here, with the arguments put in, so the two cannot differ:

    def _left(a: int, players: int) -> int:               left(me)
        return (a + 1) % players if a >= 0 else -1        IrModulo(IrAdd(IrLocal("me"), 1), IrPlayerCount())

The condition `a >= 0` is gone: `me` is 0..3. Where a record has `code` (`+`, `min`, comparisons), that is asked instead.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ruleset_core.analysis.desugaring import GAIN
from ruleset_core.compile.ir import LONG, WORD, IrExpr
from ruleset_core.compile.ir.ir_builder import IrBuilder, high, within
from ruleset_core.compile.irgen.context import Env
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import OPERATIONS, OperationSpec
from ruleset_core.lang.runtime import FRAMES
from ruleset_core.lang.traversal import all_nodes, chain
from ruleset_core.lang.vocabulary import Resource

if TYPE_CHECKING:
    from ruleset_core.compile.irgen.expression_generation import ExpressionContext

REACH = "event reach"
"""The procedure that tells of a space that is filled."""
FAR = WORD[1]
"""Stands for a space that is never reached, and for a bound that is none."""
SIGNS: dict[type[ast.AST], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
BRANCHES = (ast.If, ast.IfExp, ast.BoolOp)
"""What may leave an argument out."""
Names = dict[str, IrExpr]


@cache
def _functions(module: ModuleType) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(module))
    return {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}


def _function(meaning: Callable[..., int]) -> ast.FunctionDef:
    """How a meaning is written."""
    module = inspect.getmodule(meaning)
    found = None if module is None else _functions(module).get(meaning.__name__)
    if found is None:
        raise TypeError(f"`{meaning.__name__}` must be a function of a module, so that it can be read")
    return found


def compile_meaning(make: IrBuilder, meaning: Callable[..., int], args: Sequence[IrExpr]) -> IrExpr:
    """The expression of a meaning with these arguments, which are numbers or locals."""
    function = _function(meaning)
    return MeaningReader(make).body(
        function.body, dict(zip([each.arg for each in function.args.args], args, strict=True))
    )


class MeaningCompiler:
    """Makes expressions of operations by their meanings."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build

    def value(self, operation: OperationSpec, args: Sequence[IrExpr]) -> IrExpr:
        """The expression of an operation with these arguments; a large one that is used several times is worked out once."""
        if operation.meaning is None:
            raise TypeError(f"`{operation.name}` has neither a meaning nor code")
        function = _function(operation.meaning)
        return self._bound(function, [each.arg for each in function.args.args], args, {})

    def _bound(self, function: ast.FunctionDef, names: list[str], args: Sequence[IrExpr], known: Names) -> IrExpr:
        """The body, with each parameter bound in turn; all arguments are worked out, whichever way the body takes."""
        make = self.b.make
        if not names:
            return MeaningReader(make).body(function.body, known)
        name, code = names[0], args[0]
        uses = sum(isinstance(each, ast.Name) and each.id == name for each in ast.walk(function))
        always = uses > 0 and not any(isinstance(each, BRANCHES) for each in ast.walk(function))

        def inside(bound: IrExpr) -> IrExpr:
            found = self._bound(function, names[1:], args[1:], {**known, name: bound})
            return make.sequence(code, found) if bound is code and not always else found

        if uses < 2 and (always or not make.costs_steps(code)):
            return inside(code)
        once: IrExpr = self.b.selections.once(code, inside, f"_w{len(names)}")
        return once


class MeaningReader:
    """Reads meanings of operations, which are functions in a small part of Python, into expressions.

    What may be written: parameters and local names, whole numbers, `+ - * // %` and signs, comparisons, `and`, `or`, `not`,
    `a if b else c`, `min` and `max` of two, `abs`, `int`, `bool`; `if` with `return`, and `return`. `//` and `%` need a divisor above 0.

        def _sign(a: int) -> int:          becomes      (a > 0) - (a < 0)
            return (a > 0) - (a < 0)
    """

    def __init__(self, make: IrBuilder) -> None:
        self.make = make
        self.binary: dict[type[ast.AST], Callable[[IrExpr, IrExpr], IrExpr]] = {
            ast.Add: make.add, ast.Sub: make.subtract, ast.Mult: make.multiply, ast.FloorDiv: make.divide, ast.Mod: make.modulo,
        }  # fmt: skip
        self.calls: dict[str, Callable[..., IrExpr]] = {
            "min": make.minimum, "max": make.maximum, "abs": make.absolute, "int": lambda code: code, "bool": make.as_bool,
        }  # fmt: skip

    def body(self, statements: Sequence[ast.stmt], names: Names) -> IrExpr:
        """What statements return."""
        match statements[0]:
            case ast.Return(value=ast.expr() as value):
                return self.expr(value, names)
            case ast.If(test=test, body=then, orelse=otherwise):
                rest = [*otherwise, *statements[1:]]
                return self.make.conditional(
                    self.condition(test, names), self.body(then, names), self.body(rest, names)
                )
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return self.body(statements[1:], {**names, name: self.expr(value, names)})
            case ast.Expr(value=ast.Constant(value=str())):
                return self.body(statements[1:], names)
            case other:
                raise TypeError(f"a meaning cannot say `{ast.unparse(other)}`")

    def condition(self, node: ast.expr, names: Names) -> IrExpr:
        """A condition."""
        return self.make.as_bool(self.expr(node, names))

    def expr(self, node: ast.expr, names: Names) -> IrExpr:
        """An expression."""
        make = self.make
        match node:
            case ast.Constant(value=bool() | int() as value):
                return int(value)
            case ast.Name(id=name) if name in names:
                return names[name]
            case ast.UnaryOp(op=ast.USub(), operand=part):
                return make.subtract(0, self.expr(part, names))
            case ast.UnaryOp(op=ast.Not(), operand=part):
                return make.logical_not(self.expr(part, names))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in self.binary:
                return self.binary[type(op)](self.expr(left, names), self.expr(right, names))
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in SIGNS:
                return make.compare(SIGNS[type(sign)], self.expr(left, names), self.expr(right, names))
            case ast.BoolOp(op=op, values=parts):
                joined: Any = make.all_of if isinstance(op, ast.And) else make.any_of
                return joined([self.condition(each, names) for each in parts])  # type: ignore[no-any-return]
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return make.conditional(
                    self.condition(test, names), self.expr(then, names), self.expr(otherwise, names)
                )
            case ast.Call(func=ast.Name(id=name), args=parts) if name in self.calls:
                return self.calls[name](*[self.expr(each, names) for each in parts])
        raise TypeError(f"a meaning cannot say `{ast.unparse(node)}`")


# -- expressions of operations -----------------------------------------------------------------------------------------


UNBOUNDED = 2**31 - 1
"""Stands in tables for a bound that is none: no amount is larger."""
Pair = tuple[IrExpr, IrExpr]
"""An amount and a resource."""
MANY_TERMS = 12
"""Sums of more terms are added up in pairs, so that they are not deep."""


class OperationGenerator:
    """Expressions of operations."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build
        self.compiled = MeaningCompiler(build)
        self.ways: dict[str, Callable[[t.Op, Env], IrExpr]] = {
            "if": self._choice,
            "+": self._sum,
            "-": self._sum,
            "given": self._given,
            "acting": self._acting,
            "fits": self._fits,
        }
        """Operations that are made of trees: some arguments are not always worked out, chains are made as a whole."""

    def value(self, node: t.Op, env: Env) -> IrExpr:
        """The expression of an operation."""
        operation = OPERATIONS[node.name]
        way = self.ways.get(node.name) or (None if operation.settles is None else self._junction)
        if way is not None:
            return way(node, env)
        args = [self.b.exprs.value(arg, env) for arg in node.args]
        if operation.code is None:
            return self.compiled.value(operation, args)
        code: IrExpr = operation.code(self.b.make, *args)
        return code

    def _choice(self, node: t.Op, env: Env) -> IrExpr:
        value, (condition, then, otherwise) = self.b.exprs.value, node.args
        code = value(condition, env)
        if isinstance(code, int):
            return value(then if code else otherwise, env)
        return self.b.make.conditional(code, value(then, env), value(otherwise, env))

    def _given(self, node: t.Op, env: Env) -> IrExpr:
        return self.b.fitting(self.b.exprs.value(node.args[0], env), node.type)

    def _acting(self, node: t.Op, env: Env) -> IrExpr:
        return self.b.places.seat(node.args[0], env)

    def _fits(self, node: t.Op, env: Env) -> IrExpr:
        resource = self.resource(self.b.exprs.value(node.args[1], env))
        return self.fits(self.b.exprs.value(node.args[0], env), resource, env)

    def _junction(self, node: t.Op, env: Env) -> IrExpr:
        """`and`, `or`: nothing is worked out after the part that settles it."""
        make, parts = self.b.make, []
        settled = OPERATIONS[node.name].settles
        for part in chain(node, node.name):
            code = self.b.exprs.condition(part, env)
            parts.append(code)
            if isinstance(code, int) and code == settled:
                break
        return make.any_of(parts) if settled else make.all_of(parts)

    def _sum(self, node: t.Op, env: Env) -> IrExpr:
        """A sum, its terms in any order, where no order leaves 64 bits."""
        make = self.b.make
        terms = [(sign, self.b.exprs.value(part, env)) for sign, part in self._terms(node)]
        if not all(within(code, LONG[0] // len(terms), LONG[1] // len(terms)) for _, code in terms):
            sides = [self.b.exprs.value(part, env) for part in node.args]
            return make.add(*sides) if node.name == "+" else make.subtract(*sides)
        codes: list[IrExpr] = []
        known = 0
        for sign, code in terms:
            if isinstance(code, int):
                known += sign * code
            elif sign < 0:
                codes.append(make.subtract(codes.pop(), code) if codes else make.subtract(0, code))
            else:
                codes.append(code)
        while len(codes) > MANY_TERMS:
            codes = [make.add(*codes[place : place + 2]) if place + 1 < len(codes) else codes[place]
                     for place in range(0, len(codes), 2)]  # fmt: skip
        total: IrExpr = 0
        for code in codes:
            total = make.add(total, code)
        return make.add(total, known)

    @staticmethod
    def _terms(node: t.Expr) -> list[tuple[int, t.Expr]]:
        found: list[tuple[int, t.Expr]] = []
        open_ = [(1, node)]
        while open_:
            sign, each = open_.pop()
            if type(each) is t.Op and each.name in {"+", "-"}:
                open_ += [(-sign if each.name == "-" else sign, each.args[1]), (sign, each.args[0])]
            else:
                found.append((sign, each))
        return found

    # -- resources ----------------------------------------------------------------------------------------------

    def resource(self, code: IrExpr) -> IrExpr:
        """A resource that is there."""
        return self.b.make.range_checked(code, 0, len(self.b.v.resources) - 1)

    def fits(self, amount: IrExpr, resource: IrExpr, env: Env) -> IrExpr:
        """Whether all of an amount finds room, and nothing that is reached on the way may ask.

        Where reaching a space may ask, the interpreter always goes unit by unit; what no listener answers to comes to the same.
        """
        make, places = self.b.make, self.b.places
        resources = self.b.v.resources if not isinstance(resource, int) else [self.b.v.resources[resource]]
        suspends = self.b.reach.suspends
        parts = [self.b.reach.fits_unanswered(amount, resource, env)] if suspends else []
        spaces = [-1 if suspends else each.spaces for each in resources]
        for name, bounds in (("filled", spaces), ("held", list(map(held_limit, resources)))):
            if any(bound >= 0 for bound in bounds):
                limits = [bound if bound >= 0 else UNBOUNDED for bound in bounds]
                limit = limits[0] if isinstance(resource, int) else make.table_entry(make.table(limits), resource)
                parts.append(make.compare("<=", make.add(places.own_value(name, env, resource), amount), limit))
        return make.all_of(parts)

    def can_pay(self, costs: tuple[tuple[t.Expr, t.Expr], ...], env: Env) -> IrExpr:
        """Whether costs can be paid together. All amounts and resources are worked out, whichever is missing."""
        return self._held(
            [
                (self.b.exprs.value(amount, env), self.resource(self.b.exprs.value(resource, env)))
                for amount, resource in costs
            ],
            [],
            env,
        )

    def _held(self, pairs: list[Pair], held: list[Pair], env: Env) -> IrExpr:
        """The same for pairs of which the first ones are locals where working them out takes steps."""
        if len(held) == len(pairs):
            return self._payable(held, env)
        make, (amount, resource), number = self.b.make, pairs[len(held)], len(held)
        return make.evaluate_once(
            resource,
            lambda one: make.evaluate_once(
                amount, lambda two: self._held(pairs, [*held, (two, one)], env), f"_a{number}"
            ),
            f"_r{number}",
        )

    def _payable(self, pairs: list[Pair], env: Env) -> IrExpr:
        make, places = self.b.make, self.b.places
        free = [amount for amount, resource in pairs if high(amount) <= 0 and isinstance(resource, int)]
        pairs = [(amount, resource) for amount, resource in pairs if high(amount) > 0 or not isinstance(resource, int)]
        parts: list[IrExpr] = []
        for place, (_, resource) in enumerate(pairs):
            if any(other is resource or other == resource for _, other in pairs[:place]):
                continue
            total: IrExpr = 0
            for amount, other in pairs:
                share = amount if len(pairs) == 1 else make.maximum(amount, 0)
                here = make.compare("==", other, resource)
                total = make.add(total, make.conditional(here, share, 0))
            parts.append(make.compare(">=", places.own_value("held", env, resource), total))
        paid = make.all_of(parts)
        for amount, resource in pairs if len(pairs) > 1 else ():  # all are looked at, whichever is missing
            paid = make.sequence(resource, make.sequence(amount, paid))
        for amount in free:
            paid = make.sequence(amount, paid)
        return paid


def held_limit(bounds: Resource) -> int:
    """The most that can be held where the spaces of the track do not bound it already; else -1."""
    bound = bounds.maximum >= 0 and not 0 <= bounds.spaces <= bounds.maximum
    return bounds.maximum if bound else -1


# -- tracks: who answers when a space is reached -----------------------------------------------------------------------


class TrackReach:
    """The spaces of tracks, and who listens to them."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build
        self._interest: dict[int, tuple[int, ...]] = {}
        self._rows: dict[tuple[int, int], list[int]] = {}

    @cached_property
    def suspends(self) -> bool:
        """Whether reaching a space may ask, as far as events tell without their spaces."""
        reach = self.b.program.procedures.get(REACH)
        return reach is not None and reach.suspends

    def interest(self, resource: int) -> tuple[int, ...]:
        """For every space of a track the next one that some listener may answer to; far off if there is none."""
        if resource not in self._interest:
            listeners = self.b.v.listeners.get("reach", [])
            spaces = max(self.b.v.resources[resource].spaces, 0)
            env: Env = {**self.b.acting(), "resource": resource}
            following, found = FAR, []
            for space in range(spaces, -1, -1):
                found.append(following)
                if any(self.b.exprs.condition(each.condition, {**env, "space": space}) != 0 for each in listeners):
                    following = space
            self._interest[resource] = tuple(reversed(found))
        return self._interest[resource]

    # -- where reaching a space may ask ---------------------------------------------------------------------------

    def fits_unanswered(self, amount: IrExpr, resource: IrExpr, env: Env) -> IrExpr:
        """Whether an amount fits on the track, if there is one, and nobody may answer to any of its units.

        Unit by unit there would be two frames more; where they may be too many, the units are looked at.
        """
        if self._heavy:
            return 0
        make, resources = self.b.make, self.b.v.resources
        places = [resource] if isinstance(resource, int) else range(len(resources))
        tracks = [each for each in places if resources[each].spaces >= 0]
        if not tracks:
            return 1
        width = max(max(resources[each].spaces, resources[each].start) for each in tracks) + 1
        filled = self.b.narrow(
            self.b.places.own_value("filled", env, resource), 0, width - 1
        )  # no track is filled further
        if isinstance(resource, int):
            free, where = self._row(resource, width), filled
        else:
            free = [each for place in places for each in self._row(place, width)]
            where = make.add(make.multiply(resource, width), filled)
        if isinstance(amount, int):
            few = make.table_entry(make.table([int(amount <= each) for each in free]), where)
        else:
            few = make.compare("<=", amount, make.table_entry(make.table(free), where))
        parts = [make.any_of((make.logical_not(make.is_one_of(resource, tracks)), few))]
        if self.b.recursive & {GAIN, REACH}:
            parts.append(make.compare("<=", make.stack_depth(), FRAMES - 2))
        return make.all_of(parts)

    def _row(self, resource: int, width: int) -> list[int]:
        """For every number of filled spaces how many more can be filled without an answer."""
        found = self._rows.get((resource, width))
        if found is None:
            spaces = self.b.v.resources[resource].spaces
            row = [min(following - 1, spaces) - filled for filled, following in enumerate(self.interest(resource))]
            found = self._rows[resource, width] = [*row, *[0] * width][:width]
        return found

    @cached_property
    def _heavy(self) -> bool:
        """Whether looking who answers takes steps of its own, or notes something: then it is always done."""
        event, listeners = self.b.v.events["reach"], self.b.v.listeners["reach"]
        if any(event.orders(each) for each in listeners):
            return True
        return any(self._charged(node) for each in listeners for node in all_nodes(each.condition))

    def _charged(self, node: Any) -> bool:
        if isinstance(node, t.Quantity):
            return self.b.steps.apart(node)
        return isinstance(node, (t.Apply, t.HookCall, t.Search, t.Would))

    def is_unanswered(self, resource: IrExpr, space: IrExpr) -> IrExpr:
        """Whether nobody may answer to a space that was filled."""
        if self._heavy:
            return 0
        make, resources = self.b.make, self.b.v.resources
        width = max(each.spaces for each in resources) + 1
        rows = [self.interest(each) for each in range(len(resources))]
        nobody = [
            int(space == 0 or space >= len(row) or row[space - 1] != space) for row in rows for space in range(width)
        ]
        where = make.add(make.multiply(resource, width), self.b.narrow(space, 0, width - 1))
        few = make.compare("<", make.stack_depth(), FRAMES) if REACH in self.b.recursive else 1
        return make.all_of((make.table_entry(make.table(nobody), where), few))

    # -- what the blocks cost that are gone through where nobody answers -----------------------------------------

    @cached_property
    def unanswered_cost(self) -> int:
        """What it costs to tell of a space when nobody answers."""
        return sum(map(self.b.steps.block, self._way(REACH, held=False)))

    @cached_property
    def empty_gain_cost(self) -> int:
        """What gaining nothing costs."""
        return sum(map(self.b.steps.block, self._way(GAIN, held=False)))

    @cached_property
    def unit(self) -> tuple[int, int]:
        """What one unit costs that finds room, and what it costs besides to tell of its space on a track."""
        way = self._way(GAIN, held=True)
        around = _leads(self.b.program.blocks[way[-1]].end, held=True)
        *room, tells = way[way.index(around) :]
        return sum(map(self.b.steps.block, room)), self.b.steps.block(tells) + self.unanswered_cost

    def _way(self, name: str, *, held: bool) -> list[int]:
        """The blocks of a procedure, in order, if all conditions hold, or if none does; to its end, or back to one of them."""
        found: list[int] = []
        number = self.b.program.procedures[name].entry
        while number >= 0 and number not in found:
            node = self.b.program.blocks[number]
            if found and not node.statements and isinstance(node.end, p.ProcedureEnd):
                break  # it has no frame, so nobody enters it
            found.append(number)
            number = _leads(node.end, held=held)
        return found


def _leads(end: p.Terminator, *, held: bool) -> int:
    """Where a block leads within its procedure; -1: to its end."""
    match end:
        case p.Split():
            return end.then if held else end.otherwise
        case p.Jump():
            return end.target
        case p.Call():
            return end.then
        case _:
            return -1
