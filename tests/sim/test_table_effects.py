"""What getting a card is worth, measured where it is known: neither good players nor a lead make a card look better."""

from __future__ import annotations

import pytest

from ruleset_core import core_of
from ruleset_core.lab.sim import play_games
from ruleset_core.lab.sim.table_effects import TableEffects, beside
from ruleset_core.play import bots as known
from tests.sim.planted import Diligent, Proud, lay_out, plan

CHARM, JEWEL, THORN = range(3)


@pytest.fixture(scope="module")
def fair(tmp_path_factory):
    return lay_out(tmp_path_factory.mktemp("fair"))


def effects(game, seats, games):
    made = plan(game, seats, games)
    found = TableEffects(made, core_of(game).by_having(2), by_points=True, lowest=False)
    found.add(play_games(game, made, range(games)))
    return found


def test_a_card_is_worth_what_it_says(fair):
    found = effects(fair, ("random", "random"), 3000)
    for card, worth in ((CHARM, 0), (JEWEL, 3), (THORN, -2)):
        told = found.effect(card)
        assert abs(told.mean - worth) < 1.5 * told.margin < 1.5
    more = beside(found.effects(), JEWEL, [CHARM, THORN])
    assert abs(more.mean - 4) < 1.5 * more.margin


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bot"), [("diligent", Diligent), ("proud", Proud)])
def test_a_worthless_card_that_good_players_or_leaders_take_is_worth_nothing(fair, monkeypatch, name, bot):
    monkeypatch.setattr(known, "_FACTORIES", known._FACTORIES | {name: bot})
    found = effects(fair, (name, "random"), 600).effect(CHARM)
    assert abs(found.mean) < 1.5 * found.margin


def test_too_few_games_say_nothing(fair):
    assert effects(fair, ("random", "random"), 10).effect(JEWEL) is None
