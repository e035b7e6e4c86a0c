"""What is told of Tournay besides its rules: which of them are not in the rulebook, and how they are read here."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "games" / "tournay.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def game() -> Game:
    return load(ROOT / "data" / "tournay")


@pytest.fixture(scope="module")
def marked() -> str:
    """What `ruleset check --house` says."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        assert main(["check", str(ROOT / "data" / "tournay"), "--house"]) == 0
    return told.getvalue()


@pytest.mark.parametrize(
    "what",
    [
        "`tie_breaker` is a house value",
        "`recruit_price` is a house value",
        "`price` of `white_bishop` is a house value",
        "`points` of `white_bishop` is a house value",
        "`level` of `white_bishop` is inferred",
        "`expert` is inferred",
        "`recruit` is inferred",
        "`builder` of `tour_henry_viii` is inferred",
        "`needs` of `white_monastery` is inferred",
        "`when` of `red_knight` is inferred",
    ],
)
def test_what_is_not_in_the_rules_is_marked(marked: str, what: str) -> None:
    assert what in marked


@pytest.mark.parametrize("card", ["yellow_guild", "white_library", "yellow_counting_house"])
def test_a_card_whose_effect_is_inferred_is_inferred_as_a_whole(marked: str, card: str) -> None:
    assert f"`{card}` is inferred" in marked


def test_what_the_sources_say_is_not_marked(marked: str) -> None:
    for card in ("red_arsenal", "red_fort", "red_catapult", "red_knight_x", "red_ballista", "red_barracks"):
        assert f"`{card}` is" not in marked
        assert f"of `{card}` is" not in marked


def test_the_page_tells_our_readings() -> None:
    told = PAGE.partition("## Our readings")[2]
    for what in ("**Activating.**", "**Covered prestige buildings.**", "covered_builder", "**The queue of events.**"):
        assert what in told
    assert "The rules say nothing about a tie" in PAGE


def test_the_default_game_has_a_name(game: Game) -> None:
    assert "**introductory game**" in PAGE
    titles = [game.program.vocabulary.options[name].title for name in ("expert", "expert_cards")]
    assert all("introductory" in title["en"] and "introducción" in title["es"] for title in titles)
