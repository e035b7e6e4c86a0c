"""Answers that things stand for, pieces looked at as if turned, what sides say, names of signs, blocks side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import Game, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import targets_in, walk_scene
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw
from tests.scenes.test_look import found
from tests.scenes.test_scenes import cards

GAME = """
game: coins
name: {en: Coins, es: Monedas}
about: {en: A test, es: Una prueba}
version: "1.0"
players: 2
provenance: house
sets:
  colour: {members: {red: {name: {en: red, es: rojo}}, white: {name: {en: white, es: blanco}}}}
pieces:
  coin:
    name: {en: coin, es: moneda}
    total: 2
    sides: {heads: {name: {en: heads, es: cara}}, tails: {name: {en: tails, es: cruz}}}
    side_facts: {colour: colour}
zones:
  row: {of: coin, start: all, name: {en: row, es: fila}}
decisions:
  slot: {of: 0..1, word: slot, ask: {en: Which one?, es: ¿Cuál?}, told: {en: "{it}", es: "{it}"}}
state:
  turned: {is: 0..9, name: {en: turned, es: giradas}}
flow:
  - phase: play
    name: {en: play, es: juego}
    turns: forever
    until: turned == 3
    do: choose slot s in 0 to 1 { set turned = turned + 1; flip row[s] }
score:
  turned: {name: {en: turned, es: giradas}, amount: turned}
"""
COINS = """
kind: coin
cards:
  gold:
    name: {en: Gold, es: Oro}
    provenance: house
    sides:
      heads: {colour: red, text: {en: Shines., es: Brilla.}}
      tails: {colour: white, text: {en: Is dull., es: No brilla.}}
  iron:
    name: {en: Iron, es: Hierro}
    provenance: house
    sides:
      heads: {colour: white, text: {en: Rusts., es: Se oxida.}}
      tails: {colour: white, text: {en: Is dull., es: No brilla.}}
"""
LOOK = """
look:
  keep: []
  panels:
    all:
      about: [slot]
      show:
        - beside:
            - {pieces: c in row, lies: list, answers: {slot: at}}
            - show:
                - line: [{value: turned, label: {en: so far, es: hasta ahora}}]
                - line:
                    each: c in row
                    show:
                      - {value: c.colour}
                      - {value: c.colour, turned: c}
                      - {sign: ring, stands: c, said: {en: coin, es: moneda}}
        - table: {each: s in 0 to 1, answers: {slot: s}, columns: [{cell: {sign: cube, colour: red, answers: {slot: s}}}]}
"""


def coins(directory: Path, look: str = LOOK) -> Path:
    (directory / "cards").mkdir(parents=True)
    (directory / "game.yaml").write_text(GAME)
    (directory / "cards" / "coins.yaml").write_text(COINS)
    (directory / "look.yaml").write_text(look)
    return directory


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return load(coins(tmp_path / "coins"))


def seen(game: Game, *answers: int, lang: str = "en") -> scenes.Scene:
    """The scene after some answers."""
    state = game.new(2, seed=1)
    for each in answers:
        state.apply(state.options[each])
    return scene(game, state.masked(state.seat), lang, (), state.options)


def test_pieces_stand_for_the_answers_that_mean_them(game: Game) -> None:
    first, second = (card.stand for card in cards(seen(game)))
    options = tuple(game.new(2, seed=1).options)
    assert (first.options, second.options) == (options[:1], options[1:])
    assert (first.id, second.id) == ("gold", "iron")


def test_what_stands_for_a_number_alone_is_called_after_its_question(game: Game) -> None:
    named = [each for each in targets_in(seen(game)) if each.family == "slot"]
    assert {each.identity for each in named} == {"slot=0", "slot=1"}
    assert all(each.options for each in named)
    assert not any(each.options for each in targets_in(scene(game, game.new(2, seed=1).masked(0))))


def test_a_piece_is_looked_at_as_if_it_were_turned(game: Game) -> None:
    def colours(shown: scenes.Scene) -> list[str]:
        return [
            span.text
            for span in walk_scene(shown)
            if isinstance(span, scenes.TextSpan) and span.text in {"red", "white"}
        ]

    assert colours(seen(game)) == ["red", "white", "white", "white"]
    assert colours(seen(game, 0)) == ["white", "red", "white", "white"]


def test_a_card_says_what_is_on_the_side_that_lies_up(game: Game) -> None:
    assert [card.text for card in cards(seen(game))] == ["Shines.", "Rusts."]
    assert [card.text for card in cards(seen(game, 0, lang="es"))] == ["No brilla.", "Se oxida."]


def test_blocks_stand_side_by_side(game: Game) -> None:
    (panel,) = seen(game).panels
    group = panel.show[0]
    assert isinstance(group, scenes.SceneGroup)
    assert group.beside
    lain, lines = group.items
    assert isinstance(lain, scenes.SceneCards)
    assert isinstance(lines, scenes.SceneGroup)
    assert not lines.beside
    assert len(lines.items) == 2


def test_signs_are_called_by_their_names_where_they_are_read_aloud(game: Game) -> None:
    assert "moneda" in draw(seen(game, lang="es"), 80, plain=True).plain
    assert "anillo" not in draw(seen(game, lang="es"), 80, plain=True).plain


@pytest.mark.parametrize(
    ("slip", "right", "code"),
    [
        ("{slto: at}", "{slot: at}", "E316"), ("{slot: c}", "{slot: at}", "E303"), ("turned: c.colour", "turned: c", "E303"),
        ("value: c.colour, said:", "sign: ring, stands: c, said:", "E107"), ("line: [{value: turned, answers: {slot: 0},", "line: [{value: turned,", ""),
    ],
)  # fmt: skip
def test_slips_are_found_where_they_stand(tmp_path: Path, slip: str, right: str, code: str) -> None:
    text = LOOK.replace(right, slip, 1)
    line = next(number for number, each in enumerate(text.split("\n"), 1) if slip in each)
    told: list[Any] = found(coins(tmp_path / "coins", text))
    assert [each[:2] for each in told] == ([(code, line)] if code else [])


def test_a_colour_that_its_row_says_is_not_said_again() -> None:
    red = scenes.SceneTarget("colour", "red", "colour:red", name="red")
    row = scenes.SceneRow(
        red,
        (scenes.TextSpan("red", "red", stand=red),),
        ((scenes.TextSpan("", "red", sign="cube"), scenes.TextSpan("", "white", sign="cube")),),
    )
    panel = scenes.ScenePanel("p", "P", 1, None, False, (scenes.SceneTable((scenes.ColumnHead("x"),), (row,)),))
    drawn = draw(scenes.Scene("g", "G", "en", 0, 0, ("Ana",), (panel,)), 40).plain
    assert "red  ■ W■" in drawn


def test_tracks_share_lines_where_there_is_little_room() -> None:
    tracks = tuple(scenes.SceneTrack(name, 3, 18, 2, (6, 6, 6)) for name in ("wood", "clay", "iron", "wool"))
    shown = scenes.Scene("g", "G", "en", 0, 0, ("Ana",), (scenes.ScenePanel("p", "P", 1, None, False, tracks),))
    assert "●" in draw(shown, 80, 8).plain
    low = draw(shown, 80, 4).plain
    assert "●" not in low
    assert all(f"{name} 3/18  2 left" in low for name in ("wood", "clay", "iron", "wool"))
