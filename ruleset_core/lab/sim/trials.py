"""Trial games, and what looks wrong in them: cards nobody gets, options that are never better, ends, ties, seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import compress
from typing import Any, Final, Literal, NamedTuple

from ruleset_core import Game, OptionError, State, core_of, trace_setup, trace_step
from ruleset_core.lab.sim.plans import SimulationPlan
from ruleset_core.play.bots import Stream, make_bot
from ruleset_core.statistics import Estimate, Sums, unfair_shares

# Games on trial: what becomes of cards, options and seats in games that may not even end, looked at closely.
#
# Each game is played by bots, one decision after the other, and given up after `MOST_DECISIONS` of them. `easy` bots choose by
# what `greedy` thinks of every option; where others play, greedy is asked as well, in the first games.

MOST_DECISIONS: Final = 5000
"""Decisions after which a game is given up: it does not end."""
DRAWN_BY_LOT: Final = 2500
"""Decisions after which all choose by lot: perhaps the game does not end because of what bots like."""
JUDGED: Final = 50
"""Games in which options are weighed, where bots do not do it anyway."""
EASY: Final = "easy"


class OptionComparison(NamedTuple):
    """How an option compares with others.

    Attributes:
        times: at how many decisions it was offered beside others.
        rivals: options that were offered at all of these and never worth less, and at how many each was worth more.
    """

    times: int
    rivals: dict[int, int]

    def and_then(self, later: OptionComparison) -> OptionComparison:
        """The same of both."""
        rivals = {each: more + later.rivals[each] for each, more in self.rivals.items() if each in later.rivals}
        return OptionComparison(self.times + later.times, rivals)


class TrialGame(NamedTuple):
    """What was seen of a game.

    Attributes:
        number: which game of the plan.
        over: whether it has ended.
        winners: by seat, 1 for those who win; nobody in a game that does not end.
        tied: whether several teams win, one for which the rules should have found a difference.
        counts: what became of the cards: a row of `Counts`.
        weighed: by option.
        moves: the options that were taken.
    """

    number: int
    over: bool
    winners: tuple[int, ...]
    tied: bool
    counts: bytes
    weighed: dict[int, OptionComparison]
    moves: tuple[int, ...]


class TrialPlayer:
    """Plays games of a plan by their numbers. Sent to another process, it loads the game there."""

    def __init__(self, plan: SimulationPlan, game: Game | None = None) -> None:
        self._plan, self._game = plan, game

    def __reduce__(self) -> tuple[Any, ...]:
        return TrialPlayer, (self._plan,)

    def __call__(self, numbers: Sequence[int]) -> list[TrialGame]:
        """The games of these numbers. Raises BrokenRuleError."""
        if self._game is None:
            self._game = self._plan.load()
        return [_try(self._game, self._plan, number) for number in numbers]


def has_default_options(game: Game, number: int) -> bool:
    """Whether a game is played with the usual options: in every third some are drawn, so that what belongs to them is seen, too."""
    return number % 3 != 2 or not game.option_names


def start_game(game: Game, plan: SimulationPlan, number: int) -> State:
    """A game of the plan at its first decision."""
    players = len(plan.seats)
    options: dict[str, object] = dict(plan.options)
    if not has_default_options(game, number):
        stream = Stream(plan.seed, f"trial/options/{number}")
        drawn = {name: stream.pick(values) for name, values in sorted(game.options_for(players).items()) if values}
        with suppress(OptionError):  # there may be some that do not go together
            return game.new(players, plan.seed, drawn | options, game=number)
    return game.new(players, plan.seed, options, game=number)


def _try(game: Game, plan: SimulationPlan, number: int) -> TrialGame:
    state = start_game(game, plan, number)
    own = int.from_bytes(blake2b(f"{plan.seed}/{number}".encode(), digest_size=8).digest(), "big")
    streams = [Stream(own, f"trial/{seat}") for seat in range(state.n)]
    bots = [None if kind == EASY else make_bot(kind, own, seat) for seat, kind in enumerate(plan.sitting(number))]
    tally, weighing = core_of(game).tally(state.n), _Weighing()
    tally.begin(state)
    moves: list[int] = []
    while not state.over and len(moves) < MOST_DECISIONS:
        bot, stream = bots[state.seat], streams[state.seat]
        thinks = len(moves) < DRAWN_BY_LOT and (bot is None or number < JUDGED)
        worths = _worths(state, stream) if thinks else {}
        weighing.look(worths)
        best = max(worths.values(), default=0)
        liked = [each for each in state.options if worths.get(each, best) == best]
        option = stream.pick(liked) if bot is None or len(moves) >= DRAWN_BY_LOT else bot.choose(state.clone())
        tally.choose(state, option)
        state.apply(option)
        tally.go_on(state)
        moves.append(option)
    tally.end(state)
    winners = state.verdict()[0] if state.over else []
    teams = [team for team, _ in state.standings()]
    return TrialGame(
        number, state.over, tuple(int(seat in winners) for seat in range(state.n)),
        len({teams[seat] for seat in winners}) > 1, tally.counts().row(0), weighing.found,
        tuple(moves),
    )  # fmt: skip


def _worths(state: State, stream: Stream) -> dict[int, int]:
    """What greedy thinks of every option; nothing where there is no choice."""
    if len(state.options) < 2:
        return {}
    core = core_of(state.game)
    figures: dict[str, Any] = core.levels[EASY]
    return core.worths(state, state.seat, stream.aside, **figures)


class _Weighing:
    """Options of a game, weighed against each other."""

    def __init__(self) -> None:
        self.found: dict[int, OptionComparison] = {}

    def look(self, worths: dict[int, int]) -> None:
        """A decision: what each option is worth."""
        for option, worth in worths.items():
            before = self.found.get(option)
            if before is not None and not before.rivals:
                self.found[option] = OptionComparison(before.times + 1, before.rivals)
                continue
            now = OptionComparison(
                1, {each: int(more > worth) for each, more in worths.items() if more >= worth and each != option}
            )
            self.found[option] = now if before is None else before.and_then(now)


# What games on trial cast doubt on: cards that nobody gets or that do nothing, options that are never better, ends,
# ties and seats.

ENOUGH_GAMES: Final = 20
"""Games in which a card came out, was offered or was got, for anything to be said of it; decisions at which an option is looked at twice."""
WHOLE: Final = 10_000
"""Parts of a game that several win together."""
ASKED_BY_LOT: Final = 300
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


class TrialFinding(NamedTuple):
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


def trial_findings(
    game: Game, plan: SimulationPlan, tried: Sequence[TrialGame], looked: Callable[[], object] = lambda: None
) -> Iterator[TrialFinding]:
    """What some games say together; `looked` is called while games are gone through again.

    Raises:
        BrokenRuleError: a rule breaks for somebody who thinks ahead.
    """
    over = [each for each in tried if each.over]
    if len(over) < len(tried):
        yield TrialFinding("endless", "", len(tried) - len(over), len(tried))
    usual = [each for each in over if has_default_options(game, each.number)]
    if usual and not game.winning.conditional:
        yield from _ties(usual)
    if usual and len(plan.seats) > 1:
        yield from _seats(usual)
    told: set[str] = set()
    for doubt in _cards(game, plan, over, looked) if game.card_ids() and over else ():
        told.add(doubt.name)
        yield doubt
    if core_of(game).executor == "core":
        options = _options(game, plan, tried, looked)
        yield from (doubt for doubt in options if game.card_of(game.parse(doubt.name)) not in told)


def _ties(over: Sequence[TrialGame]) -> Iterator[TrialFinding]:
    tied = sum(each.tied for each in over)
    if tied > 1 and tied >= TIED * len(over):
        share = Sums(len(over), tied, tied).share()
        yield TrialFinding("tied", "", tied, len(over), share=share)


def _seats(over: Sequence[TrialGame]) -> Iterator[TrialFinding]:
    """Seats that win more or less than the others, all looked at together."""
    players = len(over[0].winners)
    sums = [Sums() for _ in range(players)]
    for each in over:
        winners = sum(each.winners)
        for seat, won in enumerate(each.winners):
            sums[seat].add(WHOLE * won // winners if winners else 0)
    found = [each.share(1 / WHOLE, together=players, outside=SELDOM) for each in sums]
    fair = sum(each.mean for each in found) / players
    for seat, sure in enumerate(unfair_shares(found, fair)):
        if sure and (players > 2 or found[seat].mean > fair):  # of two, what one has the other lacks
            yield TrialFinding("seat", str(seat + 1), round(found[seat].mean * len(over)), len(over), share=found[seat])


class _Fates:
    """What became of each card: in how many games it came out, was offered, was taken, was had; at how many decisions it was offered."""

    def __init__(self, game: Game, players: int) -> None:
        self.ids, self.by_having = game.card_ids(), core_of(game).by_having(players)
        self._players, cards = players, len(self.ids)
        self.out, self.offered, self.taken, self.had, self.times = ([0] * cards for _ in range(5))

    def add(self, counts: bytes) -> None:
        """One more game."""
        for into, which in ((self.out, 0), (self.offered, 1), (self.taken, 2), (self.had, 3)):
            for card, count in enumerate(self.counts(counts, which)):
                into[card] += count > 0
                if which == 1:
                    self.times[card] += count

    def counts(self, counts: bytes, which: int) -> list[int]:
        """By card, how often it was dealt (0), offered (1), taken (2) or had (3), all seats together."""
        n, cards = self._players, len(self.ids)
        first, last = (0, n + 1) if which == 0 else (which * n + 1, which * n + n + 1)
        rows = memoryview(counts).cast("H")[first * cards : last * cards].tolist()
        return [sum(rows[card::cards]) for card in range(cards)]

    def taken_or_had(self, counts: bytes) -> frozenset[str]:
        """The cards that somebody took or had."""
        both = [taken + had for taken, had in zip(self.counts(counts, 2), self.counts(counts, 3), strict=True)]
        return frozenset(compress(self.ids, both))


def _cards(
    game: Game, plan: SimulationPlan, over: Sequence[TrialGame], looked: Callable[[], object]
) -> Iterator[TrialFinding]:
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
            if len(over) >= ENOUGH_GAMES and kinds[place] in can_be_seen:
                yield TrialFinding("unseen", card, len(over), len(over))
        elif fates.by_having[place]:
            if not fates.had[place] and out >= ENOUGH_GAMES and kinds[place] in can_be_had:
                yield TrialFinding("untaken", card, times, out)
        elif not offered:
            if out >= ENOUGH_GAMES:
                yield TrialFinding("unoffered", card, out, len(over))
        elif not fates.taken[place] and offered >= ENOUGH_GAMES and (not by_lot or times >= ASKED_BY_LOT):
            yield TrialFinding("untaken", card, times, offered)
    yield from _idle(game, plan, over, fates, looked)


def _idle(
    game: Game, plan: SimulationPlan, over: Sequence[TrialGame], fates: _Fates, looked: Callable[[], object]
) -> Iterator[TrialFinding]:
    """Cards that somebody got and that did nothing. Only games are heard in which there is a card of which it is not known yet."""
    got = [fates.taken_or_had(each.counts) for each in over]
    often = Counter(card for cards in got for card in cards)
    unknown = {card: 0 for card in fates.ids if often[card] >= ENOUGH_GAMES and game.card(card).acts}
    for each, cards in zip(over, got, strict=True):
        here = [card for card in cards if unknown.get(card, ENOUGH_GAMES) < ENOUGH_GAMES]
        if not here:
            continue
        looked()
        acted = _acted(game, plan, each)
        for card in here:
            unknown[card] += 1
        unknown = {card: games for card, games in unknown.items() if card not in acted}
    for card, games in unknown.items():
        if games >= ENOUGH_GAMES:
            yield TrialFinding("idle", card, games, games)


def _acted(game: Game, plan: SimulationPlan, each: TrialGame) -> frozenset[str]:
    """The cards that did something in a game, or gave points at its end."""
    state = start_game(game, plan, each.number)
    heard = [trace_setup(state)]
    for option in each.moves:
        heard.append(trace_step(state, option))
        state.apply(option)
    return frozenset().union(*(step.cards for step in heard))


def _options(
    game: Game, plan: SimulationPlan, tried: Sequence[TrialGame], looked: Callable[[], object]
) -> Iterator[TrialFinding]:
    """Options of which another was always at least as good, and that `normal`, who looks further, never took either."""
    found: dict[int, OptionComparison] = {}
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
        here = {option for option in left if option in each.weighed and asked[option] < ENOUGH_GAMES}
        if here:
            looked()
            left -= _preferred(game, plan, each, here, asked)
    for option in sorted(left):
        times = found[option].times
        yield TrialFinding("dominated", game.notation(option), times, times, game.notation(rivals[option]))


def _is_named(game: Game, option: int) -> bool:
    """Whether an option is a thing of its own rather than a number, a seat, or the end of a question."""
    things = game.things(option)
    return (
        bool(things) and not game.picks_nothing(option) and all(thing.family not in {"int", "seat"} for thing in things)
    )


def _preferred(game: Game, plan: SimulationPlan, each: TrialGame, options: set[int], asked: dict[int, int]) -> set[int]:
    """Those of some options that `normal` takes where it is asked, at a few decisions of a game drawn by lot; `asked` counts how often it was."""
    state, where = start_game(game, plan, each.number), dict[int, list[int]]()
    for place, move in enumerate(each.moves):
        for option in options.intersection(state.options) if len(state.options) > 1 else ():
            where.setdefault(option, []).append(place)
        state.apply(move)
    stream = Stream(plan.seed, f"doubts/{each.number}")
    drawn = {option: {stream.pick(places) for _ in range(A_GAME)} for option, places in sorted(where.items())}
    for option, places in drawn.items():
        asked[option] += len(places)
    return _taken(game, plan, each, drawn)


def _taken(game: Game, plan: SimulationPlan, each: TrialGame, drawn: dict[int, set[int]]) -> set[int]:
    """Those options that `normal` takes at the decisions drawn for them."""
    core, found = core_of(game), set[int]()
    state, figures = start_game(game, plan, each.number), dict[str, Any](core.levels["normal"])
    for place, move in enumerate(each.moves):
        here = {option for option, places in drawn.items() if place in places} - found
        if here:
            chosen = core.search(state, state.seat, seed=plan.seed + place, **figures).option
            found |= {chosen} & here
        state.apply(move)
    return found
