"""Recorded games in the terminal: stepping through one, printing all of it (`replay`), and analysing it (`analyse`)."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import click

from ruleset_core.cli.console.game_view import ScreenSpace, draw_state, show_result
from ruleset_core.cli.console.help_answers import print_reasons
from ruleset_core.cli.console.input import join_command_words
from ruleset_core.cli.console.prompts import show_hint_counts
from ruleset_core.cli.console.screen import MenuChoice, MenuQuestion, Screen
from ruleset_core.cli.openings import RecordedGameRequest, recorded_game, seed_line, viewer_seat
from ruleset_core.cli.parameters import EXIT_INTERRUPTED, command_line
from ruleset_core.cli.pictures import write_picture
from ruleset_core.messages import LANGUAGES, labelled, message
from ruleset_core.play.bots import LEVELS
from ruleset_core.play.match import HintUnavailable
from ruleset_core.play.match.game_analysis import Analysis, AnalysisRun, CoreMissing
from ruleset_core.play.match.seat_views import ReplayStops, seat_scores, seat_view
from ruleset_core.play.records import RecordError, Session
from ruleset_core.play.wording.analysis_messages import (
    AnalysisSentence,
    AnalysisText,
    CourseChart,
    analysis_text,
    core_missing_text,
    course_chart,
    numbered_log_lines,
    story_lines,
)
from ruleset_core.play.wording.endings import ending_lines
from ruleset_core.play.wording.game_messages import hint_unavailable_text, record_error_text
from ruleset_core.play.wording.names_and_numbers import kind_from_label, player_names, seats_line
from ruleset_core.processes import cpu_count
from ruleset_core.view.svg.course import draw_course

# Stepping through a recorded game, or printing all of it.

_STEPS: Final = ("next", "previous", "go", "end", "log", "why", "quit")
"""What can be done; the words of both languages are understood."""


def _step_called(word: str) -> str | None:
    """What a typed word asks for; an empty line goes on."""
    for name in _STEPS if word else ():
        if any(word in message(f"cli.replay.command_{name}", lang).split(", ") for lang in LANGUAGES):
            return name
    return None if word else "next"


BESIDES: Final = 6
LEAST_LINES: Final = 8
"""Lines for what happened and the prompt, and those that are always drawn."""
_BY: Final = {"next": 1, "previous": -1}


class ReplayPlayer:
    """Shows a session to `viewer`, a seat, or None to whom all moves are open."""

    def __init__(self, session: Session, screen: Screen, lang: str, viewer: int | None) -> None:
        self._session = session
        self._screen = screen
        self._lang = lang
        self._viewer = viewer
        self._stops = ReplayStops(session, viewer)

    def print_all(self, to: int | None) -> None:
        """The moves up to a position (the last one by default), the game there, and the scores if it is over."""
        self._go(to, self._stops.last)
        self._head()
        self._log()
        self._position()

    def step(self, to: int | None) -> None:
        """Ask for steps until somebody leaves, beginning at a position (the first one by default)."""
        self._go(to, 0)
        self._head()
        self._position()
        while True:
            self._screen.question(self._question())
            try:
                typed = self._screen.ask(message("cli.replay.step_prompt", self._lang)).casefold()
            except (EOFError, KeyboardInterrupt):
                self._screen.line()
                return
            word, _, rest = join_command_words(typed).partition(" ")
            if word.startswith("g") and word[1:].isdecimal():
                word, rest = "g", word[1:]
            name = _step_called(word)
            if name == "quit":
                return
            if name is None:
                self._screen.error(message("cli.replay.step_unknown", self._lang))
            elif name == "log":
                self._log()
            elif name == "why":
                print_reasons(self._screen, self._session, rest, self._viewer, self._lang)
            else:
                self._move(name, rest.strip())

    def _question(self) -> MenuQuestion:
        """What can be done, for screens on which one points."""
        here = message("cli.replay.position", self._lang, number=self._stops.here, last=self._stops.last)
        names = {
            "n": "cli.full.key_next",
            "p": "cli.full.key_previous",
            "end": "cli.full.key_end",
            "log": "cli.full.key_log",
            "quit": "cli.full.key_quit",
        }
        choices = [MenuChoice("", typed, message(name, self._lang), "", ()) for typed, name in names.items()]
        return MenuQuestion([(here, "bold")], (), choices)

    def _move(self, name: str, rest: str) -> None:
        stops = self._stops
        if name in _BY:
            if not stops.step(_BY[name]):
                self._screen.note(message("cli.replay.at_end" if _BY[name] > 0 else "cli.replay.at_start", self._lang))
                return
        elif name == "go" and not rest.isdecimal():
            self._screen.error(message("cli.replay.step_unknown", self._lang))
            return
        else:
            try:
                stops.go(stops.last if name == "end" else int(rest[:9]))
            except RecordError as error:
                self._screen.error(record_error_text(error, self._lang))
                return
        self._position()

    def _go(self, to: int | None, default: int) -> None:
        self._stops.go(default if to is None else to)

    def _head(self) -> None:
        header = self._session.header
        self._screen.line(self._session.game.title(self._lang), "bold")
        self._screen.line(seats_line(header, self._lang))
        self._screen.note(seed_line(header, self._lang))
        show_hint_counts(self._screen, self._session, self._lang)
        if self._viewer is not None and not self._session.over:
            self._screen.note(
                message("cli.replay.unfinished", self._lang, name=player_names(header, self._lang)[self._viewer])
            )

    def _log(self) -> None:
        for line in numbered_log_lines(self._session, self._viewer, self._lang):
            self._screen.line(line)

    def _height(self) -> int | None:
        """The lines there are, without those of what happened and of the prompt; all is drawn where nobody steps."""
        high = self._screen.height
        return None if high is None or not self._screen.interactive else max(high - BESIDES, LEAST_LINES)

    def _position(self) -> None:
        """The last move before the position, the game there, and the result at the end."""
        session, lang = self._session, self._lang
        self._screen.line(message("cli.replay.position", lang, number=self._stops.here, last=self._stops.last), "bold")
        here = session.position
        for line in story_lines(session, max(here - 1, 0), here, self._viewer, lang):
            self._screen.line(line)
        state = session.state
        seat = self._viewer if self._viewer is not None else max(state.seat, 0)
        names = player_names(session.header, lang)
        room = ScreenSpace(self._screen.width, self._height(), self._screen.linear)
        scores = seat_scores(state, seat)
        over = session.at_end and session.over
        seen = seat_view(state, seat, over=over)
        self._screen.draw(draw_state(session.game, seen, lang, room, names, scores=scores))
        if over:
            for line in ending_lines(session, lang, names):
                self._screen.line(line)
            show_result(self._screen, session, lang, self._viewer)


# `ruleset analyse`: from the command line to an analysis, on the screen and as a picture.

MOST_COLUMNS: Final = 100
"""A picture of more columns is no clearer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnalyseRequest(RecordedGameRequest):
    """What the command line of `ruleset analyse` asks for, as its options say."""

    out: Path | None


