"""A game like the one on the table, played at random before: what it usually looks like, so that the screen can be laid out for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import thread_time
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError
from ruleset_core.cli.playing.draw import scene_of
from ruleset_core.table.seen import scores_of

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.cli.playing.place import Place
    from ruleset_core.record import Session
    from ruleset_core.scenes.nodes import Scene

__all__ = ["rehearsed"]

MOMENTS: Final = 10
"""So many moments of the game are looked at."""
LONGEST: Final = 1500
"""Of a longer game, this many decisions are played."""
PLAYED: Final = 0.5
"""CPU seconds after which no further decision is played: the moments are then of the beginning of a game."""
LOOKED: Final = 0.8
"""CPU seconds after which no further moment is looked at, so that all of it takes less than one second."""
SEED: Final = 1


def rehearsed(at: Place, viewer: int, clock: Callable[[], float] = thread_time) -> list[Scene]:
    """What a viewer sees at some moments of a game with as many players and the same options.

    It is another game than the one on the table, so it tells nothing of that. It is the same every time, unless the game is so
    expensive that time runs out: then the moments are those of the decisions that were played, and the last ones are looked at.
    `clock` tells CPU seconds.
    """
    began = clock()
    states = _played(at.session, lambda: clock() - began < PLAYED)
    scenes: list[Scene] = []
    for state in reversed(_moments(states, viewer)):
        if scenes and clock() - began >= LOOKED:
            break
        options = state.options if state.seat == viewer else ()
        scores = scores_of(state, viewer)
        scenes.append(scene_of(at.game, state.observe(viewer), at.lang, at.names, options, scores))
    return scenes[::-1]


def _moments(states: Sequence[State], viewer: int) -> list[State]:
    """Some states of a game, spread over it: each before a decision of the viewer where one follows."""
    length, before = len(states), -1
    found: list[State] = []
    for place in range(1, MOMENTS + 1):
        wanted = max(length * place // MOMENTS, before + 1)
        follow = (each for each in range(wanted, length) if states[each].seat == viewer or each == length - 1)
        before = next(follow, length)
        found += states[before : before + 1]
    return found


def _played(session: Session, goes_on: Callable[[], bool]) -> list[State]:
    """A game from decision to decision, played at random for as long as it may go on."""
    header, chance = session.header, Random(SEED)
    found: list[State] = []
    try:
        state = session.game.new(len(header.seats), SEED, header.options)
        while not state.over and len(found) < LONGEST and (not found or goes_on()):
            found.append(state.clone())
            state.apply(chance.choice(state.options))
    except BrokenRuleError:  # told when it happens in the game that is played
        pass
    return found
