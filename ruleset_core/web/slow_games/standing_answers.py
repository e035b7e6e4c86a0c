"""Answers that a seat has given in advance: "pass until something changes", three times, or until the round ends.

    given = standing_answer(match, question, option, "change", 0, since=12)      of seat 1: `action pass`
    standing_problem(match, given, match.question(1))                            "": it is given now
    standing_problem(match, given, match.question(1))                            "changed": Ana took a die of seat 1 meanwhile

What counts as a change is worked out from the session whenever the seat is asked, so nothing but the answer itself is kept: another
set of answers is offered, or they cost something else; or another seat, or chance, has changed what the seat has.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from ruleset_core import BrokenRuleError, NotationError, State
from ruleset_core.play.match.seat_views import seat_scores
from ruleset_core.play.records import RecordError
from ruleset_core.play.wording.game_messages import offers
from ruleset_core.web.persistence import KeptMatchError

if TYPE_CHECKING:
    from ruleset_core.play.match.controller import Match
    from ruleset_core.play.match.seating import Question
    from ruleset_core.play.records import Session

Until: TypeAlias = Literal["change", "times", "round"]
"""How long an answer is given: until something changes, so many times, or until the round (else the phase) ends."""
Standing: TypeAlias = tuple[Until, int]
"""What a seat says with an answer that it gives from now on: until when, and how often more."""
Problem: TypeAlias = Literal["", "other", "changed", "done"]
"""Why it is not given: something else is asked; something has changed, or the answer is not offered; it was given as often as was wanted."""
MOMENT: Final = 1.0
"""Seconds after which an answer is given that was said in advance: always as many, whoever looks."""
TRIED_AGAIN: Final = 5.0
"""Seconds until it is given again where it could not be written."""
MOST_TIMES: Final = 99
MOST_PRICED: Final = 12
"""Of more options it is not worked out what comes of each, which takes a hundredth of a second."""


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """An answer that a seat gives whenever it is asked the same.

    Attributes:
        seat: whose it is.
        decision: the name of the decision.
        move: the option, in notation.
        label: how the seat reads it.
        until: how long.
        left: how often it is given yet, where that was said.
        since: how many moves had been made when it was said.
        checked: up to which move nothing has changed for the seat.
        offered: what tells the answers that were offered then, with their prices, from others.
    """

    seat: int
    decision: str
    move: str
    label: str
    until: Until
    left: int
    since: int
    checked: int
    offered: str

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> StandingAnswer:
        """Read one back. Raises TypeError or ValueError."""
        found = cls(**data)
        if found.until not in get_args(Until):
            raise ValueError(found.until)
        return found

    def given(self, moves: int) -> StandingAnswer:
        """The same once it was given one time more, when so many moves had been made."""
        return replace(self, left=max(0, self.left - 1), checked=moves)


def read_standing(kept: Sequence[Mapping[str, Any]]) -> list[StandingAnswer]:
    """Those that are kept; what is damaged is left out, as nobody is harmed who is asked."""
    found = []
    for each in kept:
        with suppress(TypeError, ValueError):
            found.append(StandingAnswer.from_json(each))
    return found


def standing_answer(
    match: Match, question: Question, option: int, until: Until, times: int, lang: str
) -> StandingAnswer:
    """An answer to a question as one that is given from now on; `times`: how often after this one."""
    state = question.state
    label = match.game.label(state, option, lang)
    move = match.game.notation(option)
    since = len(match.session.steps)
    return StandingAnswer(
        question.seat, question.decision.name, move, label, until, times, since, since, _offered(state)
    )


def standing_option(match: Match, given: StandingAnswer) -> int | None:
    """The option of such an answer; None where the game knows none of that notation."""
    try:
        return match.game.parse(given.move)
    except NotationError:
        return None


def due_answer(match: Match, kept: Sequence[StandingAnswer]) -> tuple[StandingAnswer, Question] | None:
    """The first of these that is to be given now, and the question; None where there is none."""
    for given in kept:
        question = match.question(given.seat) if match.seating.is_person(given.seat) else None
        if question is not None and not standing_problem(match, given, question):
            return given, question
    return None


def ended_answers(match: Match, kept: Sequence[StandingAnswer]) -> list[StandingAnswer]:
    """Those of these whose question is asked, but which are no longer given; or whose seat a bot has."""
    found = []
    for given in kept:
        person = match.seating.is_person(given.seat)
        question = match.question(given.seat) if person else None
        if not person or (question is not None and standing_problem(match, given, question) in {"changed", "done"}):
            found.append(given)
    return found


def standing_problem(match: Match, given: StandingAnswer, question: Question) -> Problem:
    """Why an answer is not given to a question; empty where it is."""
    if question.decision.name != given.decision:
        return "other"
    session, option = match.session, standing_option(match, given)
    if option not in question.state.options or len(session.steps) < given.checked:
        return "changed"
    if given.until == "times":
        return "" if given.left else "done"
    if given.until == "round":
        return "" if _same_round(session, given.since) else "done"
    same = _offered(question.state) == given.offered and not _touched(session, given.seat, given.checked)
    return "" if same else "changed"


def _offered(state: State) -> str:
    """What tells these options, with what comes of them, from others."""
    game = state.game
    found = [[game.notation(option)] for option in state.options]
    if len(found) <= MOST_PRICED:
        with suppress(BrokenRuleError):
            found = [[each.notation, each.outcome, each.price] for each in offers(game, state, "en", typed=False)]
    return sha256(json.dumps(found).encode()).hexdigest()[:16]


def _touched(session: Session, seat: int, since: int) -> bool:
    """Whether another seat or chance has changed what a seat has, or its points as it knows them, in a move from this one on."""
    for number, step in enumerate(session.steps[since:], since):
        if step.move.seat == seat and not step.move.draws:
            continue
        before, after = session.states[number], session.states[number + 1]
        if _own(before, seat) != _own(after, seat):
            return True
    return False


def _own(state: State, seat: int) -> tuple[Any, ...]:
    return state.belongings(seat), seat_scores(state, seat)[seat : seat + 1]


def _same_round(session: Session, since: int) -> bool:
    rounds = session.game.rounds
    first, *others = (session.states[number] for number in range(since, len(session.steps) + 1))
    if not rounds:
        return all(each.phase == first.phase for each in others)
    begun = first.observe(-1)["fields"].get(rounds)
    return not others or others[-1].observe(-1)["fields"].get(rounds) == begun


class StandingAnswers:
    """The answers that the seats of a table give in advance, and the moment until the next one is given.

    Attributes:
        stopped: labels of answers that are no longer given, by seat, until that one answers.
    """

    def __init__(
        self,
        match: Match,
        kept: Callable[[], list[dict[str, Any]]],
        keep: Callable[[list[dict[str, Any]]], None],
        give: Callable[[StandingAnswer, Question, int], None],
    ) -> None:
        """`kept`: what is kept of them; `keep`: keep others, and `give`: give one, which may raise RecordError or KeptMatchError."""
        self._match, self._kept, self._keep, self._give = match, kept, keep, give
        self._timer: asyncio.TimerHandle | None = None
        self.stopped: dict[str, str] = {}

    @property
    def _all(self) -> list[StandingAnswer]:
        return read_standing(self._kept())

    @property
    def waits(self) -> bool:
        """Whether one is about to be given."""
        return self._timer is not None

    def of_seat(self, seat: int) -> list[StandingAnswer]:
        """Those of a seat."""
        return [each for each in self._all if each.seat == seat]

    def data(self, whose: str) -> list[dict[str, Any]]:
        """Those of a seat as its pages show them; of others a page is told nothing."""
        own = (each for each in self._all if str(each.seat) == whose)
        return [{"label": each.label, "until": each.until, "left": each.left} for each in own]

    # What is to be kept of them afterwards, for whoever writes it together with a move.

    def without(self, *ended: StandingAnswer) -> list[dict[str, Any]]:
        """All but these."""
        return [asdict(each) for each in self._all if each not in ended]

    def once_more(self, given: StandingAnswer) -> list[dict[str, Any]]:
        """All, after one of them was given."""
        moves = len(self._match.session.steps)
        return [asdict(each.given(moves) if each == given else each) for each in self._all]

    def after(self, question: Question, option: int, given: StandingAnswer | None) -> list[dict[str, Any]]:
        """All, after a seat has answered by itself: another answer to the same question ends the one before."""
        move, asked = self._match.game.notation(option), (question.seat, question.decision.name)
        same = [each for each in self._all if (each.seat, each.decision) == asked]
        ended = [each for each in same if each.move != move or given is not None]
        return [*self.without(*ended), *([asdict(given)] if given else [])]

    # When they are given.

    def wake(self, after: float | None = None, *, again: bool = True) -> None:
        """Look what is to be given in a moment, or after so many seconds; those that have ended go.

        Not `again`: only if nothing is about to be given.
        """
        if self._timer is not None and not again:
            return
        self.cancel()
        kept = self._all
        if not kept:
            return
        ended = ended_answers(self._match, kept)
        if ended:
            with suppress(KeptMatchError):  # it is tried again, and not given
                self._keep(self.without(*ended))
                self.stopped |= {str(each.seat): each.label for each in ended}
        if due_answer(self._match, kept) is not None:
            with suppress(RuntimeError):  # nothing runs that could wait
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(MOMENT if after is None else after, self._give_due)

    def cancel(self) -> None:
        """Give nothing."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_due(self) -> None:
        self._timer = None
        found = due_answer(self._match, self._all)
        option = None if found is None else standing_option(self._match, found[0])
        if found is None or option is None:
            return
        try:
            self._give(*found, option)
        except (RecordError, KeptMatchError):
            self.wake(TRIED_AGAIN)
