"""Grids of squares with something on their sides and corners."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ruleset_core import State, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.terminal.answer_keys import AnswerKeys
from ruleset_core.view.terminal.drawing import draw
from ruleset_core.view.terminal.span_text import TextPen
from ruleset_core.view.terminal.square_grids import draw_squares
from tests.terminal.playing import Player, play
from tests.terminal.positions import seen

PEN = TextPen("en", AnswerKeys.of({7: "1", 8: "12"}), ("Ana", "Bo"))

WALLS = """\
game: walls
name: {en: Walls, es: Muros}
about: {en: Look., es: Mira.}
version: "1.0"
players: 2
provenance: house
sets: {cell: {grid: {squares: [9, 9], sides: wall}}}
state:
  built: {by: [wall], is: "seat?", name: {en: walls, es: muros}}
  pawn: {by: [cell], is: "seat?", name: {en: pawns, es: peones}}
decisions: {put: {of: wall, ask: {en: Where?, es: ¿Dónde?}}, step: {of: cell, ask: {en: Whereto?, es: ¿Adónde?}}}
flow:
  - phase: play
    turns: forever
    do: |
      choose put w where built[w] == none and not w.rim { set built[w] = me };
      choose step c where pawn[c] == none { set pawn[c] = me }
resources: {members: {coin: {}}}
score: {coin: {name: {en: coins, es: monedas}, amount: coin}}
"""


@pytest.fixture
def walls(tmp_path: Path) -> str:
    (tmp_path / "game.yaml").write_text(WALLS, encoding="utf-8")
    return str(tmp_path)


def after(game: str, decisions: int) -> State:
    """A position of the game with walls."""
    state, chance = load(game).new(players=2, seed=1), Random(2)
    for _ in range(decisions):
        state.apply(chance.choice(state.options))
    return state


def stand(name: str, *options: int) -> scenes.SceneTarget:
    return scenes.SceneTarget("side", name, f"side:{name}", options, name=name)


def mark(text: str = "", *, sign: str = "", colour: str = "") -> scenes.TextSpans:
    return (scenes.TextSpan(text, colour, sign=sign),)


def place(name: str, x: float, y: float, what: scenes.TextSpans = (), *options: int) -> scenes.ScenePlace:
    return scenes.ScenePlace(stand(name, *options), (x, y), what=what)


def side(one: tuple[int, int], other: tuple[int, int], what: scenes.TextSpans = (), *options: int) -> scenes.SceneEdge:
    return scenes.SceneEdge(stand(f"{one}-{other}", *options), (one, other), what)


FOUR = scenes.SceneBoard(
    "plan",
    (place("a2", 0.5, 0.5, mark("O")), place("b2", 1.5, 0.5), place("a1", 0.5, 1.5), place("b1", 1.5, 1.5, (), 7)),
    edges=(
        *(side((x, y), (x + 1, y)) for x in (0, 1) for y in (0, 2)),
        *(side((x, y), (x, y + 1)) for x in (0, 2) for y in (0, 1)),
        side((0, 1), (1, 1), mark("X")),
        side((1, 1), (2, 1), (), 5),
        side((1, 0), (1, 1), mark(sign="wall")),
        side((1, 1), (1, 2)),
    ),
    corners=tuple(tuple((x + i, y + j) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))) for y in (0, 1) for x in (0, 1)),
)  # fmt: skip


def drawn(board: scenes.SceneBoard, width: int = 40, **changed: bool) -> list[str]:
    return [line.plain for line in draw_squares(board, PEN.with_(**changed), width) or ()]


def test_sides_stand_between_the_cells_and_a_double_line_says_that_something_lies_there() -> None:
    assert drawn(FOUR) == [
        "  ┌───║───┐",
        "2 │ O ║   │",
        "  ══X═╬─+─┤",
        "1 │   │[1]│",
        "  └───┴───┘",
        "    a   b",
    ]


def test_a_wall_with_a_colour_and_an_upright_one_of_a_player_say_whose_they_are() -> None:
    wall, mine = mark(sign="wall", colour="red"), mark("X")
    edges = (
        side((0, 1), (1, 1), wall),
        side((1, 0), (1, 1), mine),
        side((2, 1), (2, 2), (), 8),
        side((1, 1), (2, 1), (), 8),
    )
    assert drawn(replace(FOUR, edges=edges)) == [
        "      ║",
        "2   O X",
        "  ══R═╬12─┐",
        "1      [1]+",
        "          │",
        "    a   b",
    ]  # fmt: skip


def test_what_stands_on_a_corner_takes_a_column_of_the_sides_beside_it() -> None:
    corners = (place("a1_ne", 1, 1, mark("hut")), place("a1_n", 0, 0, (), 7), place("b1_ne", 2, 1, (), 9))
    assert drawn(replace(FOUR, crossings=corners))[:3] == ["  1───║───┐", "2 │ O ║   │", "  ══Xhut+─+"]


def test_rows_of_sides_on_which_nothing_is_are_left_out_where_there_is_hardly_room() -> None:
    assert drawn(FOUR, tight=True) == ["2 │ O ║   │", "  ══X═╬─+─┤", "1 │   │[1]│", "    a   b"]


def test_what_is_no_grid_of_squares_or_has_no_room_is_not_drawn_so() -> None:
    assert draw_squares(FOUR, PEN, 10) is None
    assert draw_squares(replace(FOUR, edges=(side((0, 0), (2, 0)),)), PEN, 40) is None
    large = replace(FOUR, corners=(((0, 0), (2, 0), (2, 1), (0, 1)), *FOUR.corners[1:]))
    assert draw_squares(large, PEN, 40) is None


def test_nine_by_nine_with_walls_takes_twenty_lines_and_forty_columns(walls: str) -> None:
    state = after(walls, 30)
    whole = draw(seen(state), 80).plain.splitlines()
    first, last = (next(at for at, line in enumerate(whole) if sign in line) for sign in ("┌", "a   b   c"))
    board = [line[2:-1].rstrip() for line in whole[first : last + 1]]
    assert len(board) == 20
    assert max(map(len, board)) <= 40
    assert sum(line.count("X") + line.count("O") for line in board) == 30
    assert sum(line.count("+") for line in board) == len(state.options)


@pytest.mark.slow
def test_nine_by_nine_with_walls_is_seen_whole_while_one_chooses(walls: str) -> None:
    def look(player: Player) -> None:
        shown = "\n".join(row.text for row in player.seen)
        assert [row for row in map(str, range(1, 10)) if f"│ {row} " not in shown] == []
        assert "coin 0" in shown
        assert player.at.live.decision is not None
        assert player.at.live.decision.prompt("en") in shown
        options = {option for row in player.seen for _, _, said in row.pointers for option in said.get("options", ())}
        assert {*player.at.live.options} <= options

    play(load(walls), (80, 24), look, questions=24)


def test_read_aloud_sides_are_told_in_words(walls: str) -> None:
    text = draw(seen(after(walls, 30)), 80, plain=True).plain
    assert "Player 1" in text
    assert "═" not in text
    assert "│" not in text
