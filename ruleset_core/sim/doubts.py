"""What games on trial cast doubt on: cards that nobody gets or that do nothing, options that are never better, ends, ties and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from ruleset_core.bots import Stream

from .figures import Estimate, Sums, unlike
from .trial import Tried, Weighed, begun, is_usual

if TYPE_CHECKING:
    from ruleset_core import Game

    from .plan import Plan

__all__ = ["ENOUGH", "Doubt", "doubts"]

ENOUGH: Final = 20
"""Games in which a card came out, was offered or was got, for anything to be said of it; decisions at which an option is looked at twice."""
WHOLE: Final = 10_000
"""Parts of a game that several win together."""
BY_LOT: Final = 300
"""Decisions at which a card was offered to those who choose by lot, for it to mean anything that nobody took it."""
WEIGHED: Final = 30
"""Decisions at which an option was offered, for it to be said that it is never better than another."""
A_GAME: Final = 2
"""Of these so many in a game, so that they are of all stages of many games."""
SELDOM: Final = 0.01
"""How often seats that are alike may be doubted: a warning is read by somebody who changed something else."""
TIED: Final = 0.01
"""Share of the games that may end in a tie without a word."""

Kind = Literal["unseen", "unoffered", "untaken", "idle", "dominated", "endless", "tied", "seat"]


class Doubt(NamedTuple):
    """Something that looks wrong.

    Attributes:
        kind: what: a card never came out, was never offered, was never got, did nothing; an option was never better than another; games did
            not end; games were tied; a seat won more or less than its share.
        name: the card, the notation of the option, or the number of the seat from 1.
        times: how many games or decisions say so.
        of: among how many.
        other: of an option, the notation of the one that was never worse.
        share: how often, where that is a share, with its margin.
    """

    kind: Kind
    name: str
    times: int
    of: int
    other: str = ""
    share: Estimate | None = None


def doubts(
    game: Game, plan: Plan, tried: Sequence[Tried], looked: Callable[[], object] = lambda: None
) -> Iterator[Doubt]:
    """What some games say together; `looked` is called while games are gone through again.

    Raises:
        BrokenRuleError: a rule breaks for somebody who thinks ahead.
    """
    over = [each for each in tried if each.over]
    if len(over) < len(tried):
        yield Doubt("endless", "", len(tried) - len(over), len(tried))
    usual = [each for each in over if is_usual(game, each.number)]
    if usual and not game.winning.conditional:
        yield from _ties(usual)
    if usual and len(plan.seats) > 1:
        yield from _seats(usual)
    told: set[str] = set()
    for doubt in _cards(game, plan, over, looked) if game.card_ids() and over else ():
        told.add(doubt.name)
        yield doubt
    if game.core().executor == "core":
        options = _options(game, plan, tried, looked)
        yield from (doubt for doubt in options if game.card_of(game.parse(doubt.name)) not in told)


def _ties(over: Sequence[Tried]) -> Iterator[Doubt]:
    tied = sum(each.tied for each in over)
    if tied > 1 and tied >= TIED * len(over):
        share = Sums(len(over), tied, tied).share()
        yield Doubt("tied", "", tied, len(over), share=share)


def _seats(over: Sequence[Tried]) -> Iterator[Doubt]:
    """Seats that win more or less than the others, all looked at together."""
    players = len(over[0].winners)
    sums = [Sums() for _ in range(players)]
    for each in over:
        winners = sum(each.winners)
        for seat, won in enumerate(each.winners):
            sums[seat].add(WHOLE * won // winners if winners else 0)
    found = [each.share(1 / WHOLE, together=players, outside=SELDOM) for each in sums]
    fair = sum(each.mean for each in found) / players
    for seat, sure in enumerate(unlike(found, fair)):
        if sure and (players > 2 or found[seat].mean > fair):  # of two, what one has the other lacks
            yield Doubt("seat", str(seat + 1), round(found[seat].mean * len(over)), len(over), share=found[seat])


class _Fates:
    """What became of each card: in how many games it came out, was offered, was taken, was had; at how many decisions it was offered."""

    def __init__(self, game: Game, players: int) -> None:
        self.ids, self.by_having = game.card_ids(), game.core().by_having(players)
        self._players, cards = players, len(self.ids)
        self.out, self.offered, self.taken, self.had, self.times = ([0] * cards for _ in range(5))

    def add(self, counts: bytes) -> None:
        """One more game."""
        for into, which in ((self.out, 0), (self.offered, 1), (self.taken, 2), (self.had, 3)):
            for card, count in enumerate(self.of(counts, which)):
                into[card] += count > 0
                if which == 1:
                    self.times[card] += count

    def of(self, counts: bytes, which: int) -> list[int]:
        """By card, how often it was dealt (0), offered (1), taken (2) or had (3), all seats together."""
        n, cards = self._players, len(self.ids)
        first, last = (0, n + 1) if which == 0 else (which * n + 1, which * n + n + 1)
        rows = memoryview(counts).cast("H")[first * cards : last * cards].tolist()
        return [sum(rows[card::cards]) for card in range(cards)]

    def got(self, counts: bytes) -> frozenset[str]:
        """The cards that somebody took or had."""
        both = [taken + had for taken, had in zip(self.of(counts, 2), self.of(counts, 3), strict=True)]
        return frozenset(compress(self.ids, both))


def _cards(game: Game, plan: Plan, over: Sequence[Tried], looked: Callable[[], object]) -> Iterator[Doubt]:
    fates = _Fates(game, len(plan.seats))
    for each in over:
        fates.add(each.counts)
    kinds = [game.card(card).kind for card in fates.ids]
    can_be_had = {kind for kind, had in zip(kinds, fates.had, strict=True) if had}
    can_be_seen = {kind for kind, out in zip(kinds, fates.out, strict=True) if out}
    by_lot = "random" in plan.seats
    for place, card in enumerate(fates.ids):
        out, offered, times = fates.out[place], fates.offered[place], fates.times[place]
        if not out and not offered:
            if len(over) >= ENOUGH and kinds[place] in can_be_seen:
                yield Doubt("unseen", card, len(over), len(over))
        elif fates.by_having[place]:
            if not fates.had[place] and out >= ENOUGH and kinds[place] in can_be_had:
                yield Doubt("untaken", card, times, out)
        elif not offered:
            if out >= ENOUGH:
                yield Doubt("unoffered", card, out, len(over))
        elif not fates.taken[place] and offered >= ENOUGH and (not by_lot or times >= BY_LOT):
            yield Doubt("untaken", card, times, offered)
    yield from _idle(game, plan, over, fates, looked)


def _idle(
    game: Game, plan: Plan, over: Sequence[Tried], fates: _Fates, looked: Callable[[], object]
) -> Iterator[Doubt]:
    """Cards that somebody got and that did nothing. Only games are heard in which there is a card of which it is not known yet."""
    got = [fates.got(each.counts) for each in over]
    often = Counter(card for cards in got for card in cards)
    unknown = {card: 0 for card in fates.ids if often[card] >= ENOUGH and game.card(card).acts}
    for each, cards in zip(over, got, strict=True):
        here = [card for card in cards if unknown.get(card, ENOUGH) < ENOUGH]
        if not here:
            continue
        looked()
        acted = _acted(game, plan, each)
        for card in here:
            unknown[card] += 1
        unknown = {card: games for card, games in unknown.items() if card not in acted}
    for card, games in unknown.items():
        if games >= ENOUGH:
            yield Doubt("idle", card, games, games)


def _acted(game: Game, plan: Plan, each: Tried) -> frozenset[str]:
    """The cards that did something in a game, or gave points at its end."""
    state = begun(game, plan, each.number)
    heard = [state.hear_setup()]
    for option in each.moves:
        heard.append(state.hear(option))
        state.apply(option)
    return frozenset().union(*(step.cards for step in heard))


def _options(game: Game, plan: Plan, tried: Sequence[Tried], looked: Callable[[], object]) -> Iterator[Doubt]:
    """Options of which another was always at least as good, and that `normal`, who looks further, never took either."""
    found: dict[int, Weighed] = {}
    for each in tried:
        for option, weighed in each.weighed.items():
            found[option] = found[option].and_then(weighed) if option in found else weighed
    rivals: dict[int, int] = {}
    for option, weighed in sorted(found.items()):
        better = {rival: more for rival, more in weighed.rivals.items() if 2 * more > weighed.times}
        if better and weighed.times >= WEIGHED and _is_named(game, option):
            rivals[option] = max(better, key=lambda rival: (better[rival], -rival))
    left, asked = set(rivals), dict.fromkeys(rivals, 0)
    for each in tried:
        here = {option for option in left if option in each.weighed and asked[option] < ENOUGH}
        if here:
            looked()
            left -= _preferred(game, plan, each, here, asked)
    for option in sorted(left):
        times = found[option].times
        yield Doubt("dominated", game.notation(option), times, times, game.notation(rivals[option]))


def _is_named(game: Game, option: int) -> bool:
    """Whether an option is a thing of its own rather than a number, a seat, or the end of a question."""
    things = game.things(option)
    return (
        bool(things) and not game.picks_nothing(option) and all(thing.family not in {"int", "seat"} for thing in things)
    )


def _preferred(game: Game, plan: Plan, each: Tried, options: set[int], asked: dict[int, int]) -> set[int]:
    """Those of some options that `normal` takes where it is asked, at a few decisions of a game drawn by lot; `asked` counts how often it was."""
    state, where = begun(game, plan, each.number), dict[int, list[int]]()
    for place, move in enumerate(each.moves):
        for option in options.intersection(state.options) if len(state.options) > 1 else ():
            where.setdefault(option, []).append(place)
        state.apply(move)
    stream = Stream(plan.seed, f"doubts/{each.number}")
    drawn = {option: {stream.pick(places) for _ in range(A_GAME)} for option, places in sorted(where.items())}
    for option, places in drawn.items():
        asked[option] += len(places)
    return _taken(game, plan, each, drawn)


def _taken(game: Game, plan: Plan, each: Tried, drawn: dict[int, set[int]]) -> set[int]:
    """Those options that `normal` takes at the decisions drawn for them."""
    core, found = game.core(), set[int]()
    state, figures = begun(game, plan, each.number), dict[str, Any](core.levels["normal"])
    for place, move in enumerate(each.moves):
        here = {option for option, places in drawn.items() if place in places} - found
        if here:
            chosen = core.search(state, state.seat, seed=plan.seed + place, **figures).option
            found |= {chosen} & here
        state.apply(move)
    return found
