"""From a record to the identical game: every seat, every move and every random outcome is compared on the way.

Older versions took a single option by themselves even where a question is asked for it now (see `Decision.veiled`), so their
records lack those answers. They are taken here where the record goes on with something else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruleset_core import BrokenRuleError, IllegalOption, OptionError, RulesetError

from .changes import changes_since
from .lines import Move
from .problems import RecordError
from .reading import Record, clipped
from .session import Session

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["replay"]

NOT_OFFERED = {"en": "it is not offered", "es": "no se ofrece"}
"""What is said of a move against which the rules give no reason."""


def replay(game: Game, record: Record, *, force: bool = False) -> Session:
    """The session of a record, without a journal.

    Raises `RecordError` that names the line where it would go another way, how far it fits and what has changed since.
    With `force` the session ends at the last position that fits, and has that error as its `misfit`.
    """
    header = record.header
    if header.game != game.id:
        raise RecordError("other_game", file=record.file, found=header.game, game=game.id)
    try:
        session = Session.start(
            game, header.seats, header.seed, header.options, header.expansions, header.roots, header.number
        )
    except (OptionError, ValueError) as error:
        changed = changes_since(game, header)
        raise RecordError("bad_start", file=record.file, detail=error, changed=changed) from None
    try:
        _start(session, record)
        for number in range(len(record.moves)):
            _step(session, record, number)
        _end(session, record)
        session.hints = clipped(record.hints, len(session.steps))
    except RecordError as error:
        if not force:
            raise
        session.misfit, session.hints = error, clipped(record.hints, len(session.steps))
    return session


def _start(session: Session, record: Record) -> None:
    header = record.header
    drawn = _caught_up(session, session.header.draws, header.draws)
    session.header = replace(header, draws=session.header.draws)
    if drawn != header.draws:
        raise _misfit(session, record, "other_start", 1, 0)


def _step(session: Session, record: Record, number: int) -> None:
    move, line = record.moves[number], _line(record, number)
    while _single(session) and not _fits(session, move):
        session.apply(session.live.options[0])
    if session.live.seat != move.seat:
        facts = {"expected": session.live.seat + 1, "recorded": move.seat + 1}
        raise _misfit(session, record, "other_seat" if session.live.seat >= 0 else "ends_early", line, number, **facts)
    before = len(session.steps)
    try:
        step = session.apply(move.notation)
    except RulesetError as error:
        detail = _reason(session, move, error)
        raise _misfit(session, record, "other_move", line, number, move=move.notation, detail=detail) from None
    drawn = _caught_up(session, step.move.draws, move.draws)
    if drawn != move.draws:
        while len(session.steps) > before:
            session.drop()
        raise _misfit(session, record, "other_draws", line, number, move=move.notation)


def _reason(session: Session, move: Move, error: RulesetError) -> dict[str, str]:
    """Why a move cannot be played, by language: what the rules say, or what is wrong with its notation."""
    if isinstance(error, BrokenRuleError):
        return {lang: error.said(lang) for lang in ("en", "es")}
    if not isinstance(error, IllegalOption):
        return {"en": str(error).rstrip("."), "es": str(error).rstrip(".")}
    option, names = session.game.parse(move.notation), session.header.names
    told = {lang: session.live.why_not(option, lang, names) or text for lang, text in NOT_OFFERED.items()}
    return {lang: text.rstrip(".") for lang, text in told.items()}


def _single(session: Session) -> bool:
    return len(session.live.options) == 1


def _fits(session: Session, move: Move) -> bool:
    """Whether a move answers the question that is asked."""
    state = session.live
    return state.seat == move.seat and session.game.notation(state.options[0]) == move.notation


def _caught_up(session: Session, drawn: tuple[Any, ...], recorded: tuple[Any, ...]) -> tuple[Any, ...]:
    """What was drawn, single options taken until it is as much as was recorded."""
    while len(drawn) < len(recorded) and _single(session):
        drawn += session.apply(session.live.options[0]).move.draws
    return drawn


def _end(session: Session, record: Record) -> None:
    if record.over is None:
        return
    while _single(session):
        session.apply(session.live.options[0])
    line = _line(record, len(record.moves) - 1) + 1
    if not session.live.over:
        raise _misfit(session, record, "goes_on", line, len(record.moves))
    scores = tuple(session.live.scores())
    if scores != record.over:
        raise _misfit(
            session, record, "other_scores", line, len(record.moves), scores=_show(scores), recorded=_show(record.over)
        )
    outcomes = tuple(session.live.outcomes())
    if record.outcomes and outcomes != record.outcomes:
        facts = {"outcomes": _show(outcomes), "recorded": _show(record.outcomes)}
        raise _misfit(session, record, "other_outcomes", line, len(record.moves), **facts)


def _misfit(session: Session, record: Record, key: str, line: int, fits: int, **facts: object) -> RecordError:
    """The error for a record of which so many moves fit: those of the session, and answers it lacks."""
    changed = changes_since(session.game, record.header, _near(session, record, fits))
    total = len(record.moves)
    return RecordError(key, file=record.file, line=line, fits=fits, total=total, changed=changed, **facts)


def _near(session: Session, record: Record, place: int) -> Iterator[tuple[str, str]]:
    """What is going on where a record stops to fit: the likeliest causes."""
    live = session.live
    yield "phase", live.phase
    if live.decision is not None:
        yield "decision", live.decision.name
    for move in record.moves[max(0, place - 1) : place + 1]:
        for word in move.notation.split():
            for kind in session.game.entries:
                yield kind, word.partition("#")[0]


def _line(record: Record, number: int) -> int:
    """The line of a move; a record made in memory counts from the line after the header."""
    return record.lines[number] if 0 <= number < len(record.lines) else number + 2


def _show(values: tuple[Any, ...]) -> str:
    text = json.dumps(list(values))
    return text if len(text) <= 60 else text[:57] + "..."
