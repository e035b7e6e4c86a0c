"""A table brought to a screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleset_core.texts.names import player_names

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.record import Session
    from ruleset_core.table import Table

__all__ = ["Place"]


@dataclass(frozen=True, slots=True)
class Place:
    """A table, the screen at which it is played, and the language spoken there, `en` or `es`."""

    table: Table
    screen: Screen
    lang: str

    @property
    def session(self) -> Session:
        """The game that lies on the table."""
        return self.table.session

    @property
    def game(self) -> Game:
        """What is played."""
        return self.table.session.game

    @property
    def live(self) -> State:
        """The state after the last move. To be read, not changed."""
        return self.table.session.live

    @property
    def names(self) -> list[str]:
        """The names of all players, by seat."""
        return player_names(self.session.header, self.lang)

    def name(self, seat: int) -> str:
        """The name to show for a seat."""
        return self.names[seat]
