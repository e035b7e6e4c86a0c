"""Statements as instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.exprs import (
    again,
    as_kind,
    define,
    jump,
    list_at,
    long,
    offered_word,
    row_bounds,
    truth,
    value_at,
    word,
    zone_address,
)  # fmt: skip
from ruleset_core.lang.wasm.unit import I32, I64, Body

ENDS = (n.GoOn, n.Continue, n.ContinueAt, n.Again, n.Ask, n.Return)
"""Statements after which nothing of the same list runs."""
GONE_ON, ASKED = 0, 1
"""What a block gives: nobody is asked yet; a seat is."""


def statements(b: Body, body: list[n.Statement]) -> None:
    """A list of statements."""
    spent = 0
    for place, each in enumerate(body):
        if isinstance(each, n.Spend) and isinstance(each.steps, int):
            spent += each.steps
            if not _spent_later(body, place):
                _take(b, spent)
                spent = 0
        elif isinstance(each, n.Push) and place + 1 < len(body) and type(body[place + 1]) is n.GoOn:
            _continue(b, each)  # what is pushed would be taken off again at once
            break
        else:
            WRITERS[type(each)](b, each)
            if isinstance(each, ENDS):
                break


def _spent_later(body: list[n.Statement], place: int) -> bool:
    """Whether what is spent here may be taken with what is spent later: nothing between leads away."""
    for each in body[place + 1 :]:
        if isinstance(each, n.Spend):
            return isinstance(each.steps, int)
        if _leads_away(each):
            return False
    return False


def _leads_away(node: n.Statement) -> bool:
    if isinstance(node, n.If):
        return any(map(_leads_away, node.then)) or any(map(_leads_away, node.otherwise))
    return isinstance(node, ENDS) or (isinstance(node, n.Loop) and any(map(_leads_away, node.body)))


# -- what is kept ------------------------------------------------------------------------------------------------------


def _set_local(b: Body, node: n.SetLocal) -> None:
    held = define(b, node.local)
    as_kind(b, node.value, held.kind)
    b.set(held.word)


def _set_value(b: Body, node: n.SetValue) -> None:
    offset = value_at(b, node.place)
    word(b, node.value)
    b.store(offset, 4)


def _add_value(b: Body, node: n.AddValue) -> None:
    at = b.fresh()
    offset = value_at(b, node.place)
    b.tee(at)
    if not node.checked:
        b.get(at)
        b.load(offset, 4)
        word(b, node.value)
        b.op("+")
        b.store(offset, 4)
        return
    total = b.fresh(I64)
    b.get(at)
    b.out.append(e.LOAD_LONG)
    b.out += e.ALIGNED[4]
    b.out += e.unsigned(offset)
    long(b, node.value)
    b.op("+", I64)
    b.tee(total)
    b.const(node.low, I64)
    b.op("-", I64)
    b.const(node.high - node.low, I64)
    b.op(">u", I64)
    b.trap_if()
    b.get(total)
    b.out.append(e.STORE_LONG)
    b.out += e.ALIGNED[4]
    b.out += e.unsigned(offset)


# -- ways --------------------------------------------------------------------------------------------------------------


def _if(b: Body, node: n.If) -> None:
    if isinstance(node.condition, (n.All, n.Any, n.Not)):
        if node.otherwise:
            done = b.open(e.BLOCK)
        past = b.open(e.BLOCK)
        jump(b, node.condition, past, when=False)
        statements(b, node.then)
        if node.otherwise:
            if not ends(node.then):
                b.jump(done)
            b.close()
            statements(b, node.otherwise)
        b.close()
        return
    truth(b, node.condition)
    b.open(e.IF)
    statements(b, node.then)
    if node.otherwise:
        b.otherwise()
        statements(b, node.otherwise)
    b.close()


def ends(body: list[n.Statement]) -> bool:
    """Whether nothing that follows a list of statements runs after it."""
    return bool(body) and isinstance(body[-1], ENDS)


def _return(b: Body, node: n.Return) -> None:
    if b.leave is None:
        as_kind(b, node.value, b.result)
        b.out.append(e.RETURN)
    else:
        label, kind = b.leave
        as_kind(b, node.value, kind)
        b.jump(label)


def _do(b: Body, node: n.Do) -> None:
    from ruleset_core.lang.wasm.calls import call

    call(b, node.function, node.args)
    if b.unit.function(node.function).gives:
        b.out.append(e.DROP)


def _require(b: Body, node: n.Require) -> None:
    if isinstance(node.condition, int):
        if node.condition == 0:
            b.out.append(e.UNREACHABLE)
        return
    truth(b, node.condition)
    b.out.append(e.I32_EQZ)
    b.trap_if()


def _spend(b: Body, node: n.Spend) -> None:
    _take(b, node.steps)


def _take(b: Body, count: Expr) -> None:
    """So many steps; the rule is broken where none are left."""
    steps = e.unsigned(b.unit.steps)
    left = b.fresh(I64)
    b.out.append(e.GLOBAL_GET)
    b.out += steps
    long(b, count)
    b.op("-", I64)
    b.tee(left)
    b.out.append(e.GLOBAL_SET)
    b.out += steps
    b.get(left)
    b.const(0, I64)
    b.op("<", I64)
    b.trap_if()


# -- loops -------------------------------------------------------------------------------------------------------------


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
    _counting(b, place, write_stop, 1, lambda: (b.get(place), b.set(held), body()), surely=surely)  # type: ignore[func-returns-value]


def _counting(
    b: Body, place: int, stop: Callable[[], None], by: int, body: Callable[[], Anything], *, surely: bool
) -> None:
    """A loop over a word that grows by a known number until it reaches a stop."""
    past = -1
    if not surely:
        past = b.open(e.BLOCK)
        b.get(place)
        stop()
        b.op(">=")
        b.jump_if(past)
    head = b.open(e.LOOP)
    body()
    b.get(place)
    b.const(by)
    b.op("+")
    b.tee(place)
    stop()
    b.op("<")
    b.jump_if(head)
    b.close()
    if not surely:
        b.close()


def _along(b: Body, held: int, place: int, last: int, offset: int, width: int, body: Callable[[], None]) -> None:
    """A loop over the words of memory between two addresses."""

    def one() -> None:
        b.get(place)
        b.load(offset, width)
        b.set(held)
        body()

    _counting(b, place, lambda: b.get(last), abs(width), one, surely=False)


def _known(b: Body, held: int, values: tuple[int, ...], at: int, width: int, body: Callable[[], None]) -> None:
    """A loop over known numbers in memory."""
    if not values:
        return
    place = b.fresh()
    b.const(at)
    b.set(place)

    def one() -> None:
        b.get(place)
        b.load(0, width)
        b.set(held)
        body()

    end = at + abs(width) * len(values)
    _counting(b, place, lambda: b.const(end), abs(width), one, surely=True)


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
    _along(b, held, first, last, at, width, body)


def _plain_row(b: Body, held: int, table: n.Table, body: Callable[[], None]) -> None:
    rows: Anything = table.rows
    if rows == tuple(range(rows[0], rows[0] + len(rows))):
        place = b.fresh()
        b.const(rows[0])
        b.set(place)
        _counting(
            b, place, lambda: b.const(rows[-1] + 1), 1, lambda: (b.get(place), b.set(held), body()), surely=True  # type: ignore[func-returns-value]
        )  # fmt: skip
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
        _scale(b, width)
        b.tee(last)
        b.out += e.MEMORY_COPY
        b.const(at)
        b.set(place)
        b.get(last)
        b.const(at)
        b.op("+")
        b.set(last)
        _along(b, held, place, last, 0, width, body)
        return
    zone_address(b, source.zone)
    b.tee(place)
    b.get(place)
    b.load(0, width)
    _scale(b, width)
    b.op("+")
    b.set(last)
    _along(b, held, place, last, width, width, body)


def _scale(b: Body, width: int) -> None:
    if width > 1:
        b.const(width.bit_length() - 1)
        b.op("<<")


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
    _along(b, held, place, last, 4, 4, body)


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
    _along(b, held, place, last, 0, 4, body)


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


# -- zones -------------------------------------------------------------------------------------------------------------


def _shuffle(b: Body, node: n.Shuffle) -> None:
    b.get(0)
    b.const(node.stream)
    zone_address(b, node.zone)
    b.call("shuffle")


def _sort(b: Body, node: n.Sort) -> None:
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
    _scale(b, record.width)
    b.op("+")
    b.set(last)
    _along(b, held, place, last, record.width, record.width, one)
    b.get(zone)
    b.const(keys)
    b.call("sort")


def _move(b: Body, node: n.Move) -> None:
    once = again(b, node.piece, I32)
    b.get(0)
    once()
    b.const(node.at)
    b.op("+")
    once()
    word(b, node.zone)
    if node.seen < 0:
        b.call("move")
    else:
        once()
        b.const(node.seen)
        b.op("+")
        b.call("put_seen")


def _forget(b: Body, node: n.Forget) -> None:
    b.get(0)
    b.const(node.seen)
    zone_address(b, node.zone)
    b.call("forget")


def _into(place: str, width: int, value: Callable[[Anything], Expr]) -> Callable[[Body, Anything], None]:
    """A writer for a statement that sets a word of the record."""

    def write(b: Body, node: n.Statement) -> None:
        b.get(0)
        word(b, value(node))
        b.store(getattr(b.unit.record, place), width)

    return write


def _together(b: Body, node: n.SetTogether) -> None:
    b.get(0)
    b.call("begin_together" if node.on else "end_together")


# -- options, frames, ends ---------------------------------------------------------------------------------------------


def _offer(b: Body, node: n.Offer) -> None:
    record, count = b.unit.record, offered_word(b)
    b.get(count)
    b.const(record.layout.most_options)
    b.op(">=u")
    b.trap_if()
    b.get(0)
    b.get(count)
    _scale(b, record.option_width)
    b.op("+")
    word(b, node.option)
    b.store(record.options, record.option_width)
    b.get(count)
    b.const(1)
    b.op("+")
    b.set(count)


def _begin(b: Body, _: n.BeginOffer) -> None:
    b.const(0)
    b.set(offered_word(b))


def _sort_offered(b: Body, _: n.SortOffered) -> None:
    b.get(0)
    b.get(offered_word(b))
    b.call("sort_offered")
    b.set(offered_word(b))


def _put_frame(
    b: Body, block: Callable[[], None], words: int, values: tuple[Expr | str, ...], targets: tuple[Anything, ...]
) -> None:
    """A frame onto the stack. `targets`: the parameters of the block it is for."""
    record, top = b.unit.record, b.fresh()
    b.get(0)
    b.load(record.deep, 4)
    b.tee(top)
    b.const(4 * (record.layout.stack_words - words - 1))
    b.op(">")
    b.trap_if()
    b.get(0)
    b.get(top)
    b.op("+")
    b.set(top)
    at = record.stack
    for value, target in zip(values, targets, strict=True):
        if isinstance(value, str):
            _put_list(b, top, at, value)
            at += 4 + 4 * b.unit.code.layout.lists[target]
        else:
            b.get(top)
            word(b, value)
            b.store(at, 4)
            at += 4
    b.get(top)
    block()
    b.store(at, 4)
    b.get(0)
    b.get(top)
    b.get(0)
    b.op("-")
    b.const(4 * (words + 1))
    b.op("+")
    b.store(record.deep, 4)


def _put_list(b: Body, top: int, offset: int, held: str) -> None:
    at = list_at(b, held)
    b.get(top)
    b.const(offset)
    b.op("+")
    b.const(at)
    _list_bytes(b, at)
    b.out += e.MEMORY_COPY


def _list_bytes(b: Body, at: int) -> None:
    b.const(at)
    b.load(0, 4)
    b.const(2)
    b.op("<<")
    b.const(4)
    b.op("+")


def _push(b: Body, node: n.Push) -> None:
    target = b.unit.code.blocks[node.block]
    _put_frame(b, lambda: b.const(node.block), b.unit.frame_words[node.block], node.values, target.params)


def _continue(b: Body, node: n.Continue | n.Push) -> None:
    target = b.unit.code.blocks[node.block]
    b.get(0)
    for value, param in zip(node.values, target.params, strict=True):
        if not isinstance(value, str):
            word(b, value)
        elif value != param:
            at = list_at(b, value)
            b.const(b.unit.shared_list(param))  # type: ignore[arg-type]
            b.const(at)
            _list_bytes(b, at)
            b.out += e.MEMORY_COPY
    b.go(b.unit.direct(node.block))


def _continue_at(b: Body, node: n.ContinueAt) -> None:
    """The frame goes over the stack, which all these blocks find it on."""
    params = b.unit.code.blocks[node.among[0]].params
    slot = b.fresh()
    word(b, node.block)
    b.set(slot)
    _put_frame(b, lambda: b.get(slot), len(params), node.values, params)
    _end(b, GONE_ON)


def _end(b: Body, status: int) -> None:
    b.const(status)
    b.out.append(e.RETURN)


def _again(b: Body, _: n.Again) -> None:
    b.jump(b.again)


def _ask(b: Body, node: n.Ask) -> None:
    record = b.unit.record
    b.get(0)
    word(b, node.seat)
    b.store(record.seat, 1)
    b.get(0)
    b.const(node.point)
    b.store(record.point, 2)
    b.get(0)
    b.get(offered_word(b))
    b.store(record.offered, 2)
    _end(b, ASKED)


def _enqueue(b: Body, node: n.Enqueue) -> None:
    at = b.fresh()
    b.get(0)
    b.const(node.block)
    b.call("queue_place")
    b.set(at)
    for number, value in enumerate(node.values):
        b.get(at)
        word(b, value)
        b.store(4 * number, 4)


def _runs(title: str) -> Callable[[Body, Anything], None]:
    """A writer for a statement that is a function of the runtime."""

    def write(b: Body, _: n.Statement) -> None:
        b.get(0)
        b.call(title)

    return write


def _take_only(b: Body, node: n.TakeOnly) -> None:
    b.get(0)
    word(b, node.seat)
    b.call("take_only")


WRITERS: dict[type, Callable[[Body, Anything], None]] = {
    n.SetLocal: _set_local, n.SetValue: _set_value, n.AddValue: _add_value, n.If: _if, n.Loop: _loop, n.Gather: _gather,
    n.Return: _return, n.Do: _do, n.Require: _require, n.Spend: _spend, n.Shuffle: _shuffle, n.Sort: _sort, n.Move: _move,
    n.Forget: _forget, n.SetEnded: _into("ended", 1, lambda _: 1), n.SetStage: _into("stage", 2, lambda node: node.stage),
    n.SetTogether: _together, n.Offer: _offer, n.BeginOffer: _begin, n.SortOffered: _sort_offered, n.Push: _push,
    n.Continue: _continue, n.ContinueAt: _continue_at, n.GoOn: lambda b, _: _end(b, GONE_ON), n.Again: _again, n.Ask: _ask,
    n.TakeOnly: _take_only, n.Enqueue: _enqueue, n.PushQueued: _runs("push_queued"), n.ClearAll: _runs("clear_all"),
}  # fmt: skip
