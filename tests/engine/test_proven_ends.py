"""Searches that prove who wins, where nothing is hidden, and searches that judge no option beforehand."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, State, core_of, load
from tests.executors import both
from tests.sampled import LONG

UNJUDGED: dict[str, Any] = {"policy": "random", "trust": 0, "cut": 100, "explore": 96}
SEARCHES: tuple[dict[str, Any], ...] = (
    {"policy": "greedy"},
    UNJUDGED,
    {**UNJUDGED, "alike": 50},
    {**UNJUDGED, "policy": "average", "mix": 64, "alike": 20},
)


@cache
def best_outcome(notation: str) -> int:
    """What whoever decides in tic-tac-toe comes to after these moves, by looking at all games."""
    state = after(notation)
    if state.over:
        raise AssertionError(notation)
    return max(outcome_after(state, notation, option) for option in state.options)


def outcome_after(state: State, notation: str, option: int) -> int:
    """What an option brings to who takes it, if both play as well as can be."""
    later, seat = state.clone(), state.seat
    later.apply(option)
    return later.outcomes()[seat] if later.over else -best_outcome(f"{notation} {option}".strip())


def after(notation: str) -> State:
    state = tic_tac_toe().new(2, 0)
    for option in notation.split():
        state.apply(int(option))
    return state


@cache
def tic_tac_toe() -> Game:
    return load("tic_tac_toe")


def positions(count: int) -> list[str]:
    random, found = Random(5), list[str]()
    while len(found) < count:
        state, taken = after(""), list[str]()
        for _ in range(random.choice([2, 3, 4])):
            option = random.choice(state.options)
            taken.append(str(option))
            state.apply(option)
        if not state.over:
            found.append(" ".join(taken))
    return found


@pytest.mark.parametrize("settings", SEARCHES, ids=lambda each: "-".join(map(str, each.values())))
def test_what_is_proven_is_so_and_the_best_option_is_taken(settings: dict[str, Any]) -> None:
    proven = 0
    for number, notation in enumerate(positions(12)):
        state = after(notation)
        thought = core_of(state.game).search(state, state.seat, 1500, seed=number, **settings)
        for option, proof in zip(thought.options, thought.proofs, strict=True):
            proven += proof != 0
            assert proof in (0, outcome_after(state, notation, option)), (notation, option)
        assert outcome_after(state, notation, thought.option) == best_outcome(notation), (notation, thought)
    assert proven > 20


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "kuhn_poker", *(["lamplighters"] if LONG else [])])
@pytest.mark.parametrize("settings", SEARCHES[1:], ids=lambda each: "-".join(map(str, each.values())))
def test_both_executors_search_alike(name: str, settings: dict[str, Any]) -> None:
    for number in range(2):
        states = [game.new(2, number) for game in both(load(name))]
        for _ in range(2):
            found = [core_of(each.game).search(each, each.seat, 60, seed=number, **settings) for each in states]
            assert found[0] == found[1]
            for each in states:
                each.apply(each.options[-1])
            if states[0].over:
                break


def test_dice_prove_nothing() -> None:
    state = load("pig").new(2, 1)
    assert set(core_of(state.game).search(state, state.seat, 400, seed=1, **UNJUDGED).proofs) == {0}


def test_a_search_of_learned_figures_plays_whole_games() -> None:
    levels: dict[str, dict[str, Any]] = {"strong": {"sims": 60, **UNJUDGED, "alike": 20}}
    found, same = (
        core_of(game).play(2, 12, 1, policies=("strong", "random"), levels=levels) for game in both(tic_tac_toe())
    )
    assert bytes(found.outcomes) == bytes(same.outcomes)
    assert sum(bytes(found.outcomes)[::2].count(outcome) for outcome in (0, 1)) == 12  # who looks ahead is never beaten
