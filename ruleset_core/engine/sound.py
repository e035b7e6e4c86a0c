"""Whether the numbers of a saved state are values that a game may hold: members that exist, amounts within their bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ruleset_core.lang.knowledge import seen_field
from ruleset_core.lang.runtime import GREATEST, LEAST
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import Field

if TYPE_CHECKING:
    from ruleset_core.engine.state import State


def unsound(state: State, values: list[int]) -> Iterator[str]:
    """What is wrong with the values of fields and amounts, each in a few words."""
    v = state.game.program.vocabulary
    own = {name: v.fields[name] for name in ("held", "filled")}
    kept = {f"{kind}.at" for kind in v.domains}  # where pieces lie is looked at with their zones
    for field in v.fields.values():
        if field.name in kept or field.name in own:
            continue
        for seat in range(state.n) if field.per_seat else (-1,):
            start = field.offset + (v.fields_of(seat) if field.per_seat else 0)
            for place, value in enumerate(values[start : start + field.size]):
                if not _may_hold(state, field, value):
                    yield f"{_called(state, field, place, seat)} cannot be {value}"
    for seat in range(state.n):
        base = v.fields_of(seat)
        for place, bounds in enumerate(v.resources):
            held, filled = (values[base + field.offset + place] for field in own.values())
            most = bounds.maximum if bounds.maximum >= 0 else bounds.spaces
            if not 0 <= held <= (most if most >= 0 else GREATEST):
                yield f"`{bounds.name}` of seat {seat} cannot be {held}"
            if not 0 <= filled <= (bounds.spaces if bounds.spaces >= 0 else GREATEST):
                yield f"the track of `{bounds.name}` of seat {seat} cannot be filled to {filled}"


def _may_hold(state: State, field: Field, value: int) -> bool:
    kind = field.name.partition(".")[0]
    if seen_field(state.game.program.vocabulary, kind) is field:
        return 0 <= value < 1 << state.n
    return fits_type(state, field.type, value)


def fits_type(state: State, kind: Type, value: int) -> bool:
    """Whether a number is a value of a type; seats that are not in the game are none."""
    v = state.game.program.vocabulary
    if value == -1 and kind.optional:
        return True
    if kind.kind == "bool":
        return value in {0, 1}
    if kind.kind == "int":
        return (LEAST if kind.low is None else kind.low) <= value <= (GREATEST if kind.high is None else kind.high)
    if kind.kind != "member":
        return True
    absent = (kind.seats or kind.domain == SEAT.domain) and state.n <= value < v.players[1]
    return 0 <= value < v.domains[kind.domain].size and not absent


def _called(state: State, field: Field, place: int, seat: int) -> str:
    """A value by the names of the data: `life[green]` of seat 1."""
    v, names = state.game.program.vocabulary, []
    for kind, stride in zip(field.index, field.strides, strict=True):
        number, place = divmod(place, stride)
        names.append(v.spellings(kind)[number])
    whose = f" of seat {seat}" if seat >= 0 else ""
    return f"`{field.name}" + (f"[{', '.join(names)}]" if names else "") + f"`{whose}"


def fits_local(state: State, kind: Type, value: Any) -> bool:
    """Whether a value of a frame may be of a type; -1 stands for what is not known yet."""
    if isinstance(value, tuple):
        return all(fits_local(state, kind, each) for each in value)
    return value == -1 or (LEAST <= value <= GREATEST if kind.kind == "int" else fits_type(state, kind, value))
