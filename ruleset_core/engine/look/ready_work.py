"""What all functions are made of that work expressions out: arithmetic, comparisons, places in what is known, bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ruleset_core.engine.look.seen import Seen, Unseen
from ruleset_core.lang import runtime
from ruleset_core.lang.runtime import GREATEST, HIGH, LEAST, LOW

if TYPE_CHECKING:
    from ruleset_core.engine.look.ready import Ready
    from ruleset_core.lang import tree as t
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Vocabulary

Work: TypeAlias = "Callable[[Seen, Any], Any]"
"""Works an expression out on what is known, with what its local names stand for. Raises `Unseen` where that is not known."""


def charge(s: Seen, steps: int) -> None:
    """Count steps, as the interpreter does."""
    s.steps += steps
    if s.steps > runtime.INTERPRETED:
        raise Unseen


def within(value: int) -> int:
    """A value that stands in between: 64 bits."""
    if not LOW <= value <= HIGH:
        raise Unseen
    return value


def allows(v: Vocabulary, kind: Type, *, kept: bool = True) -> tuple[int, int, int]:
    """The least and the greatest value of a type, and one besides; if it is `kept`, 32 bits at most where it has no bounds."""
    if kind.kind not in {"int", "bool", "member"} or not v.finite(kind):
        return (LEAST, GREATEST, LEAST) if kept else (LOW, HIGH, LOW)
    low, high = bounds(v, kind)
    return low, high, -1 if kind.optional else low


def bounds(v: Vocabulary, kind: Type) -> tuple[int, int]:
    """The least and the greatest value of a finite type; nothing lies between those of one that is not."""
    if kind.kind == "int":
        return (0, -1) if kind.low is None or kind.high is None else (kind.low, kind.high)
    return 0, 1 if kind.kind == "bool" else v.domains[kind.domain].size - 1


def address(
    ready: Ready,
    start: int,
    of_seats: tuple[int, int],
    whose: t.Expr | None,
    index: Sequence[t.Expr],
    kinds: Sequence[Type],
    strides: Sequence[int],
) -> Work:
    """What finds the place of a value or a list.

    Args:
        ready: makes parts ready.
        start: the place of the first of them, of a seat counted from where its places begin.
        of_seats: where the places of the first seat begin, and how many each seat has.
        whose: the seat, None for what is shared.
        index: by which it is looked up.
        kinds: the types of its indices.
        strides: how far places of neighbouring indices lie apart.

    """
    seat = None if whose is None else ready.of(whose)
    base, size = (0, 0) if seat is None else of_seats
    axes = [
        (ready.of(each), *bounds(ready.vocabulary, kind), stride)
        for each, kind, stride in zip(index, kinds, strides, strict=True)
    ]
    first = start + base - sum(low * stride for _, low, high, stride in axes if high >= low)
    if seat is None and not axes:
        return lambda _s, _env: first
    if seat is None and len(axes) == 1:
        return _along(first, *axes[0])

    def place(s: Seen, env: Any) -> int:
        found = first
        if seat is not None:
            number = seat(s, env)
            if not 0 <= number < s.n:
                raise Unseen
            found += number * size
        for work, low, high, stride in axes:
            value = work(s, env)
            if not low <= value <= high:
                raise Unseen
            found += value * stride
        return found

    return place


def _along(first: int, work: Work, low: int, high: int, stride: int) -> Work:
    """One index of something that is shared: most of a look are these."""

    def place(s: Seen, env: Any) -> int:
        value: int = work(s, env)
        if not low <= value <= high:
            raise Unseen
        return first + value * stride

    return place


COMPARED: Final[Mapping[str, Callable[..., Work]]] = {
    "==": lambda one, two: lambda s, env: one(s, env) == two(s, env),
    "!=": lambda one, two: lambda s, env: one(s, env) != two(s, env),
    "<": lambda one, two: lambda s, env: one(s, env) < two(s, env),
    "<=": lambda one, two: lambda s, env: one(s, env) <= two(s, env),
    ">": lambda one, two: lambda s, env: one(s, env) > two(s, env),
    ">=": lambda one, two: lambda s, env: one(s, env) >= two(s, env),
    "not": lambda one: lambda s, env: not one(s, env),
    "+": lambda one, two: lambda s, env: within(one(s, env) + two(s, env)),
    "-": lambda one, two: lambda s, env: within(one(s, env) - two(s, env)),
    "*": lambda one, two: lambda s, env: within(one(s, env) * two(s, env)),
}
"""The operations that looks have most of; conditions are true or false here, which count as 1 and 0."""

WITH_CONSTANT: Final[Mapping[str, Callable[[Work, int], Work]]] = {
    "==": lambda one, value: lambda s, env: one(s, env) == value,
    "!=": lambda one, value: lambda s, env: one(s, env) != value,
    ">": lambda one, value: lambda s, env: one(s, env) > value,
    ">=": lambda one, value: lambda s, env: one(s, env) >= value,
}
"""The same beside a value known when the game is loaded, as most of them stand."""

WITH_LOCAL: Final[Mapping[str, Callable[[Work, str], Work]]] = {
    "==": lambda one, name: lambda s, env: one(s, env) == env[name],
    "!=": lambda one, name: lambda s, env: one(s, env) != env[name],
}
"""The same beside a local name."""

SETTLED: Final[Mapping[str, Callable[..., Work]]] = {
    "and": lambda one, two: lambda s, env: one(s, env) != 0 and two(s, env) != 0,
    "or": lambda one, two: lambda s, env: one(s, env) != 0 or two(s, env) != 0,
    "if": lambda when, one, two: lambda s, env: one(s, env) if when(s, env) else two(s, env),
}
"""What may be settled by its first part: the others are not looked at then, so it does not matter whether they are known."""
