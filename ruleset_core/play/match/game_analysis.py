"""Analysis of a finished game: the cost of each decision, luck and turning points, computed in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Literal, TypeAlias

from ruleset_core import core_of
from ruleset_core.play.bots import Stream, effective_bot
from ruleset_core.play.match.hints import (
    Ending,
    OptionFutures,
    Outlook,
    Progress,
    Thinking,
    ignore_progress,
    rank_options,
    simultaneous_start,
)
from ruleset_core.play.records import Session
from ruleset_core.slices import finish, relabel

# Positions of a game that are played on from, here or by several processes that each have opened the same game.

FEW_OPTIONS, SCOUT_WORLDS = 12, 6
"""Where there are so few options, each is tried in so many worlds, and the best of them is looked at besides what bots would take."""
LONG: Final = 2_000
"""Where there is less work for each decision, the game is so long that half as many worlds must do for that; where there is not half of it, what bots would
take must do."""


@dataclass(frozen=True, slots=True)
class FirstLook:
    """A position is looked at for the first time, with so much work, in so many worlds at least and at most."""

    position: int
    seed: int
    work: int
    least: int
    enough: int
    most: int


@dataclass(frozen=True, slots=True)
class MorePlayouts:
    """These options of a position are played on from in so many other worlds."""

    position: int
    seed: int
    options: tuple[int, ...]
    worlds: int


@dataclass(frozen=True, slots=True)
class LookResult:
    """What came of it: the options that were played on from, the taken one first, and which turns out best; of each how its worlds ended."""

    options: tuple[int, ...]
    best: int
    endings: list[list[Ending]]
    decisions: int


@dataclass(frozen=True, slots=True)
class PositionAnalyst:
    """Looks at positions: `bot` and `easy` say what is worth a look, each with `sims` simulations if not those of its level."""

    bot: str
    sims: int | None

    def __call__(self, session: Session, task: FirstLook | MorePlayouts) -> LookResult:
        """Do what is asked for."""
        return finish(self.looking(session, task))

    def looking(self, session: Session, task: FirstLook | MorePlayouts) -> Thinking[LookResult]:
        """The same in slices."""
        if isinstance(task, MorePlayouts):
            futures_ = option_futures(session, task.position, task.options, task.seed)
            yield from futures_.playing(task.worlds)
        else:
            futures_ = yield from self._first(session, task)
        return LookResult(futures_.options, best_option(futures_), futures_.endings, futures_.decisions)

    def _first(self, session: Session, task: FirstLook) -> Thinking[OptionFutures]:
        state, option = session.states[task.position], session.steps[task.position].option
        others = dict[int, None]()
        for level in (self.bot, "easy"):
            others[(yield from rank_options(state, level, task.seed, self.sims))[0]] = None
        scouts = SCOUT_WORLDS if task.work >= LONG else SCOUT_WORLDS // 2
        if len(state.options) <= FEW_OPTIONS and task.work >= LONG // 2:
            scouted = option_futures(session, task.position, tuple(state.options), task.seed ^ 1)
            yield from scouted.playing(scouts)
            others[best_option(scouted)] = None
        found = option_futures(
            session, task.position, (option, *(each for each in others if each != option)), task.seed
        )
        yield from found.playing_for(task.work, task.least, task.most, enough=task.enough)
        return found


def option_futures(session: Session, position: int, options: tuple[int, ...], seed: int) -> OptionFutures:
    """Play-outs of options of a position, not begun."""
    state = session.states[position]
    return OptionFutures(state, state.seat, options, seed, *simultaneous_start(session, position, state.seat))


def best_option(played: OptionFutures) -> int:
    """The option that turns out best."""
    return played.options[max(range(len(played.options)), key=played.worth)]


Do: TypeAlias = Callable[[Sequence[FirstLook | MorePlayouts]], Iterable[LookResult | None]]
"""Does tasks, and gives what came of them in their order; None where a slice of one is over."""


@contextmanager
def analysis_workers(
    analyst: PositionAnalyst, session: Session, opened: Callable[[], Session] | None, workers: int
) -> Iterator[Do]:
    """Who does tasks: this process, or several, in which `opened` gives the same game."""
    if opened is None or workers < 2:
        yield partial(_done_here, analyst, session)
        return
    from ruleset_core.processes import process_pool

    pool = process_pool(workers, _begin, analyst, opened)
    try:
        yield lambda tasks: pool.map(_do, tasks)
    finally:
        pool.abandon()


def _done_here(
    analyst: PositionAnalyst, session: Session, tasks: Sequence[FirstLook | MorePlayouts]
) -> Iterator[LookResult | None]:
    for each in tasks:
        yield (yield from relabel(analyst.looking(session, each), lambda _: None))


_working: tuple[PositionAnalyst, Session] | None = None


def _begin(analyst: PositionAnalyst, opened: Callable[[], Session]) -> None:
    global _working  # noqa: PLW0603 - a process goes through one game
    _working = analyst, opened()


def _do(task: FirstLook | MorePlayouts) -> LookResult:
    assert _working is not None  # `_begin` has run
    analyst, session = _working
    return analyst(session, task)


# Going through a game: what each decision was worth, what luck did, and where the game turned. Values, without words.
#
# Every position is played on again and again in worlds that the seat which decides there cannot tell from the true
# one: its own view, never the whole truth. First all decisions are looked at, a little; then those that seem to
# matter once more, in other worlds and many, and only these are told, so that nothing is told because chance made it
# look large.

JUDGE: Final = "normal"
"""The bot that is asked where nobody says which: of hundreds of decisions, so a quick one."""
WORK: Final = 800_000
"""Decisions that are played on in all at the first look: a minute or so, whatever the game (half of it where few options are looked at)."""
FEWEST_WORLDS, USUAL_WORLDS, MOST_WORLDS = 5, 10, 120
"""The fewest and the most worlds for a decision at the first look: fewer than the second only in a long game, where these would be more than twice the work."""
AGAIN, AGAIN_MOST = 4, 300
"""So many times as many at the second, and the most there."""
MANY: Final = 40
"""For fewer decisions it is not worth the while to begin other processes."""
CHOICES, SWINGS = 10, 6
"""As many of each, at most, are looked at a second time."""
TURNINGS: Final = 3
"""So many points at which a game turned are told."""
SMALL: Final = 0.04
"""What changes fewer games than that out of one is no turning point."""


class CoreMissing(RuntimeError):
    """There is no core here, and without it this would take hours. The text says why."""


@dataclass(frozen=True, slots=True)
class AnalysedDecision:
    """A decision that was gone through.

    Attributes:
        position: how many moves had been made.
        round: in which round of the game; None where nothing counts rounds.
        seat: who decided.
        option: what was taken; `best`: of that, what the bot and `easy` would have taken, and what seemed best at a glance, that which turns out best.
        before: by seat, what could be expected before it; after the best option, if that is another one and better beyond chance.
        after: by seat, what could be expected once the option was taken.
        cost: how much more is to be expected of the option taken than of the best: mostly less. None where there is no difference beyond chance.
        together: whether others chose at the same time: then what this seat could see says little of what they could.
    """

    position: int
    round: Any
    seat: int
    option: int
    best: int
    before: tuple[Outlook, ...]
    after: tuple[Outlook, ...]
    cost: Outlook | None
    together: bool


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where a game turned.

    Attributes:
        kind: `choice`, an option that was worth less than another; `luck`, something that was drawn.
        place: of the decision among those gone through: the one that cost something, or the one before what was drawn.
        until: the position up to which that was: of the next decision that it was compared with.
        seat: who decided, or whose prospects changed most.
        change: how much more this seat could expect afterwards.
    """

    kind: Literal["choice", "luck"]
    place: int
    until: int
    seat: int
    change: Outlook


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found out about a game.

    Attributes:
        seats: whose decisions were gone through, each by what it could know.
        bot: who said what is best.
        decisions: in their order; those with a single answer are left out.
        of: how many there are to go through: more where somebody stopped it.
        turnings: where it turned, in their order.
        wins, points, leads: as those of `Hint`.
        scores, outcomes: by seat, how it ended; nothing if it goes on.
    """

    seats: tuple[int, ...]
    bot: str
    decisions: tuple[AnalysedDecision, ...]
    of: int
    turnings: tuple[TurningPoint, ...]
    wins: bool
    points: bool
    leads: bool
    scores: tuple[int, ...] = ()
    outcomes: tuple[int, ...] = ()

    def course(self, seat: int) -> list[tuple[float, Outlook]]:
        """What a seat could expect in the course of the game: at the place of each decision, and half a place later, once it was taken.

        Of decisions at the same time only its own count.
        """
        found: list[tuple[float, Outlook]] = []
        for place, judged in enumerate(self.decisions):
            if judged.seat == seat or not judged.together:
                found.append((place, judged.before[seat]))
                found += [(place + 0.5, judged.after[seat])] if judged.cost is not None else []
        return found

    @property
    def mistakes(self) -> list[int]:
        """The places of the decisions that cost something beyond chance, the dearest first."""
        costs = {place: _size(each.cost, wins=self.wins) for place, each in enumerate(self.decisions) if each.cost}
        return sorted(costs, key=lambda place: (-costs[place], place))


@dataclass(slots=True)
class _Look:
    """A decision while it is gone through: `first` and `second` are the play-outs of the option taken and of the best, if that is another."""

    position: int
    seat: int
    option: int
    best: int
    first: OptionFutures
    second: OptionFutures | None = None
    looked: bool = False
    """Whether what it cost was looked at a second time."""

    @property
    def together(self) -> bool:
        return self.first.state.simultaneous and self.first.state.n > 1

    @property
    def futures(self) -> OptionFutures:
        return self.first if self.second is None else self.second

    @property
    def cost(self) -> Outlook | None:
        """What the option taken is worth more than the best; None where that is the same."""
        return None if self.option == self.best else self.futures.more(self.seat, 0, self.row)

    @property
    def row(self) -> int:
        """Where the best option stands among those that were played on from."""
        return self.futures.options.index(self.best)


@dataclass(slots=True)
class AnalysisRun:
    """Goes through a game. `run` may be stopped by what `progress` raises, or by Ctrl-C; `found` then tells the stand so far.

    Attributes:
        session: the game.
        seats: whose decisions are gone through: all who may know everything, or the one who asks.
        bot: a level, who says what is best.
        sims: how many simulations it takes for each decision, if not those of its level.
        opened: opens the same game in another process, where `workers` shall go through it together. What is found is the same.
    """

    session: Session
    seats: Collection[int]
    bot: str = JUDGE
    sims: int | None = None
    opened: Callable[[], Session] | None = None
    workers: int = 1
    _looks: list[_Look] = field(default_factory=list)
    _swings: dict[int, tuple[int, int, Outlook]] = field(default_factory=dict)
    """By place: the place it was compared with, the seat, and how much more that could expect."""

    def run(self, progress: Progress = ignore_progress) -> Analysis:
        """Go through all of it.

        Raises:
            NoCore: there is no core here.
            BrokenRuleError: a rule breaks in an imagined game.
        """
        return finish(self.running(), lambda done: progress(*done))

    def running(self) -> Thinking[Analysis]:
        """The same in slices."""
        core = core_of(self.session.game)
        if core.executor != "core":
            raise CoreMissing(core.reason)
        positions = self._positions()
        of, seed = len(positions) + CHOICES + SWINGS, Stream(self.session.header.seed, "analysis").aside
        work = WORK // (2 * max(1, len(positions)))
        again = Stream(self.session.header.seed, "analysis again").aside
        yield 0, of
        workers = self.workers if len(positions) >= MANY else 1
        with analysis_workers(PositionAnalyst(self.bot, self.sims), self.session, self.opened, workers) as do:
            least = FEWEST_WORLDS if work < LONG else USUAL_WORLDS
            firsts = [FirstLook(position, seed, work, least, USUAL_WORLDS, MOST_WORLDS) for position in positions]
            for found in do(firsts):
                if found is not None:
                    self._looks.append(self._looked(firsts[len(self._looks)], found))
                yield len(self._looks), of
            suspects, done = self._suspects(), len(positions)
            for look in self._again(suspects, again, do):
                if look is not None:
                    look.looked = True
                    done += 1
                yield done, of
            shaken = {place: self._then(place) for place in self._shaken()}
            pairs = [(place, then) for place, then in shaken.items() if then is not None]  # else nothing was drawn
            looks = [self._looks[each] for pair in pairs for each in pair]
            done = 0
            for each in self._again(looks, again, do):
                yield len(positions) + CHOICES + done * SWINGS // max(1, len(looks)), of
                done += each is not None
            for place, then in pairs:
                self._swings[place] = then, *max(self._changes(place, then), key=self._weight)
        yield of, of
        return self.result()

    def result(self) -> Analysis:
        """What is known so far."""
        live, game = self.session.live, self.session.game
        judged = tuple(self._judged(place) for place in range(len(self._looks)))
        points = any(look.first.counts_points for look in self._looks)
        ends = (tuple(live.scores()), tuple(live.outcomes())) if live.over else ((), ())
        return Analysis(
            tuple(self.seats), effective_bot(self.bot, game), judged, len(self._positions()), tuple(self._turnings()),
            self._wins, points, live.n > 1 and not game.winning.teams, *ends,
        )  # fmt: skip

    # -- looking ----------------------------------------------------------------------------------------------------

    @property
    def _wins(self) -> bool:
        return self.session.live.n > 1 or self.session.game.winning.conditional

    def _positions(self) -> list[int]:
        """Where these seats had a choice."""
        steps, states = self.session.steps, self.session.states
        return [at for at, step in enumerate(steps) if step.move.seat in self.seats and len(states[at].options) > 1]

    def _looked(self, task: FirstLook, found: LookResult) -> _Look:
        first = self._played(task, found)
        return _Look(task.position, first.seat, found.options[0], found.best, first)

    def _played(self, task: FirstLook | MorePlayouts, found: LookResult) -> OptionFutures:
        """Play-outs as they came from whoever did the task."""
        played = option_futures(self.session, task.position, found.options, task.seed)
        played.endings, played.decisions = found.endings, found.decisions
        return played

    def _again(self, looks: Sequence[_Look], seed: int, do: Do) -> Iterator[_Look | None]:
        """Look at these a second time, those that were not; each is given when it was. None where a slice is over."""
        new = {look.position: look for look in looks if look.second is None}
        tasks = [
            MorePlayouts(
                at, seed, tuple(dict.fromkeys((look.option, look.best))), min(AGAIN * look.first.worlds, AGAIN_MOST)
            )
            for at, look in new.items()
        ]
        todo, found = iter(tasks), iter(do(tasks))
        for look in looks:
            while look.second is None:
                one = next(found)
                if one is None:
                    yield None
                else:
                    look.second = self._played(next(todo), one)
            yield look

    def _suspects(self) -> list[_Look]:
        """The decisions that seem to have cost most."""
        looks = [(look, cost) for look in self._looks if (cost := look.cost) is not None]
        looks.sort(key=lambda each: (each[1].sign, -_size(each[1], wins=self._wins), each[0].position))
        return [look for look, cost in looks[:CHOICES] if _size(cost, wins=self._wins) > 0]

    def _then(self, place: int) -> int | None:
        """The next decision in which as much is seen: the next one, or where others choose at the same time the next of this seat."""
        look = self._looks[place]
        for then in range(place + 1, len(self._looks)):
            other = self._looks[then]
            if other.seat == look.seat or not (look.together or other.together):
                drawn = any(step.move.draws for step in self.session.steps[look.position : other.position])
                return then if drawn else None
        return None

    def _shaken(self) -> list[int]:
        """Where something was drawn that seems to have changed most."""
        weights = {
            place: max(map(self._weight, self._changes(place, then)))
            for place in range(len(self._looks))
            if (then := self._then(place)) is not None
        }
        return sorted(weights, key=lambda place: (-weights[place], place))[:SWINGS]

    def _changes(self, place: int, then: int) -> Iterator[tuple[int, Outlook]]:
        """By seat, how much more it could expect before a later decision than after this one; what this seat saw of itself, where others chose too."""
        after, before = self._looks[place], self._looks[then]
        row, together = self._row(before), after.together or before.together
        for seat in (after.seat,) if together else range(self.session.live.n):
            yield seat, before.futures.more_than(seat, row, after.futures, 0)

    def _weight(self, change: tuple[int, Outlook]) -> float:
        more = change[1]
        return abs(more.won.mean if self._wins else more.lead.mean)

    @staticmethod
    def _row(look: _Look) -> int:
        """The option that says what could be expected before a decision: the best, if it is better beyond chance."""
        cost = look.cost
        return look.row if cost is not None and cost.sign < 0 else 0

    def _counts(self, change: Outlook) -> bool:
        """Whether a change is one beyond chance, and no small one."""
        if self._wins:
            return change.won.beyond(0) and abs(change.won.mean) >= SMALL
        return change.lead.beyond(0)

    # -- what was found ---------------------------------------------------------------------------------------------

    def _judged(self, place: int) -> AnalysedDecision:
        look, session = self._looks[place], self.session
        futures, row, seats = look.futures, self._row(look), range(session.live.n)
        cost = look.cost if row and look.looked else None
        rounds = session.game.rounds
        return AnalysedDecision(
            look.position,
            look.first.state.observe(look.seat)["fields"].get(rounds) if rounds else None,
            look.seat,
            look.option,
            look.best,
            tuple(futures.outlook(seat, row) for seat in seats),
            tuple(futures.outlook(seat, 0) for seat in seats),
            cost,
            look.together,
        )

    def _turnings(self) -> Iterator[TurningPoint]:
        """The points at which most changed, in their order."""
        found = [
            TurningPoint("choice", place, look.position, look.seat, cost)
            for place, look in enumerate(self._looks)
            if look.looked and (cost := look.cost) is not None and cost.sign < 0
        ]
        found += [
            TurningPoint("luck", place, self._looks[then].position, seat, change)
            for place, (then, seat, change) in self._swings.items()
        ]
        found = [each for each in found if self._counts(each.change)]
        found.sort(key=lambda each: (-abs(_size(each.change, wins=self._wins)), each.place))
        yield from sorted(found[:TURNINGS], key=lambda each: (each.place, each.kind == "luck"))


def _size(more: Outlook | None, *, wins: bool) -> float:
    """How much less is to be expected: in games won, a point counting little beside them; or in points."""
    if more is None:
        return 0.0
    return -more.won.mean - more.lead.mean / 1000 if wins else -more.lead.mean
