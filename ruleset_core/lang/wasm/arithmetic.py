"""Sums, products, quotients, the lesser and the greater, and numbers that must lie within bounds."""

from __future__ import annotations

from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import LONG, WORD
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.exprs import WRITERS, again, as_kind, kind_of, long, natural, ring
from ruleset_core.lang.wasm.unit import I32, I64, Body


def _sum(b: Body, code: n.Plus | n.Minus | n.Times) -> None:
    ring(b, code, kind_of(code))


def _division(b: Body, code: n.Per | n.Mod) -> None:
    """Rounded down, where the machine rounds towards 0."""
    sign = "/" if type(code) is n.Per else "%"
    left, right = code.left, code.right
    most = right if isinstance(right, int) else right.high
    low = left if isinstance(left, int) else left.low
    kind = I64 if I64 in {kind_of(left), kind_of(right)} or (sign == "/" and low - most < WORD[0]) else I32
    if low >= 0:
        as_kind(b, left, kind)
        as_kind(b, right, kind)
        b.op(f"{sign}u", kind)
    elif isinstance(right, int) and right & right - 1 == 0:
        as_kind(b, left, kind)
        b.const(right.bit_length() - 1 if sign == "/" else right - 1, kind)
        b.op(">>" if sign == "/" else "&", kind)
    elif sign == "/" and low - most < LONG[0]:
        _quotient_of_any(b, left, right)
    else:
        by, of = b.fresh(kind), b.fresh(kind)
        as_kind(b, right, kind)
        b.set(by)
        as_kind(b, left, kind)
        if sign == "/":
            b.tee(of)
            b.get(by)
            b.const(1, kind)
            b.op("-", kind)
            _where_negative(b, of, kind)
            b.op("-", kind)
            b.get(by)
            b.op("/", kind)
        else:
            b.get(by)
            b.op("%", kind)
            b.tee(of)
            b.get(by)
            _where_negative(b, of, kind)
            b.op("+", kind)
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def _quotient_of_any(b: Body, left: n.Expr, right: n.Expr) -> None:
    """A quotient where no word below the dividend may be left: the machine's, and one less where it leaves something below 0."""
    by, of = b.fresh(I64), b.fresh(I64)
    as_kind(b, right, I64)
    b.set(by)
    as_kind(b, left, I64)
    b.tee(of)
    b.get(by)
    b.op("/", I64)
    b.get(of)
    b.get(by)
    b.op("%", I64)
    b.const(63, I64)
    b.op(">>", I64)
    b.op("+", I64)


def _where_negative(b: Body, of: int, kind: int) -> None:
    """The value on top where a word is below 0, else 0."""
    b.get(of)
    b.const(31 if kind == I32 else 63, kind)
    b.op(">>", kind)
    b.op("&", kind)


def _extreme(b: Body, code: n.Least | n.Most) -> None:
    kind = I64 if I64 in {kind_of(code.left), kind_of(code.right)} else I32
    left, right = again(b, code.left, kind), again(b, code.right, kind)
    left()
    right()
    left()
    right()
    b.op("<" if type(code) is n.Least else ">", kind)
    b.out.append(e.SELECT)
    if kind != kind_of(code):
        b.out.append(e.WRAP)


def _checked(b: Body, code: n.Checked) -> None:
    part = code.part
    if isinstance(part, int):
        b.out.append(e.UNREACHABLE)
        b.const(0, kind_of(code))
        return
    if part.low < LONG[0] or part.high > LONG[1]:
        kind = I64
        _overflowing(b, part)
        part_low, part_high = LONG
    else:
        kind = natural(b, part)
        part_low, part_high = part.low, part.high
    below, above = part_low < code.low, part_high > code.high
    if below or above:
        held = b.fresh(kind)
        b.tee(held)
        if below and above:
            b.const(code.low, kind)
            b.op("-", kind)
            b.const(code.high - code.low, kind)
            b.op(">u", kind)
        else:
            b.const(code.low if below else code.high, kind)
            b.op("<" if below else ">", kind)
        b.trap_if()
        b.get(held)
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def _overflowing(b: Body, part: Anything) -> None:
    """A sum, difference or product that may leave 64 bits, which breaks the rule."""
    title = {n.Plus: "sum_of", n.Minus: "difference_of", n.Times: "product_of"}[type(part)]
    long(b, part.left)
    long(b, part.right)
    b.call(title)


WRITERS |= {
    n.Plus: _sum, n.Minus: _sum, n.Times: _sum, n.Per: _division, n.Mod: _division, n.Least: _extreme, n.Most: _extreme,
    n.Checked: _checked,
}  # fmt: skip
