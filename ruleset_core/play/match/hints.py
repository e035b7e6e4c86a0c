"""Hints and expectations: what a bot would do, and play-outs of options in sampled worlds.

    HintTask(state, "normal", seed, sims)        what is to be thought about, as plain data: may run in another process
    Hint: play roll, 101 of 200 simulations; play hold, 99      options by how often the search went on with them

    OptionFutures       each option played on to the end in the same worlds, batch by batch, until the best is certain enough

A hint knows what the seat knows: it thinks in imagined worlds, as a bot does. That somebody asked is written into the record.

The plan of a turn: what a bot would answer after an option until the turn ends, as far as the seat can know.

    option `action farm`         the search went on 477 times with `die yellow 6`, then 138 times with `die yellow 5`: these follow
    a later question             at which it hardly looked is thought about anew
    the end                      chance, something hidden, or another seat comes next; or a turn or a phase begins

Each answer is foreseen (`foresee`), so a plan uses nothing that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from math import hypot
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from ruleset_core import BrokenRuleError, Endings, SearchResult, State, core_of, foresee
from ruleset_core.play.bots import (
    LEVELS,
    Stream,
    effective_bot,
    is_known_bot,
    level_figures,
    time_budget_of,
    without_budget,
)
from ruleset_core.play.records import Session
from ruleset_core.slices import finish, relabel
from ruleset_core.statistics import SURE, Estimate, Sums

Result = TypeVar("Result")
Thinking: TypeAlias = Generator[tuple[int, int], None, Result]
"""Work in slices (`ruleset_core.slices`): it yields how much is done, and of how much."""
Answer: TypeAlias = Callable[[State], "Thinking[int]"]
"""What a bot answers where nothing is known of a question yet."""
Lines: TypeAlias = Callable[[int], Iterable[tuple[int, int]]]
"""What a search went on with after an option, and how often (`SearchTree.line`)."""

LONGEST: Final = 12
"""A plan has no more answers than this."""
ENOUGH: Final = 50
"""What a search went on with so often is what it thinks best."""
TRIED: Final = 2
"""So many times as many options as are wanted are followed at most, where some lead to the same."""


def no_line(_option: int) -> Iterable[tuple[int, int]]:
    """Where there was no search."""
    return ()


def different_plans(
    state: State, ranked: Sequence[int], lines: Lines, answer: Answer | None, wanted: int
) -> Thinking[dict[int, tuple[int, ...]]]:
    """The first of some options that lead to different plans, each with the answers after it, in slices. The same answers in another order are the same plan.

    Args:
        state: where they are offered.
        ranked: options, the best first.
        lines: what the search went on with.
        answer: what a bot answers elsewhere; None: such plans end there.
        wanted: how many plans at most.
    """
    found, known = dict[int, tuple[int, ...]](), set[frozenset[int]]()
    for option in ranked[: TRIED * wanted]:
        later = tuple((yield from _later(state, option, lines(option), answer)))
        plan = frozenset((option, *later))
        if plan not in known:
            known.add(plan)
            found[option] = later
        if len(found) == wanted:
            break
    return found


def _later(state: State, option: int, line: Iterable[tuple[int, int]], answer: Answer | None) -> Thinking[list[int]]:
    """The answers after an option."""
    expected, found = iter(line), list[int]()
    try:
        seen = foresee(state, option)
        for _ in range(LONGEST - 1):
            asked = seen.asked
            if asked is None or seen.ends_turn:
                break
            then, often = next(expected, (-1, 0))
            if often < ENOUGH or then not in asked.options:
                expected = iter(())  # what came after another answer says nothing
                if len(asked.options) > 1 and answer is None:
                    break
                then = asked.options[0] if len(asked.options) == 1 or answer is None else (yield from answer(asked))
            found.append(then)
            seen = foresee(asked, then)
    except BrokenRuleError:  # said when it is taken
        pass
    return found


# What players may expect of a position: it is played on to its end again and again, in worlds that a seat cannot tell
# from the true one.

Progress: TypeAlias = Callable[[int, int], object]
"""Is told how much is done, and of how much. It may raise to stop."""
BATCH: Final = 8
"""Worlds that are played from at once; in between, progress is told."""
HALF: Final = 0.5
"""A drawn game counts so much of a game won."""

Ending: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The scores of a play-out, and its outcomes, by seat."""


