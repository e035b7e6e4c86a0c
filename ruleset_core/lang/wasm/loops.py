"""Loops over numbers, rows, pieces and lists, and lists that are gathered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.exprs import word
from ruleset_core.lang.wasm.places import (
    list_at,
    row_bounds,
    scale,
    zone_address,
)
from ruleset_core.lang.wasm.reading import define
from ruleset_core.lang.wasm.statements import WRITERS, statements
from ruleset_core.lang.wasm.unit import Body


def loop(b: Body, local: n.Local, source: n.Source, body: Callable[[], None]) -> None:
    """The body once for each number of a source; the local holds it."""
    LOOPS[type(source)](b, define(b, local).word, source, body)


def _loop(b: Body, node: n.Loop) -> None:
    loop(b, node.local, node.source, lambda: statements(b, node.body))


def _numbers(b: Body, held: int, source: n.Numbers, body: Callable[[], None]) -> None:
    place, stop = b.fresh(), b.fresh()
    word(b, source.low)
    b.set(place)
    if not isinstance(source.stop, int):
        word(b, source.stop)
        b.set(stop)

    def write_stop() -> None:
        b.const(source.stop) if isinstance(source.stop, int) else b.get(stop)

    surely = isinstance(source.low, int) and isinstance(source.stop, int) and source.low < source.stop
    counting(b, place, write_stop, 1, _told(b, place, held, body), surely=surely)


def _told(b: Body, place: int, held: int, body: Callable[[], None]) -> Callable[[], None]:
    """A round in which the local holds what is counted; the body may do with it what it likes."""

    def one() -> None:
        b.get(place)
        b.set(held)
        body()

    return one


def counting(b: Body, place: int, stop: Callable[[], None], by: int, body: Callable[[], None], *, surely: bool) -> None:
    """A loop over a word that grows by a known number until it reaches a stop."""
    past = -1
    if not surely:
        past = b.begin(e.BLOCK)
        b.get(place)
        stop()
        b.op(">=")
        b.jump_if(past)
    head = b.begin(e.LOOP)
    body()
    b.get(place)
    b.const(by)
    b.op("+")
    b.tee(place)
    stop()
    b.op("<")
    b.jump_if(head)
    b.end()
    if not surely:
        b.end()


def along(b: Body, held: int, place: int, last: int, offset: int, width: int, body: Callable[[], None]) -> None:
    """A loop over the words of memory between two addresses."""
    one = reading(b, held, place, offset, width, body)
    counting(b, place, lambda: b.get(last), abs(width), one, surely=False)


def reading(b: Body, held: int, place: int, offset: int, width: int, body: Callable[[], None]) -> Callable[[], None]:
    """A round in which the local holds what lies at an address."""

    def one() -> None:
        b.get(place)
        b.load(offset, width)
        b.set(held)
        body()

    return one


def _known(b: Body, held: int, values: tuple[int, ...], at: int, width: int, body: Callable[[], None]) -> None:
    """A loop over known numbers in memory."""
    if not values:
        return
    place = b.fresh()
    b.const(at)
    b.set(place)
    end = at + abs(width) * len(values)
    counting(b, place, lambda: b.const(end), abs(width), reading(b, held, place, 0, width, body), surely=True)


def _row(b: Body, held: int, source: n.Row, body: Callable[[], None]) -> None:
    table = source.table
    if source.row is None:
        if table.rows:
            _plain_row(b, held, table, body)
        return
    at, width = b.unit.table(table)
    first, last = row_bounds(b, table, source.row)
    if abs(width) > 1:
        for place in (first, last):
            b.get(place)
            b.const(abs(width).bit_length() - 1)
            b.op("<<")
            b.set(place)
    along(b, held, first, last, at, width, body)


def _plain_row(b: Body, held: int, table: n.Table, body: Callable[[], None]) -> None:
    rows: Anything = table.rows
    if rows == tuple(range(rows[0], rows[0] + len(rows))):
        place = b.fresh()
        b.const(rows[0])
        b.set(place)
        counting(b, place, lambda: b.const(rows[-1] + 1), 1, _told(b, place, held, body), surely=True)
    else:
        at, width = b.unit.table(table)
        _known(b, held, rows, at, width, body)


def _pieces(b: Body, held: int, source: n.Pieces, body: Callable[[], None]) -> None:
    record = b.unit.record
    width = record.width
    place, last = b.fresh(), b.fresh()
    if source.copied:
        most = max(record.capacity)
        at = b.unit.room(width * most)
        zone_address(b, source.zone)
        b.set(place)
        b.const(at)
        b.get(place)
        b.const(width)
        b.op("+")
        b.get(place)
        b.load(0, width)
        scale(b, width)
        b.tee(last)
        b.out += e.MEMORY_COPY
        b.const(at)
        b.set(place)
        b.get(last)
        b.const(at)
        b.op("+")
        b.set(last)
        along(b, held, place, last, 0, width, body)
        return
    zone_address(b, source.zone)
    b.tee(place)
    b.get(place)
    b.load(0, width)
    scale(b, width)
    b.op("+")
    b.set(last)
    along(b, held, place, last, width, width, body)


def _held(b: Body, held: int, source: n.Held, body: Callable[[], None]) -> None:
    at = list_at(b, source.held)
    place, last = b.fresh(), b.fresh()
    b.const(at)
    b.set(place)
    b.const(at)
    b.load(0, 4)
    b.const(2)
    b.op("<<")
    b.const(at)
    b.op("+")
    b.set(last)
    along(b, held, place, last, 4, 4, body)


def _items(b: Body, held: int, source: n.Items, body: Callable[[], None]) -> None:
    items = source.items
    if not items:
        return
    if all(isinstance(each, int) for each in items):
        known: Anything = items
        _known(b, held, known, *b.unit.numbers(known, min(known), max(known)), body)
        return
    at = b.unit.room(4 * len(items))
    for number, each in enumerate(items):
        b.const(at + 4 * number)
        word(b, each)
        b.store(0, 4)
    _known(b, held, (0,) * len(items), at, 4, body)


def _enclosed(b: Body, held: int, source: n.Enclosed, body: Callable[[], None]) -> None:
    at = b.unit.room(4 * b.unit.spaces)
    place, last = b.fresh(), b.fresh()
    b.get(0)
    b.const(source.field)
    word(b, source.line)
    b.const(at)
    b.call("enclosed")
    b.const(2)
    b.op("<<")
    b.const(at)
    b.op("+")
    b.set(last)
    b.const(at)
    b.set(place)
    along(b, held, place, last, 0, 4, body)


LOOPS: dict[type, Callable[[Body, int, Anything, Callable[[], None]], None]] = {
    n.Numbers: _numbers, n.Row: _row, n.Pieces: _pieces, n.Held: _held, n.Items: _items, n.Enclosed: _enclosed,
}  # fmt: skip


def _gather(b: Body, node: n.Gather) -> None:
    at = list_at(b, node.held)
    most = b.unit.code.layout.lists[node.held]
    count, item = b.fresh(), b.fresh()
    b.const(0)
    b.set(count)

    def one() -> None:
        b.get(count)
        b.const(4 * most)
        b.op(">=")
        b.trap_if()
        b.get(count)
        b.get(item)
        b.store(at + 4, 4)
        b.get(count)
        b.const(4)
        b.op("+")
        b.set(count)

    LOOPS[type(node.source)](b, item, node.source, one)
    b.const(at)
    b.get(count)
    b.const(2)
    b.op(">>u")
    b.store(0, 4)


WRITERS |= {n.Loop: _loop, n.Gather: _gather}
