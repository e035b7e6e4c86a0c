"""From options of a command to a game that is ready to play: seats, game options, a new game, a saved game, and moves
from a script.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import click

from ruleset_core.cli.parameters import command_line, load_game
from ruleset_core.discovery import GAME_FILE, ambiguous_name, lesson_files
from ruleset_core.messages import message
from ruleset_core.play.bots import BotError, allow_bot, bot_names, is_known_bot, is_repeatable, time_budget_of
from ruleset_core.play.match.session_setup import (
    SkippedGame,
    check_record,
    duplicate_name,
    open_record,
    resume_newest,
    resume_session,
    start_session,
)
from ruleset_core.play.records import (
    HUMAN,
    Record,
    RecordError,
    RecordHeader,
    Seat,
    Session,
    autosave,
    changes_since,
    read_record,
    read_record_bytes,
    saved_files,
)
from ruleset_core.play.records.playtest_files import PlaytestError, read_game_record
from ruleset_core.play.wording.game_messages import bot_error_text, record_error_text
from ruleset_core.play.wording.names_and_numbers import kind_from_label

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.play.match.start_positions import StartPosition


# Who plays, and with what options of the game, as it is typed on a command line.


def parse_seats(text: str, lang: str) -> list[Seat]:
    """`human,greedy` or `Ana=human,Bo=greedy` as seats. Raises `click.BadParameter`."""
    seats = [_seat(part.strip(), number, lang) for number, part in enumerate(text.split(","), start=1)]
    if shared := duplicate_name(seat.name for seat in seats):
        raise click.BadParameter(message("cli.play.same_name", lang, name=shared), param_hint="--seats")
    return seats


def parse_bots(text: str, lang: str, option: str = "--bots", *, timed: bool = False) -> list[str]:
    """`easy,greedy` as bots, where no people can sit, and such as go by the clock (`timed`) only where they are allowed. Raises `click.BadParameter`."""
    found = [_known(part.strip(), lang, option, people=False) for part in text.split(",")]
    for kind in found:
        if not timed and not is_repeatable(kind):
            raise click.BadParameter(message("cli.play.by_the_clock", lang, kind=kind), param_hint=option)
    return found


def _known(kind: str, lang: str, option: str, *, people: bool) -> str:
    """Who may sit at a seat. Raises `click.BadParameter` for who may not."""
    kind = kind_from_label(kind)
    if kind == HUMAN:
        if not people:
            raise click.BadParameter(message("cli.play.bots_only", lang), param_hint=option)
        return kind
    try:
        if ":" in kind or kind.endswith(".py"):
            allow_bot(kind)
        time_budget_of(kind)
    except BotError as error:
        raise click.BadParameter(bot_error_text(error, lang), param_hint=option) from error
    if is_known_bot(kind):
        return kind
    known = [HUMAN, *bot_names()] if people else bot_names()
    close = get_close_matches(kind, known, n=1)
    said = message(
        "cli.play.no_such_kind" if people else "cli.play.no_such_bot", lang, kind=kind, known=", ".join(bot_names())
    )
    hint = f"; {message('play.meant', lang, text=close[0])}" if close else ""
    raise click.BadParameter(said + hint, param_hint=option)


def _seat(part: str, number: int, lang: str) -> Seat:
    name, _, kind = part.rpartition("=")
    name = name.strip() or message("play.seat", lang, number=number)
    if len(name) > 40 or not name.isprintable():
        raise click.BadParameter(message("cli.play.bad_name", lang, name=name[:40]), param_hint="--seats")
    return Seat(name, _known(kind.strip(), lang, "--seats", people=True))


def seats_for(game: Game, players: int | None, kinds: Callable[[int], list[str]], lang: str) -> list[Seat]:
    """The seats of a game when only their number is known, or nothing. Raises `click.BadParameter`."""
    low, high = game.players
    number = min(max(low, 2), high) if players is None else players
    check_number(game, number, lang)
    return [_seat(kind, place, lang) for place, kind in enumerate(kinds(number), start=1)]


def default_kinds(players: int, *, person: bool, scripted: bool) -> list[str]:
    """Who sits where when nothing was said: a script plays all seats, a person the first one, bots the others."""
    if scripted:
        return [HUMAN] * players
    return [HUMAN if person and seat == 0 else "greedy" for seat in range(players)]


def check_number(game: Game, number: int, lang: str) -> None:
    """Raise `click.BadParameter` where a game is not for so many players."""
    low, high = game.players
    if not low <= number <= high:
        span = str(low) if low == high else message("cli.lookup.from_to", lang, low=low, high=high)
        said = message("cli.play.players_range", lang, game=game.title(lang), span=span)
        raise click.BadParameter(said, param_hint="--players")


def parse_options(texts: Iterable[str], lang: str) -> dict[str, bool | int | str]:
    """`name=value` texts as the options of a game; `name` alone is true. Raises `click.BadParameter`."""
    options: dict[str, bool | int | str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not name or bool(equals) != bool(value):
            raise click.BadParameter(message("cli.play.bad_option", lang, text=text), param_hint="--option")
        if name in options:
            raise click.BadParameter(message("cli.play.option_twice", lang, name=name), param_hint="--option")
        options[name] = _value(value) if equals else True
    return options


def _value(text: str) -> bool | int | str:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 19 else text


# What is said of how a game came to lie on the table: its seed, what of a record fits, what to do where it does not.


def seed_line(header: RecordHeader, lang: str) -> str:
    """The seed of a game, with its number if it is one of many."""
    if header.number is None:
        return message("cli.play.seed", lang, seed=header.seed)
    return message("cli.play.seed_number", lang, seed=header.seed, number=header.number)


def fit_notes(session: Session, record: Record, lang: str) -> list[str]:
    """What is to be said of a record whose rules have changed since."""
    if session.misfit is not None:
        notes = [
            message("cli.play.fits_so_far", lang, problem=record_error_text(session.misfit, lang), file=record.file)
        ]
    else:
        changes = changes_since(session.game, record.header)
        if not changes.any:
            return []
        notes = [message("cli.play.still_fits", lang, file=record.file, changed=changes.describe(lang))]
    return [*notes, *([message("cli.play.new_file", lang)] if session.journal is not None else [])]


def unsaved_notes(error: RecordError | None, lang: str) -> list[str]:
    """Why a game is not being saved; nothing where it is."""
    return [] if error is None else [record_error_text(error, lang), message("cli.play.not_saved", lang)]


def with_command(error: RecordError, data: Sequence[Path], lang: str, *, look: bool = False) -> str:
    """What is wrong with a record, with the command that goes on with it: if it is of another game, or fits in part (to `look`, the one that shows it)."""
    problem = record_error_text(error, lang)
    if error.key == "other_game":
        key, words = (
            ("cli.play.other_game_look", ("replay",)) if look else ("cli.play.other_game_go_on", ("play", "--resume"))
        )
        return message(key, lang, problem=problem, command=shlex.join(["ruleset", *words, str(error.values["file"])]))
    if error.key == "unknown_bot" and not look:
        return message("cli.play.other_bot_go_on", lang, problem=problem)
    if "fits" not in error.values:
        return problem
    roots = [word for root in data for word in ("--data", str(root))]
    there = [str(error.values["file"]), *roots, "--force"]
    go_on = shlex.join(["ruleset", "play", "--resume", *there])
    if look:
        problem = message(
            "cli.play.misfit_look", lang, problem=problem, command=shlex.join(["ruleset", "replay", *there])
        )
    return message("cli.play.misfit_go_on", lang, problem=problem, command=go_on)


# From what `ruleset play` is asked for to a new game, and what is said of how a game came to be.


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """What the command line of `ruleset play` asks for, as its options say."""

    game: str | None
    expansion: tuple[str, ...]
    in_order: bool
    players: int | None
    seats: str | None
    seed: int | None
    number: int | None
    option: tuple[str, ...]
    start: str | None
    lesson: str | None
    moves: str | None
    resume: str | None
    force: bool
    plain: bool
    full: bool
    no_wait: bool
    no_hints: bool
    no_save: bool
    data: tuple[Path, ...]
    lang: str


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A session ready to play, and what is to be said about how it came to be."""

    session: Session
    notes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """Who plays from now on, if not those of the session."""