def analyse(asked: AnalyseRequest) -> int:
    """Do what the command line asks for; the exit code."""
    lang, out, bot = asked.lang, asked.out, kind_from_label(asked.bot)
    if out is not None and out.suffix != ".svg":
        raise click.BadParameter(message("cli.analyse.kind", lang), param_hint="--out")
    if out is not None and not out.parent.is_dir():
        raise click.BadParameter(message("cli.compare.no_place", lang, file=out.parent), param_hint="--out")
    if bot not in LEVELS:
        raise click.ClickException(hint_unavailable_text(HintUnavailable("no_level", bot), lang))
    record, session = recorded_game(asked.names, asked.expansion, asked.data, lang, force=False)
    viewer = viewer_seat(record, session, asked.seat, lang)
    if not session.over and not session.header.hints:
        raise click.ClickException(hint_unavailable_text(HintUnavailable("off"), lang))
    screen = Screen(plain=asked.plain)
    opened = partial(_opened, asked.names, asked.expansion, asked.data, lang)
    seats = range(session.live.n) if viewer is None else (viewer,)
    work = AnalysisRun(session, seats, bot, asked.sims, opened, cpu_count())
    stopped = False
    try:
        with screen.working(message("cli.analyse.working", lang)) as progress:
            found = work.run(progress)
    except CoreMissing as problem:
        raise click.ClickException(core_missing_text(problem, lang)) from None
    except KeyboardInterrupt:
        stopped, found = True, work.result()
    knows = None if session.over else viewer
    text, course = analysis_text(session, found, lang, knows), course_chart(session, found, lang)
    _show(screen, session, text, course, lang)
    if found.turnings or text.mistakes:
        screen.note(message("cli.analyse.look", lang, command=_replay(asked, found)))
    if out is not None:
        below = [f"{each.number}  {labelled(each.where, each.said, lang)}" for each in text.turnings] or [text.turned]
        screen.note(
            message(
                "cli.show.picture", lang, file=write_picture(str(out), draw_course(course, text.title, below), lang)
            )
        )
    return EXIT_INTERRUPTED if stopped else 0


