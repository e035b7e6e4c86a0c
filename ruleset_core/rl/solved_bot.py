"""A bot that plays what counterfactual regret minimization found, in games of two that are small enough: the baseline `cfr+` of the benchmark.

It looks up what its seat sees (`State.numbers`), so what it has seen before must show in that, as bets on the table do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

from ruleset_core import Game, State
from ruleset_core.play.bots import Stream
from ruleset_core.rl.chance_positions import ChancePosition
from ruleset_core.rl.solving import SEATS, Solver, game_tree

ITERATIONS: Final = 1000
PARTS: Final = 1 << 20
"""Chances are told in so many parts."""
Seen: TypeAlias = tuple[int, bytes]


def seen_by(state: State) -> Seen:
    """What the seat that decides sees, to look up."""
    return state.seat, state.numbers(state.seat).tobytes()


@lru_cache(maxsize=4)
def solution(game: Game) -> dict[Seen, dict[int, float]]:
    """How often to give which answer, by what a seat sees.

    Raises:
        OptionError: the game is not for two.
        TooLargeError: it is too large.
    """
    tree, found = game_tree(game), dict[Seen, dict[int, float]]()
    solver = Solver(tree)
    for _ in range(ITERATIONS):
        solver.step()
    answers = {(row["seat"], row["knows"]): row["answers"] for row in solver.strategy()}
    left = [ChancePosition.begin(game, SEATS, None)]
    while left:
        position = left.pop()
        state, draw = position.state, position.draw
        if draw is not None:
            left += map(position.after, draw.outcomes)
        elif state is not None and state.options:
            words = answers[state.seat, position.information(state.seat)]
            found.setdefault(seen_by(state), {game.option_of(word): chance for word, chance in words.items()})
            left += map(position.after, state.options)
    return found


class SolvedBot:
    """Gives each answer as often as was found to be best."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, state: State) -> int:
        """One of the options."""
        chances: dict[int, Any] = solution(state.game)[seen_by(state)]
        left = self._stream.pick(range(PARTS)) / PARTS
        for option, chance in chances.items():
            left -= chance
            if left < 0:
                return option
        return max(chances, key=lambda option: chances[option])
