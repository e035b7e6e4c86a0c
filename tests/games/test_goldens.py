"""What the included games do is what the files in `tests/goldens` say; `ruleset test --update-goldens` writes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.testing.goldens import PERFT, GoldenGame, card_goldens, golden_games, perft, scene_sheet
from tests.sampled import slow_if_long

GOLDENS = Path(__file__).parents[1] / "goldens"
SUBJECTS = list(golden_games())


@pytest.mark.parametrize("subject", slow_if_long(SUBJECTS, {"tournay"}), ids=lambda subject: subject.name)
def test_playthrough(subject: GoldenGame) -> None:
    assert subject.playthrough() == (GOLDENS / f"{subject.name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_counts(subject: GoldenGame) -> None:
    golden = json.loads((GOLDENS / PERFT).read_text(encoding="utf-8"))
    assert subject.counts() == golden[subject.name]


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_scenes(subject: GoldenGame) -> None:
    game = load(subject.game, expansions=subject.expansions)
    golden = (GOLDENS / f"scenes_{subject.name}.txt").read_text(encoding="utf-8")
    assert scene_sheet(game, subject.players).splitlines() == golden.splitlines()


def test_there_are_no_goldens_of_games_that_are_gone() -> None:
    names = {
        PERFT,
        *(f"{subject.name}.txt" for subject in SUBJECTS),
        *card_goldens(),
        *(f"scenes_{each.name}.txt" for each in SUBJECTS),
    }
    assert {file.name for file in GOLDENS.iterdir()} == names


def test_tic_tac_toe_has_the_known_numbers_of_games() -> None:
    state = load("tic_tac_toe").new(players=2, seed=1)
    assert [perft(state, depth) for depth in range(1, 6)] == [9, 72, 504, 3024, 15120]
