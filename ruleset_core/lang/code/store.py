"""The nodes made so far: whoever asks for the same expression or table twice gets the same object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleset_core.lang.code.expressions import Among, Choice, Expr, Node, Table
from ruleset_core.lang.code.size import depth, high, low, size

Key = tuple[Any, ...]


class Store:
    """Makes nodes out of their kind, their range and their parts. Nothing is folded here; `Maker` does that.

    Attributes:
        tables: all tables, by their numbers.
    """

    def __init__(self) -> None:
        self._made: dict[Key, Any] = {}
        self._tables: dict[Key, Table] = {}
        self.tables: list[Table] = []

    def __len__(self) -> int:
        return len(self._made)

    def leaf(self, kind: Any, least: int, most: int, *parts: Any) -> Any:
        """A node without expressions in it."""
        key = (kind, least, most, *parts)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = kind(least, most, 1, 1, *parts)
        return found

    def under(self, kind: Any, least: int, most: int, part: Expr, *before: Any) -> Any:
        """A node with one part, its last field; `before` is known."""
        key = (kind, least, most, *before, part)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = kind(least, most, size(part) + 1, depth(part) + 1, *before, part)
        return found

    def pair(self, kind: Any, least: int, most: int, left: Expr, right: Expr, *before: Any) -> Any:
        """A node with two parts, its last fields; `before` is known."""
        key = (kind, least, most, *before, left, right)
        found = self._made.get(key)
        if found is None:
            large, deep = (2, 0) if isinstance(left, int) else (left.size + 1, left.depth)
            if isinstance(right, int):
                large, deep = large + 1, deep + 1
            else:
                large, deep = large + right.size, max(deep, right.depth) + 1
            found = self._made[key] = kind(least, most, large, deep, *before, left, right)
        return found

    def call(self, kind: Any, name: str, args: tuple[Expr, ...], least: int, most: int) -> Any:
        """A call of something with a name."""
        key = (kind, least, most, name, args)
        found = self._made.get(key)
        if found is None:
            large, deep = sum(map(size, args)) + 2, max(map(depth, args), default=0) + 1
            found = self._made[key] = kind(least, most, large, deep, name, args)
        return found

    def joined(self, kind: Any, parts: tuple[Node, ...]) -> Any:
        """A condition made of several."""
        key = (kind, *parts)
        found = self._made.get(key)
        if found is None:
            large, deep = sum(each.size for each in parts) + 1, max(each.depth for each in parts) + 1
            found = self._made[key] = kind(0, 1, large, deep, parts)
        return found

    def among(self, of: Node, values: tuple[int, ...]) -> Among:
        """Whether a number is one of several."""
        key = (Among, of, values)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Among(0, 1, of.size + 1, of.depth + 1, of, values)
        return found

    def choice(self, condition: Node, then: Expr, otherwise: Expr) -> Choice:
        """One of two values."""
        key = (Choice, condition, then, otherwise)
        found = self._made.get(key)
        if found is None:
            least, most = min(low(then), low(otherwise)), max(high(then), high(otherwise))
            large = condition.size + size(then) + size(otherwise) + 1
            deep = max(condition.depth, depth(then), depth(otherwise)) + 1
            found = self._made[key] = Choice(least, most, large, deep, condition, then, otherwise)
        return found

    def narrowed(self, code: Node, least: int, most: int) -> Node:
        """The same expression with another range."""
        parts = [getattr(code, name) for name in type(code).__slots__]
        key = (type(code), least, most, *parts)
        found: Node | None = self._made.get(key)
        if found is None:
            found = self._made[key] = type(code)(least, most, code.size, code.depth, *parts)
        return found

    def table(self, rows: Sequence[int] | Sequence[tuple[int, ...]]) -> Table:
        """A table; the same rows give the same table."""
        key: Any = tuple(rows)
        found = self._tables.get(key)
        if found is None:
            flat = [one for row in key for one in row] if key and isinstance(key[0], tuple) else key
            found = Table(len(self.tables), key, min(flat, default=0), max(flat, default=0))
            self._tables[key] = found
            self.tables.append(found)
        return found
