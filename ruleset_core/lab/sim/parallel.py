"""Runs tasks in several processes or on a Ray cluster. The results and their order are those of a single process."""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from pathlib import Path
from platform import node
from typing import Any, Final, TypeVar
from uuid import uuid4

from ruleset_core import BrokenRuleError, Game, RulesetError, __version__
from ruleset_core.lab.sim.plans import RANDOM, GameRow, SimulationPlan, chunks, play_games
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.bots import (
    BotError,
    allow_bot,
    allowed_bots,
    bot_rules_key,
    describe_exit_code,
    is_external_bot,
    watch_bot_calls,
)
from ruleset_core.processes import number_in_pool, process_pool

# Work shared out among processes. What comes out is the same as from one, in the same order.

RANDOM_PART, BOT_PART = 2048, 8
"""Games of a part: random ones, which the core plays at once, and such of bots."""
QUEUED_PARTS = 3
"""Parts for each process that are given out before the first is taken back."""

POOL_RETRIES = 3
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
    waiting: int = QUEUED_PARTS,
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
    own = sorted({bot for bot in bots if is_external_bot(bot)})
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
        calls = BotCalls(own, workers) if own else None
        with process_pool(workers, _begin, work, allowed_bots(), calls) as pool:
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
                if broken == POOL_RETRIES and calls is not None:
                    calls.blame(pool.ended())
                if broken == POOL_RETRIES:
                    raise RulesetError(
                        f"processes that play were ended from outside {POOL_RETRIES} times in a row; is there enough memory for {workers}?"
                    ) from error
            except BaseException:
                pool.abandon()
                raise


class BotCalls:
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
                raise BotError(
                    "ended" if seat else "unmade", bot=self._bots[bot - 1], seat=seat, how=describe_exit_code(code)
                )


def _begin(work: Callable[[Any], Any], bots: Sequence[tuple[str, Path | None]], calls: BotCalls | None) -> None:
    """A process begins: the bots that were named where work is shared out are let in."""
    global _work  # noqa: PLW0603 - a process does one kind of work
    if calls is not None:
        watch_bot_calls(calls.note)
    for spec, file in bots:
        allow_bot(spec, file)
    _work = work


def _do(task: Any) -> Any:
    assert _work is not None  # `_begin` has run
    return _work(task)


Share = tuple[int, list[int]]
"""Which of several plans, and numbers of its games."""


def load_checked(load: Callable[[], Game], rules: str) -> Game:
    """A game, loaded where the work is done. Raises RulesetError where `rules_of` it tells another: another machine may have other data."""
    game = load()
    if bot_rules_key(game) != rules:
        raise RulesetError(f"{game.name}: the data on {node()} is not that which the work was begun with")
    return game


class PlanPlayer:
    """Plays games of plans by their numbers. Sent to another process, it loads a game there when it is first asked for."""

    def __init__(
        self, plans: Sequence[SimulationPlan], games: Sequence[Game | None], rules: Sequence[str] = ()
    ) -> None:
        self._plans, self._games = plans, list(games)
        self._rules = rules or [bot_rules_key(game) for game in games if game is not None]

    def __reduce__(self) -> tuple[Any, ...]:
        return PlanPlayer, (self._plans, [None] * len(self._plans), self._rules)

    def __call__(self, share: Share) -> list[GameRow]:
        """The games of a share."""
        which, numbers = share
        plan, game = self._plans[which], self._games[which]
        if game is None:
            game = self._games[which] = load_checked(plan.load, self._rules[which])
        try:
            return list(play_games(game, plan, numbers))
        except BrokenRuleError as error:
            if len(self._plans) == 1:
                raise
            raise error.within(dict.fromkeys(LANGUAGES, plan.called)) from error


