"""What takes long at a table: moves of bots, hints, analyses. What is asked, and the same work done in this process.

A server asks processes of its own (`worker_pools`), so that pages never wait. Where there is one process, as in an exported file, the same
is done here:

    choose_option(rules, state as JSON, "normal", seed, seat, 3)      1, the number of an option
    InlineBots().choose(rules, task)                                  the same
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from ruleset_core.play.bots import LevelBot, make_bot
from ruleset_core.play.match.hints import HintTask
from ruleset_core.play.records import Seat, Session, read_record
from ruleset_core.play.wording.names_and_numbers import LANGS
from ruleset_core.slices import finish, finish_between

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.play.match import BotTask
    from ruleset_core.play.match.seating import GameSpec

Data = dict[str, Any]
OFTEN: Final = 1.0
"""Seconds between two words on how far an analysis is."""

Analysed = tuple[Literal["done", "failed"], int, int, dict[str, Data]]


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """What is gone through: the file of a game, who sat there as they are called now, and their colours."""

    record: str
    seats: tuple[Seat, ...]
    colours: tuple[str, ...]
    roots: tuple[str, ...] = ()


@dataclass(slots=True)
class AnalysisProgress:
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


class BotService(Protocol):
    """Who answers what bots are asked."""

    async def choose(self, rules: GameSpec, task: BotTask) -> int:
        """What a bot takes. Raises `BotError`, or what the bot raises."""

    async def hint(self, rules: GameSpec, task: HintTask, lang: str, names: Sequence[str]) -> Data:
        """A hint in words: the option, and what is said of it in paragraphs. Raises what `HintTask.think` raises."""

    def close(self) -> None:
        """Nobody asks any more."""


class AnalysisService(Protocol):
    """Who goes through games that are over."""

    async def run(self, asked: AnalysisRequest, going: AnalysisProgress, tell: Callable[[], None]) -> None:
        """Go through a game. `tell` is called whenever `going` is another."""


def choose_option(rules: GameSpec, data: dict[str, Any], kind: str, seed: int, seat: int, decided: int) -> int:
    """What an included bot takes in a state."""
    return finish(choosing_option(rules.load().from_json(data), kind, seed, seat, decided))


def choosing_option(state: State, kind: str, seed: int, seat: int, decided: int) -> Generator[object, None, int]:
    """The same in slices, for bots that think so."""
    bot = make_bot(kind, seed, seat, decided)
    return (yield from bot.choosing(state)) if isinstance(bot, LevelBot) else bot.choose(state)


def hint_in_words(
    rules: GameSpec, data: Data, asked: tuple[Any, ...], threads: int, lang: str, names: Sequence[str]
) -> Data:
    """A hint in words. `asked`: bot, seed, simulations, the state in which the turn began, answers since."""
    game, (bot, seed, sims, begun, answers) = rules.load(), asked
    state, start = game.from_json(data), None if begun is None else game.from_json(begun)
    return finish(hinting_in_words(HintTask(state.seat, state, bot, seed, sims, start, answers, threads), lang, names))


def hinting_in_words(task: HintTask, lang: str, names: Sequence[str]) -> Generator[object, None, Data]:
    """The same in slices."""
    from ruleset_core.play.wording.game_messages import hint_text

    text = hint_text((yield from task.thinking()), task.state, lang, names)
    return {"option": text.best.option, "lines": text.paragraphs}


def hint_arguments(task: HintTask) -> tuple[Any, ...]:
    """What `hint_in_words` is asked for a task."""
    return task.bot, task.seed, task.sims, None if task.begun is None else task.begun.to_json(), task.answers


def analyse_record(asked: AnalysisRequest, progress: Callable[[int, int], object]) -> Analysed:
    """Go through a game: how that ended, how much is done of how much, and what was found, by language."""
    return finish(analysing_record(asked), lambda done: progress(*done))


def analysing_record(asked: AnalysisRequest) -> Generator[tuple[int, int], None, Analysed]:
    """The same in slices."""
    from ruleset_core.play.match.game_analysis import AnalysisRun, CoreMissing
    from ruleset_core.play.wording.analysis_messages import core_missing_text

    session = _session(asked)
    try:
        analysis = yield from AnalysisRun(session, range(session.live.n)).running()
    except CoreMissing as problem:
        return "failed", 0, 1, {lang: {"problem": core_missing_text(problem, lang)} for lang in LANGS}
    return "done", 1, 1, {lang: _chart_data(session, analysis, asked.colours, lang) for lang in LANGS}


def _session(asked: AnalysisRequest) -> Session:
    from ruleset_core.play.match.session_setup import resume_session

    session, trouble = resume_session(read_record(asked.record), [Path(root) for root in asked.roots], force=False)
    if trouble is not None:
        raise trouble
    session.header = replace(session.header, seats=asked.seats)
    return session


def _chart_data(session: Session, analysis: Any, colours: Sequence[str], lang: str) -> Data:
    """A picture with its words."""
    from ruleset_core.play.wording.analysis_messages import analysis_text, course_chart
    from ruleset_core.view.svg.course import draw_course

    text, course = analysis_text(session, analysis, lang, None), course_chart(session, analysis, lang)
    drawn = draw_course(course, text.title, hues=colours) if any(line.points for line in course.lines) else ""
    return {**asdict(text), "picture": drawn, "description": course.description}


# The same in this process, in slices: what else is asked meanwhile is answered between them.


def _copy(state: State) -> State:
    """The same state, which stays as it is when the game goes on."""
    return state.game.from_json(state.to_json())


class InlineBots:
    """Bots that think here, one after the other."""

    def __init__(self) -> None:
        self._thinks = asyncio.Lock()

    async def choose(self, rules: GameSpec, task: BotTask) -> int:  # noqa: ARG002 - the game is loaded
        """What a bot takes. Raises what the bot raises."""
        state = _copy(task.state)
        async with self._thinks:
            return await finish_between(choosing_option(state, task.kind, task.seed, task.seat, task.decided))

    async def hint(self, rules: GameSpec, task: HintTask, lang: str, names: Sequence[str]) -> Data:  # noqa: ARG002
        """A hint in words. Raises what `HintTask.think` raises."""
        begun = None if task.begun is None else _copy(task.begun)
        task = replace(task, state=_copy(task.state), begun=begun)
        async with self._thinks:
            return await finish_between(hinting_in_words(task, lang, tuple(names)))

    def close(self) -> None:
        """Nothing is open."""


class InlineAnalysis:
    """Goes through games here."""

    async def run(self, asked: AnalysisRequest, going: AnalysisProgress, tell: Callable[[], None]) -> None:
        """Go through a game."""
        last = 0.0

        def note(done: tuple[int, int]) -> None:
            nonlocal last
            if monotonic() - last > OFTEN:
                last = monotonic()
                going.done, going.of = done
                tell()

        going.state = "runs"
        tell()
        going.state, going.done, going.of, going.found = await finish_between(analysing_record(asked), note)
        tell()
