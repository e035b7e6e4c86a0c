"""The bots at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ruleset_core import BrokenRuleError
from ruleset_core.cli.playing.start import HUMAN
from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from ruleset_core.bots import Bot
    from ruleset_core.record import Session, Step

__all__ = ["BotBroke", "Bots", "stop_endless"]

ENDLESS = 20_000
"""Decisions after which a game of bots alone is taken for one that never ends."""


class BotBroke(Exception):
    """A rule broke while a bot decided; the text says whose answer it was, which nobody else saw."""


class Bots:
    """Makes bots when their seats first decide; one that is made late knows how often its seat has decided."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._bots: dict[int, Bot] = {}

    def sit_down(self) -> None:
        """Another game lies on the table now."""
        self._bots.clear()

    def decide(self, session: Session, seat: int, name: str) -> Step:
        """A bot's decision. Raises `BotBroke` where a rule breaks."""
        option: int | None = None
        try:
            option = self._bot(session, seat).choose(session.live.clone())
            return session.apply(option)
        except BrokenRuleError as error:
            key, move = ("bot_tries", "") if option is None else ("bot_breaks", session.game.notation(option))
            raise BotBroke(say(key, self._lang, name=name, move=move, problem=error.said(self._lang))) from error

    def _bot(self, session: Session, seat: int) -> Bot:
        if seat not in self._bots:
            from ruleset_core.bots import make_bot

            header = session.header
            decided = sum(step.move.seat == seat for step in session.steps)
            self._bots[seat] = make_bot(header.seats[seat].kind, header.seed, seat, decided)
        return self._bots[seat]


def stop_endless(session: Session, lang: str) -> None:
    """Stop bots that play alone and go on and on: some games end only if somebody wants it. Raises `click.ClickException`."""
    if len(session.steps) >= ENDLESS and all(seat.kind != HUMAN for seat in session.header.seats):
        count = f"{ENDLESS:,}".replace(",", " " if lang == "es" else ",")
        raise click.ClickException(say("endless", lang, count=count))
