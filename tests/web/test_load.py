"""A server bears many tables: a short form of `tests.web.load`, by the time its processes work, which other work on a machine hardly changes."""

from __future__ import annotations

import sys

import pytest

from tests.sampled import LONG
from tests.web.load import parsed, run

CPU_MS = 100.0
"""Milliseconds that processes may work for a move that four pages are told of: about four times what they need on two cores that are free."""
MB = 8.0
"""Megabytes for a table; with so few tables, what a game and its first table take is shared by few."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="how long processes worked is asked of Linux")
@pytest.mark.parametrize("game", ["troyes", "carcassonne_masons"] if LONG else ["carcassonne_masons"])
def test_many_tables_at_once(game: str) -> None:
    found = run(parsed(["--tables", "16", "--seconds", "8", "--every", "2", "--game", game]))
    assert found["moves"] >= 16
    assert found["seen"] >= found["moves"] - found["refused"] > 0
    assert found["cpu_ms_a_move"] < CPU_MS, found
    assert found["mb_a_table"] < MB, found
