"""Meanings of operations, which are functions in a small part of Python, as expressions of the intermediate program.

So an operation is written once, as its meaning, and runs in every executor; `code` of an operation is only for what the intermediate
program says better. What may be written: parameters and local names, whole numbers, `+ - * // %` and signs, comparisons, `and`, `or`, `not`,
`a if b else c`, `min` and `max` of two, `abs`, `int`, `bool`; `if` with `return`, and `return`. `//` and `%` need a divisor above 0.

    def _sign(a: int) -> int:          becomes      (a > 0) - (a < 0)
        return (a > 0) - (a < 0)
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ruleset_core.lang.code.nodes import Expr

if TYPE_CHECKING:
    from ruleset_core.lang.code.make import Maker
    from ruleset_core.lang.decide.build import Build
    from ruleset_core.lang.operations import Operation

SIGNS: dict[type[ast.AST], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
BRANCHES = (ast.If, ast.IfExp, ast.BoolOp)
"""What may leave an argument out."""
Names = dict[str, Expr]


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


def compiled(make: Maker, meaning: Callable[..., int], args: Sequence[Expr]) -> Expr:
    """The expression of a meaning with these arguments, which are numbers or locals."""
    function = _function(meaning)
    return Reading(make).body(function.body, dict(zip([each.arg for each in function.args.args], args, strict=True)))


class Compiled:
    """Makes expressions of operations by their meanings."""

    def __init__(self, build: Build) -> None:
        self.b = build

    def value(self, operation: Operation, args: Sequence[Expr]) -> Expr:
        """The expression of an operation with these arguments; a large one that is used several times is worked out once."""
        if operation.meaning is None:
            raise TypeError(f"`{operation.name}` has neither a meaning nor code")
        function = _function(operation.meaning)
        return self._bound(function, [each.arg for each in function.args.args], args, {})

    def _bound(self, function: ast.FunctionDef, names: list[str], args: Sequence[Expr], known: Names) -> Expr:
        """The body, with each parameter bound in turn; all arguments are worked out, whichever way the body takes."""
        make = self.b.make
        if not names:
            return Reading(make).body(function.body, known)
        name, code = names[0], args[0]
        uses = sum(isinstance(each, ast.Name) and each.id == name for each in ast.walk(function))
        always = uses > 0 and not any(isinstance(each, BRANCHES) for each in ast.walk(function))

        def inside(bound: Expr) -> Expr:
            found = self._bound(function, names[1:], args[1:], {**known, name: bound})
            return make.after(code, found) if bound is code and not always else found

        if uses < 2:
            return inside(code)
        once: Expr = self.b.selections.once(code, inside, f"_w{len(names)}")
        return once


class Reading:
    """Reads Python into expressions."""

    def __init__(self, make: Maker) -> None:
        self.make = make
        self.binary: dict[type[ast.AST], Callable[[Expr, Expr], Expr]] = {
            ast.Add: make.plus, ast.Sub: make.minus, ast.Mult: make.times, ast.FloorDiv: make.per, ast.Mod: make.mod,
        }  # fmt: skip
        self.calls: dict[str, Callable[..., Expr]] = {
            "min": make.least, "max": make.most, "abs": make.absolute, "int": lambda code: code, "bool": make.truth,
        }  # fmt: skip

    def body(self, statements: Sequence[ast.stmt], names: Names) -> Expr:
        """What statements return."""
        match statements[0]:
            case ast.Return(value=ast.expr() as value):
                return self.expr(value, names)
            case ast.If(test=test, body=then, orelse=otherwise):
                rest = [*otherwise, *statements[1:]]
                return self.make.choice(self.truth(test, names), self.body(then, names), self.body(rest, names))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return self.body(statements[1:], {**names, name: self.expr(value, names)})
            case ast.Expr(value=ast.Constant(value=str())):
                return self.body(statements[1:], names)
            case other:
                raise TypeError(f"a meaning cannot say `{ast.unparse(other)}`")

    def truth(self, node: ast.expr, names: Names) -> Expr:
        """A condition."""
        return self.make.truth(self.expr(node, names))

    def expr(self, node: ast.expr, names: Names) -> Expr:
        """An expression."""
        make = self.make
        match node:
            case ast.Constant(value=bool() | int() as value):
                return int(value)
            case ast.Name(id=name) if name in names:
                return names[name]
            case ast.UnaryOp(op=ast.USub(), operand=part):
                return make.minus(0, self.expr(part, names))
            case ast.UnaryOp(op=ast.Not(), operand=part):
                return make.no(self.expr(part, names))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in self.binary:
                return self.binary[type(op)](self.expr(left, names), self.expr(right, names))
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in SIGNS:
                return make.compare(SIGNS[type(sign)], self.expr(left, names), self.expr(right, names))
            case ast.BoolOp(op=op, values=parts):
                joined: Any = make.every if isinstance(op, ast.And) else make.some
                return joined([self.truth(each, names) for each in parts])  # type: ignore[no-any-return]
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return make.choice(self.truth(test, names), self.expr(then, names), self.expr(otherwise, names))
            case ast.Call(func=ast.Name(id=name), args=parts) if name in self.calls:
                return self.calls[name](*[self.expr(each, names) for each in parts])
        raise TypeError(f"a meaning cannot say `{ast.unparse(node)}`")
