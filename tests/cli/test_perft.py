"""`ruleset perft` counts sequences of moves, a line for each number of moves."""

import json


def test_a_line_for_each_number_of_moves(run):
    assert run("perft", "reversi", "--depth", "3").out.split() == ["MOVES", "SEQUENCES", "1", "4", "2", "12", "3", "56"]


def test_as_json_for_more_players(run):
    told = json.loads(run("perft", "pig", "--depth", "2", "--players", "3", "--format", "json").out)
    assert {name: told[name] for name in ("game", "players", "seed")} == {"game": "pig", "players": 3, "seed": 1}
    assert len(told["counts"]) == 2


def test_it_ends_with_the_game(run):
    assert run("perft", "tic_tac_toe", "--depth", "30").out.split()[-2:] == ["10", "0"]


def test_a_wrong_option_of_the_game_is_one_message(run):
    outcome = run("perft", "pig", "--option", "speed=3")
    assert outcome.code == 1
    assert "speed" in outcome.err
