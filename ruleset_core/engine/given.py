"""States in the middle of a game, described in the game's words: what scenarios begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.history import begun
from ruleset_core.errors import OptionError
from ruleset_core.lang.given import Given, Lay, rolled
from ruleset_core.lang.given_knows import Know
from ruleset_core.lang.knowledge import forget, seen_field
from ruleset_core.lang.words import Mistake
from ruleset_core.model.diagnostic import hint

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.program import Program

SETUP = "setup"
"""The phase that is played before a scenario changes anything."""


def start_at(
    game: Game, phase: str | None, players: int | None, seed: int | None, options: Mapping[str, object],
    given: Mapping[str, Any], script: Mapping[str, Sequence[object]],
) -> State:  # fmt: skip
    """See `Game.start_at`."""
    state = game.blank(players, seed, options)
    program = game.program
    if phase is None:
        _give(state, given)
        _script(state, script)
        state.stack.append((program.procedures["flow"].entry, -1))
        return _begin(state)
    if phase not in program.phase_names:
        advice = hint(phase, program.phase_names, "phases")
        raise OptionError(f"{game.title()} has no phase `{phase}`; {advice}", ("phase",))
    if phase != SETUP and f"phase {SETUP}" in program.procedures:
        state.stack.append((program.procedures[f"phase {SETUP}"].entry, -1))
        _begin(state)
        while not state.over:
            state.apply(state.options[0])
        state.draws.clear()
        state.ended = 0
    _give(state, given)
    _script(state, script)
    number = program.phase_names.index(phase)
    top = _top(game, number)
    entry = program.phase_entry[number]
    state.stack = [_entering(program, program.phase_after[top]), _entering(program, entry)]
    return _begin(state)


def _begin(state: State) -> State:
    """Go on up to the first decision. From there the state can be played again."""
    fresh = state.clone()
    try:
        state.game.run(state)
    except Exception as error:  # noqa: BLE001 - what is no broken rule is raised again
        begun(state, fresh, error)
    state.past, state.kept, state.since = state.clone(), None, 0
    return state


def _entering(program: Program, number: int) -> tuple[int, ...]:
    """A frame for a block of the flow: nobody acts yet, and nothing is counted yet."""
    return (number, *([-1] * len(program.blocks[number].locals)))


def _top(game: Game, number: int) -> int:
    """The phase of the flow that holds a phase: phases are numbered in the order of the flow."""
    return max(top for top in game.program.top_phases if top <= number)


def _script(state: State, script: Mapping[str, Any]) -> None:
    program = state.game.program
    found: dict[int, list[int]] = {}
    for name, outcomes in script.items():
        if name not in program.streams:
            advice = hint(str(name), program.streams, "random")
            raise OptionError(f"nothing random is called `{name}`; {advice}", ("script", name))
        values = found[program.streams.index(name)] = []
        for each in rolled(program.vocabulary, state.n, name, outcomes):
            if isinstance(each, Mistake):
                raise OptionError(str(each), ("script", *each.path))
            values.append(each)
    state.script = found or None


def _give(state: State, given: Mapping[str, Any]) -> None:
    """Put described values into a state."""
    for each in Given(state.game.program.vocabulary, state.n).read(given):
        if isinstance(each, Mistake):
            raise OptionError(str(each), ("given", *each.path))
        if isinstance(each, Lay):
            _lay(state, each)
            continue
        if isinstance(each, Know):
            state.v[each.place] |= 1 << each.seat
            continue
        state.v[each.place] = each.value
        if each.filled >= 0:
            state.v[each.filled] = max(each.value, state.v[each.filled])


def _lay(state: State, what: Lay) -> None:
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
    if (seen := seen_field(v, what.zone.kind)) is not None:
        forget(state, seen.offset, seen.strides[0], list(what.pieces))
