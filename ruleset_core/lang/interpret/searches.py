"""Searches in the reference interpreter: what one comes to step by step, the longest way, and pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang import ways
from ruleset_core.lang.interpret.broken import BrokenRule
from ruleset_core.lang.runtime import Memory
from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.lang.interpret.values import Values

Env = dict[str, Any]


def reached(values: Values, search: t.Search, kind: Type, s: Memory, env: Env) -> list[int]:
    """What one comes to step by step, nearest first."""
    begun, each = values.steps.search(search)
    size = values.vocabulary.domains[kind.domain].size
    limit = size if search.limit is None else values.kept(values.value(search.limit, s, env), "a search")
    values.charge(s, begun)
    steps: dict[int, int] = {}
    inner = dict(env)
    for value in values.members(search.start, s, env):
        inner[search.var] = value
        if 0 <= value < size and value not in steps and values.holds(search.first, s, inner):
            steps[value] = 0
    found = [*steps]
    for here in found:  # it grows meanwhile
        values.charge(s, each)
        inner[search.var] = here
        for value in values.members(search.step, s, inner) if steps[here] < limit else ():
            inner[search.to] = value
            if 0 <= value < size and value not in steps and values.holds(search.where, s, inner):
                steps[value] = steps[here] + 1
                found.append(value)
    return found


def longest(values: Values, search: t.Search, kind: Type, s: Memory, env: Env) -> list[int]:
    """The longest way: first the graph of all places that one comes to, then a look at the ways over it."""
    begun, each = values.steps.search(search)
    places, things, leads = values.steps.ways(search, kind)
    limit = things if search.limit is None else values.kept(values.value(search.limit, s, env), "a search")
    values.charge(s, begun)
    graph, inner = ways.graph(places, things, leads), dict(env)

    def lead(place: int, thing: int, to: int, worth: int) -> None:
        if graph[0] == leads:
            raise BrokenRule("ways")
        ways.lead(graph, place, thing, to, worth)

    found: dict[int, None] = {}
    for here in values.members(search.start, s, env):
        inner[search.var] = here
        if 0 <= here < places and here not in found and values.holds(search.first, s, inner):
            found[here] = None
            at = (-1, 0) if search.then is not None else (here, _worth(values, search, s, {**inner, search.to: here}))
            lead(0, at[0], here + 1, at[1])
    waiting = [*found]
    for here in waiting:  # it grows meanwhile
        values.charge(s, each)
        inner[search.var] = here
        for thing in values.members(search.step, s, inner):
            inner[search.to] = thing
            if 0 <= thing < things and values.holds(search.where, s, inner):
                worth = _worth(values, search, s, inner)
                nexts = [thing] if search.then is None else _further(values, search, places, s, inner)
                for to in nexts or [places]:
                    lead(here + 1, thing, to + 1, worth)
                    if to < places and to not in found:
                        found[to] = None
                        waiting.append(to)
    return ways.found(graph, limit, lambda looks: values.charge(s, looks))


def _further(values: Values, search: t.Search, places: int, s: Memory, env: Env) -> list[int]:
    """The places to which something leads on."""
    if search.then is None:
        return []
    inner, found = dict(env), []
    for to in values.members(search.then, s, env):
        inner[search.onward] = to
        if 0 <= to < places and values.holds(search.further, s, inner):
            found.append(to)
    return found


def _worth(values: Values, search: t.Search, s: Memory, env: Env) -> int:
    """What a thing adds to a way."""
    worth = 1 if search.worth is None else int(values.value(search.worth, s, env))
    if not -ways.HEAVIEST <= worth <= ways.HEAVIEST:
        raise BrokenRule("worth", value=worth)
    return worth


def paired(values: Values, pairs: t.Pairs, s: Memory, env: Env) -> list[int]:
    """The numbers of the pairs that may be picked."""
    (low, _), (begin, width) = pairs.spans
    inner, found = dict(env), []
    for one in _picked(values, pairs.first, pairs.spans[0], s, env):
        inner[pairs.one] = one
        if values.holds(pairs.where, s, inner):
            for two in _picked(values, pairs.second, pairs.spans[1], s, inner):
                inner[pairs.two] = two
                if values.holds(pairs.also, s, inner):
                    found.append((one - low) * width + two - begin)
    return found


def _picked(values: Values, selection: t.Selection, span: tuple[int, int], s: Memory, env: Env) -> Sequence[int]:
    """The values of a selection that can be picked: so many from the least on."""
    low, beyond = span[0], span[0] + span[1]
    found = values.members(selection, s, env)
    if isinstance(found, range):
        return range(max(found.start, low), min(found.stop, beyond))
    return [value for value in found if low <= value < beyond]
