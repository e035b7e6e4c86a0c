"""Somebody at the table who answers at random and looks at the screen before each answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from rich.text import Text

from ruleset_core import Game
from ruleset_core.cli.console.game_loop import ConsoleHost
from ruleset_core.cli.console.screen import ConsoleTable, Screen
from ruleset_core.play.match.session_setup import start_session
from ruleset_core.play.records import Seat
from ruleset_core.view.terminal.drawing import DeferredDrawing
from ruleset_core.view.terminal.span_text import pointers
from tests.sampled import LONG
from tests.terminal.positions import GAMES

SIZES = ((80, 24), (100, 40))


def shared_out(first: int) -> list[Any]:
    """All games, each at one of the sizes in turn, beginning with this one; with RULESET_LONG=1 all at all sizes."""
    return [
        pytest.param(
            name,
            size,
            id=f"{name}-{size[0]}x{size[1]}",
        )
        for place, name in enumerate(GAMES)
        for number, size in enumerate(SIZES)
        if LONG or (place + first) % len(SIZES) == number
    ]


@dataclass(frozen=True)
class Row:
    """A row of the screen: what is read there, and what the stretches of it stand for (text, column, data)."""

    text: str
    pointers: tuple[tuple[str, int, dict[str, Any]], ...] = ()


class Enough(Exception):
    """As many questions were looked at as were wanted."""


class Player(Screen):
    """A screen of a size with a player before it; what it shows is kept by rows."""

    at: ConsoleTable
    host: ConsoleHost

    def __init__(self, size: tuple[int, int], seed: int, look: Callable[[Player], None], questions: int) -> None:
        super().__init__(plain=False)
        self._console = None
        self._wraps = True
        self.interactive = False
        self.size = size
        self.rows_shown: list[Row] = []
        self.drawn: Text | None = None
        """What was drawn last."""
        self.chance = Random(seed)
        self.asked, self._most, self._look = 0, questions, look

    @property
    def width(self) -> int:
        return self.size[0]

    @property
    def height(self) -> int | None:
        return self.size[1]

    def _whole(self, text: str, _style: str = "") -> None:
        self.rows_shown.extend(map(Row, text.split("\n")))

    def draw(self, renderable: object) -> None:
        if not isinstance(renderable, DeferredDrawing):  # the scores
            return
        self.drawn = renderable.drawn(renderable.width, renderable.height, renderable.keys)
        self.rows_shown.extend(map(row, self.drawn.split("\n")))

    @property
    def seen(self) -> list[Row]:
        """What is seen while something is typed in the last row."""
        return self.rows_shown[1 - self.size[1] :]

    def ask(self, _prompt: str, _words: object = ()) -> str:
        self.asked += 1
        if self.asked > self._most:
            raise Enough
        self._look(self)
        return self.at.game.notation(self.chance.choice(self.at.live.options))


def row(line: Text) -> Row:
    """A drawn line."""
    return Row(line.plain, tuple((text, at, said) for text, at, said in pointers(line)))


def play(
    game: Game,
    size: tuple[int, int],
    look: Callable[[Player], None],
    *,
    seed: int = 4,
    questions: int = 10_000,
    kinds: tuple[str, ...] = (),
    lang: str = "en",
) -> Player:
    """A game, or its first questions; `look` is asked before each answer. `kinds`: who sits at the table, else persons alone."""
    players = len(kinds) or max(2, game.players[0])
    seats = [Seat(f"Player {seat + 1}", kind) for seat, kind in enumerate(kinds or ("human",) * players)]
    session = start_session(game, seats, seed, {}, [])
    screen = Player(size, seed, look, questions)
    screen.host = ConsoleHost(session, screen, lang, waits=False)
    screen.at = screen.host.place
    with suppress(Enough):
        screen.host.run()
    return screen
