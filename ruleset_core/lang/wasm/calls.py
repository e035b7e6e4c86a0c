"""Calls of functions: written out in place where that is short."""

from __future__ import annotations

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm import exprs
from ruleset_core.lang.wasm import statements as steps
from ruleset_core.lang.wasm.exprs import again, as_kind, fits, kind_of, widened, word
from ruleset_core.lang.wasm.statements import statements
from ruleset_core.lang.wasm.unit import I32, I64, Body, Held, hook_title

SHORT = 16
"""Functions of at most so many nodes are written out where they are called."""
NESTED = 4
"""How many functions may be written out one inside the other."""


def result_of(function: n.Function) -> int:
    """The words of what a function gives."""
    return I32 if fits(function.low, function.high) else I64


def call(b: Body, title: str, args: tuple[Expr, ...]) -> int:
    """A call; tells the words of what it gives, if it gives anything."""
    function = b.unit.function(title)
    if b.nested < NESTED and _weight(b, function) <= SHORT + len(args):
        return _written_out(b, function, args)
    b.get(0)
    for arg in args:
        word(b, arg)
    b.call(f"game {title}")
    return result_of(function)


def _weight(b: Body, function: n.Function) -> int:
    """How many nodes a function has; what takes long anyway counts as too many."""
    found = b.unit.weights.get(function.name)
    if found is None:
        found = b.unit.weights[function.name] = _weights(function.body)
    return found


def _weights(body: list[n.Statement]) -> int:
    total = 0
    for each in body:
        match each:
            case n.Return() | n.SetLocal():
                total += 1 if isinstance(each.value, int) else each.value.size
            case n.SetValue() | n.AddValue():
                total += sum(1 if isinstance(part, int) else part.size for part in (each.place, each.value)) + 1
            case n.Spend():
                total += 3
            case n.If():
                total += each.condition.size + _weights(each.then) + _weights(each.otherwise)
            case _:
                total += SHORT
    return total


def _written_out(b: Body, function: n.Function, args: tuple[Expr, ...]) -> int:
    """The body of a function in the middle of another one."""
    kind = result_of(function)
    plain = len(function.body) == 1 and isinstance(function.body[0], n.Return)
    given = {param.name: _passed(b, param, arg, plain=plain) for param, arg in zip(function.params, args, strict=True)}
    outer = b.names, b.calm, b.leave, b.nested
    b.names, b.calm, b.nested = given, {}, b.nested + 1
    if plain:
        b.leave = None
        value = function.body[0].value  # type: ignore[union-attr]
        as_kind(b, value, kind)
    else:
        label = b.begin(e.BLOCK, kind if function.gives else e.NOTHING)
        b.leave = (label, kind)
        statements(b, function.body)
        if function.gives:
            b.out.append(e.UNREACHABLE)
        b.end()
    b.names, b.calm, b.leave, b.nested = outer
    return kind


def _passed(b: Body, param: n.Local, arg: Expr, *, plain: bool) -> Held:
    """What holds a parameter: what is known and what is a local already need no word of their own, if nothing sets them."""
    if plain and isinstance(arg, int):
        return Held(I32, -1, arg, arg, arg)
    if plain and isinstance(arg, n.Local):
        held = b.names.get(arg.name)
        if held is not None and held.kind == I32:
            return held
    held = Held(I32, b.fresh(), param.low, param.high)
    word(b, arg)
    b.set(held.word)
    return held


def _called(b: Body, code: n.Called) -> None:
    kind = call(b, code.function, code.args)
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def _do(b: Body, node: n.Do) -> None:
    call(b, node.function, node.args)
    if b.unit.function(node.function).gives:
        b.out.append(e.DROP)


def _hook(b: Body, name: str, args: tuple[Expr, ...]) -> None:
    """A function of the plugin: record and arguments go to where the host looks for them. Arguments may call hooks themselves."""
    held = [again(b, arg, I32) for arg in args]
    for place, write in enumerate((lambda: b.get(0), *held)):
        b.const(0)
        write()
        b.store(b.unit.hooked + 4 * place, 4)
    b.call(hook_title(name))


def _hooked(b: Body, code: n.Hooked) -> None:
    _hook(b, code.hook, code.args)
    b.const(0)
    b.load(b.unit.hooked, 4)
    widened(b, code, I32)


def _do_hook(b: Body, node: n.DoHook) -> None:
    _hook(b, node.hook, node.args)


exprs.WRITERS |= {n.Called: _called, n.Hooked: _hooked}
steps.WRITERS |= {n.Do: _do, n.DoHook: _do_hook}
