"""Code generation for loops that compare values of the state one after the other: four at once, as words of a vector.

    count x in 0 to 199 where v[x + 15] == a and v[x + 215] == b
        before      i32x4.splat of a and of b; the sums are a vector of zeros
        a round     v128.load 116 · i32x4.eq · v128.load 916 · i32x4.eq · v128.and · i32x4.sub from the sums      (a hit is -1)
        behind      the four sums are added up; what 4 does not divide is gone through one by one

A loop that returns where one value fits, or offers an option for each that does, becomes such a loop as well. All hosts that know tail calls,
which each module needs, know vectors.
"""

from __future__ import annotations

from collections.abc import Callable

from ruleset_core.compile import ir
from ruleset_core.compile.ir import IrExpr
from ruleset_core.compile.ir.ir_builder import parts_of
from ruleset_core.compile.wasm import module_builder as e
from ruleset_core.compile.wasm.expression_codegen import calm, kind_of, outside, word
from ruleset_core.compile.wasm.memory_access import define, offered_word, scale
from ruleset_core.compile.wasm.module_builder import I32, V128, FunctionBody
from ruleset_core.compile.wasm.statement_codegen import has_room, statements

LANES = 4
FEWEST = 12
"""A loop over fewer values is left as it is."""
CONST, SPLAT, LANE, NOT, AND, OR, ANY, MASK, SUBTRACT = 0x0C, 0x11, 0x1B, 0x4D, 0x4E, 0x50, 0x53, 0xA4, 0xB1
SIGNS = {"==": 0x37, "!=": 0x38, "<": 0x39, ">": 0x3B, "<=": 0x3D, ">=": 0x3F}


def vectorized(b: FunctionBody, node: ir.IrLoop) -> bool:
    """Write a loop by vectors, if that can be done."""
    source, local = node.source, node.local
    if len(node.body) != 1 or not isinstance(source, ir.IrRangeSource) or kind_of(local) != I32:
        return False
    first, stop, inside = source.low, source.stop, node.body[0]
    if not isinstance(first, int) or not isinstance(stop, int) or first < 0 or stop - first < FEWEST:
        return False
    if (
        not isinstance(inside, ir.IrIf)
        or inside.otherwise
        or len(inside.then) != 1
        or not _fits(b, inside.condition, local)
    ):
        return False
    does = (
        _counting(b, inside.then[0], inside.condition)
        or _returning(b, inside.then[0], local)
        or _offering(b, inside.then[0], local)
    )
    if does is None:
        return False
    round_, behind = does
    whole = first + (stop - first) // LANES * LANES
    known: dict[ir.IrNode, int] = {}
    _splat(b, inside.condition, local, known)
    place = b.fresh()
    b.const(4 * first)
    b.set(place)
    head = b.begin(e.LOOP)
    _mask(b, inside.condition, local, known, place)
    round_(place)
    b.get(place)
    b.const(4 * LANES)
    b.op("+")
    b.tee(place)
    b.const(4 * whole)
    b.op("<")
    b.jump_if(head)
    b.end()
    behind()
    held, outer, b.rounds = define(b, local).word, b.rounds, 0  # room was found for all of them
    for number in range(whole, stop):
        b.const(number)
        b.set(held)
        statements(b, node.body)
    b.rounds = outer
    return True


# -- conditions --------------------------------------------------------------------------------------------------------


def _fits(b: FunctionBody, code: ir.IrNode, local: ir.IrLocal) -> bool:
    """Whether a condition compares values, each at a known distance from the local, with what does not change in the loop."""
    match code:
        case ir.IrAnd() | ir.IrOr():
            return all(_fits(b, part, local) for part in code.parts)
        case ir.IrNot():
            return isinstance(code.part, ir.IrCompare) and _fits(b, code.part, local)
        case ir.IrCompare():
            return _distance(b, code.left, local) is not None and _constant(b, code.right, local)
    return False


def _constant(b: FunctionBody, code: IrExpr, local: ir.IrLocal) -> bool:
    """Whether an expression cannot fail, and does not read the local of the loop."""
    return kind_of(code) == I32 and calm(b, code) and not _reads(code, local)


def _reads(code: IrExpr, local: ir.IrLocal) -> bool:
    if isinstance(code, int):
        return False
    return (isinstance(code, ir.IrLocal) and code.name == local.name) or any(
        _reads(part, local) for part in parts_of(code)
    )


def _distance(b: FunctionBody, code: IrExpr, local: ir.IrLocal) -> int | None:
    """How far a value that is read lies behind the one whose place is the local; None of anything else."""
    if not isinstance(code, ir.IrStateValue) or outside(code.place, b.unit.record.value_count):
        return None
    known = _beyond(code.place, local)
    return known if known is not None and known >= 0 else None


