"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from typing import Final

from . import own
from .base import Bot, Stream
from .budgets import budget_of, without_budget
from .greedy import GreedyBot
from .greedy1 import Greedy1Bot
from .problems import BotError
from .simple import FirstBot, RandomBot
from .thinking import LEVELS, LevelBot

__all__ = ["UnknownBotError", "bot_names", "is_own", "knows", "make_bot", "register_bot"]

_FACTORIES: Final[dict[str, Callable[[Stream], Bot]]] = {
    "random": RandomBot,
    "first": FirstBot,
    "greedy": GreedyBot,
    "greedy1": Greedy1Bot,
    **{level: partial(LevelBot, level=level) for level in LEVELS},
}


class UnknownBotError(ValueError):
    """There is no bot of that name; `suggestion` is a close one, if any."""

    def __init__(self, name: str) -> None:
        close = get_close_matches(name, bot_names(), n=1)
        self.name = name
        self.suggestion = close[0] if close else None
        hint = f"did you mean `{close[0]}`?" if close else f"known: {', '.join(bot_names())}"
        super().__init__(f"there is no bot `{name}`; {hint}")


def bot_names() -> list[str]:
    """The names of all bots, those last that installed distributions offer."""
    return [*_FACTORIES, *(name for name in own.installed() if name not in _FACTORIES)]


def knows(name: str) -> bool:
    """Whether there is a bot of that name: one of ours, also with a time to think in, one that is installed, or one that a person has let in by `admit`."""
    try:
        timed = budget_of(name) is not None
    except BotError:
        return False
    return timed or name in _FACTORIES or name in dict(own.admitted()) or name in own.installed()


def is_own(name: str) -> bool:
    """Whether a bot of that name is somebody's own, so that its code may do anything: never end, or end its process."""
    return name not in _FACTORIES and without_budget(name) not in LEVELS


def register_bot(name: str, factory: Callable[[Stream], Bot]) -> None:
    """Offer a bot under a name of its own. Raises ValueError when the name is taken."""
    from ruleset_core.record import HUMAN

    if name in _FACTORIES or name == HUMAN:
        raise ValueError(f"the bot name `{name}` is taken")
    _FACTORIES[name] = factory


def make_bot(name: str, seed: int, seat: int, decided: int = 0, game: int | None = None) -> Bot:
    """A bot for one seat of a game with this seed; `decided` counts the decisions it has taken before a resume.

    `game` is the number of the game, where many are played with one seed.

    Raises:
        UnknownBotError: there is no bot of that name.
        BotError: it is one of somebody's own, and cannot be made; or it cannot think for a time.
    """
    seconds = budget_of(name)
    factory: Callable[[Stream], Bot] | None
    if seconds is not None:
        factory = partial(LevelBot, level=without_budget(name), seconds=seconds)
    else:
        factory = _FACTORIES.get(name) or own.factory_of(name)
    if factory is None:
        raise UnknownBotError(name)
    return factory(Stream(seed, f"bot/{name}/{seat}", decided, game))
