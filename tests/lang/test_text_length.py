"""The longest texts that are made of effects fit a card: three lines of 80 columns, in every language."""

from __future__ import annotations

from textwrap import wrap

import pytest

from ruleset_core import in_translation, load
from ruleset_core.messages import LANGUAGES
from ruleset_core.story.text import card_text
from ruleset_core.testing.goldens import golden_games

COLUMNS, LINES, LONGEST = 80, 3, 100
WITH_CARDS = {"troyes", "troyes_dice", "tournay", "carcassonne_masons"}


def lines_of(text: str) -> int:
    """How many lines a text takes; each thing it says begins on a line of its own."""
    return sum(len(wrap(line, COLUMNS)) for line in text.splitlines())


@pytest.fixture(scope="module")
def longest() -> dict[str, dict[str, str]]:
    """By language the longest texts of cards and rules, as they are made even where the data has words of its own."""
    texts: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for subject in golden_games():
        if subject.game not in WITH_CARDS:
            continue
        with in_translation(*LANGUAGES):
            game = load(subject.game, expansions=subject.expansions)
        for owner in [*game.card_ids(), *(f"rule {rule}" for rule in game.rule_texts("en"))]:
            for lang, made in texts.items():
                made[f"{subject.game}/{owner}"] = card_text(game.program, owner, lang, generated=True)
    return {lang: dict(sorted(made.items(), key=lambda one: -len(one[1]))[:LONGEST]) for lang, made in texts.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_longest_texts_take_three_lines(longest: dict[str, dict[str, str]], lang: str) -> None:
    assert len(longest[lang]) == LONGEST
    too_long = {owner: text for owner, text in longest[lang].items() if lines_of(text) > LINES}
    assert not too_long, "\n".join(f"{owner}: {text}" for owner, text in too_long.items())
