"""`describe_position`: a state in the words of scenarios, the reverse of `start_at`, where its words suffice.

>>> from ruleset_core import load, start_at
>>> game = load("hurdles")
>>> state = start_at(game, "play", given={"dog": {0: "d6"}, "seats": {0: {"hurdle": 2}}})
>>> describe_position(state)
{'seats': {0: {'hurdle': 2, 'dog': 'd6'}}}

It names what differs from a game after its setup, begins the phase there, and compares: what the words of scenarios cannot say,
such as how often a loop of the flow has run, makes it another state, and then there is no description. A phase that begins with a
roll is given that roll as `dice:` (`describe_with_dice`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.saves import enter_phase, give, script_draws, set_up
from ruleset_core.errors import BrokenRuleError, OptionError
from ruleset_core.lang.program import ProcedureEnd
from ruleset_core.lang.visibility import hint_column, hint_facts_of, knowledge_field

if TYPE_CHECKING:
    from ruleset_core.engine.state import State
    from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

COMPARED = ("v", "z", "n", "seat", "options", "point", "stage", "queue", "settings", "ended", "sim")
"""What two states have in common that are the same but for coming chance."""


def describe_position(
    state: State, phase: str | None = None, seed: int | None = 1, options: Mapping[str, object] | None = None
) -> dict[str, Any] | None:
    """What `start_at` is `given` to begin in this state; None where no words lead there.

    Args:
        state: the state.
        phase: where to begin, by default the phase in progress.
        seed: of the setup behind what is not given; coming chance is no part of a position.
        options: of the game, as it was begun.
    """
    try:
        base = set_up(state.game, phase or state.phase, state.n, seed, options)
        given = dict(_differences(state.plain(), base.clone()))
        give(base, given)
        found = enter_phase(base, phase or state.phase)
    except (BrokenRuleError, OptionError):
        return None
    return given if same_position(found, state) else None


def describe_with_dice(
    state: State, seed: int | None = 1, options: Mapping[str, object] | None = None
) -> tuple[dict[str, Any], dict[str, list[Any]]] | None:
    """What is given to begin the phase in progress in this state, and the `dice:` of what it rolls first; None where no words lead there.

    Args:
        state: the state.
        seed: as for `describe_position`.
        options: of the game, as it was begun.
    """
    try:
        base = set_up(state.game, state.phase, state.n, seed, options)
        given = dict(_differences(state.plain(), base.clone()))
        begun = base.clone()
        give(begun, given)
        dice = dict(_rolled(state.plain(), enter_phase(begun, state.phase)))
        given = {name: value for name, value in given.items() if name not in dice}
        give(base, given)
        script_draws(base, dice)
        found = enter_phase(base, state.phase)
    except (BrokenRuleError, OptionError):
        return None
    return (given, dice) if same_position(found, state) else None


def _rolled(state: State, begun: State) -> Iterator[tuple[str, list[Any]]]:
    """The fields rolled as a phase began, each as often as its values in a state say; the comparison shows whether that is enough."""
    program = state.game.program
    streams = begun.draws[::3]
    for number in sorted({*streams}):
        field = program.vocabulary.fields.get(program.streams[number])
        if field is not None and not field.per_seat and field.size == streams.count(number):
            values = state.v[field.offset : field.offset + field.size]
            yield field.name, [program.vocabulary.written_value(field.type, value) for value in values]


def same_position(one: State, other: State) -> bool:
    """Whether two states differ in nothing but coming chance and how they came about."""
    first, second = one.plain(), other.plain()
    return all(getattr(first, name) == getattr(second, name) for name in COMPARED) and _ahead(first) == _ahead(second)


def _ahead(state: State) -> list[tuple[Any, ...]]:
    """What is still to be done, without what only ends."""
    blocks = state.game.program.blocks
    return [
        frame for frame in state.stack
        if blocks[frame[0]].statements or not isinstance(blocks[frame[0]].end, ProcedureEnd)
    ]  # fmt: skip


def _differences(state: State, base: State) -> Iterator[tuple[str, Any]]:
    """What differs, by the keys of `given:`."""
    v = state.game.program.vocabulary
    kinds = {each.name for each in v.domains.values() if each.kind == "piece"}
    pieces: dict[str, dict[str, dict[str, Any]]] = {}
    for field in v.fields.values():
        if field.hidden or field.per_seat:
            continue
        kind = field.index[0].domain if len(field.index) == 1 else ""
        if kind in kinds:
            for place, piece in enumerate(v.domains[kind].ids):
                value = state.v[field.offset + place]
                if value != base.v[field.offset + place]:
                    named = pieces.setdefault(kind, {}).setdefault(piece, {})
                    named[field.name.removeprefix(f"{kind}.")] = v.written_value(field.type, value)
        elif (value := _nested(state, base, field, field.offset)) is not None:
            yield field.name, value
    seats = {seat: found for seat in range(state.n) if (found := dict(_of_seat(state, base, seat)))}
    if seats:
        yield "seats", seats
    zones = {
        zone.name: found for zone in v.zones.values()
        if not zone.per_seat and (found := _lists(state, base, zone, zone.slot)) is not None
    }  # fmt: skip
    if zones:
        yield "zones", zones
    if pieces:
        yield "pieces", pieces
    known = {seat: found for seat in range(state.n) if (found := _knowledge(state, base, seat))}
    if known:
        yield "knows", known


def _of_seat(state: State, base: State, seat: int) -> Iterator[tuple[str, Any]]:
    """The same of a seat."""
    v = state.game.program.vocabulary
    first = v.fields_of(seat)
    for place, bounds in enumerate(v.resources):
        at = [first + v.fields[each].offset + place for each in ("held", "filled")]
        if any(state.v[each] != base.v[each] for each in at):
            yield bounds.name, state.v[at[0]]
    for field in v.fields.values():
        shown = field.per_seat and not field.hidden and field.name not in {"held", "filled"}  # these are named above
        if shown and (value := _nested(state, base, field, first + field.offset)) is not None:
            yield field.name, value
    for zone in v.zones.values():
        if zone.per_seat and (found := _lists(state, base, zone, v.zones_of(seat) + zone.slot)) is not None:
            yield zone.name, found


def _nested(state: State, base: State, field: Field, place: int) -> Any:
    """The values of a field that differ, by index; None where none does."""
    v = state.game.program.vocabulary

    def changed(at: int) -> Any:
        return None if state.v[at] == base.v[at] else v.written_value(field.type, state.v[at])

    return _by_index(v, field, place, changed)


def _lists(state: State, base: State, zone: Zone, slot: int) -> Any:
    """The lists of a zone that differ, by index; None where none does."""
    v = state.game.program.vocabulary
    ids = v.domains[zone.kind].ids

    def changed(at: int) -> Any:
        return None if state.z[at] == base.z[at] else [ids[piece] for piece in state.z[at]]

    return _by_index(v, zone, slot, changed)


def _by_index(v: Vocabulary, what: Field | Zone, at: int, changed: Callable[[int], Any], axis: int = 0) -> Any:
    """What `changed` gives of each place of a field or zone, by the keys of a file; None where it gives nothing."""
    if axis == len(what.index):
        return changed(at)
    kind, found = what.index[axis], {}
    for number, member in enumerate(v.members(kind)):
        inner = _by_index(v, what, at + number * what.strides[axis], changed, axis + 1)
        if inner is not None:
            found[v.written_value(kind, member)] = inner
    return found or None


def _knowledge(state: State, base: State, seat: int) -> dict[str, Any]:
    """What a seat knows of hidden pieces, by kind: all of it where any differs, as laying pieces makes all forget them."""
    v, found = state.game.program.vocabulary, dict[str, Any]()
    for kind, domain in v.domains.items():
        field = knowledge_field(v, kind)
        if (
            field is None
            or state.v[field.offset : field.offset + field.size] == base.v[field.offset : field.offset + field.size]
        ):
            continue
        named: dict[str, Any] = {}
        for number, piece in enumerate(domain.ids):
            at = field.offset + number * field.strides[0]
            if state.v[at] >> seat & 1:
                named[piece] = "known"
                continue
            left = {}
            for fact in hint_facts_of(v, kind):
                start, members = at + hint_column(v, kind, fact.name), v.members(fact.type)
                values = [value for value in members if not state.v[start + value] >> seat & 1]
                if len(values) < len(members):
                    left[fact.name] = [v.written_value(fact.type, value) for value in values]
            if left:
                named[piece] = left
        if named:
            found[kind] = [*named] if {*map(str, named.values())} == {"known"} else named
    return found
