"""Summary of many games (wins, scores, length, where points come from), and comparisons of plans on the same seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import inf, lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleset_core.lab.sim.card_effects import CardEffects, RowSums, nonzero_marks
from ruleset_core.lab.sim.plans import CourseSummary, GameCourse, mean_points_by_source, summarise_courses
from ruleset_core.statistics import Estimate, Sums, holm_significant, sample_size, unfair_shares

if TYPE_CHECKING:
    from ruleset_core.lab.sim.plans import Causes, GameRow, PointSource, SimulationPlan


@dataclass(frozen=True, slots=True)
class CardSummary:
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


class CardCounts:
    """Counts of cards in games, being added up."""

    def __init__(self, by_having: Sequence[bool] = ()) -> None:
        """`by_having`: see `CardEffects`."""
        self._by_having = by_having
        self._cards = self._players = 0
        self._sums = RowSums()
        self._takers: CardEffects | None = None

    def add(self, row: GameRow, groups: Sequence[object], won: Sequence[int]) -> None:
        """One more game: whom each seat is compared with, and what it won."""
        if row.counts is None:
            return
        players = self._players = len(row.scores)
        numbers = memoryview(row.counts).cast("H")
        cards = self._cards = len(numbers) // (4 * players + 1)
        if self._takers is None:
            self._takers = CardEffects(cards, self._by_having)
        self._sums.add(row.counts)
        of_seats = cards * players
        had = nonzero_marks(row.counts[-2 * of_seats :], players)
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

    def summaries(self, unit: float) -> tuple[CardSummary, ...]:
        """What became of every card, in the order of the data; what is won is told in so many units."""
        if self._takers is None:
            return ()
        n, cards, takers = self._players, self._cards, self._takers
        sums = self._sums.values()
        found = [takers.effect(card) for card in range(cards)]
        sure, sure_won = ([False] * cards for _ in range(2))
        for which, into in enumerate((sure, sure_won)):
            known = [(card, each[which].chance()) for card, each in enumerate(found) if each is not None]
            for (card, _), is_sure in zip(known, holm_significant([chance for _, chance in known]), strict=True):
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
            told.append(CardSummary(*counts, by_having, might, got, score, won, sure[card], sure_won[card]))
        return tuple(told)


# -- What many games say together --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerSummary:
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
        decisions, options_taken: questions asked in a game; options taken, those without an alternative included.
        games_by_decisions: how many games took so many decisions.
        scores: how often a seat had such a score.
        categories: points of a seat by category of the score, in the games whose sheets were looked at: so many `sheets`.
        causes: points of a seat by what they came from, the greatest first, in the games whose story was heard: so many `stories`.
        course: how scores grow, in the games that were followed; None where none was.
        cards: what became of every card, in the order of `Game.card_ids`; empty where it was not counted.
        shared: how many games had several winners; `none`: how many had none.
    """

    games: int
    bots: dict[str, PlayerSummary]
    seats: tuple[PlayerSummary, ...]
    decisions: Estimate
    options_taken: Estimate
    games_by_decisions: Counter[int]
    scores: Counter[int]
    sheets: int
    categories: dict[str, Estimate]
    stories: int
    causes: dict[PointSource, Estimate]
    course: CourseSummary | None
    cards: tuple[CardSummary, ...]
    shared: int
    none: int

    @property
    def fair(self) -> float:
        """The share of the games that each seat would win if it did not matter where one sits."""
        return (self.games - self.none) / self.games / len(self.seats)

    def unlike_seats(self) -> list[tuple[int, Estimate]]:
        """The seats that win more or less than their share by more than their margin, with how much they win."""
        won = [each.won for each in self.seats]
        return [(seat, won[seat]) for seat, sure in enumerate(unfair_shares(won, self.fair)) if sure]

    def unlike_bots(self) -> set[str]:
        """The bots that win more or less than their share by more than their margin."""
        sure = unfair_shares([each.won for each in self.bots.values()], self.fair)
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

    def player(self, unit: int, others: int, together: int) -> PlayerSummary:
        """What it came to, one of so many that are compared."""
        won, score, rest = (Sums.from_counts(each) for each in (self.won, self.scores, self.rest))
        return PlayerSummary(
            won.share(1 / unit, together=together), score.estimate(), rest.estimate(1 / others), self.scores
        )


