"""Games at different moments, and a check that a drawing keeps to its width."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import RenderableType

from ruleset_core import Game, State, load
from ruleset_core.cli.console.screen import to_plain

EXAMPLES = Path(__file__).parents[2] / "examples"

Draw = Callable[[RenderableType, int], str]
Load = Callable[..., Game]
Play = Callable[..., State]


@cache
def _loaded(name: str, *expansions: str) -> Game:
    return load(str(EXAMPLES / name) if (EXAMPLES / name).is_dir() else name, expansions=expansions)


@pytest.fixture
def loaded() -> Load:
    """A game by name, loaded once; the examples by the name of their directory."""
    return _loaded


@pytest.fixture
def played() -> Play:
    """A game after some random decisions, or at its end."""

    def played(game: Game, players: int, decisions: int | None = None, **options: Any) -> State:
        state = game.new(players=players, seed=11, options=options)
        choice = random.Random(players)
        while not state.over and decisions != 0:
            state.apply(choice.choice(state.options))
            decisions = decisions - 1 if decisions else None
        return state

    return played


@pytest.fixture
def draw() -> Draw:
    """The drawing as plain text, after making sure that no line is wider than it may be."""

    def draw(renderable: RenderableType, width: int) -> str:
        text = to_plain(renderable, width)
        assert [line for line in text.splitlines() if cell_len(line) > width] == []
        assert "\x1b" not in text
        return text

    return draw