def _beyond(code: IrExpr, local: ir.IrLocal) -> int | None:
    """What is added to the local of the loop; None of any other expression."""
    if isinstance(code, ir.IrLocal):
        return 0 if code.name == local.name else None
    if isinstance(code, ir.IrAdd) and isinstance(code.right, int) and isinstance(code.left, ir.IrLocal):
        return code.right if code.left.name == local.name else None
    return None


def _splat(b: FunctionBody, code: ir.IrNode, local: ir.IrLocal, known: dict[ir.IrNode, int]) -> None:
    """What is compared with, four times in a word of the function."""
    if isinstance(code, ir.IrCompare):
        if not isinstance(code.right, int) and code.right not in known:
            known[code.right] = b.fresh(V128)
            word(b, code.right)
            _vector(b, SPLAT)
            b.set(known[code.right])
        return
    for part in code.parts if isinstance(code, ir.IrAnd | ir.IrOr) else (code.part,):  # type: ignore[attr-defined]
        _splat(b, part, local, known)


def _mask(b: FunctionBody, code: ir.IrNode, local: ir.IrLocal, known: dict[ir.IrNode, int], place: int) -> None:
    """A vector of -1 where a condition holds, and 0 where it does not."""
    if isinstance(code, ir.IrCompare):
        b.get(0)
        b.get(place)
        b.op("+")
        _vector(b, e.LOAD_VECTOR)
        b.out += e.ALIGNED[4]
        b.out += e.unsigned(b.unit.record.values + 4 * (_distance(b, code.left, local) or 0))
        if isinstance(code.right, int):
            _vector(b, CONST)
            b.out += (code.right & 0xFFFFFFFF).to_bytes(4, "little") * LANES
        else:
            b.get(known[code.right])
        _vector(b, SIGNS[code.sign])
        return
    if isinstance(code, ir.IrNot):
        _mask(b, code.part, local, known, place)  # type: ignore[arg-type]
        _vector(b, NOT)
        return
    for number, part in enumerate(code.parts):  # type: ignore[attr-defined]
        _mask(b, part, local, known, place)
        if number:
            _vector(b, AND if isinstance(code, ir.IrAnd) else OR)


def _vector(b: FunctionBody, code: int) -> None:
    b.out.append(e.VECTOR)
    b.out += e.unsigned(code)


# -- what is done where they hold --------------------------------------------------------------------------------------

Does = tuple[Callable[[int], None], Callable[[], None]]
"""What is done with the vector of a round, given where the place of its first value is kept; and what behind the loop."""


def _counting(b: FunctionBody, node: ir.IrStatement, condition: ir.IrNode) -> Does | None:
    if not isinstance(node, ir.IrSetLocal) or not isinstance(node.value, ir.IrAdd) or _reads(condition, node.local):
        return None
    left, right = node.value.left, node.value.right
    if right != 1 or not isinstance(left, ir.IrLocal) or left.name != node.local.name or kind_of(node.local) != I32:
        return None
    sums, held = b.fresh(V128), b.fresh(V128)
    _vector(b, CONST)
    b.out += bytes(16)
    b.set(sums)

    def add(_: int) -> None:
        b.set(held)
        b.get(sums)
        b.get(held)
        _vector(b, SUBTRACT)
        b.set(sums)

    def total() -> None:
        count = define(b, node.local).word
        b.get(count)
        for lane in range(LANES):
            b.get(sums)
            _vector(b, LANE)
            b.out.append(lane)
            b.op("+")
        b.set(count)

    return add, total


def _returning(b: FunctionBody, node: ir.IrStatement, local: ir.IrLocal) -> Does | None:
    if not isinstance(node, ir.IrReturn) or not _constant(b, node.value, local):
        return None

    def leave(_: int) -> None:
        _vector(b, ANY)
        b.begin(e.IF)
        statements(b, [node])
        b.end()

    return leave, lambda: None


def _offering(b: FunctionBody, node: ir.IrStatement, local: ir.IrLocal) -> Does | None:
    if not isinstance(node, ir.IrOfferOption):
        return None
    known = _beyond(node.option, local)
    if known is None or not has_room(b):
        return None
    record, count, bits = b.unit.record, offered_word(b), b.fresh()

    def offer(place: int) -> None:
        _vector(b, MASK)
        b.set(bits)
        for lane in range(LANES):
            b.get(0)
            b.get(count)
            scale(b, record.option_width)
            b.op("+")
            b.get(place)
            b.const(2)
            b.op(">>u")
            b.const(known + lane)
            b.op("+")
            b.store(record.options, record.option_width)
            b.get(count)
            b.get(bits)
            if lane:
                b.const(lane)
                b.op(">>u")
            b.const(1)
            b.op("&")
            b.op("+")
            b.set(count)

    return offer, lambda: None
