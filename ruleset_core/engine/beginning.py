"""What a game begins with: its values and pieces, and the options it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruleset_core.engine.arguments import number_of, shown_number
from ruleset_core.engine.broken import told
from ruleset_core.engine.state import State
from ruleset_core.errors import OptionError
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.tells import AT, indices
from ruleset_core.lang.words import there
from ruleset_core.model.diagnostic import did_you_mean

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.vocabulary import Vocabulary


def seats_of(game: Game, players: int | None) -> int:
    """The number of seats of a game of so many players, by default the least. Raises OptionError."""
    low, high = game.players
    seats = low if players is None else players if players.__class__ is int else number_of("players", players)
    if not low <= seats <= high:
        span = f"{low} players" if low == high else f"{low} to {high} players"
        raise OptionError(f"{game.title()} is for {span}, not for {shown_number(seats)}", ("players",))
    return seats


def prepare(game: Game, seats: int) -> State:
    """A state before anything has happened, to be copied: options as they are if nothing is said, and no streams yet."""
    v = game.program.vocabulary
    state = State.__new__(State)
    state.game = game
    state.v = _values(v, v.shared_size, per_seat=False) + _values(v, v.seat_size, per_seat=True) * seats
    state.z = [[] for _ in range(v.zones_of(seats))]
    for zone in v.zones.values():
        if zone.start == "all":
            size, at = v.domains[zone.kind].size, v.fields[f"{zone.kind}.at"].offset
            state.z[zone.slot] = list(range(size))
            state.v[at : at + size] = [zone.slot] * size
    state.stack, state.queue, state.draws, state.options, state.forced = [], [], [], [], []
    state.script = state.sim = state.past = state.kept = None
    state.settings = settings(game, {}, seats)
    state.seat = state.a = -1
    state.point = state.stage = state.ended = state.steps = state.since = 0
    state.n, state.streams = seats, []
    return state


def _values(v: Vocabulary, size: int, *, per_seat: bool) -> list[int]:
    values = [0] * size
    for field in v.fields.values():
        if field.per_seat == per_seat:
            values[field.offset : field.offset + field.size] = field.start
    return values


def worked_out(blank: State) -> list[int]:
    """The values of a blank state, those among them that the data works out; each knows those before it.

    Raises:
        BrokenRuleError: one has no meaning, or lies outside what its field may hold.
    """
    game, s = blank.game, blank.clone()
    v, interpreter = game.program.vocabulary, game.interpreter
    for start in game.program.starts:
        field = start.field
        try:
            for seat in range(s.n) if field.per_seat else (-1,):
                first = v.fields_of(seat) if field.per_seat else 0
                for place in range(field.size):
                    env = {"me": seat, **dict(zip(AT, indices(field, place), strict=False))}
                    value = interpreter.amount(start.value, s, env, start.origin)
                    s.v[first + field.offset + place] = interpreter.held(field, value)
        except BrokenRule as broken:
            broken.note(start.origin)
            raise told(s, broken) from None
    return s.v


def settings(game: Game, options: Mapping[str, object], players: int) -> tuple[int, ...]:
    """The values of a game's options, chosen by name.

    Raises:
        OptionError: an option or a value that the game does not have.
    """
    v = game.program.vocabulary
    for name in options:
        if name not in v.options:
            close = did_you_mean(str(name), list(v.options)) or list(v.options)
            known = f"; it has: {', '.join(close)}" if close else "; it has none"
            raise OptionError(f"{game.title()} has no option `{name}`{known}", ("options", name))
    found = []
    for name, option in v.options.items():
        values = {text: v.members(option.type)[place] for place, text in there(v, option.type, players)}
        given = options.get(name)
        text = str(given).lower() if isinstance(given, bool) else str(given)
        if given is not None and text not in values:
            message = f"option `{name}` cannot be `{text}`; it is one of: {', '.join(values)}"
            raise OptionError(message, ("options", name))
        found.append(option.default if given is None else values[text])
    return tuple(found)
