"""OpenSpiel's own simulation runs on every game, copies and texts of states included."""

from __future__ import annotations

import pickle

import pytest

from ruleset_core import OptionError
from ruleset_core.testing.goldens import golden_games

pyspiel = pytest.importorskip("pyspiel")

from ruleset_core.rl import openspiel_game
from tests.sampled import slow_if_long

GAMES = list(dict.fromkeys(subject.game for subject in golden_games()))


@pytest.mark.parametrize("name", slow_if_long(GAMES, {"tournay"}))
def test_random_simulation(name):
    pyspiel.random_sim_test(openspiel_game(name, deals=8), num_sims=1, serialize=True, verbose=False)


def test_a_game_is_found_by_its_name_and_parameters():
    game = pyspiel.load_game("ruleset(game=troyes_dice,expansions=banquetes_y_asaltos,players=3,deals=4)")
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 4
    assert game.num_players() == 3
    state.apply_action(2)
    assert state.current_player() == 0
    assert state.legal_actions() == state.table.options
    assert state.action_to_string(0, state.legal_actions()[0]) == state.table.game.notation(state.table.options[0])


def test_a_copy_goes_its_own_way():
    state = openspiel_game("tic_tac_toe", deals=1).new_initial_state()
    state.apply_action(0)
    other, again = state.clone(), pickle.loads(pickle.dumps(state))
    state.apply_action(4)
    assert 4 in other.legal_actions()
    assert 4 in again.legal_actions()
    assert 4 not in state.legal_actions()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [float(each) for each in state.table.outcomes()]
    assert 4 in other.legal_actions()


def test_a_number_of_players_that_cannot_be():
    with pytest.raises(OptionError, match="Oars is for 4 players"):
        openspiel_game("oars", players=3)
