"""Texts with places for values, and with words that depend on a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ruleset_core.lang import tree as t

__all__ = ["Cases", "Template", "expressions", "spoken"]


@dataclass(frozen=True, slots=True)
class Cases:
    """Words of which those are said whose condition is the first that holds, or else `otherwise`."""

    cases: tuple[tuple[t.Expr, Template], ...]
    otherwise: Template


Template: TypeAlias = "list[str | t.Expr | Cases]"
"""A text with values to be put in."""


def spoken(template: Template, holds: Callable[[t.Expr], bool]) -> Iterator[str | t.Expr]:
    """The words and values that are said, whatever the conditions are."""
    for part in template:
        if isinstance(part, Cases):
            yield from spoken(next((said for when, said in part.cases if holds(when)), part.otherwise), holds)
        else:
            yield part


def expressions(template: Sequence[str | t.Expr | Cases]) -> Iterator[t.Expr]:
    """All that a text looks at: values and conditions."""
    for part in template:
        if isinstance(part, Cases):
            for when, said in part.cases:
                yield when
                yield from expressions(said)
            yield from expressions(part.otherwise)
        elif not isinstance(part, str):
            yield part
