"""What it does to a seat to take a card: to its score and to the games it wins.

Seats that took a card are compared with seats that could have and did not: the same bot, on the same seat, offered the card at least once, and
ahead, level or behind as they were when first offered it. By how much they were ahead is taken out too, as far as scores go with it.
That is a regression with a constant for each such group and a slope for the standing. Within a group it is the difference of two means; several
are put together by how much each can say.

A card that seats come to have otherwise than by an option that picks it is looked at in all games: seats that had it at the end are compared with
all others of the same bot on the same seat. All stand alike when a game begins.

Seats of one game have to do with each other, so how sure the figure is, is worked out by leaving out games: they are dealt into
blocks, and the figure is made again without each block (the jackknife).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import itemgetter
from typing import Final

from .figures import Estimate, Sums

__all__ = ["BLOCKS", "LEAST", "Takers"]

BLOCKS: Final = 23
"""Blocks that games are dealt into: a prime, so that bots sit everywhere within each."""
LEAST: Final = 20
"""Seats that took a card, and seats that did not, for anything to be told of it."""
STANDINGS: Final = 3
"""Level, ahead and behind."""
EXACT: Final = 1 << 32
"""Parts of a point that figures without a block are rounded to."""


@dataclass(slots=True)
class Arm:
    """Seats that took a card, or that did not, added up: how many, where they stood when first offered it, and what came of them."""

    count: int = 0
    stood: int = 0
    stood2: int = 0
    score: int = 0
    won: int = 0
    stood_score: int = 0
    stood_won: int = 0

    def add(self, score: int, won: int) -> None:
        """One more seat, as if it stood level."""
        self.count += 1
        self.score += score
        self.won += won

    def plus(self, other: Arm, times: int = 1) -> Arm:
        """Both together; with -1 times the other, without it."""
        return Arm(
            self.count + times * other.count,
            self.stood + times * other.stood,
            self.stood2 + times * other.stood2,
            self.score + times * other.score,
            self.won + times * other.won,
            self.stood_score + times * other.stood_score,
            self.stood_won + times * other.stood_won,
        )


def _picking(places: Sequence[int]) -> Callable[[Sequence[int]], Iterable[int]]:
    """What picks the numbers at these places."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: [row[place] for place in places]


Pair = tuple[Arm, Arm]
"""Those that did not take the card, and those that did."""


