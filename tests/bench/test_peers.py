"""The games that are measured beside OpenSpiel's are as long as those, and what is measured stands in a row of the table."""

from __future__ import annotations

from pathlib import Path
from shutil import which

import pytest

from tests.bench.peers import PEERS, Measured, measure, our_games, their_decisions
from tests.bench.strength import Match, play_match

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["connect_four", "reversi"])
def test_games_last_as_long_as_theirs(name: str, tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    ours, theirs = our_games(PEERS[name], tmp_path)[1], their_decisions(PEERS[name].theirs)
    assert ours == pytest.approx(theirs, rel=0.1)


def test_both_play_in_turns(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    found = measure("hex_11", PEERS["hex_11"], tmp_path, seconds=0.1, pairs=3)
    assert found.low <= found.ratio <= found.high
    assert found.ratio > PEERS["hex_11"].wanted / 4


@pytest.mark.skipif(which("cc") is None, reason="there is no C compiler")
def test_ditches_has_a_ratio_without_decisions_of_a_peer(tmp_path: Path) -> None:
    found = measure("ditches", PEERS["ditches"], tmp_path, seconds=0.1, pairs=3)
    assert found.theirs is None
    assert found.ratio > PEERS["ditches"].wanted / 8


def test_a_row_has_both_speeds_and_the_interval() -> None:
    found = Measured("hex_7", 4_000_000, 2_000_000, 2.0, 1.9, 2.1, 1.5)
    assert found.row() == "| hex_7 | 4,000,000 | 2,000,000 | 2.00 (1.90 to 2.10) | 1.50 |"


def test_searches_play_each_other_from_random_openings() -> None:
    pytest.importorskip("pyspiel")
    match = Match("tic_tac_toe", 1.4, {"sims": 20, "policy": "random"}, sims=20)
    play_match(match, 2)
    assert match.shares.pairs == 2
    assert min(match.spent) > 0
    assert match.row().startswith("| tic_tac_toe | 1.4 | 2 | ")
