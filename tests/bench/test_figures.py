"""What `python -m tests.bench.compare` prints, with a game in Python in the place of a core."""

from __future__ import annotations

import pytest

from ruleset_core import Game, State, load
from ruleset_core.bench.play import play_game
from tests.bench import compare
from tests.bench.figures import CORE, compiled_of


class StandIn:
    """Python, measured as if it were a core."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def play(self, players: int, games: int, seed: int) -> int:
        return play_game(self.game, players, games, seed)

    def results(self, players: int, games: int, seed: int, threads: int) -> bytes:
        del threads
        return str(self.play(players, games, seed)).encode()

    def new(self, players: int, seed: int) -> State:
        return self.game.new(players=players, seed=seed)

    def rollouts(self, state: State, seat: int, number: int, seed: int) -> object:
        for place in range(number):
            state.imagine(seat, seed + place)
        return None


def test_what_a_game_is_told_to_be(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(compare, "compiled_of", StandIn)
    compare.main(["pig", "--seconds", "0.1"])
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "pig, 2 players"
    assert [line.strip().partition(":")[0] for line in lines[1:]] == ["generated Python", *CORE]
    assert "(wanted: 40 x)" in out
    assert "the same bytes" in out
    assert "not there" not in out
    assert "pig: core, two threads ..." in err


def test_what_is_not_there_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "compiled_of", lambda _: None)
    compare.main(["tic_tac_toe", "--seconds", "0.05"])
    assert capsys.readouterr().out.count("not there") == len(CORE)


def test_other_games_are_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        compare.main(["chess"])
    assert "not of chess" in capsys.readouterr().err


def test_a_core_is_fitted_or_missing() -> None:
    core = compiled_of(load("pig"))
    assert core is None or core.play(2, 1, 1) > 0
