"""`ruleset solve`: known values of small games are found, too large ones are refused, what somebody stops is kept."""

from __future__ import annotations

import json
from itertools import count

import pytest

from ruleset_core import load
from ruleset_core.cli import main
from ruleset_core.cli.experiments import solve as command

pytest.importorskip("pyspiel")

from ruleset_core.rl import solving
from ruleset_core.rl.solving import Solver, TooLargeError, figures_of_play, game_tree


def solved(name, method, iterations, seed=1):
    solver = Solver(game_tree(load(name)), method, seed)
    for _ in range(iterations):
        solver.step()
    return solver


@pytest.mark.parametrize(("method", "iterations"), [("cfr+", 200), ("cfr", 2000), ("mccfr", 100_000)])
def test_kuhn_poker_is_worth_an_eighteenth(method, iterations):
    found = solved("kuhn_poker", method, iterations).figures()
    assert found.iteration == iterations
    assert found.exploitability < 0.01
    assert found.values[0] == pytest.approx(-1 / 18, abs=0.005)
    assert sum(found.values) == pytest.approx(0)
    assert -found.best[1] < -1 / 18 < found.best[0]


@pytest.mark.slow
def test_leduc_poker_is_as_exploitable_as_known():
    tree = game_tree(load("leduc_poker"))
    assert (tree.nodes, tree.endings, sum(map(len, tree.known))) == (9457, 5520, 936)
    solver, found = Solver(tree, "cfr"), []
    for iterations in (1, 9, 30):
        for _ in range(iterations):
            solver.step()
        found.append(solver.figures().exploitability)
    assert found[0] == pytest.approx(2.37361, abs=1e-5)
    assert found[1] < 1.2
    assert found[2] < 0.3


def test_a_jack_never_calls_and_a_king_always_does():
    answers = {
        (each["seat"], card): each["answers"]
        for each in solved("kuhn_poker", "cfr+", 500).strategy()
        for card in ("jack", "queen", "king")
        if f'hand ["{card}"]' in each["knows"] and "answer match" in each["answers"]
    }
    assert answers[1, "jack"]["answer match"] < 0.01
    assert answers[1, "king"]["answer match"] > 0.99
    assert answers[1, "queen"]["answer match"] == pytest.approx(1 / 3, abs=0.02)


def test_the_same_seed_samples_the_same():
    one, again, other = (solved("kuhn_poker", "mccfr", 50, seed).figures() for seed in (4, 4, 5))
    assert one == again
    assert one != other


def test_what_is_too_large_is_counted():
    with pytest.raises(TooLargeError, match="50 nodes were counted, and there was no end") as found:
        game_tree(load("kuhn_poker"), most=50)
    assert (found.value.nodes, found.value.deep) == (50, False)
    assert game_tree(load("kuhn_poker"), most=58).nodes == 58


def test_a_game_without_an_end_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(solving, "DEEPEST", 30)
    assert main(["solve", "pig"]) == 1
    assert "a game may take more than 30 draws and answers" in capsys.readouterr().err


def test_the_command_prints_and_writes_what_it_found(tmp_path, capsys):
    file = tmp_path / "kuhn.json"
    assert main(["solve", "kuhn_poker", "--iterations", "30", "--method", "cfr", "--json", str(file)]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "Kuhn poker: 58 nodes (4 draws, 24 questions, 30 endings), 12 information states"
    assert lines[2].split() == ["ITERATION", "EXPLOITABILITY", "PLAYER", "1", "PLAYER", "2"]
    assert [line.split()[0] for line in lines[3:10]] == ["0", "1", "2", "5", "10", "20", "30"]
    assert lines[3].split()[1:] == ["0.4583", "0.1250", "-0.1250"]
    assert lines[-1].startswith("Player 2: with perfect play between 0.0")
    assert err == f"Written to {file}.\n"
    found = json.loads(file.read_text())
    assert found["information_states"] == [6, 6]
    assert found["iterations"][0] == {
        "iteration": 0, "exploitability": pytest.approx(11 / 24), "values": pytest.approx([1 / 8, -1 / 8]), "best": pytest.approx([1 / 2, 5 / 12]),
    }  # fmt: skip
    assert len(found["strategy"]) == 12
    assert all(sum(each["answers"].values()) == pytest.approx(1) for each in found["strategy"])


def test_what_somebody_stops_is_kept(tmp_path, capsys, monkeypatch):
    step = Solver.step

    def stopped(self):
        if self.iteration == 7:
            raise KeyboardInterrupt
        step(self)

    monkeypatch.setattr(Solver, "step", stopped)
    file = tmp_path / "kuhn.json"
    assert main(["solve", "kuhn_poker", "--json", str(file)]) == 130
    out, err = capsys.readouterr()
    assert "\n7  " in out
    assert "Stopped after 7 of 1000 iterations." in err
    assert [each["iteration"] for each in json.loads(file.read_text())["iterations"]] == [0, 1, 2, 5, 7]


def test_who_always_calls_is_exploited_by_good_cards_alone():
    tree = game_tree(load("kuhn_poker"))
    calls = figures_of_play(tree, lambda state: state.options[-1], times=1)
    assert calls.best == pytest.approx((1 / 3, 1 / 3))  # a king bets, a jack checks
    assert calls.values == pytest.approx((0, 0))
    answers = count()
    half = figures_of_play(tree, lambda state: state.options[next(answers) % 2], times=10)
    assert half.exploitability == pytest.approx(11 / 24)


def test_bots_are_told_of_and_written(tmp_path, capsys):
    file = tmp_path / "kuhn.json"
    words = [
        "--iterations",
        "5",
        "--bot",
        "easy",
        "--bot",
        "random",
        "--times",
        "3",
        "--seed",
        "2",
        "--json",
        str(file),
    ]
    assert main(["solve", "kuhn_poker", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-3].split() == ["BOT", "EXPLOITABILITY", "PLAYER", "1", "PLAYER", "2"]
    assert [line.split()[0] for line in lines[-2:]] == ["easy", "random"]
    bots = json.loads(file.read_text())["bots"]
    assert [*bots] == ["easy", "random"]
    assert bots["easy"]["times"] == 3
    assert bots["easy"]["exploitability"] > 0.05
    assert lines[-2].split()[1] == f"{bots['easy']['exploitability']:.4f}"


def test_a_bot_that_somebody_stops_keeps_the_rest(monkeypatch, tmp_path):
    def stopped(_tree, name, _asked):
        if name == "random":
            raise KeyboardInterrupt
        return solved("kuhn_poker", "cfr", 1).figures()

    monkeypatch.setattr(command, "_figures_of_bot", stopped)
    file = tmp_path / "kuhn.json"
    assert main(["solve", "kuhn_poker", "--iterations", "2", "--bot", "easy,random", "--json", str(file)]) == 130
    assert [*json.loads(file.read_text())["bots"]] == ["easy"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["oars"], "Oars is not for two players"),
        (["kuhn_poker", "--bot", "nobody"], "nobody"),
        (["tic_tac_toe", "--most", "1000"], "1000 nodes of its tree were counted, and there are more"),
        (["kuhn_poker", "--json", "nowhere/found.json"], "nowhere/found.json: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_told(words, told, capsys):
    assert main(["solve", *words]) in {1, 2}
    assert told in capsys.readouterr().err


def test_without_openspiel_the_next_step_is_told(monkeypatch, capsys):
    monkeypatch.setattr(command, "find_spec", lambda _: None)
    assert main(["solve", "kuhn_poker"]) == 1
    assert 'needs OpenSpiel: pip install "ruleset[openspiel]"' in capsys.readouterr().err
