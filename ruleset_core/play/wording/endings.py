"""Games that ended early: what is said of it, who came where, and the result where one of two gave up.

resigned_outcomes(session)                 [-1, 1]: Ana gave up against Bo
ending_lines(session, "en", names)         ["Ana resigns."]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruleset_core.messages import message
from ruleset_core.play.match.seat_views import seat_ranks

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.play.records import Session


def resigned_outcomes(session: Session) -> list[int] | None:
    """What came of a game in which one of two (or the only player) gave up: -1 for who did, 1 for the other; None for any other game."""
    if session.early_end != "resigned":
        return None
    left = session.resigned[-1].seat
    return [-1 if seat == left else 1 for seat in range(session.live.n)]


def early_ranks(session: Session) -> list[int] | None:
    """Who came where in a game that is over, from 1 on, as `seat_ranks` says; who gave up is last."""
    outcomes = resigned_outcomes(session)
    return seat_ranks(session.live) if outcomes is None else [1 if each > 0 else session.live.n for each in outcomes]


class ResignedGame:
    """The result of a game that one of two gave up: the scores as they stood, and who won all the same."""

    def __init__(self, state: State, outcomes: Sequence[int]) -> None:
        self._outcomes = outcomes
        self.scores, self.score_sheet, self.standings = state.scores, state.score_sheet, state.standings
        self.achievements, self.rank = state.achievements, state.rank

    def winners(self) -> Sequence[int]:
        """The seat that wins."""
        return [seat for seat, outcome in enumerate(self._outcomes) if outcome > 0]

    def outcomes(self) -> Sequence[int]:
        """1 for the one who won, -1 for the one who gave up."""
        return self._outcomes


def finished_state(session: Session) -> State | ResignedGame:
    """What the result of a game that is over is drawn from."""
    outcomes = resigned_outcomes(session)
    return session.live if outcomes is None else ResignedGame(session.live, outcomes)


def ending_lines(session: Session, lang: str, names: Sequence[str]) -> list[str]:
    """Who gave up, and that all agreed to end the game, line by line; nothing where neither was so."""
    alone = session.header.players <= 2
    key = "play.resigned" if alone else "play.resigned_to_bot"
    lines = [message(key, lang, name=names[each.seat]) for each in session.resigned]
    return [*dict.fromkeys(lines), *([message("play.agreed", lang)] if session.agreed else [])]


def resign_question(session: Session, seat: int, lang: str, names: Sequence[str]) -> str:
    """What comes of it when a seat gives up, before it does."""
    players = session.header.players
    if players > 2:
        return message("play.resign_to_bot", lang)
    return message("play.resign_alone" if players == 1 else "play.resign_loses", lang, name=names[seat - 1])
