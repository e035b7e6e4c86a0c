"""Random play, written the same way for a yardstick and for a game of the engine, and timed in CPU seconds."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from ruleset_core import Game, State

from .yardstick import Chance, Yardstick


def play_yardstick(make: Callable[[Chance], Yardstick], games: int, seed: int) -> int:
    """Play complete games of a yardstick; gives the number of decisions."""
    chance = Random(seed).random
    decisions = 0
    for _ in range(games):
        state = make(chance)
        while not state.over:
            options = state.legal()
            state.apply(options[int(chance() * len(options))])
            decisions += 1
    return decisions


def play_game(game: Game, players: int, games: int, seed: int) -> int:
    """Play complete games of the engine; gives the number of decisions, without the forced ones it takes itself."""
    chance = Random(seed).random
    decisions = 0
    for number in range(games):
        state = game.new(players=players, seed=seed + number)
        while not state.over:
            options = state.options
            state.apply(options[int(chance() * len(options))])
            decisions += 1
    return decisions


def midgame(game: Game, players: int, decisions: int, seed: int) -> State:
    """Play half of a game of about so many decisions; gives the state reached."""
    chance = Random(seed).random
    state = game.new(players=players, seed=seed)
    for _ in range(decisions // 2):
        before, options = state.clone(), state.options
        state.apply(options[int(chance() * len(options))])
        if state.over:
            return before
    return state


def cpu(call: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = process_time()
    call()
    return process_time() - start


def each(call: Callable[[], object], seconds: float) -> float:
    """CPU seconds of one call out of many: as many as fill about so many seconds, at least three."""
    once = max(cpu(call), 1e-7)
    count = max(3, int(seconds / once))
    start = process_time()
    for _ in range(count):
        call()
    return (process_time() - start) / count


def deep_copy(state: State, game: Game) -> Callable[[], Any]:
    """Copy what a state holds in the general way; what all its clones share, the game above all, is not copied along."""
    twin = state.clone()
    held = {name: getattr(state, name) for name in getattr(state, "__slots__", ())}
    shared = {id(game): game, **{id(value): value for name, value in held.items() if value is getattr(twin, name)}}

    def call() -> Any:
        return copy.deepcopy(held, dict(shared))

    return call
