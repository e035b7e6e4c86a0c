"""A table of a game that somebody is writing: after each save it goes on with the changed game, where its moves still fit.

Somebody saves `race/game.yaml`, in which a die has eight faces now:

    load            the changed game; where it has mistakes, the table stays as it was
    replay          `run slow` fits; `run fast` brings other dice: the table stays, and its page offers to go back to move 1
    take_over       where all fits: the room has a new session, and its pages are sent everything
    check           findings, for the strip above the table and the terminal
    scenarios       those that the change concerns first; another save stops them

What is offered is kept until the next save: `go_back` takes the session that fits, `begin_anew` the same seed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import BrokenRuleError, Game, GameNotFoundError, RulesetError
from ruleset_core.messages import message
from ruleset_core.play.match import BotRuleError
from ruleset_core.play.records import RecordError, Session, replay
from ruleset_core.play.records.data_changes import different_entries
from ruleset_core.play.wording.game_messages import record_misfit_text
from ruleset_core.positions.position_files import scenario_files
from ruleset_core.safe_text import describe_fault
from ruleset_core.testing.scenarios import ScenarioSuite
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.page_requests import (
    EventStream,
    PageRequest,
    PageResponse,
    answer_response,
    request_body,
    text_field,
)
from ruleset_core.web.persistence import WATCH

if TYPE_CHECKING:
    from ruleset_core.check.checker import CheckReport
    from ruleset_core.check.workspace import Workspace
    from ruleset_core.diagnostics import Diagnostic
    from ruleset_core.testing.scenarios import ScenarioResult
    from ruleset_core.web.lobby import Lobby
    from ruleset_core.web.page_api import PageApi
    from ruleset_core.web.rooms import MatchRoom

SHOWN: Final = 12
"""So many findings stand above a table; of more their number is told."""
PLAYED_ELSEWHERE: Final = frozenset({"scenarios"})
"""Folders of files with which no table is played."""

Data = dict[str, Any]


@dataclass(slots=True)
class LiveState:
    """What became of the last save.

    Attributes:
        files: what was saved, by name; none before the first save.
        broken: why the game cannot be loaded; empty where it can.
        stopped: the rule that broke in play since then.
        misfit: why the table cannot go on with it, `fitting` the session as far as it fits.
        changed: the game that the table does not go on with.
        report: what the check found; None while it runs.
        played, failed: how many scenarios were run, and those that failed; `of`: how many there are.
        milliseconds: of processor time, from the save to the changed table, and to the end of the check.
    """

    files: tuple[str, ...] = ()
    broken: str = ""
    stopped: BrokenRuleError | None = None
    misfit: RecordError | None = None
    fitting: Session | None = None
    changed: Game | None = None
    report: CheckReport | None = None
    played: int = 0
    failed: list[ScenarioResult] = field(default_factory=list)
    of: int = 0
    milliseconds: tuple[int, int] = (0, 0)


class LiveTable:
    """Lets a room go on with the files of its game. `told` is called whenever there is something to print."""

    def __init__(
        self, lobby: Lobby, room: MatchRoom, workspace: Workspace, told: Callable[[LiveState], object] = bool
    ) -> None:
        self.lobby, self.room, self.workspace, self._told = lobby, room, workspace, told
        self.state = LiveState()
        self._home = workspace.targets()[0].game
        self._art = 0
        self._testing: asyncio.Task[None] | None = None
        self._failed: frozenset[str] = frozenset()
        room.live, room.rule_broken = self.data, self.rule_broken

    async def run(self, saves: AsyncIterator[Sequence[Path]]) -> None:
        """Check once, then follow what is saved."""
        waiting = asyncio.ensure_future(anext(saves))  # what is saved during the first check counts, too
        await self._check()
        self._told(self.state)
        self._test(())
        while True:
            paths = await waiting
            waiting = asyncio.ensure_future(anext(saves))
            try:
                await self.saved(paths)
            except Exception as problem:  # noqa: BLE001 - the next save may be better
                self.state.broken = describe_fault(problem)
                self._told(self.state)

    async def saved(self, paths: Sequence[Path]) -> None:
        """Files were saved: let the table go on with them, check and test."""
        began = process_time()
        self._stop_testing()
        before, self.state = self.room.match.game, LiveState(tuple(sorted({each.name for each in paths})))
        if not all(PLAYED_ELSEWHERE & {*each.parts} for each in paths):
            await self.load()
        taken = round((process_time() - began) * 1000)
        await self._check()
        self.state.milliseconds = taken, round((process_time() - began) * 1000)
        self._told(self.state)
        game = self.state.changed or self.room.match.game
        self._test([name for _, name in different_entries(before.entries, game.entries)], paths)

    async def load(self) -> None:
        """Let the table go on with the game as its files are now, where all moves fit; else say in `state` why not."""
        header = self.room.match.session.header
        self.lobby.forget_games()
        try:
            game = await asyncio.to_thread(
                self.lobby.game, str(self._home), header.expansions, in_order=header.in_order
            )
        except RulesetError as problem:
            self.state.broken = str(problem)
            return
        self._art += 1
        try:
            session = replay(game, self.room.match.session.record(), force=True)
        except RecordError as problem:  # it does not even begin
            self.state.misfit, self.state.changed = problem, game
            return
        except RulesetError as problem:
            self.state.broken = str(problem)
            return
        if session.misfit is None:
            self._take(session)
        else:
            self.state.misfit, self.state.fitting, self.state.changed = session.misfit, session, game

    def _take(self, session: Session) -> None:
        """Go on with a session, if its table can be shown: where a rule breaks while that is looked ahead, with the one before."""
        before, session.misfit, self.state.stopped = self.room.match.session, None, None
        try:
            self.room.take_over(session)
        except BrokenRuleError as problem:
            self.state.broken = str(problem)
            self.room.take_over(before)

    def rule_broken(self, problem: Exception) -> None:
        """A rule broke in play: it stays above the table until the next save, and is printed."""
        rule = problem.broken if isinstance(problem, BotRuleError) else problem
        before = self.state.stopped
        if isinstance(rule, BrokenRuleError) and (before is None or before.text() != rule.text()):
            self.state.stopped = rule
            self._told(self.state)
            self.room.send_news()

    async def _check(self) -> None:
        self.room.send_news()
        try:
            self.state.report = await asyncio.to_thread(self.workspace.check)
        except GameNotFoundError as problem:  # its header is gone
            self.state.broken = str(problem)
        self.room.send_news()

    # -- scenarios ------------------------------------------------------------------------------------------------

    def _test(self, names: Iterable[str], files: Sequence[Path] = ()) -> None:
        """Run all scenarios beside the table, those that a change concerns first."""
        if not self.state.broken:
            self._testing = asyncio.get_running_loop().create_task(self._run_scenarios(frozenset(names), files))

    def _stop_testing(self) -> None:
        if self._testing is not None:
            self._testing.cancel()
            self._testing = None

    async def _run_scenarios(self, names: frozenset[str], files: Sequence[Path]) -> None:
        state = self.state
        suite = ScenarioSuite(scenario_files([str(self._home)], self.lobby.roots), self.lobby.roots)
        state.of = len(suite.cases)
        for case in suite.sorted_for(names, {str(each) for each in files}, self._failed):
            result = await asyncio.to_thread(suite.run, case)
            state.played += 1
            if not result.ok:
                state.failed.append(result)
                self.room.send_news()
        self._failed = frozenset(each.name for each in state.failed)
        self.room.send_news()
        self._told(state)

    # -- what pages may do ------------------------------------------------------------------------------------------

    def go_back(self) -> None:
        """Go on from the last position that fits the changed game. Raises `Refusal` where there is none."""
        if self.state.fitting is None:
            raise Refusal(409, "not_understood", what="back")
        session, self.state.fitting, self.state.misfit = self.state.fitting, None, None
        self._take(session)

    def begin_anew(self) -> None:
        """Begin again with the changed game and the same seed. Raises `Refusal` where it cannot be loaded, and what `Session.start` raises."""
        game = self.state.changed or self.room.match.game
        if self.state.broken:
            raise Refusal(409, "not_loaded")
        header = self.room.match.session.header
        session = Session.start(
            game, header.seats, header.seed, header.options, header.expansions, header.roots, header.number,
            hints=header.hints, start=header.start,
        )  # fmt: skip
        self.state.fitting = self.state.misfit = None
        self._take(session)

    async def act(self, api: PageApi, request: PageRequest) -> PageResponse | EventStream:
        """A page wants the table to go `back`, or to begin `anew`."""
        room, whose, _ = api.table_of(request)
        if whose == WATCH or room is not self.room:
            raise Refusal(403, "no_seat")
        (self.begin_anew if text_field(request_body(request), "do") == "anew" else self.go_back)()
        return answer_response()

    # -- what pages are told ------------------------------------------------------------------------------------------

    def data(self, lang: str) -> Data:
        """What stands above the table: sentences, findings with places and help, and what can be done."""
        state = self.state
        found = [] if state.report is None else [*state.report.diagnostics]
        acts = {}
        if state.misfit is not None:
            if state.fitting is not None and state.fitting.steps:
                acts["back"] = message("page.live.back", lang, count=len(state.fitting.steps))
            acts["anew"] = message("page.live.anew", lang)
        return {
            "art": self._art, "said": [*check_sentences(state, lang), *scenario_sentences(state, lang)], "acts": acts, "wrong": bool(found or state.failed or acts or state.stopped),
            "findings": [self._finding(item) for item in found[:SHOWN]],
        }  # fmt: skip

    def _finding(self, item: Diagnostic) -> list[str]:
        """A finding as a page shows it: its place, what is wrong and what to do."""
        path = Path(item.span.file).resolve()
        home = next((each for each in self.workspace.directories if path.is_relative_to(each)), path.parent)
        fix = item.help or (f"`{item.suggestion.replacement}`" if item.suggestion else "")
        return [f"{path.relative_to(home).as_posix()}:{item.span.line}", f"{item.code} {item.message}", fix]


LIVE_PATH: Final = "/api/t/{table}/live"
"""Where a page asks for `LiveTable.act`."""


def check_sentences(state: LiveState, lang: str) -> Iterable[str]:
    """What became of the last save at the table, and how much the check found."""
    report = state.report
    if state.files:
        files = ", ".join(state.files)
        kept = bool(state.broken or state.misfit)
        yield message("page.live.kept" if kept else "page.live.taken", lang, files=files)
    if state.misfit is not None:
        yield message("page.live.misfit", lang, why=record_misfit_text(state.misfit, lang))
    if state.stopped is not None:
        yield f"{state.stopped.text(lang)}."
    if state.broken and (report is None or not report.errors):
        yield state.broken
    elif report is None:
        yield message("page.live.checking", lang)
    if report is not None and report.diagnostics:
        yield message("page.live.found", lang, count=len(report.diagnostics))


def scenario_sentences(state: LiveState, lang: str) -> Iterable[str]:
    """Which scenarios fail, or that none does."""
    if state.failed:
        names = ", ".join(dict.fromkeys(each.name for each in state.failed[:SHOWN]))
        yield message("page.live.failed", lang, count=len(state.failed), names=names)
    elif state.of and state.played == state.of:
        yield message("page.live.passed", lang, count=state.of)
