"""Somebody at the table who answers at random and looks at the screen before each answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from rich.text import Text

from ruleset_core import Game
from ruleset_core.cli.playing.host import Host
from ruleset_core.cli.playing.place import Place
from ruleset_core.cli.printed.screen import Screen
from ruleset_core.record import Seat
from ruleset_core.table.opening import begin
from ruleset_core.terminal.drawing import Drawing
from ruleset_core.terminal.pointing import pointers

SIZES = ((80, 24), (100, 40))


@dataclass(frozen=True)
class Row:
    """A row of the screen: what is read there, and what the stretches of it stand for (text, column, data)."""

    text: str
    pointers: tuple[tuple[str, int, dict[str, Any]], ...] = ()


class Enough(Exception):
    """As many questions were looked at as were wanted."""


class Player(Screen):
    """A screen of a size with a player before it; what it shows is kept by rows."""

    at: Place
    host: Host

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
        if not isinstance(renderable, Drawing):  # the scores
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
    session = begin(game, seats, seed, {}, [])
    screen = Player(size, seed, look, questions)
    screen.host = Host(session, screen, lang, waits=False)
    screen.at = screen.host.place
    with suppress(Enough):
        screen.host.run()
    return screen
