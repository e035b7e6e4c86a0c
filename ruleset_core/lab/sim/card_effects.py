"""What taking a card does to score and wins: compares seats that took it with seats that could have. Counts of all cards
are added up at once, packed into one large integer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import itemgetter
from typing import Final

from ruleset_core.statistics import Estimate, Sums

# Many numbers as one whole number, each in a lane of its own: a single addition adds them all up.
#
# There are hundreds of thousands of games with hundreds of counts each, and a loop over those took most of the time
# of telling them.

LANE: Final = 8
"""Bytes of each number: sums of millions of games fit, whether they are above zero or below."""
BITS: Final = 8 * LANE
BYTES_PER_SUM: Final = 256
"""So many numbers of one byte add up to one of two bytes at most."""
ONES: Final = bytes([0]) + bytes([1]) * 255


def lane(sums: int, place: int) -> int:
    """One of the numbers; those below it may be below zero."""
    found = sums + (1 << BITS * place >> 1) >> BITS * place & (1 << BITS) - 1
    return found - (found >> BITS - 1 << BITS)


def nonzero_marks(row: bytes, parts: int) -> list[int]:
    """For each number of 16 bits, as this machine has them, whether it is something: 1 or 0. So many equal parts of a row apart."""
    low, high = _halves(row)
    if high.strip(b"\0"):
        low = bytes(map(max, low, high))
    low, size = low.translate(ONES), len(low) // parts
    return [_lanes(low[part * size : (part + 1) * size]) for part in range(parts)]


class RowSums:
    """Rows of numbers of 16 bits, as this machine has them, added up. All are as long."""

    def __init__(self) -> None:
        """No row yet."""
        self._sums = self._packed = self._count = self._size = 0

    def add(self, row: bytes) -> None:
        """One more row."""
        self._size = len(row)
        if _halves(row)[1].strip(b"\0"):
            self._sums += _spread(row)
            return
        # numbers this small are added up where they stand, as long as that has room
        self._packed += int.from_bytes(row, sys.byteorder)
        self._count += 1
        if self._count == BYTES_PER_SUM:
            self._unpack()

    def values(self) -> list[int]:
        """The sums, in the order of a row."""
        self._unpack()
        return [lane(self._sums, place) for place in range(self._size // 2)]

    def _unpack(self) -> None:
        self._sums += _spread(self._packed.to_bytes(self._size, sys.byteorder))
        self._packed = self._count = 0


def _halves(row: bytes) -> tuple[bytes, bytes]:
    """The lower and the higher byte of each number."""
    low = int(sys.byteorder != "little")
    return row[low::2], row[1 - low :: 2]


def _lanes(low: bytes, high: bytes = b"") -> int:
    found = bytearray(LANE * len(low))
    found[0::LANE] = low
    if high:
        found[1::LANE] = high
    return int.from_bytes(found, "little")


def _spread(row: bytes) -> int:
    return _lanes(*_halves(row))


# What it does to a seat to take a card: to its score and to the games it wins.
#
# Seats that took a card are compared with seats that could have and did not: the same bot, on the same seat, offered
# the card at least once, and ahead, level or behind as they were when first offered it. By how much they were ahead
# is taken out too, as far as scores go with it. That is a regression with a constant for each such group and a slope
# for the standing. Within a group it is the difference of two means; several are put together by how much each can
# say.
#
# A card that seats come to have otherwise than by an option that picks it is looked at in all games: seats that had
# it at the end are compared with all others of the same bot on the same seat. All stand alike when a game begins.
#
# Seats of one game have to do with each other, so how sure the figure is, is worked out by leaving out games: they
# are dealt into blocks, and the figure is made again without each block (the jackknife).

GAME_BLOCKS: Final = 23
"""Blocks that games are dealt into: a prime, so that bots sit everywhere within each."""
LEAST_TAKERS: Final = 20
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


@dataclass(slots=True)
class HolderSums:
    """Seats that had cards at the end, added up for all cards side by side: how many, and what came of them."""

    count: int = 0
    score: int = 0
    won: int = 0

    def add(self, had: int, score: int, won: int) -> None:
        """One more seat; `had` marks the cards that it had."""
        self.count += had
        self.score += had * score
        self.won += had * won

    def of_card(self, card: int) -> Arm:
        """Those that had a card."""
        return Arm(lane(self.count, card), score=lane(self.score, card), won=lane(self.won, card))


def _picking(places: Sequence[int]) -> Callable[[Sequence[int]], Iterable[int]]:
    """What picks the numbers at these places."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: [row[place] for place in places]


Pair = tuple[Arm, Arm]
"""Those that did not take the card, and those that did."""