def _opened(names: tuple[str, ...], expansion: tuple[str, ...], data: tuple[Path, ...], lang: str) -> Session:
    """The same game in another process."""
    return recorded_game(names, expansion, data, lang, force=False)[1]


def _show(screen: Screen, session: Session, text: AnalysisText, course: CourseChart, lang: str) -> None:
    from ruleset_core.view.terminal.course import course_lines, course_read

    screen.line(text.title, "bold")
    screen.line(seats_line(session.header, lang))
    show_hint_counts(screen, session, lang)
    for note in text.notes[:1] if not course.lines else ():
        screen.line(note)
    if any(line.points for line in course.lines):
        screen.line()
        for line in course_read(course) if screen.linear else course_lines(course, min(screen.width, MOST_COLUMNS)):
            screen.line(line)
    screen.line()
    _print_sentences(screen, text.turned, text.turnings, lang)
    _print_sentences(screen, text.cost, text.mistakes, lang)
    for note in text.notes:
        screen.note(note)
    screen.note(text.how)


def _print_sentences(screen: Screen, heading: str, sentences: tuple[AnalysisSentence, ...], lang: str) -> None:
    if heading:
        screen.line(heading, "bold")
    for each in sentences:
        screen.line(f"  {f'{each.number}  ' if each.number else ''}{labelled(each.where, each.said, lang)}")


def _replay(asked: AnalyseRequest, analysis: Analysis) -> str:
    """The command that shows the position of the first turning point, or of the dearest mistake."""
    place = analysis.turnings[0].place if analysis.turnings else analysis.mistakes[0]
    names = " ".join(shlex.quote(name) for name in asked.names)
    return f"{command_line('replay')} {names} --to {analysis.decisions[place].position}"


# A position as a scenario.


def print_scenario(session: Session, name: str | None, to: int | None, lang: str) -> int:
    """Print the position after so many moves, by default the last one, as a scenario; the exit code. Raises `click.ClickException`."""
    from ruleset_core.play.match.kept_scenarios import kept_scenario, unsaid_note

    try:
        session.to(len(session.steps) if to is None else to)
    except RecordError as error:
        raise click.ClickException(record_error_text(error, lang)) from None
    kept = kept_scenario(session, name or message("play.kept_name", lang, number=session.position), session.position)
    click.echo(kept.text(), nl=False)
    notes = [unsaid_note(kept, lang), message("play.kept_use", lang, name=kept.data["name"])]
    click.echo("\n".join(filter(None, notes)), err=True)
    return 0
