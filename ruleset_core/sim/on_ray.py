"""Work shared out on a Ray cluster: the machines of a room, or processes of this one. It needs the package `ray`.

Ray starts a task again whose process or machine is gone; since a task always gives the same, nothing is lost and nothing changes.
"""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from ruleset_core import RulesetError, __version__
from ruleset_core.bots import admit, admitted

from .workers import Backend

__all__ = ["by_ray", "ready"]

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
    ready()
    if address:
        _answers(address)
    return partial(_by_ray, address)


def ready() -> None:
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
        begun = {"key": uuid4().hex, "version": __version__, "place": str(Path.cwd()), "bots": admitted()}
        do = ray.remote(_do).options(max_retries=-1)
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
            yield task, _taken(ray, result)
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


def _taken(ray: Any, result: Any) -> Any:
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


def _do(begun: Mapping[str, Any], work: Callable[[Any], Any], task: Any) -> Any:
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
            admit(spec, file)
        _works.clear()
        _works[key] = work
    return _works[key](task)
