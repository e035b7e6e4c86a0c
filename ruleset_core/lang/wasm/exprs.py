"""Expressions as instructions.

A value that fits 32 bits by its range is a word of 32 bits, any other one of 64. Sums, differences and products are worked
out in the words of their result: what is lost of larger parts on the way does not matter, since the result is known to fit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import WORD, Expr
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.calm import calm
from ruleset_core.lang.wasm.unit import I32, I64, Body

WRITERS: dict[type, Callable[[Body, Anything], None]] = {}
"""What writes each kind of expression in the words it takes; filled by `reading`, `arithmetic`, `conditions` and `calls`."""
SIGNS = {n.Plus: "+", n.Minus: "-", n.Times: "*"}
RINGS = frozenset(SIGNS)
LEAST, GREATEST = WORD


def fits(low: int, high: int) -> bool:
    """Whether a range lies within 32 bits."""
    return low >= LEAST and high <= GREATEST


def kind_of(code: Expr) -> int:
    """The words an expression takes."""
    if isinstance(code, int):
        return I32 if LEAST <= code <= GREATEST else I64
    return I32 if code.low >= LEAST and code.high <= GREATEST else I64


def natural(b: Body, code: Expr) -> int:
    """The value of an expression in the words it takes, which are told."""
    kind = kind_of(code)
    as_kind(b, code, kind)
    return kind


def as_kind(b: Body, code: Expr, kind: int) -> None:
    """The value of an expression in words of a type."""
    if kind == I32:
        word(b, code)
    else:
        long(b, code)


def word(b: Body, code: Expr) -> None:
    """The value of an expression as 32 bits; of one that does not fit, the lower ones."""
    if isinstance(code, int):
        b.out += e.constant(code if WORD[0] <= code <= WORD[1] else code & 0xFFFFFFFF)
        return
    kind = type(code)
    if kind in RINGS:
        ring(b, code, I32)
        return
    WRITERS[kind](b, code)
    if kind_of(code) == I64:
        b.out.append(e.WRAP)


def long(b: Body, code: Expr) -> None:
    """The value of an expression as 64 bits."""
    if isinstance(code, int):
        b.out += e.long_constant(code)
        return
    WRITERS[type(code)](b, code)
    if kind_of(code) == I32:
        b.out.append(e.EXTEND)


def widened(b: Body, code: n.Node, kind: int) -> None:
    """What was read has words of one type; the expression is to have its own."""
    if kind != kind_of(code):
        b.out.append(e.WRAP if kind == I64 else e.EXTEND)


def truth(b: Body, code: Expr) -> None:
    """A word that is 0 where the expression is 0."""
    if isinstance(code, n.Compare) and code.sign == "!=" and code.right == 0:
        code = code.left
    if kind_of(code) == I32:
        word(b, code)
    else:
        long(b, code)
        b.const(0, I64)
        b.op("!=", I64)


def jump(b: Body, code: Expr, label: int, *, when: bool) -> None:
    """To a label where a condition holds, or where it does not."""
    kind = type(code)
    if kind is n.Not:
        jump(b, code.part, label, when=not when)  # type: ignore[union-attr]
    elif kind is (n.Any if when else n.All) and not calm(b, code):
        for part in code.parts:  # type: ignore[union-attr]
            jump(b, part, label, when=when)
    elif kind is (n.All if when else n.Any) and not calm(b, code):
        past = b.begin(e.BLOCK)
        for part in code.parts[:-1]:  # type: ignore[union-attr]
            jump(b, part, past, when=not when)
        jump(b, code.parts[-1], label, when=when)  # type: ignore[union-attr]
        b.end()
    else:
        truth(b, code)
        if not when:
            b.out.append(e.I32_EQZ)
        b.jump_if(label)


def ring(b: Body, code: Anything, kind: int) -> None:
    """A sum, difference or product in words of a type."""
    if kind == I32:
        word(b, code.left)
        word(b, code.right)
    else:
        long(b, code.left)
        long(b, code.right)
    b.op(SIGNS[type(code)], kind)


def again(b: Body, code: Expr, kind: int) -> Callable[[], None]:
    """Work a value out and keep it; what is given writes it once more. Known numbers and locals are only written."""
    if isinstance(code, (int, n.Local)):
        return lambda: as_kind(b, code, kind)
    held = b.fresh(kind)
    as_kind(b, code, kind)
    b.set(held)
    return lambda: b.get(held)
