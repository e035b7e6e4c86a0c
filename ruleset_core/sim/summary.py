"""What many games say together: who wins, by bot and by seat, how much, how long it takes, and what the points come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import TYPE_CHECKING

from .cards import Card, Cards
from .causes import by_cause
from .course import Course, Track, course_of
from .figures import Estimate, Sums

if TYPE_CHECKING:
    from .causes import Cause, Causes
    from .plan import Plan
    from .playing import GameRow

__all__ = ["Player", "Summary", "summarise"]


@dataclass(frozen=True, slots=True)
class Player:
    """What a bot or a seat came to.

    Attributes:
        won: its share of the games; where several win, they share one.
        score: its score.
        rest: how much more it scored than the others at its table on average.
        scores: how often it had such a score.
    """

    won: Estimate
    score: Estimate
    rest: Estimate
    scores: Counter[int]


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures of many games.

    Attributes:
        games: how many.
        bots: by its place in `Plan.seats`, what each bot came to.
        seats: by seat.
        decisions, length: questions asked in a game; options taken, those without an alternative included.
        lengths: how many games took so many decisions.
        scores: how often a seat had such a score.
        categories: points of a seat by category of the score, in the games whose sheets were looked at: so many `sheets`.
        causes: points of a seat by what they came from, the greatest first, in the games whose story was heard: so many `stories`.
        course: how scores grow, in the games that were followed; None where none was.
        cards: what became of every card, in the order of `Game.card_ids`; empty where it was not counted.
        shared: how many games had several winners; `none`: how many had none.
    """

    games: int
    bots: tuple[Player, ...]
    seats: tuple[Player, ...]
    decisions: Estimate
    length: Estimate
    lengths: Counter[int]
    scores: Counter[int]
    sheets: int
    categories: dict[str, Estimate]
    stories: int
    causes: dict[Cause, Estimate]
    course: Course | None
    cards: tuple[Card, ...]
    shared: int
    none: int

    @property
    def fair(self) -> float:
        """The share of the games that each seat would win if it did not matter where one sits."""
        return (self.games - self.none) / self.games / len(self.seats)

    def unlike_seats(self) -> list[tuple[int, Estimate]]:
        """The seats that win more or less than their share, beyond chance, with how much they win."""
        return [(seat, each.won) for seat, each in enumerate(self.seats) if each.won.beyond(self.fair)]


@dataclass(slots=True)
class _Tally:
    """What a bot or a seat came to, being added up."""

    won: Sums = field(default_factory=Sums)
    score: Sums = field(default_factory=Sums)
    rest: Sums = field(default_factory=Sums)
    scores: Counter[int] = field(default_factory=Counter)

    def player(self, unit: int, others: int) -> Player:
        return Player(self.won.estimate(1 / unit), self.score.estimate(), self.rest.estimate(1 / others), self.scores)


def summarise(plan: Plan, rows: Iterable[GameRow], by_having: Sequence[bool] = ()) -> Summary:
    """Figures of the games of a plan. The order of the rows does not matter. `by_having`: see `Core.by_having`."""
    players = len(plan.seats)
    unit = lcm(*range(1, players + 1))  # so that shares of a game are whole numbers, and sums exact
    others = max(1, players - 1)
    bots, seats = ([_Tally() for _ in range(players)] for _ in range(2))
    decisions, length = Sums(), Sums()
    lengths, scores = Counter[int](), Counter[int]()
    categories: dict[str, Sums] = {}
    told: list[Causes] = []
    tracks: list[Track] = []
    cards, groups = (
        Cards(by_having),
        [[(bot, seat) for seat, bot in enumerate(plan.sitting(turn))] for turn in range(players)],
    )
    shared = none = sheets = 0
    for row in rows:
        decisions.add(row.decisions)
        length.add(row.length)
        lengths[row.decisions] += 1
        winners, total = sum(row.winners), sum(row.scores)
        shared += winners > 1
        none += not winners
        won = [unit // winners if each else 0 for each in row.winners]
        for seat, score in enumerate(row.scores):
            scores[score] += 1
            for tally in (seats[seat], bots[plan.bot_on(row.number, seat)]):
                tally.won.add(won[seat])
                tally.score.add(score)
                tally.scores[score] += 1
                tally.rest.add(score * others - (total - score))
        if row.sheet is not None:
            sheets += 1
            for category in dict.fromkeys(name for sheet in row.sheet for name in sheet):
                points = sum(sheet.get(category, 0) for sheet in row.sheet)
                categories.setdefault(category, Sums()).add(points)
        cards.add(row, groups[row.number % players], won)
        if row.causes is not None:
            told.append(row.causes)
        if row.track is not None:
            tracks.append(row.track)
    return Summary(
        decisions.count,
        tuple(each.player(unit, others) for each in bots),
        tuple(each.player(unit, others) for each in seats),
        decisions.estimate(),
        length.estimate(),
        lengths,
        scores,
        sheets,
        {category: sums.among(sheets).estimate(1 / players) for category, sums in categories.items()},
        *by_cause(told),
        course_of(tracks),
        cards.told(1 / unit),
        shared,
        none,
    )
