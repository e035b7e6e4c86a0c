"""The short form of the long campaign, and that it notices what it is for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.campaign.__main__ import main
from tests.campaign.generated import Generated
from tests.campaign.run import Campaign, boxes
from tests.lang.in_core import InCore, in_core

DECISIONS = 500
GAMES = {"boards": 30, "vocabulary": 8}
"""Generated games of each kind. Where options and questions took the same names for their variables, eleven of
these boards were played by other rules than the interpreter's."""


@pytest.mark.slow
@pytest.mark.parametrize("name", list(boxes()))
def test_core_and_interpreter_agree(name: str) -> None:
    campaign = Campaign(name, 1)
    assert campaign.run(DECISIONS) == ""
    assert campaign.executors.decisions >= DECISIONS


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_generated_games_are_the_same_in_all_executors(kind: str) -> None:
    campaign = Generated(kind)
    found = campaign.run(GAMES[kind])
    assert not found, "\n".join(each[:400] for each in found)
    assert campaign.decisions >= 15 * GAMES[kind]
    assert campaign.refused <= GAMES[kind] / 2  # a writer of games that do not load would test nothing


@pytest.mark.slow
def test_what_was_done_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tic_tac_toe", "--decisions", "60"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("tic_tac_toe: ")
    assert " decisions in " in said


def test_campaign_that_is_stopped_tells_how_far_it_came(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Campaign._tables

    def stopped(self: Campaign) -> Any:
        for table in real(self):
            if self.games == 3:
                raise KeyboardInterrupt
            yield table

    monkeypatch.setattr(Campaign, "_tables", stopped)
    assert main(["tic_tac_toe", "--decisions", "10000"]) == 130
    assert "in 3 games" in capsys.readouterr().out


def test_campaign_notices_a_core_that_differs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Campaign("tic_tac_toe", 1, 0).executors.game
    if in_core(game) is None:
        pytest.skip("there is no core here: the tests of `native` say why")
    real = InCore.state

    def off(self: InCore) -> Any:
        s = real(self)
        s.v[0] += 1
        return s

    monkeypatch.setattr(InCore, "state", off)
    assert main(["tic_tac_toe", "--decisions", "10"]) == 1
    assert "the core has" in capsys.readouterr().out


@pytest.mark.slow
def test_campaign_goes_on_with_what_was_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = str(tmp_path / "done.json")
    for games in ("2", "5"):
        assert main(["boards", "--games", games, "--keep", kept]) == 0
    once = Generated("boards")
    once.run(5)
    said = capsys.readouterr().out.splitlines()
    assert "in 2 games" in said[0]
    assert said[1].rpartition(", ")[0] == str(once).rpartition(", ")[0]  # all but the seconds
    for decisions in ("40", "200"):
        assert main(["tic_tac_toe", "--examples", decisions, "--keep", kept]) == 0
    campaign = Campaign("tic_tac_toe", 1)
    campaign.run(200)
    assert f"{campaign.decisions} decisions in {campaign.games} games" in capsys.readouterr().out.splitlines()[-1]


def test_what_differs_in_a_generated_game_is_told_with_the_way_to_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = InCore.state

    def off(self: InCore) -> Any:
        s = real(self)
        s.v[0] += 1
        return s

    campaign = Generated("boards")
    campaign.run(1)
    if "no core" in str(campaign):
        pytest.skip("there is no core here: the tests of `native` say why")
    monkeypatch.setattr(InCore, "state", off)
    assert main(["boards", "--games", "1", "--seed", "8"]) == 1
    said = capsys.readouterr().out
    assert "game 8 of boards, 2 players, seed 8, in " in said
    assert "after 0 decisions or one more: v: " in said
    assert (Path(said.split(" seed 8, in ")[1].split(":")[0]) / "game.yaml").exists()
