"""The short form of the long campaign, and that it notices what it is for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.campaign.__main__ import main
from tests.campaign.run import Campaign, boxes
from tests.lang.in_core import InCore, in_core

DECISIONS = 3_000


@pytest.mark.slow
@pytest.mark.parametrize("name", list(boxes()))
def test_core_and_python_agree(name: str) -> None:
    campaign = Campaign(name, 1, 0.02)
    assert campaign.run(DECISIONS) == ""
    assert campaign.executors.decisions >= DECISIONS


def test_what_was_done_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tic_tac_toe", "--decisions", "60", "--slow", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("tic_tac_toe: ")
    assert " decisions in " in said
    assert " of them interpreted" in said


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
