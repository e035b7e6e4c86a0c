"""Games that are over are gone through in a process of their own, one after the other, so that no table waits for it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from ruleset_core.processes import interrupts_blocked
from ruleset_core.texts.saying import LANGS

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from ruleset_core.record import Seat, Session

__all__ = ["Analysts", "Asked", "Going"]

Data = dict[str, Any]
OFTEN: Final = 1.0
"""Seconds between two words on how far it is."""
NICE: Final = 10
"""Moves and hints go before."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is gone through: the file of a game, who sat there as they are called now, and their colours."""

    record: str
    seats: tuple[Seat, ...]
    colours: tuple[str, ...]
    roots: tuple[str, ...] = ()


@dataclass(slots=True)
class Going:
    """How far it is.

    Attributes:
        state: `waits` for other games, `runs`, `done`, or `failed`: `found` says why then.
        done, of: how much of it is done.
        found: by language what was found.
    """

    state: Literal["waits", "runs", "done", "failed"] = "waits"
    done: int = 0
    of: int = 1
    found: dict[str, Data] = field(default_factory=dict)


class Analysts:
    """Who goes through games: one game at a time, the others wait."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)

    async def run(self, asked: Asked, going: Going, tell: Callable[[], None]) -> None:
        """Go through a game. `tell` is called whenever `going` is another; what is cancelled stops at once."""
        async with self._turn:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_go, args=(theirs, asked), daemon=True)
            with interrupts_blocked():
                process.start()
            theirs.close()
            try:
                while going.state in {"waits", "runs"}:
                    await _come(ours)
                    _hear(ours, going)
                    tell()
            finally:
                process.terminate()
                ours.close()


async def _come(ours: Connection) -> None:
    """Until the process says something."""
    loop, come = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(ours.fileno(), come.set)
    try:
        await come.wait()
    finally:
        loop.remove_reader(ours.fileno())


def _hear(ours: Connection, going: Going) -> None:
    """What the process says; one that is gone has failed."""
    try:
        going.state, going.done, going.of, going.found = ours.recv()
    except EOFError:
        going.state, going.found = "failed", {lang: {"problem": ""} for lang in LANGS}


def _go(theirs: Connection, asked: Asked) -> None:
    """A process goes through a game and tells how far it is, as long as somebody listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    last = 0.0

    def progress(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last > OFTEN:
            last = time.monotonic()
            theirs.send(("runs", done, of, {}))

    with suppress(BrokenPipeError):
        theirs.send(_gone_through(asked, progress))


def _gone_through(asked: Asked, progress: Callable[[int, int], object]) -> tuple[str, int, int, dict[str, Data]]:
    """What is sent at the end."""
    from ruleset_core.table.analysis import Analysing, NoCore
    from ruleset_core.texts.analysis import no_core

    session = _session(asked)
    try:
        analysis = Analysing(session, range(session.live.n)).run(progress)
    except NoCore as problem:
        return "failed", 0, 1, {lang: {"problem": no_core(problem, lang)} for lang in LANGS}
    return "done", 1, 1, {lang: _said(session, analysis, asked.colours, lang) for lang in LANGS}


def _session(asked: Asked) -> Session:
    from ruleset_core.record import read_record
    from ruleset_core.table.opening import go_on

    session, trouble = go_on(read_record(asked.record), [Path(root) for root in asked.roots], force=False)
    if trouble is not None:
        raise trouble
    session.header = replace(session.header, seats=asked.seats)
    return session


def _said(session: Session, analysis: Any, colours: Sequence[str], lang: str) -> Data:
    """A picture with its words."""
    from ruleset_core.drawing.course import draw_course
    from ruleset_core.texts.analysis import analysis_text
    from ruleset_core.texts.course import course_of

    text, course = analysis_text(session, analysis, lang, None), course_of(session, analysis, lang)
    drawn = draw_course(course, text.title, hues=colours) if any(line.points for line in course.lines) else ""
    return {**asdict(text), "picture": drawn, "told": course.told}
