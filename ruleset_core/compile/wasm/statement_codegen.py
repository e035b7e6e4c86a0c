"""Code generation for IR statements: assignments, calls, frames and ends of blocks.

A statement becomes instructions that leave nothing on the machine's stack. A check that fails traps: `unreachable`.

    set pot = pot + face, where the sum may leave 32 bits:
        local.get 0 · (the sum, 64 bits) · local.tee 3 · i64.const 2147483647 · i64.gt_s · if · unreachable · end
        local.get 3 · i32.wrap_i64 · i32.store 44
    if face == 1 { set pot = 0 } else { end_game }
        local.get 0 · i32.load 40 · i32.const 1 · i32.eq · if
          local.get 0 · i32.const 0 · i32.store 44
        else
          local.get 0 · i32.const 1 · i32.store8 2
        end

Only the upper bound is checked: the builder knows that the sum is at least -2147483647. The host turns a trap into a broken
rule, with the words of the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.compile import ir
from ruleset_core.compile.ir import IrExpr
from ruleset_core.compile.wasm import expression_codegen
from ruleset_core.compile.wasm import module_builder as e
from ruleset_core.compile.wasm.expression_codegen import (
    again,
    as_kind,
    calm,
    condition,
    fits,
    jump,
    kind_of,
    long,
    widened,
    word,
)
from ruleset_core.compile.wasm.memory_access import define, list_at, list_bytes, offered_word, scale, value_at
from ruleset_core.compile.wasm.module_builder import I32, I64, FunctionBody, LocalWord, hook_title

# Statements as instructions: lists of them, what is kept, and ways.

WRITERS: dict[type, Callable[[FunctionBody, Anything], None]] = {}
"""What writes each kind of statement; filled here and by `loops`, `zones`, `frames` and `calls`."""
ENDS = (ir.IrNextFrame, ir.IrContinue, ir.IrContinueAt, ir.IrRestartLoop, ir.IrAsk, ir.IrReturn, ir.IrReturnFound)
"""Statements after which nothing of the same list runs."""


def statements(b: FunctionBody, body: list[ir.IrStatement]) -> None:
    """A list of statements."""
    taken = 0
    for place, each in enumerate(body):
        if isinstance(each, ir.IrChargeSteps) and isinstance(each.steps, int):
            if place >= taken:
                steps, taken = _spent_together(body, place)
                _take(b, steps)
        elif (
            isinstance(each, ir.IrPushFrame)
            and place + 1 < len(body)
            and type(body[place + 1]) is ir.IrNextFrame
            and not b.alone
        ):
            WRITERS[ir.IrContinue](b, each)  # what is pushed would be taken off again at once
            break
        else:
            WRITERS[type(each)](b, each)
            if isinstance(each, ENDS):
                break


def _spent_together(body: list[ir.IrStatement], place: int) -> tuple[int, int]:
    """Known steps from a place on that are taken at once, since nothing between leads away; and where that is over."""
    steps = 0
    for at in range(place, len(body)):
        each = body[at]
        if isinstance(each, ir.IrChargeSteps) and isinstance(each.steps, int):
            steps += each.steps
        elif _leads_away(each):
            return steps, at
    return steps, len(body)


def _leads_away(node: ir.IrStatement) -> bool:
    if isinstance(node, ir.IrIf):
        return any(map(_leads_away, node.then)) or any(map(_leads_away, node.otherwise))
    return isinstance(node, ENDS) or (isinstance(node, ir.IrLoop) and any(map(_leads_away, node.body)))


def _set_local(b: FunctionBody, node: ir.IrSetLocal) -> None:
    held = define(b, node.local)
    as_kind(b, node.value, held.kind)
    b.set(held.word)


def _set_value(b: FunctionBody, node: ir.IrSetValue) -> None:
    offset = value_at(b, node.place)
    word(b, node.value)
    b.store(offset, 4)


def _add_value(b: FunctionBody, node: ir.IrAddValue) -> None:
    lent = len(b.lent)
    at = b.borrow()
    offset = value_at(b, node.place)
    b.tee(at)
    if not node.checked:
        b.get(at)
        b.load(offset, 4)
        word(b, node.value)
        b.op("+")
        b.store(offset, 4)
        b.take_back(lent)
        return
    total = b.borrow(I64)
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
    b.take_back(lent)


def _if(b: FunctionBody, node: ir.IrIf) -> None:
    if len(node.then) == 1 and not node.otherwise and type(node.then[0]) is ir.IrOfferOption:
        option = node.then[0].option
        if calm(b, node.condition) and calm(b, option):
            _offer_where(b, node.condition, option)
            return
    if isinstance(node.condition, (ir.IrAnd, ir.IrOr, ir.IrNot)):
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
    condition(b, node.condition)
    b.begin(e.IF)
    statements(b, node.then)
    if node.otherwise:
        b.otherwise()
        statements(b, node.otherwise)
    b.end()


def ends(body: list[ir.IrStatement]) -> bool:
    """Whether nothing that follows a list of statements runs after it."""
    return bool(body) and isinstance(body[-1], ENDS)


def _return(b: FunctionBody, node: ir.IrReturn) -> None:
    if b.leave is None:
        as_kind(b, node.value, b.result)
        b.out.append(e.RETURN)
    else:
        label, kind = b.leave
        as_kind(b, node.value, kind)
        b.jump(label)


def _require(b: FunctionBody, node: ir.IrRequire) -> None:
    if isinstance(node.condition, int):
        if node.condition == 0:
            b.out.append(e.UNREACHABLE)
        return
    condition(b, node.condition)
    b.out.append(e.I32_EQZ)
    b.trap_if()


def _spend(b: FunctionBody, node: ir.IrChargeSteps) -> None:
    _take(b, node.steps)


def _take(b: FunctionBody, count: IrExpr) -> None:
    take(b, lambda: long(b, count))


def take(b: FunctionBody, write: Callable[[], None]) -> None:
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
    ir.IrSetLocal: _set_local, ir.IrSetValue: _set_value, ir.IrAddValue: _add_value, ir.IrIf: _if, ir.IrReturn: _return,
    ir.IrRequire: _require, ir.IrChargeSteps: _spend,
}  # fmt: skip


# Calls of functions: written out in place where that is short.

SHORT = 16
"""Functions of at most so many nodes are written out where they are called."""
NESTED = 4
"""How many functions may be written out one inside the other."""


def result_of(function: ir.IrFunction) -> int:
    """The words of what a function gives."""
    return I32 if fits(function.low, function.high) else I64


def call(b: FunctionBody, title: str, args: tuple[IrExpr, ...]) -> int:
    """A call; tells the words of what it gives, if it gives anything."""
    function = b.unit.function(title)
    if b.nested < NESTED and _weight(b, function) <= SHORT + len(args):
        return _written_out(b, function, args)
    b.get(0)
    for arg in args:
        word(b, arg)
    b.call(f"game {title}")
    return result_of(function)


def _weight(b: FunctionBody, function: ir.IrFunction) -> int:
    """How many nodes a function has; what takes long anyway counts as too many."""
    found = b.unit.weights.get(function.name)
    if found is None:
        found = b.unit.weights[function.name] = _weights(function.body)
    return found


def _weights(body: list[ir.IrStatement]) -> int:
    total = 0
    for each in body:
        match each:
            case ir.IrReturn() | ir.IrSetLocal():
                total += 1 if isinstance(each.value, int) else each.value.size
            case ir.IrSetValue() | ir.IrAddValue():
                total += sum(1 if isinstance(part, int) else part.size for part in (each.place, each.value)) + 1
            case ir.IrChargeSteps():
                total += 3
            case ir.IrIf():
                total += each.condition.size + _weights(each.then) + _weights(each.otherwise)
            case _:
                total += SHORT
    return total


def _written_out(b: FunctionBody, function: ir.IrFunction, args: tuple[IrExpr, ...]) -> int:
    """The body of a function in the middle of another one."""
    kind, lent = result_of(function), len(b.lent)
    plain = len(function.body) == 1 and isinstance(function.body[0], ir.IrReturn)
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
    b.take_back(lent)
    return kind


def _passed(b: FunctionBody, param: ir.IrLocal, arg: IrExpr, *, plain: bool) -> LocalWord:
    """What holds a parameter: what is known and what is a local already need no word of their own, if nothing sets them."""
    if plain and isinstance(arg, int):
        return LocalWord(I32, -1, arg, arg, arg)
    if plain and isinstance(arg, ir.IrLocal):
        held = b.names.get(arg.name)
        if held is not None and held.kind == I32:
            return held
    held = LocalWord(I32, b.borrow(), param.low, param.high)
    word(b, arg)
    b.set(held.word)
    return held


def _called(b: FunctionBody, code: ir.IrCall) -> None:
    kind = call(b, code.function, code.args)
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def _do(b: FunctionBody, node: ir.IrCallProcedure) -> None:
    call(b, node.function, node.args)
    if b.unit.function(node.function).gives:
        b.out.append(e.DROP)


def _hook(b: FunctionBody, name: str, args: tuple[IrExpr, ...]) -> None:
    """A function of the plugin: record and arguments go to where the host looks for them. Arguments may call hooks themselves."""
    held = [again(b, arg, I32) for arg in args]
    for place, write in enumerate((lambda: b.get(0), *held)):
        b.const(0)
        write()
        b.store(b.unit.hooked + 4 * place, 4)
    b.call(hook_title(name))


def _hooked(b: FunctionBody, code: ir.IrHookQuery) -> None:
    _hook(b, code.hook, code.args)
    b.const(0)
    b.load(b.unit.hooked, 4)
    widened(b, code, I32)


def _do_hook(b: FunctionBody, node: ir.IrCallHook) -> None:
    _hook(b, node.hook, node.args)


expression_codegen.WRITERS |= {ir.IrCall: _called, ir.IrHookQuery: _hooked}
WRITERS |= {ir.IrCallProcedure: _do, ir.IrCallHook: _do_hook}


# Options, frames on the stack and in the queue, and the ends of blocks.

GONE_ON, ASKED = 0, 1
"""What a block gives: nobody is asked yet; a seat is."""


def _offer(b: FunctionBody, node: ir.IrOfferOption) -> None:
    record, count = b.unit.record, offered_word(b)
    if not has_room(b):
        b.get(count)
        b.const(record.layout.most_options)
        b.op(">=u")
        b.trap_if()
    b.get(0)
    b.get(count)
    scale(b, record.option_width)
    b.op("+")
    word(b, node.option)
    b.store(record.options, record.option_width)
    b.get(count)
    b.const(1)
    b.op("+")
    b.set(count)


def _offer_where(b: FunctionBody, holds: ir.IrNode, option: IrExpr) -> None:
    """An option is written behind those offered and counts where a condition holds: no jump that depends on it, which nobody can foresee."""
    record, count = b.unit.record, offered_word(b)
    room = has_room(b)
    if not room:
        b.get(count)
        b.const(record.layout.most_options)
        b.op("<u")
        b.begin(e.IF)
    b.get(0)
    b.get(count)
    scale(b, record.option_width)
    b.op("+")
    word(b, option)
    b.store(record.options, record.option_width)
    if not room:
        b.end()
    b.get(count)
    condition(b, holds)
    if not _is_bit(holds):
        b.const(0)
        b.op("!=")
    b.op("+")
    b.set(count)
    if not room:
        b.get(count)
        b.const(record.layout.most_options)
        b.op(">u")
        b.trap_if()


def has_room(b: FunctionBody) -> bool:
    """Whether one option more certainly finds room, however often the loops around it go round."""
    b.most_offered += b.rounds
    return b.most_offered <= b.unit.record.layout.most_options


def _is_bit(code: ir.IrNode) -> bool:
    """Whether what `condition` writes is 0 or 1."""
    return (
        code.low >= 0
        and code.high <= 1
        and not (isinstance(code, ir.IrCompare) and code.sign == "!=" and code.right == 0)
    )


def _begin(b: FunctionBody, _: ir.IrBeginOptions) -> None:
    b.most_offered = 0
    b.const(0)
    b.set(offered_word(b))


def _sort_offered(b: FunctionBody, _: ir.IrSortOptions) -> None:
    b.get(0)
    b.get(offered_word(b))
    b.call("sort_offered")
    b.set(offered_word(b))


def _put_frame(
    b: FunctionBody,
    block: Callable[[], None],
    words: int,
    values: tuple[IrExpr | str, ...],
    targets: tuple[Anything, ...],
) -> None:
    """A frame onto the stack. `targets`: the parameters of the block it is for."""
    record, top = b.unit.record, b.fresh()
    b.get(0)
    b.load(record.deep, 4)
    b.tee(top)
    b.const(4 * (record.layout.stack_words - words - 1))
    b.op(">")
    b.trap_if()
    b.get(0)
    b.get(top)
    b.op("+")
    b.set(top)
    at = record.stack
    for value, target in zip(values, targets, strict=True):
        if isinstance(value, str):
            _put_list(b, top, at, value)
            at += 4 + 4 * b.unit.code.layout.lists[target]
        else:
            b.get(top)
            word(b, value)
            b.store(at, 4)
            at += 4
    b.get(top)
    block()
    b.store(at, 4)
    b.get(0)
    b.get(top)
    b.get(0)
    b.op("-")
    b.const(4 * (words + 1))
    b.op("+")
    b.store(record.deep, 4)


def _put_list(b: FunctionBody, top: int, offset: int, held: str) -> None:
    at = list_at(b, held)
    b.get(top)
    b.const(offset)
    b.op("+")
    b.const(at)
    list_bytes(b, at)
    b.out += e.MEMORY_COPY


def _push(b: FunctionBody, node: ir.IrPushFrame) -> None:
    target = b.unit.code.blocks[node.block]
    _put_frame(b, lambda: b.const(node.block), b.unit.frame_words[node.block], node.values, target.params)


def _continue(b: FunctionBody, node: ir.IrContinue | ir.IrPushFrame) -> None:
    target = b.unit.code.blocks[node.block]
    b.get(0)
    for value, param in zip(node.values, target.params, strict=True):
        if not isinstance(value, str):
            word(b, value)
        elif value != param:
            at = list_at(b, value)
            b.const(b.unit.shared_list(param))  # type: ignore[arg-type]
            b.const(at)
            list_bytes(b, at)
            b.out += e.MEMORY_COPY
    b.go(b.unit.direct(node.block))


def _continue_at(b: FunctionBody, node: ir.IrContinueAt) -> None:
    """The frame goes over the stack, which all these blocks find it on."""
    params = b.unit.code.blocks[node.among[0]].params
    slot = b.fresh()
    word(b, node.block)
    b.set(slot)
    _put_frame(b, lambda: b.get(slot), len(params), node.values, params)
    end(b, GONE_ON)


def end(b: FunctionBody, status: int) -> None:
    """The block is over."""
    b.const(status)
    b.out.append(e.RETURN)


def _again(b: FunctionBody, _: ir.IrRestartLoop) -> None:
    b.jump(b.again)


def _ask(b: FunctionBody, node: ir.IrAsk) -> None:
    record = b.unit.record
    b.get(0)
    word(b, node.seat)
    b.store(record.seat, 1)
    b.get(0)
    b.const(node.point)
    b.store(record.point, 2)
    b.get(0)
    b.get(offered_word(b))
    b.store(record.offered, 4)
    end(b, ASKED)


def _enqueue(b: FunctionBody, node: ir.IrEnqueue) -> None:
    at = b.fresh()
    b.get(0)
    b.const(node.block)
    b.call("queue_place")
    b.set(at)
    for number, value in enumerate(node.values):
        b.get(at)
        word(b, value)
        b.store(4 * number, 4)


def _runs(title: str) -> Callable[[FunctionBody, Anything], None]:
    """A writer for a statement that is a function of the runtime."""

    def write(b: FunctionBody, _: ir.IrStatement) -> None:
        b.get(0)
        b.call(title)

    return write


def _take_only(b: FunctionBody, node: ir.IrTakeOnlyOption) -> None:
    b.get(0)
    word(b, node.seat)
    b.call("take_only")


WRITERS |= {
    ir.IrOfferOption: _offer, ir.IrBeginOptions: _begin, ir.IrSortOptions: _sort_offered, ir.IrPushFrame: _push, ir.IrContinue: _continue,
    ir.IrContinueAt: _continue_at, ir.IrNextFrame: lambda b, _: end(b, GONE_ON), ir.IrRestartLoop: _again, ir.IrAsk: _ask, ir.IrTakeOnlyOption: _take_only,
    ir.IrEnqueue: _enqueue, ir.IrPushQueued: _runs("push_queued"), ir.IrClearFrames: _runs("clear_all"),
}  # fmt: skip
