"""Figures that an expansion changes are those on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw as drawn
from tests.scenes.reading import read


@pytest.fixture
def laid(tmp_path: Path):
    """A game with an expansion of some YAML."""

    def make(game: str, data: str) -> Game:
        head = f"expansion: other\nof: {game}\nname: {{en: Other, es: Otra}}\nversion: '1.0'\n"
        (tmp_path / "expansion.yaml").write_text(head + data, encoding="utf-8")
        return load(game, [str(tmp_path)])

    return make


@pytest.mark.parametrize("players", [2, 3, 4])
def test_troyes_counts_a_round_more(laid, players: int) -> None:
    more = "override:\n  define: {rounds: {amount: players + 3}}\n  state: {round: {is: 1..7}}\n"
    state = laid("troyes", more).new(players=players, seed=1)
    while state.phase in {"founding", "placement", "setup"}:
        state.apply(state.options[0])
    assert f"round 1 of {players + 3}" in drawn(scene(state.game, state.masked(0)), 80).plain


@pytest.mark.slow
def test_troyes_shows_another_price_of_a_card(laid) -> None:
    game = laid("troyes", "override: {cards: {merchant: {hire: 17, round: 1}}}\n")
    for seed in range(30):
        state = game.new(players=2, seed=seed)
        while state.phase in {"founding", "placement", "setup"}:
            state.apply(state.options[0])
        seen = state.observe(0)
        if "merchant" in seen["zones"]["market"]:
            text = drawn(scene(game, read(game, seen)), 120).plain
            assert " 17 " in next(line for line in text.splitlines() if game.name_of("activity", "merchant") in line)
            return
    pytest.fail("the card never came")
