"""From a record to the identical game: every seat, every move and every random outcome is compared on the way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ruleset_core import OptionError, RulesetError

from .problems import RecordError
from .reading import Record
from .session import Session

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["replay"]


def replay(game: Game, record: Record, *, force: bool = False) -> Session:
    """The session of a record, without a journal. Raises `RecordError` naming the line where it would diverge.

    A record of other data is refused, or with `force` replayed as long as it stays identical.
    """
    header = record.header
    if header.game != game.id:
        raise RecordError("other_game", file=record.file, found=header.game, game=game.id)
    if header.hash != game.hash and not force:
        short = {"recorded": header.hash[:12], "loaded": game.hash[:12]}
        raise RecordError("other_data", file=record.file, game=header.game, **short)
    session = _start(game, record)
    for number in range(len(record.moves)):
        _step(session, record, number)
    _end(session, record)
    return session


def _start(game: Game, record: Record) -> Session:
    header = record.header
    try:
        session = Session.start(game, header.seats, header.seed, header.options, header.expansions, header.roots)
    except (OptionError, ValueError) as error:
        raise RecordError("bad_start", file=record.file, detail=error) from None
    drawn = session.header.draws
    session.header = header
    if drawn != header.draws:
        raise _diverged(record, "other_draws", 1, what="setup", drawn=_show(drawn), recorded=_show(header.draws))
    return session


def _step(session: Session, record: Record, number: int) -> None:
    move, line = record.moves[number], _line(record, number)
    if session.live.seat != move.seat:
        raise _diverged(record, "other_seat", line, expected=session.live.seat + 1, recorded=move.seat + 1)
    try:
        step = session.apply(move.notation)
    except RulesetError as error:
        raise _diverged(record, "other_move", line, move=move.notation, detail=error) from None
    if step.move.draws != move.draws:
        facts = {"drawn": _show(step.move.draws), "recorded": _show(move.draws)}
        raise _diverged(record, "other_draws", line, what=f"`{move.notation}`", **facts)


def _end(session: Session, record: Record) -> None:
    if record.over is None:
        return
    line = _line(record, len(record.moves) - 1) + 1
    if not session.live.over:
        raise _diverged(record, "other_end", line, detail="the game goes on")
    scores = tuple(session.live.scores())
    if scores != record.over:
        detail = f"scores {_show(scores)}, the record has {_show(record.over)}"
        raise _diverged(record, "other_end", line, detail=detail)


def _diverged(record: Record, key: str, line: int, **facts: object) -> RecordError:
    return RecordError(key, file=record.file, line=line, ruleset=record.header.ruleset, **facts)


def _line(record: Record, number: int) -> int:
    """The line of a move; a record made in memory counts from the line after the header."""
    return record.lines[number] if 0 <= number < len(record.lines) else number + 2


def _show(values: tuple[Any, ...]) -> str:
    text = json.dumps(list(values))
    return text if len(text) <= 60 else text[:57] + "..."
