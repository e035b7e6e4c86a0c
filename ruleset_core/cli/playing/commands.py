"""What a person may type besides moves. A command returns True when the game on the table is another one now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruleset_core import RulesetError
from ruleset_core.cli.lookup.answer import tell_about, tell_options
from ruleset_core.cli.playing.log import log_lines, move_words
from ruleset_core.cli.playing.saved import saved_lines
from ruleset_core.cli.playing.scores import sheet_lines
from ruleset_core.cli.playing.start import check_bots, fit_notes, open_record, with_command
from ruleset_core.cli.playing.why import tell_why
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_records import explain
from ruleset_core.cli.typed.line import Command
from ruleset_core.cli.typed.menu import Offer, menu_keys
from ruleset_core.cli.typed.words import fold
from ruleset_core.record import RecordError, autosave, read_record, save

if TYPE_CHECKING:
    from ruleset_core.cli.playing.table import Table

__all__ = ["LeaveTable", "run_command"]

ALL: Final = {"all", "todo", "todas"}
"""Behind `?`: everything."""

TURN: Final = {"turn", "turno"}
"""Behind `undo`: the whole turn."""

Menu = Sequence[Offer]


class LeaveTable(Exception):
    """Not an error: somebody leaves, the game is kept."""


def run_command(table: Table, command: Command, menu: Menu) -> bool:
    """Do what was typed; True when the game on the table is another one now."""
    return _COMMANDS[command.name](table, command.rest, menu)


def _explain_options(table: Table, rest: str, menu: Menu) -> bool:
    """`?`: what can be done and why not the rest; `? all`: all of the rest; `? NAME`: a move, a card or a rule."""
    state = table.session.live
    if rest and fold(rest) not in ALL:
        tell_about(table.screen, state, rest, menu, table.lang, table.names)
    else:
        tell_options(table.screen, state, menu, table.lang, table.names, all_=bool(rest))
    return False


def _board(table: Table, rest: str, menu: Menu) -> bool:
    """`board`: all of the game; `board NAME`: a part of it, by its name or that of a player."""
    table.picture.draw_whole(rest, dict(zip((offer.option for offer in menu), menu_keys(menu), strict=True)))
    if not rest:
        table.show_menu(list(menu))
    return False


def _undo(table: Table, rest: str, _menu: Menu) -> bool:
    session, lang = table.session, table.lang
    whole, taken = fold(rest) in TURN, 0
    problem = session.undo_problem()
    while problem is None and (whole or taken == 0):
        words = move_words(session, len(session.steps) - 1, lang)
        step = session.undo()
        taken += 1
        table.narrator.take_back(len(session.steps))
        table.screen.note(say("undone", lang, name=table.name(step.move.seat), move=words))
        problem = session.undo_problem()
    if problem is not None and not taken:
        table.screen.error(say("not_undone", lang, problem=explain(problem, lang)))
    elif problem is not None and whole:
        begins = problem.key in {"undo_nothing", "undo_other"}
        table.screen.note(
            say("turn_begins", lang) if begins else say("undone_so_far", lang, problem=explain(problem, lang))
        )
    return taken > 0


def _log(table: Table, rest: str, _menu: Menu) -> bool:
    last = int(rest[:9]) if rest.isdecimal() else None
    lines = list(log_lines(table.session, table.viewer, table.lang, last))
    for line in lines or [say("no_moves", table.lang)]:
        table.screen.line(line)
    return False


def _save(table: Table, rest: str, _menu: Menu) -> bool:
    if not rest:
        table.screen.error(say("save_what", table.lang))
        return False
    try:
        file = _saved(table, Path(rest).expanduser())
    except (RecordError, RuntimeError, ValueError) as error:  # no such user behind ~, or a NUL character
        _complain(table, error)
    else:
        table.screen.note(say("saved", table.lang, file=file))
    return False


def _saved(table: Table, path: Path) -> Path:
    """Save the game; onto its own file by bringing to the disk what is in it. Raises `RecordError`."""
    session = table.session
    if session.journal is None or not session.journal.is_at(path):
        return save(session.record(), path)
    session.sync()
    if session.journal.trouble is not None:
        raise session.journal.trouble
    return session.journal.path


def _load(table: Table, rest: str, _menu: Menu) -> bool:
    if not rest:
        table.screen.note(say("load_what", table.lang))
        for line in saved_lines(table.lang):
            table.screen.line(line)
        return False
    try:
        record = read_record(Path(rest).expanduser())
        check_bots(record)
        session = open_record(record, [Path(root) for root in table.session.header.roots], force=False)
    except (RulesetError, OSError, RuntimeError, ValueError) as error:
        _complain(table, error)
        return False
    if table.session.journal is not None:
        session.adopt_data()
        try:
            session.journal = autosave(session.record())
        except RecordError as error:
            _complain(table, error)
    for note in fit_notes(session, record, table.lang):
        table.screen.note(note)
    table.sit_down(session)
    table.screen.note(say("loaded", table.lang, file=rest, count=len(session.steps)))
    return True


def _complain(table: Table, error: Exception) -> None:
    roots = [Path(root) for root in table.session.header.roots]
    table.screen.error(with_command(error, roots, table.lang) if isinstance(error, RecordError) else str(error))


def _scores(table: Table, _rest: str, _menu: Menu) -> bool:
    """Own sheet only: points of others may be hidden. Of the own one, what hidden things enter is left open."""
    state = table.session.live
    table.screen.note(say("own_scores", table.lang))
    for line in sheet_lines(state, [state.seat], table.names, table.lang):
        table.screen.line(line)
    return False


def _why(table: Table, rest: str, _menu: Menu) -> bool:
    """Where an amount came from, as the one who reads the screen may know it."""
    viewer = table.viewer if table.viewer is not None else table.session.live.seat
    tell_why(table.screen, table.session, rest, viewer, table.lang)
    return False


def _help(table: Table, _rest: str, _menu: Menu) -> bool:
    table.screen.line(say("help", table.lang))
    return False


def _quit(_table: Table, _rest: str, _menu: Menu) -> bool:
    raise LeaveTable


_COMMANDS: Final[dict[str, Callable[[Table, str, Menu], bool]]] = {
    "?": _explain_options,
    "board": _board,
    "undo": _undo,
    "log": _log,
    "save": _save,
    "load": _load,
    "scores": _scores,
    "why": _why,
    "help": _help,
    "quit": _quit,
}
