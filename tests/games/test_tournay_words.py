"""What is told of Tournay besides its rules: which of them are not in the rulebook, and how they are read here."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest

from ruleset_core import Game, load, rules_document, start_at
from ruleset_core.cli import main

ROOT = Path(__file__).parents[2]


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


def test_the_rules_tell_our_readings(game: Game) -> None:
    told = rules_document(game, "en")
    asked = told.paragraph("rulings"), told.paragraph("points"), told.paragraph("activating")
    said = " ".join(block.plain for each in asked if each is not None for block in each.blocks)
    for what in (
        "Something has to come of it",
        "covered your own prestige building",
        "place of the queue stays empty",
        "more deniers",
    ):
        assert what in said


def test_the_default_game_has_a_name(game: Game) -> None:
    titles = [game.program.vocabulary.options[name].title for name in ("expert", "expert_cards")]
    assert all("introductory" in title["en"] and "introducción" in title["es"] for title in titles)
    said = " ".join(block.plain for block in rules_document(game, "es").only(["setup"]).paragraphs[-1].blocks)
    assert "partida de introducción" in said


@pytest.mark.parametrize(
    ("option", "en", "es"),
    [
        ("copy yellow_farm", "Farm of Bo", "Granja de Bo"),
        ("hit yellow_farm", "Farm of Bo", "Granja de Bo"),
        ("strike yellow_market", "Market on c3", "Mercado en c3"),
        ("stand red", "red, lying: 1", "rojo, tumbados: 1"),
        ("earn with yellow", "yellow, available: 1", "amarillo, disponibles: 1"),
    ],
)
def test_options_say_whose_and_how_many(game: Game, option: str, en: str, es: str) -> None:
    given = {
        "starter": 0,
        "site": {"yellow_market": "c3", "yellow_farm": "c3"},
        "seats": [
            {"district": ["yellow_market"], "standing": {"yellow": 1}, "lying": {"red": 1}},
            {"district": ["yellow_farm"]},
        ],
    }
    state = start_at(game, "town", 2, 1, given=given)
    told = [game.label(state, game.parse(option), lang, names=("Ana", "Bo")) for lang in ("en", "es")]
    assert told == [en, es]


@pytest.mark.parametrize(
    ("option", "en", "es"),
    [
        ("earn with yellow", "yellow", "amarillo"),
        ("deck red_2", "red II", "rojo II"),
        ("push plague", "Plague", "Peste"),
    ],
)
def test_a_forced_option_is_told_without_half_a_detail(game: Game, option: str, en: str, es: str) -> None:
    assert [game.option_name(game.parse(option), lang) for lang in ("en", "es")] == [en, es]


def test_every_fact_of_a_card_has_a_spanish_name_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "tournay", "yellow_broker", "--lang", "es"]) == 0
    names = [line.strip().split("  ")[0] for line in capsys.readouterr().out.splitlines()]
    assert {"tipo", "tipo de carta", "color", "nivel", "edición"} <= set(names)
    assert not {"colour", "level", "edition"} & set(names)


def test_characters_read_as_sentences(game: Game) -> None:
    said = {
        lang: {card: game.card(card).text(lang) for card in ("white_provost", "white_chapel", "cathedral")}
        for lang in ("en", "es")
    }
    assert "of this card: a citizen of yours stands up." in said["en"]["white_provost"]
    assert "Se levantan hasta 2 ciudadanos tuyos." in said["es"]["white_chapel"]
    assert "At the end of the game: the points of this card." in said["en"]["cathedral"]
