"""An answer keeps a server busy for a short time only, whatever the game. Function calls are counted, the same on every machine (`tests.bench.answers`)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.bench.answers import first_calls
from tests.sampled import sampled

GAMES = ("troyes", "tournay", "troyes_dice", "carcassonne_masons", "patios", "larders")
ANSWERS = 20
MEDIAN, HIGH = 100, 200
"""Thousands of calls: about the 25 and 50 milliseconds that are wanted. Measured: medians of 40 to 80, and up to 180."""


@pytest.mark.slow
@pytest.mark.parametrize("game", sampled(GAMES, {"troyes_dice", "patios"}))
def test_an_answer_takes_few_calls(game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    calls = asyncio.run(first_calls(game, ANSWERS))
    assert calls[len(calls) // 2] <= MEDIAN
    assert calls[int(0.95 * (len(calls) - 1))] <= HIGH
