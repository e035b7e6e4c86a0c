"""What many games at once gain, and what counting costs: `python -m tests.bench.bulk`.

Games of `easy` within the core are measured beside the same games, in which bots are asked one by one; random games whose cards are counted beside
such as are not. All in turns, so that a busy machine slows both.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

from ruleset_core import Game, core_of, load
from ruleset_core.play.bots import make_bot

GAMES = ("troyes_dice", "troyes", "tournay")
PLAYERS, ROUNDS = 4, 3


@dataclass(frozen=True, slots=True)
class Share:
    """How long one thing takes, in seconds a game, and how many times as long the other takes."""

    seconds: float
    times: float


def beside(one: Callable[[int], object], other: Callable[[int], object], games: int) -> Share:
    """Two things measured in turns; each is told the number of the first of so many games."""
    spent = [0.0, 0.0]
    for number in range(ROUNDS + 1):
        if number == 1:
            spent = [0.0, 0.0]  # the first round was for what is made once
        for place, each in enumerate((one, other)):
            begun = process_time()
            each(number * games)
            spent[place] += process_time() - begun
    return Share(spent[0] / (ROUNDS * games), spent[1] / max(1e-9, spent[0]))


def one_by_one(game: Game, number: int) -> None:
    """A game of `easy`, each bot being asked for each of its decisions."""
    state = game.new(PLAYERS, 1, game=number)
    bots = [make_bot("easy", 1, seat, game=number) for seat in range(PLAYERS)]
    while not state.over:
        state.apply(bots[state.seat].choose(state))


def thinking(game: Game, games: int = 3) -> Share:
    """Games of `easy` within the core, and one by one."""
    core, policies = core_of(game), ["easy"] * PLAYERS
    return beside(
        lambda first: core.play(PLAYERS, games, 1, first=first, policies=policies),
        lambda first: [one_by_one(game, first + place) for place in range(games)],
        games,
    )


def counting(game: Game, games: int = 600) -> Share:
    """Random games, and such in which cards are counted."""
    core = core_of(game)
    return beside(
        lambda first: core.play(PLAYERS, games, 1, first=first),
        lambda first: core.play(PLAYERS, games, 1, first=first, counts=True),
        games,
    )


def main() -> None:
    """Measure, and print a line a game."""
    for name in GAMES:
        game = load(name)
        easy, random = thinking(game), counting(game)
        sys.stdout.write(
            f"{name:20} easy {1000 * easy.seconds:7.1f} ms a game, one by one {easy.times:5.2f} times as long; "
            f"random {1e6 * random.seconds:7.1f} us a game, counted {random.times:5.2f} times as long\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