def _together(tallies: Iterable[_Tally]) -> _Tally:
    found = _Tally()
    for each in tallies:
        found.plus(each)
    return found


def summarise(plan: SimulationPlan, rows: Iterable[GameRow], by_having: Sequence[bool] = ()) -> Summary:
    """Figures of the games of a plan. The order of the rows does not matter. `by_having`: see `Core.by_having`."""
    found = SummaryBuilder(plan, by_having)
    found.add(rows)
    return found.summary()


class SummaryBuilder:
    """Games of a plan being added up, some of them while others are still played.

    Attributes:
        games: how many were added.
    """

    def __init__(self, plan: SimulationPlan, by_having: Sequence[bool] = ()) -> None:
        self._plan, self.games, players = plan, 0, len(plan.seats)
        self._unit = lcm(*range(1, players + 1))  # so that shares of a game are whole numbers, and sums exact
        self._others = max(1, players - 1)
        self._sat = [[_Tally() for _ in range(players)] for _ in range(players)]
        """By bot and seat."""
        self._options_taken, self._games_by_decisions = Sums(), Counter[int]()
        self._categories: dict[str, Sums] = {}
        self._causes: list[Causes] = []
        self._tracks: list[GameCourse] = []
        self._cards = CardCounts(by_having)
        self._groups = [[(bot, seat) for seat, bot in enumerate(plan.sitting(turn))] for turn in range(players)]
        self._shared = self._none = self._sheets = 0

    def add(self, rows: Iterable[GameRow]) -> None:
        """More games."""
        for row in rows:
            self._add(row)

    def _add(self, row: GameRow) -> None:
        self.games += 1
        self._options_taken.add(row.options_taken)
        self._games_by_decisions[row.decisions] += 1
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

    def summary(self) -> Summary:
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
            Sums.from_counts(self._games_by_decisions).estimate(),
            self._options_taken.estimate(),
            self._games_by_decisions,
            _together(bots.values()).scores,
            self._sheets,
            {name: sums.among(self._sheets).estimate(1 / players) for name, sums in self._categories.items()},
            *mean_points_by_source(self._causes),
            summarise_courses(self._tracks),
            self._cards.summaries(1 / unit),
            self._shared,
            self._none,
        )


# Comparisons of plans on the same seeds, game by game, and curves of a figure over values of a number of the data.

# What many games of two plans say together: what differs between them, game by game on the same seeds.
#
# Game `i` of both is played with the same seed, by the same bots on the same seats. Each random stream belongs to
# what is drawn from it, so dice fall and cards lie alike as long as the games ask for them alike. What is due to luck
# is then due to the same luck on both sides and cancels out: the difference of a pair lies closer to the true one
# than that of two games that have nothing to do with each other.

KINDS: Final = ("score", "won", "decisions", "length", "shared", "category", "taken")
"""What may be asked of games."""
SURE: Final = 0.05
"""How rarely any of the differences that are called sure may be due to chance."""


