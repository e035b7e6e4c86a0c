"""Prospects (what numbers of a seat are worth in points later), learned round by round from games of bots with a small
regression; and files that keep the rounds. Needs numpy.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ruleset_core import ChoiceStream, FeatureReader, Game, OptionError, RulesetError, ValueFeatures, core_of
from ruleset_core.lab.sim.odds_learning import LearnedOdds, OddsTraining, PointsGrid
from ruleset_core.lab.sim.parallel import Backend, load_checked, share_out
from ruleset_core.lab.sim.plans import SimulationPlan, chunks
from ruleset_core.lab.sim.result_files import ResultFile, compress_numbers, decompress_numbers
from ruleset_core.play.bots import bot_rules_key
from ruleset_core.values import TERM_COUNT_LIMITS

# What numbers of a seat are worth, fitted to what became of them: a line by the time, and units that judge several
# together. Needs numpy.

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


FINE: Final = 1024
"""Parts of a point that are told apart."""
MOST_SAMPLES: Final = 1_000_000
PASSES, BATCH, PACE, DECAY = 6, 512, 2e-3, 1e-4
"""How often all is looked at in a round, how much at once, how fast units learn, and by how much they forget."""
SWEEPS, TIE, RIDGE = 30, 0.06, 5.0
"""How often lines are fitted, how much neighbours in time are alike, and how much it takes to say that something is worth anything."""
LITTLE: Final = 0.1
"""A number that changes less is taken to change so much."""


class ProspectsFit:
    """What is known by now."""

    def __init__(
        self,
        own: Sequence[str],
        clock: Sequence[str],
        units: int,
        seed: int,
        only: Sequence[str] = (),
        *,
        steady: bool = False,
    ) -> None:
        self._names, self._clock, self._units, self._seed = list(own), tuple(clock), units, seed
        self._only, self._steady = frozenset(only), steady
        self._rounds: list[tuple[Any, Any, Any]] = []
        self._kept: NDArray[np.int64] | None = None
        self._weights: dict[str, Numbers] = {}
        self._spread: Numbers = np.zeros(0)

    def take(self, passed: Sequence[TurnEnd], rounds: int) -> bool:
        """Fit to one more round, and to some before it; whether there is anything to fit."""
        moments = np.array([each.moment for each in passed])
        own = np.array([each.own for each in passed], dtype=np.float64).reshape(len(passed), -1)
        later = np.array([each.later for each in passed], dtype=np.float64)
        if self._kept is None:
            self._begin(moments, own)
        assert self._kept is not None
        if not len(self._kept):
            return False
        last = len(self._weights["base"]) - 1
        self._rounds = [*self._rounds, (np.minimum(moments, last), own[:, self._kept], later)][-rounds:]
        times, having, after = (np.concatenate(column) for column in zip(*self._rounds, strict=True))
        self._spread = having.std(0) + 1e-6
        if self._units:
            self._descend(times, having, after)
            after = after - self._together(having)
        self._draw_lines(times, having, after)
        return True

    def _begin(self, moments: Any, own: Numbers) -> None:
        """What never changes tells nothing; of more than there is room for, what changes most tells."""
        spread = own.std(0) if own.size else np.zeros(0)
        if self._only:
            spread = spread * [field_of(name) in self._only for name in self._names]
        often = np.argsort(-spread, kind="stable")[: TERM_COUNT_LIMITS[1]]
        self._kept = np.sort(often[spread[often] > 0])
        self._names = [self._names[each] for each in self._kept]
        count, times, random = len(self._kept), int(moments.max()) + 1, np.random.default_rng(self._seed)
        self._weights = {
            "bent": random.normal(size=(count, self._units)) * 0.15, "bias": random.normal(size=self._units) * 0.1,
            "out": np.zeros(self._units), "worth": np.zeros((times, count)), "base": np.zeros(times),
        }  # fmt: skip

    def _together(self, own: Numbers) -> Numbers:
        found: Numbers = np.maximum(own @ self._weights["bent"] + self._weights["bias"], 0) @ self._weights["out"]
        return found

    def _descend(self, times: Any, own: Numbers, later: Numbers) -> None:
        """Units and lines, by gradients (Adam)."""
        w = self._weights
        first, second = ({name: np.zeros_like(each) for name, each in w.items()} for _ in range(2))
        random, steps = np.random.default_rng([self._seed, 1]), 0
        for number in range(PASSES):
            pace = PACE * (1 - 0.9 * number / PASSES)
            order = random.permutation(len(later))
            for at in range(0, len(order), BATCH):
                steps += 1
                slopes = self._slopes(*(column[order[at : at + BATCH]] for column in (times, own, later)))
                for name, slope in slopes.items():
                    first[name] += 0.1 * (slope - first[name])
                    second[name] += 0.001 * (slope * slope - second[name])
                    size = np.sqrt(second[name] / (1 - 0.999**steps)) + 1e-8
                    w[name] -= pace * (first[name] / (1 - 0.9**steps) / size + DECAY * w[name])

    def _slopes(self, times: Any, own: Numbers, later: Numbers) -> dict[str, Numbers]:
        w = self._weights
        bent = own @ w["bent"] + w["bias"]
        strength = np.maximum(bent, 0)
        line = w["base"][times] + np.einsum("ij,ij->i", own, w["worth"][times])
        wrong = (line + strength @ w["out"] - later) / len(later)
        back = np.outer(wrong, w["out"]) * (bent > 0)
        rows = np.zeros((len(later), len(w["base"])))
        rows[np.arange(len(later)), times] = wrong
        return {
            "bent": own.T @ back, "bias": back.sum(0), "out": strength.T @ wrong, "worth": rows.T @ own, "base": rows.sum(0),
        }  # fmt: skip

    def _draw_lines(self, times: Any, own: Numbers, later: Numbers) -> None:
        """The lines that fit best to what the units leave, those of neighbours in time being much alike."""
        w, count, many = self._weights, own.shape[1], len(self._weights["base"])
        if self._steady:
            self._draw_one_line(times, own, later)
            return
        both = np.c_[w["base"], w["worth"]]
        squares, pulls = [], []
        for moment in range(many):
            rows = np.c_[np.ones((times == moment).sum()), own[times == moment]]
            squares.append(rows.T @ rows)
            pulls.append(rows.T @ later[times == moment])
        spread = np.maximum(self._spread**2, 0.02)
        tie = np.diag(np.r_[0.01, self._spread**2 * TIE] * len(later) / many)
        ridge = np.diag(np.r_[1e-3, np.full(count, RIDGE) * spread])
        for _ in range(SWEEPS):
            for moment in range(many):
                beside = [each for each in (moment - 1, moment + 1) if 0 <= each < many]
                much = squares[moment] + ridge + len(beside) * tie
                pull = pulls[moment] + sum((tie @ both[each] for each in beside), np.zeros(count + 1))
                both[moment] = np.linalg.solve(much, pull)
        w["base"], w["worth"] = both[:, 0].copy(), both[:, 1:].copy()

    def _draw_one_line(self, times: Any, own: Numbers, later: Numbers) -> None:
        """The same slopes at all times, from another beginning at each."""
        w, many = self._weights, len(self._weights["base"])
        rows = np.c_[np.eye(many)[times], own]
        ridge = np.diag(np.r_[np.full(many, 1e-3), RIDGE * np.maximum(self._spread**2, 0.02)])
        found = np.linalg.solve(rows.T @ rows + ridge, rows.T @ later)
        w["base"], w["worth"] = found[:many], np.tile(found[many:], (many, 1))

    def prospects(self, aside: float = 0.0, number: int = 0) -> ValueFeatures:
        """What is known, as bots take it; or somewhat otherwise, which a number tells."""
        w, worth = self._weights, self._weights["worth"]
        if aside:
            lots = np.random.default_rng([self._seed, 2, number]).normal(size=worth.shape[1])
            worth = worth + lots * aside / np.maximum(self._spread, LITTLE)
        bent = zip(self._names, map(_whole, w["bent"]), strict=True) if self._units else ()
        return ValueFeatures(
            self._clock, _whole(w["base"]), tuple(zip(self._names, map(_whole, worth.T), strict=True)), tuple(bent), _whole(w["bias"]),
            _whole(w["out"]),
        )  # fmt: skip


def field_of(name: str) -> str:
    """The field, or list of pieces, that a number is of.

    >>> field_of("open[ones]"), field_of("hand.count")
    ('open', 'hand')
    """
    return re.split(r"[.\[]", name, maxsplit=1)[0]


def _whole(numbers: Numbers) -> tuple[int, ...]:
    return tuple(np.clip(np.rint(numbers * FINE), -MOST_SAMPLES, MOST_SAMPLES).astype(int).tolist())


# What positions promise, learned from games that bots play against themselves.
#
# First `easy` plays as it is, against itself and against chance. What every seat had each time a turn ended, and how
# many points came to it after that, tells what everything is worth. Then, round by round, both seats look to the ends
# of their turns with that, a little otherwise in each part of a round so that more is seen than the best play, and it
# is fitted anew to the last rounds.

PART_GAMES: Final = 20
"""Games that are played in one go, in one manner."""
FITTED_ROUNDS: Final = 5
"""Of how many of the last rounds the games are looked at."""
ASIDE: Final = 0.1
"""By how much what something is worth is otherwise in a part, in points for as much of it as is usual."""
ONCE: Final = {"sims": 1, "policy": "random", "cut": 0, "prospects": None}
"""Who looks to the end of its turn as `easy` does, and knows nothing of what is still to come."""
OTHERS: Final = ("easy", "strong", "easy", "normal")
"""Who sits opposite, from part to part, where they are mixed. In these games `easy` is the one that learns; `strong` is `easy` as the game has it; `normal`
looks as far as the one that learns, and knows nothing."""
WIDE: Final = 400
"""How many states they look at before anything is drawn: to the end of most turns."""


class TurnEnd(NamedTuple):
    """A seat as a turn ended: the time, what it had, and the points that came to it after that."""

    moment: int
    own: tuple[int, ...]
    later: int


class RoundSamples(NamedTuple):
    """What was seen in the games of a round, and their scores."""

    passed: list[TurnEnd]
    points: list[int]


class LearnedProspects(NamedTuple):
    """What was learned after so many rounds, from what in the last one, and how many points a seat made in it on average."""

    rounds: int
    prospects: ValueFeatures
    points: float
    heard: RoundSamples


@dataclass(frozen=True, slots=True)
class ProspectsTraining:
    """How it is learned: the games of a round are those of `plan`.

    Attributes:
        plan: the game; `games` is how many there are in a round.
        rounds: how many rounds.
        clock: the shared values that tell the time, the slowest one first.
        units: how many units judge what things are worth together.
        beside: shared values that are looked at too.
        far: how many states they look at beyond what is drawn.
        mixed: whether they play against others than themselves in every second part.
        turn: how many states they look at through a whole turn, with all that is drawn in it, instead of `far`; 0: none.
        only: the fields and lists of a seat that are looked at; all if there are none.
        steady: whether what things are worth is the same at all times.
    """

    plan: SimulationPlan
    rounds: int
    clock: tuple[str, ...]
    units: int
    beside: tuple[str, ...] = ()
    far: int = 800
    mixed: bool = False
    turn: int = 0
    only: tuple[str, ...] = ()
    steady: bool = False


def learn_prospects(
    schooling: ProspectsTraining,
    game: Game,
    before: Sequence[RoundSamples] = (),
    workers: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    backend: Backend | None = None,
) -> Iterator[LearnedProspects]:
    """Learn round by round; the same whoever does the work, and wherever it was stopped and gone on with.

    Args:
        schooling: how.
        game: the game, loaded.
        before: what was seen in the first rounds until somebody stopped.
        workers: how many processes play at the same time.
        progress: called with the number of games that were played in the round.
        backend: as for `share_out`.

    Yields:
        What is known after each round.

    Raises:
        RulesetError: nothing can be learned of such a game.
        BrokenRuleError: a rule breaks in one of the games.
    """
    names = learned_terms(schooling, game).names
    unknown = {*schooling.only} - {*map(field_of, names)}
    if unknown:
        raise RulesetError(f"{game.name}: no seat has numbers or cards `{min(unknown)}`")
    fit = ProspectsFit(
        names, schooling.clock, schooling.units, schooling.plan.seed, schooling.only, steady=schooling.steady
    )
    shares, manners = chunks(range(schooling.plan.games), PART_GAMES), list[ValueFeatures | None]([None])
    for number in range(schooling.rounds):
        if number < len(before):
            heard = before[number]
        else:
            heard = RoundSamples([], [])
            work = ProspectsGames(schooling, number, tuple(manners), game)
            for share, found in share_out(work, shares, min(workers, len(shares)), backend=backend):
                heard.passed.extend(found.passed)
                heard.points.extend(found.points)
                progress(share[-1] + 1)
        if not heard.passed or not fit.take(heard.passed, FITTED_ROUNDS):
            raise RulesetError(
                f"{game.name}: there is nothing to learn: no seat has numbers or cards of its own that change"
            )
        manners = [fit.prospects(ASIDE, number * len(shares) + each) for each in range(len(shares))]
        yield LearnedProspects(number + 1, fit.prospects(), sum(heard.points) / len(heard.points), heard)


def learned_terms(schooling: ProspectsTraining, game: Game) -> FeatureReader:
    """What is learned of. Raises RulesetError."""
    try:
        return ValueFeatures.terms(game, schooling.clock, schooling.beside)
    except OptionError as error:
        raise RulesetError(f"{game.name}: {error}") from error


class ProspectsGames:
    """Plays games of a round by their numbers. Sent to another process, it loads the game there when it is first asked for."""

    def __init__(
        self,
        schooling: ProspectsTraining,
        number: int,
        manners: tuple[ValueFeatures | None, ...],
        game: Game | None,
        rules: str | None = None,
    ) -> None:
        self._schooling, self._number, self._manners, self._game = schooling, number, manners, game
        self._rules = rules or (bot_rules_key(game) if game is not None else "")

    def __reduce__(self) -> tuple[Any, ...]:
        return ProspectsGames, (self._schooling, self._number, self._manners, None, self._rules)

    def __call__(self, numbers: Sequence[int]) -> RoundSamples:
        """What was seen in some games, and their scores."""
        plan = self._schooling.plan
        if self._game is None:
            self._game = load_checked(plan.load, self._rules)
        part = numbers[0] // PART_GAMES
        manner = self._manners[part % len(self._manners)]
        look = {"wide": WIDE, "far": self._schooling.far, "turn": self._schooling.turn}
        known = {} if manner is None else {"prospects": manner}
        seats = self._seats(part, learned=manner is not None)
        first = numbers[0] + self._number * plan.games
        played = core_of(self._game).play(
            2, len(numbers), plan.seed, plan.options, first=first, policies=seats, turned=True, moves=True,
            levels={"easy": {**look, **known}, "normal": {**ONCE, **look}, "strong": {**ONCE, **core_of(self._game).levels["easy"]}},
        )  # fmt: skip
        assert played.moves is not None
        terms, found = learned_terms(self._schooling, self._game), list[TurnEnd]()
        for place, moves in enumerate(played.moves):
            heard = [seat for seat in range(2) if seats[1] == "easy" or (seat + first + place) % 2 == 0]
            found += self._passed(self._game, terms, first + place, moves.tolist(), heard)
        return RoundSamples(found, [int(played.scores[row, seat]) for row in range(len(numbers)) for seat in range(2)])

    def _seats(self, part: int, *, learned: bool) -> tuple[str, str]:
        """Who plays in a part."""
        if not learned:
            return ("random" if part % 2 else "easy", "easy")
        return ("easy", OTHERS[part % len(OTHERS)] if self._schooling.mixed else "easy")

    def _passed(
        self, game: Game, terms: FeatureReader, number: int, moves: Sequence[int], heard: Sequence[int]
    ) -> Iterator[TurnEnd]:
        """One game again, as the seats saw it that are heard. Of every second seat nothing is noted, by lot: what stays as it is would be noted too often."""
        plan, lots = self._schooling.plan, ChoiceStream(self._schooling.plan.seed, "learn", game=number)
        state = game.new(2, plan.seed, plan.options, game=number)
        noted, before = list[tuple[int, int, tuple[int, ...], int]](), state.seat
        for option in moves:
            if option in state.options:  # what was taken by itself is
                state.apply(option)
            if not state.over and state.seat != before:
                before, points = state.seat, state.scores()
                noted += [(seat, *terms.read(state, seat), points[seat]) for seat in heard if lots.pick(2)]
        last = state.scores()
        for seat, moment, own, points_then in noted:
            yield TurnEnd(moment, own, last[seat] - points_then)


# Rounds of learning in a file, so that a run that was stopped goes on with the next one.

PROSPECTS_FORMAT = "ruleset rounds 2"
ODDS_FORMAT = "ruleset odds 1"
MOST_BYTES = 1 << 30
"""Bytes of what is seen in a round, at most."""


def prospects_key(schooling: ProspectsTraining, rules: str) -> str:
    """What tells apart what is learned, however many rounds; `rules` is what `rules_of` tells of the game."""
    of = schooling
    told = (
        of.plan.key(rules),
        of.plan.games,
        of.clock,
        of.units,
        of.beside,
        of.far,
        of.mixed,
        of.turn,
        of.only,
        of.steady,
    )
    return blake2b(repr(told).encode(), digest_size=8).hexdigest()


class ProspectsRoundsFile(ResultFile[RoundSamples]):
    """A file of rounds, in their order."""

    def __init__(self, path: Path, schooling: ProspectsTraining, rules: str) -> None:
        """Open the file, or begin it. Raises `ResultFileError`."""
        super().__init__(path, {"format": PROSPECTS_FORMAT, "key": prospects_key(schooling, rules)}, _row, _round_data)


class OddsRoundsFile(ResultFile[LearnedOdds]):
    """A file of the tables after each round of a course; the last one is what the next round begins with."""

    def __init__(self, path: Path, course: OddsTraining, rules: str) -> None:
        """Open the file, or begin it. Raises `ResultFileError`."""
        super().__init__(path, {"format": ODDS_FORMAT, "key": odds_key(course, rules)}, _table, asdict)


def odds_key(course: OddsTraining, rules: str) -> str:
    """A digest of the course and of the rules of its game (`rules_of`); other courses have other tables."""
    return blake2b(f"{rules} {course}".encode(), digest_size=8).hexdigest()


def _table(told: Any, number: int) -> LearnedOdds | None:
    try:
        grid = PointsGrid(**{name: int(value) for name, value in told["grid"].items()})
        chances = tuple(map(float, told["chances"]))
        fits = told["rounds"] == number + 1 and grid.step > 0 and len(chances) == grid.size**2
        return LearnedOdds(number + 1, grid, chances, float(told["changed"])) if fits else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _round_data(row: RoundSamples) -> dict[str, Any]:
    width = 2 + len(row.passed[0].own) if row.passed else 0
    numbers = array("q", [part for each in row.passed for part in (each.moment, each.later, *each.own)])
    return {"width": width, "passed": compress_numbers(numbers.tobytes()), "points": row.points}


def _row(told: Any, _: int) -> RoundSamples | None:
    try:
        width, numbers = int(told["width"]), array("q", decompress_numbers(told["passed"], MOST_BYTES))
        rows = [numbers[at : at + width].tolist() for at in range(0, len(numbers), width)] if width else []
        passed = [TurnEnd(moment, tuple(own), later) for moment, later, *own in rows]
        return RoundSamples(passed, [*map(int, told["points"])])
    except (KeyError, TypeError, ValueError):
        return None
