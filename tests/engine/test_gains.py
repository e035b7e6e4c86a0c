"""What follows a gain may ask, whatever is gained."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError
from tests.engine import games

GAME = """
flow: [{phase: go, turns: once, do: "for each r in resource where tally < 9 { gain 1 r }"}]
rules: [{id: heard, when: {event: gain, where: resource == point, do: "may more { set tally = 5 }"}}]
"""


def test_a_gain_without_tracks_may_be_followed_by_a_question(tmp_path: Path) -> None:
    game = games.flow(tmp_path, GAME)
    for each in (game, game.interpreted()):
        state = each.new(1, 1)
        assert [game.notation(option) for option in state.options] == ["more false", "more true"]
        state.apply("more true")
        assert (state.over, state.ask("tally"), state.ask("point", 0), state.ask("log", 0)) == (True, 5, 1, 1)


TRACKS = """
resources:
  members:
    step: {spaces: 9, resolve: RESOLVE, rewards: {2: "set tally = 10 * tally + 2; gain 1 leap", 3: set tally = 10 * tally + 3}}
    leap: {spaces: 9, rewards: {1: set tally = 10 * tally + 7, 2: gain 1 MORE}}
"""


def _tracks(directory: Path, resolve: str, more: str) -> Game:
    text = TRACKS.replace("RESOLVE", resolve).replace("MORE", more)
    (directory / "tracks.yaml").write_text(text, encoding="utf-8")
    return games.flow(
        directory, 'flow: [{phase: go, turns: once, do: "gain 1 leap; gain 3 step; set tally = 10 * tally + 9"}]'
    )


@pytest.mark.parametrize(("resolve", "tally"), [("queued", 9723), ("at_once", 2397)])
def test_rewards_come_with_the_space_or_after_what_waits(tmp_path: Path, resolve: str, tally: int) -> None:
    game = _tracks(tmp_path, resolve, "point")
    for each in (game, game.interpreted()):
        state = each.new(1, 1)
        assert (state.ask("tally"), state.ask("leap", 0), state.ask("point", 0)) == (tally, 2, 1)


def test_rewards_that_lead_back_to_their_own_track_wait(tmp_path: Path) -> None:
    _tracks(tmp_path, "at_once", "step")
    with pytest.raises(LoadError) as raised:
        _tracks(tmp_path, "at_once, rewards: {2: gain 1 step}}\n    other: {spaces: 9", "point")
    assert "E311" in [each.code for each in raised.value.diagnostics]
