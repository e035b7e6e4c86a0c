"""What a person may type besides moves. A command returns True when the game on the table is another one now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruleset_core import RulesetError
from ruleset_core.cli.lookup.answer import tell_about, tell_options
from ruleset_core.cli.playing.scores import show_sheet
from ruleset_core.cli.playing.why import tell_why
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_opening import fit_notes, with_command
from ruleset_core.cli.typed.line import Command
from ruleset_core.lookup.words import fold
from ruleset_core.record import RecordError, Session, autosave, read_record, save
from ruleset_core.table.opening import check_bots, open_record
from ruleset_core.texts.log import log_lines, taken_back_words
from ruleset_core.texts.menu import Offer, menu_keys
from ruleset_core.texts.records import explain
from ruleset_core.texts.saved import saved_lines

if TYPE_CHECKING:
    from ruleset_core.cli.playing.host import Host
    from ruleset_core.cli.playing.place import Place

__all__ = ["LeaveTable", "run_command"]

ALL: Final = {"all", "todo", "todas"}
"""Behind `?`: everything."""

TURN: Final = {"turn", "turno"}
"""Behind `undo`: the whole turn."""

Menu = Sequence[Offer]


class LeaveTable(Exception):
    """Not an error: somebody leaves, the game is kept."""


def run_command(host: Host, command: Command, menu: Menu) -> bool:
    """Do what was typed; True when the game on the table is another one now."""
    return _COMMANDS[command.name](host, command.rest, menu)


def _explain_options(host: Host, rest: str, menu: Menu) -> bool:
    """`?`: what can be done and why not the rest; `? all`: all of the rest; `? NAME`: a move, a card or a rule."""
    at = host.place
    if rest and fold(rest) not in ALL:
        tell_about(at.screen, at.live, rest, menu, at.lang, at.names)
    else:
        tell_options(at.screen, at.live, menu, at.lang, at.names, all_=bool(rest))
    return False


def _board(host: Host, rest: str, menu: Menu) -> bool:
    """`board`: all of the game; `board NAME`: a part of it, by its name or that of a player."""
    host.picture.draw_whole(rest, dict(zip((offer.option for offer in menu), menu_keys(menu), strict=True)))
    if not rest:
        host.asking.show(list(menu))
    return False


def _undo(host: Host, rest: str, _menu: Menu) -> bool:
    at, lang = host.place, host.place.lang
    whole, any_taken = fold(rest) in TURN, False
    for taken in at.table.undo_turn():
        words = taken_back_words(at.session, taken, lang)
        at.screen.note(say("undone", lang, name=at.name(taken.seat), move=words))
        any_taken = True
        if not whole:
            return True
    problem = at.table.undo_problem()
    assert problem is not None  # else more would have been taken back
    if not any_taken:
        at.screen.error(say("not_undone", lang, problem=explain(problem, lang)))
    elif problem.key in {"undo_nothing", "undo_other"}:
        at.screen.note(say("turn_begins", lang))
    else:
        at.screen.note(say("undone_so_far", lang, problem=explain(problem, lang)))
    return any_taken


def _log(host: Host, rest: str, _menu: Menu) -> bool:
    at = host.place
    last = int(rest[:9]) if rest.isdecimal() else None
    lines = list(log_lines(at.session, host.reader.viewer, at.lang, last))
    for line in lines or [say("no_moves", at.lang)]:
        at.screen.line(line)
    return False


def _save(host: Host, rest: str, _menu: Menu) -> bool:
    at = host.place
    if not rest:
        at.screen.error(say("save_what", at.lang))
        return False
    try:
        file = _saved(at.session, Path(rest).expanduser())
    except (RecordError, RuntimeError, ValueError) as error:  # no such user behind ~, or a NUL character
        _complain(at, error)
    else:
        at.screen.note(say("saved", at.lang, file=file))
    return False


def _saved(session: Session, path: Path) -> Path:
    """Save the game; onto its own file by bringing to the disk what is in it. Raises `RecordError`."""
    if session.journal is None or not session.journal.is_at(path):
        return save(session.record(), path)
    session.sync()
    if session.journal.trouble is not None:
        raise session.journal.trouble
    return session.journal.path


def _load(host: Host, rest: str, _menu: Menu) -> bool:
    at = host.place
    if not rest:
        at.screen.note(say("load_what", at.lang))
        for line in saved_lines(at.lang):
            at.screen.line(line)
        return False
    try:
        record = read_record(Path(rest).expanduser())
        check_bots(record)
        session = open_record(record, [Path(root) for root in at.session.header.roots], force=False)
    except (RulesetError, OSError, RuntimeError, ValueError) as error:
        _complain(at, error)
        return False
    if at.session.journal is not None:
        session.adopt_data()
        try:
            session.journal = autosave(session.record())
        except RecordError as error:
            _complain(at, error)
    for note in fit_notes(session, record, at.lang):
        at.screen.note(note)
    host.sit_down(session)
    at.screen.note(say("loaded", at.lang, file=rest, count=len(session.steps)))
    return True


def _complain(at: Place, error: Exception) -> None:
    roots = [Path(root) for root in at.session.header.roots]
    at.screen.error(with_command(error, roots, at.lang) if isinstance(error, RecordError) else str(error))


def _scores(host: Host, _rest: str, _menu: Menu) -> bool:
    """The own sheet first, then those of others; what hidden things enter is left open."""
    at = host.place
    state, many = at.live, len(at.names)
    if not state.told_scores(state.seat):
        at.screen.note(say("no_scores", at.lang))
        return False
    at.screen.note(say("scores_so_far", at.lang))
    seats = [(state.seat + step) % many for step in range(many)]
    show_sheet(at.screen, state, seats, at.names, at.lang)
    return False


def _why(host: Host, rest: str, _menu: Menu) -> bool:
    """Where an amount came from, as the one who reads the screen may know it."""
    at, viewer = host.place, host.reader.viewer
    tell_why(at.screen, at.session, rest, at.live.seat if viewer is None else viewer, at.lang)
    return False


def _hint(host: Host, rest: str, menu: Menu) -> bool:
    """`hint`: what a bot would do; `hint LEVEL`: which bot."""
    from ruleset_core.cli.playing.hinting import tell_hint

    shown = host.asking.shown_keys()
    tell_hint(host.place, rest, {offer.option: shown[offer.option] for offer in menu if offer.option in shown})
    return False


def _help(host: Host, _rest: str, _menu: Menu) -> bool:
    host.place.screen.line(say("help", host.place.lang))
    return False


def _quit(_host: Host, _rest: str, _menu: Menu) -> bool:
    raise LeaveTable


_COMMANDS: Final[dict[str, Callable[[Host, str, Menu], bool]]] = {
    "?": _explain_options,
    "board": _board,
    "undo": _undo,
    "log": _log,
    "save": _save,
    "load": _load,
    "scores": _scores,
    "why": _why,
    "hint": _hint,
    "help": _help,
    "quit": _quit,
}
