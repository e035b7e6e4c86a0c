"""Which cards are surely too strong, too weak or never chosen, and what it would take to know more.

A card is measured by what it is worth to those who get it (`table_effects`), beside the others of its kind: `+2.0` is two points more than these. It is too
strong if that lies surely above a limit, too weak if surely below, fine if surely within. Whoever asks about fifty cards finds something by chance, and so
does who looks again and again until there is something. So the risk of 5 in 100 is shared out (Bonferroni): with 50 cards and 4 looks each verdict may
be wrong 1 time in 4,000. All verdicts of a report hold together in 95 of 100 reports, whenever one stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp, inf, lgamma, log, log1p, sqrt
from typing import Final, Literal

from ruleset_core.lab.sim.table_effects import LEAST_GAMES, TableEffects, beside
from ruleset_core.statistics import OUTSIDE, Estimate, t_quantile

Verdict = Literal["strong", "weak", "unchosen", "unoffered", "unseen", "fine", "apart", "open"]

SPREAD: Final = 0.5
"""The limit where none is given: such a part of how far what seats come to lies apart."""
SELDOM: Final = 0.02
"""A card that surely fewer of those take who might is never chosen."""
FOUND: Final = 1.2815515655446004
"""So many deviations more, and what is there is found nine times in ten."""
FIRST_LOOK: Final = 250
"""Games before the first look; each later look comes after twice as many."""


@dataclass(frozen=True, slots=True)
class BalanceQuestion:
    """What is asked of games.

    Attributes:
        kinds: the kind of each card.
        limit: what more is too much; a part of the spread (`SPREAD`) where it is None.
        looks: how often somebody looks, this time included, until all games are played.
    """

    kinds: Sequence[str]
    limit: float | None
    looks: int


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """What is known of a card.

    Attributes:
        card: its number.
        verdict: `strong`, `weak`, `fine`; `unchosen`: hardly anybody took it who might; `unoffered`: it came up, and nobody might take it;
            `unseen`: it never came up; `apart`: nothing is to be compared, as all or nobody get it, or no card of its kind is for getting; `open`: it is not
            known yet.
        beside: what it is worth more than the others of its kind, with the margin that holds for all cards together; None where too few got it.
        offered, got: seats that might have got it, and that did.
        needed: how many more games would tell, nine times in ten; None where that is not known, or the card lies on the limit.
    """

    card: int
    verdict: Verdict
    beside: Estimate | None
    offered: int
    got: int
    needed: int | None


@dataclass(frozen=True, slots=True)
class Balance:
    """What is known of all cards, after so many games; `limit` is what was asked, or a part of the spread."""

    games: int
    limit: float
    cards: Sequence[CardVerdict]

    def of(self, *verdicts: Verdict) -> list[CardVerdict]:
        """The cards of which this is known, those first that lie furthest off."""
        found = [each for each in self.cards if each.verdict in verdicts]
        return sorted(found, key=lambda each: (-abs(each.beside.mean) if each.beside else -inf, each.card))


def looks_of(games: int) -> list[int]:
    """After how many games somebody looks: 250, 500, 1000... and when all are played."""
    found, now = list[int](), FIRST_LOOK
    while now < games:
        found.append(now)
        now *= 2
    return [*found, games]


def balance_of(effects: TableEffects, asked: BalanceQuestion) -> Balance:
    """What is known of all cards."""
    limit = SPREAD * effects.deviation if asked.limit is None else asked.limit
    wrong = OUTSIDE / max(1, len(asked.kinds)) / asked.looks
    worth = effects.effects()
    found = [_verdict(effects, worth, asked.kinds, card, limit, wrong) for card in range(len(asked.kinds))]
    return Balance(effects.games, limit, found)


def _verdict(
    effects: TableEffects, worth: Sequence[Estimate | None], kinds: Sequence[str], card: int, limit: float, wrong: float
) -> CardVerdict:
    others = [each for each, kind in enumerate(kinds) if kind == kinds[card] and each != card]
    offered, got = effects.offered[card], effects.got[card]
    found = beside(worth, card, others)
    if not effects.dealt[card]:
        return CardVerdict(card, "unseen", None, 0, 0, None)
    if not any(effects.got[each] for each in (card, *others)):
        return CardVerdict(card, "apart", None, offered, got, None)
    if not offered:
        return CardVerdict(card, "unoffered", None, 0, got, None)
    if got <= SELDOM * offered and log_chance_of_at_most(got, offered, SELDOM) < log(wrong):
        return CardVerdict(card, "unchosen", None, offered, got, None)
    if found is None:
        needed = _until_enough(effects, card)
        return CardVerdict(card, "open" if needed else "apart", None, offered, got, needed)
    error = found.deviation / sqrt(found.count)
    margin = t_quantile(found.count - 1, wrong) * error
    told = Estimate(found.mean, margin, found.count, found.deviation)
    if found.mean - margin > limit:
        return CardVerdict(card, "strong", told, offered, got, None)
    if found.mean + margin < -limit:
        return CardVerdict(card, "weak", told, offered, got, None)
    if abs(found.mean) + margin < limit:
        return CardVerdict(card, "fine", told, offered, got, None)
    away = abs(abs(found.mean) - limit)
    sure = (t_quantile(found.count - 1, wrong) + FOUND) * error
    more = inf if away <= 0 else effects.games * max(0.0, (sure / away) ** 2 - 1)
    return CardVerdict(card, "open", told, offered, got, None if more > 1e7 else max(1, ceil(more)))


def _until_enough(effects: TableEffects, card: int) -> int | None:
    """How many games more it takes until enough got it for anything to be told; None where nobody did, or all."""
    got = effects.informative(card)
    from_now = LEAST_GAMES * effects.games
    return ceil(from_now / got) - effects.games if got else None


def log_chance_of_at_most(count: int, among: int, share: float) -> float:
    """How rarely, as a logarithm, so few of so many come about where each does with such a chance.

    >>> round(exp(log_chance_of_at_most(0, 300, 0.02)), 4)
    0.0023
    """
    terms = [
        lgamma(among + 1)
        - lgamma(each + 1)
        - lgamma(among - each + 1)
        + each * log(share)
        + (among - each) * log1p(-share)
        for each in range(min(count, among) + 1)
    ]
    most = max(terms)
    return min(0.0, most + log(sum(exp(each - most) for each in terms)))
