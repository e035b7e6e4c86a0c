"""The one way to write an effect or an expression: `ruleset fmt`.

Formatting changes blanks, line breaks and needless brackets, never what is said: what comes out is read again and
compared, and so are its comments. What cannot be printed so is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ruleset_core.lang.fmt.effects import COMMENT, EffectPrinter
from ruleset_core.lang.fmt.exprs import READABLE
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.syntax.parse import parse
from ruleset_core.lang.syntax.problems import Problem

WIDTH = 110
"""Longest line, as long as there is a place to break it."""


class UnreadableError(ValueError):
    """A text that is not one of the language; `problems` says why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


def format_effect(text: str, *, block: bool = False, width: int = WIDTH, readable: int = READABLE) -> str:
    """An effect in its canonical form, on one line or (`block`) on several.

    Raises:
        UnreadableError: it is not an effect.
    """
    return _formatted(text, "effect", block=block, width=width, readable=readable)


def format_expr(text: str, *, block: bool = False, width: int = WIDTH, readable: int = READABLE) -> str:
    """An amount or condition in its canonical form.

    Raises:
        UnreadableError: it is neither.
    """
    return _formatted(text, "expr", block=block, width=width, readable=readable)


def print_effect(tree: s.Block) -> str:
    """A syntax tree as one line."""
    printer = EffectPrinter()
    return "; ".join(printer.flat(item.pieces) for item in printer.items(tree.statements))


def print_expr(tree: s.Node) -> str:
    """A syntax tree as one line."""
    return EffectPrinter().expr(tree)


def same(one: Any, other: Any) -> bool:
    """Whether two syntax trees differ in nothing but positions."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if not isinstance(one, s.Node):
        return bool(one == other)
    names = [field.name for field in fields(one) if field.name not in {"start", "end", "name_end"}]
    return type(one) is type(other) and all(same(getattr(one, name), getattr(other, name)) for name in names)


def _formatted(text: str, start: str, *, block: bool, width: int, readable: int) -> str:
    tree, problems = parse(text, start)
    if tree is None:
        raise UnreadableError(problems)
    found = _printed(tree, text, block=block, width=width, readable=readable)
    again, _ = parse(found, start)
    if again is None or not same(tree, again) or _comments(text) != _comments(found):
        return text
    return found


def _printed(tree: s.Node, text: str, *, block: bool, width: int, readable: int) -> str:
    printer = EffectPrinter(text, breaks=block, width=width, readable=readable)
    if isinstance(tree, s.Block):
        if block:
            return "\n".join(printer.lines(tree))
        return "; ".join(printer.flat(item.pieces) for item in printer.items(tree.statements))
    return "\n".join(printer.fitted(lambda: printer.expr(tree).split("\n"), [tree]))


def _comments(text: str) -> list[str]:
    return [comment.rstrip() for comment in COMMENT.findall(text)]
