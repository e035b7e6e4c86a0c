"""How costs grow with a game: `python -m tests.bench.growth`, or some of `cards boards players expansions tables`.

Generated games of several sizes are loaded, compiled, checked and played, each size in a process of its own that finds nothing kept on disk.
It prints a table in Markdown: seconds of processor time, megabytes at the peak, microseconds for a decision by lot in the core. Where a figure grows
faster than its game, something looks through everything again and again.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

HEAD = """format: 1
game: grown
name: {en: Grown, es: Crecido}
about: {en: A game of a size., es: Un juego de un tamaño.}
version: "1.0"
rights: {status: free, holder: nobody, licence: MIT}
provenance: house
"""
MARKET = """
players: 2..PLAYERS
resources: {members: {coin: {name: {en: coin, es: moneda}, start: 9}}}
pieces:
  card: {name: {en: card, es: carta}, total: COUNT, facts: {price: int}}
zones:
  deck: {of: card, start: all, visible: nobody, name: {en: deck, es: mazo}}
  row: {of: card, name: {en: row, es: fila}}
  owned: {of: card, by: [seat], name: {en: cards, es: cartas}}
decisions:
  buy: {of: card, word: buy, ask: {en: "Which card do you buy?", es: "¿Qué carta compras?"}}
flow:
  - {phase: setup, do: "shuffle deck; repeat 5 { move deck[0] to row }"}
  - phase: play
    for: round
    in: 1 to 8
    do: |
      for each p in seat { as p {
        choose buy c in row;
        move c to owned;
        do c.effect;
        move deck[0] to row
      } }
state: {round: {is: 1..8, name: {en: round, es: ronda}}}
score:
  cards: {name: {en: cards, es: cartas}, amount: sum x in owned of x.score}
  coins: {name: {en: coins, es: monedas}, amount: coin}
"""
BOARD = """
players: 2
sets: {cell: {name: {en: cell, es: casilla}, grid: {squares: [FILES, RANKS]}}}
state: {stone: {by: [cell], is: "seat?", name: {en: stone, es: piedra}}}
decisions:
  place: {of: cell, word: place, ask: {en: "Where do you place a stone?", es: "¿Dónde colocas una piedra?"}}
flow:
  - phase: play
    turns: forever
    do: |
      choose place c in cell where stone[c] == none;
      set stone[c] = me;
      if (count d in c.near where stone[d] == me) == 4 or (no d in cell where stone[d] == none) { end_game }
score: {stones: {name: {en: stones, es: piedras}, amount: "count c in cell where stone[c] == me"}}
"""
FEW = 200
"""Cards of the games in which something else grows."""
A_FILE = 1000
"""Cards of a file; one of more than a megabyte is not read."""


def card(number: int) -> str:
    """A card with an effect and a score of its own."""
    effect = (f"gain {1 + number % 4} coin", f"if coin > {number % 9} {{ gain {1 + number % 3} coin }}")[number % 2]
    name = f"{{en: Card {number}, es: Carta {number}}}"
    score = f"{number % 7} + (count x in owned where x.price > {number % 5})"
    return (
        f'  c{number}: {{name: {name}, provenance: house, price: {number % 6}, effect: "{effect}", score: "{score}"}}\n'
    )


def market(directory: Path, cards: int, players: int = 4) -> Path:
    """A game of so many cards, for at most so many players."""
    text = HEAD + MARKET.replace("PLAYERS", str(players)).replace("COUNT", str(cards))
    files = {f"cards/{at}.yaml": card_file(range(at, min(cards, at + A_FILE))) for at in range(0, cards, A_FILE)}
    return write(directory, {"game.yaml": text, **files})


def card_file(numbers: Sequence[int]) -> str:
    """A file of cards."""
    return "kind: card\ncards:\n" + "".join(map(card, numbers))


def board(directory: Path, size: int) -> Path:
    """A game on a board of about as many squares as one of so many a side has; it has at most 26 files."""
    files = min(size, 26)
    text = HEAD + BOARD.replace("FILES", str(files)).replace("RANKS", str(round(size * size / files)))
    return write(directory, {"game.yaml": text})


def expanded(directory: Path, expansions: int) -> Path:
    """A game with so many expansions, each with ten cards and a rule."""
    market(directory, FEW)
    for number in range(expansions):
        head = (
            f'format: 1\nexpansion: more_{number}\nof: grown\nname: {{en: More {number}, es: Más {number}}}\nversion: "1.0"\n'
            "requires: []\n"
        )
        first = FEW + 10 * number
        files = {"expansion.yaml": head, "cards/more.yaml": card_file(range(first, first + 10))}
        write(directory / "expansions" / f"more_{number}", files)
    return directory


def write(directory: Path, files: Mapping[str, str]) -> Path:
    """Files of a game."""
    for name, text in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, encoding="utf-8")
    return directory


# One size, measured in a process of its own.


def measured(directory: Path, players: int, games: int) -> dict[str, float]:
    """What it costs to load, compile, play and check a game with all its expansions."""
    from ruleset_core import core_of, load

    found: dict[str, float] = {}
    began = process_time()

    def note(name: str) -> None:
        nonlocal began
        found[name] = process_time() - began
        began = process_time()

    names = sorted((each.name for each in (directory / "expansions").glob("*")), key=lambda name: (len(name), name))
    game = load(directory, expansions=names)
    note("load")
    core = core_of(game)
    core.play(players, 1, 1)
    note("compile")
    found["MB"] = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    decisions = sum(core.play(players, games, 1).decisions)
    note("play")
    found["decision"] = 1e6 * found.pop("play") / decisions
    return found


def checked(directory: Path) -> dict[str, float]:
    """What it costs to check a game."""
    from ruleset_core.check.checker import check_paths

    began = process_time()
    check_paths([directory])
    return {"check": process_time() - began}


def apart(way: str, *args: object) -> dict[str, float]:
    """Measure in a process of its own that finds nothing kept."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "tests.bench.growth", "--within", way, *map(str, args)]
        environment = {**os.environ, "RULESET_CACHE": cache}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def sized(make: Callable[[Path], Path], players: int = 2, games: int = 500) -> dict[str, float]:
    """Measure a game of one size."""
    with tempfile.TemporaryDirectory() as place:
        directory = make(Path(place) / "grown")
        return apart("measured", directory, players, games) | apart("checked", directory)


