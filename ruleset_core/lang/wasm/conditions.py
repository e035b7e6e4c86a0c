"""Comparisons, what is joined of several conditions, and one of two values."""

from __future__ import annotations

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.calm import calm
from ruleset_core.lang.wasm.exprs import WRITERS, again, as_kind, jump, kind_of, truth, word
from ruleset_core.lang.wasm.unit import I32, I64, Body

BITS = 2
"""Up to so many known numbers are compared with one after the other."""


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
    b.begin(e.IF, I32)
    b.const(sign == "<=")
    b.otherwise()
    b.get(0)
    b.call("frames")
    b.const(most)
    b.op(sign)
    b.end()


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
        b.begin(e.IF, I32)
    b.get(held)
    b.load(at, 1)
    if not surely:
        b.otherwise()
        b.const(0)
        b.end()


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
            b.begin(e.IF, I32)
            open_ += 1
            if not both:
                b.const(1)
                b.otherwise()
    for _ in range(open_):
        if both:
            b.otherwise()
            b.const(0)
        b.end()


def _choice(b: Body, code: n.Choice) -> None:
    kind = kind_of(code)
    if calm(b, code.then) and calm(b, code.otherwise):
        as_kind(b, code.then, kind)
        as_kind(b, code.otherwise, kind)
        truth(b, code.condition)
        b.out.append(e.SELECT)
        return
    if type(code.condition) in {n.All, n.Any} and not calm(b, code.condition):
        done = b.begin(e.BLOCK, kind)
        past = b.begin(e.BLOCK)
        jump(b, code.condition, past, when=False)
        as_kind(b, code.then, kind)
        b.jump(done)
        b.end()
        as_kind(b, code.otherwise, kind)
        b.end()
        return
    truth(b, code.condition)
    b.begin(e.IF, kind)
    as_kind(b, code.then, kind)
    b.otherwise()
    as_kind(b, code.otherwise, kind)
    b.end()


WRITERS |= {n.Compare: _compare, n.Among: _among, n.Not: _not, n.All: _all, n.Any: _all, n.Choice: _choice}
