"""A game like the one on the table, played at random before: what it usually looks like, so that the screen can be laid out for it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
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
SEED: Final = 1


def rehearsed(at: Place, viewer: int) -> list[Scene]:
    """What a viewer sees at some moments of a game with as many players and the same options; it is the same every time.

    It is another game than the one on the table, so it tells nothing of that.
    """
    return [
        scene_of(
            at.game, state.observe(viewer), at.lang, at.names,
            state.options if state.seat == viewer else (), scores_of(state, viewer),
        )
        for state in _moments(at.session, viewer)
    ]  # fmt: skip


def _moments(session: Session, viewer: int) -> Iterator[State]:
    """Some states of the game, spread over it: each before a decision of the viewer where one follows."""
    header = session.header
    try:
        length = sum(1 for _ in _played(session.game.new(len(header.seats), SEED, header.options)))
        wanted = [length * place // MOMENTS for place in range(1, MOMENTS + 1)]
        for place, state in enumerate(_played(session.game.new(len(header.seats), SEED, header.options))):
            if wanted and place >= wanted[0] and (state.seat == viewer or place >= length - 1):
                wanted.pop(0)
                yield state
    except BrokenRuleError:  # told when it happens in the game that is played
        return


def _played(state: State) -> Iterator[State]:
    """A game from decision to decision, played at random."""
    chance = Random(SEED)
    for _ in range(LONGEST):
        if state.over:
            break
        yield state
        state.apply(chance.choice(state.options))