class TakerGroup:
    """Seats that are compared with each other, in a block of games.

    Attributes:
        all: all of them.
        having: those that had cards at the end.
        pairs: by card and standing, those that were offered it; none where no card is chosen.
    """

    __slots__ = ("all", "having", "pairs")

    def __init__(self, cards: int) -> None:
        """None yet, of so many cards."""
        self.all, self.having = Arm(), HolderSums()
        self.pairs: list[Pair] = [(Arm(), Arm()) for _ in range(STANDINGS * cards)]


class CardEffects:
    """All seats that were offered cards: by block of games and group, and for each card those that took it and those that did not.

    Attributes:
        by_having: of which cards it counts whether a seat had them at the end.
        chosen: the others.
    """

    def __init__(self, cards: int, by_having: Sequence[bool] = ()) -> None:
        """For so many cards."""
        self._cards = cards
        self.by_having = by_having or [False] * cards
        self.chosen = [card for card in range(cards) if not self.by_having[card]]
        self._of_chosen = _picking(self.chosen)
        self._blocks: list[dict[object, TakerGroup]] = [{} for _ in range(GAME_BLOCKS)]

    def _of_card(self, card: int, block: int) -> dict[object, Pair]:
        """Within a block of games the seats that might have got a card, by what they are compared within."""
        if self.by_having[card]:
            had = {group: (each.all, each.having.of_card(card)) for group, each in self._blocks[block].items()}
            return {group: (everybody.plus(arm, -1), arm) for group, (everybody, arm) in had.items()}
        return {
            (group, place): each.pairs[place]
            for group, each in self._blocks[block].items()
            for place in range(STANDINGS * card, STANDINGS * (card + 1))
        }

    def add(self, game: int, group: object, score: int, won: int, had: int) -> None:
        """One more seat.

        Args:
            game: the number of its game.
            group: within what it is compared.
            score: what it scored.
            won: what it won.
            had: the cards that it had at the end, as `lab.sim.card_effects.nonzero_marks`.
        """
        found = self._group(game, group)
        found.all.add(score, won)
        found.having.add(had, score, won)

    def offer(
        self, game: int, group: object, score: int, won: int,
        offered: Sequence[int], taken: Sequence[int], stood: Sequence[int],
    ) -> None:  # fmt: skip
        """What one more seat was offered; what goes by having needs none of it.

        Args:
            game: the number of its game.
            group: within what it is compared.
            score: what it scored.
            won: what it won.
            offered: by card, how often it was offered that.
            taken: by card, how often it took that.
            stood: by card, how it stood when first offered that; empty where that says nothing, as choices were made by lot.
        """
        pairs = self._group(game, group).pairs
        # There are hundreds of thousands of seats with hundreds of cards: nothing is done for those that were not there.
        for card in compress(self.chosen, self._of_chosen(offered)):
            standing = stood[card] if stood else 0
            arm = pairs[STANDINGS * card + (standing > 0) + 2 * (standing < 0)][taken[card] > 0]
            arm.add(score, won)
            if standing:
                arm.stood += standing
                arm.stood2 += standing * standing
                arm.stood_score += standing * score
                arm.stood_won += standing * won

    def _group(self, game: int, group: object) -> TakerGroup:
        block = self._blocks[game % GAME_BLOCKS]
        found = block.get(group)
        if found is None:
            found = block[group] = TakerGroup(self._cards if self.chosen else 0)
        return found

    def seats(self, card: int) -> Pair:
        """All seats that might have got a card: those that did not, and those that did."""
        found = Arm(), Arm()
        for block in range(GAME_BLOCKS):
            for pair in self._of_card(card, block).values():
                found = _both(found, pair)
        return found

    def effect(self, card: int) -> tuple[Estimate, Estimate] | None:
        """What getting a card does to the score and to what is won; None if there are too few seats."""
        if min(arm.count for arm in self.seats(card)) < LEAST_TAKERS:
            return None
        blocks = [self._of_card(card, block) for block in range(GAME_BLOCKS)]
        whole: dict[object, Pair] = {}
        for groups in blocks:
            for group, pair in groups.items():
                whole[group] = _both(whole[group], pair) if group in whole else pair
        found = _slopes(list(whole.values()))
        rest = [_slopes(_without(whole, block)) for block in blocks]
        parts = [each for each in rest if each is not None]
        if found is None or len(parts) < GAME_BLOCKS:
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
        sums.add(round((found * GAME_BLOCKS - each * (GAME_BLOCKS - 1)) * EXACT))
    told = sums.estimate(1 / EXACT)
    return Estimate(found, told.margin, told.count, told.deviation)
