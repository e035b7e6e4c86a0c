"""What many games say together: who wins, by bot and by seat, how much, how long it takes, and what the points come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import lcm
from typing import TYPE_CHECKING

from .cards import Card, Cards
from .causes import by_cause
from .course import Course, Track, course_of
from .figures import Estimate, Sums, unlike

if TYPE_CHECKING:
    from .causes import Cause, Causes
    from .plan import Plan
    from .playing import GameRow

__all__ = ["Player", "Summary", "Summing", "summarise"]


@dataclass(frozen=True, slots=True)
class Player:
    """What a bot or a seat came to.

    Attributes:
        won: its share of the games; where several win, they share one. The margins of all hold together.
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
        bots: by name, what each bot came to; one that sits on several seats is one.
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
    bots: dict[str, Player]
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
        """The seats that win more or less than their share by more than their margin, with how much they win."""
        won = [each.won for each in self.seats]
        return [(seat, won[seat]) for seat, sure in enumerate(unlike(won, self.fair)) if sure]

    def unlike_bots(self) -> set[str]:
        """The bots that win more or less than their share by more than their margin."""
        sure = unlike([each.won for each in self.bots.values()], self.fair)
        return {name for name, each in zip(self.bots, sure, strict=True) if each}


@dataclass(slots=True)
class _Tally:
    """What a bot came to on a seat: how often it won so much, scored so much, and was so far before the rest."""

    won: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    rest: Counter[int] = field(default_factory=Counter)

    def plus(self, other: _Tally) -> None:
        self.won.update(other.won)
        self.scores.update(other.scores)
        self.rest.update(other.rest)

    def player(self, unit: int, others: int, together: int) -> Player:
        """What it came to, one of so many that are compared."""
        won, score, rest = (Sums.of(each) for each in (self.won, self.scores, self.rest))
        return Player(won.share(1 / unit, together=together), score.estimate(), rest.estimate(1 / others), self.scores)


def _together(tallies: Iterable[_Tally]) -> _Tally:
    found = _Tally()
    for each in tallies:
        found.plus(each)
    return found


def summarise(plan: Plan, rows: Iterable[GameRow], by_having: Sequence[bool] = ()) -> Summary:
    """Figures of the games of a plan. The order of the rows does not matter. `by_having`: see `Core.by_having`."""
    found = Summing(plan, by_having)
    found.add(rows)
    return found.told()


class Summing:
    """Games of a plan being added up, some of them while others are still played.

    Attributes:
        games: how many were added.
    """

    def __init__(self, plan: Plan, by_having: Sequence[bool] = ()) -> None:
        self._plan, self.games, players = plan, 0, len(plan.seats)
        self._unit = lcm(*range(1, players + 1))  # so that shares of a game are whole numbers, and sums exact
        self._others = max(1, players - 1)
        self._sat = [[_Tally() for _ in range(players)] for _ in range(players)]
        """By bot and seat."""
        self._length, self._lengths = Sums(), Counter[int]()
        self._categories: dict[str, Sums] = {}
        self._causes: list[Causes] = []
        self._tracks: list[Track] = []
        self._cards = Cards(by_having)
        self._groups = [[(bot, seat) for seat, bot in enumerate(plan.sitting(turn))] for turn in range(players)]
        self._shared = self._none = self._sheets = 0

    def add(self, rows: Iterable[GameRow]) -> None:
        """More games."""
        for row in rows:
            self._add(row)

    def _add(self, row: GameRow) -> None:
        self.games += 1
        self._length.add(row.length)
        self._lengths[row.decisions] += 1
        winners, total = sum(row.winners), sum(row.scores)
        self._shared += winners > 1
        self._none += not winners
        won = [self._unit // winners if each else 0 for each in row.winners]
        for seat, score in enumerate(row.scores):
            tally = self._sat[self._plan.bot_on(row.number, seat)][seat]
            tally.won[won[seat]] += 1
            tally.scores[score] += 1
            tally.rest[score * self._others - (total - score)] += 1
        if row.sheet is not None:
            self._sheets += 1
            for category in dict.fromkeys(name for sheet in row.sheet for name in sheet):
                points = sum(sheet.get(category, 0) for sheet in row.sheet)
                self._categories.setdefault(category, Sums()).add(points)
        self._cards.add(row, self._groups[row.number % len(row.scores)], won)
        if row.causes is not None:
            self._causes.append(row.causes)
        if row.track is not None:
            self._tracks.append(row.track)

    def told(self) -> Summary:
        """The figures of all that was added."""
        unit, others, players = self._unit, self._others, len(self._plan.seats)
        sat = {
            name: [each for bot, each in zip(self._plan.seats, self._sat, strict=True) if bot == name]
            for name in dict.fromkeys(self._plan.seats)
        }
        bots = {name: _together(chain.from_iterable(each)) for name, each in sat.items()}
        seats = [_together(each) for each in zip(*self._sat, strict=True)]
        return Summary(
            self.games,
            {name: each.player(unit, others, len(bots)) for name, each in bots.items()},
            tuple(each.player(unit, others, len(seats)) for each in seats),
            Sums.of(self._lengths).estimate(),
            self._length.estimate(),
            self._lengths,
            _together(bots.values()).scores,
            self._sheets,
            {name: sums.among(self._sheets).estimate(1 / players) for name, sums in self._categories.items()},
            *by_cause(self._causes),
            course_of(self._tracks),
            self._cards.told(1 / unit),
            self._shared,
            self._none,
        )
