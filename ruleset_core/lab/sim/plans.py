"""A simulation plan and its games. In: a plan (game, seats, seed, number of games). Out: a row of figures for each game,
with the sources of its points and the course of its scores where the plan asks for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from json import dumps
from typing import Any, Final, NamedTuple, TypeAlias

from ruleset_core import Account, BrokenRuleError, Game, PositionGames, ScoreTracker, State, core_of, load
from ruleset_core.lab.sim.card_deals import CardDeal
from ruleset_core.messages import LANGUAGES, translations
from ruleset_core.play.bots import LEVELS, make_bot, require_search
from ruleset_core.statistics import Estimate, Sums, mean_of, quartiles

# What is to be played: the same plan always gives the same games.


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Games to be played.

    Of whatever is looked at in some games only, these are the first ones: each has luck of its own, so they are as good as any, and they stay the same
    where more games are added.

    Attributes:
        game: a name, or the path of a directory.
        seats: the bots, by name; game `i` begins with bot `i` of them on seat 0, so that each sits everywhere as often.
        games: how many.
        seed: what all randomness comes from.
        expansions, in_order, roots: as for `ruleset_core.load`.
        options: values of the game's options by name.
        numbers: numbers of the data that are others here, by name; as for `ruleset_core.load`.
        sheets: of how many games the score sheets are looked at; of all where bots think (it costs nothing there).
        stories: of how many games the story is heard, which says what points came from.
        courses: of how many games it is followed how the scores grow.
        counts: whether it is counted what becomes of the cards.
        start: the position that all games go on from, as `State.to_json` gives it; empty for the beginning. Bots change seats, it does not.
        deal: a card that is dealt into every game, or kept out.
        moments: cards of which it is noted when each seat takes them first.
    """

    game: str
    seats: tuple[str, ...]
    games: int
    seed: int
    expansions: tuple[str, ...] = ()
    in_order: bool = False
    roots: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    sheets: int = 1000
    stories: int = 0
    courses: int = 0
    numbers: Mapping[str, int] = field(default_factory=dict)
    counts: bool = False
    start: Mapping[str, Any] = field(default_factory=dict)
    deal: CardDeal | None = None
    moments: tuple[str, ...] = ()

    def load(self) -> Game:
        """The game. Raises LoadError, NumberError."""
        return load(
            self.game,
            expansions=self.expansions,
            roots=self.roots,
            in_order=self.in_order,
            numbers=self.numbers,
        )

    def position(self, game: Game) -> State | None:
        """The position that the games go on from; None for the beginning. Raises SaveError where it is of another game."""
        return game.from_json(self.start) if self.start else None

    @property
    def called(self) -> str:
        """What tells its games from those they are compared with, as it is typed: numbers that are others, or `GAME+EXPANSION`."""
        tried = ", ".join(f"{name}={value}" for name, value in self.numbers.items())
        return tried or "+".join((self.game, *self.expansions))

    def sitting(self, number: int) -> tuple[str, ...]:
        """Who sits on each seat in a game."""
        first = number % len(self.seats)
        return self.seats[first:] + self.seats[:first]

    def bot_on(self, number: int, seat: int) -> int:
        """Which of the bots, by its place in `seats`, sits on a seat in a game."""
        return (seat + number) % len(self.seats)

    def seat_of(self, number: int, bot: int) -> int:
        """Where a bot, by its place in `seats`, sits in a game."""
        return (bot - number) % len(self.seats)

    def named_bots(self) -> list[str]:
        """The bots by name, in the order of `seats`, numbered where one sits on several."""
        count, seen = Counter(self.seats), Counter[str]()
        found = []
        for bot in self.seats:
            seen[bot] += 1
            found.append(f"{bot} {seen[bot]}" if count[bot] > 1 else bot)
        return found

    def with_sheet(self, number: int) -> bool:
        """Whether the score sheets of a game are looked at."""
        return number < self.sheets

    def with_story(self, number: int) -> bool:
        """Whether the story of a game is heard."""
        return number < self.stories

    def with_course(self, number: int) -> bool:
        """Whether it is followed how the scores of a game grow."""
        return number < self.courses

    def replays(self, numbers: Sequence[int]) -> bool:
        """Whether one of these games, which bots play, is looked at beyond what the core says of it."""
        return bool(self.moments) or any(self.with_story(each) or self.with_course(each) for each in numbers)

    def key(self, rules: str) -> str:
        """What tells plans apart, whatever number of games; `rules` is what `rules_of` tells of the game."""
        apart = {"games": 0, "courses": 0, "game": "", "roots": (), "expansions": (), "numbers": {}, "rules": rules}
        told = {**self.as_data(), **apart}
        if not self.start:
            del told["start"]
        return blake2b(dumps(told, sort_keys=True, default=str).encode(), digest_size=8).hexdigest()

    def as_data(self) -> dict[str, Any]:
        """As plain data."""
        told = {**asdict(self), "options": dict(self.options), "deal": self.deal and self.deal.as_data()}
        return {name: value for name, value in told.items() if value or name not in {"deal", "moments"}}

    @staticmethod
    def from_data(told: Mapping[str, Any]) -> SimulationPlan:
        """The plan of plain data."""
        lists = {name: tuple(told.get(name, ())) for name in ("seats", "expansions", "roots", "moments")}
        deal = CardDeal.from_data(told["deal"]) if told.get("deal") else None
        return SimulationPlan(**{**told, **lists, "deal": deal})


