"""Expressions as instructions.

A value that fits 32 bits by its range is a word of 32 bits, any other one of 64. Sums, differences and products are worked
out in the words of their result: what is lost of larger parts on the way does not matter, since the result is known to fit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import LONG, WORD, Expr
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.unit import I32, I64, Body, Held

CALM = 14
"""Expressions of at most so many nodes may be worked out though they might not be needed, where they cannot fail."""
BITS = 2
"""Up to so many known numbers are compared with one after the other."""


def kind_of(code: Expr) -> int:
    """The words an expression takes."""
    low, high = (code, code) if isinstance(code, int) else (code.low, code.high)
    return I32 if WORD[0] <= low and high <= WORD[1] else I64


def natural(b: Body, code: Expr) -> int:
    """The value of an expression in the words it takes, which are told."""
    kind = kind_of(code)
    as_kind(b, code, kind)
    return kind


def as_kind(b: Body, code: Expr, kind: int) -> None:
    """The value of an expression in words of a type."""
    if kind == I32:
        word(b, code)
    else:
        long(b, code)


def word(b: Body, code: Expr) -> None:
    """The value of an expression as 32 bits; of one that does not fit, the lower ones."""
    if isinstance(code, int):
        b.out += e.constant(code if WORD[0] <= code <= WORD[1] else code & 0xFFFFFFFF)
        return
    kind = type(code)
    if kind in RINGS:
        _ring(b, code, I32)
        return
    WRITERS[kind](b, code)
    if kind_of(code) == I64:
        b.out.append(e.WRAP)


def long(b: Body, code: Expr) -> None:
    """The value of an expression as 64 bits."""
    if isinstance(code, int):
        b.out += e.long_constant(code)
        return
    WRITERS[type(code)](b, code)
    if kind_of(code) == I32:
        b.out.append(e.EXTEND)


def truth(b: Body, code: Expr) -> None:
    """A word that is 0 where the expression is 0."""
    if isinstance(code, n.Compare) and code.sign == "!=" and code.right == 0:
        code = code.left
    if kind_of(code) == I32:
        word(b, code)
    else:
        long(b, code)
        b.const(0, I64)
        b.op("!=", I64)


def jump(b: Body, code: Expr, label: int, *, when: bool) -> None:
    """To a label where a condition holds, or where it does not."""
    kind = type(code)
    if kind is n.Not:
        jump(b, code.part, label, when=not when)  # type: ignore[union-attr]
    elif kind is (n.Any if when else n.All) and not calm(b, code):
        for part in code.parts:  # type: ignore[union-attr]
            jump(b, part, label, when=when)
    elif kind is (n.All if when else n.Any) and not calm(b, code):
        past = b.open(e.BLOCK)
        for part in code.parts[:-1]:  # type: ignore[union-attr]
            jump(b, part, past, when=not when)
        jump(b, code.parts[-1], label, when=when)  # type: ignore[union-attr]
        b.close()
    else:
        truth(b, code)
        if not when:
            b.out.append(e.I32_EQZ)
        b.jump_if(label)


# -- what may be worked out without need -------------------------------------------------------------------------------


def calm(b: Body, code: Expr) -> bool:
    """Whether an expression is small and cannot fail wherever it is worked out."""
    if isinstance(code, int):
        return True
    if code.size > CALM:
        return False
    found = b.calm.get(code)
    if found is None:
        found = b.calm[code] = _calm(b, code)
    return found


def _calm(b: Body, code: n.Node) -> bool:
    match code:
        case n.Local() | n.Players() | n.Setting() | n.Answer() | n.ListLength() | n.Queued() | n.Ended() | n.Offered():
            return True
        case n.Value():
            return not _outside(code.place, b.unit.record.value_count) and _steady(b, code.place)
        case n.Entry():
            return not _outside(code.place, len(code.table.rows)) and _steady(b, code.place)
        case n.ZoneLength():
            return isinstance(code.zone, int)
        case n.Per() | n.Mod():
            return isinstance(code.right, int) and calm(b, code.left)
        case n.Plus() | n.Minus() | n.Times() | n.Least() | n.Most() | n.Compare():
            return calm(b, code.left) and calm(b, code.right)
        case n.Not():
            return calm(b, code.part)
        case n.Among():
            return calm(b, code.of)
        case n.All() | n.Any():
            return all(calm(b, part) for part in code.parts)
        case n.Choice():
            return calm(b, code.condition) and calm(b, code.then) and calm(b, code.otherwise)
    return False


def _steady(b: Body, place: Expr) -> bool:
    """Whether the range of a place does not rest on a condition that was met before it: all its locals have their full range."""
    match place:
        case int():
            return True
        case n.Local():
            held = b.names.get(place.name)
            return held is not None and held.low >= place.low and held.high <= place.high
        case n.Plus() | n.Minus() | n.Times():
            return _steady(b, place.left) and _steady(b, place.right)
    return False


# -- places ------------------------------------------------------------------------------------------------------------


def _outside(place: Expr, count: int) -> bool:
    """Whether a place may lie outside of a stretch of so many."""
    return not 0 <= place < count if isinstance(place, int) else place.low < 0 or place.high >= count


def within(b: Body, place: Expr, count: int) -> Expr:
    """A place as it may be used: where it might lie outside, it is looked at, and kept in a word of its own."""
    if not _outside(place, count):
        return place
    if isinstance(place, int):
        b.out.append(e.UNREACHABLE)
        return 0
    if not b.unit.checked and kind_of(place) == I32:
        return place
    held = b.fresh(kind_of(place))
    natural(b, place)
    b.tee(held)
    b.const(count, kind_of(place))
    b.op(">=u", kind_of(place))
    b.trap_if()
    title = f"#{held}"
    b.names[title] = Held(kind_of(place), held, 0, count - 1)
    return n.Local(0, count - 1, 1, 1, title)


def scaled(b: Body, place: Expr, size: int) -> int:
    """A place times the bytes of one entry; what is known of it is told, not written."""
    known = 0
    if isinstance(place, n.Plus) and isinstance(place.right, int):
        known = place.right
        place = place.left
    if isinstance(place, int):
        b.const(0)
        return (known + place) * size
    if isinstance(place, n.Times) and isinstance(place.right, int) and WORD[0] <= place.right * size <= WORD[1]:
        word(b, place.left)
        b.const(place.right * size)
        b.op("*")
    else:
        word(b, place)
        if size > 1:
            b.const(size.bit_length() - 1)
            b.op("<<")
    return known * size


def value_at(b: Body, place: Expr) -> int:
    """The address of a value of the state; the offset that belongs to it is told."""
    record = b.unit.record
    place = within(b, place, record.value_count)
    b.get(0)
    if isinstance(place, int):
        return record.values + 4 * place
    offset = record.values + scaled(b, place, 4)
    b.op("+")
    if offset < 0:
        b.const(offset)
        b.op("+")
        offset = 0
    return offset


def table_at(b: Body, at: int, place: Expr, size: int) -> int:
    """The address of an entry of a table that begins at a known address; the offset is told."""
    if isinstance(place, int):
        b.const(at + place * size)
        return 0
    if isinstance(place, n.Plus) and isinstance(place.right, int) and place.left.low < 0:  # type: ignore[union-attr]
        word(b, place)
        if size > 1:
            b.const(size.bit_length() - 1)
            b.op("<<")
        return at
    known = scaled(b, place, size)
    if at + known < 0:
        b.const(at + known)
        b.op("+")
        return 0
    return at + known


def zone_at(b: Body, zone: Expr) -> int:
    """The address of a zone: its length, then its pieces; the offset is told."""
    record = b.unit.record
    zone = within(b, zone, len(record.zones))
    b.get(0)
    if isinstance(zone, int):
        return record.zones[zone]
    offset = table_at(b, b.unit.zone_places(), zone, 4)
    b.load(offset, 4)
    b.op("+")
    return 0


def zone_address(b: Body, zone: Expr) -> None:
    """The address of a zone as one word."""
    offset = zone_at(b, zone)
    if offset:
        b.const(offset)
        b.op("+")


# -- what is read ------------------------------------------------------------------------------------------------------


def define(b: Body, local: n.Local) -> Held:
    """What holds a local that is given a value."""
    found = b.names.get(local.name)
    kind = kind_of(local)
    if found is None:
        found = b.names[local.name] = Held(kind, b.fresh(kind), local.low, local.high)
    elif kind == I64 and found.kind == I32:
        raise ValueError(f"the local `{local.name}` does not fit what holds it")
    else:
        found.low, found.high = min(found.low, local.low), max(found.high, local.high)
    return found


def _local(b: Body, code: n.Local) -> None:
    held, kind = b.names.get(code.name), kind_of(code)
    if held is None:  # set on another way that is written later
        held = b.names[code.name] = Held(kind, b.fresh(kind), *LONG)
    if held.known is not None:
        b.const(held.known, kind)
        return
    b.get(held.word)
    if held.kind != kind:
        b.out.append(e.WRAP if kind == I32 else e.EXTEND)


def _value(b: Body, code: n.Value) -> None:
    b.load(value_at(b, code.place), 4)
    _widened(b, code, I32)


def _widened(b: Body, code: n.Node, kind: int) -> None:
    """What was read has words of one type; the expression is to have its own."""
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def _entry(b: Body, code: n.Entry) -> None:
    at, width = b.unit.table(code.table)
    place = within(b, code.place, len(code.table.rows))
    b.load(table_at(b, at, place, abs(width)), width)
    _widened(b, code, I64 if width == -8 else I32)


def row_bounds(b: Body, table: n.Table, row: Expr) -> tuple[int, int]:
    """Where a row begins and ends among the numbers of its table, in two words."""
    at, width = b.unit.starts(table)
    first, last, place = b.fresh(), b.fresh(), b.fresh()
    offset = table_at(b, at, within(b, row, len(table.rows)), abs(width))
    b.tee(place)
    b.load(offset, width)
    b.set(first)
    b.get(place)
    b.load(offset + abs(width), width)
    b.set(last)
    return first, last


def _row_length(b: Body, code: n.RowLength) -> None:
    first, last = row_bounds(b, code.table, code.row)
    b.get(last)
    b.get(first)
    b.op("-")
    _widened(b, code, I32)


def _row_at(b: Body, code: n.RowAt) -> None:
    at, width = b.unit.table(code.table)
    lengths = {len(row) for row in code.table.rows}  # type: ignore[arg-type]
    if len(lengths) == 1:
        row, place = within(b, code.row, len(code.table.rows)), within(b, code.place, max(lengths))
        word(b, row)
        b.const(max(lengths))
        b.op("*")
        word(b, place)
    else:
        first, last = row_bounds(b, code.table, code.row)
        place = _counted(b, code.place, last, first)
        b.get(first)
        word(b, place)
    b.op("+")
    if abs(width) > 1:
        b.const(abs(width).bit_length() - 1)
        b.op("<<")
    b.load(at, width)
    _widened(b, code, I64 if width == -8 else I32)


def _counted(b: Body, place: Expr, last: int, first: int = -1) -> Expr:
    """A place that must lie below a length known in play: the word `last`, less the word `first`."""
    if not b.unit.checked:
        return place
    held = b.fresh()
    word(b, place)
    b.tee(held)
    b.get(last)
    if first >= 0:
        b.get(first)
        b.op("-")
    b.op(">=u")
    b.trap_if()
    title = f"#{held}"
    b.names[title] = Held(I32, held, *WORD)
    return n.Local(*WORD, 1, 1, title)


def _read(place: str, width: int) -> Callable[[Body, Anything], None]:
    """A writer for a word of the record."""

    def write(b: Body, code: n.Node) -> None:
        b.get(0)
        b.load(getattr(b.unit.record, place), width)
        _widened(b, code, I32)

    return write


def _setting(b: Body, code: n.Setting) -> None:
    b.get(0)
    b.load(b.unit.record.settings + 4 * code.place, 4)
    _widened(b, code, I32)


def _zone_length(b: Body, code: n.ZoneLength) -> None:
    b.load(zone_at(b, code.zone), b.unit.record.width)
    _widened(b, code, I32)


def _zone_piece(b: Body, code: n.ZoneAt) -> None:
    width = b.unit.record.width
    zone, length = b.fresh(), b.fresh()
    offset = zone_at(b, code.zone)
    b.tee(zone)
    b.load(offset, width)
    b.set(length)
    place = _counted(b, code.place, length)
    b.get(zone)
    word(b, place)
    if width > 1:
        b.const(1)
        b.op("<<")
    b.op("+")
    b.load(offset + width, width)
    _widened(b, code, I32)


def list_at(b: Body, held: str) -> int:
    """Where a gathered list lies: its length, then its numbers."""
    found = b.lists.get(held)
    if found is None:
        found = b.lists[held] = b.unit.room(4 + 4 * b.unit.code.layout.lists[held])
    return found


def _list_length(b: Body, code: n.ListLength) -> None:
    b.const(list_at(b, code.held))
    b.load(0, 4)
    _widened(b, code, I32)


def _list_piece(b: Body, code: n.ListAt) -> None:
    at, length = list_at(b, code.held), b.fresh()
    b.const(at)
    b.load(0, 4)
    b.set(length)
    place = _counted(b, code.place, length)
    word(b, place)
    b.const(2)
    b.op("<<")
    b.load(at + 4, 4)
    _widened(b, code, I32)


def _offered(b: Body, code: n.Offered) -> None:
    b.get(offered_word(b))
    _widened(b, code, I32)


def offered_word(b: Body) -> int:
    """The word that counts the options of the question in the making."""
    if b.offered < 0:
        b.offered = b.fresh()
    return b.offered


def _frames(b: Body, code: n.Frames) -> None:
    b.get(0)
    b.call("frames")
    _widened(b, code, I32)


# -- arithmetic --------------------------------------------------------------------------------------------------------

SIGNS = {n.Plus: "+", n.Minus: "-", n.Times: "*"}


def _ring(b: Body, code: Anything, kind: int) -> None:
    if kind == I32:
        word(b, code.left)
        word(b, code.right)
    else:
        long(b, code.left)
        long(b, code.right)
    b.op(SIGNS[type(code)], kind)


def _sum(b: Body, code: n.Plus | n.Minus | n.Times) -> None:
    _ring(b, code, kind_of(code))


def _division(b: Body, code: n.Per | n.Mod) -> None:
    """Rounded down, where the machine rounds towards 0."""
    sign = "/" if type(code) is n.Per else "%"
    left, right = code.left, code.right
    most = right if isinstance(right, int) else right.high
    low = left if isinstance(left, int) else left.low
    kind = I64 if I64 in {kind_of(left), kind_of(right)} or (sign == "/" and low - most < WORD[0]) else I32
    if low >= 0:
        as_kind(b, left, kind)
        as_kind(b, right, kind)
        b.op(f"{sign}u", kind)
    elif isinstance(right, int) and right & right - 1 == 0:
        as_kind(b, left, kind)
        b.const(right.bit_length() - 1 if sign == "/" else right - 1, kind)
        b.op(">>" if sign == "/" else "&", kind)
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


def _where_negative(b: Body, of: int, kind: int) -> None:
    """The value on top where a word is below 0, else 0."""
    b.get(of)
    b.const(31 if kind == I32 else 63, kind)
    b.op(">>", kind)
    b.op("&", kind)


def again(b: Body, code: Expr, kind: int) -> Callable[[], None]:
    """Work a value out and keep it; what is given writes it once more. Known numbers and locals are only written."""
    if isinstance(code, (int, n.Local)):
        return lambda: as_kind(b, code, kind)
    held = b.fresh(kind)
    as_kind(b, code, kind)
    b.set(held)
    return lambda: b.get(held)


def _extreme(b: Body, code: n.Least | n.Most) -> None:
    kind = I64 if I64 in {kind_of(code.left), kind_of(code.right)} else I32
    left, right = again(b, code.left, kind), again(b, code.right, kind)
    left()
    right()
    left()
    right()
    b.op("<" if type(code) is n.Least else ">", kind)
    b.out.append(e.SELECT)
    if kind != kind_of(code):
        b.out.append(e.WRAP)


def _checked(b: Body, code: n.Checked) -> None:
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


def _overflowing(b: Body, part: Anything) -> None:
    """A sum, difference or product that may leave 64 bits, which breaks the rule."""
    title = {n.Plus: "sum_of", n.Minus: "difference_of", n.Times: "product_of"}[type(part)]
    long(b, part.left)
    long(b, part.right)
    b.call(title)


# -- conditions --------------------------------------------------------------------------------------------------------


def _compare(b: Body, code: n.Compare) -> None:
    if isinstance(code.left, n.Frames) and isinstance(code.right, int) and code.sign in {"<=", ">"}:
        _few_frames(b, code.right, code.sign)
        return
    kind = I64 if I64 in {kind_of(code.left), kind_of(code.right)} else I32
    as_kind(b, code.left, kind)
    if code.right == 0 and code.sign == "==":
        b.out.append(e.I32_EQZ if kind == I32 else e.I64_EQZ)
        return
    as_kind(b, code.right, kind)
    b.op(code.sign, kind)


def _few_frames(b: Body, most: int, sign: str) -> None:
    """Frames are counted only where they may be too many: none takes less than a word."""
    b.get(0)
    b.load(b.unit.record.deep, 4)
    b.const(4 * most)
    b.op("<=")
    b.open(e.IF, I32)
    b.const(sign == "<=")
    b.otherwise()
    b.get(0)
    b.call("frames")
    b.const(most)
    b.op(sign)
    b.close()


def _among(b: Body, code: n.Among) -> None:
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
        b.open(e.IF, I32)
    b.get(held)
    b.load(at, 1)
    if not surely:
        b.otherwise()
        b.const(0)
        b.close()


def _shifted(b: Body, of: Expr, least: int, kind: int) -> None:
    as_kind(b, of, kind)
    if least:
        b.const(least, kind)
        b.op("-", kind)


def _not(b: Body, code: n.Not) -> None:
    truth(b, code.part)
    b.out.append(e.I32_EQZ)


def _all(b: Body, code: n.All | n.Any) -> None:
    """Parts that are small and cannot fail are worked out together; the others only where they are needed."""
    both = type(code) is n.All
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
            b.open(e.IF, I32)
            open_ += 1
            if not both:
                b.const(1)
                b.otherwise()
    for _ in range(open_):
        if both:
            b.otherwise()
            b.const(0)
        b.close()


def _choice(b: Body, code: n.Choice) -> None:
    kind = kind_of(code)
    if calm(b, code.then) and calm(b, code.otherwise):
        as_kind(b, code.then, kind)
        as_kind(b, code.otherwise, kind)
        truth(b, code.condition)
        b.out.append(e.SELECT)
        return
    if type(code.condition) in {n.All, n.Any} and not calm(b, code.condition):
        done = b.open(e.BLOCK, kind)
        past = b.open(e.BLOCK)
        jump(b, code.condition, past, when=False)
        as_kind(b, code.then, kind)
        b.jump(done)
        b.close()
        as_kind(b, code.otherwise, kind)
        b.close()
        return
    truth(b, code.condition)
    b.open(e.IF, kind)
    as_kind(b, code.then, kind)
    b.otherwise()
    as_kind(b, code.otherwise, kind)
    b.close()


# -- calls -------------------------------------------------------------------------------------------------------------


def _called(b: Body, code: n.Called) -> None:
    from ruleset_core.lang.wasm.calls import call

    kind = call(b, code.function, code.args)
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def _drawn(b: Body, code: n.Drawn) -> None:
    b.get(0)
    b.const(code.stream)
    word(b, code.sides)
    b.call("draw")
    _widened(b, code, I32)


WRITERS: dict[type, Callable[[Body, Anything], None]] = {
    n.Local: _local, n.Value: _value, n.Entry: _entry, n.RowLength: _row_length, n.RowAt: _row_at,
    n.Players: _read("seats", 1), n.Setting: _setting, n.Answer: _read("answer", 4),
    n.ZoneLength: _zone_length, n.ZoneAt: _zone_piece, n.ListLength: _list_length, n.ListAt: _list_piece,
    n.Plus: _sum, n.Minus: _sum, n.Times: _sum, n.Per: _division, n.Mod: _division, n.Least: _extreme, n.Most: _extreme,
    n.Compare: _compare, n.Among: _among, n.Not: _not, n.All: _all, n.Any: _all, n.Choice: _choice, n.Checked: _checked,
    n.Called: _called, n.Drawn: _drawn, n.Queued: _read("queued", 2), n.Ended: _read("ended", 1), n.Offered: _offered, n.Frames: _frames,
}  # fmt: skip
RINGS = frozenset(SIGNS)
