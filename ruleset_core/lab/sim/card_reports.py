"""What became of one card in many games: who was offered it, who took it and when, what it was worth, and the others of its kind beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ruleset_core.lab.sim.table_effects import TableEffects
from ruleset_core.statistics import Estimate, Sums, mean_difference, quartiles

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.lab.sim.plans import GameRow, SimulationPlan

HUNDREDTHS: Final = 100


@dataclass(frozen=True, slots=True)
class TakerShare:
    """How many of the seats that might have got a card did: of a bot or a seat, or of all."""

    name: str
    offered: int
    got: int

    @property
    def share(self) -> Estimate:
        """Which part, with its margin."""
        return Sums(self.offered, self.got, self.got).share()


@dataclass(frozen=True, slots=True)
class CardReport:
    """One card in many games.

    Attributes:
        card: its id.
        kind: its kind.
        games: how many games were played.
        dealt: in how many it came up.
        chosen: whether seats choose it; else those have it who had it at the end, and all may.
        times: at how many decisions it was offered, and how often it was taken.
        everybody, seats, bots: who might have got it, and did; bots only where there are several kinds.
        when: after how many hundredths of the decisions the middle half of those who took it did so first; None where that is not known.
        rows: the card and the others of its kind, with what each is worth to those who get it.
        with_it, without: what a seat came to in games in which it came up, and in which it did not; None where there are not both.
    """

    card: str
    kind: str
    games: int
    dealt: int
    chosen: bool
    times: tuple[int, int]
    everybody: TakerShare
    seats: Sequence[TakerShare]
    bots: Sequence[TakerShare]
    when: tuple[int, int] | None
    rows: Sequence[tuple[str, Estimate | None]]
    with_it: Estimate | None
    without: Estimate | None

    @property
    def worth(self) -> Estimate | None:
        """What it is worth to those who get it."""
        return dict(self.rows)[self.card]

    @property
    def presence(self) -> Estimate | None:
        """By how much more a seat comes to in games in which it came up."""
        return None if self.with_it is None or self.without is None else mean_difference(self.with_it, self.without)


def card_reports(
    game: Game, plan: SimulationPlan, rows: Sequence[GameRow], cards: Iterable[str], by_having: Sequence[bool]
) -> list[CardReport]:
    """A report for each of some cards; the games have counts."""
    by_points = bool(game.score_names())
    effects = TableEffects(plan, by_having, by_points=by_points, lowest=game.winning.lowest)
    effects.add(rows)
    ids = game.card_ids()
    kinds = [game.program.cards[each].kind for each in ids]
    return [_report(plan, rows, ids, ids.index(card), kinds, effects, by_having) for card in cards]


def _report(
    plan: SimulationPlan, rows: Sequence[GameRow], ids: Sequence[str], card: int, kinds: Sequence[str],
    effects: TableEffects, by_having: Sequence[bool],
) -> CardReport:  # fmt: skip
    players, cards = len(plan.seats), len(ids)
    offered, got = Counter[int](), Counter[int]()
    bots_offered, bots_got = Counter[str](), Counter[str]()
    when, times, taken, dealt = Counter[int](), 0, 0, 0
    scores = Sums(), Sums()
    for row in rows:
        assert row.counts is not None
        numbers = memoryview(row.counts).cast("H")[card::cards].tolist()
        offers, takes, had = (numbers[part * players + 1 : (part + 1) * players + 1] for part in (1, 2, 3))
        came = any(numbers[: players + 1]) or any(offers) or any(had)
        dealt += came
        times, taken = times + sum(offers), taken + sum(takes)
        scores[came].add(sum(row.scores))
        if not came:
            continue
        for seat in range(players):
            might = by_having[card] or offers[seat]
            has = had[seat] if by_having[card] else takes[seat]
            bot = plan.seats[plan.bot_on(row.number, seat)]
            if might:
                offered[seat] += 1
                bots_offered[bot] += 1
                got[seat] += bool(has)
                bots_got[bot] += bool(has)
        for name, _, place in row.moments or ():
            if name == ids[card] and row.decisions:
                when[HUNDREDTHS * place // row.decisions] += 1
    same = [place for place, kind in enumerate(kinds) if kind == kinds[card]]
    both = scores[0].count > 1 and scores[1].count > 1
    return CardReport(
        ids[card], kinds[card], len(rows), dealt, not by_having[card], (times, taken),
        TakerShare("", offered.total(), got.total()),
        [TakerShare(str(seat + 1), offered[seat], got[seat]) for seat in range(players)],
        [TakerShare(bot, bots_offered[bot], bots_got[bot]) for bot in dict.fromkeys(plan.seats)] if len(set(plan.seats)) > 1 else [],
        quartiles(when) if when else None,
        [(ids[each], effects.effect(each)) for each in same],
        scores[1].estimate(1 / players) if both else None, scores[0].estimate(1 / players) if both else None,
    )  # fmt: skip
