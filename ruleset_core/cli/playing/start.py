"""From the command line to a session: a new game with its seats, or one that was saved."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleset_core import RulesetError
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_records import explain, what_changed
from ruleset_core.record import (
    HUMAN,
    Header,
    Journal,
    Record,
    RecordError,
    Seat,
    Session,
    autosave,
    changes_since,
    read_record,
    replay,
    state_directory,
    unfinished,
)

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = [
    "Opened",
    "by_name",
    "check_bots",
    "check_names",
    "fit_notes",
    "game_id",
    "new_session",
    "open_record",
    "parse_options",
    "parse_seats",
    "resume_session",
    "roots_named",
    "seats_for",
    "seed_line",
    "usual_kinds",
    "with_command",
]


@dataclass(frozen=True, slots=True)
class Opened:
    """A session ready to play, and what is to be said about how it came to be."""

    session: Session
    notes: tuple[str, ...] = ()


def parse_seats(text: str, lang: str) -> list[Seat]:
    """`human,greedy` or `Ana=human,Bo=greedy` as seats. Raises `click.BadParameter`."""
    return [_seat(part.strip(), number, lang) for number, part in enumerate(text.split(","), start=1)]


def _seat(part: str, number: int, lang: str) -> Seat:
    from ruleset_core.bots import bot_names

    name, _, kind = part.rpartition("=")
    name = name.strip() or say("seat", lang, number=number)
    if len(name) > 40 or not name.isprintable():
        raise click.BadParameter(say("bad_name", lang, name=name[:40]), param_hint="--seats")
    known = [HUMAN, *bot_names()]
    if kind.strip() not in known:
        close = get_close_matches(kind, known, n=1)
        said = say("no_such_kind", lang, kind=kind, known=", ".join(known[1:]))
        hint = f"; {say('meant', lang, text=close[0])}" if close else ""
        raise click.BadParameter(said + hint, param_hint="--seats")
    return Seat(name, kind.strip())


def seats_for(game: Game, players: int | None, kinds: Callable[[int], list[str]], lang: str) -> list[Seat]:
    """The seats of a game when only their number is known, or nothing. Raises `click.BadParameter`."""
    low, high = game.players
    number = min(max(low, 2), high) if players is None else players
    _check_number(game, number, lang)
    return [_seat(kind, place, lang) for place, kind in enumerate(kinds(number), start=1)]


def usual_kinds(players: int, *, person: bool, scripted: bool) -> list[str]:
    """Who sits where when nothing was said: a script plays all seats, a person the first one, bots the others."""
    if scripted:
        return [HUMAN] * players
    return [HUMAN if person and seat == 0 else "greedy" for seat in range(players)]


def _check_number(game: Game, number: int, lang: str) -> None:
    low, high = game.players
    if not low <= number <= high:
        span = str(low) if low == high else say("from_to", lang, low=low, high=high)
        said = say("players_range", lang, game=game.title(lang), span=span)
        raise click.BadParameter(said, param_hint="--players")


def parse_options(texts: Iterable[str], lang: str) -> dict[str, bool | int | str]:
    """`name=value` texts as the options of a game; `name` alone is true. Raises `click.BadParameter`."""
    options: dict[str, bool | int | str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not name or bool(equals) != bool(value):
            raise click.BadParameter(say("bad_option", lang, text=text), param_hint="--option")
        if name in options:
            raise click.BadParameter(say("option_twice", lang, name=name), param_hint="--option")
        options[name] = _value(value) if equals else True
    return options


def _value(text: str) -> bool | int | str:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 19 else text


def new_session(
    game: Game,
    seats: Sequence[Seat],
    seed: int | None,
    options: dict[str, bool | int | str],
    roots: Sequence[Path],
    lang: str,
    nth: int | None = None,
) -> Session:
    """A new game, with `nth` that one of the many games of the seed. Raises `click.BadParameter` for a wrong number of seats, `OptionError` for wrong options."""
    _check_number(game, len(seats), lang)
    number = secrets.randbits(31) if seed is None else seed
    where = [str(root.resolve()) for root in roots]
    return Session.start(game, seats, number, by_name(game, seats, options), tuple(game.expansions), where, nth)


def by_name(game: Game, seats: Sequence[Seat], options: Mapping[str, bool | int | str]) -> dict[str, bool | int | str]:
    """The options, with the name of a player turned into the seat where an option asks for one."""
    called = {seat.name: f"seat_{place}" for place, seat in enumerate(seats)}
    offered = game.options_for(len(seats))
    found = dict(options)
    for name, value in options.items():
        seat = called.get(str(value), "")
        if seat in offered.get(name, ()) and str(value) not in offered[name]:
            found[name] = seat
    return found


def seed_line(header: Header, lang: str) -> str:
    """The seed of a game, with its number if it is one of many."""
    if header.number is None:
        return say("seed", lang, seed=header.seed)
    return say("seed_number", lang, seed=header.seed, number=header.number)


def roots_named(names: Iterable[str], data: Sequence[Path]) -> list[Path]:
    """The directories in which a game is looked for: those given, and those of games and expansions named by path."""
    from ruleset_core.paths import GAME_FILE, overlooked

    paths = [
        Path(text)
        for text in names
        if "/" in text or text.startswith(".") or ((Path(text) / GAME_FILE).is_file() and not overlooked(text, data))
    ]
    return [*data, *(path.parent if path.is_file() else path for path in paths)]


def check_names(record: Record, game: str | None, expansions: Sequence[str]) -> None:
    """Raise `RecordError` when the record is of another game, or was played without one of these expansions."""
    from ruleset_core.header import read_header
    from ruleset_core.paths import EXPANSION_FILE

    header = record.header
    if game is not None and game_id(game) != header.game:
        raise RecordError("other_game", file=record.file, found=header.game, game=game_id(game))
    for name in expansions:
        file = Path(name) / EXPANSION_FILE
        found = (read_header(file).id if file.is_file() else "") or Path(name).name
        if found not in {Path(each).name for each in header.expansions}:
            known = ", ".join(f"`{each}`" for each in header.expansions) or "none"
            raise RecordError("other_expansion", file=record.file, found=found, known=known)


def open_record(record: Record, data: Sequence[Path], *, force: bool) -> Session:
    """Load the game of a record and replay it. Raises `RecordError`, or what `load` raises."""
    from ruleset_core import load

    header = record.header
    roots = (*data, *(path for root in header.roots if (path := Path(root)).is_dir()))
    return replay(load(header.game, header.expansions, roots, in_order=header.in_order), record, force=force)


def resume_session(file: str, game: str | None, data: Sequence[Path], lang: str, *, force: bool) -> Opened:
    """Go on with a saved game: a file, or with an empty name the newest that is not over. Raises `RecordError`."""
    if file:
        record = read_record(file)
        check_names(record, game, ())
        return _go_on(record, data, lang, force=force)
    notes: list[str] = []
    for found in unfinished(game):
        if isinstance(found, RecordError):
            notes.append(say("skipped", lang, problem=explain(found, lang)))
            continue
        try:
            opened = _go_on(found, data, lang, force=force)
            return Opened(opened.session, (*notes, *opened.notes))
        except RecordError as error:
            notes.append(say("skipped", lang, problem=with_command(error, data, lang)))
        except (RulesetError, OSError, ImportError) as error:  # the game is gone, or broken
            notes.append(say("skipped", lang, problem=f"{found.file}: {error}"))
    for note in notes:
        click.echo(note, err=True)
    raise RecordError("no_unfinished", directory=state_directory())


def game_id(name: str) -> str:
    """The id of a game given by name, or by the path of its directory."""
    from ruleset_core.header import read_header
    from ruleset_core.paths import GAME_FILE

    file = Path(name) / GAME_FILE
    return read_header(file).id or Path(name).resolve().name if file.is_file() else name


def _go_on(record: Record, data: Sequence[Path], lang: str, *, force: bool) -> Opened:
    session = open_record(record, data, force=force)
    check_bots(record)
    unsaved: tuple[str, ...] = ()
    if record.over is None or session.misfit is not None:
        try:
            _keep_on(session, record)
        except RecordError as error:
            if error.key != "not_writable":
                raise
            unsaved = (explain(error, lang), say("not_saved", lang))
    return Opened(session, (*_notes(session, record, lang), *unsaved))


def check_bots(record: Record) -> None:
    """Raise `RecordError` when a seat is played by a bot that is not known here."""
    from ruleset_core.bots import bot_names

    for number, seat in enumerate(record.header.seats, start=1):
        if seat.kind not in {HUMAN, *bot_names()}:
            raise RecordError("unknown_bot", file=record.file, kind=seat.kind, seat=number)


def _keep_on(session: Session, record: Record) -> None:
    """Save the game from now on: in its own file, or in a new one if that would not fit. Raises `RecordError`."""
    same = session.misfit is None and not changes_since(session.game, record.header).any
    if same and len(session.steps) == len(record.moves):  # else questions were answered that it does not have
        session.journal = Journal.reopen(record)
        session.note_end()  # the record has none
    else:
        session.adopt_data()
        session.journal = autosave(session.record())


def _notes(session: Session, record: Record, lang: str) -> tuple[str, ...]:
    notes = [say("dropped", lang, file=record.file)] if record.cut else []
    return (*notes, *fit_notes(session, record, lang), say("resumed", lang, count=len(session.steps)))


def fit_notes(session: Session, record: Record, lang: str) -> list[str]:
    """What is to be said of a record whose rules have changed since."""
    if session.misfit is not None:
        notes = [say("fits_so_far", lang, problem=explain(session.misfit, lang), file=record.file)]
    else:
        changes = changes_since(session.game, record.header)
        if not changes.any:
            return []
        notes = [say("still_fits", lang, file=record.file, changed=what_changed(changes, lang))]
    return [*notes, *([say("new_file", lang)] if session.journal is not None else [])]


def with_command(error: RecordError, data: Sequence[Path], lang: str, *, look: bool = False) -> str:
    """What is wrong with a record, with the command that goes on with it: if it is of another game, or fits in part (to `look`, the one that shows it)."""
    problem = explain(error, lang)
    if error.key == "other_game":
        key, words = ("other_game_look", ("replay",)) if look else ("other_game_go_on", ("play", "--resume"))
        return say(key, lang, problem=problem, command=shlex.join(["ruleset", *words, str(error.values["file"])]))
    if "fits" not in error.values:
        return problem
    roots = [word for root in data for word in ("--data", str(root))]
    there = [str(error.values["file"]), *roots, "--force"]
    go_on = shlex.join(["ruleset", "play", "--resume", *there])
    if look:
        problem = say("misfit_look", lang, problem=problem, command=shlex.join(["ruleset", "replay", *there]))
    return say("misfit_go_on", lang, problem=problem, command=go_on)
