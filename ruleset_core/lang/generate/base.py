"""What all generated source is made of: names, tables, sums, and places in the state.

An expression becomes an int (its value is known when the game is loaded) or a piece of source. Names of the generated
code: `s` state, `v` its values, `z` its zones, `mb` where the block of the acting seat begins in `v`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program

Code = int | str
Env = dict[str, Code]
KEPT = re.compile(r"\w+|[vT]\w*\[[^\[\]]*\]")
"""Source of a value that was kept before: a local, a value of the state, an entry of a table."""


def py(name: str) -> str:
    """A local as generated code names it: never a name of the code itself, of Python, or of another local."""
    return name if name == "me" or name.startswith("_") else f"{name}_"


class BaseGenerator:
    """Names, tables and places."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.constants: dict[str, object] = {}
        self._tables: dict[tuple[object, ...], str] = {}
        self._fresh = 0

    def expr(self, node: t.Expr, env: Env) -> Code:
        """The value or the source of an expression."""
        raise NotImplementedError

    def name(self, stem: str) -> str:
        """A name nothing else in the generated code has."""
        self._fresh += 1
        return f"{stem}_{self._fresh}"

    def constant(self, values: tuple[object, ...]) -> str:
        """The name of a tuple held beside the code."""
        if values not in self._tables:
            self._tables[values] = f"T{len(self._tables)}"
            self.constants[self._tables[values]] = values
        return self._tables[values]

    @staticmethod
    def text(code: Code) -> str:
        """The source of a value."""
        return str(code) if not isinstance(code, int) or code >= 0 else f"({code})"

    def whole(self, code: Code, kind: Type) -> str:
        """The source of a value that is kept: conditions become the numbers 0 and 1, as states hold them."""
        if kind.kind == "bool" and isinstance(code, str) and not KEPT.fullmatch(code):
            return f"(1 if {code} else 0)"
        return self.text(code)

    @staticmethod
    def add(left: Code, right: Code) -> Code:
        """A sum, worked out as far as possible."""
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        if left == 0:
            return right
        if right == 0:
            return left
        if isinstance(left, int):
            left, right = right, left
        return f"({left}+{right})" if not isinstance(right, int) or right >= 0 else f"({left}-{-right})"

    @staticmethod
    def times(left: Code, right: int) -> Code:
        """A product with a known number."""
        if isinstance(left, int):
            return left * right
        return left if right == 1 else (0 if right == 0 else f"{left}*{right}")

    def _offset(self, index: tuple[t.Expr, ...], kinds: tuple[Type, ...], strides: tuple[int, ...], env: Env) -> Code:
        place: Code = 0
        for expr, kind, stride in zip(index, kinds, strides, strict=True):
            low = (kind.low or 0) if kind.kind == "int" else 0
            place = self.add(place, self.add(self.times(self.expr(expr, env), stride), -low * stride))
        return place

    @staticmethod
    def mine(env: Env) -> Code:
        """Where the block of the acting seat begins."""
        me = env.get("me", "me")
        return "mb" if me == "me" else env[f"{me} base"]

    def seat_base(self, seat: t.Expr, env: Env) -> Code:
        """Where the block of a seat begins."""
        if isinstance(seat, t.Local) and seat.name == "me":
            return self.mine(env)
        code = self.expr(seat, env)
        known = env.get(f"{code} base")
        if known is not None:
            return known
        return self.add(self.times(code, self.vocabulary.seat_size), self.vocabulary.shared_size)

    def address(self, load: t.Load, env: Env) -> str:
        """The index of a value in `v`."""
        field = load.field
        place = self.add(self._offset(load.index, field.index, field.strides, env), field.offset)
        if load.seat is not None:
            place = self.add(self.seat_base(load.seat, env), place)
        text = str(place)
        return text[1:-1] if text.startswith("(") and text.endswith(")") and text.count("(") == 1 else text

    def zone(self, ref: t.ZoneRef, env: Env) -> str:
        """The index of a list of pieces in `z`."""
        zone = ref.zone
        place = self.add(self._offset(ref.index, zone.index, zone.strides, env), zone.slot)
        if ref.seat is not None:
            base = self.add(
                self.times(self.expr(ref.seat, env), self.vocabulary.seat_zones), self.vocabulary.shared_zones
            )
            place = self.add(base, place)
        return str(place)
