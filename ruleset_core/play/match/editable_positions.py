"""What of a position can be edited, as data of a page: amounts, values, pieces with the places they may lie in, phases.

Of Tic-tac-toe, shortened:

    {"amounts": [], "zones": [], "kinds": [], "phase": "play", "phases": [{"id": "play", "name": "play"}],
     "values": [{"id": "mark", "name": "mark", "seat": null, "kind": "", "index": [[{"id": "a1", "name": "a1"}, ...]],
                 "choices": [{"id": "none", "name": "none"}, {"id": 0, "name": "Ana"}, ...], "now": {"a1": "none", ...}}]}

A page sends back `given:` of a scenario, such as `{"mark": {"b2": 1}}`, which `edit_position` reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import Game, State

if TYPE_CHECKING:
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Field

MOST_PLACES: Final = 2000
"""Fields with more values than that are left out."""
Data = dict[str, Any]


def editable_position(state: State, lang: str, names: Sequence[str]) -> Data:
    """All of a position that can be edited; `names` are those of the players."""
    state, game = state.plain(), state.game
    title, v = game.glossary.title, game.program.vocabulary
    kinds = list(dict.fromkeys(zone.kind for zone in v.zones.values()))
    return {
        "players": list(names),
        "phase": state.phase,
        "seat": state.seat,
        "phases": [{"id": each, "name": title("phases", each, lang)} for each in game.glossary.phases()],
        "amounts": [*_amounts(state, lang)],
        "values": [*_values(state, lang, names)],
        "kinds": [
            {"id": kind, "name": title("families", kind, lang), "pieces": _named(game, kind, lang)} for kind in kinds
        ],
        "zones": [*_zones(state, lang, names)],
    }


def _named(game: Game, kind: str, lang: str) -> list[Data]:
    """The pieces of a kind; copies of a card by their ids."""
    ids = game.program.vocabulary.domains[kind].ids
    return [{"id": each, "name": game.glossary.name(kind, each, lang) + _copy(each)} for each in ids]


def _copy(piece: str) -> str:
    number = piece.partition("#")[2]
    return f" {number}" if number else ""


def _amounts(state: State, lang: str) -> Iterator[Data]:
    """What each seat has of a resource."""
    v = state.game.program.vocabulary
    held = v.fields["held"].offset if "held" in v.fields else 0
    for place, bounds in enumerate(v.resources):
        most = min((each for each in (bounds.maximum, bounds.spaces) if each >= 0), default=-1)
        name = state.game.glossary.name("resource", bounds.name, lang)
        for seat in range(state.n):
            value = state.v[v.fields_of(seat) + held + place]
            yield {"id": bounds.name, "name": name, "seat": seat, "value": value, "most": most}


def _values(state: State, lang: str, names: Sequence[str]) -> Iterator[Data]:
    """Fields that a scenario may give: shared ones, those of seats, and those of pieces (`kind`)."""
    v = state.game.program.vocabulary
    pieces = {each.name for each in v.domains.values() if each.kind == "piece"}
    for field in v.fields.values():
        if field.hidden or field.name in {"held", "filled"} or field.size > MOST_PLACES:
            continue
        kind = field.index[0].domain if len(field.index) == 1 and not field.per_seat else ""
        kind = kind if kind in pieces else ""
        name = state.game.glossary.title("fields", field.name, lang)
        row: Data = {
            "id": field.name.removeprefix(f"{kind}."), "name": name.removeprefix(f"{kind}."), "kind": kind,
            "index": [_choices(state, each, lang, names) for each in field.index],
            "choices": _choices(state, field.type, lang, names) if v.finite(field.type) else None,
        }  # fmt: skip
        for seat in range(state.n) if field.per_seat else (None,):
            start = field.offset + (0 if seat is None else v.fields_of(seat))
            yield {**row, "seat": seat, "now": _now(state, field, start)}


def _now(state: State, field: Field, place: int, axis: int = 0) -> Any:
    """The values of a field, by the keys of its indices."""
    v = state.game.program.vocabulary
    if axis == len(field.index):
        return v.written_value(field.type, state.v[place])
    kind = field.index[axis]
    members = [member for member in v.members(kind) if _plays(state, kind, member)]
    first = v.members(kind)[0]
    return {
        str(v.written_value(kind, member)): _now(state, field, place + (member - first) * field.strides[axis], axis + 1)
        for member in members
    }


def _zones(state: State, lang: str, names: Sequence[str]) -> Iterator[Data]:
    """The lists that pieces may lie in, each with its way to it."""
    v, glossary = state.game.program.vocabulary, state.game.glossary
    for zone in v.zones.values():
        for seat in range(state.n) if zone.per_seat else (None,):
            slot = zone.slot + (0 if seat is None else v.zones_of(seat))
            paths: list[tuple[int, list[Data]]] = [(slot, [])]
            for axis, kind in enumerate(zone.index):
                choices = _choices(state, kind, lang, names)
                paths = [
                    (at + number * zone.strides[axis], [*path, choice])
                    for at, path in paths
                    for number, choice in enumerate(choices)
                ]
            for at, path in paths:
                ids = v.domains[zone.kind].ids
                said = [glossary.title("zones", zone.name, lang), *(str(each["name"]) for each in path)]
                yield {
                    "id": zone.name, "name": ", ".join(said), "kind": zone.kind, "seat": seat,
                    "path": [each["id"] for each in path], "pieces": [ids[piece] for piece in state.z[at]],
                }  # fmt: skip


def _choices(state: State, kind: Type, lang: str, names: Sequence[str]) -> list[Data]:
    """The values of a finite type, as files write them and in words."""
    v, found = state.game.program.vocabulary, list[Data]()
    for member in (*([-1] if kind.optional else []), *v.members(kind)):
        if member >= 0 and not _plays(state, kind, member):
            continue
        key = v.written_value(kind, member)
        is_seat = kind.domain == "seat" and member >= 0
        name = names[member] if is_seat else state.game.glossary.member_value(kind, key, lang)
        found.append({"id": key, "name": name})
    return found


def _plays(state: State, kind: Type, member: int) -> bool:
    """Whether a value is there in a game of so many."""
    v = state.game.program.vocabulary
    return not (kind.domain == "seat" or kind.seats) or not state.n <= member < v.players[1]
