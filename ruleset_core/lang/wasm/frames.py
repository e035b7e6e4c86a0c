"""Options, frames on the stack and in the queue, and the ends of blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.exprs import word
from ruleset_core.lang.wasm.places import (
    list_at,
    list_bytes,
    offered_word,
    scale,
)
from ruleset_core.lang.wasm.statements import WRITERS
from ruleset_core.lang.wasm.unit import Body

GONE_ON, ASKED = 0, 1
"""What a block gives: nobody is asked yet; a seat is."""


def _offer(b: Body, node: n.Offer) -> None:
    record, count = b.unit.record, offered_word(b)
    b.get(count)
    b.const(record.layout.most_options)
    b.op(">=u")
    b.trap_if()
    b.get(0)
    b.get(count)
    scale(b, record.option_width)
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
    list_bytes(b, at)
    b.out += e.MEMORY_COPY


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
            list_bytes(b, at)
            b.out += e.MEMORY_COPY
    b.go(b.unit.direct(node.block))


def _continue_at(b: Body, node: n.ContinueAt) -> None:
    """The frame goes over the stack, which all these blocks find it on."""
    params = b.unit.code.blocks[node.among[0]].params
    slot = b.fresh()
    word(b, node.block)
    b.set(slot)
    _put_frame(b, lambda: b.get(slot), len(params), node.values, params)
    end(b, GONE_ON)


def end(b: Body, status: int) -> None:
    """The block is over."""
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
    b.store(record.offered, 4)
    end(b, ASKED)


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


WRITERS |= {
    n.Offer: _offer, n.BeginOffer: _begin, n.SortOffered: _sort_offered, n.Push: _push, n.Continue: _continue,
    n.ContinueAt: _continue_at, n.GoOn: lambda b, _: end(b, GONE_ON), n.Again: _again, n.Ask: _ask, n.TakeOnly: _take_only,
    n.Enqueue: _enqueue, n.PushQueued: _runs("push_queued"), n.ClearAll: _runs("clear_all"),
}  # fmt: skip
