"""What the cards of the included games say is what the files in `tests/goldens` hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.messages import LANGUAGES
from ruleset_core.testing.goldens import GoldenGame, card_sheet, golden_games

GOLDENS = Path(__file__).parents[1] / "goldens"
GAMES = list({each.game: each for each in golden_games()}.values())  # the last one has all expansions


@pytest.mark.parametrize("subject", GAMES, ids=lambda subject: subject.game)
def test_what_the_cards_say(subject: GoldenGame) -> None:
    game = load(subject.game, expansions=subject.expansions)
    file = GOLDENS / f"cards_{subject.game}.txt"
    if not game.card_ids():
        assert not file.exists()
        return
    assert card_sheet(game) == file.read_text(encoding="utf-8"), "run: ruleset test --update-goldens"


@pytest.mark.parametrize("lang", LANGUAGES[1:])
@pytest.mark.parametrize("subject", GAMES, ids=lambda subject: subject.game)
def test_all_languages_say_as_much(subject: GoldenGame, lang: str) -> None:
    game = load(subject.game, expansions=subject.expansions, lang=lang)
    for card in (game.card(one) for one in game.card_ids()):
        english, translated = (card.text(each).splitlines() for each in ("en", lang))
        assert len(english) == len(translated)
        assert all(one != other for one, other in zip(english, translated, strict=True)), card.id
