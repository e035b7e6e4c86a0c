"""Who writes a large game is told soon after a key, and sees a save on the table soon (`tests.bench.live`)."""

from __future__ import annotations

import pytest

from tests.bench.live import measure

KEY, TABLE = 150, 500
"""Milliseconds of processor time that are wanted; a slow machine may take three times as long."""


@pytest.mark.slow
def test_a_large_game_is_checked_between_two_keys() -> None:
    found = measure("carcassonne_masons", rounds=1)
    assert found.key < 3 * KEY
    assert found.table < 3 * TABLE
