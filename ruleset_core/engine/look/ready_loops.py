"""Functions that go through something: selections, and questions over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ruleset_core.engine.look.ready_work import Work, allows, charge
from ruleset_core.engine.look.seen import Seen, Unseen
from ruleset_core.lang import tree as t
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.runtime import GREATEST, LEAST

if TYPE_CHECKING:
    from ruleset_core.engine.look.ready import Ready

Members: TypeAlias = "Callable[[Seen, Any], Sequence[int]]"


def members(ready: Ready, selection: t.Selection) -> Members:
    """What finds the values that a selection goes through, in order."""
    kind, values, parts = selection.kind, selection.values, [ready.of(part) for part in selection.parts]
    if selection.zone is not None:
        return _known_pieces(ready.zone(selection.zone))
    if kind == "values":
        return lambda _s, _env: values
    if kind == "range":
        low, high = parts
        return lambda s, env: range(low(s, env), high(s, env) + 1)
    if kind == "items":
        return lambda s, env: [part(s, env) for part in parts]
    if kind == "fact":
        fact = parts[0]
        return lambda s, env: [*fact(s, env)]
    if kind == "seats":
        return lambda s, _env: [*range(s.n), *values]
    interpreted = ready.knowing.members
    return lambda s, env: interpreted(selection, s, env)


def _known_pieces(zone: Work) -> Members:
    def pieces(s: Seen, env: Any) -> Sequence[int]:
        found = s.z[zone(s, env)]
        if None in found:
            raise Unseen
        return found  # type: ignore[return-value]

    return pieces


def gone_through(ready: Ready, node: t.Quantity) -> Members:
    """The same for a question that goes through them: what that costs is charged, and each value must be one that can be kept."""
    selection, find = node.selection, ready.members(node.selection)
    begun, each = ready.steps.begun(node), ready.steps.each(node)
    low, high, besides = allows(ready.vocabulary, selection.type)
    if selection.kind not in {"range", "items"} and not begun and not each:
        return find

    def found(s: Seen, env: Any) -> Sequence[int]:
        values = find(s, env)
        ranged = isinstance(values, range)
        size = values.stop - values.start if isinstance(values, range) else len(values)
        charge(s, begun + max(0, size) * each)
        if selection.kind == "items" and not all(low <= value <= high or value == besides for value in values):
            raise Unseen
        if isinstance(values, range) and not (_is_kept(values.start) and _is_kept(values.stop - 1)):
            raise Unseen
        return [*values] if ranged else values

    return found


def _is_kept(value: int) -> bool:
    return LEAST <= value <= GREATEST


def quantity(ready: Ready, node: t.Quantity, gone: Members) -> Work:
    """What answers a question over a selection."""
    kind, var, body = node.kind, node.var, None if node.body is None else ready.of(node.body)
    rest = _those(gone, var, None if node.where is None else ready.of(node.where))
    if kind in {"any", "no"}:
        found, none = int(kind == "any"), int(kind == "no")
        return lambda s, env: next((found for _ in rest(s, env)), none)
    if kind == "first":
        return lambda s, env: next((value for value, _ in rest(s, env)), -1)
    if kind == "count":
        return lambda s, env: sum(1 for _ in rest(s, env))
    if body is None:
        return ready.left(node)
    if kind == "every":
        return lambda s, env: int(all(body(s, inner) for _, inner in rest(s, env)))

    def amounts(s: Seen, env: Any) -> tuple[list[int], list[int]]:
        """What is gone through, and what each comes to: all conditions are looked at before the first amount."""
        values, reached, inner = [value for value, _ in rest(s, env)], [], {**env}
        for value in values:
            inner[var] = value
            reached.append(int(body(s, inner)))
        return values, reached

    meaning, last = QUANTITIES[kind].meaning, node.ties == "last"

    def answer(s: Seen, env: Any) -> int:
        try:
            return meaning(zip(*amounts(s, env), strict=True), last)
        except OverflowError:
            raise Unseen from None

    return answer


def _those(gone: Members, var: str, where: Work | None) -> Callable[[Seen, Any], Iterator[tuple[int, Any]]]:
    """The values for which a condition holds, each with what local names stand for then: the same each time, since nothing keeps it."""

    def rest(s: Seen, env: Any) -> Iterator[tuple[int, Any]]:
        values, inner = gone(s, env), {**env}
        for value in values:
            inner[var] = value
            if where is None or where(s, inner):
                yield value, inner

    return rest
