"""What all statements of typed trees have in common: where they come from."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeVar

from ruleset_core.lang.unchanging import unchanging

if TYPE_CHECKING:
    from ruleset_core.lang.origin import Origin

T = TypeVar("T", bound="Placed")


@unchanging
class Placed:
    """A statement: what it does stands at its `origin`, or follows from what stands there. No part of its meaning."""

    origin: Origin | None = field(default=None, kw_only=True, repr=False)


def placed(statement: T, origin: Origin | None) -> T:
    """The same statement, just made: it and the statements below it that have no origin get this one.

    They are filled in on the spot. Nobody has looked at them yet, and copying whole trees would make loading slower.
    """
    if statement.origin is None and origin is not None:
        object.__setattr__(statement, "origin", origin)
        for name in _BELOW:
            below: Any = getattr(statement, name, None)
            for each in below if name == "items" and below else (below,):
                if isinstance(each, Placed):
                    placed(each, origin)
    return statement


_BELOW = ("items", "body", "then", "otherwise")
"""What statements call the statements they are made of."""
