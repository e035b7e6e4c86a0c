"""What happened since a player's last turn, as it is divided among the lines above and below the drawing of a game."""

from __future__ import annotations

import pytest

from ruleset_core import load
from tests.terminal.playing import play

HEADING = "Since your last turn:"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["carcassonne_masons", "troyes_dice"])
def test_the_heading_stands_above_what_happened_and_never_alone(name: str) -> None:
    shown = play(load(name), (80, 24), lambda _: None, questions=25, kinds=("human", "random", "random")).rows_shown
    below = [shown[at + 1].text for at, row in enumerate(shown[:-1]) if row.text == HEADING]
    assert below
    assert [line for line in below if line.startswith("╭")] == []
