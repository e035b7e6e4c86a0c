"""Cards that are in play for the seat that acts: `in_play` may speak of `me`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import LoadError, load, start_at
from tests.engine.games import write

GAME = """
game: mine
name: {en: Mine, es: Mío}
players: 2
resources: {members: {coin: {name: {en: coin, es: moneda}}}}
pieces: {card: {name: {en: card, es: carta}, total: 1, in_play: this in table}}
zones: {table: {of: card, by: [seat]}, box: {of: card, start: all}}
events: {rung: {}}
decisions: {sure: {of: bool, ask: {en: "Sure?", es: "¿Seguro?"}}}
flow:
  - {phase: play, turns: once, do: "choose sure b { if b { emit rung } }"}
score: {coins: {name: {en: coins, es: monedas}, amount: coin}}
"""
CARDS = """
kind: card
cards:
  bell: {name: {en: Bell, es: Campana}, provenance: house, when: {event: rung, do: gain 3 coin}}
"""


def test_a_card_reacts_to_what_its_owner_does(tmp_path: Path) -> None:
    game = load(write(tmp_path / "mine", GAME, CARDS))
    state = start_at(game, "play", 2, 1, given={"seats": [{"table": ["bell"]}, {}]})
    for _ in range(2):
        state.apply(game.options.parse("sure true"))
    assert state.scores() == [3, 0]


@pytest.mark.parametrize("moment", ["begin play", "end play"])
def test_where_nobody_acts_it_cannot_be_told(tmp_path: Path, moment: str) -> None:
    cards = CARDS.replace(
        "event: rung, do: gain 3 coin", f"event: {moment}, do: for each p in seat {{ as p {{ gain 1 coin }} }}"
    )
    cards = cards.replace(
        "do: for each p in seat { as p { gain 1 coin } }", 'do: "for each p in seat { as p { gain 1 coin } }"'
    )
    with pytest.raises(LoadError) as raised:
        load(write(tmp_path / "mine", GAME, cards))
    found = [each for each in raised.value.diagnostics if each.code == "E309"]
    assert len(found) == 1
    assert "in_play" in found[0].message
    assert "any p in seat" in found[0].help