def chunks(numbers: Sequence[int], size: int) -> list[list[int]]:
    """Numbers in parts of at most so many."""
    return [list(numbers[at : at + size]) for at in range(0, len(numbers), size)]


# What points came from: the card, the rule, the choice or the row of the score behind each, as the story of a game
# says.
#
# The parts add up to the score of every seat: what was gained in play counts for what gave it, what is only worked
# out at the end for the card or the row of the score that gives points then.


class PointSource(NamedTuple):
    """What points came from.

    Attributes:
        category: of the score.
        kind: `card`, `rule`, `choice`, `phase`, `score` (a row of the score sheet), `start` or `hidden`.
        name: the card, rule, decision, phase or category.
        item: the notation of what was chosen, or the item of the row; empty where there is none.
        names: what players call it, by language, with the category where there are several.
    """

    category: str
    kind: str
    name: str
    item: str
    names: tuple[tuple[str, str], ...]

    def words(self, lang: str) -> str:
        """What players call it."""
        return dict(self.names)[lang]

    @staticmethod
    def from_data(told: Any) -> PointSource:
        """The cause of plain data. Raises TypeError, ValueError."""
        category, kind, name, item, names = told
        return PointSource(
            str(category), str(kind), str(name), str(item), tuple((str(lang), str(said)) for lang, said in names)
        )


Causes = tuple[tuple[tuple[PointSource, int], ...], ...]
"""For every seat what gave it points, or took them, and how many: they add up to its score."""


def point_sources(scored: ScoreTracker) -> Causes:
    """What the points of every seat came from, in a game that is over. Raises BrokenRuleError."""
    return tuple(tuple(sorted(_of_account(account).items())) for account in scored.accounts())


def _of_account(account: Account) -> dict[PointSource, int]:
    points: dict[PointSource, int] = {}
    game = account.game
    for row in account.rows:
        reason = replace(row.reason, by=-1)  # whoever did it
        item = "" if reason.kind == "card" else game.notation(reason.option) if reason.option >= 0 else reason.item
        begun, called = ("", {}) if reason.kind == "card" else _first_part(game, reason.option)
        if begun:
            reason, item = replace(reason, option=-1, names=called), begun
        said = replace(row, reason=reason)
        names = tuple((lang, said.words(game, lang)) for lang in LANGUAGES)
        cause = PointSource(row.category, reason.kind, reason.name, item or "", names)
        points[cause] = points.get(cause, 0) + (row.amount or 0)
    return points


def _first_part(game: Game, option: int) -> tuple[str, dict[str, str]]:
    """How the notation of an answer of several parts begins, and the name of that part by language; nothing for others.

    `sew tongs tongs_90 i9` is `sew tongs`, wherever the tongs lie.
    """
    if option < 0 or game.options.is_set(option) or len(game.things(option)) < 2:
        return "", {}
    names = {}
    for lang in LANGUAGES:
        kind, first = game.options.kind_name(option, lang), game.things(option, lang)[0].name
        names[lang] = f"{kind}: {first}" if kind else first
    return game.options.beginning(option, 1), names


def mean_points_by_source(games: Iterable[Causes]) -> tuple[int, dict[PointSource, Estimate]]:
    """Of how many games that is, and by cause the points of a seat on average, the greatest first.

    A game is one value, as the seats of one have to do with each other.
    """
    count, players, sums = 0, 1, dict[PointSource, Sums]()
    for causes in games:
        count += 1
        players = len(causes)
        for cause, points in points_by_source(causes).items():
            sums.setdefault(cause, Sums()).add(points)
    found = {cause: each.among(count).estimate(1 / players) for cause, each in sums.items()}
    return count, dict(sorted(found.items(), key=lambda each: (-abs(each[1].mean), each[0])))


