"""Games shared out among processes. What comes out is the same as from one, in the same order."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING

from .plan import Plan, parts
from .playing import RANDOM, GameRow, play_games

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["run"]

AT_ONCE, THINKING = 2048, 8
"""Games of a part: random ones, which the core plays at once, and such of bots."""
WAITING = 3
"""Parts for each process that are given out before the first is taken back."""

_loaded: tuple[Plan, Game] | None = None


def run(
    plan: Plan, game: Game, start: int = 0, workers: int = 1, progress: Callable[[int], object] = lambda _: None
) -> Iterator[list[GameRow]]:
    """Play the games of a plan from number `start` on, and give them part by part, in their order.

    Args:
        plan: what is played.
        game: its game, loaded.
        start: number of the first.
        workers: how many processes work at the same time; with 1 this process does it.
        progress: called with the number of games done, now and then.

    Raises:
        BrokenRuleError: a rule breaks in one of the games.
    """
    size = AT_ONCE if set(plan.seats) == {RANDOM} else THINKING
    shares = parts(range(start, plan.games), size)
    found = _here(plan, game, shares) if workers < 2 or len(shares) < 2 else _there(plan, shares, workers)
    done = start
    for rows in found:
        done += len(rows)
        progress(done)
        yield rows


def _here(plan: Plan, game: Game, shares: Sequence[Sequence[int]]) -> Iterator[list[GameRow]]:
    for share in shares:
        yield list(play_games(game, plan, share))


def _there(plan: Plan, shares: Sequence[Sequence[int]], workers: int) -> Iterator[list[GameRow]]:
    """By processes of their own, which begin from nothing: forked ones would share what the core holds."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(shares)), context, _begin, (plan,)) as pool:
        given: deque[Future[list[GameRow]]] = deque()
        left = deque(shares)
        try:
            while left or given:
                while left and len(given) < WAITING * workers:
                    given.append(pool.submit(_part, left.popleft()))
                yield given.popleft().result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin(plan: Plan) -> None:
    """A process begins: Ctrl-C is for the one that shares out."""
    global _loaded  # noqa: PLW0603 - a process plays one plan
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _loaded = plan, plan.load()


def _part(share: Sequence[int]) -> list[GameRow]:
    assert _loaded is not None  # `_begin` has run
    plan, game = _loaded
    return list(play_games(game, plan, share))
