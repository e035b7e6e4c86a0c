"""`ruleset analyse`: from the command line to an analysis, on the screen and as a picture."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core.bots import LEVELS
from ruleset_core.cli.common import EXIT_INTERRUPTED, typed
from ruleset_core.cli.playing.hinting import tell_hints
from ruleset_core.cli.playing.resuming import recorded, viewer_of
from ruleset_core.cli.printed.screen import Screen
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.showing.board import write_picture
from ruleset_core.drawing.course import draw_course
from ruleset_core.processes import processors
from ruleset_core.table import NoHint
from ruleset_core.table.analysis import Analysing, NoCore
from ruleset_core.texts.analysis import analysis_text, no_core
from ruleset_core.texts.course import course_of
from ruleset_core.texts.hint import no_hint
from ruleset_core.texts.names import seats_line

if TYPE_CHECKING:
    from ruleset_core.record import Session
    from ruleset_core.table.analysis import Analysis
    from ruleset_core.texts.analysis import AnalysisText, Sentence
    from ruleset_core.texts.course import Course

__all__ = ["analyse"]

WIDE: Final = 100
"""A picture of more columns is no clearer."""


def analyse(given: Mapping[str, Any]) -> int:
    """Do what the command line asks for; the exit code."""
    lang, out = given["lang"], given["out"]
    if out is not None and out.suffix != ".svg":
        raise click.BadParameter(say("analyse_kind", lang), param_hint="--out")
    if out is not None and not out.parent.is_dir():
        raise click.BadParameter(say("cmp_no_place", lang, file=out.parent), param_hint="--out")
    if given["bot"] not in LEVELS:
        raise click.ClickException(no_hint(NoHint("no_level", given["bot"]), lang))
    record, session, _ = recorded(given["names"], given["expansion"], given["data"], lang, force=False)
    viewer = viewer_of(record, session, given["seat"], lang)
    if not session.live.over and not session.header.hints:
        raise click.ClickException(no_hint(NoHint("off"), lang))
    screen = Screen(plain=given["plain"])
    opened = partial(_opened, given["names"], given["expansion"], given["data"], lang)
    seats = range(session.live.n) if viewer is None else (viewer,)
    work = Analysing(session, seats, given["bot"], given["sims"], opened, processors())
    stopped = False
    try:
        with screen.working(say("analyse_working", lang)) as progress:
            found = work.run(progress)
    except NoCore as problem:
        raise click.ClickException(no_core(problem, lang)) from None
    except KeyboardInterrupt:
        stopped, found = True, work.found()
    knows = None if session.live.over else viewer
    text, course = analysis_text(session, found, lang, knows), course_of(session, found, lang)
    _show(screen, session, text, course, lang)
    if found.turnings or text.mistakes:
        screen.note(say("analyse_look", lang, command=_replay(given, found)))
    if out is not None:
        below = [f"{each.number}  {each.where}: {each.said}" for each in text.turnings] or [text.turned]
        screen.note(say("picture", lang, file=write_picture(str(out), draw_course(course, text.title, below), lang)))
    return EXIT_INTERRUPTED if stopped else 0


def _opened(names: tuple[str, ...], expansion: tuple[str, ...], data: tuple[Path, ...], lang: str) -> Session:
    """The same game in another process."""
    return recorded(names, expansion, data, lang, force=False)[1]


def _show(screen: Screen, session: Session, text: AnalysisText, course: Course, lang: str) -> None:
    from ruleset_core.terminal.course import course_lines, course_read

    screen.line(text.title, "bold")
    screen.line(seats_line(session.header, lang))
    tell_hints(screen, session, lang)
    for note in text.notes[:1] if not course.lines else ():
        screen.line(note)
    if any(line.points for line in course.lines):
        screen.line()
        for line in course_read(course) if screen.linear else course_lines(course, min(screen.width, WIDE)):
            screen.line(line)
    screen.line()
    _tell(screen, text.turned, text.turnings)
    _tell(screen, text.cost, text.mistakes)
    for note in text.notes:
        screen.note(note)
    screen.note(text.how)


def _tell(screen: Screen, heading: str, sentences: tuple[Sentence, ...]) -> None:
    if heading:
        screen.line(heading, "bold")
    for each in sentences:
        screen.line(f"  {f'{each.number}  ' if each.number else ''}{each.where}: {each.said}")


def _replay(given: Mapping[str, Any], analysis: Analysis) -> str:
    """The command that shows the position of the first turning point, or of the dearest mistake."""
    place = analysis.turnings[0].place if analysis.turnings else analysis.mistakes[0]
    names = " ".join(shlex.quote(name) for name in given["names"])
    return f"{typed('replay')} {names} --to {analysis.decisions[place].position}"
