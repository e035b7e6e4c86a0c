"""Code generation for reads: addresses of values, tables, zones and lists, and bounds checks.

An IR place becomes an address: what is known goes into the offset of the instruction, the rest is multiplied by the width.

    trump          value 2                 local.get 0 · i32.load 64                                    56 + 4 * 2
    leader.bid     value 6 * leader + 39   local.get 0 · (local.get 0 · i32.load 68) · i32.const 24 · i32.mul · i32.add · i32.load 212
    c.rank         table, place c          local.get 3 · i32.load8_u 15512                              a byte is wide enough for 1..8
    length of      zone 2 * me + 1         local.get 0 · local.get 1 · i32.const 8 · i32.mul · i32.load 15476 · i32.add · i32.load8_u 0
    the hand                                                        a table of addresses: zones may differ in size

Where the range of a place may lie outside, it is compared before it is used: `local.tee 4 · i32.const 61 · i32.ge_u · if ·
unreachable · end`. One unsigned comparison finds places below 0 as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.compile import ir
from ruleset_core.compile.ir import LONG, WORD, IrExpr
from ruleset_core.compile.wasm import module_builder as e
from ruleset_core.compile.wasm.expression_codegen import WRITERS, kind_of, natural, outside, widened, word
from ruleset_core.compile.wasm.module_builder import I32, I64, FunctionBody, LocalWord

# Where values, tables, zones and lists lie: addresses, and places that are looked at before they are used.


def within(b: FunctionBody, place: IrExpr, count: int) -> IrExpr:
    """A place as it may be used: where it might lie outside, it is looked at, and kept in a word of its own."""
    if not outside(place, count):
        return place
    if isinstance(place, int):
        b.out.append(e.UNREACHABLE)
        return 0
    held = b.fresh(kind_of(place))
    natural(b, place)
    b.tee(held)
    b.const(count, kind_of(place))
    b.op(">=u", kind_of(place))
    b.trap_if()
    title = f"#{held}"
    b.names[title] = LocalWord(kind_of(place), held, 0, count - 1)
    return ir.IrLocal(0, count - 1, 1, 1, title)


def scaled(b: FunctionBody, place: IrExpr, size: int) -> int:
    """A place times the bytes of one entry; what is known of it is told, not written."""
    known = 0
    if isinstance(place, ir.IrAdd) and isinstance(place.right, int):
        known = place.right
        place = place.left
    if isinstance(place, int):
        b.const(0)
        return (known + place) * size
    if isinstance(place, ir.IrMultiply) and isinstance(place.right, int) and WORD[0] <= place.right * size <= WORD[1]:
        word(b, place.left)
        b.const(place.right * size)
        b.op("*")
    else:
        word(b, place)
        if size > 1:
            b.const(size.bit_length() - 1)
            b.op("<<")
    return known * size


def value_at(b: FunctionBody, place: IrExpr) -> int:
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


def table_at(b: FunctionBody, at: int, place: IrExpr, size: int) -> int:
    """The address of an entry of a table that begins at a known address; the offset is told."""
    if isinstance(place, int):
        b.const(at + place * size)
        return 0
    if isinstance(place, ir.IrAdd) and isinstance(place.right, int) and place.left.low < 0:  # type: ignore[union-attr]
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


def zone_at(b: FunctionBody, zone: IrExpr) -> int:
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


def zone_address(b: FunctionBody, zone: IrExpr) -> None:
    """The address of a zone as one word."""
    offset = zone_at(b, zone)
    if offset:
        b.const(offset)
        b.op("+")


def row_bounds(b: FunctionBody, table: ir.IrTable, row: IrExpr) -> tuple[int, int]:
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


def counted(b: FunctionBody, place: IrExpr, last: int, first: int = -1) -> IrExpr:
    """A place that must lie below a length known in play: the word `last`, less the word `first`."""
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
    b.names[title] = LocalWord(I32, held, *WORD)
    return ir.IrLocal(*WORD, 1, 1, title)


def list_at(b: FunctionBody, held: str) -> int:
    """Where a gathered list lies: its length, then its numbers. Blocks hold lists; what they call finds them in the same place."""
    return b.unit.shared_list(held)


def list_bytes(b: FunctionBody, at: int) -> None:
    """How many bytes a gathered list takes, with its length."""
    b.const(at)
    b.load(0, 4)
    b.const(2)
    b.op("<<")
    b.const(4)
    b.op("+")


def offered_word(b: FunctionBody) -> int:
    """The word that counts the options of the question in the making."""
    if b.offered < 0:
        b.offered = b.fresh()
    return b.offered


def scale(b: FunctionBody, width: int) -> None:
    """A place times the bytes of an entry."""
    if width > 1:
        b.const(width.bit_length() - 1)
        b.op("<<")


# Expressions that read: locals, values, tables, zones, lists, and words of the record.


def define(b: FunctionBody, local: ir.IrLocal) -> LocalWord:
    """What holds a local that is given a value."""
    found = b.names.get(local.name)
    kind = kind_of(local)
    if found is None:
        word = b.borrow(kind) if b.nested else b.fresh(kind)
        found = b.names[local.name] = LocalWord(kind, word, local.low, local.high)
    elif kind == I64 and found.kind == I32:
        raise ValueError(f"the local `{local.name}` does not fit what holds it")
    else:
        found.low, found.high = min(found.low, local.low), max(found.high, local.high)
    return found


def _local(b: FunctionBody, code: ir.IrLocal) -> None:
    held, kind = b.names.get(code.name), kind_of(code)
    if held is None:  # set on another way that is written later
        held = b.names[code.name] = LocalWord(kind, b.fresh(kind), *LONG)
    if held.known is not None:
        b.const(held.known, kind)
        return
    b.get(held.word)
    if held.kind != kind:
        b.out.append(e.WRAP if kind == I32 else e.EXTEND)


def _value(b: FunctionBody, code: ir.IrStateValue) -> None:
    b.load(value_at(b, code.place), 4)
    widened(b, code, I32)


def _entry(b: FunctionBody, code: ir.IrTableEntry) -> None:
    at, width = b.unit.table(code.table)
    place = within(b, code.place, len(code.table.rows))
    b.load(table_at(b, at, place, abs(width)), width)
    widened(b, code, I64 if width == -8 else I32)


def _row_length(b: FunctionBody, code: ir.IrRowLength) -> None:
    first, last = row_bounds(b, code.table, code.row)
    b.get(last)
    b.get(first)
    b.op("-")
    widened(b, code, I32)


def _row_at(b: FunctionBody, code: ir.IrRowEntry) -> None:
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
        place = counted(b, code.place, last, first)
        b.get(first)
        word(b, place)
    b.op("+")
    if abs(width) > 1:
        b.const(abs(width).bit_length() - 1)
        b.op("<<")
    b.load(at, width)
    widened(b, code, I64 if width == -8 else I32)


def _read(place: str, width: int) -> Callable[[FunctionBody, Anything], None]:
    """A writer for a word of the record."""

    def write(b: FunctionBody, code: ir.IrNode) -> None:
        b.get(0)
        b.load(getattr(b.unit.record, place), width)
        widened(b, code, I32)

    return write


def _setting(b: FunctionBody, code: ir.IrSetting) -> None:
    b.get(0)
    b.load(b.unit.record.settings + 4 * code.place, 4)
    widened(b, code, I32)


def _zone_length(b: FunctionBody, code: ir.IrZoneLength) -> None:
    b.load(zone_at(b, code.zone), b.unit.record.width)
    widened(b, code, I32)


def _zone_piece(b: FunctionBody, code: ir.IrZoneEntry) -> None:
    width = b.unit.record.width
    zone, length = b.fresh(), b.fresh()
    offset = zone_at(b, code.zone)
    b.tee(zone)
    b.load(offset, width)
    b.set(length)
    place = counted(b, code.place, length)
    b.get(zone)
    word(b, place)
    scale(b, width)
    b.op("+")
    b.load(offset + width, width)
    widened(b, code, I32)


def _list_length(b: FunctionBody, code: ir.IrListLength) -> None:
    b.const(list_at(b, code.held))
    b.load(0, 4)
    widened(b, code, I32)


def _list_piece(b: FunctionBody, code: ir.IrListEntry) -> None:
    at, length = list_at(b, code.held), b.fresh()
    b.const(at)
    b.load(0, 4)
    b.set(length)
    place = counted(b, code.place, length)
    word(b, place)
    b.const(2)
    b.op("<<")
    b.load(at + 4, 4)
    widened(b, code, I32)


def _offered(b: FunctionBody, code: ir.IrOfferedCount) -> None:
    b.get(offered_word(b))
    widened(b, code, I32)


def _frames(b: FunctionBody, code: ir.IrStackDepth) -> None:
    b.get(0)
    b.call("frames")
    widened(b, code, I32)


def _drawn(b: FunctionBody, code: ir.IrRandom) -> None:
    b.get(0)
    b.const(code.stream)
    word(b, code.sides)
    b.call("draw")
    widened(b, code, I32)


WRITERS |= {
    ir.IrLocal: _local, ir.IrStateValue: _value, ir.IrTableEntry: _entry, ir.IrRowLength: _row_length, ir.IrRowEntry: _row_at,
    ir.IrPlayerCount: _read("seats", 1), ir.IrSetting: _setting, ir.IrAnswer: _read("answer", 4), ir.IrZoneLength: _zone_length,
    ir.IrZoneEntry: _zone_piece, ir.IrListLength: _list_length, ir.IrListEntry: _list_piece, ir.IrRandom: _drawn,
    ir.IrQueueLength: _read("queued", 2), ir.IrGameEnded: _read("ended", 1), ir.IrOfferedCount: _offered, ir.IrStackDepth: _frames,
}  # fmt: skip
