"""Positions of a long game: few are kept, every one is there, and memory grows with the length of the game."""

from __future__ import annotations

import tracemalloc
from random import Random
from time import perf_counter
from typing import Any

import pytest

from ruleset_core import State, load
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.records.sessions import EVERY, SessionStates

SEATS = (Seat("Ana", "human"), Seat("Bo", "human"))


def endless(length: int, seed: int = 1) -> Session:
    """A game of Pig in which nobody ever holds, so that it goes on."""
    session = Session.start(load("pig"), SEATS, seed)
    roll = session.game.parse("play roll")
    while len(session.steps) < length and not session.live.over:
        session.apply(roll if roll in session.live.options else session.live.options[0])
    return session


def test_every_position_is_what_it_was() -> None:
    session = Session.start(load("troyes_dice"), SEATS, 3)
    choose, seen = Random(1), [session.live.to_json()]
    forced = [list(session.live.forced)]
    while not session.live.over:
        session.apply(choose.choice(session.live.options))
        seen.append(session.live.to_json())
        forced.append(list(session.live.forced))
    assert len(seen) > EVERY + 5
    assert [state.to_json() for state in session.states] == seen
    assert [state.forced for state in session.states] == forced
    for number in (len(seen) - 1, 1, EVERY, EVERY - 1, EVERY + 1, 0):
        assert session.to(number).to_json() == seen[number]
    assert [state.to_json() for state in session.states[-3:]] == seen[-3:]
    with pytest.raises(IndexError):
        session.states[len(seen)]


def test_positions_are_taken_back_and_played_on() -> None:
    """A walk forward and back over the places where a state is kept, beside a plain list."""
    game, walk = load("pig"), Random(5)
    first = game.new(2, 9)
    positions, plain = SessionStates(first), [first]
    for _ in range(EVERY * 12):
        back = walk.random() < (0.55 if len(plain) > EVERY * 2 else 0.3)
        if back and len(plain) > 1:
            positions.pop()
            plain.pop()
        elif not plain[-1].over:
            option = plain[-1].options[0]
            state = plain[-1].clone()
            state.apply(option)
            positions.append(option, state)
            plain.append(state)
        look = walk.randrange(len(plain))
        assert len(positions) == len(plain)
        for place in (look, -1, 0):
            assert positions[place].to_json() == plain[place].to_json()
    with pytest.raises(IndexError):
        SessionStates(first).pop()


def test_a_branch_leaves_the_game_it_came_from_alone() -> None:
    session = endless(EVERY * 2 + 3)
    before = [state.to_json() for state in session.states]
    for place in (0, 5, EVERY, EVERY + 7):
        session.to(place)
        branch = session.branch()
        branch.apply(branch.live.options[-1])
        branch.apply(branch.live.options[0])
        assert len(branch.states) == place + 3
    assert [state.to_json() for state in session.states] == before


def test_a_state_does_not_grow_with_its_game() -> None:
    session = endless(2000)

    def size(state: State) -> int:
        return len(str(state.to_json()))

    assert len(session.steps) == 2000
    assert size(session.live) < size(session.states[0]) + 100
    assert sum(len(step.move.draws) for step in session.steps) >= 3 * 2000


@pytest.mark.slow
def test_memory_grows_with_the_length_and_not_its_square() -> None:
    """A step of Pig takes well under a kilobyte, in a long game as in a short one."""
    grown = []
    endless(4000)  # what is made once and kept, the core of a long game too
    for length in (1000, 4000):
        tracemalloc.start()
        session = endless(length)
        grown.append(tracemalloc.get_traced_memory()[0] / length)
        tracemalloc.stop()
        assert len(session.steps) == length
    assert max(grown) < 1000, grown
    assert grown[1] < grown[0] * 1.5, grown


def test_a_step_back_is_quick_in_a_long_game() -> None:
    session: Any = endless(3000)
    times = []
    for number in range(2990, 0, -97):
        start = perf_counter()
        session.to(number)
        times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.05
