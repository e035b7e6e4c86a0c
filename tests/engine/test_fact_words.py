"""Values of facts in the words that players read."""

from __future__ import annotations

from pathlib import Path

from ruleset_core import load

GAME = """
game: pairs
name: {en: Pairs, es: Parejas}
players: 2
resources: {members: {coin: {}}}
pieces:
  plant: {total: 2, facts: {mate: plant?, guard: {is: plant?, name: {en: guard, es: guardia}, none: {en: nobody, es: nadie}}}}
flow: [{phase: work, turns: once, do: gain 1 coin}]
score: {coins: {name: {en: coins, es: monedas}, amount: coin}}
"""
CARDS = """
kind: plant
cards:
  fig: {name: {en: Fig, es: Higuera}, provenance: house, mate: vine, guard: none}
  vine: {name: {en: Vine, es: Vid}, provenance: house, mate: none, guard: fig}
"""


def test_no_value_is_said_in_the_language(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards" / "plants.yaml").write_text(CARDS, encoding="utf-8")
    game = load(tmp_path)

    def told(card: str, fact: str, lang: str) -> str:
        return game.glossary.fact_value("plant", fact, game.card(card).facts[fact], lang)

    assert [told("fig", "mate", lang) for lang in ("en", "es")] == ["Vine", "Vid"]
    assert [told("vine", "mate", lang) for lang in ("en", "es")] == ["none", "ninguno"]
    assert [told("fig", "guard", lang) for lang in ("en", "es")] == ["nobody", "nadie"]
