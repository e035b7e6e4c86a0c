"""Points that come from what an effect leads on to by `do` are those of the card that does it, whatever is asked on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.play.records import Seat, Session
from ruleset_core.testing.conformance import check_game
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS

GAME = """
game: led_on
name: {en: Led on, es: Encadenado}
players: 2
resources: {members: {coin: {name: {en: coin, es: moneda}}}}
pieces: {card: {total: 8}}
zones: {hand: {of: card, start: all, visible: all, name: {en: hand, es: mano}}}
state: {round: {is: 0..9, name: {en: round, es: ronda}}}
sets: {suit: {members: {sun: {name: {en: sun, es: sol}}, moon: {name: {en: moon, es: luna}}}}}
decisions:
  use: {of: card, ask: {en: Which card?, es: ¿Qué carta?}}
  take: {of: suit, ask: {en: Which suit?, es: ¿Qué palo?}}
define:
  asked: {effect: "choose take s in suit { gain 1 coin }"}
  plain: {effect: gain 1 coin}
  onward: {effect: do asked}
flow:
  - phase: play
    name: {en: the play, es: el juego}
    turns: forever
    do: "set round = round + 1; choose use c in hand { do c.effect }; if round == 9 { end_game }"
score: {coins: {name: {en: Coins, es: Monedas}, amount: coin}}
"""
EFFECTS = {
    "last": "do asked",
    "followed": "do asked; gain 2 coin",
    "not_asked": "do plain",
    "behind_a_question": "choose take s in suit { do asked }",
    "behind_another": "gain 1 coin; do asked",
    "under_a_condition": "if round > 0 { do asked }",
    "by_two_steps": "do onward",
    "by_two_steps_too": "gain 2 coin; do onward",
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    directory: Path = tmp_path_factory.mktemp("led_on")
    (directory / "game.yaml").write_text(GAME, encoding="utf-8")
    (directory / "cards").mkdir()
    cards = "".join(
        f"  {name}: {{name: {{en: {name}, es: {name}}}, provenance: house, effect: '{effect}'}}\n"
        for name, effect in EFFECTS.items()
    )
    (directory / "cards" / "all.yaml").write_text(f"kind: card\ncards:\n{cards}", encoding="utf-8")
    return load(directory)


@pytest.mark.parametrize("card", EFFECTS)
def test_the_card_is_what_gave_them(game: Game, card: str) -> None:
    played = Session.start(game, [Seat("Ana", "human"), Seat("Bo", "human")], 3)
    played.apply(f"use {card}")
    while game.notation(played.live.options[0]).startswith("take"):
        played.apply("take sun")
    rows = played.why("coin", 0).rows
    assert rows
    assert {(row.reason.kind, row.reason.name) for row in rows} == {("card", card)}


@pytest.mark.slow
def test_all_executors_play_it_and_say_the_same(game: Game) -> None:
    report = check_game(game, games=2, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(game.directory))
    assert not [finding for check in report.checks.values() for finding in check.findings]
