"""Starts a session: a new game or a saved one, with its bots and record checked."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ruleset_core import Game, GameNotFoundError, NotationError, RulesetError
from ruleset_core.play.records import (
    HUMAN,
    HintRequest,
    Journal,
    Record,
    RecordedHint,
    RecordedStart,
    RecordError,
    Seat,
    Session,
    autosave,
    changes_since,
    replay,
    state_directory,
    unfinished_games,
)

if TYPE_CHECKING:
    from ruleset_core.positions.cases import PositionCase

from ruleset_core.positions.lesson_progress import LessonProgress


@dataclass(frozen=True, slots=True)
class SkippedGame:
    """A saved game that cannot be gone on with, and why."""

    file: str
    error: Exception


def start_session(
    game: Game,
    seats: Sequence[Seat],
    seed: int | None,
    options: Mapping[str, bool | int | str],
    roots: Sequence[Path],
    number: int | None = None,
    *,
    hints: bool = True,
    start: RecordedStart | None = None,
) -> Session:
    """A new game.

    Args:
        game: what is played.
        seats: who plays, as many as the game allows.
        seed: any one if left out.
        options: of the game; where it asks for a seat, the name of a player will do.
        roots: the directories in which it was looked for, which the record keeps.
        number: that one of the many games of the seed.
        hints: whether players may ask what a bot would do.
        start: the position that it begins from.

    Raises:
        OptionError: an option that the game does not have, or something in the position.
    """
    chance = secrets.randbits(31) if seed is None else seed
    where = [str(root.resolve()) for root in roots]
    return Session.start(
        game,
        seats,
        chance,
        resolve_player_options(game, seats, options),
        tuple(game.expansions),
        where,
        number,
        hints=hints,
        start=start,
    )


def recorded_start(case: PositionCase) -> RecordedStart:
    """The position of a scenario or a lesson as a record has it."""
    given = case.described
    return RecordedStart(case.name, given.at or "", given.given, given.dice, case.lesson_id)


def lesson_of(session: Session) -> LessonProgress | None:
    """How far the lesson is that a session plays; None where it plays none, or there is no such lesson any more."""
    start = session.header.start
    if start is None or not start.lesson:
        return None
    from ruleset_core.positions.find_cases import lessons_of
    from ruleset_core.positions.lesson_progress import LessonProgress

    case = next((each for each in lessons_of(session.game) if each.name == start.lesson), None)
    try:
        return None if case is None else LessonProgress(case, session)
    except NotationError:
        return None


def duplicate_name(names: Iterable[str]) -> str:
    """A name that two players have, in whatever letters; "" if there is none."""
    seen = set[str]()
    for name in names:
        if name.casefold() in seen:
            return name
        seen.add(name.casefold())
    return ""


def resolve_player_options(
    game: Game, seats: Sequence[Seat], options: Mapping[str, bool | int | str]
) -> dict[str, bool | int | str]:
    """The options, with the name of a player turned into the seat where an option asks for one."""
    called = {seat.name: f"seat_{place}" for place, seat in enumerate(seats)}
    offered = game.options_for(len(seats))
    found = dict(options)
    for name, value in options.items():
        seat = called.get(str(value), "")
        if seat in offered.get(name, ()) and str(value) not in offered[name]:
            found[name] = seat
    return found


class GameLoader(Protocol):
    """Loads a game as `ruleset_core.load` does, or gives one that was loaded before."""

    def __call__(
        self, name: str, expansions: Sequence[str] = (), roots: Sequence[Path] = (), /, *, in_order: bool = False
    ) -> Game:
        """The game. Raises what `load` raises."""


def open_record(record: Record, data: Sequence[Path], *, force: bool, loaded: GameLoader | None = None) -> Session:
    """Load the game of a record and replay it. Raises `RecordError`, or what `load` raises. `loaded`: loads games instead."""
    from ruleset_core import load

    header = record.header
    roots = (*data, *header.found_in)
    try:
        game = (loaded or load)(header.game, header.expansions, roots, in_order=header.in_order)
    except GameNotFoundError as problem:
        if not header.versions:
            raise
        played = ", ".join(f"`{key}` {version}" for key, version in header.versions.items())
        raise GameNotFoundError(
            f"{problem}; it was played with {played}: `ruleset add` it again", problem.suggestions
        ) from None
    return replay(game, record, force=force)


def resume_session(
    record: Record, data: Sequence[Path], *, force: bool, kinds: Sequence[str] = (), loaded: GameLoader | None = None
) -> tuple[Session, RecordError | None]:
    """Go on with a saved game in its file, or in a new one where what follows would not fit; and why it cannot be saved.

    `kinds` say who plays from now on, if not those who sat down first. `loaded` loads games for who keeps them.

    Raises:
        RecordError: it does not fit, it is played elsewhere now, or a bot in it is not known here.
        RulesetError: its game cannot be loaded.
    """
    session = open_record(record, data, force=force, loaded=loaded)
    check_bots(record, kinds)
    if not record.finished or session.misfit is not None:
        try:
            _keep_on(session, record)
        except RecordError as error:
            if error.key != "not_writable":
                raise
            return session, error
    return session, None


def resume_newest(
    game: str | None, data: Sequence[Path], skipped: list[SkippedGame], *, force: bool, kinds: Sequence[str] = ()
) -> tuple[Record, Session, RecordError | None]:
    """Go on with the newest saved game that is not over; those that cannot be gone on with come into `skipped`.

    Raises:
        RecordError: there is none.
    """
    for record in _unfinished(game, skipped):
        try:
            return (record, *resume_session(record, data, force=force, kinds=kinds))
        except (RulesetError, OSError, ImportError) as error:  # it does not fit; or the game is gone, or broken
            skipped.append(SkippedGame(record.file, error))
    raise RecordError("no_unfinished", directory=state_directory())


def _unfinished(game: str | None, skipped: list[SkippedGame]) -> Iterator[Record]:
    for found in unfinished_games(game):
        if isinstance(found, RecordError):
            skipped.append(SkippedGame("", found))
        else:
            yield found


def check_bots(record: Record, kinds: Sequence[str] = ()) -> None:
    """Raise `RecordError` when a seat is played by a bot that is not known here, or when `kinds` are not one for each seat."""
    from ruleset_core.play.bots import is_known_bot

    seats = record.header.seats
    if kinds and len(kinds) != len(seats):
        raise RecordError("other_seats", file=record.file, seats=len(seats), given=len(kinds))
    for number, kind in enumerate(kinds or [seat.kind for seat in seats], start=1):
        if kind != HUMAN and not is_known_bot(kind):
            raise RecordError("unknown_bot", file=record.file, kind=kind, seat=number)


def check_record(record: Record, game: str | None, expansions: Sequence[str]) -> None:
    """Raise `RecordError` when the record is of another game (by its id), or was played without one of these expansions."""
    from ruleset_core.discovery import EXPANSION_FILE
    from ruleset_core.headers import read_header

    header = record.header
    if game is not None and game != header.game:
        raise RecordError("other_game", file=record.file, found=header.game, game=game)
    for name in expansions:
        file = Path(name) / EXPANSION_FILE
        found = (read_header(file).id if file.is_file() else "") or Path(name).name
        if found not in {Path(each).name for each in header.expansions}:
            known = ", ".join(f"`{each}`" for each in header.expansions) or "none"
            raise RecordError("other_expansion", file=record.file, found=found, known=known)


def _keep_on(session: Session, record: Record) -> None:
    """Save the game from now on: in its own file, or in a new one if that would not fit. Raises `RecordError`."""
    same = session.misfit is None and not changes_since(session.game, record.header).any
    if same and len(session.steps) == len(record.moves):  # else questions were answered that it does not have
        session.journal = Journal.reopen(record)
        session.note_end()  # the record has none
    else:
        session.adopt_data()
        session.journal = autosave(session.record())


@contextmanager
def note_hint(record: Record, seat: int) -> Iterator[list[RecordError]]:
    """While a hint about a saved game is thought about, nobody else plays it; at the end it says that a seat asked for one.

    Gives a list into which it is put why that cannot be written, if so.

    Raises:
        RecordError: it is being played elsewhere.
    """
    problems: list[RecordError] = []
    journal = None
    try:
        journal = Journal.reopen(record)
    except RecordError as error:
        if error.key != "not_writable":
            raise
        problems.append(error)
    try:
        yield problems
        if journal is not None and HintRequest(seat, len(record.moves)) not in record.hints:
            journal.append(RecordedHint(seat))
            problems += [journal.trouble] if journal.trouble is not None else []
    finally:
        if journal is not None:
            journal.close()
