"""Learns Pig by playing against itself, beyond the bot `greedy`, in a minute or two.

It keeps a table of what both answers are worth, by what each has and what lies in the pot. Many games are played side by
side; after each answer the table moves a little towards what came of it: what the best next answer is worth to whoever
decides next, or the outcome. Run it with `python docs/programs/learn_pig.py`; it needs `pip install "ruleset[rl]"`.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from ruleset_core import State, load
from ruleset_core.play.bots import make_bot
from ruleset_core.rl import Batch

GAME = load("pig")
ROLL, HOLD = GAME.parse("play roll"), GAME.parse("play hold")
PLACE = {meaning.name: place for place, meaning in enumerate(GAME.numbers(2).meanings)}
SHAPE = (25, 25, 26, 2)
SIDE_BY_SIDE = 4096

Table = NDArray[np.float64]


def cells(told: NDArray[np.int32]) -> NDArray[np.intp]:
    """The row of the table for each game: what I have and what the other has (by fours), the pot (by twos), whether it wins."""
    mine, theirs, pot = (told[:, PLACE[name]] for name in ("held[points][me]", "held[points][+1]", "pot"))
    parts = np.minimum(mine, 99) // 4, np.minimum(theirs, 99) // 4, np.minimum(pot // 2, 25), mine + pot >= 100
    return np.ravel_multi_index(tuple(each.astype(np.intp) for each in parts), SHAPE)


def best(worth: Table, row: NDArray[np.intp], can_hold: NDArray[np.bool_]) -> NDArray[np.intp]:
    """0 to roll, 1 to hold."""
    return ((worth[row, 1] >= worth[row, 0]) & can_hold).astype(np.intp)


def learn(steps: int, seed: int = 1) -> Table:
    """Play so many answers in each of the games side by side."""
    batch, chance = Batch(GAME, SIDE_BY_SIDE, players=2, seed=seed), np.random.default_rng(seed)
    worth, seen = np.zeros((int(np.prod(SHAPE)), 2)), np.zeros((int(np.prod(SHAPE)), 2))
    games, now = np.arange(SIDE_BY_SIDE), cells(batch.observe())
    for step in range(steps):
        can_hold = batch.masks[:, HOLD] > 0
        tries = chance.random(SIDE_BY_SIDE) < 0.15 * (
            1 - step / steps
        )  # fewer and fewer answers are tried for their own sake
        answer = np.where(tries & can_hold, chance.integers(0, 2, SIDE_BY_SIDE), best(worth, now, can_hold))
        seat = batch.seats.copy()
        batch.step(np.where(answer == 1, HOLD, ROLL))
        then = cells(batch.observe())
        value = np.where(batch.masks[:, HOLD] > 0, worth[then].max(axis=1), worth[then, 0])
        came = np.where(batch.seats == seat, value, -value)  # what is good for the other is bad for me
        came = np.where(batch.finished > 0, batch.outcomes[games, seat], came)
        place = now * 2 + answer
        count = np.bincount(place, minlength=worth.size).reshape(worth.shape)
        total = np.bincount(place, came, worth.size).reshape(worth.shape)
        met = count > 0
        seen += count
        rate = np.minimum(1, count[met] / seen[met] ** 0.7)
        worth[met] += rate * (total[met] / count[met] - worth[met])
        now = then
    return worth


def answer_of(worth: Table, state: State) -> int:
    """What the table says of one state."""
    if len(state.options) == 1:
        return state.options[0]
    row = cells(np.array([state.numbers(state.seat)]))
    return HOLD if worth[row[0], 1] >= worth[row[0], 0] else ROLL


def won_against(bot: str, worth: Table, games: int) -> int:
    """How many of so many games the table wins, half of them from each seat."""
    won = 0
    for number in range(games):
        state, other = GAME.new(players=2, seed=number), make_bot(bot, number, 1 - number % 2)
        while not state.over:
            state.apply(answer_of(worth, state) if state.seat == number % 2 else other.choose(state.clone()))
        won += state.outcome(number % 2) == 1
    return won


def main() -> None:
    """Learn, then play against `greedy`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=12_000, help="answers in each of 4,096 games (12,000)")
    parser.add_argument("--games", type=int, default=400, help="games against greedy (400)")
    given = parser.parse_args()
    won = won_against("greedy", learn(given.steps), given.games)
    print(f"{won} of {given.games} games won against greedy ({won / given.games:.0%})")


if __name__ == "__main__":
    main()
