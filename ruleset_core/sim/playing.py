"""Games of a plan, one after the other, as rows of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ruleset_core import BrokenRuleError
from ruleset_core.bots import LEVELS, check_thinking, make_bot

from .causes import Causes, causes_of
from .course import Followed, Track

if TYPE_CHECKING:
    from ruleset_core import Game, Scored, State

    from .plan import Plan

__all__ = ["GameRow", "Sheet", "play_games"]

RANDOM = "random"
"""The bot that plays at random: of such games the core plays many at once."""

MANY = 100
"""For more score sheets than so many a game is written out in Python at once, which takes as long as a few dozen of them."""

Sheet = tuple[dict[str, int], ...]
"""For every seat the points of each category of the score."""


Looks: TypeAlias = tuple[Sheet | None, Causes | None, Track | None]
"""What is looked at in some of the games."""


class GameRow(NamedTuple):
    """What came out of a game.

    Attributes:
        number: which game of the plan.
        scores: by seat.
        outcomes: by seat, 1 won, 0 drawn, -1 lost.
        winners: by seat, 1 for those who win.
        decisions: how many questions were asked.
        length: how many options were taken, those without an alternative included.
        sheet: the score sheets, of games that they are looked at in.
        causes: what the points came from, of games whose story is heard.
        track: how the scores grew, of games whose course is followed.
        counts: what became of the cards, where that is counted: a row of `Counts`.
        stood: for every seat and card, by how many points it was ahead of the others (added up over them) when it was first offered the card,
            32 bits each.
    """

    number: int
    scores: tuple[int, ...]
    outcomes: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    length: int
    sheet: Sheet | None = None
    causes: Causes | None = None
    track: Track | None = None
    counts: bytes | None = None
    stood: bytes | None = None


def play_games(game: Game, plan: Plan, numbers: Sequence[int]) -> Iterator[GameRow]:
    """Play games of a plan, whose numbers follow each other.

    Raises:
        BrokenRuleError: a rule breaks in one of them.
        OptionError: the game is not for so many players, or has no such option.
        RulesetError: there is no core here for bots that think ahead.
    """
    check_thinking(plan.seats, game)
    if set(plan.seats) <= {RANDOM, *LEVELS}:
        yield from _within_the_core(game, plan, numbers)
    else:
        for number in numbers:
            yield _by_bots(game, plan, number)


def _within_the_core(game: Game, plan: Plan, numbers: Sequence[int]) -> Iterator[GameRow]:
    """Games of which the core plays many at once: random ones, and those of bots that think within it."""
    thinks, core = set(plan.seats) != {RANDOM}, game.core()
    policies = [*plan.seats] if thinks else []
    if (plan.games if thinks else min(plan.sheets, plan.games)) * len(plan.seats) > MANY:
        game.write_out()
    found = core.play(
        len(plan.seats), len(numbers), plan.seed, plan.options, first=numbers[0], policies=policies, turned=True,
        counts=plan.counts, moves=thinks,
    )  # fmt: skip
    by_seat: list[Any] = [rows.tolist() for rows in (found.scores, found.outcomes, found.winners)]
    for place, number in enumerate(numbers):
        scores, outcomes, winners = (tuple(each[place]) for each in by_seat)
        looks = _looked_at(game, plan, number, None if found.moves is None else found.moves[place])
        counts = (None, None) if found.counts is None else (found.counts.row(place), found.counts.stood(place))
        yield GameRow(
            number, scores, outcomes, winners, found.decisions[place], found.lengths[place], *looks, *counts,
        )  # fmt: skip


def _looked_at(game: Game, plan: Plan, number: int, taken: Sequence[int] | None) -> Looks:
    """What is wanted of a game beyond its figures: it is played again. What was taken in it is known where somebody thought."""
    sheet, players, core = taken is not None or plan.with_sheet(number), len(plan.seats), game.core()
    closely = plan.with_story(number) or plan.with_course(number)
    if not sheet and not closely:
        return None, None, None
    begin = game.new if closely else core.new
    looker = _Looker(plan, begin(players, plan.seed, plan.options, game=number), number)
    for option in core.moves(number, players, plan.seed, plan.options) if taken is None else taken:
        looker.take(option)
    return looker.told(sheet=sheet)


def _by_bots(game: Game, plan: Plan, number: int) -> GameRow:
    """A game of any bots, which are asked one by one."""
    state = game.new(len(plan.seats), plan.seed, plan.options, game=number)
    bots = [make_bot(kind, plan.seed, seat, game=number) for seat, kind in enumerate(plan.sitting(number))]
    looker, tally = _Looker(plan, state, number), game.core().tally(state.n) if plan.counts else None
    decisions, forced, most = 0, len(state.forced) // 2, game.core().most
    if tally is not None:
        tally.begin(state)
    while not state.over:
        option = bots[state.seat].choose(state.clone())
        if tally is not None:
            tally.choose(state, option)
        looker.take(option)
        if tally is not None:
            tally.go_on(state)
        decisions += 1
        forced += len(state.forced) // 2
        if decisions >= most and not state.over:
            told = f"game {number} of seed {plan.seed}", f"partida {number} de la semilla {plan.seed}"
            raise BrokenRuleError.endless(game.title("en"), game.title("es"), most).of(*told)
    if tally is not None:
        tally.end(state)
    winners, outcomes = state.verdict()
    won = tuple(int(seat in winners) for seat in range(state.n))
    counts = None if tally is None else tally.counts()
    return GameRow(
        number, tuple(state.scores()), tuple(outcomes), won, decisions, decisions + forced, *looker.told(sheet=True),
        *((None, None) if counts is None else (counts.row(0), counts.stood(0))),
    )  # fmt: skip


class _Looker:
    """Looks at a game while it is played, as far as the plan wants."""

    def __init__(self, plan: Plan, state: State, number: int) -> None:
        self._state = state
        self._story = _scored(state) if plan.with_story(number) else None
        self._course = Followed(state) if plan.with_course(number) else None

    def take(self, option: int) -> None:
        """Take an option."""
        if self._course is not None:
            self._course.before()
        if self._story is not None:
            self._story.take(option)
        else:
            self._state.apply(option)

    def told(self, *, sheet: bool) -> Looks:
        """What was seen of the game, which is over."""
        return (
            sheets(self._state) if sheet else None,
            causes_of(self._story) if self._story is not None else None,
            self._course.track() if self._course is not None else None,
        )


def _scored(state: State) -> Scored:
    from ruleset_core import Scored  # few games are heard, and it brings all of what tells stories along

    return Scored(state)


def sheets(state: State) -> Sheet:
    """For every seat the points of each category."""
    found: list[dict[str, int]] = []
    for seat in range(state.n):
        points: dict[str, int] = {}
        for line in state.score_sheet(seat):
            points[line.category] = points.get(line.category, 0) + line.amount
        found.append(points)
    return tuple(found)
