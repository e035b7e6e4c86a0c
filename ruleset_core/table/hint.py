"""A hint: what a bot would do in place of a person, what it expects of that, and what comes next. Values, without words."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from ruleset_core.bots import LEVELS, Stream, budget_of, figures_of, knows, plays_as, without_budget
from ruleset_core.sim.figures import SURE

from .outlook import Futures, Outlook, Progress, quiet

if TYPE_CHECKING:
    from ruleset_core import State, Thought

__all__ = ["USUAL", "Choice", "Hint", "HintTask", "NoHint", "WhyNoHint", "ranked"]

USUAL: Final = "strong"
"""The bot that is asked where nobody says which."""
SHOWN: Final = 3
"""The option it would take, and the next best two."""
WORK: Final = 15_000
"""Decisions played on for each option shown: the share won is then known to a few hundredths, within a second or two."""
LEAST, MOST = 40, 500
"""The fewest and the most games that are played on."""


WhyNoHint: TypeAlias = Literal["off", "over", "not_asked", "no_level"]
"""Why there is no hint: this table is without; the game is over; the seat is not asked; what is asked is no level of a bot."""


class NoHint(ValueError):
    """No hint is given.

    Attributes:
        why: the reason.
        bot: which was asked.
    """

    def __init__(self, why: WhyNoHint, bot: str = "") -> None:
        super().__init__(f"no hint: {why} {bot}".strip())
        self.why = why
        self.bot = bot


@dataclass(frozen=True, slots=True)
class Choice:
    """An option, and what may be expected of it.

    Attributes:
        option: the option.
        outlook: what the seat may expect; None without a core, where this would take minutes.
        more: how much more than of the first choice: mostly it is less. None for the first itself.
    """

    option: int
    outlook: Outlook | None = None
    more: Outlook | None = None


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
    choices: tuple[Choice, ...]
    offered: int
    worlds: int
    wins: bool
    points: bool
    leads: bool

    @property
    def best(self) -> Choice:
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
        begun, answers: see `Futures`.
    """

    seat: int
    state: State
    bot: str
    seed: int
    sims: int | None = None
    begun: State | None = None
    answers: tuple[int, ...] = ()

    @classmethod
    def of(
        cls, state: State, bot: str, seed: int, answered: int, sims: int | None = None,
        begun: tuple[State | None, tuple[int, ...]] = (None, ()),
    ) -> HintTask:  # fmt: skip
        """What to think about where a seat is asked that has answered so often. Raises `NoHint` for what is no level."""
        if without_budget(bot) not in LEVELS or not knows(bot):
            raise NoHint("no_level", bot)
        return cls(state.seat, state, bot, Stream(seed, f"hint/{state.seat}", answered).aside, sims, *begun)

    def think(self, progress: Progress = quiet) -> Hint:
        """Think. `progress` may raise to stop. Raises `BrokenRuleError` where a rule breaks in an imagined game."""
        state, game = self.state, self.state.game
        plays = plays_as(self.bot, game)
        best, level = _considered(state, plays, self.seed, self.sims, progress)
        best = best[:SHOWN]
        winning = game.winning
        found = Futures(state, self.seat, tuple(best), self.seed, self.begun, self.answers)
        choices = [Choice(option) for option in best]
        if game.core().executor == "core":
            found.play_for(WORK, LEAST, MOST, progress)
            first = max((row for row, option in enumerate(best) if option in level), key=found.worth)
            choices = [
                Choice(
                    best[row],
                    found.outlook(self.seat, row),
                    found.more(self.seat, row, first) if row != first else None,
                )
                for row in (first, *(row for row in range(len(best)) if row != first))
            ]
        return Hint(
            self.seat, self.bot, plays, tuple(choices), len(state.options), found.worlds,
            state.n > 1 or winning.conditional, found.counts_points,
            state.n > 1 and not winning.teams,
        )  # fmt: skip


def ranked(state: State, level: str, seed: int, sims: int | None = None, progress: Progress = quiet) -> list[int]:
    """The options of a state, the best first, as a level sees them that can play here.

    How far that is, is not said: `progress` is told again and again that all is still to come.
    """
    return _considered(state, level, seed, sims, progress)[0]


def _considered(
    state: State, level: str, seed: int, sims: int | None, progress: Progress
) -> tuple[list[int], frozenset[int]]:
    """The options of a state, the best first, as a level sees them; and those that it cannot tell from the best, with the best itself."""
    if len(state.options) == 1:
        return list(state.options), frozenset(state.options)
    core, seconds = state.game.core(), budget_of(level)
    figures = figures_of(core, without_budget(level), seconds)
    if level == "easy":
        worths = core.worths(state, state.seat, seed, **figures)
        best = sorted(worths, key=lambda option: (-worths[option], option))
        return best, frozenset(option for option in best if worths[option] == worths[best[0]])
    if sims is not None:
        figures = {**figures, "sims": sims}
    thought = core.search(state, state.seat, seed=seed, progress=lambda _: progress(0, 1), **figures)
    return thought.ranked, _alike(thought)


def _alike(thought: Thought) -> frozenset[int]:
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
