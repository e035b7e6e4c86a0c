"""How soon somebody who writes a game is told: `python -m tests.bench.live [--stages] [GAME...]`.

CPU milliseconds, in this process, of copies of large games and of one of 1,000 cards that is made here. A figure in a file of cards becomes
another one, again and again:

    key      `Workspace.check_file`: findings in that file, after a key of an editor; at most 150 are wanted
    check    `Workspace.check` after that: all findings of all files
    alone    the same without `check_file` before it
    table    from a save to the changed table: load, replay of eight moves, news for two pages; at most 500 are wanted

`--stages` says by stage where the time of `alone` goes.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from ruleset_core.check.workspace import Workspace
from ruleset_core.web.live_table import LiveTable
from ruleset_core.web.lobby import Lobby, MatchRequest
from ruleset_core.web.persistence import KeptSeat

ROOT = Path(__file__).parents[2]
GAMES = ("troyes", "troyes_dice", "tournay", "carcassonne_masons", "thousand")
CARDS, ROUNDS, MOVES = 1000, 5, 8
FIGURE = re.compile(
    r"^(?!.*(?:\ben|\bes|provenance|version)\b).*(?:gain|lose|pay|take|>=|: )\D{0,12}(\d)\b(?!\.)", re.MULTILINE
)
"""A line with a figure that is part of an effect or a fact, and no text."""


@dataclass(frozen=True, slots=True)
class LiveFigures:
    """Milliseconds of processor time, the median of some rounds; `stages`: of `alone`."""

    key: float
    check: float
    alone: float
    table: float
    stages: Mapping[str, float]


def write_thousand(directory: Path) -> Path:
    """A game of 1,000 cards in ten files, each with facts, an effect and texts in two languages."""
    (directory / "cards").mkdir(parents=True)
    (directory / "game.yaml").write_text(
        'game: thousand\nname: {en: Thousand, es: Mil}\nabout: {en: Buy cards., es: Compra cartas.}\nversion: "1.0"\nprovenance: house\nplayers: 2\n'
        "pieces:\n  ware:\n    total: 1000\n    name: {en: ware, es: mercancía}\n    facts:\n      cost: {is: 0..9, name: {en: cost, es: coste}}\n"
        "resources:\n  members:\n    coin: {start: 9, name: {en: coin, es: moneda}}\n"
        "zones:\n  pile: {of: ware, start: all, visible: nobody, name: {en: pile, es: mazo}}\n"
        "  used: {of: ware, name: {en: used, es: usadas}}\n  row: {of: ware, name: {en: row, es: fila}}\n"
        "decisions:\n  buy: {of: ware, ask: {en: Which?, es: ¿Cuál?}}\n"
        "flow:\n  - phase: deal\n    do: shuffle pile; repeat 5 { move pile[0] to row }\n"
        "  - phase: market\n    turns: forever\n    do: |\n      choose buy w in row where coin >= w.cost {\n        lose w.cost coin; do w.effect; move w to used\n      };\n"
        "      if count c in pile == 0 { end_game } else { move pile[0] to row }\n"
        "score:\n  coins: {name: {en: coins, es: monedas}, amount: coin}\n",
        encoding="utf-8",
    )
    for file in range(10):
        cards = [
            f"  w{number}:\n    name: {{en: Ware {number}, es: Mercancía {number}}}\n    cost: {number % 7}\n    effect: gain {number % 5 + 1} coin\n    provenance: house\n"
            for number in range(file * CARDS // 10, (file + 1) * CARDS // 10)
        ]
        text = "kind: ware\ncards:\n" + "".join(cards)
        (directory / "cards" / f"part{file}.yaml").write_text(text, encoding="utf-8")
    return directory


@contextmanager
def copied(game: str) -> Iterator[Path]:
    """A copy of a game in a directory of its own, with saved games beside it."""
    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULESET_STATE", f"{place}/state")
        directory = Path(place) / "games" / game
        if game == "thousand":
            write_thousand(directory)
        else:
            shutil.copytree(ROOT / "data" / game, directory)
        yield directory


def changes(directory: Path) -> tuple[Path, Iterator[str]]:
    """A file of cards (or, without one, the largest of the game), and other texts for it that are sound, too."""
    files = sorted((directory / "cards").glob("*.yaml")) or sorted(
        directory.glob("*.yaml"), key=lambda each: -each.stat().st_size
    )
    file = next(each for each in files if FIGURE.search(each.read_text(encoding="utf-8")))
    text = file.read_text(encoding="utf-8")
    figures = [each.span(1) for each in FIGURE.finditer(text)]

    def texts() -> Iterator[str]:
        space = Workspace(directory)
        for start, end in figures * 9:
            for step in (1, 2, -1):
                other = f"{text[:start]}{(int(text[start:end]) + step) % 10}{text[end:]}"
                space.set_text(file, other)
                if other != text and not space.check_file(file):
                    yield other

    return file, texts()


def milliseconds(do: Callable[[], object]) -> float:
    """How long the processor is busy with it."""
    began = process_time()
    do()
    return 1000 * (process_time() - began)


def measure(game: str, rounds: int = ROUNDS) -> LiveFigures:
    """What a game takes."""
    with copied(game) as directory:
        file, texts = changes(directory)
        space = Workspace(directory)
        space.check()
        keys, checks, alone = list[float](), list[float](), list[float]()
        stages: Mapping[str, float] = {}
        for _ in range(rounds):
            space.set_text(file, next(texts))
            keys.append(milliseconds(lambda: space.check_file(file)))
            checks.append(milliseconds(space.check))
            space.set_text(file, next(texts))
            began = process_time()
            (stages,) = space.check().timings.values()
            alone.append(1000 * (process_time() - began))
        lobby = Lobby([directory.parent], pause=0)
        room, _ = lobby.begin(MatchRequest(game, [KeptSeat("Ana", "human"), KeptSeat("Bo", "human")], seed=3))
        for _ in range(MOVES):
            room.match.answer(room.match.live.seat, room.match.live.options[0])
        live = LiveTable(lobby, room, space)

        async def save() -> float:
            room.enter("0", "en")
            room.enter("1", "en")
            file.write_text(next(texts), encoding="utf-8")
            began = process_time()
            await live.load()
            return 1000 * (process_time() - began)

        tables = [asyncio.run(save()) for _ in range(rounds)]
        lobby.close()
    parts = {name: 1000 * seconds for name, seconds in stages.items() if seconds >= 0.001}
    return LiveFigures(median(keys), median(checks), median(alone), median(tables), parts)


def main(args: list[str]) -> None:
    """Measure games, and print a line of each."""
    sys.stdout.write(f"{'':20}{'key':>8}{'check':>8}{'alone':>8}{'table':>8}   CPU ms\n")
    for game in [each for each in args if not each.startswith("-")] or GAMES:
        found = measure(game)
        sys.stdout.write(f"{game:20}{found.key:8.0f}{found.check:8.0f}{found.alone:8.0f}{found.table:8.0f}\n")
        if "--stages" in args:
            sys.stdout.write("    " + ", ".join(f"{name} {each:.0f}" for name, each in found.stages.items()) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
