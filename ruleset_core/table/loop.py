"""The loop of a table for whoever can wait for an answer: ask or let a bot decide, then say what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .questions import Answered, Question
    from .table import Table

__all__ = ["Players", "play"]


class Players(Protocol):
    """The persons at a table, in whatever way they are reached."""

    def ask(self, question: Question) -> None:
        """Ask a person until it has answered, or the table is another one (something was taken back, another session begun)."""
        ...

    def bot_decided(self, answered: Answered) -> None:
        """Tell what a bot did, or keep it for later."""
        ...

    def before(self) -> None:
        """Before anybody decides; raise to stop."""
        ...

    def after(self) -> None:
        """Somebody has decided: say what has changed about the file, and the like."""
        ...


def play(table: Table, players: Players) -> None:
    """Play until the game is over; who leaves raises an exception of its own.

    Raises:
        BotBroke: a rule breaks while a bot decides.
    """
    while not table.over:
        players.before()
        if table.bot_is_asked:
            players.bot_decided(table.decide_bot())
        else:
            question = table.question(table.live.seat)
            assert question is not None  # the game goes on
            players.ask(question)
        players.after()
