"""Where values, tables, zones and lists lie: addresses, and places that are looked at before they are used."""

from __future__ import annotations

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import WORD, Expr
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.calm import outside
from ruleset_core.lang.wasm.exprs import kind_of, natural, word
from ruleset_core.lang.wasm.unit import I32, Body, Held


def within(b: Body, place: Expr, count: int) -> Expr:
    """A place as it may be used: where it might lie outside, it is looked at, and kept in a word of its own."""
    if not outside(place, count):
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


def counted(b: Body, place: Expr, last: int, first: int = -1) -> Expr:
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


def list_at(b: Body, held: str) -> int:
    """Where a gathered list lies: its length, then its numbers. Blocks hold lists; what they call finds them in the same place."""
    return b.unit.shared_list(held)


def list_bytes(b: Body, at: int) -> None:
    """How many bytes a gathered list takes, with its length."""
    b.const(at)
    b.load(0, 4)
    b.const(2)
    b.op("<<")
    b.const(4)
    b.op("+")


def offered_word(b: Body) -> int:
    """The word that counts the options of the question in the making."""
    if b.offered < 0:
        b.offered = b.fresh()
    return b.offered


def scale(b: Body, width: int) -> None:
    """A place times the bytes of an entry."""
    if width > 1:
        b.const(width.bit_length() - 1)
        b.op("<<")
