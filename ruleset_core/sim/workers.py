"""Work shared out among processes. What comes out is the same as from one, in the same order."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from .plan import Plan, parts
from .playing import RANDOM, GameRow, play_games

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["run", "share_out"]

AT_ONCE, THINKING = 2048, 8
"""Games of a part: random ones, which the core plays at once, and such of bots."""
WAITING = 3
"""Parts for each process that are given out before the first is taken back."""

Task = TypeVar("Task")
Result = TypeVar("Result")

_work: Callable[[Any], Any] | None = None


def share_out(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int = 1, waiting: int = WAITING
) -> Iterator[tuple[Task, Result]]:
    """Do tasks one after the other, by as many processes as are wanted, and give each with what came of it, in their order.

    A task is asked for when somebody has time for it, so what comes next may depend on what came of those before.

    Args:
        work: what does a task. It is sent to the processes, and so are tasks and what comes of them.
        tasks: what is to be done.
        workers: how many processes work at the same time; with 1 this process does it.
        waiting: how many tasks for each process are asked for before the first is taken back.
    """
    if workers < 2:
        return ((task, work(task)) for task in tasks)
    return _by_processes(work, tasks, workers, waiting)


def _by_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int, waiting: int
) -> Iterator[tuple[Task, Result]]:
    """By processes of their own, which begin from nothing: forked ones would share what the core holds."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _begin, (work,)) as pool:
        given: deque[tuple[Task, Future[Result]]] = deque()
        left = iter(tasks)
        try:
            while True:
                while len(given) < waiting * workers:
                    for task in left:
                        given.append((task, pool.submit(_do, task)))
                        break
                    else:
                        break
                if not given:
                    return
                task, future = given.popleft()
                yield task, future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin(work: Callable[[Any], Any]) -> None:
    """A process begins: Ctrl-C is for the one that shares out."""
    global _work  # noqa: PLW0603 - a process does one kind of work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work = work


def _do(task: Any) -> Any:
    assert _work is not None  # `_begin` has run
    return _work(task)


class Playing:
    """Plays games of a plan by their numbers. Sent to another process, it loads the game there."""

    def __init__(self, plan: Plan, game: Game | None = None) -> None:
        self._plan, self._game = plan, game

    def __reduce__(self) -> tuple[Any, ...]:
        return Playing, (self._plan,)

    def __call__(self, numbers: Sequence[int]) -> list[GameRow]:
        """The games of these numbers."""
        if self._game is None:
            self._game = self._plan.load()
        return list(play_games(self._game, self._plan, numbers))


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
    done = start
    for _, rows in share_out(Playing(plan, game), shares, min(workers, len(shares))):
        done += len(rows)
        progress(done)
        yield rows