def ignore_progress(_done: int, _of: int) -> None:
    """Tell nobody about progress."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat may expect, or how much more than of something else.

    Attributes:
        won: the share of games won, from 0 to 1; a drawn one counts half.
        points: its score.
        lead: how much better its score is than the best of the others; the score itself where nobody else has one of their own.
    """

    won: Estimate
    points: Estimate
    lead: Estimate

    @property
    def sign(self) -> int:
        """Of a difference: 1 if it is for the better beyond chance, -1 for the worse, 0 where chance may explain it."""
        for part in (self.won, self.lead):
            if part.beyond(0):
                return 1 if part.mean > 0 else -1
        return 0


@dataclass(frozen=True, slots=True)
class ScoreDifference:
    """How many more points are to be expected of one thing than of another, by category of the score as the game declares them.

    `opponent`: how many more the best opponent has.
    """

    categories: tuple[Estimate, ...]
    opponent: Estimate


@dataclass(slots=True)
class OptionFutures:
    """Play-outs of one or several options of a position, all in the same worlds.

    Attributes:
        state: the position.
        seat: whose knowledge of it counts.
        options: what is taken first, one or several; none to play on from the position as it is.
        seed: what all luck comes from.
        begun: where all began to choose at the same time, if they do and others have chosen before this seat: from there they choose anew, as it
            cannot know what they chose. `answers`: what it has answered itself since then.
        by_category: whether the points of the seat are also counted by category of the score.
        threads: how many batches are played at the same time; the result is the same. With several, no state may lie in a core.
        endings: by option and world, what became of the game.
        categories: by option and world, the points of the seat by category, where they are counted.
        decisions: how many decisions all play-outs took.
    """

    state: State
    seat: int
    options: tuple[int, ...]
    seed: int
    begun: State | None = None
    answers: tuple[int, ...] = ()
    by_category: bool = False
    threads: int = 1
    endings: list[list[Ending]] = field(init=False)
    categories: list[list[list[int]]] = field(init=False)
    decisions: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.endings = [[] for _ in self.options or (-1,)]
        self.categories = [[] for _ in self.endings]

    @property
    def worlds(self) -> int:
        """How many worlds were played from."""
        return len(self.endings[0])

    def playing(self, worlds: int) -> Thinking[None]:
        """Play from worlds that were not yet played from, until there are so many, in slices."""
        core, begun = core_of(self.state.game), self.worlds

        def batch(first: int) -> Generator[int, None, Endings]:
            return core.ending(
                self.begun or self.state, self.seat, min(BATCH, worlds - first), self.seed, self.options, first, self.answers,
                by_category=self.by_category,
            )  # fmt: skip

        with closing(_at_once(batch, range(begun, worlds, BATCH), self.threads)) as batches:
            for found in batches:
                if found is not None:
                    self._note(found)
                yield self.worlds - begun, worlds - begun

    def _note(self, found: Endings) -> None:
        """Add what came of a batch."""
        self.decisions += sum(found.decisions.tolist())
        by_category: list[Any] = found.categories.tolist()
        for row, ended in enumerate(self.endings):
            first = row * found.count
            ended += [_ending(found, first + world, self.state.n) for world in range(found.count)]
            self.categories[row] += by_category[first : first + found.count]

    def playing_for(self, work: int, least: int, most: int, *, enough: int | None = None) -> Thinking[None]:
        """Play as many worlds as take about so many decisions for each option, within bounds, in slices. It depends on no clock.

        `enough`: so many are played as long as that is no more than twice the work; as many as `least` if left out.
        """
        enough = least if enough is None else enough
        yield from self.playing(min(BATCH, most, least))
        each = max(1, self.decisions // (self.worlds * len(self.endings)))
        least = max(least, min(enough, 2 * work // each))
        yield from self.playing(min(max(work // each, least), most))

    def outlook(self, seat: int, row: int = 0) -> Outlook:
        """What a seat may expect of an option, by its place."""
        won, points, lead = _summed([self._figures(seat, each) for each in self.endings[row]])
        return Outlook(won.share(HALF), points.estimate(), lead.estimate())

    def worth(self, row: int) -> tuple[float, float]:
        """How good an option turned out for the seat, to be compared: its share of games won, then its lead; its lead where there is nothing to win."""
        found = self.outlook(self.seat, row)
        wins = self.state.n > 1 or self.state.game.winning.conditional
        return (found.won.mean, found.lead.mean) if wins else (found.lead.mean, 0.0)

    def more(self, seat: int, row: int, other: int) -> Outlook:
        """How much more a seat may expect of an option than of another one, world by world."""
        return self.more_than(seat, row, self, other)

    def more_than(self, seat: int, row: int, others: OptionFutures, other: int) -> Outlook:
        """How much more a seat may expect of an option than of one of another position, as far as both were played from as many worlds."""
        pairs = zip(self.endings[row], others.endings[other], strict=False)
        both = [(self._figures(seat, one), self._figures(seat, two)) for one, two in pairs]
        won, points, lead = _summed([(one[0] - two[0], one[1] - two[1], one[2] - two[2]) for one, two in both])
        return Outlook(_apart(won), points.estimate(), lead.estimate())

    def score_difference(self, row: int, other: int) -> ScoreDifference:
        """What of the score makes the difference between an option and another one, for the seat."""
        own = [Sums() for _ in self.state.game.score_names()]
        for amounts, others in zip(self.categories[row], self.categories[other], strict=True):
            for sums, amount, less in zip(own, amounts, others, strict=True):
                sums.add(amount - less)
        opponent = Sums()
        for (one, _), (two, _) in zip(self.endings[row], self.endings[other], strict=True):
            opponent.add(self._best_opponent(self.seat, one) - self._best_opponent(self.seat, two))
        return ScoreDifference(tuple(each.estimate() for each in own), opponent.estimate())

    @property
    def counts_points(self) -> bool:
        """Whether points say more than who wins: not where a score is just 1 or 0."""
        return any(score not in {0, 1} for row in self.endings for scores, _ in row for score in scores)

    def _figures(self, seat: int, ending: Ending) -> tuple[int, int, int]:
        """Twice the share of the game that was won, the score, and the lead."""
        scores, outcomes = ending
        lead = scores[seat] - self._best_opponent(seat, scores)
        return outcomes[seat] + 1, scores[seat], -lead if self.state.game.winning.lowest else lead

    def _best_opponent(self, seat: int, scores: Sequence[int]) -> int:
        """The best score of the others; 0 where nobody else has one of their own."""
        others = [score for other, score in enumerate(scores) if other != seat]
        winning = self.state.game.winning
        return 0 if not others or winning.teams else min(others) if winning.lowest else max(others)


def simultaneous_start(
    session: Session, position: int, seat: int, kept: Sequence[int] = ()
) -> tuple[State | None, tuple[int, ...]]:
    """Where the choice at the same time began that is on at a position, and what a seat has answered since; None where none is on.

    Nor where the seat is the first to choose, and where it was shown something drawn: that cannot be played again. Who is asked ahead of others is not
    the first, though they have not chosen: the question is found by letting them choose anything.

    Args:
        session: the game.
        position: after so many moves.
        seat: who is asked.
        kept: what it has answered ahead.
    """
    group = session.group(position)
    since = session.steps[group:position] if group >= 0 else []
    own = [step for step in since if step.move.seat == seat]
    first = session.states[position].seat == seat and len(since) == len(own)
    if group < 0 or first or any(step.move.draws for step in own):
        return None, ()
    return session.states[group], (*(step.option for step in own), *kept)


def _apart(won: Sums) -> Estimate:
    """How far shares lie apart, world by world. Where that is the same in all, another world may still be otherwise: as `Sums.share` says."""
    found = won.estimate(HALF)
    if found.deviation or not found.count:
        return found
    moved = Sums.from_counts({won.total // won.count + 2: won.count}).share(HALF / 2)  # from -1..1 to 0..1
    return Estimate(found.mean, min(1.0, 2 * moved.margin), found.count, 0.0)


def _at_once(
    work: Callable[[int], Generator[int, None, Endings]], tasks: Iterable[int], threads: int
) -> Generator[Endings | None, None, None]:
    """What comes of tasks, in their order; None where a slice of one is over. With several threads, as many are done at the same time. What stops this stops
    those that have not begun.
    """
    if threads == 1:
        for each in tasks:
            yield (yield from relabel(work(each), lambda _: None))
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(lambda each: finish(work(each)), tasks)
    finally:
        pool.shutdown(cancel_futures=True)


def _ending(found: Endings, place: int, seats: int) -> Ending:
    every = range(seats)
    return tuple(found.scores[place, seat] for seat in every), tuple(found.outcomes[place, seat] for seat in every)


def _summed(rows: Sequence[tuple[int, int, int]]) -> tuple[Sums, Sums, Sums]:
    won, points, lead = Sums(), Sums(), Sums()
    for row in rows:
        for sums, figure in zip((won, points, lead), row, strict=True):
            sums.add(figure)
    return won, points, lead


# A hint: what a bot would do in place of a person, what it expects of that, and what comes next. Values, without
# words.

USUAL: Final = "strong"
"""The bot that is asked where nobody says which."""
SHOWN: Final = 3
"""The option it would take, and the next best two."""
WORK: Final = 15_000
"""Decisions played on for each option shown: the share won is then known to a few hundredths, within a second or two."""
FEWEST_PLAYOUTS, MOST_PLAYOUTS = 40, 500
"""The fewest and the most games that are played on."""
LATER_SHARE: Final = 4
"""A later question of a plan gets this part of the simulations, where the search has hardly looked at it."""


HintUnavailableReason: TypeAlias = Literal["off", "over", "not_asked", "no_level"]
"""Why there is no hint: this table is without; the game is over; the seat is not asked; what is asked is no level of a bot."""


class HintUnavailable(ValueError):
    """No hint is given.

    Attributes:
        why: the reason.
        bot: which was asked.
    """

    def __init__(self, why: HintUnavailableReason, bot: str = "") -> None:
        super().__init__(f"no hint: {why} {bot}".strip())
        self.why = why
        self.bot = bot


@dataclass(frozen=True, slots=True)
class RatedOption:
    """An option, and what may be expected of it.

    Attributes:
        option: the option.
        outlook: what the seat may expect; None without a core, where this would take minutes.
        more: how much more than of the first choice: mostly it is less. None for the first itself.
        because: what of the score makes this difference.
        later: what the bot would answer after it until the turn ends, see `different_plans`.
    """

    option: int
    outlook: Outlook | None = None
    more: Outlook | None = None
    because: ScoreDifference | None = None
    later: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """What a bot would do.

    Attributes:
        seat: in whose place.
        bot: who was asked; `plays`: who answers, where that one would take minutes without a core.
        choices: the best first, as the bot sees them; where it cannot tell some from its best, that one of them first that games played on favour.
        offered: how many options there are.
        worlds: how many games were played on from each choice; 0 where none was.
        wins: whether there is something to be won, by this seat or by others; `points`: whether points say more than that.
        leads: whether others have points that one can be ahead of.
    """

    seat: int
    bot: str
    plays: str
    choices: tuple[RatedOption, ...]
    offered: int
    worlds: int
    wins: bool
    points: bool
    leads: bool

    @property
    def best(self) -> RatedOption:
        """What the bot would do."""
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class HintTask:
    """A question about which a hint is wanted, with all that is needed to think: it may be done in another process.

    What comes of it depends on what the seat may know, the seed and `sims` alone. Nothing is drawn from the game's own streams.

    Attributes:
        seat: who asks.
        state: where it is asked.
        bot: a level, also with a time to think in (`strong@500ms`): then it depends on that, too.
        seed: what all luck comes from.
        sims: how many simulations; as many as the level takes if left out.
        begun, answers, threads: see `OptionFutures`.
    """

    seat: int
    state: State
    bot: str
    seed: int
    sims: int | None = None
    begun: State | None = None
    answers: tuple[int, ...] = ()
    threads: int = 1

    @classmethod
    def from_state(
        cls, state: State, bot: str, seed: int, answered: int, sims: int | None = None,
        begun: tuple[State | None, tuple[int, ...]] = (None, ()),
    ) -> HintTask:  # fmt: skip
        """What to think about where a seat is asked that has answered so often. Raises `HintUnavailable` for what is no level."""
        if without_budget(bot) not in LEVELS or not is_known_bot(bot):
            raise HintUnavailable("no_level", bot)
        return cls(state.seat, state, bot, Stream(seed, f"hint/{state.seat}", answered).aside, sims, *begun)

    def think(self, progress: Progress = ignore_progress) -> Hint:
        """Think. `progress` may raise to stop. Raises `BrokenRuleError` where a rule breaks in an imagined game."""
        return finish(self.thinking(), lambda done: progress(*done))

    def thinking(self) -> Thinking[Hint]:
        """The same in slices."""
        state, game = self.state, self.state.game
        plays = effective_bot(self.bot, game)
        looked = yield from _considered(state, plays, self.seed, self.sims)
        later = yield from different_plans(state, looked.ranked, looked.lines, self._answer_to(plays), SHOWN)
        best = list(later)
        winning = game.winning
        found = OptionFutures(
            state, self.seat, tuple(best), self.seed, self.begun, self.answers, by_category=True, threads=self.threads
        )
        choices = [RatedOption(option, later=later[option]) for option in best]
        if core_of(game).executor == "core":
            yield from found.playing_for(WORK, FEWEST_PLAYOUTS, MOST_PLAYOUTS)
            first = max((row for row, option in enumerate(best) if option in looked.alike), key=found.worth)
            choices = [
                RatedOption(
                    best[row],
                    found.outlook(self.seat, row),
                    found.more(self.seat, row, first) if row != first else None,
                    found.score_difference(row, first) if row != first else None,
                    later[best[row]],
                )
                for row in (first, *(row for row in range(len(best)) if row != first))
            ]
        return Hint(
            self.seat, self.bot, plays, tuple(choices), len(state.options), found.worlds,
            state.n > 1 or winning.conditional, found.counts_points,
            state.n > 1 and not winning.teams,
        )  # fmt: skip

    def _answer_to(self, level: str) -> Answer | None:
        """What a level answers to a later question of a plan; None without a core, where this would take long."""
        core = core_of(self.state.game)
        if core.executor != "core":
            return None
        figures = level_figures(core, without_budget(level))
        quarter = max(1, figures.get("sims", 0) // LATER_SHARE)

        def answer(asked: State) -> Thinking[int]:
            return (yield from _considered(asked, without_budget(level), self.seed, quarter)).ranked[0]

        return answer


def rank_options(state: State, level: str, seed: int, sims: int | None = None) -> Thinking[list[int]]:
    """The options of a state, the best first, as a level sees them that can play here, found in slices."""
    return (yield from _considered(state, level, seed, sims)).ranked


class _Considered(NamedTuple):
    """The options of a state, the best first, as a level sees them; those that it cannot tell from the best, with the best itself; and what a search went on with after an option."""

    ranked: list[int]
    alike: frozenset[int]
    lines: Lines = no_line


def _considered(state: State, level: str, seed: int, sims: int | None) -> Thinking[_Considered]:
    """What a level thinks of a state, in slices."""
    if len(state.options) == 1:
        return _Considered(list(state.options), frozenset(state.options))
    core, seconds = core_of(state.game), time_budget_of(level)
    figures = level_figures(core, without_budget(level), seconds)
    if level == "easy":
        worths = core.worths(state, state.seat, seed, **figures)
        best = sorted(worths, key=lambda option: (-worths[option], option))
        return _Considered(best, frozenset(option for option in best if worths[option] == worths[best[0]]))
    if sims is not None:
        figures = {**figures, "sims": sims}
    search = core.searching(state, state.seat, seed=seed, **figures)
    thought = yield from relabel(search, lambda _: (0, 1))
    return _Considered(thought.ranked, _alike(thought), thought.tree.line)


def _alike(thought: SearchResult) -> frozenset[int]:
    """The best option of a search, and those whose mean margins lie so near to its own that the errors of both explain it 95 times in 100.

    For example -2.5 and -2.7 points, each with a standard error of a quarter of a point.
    """
    best = thought.options.index(thought.option)

    def near(row: int) -> bool:
        errors = (thought.errors[row], thought.errors[best])
        if min(errors) < 0:  # too little was tried to know
            return False
        means = (thought.margins[each] / thought.visits[each] for each in (row, best))
        return abs(next(means) - next(means)) <= SURE * hypot(*errors) / 1000

    return frozenset(option for row, option in enumerate(thought.options) if row == best or near(row))
