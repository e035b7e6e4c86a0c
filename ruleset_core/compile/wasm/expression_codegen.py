"""Code generation for IR expressions: words of 32 and 64 bits, arithmetic, comparisons.

Ranges decide how wide a number is. Values of a state have 32 bits; what may leave them is worked out in 64. In Pig, whose record
has its values from byte 40 on (local 0 is the address of the record):

    face + 1         2..7              local.get 0 · i32.load 40 · i32.const 1 · i32.add
    pot + face       beyond 32 bits    local.get 0 · i32.load 44 · i64.extend_i32_s · local.get 0 · i32.load 40 · i64.extend_i32_s · i64.add
    pot per 2        by a power of 2   local.get 0 · i32.load 44 · i64.extend_i32_s · i64.const 1 · i64.shr_s · i32.wrap_i64
    bid in [1, 3, 5] few values        ... · local.set 4 · i32.const 42 · local.get 4 · i32.shr_u · i32.const 1 · i32.and       42 is 0b101010
    pot > 3 and face > 2               both are worked out and joined with i32.and: neither can fail, and a jump costs more
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.compile import ir
from ruleset_core.compile.ir import LONG, WORD, IrExpr
from ruleset_core.compile.wasm import module_builder as e
from ruleset_core.compile.wasm.module_builder import I32, I64, FunctionBody

# What may be worked out whether it is needed or not.

CALM = 24
"""Expressions of at most so many nodes may be worked out though they might not be needed, where they cannot fail."""


def calm(b: FunctionBody, code: IrExpr) -> bool:
    """Whether an expression is small and cannot fail wherever it is worked out."""
    if isinstance(code, int):
        return True
    if code.size > CALM:
        return False
    found = b.calm.get(code)
    if found is None:
        found = b.calm[code] = _calm(b, code)
    return found


def _calm(b: FunctionBody, code: ir.IrNode) -> bool:
    match code:
        case (
            ir.IrLocal()
            | ir.IrPlayerCount()
            | ir.IrSetting()
            | ir.IrAnswer()
            | ir.IrListLength()
            | ir.IrQueueLength()
            | ir.IrGameEnded()
            | ir.IrOfferedCount()
        ):
            return True
        case ir.IrStateValue():
            return not outside(code.place, b.unit.record.value_count) and _steady(b, code.place)
        case ir.IrTableEntry():
            return not outside(code.place, len(code.table.rows)) and _steady(b, code.place)
        case ir.IrZoneLength():
            return isinstance(code.zone, int)
        case ir.IrDivide() | ir.IrModulo():
            return isinstance(code.right, int) and calm(b, code.left)
        case ir.IrAdd() | ir.IrSubtract() | ir.IrMultiply() | ir.IrMin() | ir.IrMax() | ir.IrCompare():
            return calm(b, code.left) and calm(b, code.right)
        case ir.IrNot():
            return calm(b, code.part)
        case ir.IrIsOneOf():
            return calm(b, code.of)
        case ir.IrAnd() | ir.IrOr():
            return all(calm(b, part) for part in code.parts)
        case ir.IrConditional():
            return calm(b, code.condition) and calm(b, code.then) and calm(b, code.otherwise)
    return False


def _steady(b: FunctionBody, place: IrExpr) -> bool:
    """Whether the range of a place does not rest on a condition that was met before it: all its locals have their full range."""
    match place:
        case int():
            return True
        case ir.IrLocal():
            held = b.names.get(place.name)
            return held is not None and held.low >= place.low and held.high <= place.high
        case ir.IrTableEntry():
            whole = place.low <= place.table.low and place.table.high <= place.high
            return whole and not outside(place.place, len(place.table.rows)) and _steady(b, place.place)
        case ir.IrAdd() | ir.IrSubtract() | ir.IrMultiply():
            return _steady(b, place.left) and _steady(b, place.right)
    return False


def outside(place: IrExpr, count: int) -> bool:
    """Whether a place may lie outside of a stretch of so many."""
    return not 0 <= place < count if isinstance(place, int) else place.low < 0 or place.high >= count


# Expressions as instructions.
#
# A value that fits 32 bits by its range is a word of 32 bits, any other one of 64. Sums, differences and products are
# worked out in the words of their result: what is lost of larger parts on the way does not matter, since the result
# is known to fit.

WRITERS: dict[type, Callable[[FunctionBody, Anything], None]] = {}
"""What writes each kind of expression in the words it takes; filled by `reading`, `arithmetic`, `conditions` and `calls`."""
SIGNS = {ir.IrAdd: "+", ir.IrSubtract: "-", ir.IrMultiply: "*"}
RINGS = frozenset(SIGNS)
LEAST, GREATEST = WORD


def fits(low: int, high: int) -> bool:
    """Whether a range lies within 32 bits."""
    return low >= LEAST and high <= GREATEST


def kind_of(code: IrExpr) -> int:
    """The words an expression takes."""
    if isinstance(code, int):
        return I32 if LEAST <= code <= GREATEST else I64
    return I32 if code.low >= LEAST and code.high <= GREATEST else I64


def natural(b: FunctionBody, code: IrExpr) -> int:
    """The value of an expression in the words it takes, which are told."""
    kind = kind_of(code)
    as_kind(b, code, kind)
    return kind


def as_kind(b: FunctionBody, code: IrExpr, kind: int) -> None:
    """The value of an expression in words of a type."""
    if kind == I32:
        word(b, code)
    else:
        long(b, code)


def word(b: FunctionBody, code: IrExpr) -> None:
    """The value of an expression as 32 bits; of one that does not fit, the lower ones."""
    if isinstance(code, int):
        b.out += e.constant(code if WORD[0] <= code <= WORD[1] else code & 0xFFFFFFFF)
        return
    kind = type(code)
    if kind in RINGS:
        ring(b, code, I32)
        return
    WRITERS[kind](b, code)
    if kind_of(code) == I64:
        b.out.append(e.WRAP)


def long(b: FunctionBody, code: IrExpr) -> None:
    """The value of an expression as 64 bits."""
    if isinstance(code, int):
        b.out += e.long_constant(code)
        return
    WRITERS[type(code)](b, code)
    if kind_of(code) == I32:
        b.out.append(e.EXTEND)


def widened(b: FunctionBody, code: ir.IrNode, kind: int) -> None:
    """What was read has words of one type; the expression is to have its own."""
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def condition(b: FunctionBody, code: IrExpr) -> None:
    """A word that is 0 where the expression is 0."""
    if isinstance(code, ir.IrCompare) and code.sign == "!=" and code.right == 0:
        code = code.left
    if kind_of(code) == I32:
        word(b, code)
    else:
        long(b, code)
        b.const(0, I64)
        b.op("!=", I64)


def jump(b: FunctionBody, code: IrExpr, label: int, *, when: bool) -> None:
    """To a label where a condition holds, or where it does not."""
    kind = type(code)
    if kind is ir.IrNot:
        jump(b, code.part, label, when=not when)  # type: ignore[union-attr]
    elif kind is (ir.IrOr if when else ir.IrAnd) and not calm(b, code):
        for part in code.parts:  # type: ignore[union-attr]
            jump(b, part, label, when=when)
    elif kind is (ir.IrAnd if when else ir.IrOr) and not calm(b, code):
        past = b.begin(e.BLOCK)
        for part in code.parts[:-1]:  # type: ignore[union-attr]
            jump(b, part, past, when=not when)
        jump(b, code.parts[-1], label, when=when)  # type: ignore[union-attr]
        b.end()
    else:
        condition(b, code)
        if not when:
            b.out.append(e.I32_EQZ)
        b.jump_if(label)


def ring(b: FunctionBody, code: Anything, kind: int) -> None:
    """A sum, difference or product in words of a type."""
    if kind == I32:
        word(b, code.left)
        word(b, code.right)
    else:
        long(b, code.left)
        long(b, code.right)
    b.op(SIGNS[type(code)], kind)


def again(b: FunctionBody, code: IrExpr, kind: int) -> Callable[[], None]:
    """Work a value out and keep it; what is given writes it once more. Known numbers and locals are only written."""
    if isinstance(code, (int, ir.IrLocal)):
        return lambda: as_kind(b, code, kind)
    held = b.fresh(kind)
    as_kind(b, code, kind)
    b.set(held)
    return lambda: b.get(held)


# Sums, products, quotients, the lesser and the greater, and numbers that must lie within bounds.


def _sum(b: FunctionBody, code: ir.IrAdd | ir.IrSubtract | ir.IrMultiply) -> None:
    ring(b, code, kind_of(code))


def _division(b: FunctionBody, code: ir.IrDivide | ir.IrModulo) -> None:
    """Rounded down, where the machine rounds towards 0."""
    sign = "/" if type(code) is ir.IrDivide else "%"
    left, right = code.left, code.right
    most = right if isinstance(right, int) else right.high
    low = left if isinstance(left, int) else left.low
    kind = I64 if I64 in {kind_of(left), kind_of(right)} or (sign == "/" and low - most < WORD[0]) else I32
    if low >= 0:
        as_kind(b, left, kind)
        as_kind(b, right, kind)
        b.op(f"{sign}u", kind)
    elif (
        sign == "%"
        and isinstance(right, int)
        and low > -right
        and (left if isinstance(left, int) else left.high) < right
    ):
        of = b.fresh(kind)
        as_kind(b, left, kind)
        b.tee(of)
        b.const(right, kind)
        _where_negative(b, of, kind)
        b.op("+", kind)
    elif isinstance(right, int) and right & right - 1 == 0:
        as_kind(b, left, kind)
        b.const(right.bit_length() - 1 if sign == "/" else right - 1, kind)
        b.op(">>" if sign == "/" else "&", kind)
    elif sign == "/" and low - most < LONG[0]:
        _quotient_of_any(b, left, right)
    else:
        by, of = b.fresh(kind), b.fresh(kind)
        as_kind(b, right, kind)
        b.set(by)
        as_kind(b, left, kind)
        if sign == "/":
            b.tee(of)
            b.get(by)
            b.const(1, kind)
            b.op("-", kind)
            _where_negative(b, of, kind)
            b.op("-", kind)
            b.get(by)
            b.op("/", kind)
        else:
            b.get(by)
            b.op("%", kind)
            b.tee(of)
            b.get(by)
            _where_negative(b, of, kind)
            b.op("+", kind)
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def _quotient_of_any(b: FunctionBody, left: ir.IrExpr, right: ir.IrExpr) -> None:
    """A quotient where no word below the dividend may be left: the machine's, and one less where it leaves something below 0."""
    by, of = b.fresh(I64), b.fresh(I64)
    as_kind(b, right, I64)
    b.set(by)
    as_kind(b, left, I64)
    b.tee(of)
    b.get(by)
    b.op("/", I64)
    b.get(of)
    b.get(by)
    b.op("%", I64)
    b.const(63, I64)
    b.op(">>", I64)
    b.op("+", I64)


