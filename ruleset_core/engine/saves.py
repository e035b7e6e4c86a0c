"""States as plain data and back: saved states, checked as a whole, and the positions that scenarios give and compare.

>>> from ruleset_core import load
>>> game = load("pig")
>>> data = game.new(players=2, seed=4).to_json()
>>> data["v"], data["streams"], data["options"], data["stack"]
([4, 4, 0, 0, 0, 0, 0, 0, 0], [5033676353070456003], [0, 1], [[6, 0]])
>>> data["v"][0] = 7                                            # a die has no seven
>>> game.from_json(data)
Traceback (most recent call last):
ruleset_core.errors.SaveError: the saved state is damaged: `face` cannot be 7

A save comes from a file that anybody may have edited, and the executors take for granted that members exist and that every piece
lies in one place. So it is checked as a whole before a state is filled. `hash` and `layout` say which data and which version
of this package the numbers belong to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.analysis.control_flow import successors
from ruleset_core.diagnostics import unknown_name_help
from ruleset_core.engine.game_source import memoized
from ruleset_core.engine.observation import observe
from ruleset_core.engine.visible_figures import plain_value
from ruleset_core.errors import OptionError, SaveError
from ruleset_core.lang.expected_views import HIDDEN, KNOWN, ExpectedValue, ExpectedViewReader
from ruleset_core.lang.runtime import GREATEST, LEAST
from ruleset_core.lang.situations import (
    Path,
    SituationKnowledge,
    SituationPieces,
    SituationReader,
    ValueMistake,
    members_in_play,
    read_value,
    scripted_draws,
)
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.visibility import forget, knowledge_field
from ruleset_core.lang.vocabulary import Field

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.game_info import GameInfo
    from ruleset_core.engine.state import State
    from ruleset_core.engine.state_data import StateData
    from ruleset_core.lang.program import Program


# Whether the numbers of a saved state are values that a game may hold: members that exist, amounts within their
# bounds.


def invalid_values(state: StateData, values: list[int]) -> Iterator[str]:
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


def _may_hold(state: StateData, field: Field, value: int) -> bool:
    kind = field.name.partition(".")[0]
    if knowledge_field(state.game.program.vocabulary, kind) is field:
        return 0 <= value < 1 << state.n
    return fits_type(state, field.type, value)


def fits_type(state: StateData, kind: Type, value: int) -> bool:
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


def _called(state: StateData, field: Field, place: int, seat: int) -> str:
    """A value by the names of the data: `life[green]` of seat 1."""
    v, names = state.game.program.vocabulary, []
    for kind, stride in zip(field.index, field.strides, strict=True):
        number, place = divmod(place, stride)
        names.append(v.formatted_values(kind)[number])
    whose = f" of seat {seat}" if seat >= 0 else ""
    return f"`{field.name}" + (f"[{', '.join(names)}]" if names else "") + f"`{whose}"


def fits_local(state: StateData, kind: Type, value: Any) -> bool:
    """Whether a value of a frame may be of a type; -1 stands for what is not known yet."""
    if isinstance(value, tuple):
        return all(fits_local(state, kind, each) for each in value)
    return value == -1 or (LEAST <= value <= GREATEST if kind.kind == "int" else fits_type(state, kind, value))


# States as plain data and back. What is read is checked as a whole before anything is made of it.

PLAIN = ("seat", "point", "stage", "a", "n", "ended")
LISTS = ("v", "streams", "draws", "options")


@memoized
def save_layout(game: GameInfo) -> str:
    """A hash of what the numbers of a saved state mean beside the data: where values and pieces lie, and what frames and options are."""
    program, v = game.program, game.program.vocabulary
    found = [
        *((field.name, field.offset, field.strides, field.size) for field in v.fields.values()),
        *((zone.name, zone.slot, zone.strides, zone.size) for zone in v.zones.values()),
        *((each.name, each.base, each.size, each.stops) for each in v.decisions.values()),
        *((each.name, each.place) for each in v.options.values()),
        (v.shared_size, v.seat_size, v.shared_zones, v.seat_zones, program.streams, program.phase_names),
        *(
            (
                node.locals,
                *map(str, node.kinds),
                type(node.end).__name__,
                successors(node),
                [type(each).__name__ for each in node.statements],
            )
            for node in program.blocks
        ),
    ]
    return blake2b(repr(found).encode(), digest_size=8).hexdigest()


def to_json(state: StateData) -> dict[str, Any]:
    """The whole state as plain data."""
    data: dict[str, Any] = {"game": state.game.name, "hash": state.game.hash, "layout": save_layout(state.game)}
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


def seats_in(game: GameInfo, data: Mapping[str, Any]) -> int:
    """How many play in a saved state of a game. Raises SaveError where it is of another game, or of other data."""
    if data.get("game") != game.name:
        raise SaveError(f"this is not a saved state of {game.title()}")
    if data.get("hash") != game.hash:
        raise SaveError(
            f"this state was saved with other data of {game.title()}; load it with the data it was saved with"
        )
    if data.get("layout") != save_layout(game):
        raise SaveError("this state was saved by another version of ruleset; records of games can still be replayed")
    seats = data.get("n")
    if not isinstance(seats, int) or not game.players[0] <= seats <= game.players[1]:
        raise SaveError("the saved state is damaged: the number of players is wrong")
    return seats


def read_into(state: StateData, data: Mapping[str, Any]) -> None:
    """Fill a blank state of as many seats out of plain data. Raises SaveError where this is damaged."""
    game = state.game
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


def _zones(data: Any, count: int) -> list[list[int]]:
    if not isinstance(data, list) or len(data) != count or not all(isinstance(zone, list) for zone in data):
        raise SaveError("the saved state is damaged: `z`")
    return [[_number(piece) for piece in zone] for zone in data]


def _frames(game: GameInfo, data: Any) -> list[tuple[Any, ...]]:
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
            or not 0 <= block < len(game.program.blocks)
            or len(frame) != len(game.program.blocks[block].locals) + 1
        ):
            raise SaveError("the saved state is damaged: a frame does not fit the rules")
        frames.append(frame)
    return frames


def _plausible(game: GameInfo, state: StateData) -> None:
    """What the executors take for granted."""
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


def _sound(state: StateData, values: list[int]) -> None:
    for problem in invalid_values(state, values):
        raise SaveError(f"the saved state is damaged: {problem}")


def _drawn(state: StateData) -> bool:
    """Whether the random outcomes are ones that the streams may give."""
    triples = zip(state.draws[::3], state.draws[1::3], state.draws[2::3], strict=True)
    return all(0 <= stream < len(state.streams) and 0 <= found < size for stream, size, found in triples)


def _asked(game: GameInfo, state: StateData) -> bool:
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


def _fits_locals(game: GameInfo, state: StateData, frame: tuple[Any, ...]) -> bool:
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


def _settled(game: GameInfo, state: StateData) -> bool:
    """Whether the options the game was begun with have values they may have."""
    v = game.program.vocabulary
    return all(
        state.settings[each.place]
        in {v.members(each.type)[place] for place, _ in members_in_play(v, each.type, state.n)}
        for each in v.options.values()
    )


def _placed(game: GameInfo, state: StateData, zones: list[list[int]], *, known: bool = True) -> bool:
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


def _before(game: GameInfo, state: StateData, data: Any) -> tuple[list[int], list[list[int]]] | None:
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


# Positions for scenarios: a state built from what a scenario gives, and a comparison of what a seat sees with what is expected.

# States in the middle of a game, described in the game's words: what scenarios begin with.

SETUP = "setup"
"""The phase that is played before a scenario changes anything."""


def start_at(
    game: Game, phase: str | None, players: int | None = None, seed: int | None = None,
    options: Mapping[str, object] | None = None, given: Mapping[str, Any] | None = None,
    script: Mapping[str, Sequence[object]] | None = None,
) -> State:  # fmt: skip
    """A state in the middle of a game, as in scenarios: set up, changed as `given`, then begun at a phase.

    Args:
        game: the game played.
        phase: where to begin; from the beginning if left out.
        players: see `Game.new`.
        seed: see `Game.new`.
        options: see `Game.new`.
        given: fields, resources, zones and pieces in the game's words.
        script: outcomes to be drawn next, by field rolled or zone shuffled, as data writes them.
    """
    state = set_up(game, phase, players, seed, options)
    give(state, given or {})
    script_draws(state, script or {})
    return enter_phase(state, phase)


def set_up(
    game: Game, phase: str | None, players: int | None, seed: int | None, options: Mapping[str, object] | None
) -> State:
    """Internal: The state that `start_at` changes: after the setup if a phase is named, else before anything has happened."""
    state, program = game.blank(players, seed, options), game.program
    if phase is None:
        return state
    if phase not in program.phase_names:
        advice = unknown_name_help(phase, program.phase_names, "phases")
        raise OptionError(f"{game.title()} has no phase `{phase}`; {advice}", ("phase",))
    if phase != SETUP and f"phase {SETUP}" in program.procedures:
        state.stack.append((program.procedures[f"phase {SETUP}"].entry, -1))
        _begin(state)
        while not state.over:
            game.take(state, state.options[0])
        state.draws.clear()
        state.ended = 0
    return state


def enter_phase(state: State, phase: str | None) -> State:
    """Internal: Begin a phase, or the game, with a state as it stands. The same state, at its first decision."""
    game, program = state.game, state.game.program
    if phase is None:
        state.stack = [(program.procedures["flow"].entry, -1)]
        return _begin(state)
    number = program.phase_names.index(phase)
    top = _top(game, number)
    state.stack = [_entering(program, program.phase_after[top]), _entering(program, program.phase_entry[number])]
    return _begin(state)


def _begin(state: State) -> State:
    """Go on up to the first decision. From there the state can be played again."""
    state.game.run(state)
    state.past, state.kept = state.clone(), None
    return state


def _entering(program: Program, number: int) -> tuple[int, ...]:
    """A frame for a block of the flow: nobody acts yet, and nothing is counted yet."""
    return (number, *([-1] * len(program.blocks[number].locals)))


def _top(game: Game, number: int) -> int:
    """The phase of the flow that holds a phase: phases are numbered in the order of the flow."""
    return max(top for top in game.program.top_phases if top <= number)


def script_draws(state: State, script: Mapping[str, Any]) -> None:
    """Internal: Fix what is drawn next, by stream."""
    program = state.game.program
    found: dict[int, list[int]] = {}
    for name, outcomes in script.items():
        if name not in program.streams:
            advice = unknown_name_help(str(name), program.streams, "random")
            raise OptionError(f"nothing random is called `{name}`; {advice}", ("script", name))
        values = found[program.streams.index(name)] = []
        for each in scripted_draws(program.vocabulary, state.n, name, outcomes):
            if isinstance(each, ValueMistake):
                raise OptionError(str(each), ("script", *each.path))
            values.append(each)
    state.script = found or None


def give(state: State, given: Mapping[str, Any]) -> None:
    """Internal: Put described values into a state."""
    for each in SituationReader(state.game.program.vocabulary, state.n).read(given):
        if isinstance(each, ValueMistake):
            raise OptionError(str(each), ("given", *each.path))
        if isinstance(each, SituationPieces):
            _lay(state, each)
            continue
        if isinstance(each, SituationKnowledge):
            state.v[each.place] |= 1 << each.seat
            continue
        state.v[each.place] = each.value
        if each.filled >= 0:
            state.v[each.filled] = max(each.value, state.v[each.filled])


def _lay(state: State, what: SituationPieces) -> None:
    v = state.game.program.vocabulary
    at = v.fields[f"{what.zone.kind}.at"].offset
    for piece in state.z[what.slot]:
        state.v[at + piece] = -1
    state.z[what.slot] = []
    for piece in what.pieces:
        old = state.v[at + piece]
        if old >= 0:
            state.z[old].remove(piece)
        state.z[what.slot].append(piece)
        state.v[at + piece] = what.slot
    if (seen := knowledge_field(v, what.zone.kind)) is not None:
        forget(state, seen.offset, seen.strides[0], list(what.pieces))


# Compares what a seat sees with what a scenario expects it to see.

_BLANK: Final = object()
_SHOWN: Final = 8
"""Most pieces of a list that a message names."""


@dataclass(frozen=True, slots=True)
class SightMismatch:
    """Something that a seat does not see as expected, or that cannot be expected.

    Attributes:
        path: where the expectation stands in what was written.
        message: what was expected and what was found.
        advice: what may have been meant.
    """

    path: Path
    message: str
    advice: str = ""


def sight_mismatches(state: StateData, seat: int, expected: Any) -> Iterator[SightMismatch]:
    """What a seat sees otherwise than expected. Fields, resources, zones and pieces are named as scenarios do."""
    seen = observe(state, seat, _BLANK)
    if not state.over and state.simultaneous and state.seat != seat:
        seen["to_act"] = _BLANK
    told: set[Path] = set()
    for wish in ExpectedViewReader(state.game.program.vocabulary, state.n).read(expected):
        if isinstance(wish, ValueMistake):
            yield SightMismatch(wish.path, wish.message, wish.advice)
            continue
        found: Any = seen
        for key in wish.where:
            found = found[key]
        if isinstance(wish.kind, Type):
            shown: Any = HIDDEN if found is _BLANK else found
            wanted, fine = _value(state, wish, wish.kind, found)
        else:
            shown = _pieces(found)
            if isinstance(wish.given, dict) and "hints" in wish.given and not isinstance(found, list):
                shown = {"hints": found.get("hints", [])}
            wanted, fine = wish.given, _zone(wish.given, found, _pieces(found))
        if not fine and wish.path not in told:
            told.add(wish.path)  # one word may stand for many places; the first that differs will do
            message = f"expected seat {seat} to see {wish.said} as {_yaml_text(wanted)}, found {_yaml_text(shown)}"
            yield SightMismatch(wish.path, message)


def _value(state: StateData, wish: ExpectedValue, kind: Type, found: Any) -> tuple[Any, bool]:
    """What is expected of a value, and whether it is so."""
    if wish.given in (HIDDEN, KNOWN):
        return wish.given, (found is _BLANK) == (wish.given == HIDDEN)
    v = state.game.program.vocabulary
    wanted = plain_value(v, kind, read_value(v, state.n, kind, wish.given, wish.said))
    return wanted, found is not _BLANK and found == wanted


def _zone(given: Any, found: Any, pieces: list[str]) -> bool:
    """Whether a list of pieces is seen as expected; one whose pieces all may see is never hidden."""
    if given == HIDDEN:
        return not isinstance(found, list) and all(piece == HIDDEN for piece in pieces)
    if given == KNOWN:
        return HIDDEN not in pieces
    if isinstance(given, int):
        return len(pieces) == given
    if isinstance(given, dict):
        top = pieces[-1] if pieces else None
        if "hints" in given and given["hints"] != ([] if isinstance(found, list) else found.get("hints", [])):
            return False
        return given.get("count", len(pieces)) == len(pieces) and ("top" not in given or _alike(given["top"], top))
    return len(pieces) == len(given) and all(map(_alike, given, pieces))


def _alike(given: str, piece: str | None) -> bool:
    return piece == given or (given == KNOWN and piece not in {None, HIDDEN})


def _pieces(found: Any) -> list[str]:
    """The pieces of a list as a seat sees it, from first to last, those that it does not know in their places."""
    if isinstance(found, list):
        return found
    known = found.get("known", [])
    seen = found.get("seen") or [*known, *[None] * (found["count"] - len(known))]
    pieces = [HIDDEN if piece is None else piece for piece in seen]
    return [*pieces[:-1], found["top"]] if "top" in found else pieces


def _yaml_text(value: Any) -> str:
    """A value as YAML writes it, long lists cut short."""
    if isinstance(value, list | tuple):
        shown = [*map(str, value[:_SHOWN]), *(["..."] if len(value) > _SHOWN else [])]
        return f"[{', '.join(shown)}]" + (f" ({len(value)})" if len(value) > _SHOWN else "")
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {inner}" for key, inner in value.items()) + "}"
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
