"""What becomes of the cards in many games: how often each is dealt, offered and taken, and what comes of taking it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .figures import sure_of
from .impact import Takers
from .lanes import Rows, marks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .figures import Estimate
    from .playing import GameRow

__all__ = ["Card", "Cards"]


@dataclass(frozen=True, slots=True)
class Card:
    """What became of a card in all games together.

    Attributes:
        dealt: how many of its copies came out.
        offered: at how many decisions somebody might have taken it.
        taken: how often somebody took it.
        had: how many of its copies somebody had at the end.
        by_having: whether those got it who had it at the end, rather than those who took it: it comes to them otherwise.
        might: how many seats might have got it, game by game: those that were offered it at least once; all of them if `by_having`.
        got: how many of these did.
        score: by how much getting it changes the score of a seat; None where too few got it, or too few did not.
        won: by how much it changes the share of the games won.
        sure: whether the former is beyond chance, all cards looked at together; `sure_won`: whether the latter is.
    """

    dealt: int
    offered: int
    taken: int
    had: int
    by_having: bool
    might: int
    got: int
    score: Estimate | None
    won: Estimate | None
    sure: bool
    sure_won: bool


class Cards:
    """Counts of cards in games, being added up."""

    def __init__(self, by_having: Sequence[bool] = ()) -> None:
        """`by_having`: see `Card`, for each."""
        self.games = 0
        self._by_having = by_having
        self._cards = self._players = 0
        self._sums = Rows()
        self._takers: Takers | None = None

    def add(self, row: GameRow, groups: Sequence[object], won: Sequence[int]) -> None:
        """One more game: whom each seat is compared with, and what it won."""
        if row.counts is None:
            return
        players = self._players = len(row.scores)
        numbers = memoryview(row.counts).cast("H")
        cards = self._cards = len(numbers) // (4 * players + 1)
        if self._takers is None:
            self._takers = Takers(cards, self._by_having)
        self.games += 1
        self._sums.add(row.counts)
        of_seats = cards * players
        had = marks(row.counts[-2 * of_seats :], players)
        for seat, score in enumerate(row.scores):
            self._takers.add(row.number, groups[seat], score, won[seat], had[seat])
        if self._takers.chosen:
            offered, taken = (
                numbers[start : start + of_seats].tolist() for start in (cards + of_seats, cards + 2 * of_seats)
            )
            stood = () if row.stood is None else memoryview(row.stood).cast("i")
            for seat, score in enumerate(row.scores):
                own = slice(seat * cards, (seat + 1) * cards)
                self._takers.offer(row.number, groups[seat], score, won[seat], offered[own], taken[own], stood[own])

    def told(self, unit: float) -> tuple[Card, ...]:
        """What became of every card, in the order of the data; what is won is told in so many units."""
        if self._takers is None:
            return ()
        n, cards, takers = self._players, self._cards, self._takers
        sums = self._sums.told()
        found = [takers.effect(card) for card in range(cards)]
        sure, sure_won = ([False] * cards for _ in range(2))
        for which, into in enumerate((sure, sure_won)):
            known = [(card, each[which].chance()) for card, each in enumerate(found) if each is not None]
            for (card, _), is_sure in zip(known, sure_of([chance for _, chance in known]), strict=True):
                into[card] = is_sure
        told = []
        for card, each in enumerate(found):
            left, took = takers.seats(card)
            score, won = (None, None) if each is None else (each[0], each[1].times(unit))
            dealt, offered, taken, had = (
                sum(sums[row * cards + card] for row in range(first, last))
                for first, last in ((0, n + 1), (n + 1, 2 * n + 1), (2 * n + 1, 3 * n + 1), (3 * n + 1, 4 * n + 1))
            )
            by_having, might, got = takers.by_having[card], left.count + took.count, took.count
            counts = dealt, offered, taken, had
            told.append(Card(*counts, by_having, might, got, score, won, sure[card], sure_won[card]))
        return tuple(told)