# Several sizes, side by side.

Row = tuple[str, Mapping[str, float]]
SIZES: Mapping[str, tuple[Sequence[int], Callable[[int], Mapping[str, float]]]] = {
    "cards": ((100, 1000, 10_000), lambda size: sized(lambda place: market(place, size))),
    "boards": ((10, 20, 40), lambda size: sized(lambda place: board(place, size), games=50)),
    "players": ((2, 5, 10), lambda size: sized(lambda place: market(place, FEW, size), players=size)),
    "expansions": ((1, 5, 20), lambda size: sized(lambda place: expanded(place, size))),
}
TABLES = (50, 500)
COLUMNS = ("load", "compile", "check", "MB", "decision")


def rows(kind: str) -> list[Row]:
    """The figures of a kind, by size."""
    sizes, measure = SIZES[kind]
    return [(f"{size:,} {kind}" if kind != "boards" else f"{size * size:,} squares", measure(size)) for size in sizes]


def table(found: Sequence[Row]) -> str:
    """Figures as a table."""
    lines = [
        "| size | load s | compile s | check s | peak MB | decision µs |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, figures in found:
        told = (f"{figures[each]:.3g}" if figures[each] < 100 else f"{figures[each]:.0f}" for each in COLUMNS)
        lines.append(f"| {name} | {' | '.join(told)} |")
    return "\n".join(lines) + "\n"


def loaded(tables: int) -> str:
    """What so many tables cost that are answered once in 20 seconds each."""
    from tests.web.load import parsed, run

    found = run(parsed(["--tables", str(tables), "--seconds", "40", "--every", "20", "--game", "carcassonne_masons"]))
    return f"| {tables} tables | {found['p95_ms']:.0f} | {found['cpu_ms_a_move']:.1f} | {found['mb_a_table']:.2f} |\n"


def main(asked: Sequence[str]) -> None:
    """Measure what is asked for, or everything, and print it."""
    if asked[:1] == ["--within"]:
        way, directory, *numbers = asked[1:]
        found = checked(Path(directory)) if way == "checked" else measured(Path(directory), *map(int, numbers))
        sys.stdout.write(json.dumps(found))
        return
    kinds = [kind for kind in SIZES if kind in asked or not asked]
    if kinds:
        sys.stdout.write(table([row for kind in kinds for row in rows(kind)]))
    if "tables" in asked or not asked:
        sys.stdout.write("\n| size | p95 ms | CPU ms a move | MB a table |\n| --- | ---: | ---: | ---: |\n")
        for tables in TABLES:
            sys.stdout.write(loaded(tables))
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
