"""What getting a card is worth: by how much those who got it are before the others at their table, game by game.

    game 12   seat 0 took the card and has 31 points, seat 1 did not and has 26      +5
    game 15   both took it, or nobody                                                    says nothing
    game 19   seat 1 took it and has 22, seat 0 has 24                                   -2

All at a table have the same luck of the deal, so a game is one value, and values of games have nothing to do with each other. Two things that have
nothing to do with the card are taken out: what the seat and the bot are worth (their mean over all games), and by how far somebody was ahead when first
offered the card (a line through the values; what is told is its value where all stand level).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import TYPE_CHECKING, Final

from ruleset_core.statistics import Estimate, t_quantile

if TYPE_CHECKING:
    from ruleset_core.lab.sim.plans import GameRow, SimulationPlan

LEAST_GAMES: Final = 20
"""Games in which some got a card and others did not, for anything to be told of it."""


@dataclass(slots=True)
class _Values:
    """The values of a card added up: how many, values, their squares, standings and products; and how much of each bot and seat is in them."""

    count: int = 0
    value: float = 0.0
    value2: float = 0.0
    stood: float = 0.0
    stood2: float = 0.0
    product: float = 0.0
    shares: dict[tuple[int, int], float] = field(default_factory=dict)


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
        cards = len(by_having)
        self.games = 0
        self.offered, self.got, self.dealt = [0] * cards, [0] * cards, [0] * cards
        self._values = [_Values() for _ in range(cards)]
        self._sat: dict[tuple[int, int], tuple[int, float]] = {}
        self._all, self._all2 = 0.0, 0.0

    def add(self, rows: Iterable[GameRow]) -> None:
        """More games, in which cards were counted."""
        for row in rows:
            self._add(row)

    def _add(self, row: GameRow) -> None:
        assert row.counts is not None
        players, numbers = len(row.scores), memoryview(row.counts).cast("H").tolist()
        cards = len(self._by_having)
        who = [(self._plan.bot_on(row.number, seat), seat) for seat in range(players)]
        shared = max(1, sum(row.winners))
        worth = [
            self._sign * each if self._points else row.winners[seat] / shared for seat, each in enumerate(row.scores)
        ]
        stood = None if row.stood is None else memoryview(row.stood).cast("i").tolist()
        self.games += 1
        for seat, each in enumerate(worth):
            count, total = self._sat.get(who[seat], (0, 0.0))
            self._sat[who[seat]] = count + 1, total + each
            self._all += each
            self._all2 += each * each
        for card, by_having in enumerate(self._by_having):
            came = any(numbers[card : (players + 1) * cards : cards])
            offers = numbers[(players + 1) * cards + card : (2 * players + 1) * cards : cards]
            first = (3 if by_having else 2) * players + 1
            had = numbers[first * cards + card : (first + players) * cards : cards]
            if not (came or any(offers) or any(had)):
                continue
            self.dealt[card] += 1
            self.offered[card] += players if by_having else sum(map(bool, offers))
            takers = [seat for seat in range(players) if had[seat]]
            self.got[card] += len(takers)
            if 0 < len(takers) < players:
                ahead = 0.0
                if stood is not None and not by_having and self._points:
                    ahead = (
                        self._sign * sum(stood[seat * cards + card] for seat in takers) / len(takers) / (players - 1)
                    )
                self._value(self._values[card], worth, ahead, takers, who)

    def _value(
        self, into: _Values, worth: Sequence[float], ahead: float, takers: Sequence[int], who: Sequence[tuple[int, int]]
    ) -> None:
        """One more value of a card."""
        rest, value = len(worth) - len(takers), 0.0
        for seat, each in enumerate(worth):
            share = 1 / len(takers) if seat in takers else -1 / rest
            value += share * each
            into.shares[who[seat]] = into.shares.get(who[seat], 0.0) + share
        into.count += 1
        into.value += value
        into.value2 += value * value
        into.stood += ahead
        into.stood2 += ahead * ahead
        into.product += ahead * value

    @property
    def deviation(self) -> float:
        """How far what seats come to lies apart."""
        count = sum(each for each, _ in self._sat.values())
        return sqrt(max(0.0, self._all2 / count - (self._all / count) ** 2)) if count else 0.0

    def informative(self, card: int) -> int:
        """In how many games some got a card and others did not."""
        return self._values[card].count

    def effect(self, card: int) -> Estimate | None:
        """What getting a card is worth; None where too few games say anything."""
        sums = self._values[card]
        n = sums.count
        if n < LEAST_GAMES:
            return None
        value, stood = sums.value / n, sums.stood / n
        spread, along, both = (
            sums.value2 - n * value * value,
            sums.stood2 - n * stood * stood,
            sums.product - n * value * stood,
        )
        slope = both / along if along > 1e-9 else 0.0
        usual = sum(share * self._sat[who][1] / self._sat[who][0] for who, share in sums.shares.items()) / n
        error2 = max(0.0, spread - slope * both) / (n - 2) * (1 / n + (stood * stood / along if along > 1e-9 else 0.0))
        error = sqrt(error2)
        return Estimate(value - usual - slope * stood, t_quantile(n - 2) * error, n, error * sqrt(n))

    def beside(self, card: int, others: Sequence[int]) -> Estimate | None:
        """What a card is worth more than others are on average; than nothing where fewer than two of these are known."""
        own = self.effect(card)
        known = [each for each in map(self.effect, others) if each is not None]
        if own is None or len(known) < 2:
            return own
        mean = sum(each.mean for each in known) / len(known)
        error = sqrt(_error2(own) + sum(map(_error2, known)) / len(known) ** 2)
        return Estimate(own.mean - mean, t_quantile(own.count - 2) * error, own.count, error * sqrt(own.count))


def _error2(found: Estimate) -> float:
    """The square of how far a mean may usually be off."""
    return found.deviation**2 / found.count if found.count else inf