def rounded_up(value: int) -> int:
    """With two digits: nobody knows more."""
    power: int = 10 ** max(0, len(str(value)) - 2)
    return -(-value // power) * power


Measure = Callable[["GameRow"], int | None]
"""A whole number of a game; None where it was not looked at."""


class ComparedFigure(NamedTuple):
    """A figure of a game that two plans are compared by.

    Attributes:
        kind: one of `KINDS`: score and wins of a seat, a bot or on average; questions asked and options taken in a game; whether several win;
            points of a category a seat; how often a card is taken.
        seat: whose, from 0; None for all.
        bot: which bot's, by its place in `SimulationPlan.seats`.
        category: which category of the score.
        card: which card.
    """

    kind: str
    seat: int | None = None
    bot: int | None = None
    category: str = ""
    card: str = ""


Cards = tuple[Sequence[str], Sequence[str]]
"""The cards of both games, in the order in which they are counted; needed where cards are asked for."""


@dataclass(frozen=True, slots=True)
class FigureComparison:
    """What came of one question.

    Attributes:
        question: what was asked.
        one, other: the means of the first and of the second plan.
        change: how much greater the second is: the mean of the differences of pairs.
        chance: how often chance alone would bring such a difference about.
        sure: whether it is beyond chance, all questions looked at together (Holm's correction).
        needed: how many pairs it would take to be sure of a difference as large as this one, nine times in ten; None where there is none.
    """

    question: ComparedFigure
    one: Estimate
    other: Estimate
    change: Estimate
    chance: float
    sure: bool
    needed: int | None

    @property
    def saved(self) -> float:
        """How many times as many games it would take without pairs to be as sure; infinite where all pairs differ alike."""
        apart = self.one.deviation**2 + self.other.deviation**2
        return apart / self.change.deviation**2 if self.change.deviation else inf if apart else 1.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between the games of two plans.

    Attributes:
        pairs: how many games of each were compared.
        alike: in how many pairs nothing came out differently.
        lines: the questions, the first about the score of all seats.
    """

    pairs: int
    alike: int
    lines: tuple[FigureComparison, ...]


def compare_games(
    plan: SimulationPlan,
    one: Sequence[GameRow],
    other: Sequence[GameRow],
    questions: Sequence[ComparedFigure] = (),
    cards: Cards = ((), ()),
    also: Sequence[ComparedFigure] = (),
) -> Comparison:
    """Compare games of two plans with the same seats; those of one that the other has not yet are left out.

    Args:
        plan: either of them: the bots are those of both.
        one: games of the first, in the order of their numbers.
        other: games of the second.
        questions: what is asked; all that there is to be asked if left out. The fewer they are, the less it takes to be sure.
        cards: see `Cards`.
        also: what is asked besides all that there is.
    """
    pairs = list(zip(one, other, strict=False))
    questions = questions or [*compared_figures(plan, [row for pair in pairs for row in pair]), *also]
    found = [paired_estimates(plan, question, pairs, cards) for question in questions]
    chances = [change.chance() for _, _, change in found]
    strict = SURE / max(1, len(questions))
    return Comparison(
        len(pairs),
        sum(_course(first) == _course(second) for first, second in pairs),
        tuple(
            FigureComparison(question, *estimates, chance, sure, sample_size(estimates[2], strict))
            for question, estimates, chance, sure in zip(
                questions, found, chances, holm_significant(chances, SURE), strict=True
            )
        ),
    )


def compared_figures(plan: SimulationPlan, rows: Iterable[GameRow]) -> list[ComparedFigure]:
    """What is told of games: all that they differ in, each once."""
    players = range(len(plan.seats))
    several = len(set(plan.seats)) > 1
    categories = dict.fromkeys(name for row in rows for sheet in row.sheet or () for name in sheet)
    found = [ComparedFigure("score")]
    if len(players) > 1:
        found += [ComparedFigure("score", seat=seat) for seat in players]
        found += [ComparedFigure("score", bot=bot) for bot in players if several]
        found += [ComparedFigure("won", seat=seat) for seat in players]
        found += [ComparedFigure("won", bot=bot) for bot in players if several]
        found.append(ComparedFigure("shared"))
    found += [ComparedFigure("decisions"), ComparedFigure("length")]
    named = [ComparedFigure("category", category=name) for name in categories]
    return [*found, *named] if len(named) > 1 else found  # a single one is the score


def paired_estimates(
    plan: SimulationPlan, question: ComparedFigure, pairs: Iterable[tuple[GameRow, GameRow]], cards: Cards = ((), ())
) -> tuple[Estimate, Estimate, Estimate]:
    """A figure of both sides, and the difference of pairs."""
    (mine, unit), (theirs, _) = (figure_measure(plan, question, each) for each in cards)
    one, other, change = Sums(), Sums(), Sums()
    for first, second in pairs:
        before, after = mine(first), theirs(second)
        if before is not None and after is not None:
            one.add(before)
            other.add(after)
            change.add(after - before)
    return one.estimate(unit), other.estimate(unit), change.estimate(unit)


def mean_figure(
    plan: SimulationPlan, question: ComparedFigure, rows: Iterable[GameRow], cards: Sequence[str] = ()
) -> Estimate:
    """A figure of the games of a plan."""
    value, unit = figure_measure(plan, question, cards)
    found = Sums()
    for row in rows:
        each = value(row)
        if each is not None:
            found.add(each)
    return found.estimate(unit)


def figure_measure(plan: SimulationPlan, question: ComparedFigure, cards: Sequence[str] = ()) -> tuple[Measure, float]:
    """What works a figure out for a game, as a whole number, and of how many units that is."""
    players, kind = len(plan.seats), question.kind
    if kind == "taken":
        place = cards.index(question.card) if question.card in cards else None
        return lambda row: _taken(row, place), 1.0
    if kind == "category":
        return lambda row: _points(row, question.category), 1 / players
    if kind in {"decisions", "length"}:
        return lambda row: row.decisions if kind == "decisions" else row.options_taken, 1.0
    if kind == "shared":
        return lambda row: int(sum(row.winners) > 1), 1.0
    if question.seat is None and question.bot is None:  # one value a game: those of a table depend on each other
        return lambda row: sum(row.scores), 1 / players
    if kind == "won":
        unit = lcm(*range(1, players + 1))
        return lambda row: _share(row, _seat(plan, question, row), unit), 1 / unit
    return lambda row: row.scores[_seat(plan, question, row)], 1.0


def _seat(plan: SimulationPlan, question: ComparedFigure, row: GameRow) -> int:
    """Whose figure is asked for in a game."""
    return question.seat if question.seat is not None else plan.seat_of(row.number, question.bot or 0)


def _share(row: GameRow, seat: int, unit: int) -> int:
    """The share of a game that a seat has won."""
    return unit // sum(row.winners) if row.winners[seat] else 0


def _points(row: GameRow, category: str) -> int | None:
    """The points of a category of all seats."""
    return None if row.sheet is None else sum(sheet.get(category, 0) for sheet in row.sheet)


def _taken(row: GameRow, place: int | None) -> int | None:
    """How often all seats together took a card; never one that the game has not."""
    if row.counts is None or place is None:
        return None if row.counts is None else 0
    players, numbers = len(row.scores), memoryview(row.counts).cast("H")
    size = len(numbers) // (4 * players + 1)
    return sum(numbers[(2 * players + 1 + seat) * size + place] for seat in range(players))


def _course(row: GameRow) -> tuple[object, ...]:
    """What is known of how a game went."""
    return row.scores, row.winners, row.decisions, row.options_taken, row.sheet


# What becomes of a figure of a game when numbers of its data are others, one after the other, all on the same seeds.


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A figure with some numbers of the data.

    Attributes:
        numbers: these, by name; empty for the game as it is.
        mean: the figure.
        change: how much greater it is than in the game as it is; None for that itself.
        sure: whether that is beyond chance, all points of all curves looked at together (Holm's correction).
    """

    numbers: Mapping[str, int]
    mean: Estimate
    change: Estimate | None
    sure: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A figure over the numbers that were tried. The first point is that of the game as it is."""

    question: ComparedFigure
    points: tuple[CurvePoint, ...]


def sweep_curves(
    plans: Sequence[SimulationPlan],
    rows: Sequence[Sequence[GameRow]],
    questions: Sequence[ComparedFigure],
    cards: Sequence[str] = (),
) -> list[Curve]:
    """A curve for each question.

    Args:
        plans: the first is that of the game as it is; all others differ from it in numbers alone.
        rows: the games of each, in the order of their numbers; as many of each are looked at as there are of all.
        questions: which figures.
        cards: those of the game in the order in which they are counted; needed where cards are asked for.
    """
    count = min(map(len, rows))
    now = rows[0][:count]
    found = [
        [
            paired_estimates(plans[0], question, zip(now, each[:count], strict=True), (cards, cards))[1:]
            for each in rows[1:]
        ]
        for question in questions
    ]
    sure = iter(holm_significant([change.chance() for each in found for _, change in each], SURE))
    return [
        Curve(
            question,
            (
                CurvePoint({}, mean_figure(plans[0], question, now, cards), None, sure=False),
                *(
                    CurvePoint(plan.numbers, mean, change, sure=next(sure))
                    for plan, (mean, change) in zip(plans[1:], each, strict=True)
                ),
            ),
        )
        for question, each in zip(questions, found, strict=True)
    ]
