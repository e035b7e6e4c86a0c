"""Searches: what one comes to step by step, the longest way, and pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang import ways

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Env, Members, Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory
    from ruleset_core.lang.types import Type


def reached(e: Evaluator, search: t.Search, kind: Type) -> Members:
    """What one comes to step by step, nearest first; see `tree.Search`."""
    begun, each = e.steps.search(search)
    size, charge, most = e.vocabulary.domains[kind.domain].size, e.charge, _limit(e, search)
    start, first, var = e.members(search.start), e.condition(search.first), search.var
    step, where, to = e.members(search.step), e.condition(search.where), search.to

    def found(s: Memory, env: Env) -> Sequence[int]:
        limit = size if most is None else most(s, env)
        charge(s, begun)
        steps: dict[int, int] = {}
        inner = {**env}
        for value in start(s, env):
            inner[var] = value
            if 0 <= value < size and value not in steps and (first is None or first(s, inner)):
                steps[value] = 0
        places = [*steps]
        for here in places:  # it grows meanwhile
            charge(s, each)
            inner[var] = here
            for value in step(s, inner) if steps[here] < limit else ():
                inner[to] = value
                if 0 <= value < size and value not in steps and (where is None or where(s, inner)):
                    steps[value] = steps[here] + 1
                    places.append(value)
        return places

    return found


def _limit(e: Evaluator, search: t.Search) -> Value | None:
    """How many steps, or things, a search may take at most; None where that is not limited."""
    if search.limit is None:
        return None
    limit, kept = e.value(search.limit), e.kept
    return lambda s, env: kept(limit(s, env), "a search")


def longest(e: Evaluator, search: t.Search, kind: Type) -> Members:
    """The longest way: first the graph of all places that one comes to, then a look at the ways over it; see `tree.Search`."""
    begun, each = e.steps.search(search)
    places, things, leads = e.steps.ways(search, kind)
    charge, broken, most, worth = e.charge, e.access.broken, _limit(e, search), _worth(e, search)
    start, first, var = e.members(search.start), e.condition(search.first), search.var
    step, where, to = e.members(search.step), e.condition(search.where), search.to
    further = None if search.then is None else _further(e, search, search.then, places)

    def found(s: Memory, env: Env) -> Sequence[int]:
        limit = things if most is None else most(s, env)
        charge(s, begun)
        graph, inner = ways.graph(places, things, leads), {**env}

        def lead(place: int, thing: int, to: int, worth: int) -> None:
            if graph[0] == leads:
                raise broken("ways")
            ways.lead(graph, place, thing, to, worth)

        reached: dict[int, None] = {}
        for here in start(s, env):
            inner[var] = here
            if 0 <= here < places and here not in reached and (first is None or first(s, inner)):
                reached[here] = None
                thing, adds = (-1, 0) if further is not None else (here, worth(s, {**inner, to: here}))
                lead(0, thing, here + 1, adds)
        waiting = [*reached]
        for here in waiting:  # it grows meanwhile
            charge(s, each)
            inner[var] = here
            for thing in step(s, inner):
                inner[to] = thing
                if 0 <= thing < things and (where is None or where(s, inner)):
                    adds = worth(s, inner)
                    nexts = [thing] if further is None else further(s, inner)
                    for place in nexts or [places]:
                        lead(here + 1, thing, place + 1, adds)
                        if place < places and place not in reached:
                            reached[place] = None
                            waiting.append(place)
        return ways.found(graph, limit, lambda looks: charge(s, looks))

    return found


def _further(e: Evaluator, search: t.Search, then: t.Selection, places: int) -> Callable[[Memory, Env], list[int]]:
    """The places to which something leads on."""
    members, condition, onward = e.members(then), e.condition(search.further), search.onward

    def found(s: Memory, env: Env) -> list[int]:
        inner, leads_to = {**env}, []
        for place in members(s, env):
            inner[onward] = place
            if 0 <= place < places and (condition is None or condition(s, inner)):
                leads_to.append(place)
        return leads_to

    return found


def _worth(e: Evaluator, search: t.Search) -> Value:
    """What a thing adds to a way: 1, or what is said, within bounds."""
    if search.worth is None:
        return lambda _s, _env: 1
    value, broken = e.value(search.worth), e.access.broken

    def worth(s: Memory, env: Env) -> int:
        found: int = value(s, env)
        if not -ways.HEAVIEST <= found <= ways.HEAVIEST:
            raise broken("worth", value=found)
        return found

    return worth


def paired(e: Evaluator, pairs: t.Pairs) -> Members:
    """The numbers of the pairs that may be picked; see `tree.Pairs`."""
    (low, _), (begin, width) = pairs.spans
    first, where, one = picked(e, pairs.first, pairs.spans[0]), e.condition(pairs.where), pairs.one
    second, also, two = picked(e, pairs.second, pairs.spans[1]), e.condition(pairs.also), pairs.two

    def found(s: Memory, env: Env) -> Sequence[int]:
        inner, numbers = {**env}, []
        for here in first(s, env):
            inner[one] = here
            if where is None or where(s, inner):
                for there in second(s, inner):
                    inner[two] = there
                    if also is None or also(s, inner):
                        numbers.append((here - low) * width + there - begin)
        return numbers

    return found


def picked(e: Evaluator, selection: t.Selection, span: tuple[int, int]) -> Members:
    """The values of a selection that can be picked: so many from the least on."""
    members, low, beyond = e.members(selection), span[0], span[0] + span[1]
    if selection.kind == "range":

        def within(s: Memory, env: Env) -> Sequence[int]:
            found: range = members(s, env)  # type: ignore[assignment]
            return range(max(found.start, low), min(found.stop, beyond))

        return within
    return lambda s, env: [value for value in members(s, env) if low <= value < beyond]
