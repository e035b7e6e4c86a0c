"""Positions of a game that are played on from, here or by several processes that each have opened the same game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from ruleset_core.processes import pool_of

from .hint import ranked
from .outlook import Ending, Futures, begun_together

if TYPE_CHECKING:
    from ruleset_core.record import Session

__all__ = ["LONG", "Again", "Analyst", "Do", "First", "Found", "best_of", "crew", "futures"]

FEW, SCOUTS = 12, 6
"""Where there are so few options, each is tried in so many worlds, and the best of them is looked at besides what bots would take."""
LONG: Final = 2_000
"""Where there is less work for each decision, the game is so long that half as many worlds must do for that; where there is not half of it, what bots would
take must do."""


@dataclass(frozen=True, slots=True)
class First:
    """A position is looked at for the first time, with so much work, in so many worlds at least and at most."""

    position: int
    seed: int
    work: int
    least: int
    enough: int
    most: int


@dataclass(frozen=True, slots=True)
class Again:
    """These options of a position are played on from in so many other worlds."""

    position: int
    seed: int
    options: tuple[int, ...]
    worlds: int


@dataclass(frozen=True, slots=True)
class Found:
    """What came of it: the options that were played on from, the taken one first, and which turns out best; of each how its worlds ended."""

    options: tuple[int, ...]
    best: int
    endings: list[list[Ending]]
    decisions: int


@dataclass(frozen=True, slots=True)
class Analyst:
    """Looks at positions: `bot` and `easy` say what is worth a look, each with `sims` simulations if not those of its level."""

    bot: str
    sims: int | None

    def __call__(self, session: Session, task: First | Again) -> Found:
        """Do what is asked for."""
        if isinstance(task, Again):
            futures_ = futures(session, task.position, task.options, task.seed)
            futures_.play(task.worlds)
        else:
            futures_ = self._first(session, task)
        return Found(futures_.options, best_of(futures_), futures_.endings, futures_.decisions)

    def _first(self, session: Session, task: First) -> Futures:
        state, option = session.states[task.position], session.steps[task.position].option
        others = dict.fromkeys(ranked(state, level, task.seed, self.sims)[0] for level in (self.bot, "easy"))
        scouts = SCOUTS if task.work >= LONG else SCOUTS // 2
        if len(state.options) <= FEW and task.work >= LONG // 2:
            scouted = futures(session, task.position, tuple(state.options), task.seed ^ 1)
            scouted.play(scouts)
            others[best_of(scouted)] = None
        found = futures(session, task.position, (option, *(each for each in others if each != option)), task.seed)
        found.play_for(task.work, task.least, task.most, enough=task.enough)
        return found


def futures(session: Session, position: int, options: tuple[int, ...], seed: int) -> Futures:
    """Play-outs of options of a position, not begun."""
    state = session.states[position]
    return Futures(state, state.seat, options, seed, *begun_together(session, position, state.seat))


def best_of(played: Futures) -> int:
    """The option that turns out best."""
    return played.options[max(range(len(played.options)), key=played.worth)]


Do: TypeAlias = Callable[[Sequence[First | Again]], Iterable[Found]]


@contextmanager
def crew(analyst: Analyst, session: Session, opened: Callable[[], Session] | None, workers: int) -> Iterator[Do]:
    """Who does tasks, and gives what came of them in their order: this process, or several, in which `opened` gives the same game."""
    if opened is None or workers < 2:
        yield lambda tasks: (analyst(session, each) for each in tasks)
        return
    pool = pool_of(workers, _begin, analyst, opened)
    try:
        yield lambda tasks: pool.map(_do, tasks)
    finally:
        pool.abandon()


_working: tuple[Analyst, Session] | None = None


def _begin(analyst: Analyst, opened: Callable[[], Session]) -> None:
    global _working  # noqa: PLW0603 - a process goes through one game
    _working = analyst, opened()


def _do(task: First | Again) -> Found:
    assert _working is not None  # `_begin` has run
    analyst, session = _working
    return analyst(session, task)