def run_plan(
    plan: SimulationPlan,
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
    for _, rows in run_plans([plan], [game], [start], workers, progress, backend):
        yield rows


def run_plans(
    plans: Sequence[SimulationPlan],
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
    work = PlanPlayer(plans, games)
    bots = {bot for plan in plans for bot in plan.seats}
    for (which, _), rows in share_out(work, shares, min(workers, len(shares)), backend=backend, bots=bots):
        done += len(rows)
        progress(done)
        yield which, rows


def _in_turn(plans: Sequence[SimulationPlan], starts: Sequence[int]) -> list[Share]:
    """Parts of all plans, those that begin with the lowest numbers first."""
    found = [
        (which, share)
        for which, (plan, start) in enumerate(zip(plans, starts, strict=True))
        for share in chunks(range(start, plan.games), RANDOM_PART if set(plan.seats) == {RANDOM} else BOT_PART)
    ]
    return sorted(found, key=lambda each: (each[1][0], each[0]))


# Work shared out on a Ray cluster: the machines of a room, or processes of this one. It needs the package `ray`.
#
# Ray starts a task again whose process or machine is gone; since a task always gives the same, nothing is lost and
# nothing changes.

PASSED_ON: Final = ("RULESET_PATH", "RULESET_EXECUTOR", "RULESET_NO_CACHE")
"""What the environment says of how games are found and played, for machines that have another one."""

REACHED: Final = 10.0
"""Seconds until a machine that does not answer is given up."""

_works: dict[str, Callable[[Any], Any]] = {}


def by_ray(address: str | None = None) -> Backend:
    """Share out work on a Ray cluster: that at an address, or without one processes of this machine.

    Raises:
        ImportError: `ray` is not installed.
        RulesetError: nothing answers at the address.
    """
    check_ray()
    if address:
        _answers(address)
    return partial(_by_ray, address)


def check_ray() -> None:
    """Raises ImportError where Ray is not installed."""
    from importlib.util import find_spec

    if find_spec("ray") is None:
        raise ImportError(name="ray")


def _by_ray(
    address: str | None, work: Callable[[Any], Any], tasks: Iterable[Any], workers: int, waiting: int
) -> Iterator[tuple[Any, Any]]:
    """Do tasks on a cluster; with 0 workers as many as it has processors. Raises RulesetError where it is not reached."""
    import ray

    _connect(ray, address, workers)
    try:
        most = waiting * (workers or max(1, int(ray.cluster_resources().get("CPU", 1))))
        there = ray.put(work)
        begun = {"key": uuid4().hex, "version": __version__, "place": str(Path.cwd()), "bots": allowed_bots()}
        do = ray.remote(_do_on_ray).options(max_retries=-1)
        given: deque[tuple[Any, Any]] = deque()
        left = iter(tasks)
        while True:
            while len(given) < most:
                for task in left:
                    given.append((task, do.remote(begun, there, task)))
                    break
                else:
                    break
            if not given:
                return
            task, result = given.popleft()
            yield task, _ray_result(ray, result)
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str | None, workers: int) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that somebody plays
    os.environ.setdefault(
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0"
    )  # how it will be: what concerns graphics cards is left alone
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    own: dict[str, Any] = {} if address else {"num_cpus": max(1, workers), "include_dashboard": False}
    try:
        ray.init(
            address=address or "local",
            runtime_env={"env_vars": environment},
            log_to_driver=False,
            logging_level=logging.ERROR,
            **own,
        )
    except (OSError, RuntimeError, ValueError) as error:
        where = f" at {address}" if address else ""
        raise RulesetError(f"no Ray cluster was reached{where}: {str(error).splitlines()[0]}") from error


def _answers(address: str) -> None:
    """See that there is something at an address, since Ray itself goes on asking for many minutes. Raises RulesetError."""
    if address == "auto":  # one that runs on this machine
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise RulesetError(
            f"`{address[:60]}` is no address of a Ray cluster; write ray://HOST:10001, HOST:6379 or auto"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACHED).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise RulesetError(f"no Ray cluster was reached at {address}: {error}") from error


def _ray_result(ray: Any, result: Any) -> Any:
    """What came of a task; what it raised is raised as if it had been done here."""
    try:
        return ray.get(result)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        while isinstance(cause, ray.exceptions.RayTaskError):
            cause = cause.cause
        raise cause if isinstance(cause, Exception) else error from None
    except ray.exceptions.RayError as error:
        raise RulesetError(f"the Ray cluster gave up: {str(error).splitlines()[0]}") from error


def _do_on_ray(begun: Mapping[str, Any], work: Callable[[Any], Any], task: Any) -> Any:
    """A task, in a process of the cluster; what is loaded stays loaded there for the next."""
    key = begun["key"]
    if key not in _works:
        if begun["version"] != __version__:
            raise RulesetError(
                f"a machine of the cluster has ruleset {__version__}, this one {begun['version']}: they would not play the same"
            )
        with suppress(OSError):  # another machine may not have it
            os.chdir(begun["place"])
        for spec, file in begun["bots"]:
            allow_bot(spec, file)
        _works.clear()
        _works[key] = work
    return _works[key](task)