def points_by_source(causes: Causes) -> Mapping[PointSource, int]:
    """The points of all seats of a game together, by cause."""
    points: dict[PointSource, int] = {}
    for row in causes:
        for cause, amount in row:
            points[cause] = points.get(cause, 0) + amount
    return points


# The course of games: how scores grow from the beginning to the end, who leads on the way, and what the decisions are
# for.

COURSE_STEPS: Final = 20
"""A game is looked at so often, each time after the same share of its decisions, and once before the first one."""


class GameCourse(NamedTuple):
    """The course of a game.

    Attributes:
        scores: at each step by seat, as if the game ended then.
        ahead: at each step the seats that stand best; of a team its first one.
        order: the seats at the end, those that win before the others, then by how they stand.
        won: those that win.
        phases: how many decisions were made in each phase.
    """

    scores: tuple[tuple[int, ...], ...]
    ahead: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    won: tuple[int, ...]
    phases: tuple[tuple[str, int], ...]

    @staticmethod
    def from_data(told: Any) -> GameCourse:
        """The course of plain data. Raises TypeError, ValueError."""
        scores, ahead, order, won, phases = told
        return GameCourse(
            tuple(tuple(map(int, each)) for each in scores),
            tuple(tuple(map(int, each)) for each in ahead),
            tuple(map(int, order)),
            tuple(map(int, won)),
            tuple((str(phase), int(count)) for phase, count in phases),
        )


