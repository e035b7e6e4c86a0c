"""The intermediate program as one module: its functions and blocks, the scores, and the runtime `beside` them."""

from __future__ import annotations

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.deep import deep
from ruleset_core.lang.runtime import STEPS
from ruleset_core.lang.wasm import arithmetic, calls, conditions, frames, loops, reading, searches, zones
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.beside import runtime_of
from ruleset_core.lang.wasm.calls import call, result_of
from ruleset_core.lang.wasm.loops import loop
from ruleset_core.lang.wasm.statements import statements
from ruleset_core.lang.wasm.unit import I32, I64, Body, Held, Unit

PRINTERS = (arithmetic, calls, conditions, frames, loops, reading, searches, zones)
"""What says how each node is written: see `exprs.WRITERS` and `statements.WRITERS`."""
NOWHERE = "nowhere"


def module(code: n.Code, *, checked: bool = True, named: bool = False) -> bytes:
    """A game as a WebAssembly module.

    Args:
        code: the game.
        checked: whether places that are not proven to lie within what they are of trap; without it is for measuring only.
        named: whether the module tells the names of its functions, for tools.

    """
    with deep():
        unit = Unit(code, checked=checked)
        for function in code.functions.values():
            _function(unit, function)
        _blocks(unit)
        _standing(unit)
        runtime_of(unit)
        return unit.bytes(named=named)


def _function(unit: Unit, function: n.Function) -> None:
    b = Body(unit, [I32, *(I32 for _ in function.params)])
    for place, param in enumerate(function.params):
        b.names[param.name] = Held(I32, place + 1, param.low, param.high)
    b.result, b.title = result_of(function), function.name
    statements(b, function.body)
    if function.gives:
        b.out.append(e.UNREACHABLE)
    unit.define(f"game {function.name}", b, [b.result] if function.gives else [])


# -- blocks ------------------------------------------------------------------------------------------------------------


def _blocks(unit: Unit) -> None:
    """Each block as a function; where others go on at it, apart from the one that finds its values on the stack."""
    bodies = {number: _block(unit, block) for number, block in unit.code.blocks.items()}
    unit.dispatch = [f"block {number}" if number in bodies else NOWHERE for number in range(max(bodies, default=0) + 1)]
    for number, body in bodies.items():
        b, block = body, unit.code.blocks[number]
        params = [each for each in block.params if not isinstance(each, str)]
        if number in unit.continued:
            unit.define(f"block {number} with its values", b, [I32])
            entry = Body(unit, [I32, *(I32 for _ in params)])
            _take_frame(entry, block)
            b = Body(unit, [I32])
            b.kinds += entry.kinds[1:]
            b.out += entry.out
            for place in range(len(params) + 1):
                b.get(place)
            b.go(f"block {number} with its values")
        else:
            entry = Body(unit, b.kinds)
            _take_frame(entry, block)
            b.kinds, b.params = entry.kinds, 1
            b.out[:0] = entry.out
        unit.define(f"block {number}", b, [I32])
    nowhere = Body(unit, [I32])
    nowhere.out.append(e.UNREACHABLE)
    unit.define(NOWHERE, nowhere, [I32])


def _block(unit: Unit, block: n.Block) -> Body:
    words = [each for each in block.params if not isinstance(each, str)]
    b = Body(unit, [I32, *(I32 for _ in words)])
    b.alone = block.number in unit.alone
    for place, param in enumerate(words):
        b.names[param.name] = Held(I32, place + 1, param.low, param.high)
    if block.loop:
        b.again = b.begin(e.LOOP)
    statements(b, block.body)
    if block.loop:
        b.end()
    b.out.append(e.UNREACHABLE)
    return b


def _take_frame(b: Body, block: n.Block) -> None:
    """The values of the frame on top of the stack into the words after the record, and its lists to where they lie."""
    unit, record = b.unit, b.unit.record
    top = b.fresh()
    b.get(0)
    b.get(0)
    b.load(record.deep, 4)
    b.const(4 * (unit.frame_words[block.number] + 1))
    b.op("-")
    b.tee(top)
    b.store(record.deep, 4)
    b.get(0)
    b.get(top)
    b.op("+")
    b.set(top)
    at, place = record.stack, 1
    for param in block.params:
        if isinstance(param, str):
            most = unit.code.layout.lists[param]
            b.const(unit.shared_list(param))
            b.get(top)
            b.const(at)
            b.op("+")
            b.get(top)
            b.load(at, 4)
            b.const(2)
            b.op("<<")
            b.const(4)
            b.op("+")
            b.out += e.MEMORY_COPY
            at += 4 + 4 * most
        else:
            b.get(top)
            b.load(at, 4)
            b.set(place)
            at += 4
            place += 1


# -- scores ------------------------------------------------------------------------------------------------------------


def _standing(unit: Unit) -> None:
    """`standing` puts the score of a seat into memory, `ties` its tie-breaks, 64 bits each: parameters are seat and address."""
    b = Body(unit, [I32, I32, I32])
    most = unit.code.layout.players[1] - 1
    me, it = n.Local(0, most, 1, 1, "me"), n.Local(*n.WORD, 1, 1, "it")
    b.names["me"] = Held(I32, 1, 0, most)
    total = b.fresh(I64)

    def add(function: str, args: tuple[n.Expr, ...]) -> None:
        b.get(total)
        _amount(b, function, args)
        b.call("sum_of")
        b.set(total)

    def listed(function: str, where: str) -> None:
        if where:
            _fresh_steps(b)
            call(b, where, (me, it))
            b.begin(e.IF)
        add(function, (me, it))
        if where:
            b.end()

    for function, source, where in unit.code.scores:
        if source is None:
            add(function, (me,))
        else:
            loop(b, it, source, lambda function=function, where=where: listed(function, where))  # type: ignore[misc]
    b.get(2)
    b.get(total)
    b.store(0, 8)
    unit.define("standing", b, [])
    b = Body(unit, [I32, I32, I32])
    b.names["me"] = Held(I32, 1, 0, most)
    for number, function in enumerate(unit.code.ties):
        b.get(2)
        _amount(b, function, (me,))
        b.store(8 * number, 8)
    unit.define("ties", b, [])


def _amount(b: Body, function: str, args: tuple[n.Expr, ...]) -> None:
    """An amount of 64 bits that is asked for by itself."""
    _fresh_steps(b)
    if call(b, function, args) == I32:
        b.out.append(e.EXTEND)


def _fresh_steps(b: Body) -> None:
    """What is worked out here may take as many steps as a decision."""
    b.const(STEPS, I64)
    b.out.append(e.GLOBAL_SET)
    b.out += e.unsigned(b.unit.steps)
