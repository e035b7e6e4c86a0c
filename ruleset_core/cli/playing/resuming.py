"""From what `ruleset play --resume`, `replay` and `log` are asked for to a saved game, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ruleset_core.cli.playing.opening import Asked, Opened, roots_named
from ruleset_core.cli.playing.seats import parse_seats
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_opening import fit_notes, unsaved_notes, with_command
from ruleset_core.record import HUMAN, Record, RecordError, Session, read_record
from ruleset_core.table.opening import Skipped, check_record, go_on, go_on_with_newest, open_record

__all__ = ["recorded", "resumed", "seat_of", "viewer_of"]


def resumed(asked: Asked, file: str) -> Opened:
    """A saved game: a file, or with an empty name the newest that is not over.

    Raises:
        click.ClickException: something was asked for that such a game has already, or it cannot be gone on with.
    """
    for name in ("expansion", "in_order", "players", "seed", "number", "option", "no_hints", "no_save"):
        given = getattr(asked, name)
        if given is not None and given is not False and given != ():  # --seed 0 is given
            raise click.UsageError(say("new_game_only", asked.lang, option=f"--{name.replace('_', '-')}"))
    game = asked.game
    named = Path(file).is_dir() or not (Path(file).exists() or "/" in file or "." in file)
    if file and game is None and named:
        file, game = "", file  # `play --resume pig`: the game, by name or path, taken for the file
    roots = roots_named((game or "",), asked.data)
    wanted = _game_id(game) if game is not None else None
    kinds = () if asked.seats is None else tuple(seat.kind for seat in parse_seats(asked.seats, asked.lang))
    try:
        return _resumed(file, wanted, roots, asked.lang, force=asked.force, kinds=kinds)
    except RecordError as error:
        raise click.ClickException(with_command(error, asked.data, asked.lang)) from None


def _resumed(
    file: str, game: str | None, data: Sequence[Path], lang: str, *, force: bool, kinds: tuple[str, ...]
) -> Opened:
    skipped: list[Skipped] = []
    if file:
        record = read_record(file)
        check_record(record, game, ())
        session, unsaved = go_on(record, data, force=force, kinds=kinds)
    else:
        try:
            record, session, unsaved = go_on_with_newest(game, data, skipped, force=force, kinds=kinds)
        except RecordError:
            for each in skipped:
                click.echo(_skipped_note(each, data, lang), err=True)
            raise
    notes = [_skipped_note(each, data, lang) for each in skipped]
    notes += [say("dropped", lang, file=record.file)] if record.cut else []
    notes += [*fit_notes(session, record, lang), say("resumed", lang, count=len(session.steps))]
    return Opened(session, (*notes, *unsaved_notes(unsaved, lang)), kinds)


def _skipped_note(skipped: Skipped, data: Sequence[Path], lang: str) -> str:
    error = skipped.error
    problem = with_command(error, data, lang) if isinstance(error, RecordError) else f"{skipped.file}: {error}"
    return say("skipped", lang, problem=problem)


def _game_id(name: str) -> str:
    """The id of a game given by name, or by the path of its directory."""
    from ruleset_core.header import read_header
    from ruleset_core.paths import GAME_FILE

    file = Path(name) / GAME_FILE
    return read_header(file).id or Path(name).resolve().name if file.is_file() else name


def recorded(
    names: tuple[str, ...], expansion: tuple[str, ...], data: tuple[Path, ...], lang: str, *, force: bool
) -> tuple[Record, Session, list[Path]]:
    """The record that `[GAME] FILE` names, the game as it was played, and the directories it was looked for in.

    Raises:
        click.UsageError: these are not one or two names.
        click.ClickException: the record cannot be used; the message says what to do next.
    """
    if not 1 <= len(names) <= 2:
        raise click.UsageError(say("replay_what", lang))
    game, file = names if len(names) == 2 else (None, names[0])
    roots = roots_named((game or "", *expansion), data)
    try:
        record = read_record(file)
        check_record(record, None if game is None else _game_id(game), expansion)
        return record, open_record(record, roots, force=force), roots
    except RecordError as error:
        raise click.ClickException(with_command(error, roots, lang, look=True)) from None


def viewer_of(record: Record, session: Session, seat: int | None, lang: str) -> int | None:
    """Whose eyes are used: those asked for; nobody's in a finished game; else the first person's.

    Raises:
        click.BadParameter: there is no such seat.
    """
    if seat is not None:
        return seat_of(seat, session, lang)
    if session.live.over:
        return None
    persons = [number for number, player in enumerate(record.header.seats) if player.kind == HUMAN]
    return persons[0] if persons else None


def seat_of(seat: int | None, session: Session, lang: str) -> int:
    """The seat of a number from 1 on; without one that whose turn it is. Raises `click.BadParameter` where there is none."""
    if seat is None:
        return session.live.seat
    if seat > session.header.players:
        said = say("no_such_seat", lang, number=seat, last=session.header.players)
        raise click.BadParameter(said, param_hint="--seat")
    return seat - 1
