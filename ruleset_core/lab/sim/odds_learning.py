"""Win odds of a seat that begins its turn, by points, learned round by round from games that bots play against themselves,
and fitted by least squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ruleset_core import ChoiceStream, Game, OptionError, RulesetError, State, WinProbabilities, core_of
from ruleset_core.lab.sim.parallel import Backend, load_checked, share_out
from ruleset_core.lab.sim.plans import SimulationPlan, chunks
from ruleset_core.play.bots import bot_rules_key

# A table of chances by points, fitted to what was seen of many turns.

KNOTS: Final = 6
"""As many rows as a table has about: few, since each is known better then."""
BEND: Final = 2.0
"""As many turns as it takes to bend a table somewhere, so that it is smooth where little was seen."""
KEEP: Final = 1.0
"""As many turns as what was thought before counts, at each place of the table."""
SWEEPS: Final = 400
"""How often each number is set to what the others leave for it: by then nothing changes any more."""


class TurnSample(NamedTuple):
    """A turn that begins: the points of the seat, those of the other, and its chance to win, as far as one could tell."""

    mine: int
    theirs: int
    chance: float


@dataclass(frozen=True, slots=True)
class PointsGrid:
    """Where the numbers of a table lie: so many rows and columns, `step` points apart from `first` on."""

    first: int
    step: int
    size: int

    @staticmethod
    def over(points: Sequence[int], step: int | None = None) -> PointsGrid:
        """One that reaches over all these points, in round steps unless it is said how large they are."""
        low, high = min(points), max(points)
        if step is None:
            step = next(each for each in _round_steps() if (high - low) / each <= KNOTS - 1)
        first = low // step * step
        return PointsGrid(first, step, max(2, -(-(high - first) // step) + 1))

    def around(self, mine: int, theirs: int) -> list[tuple[int, float]]:
        """The four places of the table around some points, and what share each has in the chance there."""
        row, down = self._place(mine)
        column, along = self._place(theirs)
        at = row * self.size + column
        return [
            (at, (1 - down) * (1 - along)), (at + 1, (1 - down) * along),
            (at + self.size, down * (1 - along)), (at + self.size + 1, down * along),
        ]  # fmt: skip

    def _place(self, points: int) -> tuple[int, float]:
        apart = min(max((points - self.first) / self.step, 0.0), self.size - 1.0)
        before = min(int(apart), self.size - 2)
        return before, apart - before

    def bends(self) -> Iterator[tuple[int, int, int]]:
        """All threes of places side by side."""
        for row in range(self.size):
            for middle in range(1, self.size - 1):
                along, down = row * self.size + middle, middle * self.size + row
                yield along - 1, along, along + 1
                yield down - self.size, down, down + self.size


def _round_steps() -> Iterator[int]:
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10


def initial_odds(grid: PointsGrid) -> list[float]:
    """What one would think at first: even, and the more points ahead the better."""
    last = grid.size - 1
    return [0.5 + 0.4 * (row - column) / last for row in range(grid.size) for column in range(grid.size)]


def fit_odds(grid: PointsGrid, turns: Iterable[TurnSample], before: Sequence[float]) -> list[float]:
    """The table nearest to all turns, row by row: least squares, not bent more than they ask for, where nothing was seen as it was before.

    Args:
        grid: where its numbers lie.
        turns: what was seen.
        before: the table so far.
    """
    count = grid.size**2
    pulls: list[dict[int, float]] = [{} for _ in range(count)]
    wanted = [KEEP * each for each in before]
    own = [KEEP] * count
    rows: list[tuple[Sequence[tuple[int, float]], float]] = [
        (grid.around(turn.mine, turn.theirs), turn.chance) for turn in turns
    ]
    root = BEND**0.5
    rows += [([(one, root), (two, -2 * root), (three, root)], 0.0) for one, two, three in grid.bends()]
    for parts, chance in rows:
        for place, part in parts:
            wanted[place] += part * chance
            own[place] += part * part
            for other, much in parts:
                if other != place:
                    pulls[place][other] = pulls[place].get(other, 0.0) + part * much
    found = list(before)
    for _ in range(SWEEPS):
        for place in range(count):
            left = wanted[place] - sum(much * found[other] for other, much in pulls[place].items())
            found[place] = min(max(left / own[place], 0.0), 1.0)
    return found


# What chance a seat has that begins its turn, learned from games that bots play against themselves.
#
# First `easy` plays, and who won tells a first table. Then, round by round, both seats search with the table as it
# stands, and a turn is worth what the table says of the position in which the other begins after it. That holds far
# less luck than who won in the end. To this the table is fitted anew.
#
# What the search itself thinks of a turn that begins would hold less luck still, but is no measure: it plans the rest
# of a turn without knowing what will be drawn in it, and counts plans along that it tried once, so it thinks too
# little of whoever has to dare much.

OUTCOME: Final = 0.3
"""How much of what a turn is said to be worth comes from what became of later ones; the rest is what the table says of the next one."""
ASTRAY: Final = 8
"""One turn in so many is played by chance, so that more is seen than the best play. That is decided as it begins: otherwise long ones would be left out more often."""
FIRST_GAMES: Final = 4
"""As many times as many games in the first round, which takes no time."""
ODDS_PART_GAMES: Final = 8
"""Games that are played in one go."""
FEWEST_TURNS: Final = 2
"""Beginnings of turns that a game has at least, if there is anything to learn from it."""


@dataclass(frozen=True, slots=True)
class OddsTraining:
    """How it is learned: the games of a round are those of `plan`; after the first one come so many rounds.

    Attributes:
        plan: the game; `games` is how many there are in a round.
        rounds: how many rounds after the first one.
        sims: how many simulations there are for a decision.
        step: how many points lie between two rows of the table; None for what suits the game.
    """

    plan: SimulationPlan
    rounds: int
    sims: int
    step: int | None = None

    def games_of(self, number: int) -> int:
        """How many games a round has."""
        return self.plan.games * (1 if number else FIRST_GAMES)


@dataclass(frozen=True, slots=True)
class LearnedOdds:
    """A table after so many rounds.

    Attributes:
        rounds: how many there were, the first one included.
        grid: where its numbers lie.
        chances: they themselves, row by row, from 0 to 1.
        changed: by how much the last round changed them on average.
    """

    rounds: int
    grid: PointsGrid
    chances: tuple[float, ...]
    changed: float

    def chance(self, mine: int, theirs: int) -> float:
        """What it says of some points."""
        return sum(part * self.chances[place] for place, part in self.grid.around(mine, theirs))


def rounded_odds(found: LearnedOdds) -> WinProbabilities:
    """What bots take of it: whole thousandths."""
    size = found.grid.size
    numbers = [round(1000 * each) for each in found.chances]
    rows = tuple(tuple(numbers[at : at + size]) for at in range(0, len(numbers), size))
    return WinProbabilities(found.grid.step, rows, found.grid.first)


def learn_odds(
    course: OddsTraining,
    game: Game,
    before: LearnedOdds | None = None,
    workers: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    backend: Backend | None = None,
) -> Iterator[LearnedOdds]:
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
        turns, games = list[TurnSample](), 0
        work = OddsGames(course, number, found, game)
        shares = chunks(range(course.games_of(number)), ODDS_PART_GAMES)
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


def _after(course: OddsTraining, number: int, before: LearnedOdds | None, turns: Sequence[TurnSample]) -> LearnedOdds:
    """The table after a round. In the second half of the rounds the mean of all tables since is taken, so that luck weighs less and less."""
    if before is None:
        points = [each for turn in turns for each in (turn.mine, turn.theirs)]
        grid = _grid(points, course.step)
        old = initial_odds(grid)
    else:
        grid, old = before.grid, list(before.chances)
    new = fit_odds(grid, turns, old)
    share = 1 / max(1, number - course.rounds // 2 + 1)
    mixed = tuple(one + share * (other - one) for one, other in zip(old, new, strict=True))
    changed = sum(abs(one - other) for one, other in zip(old, mixed, strict=True)) / len(mixed)
    return LearnedOdds(number + 1, grid, mixed, changed)


def _grid(points: Sequence[int], step: int | None) -> PointsGrid:
    grid = PointsGrid.over(points, step)
    try:
        WinProbabilities(grid.step, ((0,) * grid.size,) * grid.size, grid.first)
    except OptionError as error:
        raise RulesetError(
            f"points from {min(points):,} to {max(points):,} do not fit in a table in steps of {grid.step:,}: {error}"
        ) from error
    return grid


class OddsGames:
    """Plays games of a round by their numbers. Sent to another process, it loads the game there when it is first asked for."""

    def __init__(
        self, course: OddsTraining, number: int, before: LearnedOdds | None, game: Game | None, rules: str | None = None
    ) -> None:
        self._course, self._number, self._before, self._game = course, number, before, game
        self._odds = None if before is None else rounded_odds(before)
        self._rules = rules or (bot_rules_key(game) if game is not None else "")

    def __reduce__(self) -> tuple[Any, ...]:
        return OddsGames, (self._course, self._number, self._before, None, self._rules)

    def __call__(self, numbers: Sequence[int]) -> list[TurnSample]:
        """The turns of some games."""
        if self._game is None:
            self._game = load_checked(self._course.plan.load, self._rules)
        return [turn for number in numbers for turn in self._played(self._game, number)]

    def _played(self, game: Game, number: int) -> list[TurnSample]:
        """One game, turn by turn."""
        plan, core, seed = self._course.plan, core_of(game), f"learn/{self._number}"
        state = core.new(2, plan.seed, plan.options, game=number + self._number * plan.games * FIRST_GAMES)
        lots = ChoiceStream(plan.seed, seed, game=number)
        begun, decider = list[_TurnBegin](), -1
        while not state.over:
            seat = state.seat
            if seat != decider:
                points = state.scores()
                begun.append(_TurnBegin(seat, points[seat], points[1 - seat], astray=not lots.pick(ASTRAY)))
                decider = seat
            first, drawn = lots.first, lots.pick(len(state.options))
            astray = begun[-1].astray
            state.apply(state.options[drawn] if astray else self._chosen(state, lots.seed, first))
        return self._looked_back(begun, [(1 + outcome) / 2 for outcome in state.outcomes()])

    def _chosen(self, state: State, seed: int, first: int) -> int:
        """The option that is best."""
        core = core_of(state.game)
        if len(state.options) == 1:
            return state.options[0]
        if self._before is None:
            worths = core.worths(state, state.seat, seed, first, **core.levels["easy"])
            return max(state.options, key=lambda option: worths[option])
        figures = {**core.levels["strong"], "sims": self._course.sims, "cut": 0, "win": 256, "odds": self._odds}
        return core.search(state, state.seat, seed=seed, first=first, **figures).option

    def _looked_back(self, begun: Sequence[_TurnBegin], shares: Sequence[float]) -> list[TurnSample]:
        """What each turn was worth, from the last to the first. Of those that were played by chance nothing is learned."""
        found, later = list[TurnSample](), list(shares)
        for each in reversed(begun):
            chance = later[each.seat]
            if not each.astray:
                found.append(TurnSample(each.mine, each.theirs, chance))
            if self._before is not None:
                known = self._before.chance(each.mine, each.theirs)
                chance = known if each.astray else (1 - OUTCOME) * known + OUTCOME * chance
            later[each.seat], later[1 - each.seat] = chance, 1 - chance
        return found


@dataclass(frozen=True, slots=True)
class _TurnBegin:
    """A turn that begins: whose, the points, and whether it is played by chance."""

    seat: int
    mine: int
    theirs: int
    astray: bool = False
