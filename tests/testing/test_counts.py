"""Counting sequences of decisions, and writing a game out."""

from __future__ import annotations

import re
from typing import Any, cast

from ruleset_core.testing.goldens import perft, playthrough
from tests.testing import tiny


def test_perft_counts_sequences() -> None:
    state = cast("Any", tiny.Game().new(players=2, seed=1))
    assert [perft(state, depth) for depth in range(5)] == [1, 3, 9, 18, 36]


def test_perft_of_a_finished_game_is_nothing() -> None:
    state = cast("Any", tiny.Game().new(players=2, seed=1))
    while not state.over:
        state.apply(state.options[0])
    assert (perft(state, 0), perft(state, 1), perft(state, 3)) == (1, 0, 0)


def test_perft_leaves_the_state_alone() -> None:
    state = cast("Any", tiny.Game().new(players=2, seed=1))
    before = state.to_json()
    perft(state, 3)
    assert state.to_json() == before


def test_a_playthrough_shows_options_draws_and_sheets() -> None:
    text = playthrough(cast("Any", tiny.Game()), players=2, seed=2)
    assert text.startswith("Tiny (en): 2 players, seed 2\n")
    assert re.search(r"^   1\. seat 0 lay: lay c\d \| lay c\d \| lay c\d\n      -> lay c\d$", text, re.MULTILINE)
    assert "  drawn: " in text
    assert "points (en)" in text
    assert "  winners: " in text
    assert text == playthrough(cast("Any", tiny.Game()), players=2, seed=2)
