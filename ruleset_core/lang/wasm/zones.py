"""What is done to zones, and to the state as a whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.exprs import again, long, word
from ruleset_core.lang.wasm.loops import along
from ruleset_core.lang.wasm.places import (
    scale,
    zone_address,
)
from ruleset_core.lang.wasm.reading import define
from ruleset_core.lang.wasm.statements import WRITERS
from ruleset_core.lang.wasm.unit import I32, Body


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
    scale(b, record.width)
    b.op("+")
    b.set(last)
    along(b, held, place, last, record.width, record.width, one)
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
        b.call("put_seen")


def _show(b: Body, node: n.Show) -> None:
    b.get(0)
    word(b, node.bits)
    word(b, node.seat)
    b.call("show")


def _forget(b: Body, node: n.Forget) -> None:
    b.get(0)
    b.const(node.seen)
    b.const(node.width)
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


WRITERS |= {
    n.Shuffle: _shuffle, n.Sort: _sort, n.Move: _move, n.Show: _show, n.Forget: _forget, n.SetTogether: _together,
    n.SetEnded: _into("ended", 1, lambda _: 1), n.SetStage: _into("stage", 2, lambda node: node.stage),
}  # fmt: skip
