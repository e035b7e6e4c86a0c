"""The types and signs of the small part of Python that `restricted` reads."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

from ruleset_core.lang.wasm.unit import I32, I64

KINDS = {
    "int": "word", "bool": "word", "Memory": "state", "list[int]": "pieces", "Long": "long", "Wide": "wide", "Room": "room",
    "Words": "words", "Longs": "longs",
}  # fmt: skip
WORDS = {"long": I64, "wide": I64}
"""The types of 64 bits; all others have 32. `values` and `zones` stand for the record they are of, `words` for where numbers of 32
bits lie, `longs` of 64, `picker` for where the word of a random stream lies, `room` for where the attributes of a `Room` lie."""
ENTRIES = {"words": 4, "longs": 8}
"""The bytes of an entry of a list."""
PARTS = {"values": "v", "zones": "z"}
LOADS = {"byte": 1, "small": -1, "half": 2, "word": 4, "long": 8}
STORES = {"set_byte": 1, "set_half": 2, "set_word": 4, "set_long": 8}
SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=",
    ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
WORKED: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift, "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
UNSIGNED = {"<", "<=", ">", ">=", "/", "%", ">>"}
Signature = tuple[list[str], str | None]


def words_of(kind: str) -> int:
    """The words a type takes."""
    return WORDS.get(kind, I32)


def is_table(param: ast.arg) -> bool:
    """Whether a parameter is a table, which is known and not passed."""
    return param.annotation is not None and ast.unparse(param.annotation).startswith("tuple")


def worked_out(sign: str, first: int, second: int) -> int:
    """What an operation on two known numbers gives."""
    return int(WORKED[sign](first, second))


def sign_of(op: ast.operator | ast.cmpop) -> str:
    """The sign of an operation."""
    return SIGNS[type(op)]


def joined(first: str | None, second: str | None) -> str | None:
    """The type of an operation on two: the wider one."""
    for kind in ("wide", "long"):
        if kind in {first, second}:
            return kind
    return first or second
