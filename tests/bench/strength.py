"""Our search beside OpenSpiel's MCTSBot with its solver, at equal CPU time: `python -m tests.bench.strength [GAME...]`.

Pairs of games begin with the same random opening, with seats swapped. After each pair theirs gets as many simulations as make the CPU seconds of
both the same in the end; one simulation of theirs is one play-out by chance. A row of the table:

    | game | `uct_c` | pairs | share of points | our CPU | theirs | their simulations |
    | connect_four | 1.4 | 24 | 69.8 (53.1 to 84.0) % | 9.1 s | 9.3 s | 3,400 |

A match ends when the share is surely above or below a half, by an interval that holds however often one looks (`ruleset_core.statistics`).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time
from typing import Any, Final

from ruleset_core import Game, core_of, load
from ruleset_core.statistics import Claim, PairShares
from tests.bench.peers import GAMES
from tests.lockstep.frame import Pair, pair_of

UCT: Final = (0.7, 1.4, 2.0)
CONNECT_FOUR: Final = Pair("connect_four", lambda _state, words: "abcdefg".index(words[1][0]))
PEERS: Final = ("connect_four", "breakthrough", "hex")
OPENING: Final = 4
"""Random actions before the first decision."""
FEWEST: Final = 4
WANTED: Final = Claim(0.55, 0.55)
"""Surely above this share a match is won; it fails where it is surely below."""


@dataclass(slots=True)
class Match:
    """Our search against theirs, with one `uct_c`."""

    name: str
    uct: float
    ours: Mapping[str, Any]
    sims: int = 1000
    shares: PairShares = field(default_factory=lambda: PairShares(4))
    spent: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def row(self) -> str:
        """A row of the table."""
        low, high = self.shares.interval()
        share = f"{100 * self.shares.mean:.1f} ({100 * low:.1f} to {100 * high:.1f}) %"
        ours, theirs = self.spent
        return f"| {self.name} | {self.uct} | {self.shares.pairs} | {share} | {ours:.1f} s | {theirs:.1f} s | {self.sims:,} |"


class BothGames:
    """A game of ours with the same one of theirs."""

    def __init__(self, name: str) -> None:
        import pyspiel

        self.pair: Pair = CONNECT_FOUR if name == "connect_four" else pair_of(name)
        self.game: Game = load(name, (), GAMES)
        self.theirs: Any = pyspiel.load_game(self.pair.theirs)

    def opening(self, seed: int) -> list[int]:
        """Random actions that do not end the game."""
        random = Random(seed)
        while True:
            state, found = self.theirs.new_initial_state(), list[int]()
            while len(found) < OPENING and not state.is_terminal():
                found.append(random.choice(state.legal_actions()))
                state.apply_action(found[-1])
            if not state.is_terminal():
                return found

    def play(self, match: Match, opening: list[int], seat: int, seed: int) -> int:
        """A game with ours on a seat: 2 if it wins, 1 if nobody does, else 0."""
        import pyspiel

        state, theirs = self.game.new(2, 1, dict(self.pair.options)), self.theirs.new_initial_state()
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(self.theirs, evaluator, match.uct, match.sims, 1000, True, seed, False)
        core, count = core_of(self.game), 0
        while not state.over:
            options = {self.pair.action(state, self.game.notation(each).split()): each for each in state.options}
            mine, begun = state.seat == seat, process_time()
            if count < len(opening):
                action = opening[count]
            elif mine:
                option = core.search(state, state.seat, seed=seed, first=count << 20, **match.ours).option
                action = next(action for action, each in options.items() if each == option)
            else:
                action = bot.step(theirs)
            if count >= len(opening):
                match.spent[not mine] += process_time() - begun
            state.apply(options[action])
            theirs.apply_action(action)
            count += 1
        return 1 + state.outcomes()[seat]


def play_match(match: Match, pairs: int) -> None:
    """Play until it is sure who is better, at most so many pairs."""
    both = BothGames(match.name)
    for number in range(1, pairs + 1):
        opening = both.opening(number)
        match.shares.seen[sum(both.play(match, opening, seat, number) for seat in (0, 1))] += 1
        ratio = match.spent[0] / max(1e-6, match.spent[1])
        match.sims = max(10, round(match.sims * (ratio if number == 1 else sqrt(ratio))))
        if number >= FEWEST and match.shares.verdict(WANTED) != "open":
            return


def main() -> None:
    """Measure, and print a row for each game and `uct_c`."""
    parser = ArgumentParser()
    parser.add_argument("games", nargs="*", default=PEERS)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--uct", type=float, nargs="*", default=UCT)
    parser.add_argument(
        "--set", nargs="*", default=[], help="figures that differ from `strong`: policy=random sims=2000"
    )
    asked = parser.parse_args()
    other: dict[str, Any] = dict(each.split("=") for each in asked.set)
    other = {name: value if name == "policy" else int(value) for name, value in other.items()}
    for name in asked.games:
        strong = core_of(load(name, (), GAMES)).levels["strong"]
        for uct in asked.uct:
            match = Match(name, uct, {**strong, **other})
            play_match(match, asked.pairs)
            sys.stdout.write(match.row() + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