def new_game(asked: PlayRequest, *, person: bool) -> OpenedGame:
    """A new game; `person`: somebody sits before the screen. Raises `click.ClickException` and what loading raises."""
    if asked.game is None:
        raise click.UsageError(message("cli.play.which_game", asked.lang))
    if asked.number is not None and asked.seed is None:
        raise click.UsageError(message("cli.play.number_of_seed", asked.lang))
    roots = game_roots((asked.game, *asked.expansion), asked.data)
    begun = asked_start(asked, asked.game, roots)
    if begun is None:
        options = parse_options(asked.option, asked.lang)
        game = load_game(asked.game, asked.expansion, asked.data, in_order=asked.in_order)
        seats = _seats(asked, game, asked.players, person=person)
        check_number(game, len(seats), asked.lang)
        session = start_session(game, seats, asked.seed, options, roots, asked.number, hints=not asked.no_hints)
    else:
        seats = _seats_at(asked, begun, person=person)
        session = begun.begin(seats, asked.seed, roots, hints=not asked.no_hints)
    lessons = _lesson_notes(asked, session.game, begun, person=person)
    unsaved: RecordError | None = None
    if not asked.no_save and any(seat.kind == HUMAN for seat in seats):
        try:
            session.journal = autosave(session.record())
        except RecordError as error:
            unsaved = error
    return OpenedGame(session, (*lessons, *unsaved_notes(unsaved, asked.lang)))


