"""Games with expensive decisions are played to their end by all executors: a limit of steps stops only what nobody would play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleset_core import Core, Game, core_of, load
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from tests.lang.compare import Executors
from tests.sampled import LONG

EXAMPLE = Path(__file__).parents[2] / "examples" / "hex" / "game.yaml"
MARKED = """
game: marked
name: {en: Marked, es: Marcado}
players: 2
sets: {cell: {grid: {hexes: [25, 25]}}}
state:
  stone: {by: [cell], is: "seat?"}
  linked: {by: [cell], is: bool}
decisions:
  place: {of: cell, ask: {en: "Where?", es: "¿Dónde?"}}
define:
  far: {params: {c: cell}, amount: if me == seat_0 then c.y else c.x}
flow:
  - phase: play
    turns: forever
    do: |
      choose place spot where stone[spot] == none;
      set stone[spot] = me;
      for each c in cell { set linked[c] = far(c) == 1 and stone[c] == me };
      repeat 625 {
        for each c in cell where stone[c] == me and not linked[c] and (any n in c.near where linked[n]) { set linked[c] = true }
      };
      if any c in cell where linked[c] and far(c) == 25 { end_game }
outcome: {wins: "any c in cell where linked[c] and stone[c] == me and far(c) == 25"}
"""
"""Hex in which stones linked to an edge are marked, by as many passes over the board as could be needed: three million steps a move."""


def example(directory: Path) -> Game:
    """The example, on a board of 25 by 25."""
    text = EXAMPLE.read_text(encoding="utf-8")
    assert "hexes: [7, 7]" in text
    text = text.replace("hexes: [7, 7]", "hexes: [25, 25]")
    (directory / "game.yaml").write_text(text, encoding="utf-8")
    return load(directory)


def marked(directory: Path) -> Game:
    (directory / "game.yaml").write_text(MARKED, encoding="utf-8")
    return load(directory)


@pytest.mark.slow
@pytest.mark.parametrize("games", [51 if LONG else 4])
def test_hex_on_a_large_board_is_played_to_its_end(tmp_path: Path, games: int) -> None:
    game = example(tmp_path)
    core, plain = core_of(game), Core(game, InterpretedRunner(game), "interpreter", "")
    found, right = core.play(2, games, seed=1), plain.play(2, games, seed=1)
    assert found.winners.tolist() == right.winners.tolist()
    assert found.decisions.tolist() == right.decisions.tolist()
    assert all(sum(each) == 1 for each in found.winners.tolist())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "seed", "decisions"),
    [
        (marked, 1, 3),
        *([(marked, 1, 700)] if LONG else []),
        pytest.param(example, 27, 700, marks=pytest.mark.slow),
    ],
)
def test_executors_agree_on_expensive_decisions(make: object, seed: int, decisions: int, tmp_path: Path) -> None:
    all_ = Executors(make(tmp_path))  # type: ignore[operator]
    assert not all_.disagreement(2, seed, Random(seed).randrange, decisions, saved=100)
    assert all_.refusals == 0
    assert all_.decisions >= min(decisions, 400)