def _where_negative(b: FunctionBody, of: int, kind: int) -> None:
    """The value on top where a word is below 0, else 0."""
    b.get(of)
    b.const(31 if kind == I32 else 63, kind)
    b.op(">>", kind)
    b.op("&", kind)


def _extreme(b: FunctionBody, code: ir.IrMin | ir.IrMax) -> None:
    kind = I64 if I64 in {kind_of(code.left), kind_of(code.right)} else I32
    left, right = again(b, code.left, kind), again(b, code.right, kind)
    left()
    right()
    left()
    right()
    b.op("<" if type(code) is ir.IrMin else ">", kind)
    b.out.append(e.SELECT)
    if kind != kind_of(code):
        b.out.append(e.WRAP)


def _checked(b: FunctionBody, code: ir.IrRangeCheck) -> None:
    part = code.part
    if isinstance(part, int):
        b.out.append(e.UNREACHABLE)
        b.const(0, kind_of(code))
        return
    if part.low < LONG[0] or part.high > LONG[1]:
        kind = I64
        _overflowing(b, part)
        part_low, part_high = LONG
    else:
        kind = natural(b, part)
        part_low, part_high = part.low, part.high
    below, above = part_low < code.low, part_high > code.high
    if below or above:
        held = b.fresh(kind)
        b.tee(held)
        if below and above:
            b.const(code.low, kind)
            b.op("-", kind)
            b.const(code.high - code.low, kind)
            b.op(">u", kind)
        else:
            b.const(code.low if below else code.high, kind)
            b.op("<" if below else ">", kind)
        b.trap_if()
        b.get(held)
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def _overflowing(b: FunctionBody, part: Anything) -> None:
    """A sum, difference or product that may leave 64 bits, which breaks the rule."""
    title = {ir.IrAdd: "sum_of", ir.IrSubtract: "difference_of", ir.IrMultiply: "product_of"}[type(part)]
    long(b, part.left)
    long(b, part.right)
    b.call(title)


