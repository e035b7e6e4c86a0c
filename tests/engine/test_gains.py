"""What follows a gain may ask, whatever is gained."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError
from tests.engine import games
from tests.executors import both
from tests.lang.compare import Executors, few_steps

GAME = """
flow: [{phase: go, turns: once, do: "for each r in resource where tally < 9 { gain 1 r }"}]
rules: [{id: heard, when: {event: gain, where: resource == point, do: "may more { set tally = 5 }"}}]
"""


def test_a_gain_without_tracks_may_be_followed_by_a_question(tmp_path: Path) -> None:
    game = games.flow(tmp_path, GAME)
    for each in both(game):
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
    for each in both(game):
        state = each.new(1, 1)
        assert (state.ask("tally"), state.ask("leap", 0), state.ask("point", 0)) == (tally, 2, 1)


def test_rewards_that_lead_back_to_their_own_track_wait(tmp_path: Path) -> None:
    _tracks(tmp_path, "at_once", "step")
    with pytest.raises(LoadError) as raised:
        _tracks(tmp_path, "at_once, rewards: {2: gain 1 step}}\n    other: {spaces: 9", "point")
    assert "E311" in [each.code for each in raised.value.diagnostics]


ASKING = """
resources:
  members:
    step: {spaces: 9, resolve: at_once, rewards: {4: "may more { set tally = 5 }", 7: gain 2 leap}}
    leap: {spaces: 9, rewards: {1: gain 1 point}}
"""
RUNS = """
flow: [{phase: go, turns: once, do: "gain 2 step; gain 1 leap; gain 1 step; gain 3 step; gain 2 step; gain 9 leap; gain 9 step"}]
"""


def _asking(directory: Path) -> Game:
    (directory / "tracks.yaml").write_text(ASKING, encoding="utf-8")
    return games.flow(directory, RUNS)


def test_units_to_which_nobody_may_answer_are_gained_as_the_others_are(tmp_path: Path) -> None:
    game = _asking(tmp_path)
    for answer in ("more true", "more false"):
        states = [each.new(1, 1) for each in both(game)]
        while not states[0].over:
            assert len({str(state.to_json()["v"]) + str(state.options) for state in states}) == 1
            for state in states:
                state.apply(answer)
        assert [state.over for state in states] == [True, True]
        assert len({str([state.ask(each, 0) for each in ("step", "leap", "point")]) for state in states}) == 1
        assert states[0].ask("step", 0) == 9


@pytest.mark.slow
def test_gaining_at_once_is_charged_no_less_than_unit_by_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    track = "resources: {members: {step: {spaces: 90, resolve: at_once, rewards: {80: 'may more { set tally = 5 }'}}}}"
    (tmp_path / "tracks.yaml").write_text(track, encoding="utf-8")
    game = games.flow(tmp_path, 'flow: [{phase: go, turns: once, do: "gain 70 step; gain 15 step"}]')
    refused = set()
    for most in range(1_000, 80_000, 4_000):
        few_steps(monkeypatch, most)
        executors = Executors(game)
        assert not executors.disagreement(1, 1, lambda _count: 0, 9)  # what the interpreter refuses, the core refuses
        refused.add(bool(executors.refusals))
    assert refused == {False, True}


def test_what_waits_is_told_though_an_overflow_may_ask(tmp_path: Path) -> None:
    track = (
        "resources: {members: {step: {spaces: 9, overflow: 'may more { set tally = 5 }', rewards: {2: set tally = 7}}}}"
    )
    (tmp_path / "tracks.yaml").write_text(track, encoding="utf-8")
    game = games.flow(tmp_path, 'flow: [{phase: go, turns: once, do: "gain 3 step"}]')
    assert [each.new(1, 1).ask("tally") for each in both(game)] == [7, 7]
