"""Positions played on to their ends: the same in the core and in Python, from what a seat knows alone."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from ruleset_core import Endings, OptionError, core_of, imagine, load
from tests.engine.test_imagine import changed
from tests.engine.test_thinking import GAMES, LONG_HERE, asked, by_interpreter, positions
from tests.sampled import LONG, slow_if_long

LITTLE: dict[str, Any] = {"cut": 12, "budget": 3, "ahead": 6}
"""So far, and with so little care, that Python does it in little time."""


def lists(found: Endings) -> list[Any]:
    return [found.scores.tolist(), found.outcomes.tolist(), found.decisions.tolist(), found.categories.tolist()]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", slow_if_long(each for each in GAMES if LONG or each not in {"ditches", "go", "patios", "yacht"})
)
def test_the_core_comes_to_the_same_ends_as_python(name: str) -> None:
    core, python = core_of(load(name)), by_interpreter(load(name))
    if core.executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    for number, state in enumerate(asked(name)[: 1 if name in LONG_HERE and not LONG else None]):
        for options in ((), tuple(state.options[:2])):
            found = [
                lists(each.endings(state, state.seat, 2, number, options, by_category=True, **LITTLE))
                for each in (core, python)
            ]
            assert found[0] == found[1], f"position {number}"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_changes_no_end(name: str) -> None:
    game, random = load(name), Random(6)
    core = core_of(game)
    for number, state in enumerate(positions(game, game.players[1], 9, 4)):
        seat = state.seat
        for other in (changed(state, seat, random), imagine(state, seat, number)):
            if other.observe(seat) == state.observe(seat):
                first = state.options[:1]
                found = [lists(core.endings(each, seat, 2, number, first, **LITTLE)) for each in (state, other)]
                assert found[0] == found[1]


def test_a_game_comes_to_its_end_and_is_judged() -> None:
    state = load("pig").new(players=3, seed=4)
    found = core_of(state.game).endings(state, state.seat, 5, 1, state.options)
    assert len(found.decisions) == 5 * len(state.options)
    for place in range(len(found.decisions)):
        scores, outcomes = found.scores.tolist()[place], found.outcomes.tolist()[place]
        assert max(scores) >= 100
        assert outcomes == [1 if score == max(scores) else -1 for score in scores]


def test_points_are_told_by_category_where_that_is_asked_for() -> None:
    state = load("troyes_dice").new(players=2, seed=4)
    core, options, seat = core_of(state.game), state.options[:2], state.seat
    assert core.endings(state, seat, 3, 1, options).categories.tolist() == []
    found = core.endings(state, seat, 3, 1, options, by_category=True)
    assert found.categories.shape == (6, len(state.game.score_names()))
    scores, _, _, categories = lists(found)
    assert [sum(row) for row in categories] == [row[seat] for row in scores]


def test_what_is_cut_short_is_drawn() -> None:
    state = load("pig").new(players=2, seed=4)
    found = core_of(state.game).endings(state, state.seat, 3, 1, cut=1)
    assert found.outcomes.tolist() == [[0, 0]] * 3


def test_one_goes_on_where_an_earlier_call_stopped() -> None:
    state = load("troyes_dice").new(players=2, seed=4)
    core, options = core_of(state.game), state.options[:2]
    whole = core.endings(state, state.seat, 6, 9, options)
    parts = [core.endings(state, state.seat, 3, 9, options, first=first) for first in (0, 3)]
    for row in range(len(options)):
        pieces = [part.scores.tolist()[3 * row : 3 * row + 3] for part in parts]
        assert whole.scores.tolist()[6 * row : 6 * row + 6] == [*pieces[0], *pieces[1]]


def test_they_can_be_sent_to_another_process() -> None:
    state = load("pig").new(players=2, seed=4)
    found = core_of(state.game).endings(state, state.seat, 3, 1, state.options)
    assert lists(pickle.loads(pickle.dumps(found))) == lists(found)


def test_what_cannot_be_is_refused() -> None:
    state = load("tic_tac_toe").new(seed=1)
    core = core_of(state.game)
    for wrong in ({"options": [999]}, {"worlds": -1}, {"seed": "x"}, {"policy": "clever"}, {"first": -1}):
        with pytest.raises(OptionError, match=next(iter(wrong))):
            core.endings(state, 0, **{"worlds": 1, "seed": 1, **wrong})
    with pytest.raises(OptionError, match="seat 1"):
        core.endings(state, 1, 1, 1, state.options)
    while not state.over:
        state.apply(state.options[0])
    with pytest.raises(OptionError, match="over"):
        core.endings(state, 0, 1, 1)
