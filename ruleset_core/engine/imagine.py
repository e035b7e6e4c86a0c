"""States that a seat cannot tell from the true one: a function of what the seat knows and of a seed, of nothing else.

What the seat does not know is made anew rather than changed, so that even who knows the seed learns nothing from it: hidden
pieces are dealt in an order that does not come from where they lie, hidden values are drawn, coming dice as well. While all
choose at the same time, the others have not chosen anything yet.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.observe import hidden, lists_of, may_see, unknown
from ruleset_core.lang.knowledge import seen_field
from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.engine.state import State


def imagine(state: State, seat: int, seed: int) -> State:
    """A copy in which everything `seat` cannot see is made anew: hidden pieces, fields and amounts, and the random streams."""
    v = state.game.program.vocabulary
    random = Random(seed)
    new = state.clone()
    new.streams = [random.randrange(2**64) for _ in new.streams]
    new.draws, new.forced, new.script, new.a = [], [], None, -1
    if state.sim is not None:
        _as_shown(new, seat)
    instead = {
        kind: _deal(new, seat, kind, random)
        for kind in dict.fromkeys(zone.kind for zone in v.zones.values() if zone.visible != "all")
    }
    _draw_fields(new, seat, random)
    _draw_amounts(new, seat, random)
    if state.sim is not None:
        _shown_before(new, seat)
    _in_progress(new, instead)
    return new


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


def _deal(new: State, viewer: int, kind: str, random: Random) -> dict[int, int]:
    """Deal the hidden pieces of a kind into their places, wherever one with the same back may lie; by whom they replace.

    How many of each back lie in a list is seen, but not in which of its places.
    """
    v = new.game.program.vocabulary
    rank = new.game.glossary.back_ranks(kind)
    unseen = sorted(hidden(new, viewer, kind))
    among = set(unseen)
    _forget_others(new, viewer, kind)
    stock: dict[int, list[int]] = {}
    for piece in unseen:
        stock.setdefault(rank[piece], []).append(piece)
    for pieces in stock.values():
        random.shuffle(pieces)
    at, instead = v.fields[f"{kind}.at"].offset, dict[int, int]()
    for _, slot, _ in lists_of(new, kind):
        lying = new.z[slot]
        places = [place for place, piece in enumerate(lying) if piece in among]
        if not places:
            continue
        backs = sorted([rank[lying[place]] for place in places])
        if backs[0] != backs[-1]:
            random.shuffle(backs)
        new.z[slot] = lying[:]
        for place, shown in zip(places, backs, strict=True):
            piece = instead[lying[place]] = stock[shown].pop()
            new.z[slot][place] = piece
            new.v[at + piece] = slot
    side = v.fields.get(f"{kind}.side")
    if side is not None:
        for piece in unseen:
            new.v[side.offset + piece] = random.choice(v.members(side.type))
    return instead


def _forget_others(new: State, viewer: int, kind: str) -> None:
    """Nobody is told what others know of a pile, so they know nothing; the viewer goes on knowing what it does."""
    v = new.game.program.vocabulary
    field = seen_field(v, kind)
    if field is None:
        return
    known = dict.fromkeys(range(field.size), 0)
    for zone, slot, _ in lists_of(new, kind):
        if zone.visible == "seen" and viewer >= 0:
            hid = unknown(v, zone, viewer, new.v, new.z[slot])
            known.update((piece, 1 << viewer) for place, piece in enumerate(new.z[slot]) if place not in hid)
    new.v[field.offset : field.offset + field.size] = known.values()


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


def _draw_fields(state: State, seat: int, random: Random) -> None:
    v = state.game.program.vocabulary
    for field in v.fields.values():
        if field.visible == "all" or field.hidden or not v.finite(field.type):
            continue
        bases = [0]
        if field.per_seat:
            seats = [other for other in range(state.n) if field.visible != "owner" or other != seat]
            bases = [v.fields_of(other) for other in seats]
        for base in bases:
            for place in range(field.size):
                state.v[base + field.offset + place] = random.choice(v.members(field.type))


UNKNOWN_AMOUNT = 20
"""The most that is imagined of a resource without a bound when not even the own amount is known."""


def _draw_amounts(state: State, seat: int, random: Random) -> None:
    """Hidden amounts, within their bounds; without any, as many as twice the own ones and some. Never from the true ones."""
    v = state.game.program.vocabulary
    held, filled = v.fields["held"].offset, v.fields["filled"].offset
    for place, bounds in enumerate(v.resources):
        own = state.v[v.fields_of(seat) + held + place] if seat >= 0 else 0
        known = seat >= 0 and may_see(bounds.visible, seat, seat)
        for other in range(state.n):
            if may_see(bounds.visible, seat, other):
                continue
            base = v.fields_of(other)
            most = 2 * own + 5 if known else UNKNOWN_AMOUNT
            if bounds.spaces >= 0:
                most = random.randint(bounds.start, bounds.spaces)  # so far the track is filled
            reached = most
            if bounds.maximum >= 0:
                most = bounds.maximum if bounds.spaces < 0 else min(most, bounds.maximum)
            amount = random.randint(0, most)
            state.v[base + held + place] = amount
            state.v[base + filled + place] = reached if bounds.spaces >= 0 else amount