WRITERS |= {
    ir.IrAdd: _sum, ir.IrSubtract: _sum, ir.IrMultiply: _sum, ir.IrDivide: _division, ir.IrModulo: _division, ir.IrMin: _extreme, ir.IrMax: _extreme,
    ir.IrRangeCheck: _checked,
}  # fmt: skip


# Comparisons, what is joined of several conditions, and one of two values.

BITS = 2
"""Up to so many known numbers are compared with one after the other."""


def _compare(b: FunctionBody, code: ir.IrCompare) -> None:
    if isinstance(code.left, ir.IrStackDepth) and isinstance(code.right, int) and code.sign in {"<=", ">"}:
        _few_frames(b, code.right, code.sign)
        return
    kind = I64 if I64 in {kind_of(code.left), kind_of(code.right)} else I32
    as_kind(b, code.left, kind)
    if code.right == 0 and code.sign == "==":
        b.out.append(e.I32_EQZ if kind == I32 else e.I64_EQZ)
        return
    as_kind(b, code.right, kind)
    b.op(code.sign, kind)


def _few_frames(b: FunctionBody, most: int, sign: str) -> None:
    """Frames are counted only where they may be too many: none takes less than a word."""
    b.get(0)
    b.load(b.unit.record.deep, 4)
    b.const(4 * most)
    b.op("<=")
    b.begin(e.IF, I32)
    b.const(sign == "<=")
    b.otherwise()
    b.get(0)
    b.call("frames")
    b.const(most)
    b.op(sign)
    b.end()


