"""Thinking ahead: the core chooses as the interpreter does, and nobody's choice depends on what is hidden from it."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

import pytest

from ruleset_core import Game, OptionError, State, core_of, imagine, load
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from ruleset_core.play.bots.bot_sources import GreedyBot, Stream
from tests.campaign.run import boxes
from tests.engine.test_imagine import changed
from tests.sampled import INTERPRETED_LONG, LONG, slow_if_long

GAMES = [box for box in boxes() if "+" not in box]
SMALL: dict[str, Any] = {"nodes": 300, "cut": 3, "sample": 4, "wide": 16, "far": 30}
"""A search that Python does in little time."""
LONG_HERE = INTERPRETED_LONG | {"carcassonne_masons", "troyes"}
"""Games of which one position is enough."""


def positions(game: Game, players: int, every: int, count: int, seed: int = 3) -> list[State]:
    """States of a random game, so many decisions apart; beginning anew where it ends."""
    random, found = Random(seed), list[State]()
    state, number = game.new(players, seed), 0
    while len(found) < count:
        if state.over:
            seed += 1
            state = game.new(players, seed)
        if number % every == every - 1 and len(state.options) < 40:
            found.append(state.clone())
        state.apply(random.choice(state.options))
        number += 1
    return found


def by_interpreter(game: Game) -> Core:
    return Core(game, InterpretedRunner(game), "interpreter", "asked for")


def asked(name: str) -> list[State]:
    """Positions with as few and as many players as there can be."""
    game = load(name)
    low, high = game.players
    return [state for players in dict.fromkeys((low, high)) for state in positions(game, players, 9, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_if_long(each for each in GAMES if LONG or each != "yacht"))
def test_the_core_thinks_as_the_interpreter_does(name: str) -> None:
    core, python = core_of(load(name)), by_interpreter(load(name))
    if core.executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    compared = asked(name)[: 1 if name in LONG_HERE and not LONG else None]
    for number, state in enumerate(compared):
        little = {"wide": 16, "far": 40}
        assert core.worths(state, state.seat, number, **little) == python.worths(state, state.seat, number, **little)
        for policy in ("random", "light", "greedy") if LONG or name not in INTERPRETED_LONG else ("light",):
            settings = {**SMALL, "policy": policy, "budget": 4, "ahead": 8}
            found = [each.search(state, state.seat, 5, number, **settings) for each in (core, python)]
            assert found[0] == found[1], f"{policy}, position {number}"
            assert sum(found[0].visits) == 5
            assert found[0].option in state.options


@pytest.mark.parametrize("name", GAMES)
def test_worths_are_what_greedy_by_interpreter_finds(name: str) -> None:
    for number, state in enumerate(asked(name)):
        stream = Stream(number, "greedy")
        found = core_of(load(name)).worths(state, state.seat, stream.aside)
        assert found == GreedyBot(stream).worths(state)


@pytest.mark.parametrize("name", slow_if_long(GAMES, {"ditches"}))
def test_what_is_hidden_changes_no_thought(name: str) -> None:
    game, random, different = load(name), Random(5), 0
    core = core_of(game)
    for players in dict.fromkeys((max(2, game.players[0]), game.players[1])):
        for number, state in enumerate(positions(game, min(players, game.players[1]), 7, 8 if LONG else 4)):
            seat = state.seat
            for other in (changed(state, seat, random), imagine(state, seat, number)):
                if other.observe(seat) == state.observe(seat):
                    different += other.to_json() != state.to_json()
                    assert core.worths(other, seat, number, wide=40) == core.worths(state, state.seat, number, wide=40)
                    found = [core.search(each, seat, 8, number, **SMALL) for each in (state, other)]
                    assert found[0] == found[1]
    assert different


def test_the_tree_says_when_it_is_full_and_goes_on() -> None:
    state = load("tic_tac_toe").new(seed=1)
    few, many = (core_of(state.game).search(state, state.seat, 200, 1, nodes=nodes) for nodes in (64, 4096))
    assert (few.full, many.full) == (True, False)
    assert sum(few.visits) == sum(many.visits) == 200


@pytest.mark.slow
@pytest.mark.parametrize("name", ["core", "interpreter"])
def test_a_search_that_is_stopped_in_time_says_how_far_it_came(name: str) -> None:
    game = load("pig")
    core, state = core_of(game) if name == "core" else by_interpreter(game), game.new(2, 1)
    begun = perf_counter()
    found = core.search(state, 0, 1 << 30, 3, seconds=0.05, nodes=300)
    assert perf_counter() - begun < 5
    assert 1 <= found.sims < 1 << 20
    assert sum(found.visits) == found.sims
    assert core.search(state, 0, 6, 3, seconds=60).sims == 6
    for seconds in (0, -1, float("inf"), float("nan")):
        with pytest.raises(OptionError, match="`seconds` is more than 0"):
            core.search(state, 0, 6, 3, seconds=seconds)


@pytest.mark.parametrize("playing", ["1", "2"])
def test_a_win_at_hand_is_taken_and_a_loss_prevented(playing: str) -> None:
    game = load("tic_tac_toe")
    state = game.new(seed=1)
    for move in ("mark a1", "mark b2", "mark a2", *(("mark c1",) if playing == "1" else ())):
        state.apply(move)
    assert game.notation(core_of(game).search(state, state.seat, 200, 1).option) == "mark a3"


@pytest.mark.parametrize(
    "settings",
    [{"policy": "clever"}, {"cut": -1}, {"nodes": 1}, {"explore": "much"}, {"depth": 3}, {"sims": 0}, {"seed": "x"}],
)
def test_what_cannot_be_is_refused_by_name(settings: dict[str, Any]) -> None:
    state = load("pig").new(players=2, seed=1)
    with pytest.raises(OptionError, match=next(iter(settings))):
        core_of(state.game).search(state, state.seat, **{"sims": 1, "seed": 1, **settings})


def test_who_thinks_beats_chance_in_many_games() -> None:
    found = core_of(load("pig")).play(2, 20, 3, policies=["easy", "random"])
    assert sum(found.winners[row, 0] for row in range(20)) > 12


@pytest.mark.parametrize("policies", [["easy"], ["easy", "eazy"], "easy", ["human", "random"], ["easy"] * 3])
def test_policies_that_cannot_be_are_refused(policies: Any) -> None:
    with pytest.raises(OptionError, match="polic"):
        core_of(load("pig")).play(2, 1, 1, policies=policies)


def test_only_who_decides_can_think() -> None:
    state = load("tic_tac_toe").new(seed=1)
    for seat in (1, 2, -1):
        with pytest.raises(OptionError, match=f"seat {seat}"):
            core_of(state.game).search(state, seat, 1, 1)


def test_nothing_is_thought_about_a_game_that_is_over() -> None:
    state = positions(load("tic_tac_toe"), 2, 1, 1)[0]
    while not state.over:
        state.apply(state.options[0])
    with pytest.raises(OptionError, match="over"):
        core_of(state.game).search(state, 0, 1, 1)


def test_by_the_clock_it_is_shared_out_what_will_be_there() -> None:
    state = load("troyes_dice").new(players=2, seed=1)
    if core_of(state.game).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    while len(state.options) < 4:
        state.apply(state.options[0])
    core_of(state.game).search(state, state.seat, 1, 1)  # the module that thinks is made before the clock runs
    thought = core_of(state.game).search(state, state.seat, 1 << 20, 1, seconds=0.15)
    best, *_, least = sorted(thought.visits, reverse=True)
    assert sum(thought.visits) == thought.sims > 50
    assert best > 1.5 * least


@pytest.mark.slow
def test_whoever_is_told_how_far_it_is_may_stop_it() -> None:
    game = load("hex")
    state = game.new(seed=1)

    def stop(done: int) -> None:
        told.append(done)
        if done >= 70:
            raise KeyboardInterrupt

    for core in (core_of(game), by_interpreter(game)):
        told: list[int] = []
        with pytest.raises(KeyboardInterrupt):
            core.search(state, state.seat, 1 << 20, 1, progress=stop, cut=2, budget=1, ahead=1)
        assert 70 <= told[-1] < 140
        told.clear()
        thought = core.search(state, state.seat, 66, 1, progress=told.append, cut=2, budget=1, ahead=1)
        assert told[-1] == thought.sims == 66


def test_worse_options_are_left_out_round_by_round() -> None:
    state = load("hex").new(seed=1)
    assert len(state.options) > 8
    thought = core_of(state.game).search(state, state.seat, 240, 1, keep=8, cut=2)
    visits = sorted((each for each in thought.visits if each), reverse=True)
    assert 4 < len(visits) <= 8
    assert sum(visits) == 240
    assert (
        visits[1] > 2 * visits[2] > 2 * visits[4] > 0
    )  # two to the end, two until the last round, the others in the first