class StartRequest(Protocol):
    """What a command line asks for that can begin in a position: `play` and `serve`."""

    @property
    def start(self) -> str | None:
        """The position, or none."""

    @property
    def lesson(self) -> str | None:
        """A lesson, "" for the first one, or none."""

    @property
    def expansion(self) -> tuple[str, ...]:
        """The expansions."""

    @property
    def lang(self) -> str:
        """The language."""


def asked_start(asked: StartRequest, game: str, roots: Sequence[Path]) -> StartPosition | None:
    """The position of a scenario, a lesson or a saved game that is asked for; None where the game begins at its beginning."""
    if asked.start is None and asked.lesson is None:
        return None
    for name in ("players", "number", "option", *(("seed", "seats") if asked.lesson is not None else ())):
        if getattr(asked, name, None) not in {None, ()}:
            key = "cli.play.lesson_knows" if asked.lesson is not None else "cli.play.position_knows"
            raise click.UsageError(message(key, asked.lang, option=f"--{name}"))
    if asked.start is not None and asked.lesson is not None:
        raise click.UsageError(message("cli.play.lesson_or_from", asked.lang))
    return open_position(game, asked.start, asked.lesson or "", asked.expansion, roots, asked.lang)


def open_position(
    game: str, start: str | None, lesson: str, expansion: Sequence[str], roots: Sequence[Path], lang: str
) -> StartPosition:
    """The position that `--from` names, or else that of a lesson. Raises `click.ClickException`, and what loading raises."""
    from ruleset_core.play.match.start_positions import PositionError, find_lesson, find_start, start_of_case

    try:
        if start is not None:
            return find_start(game, start, expansion, roots)
        return start_of_case(find_lesson(game, lesson, roots), 0, expansion, roots)
    except (PositionError, PlaytestError) as error:
        raise click.ClickException(error.text(lang)) from None
    except RecordError as error:
        raise click.ClickException(record_error_text(error, lang)) from None


def _seats_at(asked: PlayRequest, begun: StartPosition, *, person: bool) -> list[Seat]:
    """Who plays on from a position."""
    return lesson_seats(begun, asked.lang) or _seats(asked, begun.game, begun.players, person=person)


def lesson_seats(begun: StartPosition, lang: str) -> list[Seat]:
    """Who plays a lesson; nobody where the position is of no lesson."""
    from ruleset_core.play.match.start_positions import lesson_kinds

    kinds = lesson_kinds(begun)
    return [] if kinds is None else seats_for(begun.game, begun.players, lambda _: kinds, lang)


def _lesson_notes(asked: PlayRequest, game: Game, begun: StartPosition | None, *, person: bool) -> list[str]:
    """Which other lessons there are; that there are lessons, to somebody who has not played the game."""
    lang, name = asked.lang, asked.game or ""
    if begun is None:
        if not person or saved_files(game.id) or not any(map(lesson_files, game.directories)):
            return []
        command = command_line(shlex.join(["play", name, "--lesson"]))
        return [message("cli.play.has_lessons", lang, game=game.title(lang), command=command)]
    if begun.case is None or not begun.case.lesson_id:
        return []
    from ruleset_core.play.match.start_positions import named_lessons

    others = [case.name for case in named_lessons(name, asked.data) if case.name != begun.case.name]
    return [message("cli.play.other_lessons", lang, names=", ".join(others))] if others else []