def _among(b: FunctionBody, code: ir.IrIsOneOf) -> None:
    values, of = code.values, code.of
    kind = kind_of(of)
    least, most = values[0], values[-1]
    span = most - least
    if span == len(values) - 1:
        _shifted(b, of, least, kind)
        b.const(span, kind)
        b.op("<=u", kind)
        return
    if len(values) <= BITS or kind == I64:
        once = again(b, of, kind)
        for place, value in enumerate(values):
            once()
            b.const(value, kind)
            b.op("==", kind)
            if place:
                b.op("|")
        return
    if of.low >= 0 and of.high < 32:  # type: ignore[union-attr]
        least = 0
        span = of.high  # type: ignore[union-attr]
    surely = of.low >= least and of.high <= least + span  # type: ignore[union-attr]
    held = b.fresh()
    _shifted(b, of, least, I32)
    b.set(held)
    if span < 64:
        wide = I64 if span >= 32 else I32
        b.const(sum(1 << value - least for value in values), wide)
        b.get(held)
        if wide == I64:
            b.out.append(e.EXTEND_U)
        b.op(">>u", wide)
        if wide == I64:
            b.out.append(e.WRAP)
        b.const(1)
        b.op("&")
        if not surely:
            b.get(held)
            b.const(span)
            b.op("<=u")
            b.op("&")
        return
    known = set(values)
    at = b.unit.constant(bytes(number in known for number in range(least, most + 1)))
    if not surely:
        b.get(held)
        b.const(span)
        b.op("<=u")
        b.begin(e.IF, I32)
    b.get(held)
    b.load(at, 1)
    if not surely:
        b.otherwise()
        b.const(0)
        b.end()


def _shifted(b: FunctionBody, of: IrExpr, least: int, kind: int) -> None:
    as_kind(b, of, kind)
    if least:
        b.const(least, kind)
        b.op("-", kind)


def _not(b: FunctionBody, code: ir.IrNot) -> None:
    condition(b, code.part)
    b.out.append(e.I32_EQZ)


def _all(b: FunctionBody, code: ir.IrAnd | ir.IrOr) -> None:
    """Parts that are small and cannot fail are worked out together; the others only where they are needed."""
    both = type(code) is ir.IrAnd
    parts, open_ = code.parts, 0
    place = 0
    while place < len(parts):
        word(b, parts[place])
        place += 1
        while place < len(parts) and calm(b, parts[place]):
            word(b, parts[place])
            b.op("&" if both else "|")
            place += 1
        if place < len(parts):
            b.begin(e.IF, I32)
            open_ += 1
            if not both:
                b.const(1)
                b.otherwise()
    for _ in range(open_):
        if both:
            b.otherwise()
            b.const(0)
        b.end()


def _choice(b: FunctionBody, code: ir.IrConditional) -> None:
    kind = kind_of(code)
    if calm(b, code.then) and calm(b, code.otherwise):
        as_kind(b, code.then, kind)
        as_kind(b, code.otherwise, kind)
        condition(b, code.condition)
        b.out.append(e.SELECT)
        return
    if type(code.condition) in {ir.IrAnd, ir.IrOr} and not calm(b, code.condition):
        done = b.begin(e.BLOCK, kind)
        past = b.begin(e.BLOCK)
        jump(b, code.condition, past, when=False)
        as_kind(b, code.then, kind)
        b.jump(done)
        b.end()
        as_kind(b, code.otherwise, kind)
        b.end()
        return
    condition(b, code.condition)
    b.begin(e.IF, kind)
    as_kind(b, code.then, kind)
    b.otherwise()
    as_kind(b, code.otherwise, kind)
    b.end()


WRITERS |= {
    ir.IrCompare: _compare,
    ir.IrIsOneOf: _among,
    ir.IrNot: _not,
    ir.IrAnd: _all,
    ir.IrOr: _all,
    ir.IrConditional: _choice,
}
