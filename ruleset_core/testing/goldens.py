"""Files that hold what the included games do, to be compared with what they do now: playthroughs and counts."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ruleset_core import load
from ruleset_core.paths import DATA_ROOT, EXAMPLES_ROOT, list_games

from .cards import card_sheet
from .perft import perft
from .playthrough import playthrough
from .scenes import scene_sheet

#: Where a checkout keeps its goldens.
DIRECTORY: Final = Path("tests") / "goldens"
PERFT: Final = "perft.json"
#: Counts go one step deeper until they are larger than this.
_ENOUGH: Final = 10_000
_DEEPEST: Final = 12
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Subject:
    """A game the goldens are kept of."""

    game: str
    expansions: tuple[str, ...]
    players: int

    @property
    def name(self) -> str:
        """The name of its files."""
        return "+".join((self.game, *self.expansions))

    def playthrough(self) -> str:
        """One game written out."""
        return playthrough(load(self.game, expansions=self.expansions), self.players, _SEED)

    def counts(self) -> dict[str, Any]:
        """How many sequences of one, two, three... decisions there are from the beginning."""
        state = load(self.game, expansions=self.expansions).new(players=self.players, seed=_SEED)
        counts: list[int] = []
        while len(counts) < _DEEPEST and (not counts or 0 < counts[-1] <= _ENOUGH):
            counts.append(perft(state, len(counts) + 1))
        return {"players": self.players, "seed": _SEED, "counts": counts}


def subjects() -> Iterator[Subject]:
    """The included games and examples, each alone and with all its expansions, for two players where two can play."""
    for game in list_games():
        if not {DATA_ROOT, EXAMPLES_ROOT} & set(game.path.parents):
            continue
        low, high = game.header.players or (1, 1)
        players = min(max(low, 2), high)
        yield Subject(game.id, (), players)
        if game.expansions:
            yield Subject(game.id, tuple(game.expansions), players)


def card_goldens() -> dict[str, str]:
    """What the cards of each game say, all expansions included, by the name of the file."""
    largest = {subject.game: subject for subject in subjects()}.values()
    games = [load(subject.game, expansions=subject.expansions) for subject in largest]
    return {f"cards_{game.name}.txt": card_sheet(game) for game in games if game.card_ids()}


def scene_goldens() -> dict[str, str]:
    """What is seen of the included games, by the name of the file."""
    return {
        f"scenes_{each.name}.txt": scene_sheet(load(each.game, expansions=each.expansions), each.players)
        for each in subjects()
    }


def write_goldens(directory: Path = DIRECTORY) -> list[Path]:
    """Write all goldens again; gives the files that changed."""
    texts = {f"{subject.name}.txt": subject.playthrough() for subject in subjects()} | card_goldens() | scene_goldens()
    counts = {subject.name: subject.counts() for subject in subjects()}
    texts[PERFT] = json.dumps(counts, indent=2) + "\n"
    changed = []
    for name, text in texts.items():
        file = directory / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            changed.append(file)
    return changed


def main() -> None:
    """Write the goldens when asked to with `--update`, else say how."""
    if sys.argv[1:] != ["--update"]:
        sys.exit(f"usage: python -m ruleset_core.testing.playthrough --update   (writes {DIRECTORY})")
    for file in write_goldens():
        sys.stdout.write(f"{file}\n")
