"""States as plain data and back. What is read is checked as a whole before anything is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.sound import fits_local, unsound
from ruleset_core.errors import SaveError
from ruleset_core.lang.words import there

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State

PLAIN = ("seat", "point", "stage", "a", "n", "ended")
LISTS = ("v", "streams", "draws", "options")


def to_json(state: State) -> dict[str, Any]:
    """The whole state as plain data."""
    data: dict[str, Any] = {"game": state.game.name, "hash": state.game.hash, "code": state.game.code_hash}
    for name in PLAIN:
        data[name] = getattr(state, name)
    for name in LISTS:
        data[name] = list(getattr(state, name))
    data["settings"] = list(state.settings)
    data["z"] = [list(zone) for zone in state.z]
    data["stack"] = [_listed(frame) for frame in state.stack]
    data["queue"] = [_listed(frame) for frame in state.queue]
    data["sim"] = None if state.sim is None else [list(state.sim[0]), [list(zone) for zone in state.sim[1]]]
    return data


def _listed(frame: Any) -> Any:
    return [_listed(item) for item in frame] if isinstance(frame, tuple) else frame


def _tupled(item: Any, depth: int = 0) -> Any:
    if isinstance(item, list) and depth < 3:
        return tuple(_tupled(each, depth + 1) for each in item)
    return _number(item)


def _number(item: Any) -> int:
    if not isinstance(item, int) or isinstance(item, bool):
        raise SaveError("the saved state is damaged: a number is missing")
    return item


def _numbers(data: Mapping[str, Any], name: str) -> list[int]:
    found = data.get(name)
    if not isinstance(found, list):
        raise SaveError(f"the saved state is damaged: `{name}` is missing")
    return [_number(item) for item in found]


def from_json(game: Game, given: object) -> State:
    """A state out of plain data.

    Raises:
        SaveError: it is damaged, of another game, or of other data.
    """
    data: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    if data.get("game") != game.name:
        raise SaveError(f"this is not a saved state of {game.title()}")
    if data.get("hash") != game.hash:
        raise SaveError(
            f"this state was saved with other data of {game.title()}; load it with the data it was saved with"
        )
    if data.get("code") != game.code_hash:
        raise SaveError("this state was saved by another version of ruleset; records of games can still be replayed")
    seats = data.get("n")
    if not isinstance(seats, int) or not game.players[0] <= seats <= game.players[1]:
        raise SaveError("the saved state is damaged: the number of players is wrong")
    state = game.blank(seats, 0, {})
    sizes = {"v": len(state.v), "streams": len(state.streams), "settings": len(state.settings)}
    for name in (*LISTS, "settings"):
        values = _numbers(data, name)
        if name in sizes and len(values) != sizes[name]:
            raise SaveError(f"the saved state is damaged: `{name}` has {len(values)} values instead of {sizes[name]}")
        setattr(state, name, tuple(values) if name == "settings" else values)
    state.z = _zones(data.get("z"), len(state.z))
    for name in PLAIN:
        setattr(state, name, _number(data.get(name)))
    state.stack, state.queue = (_frames(game, data.get(name)) for name in ("stack", "queue"))
    _plausible(game, state)
    state.sim = _before(game, state, data.get("sim"))
    state.past, state.kept, state.since = state.clone(), None, 0
    return state


def _zones(data: Any, count: int) -> list[list[int]]:
    if not isinstance(data, list) or len(data) != count or not all(isinstance(zone, list) for zone in data):
        raise SaveError("the saved state is damaged: `z`")
    return [[_number(piece) for piece in zone] for zone in data]


def _frames(game: Game, data: Any) -> list[tuple[Any, ...]]:
    if not isinstance(data, list):
        raise SaveError("the saved state is damaged: `stack`")
    frames = []
    for item in data:
        if not isinstance(item, list) or not item:
            raise SaveError("the saved state is damaged: a frame")
        frame = _tupled(item)
        block = frame[0]
        if (
            not isinstance(block, int)
            or not 0 <= block < len(game.blocks)
            or game.blocks[block] is None
            or len(frame) != len(game.program.blocks[block].locals) + 1
        ):
            raise SaveError("the saved state is damaged: a frame does not fit the rules")
        frames.append(frame)
    return frames


def _plausible(game: Game, state: State) -> None:
    """What generated code takes for granted."""
    fine = (
        (-1 <= state.seat < state.n and (state.seat >= 0) == bool(state.options))
        and 0 <= state.stage < len(game.phase_names)
        and state.ended in {0, 1}
        and all(0 <= word < 2**64 for word in state.streams)
        and len(state.draws) % 3 == 0
        and _drawn(state)
        and -1 <= state.a < game.vocabulary_size
        and _asked(game, state)
        and all(game.program.blocks[frame[0]].answers is None for frame in [*state.stack[:-1], *state.queue])
        and all(_fits_locals(game, state, frame) for frame in [*state.stack, *state.queue])
        and _settled(game, state)
        and _placed(game, state, state.z)
    )
    if not fine:
        raise SaveError("the saved state is damaged: it contradicts itself")
    _sound(state, state.v)


def _sound(state: State, values: list[int]) -> None:
    for problem in unsound(state, values):
        raise SaveError(f"the saved state is damaged: {problem}")


def _drawn(state: State) -> bool:
    """Whether the random outcomes are ones that the streams may give."""
    triples = zip(state.draws[::3], state.draws[1::3], state.draws[2::3], strict=True)
    return all(0 <= stream < len(state.streams) and 0 <= found < size for stream, size, found in triples)


def _asked(game: Game, state: State) -> bool:
    """Whether the options answer the question that the uppermost frame waits for."""
    if not state.options:
        return not state.stack
    if not state.stack or not 0 <= state.point < len(game.options.decisions):
        return False
    decision, ask = game.options.decisions[state.point], game.program.blocks[state.stack[-1][0]].answers
    if ask is None or ask.decision is not decision or sorted(set(state.options)) != state.options:
        return False
    end = decision.base + decision.size + int(decision.stops)
    return all(decision.base <= option < end for option in state.options)


def _fits_locals(game: Game, state: State, frame: tuple[Any, ...]) -> bool:
    """Whether the values of a frame are of the right shape: lists that are gone through, seats, numbers."""
    block = game.program.blocks[frame[0]]
    for name, kind, value in zip(block.locals, block.kinds, frame[1:], strict=True):
        if isinstance(value, tuple) != name.startswith("_list"):
            return False
        if not fits_local(state, kind, value):
            return False
        if name == "me" and not -1 <= value < state.n:
            return False
    return True


def _settled(game: Game, state: State) -> bool:
    """Whether the options the game was begun with have values they may have."""
    v = game.program.vocabulary
    return all(
        state.settings[each.place] in {v.members(each.type)[place] for place, _ in there(v, each.type, state.n)}
        for each in v.options.values()
    )


def _placed(game: Game, state: State, zones: list[list[int]], *, known: bool = True) -> bool:
    """Whether every piece lies in one place of its own kind, and (`known`) is known to lie there."""
    v = game.program.vocabulary
    places = {kind: [-1] * v.domains[kind].size for kind in {zone.kind for zone in v.zones.values()}}
    for zone in v.zones.values():
        bases = [v.zones_of(seat) for seat in range(state.n)] if zone.per_seat else [0]
        for slot in (base + zone.slot + place for base in bases for place in range(zone.size)):
            for piece in zones[slot]:
                if not 0 <= piece < len(places[zone.kind]) or places[zone.kind][piece] >= 0:
                    return False
                places[zone.kind][piece] = slot
    if not known:
        return True
    starts = {kind: v.fields[f"{kind}.at"].offset for kind in places}
    return all(state.v[starts[kind] : starts[kind] + len(found)] == found for kind, found in places.items())


def _before(game: Game, state: State, data: Any) -> tuple[list[int], list[list[int]]] | None:
    """What seats see of each other while they choose at the same time."""
    if data is None:
        return None
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[0], list) or len(data[0]) != len(state.v):
        raise SaveError("the saved state is damaged: `sim`")
    values, zones = [_number(item) for item in data[0]], _zones(data[1], len(state.z))
    if not _placed(game, state, zones, known=False):
        raise SaveError("the saved state is damaged: `sim`")
    _sound(state, values)
    return values, zones
