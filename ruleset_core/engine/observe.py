"""What a seat may know of a state. Nothing else leaves the engine to a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.amounts import amounts_now
from ruleset_core.engine.plain import Plain, plain
from ruleset_core.lang.knowledge import hints, is_hand, keeps, ruled_out, seen_field, words_of
from ruleset_core.lang.numbered import may_see
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone
from ruleset_core.lang.words import there

if TYPE_CHECKING:
    from ruleset_core.engine.state import State


def observe(state: State, seat: int, blank: object = None) -> dict[str, Any]:
    """The state as `seat` may know it. While seats choose at the same time, others are seen as they were before.

    `blank` stands for values that are hidden.
    """
    v = state.game.program.vocabulary
    found: dict[str, Any] = {
        "game": state.game.name,
        "seat": seat,
        "players": state.n,
        "phase": state.phase,
        "over": state.over,
        "to_act": state.seat if not state.over and (not state.simultaneous or state.seat == seat) else None,
        "fields": {},
        "seats": [_seat(state, seat, other, blank) for other in range(state.n)],
        "zones": {},
        "pieces": {},
    }
    if v.options:
        chosen = zip(v.options.values(), state.settings, strict=True)
        found["options"] = {option.name: plain(v, option.type, value) for option, value in chosen}
    for field in v.fields.values():
        if field.hidden or field.per_seat:
            continue
        kind, _, short = field.name.partition(".")
        if short:
            pieces = found["pieces"].setdefault(kind, {})
            unseen = {v.domains[kind].ids[piece] for piece in hidden(state, seat, kind)}
            for piece, value in _values(state, field, state.v, 0, seen=True).items():
                pieces.setdefault(piece, {})[short] = blank if piece in unseen else value
        else:
            found["fields"][field.name] = _values(state, field, state.v, 0, seen=field.visible == "all", blank=blank)
    for zone in v.zones.values():
        if not zone.per_seat:
            found["zones"][zone.name] = _pieces(state, zone, seat, None)
    if told := _told(state, seat):
        found["hints"] = told
    if state.game.glossary.has_figures:
        found.update(amounts_now(state, seat, _in_sight(v, found, state.game.glossary.figured_kinds)))
    return found


def _in_sight(v: Vocabulary, found: dict[str, Any], kinds: frozenset[str]) -> dict[str, list[str]]:
    """By kind, the pieces that an observation names: those in lists that are seen."""
    pieces: dict[str, list[str]] = {}
    for zone in [each for each in v.zones.values() if each.kind in kinds]:
        for place in found["seats"] if zone.per_seat else [found["zones"]]:
            pieces.setdefault(zone.kind, []).extend(_listed(place[zone.name]))
    return pieces


def _listed(shown: Any) -> Iterator[str]:
    if isinstance(shown, list):
        yield from (each for each in shown if isinstance(each, str))
    elif isinstance(shown, dict):
        for inner in shown.values():
            yield from _listed(inner)


def _seat(state: State, viewer: int, seat: int, blank: object) -> dict[str, Any]:
    v = state.game.program.vocabulary
    values, _ = shown(state, viewer, seat)
    base = v.fields_of(seat)
    held = v.fields["held"]
    known = [may_see(each.visible, viewer, seat) for each in v.resources]
    found: dict[str, Any] = {
        name: values[base + held.offset + place] if known[place] else blank
        for place, name in enumerate(v.domains["resource"].ids)
    }
    for field in v.fields.values():
        if field.per_seat and not field.hidden:
            seen = may_see(field.visible, viewer, seat)
            found[field.name] = _values(state, field, values, base, seen=seen, blank=blank)
    for name in {"held", "filled"} & found.keys():
        amounts = zip(found[name].items(), known, strict=True)
        found[name] = {resource: amount if seen else blank for (resource, amount), seen in amounts}
    for zone in v.zones.values():
        if zone.per_seat:
            found[zone.name] = _pieces(state, zone, viewer, seat)
    return found


def shown(state: State, viewer: int, seat: int | None) -> tuple[list[int], list[list[int]]]:
    """What a viewer is shown of a seat: while all choose at the same time, what it had before."""
    return (state.v, state.z) if state.sim is None or seat in {None, viewer} else state.sim


def _values(state: State, field: Field, values: list[int], base: int, *, seen: bool, blank: object = None) -> Any:
    """A field as nested names; `blank` wherever it is hidden."""
    v = state.game.program.vocabulary
    axes, names, show = _plan(v, field, state.n)
    start = base + field.offset
    if not axes:
        return (values[start] if show is None else show(values[start])) if seen else blank
    last, (_, ends) = len(axes) - 1, axes[-1]
    in_a_row = bool(ends) and field.strides[-1] == 1 and ends[-1][0] == len(ends) - 1

    def below(axis: int, place: int) -> Any:
        if axis < last:
            stride, these = axes[axis]
            return {name: below(axis + 1, place + number * stride) for number, name in these}
        if not seen:
            return dict.fromkeys(names, blank)
        step = field.strides[-1]
        found = values[place : place + len(ends)] if in_a_row else [values[place + number * step] for number, _ in ends]
        return dict(zip(names, found if show is None else map(show, found), strict=True))

    return below(0, start)


Axes = list[tuple[int, list[tuple[int, str]]]]
"""For each index of a field how far its values lie apart, and its values with their places."""
Show = Callable[[int], Plain] | None
"""What makes a value one that observations hold; None where it is that already."""


def _plan(v: Vocabulary, field: Field, players: int) -> tuple[Axes, list[str], Show]:
    """How a field is told in games of so many players: worked out once, since boards have hundreds of values."""
    found = v.plans.get((field.name, players))
    if found is None:
        axes = [(stride, there(v, kind, players)) for stride, kind in zip(field.strides, field.index, strict=True)]
        names = [name for _, name in axes[-1][1]] if axes else []
        found = v.plans[field.name, players] = axes, names, _shown_as(v, field.type)
    return found


def _shown_as(v: Vocabulary, kind: Type) -> Show:
    if kind.kind == "bool" and not kind.optional:
        return bool
    if kind.kind == "member" and kind.domain != "seat":
        return [*v.spellings(kind.sure()), None].__getitem__  # -1, which is none, is the last
    if kind.kind == "int" and not kind.optional:
        return None
    return lambda value: plain(v, kind, value)


def _pieces(state: State, zone: Zone, viewer: int, seat: int | None) -> Any:
    """A zone, of a seat or shared: ids where all is seen, else how many and what is known of them."""
    v = state.game.program.vocabulary
    ids = v.domains[zone.kind].ids
    values, zones = shown(state, viewer, seat)
    base = 0 if seat is None else v.zones_of(seat)

    def one(place: int) -> Any:
        pieces = zones[base + zone.slot + place]
        if may_see(zone.visible, viewer, seat):
            return [ids[piece] for piece in pieces]
        found: dict[str, Any] = {"count": len(pieces)}
        if zone.visible == "top" and pieces:
            found["top"] = ids[pieces[-1]]
        if keeps(v, zone):
            hid = unknown(v, zone, viewer, values, pieces)
            if is_hand(zone):
                found["known"] = [ids[one] for one in sorted(pieces) if pieces.index(one) not in hid]
            else:
                found["seen"] = [None if place in hid else ids[piece] for place, piece in enumerate(pieces)]
            if v.domains[zone.kind].hints and viewer >= 0:
                found["hints"] = _hints(v, zone, viewer, values, pieces, hid)
        if v.domains[zone.kind].back:
            found["backs"] = _backs(state, zone.kind, pieces)
        return found

    def below(axis: int, place: int) -> Any:
        if axis == len(zone.index):
            return one(place)
        stride, names = zone.strides[axis], there(v, zone.index[axis], state.n)
        return {name: below(axis + 1, place + number * stride) for number, name in names}

    return below(0, 0)


def _hints(
    v: Vocabulary, zone: Zone, viewer: int, values: list[int], pieces: list[int], hid: set[int]
) -> list[dict[str, Any]]:
    """What is known of pieces that are not: by place, of a hand sorted and without those of which nothing is known."""
    found = [hinted(v, zone.kind, piece, viewer, values) if place in hid else {} for place, piece in enumerate(pieces)]
    return sorted(filter(None, found), key=repr) if is_hand(zone) else found


def hinted(v: Vocabulary, kind: str, piece: int, viewer: int, values: list[int]) -> dict[str, list[Plain]]:
    """By fact the values that a piece may have for all a seat was told; only facts of which it was told something."""
    excluded = ruled_out(v, kind, words_of(v, kind, piece, values), viewer)
    left = {}
    for fact in hints(v, kind):
        if fact.name in excluded:
            members = [value for value in v.members(fact.type) if value not in excluded[fact.name]]
            left[fact.name] = [plain(v, fact.type, value) for value in members]
    return left


def _told(state: State, viewer: int) -> dict[str, dict[str, Any]]:
    """What the others were told of pieces that they alone do not see: who sees them was there."""
    v, found = state.game.program.vocabulary, dict[str, dict[str, Any]]()
    for kind in [domain.name for domain in v.domains.values() if domain.hints]:
        found[kind] = {}
        for zone, slot, seat in lists_of(state, kind):
            if zone.visible == "others" and seat is not None and may_see("others", viewer, seat):
                values, zones = shown(state, viewer, seat)
                for piece in zones[slot]:
                    known = hinted(v, kind, piece, seat, values)
                    found[kind].update({v.domains[kind].ids[piece]: known} if known else {})
    return found


def unknown(v: Vocabulary, zone: Zone, viewer: int, values: list[int], pieces: list[int]) -> set[int]:
    """Which places of a list that is not open to a viewer are hidden from it."""
    places = range(len(pieces) - 1 if zone.visible == "top" else len(pieces))
    field = seen_field(v, zone.kind)
    if field is None or viewer < 0 or not keeps(v, zone):
        return set(places)
    step = field.strides[0]
    return {place for place in places if not values[field.offset + step * pieces[place]] >> viewer & 1}


def _backs(state: State, kind: str, pieces: list[int]) -> list[dict[str, Any]]:
    """The backs of all pieces of a list, sorted, so that nothing is told of their order."""
    glossary = state.game.glossary
    backs = glossary.backs(kind)
    return [dict(backs[piece]) for piece in sorted(pieces, key=glossary.back_ranks(kind).__getitem__)]


def hidden(state: State, viewer: int, kind: str) -> list[int]:
    """The pieces of a kind that lie somewhere without being shown to a viewer (-1: somebody beside the table)."""
    v = state.game.program.vocabulary
    lying: list[int] = []
    open_: set[int] = set()
    for zone, slot, seat in lists_of(state, kind):
        values, zones = shown(state, viewer, seat)
        lying += state.z[slot]
        if not zones[slot]:
            continue
        if may_see(zone.visible, viewer, seat):
            open_.update(zones[slot])
        else:
            hid = unknown(v, zone, viewer, values, zones[slot])
            open_.update(piece for place, piece in enumerate(zones[slot]) if place not in hid)
    return [piece for piece in lying if piece not in open_]


def lists_of(state: State, kind: str) -> Sequence[tuple[Zone, int, int | None]]:
    """All lists of pieces of a kind: the zone, its place among the lists, and whose it is. The same in all games of so many."""
    v = state.game.program.vocabulary
    key = f"lists of {kind}", state.n
    if key not in v.plans:
        v.plans[key] = [*_lists_of(state, kind)]
    found: Sequence[tuple[Zone, int, int | None]] = v.plans[key]
    return found


def _lists_of(state: State, kind: str) -> Iterator[tuple[Zone, int, int | None]]:
    v = state.game.program.vocabulary
    for zone in v.zones.values():
        if zone.kind == kind:
            for seat in range(state.n) if zone.per_seat else (None,):
                start = zone.slot if seat is None else v.zones_of(seat) + zone.slot
                for slot in range(start, start + zone.size):
                    yield zone, slot, seat
