"""`ruleset show GAME --board FILE`: the planar board of a game as a picture, empty or as it stands in a saved game."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruleset_core.cli.common import load_game
from ruleset_core.cli.playing.draw import board_marks
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_records import explain
from ruleset_core.cli.showing.plan_svg import plan_svg
from ruleset_core.cli.views.names import Names
from ruleset_core.files import NotOrdinaryError, read_ordinary

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.cli.views.plan_marks import BoardMarks

__all__ = ["draw_board", "everybody_sees", "write_picture"]


def draw_board(
    name: str, expansion: Sequence[str], data: Sequence[Path], file: str, record: str | None, lang: str
) -> Path:
    """Write the picture, whole or not at all, and return where it is. Raises `click.ClickException`."""
    if record is None:
        game = load_game(name, expansion, data)
        state = game.new(players=game.players[0], seed=0)
        seen, title = everybody_sees([state.observe(0)]), say("board_empty", lang, game=game.title(lang))
    else:
        game, seen, moves = _saved(name, expansion, data, record, lang)
        title = say("board_after", lang, game=game.title(lang), count=moves)
    board = game.glossary.board()
    if board is None:
        raise click.ClickException(say("no_board", lang, game=game.title(lang)))
    marks: BoardMarks = board_marks(game, seen, lang)
    if record is None:
        marks = replace(marks, lines={}, crossings={}, spaces={}, notes=())
    words = {"free": say("line_free", lang), "nothing": say("board_bare", lang)}
    return write_picture(file, plan_svg(Names(game, lang), board, marks, title, words), lang)


def _saved(
    name: str, expansion: Sequence[str], data: Sequence[Path], file: str, lang: str
) -> tuple[Game, dict[str, Any], int]:
    """The game of a record, what everybody sees at its end, and how many moves were made."""
    from ruleset_core.cli.playing.start import open_record
    from ruleset_core.header import read_header
    from ruleset_core.paths import GAME_FILE, find_game
    from ruleset_core.record import RecordError, read_record

    if expansion:
        raise click.UsageError(say("record_knows", lang))
    try:
        session = open_record(read_record(file), data, force=False)
    except RecordError as error:
        raise click.ClickException(explain(error, lang)) from None
    if session.game.id != read_header(find_game(name, data) / GAME_FILE).id:
        raise click.ClickException(say("record_of", lang, file=file, game=session.game.title(lang)))
    state = session.live
    return session.game, everybody_sees([state.observe(seat) for seat in range(state.n)]), len(session.steps)


def everybody_sees(seen: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What all of several observations agree on; everything else is None."""
    common: dict[str, Any] = _common(list(seen))
    return {**common, "seat": None}


def _common(values: Sequence[Any]) -> Any:
    first = values[0]
    if all(isinstance(value, Mapping) and value.keys() == first.keys() for value in values):
        return {key: _common([value[key] for value in values]) for key in first}
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        return [_common([value[place] for value in values]) for place in range(len(first))]
    return first if all(value == first for value in values) else None


def write_picture(file: str, text: str, lang: str) -> Path:
    """Write an SVG file, whole or not at all; only pictures are overwritten. Raises `click.ClickException`."""
    from ruleset_core.record import write_whole

    target = Path(os.path.realpath(file)) if "\0" not in file else Path(file)
    try:
        if target.exists() and not _is_svg(target):
            raise click.ClickException(say("not_a_picture", lang, file=file))
        write_whole(target, text.encode("utf-8"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.ClickException(say("picture_failed", lang, file=file, reason=reason)) from None
    return Path(file)


def _is_svg(path: Path) -> bool:
    """Only pictures are overwritten: what else has that name was not meant."""
    try:
        start = read_ordinary(path, 1024)
    except (NotOrdinaryError, IsADirectoryError):
        return False
    return not start or b"<svg" in start
