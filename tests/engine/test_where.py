"""Where things are declared, and which cards act at some moment: what findings about played games need to know."""

from __future__ import annotations

import pytest

from ruleset_core import core_of, load, story_of, trace_step


def test_cards_and_sections_have_their_places():
    game = load("troyes_dice", expansions=["banquetes_y_asaltos"])
    for card in game.card_ids():
        span = game.where("cards", card)
        with open(span.file, encoding="utf-8") as file:
            assert file.read().splitlines()[span.line - 1].strip().startswith(f"{card}:")
    assert game.where("flow").file.endswith("game.yaml")
    assert game.where("cards", "nothing") is None
    assert game.where("nothing") is None


@pytest.mark.parametrize(
    ("name", "card", "acts"),
    [
        ("tournay", "yellow_covered_market", True),
        ("tournay", "red_trebuchet", False),  # `do push(3)` alone: the rule does it
        ("troyes", "hugues_de_payns", False),  # scores at the end
        ("tournay", "crier_red_1", False),  # says nothing
    ],
)
def test_cards_that_act_at_some_moment(name, card, acts):
    assert load(name).card(card).acts == acts


def test_a_step_tells_which_cards_did_something():
    game = load("troyes_dice")
    state, acted = game.new(2, 1, game=0), set()
    for option in core_of(game).moves(0, 2, 1):
        heard = trace_step(state, option)
        changed = {
            cause.name
            for part in story_of(game, 2, [heard]).parts
            for cause in part.because
            if cause.section == "cards"
        }
        assert heard.cards <= changed
        acted |= heard.cards
        state.apply(option)
    assert acted