def _seats(asked: PlayRequest, game: Game, players: int | None, *, person: bool) -> list[Seat]:
    if asked.seats is None:
        kinds = partial(default_kinds, person=person, scripted=asked.moves is not None)
        return seats_for(game, players, kinds, asked.lang)
    seats = parse_seats(asked.seats, asked.lang)
    if players not in {None, len(seats)}:
        players = players or 0
        example = ",".join([*asked.seats.split(","), *["random"] * players][:players])
        said = message("cli.play.seats_players", asked.lang, seats=len(seats), players=players, example=example)
        raise click.BadParameter(said, param_hint="--seats")
    return seats


def game_roots(names: Iterable[str], data: Sequence[Path]) -> list[Path]:
    """The directories in which a game is looked for: those given, and those of games and expansions named by path."""
    paths = [
        Path(text)
        for text in names
        if "/" in text
        or text.startswith(".")
        or ((Path(text) / GAME_FILE).is_file() and not ambiguous_name(text, data))
    ]
    return [*data, *(path.parent if path.is_file() else path for path in paths)]


# From what `ruleset play --resume`, `replay` and `log` are asked for to a saved game, and what is said of it.


def resume_game(asked: PlayRequest, file: str) -> OpenedGame:
    """A saved game: a file, or with an empty name the newest that is not over.

    Raises:
        click.ClickException: something was asked for that such a game has already, or it cannot be gone on with.
    """
    for name in (
        "expansion",
        "in_order",
        "players",
        "seed",
        "number",
        "option",
        "start",
        "lesson",
        "no_hints",
        "no_save",
    ):
        given = getattr(asked, name)
        if given is not None and given is not False and given != ():  # --seed 0 is given
            option = "--from" if name == "start" else f"--{name.replace('_', '-')}"
            raise click.UsageError(message("cli.play.new_game_only", asked.lang, option=option))
    game = asked.game
    named = Path(file).is_dir() or not (Path(file).exists() or "/" in file or "." in file)
    if file and game is None and named:
        file, game = "", file  # `play --resume pig`: the game, by name or path, taken for the file
    roots = game_roots((game or "",), asked.data)
    wanted = _game_id(game) if game is not None else None
    kinds = () if asked.seats is None else tuple(seat.kind for seat in parse_seats(asked.seats, asked.lang))
    try:
        return _resumed(file, wanted, roots, asked.lang, force=asked.force, kinds=kinds)
    except RecordError as error:
        raise click.ClickException(with_command(error, asked.data, asked.lang)) from None


def _resumed(
    file: str, game: str | None, data: Sequence[Path], lang: str, *, force: bool, kinds: tuple[str, ...]
) -> OpenedGame:
    skipped: list[SkippedGame] = []
    if file:
        record = read_record(file)
        check_record(record, game, ())
        session, unsaved = resume_session(record, data, force=force, kinds=kinds)
    else:
        try:
            record, session, unsaved = resume_newest(game, data, skipped, force=force, kinds=kinds)
        except RecordError:
            for each in skipped:
                click.echo(_skipped_note(each, data, lang), err=True)
            raise
    notes = [_skipped_note(each, data, lang) for each in skipped]
    notes += [message("cli.play.dropped", lang, file=record.file)] if record.cut else []
    notes += [*fit_notes(session, record, lang), message("cli.play.resumed", lang, count=len(session.steps))]
    return OpenedGame(session, (*notes, *unsaved_notes(unsaved, lang)), kinds)


def _skipped_note(skipped: SkippedGame, data: Sequence[Path], lang: str) -> str:
    error = skipped.error
    problem = with_command(error, data, lang) if isinstance(error, RecordError) else f"{skipped.file}: {error}"
    return message("cli.play.skipped", lang, problem=problem)


