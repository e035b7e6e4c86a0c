"""States that a seat cannot tell from the true one: a function of what the seat knows and of a seed, of nothing else.

What the seat does not know is made anew rather than changed, so that even who knows the seed learns nothing from it: hidden
pieces are dealt in an order that does not come from where they lie, hidden values are drawn, coming dice as well. While all
choose at the same time, the others have not chosen anything yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ruleset_core.engine.history import Drawn
from ruleset_core.engine.observe import hidden, lists_of, may_see, shown
from ruleset_core.lang.knowledge import column, hints, is_hand, keeps, seen_field, words_of
from ruleset_core.lang.seeds import ASIDE, Aside, first, numbered
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.worlds import HEAD, draw_world

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruleset_core.engine.state import State
    from ruleset_core.lang.vocabulary import Zone

    Lists: TypeAlias = Sequence[tuple[Zone, int, int | None]]
    """The lists of pieces of a kind, as `lists_of` gives them."""


def imagine(state: State, seat: int, seed: int, world: int = 0) -> State:
    """A copy in which everything `seat` cannot see is made anew: hidden pieces, fields and amounts, and the random streams."""
    return Worlds(state, seat).draw(seed, world)[0]


class Worlds:
    """Worlds that `seat` cannot tell from a state, as many as are asked for."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.base, self.plan = plan_of(state, seat)

    def draw(self, seed: int, world: int) -> tuple[State, Aside]:
        """One of the worlds of a seed, and the stream it was drawn from, for whoever goes on choosing at random in it."""
        new, plan = self.base.clone(), self.plan[:]
        aside = Aside(numbered(first(seed, ASIDE), world))
        new.streams = [numbered(first(seed, name), world) for name in new.game.program.streams]
        draw_world(new.v, new.z, plan, aside.pick)
        if new.sim is not None:
            _shown_before(new, self.seat)
        _in_progress(new, _instead(new, plan))
        new.past = Drawn(self, seed, world)
        return new, aside


