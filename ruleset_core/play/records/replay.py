"""Replays a record. In: a record and a game. Out: the identical session, or one error at the first difference.

A record holds options and what was drawn; states come from playing it again:

    record     seed 4; n 1 `play roll`, draws (0, 6, 5); n 2 `play hold`, draws (0, 6, 5)
    replay     game.new(seed=4); apply("play roll"): stream 0 gave 5 of 0..5, as recorded; apply("play hold") likewise
    session    v = [6, 6, 0, 10, ...], the state after each move, and the journal to go on with

Where a move is not offered, or something else is drawn, the data has changed since: one `RecordError` names the line, the move,
and the cards that have another hash now.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import BrokenRuleError, IllegalOption, OptionError, RulesetError
from ruleset_core.messages import LANGUAGES, translations
from ruleset_core.play.records.data_changes import changes_since
from ruleset_core.play.records.record_lines import Record, RecordedMove, RecordError, clip_hints, clip_resignations
from ruleset_core.play.records.sessions import Session

if TYPE_CHECKING:
    from ruleset_core import Game


TRIES: Final = 64
"""Replays of a record in which a move may be an answer, or one that is taken by itself now."""


def replay(game: Game, record: Record, *, force: bool = False) -> Session:
    """The session of a record, without a journal.

    Raises `RecordError` that names the line where it would go another way, how far it fits and what has changed since.
    With `force` the session ends at the last position that fits, and has that error as its `misfit`.
    """
    if record.header.game != game.id:
        raise RecordError("other_game", file=record.file, found=record.header.game, game=game.id)
    skipped: frozenset[int] = frozenset()
    failed: _Course | None = None
    for _ in range(TRIES):
        course = _Course(_begun(game, record), record, skipped)
        course.run()
        if course.problem is None:
            break
        failed = failed or course
        if not course.doubtful:
            break
        last = course.doubtful[-1]
        skipped = frozenset(number for number in skipped if number < last) | {last}
    if course.problem is not None and failed is not None:
        course = failed
    session = course.session
    if course.problem is not None:
        if not force:
            raise course.problem
        session.misfit = course.problem
    session.hints = clip_hints(record.hints, len(session.steps))
    session.resigned = clip_resignations(record.resigned, len(session.steps))
    session.agreed = record.agreed
    return session


def _begun(game: Game, record: Record) -> Session:
    """The session of a record before its first move."""
    header = record.header
    try:
        return Session.start(
            game, header.seats, header.seed, header.options, header.expansions, header.roots, header.number,
            start=header.start,
        )  # fmt: skip
    except (OptionError, BrokenRuleError, ValueError) as error:
        changed = changes_since(game, header)
        raise RecordError("bad_start", file=record.file, detail=error, changed=changed) from None


class _Course:
    """One way through a record.

    Args:
        session: the game at its start.
        record: what is replayed.
        skipped: numbers of moves that are taken by themselves now, where they might also be answers.

    Attributes:
        problem: why it goes no further; None if the record fits.
        doubtful: numbers of moves that were taken for answers and might also be skipped.
    """

    def __init__(self, session: Session, record: Record, skipped: frozenset[int]) -> None:
        self.session = session
        self.record = record
        self.skipped = skipped
        self.problem: RecordError | None = None
        self.doubtful: list[int] = []
        self.ahead = self._forced()
        self.drawn: tuple[Any, ...] = ()

    def run(self) -> None:
        """Go through the record as far as it fits."""
        try:
            self._start()
            for number in range(len(self.record.moves)):
                self._step(number)
            self._end()
        except RecordError as error:
            self.problem = error

    def _forced(self) -> list[tuple[int, str]]:
        """Who has taken what by itself since the last answer."""
        live = self.session.live
        return [
            (seat, self.session.game.notation(option))
            for seat, option in zip(live.forced[::2], live.forced[1::2], strict=True)
        ]

    def _start(self) -> None:
        session, header = self.session, self.record.header
        drawn = _caught_up(session, session.header.draws, header.draws)
        session.header = replace(header, draws=session.header.draws)
        if not self._drew(drawn, header.draws):
            raise _misfit(session, self.record, "other_start", 1, 0)

    def _drew(self, drawn: tuple[Any, ...], recorded: tuple[Any, ...]) -> bool:
        """Whether that was recorded. What was drawn after an answer that was recorded by itself comes with that one."""
        self.drawn = drawn[len(recorded) :]
        return drawn[: len(recorded)] == recorded and (not self.drawn or bool(self.ahead))

    def _step(self, number: int) -> None:
        session, record, move = self.session, self.record, self.record.moves[number]
        line = _line(record, number)
        if self._skips(number):
            if not self._drew(self.drawn, move.draws):
                raise _misfit(session, record, "other_draws", line, number, move=move.notation)
            return
        if self.drawn:
            raise _misfit(session, record, "other_draws", line, number, move=move.notation)
        while _single(session) and not _fits(session, move):
            session.apply(session.live.options[0])
        if session.live.seat != move.seat:
            facts = {"expected": session.live.seat + 1, "recorded": move.seat + 1}
            raise _misfit(
                session, record, "other_seat" if session.live.seat >= 0 else "ends_early", line, number, **facts
            )
        before = len(session.steps)
        try:
            step = session.apply(move.notation, standing=move.standing)
        except RulesetError as error:
            detail = _reason(session, move, error)
            raise _misfit(session, record, "other_move", line, number, move=move.notation, detail=detail) from None
        self.ahead = self._forced()
        if not self._drew(_caught_up(session, step.move.draws, move.draws), move.draws):
            while len(session.steps) > before:
                session.drop()
            raise _misfit(session, record, "other_draws", line, number, move=move.notation)

    def _skips(self, number: int) -> bool:
        """Whether a move was taken by itself; of one that may answer the question as well it is noted."""
        session, move = self.session, self.record.moves[number]
        taken = (move.seat, move.notation)
        if taken not in self.ahead:
            return False
        live = session.live
        answers = live.seat == move.seat and move.notation in map(session.game.notation, live.options)
        if answers and number not in self.skipped:
            self.doubtful.append(number)
            return False
        del self.ahead[: self.ahead.index(taken) + 1]
        return True

    def _end(self) -> None:
        session, record = self.session, self.record
        if record.over is None:
            return
        while _single(session):
            session.apply(session.live.options[0])
        line = _line(record, len(record.moves) - 1) + 1
        if self.drawn:
            raise _misfit(session, record, "other_draws", line, len(record.moves), move=record.moves[-1].notation)
        if not session.live.over:
            raise _misfit(session, record, "goes_on", line, len(record.moves))
        scores, outcomes = tuple(session.live.scores()), tuple(session.live.outcomes())
        if scores != record.over:
            facts = {"scores": _show(scores), "recorded": _show(record.over)}
            raise _misfit(session, record, "other_scores", line, len(record.moves), **facts)
        if record.outcomes and outcomes != record.outcomes:
            facts = {"outcomes": _show(outcomes), "recorded": _show(record.outcomes)}
            raise _misfit(session, record, "other_outcomes", line, len(record.moves), **facts)


def _reason(session: Session, move: RecordedMove, error: RulesetError) -> dict[str, str]:
    """Why a move cannot be played, by language: what the rules say, or what is wrong with its notation."""
    if isinstance(error, BrokenRuleError):
        return {lang: error.text(lang) for lang in LANGUAGES}
    if not isinstance(error, IllegalOption):
        return dict.fromkeys(LANGUAGES, str(error).rstrip("."))
    option, names = session.game.parse(move.notation), session.header.names
    told = {
        lang: session.live.why_not(option, lang, names) or text
        for lang, text in translations("record.not_offered").items()
    }
    return {lang: text.rstrip(".") for lang, text in told.items()}


def _single(session: Session) -> bool:
    return len(session.live.options) == 1


def _fits(session: Session, move: RecordedMove) -> bool:
    """Whether a move answers the question that is asked."""
    state = session.live
    return state.seat == move.seat and session.game.notation(state.options[0]) == move.notation


def _caught_up(session: Session, drawn: tuple[Any, ...], recorded: tuple[Any, ...]) -> tuple[Any, ...]:
    """What was drawn, single options taken until it is as much as was recorded."""
    while len(drawn) < len(recorded) and _single(session):
        drawn += session.apply(session.live.options[0]).move.draws
    return drawn


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