class Takers:
    """All seats that were offered cards: by block of games and group, and for each card those that took it and those that did not."""

    def __init__(self, cards: int, by_having: Sequence[bool] = ()) -> None:
        """For so many cards; `by_having` says of which it counts whether a seat had it at the end."""
        self._cards = cards
        self.by_having = by_having or [False] * cards
        self._unchosen = [card for card in range(cards) if self.by_having[card]]
        self._chosen = [card for card in range(cards) if not self.by_having[card]]
        self._of_unchosen, self._of_chosen = _picking(self._unchosen), _picking(self._chosen)
        self._all: dict[int, dict[object, Arm]] = {}
        self._having: dict[int, dict[object, list[Arm]]] = {}
        self._blocks: dict[int, dict[object, list[Pair]]] = {}

    def _of_card(self, card: int, block: int) -> dict[object, Pair]:
        """Within a block of games the seats that might have got a card, by what they are compared within."""
        if self.by_having[card]:
            groups = self._blocks.get(block, {})
            had = {group: groups[group][STANDINGS * card][1] for group in groups}
            return {group: (self._all[block][group].plus(arm, -1), arm) for group, arm in had.items()}
        return {
            (group, place): pairs[place]
            for group, pairs in self._blocks.get(block, {}).items()
            for place in range(STANDINGS * card, STANDINGS * (card + 1))
        }

    def add(
        self, game: int, group: object, offered: Sequence[int], taken: Sequence[int], stood: Sequence[int],
        score: int, won: int, had: Sequence[int] = (),
    ) -> None:  # fmt: skip
        """One more seat.

        Args:
            game: the number of its game.
            group: within what it is compared.
            offered: by card, how often it was offered that.
            taken: by card, how often it took that.
            stood: by card, how it stood when first offered that; empty where that says nothing, as choices were made by lot.
            score: what it scored.
            won: what it won.
            had: by card, how many it had at the end.
        """
        groups = self._blocks.setdefault(game % BLOCKS, {})
        pairs = groups.get(group)
        if pairs is None:
            pairs = groups[group] = [(Arm(), Arm()) for _ in range(STANDINGS * self._cards)]
            self._all.setdefault(game % BLOCKS, {})[group] = Arm()
            having = [pairs[STANDINGS * card][1] for card in self._unchosen]
            self._having.setdefault(game % BLOCKS, {})[group] = having
        self._all[game % BLOCKS][group].add(score, won)
        # There are hundreds of thousands of seats with hundreds of cards: nothing is done for those that were not there.
        if had:
            for arm in compress(self._having[game % BLOCKS][group], self._of_unchosen(had)):
                arm.count += 1  # as `add` does, which would take as long again
                arm.score += score
                arm.won += won
        for card in compress(self._chosen, self._of_chosen(offered)):
            standing = stood[card] if stood else 0
            arm = pairs[STANDINGS * card + (standing > 0) + 2 * (standing < 0)][taken[card] > 0]
            arm.add(score, won)
            if standing:
                arm.stood += standing
                arm.stood2 += standing * standing
                arm.stood_score += standing * score
                arm.stood_won += standing * won

    def seats(self, card: int) -> Pair:
        """All seats that might have got a card: those that did not, and those that did."""
        found = Arm(), Arm()
        for block in self._blocks:
            for pair in self._of_card(card, block).values():
                found = _both(found, pair)
        return found

    def effect(self, card: int) -> tuple[Estimate, Estimate] | None:
        """What getting a card does to the score and to what is won; None if there are too few seats."""
        if min(arm.count for arm in self.seats(card)) < LEAST:
            return None
        blocks = [self._of_card(card, block) for block in range(BLOCKS)]
        whole: dict[object, Pair] = {}
        for groups in blocks:
            for group, pair in groups.items():
                whole[group] = _both(whole[group], pair) if group in whole else pair
        found = _slopes(list(whole.values()))
        rest = [_slopes(_without(whole, block)) for block in blocks]
        parts = [each for each in rest if each is not None]
        if found is None or len(parts) < BLOCKS:
            return None
        score, won = (_estimate(found[which], [each[which] for each in parts]) for which in (0, 1))
        return score, won


def _both(one: Pair, other: Pair, times: int = 1) -> Pair:
    return one[0].plus(other[0], times), one[1].plus(other[1], times)


def _without(whole: dict[object, Pair], block: dict[object, Pair]) -> list[Pair]:
    return [_both(pair, block[group], -1) if group in block else pair for group, pair in whole.items()]


def _slopes(groups: Sequence[Pair]) -> tuple[float, float] | None:
    """By how much score and wins differ between those who took and those who did not, standing taken out; None if nothing can be compared."""
    taking = [0.0] * 5  # sums of products within groups: taken by taken, standing, score, won; and standing by standing
    stood_score = stood_won = 0.0
    for left, took in groups:
        if not left.count or not took.count:
            continue
        total, share = left.plus(took), took.count / (left.count + took.count)
        taking[0] += left.count * share
        taking[1] += took.stood - share * total.stood
        taking[2] += took.score - share * total.score
        taking[3] += took.won - share * total.won
        taking[4] += total.stood2 - total.stood * total.stood / total.count
        stood_score += total.stood_score - total.stood * total.score / total.count
        stood_won += total.stood_won - total.stood * total.won / total.count
    by_taken, by_stood, score, won, stood = taking
    if not by_taken:
        return None
    rest = by_taken * stood - by_stood * by_stood
    if rest <= 1e-9 * by_taken * stood:  # where all stood alike, standing says nothing
        return score / by_taken, won / by_taken
    return (score * stood - stood_score * by_stood) / rest, (won * stood - stood_won * by_stood) / rest


def _estimate(found: float, without: Sequence[float]) -> Estimate:
    """How sure a figure is, from what it is without each block."""
    sums = Sums()
    for each in without:
        sums.add(round((found * BLOCKS - each * (BLOCKS - 1)) * EXACT))
    told = sums.estimate(1 / EXACT)
    return Estimate(found, told.margin, told.count, told.deviation)
