"""One campaign of one game: how far it is, and what was found."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from random import Random

from ruleset_core import load
from ruleset_core.paths import DATA_ROOT, EXAMPLES_ROOT, list_games
from tests.lang.compare import Executors

MOST = 50_000
"""Decisions of a game that would not end."""
SAVED = 50
"""Every how many decisions a state is saved and read again."""
OFTEN = 2.0
"""Seconds between two tellings of how far it is."""


def boxes() -> Iterator[str]:
    """Every included game: alone, with each expansion, with all of them."""
    for game in list_games():
        if {DATA_ROOT, EXAMPLES_ROOT} & set(game.path.parents):
            names = list(game.expansions)
            yield from dict.fromkeys([game.id, *(f"{game.id}+{name}" for name in names), "+".join([game.id, *names])])


class Campaign:
    """Games of one kind, one after the other."""

    def __init__(self, name: str, seed: int, slow: float) -> None:
        self.name, self.seed, self.slow = name, seed, slow
        game, *expansions = name.split("+")
        self.executors = Executors(load(game, expansions=expansions))
        self.games = self.slow_games = 0
        self.seconds = 0.0

    def __str__(self) -> str:
        """What was done."""
        core = "" if self.executors.core else " (no core: nothing but Python)"
        done = f"{self.executors.decisions:,} decisions in {self.games:,} games{core}, {self.slow_games:,} of them interpreted"
        refused = f", {self.executors.refusals:,} refused by all" if self.executors.refusals else ""
        return f"{self.name}: {done}{refused}, {self.seconds:.0f} s"

    def run(self, decisions: int) -> str:
        """Play until there were so many decisions; what was found, with how to come there, or nothing."""
        began = told = time.monotonic()
        try:
            for number, (players, settings) in enumerate(self._tables()):
                seed = self.seed + number
                slow = Random(f"slow {seed}").random() < self.slow
                pick = Random(f"choose {seed}").randrange
                found = self.executors.disagreement(players, seed, pick, MOST, settings, SAVED, slow=slow)
                self.games += 1
                self.slow_games += slow
                self.seconds = time.monotonic() - began
                if found:
                    return f"{players} players, seed {seed}, {dict(settings)}: {found}"
                if time.monotonic() - told > OFTEN and sys.stderr.isatty():
                    told = time.monotonic()
                    sys.stderr.write(f"\r{self}\x1b[K")
                if self.executors.decisions >= decisions:
                    break
        finally:
            self.seconds = time.monotonic() - began
            if sys.stderr.isatty():
                sys.stderr.write("\r\x1b[K")
        return ""

    def _tables(self) -> Iterator[tuple[int, Mapping[str, str]]]:
        """Numbers of players in turns, each with options at random."""
        game, pick = self.executors.game, Random(f"tables {self.seed}")
        low, high = game.players
        while True:
            for players in range(low, high + 1):
                yield players, {name: pick.choice(values) for name, values in game.options_for(players).items()}