def plan_of(state: State, seat: int) -> tuple[State, list[int]]:
    """What `draw_world` needs to make worlds for a seat: a copy without what it cannot know of the past, and the plan."""
    new = state.plain()
    new.draws, new.forced, new.script, new.a = [], [], None, -1
    if state.sim is not None:
        _as_shown(new, seat)
    kinds = _hidden_kinds(state)
    plan = [len(kinds)]
    for kind in kinds:
        plan += _deal(new, seat, kind)
    values, amounts = _fields(new, seat), _amounts(new, seat)
    plan += [len(values) // 3, *values, len(amounts) // 5, *amounts]
    return new, plan


def _hidden_kinds(state: State) -> list[str]:
    zones = state.game.program.vocabulary.zones.values()
    return list(dict.fromkeys(zone.kind for zone in zones if zone.visible != "all"))


def _instead(state: State, plan: list[int]) -> dict[str, dict[int, int]]:
    """By kind, which piece took whose place, after a world was drawn."""
    found = {}
    for kind, start in instead_starts(state, plan).items():
        size = state.game.program.vocabulary.domains[kind].size
        found[kind] = {old: new for old, new in enumerate(plan[start : start + size]) if old != new}
    return found


def instead_starts(state: State, plan: list[int]) -> dict[str, int]:
    """By kind, where in a plan it stands which piece takes the place of each."""
    found, at = {}, 1
    for kind in _hidden_kinds(state):
        size, stocks, lists, sorts = plan[at + 4 : at + HEAD]
        found[kind] = at + HEAD
        at += HEAD + size
        first = at
        for _ in range(stocks):
            at += 2 + plan[at]
        if sorts:
            at += 2 + size + plan[first] * (sorts + plan[at + 1] + 1)
        for _ in range(lists):
            at += 3 + 2 * plan[at + 1]
        at += 1 + plan[at]
    return found


def _own(state: State, seat: int) -> tuple[slice, slice]:
    """Where the values and the lists of a seat lie."""
    v = state.game.program.vocabulary
    values, lists = v.fields_of(seat), v.zones_of(seat)
    return slice(values, values + v.seat_size), slice(lists, lists + v.seat_zones)


def _as_shown(new: State, viewer: int) -> None:
    """The others are as they were when all began to choose: no more is known of them."""
    assert new.sim is not None
    for other in range(new.n):
        if other != viewer:
            values, lists = _own(new, other)
            new.v[values] = new.sim[0][values]
            new.z[lists] = [pieces[:] for pieces in new.sim[1][lists]]
    v = new.game.program.vocabulary
    for kind in dict.fromkeys(zone.kind for zone in v.zones.values() if zone.per_seat):
        at = v.fields[f"{kind}.at"].offset
        for _, slot, _ in lists_of(new, kind):
            for piece in new.z[slot]:
                new.v[at + piece] = slot


def _shown_before(new: State, viewer: int) -> None:
    """What others are shown of the viewer meanwhile is what it had before; all else is as it is."""
    assert new.sim is not None
    values, lists = new.v[:], [pieces[:] for pieces in new.z]
    if viewer >= 0:
        own, mine = _own(new, viewer)
        values[own] = new.sim[0][own]
        lists[mine] = [pieces[:] for pieces in new.sim[1][mine]]
    new.sim = (values, lists)


def _deal(new: State, viewer: int, kind: str) -> list[int]:
    """How the hidden pieces of a kind are to be dealt into their places.

    How many of each back lie in a list is seen, but not in which of its places.
    """
    v = new.game.program.vocabulary
    rank = new.game.glossary.back_ranks(kind)
    unseen = sorted(hidden(new, viewer, kind))
    among = set(unseen)
    all_lists = lists_of(new, kind)
    _forget_others(new, viewer, kind, all_lists)
    _known_first(new, viewer, kind, all_lists, among)
    stocks: dict[int, list[int]] = {}
    for piece in unseen:
        stocks.setdefault(rank[piece], []).append(piece)
    starts, laid = dict[int, int](), list[int]()
    for back, pieces in sorted(stocks.items()):
        starts[back] = len(laid)
        laid += [len(pieces), len(pieces), *pieces]
    lists, count, hidden_at = list[int](), 0, list[int]()
    for _, slot, _ in all_lists:
        if among.isdisjoint(new.z[slot]):
            continue
        places = [place for place, piece in enumerate(new.z[slot]) if piece in among]
        if places:
            backs = sorted(starts[rank[new.z[slot][place]]] for place in places)
            mixed = int(backs[0] != backs[-1])
            lists += [slot, len(places), mixed, *places, *backs]
            hidden_at += [new.z[slot][place] for place in places]
            count += 1
    side = v.fields.get(f"{kind}.side")
    sides = (-1, 0, 0) if side is None else (side.offset, v.members(side.type)[0], len(v.members(side.type)))
    size = v.domains[kind].size
    sorts, told = _told(new, viewer, kind, hidden_at)
    head = [v.fields[f"{kind}.at"].offset, *sides, size, len(stocks), count, sorts]
    return [*head, *range(size), *laid, *told, *lists, len(unseen), *unseen]


def _told(new: State, viewer: int, kind: str, places: list[int]) -> tuple[int, list[int]]:
    """What is known of pieces without knowing them: how many sorts can be told apart, and which may lie at which place."""
    v = new.game.program.vocabulary
    facts = hints(v, kind)
    if not facts or not places:
        return 0, []
    field = v.fields[f"{kind}.seen"]
    starts = [column(v, kind, fact.name) for fact in facts]
    rows = zip(*(fact.values for fact in facts), strict=True)
    ways = [tuple(start + int(value) for start, value in zip(starts, row, strict=True)) for row in rows]
    sorts = sorted(set(ways))
    told = [field.offset, field.strides[0], *(sorts.index(way) for way in ways)]
    for piece in places:
        words = words_of(v, kind, piece, new.v)
        told += [int(viewer < 0 or not any(words[at] >> viewer & 1 for at in way)) for way in sorts]
        told += words[1:]
    return len(sorts), [*told, *[0] * (2 * len(places))]


def _known_first(new: State, viewer: int, kind: str, lists: Lists, among: set[int]) -> None:
    """A hand has no places for others: where in it lies what they know is not known to them."""
    v = new.game.program.vocabulary
    hinted = bool(v.domains[kind].hints)
    for zone, slot, seat in lists:
        pieces = new.z[slot]
        if pieces and is_hand(zone) and seat != viewer and (hinted or not among.issuperset(pieces)):
            known = sorted(piece for piece in pieces if piece not in among)
            others = [piece for piece in pieces if piece in among]
            if hinted:  # nor does it know which of the rest it was told of
                others.sort(key=lambda piece: words_of(v, kind, piece, new.v)[1:])
            new.z[slot] = known + others


def _forget_others(new: State, viewer: int, kind: str, lists: Lists) -> None:
    """Nobody is told what others know of a pile, so they know nothing; the viewer goes on knowing what it does."""
    v = new.game.program.vocabulary
    field = seen_field(v, kind)
    if field is None:
        return
    known, width, start = [0] * field.size, field.strides[0], field.offset
    for zone, slot, seat in lists:
        if viewer >= 0 and keeps(v, zone):
            values, _ = shown(new, viewer, seat)
            if width == 1:  # nothing is kept of a piece but who knows it
                for piece in new.z[slot]:
                    known[piece] = values[start + piece] & 1 << viewer
                continue
            told = 1 << viewer
            if zone.visible == "others" and seat is not None:  # all who see it were there
                told |= 1 << seat
            for piece in new.z[slot]:
                at = piece * width
                words = words_of(v, kind, piece, values)
                known[at : at + width] = [words[0] & 1 << viewer, *(word & told for word in words[1:])]
    new.v[start : start + field.size] = known


def _in_progress(new: State, instead: dict[str, dict[int, int]]) -> None:
    """What is going on has to do with the pieces that lie there now."""
    blocks = new.game.program.blocks

    def changed(frame: tuple[Any, ...]) -> tuple[Any, ...]:
        kinds = blocks[frame[0]].kinds
        return (frame[0], *(_piece(kind, value, instead) for kind, value in zip(kinds, frame[1:], strict=True)))

    if any(instead.values()):
        new.stack = [changed(frame) for frame in new.stack]
        new.queue = [changed(frame) for frame in new.queue]


def _piece(kind: Type | None, value: Any, instead: dict[str, dict[int, int]]) -> Any:
    if kind is None or kind.domain not in instead:
        return value
    others = instead[kind.domain]
    return tuple(others.get(each, each) for each in value) if isinstance(value, tuple) else others.get(value, value)


def _fields(state: State, seat: int) -> list[int]:
    """Values that are hidden: where each lies, the least it can be, and how many values it can have."""
    v, found = state.game.program.vocabulary, list[int]()
    for field in v.fields.values():
        if field.visible == "all" or field.hidden or not v.finite(field.type):
            continue
        bases = [0]
        if field.per_seat:
            seats = [other for other in range(state.n) if field.visible != "owner" or other != seat]
            bases = [v.fields_of(other) for other in seats]
        values = v.members(field.type)
        if field.type.domain == SEAT.domain:
            values = values[: state.n]  # seats that are not in the game are none
        for base in bases:
            for place in range(field.size):
                found += (base + field.offset + place, values[0], len(values))
    return found


UNKNOWN_AMOUNT = 20
"""The most that is imagined of a resource without a bound when not even the own amount is known."""


def _amounts(state: State, seat: int) -> list[int]:
    """Hidden amounts, within their bounds; without any, as many as twice the own ones and some. Never from the true ones."""
    v, found = state.game.program.vocabulary, list[int]()
    held, filled = v.fields["held"].offset, v.fields["filled"].offset
    for place, bounds in enumerate(v.resources):
        own = state.v[v.fields_of(seat) + held + place] if seat >= 0 else 0
        known = seat >= 0 and may_see(bounds.visible, seat, seat)
        for other in range(state.n):
            if may_see(bounds.visible, seat, other):
                continue
            base = v.fields_of(other) + place
            most = 2 * own + 5 if known else UNKNOWN_AMOUNT
            reached = (0, 0)
            if bounds.spaces >= 0:  # so far the track is filled
                most, reached = bounds.spaces, (bounds.start, bounds.spaces - bounds.start + 1)
            if bounds.maximum >= 0:
                most = bounds.maximum if bounds.spaces < 0 else min(most, bounds.maximum)
            found += (base + held, base + filled, *reached, most)
    return found
