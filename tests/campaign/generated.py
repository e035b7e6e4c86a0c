"""Generated games: each is written at random, loaded and played by all executors, which are compared after every decision."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, LoadError
from tests.campaign.run import Kept, Running
from tests.lang import board_game, random_game
from tests.lang.compare import Executors, few_steps, low_limits
from tests.lang.effects import DataWriter, Writer

Pick = Callable[[int], int]
DECISIONS = 25
"""Of a game, with each number of players."""
FEW_STEPS, MANY_STEPS = 5_000, 1_000_000
"""Steps that a decision may take, of a game of the small vocabulary, which has long loops, and of one of a board."""
LOW = 2
"""One in so many games of the small vocabulary is lowered as if its sets were large."""


def _board(directory: Path, pick: Pick, monkeypatch: pytest.MonkeyPatch) -> Game:
    few_steps(monkeypatch, MANY_STEPS)
    return board_game.build(directory, pick)


def _vocabulary(directory: Path, pick: Pick, monkeypatch: pytest.MonkeyPatch) -> Game:
    few_steps(monkeypatch, FEW_STEPS)
    if pick(LOW) == 0:
        low_limits(monkeypatch)
    writer = Writer(pick) if pick(2) else DataWriter(pick)
    writer.remembered = pick(3) == 0
    files = random_game.parts(writer)
    path = random_game.write(directory, files, remembered=writer.remembered, out=pick(5) == 0)
    return random_game.build(path, plugin=writer.plugin)


KINDS: dict[str, tuple[Callable[[Path, Pick, pytest.MonkeyPatch], Game], tuple[int, ...]]] = {
    "boards": (_board, (2, 3)),
    "vocabulary": (_vocabulary, (1, 2, 3)),
}
"""What writes the games of each kind, and with how many players they are played."""


class Generated(Running):
    """Generated games of one kind. Game 7 is the same whoever writes it, and what differs stays in a directory, to be looked at.

    Attributes:
        refused: games that have a mistake, such as a decision that takes too many steps: random texts may.
        found: what differs, each with the number of the game, how many players, and the number of choices.
    """

    FIGURES = (*Running.FIGURES, "refused", "found")

    def __init__(self, kind: str, seed: int = 1, kept: Kept | None = None) -> None:
        self.refused = 0
        self.found: list[str] = []
        super().__init__(kind, kept or Kept(None))
        self.seed = seed
        self._write, self._players = KINDS[kind]
        self._without = ""

    def __str__(self) -> str:
        refused = f", {self.refused:,} others have a mistake" if self.refused else ""
        return super().__str__() + refused + self._without

    def run(self, games: int) -> list[str]:
        """Play until there were so many games; what was found."""
        try:
            while self.games < games:
                found = self.play(self.seed + int(self.games + self.refused))
                if found is None:
                    self.refused += 1
                    continue
                if found:
                    self.found.append(found)
                self.games += 1
                self.tell(now=bool(found))
        finally:
            self.end()
        return self.found

    def play(self, number: int) -> str | None:
        """What differs in one game; None if it has a mistake."""
        pick = Random(f"{self.name} {number}").randrange
        directory = Path(tempfile.mkdtemp(prefix=f"{self.name}_{number}_"))
        found = ""
        with pytest.MonkeyPatch.context() as monkeypatch:
            try:
                all_ = Executors(self._write(directory, pick, monkeypatch))
                self._without = "" if all_.core else " (no core: nothing but Python)"
                for players in self._players:
                    found = all_.disagreement(players, number, pick, DECISIONS)
                    if found:
                        return (
                            f"game {number} of {self.name}, {players} players, seed {number}, in {directory}: {found}"
                        )
                self.decisions += all_.decisions
                self.refusals += all_.refusals
            except LoadError:
                return None
            finally:
                if not found:
                    shutil.rmtree(directory)
        return ""