class CourseRecorder:
    """A game whose course is followed while it is played."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._seen: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self._phases = Counter[str]()

    def before(self) -> None:
        """A decision is about to be made."""
        self._look()
        self._phases[self._state.phase or ""] += 1

    def track(self) -> GameCourse:
        """The course of the game, which is over."""
        state = self._state
        self._look()
        won, ranks = tuple(state.winners()), state.ranks()
        order = sorted(range(state.n), key=ranks.__getitem__)
        last = len(self._seen) - 1
        looked = [self._seen[step * last // COURSE_STEPS] for step in range(COURSE_STEPS + 1)]
        scores, ahead = zip(*looked, strict=True)
        return GameCourse(scores, ahead, tuple(order), won, tuple(self._phases.items()))

    def _look(self) -> None:
        standings = self._state.standings()
        best = max(worth for _, worth in standings)
        ahead = {team: seat for seat, (team, worth) in reversed([*enumerate(standings)]) if worth == best}
        self._seen.append((tuple(self._state.scores()), tuple(sorted(ahead.values()))))


@dataclass(frozen=True, slots=True)
class PlaceScores:
    """The scores of those who come to a place at the end, at a step: their mean, and between which two the middle half lies."""

    score: Estimate
    half: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CourseSummary:
    """The course of games.

    Attributes:
        games: of how many.
        places: by place at the end, the first one first, what it stood at in each step.
        leads: at each step, of the games in which one seat alone (or one team) is ahead, the share that it wins; `count` is how many those are.
        phases: decisions of a game by phase.
    """

    games: int
    places: tuple[tuple[PlaceScores, ...], ...]
    leads: tuple[Estimate, ...]
    phases: dict[str, Estimate]


def summarise_courses(tracks: Sequence[GameCourse]) -> CourseSummary | None:
    """What the courses of games say together; None where there are none."""
    if not tracks:
        return None
    players = len(tracks[0].order)
    steps = range(COURSE_STEPS + 1)
    places = tuple(
        tuple(_place([track.scores[step][track.order[place]] for track in tracks]) for step in steps)
        for place in range(players)
    )
    phases: dict[str, Sums] = {}
    for track in tracks:
        for phase, count in track.phases:
            phases.setdefault(phase, Sums()).add(count)
    told = {phase: sums.among(len(tracks)).estimate() for phase, sums in phases.items()}
    return CourseSummary(len(tracks), places, tuple(_lead(tracks, step) for step in steps), told)


def _place(scores: Sequence[int]) -> PlaceScores:
    return PlaceScores(mean_of(scores), quartiles(Counter(scores)))


def _lead(tracks: Sequence[GameCourse], step: int) -> Estimate:
    """How often those win who are ahead, where not everybody is; a team stands as one."""
    alone = [track for track in tracks if len(track.ahead[step]) == 1]
    won = sum(track.ahead[step][0] in track.won for track in alone)
    return Sums(len(alone), won, won).share()


# Games of a plan, one after the other, as rows of numbers.

RANDOM = "random"
"""The bot that plays at random: of such games the core plays many at once."""

Sheet = tuple[dict[str, int], ...]
"""For every seat the points of each category of the score."""


Looks: TypeAlias = tuple[Sheet | None, Causes | None, GameCourse | None]
"""What is looked at in some of the games."""
Moment: TypeAlias = tuple[str, int, int]
"""A card that was taken, by which seat, and how many decisions there were before."""


class GameRow(NamedTuple):
    """What came out of a game.

    Attributes:
        number: which game of the plan.
        scores: by seat.
        outcomes: by seat, 1 won, 0 drawn, -1 lost.
        winners: by seat, 1 for those who win.
        decisions: how many questions were asked.
        options_taken: how many options were taken, those without an alternative included.
        sheet: the score sheets, of games that they are looked at in.
        causes: what the points came from, of games whose story is heard.
        track: how the scores grew, of games whose course is followed.
        counts: what became of the cards, where that is counted: a row of `Counts`.
        stood: for every seat and card, by how many points it was ahead of the others (added up over them) when it was first offered the card,
            32 bits each.
        moments: of the cards that `SimulationPlan.moments` names, which seat took them first after how many decisions; None where that was not noted.
    """

    number: int
    scores: tuple[int, ...]
    outcomes: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    options_taken: int
    sheet: Sheet | None = None
    causes: Causes | None = None
    track: GameCourse | None = None
    counts: bytes | None = None
    stood: bytes | None = None
    moments: tuple[Moment, ...] | None = None


def play_games(game: Game, plan: SimulationPlan, numbers: Sequence[int]) -> Iterator[GameRow]:
    """Play games of a plan, whose numbers follow each other.

    Raises:
        BrokenRuleError: a rule breaks in one of them.
        OptionError: the game is not for so many players, or has no such option.
        RulesetError: there is no core here for bots that think ahead.
    """
    require_search(plan.seats, game)
    if set(plan.seats) <= {RANDOM, *LEVELS}:
        for some in [numbers] if plan.deal is None else chunks(numbers, 1):
            yield from _within_the_core(game, plan, some)
    else:
        for number in numbers:
            yield _by_bots(game, plan, number)


def _within_the_core(game: Game, plan: SimulationPlan, numbers: Sequence[int]) -> Iterator[GameRow]:
    """Games of which the core plays many at once: random ones, and those of bots that think within it."""
    thinks, core = set(plan.seats) != {RANDOM}, core_of(game)
    policies = [*plan.seats] if thinks else []
    redrawn = plan.deal.redrawn(core, plan, numbers[0]) if plan.deal else None
    found = core.play(
        len(plan.seats), len(numbers), plan.seed, plan.options, first=numbers[0], policies=policies, turned=True,
        counts=plan.counts, moves=thinks and plan.replays(numbers), start=plan.position(game), redrawn=redrawn,
        categories=thinks or plan.with_sheet(numbers[0]),
    )  # fmt: skip
    by_seat: list[Any] = [rows.tolist() for rows in (found.scores, found.outcomes, found.winners)]
    names, empty = list(game.score_names()), [()] * found.players
    by_category: Any = found.categories.tolist()
    for place, number in enumerate(numbers):
        scores, outcomes, winners = (tuple(each[place]) for each in by_seat)
        sheet = None
        if thinks or plan.with_sheet(number):
            sheet = tuple(dict(zip(names, points, strict=True)) for points in (by_category[place] if names else empty))
        taken = None if found.moves is None else found.moves[place]
        looks, moments = _looked_at(game, plan, number, taken, sheet, redrawn)
        counts: tuple[bytes | None, bytes | None] = (None, None)
        if found.counts is not None:
            counts = found.counts.row(place), found.counts.lead_row(place)
        yield GameRow(
            number, scores, outcomes, winners, found.decisions[place], found.options_taken[place], *looks, *counts, moments,
        )  # fmt: skip


def _looked_at(
    game: Game,
    plan: SimulationPlan,
    number: int,
    taken: Sequence[int] | None,
    sheet: Sheet | None,
    redrawn: Mapping[str, int] | None,
) -> tuple[Looks, tuple[Moment, ...] | None]:
    """What is wanted of a game beyond its figures and its `sheet`; for that it is played again. What was taken in it is known where somebody thought."""
    players, core = len(plan.seats), core_of(game)
    closely = plan.with_story(number) or plan.with_course(number)
    if not closely and (sheet is None or not plan.moments):
        return (sheet, None, None), None
    start = plan.position(game)
    if start is not None:
        state = PositionGames(start).draw(plan.seed, number)
        state = state if closely else core.compiled(state)
    else:
        state = (game.new if closely else core.new)(players, plan.seed, plan.options, game=number, redrawn=redrawn)
    looker = _Looker(plan, state, number)
    if taken is None:
        taken = core.moves(number, players, plan.seed, plan.options, start=start, redrawn=redrawn)
    for option in taken:
        looker.take(option)
    return looker.result(sheet), looker.moments


def _by_bots(game: Game, plan: SimulationPlan, number: int) -> GameRow:
    """A game of any bots, which are asked one by one."""
    redrawn = plan.deal.redrawn(core_of(game), plan, number) if plan.deal else None
    start = plan.position(game)
    if start is None:
        state = game.new(len(plan.seats), plan.seed, plan.options, game=number, redrawn=redrawn)
    else:
        state = PositionGames(start).draw(plan.seed, number)
    bots = [make_bot(kind, plan.seed, seat, game=number) for seat, kind in enumerate(plan.sitting(number))]
    looker, tally = _Looker(plan, state, number), core_of(game).tally(state.n) if plan.counts else None
    decisions, forced, most = 0, len(state.forced) // 2, core_of(game).most
    if tally is not None:
        tally.begin(state)
    while not state.over:
        option = bots[state.seat].choose(state.clone())
        if tally is not None:
            tally.choose(state, option)
        looker.take(option)
        if tally is not None:
            tally.go_on(state)
        decisions += 1
        forced += len(state.forced) // 2
        if decisions >= most and not state.over:
            titles = {lang: game.title(lang) for lang in LANGUAGES}
            within = translations("rule.in_game", number=number, seed=plan.seed)
            raise BrokenRuleError.endless(titles, most).within(within)
    if tally is not None:
        tally.end(state)
    winners, outcomes = state.verdict()
    won = tuple(int(seat in winners) for seat in range(state.n))
    counted = None if tally is None else tally.counts()
    counts: tuple[bytes | None, bytes | None] = (None, None)
    if counted is not None:
        counts = counted.row(0), counted.lead_row(0)
    return GameRow(
        number, tuple(state.scores()), tuple(outcomes), won, decisions, decisions + forced, *looker.result(category_sheets(state)),
        *counts, looker.moments,
    )  # fmt: skip


class _Looker:
    """Looks at a game while it is played, as far as the plan wants."""

    def __init__(self, plan: SimulationPlan, state: State, number: int) -> None:
        self._state = state
        self._story = _scored(state) if plan.with_story(number) else None
        self._course = CourseRecorder(state) if plan.with_course(number) else None
        self._noted: dict[str, dict[int, int]] = {card: {} for card in plan.moments}
        self._decisions = 0

    def take(self, option: int) -> None:
        """Take an option."""
        if self._noted:
            card = self._state.game.card_of(option)
            if card in self._noted:
                self._noted[card].setdefault(self._state.seat, self._decisions)
            self._decisions += 1
        if self._course is not None:
            self._course.before()
        if self._story is not None:
            self._story.take(option)
        else:
            self._state.apply(option)

    @property
    def moments(self) -> tuple[Moment, ...] | None:
        """When each seat took the cards first of which that is noted."""
        noted = self._noted.items()
        return tuple((card, seat, when) for card, first in noted for seat, when in first.items()) if noted else None

    def result(self, sheet: Sheet | None) -> Looks:
        """What was seen of the game, which is over."""
        return (
            sheet,
            point_sources(self._story) if self._story is not None else None,
            self._course.track() if self._course is not None else None,
        )


def _scored(state: State) -> ScoreTracker:
    from ruleset_core import ScoreTracker  # few games are heard, and it brings all of what tells stories along

    return ScoreTracker(state)


def category_sheets(state: State) -> Sheet:
    """For every seat the points of each category."""
    found: list[dict[str, int]] = []
    for seat in range(state.n):
        points = dict.fromkeys(state.game.score_names(), 0)
        for line in state.score_sheet(seat):
            points[line.category] += line.amount
        found.append(points)
    return tuple(found)
