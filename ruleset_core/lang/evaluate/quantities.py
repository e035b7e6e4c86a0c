"""Questions over a selection: `sum x in hand of x.cost`, `any x in hand where x.red`, `most p in seat of p.coin`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.quantities import QUANTITIES, Quantity
from ruleset_core.lang.runtime import GREATEST, LEAST

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Env, Members, Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.lower.steps import Loop
    from ruleset_core.lang.runtime import Memory


def gone_through(e: Evaluator, selection: t.Selection, loop: Loop | None = None) -> Members:
    """The values a loop goes through. What that costs is charged first, if it is given; then each must be one that can be kept."""
    members, begin = e.members(selection), None if loop is None else e.begin(loop)
    kind, kept, check = selection.kind, e.kept, e.check
    if kind == "range":

        def from_to(s: Memory, env: Env) -> range:
            found: range = members(s, env)  # type: ignore[assignment]
            if begin is not None:
                begin(s, found.stop - found.start)
            if not (LEAST <= found.start <= GREATEST and LEAST <= found.stop - 1 <= GREATEST):
                kept(found.start, "a range")
                kept(found.stop - 1, "a range")
            return found

        return e.traced(selection, from_to)
    if begin is None and kind != "items":
        return members
    low, high, besides = e.bounds(selection.type)

    def found(s: Memory, env: Env) -> Any:
        values = members(s, env)
        if begin is not None:
            begin(s, len(values))
        if kind == "items":
            for value in values:
                if not low <= value <= high and value != besides:
                    check([selection.type] * len(values), values, "a loop")
        return values

    return e.traced(selection, found)


def quantity(e: Evaluator, node: t.Quantity) -> Value:
    """A question over a selection: what `lang.quantities` says of the values found, each with its amount.

    How many pieces lie in a list is read without going through them. Where a value may settle it, nothing is looked at behind that one;
    else all conditions are looked at before the first amount.
    """
    members, asked = gone_through(e, node.selection, node), QUANTITIES[node.kind]
    zones = node.selection.zones
    if zones and node.where is None and asked.of_size is not None:
        return _of_size(e, node, zones, asked.of_size)
    if node.body is None and asked.body:
        raise e.access.broken("nothing", node.kind)
    if node.kind == "count":
        return _count(e, node, members)
    if asked.early:
        return _early(e, node, members, asked)
    amounts, meaning, last, broken = _amounts(e, node, members), asked.meaning, node.ties == "last", e.access.broken

    def answer(s: Memory, env: Env) -> int:
        values, found = amounts(s, env)
        try:
            return meaning(zip(values, found, strict=True), last)
        except OverflowError:
            raise broken("between") from None

    return answer


def _of_size(e: Evaluator, node: t.Quantity, zones: tuple[t.ZoneRef, ...], asked: Callable[[int], int]) -> Value:
    size, begin = e.access.size([each.zone for each in zones], [e.zone(each) for each in zones]), e.begin(node)

    def answer(s: Memory, env: Env) -> int:
        found = size(s, env)
        if begin is not None:
            begin(s, found)
        return asked(found)

    return answer


def _count(e: Evaluator, node: t.Quantity, members: Members) -> Value:
    """`count x in hand where x.red`: how many."""
    if node.where is None:
        return lambda s, env: len(members(s, env))
    var, where = node.var, e.value(node.where)

    def answer(s: Memory, env: Env) -> int:
        inner, count = {**env}, 0
        for value in members(s, env):
            inner[var] = value
            if where(s, inner):
                count += 1
        return count

    return answer


def _early(e: Evaluator, node: t.Quantity, members: Members, asked: Quantity) -> Value:
    """`any x in hand where x.red`: values are looked at one by one, as long as the meaning asks for the next."""
    var, where, body = node.var, e.condition(node.where), e.condition(node.body)
    meaning, last = asked.meaning, node.ties == "last"

    def found(s: Memory, env: Env) -> Iterator[tuple[int, int]]:
        inner = {**env}
        for value in members(s, env):
            inner[var] = value
            if where is None or where(s, inner):
                yield value, 1 if body is None else body(s, inner)

    return lambda s, env: meaning(found(s, env), last)


def _amounts(
    e: Evaluator, node: t.Quantity, members: Members
) -> Callable[[Memory, Env], tuple[Sequence[int], list[int]]]:
    """What is gone through, and what each comes to."""
    var, where, body = node.var, e.condition(node.where), e.condition(node.body)

    def amounts(s: Memory, env: Env) -> tuple[Sequence[int], list[int]]:
        inner, values = {**env}, members(s, env)
        if where is not None:
            kept = []
            for value in values:
                inner[var] = value
                if where(s, inner):
                    kept.append(value)
            values = kept
        found = []
        for value in values:
            inner[var] = value
            found.append(1 if body is None else body(s, inner))
        return values, found

    return amounts
