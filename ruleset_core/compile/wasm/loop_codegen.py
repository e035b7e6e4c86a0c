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
from ruleset_core.compile.wasm.expression_codegen import WRITERS as EXPRS
from ruleset_core.compile.wasm.expression_codegen import again, long, widened, word
from ruleset_core.compile.wasm.memory_access import define, list_at, row_bounds, scale, zone_address
from ruleset_core.compile.wasm.module_builder import I32, I64, FunctionBody, SearchMemory
from ruleset_core.compile.wasm.statement_codegen import WRITERS, call, statements, take
from ruleset_core.lang import runtime

# Loops over numbers, rows, pieces and lists, and lists that are gathered.


def loop(b: FunctionBody, local: ir.IrLocal, source: ir.IrSource, body: Callable[[], None]) -> None:
    """The body once for each number of a source; the local holds it."""
    LOOPS[type(source)](b, define(b, local).word, source, body)


def _loop(b: FunctionBody, node: ir.IrLoop) -> None:
    loop(b, node.local, node.source, lambda: statements(b, node.body))


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
    kept = [b.fresh() for _ in range(size // 4)] if size <= FEW_BYTES else [b.unit.room(size)]
    b.kept.append(kept)
    if size <= FEW_BYTES:
        for place, held in enumerate(kept):
            b.get(0)
            b.load(begin + 4 * place, 4)
            b.set(held)
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
    b.get(0)
    b.const(begin)
    b.op("+")
    b.const(kept[0])
    b.const(size)
    b.out += e.MEMORY_COPY


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


# Searches: what was found is a list in memory that all states share, with a byte for each number that may be found.

FEW_MARKS = 256
"""So many marks are cleared by stores; for more the machine is called."""


def _begin(b: FunctionBody, node: ir.IrBeginSearch) -> None:
    found, marks = b.unit.search(b.title, node.size)
    b.search = SearchMemory(found, marks, b.fresh())
    b.const(0)
    b.set(b.search.taken)
    if node.size <= FEW_MARKS:
        for place in range(0, node.size, 8):  # room is made in steps of 8 bytes
            b.const(marks + place)
            b.const(0, I64)
            b.store(0, 8)
        return
    b.const(marks)
    b.const(0)
    b.const(node.size)
    b.out += e.MEMORY_FILL


def _find(b: FunctionBody, node: ir.IrMarkFound) -> None:
    value = b.fresh()
    word(b, node.value)
    b.tee(value)
    b.const(1)
    b.store(b.search.marks, 1)
    b.get(b.search.taken)
    b.get(value)
    b.store(b.search.found, 4)
    b.get(b.search.taken)
    b.const(4)
    b.op("+")
    b.set(b.search.taken)


def _begin_ways(b: FunctionBody, node: ir.IrBeginGraph) -> None:
    size = 4 * runtime.graph_size(node.places, node.things, node.leads)
    at = b.unit.ways.setdefault(b.title, b.unit.room(size))
    b.ways = (at, at + 4 * runtime.best_path_offset(node.places, node.things, node.leads))
    b.const(at)
    b.const(0)
    b.const(size)
    b.out += e.MEMORY_FILL
    for place, number in ((2, node.places), (3, node.things), (4, node.leads)):
        b.const(at)
        b.const(number)
        b.store(4 * place, 4)


def _lead(b: FunctionBody, node: ir.IrAddEdge) -> None:
    b.const(b.ways[0])
    for each in (node.place, node.thing, node.to, node.worth):
        word(b, each)
    b.call("lead")


def _longest(b: FunctionBody, node: ir.IrFindLongestPath) -> None:
    _best_way(b, "longest", node.limit)
    looks = b.fresh()
    b.const(b.ways[0])
    b.load(4, 4)
    b.set(looks)

    def write() -> None:
        b.get(looks)
        b.out.append(e.EXTEND)

    take(b, write)


def _way_back(b: FunctionBody, node: ir.IrFindWayBack) -> None:
    _best_way(b, "way_back", node.place)


def _best_way(b: FunctionBody, function: str, argument: ir.IrExpr) -> None:
    """What a function of graphs finds is written over what the search had found, which is no longer asked for."""
    at, best = b.ways
    b.const(at)
    word(b, argument)
    b.call(function)
    b.const(2)
    b.op("<<")
    b.set(b.search.taken)
    b.const(b.search.found)
    b.const(best)
    b.get(b.search.taken)
    b.out += e.MEMORY_COPY


def _is_found(b: FunctionBody, code: ir.IrIsFound) -> None:
    word(b, code.of)
    b.load(b.search.marks, 1)
    widened(b, code, I32)


def _so_far(b: FunctionBody, code: ir.IrFoundCount) -> None:
    b.get(b.search.taken)
    b.const(2)
    b.op(">>u")
    widened(b, code, I32)


def _return(b: FunctionBody, _node: ir.IrReturnFound) -> None:
    b.get(b.search.taken)
    b.out.append(e.RETURN)


def _growing(b: FunctionBody, held: int, _source: ir.IrFrontierSource, body: Callable[[], None]) -> None:
    place = b.fresh()
    b.const(0)
    b.set(place)
    counting(b, place, lambda: b.get(b.search.taken), 4, reading(b, held, place, b.search.found, 4, body), surely=False)


def _search_loop(b: FunctionBody, held: int, source: ir.IrFoundSource, body: Callable[[], None]) -> None:
    """What was found is copied, since the body may search again."""
    size = b.unit.function(source.function).high
    at, (found, _) = b.unit.room(4 * size), b.unit.search(source.function, size)
    place, last = b.fresh(), b.fresh()
    call(b, source.function, source.args)
    b.set(last)
    b.const(at)
    b.const(found)
    b.get(last)
    b.out += e.MEMORY_COPY
    b.const(0)
    b.set(place)
    along(b, held, place, last, at, 4, body)


EXPRS |= {ir.IrIsFound: _is_found, ir.IrFoundCount: _so_far}
LOOPS |= {ir.IrFrontierSource: _growing, ir.IrFoundSource: _search_loop}
WRITERS |= {
    ir.IrBeginGraph: _begin_ways,
    ir.IrAddEdge: _lead,
    ir.IrFindLongestPath: _longest,
    ir.IrFindWayBack: _way_back,
}
WRITERS |= {ir.IrBeginSearch: _begin, ir.IrMarkFound: _find, ir.IrReturnFound: _return}
