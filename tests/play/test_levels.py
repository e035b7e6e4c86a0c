"""A long menu of answers of several parts is asked level by level: first what, then where to."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, load
from ruleset_core.cli.console.input import parse_line
from ruleset_core.cli.console.menu_levels import SHORT_MENU, MenuLevels
from ruleset_core.play.wording.game_messages import menu_keys, plain_offers
from tests.engine.test_answers import FIELD

Run = Any


@pytest.fixture(scope="module")
def game() -> Game:
    return load("breakthrough")


def first_moves(run: Run, *typed: str, lang: str = "en") -> str:
    """What is shown until the first move of a game is made, and that move."""
    seats = ("--seats", "Ana=human,first", "--seed", 3, "--lang", lang, "--no-save")
    out: str = run("play", "breakthrough", *seats, typed=[*typed, "quit"]).out
    return out.partition("Since your last turn" if lang == "en" else "Desde tu último turno")[0]


@pytest.mark.parametrize(
    "typed", [("a2", "2"), ("1", "2"), ("1 2",), ("1; b3",), ("a2 b3",), ("a2", "a2 b3"), ("move a2 b3",)]
)
def test_a_move_is_typed_in_one_line_or_in_two(run: Run, typed: tuple[str, ...]) -> None:
    assert "Ana goes from a2 to b3." in first_moves(run, *typed)


def test_the_menu_says_what_goes_where(run: Run) -> None:
    shown = first_moves(run, "a2", "2")
    assert "  1  move a2  a2  → a3, b3\n  2  move b2  b2  → a3, b3, c3\n" in shown
    assert "a2 → ?\n  1  move a2 a3  a2 → a3\n  2  move a2 b3  a2 → b3\n" in shown
    assert "¿Qué peón va adónde?\n  1  a2  → a3, b3\n" in first_moves(run, "a2", "2", lang="es")


def test_one_goes_back_or_over_to_another(run: Run) -> None:
    shown = first_moves(run, "a2", "", "b2", "c2", "9", "1")
    assert shown.count("Which man goes where?") == 2
    assert "b2 → ?" in shown
    assert "c2 → ?" in shown
    assert "there is no option 9; there are 3" in shown
    assert "Ana goes from c2 to b3." in shown


@pytest.mark.slow
def test_reasons_are_told_on_either_level(run: Run) -> None:
    shown = first_moves(run, "b5 b4", "a2", "b1 b2", "a2 a4", "2")
    assert "There is no man of yours on b5." in shown
    assert "Your own man stands on b2." in shown
    assert "Men go one step forward or aslant." in shown


def test_every_answer_is_found_by_the_keys_of_its_levels(game: Game) -> None:
    state, random = game.new(2, 5), Random(5)
    while not state.over:
        menu = plain_offers(game, state, "en")
        levels = MenuLevels(state, menu, "en", [])
        if len(menu) <= SHORT_MENU:
            assert levels.current_offers == menu
        for offer in menu if levels.current_offers != menu else ():
            levels.step("")
            first = game.things(offer.option)[0].id
            key = next(
                key
                for key, each in zip(menu_keys(levels.current_offers), levels.current_offers, strict=True)
                if each.label == first
            )
            assert levels.step(key)
            if levels.only() is None:
                assert levels.first == first
                keys = dict(
                    zip((each.option for each in levels.current_offers), menu_keys(levels.current_offers), strict=True)
                )
                assert not levels.step(keys[offer.option])
                assert (
                    parse_line(keys[offer.option], levels.asked_of(keys[offer.option]), game, state, "en")
                    == offer.option
                )
            else:
                assert levels.only() == offer
        state.apply(random.choice(state.options))


def test_answers_of_several_kinds_are_asked_by_kind_then_part_by_part(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FIELD, encoding="utf-8")
    game = load(tmp_path)
    state = game.new(2, 1)
    spanish = MenuLevels(state, plain_offers(game, state, "es"), "es", [])
    assert [each.label for each in spanish.current_offers] == ["¿Adónde?", "¿Dónde construyes?", "¿Qué señal?"]
    levels = MenuLevels(state, plain_offers(game, state, "en"), "en", [])
    assert [(each.notation, each.label) for each in levels.current_offers] == [
        ("step", "Where to?"), ("build", "Where do you build?"), ("sign", "Which sign?"),
    ]  # fmt: skip
    assert levels.step("build")
    assert [each.notation for each in levels.current_offers][:2] == ["build a1_a2", "build a1_b1"]
    assert levels.step("a1_a2")
    assert levels.first == "a1-a2"
    assert "build a1_a2 a1_b1" in [each.notation for each in levels.current_offers]
    assert not levels.step("1")  # an answer
    assert levels.step("")
    assert levels.first == "Where do you build?"
    assert levels.step("")
    assert not levels.narrowed
    assert levels.step("3")
    assert [each.notation for each in levels.current_offers][:2] == ["sign c1 n", "sign c1 ne"]
