"""Who sits where: persons and bots; and what bots decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError
from ruleset_core.record import HUMAN

from .apart import BotProcess, Rules

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.bots import Bot
    from ruleset_core.record import Session

__all__ = ["ENDLESS", "HUMAN", "BotBroke", "Seating", "Task"]

ENDLESS: Final = 20_000
"""Decisions after which a game of bots alone is taken for one that never ends."""


class BotBroke(Exception):
    """A rule broke while a bot decided.

    Attributes:
        seat: which bot.
        option: what it had taken; None where the rule broke while it thought ahead.
        broken: the rule.
    """

    def __init__(self, seat: int, option: int | None, broken: BrokenRuleError) -> None:
        super().__init__(str(broken))
        self.seat = seat
        self.option = option
        self.broken = broken


@dataclass(frozen=True, slots=True)
class Task:
    """A decision that a bot is to take, with all it needs: it may be taken in another process.

    `decided` says how often the seat has decided, `number` how many moves were made: where that is another number when
    the answer comes, it is too late.
    """

    seat: int
    kind: str
    seed: int
    decided: int
    number: int
    state: State

    def choose(self) -> int:
        """The option that the bot takes. Raises `BotBroke` where a rule breaks while it thinks."""
        from ruleset_core.bots import make_bot

        return _choice(make_bot(self.kind, self.seed, self.seat, self.decided), self)


class Seating:
    """Who sits where in a session. A bot is made when its seat first decides; it knows how often that has decided.

    `kinds` begins as the record says and may be changed; the record goes on to say who sat down first.
    """

    def __init__(self, session: Session) -> None:
        self.kinds = [seat.kind for seat in session.header.seats]
        self._rules = Rules.of(session.header)
        self._bots: dict[int, Bot] = {}

    @property
    def persons(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == HUMAN]

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there."""
        return self.kinds[seat] == HUMAN

    def sit(self, seat: int, kind: str) -> None:
        """Give a seat to a person (`HUMAN`) or to a bot by name.

        Raises:
            UnknownBotError: there is no bot of that name.
        """
        if kind != HUMAN:
            from ruleset_core.bots import UnknownBotError, knows

            if not knows(kind):
                raise UnknownBotError(kind)
        self.kinds[seat] = kind
        self._dismiss(seat)

    def close(self) -> None:
        """End the processes of bots."""
        for seat in [*self._bots]:
            self._dismiss(seat)

    def _dismiss(self, seat: int) -> None:
        bot = self._bots.pop(seat, None)
        if isinstance(bot, BotProcess):
            bot.close()

    def task(self, session: Session, decided: int) -> Task:
        """What the bot whose turn it is has to decide, which has decided so often."""
        live = session.live
        return Task(live.seat, self.kinds[live.seat], session.header.seed, decided, len(session.steps), live.clone())

    def choose(self, task: Task) -> int:
        """What a bot of this table takes. One of somebody's own is asked in a process of its own, as it may end it.

        Raises:
            BotBroke: a rule breaks while it thinks.
            BotError: it went wrong. It is made anew where it is asked again.
        """
        bot = self._bots.pop(task.seat, None) or self._made(task)
        option = _choice(bot, task)
        self._bots[task.seat] = bot
        return option

    def _made(self, task: Task) -> Bot:
        from ruleset_core.bots import is_own, make_bot

        made = (task.kind, task.seed, task.seat, task.decided)
        return BotProcess(self._rules, *made) if is_own(task.kind) else make_bot(*made)

    def is_endless(self, session: Session) -> bool:
        """Whether bots play alone and have gone on and on: some games end only if somebody wants it."""
        return len(session.steps) >= ENDLESS and not self.persons


def _choice(bot: Bot, task: Task) -> int:
    try:
        return bot.choose(task.state)
    except BrokenRuleError as error:
        raise BotBroke(task.seat, None, error) from error
