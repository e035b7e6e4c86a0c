"""Amounts, conditions and effects that have a name, and what changes them while a piece is in play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.lang import tree as t
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.vocabulary import Text


@dataclass(slots=True)
class Modifier:
    """A change to a define while a piece is in play (or always, for a rule).

    `condition_origin` and `origin`: where `where` and `value` come from.
    """

    how: str
    where: t.Expr
    value: t.Expr
    source: str
    origin: Origin | None = None
    condition_origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What is done `before`, `after` or `instead` of an effect that has a name, while a piece is in play (or always, for a rule).

    `procedure` takes the parameters of the effect. `origin`: where the condition comes from.
    """

    how: str
    condition: t.Expr
    procedure: str
    source: str
    origin: Origin | None = None


@dataclass(slots=True)
class Define:
    """A named amount, condition, value of any other type, or effect, with parameters.

    `one`: what one of what it counts is called; `changed`: sentences about changes of it, by the keys of `Changes`.
    `modifiers` change an amount, a condition or a value, `steps` an effect. What a `value` comes to with all its changes must be
    of its type; `sure`: that cannot fail.
    `origin`: where its value or body comes from. Of what cards say of themselves (see `SAID`) each card has its own text:
    `origins`, by piece.
    """

    name: str
    kind: str
    params: dict[str, Type]
    type: Type
    title: Text = field(default_factory=dict)
    one: Text = field(default_factory=dict)
    changed: dict[str, Text] = field(default_factory=dict)
    value: t.Expr | None = None
    body: t.Block | None = None
    modifiers: list[Modifier] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    used: bool = False
    sure: bool = False
    unread: set[str] = field(default_factory=set)
    origin: Origin | None = None
    origins: dict[int, Origin] = field(default_factory=dict)

    @property
    def doubtful(self) -> bool:
        """Whether what it comes to is looked at: whether it is of its type."""
        return self.kind == "value" and not self.sure
