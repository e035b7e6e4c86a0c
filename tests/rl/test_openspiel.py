"""OpenSpiel's own simulation runs on every game, copies and texts of states included."""

from __future__ import annotations

import pickle

import numpy as np
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


EXPLICIT = ["kuhn_poker", "leduc_poker", "masquerade", "oars", "pig", "sheaves", "tic_tac_toe"]


@pytest.mark.parametrize("name", slow_if_long(EXPLICIT, {"pig", "sheaves"}))
@pytest.mark.parametrize("reward", ["outcome", "score"])
def test_random_simulation_with_draws_as_nodes(name, reward):
    game = openspiel_game(name, chance="explicit", reward=reward)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_draw_is_a_node():
    state = pyspiel.load_game("ruleset(game=kuhn_poker,chance=explicit,reward=score)").new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert [state.action_to_string(action) for action in range(3)] == ["deck jack", "deck queen", "deck king"]
    state.apply_action(2)
    assert state.legal_actions() == [0, 1]
    state.apply_action(1)
    assert state.current_player() == 0
    assert not state.is_terminal()
    for action in (1, 3):  # bet, call: the king wins
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [2.0, -2.0]


def test_types_of_games():
    kinds = {name: openspiel_game(name, chance="explicit").get_type() for name in EXPLICIT}
    perfect, imperfect = (
        pyspiel.GameType.Information.PERFECT_INFORMATION,
        pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    )
    assert {name for name, kind in kinds.items() if kind.information == perfect} == {"pig", "tic_tac_toe"}
    assert kinds["sheaves"].information == imperfect
    assert kinds["tic_tac_toe"].chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert kinds["tic_tac_toe"].utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kinds["oars"].utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert openspiel_game("oars", chance="explicit", reward="score").utility_sum() == 0


def position(*actions):
    state = openspiel_game("kuhn_poker", chance="explicit").new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def test_a_seat_knows_what_it_saw_and_did():
    deals = [(one, other) for one in range(3) for other in range(3) if one != other]
    known = {deal: [position(*deal, 1).information_state_string(seat) for seat in (0, 1)] for deal in deals}
    assert known[2, 0][0] == known[2, 1][0]
    assert known[2, 0][1] == known[1, 0][1]
    assert len({told for pair in known.values() for told in pair}) == 6
    assert "1: " not in known[2, 0][0]
    assert known[2, 0][0].index('hand ["king"]') < known[2, 0][0].index("0: open bet")


def test_answers_in_secret_are_not_told():
    game = openspiel_game("sheaves", chance="explicit")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before, own = (state.information_state_string(seat) for seat in (1, 0))
    state.apply_action(state.legal_actions()[3])  # a bid, while all bid at the same time
    assert state.current_player() == 1
    assert state.information_state_string(1) == before
    assert state.information_state_string(0) == f"{own}; 0: bid 3; seats.0.bid 3"
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert "0: bid 3" in state.information_state_string(1)


@pytest.mark.slow
def test_algorithms_of_openspiel_run_on_it():
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts
    from open_spiel.python.policy import UniformRandomPolicy

    game = openspiel_game("kuhn_poker", chance="explicit", reward="score")
    uniform, root = UniformRandomPolicy(game), game.new_initial_state()
    assert exploitability.exploitability(game, uniform) == pytest.approx(11 / 24)
    assert expected_game_score.policy_value(root, [uniform, uniform]) == pytest.approx([1 / 8, -1 / 8])
    solver = cfr.CFRSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.1
    duel = openspiel_game("tic_tac_toe", chance="explicit")
    bot = mcts.MCTSBot(duel, 2, 20, mcts.RandomRolloutEvaluator(), random_state=np.random.RandomState(1))
    assert bot.step(duel.new_initial_state()) in range(9)


@pytest.mark.parametrize("word", ["chance=none", "reward=money"])
def test_a_parameter_that_says_nothing(word):
    name, value = word.split("=")
    with pytest.raises(OptionError, match=f"`{name}` is one of: .*; not `{value}`"):
        openspiel_game("pig", **{name: value})


def test_a_number_of_players_that_cannot_be():
    with pytest.raises(OptionError, match="Oars is for 4 players"):
        openspiel_game("oars", players=3)
