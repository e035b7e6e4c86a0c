"""How games look that bring no look: made of what they declare."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.view.terminal.drawing import draw
from tests.scenes.test_usual import HILLS
from tests.terminal.positions import seen

FELLS = """\
game: fells
name: {en: Fells, es: Cerros}
about: {en: Look., es: Mira.}
version: "1.0"
players: 1
provenance: house
sets:
  cell: {grid: [2, 2]}
  good: {members: {wood: {name: {en: wood, es: madera}}, wool: {name: {en: wool, es: lana}}}}
  shop: {members: {s1: {name: {en: tannery, es: curtiduría}}, s2: {name: {en: sawmill, es: aserradero}}}}
pieces: {tile: {name: {en: tile, es: ficha}, product: {good: good}}}
zones:
  store: {of: tile, start: all, visible: nobody, name: {en: store, es: almacén}}
  shelf: {of: tile, by: [shop], name: {en: shelf, es: estante}}
  empty: {of: tile, by: [shop], name: {en: empty shelf, es: estante vacío}}
state: {land: {by: [cell], is: good?, name: {en: land, es: tierra}}}
decisions: {take: {of: good, ask: {en: What?, es: ¿Qué?}}}
flow:
  - phase: look
    turns: once
    do: |
      set land[a1] = wood; set land[b2] = wool;
      move store[0] to shelf[s1];
      choose take g { gain 0 coin }
resources: {members: {coin: {}}}
score: {coin: {name: {en: coins, es: monedas}, amount: coin}}
"""


@pytest.fixture
def fells(tmp_path: Path) -> Game:
    (tmp_path / "game.yaml").write_text(FELLS, encoding="utf-8")
    return load(str(tmp_path))


def test_lists_of_a_zone_have_the_names_of_what_tells_them_apart(fells: Game) -> None:
    text = draw(seen(fells.new(players=1, seed=1), "es"), 80).plain
    assert "estante curtiduría" in text
    assert "estante vacío" not in text  # nothing lies there


def test_names_on_a_board_can_be_told_apart(fells: Game) -> None:
    text = draw(seen(fells.new(players=1, seed=1), "es"), 80).plain
    assert "madera" in text
    assert "lana" in text


def test_the_board_of_a_game_without_a_look() -> None:
    state = load("tic_tac_toe").new(players=2, seed=1)
    for option in ("mark b2", "mark a1", "mark c3"):
        state.apply(option)
    text = draw(seen(state), 60).plain
    board = [line[2:-1].strip() for line in text.splitlines() if line[2:5] in {"1 │", "2 │", "3 │"}]
    assert [[*row.split("│")[1:4]] for row in board] == [
        [" + ", " + ", " X "],
        [" + ", " X ", " + "],
        [" O ", " + ", " + "],
    ]
    assert "X Player 1   O Player 2" in text
    assert "Player 2 to decide" in text or "Player 2 (you) to decide" in text


def test_where_there_is_hardly_room_a_board_of_hexes_is_drawn_close_with_all_that_is_on_it(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(HILLS, encoding="utf-8")
    state = load(str(tmp_path)).new(players=2, seed=1)
    state.apply("put b2_ne")
    high = draw(seen(state), 80).plain.splitlines()
    low = draw(seen(state), 80, 14).plain.splitlines()
    assert len(low) <= 14 < len(high)
    board = "\n".join(low)
    assert [hill for hill in ("a2", "a3", "b1", "b2", "b3", "c1", "c2") if hill not in board] == []
    assert board.count("+") == 23  # all corners that are free
    assert ":X" in board
    assert "X Player 1   O Player 2" in board
