"""A scene of which parts are remembered is the scene that is made anew, whoever looked before."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ruleset_core import Game, State, load, visible_scores
from ruleset_core.discovery import list_games
from ruleset_core.view.look.game_looks import SceneCache
from ruleset_core.view.scene.scene_builder import scene
from tests.sampled import slow_if_long

GAMES = sorted(entry.id for entry in list_games(()))
NAMES = ("Ana", "Bo", "Cleo", "Dan")


def looked(game: Game, state: State, names: tuple[str, ...], *memory: SceneCache) -> Iterator[Any]:
    """What every seat sees of a position, and somebody beside the table; who is asked with the options."""
    for seat in (*range(state.n), -1):
        options = state.options if seat == state.seat else ()
        yield scene(game, state.masked(seat), "en", names, options, None, visible_scores(state, seat), (), *memory)


def positions(game: Game, seed: int, moves: int) -> Iterator[State]:
    """The positions of a random game, some of them seen again as if a move had been taken back."""
    chance = random.Random(seed)
    state = game.new(players=max(2, game.players[0], min(4, game.players[1])), seed=seed)
    for count in range(moves):
        if state.over:
            break
        before = state.clone()
        state.apply(chance.choice(state.options))
        yield state
        if count % 7 == 0:
            yield before
            yield state


@pytest.mark.parametrize("name", slow_if_long(GAMES, {"carcassonne_masons", "ditches", "tournay", "troyes_dice"}))
def test_what_is_remembered_is_what_is_made_anew(name: str) -> None:
    game, memory = load(name), SceneCache()
    for count, state in enumerate(positions(game, 5, 12)):
        names = tuple(f"{each} the {count // 8}." for each in NAMES[: state.n])
        assert [*looked(game, state, names, memory)] == [*looked(game, state, names)]


@pytest.mark.parametrize("name", ["troyes", "troyes_dice", "tournay", "carcassonne_masons"])
def test_what_did_not_change_is_not_made_again(name: str) -> None:
    game, memory = load(name), SceneCache()
    state = game.new(players=4, seed=1)
    first = [*looked(game, state, NAMES, memory)]
    again = [*looked(game, state, NAMES, memory)]
    assert all(one is other for one, other in zip(panels(first), panels(again), strict=True))
    assert len({id(panel) for panel in panels(first)}) < sum(
        1 for _ in panels(first)
    )  # who knows the same is shown the same


def panels(scenes: list[Any]) -> Iterator[Any]:
    return (panel for each in scenes for panel in each.panels)


@pytest.mark.slow
def test_no_more_is_remembered_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleset_core.view.look.scene_cache.MOST_PARTS", 50)
    game, memory = load("troyes"), SceneCache()
    most = 0
    for state in positions(game, 2, 12):
        for seat in range(state.n):
            scene(game, state.masked(seat), memory=memory)
            most = max(most, len(memory.parts))
            assert len(memory.numbers) < 2_000
    once = SceneCache()
    scene(game, state.masked(0), memory=once)
    assert 50 < most <= 50 + len(once.parts) + 200
