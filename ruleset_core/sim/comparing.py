"""What many games of two plans say together: what differs between them, game by game on the same seeds.

Game `i` of both is played with the same seed, by the same bots on the same seats. Each random stream belongs to what is drawn from it, so dice fall
and cards lie alike as long as the games ask for them alike. What is due to luck is then due to the same luck on both sides and
cancels out: the difference of a pair lies closer to the true one than that of two games that have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from .figures import Estimate, Sums, enough, sure_of

if TYPE_CHECKING:
    from .plan import Plan
    from .playing import GameRow

__all__ = ["KINDS", "Comparison", "Line", "Question", "asked", "compared", "means", "measure"]

KINDS: Final = ("score", "won", "decisions", "length", "shared", "category", "taken")
"""What may be asked of games."""
SURE: Final = 0.05
"""How rarely any of the differences that are called sure may be due to chance."""

Measure = Callable[["GameRow"], int | None]
"""A whole number of a game; None where it was not looked at."""


class Question(NamedTuple):
    """A figure of a game that two plans are compared by.

    Attributes:
        kind: one of `KINDS`: score and wins of a seat, a bot or on average; questions asked and options taken in a game; whether several win;
            points of a category a seat; how often a card is taken.
        seat: whose, from 0; None for all.
        bot: which bot's, by its place in `Plan.seats`.
        category: which category of the score.
        card: which card.
    """

    kind: str
    seat: int | None = None
    bot: int | None = None
    category: str = ""
    card: str = ""


Cards = tuple[Sequence[str], Sequence[str]]
"""The cards of both games, in the order in which they are counted; needed where cards are asked for."""


@dataclass(frozen=True, slots=True)
class Line:
    """What came of one question.

    Attributes:
        question: what was asked.
        one, other: the means of the first and of the second plan.
        change: how much greater the second is: the mean of the differences of pairs.
        chance: how often chance alone would bring such a difference about.
        sure: whether it is beyond chance, all questions looked at together (Holm's correction).
        needed: how many pairs it would take to be sure of a difference as large as this one, nine times in ten; None where there is none.
    """

    question: Question
    one: Estimate
    other: Estimate
    change: Estimate
    chance: float
    sure: bool
    needed: int | None

    @property
    def saved(self) -> float:
        """How many times as many games it would take without pairs to be as sure; infinite where all pairs differ alike."""
        apart = self.one.deviation**2 + self.other.deviation**2
        return apart / self.change.deviation**2 if self.change.deviation else inf if apart else 1.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between the games of two plans.

    Attributes:
        pairs: how many games of each were compared.
        alike: in how many pairs nothing came out differently.
        lines: the questions, the first about the score of all seats.
    """

    pairs: int
    alike: int
    lines: tuple[Line, ...]


def compared(
    plan: Plan,
    one: Sequence[GameRow],
    other: Sequence[GameRow],
    questions: Sequence[Question] = (),
    cards: Cards = ((), ()),
) -> Comparison:
    """Compare games of two plans with the same seats; those of one that the other has not yet are left out.

    Args:
        plan: either of them: the bots are those of both.
        one: games of the first, in the order of their numbers.
        other: games of the second.
        questions: what is asked; all that there is to be asked if left out. The fewer they are, the less it takes to be sure.
        cards: see `Cards`.
    """
    pairs = list(zip(one, other, strict=False))
    questions = questions or asked(plan, [row for pair in pairs for row in pair])
    found = [paired(plan, question, pairs, cards) for question in questions]
    chances = [change.chance() for _, _, change in found]
    strict = SURE / max(1, len(questions))
    return Comparison(
        len(pairs),
        sum(_course(first) == _course(second) for first, second in pairs),
        tuple(
            Line(question, *estimates, chance, sure, enough(estimates[2], strict))
            for question, estimates, chance, sure in zip(questions, found, chances, sure_of(chances, SURE), strict=True)
        ),
    )


def asked(plan: Plan, rows: Iterable[GameRow]) -> list[Question]:
    """What is told of games: all that they differ in, each once."""
    players = range(len(plan.seats))
    several = len(set(plan.seats)) > 1
    categories = dict.fromkeys(name for row in rows for sheet in row.sheet or () for name in sheet)
    found = [Question("score")]
    if len(players) > 1:
        found += [Question("score", seat=seat) for seat in players]
        found += [Question("score", bot=bot) for bot in players if several]
        found += [Question("won", seat=seat) for seat in players]
        found += [Question("won", bot=bot) for bot in players if several]
        found.append(Question("shared"))
    found += [Question("decisions"), Question("length")]
    named = [Question("category", category=name) for name in categories]
    return [*found, *named] if len(named) > 1 else found  # a single one is the score


def paired(
    plan: Plan, question: Question, pairs: Iterable[tuple[GameRow, GameRow]], cards: Cards = ((), ())
) -> tuple[Estimate, Estimate, Estimate]:
    """A figure of both sides, and the difference of pairs."""
    (mine, unit), (theirs, _) = (measure(plan, question, each) for each in cards)
    one, other, change = Sums(), Sums(), Sums()
    for first, second in pairs:
        before, after = mine(first), theirs(second)
        if before is not None and after is not None:
            one.add(before)
            other.add(after)
            change.add(after - before)
    return one.estimate(unit), other.estimate(unit), change.estimate(unit)


def means(plan: Plan, question: Question, rows: Iterable[GameRow], cards: Sequence[str] = ()) -> Estimate:
    """A figure of the games of a plan."""
    value, unit = measure(plan, question, cards)
    found = Sums()
    for row in rows:
        each = value(row)
        if each is not None:
            found.add(each)
    return found.estimate(unit)


def measure(plan: Plan, question: Question, cards: Sequence[str] = ()) -> tuple[Measure, float]:
    """What works a figure out for a game, as a whole number, and of how many units that is."""
    players, kind = len(plan.seats), question.kind
    if kind == "taken":
        place = cards.index(question.card) if question.card in cards else None
        return lambda row: _taken(row, place), 1.0
    if kind == "category":
        return lambda row: _points(row, question.category), 1 / players
    if kind in {"decisions", "length"}:
        return lambda row: row.decisions if kind == "decisions" else row.length, 1.0
    if kind == "shared":
        return lambda row: int(sum(row.winners) > 1), 1.0
    if question.seat is None and question.bot is None:  # one value a game: those of a table depend on each other
        return lambda row: sum(row.scores), 1 / players
    if kind == "won":
        unit = lcm(*range(1, players + 1))
        return lambda row: _share(row, _seat(plan, question, row), unit), 1 / unit
    return lambda row: row.scores[_seat(plan, question, row)], 1.0


def _seat(plan: Plan, question: Question, row: GameRow) -> int:
    """Whose figure is asked for in a game."""
    return question.seat if question.seat is not None else plan.seat_of(row.number, question.bot or 0)


def _share(row: GameRow, seat: int, unit: int) -> int:
    """The share of a game that a seat has won."""
    return unit // sum(row.winners) if row.winners[seat] else 0


def _points(row: GameRow, category: str) -> int | None:
    """The points of a category of all seats."""
    return None if row.sheet is None else sum(sheet.get(category, 0) for sheet in row.sheet)


def _taken(row: GameRow, place: int | None) -> int | None:
    """How often all seats together took a card; never one that the game has not."""
    if row.counts is None or place is None:
        return None if row.counts is None else 0
    players, numbers = len(row.scores), memoryview(row.counts).cast("H")
    size = len(numbers) // (4 * players + 1)
    return sum(numbers[(2 * players + 1 + seat) * size + place] for seat in range(players))


def _course(row: GameRow) -> tuple[object, ...]:
    """What is known of how a game went."""
    return row.scores, row.winners, row.decisions, row.length, row.sheet
