"""What is to be typed for an option is English in an English game, and the words of the menu in a Spanish one, wherever it is told."""

from __future__ import annotations

import pytest

from ruleset_core import load
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.wording.game_messages import plain_offers, refusal_reason_text, typed_labels, typed_option


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_option_is_told_as_the_menu_shows_it(lang: str) -> None:
    state = load("troyes_dice").new(players=2, seed=3)
    shown = typed_labels(plain_offers(state.game, state, lang))
    assert [typed_option(state, option, lang) for option in state.options] == shown
    said = [refusal_reason_text(state, option, lang) for option in state.options]
    assert all(f"`{each}`" in text for each, text in zip(shown, said, strict=True))


def test_a_spanish_game_shows_no_english_notation() -> None:
    state = load("carcassonne_masons").new(players=2, seed=3)
    assert typed_option(state, state.options[0], "es") == "A1-A2"
    assert typed_option(state, state.options[0], "en") == "wall a1_a2"
