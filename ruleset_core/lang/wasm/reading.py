"""Expressions that read: locals, values, tables, zones, lists, and words of the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import LONG
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.exprs import WRITERS, kind_of, widened, word
from ruleset_core.lang.wasm.places import (
    counted,
    list_at,
    offered_word,
    row_bounds,
    scale,
    table_at,
    value_at,
    within,
    zone_at,
)
from ruleset_core.lang.wasm.unit import I32, I64, Body, Held


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
    widened(b, code, I32)


def _entry(b: Body, code: n.Entry) -> None:
    at, width = b.unit.table(code.table)
    place = within(b, code.place, len(code.table.rows))
    b.load(table_at(b, at, place, abs(width)), width)
    widened(b, code, I64 if width == -8 else I32)


def _row_length(b: Body, code: n.RowLength) -> None:
    first, last = row_bounds(b, code.table, code.row)
    b.get(last)
    b.get(first)
    b.op("-")
    widened(b, code, I32)


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
        place = counted(b, code.place, last, first)
        b.get(first)
        word(b, place)
    b.op("+")
    if abs(width) > 1:
        b.const(abs(width).bit_length() - 1)
        b.op("<<")
    b.load(at, width)
    widened(b, code, I64 if width == -8 else I32)


def _read(place: str, width: int) -> Callable[[Body, Anything], None]:
    """A writer for a word of the record."""

    def write(b: Body, code: n.Node) -> None:
        b.get(0)
        b.load(getattr(b.unit.record, place), width)
        widened(b, code, I32)

    return write


def _setting(b: Body, code: n.Setting) -> None:
    b.get(0)
    b.load(b.unit.record.settings + 4 * code.place, 4)
    widened(b, code, I32)


def _zone_length(b: Body, code: n.ZoneLength) -> None:
    b.load(zone_at(b, code.zone), b.unit.record.width)
    widened(b, code, I32)


def _zone_piece(b: Body, code: n.ZoneAt) -> None:
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


def _list_length(b: Body, code: n.ListLength) -> None:
    b.const(list_at(b, code.held))
    b.load(0, 4)
    widened(b, code, I32)


def _list_piece(b: Body, code: n.ListAt) -> None:
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


def _offered(b: Body, code: n.Offered) -> None:
    b.get(offered_word(b))
    widened(b, code, I32)


def _frames(b: Body, code: n.Frames) -> None:
    b.get(0)
    b.call("frames")
    widened(b, code, I32)


def _drawn(b: Body, code: n.Drawn) -> None:
    b.get(0)
    b.const(code.stream)
    word(b, code.sides)
    b.call("draw")
    widened(b, code, I32)


WRITERS |= {
    n.Local: _local, n.Value: _value, n.Entry: _entry, n.RowLength: _row_length, n.RowAt: _row_at,
    n.Players: _read("seats", 1), n.Setting: _setting, n.Answer: _read("answer", 4), n.ZoneLength: _zone_length,
    n.ZoneAt: _zone_piece, n.ListLength: _list_length, n.ListAt: _list_piece, n.Drawn: _drawn,
    n.Queued: _read("queued", 2), n.Ended: _read("ended", 1), n.Offered: _offered, n.Frames: _frames,
}  # fmt: skip
