"""Campaigns of one game each, and what they have in common: how far they are, what was found, going on with what is kept."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from ruleset_core import load
from ruleset_core.discovery import DATA_ROOT, EXAMPLES_ROOT, list_games
from tests.lang.compare import Executors

MOST = 50_000
"""Decisions of a game that would not end."""
SAVED = 50
"""Every how many decisions a state is saved and read again."""
OFTEN, SELDOM = 2.0, 60.0
"""Seconds between two lines that say how far it is: on a terminal, where each takes the place of the last one, and in a file."""
KEPT = 10.0
"""Seconds between two writings of what was done."""


def boxes(root: Path | None = None) -> Iterator[str]:
    """Every included game, alone, with each expansion, with all of them; only those below `root` if there is one."""
    for game in list_games():
        if {DATA_ROOT, EXAMPLES_ROOT} & set(game.path.parents) and (root is None or root in game.path.parents):
            names = list(game.expansions)
            yield from dict.fromkeys([game.id, *(f"{game.id}+{name}" for name in names), "+".join([game.id, *names])])


class Kept:
    """What was done in earlier runs, by name of the campaign: figures that each goes on from. Without a file nothing is kept."""

    def __init__(self, file: Path | None) -> None:
        self.file, self._last = file, 0.0
        self.done: dict[str, dict[str, Any]] = {}
        if file is not None and file.exists():
            self.done = json.loads(file.read_text(encoding="utf-8"))

    def keep(self, name: str, figures: Mapping[str, Any], *, now: bool = False) -> None:
        """Keep the figures of a campaign; most of the time that waits for a later call."""
        self.done[name] = dict(figures)
        if self.file is not None and (now or time.monotonic() - self._last > KEPT):
            self._last = time.monotonic()
            beside = self.file.with_suffix(".new")
            beside.write_text(json.dumps(self.done, indent=1), encoding="utf-8")
            beside.replace(self.file)


class Running:
    """A campaign of any kind: counts and tells how far it is.

    Attributes:
        name: of what is played.
        games, decisions, refusals: how many there were, in earlier runs too.
        seconds: of a processor.
    """

    FIGURES = ("games", "decisions", "refusals", "seconds")

    def __init__(self, name: str, kept: Kept) -> None:
        self.name, self.kept = name, kept
        self.games = self.decisions = self.refusals = 0
        self.seconds = 0.0
        for figure, value in kept.done.get(name, {}).items():
            setattr(self, figure, value)
        self._began, self._told = time.process_time() - self.seconds, time.monotonic()

    def __str__(self) -> str:
        refused = f", {self.refusals:,} refused by all" if self.refusals else ""
        done = f"{self.decisions:,} decisions in {self.games:,} games"
        return f"{self.name}: {done}{refused}, {self.seconds:.0f} s of a processor"

    def tell(self, *, now: bool = False) -> None:
        """Say how far it is, if that was long ago; keep it, `now` at once."""
        self.seconds = time.process_time() - self._began
        self.kept.keep(self.name, self.figures(), now=now)
        terminal = sys.stderr.isatty()
        if time.monotonic() - self._told > (OFTEN if terminal else SELDOM):
            self._told = time.monotonic()
            sys.stderr.write(f"\r{self}\x1b[K" if terminal else f"{self}\n")
            sys.stderr.flush()

    def end(self) -> None:
        """Keep what was done; the line on a terminal goes."""
        self.seconds = time.process_time() - self._began
        self.kept.keep(self.name, self.figures(), now=True)
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")

    def figures(self) -> dict[str, Any]:
        """What a later run goes on from."""
        return {name: getattr(self, name) for name in self.FIGURES}


class Campaign(Running):
    """Games of one kind, one after the other."""

    def __init__(self, name: str, seed: int, kept: Kept | None = None) -> None:
        super().__init__(name, kept or Kept(None))
        self.seed = seed
        game, *expansions = name.split("+")
        self.executors = Executors(load(game, expansions=expansions))
        self.executors.decisions, self.executors.refusals = self.decisions, self.refusals

    def __str__(self) -> str:
        """What was done."""
        return super().__str__() + ("" if self.executors.core else " (no core: nothing but the interpreter)")

    def run(self, decisions: int) -> str:
        """Play until there were so many decisions; what was found, with how to come there, or nothing."""
        try:
            for number, (players, settings) in enumerate(self._tables()):
                if number < self.games:
                    continue  # an earlier run played it
                if self.decisions >= decisions:
                    break
                seed = self.seed + number
                pick = Random(f"choose {seed}").randrange
                found = self.executors.disagreement(players, seed, pick, MOST, settings, SAVED)
                if found:
                    return f"{players} players, seed {seed}, {dict(settings)}: {found}"
                self.games += 1
                self.decisions, self.refusals = self.executors.decisions, self.executors.refusals
                self.tell()
        finally:
            self.end()
        return ""

    def _tables(self) -> Iterator[tuple[int, Mapping[str, str]]]:
        """Numbers of players in turns, each with options at random."""
        game, pick = self.executors.game, Random(f"tables {self.seed}")
        low, high = game.players
        while True:
            for players in range(low, high + 1):
                yield players, {name: pick.choice(values) for name, values in game.options_for(players).items()}
