"""The view of games that bring none of their own."""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core.cli.view import render_observation
from tests.views.conftest import Draw, Load, Play

WIDTHS = (40, 80, 100, 120)
GAMES = {"pig": 10, "tic_tac_toe": 2, "troyes_dice": 10}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("name", GAMES)
def test_a_drawing_keeps_to_its_width(name: str, lang: str, loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded(name)
    for players in {game.players[0], GAMES[name]}:
        state = played(game, players, 3)
        for width in WIDTHS:
            assert game.title(lang) in draw(render_observation(game, state.observe(0), lang, width), width)


def test_tic_tac_toe_looks_like_a_board(loaded: Load, draw: Draw) -> None:
    game = loaded("tic_tac_toe")
    state = game.new(players=2, seed=1)
    for option in ("mark b2", "mark a1", "mark c3"):
        state.apply(option)
    text = draw(render_observation(game, state.observe(1), "en", 60), 60)
    board = [
        line[2:-1].rstrip()
        for line in text.splitlines()
        if set("┌├└") & set(line) or line[2:5] in {"1 │", "2 │", "3 │"}
    ]
    assert board == [
        "  ┌───┬───┬───┐",
        "3 │   │   │ X │",
        "  ├───┼───┼───┤",
        "2 │   │ X │   │",
        "  ├───┼───┼───┤",
        "1 │ O │   │   │",
        "  └───┴───┴───┘",
    ]  # fmt: skip
    assert "a   b   c" in text
    assert "Player 1 X " in text
    assert "▸ Player 2 O (you)" in text


def test_a_heading_says_who_decides_and_when_the_game_is_over(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("tic_tac_toe")
    state = game.new(players=2, seed=1)
    assert "Player 1 (you) to decide" in draw(render_observation(game, state.observe(0), "en", 80), 80)
    assert "Jugador 1 decide" in draw(render_observation(game, state.observe(1), "es", 80), 80)
    over = played(game, 2)
    assert "fin de la partida" in draw(render_observation(game, over.observe(0), "es", 80), 80)


def test_many_columns_go_on_in_another_table(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice")
    text = draw(render_observation(game, played(game, 2, 9).observe(0), "en", 50), 50)
    heads = [line for line in text.splitlines() if "influence  fortune" in line or " priest " in line]
    assert len(heads) == 2


def test_hidden_values_are_not_drawn(draw: Draw) -> None:
    seen: dict[str, Any] = {
        "seat": 0,
        "to_act": None,
        "over": False,
        "phase": "night",
        "fields": {"secret": None, "plan": {"north": None, "south": 2}, "map": {"a1": None, "b2": True}},
        "seats": [
            {"gold": 3, "card": None, "hand": {"count": 2}},
            {"gold": None, "card": "queen#2", "hand": {"count": 5}},
        ],
        "zones": {"deck": {"count": 40}, "pile": {"count": 3, "top": "king"}, "row": ["king", None], "empty": []},
        "pieces": {"card": {"king": {"side": "back"}, "queen": {"side": None}}},
    }
    text = draw(render_observation(Nameless(), seen, "en", 60), 60)
    assert "the others decide" in text
    assert "deck: 40" in text
    assert "pile: 3, king on top" in text
    assert "row (2): king, ?" in text
    assert "queen#2" not in text


class Nameless:
    """A game that names nothing: ids are shown."""

    def title(self, lang: str) -> str:
        return {"en": "Nameless", "es": "Sin nombre"}[lang]


def test_the_data_says_which_columns_are_shown(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice")
    assert game.glossary.columns() == ["influence", "fortune", "knowledge", "knight", "artisan", "priest"]
    text = draw(render_observation(game, played(game, 2, 9).observe(0), "en", 100), 100)
    assert "influence  fortune  knowledge" in text
    assert "chosen die" not in text


RACE = """\
game: race
name: {en: Race, es: Carrera}
about: {en: Run., es: Corre.}
version: "1.0"
players: 1
provenance: house
resources: {members: {coin: {start: 5}, step: {spaces: 3}}}
state: {course: {is: 1..2}}
decisions: {run: {of: 1..2, ask: {en: How far?, es: ¿Cuánto?}}}
flow: [{phase: run, turns: once, do: "choose run n in 1 to 2 { gain n step }"}]
score: {steps: {name: {en: steps, es: pasos}, amount: step + coin}}
"""


def test_spaces_are_filled_on_tracks_only(tmp_path, loaded: Load, draw: Draw) -> None:
    (tmp_path / "game.yaml").write_text(RACE, encoding="utf-8")
    game = loaded(str(tmp_path))
    text = draw(render_observation(game, game.new(players=1, seed=1).observe(0), "en", 80), 80)
    (line,) = [line for line in text.splitlines() if "spaces filled" in line]
    assert "step" in line
    assert "coin" not in line


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


def test_lists_of_a_zone_have_the_names_of_what_tells_them_apart(tmp_path, loaded: Load, draw: Draw) -> None:
    (tmp_path / "game.yaml").write_text(FELLS, encoding="utf-8")
    game = loaded(str(tmp_path))
    text = draw(render_observation(game, game.new(players=1, seed=1).observe(0), "es", 80), 80)
    assert "estante curtiduría (1): madera" in text
    assert "aserradero" not in text  # nothing lies there
    assert "estante vacío (0): nada" in text


def test_names_on_a_board_are_as_long_as_tells_them_apart(tmp_path, loaded: Load, draw: Draw) -> None:
    (tmp_path / "game.yaml").write_text(FELLS, encoding="utf-8")
    game = loaded(str(tmp_path))
    seen = game.new(players=1, seed=1).observe(0)
    english, spanish = (draw(render_observation(game, seen, lang, 80), 80) for lang in ("en", "es"))
    assert "wood │" in english
    assert "wool │" in english
    assert "│ mad │" in spanish
