"""Selections and quantities: a typed selection in, a closure that gives its values in order out.

A selection becomes a function that lists its values, a quantity one that goes through them. In Sheaves, for the hand of seat 0:

    Selection("zone", ZoneRef(hand, me))       [2, 7, 8, 9, 18, 22, 24, 27]        the list of the state itself, not a copy
    Selection("values", (0, 1, 2, 3))          (0, 1, 2, 3)
    count c in hand where c.rank > 5           2: cards 7 and 22 have the ranks 8 and 7

`any` and `first` stop at the first value that fits, in the order of the list: both executors have to look in the same order,
since a condition may break a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ruleset_core.analysis.step_costs import Loop
from ruleset_core.eval import closures
from ruleset_core.eval.closures import Env, Members, Value
from ruleset_core.eval.evaluator import Evaluator
from ruleset_core.lang import runtime
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.quantities import QUANTITIES, QuantitySpec
from ruleset_core.lang.runtime import GREATEST, LEAST, StateMemory, enclosed
from ruleset_core.lang.types import NONE_VALUE, Type


def reachable(e: Evaluator, search: t.Search, kind: Type) -> Members:
    """What one comes to step by step, nearest first, or the shortest way to a goal; see `lang.typed_tree.Search`."""
    begun, each = e.steps.search(search)
    size, charge, most = e.vocabulary.domains[kind.domain].size, e.charge, _limit(e, search)
    start, first, var = e.members(search.start), e.condition(search.first), search.var
    step: Callable[[StateMemory, Env], Iterable[int]] = e.members(search.step)
    where, to = e.condition(search.where), search.to
    if search.then is not None:
        step, where, to = _beyond(e, search, search.then), e.condition(search.further), search.onward
    goal = e.condition(search.goal)

    def search_from(s: StateMemory, env: Env) -> Sequence[int]:
        limit = size if most is None else most(s, env)
        charge(s, begun)
        steps: dict[int, int] = {}
        before: dict[int, int] = {}
        inner = {**env}
        for value in start(s, env):
            inner[var] = value
            if 0 <= value < size and value not in steps and (first is None or first(s, inner)):
                steps[value] = 0
        places = [*steps]
        for here in places:  # it grows meanwhile
            charge(s, each)
            inner[var] = here
            if goal is not None:
                inner[to] = here
                if goal(s, inner):
                    return _way_to(here, before)
            for value in step(s, inner) if steps[here] < limit else ():
                inner[to] = value
                if 0 <= value < size and value not in steps and (where is None or where(s, inner)):
                    steps[value] = steps[here] + 1
                    before[value] = here
                    places.append(value)
        return places if goal is None else ()

    return search_from


def _way_to(place: int, before: Mapping[int, int]) -> list[int]:
    """The places by which one has come to this one, from the start; `before`: the one before each."""
    way = [place]
    while way[-1] in before:
        way.append(before[way[-1]])
    return way[::-1]


def _beyond(e: Evaluator, search: t.Search, then: t.Selection) -> Callable[[StateMemory, Env], Iterator[int]]:
    """The places behind lines, one after another; `env` holds the line that each is behind."""
    size = e.vocabulary.domains[search.step.type.sure().domain].size
    lines, where, to, members = e.members(search.step), e.condition(search.where), search.to, e.members(then)

    def places(s: StateMemory, env: Env) -> Iterator[int]:
        for line in lines(s, env):
            env[to] = line
            if 0 <= line < size and (where is None or where(s, env)):
                yield from members(s, env)

    return places


def _limit(e: Evaluator, search: t.Search) -> Value | None:
    """How many steps, or things, a search may take at most; None where that is not limited."""
    if search.limit is None:
        return None
    limit, kept = e.value(search.limit), e.kept
    return lambda s, env: kept(limit(s, env), "a search")


def longest_way(e: Evaluator, search: t.Search, kind: Type) -> Members:
    """The longest way: first the graph of all places that one comes to, then a look at the ways over it; see `lang.typed_tree.Search`."""
    begun, each = e.steps.search(search)
    places, things, leads = e.steps.ways(search, kind)
    charge, broken, most, worth = e.charge, e.access.broken, _limit(e, search), _worth(e, search)
    start, first, var = e.members(search.start), e.condition(search.first), search.var
    step, where, to = e.members(search.step), e.condition(search.where), search.to
    further = None if search.then is None else _further(e, search, search.then, places)

    def search_from(s: StateMemory, env: Env) -> Sequence[int]:
        limit = things if most is None else most(s, env)
        charge(s, begun)
        graph, inner = runtime.new_graph(places, things, leads), {**env}

        def lead(place: int, thing: int, to: int, worth: int) -> None:
            if graph[0] == leads:
                raise broken("ways")
            runtime.lead(graph, place, thing, to, worth)

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
        return runtime.longest_path(graph, limit, lambda looks: charge(s, looks))

    return search_from


def _further(e: Evaluator, search: t.Search, then: t.Selection, places: int) -> Callable[[StateMemory, Env], list[int]]:
    """The places to which something leads on."""
    members, condition, onward = e.members(then), e.condition(search.further), search.onward

    def reached(s: StateMemory, env: Env) -> list[int]:
        inner, leads_to = {**env}, []
        for place in members(s, env):
            inner[onward] = place
            if 0 <= place < places and (condition is None or condition(s, inner)):
                leads_to.append(place)
        return leads_to

    return reached


def _worth(e: Evaluator, search: t.Search) -> Value:
    """What a thing adds to a way: 1, or what is said, within bounds."""
    if search.worth is None:
        return lambda _s, _env: 1
    value, broken = e.value(search.worth), e.access.broken

    def worth(s: StateMemory, env: Env) -> int:
        found: int = value(s, env)
        if not -runtime.HEAVIEST <= found <= runtime.HEAVIEST:
            raise broken("worth", value=found)
        return found

    return worth


def find_answers(
    e: Evaluator, part: t.AnswerPart, *, charged: bool = False
) -> Callable[[StateMemory, Env], Iterator[int]]:
    """Finds the numbers of the answers that may be picked, one after the other; see `lang.typed_tree.AnswerPart`.

    `charged`: whether each part costs steps when it is gone through (`StepCosts.by_part`).
    """
    kinds = [_answers_from(e, kind, kind.first, charged) for kind in part.kinds]

    def find(s: StateMemory, env: Env) -> Iterator[int]:
        for answers in kinds:
            yield from answers(s, {**env}, 0)

    return find


def _answers_from(
    e: Evaluator, part: t.AnswerPart, start: int, charged: bool
) -> Callable[[StateMemory, dict[str, int], int], Iterator[int]]:
    """What finds the answers with the values of a part behind the digits `before`, and changes the locals on the way.

    Answers are counted from `start`.
    """
    begin = e.begin_part(part) if charged else None
    values, where = pickable_values(e, part.selection, (part.low, part.size), begin), e.condition(part.where)
    further = None if part.then is None else _answers_from(e, part.then, start, charged)
    var, low, size, terms = part.var, part.low, part.size, part.terms

    def find(s: StateMemory, inner: dict[str, int], before: int) -> Iterator[int]:
        for value in values(s, inner):
            inner[var] = value
            if where is None or where(s, inner):
                number = before + terms[value - low] if terms else before * size + value - low
                if further is None:
                    yield start + number
                else:
                    yield from further(s, inner, number)

    return find


def pickable_values(
    e: Evaluator,
    selection: t.Selection,
    span: tuple[int, int],
    begin: Callable[[StateMemory, int], None] | None = None,
) -> Members:
    """The values of a selection that can be picked: so many from the least on. `begin` charges for all there are."""
    members, low, beyond = _begun(e.members(selection), begin), span[0], span[0] + span[1]
    if selection.kind == "range":

        def within(s: StateMemory, env: Env) -> Sequence[int]:
            found: range = members(s, env)  # type: ignore[assignment]
            return range(max(found.start, low), min(found.stop, beyond))

        return within
    return lambda s, env: [value for value in members(s, env) if low <= value < beyond]


def _begun(members: Members, begin: Callable[[StateMemory, int], None] | None) -> Members:
    """The values of a selection, charged for before the first is looked at."""
    if begin is None:
        return members

    def charged(s: StateMemory, env: Env) -> Sequence[int]:
        values = members(s, env)
        begin(s, len(values))
        return values

    return charged


# -- questions over a selection: `sum x in hand of x.cost`, `any x in hand where x.red` --------------------------------


def loop_values(e: Evaluator, selection: t.Selection, loop: Loop | None = None) -> Members:
    """The values a loop goes through. What that costs is charged first, if it is given; then each must be one that can be kept."""
    members, begin = e.members(selection), None if loop is None else e.begin(loop)
    kind, kept, check = selection.kind, e.kept, e.check
    if kind == "range":

        def from_to(s: StateMemory, env: Env) -> range:
            bounds: range = members(s, env)  # type: ignore[assignment]
            if begin is not None:
                begin(s, bounds.stop - bounds.start)
            if not (LEAST <= bounds.start <= GREATEST and LEAST <= bounds.stop - 1 <= GREATEST):
                kept(bounds.start, "a range")
                kept(bounds.stop - 1, "a range")
            return bounds

        return e.traced(selection, from_to)
    if begin is None and kind != "items":
        return members
    low, high, none = e.bounds(selection.type)

    def checked_values(s: StateMemory, env: Env) -> Any:
        values = members(s, env)
        if begin is not None:
            begin(s, len(values))
        if kind == "items":
            for value in values:
                if not low <= value <= high and value != none:
                    check([selection.type] * len(values), values, "a loop")
        return values

    return e.traced(selection, checked_values)


def quantity(e: Evaluator, node: t.Quantity) -> Value:
    """A question over a selection: what `lang.quantities` says of the values found, each with its amount.

    How many pieces lie in a list is read without going through them. Where a value may settle it, nothing is looked at behind that one;
    else all conditions are looked at before the first amount.
    """
    members, asked = loop_values(e, node.selection, node), QUANTITIES[node.kind]
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

    def answer(s: StateMemory, env: Env) -> int:
        values, found = amounts(s, env)
        try:
            return meaning(zip(values, found, strict=True), last)
        except OverflowError:
            raise broken("between") from None

    return answer


def _of_size(e: Evaluator, node: t.Quantity, zones: tuple[t.ZoneRef, ...], asked: Callable[[int], int]) -> Value:
    size, begin = e.access.size([each.zone for each in zones], [e.zone(each) for each in zones]), e.begin(node)

    def answer(s: StateMemory, env: Env) -> int:
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

    def answer(s: StateMemory, env: Env) -> int:
        inner, count = {**env}, 0
        for value in members(s, env):
            inner[var] = value
            if where(s, inner):
                count += 1
        return count

    return answer


def _early(e: Evaluator, node: t.Quantity, members: Members, asked: QuantitySpec) -> Value:
    """`any x in hand where x.red`: values are looked at one by one, as long as the meaning asks for the next."""
    var, where, body = node.var, e.condition(node.where), e.condition(node.body)
    meaning, last, charge = asked.meaning, node.ties == "last", e.charge
    steps = e.steps.round(node) if e.access.counts else 0

    def amounts(s: StateMemory, env: Env) -> Iterator[tuple[int, int]]:
        inner = {**env}
        for value in members(s, env):
            if steps:
                charge(s, steps)
            inner[var] = value
            if where is None or where(s, inner):
                yield value, 1 if body is None else body(s, inner)

    return lambda s, env: meaning(amounts(s, env), last)


def _amounts(
    e: Evaluator, node: t.Quantity, members: Members
) -> Callable[[StateMemory, Env], tuple[Sequence[int], list[int]]]:
    """What is gone through, and what each comes to."""
    var, where, body = node.var, e.condition(node.where), e.condition(node.body)

    def amounts(s: StateMemory, env: Env) -> tuple[Sequence[int], list[int]]:
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


# -- what selections go through ----------------------------------------------------------------------------------------


def selection(e: Evaluator, node: t.Selection) -> Members:
    """What lists the values of a selection."""
    if node.kind in _KINDS:
        return _KINDS[node.kind](e, node)
    if node.zone is None:
        raise e.access.broken("nothing", "in")
    return e.access.pieces(node.zone.zone, e.zone(node.zone))


def _values(_e: Evaluator, node: t.Selection) -> Members:
    """The members of a set, in declared order."""
    values = node.values
    return lambda _s, _env: values


def _range(e: Evaluator, node: t.Selection) -> Members:
    """`a..b`: from `a` to `b`, both included; nothing where `b` is less."""
    low, high = map(e.value, node.parts)
    return lambda s, env: range(low(s, env), high(s, env) + 1)


def _items(e: Evaluator, node: t.Selection) -> Members:
    """`[a, b, c]`: these, in this order; of members without what is none."""
    parts = [e.value(part) for part in node.parts]
    if node.certain < len(parts):
        return lambda s, env: [value for part in parts if (value := part(s, env)) != NONE_VALUE]
    return lambda s, env: [part(s, env) for part in parts]


def _fact(e: Evaluator, node: t.Selection) -> Members:
    """`card.colours`: a list of facts."""
    return e.value(node.parts[0])


def _enclosed(e: Evaluator, node: t.Selection) -> Members:
    """The spaces of the area that a line closes; there must be such a line."""
    line, broken, board, field = e.value(node.parts[0]), e.access.broken, e.vocabulary.board, node.field
    before = None if field is None else e.access.before_field(field)

    def area(s: StateMemory, env: Env) -> Sequence[int]:
        if before is not None:
            before(s, env)
        at = line(s, env)
        if board is None or field is None or not 0 <= at < len(board.ends):
            raise broken("line")
        return enclosed(board, s.v, field.offset, at)

    return area


def _reached(e: Evaluator, node: t.Selection) -> Members:
    """What one comes to step by step, or the longest way; see `searches`."""
    if node.search is None:
        raise e.access.broken("nothing", "in")
    build = longest_way if node.search.longest else reachable
    return build(e, node.search, node.type)


def _union(e: Evaluator, node: t.Selection) -> Members:
    """`hand + table`: what is in any of them, in their order, each once; none is left out."""
    size, parts = e.vocabulary.domains[node.type.domain].size, [e.members(each) for each in node.among]

    def together(s: StateMemory, env: Env) -> Sequence[int]:
        found = [value for members in parts for value in members(s, env)]
        return [value for value in dict.fromkeys(found) if 0 <= value < size]

    return together


def _answers(e: Evaluator, node: t.Selection) -> Members:
    """The answers of several parts that may be picked, as numbers."""
    if node.answer is None:
        raise e.access.broken("nothing", "in")
    find = find_answers(e, node.answer)
    return lambda s, env: [*find(s, env)]


def _things(e: Evaluator, node: t.Selection) -> Members:
    """The things of an answer that is a set, where a text speaks of it; none of another way out of the question."""
    of, v, kind = e.value(node.parts[0]), e.vocabulary, node.parts[0].type

    def things(s: StateMemory, env: Env) -> Sequence[int]:
        answer = of(s, env)
        return [value for _, value in v.answer_values(kind, answer)] if 0 <= answer < len(v.members(kind)) else []

    return things


def _seats(_e: Evaluator, node: t.Selection) -> Members:
    """The seats that play, then further members of a set that has the seats among its members."""
    values = node.values
    return lambda s, _env: [*range(s.n), *values]


def _others(e: Evaluator, _node: t.Selection) -> Members:
    """`others`: all other seats than the one that acts, from its left on."""
    me = closures.acting_seat(e)

    def others(s: StateMemory, env: Env) -> Sequence[int]:
        seat = me(env)
        return [(seat + step) % s.n for step in range(1, s.n)]

    return others


def _around(e: Evaluator, node: t.Selection) -> Members:
    """`after(p)`, `before(p)`: all other seats than `p`, from its left, or its right, on; none where there is no such seat."""
    value, sign = e.value(node.parts[0]), 1 if node.kind == "after" else -1

    def seats(s: StateMemory, env: Env) -> Sequence[int]:
        seat = value(s, env)
        return [(seat + sign * step) % s.n for step in range(1, s.n)] if 0 <= seat < s.n else []

    return seats


_KINDS: Final[Mapping[str, Callable[[Any, t.Selection], Members]]] = {
    "values": _values,
    "range": _range,
    "items": _items,
    "fact": _fact,
    "enclosed": _enclosed,
    "reached": _reached,
    "union": _union,
    "answers": _answers,
    "things": _things,
    "seats": _seats,
    "others": _others,
    "after": _around,
    "before": _around,
}
SELECTIONS: Final[Mapping[type, Callable[[Any, Any], Members]]] = {t.Selection: selection}
