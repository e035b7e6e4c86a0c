"""What a seat may know as numbers: the same in Python and in the core, and nothing that it may not know."""

from __future__ import annotations

import random

import pytest

from ruleset_core import OptionError, State, core_of, imagine, load
from ruleset_core.testing.goldens import golden_games

ALL_GAMES = list(dict.fromkeys(subject.game for subject in golden_games()))


def middle(game: str, players: int, seed: int, steps: int) -> State:
    state, chance = load(game).new(players=players, seed=seed), random.Random(seed)
    for _ in range(steps):
        if state.over:
            break
        state.apply(chance.choice(state.options))
    return state


@pytest.mark.parametrize("name", ALL_GAMES)
def test_numbers_lie_within_their_bounds_and_have_names_of_their_own(name):
    game = load(name)
    for players in {game.players[0], min(4, game.players[1])}:
        meanings = game.numbers(players).meanings
        assert len({each.name for each in meanings}) == len(meanings)
        for steps in (0, 9, 40):
            state = middle(name, players, steps, steps)
            for seat in range(players):
                numbers = state.numbers(seat)
                wrong = [(m.name, n) for m, n in zip(meanings, numbers, strict=True) if not m.low <= n <= m.high]
                assert wrong == []


@pytest.mark.parametrize("name", ALL_GAMES)
def test_what_a_seat_may_not_know_changes_no_number(name):
    low, high = load(name).players
    players = max(low, min(3, high))
    for steps in (0, 7, 25):
        state = middle(name, players, steps + 1, steps)
        for seat in range(players):
            assert imagine(state, seat, 5).numbers(seat) == state.numbers(seat)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_core_gives_the_same_for_many_states(name):
    game, chance = load(name), random.Random(3)
    players = min(4, game.players[1])
    states = core_of(game).states(5, players=players, seed=8)
    for _ in range(12):
        told = states.numbers()
        for place in range(5):
            state = states.state(place)
            assert [told[place, one] for one in range(told.shape[1])] == list(state.numbers(state.seat))
        states.step([chance.choice(states.state(place).options) for place in range(5)])


def test_a_seat_looks_from_its_own_place():
    state = middle("troyes", 3, 2, 30)
    meanings = [each.name for each in state.game.numbers(3).meanings]
    seats = [dict(zip(meanings, state.numbers(seat), strict=True)) for seat in range(3)]
    assert [each["decides"] for each in seats] == [(state.seat - seat) % 3 for seat in range(3)]
    assert seats[0]["held[denier][+1]"] == seats[2]["held[denier][+2]"]
    assert "held[denier][me]" in seats[0]


def test_who_is_no_seat_is_told_so():
    with pytest.raises(OptionError):
        middle("pig", 2, 1, 0).numbers(2)
