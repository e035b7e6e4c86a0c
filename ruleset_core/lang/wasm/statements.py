"""Statements as instructions: lists of them, what is kept, and ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.exprs import as_kind, jump, long, truth, word
from ruleset_core.lang.wasm.places import (
    value_at,
)
from ruleset_core.lang.wasm.reading import define
from ruleset_core.lang.wasm.unit import I64, Body

WRITERS: dict[type, Callable[[Body, Anything], None]] = {}
"""What writes each kind of statement; filled here and by `loops`, `zones`, `frames` and `calls`."""
ENDS = (n.GoOn, n.Continue, n.ContinueAt, n.Again, n.Ask, n.Return, n.ReturnFound)
"""Statements after which nothing of the same list runs."""


def statements(b: Body, body: list[n.Statement]) -> None:
    """A list of statements."""
    taken = 0
    for place, each in enumerate(body):
        if isinstance(each, n.Spend) and isinstance(each.steps, int):
            if place >= taken:
                steps, taken = _spent_together(body, place)
                _take(b, steps)
        elif isinstance(each, n.Push) and place + 1 < len(body) and type(body[place + 1]) is n.GoOn and not b.alone:
            WRITERS[n.Continue](b, each)  # what is pushed would be taken off again at once
            break
        else:
            WRITERS[type(each)](b, each)
            if isinstance(each, ENDS):
                break


def _spent_together(body: list[n.Statement], place: int) -> tuple[int, int]:
    """Known steps from a place on that are taken at once, since nothing between leads away; and where that is over."""
    steps = 0
    for at in range(place, len(body)):
        each = body[at]
        if isinstance(each, n.Spend) and isinstance(each.steps, int):
            steps += each.steps
        elif _leads_away(each):
            return steps, at
    return steps, len(body)


def _leads_away(node: n.Statement) -> bool:
    if isinstance(node, n.If):
        return any(map(_leads_away, node.then)) or any(map(_leads_away, node.otherwise))
    return isinstance(node, ENDS) or (isinstance(node, n.Loop) and any(map(_leads_away, node.body)))


def _set_local(b: Body, node: n.SetLocal) -> None:
    held = define(b, node.local)
    as_kind(b, node.value, held.kind)
    b.set(held.word)


def _set_value(b: Body, node: n.SetValue) -> None:
    offset = value_at(b, node.place)
    word(b, node.value)
    b.store(offset, 4)


def _add_value(b: Body, node: n.AddValue) -> None:
    at = b.fresh()
    offset = value_at(b, node.place)
    b.tee(at)
    if not node.checked:
        b.get(at)
        b.load(offset, 4)
        word(b, node.value)
        b.op("+")
        b.store(offset, 4)
        return
    total = b.fresh(I64)
    b.get(at)
    b.out.append(e.LOAD_LONG)
    b.out += e.ALIGNED[4]
    b.out += e.unsigned(offset)
    long(b, node.value)
    b.op("+", I64)
    b.tee(total)
    b.const(node.low, I64)
    b.op("-", I64)
    b.const(node.high - node.low, I64)
    b.op(">u", I64)
    b.trap_if()
    b.get(total)
    b.out.append(e.STORE_LONG)
    b.out += e.ALIGNED[4]
    b.out += e.unsigned(offset)


def _if(b: Body, node: n.If) -> None:
    if isinstance(node.condition, (n.All, n.Any, n.Not)):
        if node.otherwise:
            done = b.begin(e.BLOCK)
        past = b.begin(e.BLOCK)
        jump(b, node.condition, past, when=False)
        statements(b, node.then)
        if node.otherwise:
            if not ends(node.then):
                b.jump(done)
            b.end()
            statements(b, node.otherwise)
        b.end()
        return
    truth(b, node.condition)
    b.begin(e.IF)
    statements(b, node.then)
    if node.otherwise:
        b.otherwise()
        statements(b, node.otherwise)
    b.end()


def ends(body: list[n.Statement]) -> bool:
    """Whether nothing that follows a list of statements runs after it."""
    return bool(body) and isinstance(body[-1], ENDS)


def _return(b: Body, node: n.Return) -> None:
    if b.leave is None:
        as_kind(b, node.value, b.result)
        b.out.append(e.RETURN)
    else:
        label, kind = b.leave
        as_kind(b, node.value, kind)
        b.jump(label)


def _require(b: Body, node: n.Require) -> None:
    if isinstance(node.condition, int):
        if node.condition == 0:
            b.out.append(e.UNREACHABLE)
        return
    truth(b, node.condition)
    b.out.append(e.I32_EQZ)
    b.trap_if()


def _spend(b: Body, node: n.Spend) -> None:
    _take(b, node.steps)


def _take(b: Body, count: Expr) -> None:
    take(b, lambda: long(b, count))


def take(b: Body, write: Callable[[], None]) -> None:
    """So many steps, of 64 bits; the rule is broken where none are left."""
    steps = e.unsigned(b.unit.steps)
    left = b.fresh(I64)
    b.out.append(e.GLOBAL_GET)
    b.out += steps
    write()
    b.op("-", I64)
    b.tee(left)
    b.out.append(e.GLOBAL_SET)
    b.out += steps
    b.get(left)
    b.const(0, I64)
    b.op("<", I64)
    b.trap_if()


WRITERS |= {
    n.SetLocal: _set_local, n.SetValue: _set_value, n.AddValue: _add_value, n.If: _if, n.Return: _return,
    n.Require: _require, n.Spend: _spend,
}  # fmt: skip
