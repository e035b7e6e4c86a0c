"""Expansions in which a range of an included game grows: looks, achievements, titles and lists of changes follow the range."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, State, load
from ruleset_core.check.checker import check_paths
from ruleset_core.formats.scene_format import ScenePanel
from ruleset_core.play.lookup.card_facts import change_lines
from ruleset_core.view.scene.scene_builder import scene
from tests.check.conftest import REVIEWS

GROWN = Path(__file__).parent / "grown"
GAMES = {"ninth_day": "troyes_dice", "level_four": "tournay", "seventh_round": "troyes"}
CHANGES = {
    "ninth_day": ("Ninth day: day 1 to 8 → 1 to 9; day: goes 1 to 8 → 1 to 9", "Noveno día: día 1 a 8 → 1 a 9; día: va 1 a 8 → 1 a 9"),
    "level_four": ("Level IV: card: level 1 to 3 → 1 to 4; new: 2 cards", "Nivel IV: carta: nivel 1 a 3 → 1 a 4; nuevo: 2 cartas"),
    "seventh_round": (
        "One more round: the rounds of the game: amount players + 2 → players + 3; round 1 to 6 → 1 to 7",
        "Una ronda más: las rondas de la partida: cantidad jugadores + 2 → jugadores + 3; ronda 1 a 6 → 1 a 7",
    ),
}  # fmt: skip


@cache
def grown(name: str) -> Game:
    return load(GAMES[name], (str(GROWN / name),))


def panel(state: State, name: str) -> ScenePanel:
    """A panel as the first seat sees it."""
    return next(each for each in scene(state.game, state.masked(0)).panels if each.id == name)


def played(name: str, seats: int, title: str) -> tuple[State, set[str]]:
    """A random game to its end, and the titles of a panel on the way."""
    state, chance = grown(name).new(seats, 3), Random(3)
    titles = set()
    while not state.over:
        titles.add(panel(state, title).title)
        state.apply(chance.choice(state.options))
    return state, titles


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_found_in_them(name: str) -> None:
    assert check_paths([GROWN / name], ignore=REVIEWS).diagnostics == ()


@pytest.mark.parametrize("name", GAMES)
def test_what_they_change_is_told_in_the_words_of_players(name: str) -> None:
    found = tuple("; ".join(change_lines(grown(name), lang, whole=True)) for lang in ("en", "es"))
    assert found == CHANGES[name]


@pytest.mark.slow
def test_a_ninth_day_is_played_told_and_counted() -> None:
    state, titles = played("ninth_day", 1, "wheel")
    assert {title.partition(",")[0] for title in titles} == {f"day {day} of 9" for day in range(1, 10)}
    assert "play_solo" in state.achievements(0)


@pytest.mark.slow
def test_one_more_round_is_played_and_told() -> None:
    _, titles = played("seventh_round", 2, "city")
    assert {title.split(",")[1] for title in titles if "round" in title} == {
        f" round {each} of 5" for each in range(1, 6)
    }


@pytest.mark.slow
def test_a_fourth_level_has_its_column_and_its_numeral() -> None:
    state = grown("level_four").new(2, 1)
    assert state.ask("(count c in deck[yellow, 4]) == 2")
    town = str(panel(state, "town"))
    assert [f"'{title}'" in town for title in ("I", "II", "III", "IV")] == [True] * 4
