"""What `python -m tests.bench.compare` prints, with a game played one by one in the place of a core."""

from __future__ import annotations

import pytest

from ruleset_core import Game, State, core_of, load
from tests.bench import compare
from tests.bench.figures import CORE, Compiled, compiled_of


class StandIn(Compiled):
    """Single games, measured as if they were a core."""

    def __init__(self, game: Game) -> None:
        super().__init__(core_of(game))
        self.game = game

    def new(self, players: int, seed: int) -> State:
        return self.game.new(players=players, seed=seed)


@pytest.mark.slow
def test_what_a_game_is_told_to_be(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(compare, "compiled_of", StandIn)
    compare.main(["pig", "--seconds", "0.1"])
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert lines[0] == "pig, 2 players"
    assert [line.strip().partition(":")[0] for line in lines[1:]] == ["single games", *CORE]
    assert "(wanted: 40 x)" in out
    assert "the same bytes" in out
    assert "x the interpreter, the same sums" in out
    assert "NOT THE SAME" not in out
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
