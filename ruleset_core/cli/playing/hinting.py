"""Hints in a terminal: at a table, where Ctrl-C stops the thinking and not the game, and of a saved game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from ruleset_core.bots import LEVELS
from ruleset_core.cli.playing.resuming import recorded, seat_of
from ruleset_core.cli.printed.screen import Screen
from ruleset_core.cli.said.messages import say
from ruleset_core.lookup.words import fold
from ruleset_core.record import RecordError
from ruleset_core.table import NoHint, Table
from ruleset_core.table.hint import USUAL
from ruleset_core.table.opening import note_hint
from ruleset_core.texts.hint import hint_text, hints_asked, no_hint
from ruleset_core.texts.names import kind_word, player_names
from ruleset_core.texts.records import explain

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.cli.playing.place import Place
    from ruleset_core.record import Session
    from ruleset_core.table import Hint
    from ruleset_core.texts.hint import HintedOption

__all__ = ["hint_of_file", "show_hint", "tell_hint", "tell_hints"]


def tell_hint(place: Place, rest: str, keys: Mapping[int, str]) -> None:
    """Think and show the hint. `rest`: what stands behind the command, the level of a bot or nothing; `keys`: of the menu."""
    screen, lang, seat = place.screen, place.lang, place.live.seat
    try:
        with screen.working(say("hint_thinking", lang, keys=screen.stopped_by)) as progress:
            found = place.table.hint(seat, _level(rest, lang), progress=progress)
    except NoHint as problem:
        screen.error(no_hint(problem, lang))
    except KeyboardInterrupt:
        screen.note(say("hint_stopped", lang))
    else:
        show_hint(screen, found, place.live, lang, place.names, keys)
        if len(place.names) > 1:
            screen.note(say("hint_noted", lang))


def _level(typed: str, lang: str) -> str:
    """The level that is meant by a name in any language; what was typed if it is none."""
    word, at, time = typed.partition("@")
    named = {fold(kind_word(level, lang)): level for level in LEVELS}
    return named.get(fold(word), fold(word)) + at + time.strip() or USUAL


def tell_hints(screen: Screen, session: Session, lang: str) -> None:
    """Say who has asked for hints, if anybody has."""
    said = hints_asked(session, lang, player_names(session.header, lang))
    if said:
        screen.note(said)


def hint_of_file(given: Mapping[str, Any]) -> int:
    """`ruleset hint FILE`: think, write down that it was asked, and show it; the exit code."""
    lang = given["lang"]
    record, session, _ = recorded(given["names"], given["expansion"], given["data"], lang, force=False)
    table, screen = Table(session), Screen(plain=given["plain"])
    seat = seat_of(given["seat"], session, lang)
    try:
        task = table.hint_task(seat, given["bot"], given["sims"])
        with (
            note_hint(record, seat) as unsaved,
            screen.working(say("hint_thinking", lang, keys=screen.stopped_by)) as progress,
        ):
            found = task.think(progress)
    except NoHint as problem:
        raise click.ClickException(no_hint(problem, lang)) from None
    except RecordError as problem:
        raise click.ClickException(explain(problem, lang)) from None
    names = player_names(session.header, lang)
    assert task.state.decision is not None  # else there would be no hint
    screen.line(f"{names[seat]}: {task.state.decision.prompt(lang, names)}", "bold")
    show_hint(screen, found, task.state, lang, names, {})
    for trouble in unsaved:
        screen.error(say("hint_unsaved", lang, problem=explain(trouble, lang)))
    return 0


def show_hint(screen: Screen, hint: Hint, state: State, lang: str, names: list[str], keys: Mapping[int, str]) -> None:
    """Print a hint; before each option stands what to type for it, if the menu shows that."""
    text = hint_text(hint, state, lang, names)
    screen.line(text.heading, "bold")
    _show_option(screen, text.best, keys)
    if text.others:
        screen.line(text.next)
        for each in text.others:
            _show_option(screen, each, keys)
    for note in text.notes:
        screen.note(note)


def _show_option(screen: Screen, option: HintedOption, keys: Mapping[int, str]) -> None:
    key = keys.get(option.option, "")
    screen.line("  " + "  ".join(part for part in (key, option.written, option.label) if part))
    if option.said:
        screen.line(f"     {option.said}")
