"""What IR statements set, call and come to: rewriting expressions, and working out those that read no state.

>>> from ruleset_core.compile.ir.ir_builder import IrBuilder
>>> make = IrBuilder()
>>> x, table = make.local("x", 0, 2), make.table([3, 5, 7])
>>> code = make.add(make.table_entry(table, x), 1)
>>> evaluator = IrEvaluator({})
>>> evaluator.left = 10  # so many nodes may be looked at
>>> evaluator.value(code, {"x": 2})
8
>>> rewritten(code, lambda node: make.local("y", 0, 2) if node is x else None).left.place.name
'y'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from ruleset_core.compile import ir
from ruleset_core.compile.ir import IrExpr, IrNode
from ruleset_core.compile.ir.ir_builder import parts_of
from ruleset_core.lang.operations import MEANINGS

Body = list[Any]


KNOWN = 6_000
"""Most numbers of a range that are listed."""

# -- rewriting and working out -----------------------------------------------------------------------------------------


def rewritten(code: Any, change: Callable[[IrNode], IrExpr | None]) -> Any:
    """An expression, a source or a statement in which the largest expressions that `change` replaces are replaced; itself if there are none."""
    if isinstance(code, IrNode):
        new = change(code)
        if new is not None:
            return new
    elif isinstance(code, tuple | list):
        parts = [rewritten(each, change) for each in code]
        same = all(one is other for one, other in zip(parts, code, strict=True))
        return code if same else type(code)(parts)
    elif isinstance(code, int | str | ir.IrTable | None):
        return code
    changed: dict[str, Any] = {}
    for each in fields(code):
        old = getattr(code, each.name)
        new = rewritten(old, change)
        if new is not old:
            changed[each.name] = new
    return replace(code, **changed) if changed else code


class NotFixedError(Exception):
    """An expression reads more than the locals whose values are known."""


Functions = Mapping[str, ir.IrFunction]


class IrEvaluator:
    """Works expressions out that read nothing but known locals and tables."""

    def __init__(self, functions: Functions) -> None:
        self.functions = functions
        self.left = 0

    def value(self, code: IrExpr, env: Mapping[str, int]) -> int:
        """What an expression gives. Raises NotFixedError."""
        if isinstance(code, int):
            return code
        self.left -= 1
        if self.left < 0:
            raise NotFixedError
        match code:
            case ir.IrLocal():
                if code.name not in env:
                    raise NotFixedError
                return env[code.name]
            case ir.IrTableEntry():
                return code.table.rows[self.value(code.place, env)]  # type: ignore[return-value]
            case ir.IrRowLength():
                return len(code.table.rows[self.value(code.row, env)])  # type: ignore[arg-type]
            case ir.IrCompare():
                return MEANINGS[code.sign](self.value(code.left, env), self.value(code.right, env))
            case ir.IrNot():
                return int(not self.value(code.part, env))
            case ir.IrAnd():
                return int(all(self.value(part, env) for part in code.parts))
            case ir.IrOr():
                return int(any(self.value(part, env) for part in code.parts))
            case ir.IrConditional():
                return self.value(code.then if self.value(code.condition, env) else code.otherwise, env)
            case ir.IrIsOneOf():
                return int(self.value(code.of, env) in code.values)
            case ir.IrBinary():
                return ARITHMETIC[type(code)](self.value(code.left, env), self.value(code.right, env))
            case ir.IrCall():
                made = self.functions[code.function]
                inner = {param.name: self.value(arg, env) for param, arg in zip(made.params, code.args, strict=True)}
                found = self._run(made.body, inner)
                if found is not None:
                    return found
        raise NotFixedError

    def _run(self, body: Body, env: dict[str, int]) -> int | None:
        """What statements return; None if they do not."""
        for each in body:
            match each:
                case ir.IrReturn():
                    return self.value(each.value, env)
                case ir.IrSetLocal():
                    env[each.local.name] = self.value(each.value, env)
                case ir.IrIf():
                    found = self._run(each.then if self.value(each.condition, env) else each.otherwise, env)
                    if found is not None:
                        return found
                case ir.IrLoop():
                    for number in self._numbers(each.source, env):
                        env[each.local.name] = number
                        found = self._run(each.body, env)
                        if found is not None:
                            return found
                case _:
                    raise NotFixedError
        return None

    def _numbers(self, source: ir.IrSource, env: dict[str, int]) -> Iterable[int]:
        match source:
            case ir.IrRangeSource():
                return range(self.value(source.low, env), self.value(source.stop, env))
            case ir.IrRowSource() if source.row is not None:
                return source.table.rows[self.value(source.row, env)]  # type: ignore[return-value]
            case ir.IrRowSource():
                return source.table.rows  # type: ignore[return-value]
            case ir.IrItemsSource() if not source.members:
                return [self.value(each, env) for each in source.items]
        raise NotFixedError


ARITHMETIC: dict[type, Callable[[int, int], int]] = {
    ir.IrAdd: lambda one, other: one + other, ir.IrSubtract: lambda one, other: one - other, ir.IrMultiply: lambda one, other: one * other,
    ir.IrDivide: lambda one, other: one // other, ir.IrModulo: lambda one, other: one % other, ir.IrMin: min, ir.IrMax: max,
}  # fmt: skip


SAFE = (
    ir.IrIf, ir.IrSetLocal, ir.IrReturn, ir.IrOfferOption, ir.IrLoop, ir.IrMarkFound, ir.IrAddEdge, ir.IrChargeSteps, ir.IrReturnFound,
)  # fmt: skip
"""Statements that leave the state as it is."""
STEADY = (
    ir.IrLocal, ir.IrStateValue, ir.IrTableEntry, ir.IrRowLength, ir.IrRowEntry, ir.IrPlayerCount, ir.IrSetting, ir.IrAnswer, ir.IrZoneLength,
    ir.IrZoneEntry, ir.IrBinary, ir.IrCompare, ir.IrIsOneOf, ir.IrNot, ir.IrAnd, ir.IrOr, ir.IrConditional, ir.IrCall,
)  # fmt: skip
"""Expressions that are the same as long as state and locals are."""


def known_numbers(source: ir.IrSource) -> tuple[int, ...] | None:
    """What a source goes through where that is known."""
    if isinstance(source, ir.IrRangeSource) and isinstance(source.low, int) and isinstance(source.stop, int):
        return tuple(range(source.low, source.stop)) if source.stop - source.low <= KNOWN else None
    if isinstance(source, ir.IrRowSource) and source.row is None:
        return source.table.rows  # type: ignore[return-value]
    return None


def is_harmless(body: Iterable[Any]) -> bool:
    """Whether statements leave the state as it is."""
    return all(
        isinstance(each, SAFE)
        and (not isinstance(each, ir.IrIf) or (is_harmless(each.then) and is_harmless(each.otherwise)))
        and (not isinstance(each, ir.IrLoop) or is_harmless(each.body))
        for each in body
    )


def locals_set_in(body: Iterable[Any]) -> set[str]:
    """The locals that statements set."""
    found: set[str] = set()
    for each in body:
        if isinstance(each, ir.IrSetLocal | ir.IrLoop):
            found.add(each.local.name)
        if isinstance(each, ir.IrLoop):
            found |= locals_set_in(each.body)
        if isinstance(each, ir.IrIf):
            found |= locals_set_in(each.then) | locals_set_in(each.otherwise)
    return found


def is_steady(code: IrExpr) -> bool:
    """Whether an expression is the same as long as state and locals are."""
    return isinstance(code, int) or (isinstance(code, STEADY) and all(map(is_steady, parts_of(code))))


def has_call(code: IrExpr) -> bool:
    """Whether an expression calls a function."""
    return not isinstance(code, int) and (isinstance(code, ir.IrCall) or any(map(has_call, parts_of(code))))


def reads_state(code: IrExpr) -> bool:
    """Whether an expression reads values or zones of the state itself."""
    if isinstance(code, int):
        return False
    return isinstance(code, ir.IrStateValue | ir.IrZoneLength | ir.IrZoneEntry) or any(map(reads_state, parts_of(code)))


def called_first(functions: Mapping[str, ir.IrFunction]) -> dict[str, ir.IrFunction]:
    """Functions, each after those that it calls."""
    found: dict[str, ir.IrFunction] = {}
    waiting: set[str] = set()

    def add(name: str) -> None:
        if name in found or name in waiting:
            return
        waiting.add(name)
        for other in called_in(functions[name].body):
            if other in functions:
                add(other)
        found[name] = functions[name]

    for name in functions:
        add(name)
    return found


def called_in(code: Any) -> set[str]:
    """The functions that statements call."""
    found: set[str] = set()
    waiting = [code]
    while waiting:
        node = waiting.pop()
        if isinstance(node, int | str | ir.IrTable | None):
            continue
        if isinstance(node, tuple | list):
            waiting += node
            continue
        if isinstance(node, ir.IrCall | ir.IrCallProcedure | ir.IrFoundSource):
            found.add(node.function)
        waiting += [getattr(node, each.name) for each in fields(node)]
    return found
