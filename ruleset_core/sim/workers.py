"""Work shared out among processes. What comes out is the same as from one, in the same order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from platform import node
from typing import TYPE_CHECKING, Any, TypeVar

from ruleset_core import BrokenRuleError, RulesetError
from ruleset_core.bots import BotError, admit, admitted, how_ended, is_own, rules_of, watch
from ruleset_core.processes import number_in_pool, pool_of

from .plan import Plan, parts
from .playing import RANDOM, GameRow, play_games

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["Backend", "by_processes", "loaded", "run", "run_abreast", "share_out"]

AT_ONCE, THINKING = 2048, 8
"""Games of a part: random ones, which the core plays at once, and such of bots."""
WAITING = 3
"""Parts for each process that are given out before the first is taken back."""

TRIES = 3
"""How often in a row processes may be ended from outside."""

Task = TypeVar("Task")
Result = TypeVar("Result")

Backend = Callable[[Callable[[Any], Any], Iterable[Any], int, int], Iterator[tuple[Any, Any]]]
"""Who does tasks elsewhere: given what does one, the tasks, how many workers there are and how many tasks wait for each, it gives what `share_out` gives."""

_work: Callable[[Any], Any] | None = None


def share_out(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    workers: int = 1,
    waiting: int = WAITING,
    backend: Backend | None = None,
    bots: Iterable[str] = (),
) -> Iterator[tuple[Task, Result]]:
    """Do tasks one after the other, by as many processes as are wanted, and give each with what came of it, in their order.

    A task is asked for when somebody has time for it, so what comes next may depend on what came of those before.

    Args:
        work: what does a task. It is sent to the processes, and so are tasks and what comes of them.
        tasks: what is to be done.
        workers: how many processes work at the same time; with 1 this process does it.
        waiting: how many tasks for each process are asked for before the first is taken back.
        backend: who does the work; if left out, processes of this machine.
        bots: which bots play. With one of somebody's own, which may end its process, this process does nothing itself.
    """
    if backend is not None:
        return backend(work, tasks, workers, waiting)
    own = sorted({bot for bot in bots if is_own(bot)})
    if workers < 2 and not own:
        return ((task, work(task)) for task in tasks)
    return by_processes(work, tasks, max(1, workers), waiting, own)


def by_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int, waiting: int, own: Sequence[str] = ()
) -> Iterator[tuple[Task, Result]]:
    """By processes of their own. `own`: the bots of somebody's own that play.

    Where one is ended from outside, all begin anew with what was not done yet.

    Raises:
        BotError: that happens again and again while the same bot of `own` is asked.
        RulesetError: that happens again and again.
    """
    asked, left, broken = deque[Task](), iter(tasks), 0
    while True:
        calls = Calls(own, workers) if own else None
        with pool_of(workers, _begin, work, admitted(), calls) as pool:
            try:
                given = deque(pool.submit(_do, task) for task in asked)
                while True:
                    while len(given) < waiting * workers:
                        for task in left:
                            asked.append(task)
                            given.append(pool.submit(_do, task))
                            break
                        else:
                            break
                    if not given:
                        return
                    result, broken = given[0].result(), 0
                    given.popleft()
                    yield asked.popleft(), result
            except BrokenProcessPool as error:
                broken += 1
                if broken == TRIES and calls is not None:
                    calls.blame(pool.ended())
                if broken == TRIES:
                    raise RulesetError(
                        f"processes that play were ended from outside {TRIES} times in a row; is there enough memory for {workers}?"
                    ) from error
            except BaseException:
                pool.abandon()
                raise


class Calls:
    """Which bot of somebody's own each process of a pool is asking, in memory that the processes share: so it is known also of one that has ended.

    For each process there are two numbers: which bot, from 1 on, 0 for none; and its seat from 1 on, 0 while it is made.
    """

    def __init__(self, bots: Sequence[str], workers: int) -> None:
        from multiprocessing import RawArray

        self._bots = bots
        self._asked = RawArray("i", 2 * workers)

    def note(self, bot: str, seat: int) -> None:
        """This process asks a bot, or none where its name is empty."""
        at = 2 * number_in_pool()
        if bot in self._bots or not bot:  # a bot may ask others, which have names of their own
            self._asked[at], self._asked[at + 1] = self._bots.index(bot) + 1 if bot else 0, seat

    def blame(self, ended: Sequence[tuple[int, int]]) -> None:
        """Raises `BotError` where one of the processes that ended, given by number and exit code, did so while it asked a bot."""
        for number, code in ended:
            bot, seat = self._asked[2 * number : 2 * number + 2]
            if bot:
                raise BotError("ended" if seat else "unmade", bot=self._bots[bot - 1], seat=seat, how=how_ended(code))


def _begin(work: Callable[[Any], Any], bots: Sequence[tuple[str, Path | None]], calls: Calls | None) -> None:
    """A process begins: the bots that were named where work is shared out are let in."""
    global _work  # noqa: PLW0603 - a process does one kind of work
    if calls is not None:
        watch(calls.note)
    for spec, file in bots:
        admit(spec, file)
    _work = work


def _do(task: Any) -> Any:
    assert _work is not None  # `_begin` has run
    return _work(task)


Share = tuple[int, list[int]]
"""Which of several plans, and numbers of its games."""


def loaded(load: Callable[[], Game], rules: str) -> Game:
    """A game, loaded where the work is done. Raises RulesetError where `rules_of` it tells another: another machine may have other data."""
    game = load()
    if rules_of(game) != rules:
        raise RulesetError(f"{game.name}: the data on {node()} is not that which the work was begun with")
    return game


class Playing:
    """Plays games of plans by their numbers. Sent to another process, it loads a game there when it is first asked for."""

    def __init__(self, plans: Sequence[Plan], games: Sequence[Game | None], rules: Sequence[str] = ()) -> None:
        self._plans, self._games = plans, list(games)
        self._rules = rules or [rules_of(game) for game in games if game is not None]

    def __reduce__(self) -> tuple[Any, ...]:
        return Playing, (self._plans, [None] * len(self._plans), self._rules)

    def __call__(self, share: Share) -> list[GameRow]:
        """The games of a share."""
        which, numbers = share
        plan, game = self._plans[which], self._games[which]
        if game is None:
            game = self._games[which] = loaded(plan.load, self._rules[which])
        try:
            return list(play_games(game, plan, numbers))
        except BrokenRuleError as error:
            if len(self._plans) == 1:
                raise
            raise error.of(plan.called, plan.called) from error


def run(
    plan: Plan,
    game: Game,
    start: int = 0,
    workers: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    backend: Backend | None = None,
) -> Iterator[list[GameRow]]:
    """Play the games of a plan from number `start` on, and give them part by part, in their order.

    Args:
        plan: what is played.
        game: its game, loaded.
        start: number of the first.
        workers: how many processes work at the same time; with 1 this process does it.
        progress: called with the number of games done, now and then.
        backend: as for `share_out`.

    Raises:
        BrokenRuleError: a rule breaks in one of the games.
    """
    for _, rows in run_abreast([plan], [game], [start], workers, progress, backend):
        yield rows


def run_abreast(
    plans: Sequence[Plan],
    games: Sequence[Game],
    starts: Sequence[int],
    workers: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    backend: Backend | None = None,
) -> Iterator[tuple[int, list[GameRow]]]:
    """Play the games of several plans part by part in turn, so that all are about as far whenever somebody stops.

    Args:
        plans: what is played.
        games: the game of each plan, loaded.
        starts: number of the first game of each.
        workers: as for `run`.
        progress: called with the number of games done, those before the starts included, of all plans together.
        backend: as for `share_out`.

    Yields:
        Which plan, and games of it; those of a plan come in their order.

    Raises:
        BrokenRuleError: a rule breaks in one of the games.
    """
    shares = _in_turn(plans, starts)
    done = sum(starts)
    work = Playing(plans, games)
    bots = {bot for plan in plans for bot in plan.seats}
    for (which, _), rows in share_out(work, shares, min(workers, len(shares)), backend=backend, bots=bots):
        done += len(rows)
        progress(done)
        yield which, rows


def _in_turn(plans: Sequence[Plan], starts: Sequence[int]) -> list[Share]:
    """Parts of all plans, those that begin with the lowest numbers first."""
    found = [
        (which, share)
        for which, (plan, start) in enumerate(zip(plans, starts, strict=True))
        for share in parts(range(start, plan.games), AT_ONCE if set(plan.seats) == {RANDOM} else THINKING)
    ]
    return sorted(found, key=lambda each: (each[1][0], each[0]))
