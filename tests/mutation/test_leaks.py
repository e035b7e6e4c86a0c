"""The conformance suite finds what is told to somebody who may not know it, wherever it leaks from, and nothing where nothing leaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutation.leaks import GAMES, LEAKS, Leak, found_by, leaking, named, sound

SAMPLED = {
    "lang.visibility:shows",
    "engine.determinization:WorldSampler._fitting",
    "engine.history:FollowedMove.hidden_now",
}
SAMPLE = [leak for leak in LEAKS if leak.at in SAMPLED]
"""What is always tried; the others are among the slow ones."""


def test_there_are_enough_leaks_and_each_fits_the_engine_of_today() -> None:
    assert len(LEAKS) >= 20
    assert {leak.at for leak in SAMPLE} == SAMPLED
    for leak in LEAKS:
        owner, name = named(leak.at)
        assert vars(owner)[name] is not leaking(leak)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_without_a_leak_nothing_is_found(game: str, tmp_path: Path) -> None:
    assert sound(game, tmp_path) == []


@pytest.mark.parametrize("leak", SAMPLE, ids=lambda leak: leak.what)
def test_a_leak_is_found(leak: Leak, tmp_path: Path) -> None:
    assert found_by(leak, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("leak", [leak for leak in LEAKS if leak not in SAMPLE], ids=lambda leak: leak.what)
def test_every_leak_is_found(leak: Leak, tmp_path: Path) -> None:
    assert found_by(leak, tmp_path)
