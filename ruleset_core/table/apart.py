"""Bots that choose in a process of their own: one that hangs or ends its process there harms nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruleset_core import load
from ruleset_core.bots import BotError, admit, admitted, how_ended, make_bot
from ruleset_core.processes import pool_of

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.bots import Bot
    from ruleset_core.record import Header

__all__ = ["BotProcess", "Rules", "bot_ended"]

GAMES: Final = 8
"""Games that a process keeps loaded."""


class Rules(NamedTuple):
    """Which game, as a process of its own needs it to load it."""

    game: str
    expansions: tuple[str, ...]
    roots: tuple[str, ...]
    in_order: bool

    @staticmethod
    def of(header: Header) -> Rules:
        """The rules of a record."""
        return Rules(header.game, header.expansions, header.roots, header.in_order)

    def load(self) -> Game:
        """The game, loaded once in this process. Raises LoadError."""
        game = _loaded.get(self)
        if game is None:
            while len(_loaded) >= GAMES:
                del _loaded[next(iter(_loaded))]
            game = _loaded[self] = load(self.game, self.expansions, self.roots, in_order=self.in_order)
        return game


class BotProcess:
    """A bot of a seat for a game, made and asked in a process of its own. It remembers what it likes until `close`."""

    def __init__(self, rules: Rules, kind: str, seed: int, seat: int, decided: int) -> None:
        self._kind, self._seat = kind, seat
        self._pool = pool_of(1, _begin, admitted(), rules, (kind, seed, seat, decided))

    def choose(self, state: State) -> int:
        """What the bot answers. After an exception its process has ended.

        Raises:
            BotError: it went wrong, answered what is not offered, or ended its process.
            BrokenRuleError: a rule breaks while it thinks.
        """
        try:
            option: int = self._pool.submit(_choose, state.to_json()).result()
        except BrokenProcessPool as error:
            raise bot_ended(self._kind, self._seat, self._pool.ended()[0][1]) from error
        except BaseException:
            self.close()
            raise
        return option

    def close(self) -> None:
        """End the process, also one that hangs."""
        self._pool.abandon()


def bot_ended(kind: str, seat: int, code: int) -> BotError:
    """The error that the process in which a bot was asked ended with an exit code."""
    return BotError("ended", bot=kind, seat=seat + 1, how=how_ended(code))


# -- in the process of a bot ------------------------------------------------------------------------------------------

_loaded: dict[Rules, Game] = {}
_given: list[tuple[Rules, tuple[str, int, int, int]]] = []
_bots: list[Bot] = []


def _begin(bots: Sequence[tuple[str, Path | None]], rules: Rules, made: tuple[str, int, int, int]) -> None:
    for spec, file in bots:
        admit(spec, file)
    _given.append((rules, made))


def _choose(told: dict[str, Any]) -> int:
    [(rules, made)] = _given
    if not _bots:
        _bots.append(make_bot(*made))
    return _bots[0].choose(rules.load().from_json(told))
