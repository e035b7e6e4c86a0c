"""What getting a card is worth to those who get it, of cards that some leave and of cards that everybody takes.

Where some are offered a card and leave it, they are compared with those who took it: the same bot on the same seat, standing alike (`card_effects`).
Where hardly anybody leaves it, or nobody chooses it, those who got it are compared with the others at their table, game by game:

    game 12   seat 0 took the card and has 31 points, seat 1 did not and has 26          +5
    game 15   both took it, or nobody                                                    says nothing
    game 19   seat 1 took it and has 22, seat 0 has 24                                   -2

All at a table have the same luck of the deal, so a game is one value, and values of games have nothing to do with each other. What seats and bots are
worth, their mean over all games, is taken out. The card is part of that where one seat gets it more often than another, so what is left is divided
by the part of the card that is left. If always the same seat gets it, none is: nothing can be told.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, lcm, sqrt
from typing import TYPE_CHECKING, Final

from ruleset_core.lab.sim.card_effects import LEAST_TAKERS, CardEffects, nonzero_marks
from ruleset_core.statistics import Estimate, t_quantile

if TYPE_CHECKING:
    from ruleset_core.lab.sim.plans import GameRow, SimulationPlan

LEAST_GAMES: Final = LEAST_TAKERS
"""Games in which some got a card and others did not, for anything to be told of it; and seats that took it, and left it."""
LEAST_LEFT: Final = 0.2
"""What must be left of a card once seats and bots are taken out."""

Who = tuple[int, int]
"""A bot, by its place in the plan, and its seat."""


@dataclass(slots=True)
class _Values:
    """The values of a card, game by game.

    Attributes:
        count, value, value2: how many, added up, and their squares.
        shares: how much of each bot and seat is in them: 1 for who got it alone, -1 spread over the others.
        got: in how many games each got it.
    """

    count: int = 0
    value: float = 0.0
    value2: float = 0.0
    shares: dict[Who, float] = field(default_factory=lambda: defaultdict(float))
    got: dict[Who, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, worth: Sequence[float], takers: Sequence[int], who: Sequence[Who]) -> None:
        """One more game, in which these seats got it, and others did not."""
        rest, value = len(worth) - len(takers), 0.0
        for seat, each in enumerate(worth):
            share = 1 / len(takers) if seat in takers else -1 / rest
            value += share * each
            self.shares[who[seat]] += share
        self.count += 1
        self.value += value
        self.value2 += value * value


class TableEffects:
    """Games being added up, for all cards.

    Attributes:
        games: how many there are.
        offered, got: by card, how many seats might have got it (of a card that nobody chooses all seats of games it came up in), and how many did.
        dealt: by card, in how many games it came up.
    """

    def __init__(self, plan: SimulationPlan, by_having: Sequence[bool], *, by_points: bool, lowest: bool) -> None:
        """No game yet.

        Args:
            plan: what is played.
            by_having: see `Core.by_having`.
            by_points: whether cards are worth points; else shares of games won.
            lowest: whether few points win.
        """
        self._plan, self._by_having, self._points = plan, by_having, by_points
        self._sign = -1 if lowest and by_points else 1
        self._unit = (
            1 if by_points else lcm(*range(1, len(plan.seats) + 1))
        )  # so that shares of a game are whole numbers
        cards = len(by_having)
        self.games = 0
        self.offered, self.got, self.dealt = [0] * cards, [0] * cards, [0] * cards
        self._values, self._choices = [_Values() for _ in range(cards)], CardEffects(cards, by_having)
        self._sat: dict[Who, tuple[int, int]] = {}
        self._all, self._all2 = 0, 0

    def add(self, rows: Iterable[GameRow]) -> None:
        """More games, in which cards were counted."""
        for row in rows:
            self._add(row)

    def _add(self, row: GameRow) -> None:
        assert row.counts is not None
        players, cards, numbers = len(row.scores), len(self._by_having), memoryview(row.counts).cast("H").tolist()
        who = [(self._plan.bot_on(row.number, seat), seat) for seat in range(players)]
        worth = self._worth(row)
        self.games += 1
        for seat, each in enumerate(worth):
            count, total = self._sat.get(who[seat], (0, 0))
            self._sat[who[seat]] = count + 1, total + each
            self._all += each
            self._all2 += each * each
        self._choose(row, worth, numbers, who)
        for card, by_having in enumerate(self._by_having):
            came = any(numbers[card : (players + 1) * cards : cards])
            offers = numbers[(players + 1) * cards + card : (2 * players + 1) * cards : cards]
            first = (3 if by_having else 2) * players + 1
            had = numbers[first * cards + card : (first + players) * cards : cards]
            if not (came or any(offers) or any(had)):
                continue
            takers = [seat for seat in range(players) if had[seat]]
            self.dealt[card] += 1
            self.offered[card] += players if by_having else sum(map(bool, offers))
            self.got[card] += len(takers)
            for seat in takers:
                self._values[card].got[who[seat]] += 1
            if 0 < len(takers) < players:
                self._values[card].add(worth, takers, who)

    def _worth(self, row: GameRow) -> list[int]:
        """What each seat came to."""
        if self._points:
            return [self._sign * each for each in row.scores]
        shared = max(1, sum(row.winners))
        return [self._unit * each // shared for each in row.winners]

    def _choose(self, row: GameRow, worth: Sequence[int], numbers: Sequence[int], who: Sequence[Who]) -> None:
        """One more game for the cards that are chosen: what seats were offered, and took."""
        assert row.counts is not None
        players, cards = len(worth), len(self._by_having)
        stood = None if row.stood is None else memoryview(row.stood).cast("i")
        had = nonzero_marks(row.counts[-2 * cards * players :], players)
        offered, taken = (numbers[(part * players + 1) * cards : ((part + 1) * players + 1) * cards] for part in (1, 2))
        for seat, each in enumerate(worth):
            own = slice(seat * cards, (seat + 1) * cards)
            self._choices.add(row.number, who[seat], each, 0, had[seat])
            if self._choices.chosen:
                where = () if stood is None else stood[own]
                self._choices.offer(row.number, who[seat], each, 0, offered[own], taken[own], where)

    @property
    def deviation(self) -> float:
        """How far what seats come to lies apart."""
        count = sum(each for each, _ in self._sat.values())
        return sqrt(max(0.0, self._all2 / count - (self._all / count) ** 2)) / self._unit if count else 0.0

    def informative(self, card: int) -> int:
        """In how many games some got a card and others did not."""
        return self._values[card].count

    def effect(self, card: int) -> Estimate | None:
        """What getting a card is worth; None where too few games say anything, or it cannot be told from what a seat is worth."""
        found = None if self._by_having[card] else self._choices.effect(card)
        if found is not None:
            return found[0].times(1 / self._unit)
        return self._at_table(self._values[card])

    def _at_table(self, known: _Values) -> Estimate | None:
        """By how much those who got a card are before the others at their table."""
        n = known.count
        if n < LEAST_GAMES:
            return None
        left = 1 - sum(part * known.got[who] / self._sat[who][0] for who, part in known.shares.items()) / n
        if left < LEAST_LEFT:
            return None
        usual = sum(part * self._sat[who][1] / self._sat[who][0] for who, part in known.shares.items()) / n
        deviation = sqrt(max(0.0, known.value2 - known.value * known.value / n) / (n - 1)) / left / self._unit
        mean = (known.value / n - usual) / left / self._unit
        return Estimate(mean, t_quantile(n - 1) * deviation / sqrt(n), n, deviation)

    def effects(self) -> list[Estimate | None]:
        """What getting each card is worth."""
        return [self.effect(card) for card in range(len(self._by_having))]


def beside(found: Sequence[Estimate | None], card: int, others: Sequence[int]) -> Estimate | None:
    """What a card is worth more than others are on average; than nothing where fewer than two of these are known."""
    own, known = found[card], [each for each in (found[other] for other in others) if each is not None]
    if own is None or len(known) < 2:
        return own
    mean = sum(each.mean for each in known) / len(known)
    error = sqrt(_error2(own) + sum(map(_error2, known)) / len(known) ** 2)
    return Estimate(own.mean - mean, t_quantile(own.count - 1) * error, own.count, error * sqrt(own.count))


def _error2(found: Estimate) -> float:
    """The square of how far a mean may usually be off."""
    return found.deviation**2 / found.count if found.count else inf