def _game_id(name: str) -> str:
    """The id of a game given by name, or by the path of its directory."""
    from ruleset_core.headers import read_header

    file = Path(name) / GAME_FILE
    return read_header(file).id or Path(name).resolve().name if file.is_file() else name


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordedGameRequest:
    """What a command line asks for that has a level look at a game in a file, as its options say."""

    names: tuple[str, ...]
    expansion: tuple[str, ...]
    bot: str
    sims: int | None
    seat: int | None
    plain: bool
    data: tuple[Path, ...]
    lang: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HintCommandRequest(RecordedGameRequest):
    """What the command line of `ruleset hint` asks for: a game in a file, or in the position `start`."""

    start: str | None


def recorded_game(
    names: tuple[str, ...],
    expansion: tuple[str, ...],
    data: tuple[Path, ...],
    lang: str,
    *,
    force: bool,
    written: bool = False,
) -> tuple[Record, Session]:
    """The record that `[GAME] FILE` names, and the game as it was played. `written`: something is added to the file, so that notes of a play-test will not do.

    Raises:
        click.UsageError: these are not one or two names.
        click.ClickException: the record cannot be used; the message says what to do next.
    """
    if not 1 <= len(names) <= 2:
        raise click.UsageError(message("cli.replay.replay_what", lang))
    game, file = names if len(names) == 2 else (None, names[0])
    roots = game_roots((game or "", *expansion), data)
    try:
        record = (read_record if written else read_game_record)(file)
        check_record(record, None if game is None else _game_id(game), expansion)
        return record, open_record(record, roots, force=force)
    except RecordError as error:
        raise click.ClickException(with_command(error, roots, lang, look=True)) from None
    except PlaytestError as problem:
        raise click.ClickException(problem.text(lang)) from None


def viewer_seat(record: Record, session: Session, seat: int | None, lang: str) -> int | None:
    """Whose eyes are used: those asked for; nobody's in a finished game; else the first person's.

    Raises:
        click.BadParameter: there is no such seat.
    """
    if seat is not None:
        return parse_seat(seat, session, lang)
    if session.over:
        return None
    persons = [number for number, player in enumerate(record.header.seats) if player.kind == HUMAN]
    return persons[0] if persons else None


def parse_seat(seat: int | None, session: Session, lang: str) -> int:
    """The seat of a number from 1 on; without one that whose turn it is. Raises `click.BadParameter` where there is none."""
    if seat is None:
        return session.live.seat
    if seat > session.header.players:
        said = message("cli.replay.no_such_seat", lang, number=seat, last=session.header.players)
        raise click.BadParameter(said, param_hint="--seat")
    return seat - 1


# Moves from a file: one notation per line, `#` starts a comment.

MAX_BYTES: Final = 4 * 1024 * 1024
COMMENT: Final = re.compile(r"(?:^|\s)#")
"""What begins a comment: `keep abbot#2` has none."""


class ScriptError(click.ClickException):
    """A line of a script cannot be played; exit code 1."""


@dataclass(slots=True)
class Script:
    """Moves that wait to be played: line number and notation."""

    file: str
    moves: list[tuple[int, str]]
    played: int = 0

    @property
    def done(self) -> bool:
        """True when every move was played."""
        return self.played == len(self.moves)

    @property
    def line(self) -> int:
        """The line of the next move."""
        return self.moves[self.played][0]

    def next(self) -> str:
        """The next move, taken off the script."""
        self.played += 1
        return self.moves[self.played - 1][1]

    def refuse(self, problem: str, lang: str) -> ScriptError:
        """The error that the move taken last cannot be played."""
        return ScriptError(
            message(
                "cli.play.script_refused", lang, file=self.file, line=self.moves[self.played - 1][0], problem=problem
            )
        )

    def too_long(self, lang: str) -> ScriptError:
        """The error that the game is over before the next move."""
        return ScriptError(message("cli.play.script_long", lang, file=self.file, line=self.line))


def read_script(file: str, lang: str) -> Script:
    """The moves in a file, `-` for the standard input. Raises `RecordError` or `ScriptError`."""
    if file == "-":
        file, content = "stdin", sys.stdin.buffer.read(MAX_BYTES)
    else:
        content = read_record_bytes(file, MAX_BYTES)
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ScriptError(message("cli.play.script_text", lang, file=file)) from None
    moves = (
        (number, " ".join(COMMENT.split(line, maxsplit=1)[0].split())) for number, line in enumerate(lines, start=1)
    )
    return Script(file, [(number, move) for number, move in moves if move])
