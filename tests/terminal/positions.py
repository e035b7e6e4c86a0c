"""Positions of games, for tests that draw them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ruleset_core import Game, State
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.answer_keys import AnswerKeys
from tests.conftest import INCLUDED

GAMES = sorted(path.parent.name for root in INCLUDED for path in root.glob("*/game.yaml"))


def positions(game: Game, seed: int, share: float = 0.1, players: int | None = None) -> Iterator[State]:
    """Some positions of a game played at random, the first and the last among them."""
    chance = Random(seed)
    state = game.new(players or max(2, game.players[0]), seed=seed)
    yield state
    while not state.over:
        state.apply(chance.choice(state.options))
        if chance.random() < share:
            yield state
    yield state


def after(game: Game, seed: int, decisions: int) -> State:
    """A position after so many decisions made at random."""
    chance = Random(seed)
    state = game.new(max(2, game.players[0]), seed=seed)
    for _ in range(decisions):
        if not state.over:
            state.apply(chance.choice(state.options))
    return state


def seen(state: State, lang: str = "en") -> scenes.Scene:
    """What the player who decides sees, or the first one."""
    return scene(state.game, state.masked(max(state.seat, 0)), lang, options=state.options)


def keyed(state: State) -> AnswerKeys:
    """What a menu of few options has one type."""
    few = len(state.options) <= 12
    return AnswerKeys.of({option: str(place + 1) for place, option in enumerate(state.options) if few})
