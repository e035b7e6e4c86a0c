"""The plain numbers of a state, for functions that work on any state. `State` adds the methods that play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleset_core.engine.game_info import GameInfo

PLAIN = (
    "a", "draws", "ended", "forced", "game", "kept", "n", "options", "past", "point", "queue", "script", "seat", "settings", "sim",
    "stack", "stage", "steps", "streams", "v", "z",
)  # fmt: skip
"""What a state holds outside of the core."""


class StateData:
    """The numbers of a state; see `State`. Names are short where generated code and hot loops use them.

    ========  ======================================================================================================
    name      what it holds
    ========  ======================================================================================================
    v         values: every field and amount, shared ones first, then a block for each seat. A member of a set is its place
              in the set, none is -1. Where a value lies is known when the game is loaded.
    z         zones: lists of pieces
    n         the number of players
    a         the answer to the question that was asked last: an option, or -1 before the first
    sim       the values and zones from before a simultaneous choice, which other seats still see; None outside of one
    stack     what is still to be done: frames (see `compile.lowering`)
    queue     what events queued
    streams   the random streams; `draws`: what they gave since the last `apply`
    forced    seats and options that were taken without asking, since the last `apply`
    script    what the next draws of a stream give instead, in scenarios; None outside
    seat      who is asked, -1 after the end; `point`: at which question; `options`: what is offered
    settings  the options of the game that were chosen before it began
    stage     the phase in progress, by its number
    steps     steps of effects run since the last `apply`, against endless loops
    ended     whether the rules have ended the game
    past      how the state came about: a chain of the options taken
    kept      what the executor keeps with it
    ========  ======================================================================================================

    A clone copies these lists and nothing else.
    """

    __slots__ = PLAIN

    game: GameInfo
    v: list[int]
    z: list[list[int]]
    stack: list[tuple[Any, ...]]
    queue: list[tuple[Any, ...]]
    streams: list[int]
    draws: list[int]
    forced: list[int]
    script: dict[int, list[int]] | None
    options: list[int]
    settings: tuple[int, ...]
    seat: int
    point: int
    stage: int
    a: int
    n: int
    ended: int
    steps: int
    past: Any
    kept: object
    sim: tuple[list[int], list[list[int]]] | None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.options

    @property
    def phase(self) -> str:
        """The phase in progress, by its name in the data."""
        return self.game.phase_names[self.stage]

    @property
    def simultaneous(self) -> bool:
        """Whether seats are choosing at the same time, not seeing each other's choices."""
        return self.sim is not None


def finish(s: StateData) -> None:
    """Nothing is left to do: the game is over, and nobody chooses any more."""
    s.seat = -1
    s.options = []
    s.sim = None
