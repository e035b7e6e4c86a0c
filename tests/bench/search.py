"""How often a search plays on beside the core's own play-outs: `python -m tests.bench.search`.

Both play by chance to the end of the game, worlds drawn included, in turns, so that a busy machine slows both. Of each game positions at 10,
30, 50 and 70 % of a random game are taken; what a search does before its first simulation is left out. At least half as often is wanted, as
a geometric mean over all positions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import exp, log
from random import Random
from time import process_time

from ruleset_core import State, core_of, load

GAMES = ("pig", "tic_tac_toe", "troyes_dice", "carcassonne_masons", "troyes", "tournay")
PARTS = (10, 30, 50, 70)
SIMS, ROUNDS = 400, 5
TO_THE_END = 1 << 20


def positions(name: str) -> Iterator[State]:
    """Positions at so many parts of a hundred of random games."""
    game, random = load(name), Random(1)
    length = sum(core_of(game).play(2, 20, 3).decisions) // 20
    for part in PARTS:
        state = game.new(2, 3)
        for _ in range(length * part // 100):
            if not state.over:
                state.apply(random.choice(state.options))
        if not state.over:
            yield state


def share(state: State) -> float:
    """Simulations for each play-out that takes as long."""
    core, seat, spent = core_of(state.game), state.seat, [0.0, 0.0, 0.0]
    for seed in range(ROUNDS + 1):
        if seed == 1:
            spent = [0.0, 0.0, 0.0]  # the first round was for what is made once
        for place, sims in enumerate((0, 1, SIMS + 1)):
            begun = process_time()
            if sims:
                core.search(state, seat, sims, seed, policy="random", cut=TO_THE_END)
            else:
                core.rollouts(state, seat, SIMS, seed)
            spent[place] += process_time() - begun
    return spent[0] / max(1e-9, spent[2] - spent[1])


def main() -> None:
    """Measure, and print a line a game."""
    found: list[float] = []
    for name in GAMES:
        shares = [share(state) for state in positions(name)]
        found += shares
        sys.stdout.write(" ".join([f"{name:20}", *(f"{each:6.2f}" for each in shares)]) + "\n")
        sys.stdout.flush()
    sys.stdout.write(f"geometric mean {exp(sum(map(log, found)) / len(found)):.2f}\n")


if __name__ == "__main__":
    main()
