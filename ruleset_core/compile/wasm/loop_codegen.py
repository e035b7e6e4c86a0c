"""Code generation for loops, searches and changes of zones.

Each source of a loop has its own form; the test stands at the end, so that a round takes one jump.

    repeat 3 { set face = 1 }                     known to go round at least once: no test before
        i32.const 0 · local.set 4 · loop
          local.get 4 · local.set 3                                   the local of the loop, which the body may change
          local.get 0 · i32.const 1 · i32.store 40
          local.get 4 · i32.const 1 · i32.add · local.tee 4 · i32.const 3 · i32.lt_s · br_if 0
        end
    for each p in seat { ... }                    `block · (no seat?) · br_if 0 · loop · ... · end · end`
    for each c in hand { move c to pack }         memory.copy of the hand to a place of its own, then a loop over these bytes
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.compile import ir
from ruleset_core.compile.ir import IrExpr
from ruleset_core.compile.wasm import module_builder as e
from ruleset_core.compile.wasm.expression_codegen import again, long, word
from ruleset_core.compile.wasm.memory_access import define, list_at, row_bounds, scale, zone_address
from ruleset_core.compile.wasm.module_builder import I32, FunctionBody
from ruleset_core.compile.wasm.statement_codegen import WRITERS, statements
from ruleset_core.compile.wasm.vector_codegen import vectorized

# Loops over numbers, rows, pieces and lists, and lists that are gathered.


def loop(b: FunctionBody, local: ir.IrLocal, source: ir.IrSource, body: Callable[[], None]) -> None:
    """The body once for each number of a source; the local holds it."""
    LOOPS[type(source)](b, define(b, local).word, source, body)


def _loop(b: FunctionBody, node: ir.IrLoop) -> None:
    outer, b.rounds = b.rounds, b.rounds * _most_rounds(b, node.source)
    if not vectorized(b, node):
        loop(b, node.local, node.source, lambda: statements(b, node.body))
    b.rounds = outer


def _most_rounds(b: FunctionBody, source: ir.IrSource) -> int:
    """How often a loop goes round at most; where nobody knows it, more often than there are options."""
    match source:
        case ir.IrRangeSource() if isinstance(source.low, int) and isinstance(source.stop, int):
            return max(0, source.stop - source.low)
        case ir.IrRowSource() if source.row is None:
            return len(source.table.rows)
        case ir.IrRowSource():
            return max(map(len, source.table.rows), default=0)  # type: ignore[arg-type]
        case ir.IrItemsSource():
            return len(source.items)
    return b.unit.record.layout.most_options + 1


def _numbers(b: FunctionBody, held: int, source: ir.IrRangeSource, body: Callable[[], None]) -> None:
    place, stop = b.fresh(), b.fresh()
    word(b, source.low)
    b.set(place)
    if not isinstance(source.stop, int):
        word(b, source.stop)
        b.set(stop)

    def write_stop() -> None:
        b.const(source.stop) if isinstance(source.stop, int) else b.get(stop)

    surely = isinstance(source.low, int) and isinstance(source.stop, int) and source.low < source.stop
    counting(b, place, write_stop, 1, _counted_round(b, place, held, body), surely=surely)


def _counted_round(b: FunctionBody, place: int, held: int, body: Callable[[], None]) -> Callable[[], None]:
    """A round in which the local holds what is counted; the body may do with it what it likes."""

    def one() -> None:
        b.get(place)
        b.set(held)
        body()

    return one


def counting(
    b: FunctionBody, place: int, stop: Callable[[], None], by: int, body: Callable[[], None], *, surely: bool
) -> None:
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


def along(b: FunctionBody, held: int, place: int, last: int, offset: int, width: int, body: Callable[[], None]) -> None:
    """A loop over the words of memory between two addresses."""
    one = reading(b, held, place, offset, width, body)
    counting(b, place, lambda: b.get(last), abs(width), one, surely=False)


def reading(
    b: FunctionBody, held: int, place: int, offset: int, width: int, body: Callable[[], None]
) -> Callable[[], None]:
    """A round in which the local holds what lies at an address."""

    def one() -> None:
        b.get(place)
        b.load(offset, width)
        b.set(held)
        body()

    return one


def _known(b: FunctionBody, held: int, values: tuple[int, ...], at: int, width: int, body: Callable[[], None]) -> None:
    """A loop over known numbers in memory."""
    if not values:
        return
    place = b.fresh()
    b.const(at)
    b.set(place)
    end = at + abs(width) * len(values)
    counting(b, place, lambda: b.const(end), abs(width), reading(b, held, place, 0, width, body), surely=True)


def _row(b: FunctionBody, held: int, source: ir.IrRowSource, body: Callable[[], None]) -> None:
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


def _plain_row(b: FunctionBody, held: int, table: ir.IrTable, body: Callable[[], None]) -> None:
    rows: Anything = table.rows
    if rows == tuple(range(rows[0], rows[0] + len(rows))):
        place = b.fresh()
        b.const(rows[0])
        b.set(place)
        counting(b, place, lambda: b.const(rows[-1] + 1), 1, _counted_round(b, place, held, body), surely=True)
    else:
        at, width = b.unit.table(table)
        _known(b, held, rows, at, width, body)


def _pieces(b: FunctionBody, held: int, source: ir.IrPiecesSource, body: Callable[[], None]) -> None:
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


def _held(b: FunctionBody, held: int, source: ir.IrListSource, body: Callable[[], None]) -> None:
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


def _items(b: FunctionBody, held: int, source: ir.IrItemsSource, body: Callable[[], None]) -> None:
    items = source.items
    if not items:
        return
    if source.members:
        _members(b, held, items, body)
        return
    if len(items) == 1:
        word(b, items[0])
        b.set(held)
        body()
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


def _members(b: FunctionBody, held: int, items: tuple[IrExpr, ...], body: Callable[[], None]) -> None:
    """A loop over those numbers of a list that are not below 0: only these are written down."""
    at, value = b.unit.room(4 * len(items)), b.fresh()
    place, last = b.fresh(), b.fresh()
    b.const(at)
    b.set(last)
    for each in items:
        word(b, each)
        b.tee(value)
        b.const(0)
        b.op(">=")
        b.begin(e.IF)
        b.get(last)
        b.get(value)
        b.store(0, 4)
        b.get(last)
        b.const(4)
        b.op("+")
        b.set(last)
        b.end()
    b.const(at)
    b.set(place)
    along(b, held, place, last, 0, 4, body)


def _enclosed(b: FunctionBody, held: int, source: ir.IrAreaSource, body: Callable[[], None]) -> None:
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


LOOPS: dict[type, Callable[[FunctionBody, int, Anything, Callable[[], None]], None]] = {
    ir.IrRangeSource: _numbers, ir.IrRowSource: _row, ir.IrPiecesSource: _pieces, ir.IrListSource: _held, ir.IrItemsSource: _items, ir.IrAreaSource: _enclosed,
}  # fmt: skip


def _gather(b: FunctionBody, node: ir.IrCollectList) -> None:
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


WRITERS |= {ir.IrLoop: _loop, ir.IrCollectList: _gather}


# What is done to zones, and to the state as a whole.


def _shuffle(b: FunctionBody, node: ir.IrShuffle) -> None:
    b.get(0)
    b.const(node.stream)
    zone_address(b, node.zone)
    b.call("shuffle")


def _sort(b: FunctionBody, node: ir.IrSort) -> None:
    record = b.unit.record
    keys = b.unit.room(8 * max(record.capacity))
    zone, at = b.fresh(), b.fresh()
    zone_address(b, node.zone)
    b.set(zone)
    b.const(keys)
    b.set(at)

    def one() -> None:
        b.get(at)
        long(b, node.key)
        b.out.append(e.STORES[8])
        b.out += b"\x03\x00"
        b.get(at)
        b.const(8)
        b.op("+")
        b.set(at)

    last, place = b.fresh(), b.fresh()
    held = define(b, node.local).word
    b.get(zone)
    b.tee(place)
    b.get(place)
    b.load(0, record.width)
    scale(b, record.width)
    b.op("+")
    b.set(last)
    along(b, held, place, last, record.width, record.width, one)
    b.get(zone)
    b.const(keys)
    b.call("sort")


def _move(b: FunctionBody, node: ir.IrMovePiece) -> None:
    once = again(b, node.piece, I32)
    b.get(0)
    once()
    b.const(node.at)
    b.op("+")
    once()
    word(b, node.zone)
    if node.remembered:
        b.const(node.seen)
        b.const(node.width)
        b.call("follow")
    elif node.seen < 0:
        b.call("move")
    else:
        once()
        b.const(node.seen)
        b.op("+")
        b.call("record_sight")


def _show(b: FunctionBody, node: ir.IrShowPiece) -> None:
    b.get(0)
    word(b, node.bits)
    word(b, node.seat)
    b.call("show")


def _forget(b: FunctionBody, node: ir.IrForgetPieces) -> None:
    b.get(0)
    b.const(node.seen)
    b.const(node.width)
    zone_address(b, node.zone)
    b.call("forget")


def _aside(b: FunctionBody, node: ir.IrKeepState | ir.IrPutBackState) -> tuple[int, int]:
    """Where in the record what is put aside begins, and its bytes."""
    record = b.unit.record
    begin, end = record.values + 4 * node.first, record.values + 4 * node.stop
    return begin, (record.board_end if node.zones else end) - begin


def _keep(b: FunctionBody, node: ir.IrKeepState) -> None:
    begin, size = _aside(b, node)
    kept = [b.fresh() for _ in range(size // 4)] if size <= FEW_BYTES else [b.unit.room(-(-size // VECTOR) * VECTOR)]
    b.kept.append(kept)
    if size <= FEW_BYTES:
        for place, held in enumerate(kept):
            b.get(0)
            b.load(begin + 4 * place, 4)
            b.set(held)
        return
    if size <= SOME_BYTES:
        _copied(b, lambda: b.const(kept[0]), 0, lambda: b.get(0), begin, size)
        return
    b.const(kept[0])
    b.get(0)
    b.const(begin)
    b.op("+")
    b.const(size)
    b.out += e.MEMORY_COPY


def _put_back(b: FunctionBody, node: ir.IrPutBackState) -> None:
    (begin, size), kept = _aside(b, node), b.kept.pop()
    if size <= FEW_BYTES:
        for place, held in enumerate(kept):
            b.get(0)
            b.get(held)
            b.store(begin + 4 * place, 4)
        return
    if size <= SOME_BYTES:
        _copied(b, lambda: b.get(0), begin, lambda: b.const(kept[0]), 0, size)
        return
    b.get(0)
    b.const(begin)
    b.op("+")
    b.const(kept[0])
    b.const(size)
    b.out += e.MEMORY_COPY


def _copied(
    b: FunctionBody, to: Callable[[], None], there: int, source: Callable[[], None], here: int, size: int
) -> None:
    """A stretch of memory written out as loads and stores of vectors, and of words at its end."""
    whole = size // VECTOR * VECTOR
    for place in range(0, whole, VECTOR):
        to()
        source()
        b.out += bytes([e.VECTOR, e.LOAD_VECTOR]) + e.ALIGNED[4] + e.unsigned(here + place)
        b.out += bytes([e.VECTOR, e.STORE_VECTOR]) + e.ALIGNED[4] + e.unsigned(there + place)
    for place in range(whole, size, 4):
        to()
        source()
        b.load(here + place, 4)
        b.store(there + place, 4)


VECTOR = 16
"""The bytes of a vector."""
SOME_BYTES = 640
"""What takes no more bytes is copied in line; for more the machine is called."""
FEW_BYTES = 16
"""What is put aside and takes no more bytes is kept in words of the function."""


def _into(place: str, width: int, value: Callable[[Anything], IrExpr]) -> Callable[[FunctionBody, Anything], None]:
    """A writer for a statement that sets a word of the record."""

    def write(b: FunctionBody, node: ir.IrStatement) -> None:
        b.get(0)
        word(b, value(node))
        b.store(getattr(b.unit.record, place), width)

    return write


def _together(b: FunctionBody, node: ir.IrSetSimultaneous) -> None:
    b.get(0)
    b.call("begin_together" if node.on else "end_together")


WRITERS |= {
    ir.IrShuffle: _shuffle, ir.IrSort: _sort, ir.IrMovePiece: _move, ir.IrShowPiece: _show, ir.IrForgetPieces: _forget, ir.IrSetSimultaneous: _together,
    ir.IrKeepState: _keep, ir.IrPutBackState: _put_back,
    ir.IrSetEnded: _into("ended", 1, lambda _: 1), ir.IrSetStage: _into("stage", 2, lambda node: node.stage),
}  # fmt: skip
