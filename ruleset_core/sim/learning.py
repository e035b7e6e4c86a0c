"""What chance a seat has that begins its turn, learned from games that bots play against themselves.

First `easy` plays, and who won tells a first table. Then, round by round, both seats search with the table as it stands, and a turn is worth what the table
says of the position in which the other begins after it. That holds far less luck than who won in the end. To this the table is fitted anew.

What the search itself thinks of a turn that begins would hold less luck still, but is no measure: it plans the rest of a turn without knowing what will be
drawn in it, and counts plans along that it tried once, so it thinks too little of whoever has to dare much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import Lots, Odds, OptionError, RulesetError
from ruleset_core.bots import rules_of

from .fitting import Grid, Turn, fitted, guessed
from .plan import Plan, parts
from .workers import Backend, loaded, share_out

if TYPE_CHECKING:
    from ruleset_core import Game, State

__all__ = ["Course", "Learned", "learned", "odds_of"]

OUTCOME: Final = 0.3
"""How much of what a turn is said to be worth comes from what became of later ones; the rest is what the table says of the next one."""
ASTRAY: Final = 8
"""One turn in so many is played by chance, so that more is seen than the best play. That is decided as it begins: otherwise long ones would be left out more often."""
FIRST_GAMES: Final = 4
"""As many times as many games in the first round, which takes no time."""
PART: Final = 8
"""Games that are played in one go."""
FEWEST_TURNS: Final = 2
"""Beginnings of turns that a game has at least, if there is anything to learn from it."""


@dataclass(frozen=True, slots=True)
class Course:
    """How it is learned: the games of a round are those of `plan`; after the first one come so many rounds.

    Attributes:
        plan: the game; `games` is how many there are in a round.
        rounds: how many rounds after the first one.
        sims: how many simulations there are for a decision.
        step: how many points lie between two rows of the table; None for what suits the game.
    """

    plan: Plan
    rounds: int
    sims: int
    step: int | None = None

    def games_of(self, number: int) -> int:
        """How many games a round has."""
        return self.plan.games * (1 if number else FIRST_GAMES)


@dataclass(frozen=True, slots=True)
class Learned:
    """A table after so many rounds.

    Attributes:
        rounds: how many there were, the first one included.
        grid: where its numbers lie.
        chances: they themselves, row by row, from 0 to 1.
        changed: by how much the last round changed them on average.
    """

    rounds: int
    grid: Grid
    chances: tuple[float, ...]
    changed: float

    def chance(self, mine: int, theirs: int) -> float:
        """What it says of some points."""
        return sum(part * self.chances[place] for place, part in self.grid.around(mine, theirs))


def odds_of(found: Learned) -> Odds:
    """What bots take of it: whole thousandths."""
    size = found.grid.size
    numbers = [round(1000 * each) for each in found.chances]
    rows = tuple(tuple(numbers[at : at + size]) for at in range(0, len(numbers), size))
    return Odds(found.grid.step, rows, found.grid.first)


def learned(
    course: Course,
    game: Game,
    before: Learned | None = None,
    workers: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    backend: Backend | None = None,
) -> Iterator[Learned]:
    """Learn round by round; the same whoever does the work, and wherever it was stopped and gone on with.

    Args:
        course: how.
        game: the game, loaded.
        before: what was learned until somebody stopped.
        workers: how many processes play at the same time.
        progress: called with the number of games that were played in the round.
        backend: as for `share_out`.

    Yields:
        The table after each round.

    Raises:
        RulesetError: nothing can be learned of such a game.
        BrokenRuleError: a rule breaks in one of the games.
    """
    found = before
    for number in range(found.rounds if found else 0, course.rounds + 1):
        turns, games = list[Turn](), 0
        work = Practice(course, number, found, game)
        shares = parts(range(course.games_of(number)), PART)
        for share, seen in share_out(work, shares, min(workers, len(shares)), backend=backend):
            turns += seen
            games += len(share)
            progress(games)
        if len(turns) < FEWEST_TURNS * games:
            raise RulesetError(f"{game.name}: there is nothing to learn: nobody's turn follows that of the other")
        if len({points for turn in turns for points in (turn.mine, turn.theirs)}) == 1:
            raise RulesetError(
                f"{game.name}: there is nothing to learn: everybody has as many points whenever a turn begins"
            )
        found = _after(course, number, found, turns)
        yield found


def _after(course: Course, number: int, before: Learned | None, turns: Sequence[Turn]) -> Learned:
    """The table after a round. In the second half of the rounds the mean of all tables since is taken, so that luck weighs less and less."""
    if before is None:
        points = [each for turn in turns for each in (turn.mine, turn.theirs)]
        grid = _grid(points, course.step)
        old = guessed(grid)
    else:
        grid, old = before.grid, list(before.chances)
    new = fitted(grid, turns, old)
    share = 1 / max(1, number - course.rounds // 2 + 1)
    mixed = tuple(one + share * (other - one) for one, other in zip(old, new, strict=True))
    changed = sum(abs(one - other) for one, other in zip(old, mixed, strict=True)) / len(mixed)
    return Learned(number + 1, grid, mixed, changed)


def _grid(points: Sequence[int], step: int | None) -> Grid:
    grid = Grid.over(points, step)
    try:
        Odds(grid.step, ((0,) * grid.size,) * grid.size, grid.first)
    except OptionError as error:
        raise RulesetError(
            f"points from {min(points):,} to {max(points):,} do not fit in a table in steps of {grid.step:,}: {error}"
        ) from error
    return grid


class Practice:
    """Plays games of a round by their numbers. Sent to another process, it loads the game there when it is first asked for."""

    def __init__(
        self, course: Course, number: int, before: Learned | None, game: Game | None, rules: str | None = None
    ) -> None:
        self._course, self._number, self._before, self._game = course, number, before, game
        self._odds = None if before is None else odds_of(before)
        self._rules = rules or (rules_of(game) if game is not None else "")

    def __reduce__(self) -> tuple[Any, ...]:
        return Practice, (self._course, self._number, self._before, None, self._rules)

    def __call__(self, numbers: Sequence[int]) -> list[Turn]:
        """The turns of some games."""
        if self._game is None:
            self._game = loaded(self._course.plan.load, self._rules)
        return [turn for number in numbers for turn in self._played(self._game, number)]

    def _played(self, game: Game, number: int) -> list[Turn]:
        """One game, turn by turn."""
        plan, core, seed = self._course.plan, game.core(), f"learn/{self._number}"
        state = core.new(2, plan.seed, plan.options, game=number + self._number * plan.games * FIRST_GAMES)
        lots = Lots(plan.seed, seed, game=number)
        begun, decider = list[_Begun](), -1
        while not state.over:
            seat = state.seat
            if seat != decider:
                points = state.scores()
                begun.append(_Begun(seat, points[seat], points[1 - seat], astray=not lots.pick(ASTRAY)))
                decider = seat
            first, drawn = lots.first, lots.pick(len(state.options))
            astray = begun[-1].astray
            state.apply(state.options[drawn] if astray else self._chosen(state, lots.seed, first))
        return self._looked_back(begun, [(1 + outcome) / 2 for outcome in state.outcomes()])

    def _chosen(self, state: State, seed: int, first: int) -> int:
        """The option that is best."""
        core = state.game.core()
        if len(state.options) == 1:
            return state.options[0]
        if self._before is None:
            worths = core.worths(state, state.seat, seed, first, **core.levels["easy"])
            return max(state.options, key=lambda option: worths[option])
        figures = {**core.levels["strong"], "sims": self._course.sims, "cut": 0, "win": 256, "odds": self._odds}
        return core.search(state, state.seat, seed=seed, first=first, **figures).option

    def _looked_back(self, begun: Sequence[_Begun], shares: Sequence[float]) -> list[Turn]:
        """What each turn was worth, from the last to the first. Of those that were played by chance nothing is learned."""
        found, later = list[Turn](), list(shares)
        for each in reversed(begun):
            chance = later[each.seat]
            if not each.astray:
                found.append(Turn(each.mine, each.theirs, chance))
            if self._before is not None:
                known = self._before.chance(each.mine, each.theirs)
                chance = known if each.astray else (1 - OUTCOME) * known + OUTCOME * chance
            later[each.seat], later[1 - each.seat] = chance, 1 - chance
        return found


@dataclass(frozen=True, slots=True)
class _Begun:
    """A turn that begins: whose, the points, and whether it is played by chance."""

    seat: int
    mine: int
    theirs: int
    astray: bool = False
