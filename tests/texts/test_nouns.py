"""Nouns of games in card texts: which are counted, and their plurals."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import foresee, load
from ruleset_core.story.text.language import language_of

GAME = """\
game: fair
name: {en: Fair, es: Feria}
about: {en: a, es: b}
version: "1.0"
provenance: house
players: 2
resources: {members: {point: {name: {en: point, es: punto}}}}
decisions: {bid: {of: 1..3, ask: {en: a, es: b}}}
flow: [{phase: day, turns: once, do: "choose bid n in 1 to 3 { gain n point }"}]
score: {points: {name: {en: points, es: puntos}, amount: point}}
"""


@pytest.mark.parametrize(
    ("noun", "three"),
    [
        ("city", "3 cities"),
        ("ship", "3 ships"),
        ("fence", "3 fences"),
        ("black die", "3 black dice"),
        ("row of buildings", "3 rows of buildings"),
        ("influence", "3 influence"),
        ("knowledge", "3 knowledge"),
        ("dry bread", "3 dry bread"),
        ("charity", "3 charity"),
    ],
)
def test_what_is_counted_has_a_plural(noun: str, three: str) -> None:
    assert language_of("en").counted(3, noun) == three


@pytest.mark.parametrize(
    ("noun", "three"),
    [
        ("pièce", "3 pièces"),
        ("influence", "3 influence"),
        ("savoir", "3 savoir"),
        ("carte d’activité", "3 cartes d’activité"),
    ],
)
def test_what_is_counted_has_a_plural_in_french(noun: str, three: str) -> None:
    assert language_of("fr").counted(3, noun) == three


@pytest.mark.parametrize(("name", "three"), [
    ("{en: lamp}", "+3 lamps"), ("{en: lamp, es: lamp}", "+3 lampes"), ("{en: flor, es: flor}", "+3 flores"), ("{es: flor}", "+3 flores"), ("{fr: flor}", "+3 flors"),
])  # fmt: skip
def test_a_noun_in_one_language_has_its_plural_in_all(tmp_path: Path, name: str, three: str) -> None:
    folder = tmp_path / "fair"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.replace("{en: point, es: punto}", name), encoding="utf-8")
    state = load(folder).new(players=2, seed=1)
    assert foresee(state, state.options[2]).describe("es") == three
