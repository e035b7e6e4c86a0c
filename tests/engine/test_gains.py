"""What follows a gain may ask, whatever is gained."""

from __future__ import annotations

from pathlib import Path

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
