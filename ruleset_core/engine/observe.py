"""What a seat may know of a state. Nothing else leaves the engine to a player."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import Field, Zone

if TYPE_CHECKING:
    from ruleset_core.engine.state import State


def observe(state: State, seat: int) -> dict[str, Any]:
    """The state as `seat` may know it. While seats choose at the same time, others are seen as they were before."""
    v = state.game.program.vocabulary
    found: dict[str, Any] = {
        "game": state.game.name,
        "seat": seat,
        "players": state.n,
        "phase": state.phase,
        "over": state.over,
        "to_act": state.seat if not state.over and (not state.simultaneous or state.seat == seat) else None,
        "fields": {},
        "seats": [_seat(state, seat, other) for other in range(state.n)],
        "zones": {},
        "pieces": {},
    }
    for field in v.fields.values():
        if field.hidden or field.per_seat:
            continue
        kind, _, short = field.name.partition(".")
        if short:
            pieces = found["pieces"].setdefault(kind, {})
            unseen = {
                v.domains[kind].ids[piece]
                for slot, last in _hidden(state, seat, kind)
                for piece in state.z[slot][:last]
            }
            for piece, value in _values(state, field, state.v, 0, seen=True).items():
                pieces.setdefault(piece, {})[short] = None if piece in unseen else value
        else:
            found["fields"][field.name] = _values(state, field, state.v, 0, seen=field.visible == "all")
    for zone in v.zones.values():
        if not zone.per_seat:
            found["zones"][zone.name] = _pieces(state, zone, state.z, 0, seen=zone.visible == "all")
    return found


def _seat(state: State, viewer: int, seat: int) -> dict[str, Any]:
    v = state.game.program.vocabulary
    values, zones = state.v, state.z
    if state.sim is not None and seat != viewer:
        values, zones = state.sim
    base = v.shared_size + seat * v.seat_size
    held = v.fields["held"]
    known = [_may_see(each.visible, viewer, seat) for each in v.resources]
    found: dict[str, Any] = {
        name: values[base + held.offset + place] if known[place] else None
        for place, name in enumerate(v.domains["resource"].ids)
    }
    for field in v.fields.values():
        if field.per_seat and not field.hidden:
            found[field.name] = _values(state, field, values, base, seen=_may_see(field.visible, viewer, seat))
    for name in {"held", "filled"} & found.keys():
        amounts = zip(found[name].items(), known, strict=True)
        found[name] = {resource: amount if seen else None for (resource, amount), seen in amounts}
    start = v.shared_zones + seat * v.seat_zones
    for zone in v.zones.values():
        if zone.per_seat:
            found[zone.name] = _pieces(state, zone, zones, start, seen=_may_see(zone.visible, viewer, seat))
    return found


def _may_see(visible: str, viewer: int, seat: int) -> bool:
    """Whether a viewer sees something of a seat."""
    return visible == "all" or (visible == "owner" and seat == viewer)


def _values(state: State, field: Field, values: list[int], base: int, *, seen: bool) -> Any:
    """A field as nested names; None wherever it is hidden."""
    v = state.game.program.vocabulary

    def below(axis: int, place: int) -> Any:
        if axis == len(field.index):
            if not seen:
                return None
            value = values[base + field.offset + place]
            if value == -1 and field.type.optional:
                return None
            if field.type.kind == "bool":
                return bool(value)
            return value if field.type.kind == "int" or field.type.domain == "seat" else v.spell(field.type, value)
        stride, names = field.strides[axis], _there(state, field.index[axis])
        return {name: below(axis + 1, place + number * stride) for number, name in names}

    return below(0, 0)


def _pieces(state: State, zone: Zone, zones: list[list[int]], base: int, *, seen: bool) -> Any:
    v = state.game.program.vocabulary
    ids = v.domains[zone.kind].ids

    def one(place: int) -> Any:
        pieces = zones[base + zone.slot + place]
        if seen:
            return [ids[piece] for piece in pieces]
        if zone.visible == "top" and pieces:
            return {"count": len(pieces), "top": ids[pieces[-1]]}
        return {"count": len(pieces)}

    def below(axis: int, place: int) -> Any:
        if axis == len(zone.index):
            return one(place)
        stride, names = zone.strides[axis], _there(state, zone.index[axis])
        return {name: below(axis + 1, place + number * stride) for number, name in names}

    return below(0, 0)


def _there(state: State, kind: Type) -> list[tuple[int, str]]:
    """The values of an index with their places; seats that are not in the game are not among them."""
    v = state.game.program.vocabulary
    names = list(enumerate(v.spellings(kind)))
    return names[: state.n] + names[v.players[1] :] if kind.seats or kind == SEAT else names


# -- states that cannot be told apart ----------------------------------------------------------------------------


def imagine(state: State, seat: int, seed: int) -> State:
    """A copy in which everything `seat` cannot see is drawn anew: hidden pieces and fields, and the random streams."""
    v = state.game.program.vocabulary
    random = Random(seed)
    new = state.clone()
    new.streams = [random.randrange(2**64) for _ in new.streams]
    for kind in dict.fromkeys(zone.kind for zone in v.zones.values()):
        places = [(slot, place) for slot, last in _hidden(state, seat, kind) for place in range(last)]
        pieces = [new.z[slot][place] for slot, place in places]
        random.shuffle(pieces)
        at = v.fields[f"{kind}.at"].offset
        for (slot, place), piece in zip(places, pieces, strict=True):
            new.z[slot][place] = piece
            new.v[at + piece] = slot
        if f"{kind}.side" in v.fields:
            side = v.fields[f"{kind}.side"].offset
            sides = [state.v[side + piece] for piece in pieces]
            random.shuffle(sides)
            for piece, up in zip(pieces, sides, strict=True):
                new.v[side + piece] = up
    _draw_fields(new, seat, random)
    _draw_amounts(new, seat, random)
    return new


def _hidden(state: State, seat: int, kind: str) -> Iterator[tuple[int, int]]:
    """Where pieces of a kind lie that a seat cannot see: lists, and up to which place they are hidden."""
    for zone in state.game.program.vocabulary.zones.values():
        if zone.kind == kind:
            for slot in _hidden_lists(state, zone, seat):
                yield slot, max(0, len(state.z[slot]) - (zone.visible == "top"))


def _hidden_lists(state: State, zone: Zone, seat: int) -> list[int]:
    v = state.game.program.vocabulary
    if zone.visible == "all":
        return []
    if not zone.per_seat:
        return [zone.slot + place for place in range(zone.size)]
    seats = [other for other in range(state.n) if zone.visible != "owner" or other != seat]
    return [v.shared_zones + other * v.seat_zones + zone.slot + place for other in seats for place in range(zone.size)]


def _draw_fields(state: State, seat: int, random: Random) -> None:
    v = state.game.program.vocabulary
    for field in v.fields.values():
        if field.visible == "all" or field.hidden or not v.finite(field.type):
            continue
        bases = [0]
        if field.per_seat:
            seats = [other for other in range(state.n) if field.visible != "owner" or other != seat]
            bases = [v.shared_size + other * v.seat_size for other in seats]
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
        own = state.v[v.shared_size + seat * v.seat_size + held + place] if seat >= 0 else 0
        known = seat >= 0 and _may_see(bounds.visible, seat, seat)
        for other in range(state.n):
            if _may_see(bounds.visible, seat, other):
                continue
            base = v.shared_size + other * v.seat_size
            most = 2 * own + 5 if known else UNKNOWN_AMOUNT
            if bounds.spaces >= 0:
                most = random.randint(bounds.start, bounds.spaces)  # so far the track is filled
            reached = most
            if bounds.maximum >= 0:
                most = bounds.maximum if bounds.spaces < 0 else min(most, bounds.maximum)
            amount = random.randint(0, most)
            state.v[base + held + place] = amount
            state.v[base + filled + place] = reached if bounds.spaces >= 0 else amount
