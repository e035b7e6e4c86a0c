"""What positions promise, learned from games that bots play against themselves.

First `easy` plays as it is, against itself and against chance. What every seat had each time a turn ended, and how many points came to it after that, tells what
everything is worth. Then, round by round, both seats look to the ends of their turns with that, a little otherwise in each part of a round so that more is seen
than the best play, and it is fitted anew to the last rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruleset_core import Lots, OptionError, Prospects, RulesetError
from ruleset_core.bots import rules_of

from .plan import Plan, parts
from .regress import Fit
from .workers import Backend, loaded, share_out

if TYPE_CHECKING:
    from ruleset_core import Game, Terms

__all__ = ["Heard", "Promise", "Schooling", "promised"]

PART: Final = 20
"""Games that are played in one go, in one manner."""
ROUNDS: Final = 5
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


class Passed(NamedTuple):
    """A seat as a turn ended: the time, what it had, and the points that came to it after that."""

    moment: int
    own: tuple[int, ...]
    later: int


class Heard(NamedTuple):
    """What was seen in the games of a round, and their scores."""

    passed: list[Passed]
    points: list[int]


class Promise(NamedTuple):
    """What was learned after so many rounds, from what in the last one, and how many points a seat made in it on average."""

    rounds: int
    prospects: Prospects
    points: float
    heard: Heard


@dataclass(frozen=True, slots=True)
class Schooling:
    """How it is learned: the games of a round are those of `plan`.

    Attributes:
        plan: the game; `games` is how many there are in a round.
        rounds: how many rounds.
        clock: the shared values that tell the time, the slowest one first.
        units: how many units judge what things are worth together.
        beside: shared values that are looked at too.
        far: how many states they look at beyond what is drawn.
        mixed: whether they play against others than themselves in every second part.
    """

    plan: Plan
    rounds: int
    clock: tuple[str, ...]
    units: int
    beside: tuple[str, ...] = ()
    far: int = 800
    mixed: bool = False


def promised(
    schooling: Schooling,
    game: Game,
    before: Sequence[Heard] = (),
    workers: int = 1,
    progress: Callable[[int], object] = lambda _: None,
    backend: Backend | None = None,
) -> Iterator[Promise]:
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
    fit = Fit(terms_of(schooling, game).names, schooling.clock, schooling.units, schooling.plan.seed)
    shares, manners = parts(range(schooling.plan.games), PART), list[Prospects | None]([None])
    for number in range(schooling.rounds):
        if number < len(before):
            heard = before[number]
        else:
            heard = Heard([], [])
            work = Exercise(schooling, number, tuple(manners), game)
            for share, found in share_out(work, shares, min(workers, len(shares)), backend=backend):
                heard.passed.extend(found.passed)
                heard.points.extend(found.points)
                progress(share[-1] + 1)
        if not heard.passed or not fit.take(heard.passed, ROUNDS):
            raise RulesetError(
                f"{game.name}: there is nothing to learn: no seat has numbers or cards of its own that change"
            )
        manners = [fit.prospects(ASIDE, number * len(shares) + each) for each in range(len(shares))]
        yield Promise(number + 1, fit.prospects(), sum(heard.points) / len(heard.points), heard)


def terms_of(schooling: Schooling, game: Game) -> Terms:
    """What is learned of. Raises RulesetError."""
    try:
        return Prospects.terms(game, schooling.clock, schooling.beside)
    except OptionError as error:
        raise RulesetError(f"{game.name}: {error}") from error


class Exercise:
    """Plays games of a round by their numbers. Sent to another process, it loads the game there when it is first asked for."""

    def __init__(
        self,
        schooling: Schooling,
        number: int,
        manners: tuple[Prospects | None, ...],
        game: Game | None,
        rules: str | None = None,
    ) -> None:
        self._schooling, self._number, self._manners, self._game = schooling, number, manners, game
        self._rules = rules or (rules_of(game) if game is not None else "")

    def __reduce__(self) -> tuple[Any, ...]:
        return Exercise, (self._schooling, self._number, self._manners, None, self._rules)

    def __call__(self, numbers: Sequence[int]) -> Heard:
        """What was seen in some games, and their scores."""
        plan = self._schooling.plan
        if self._game is None:
            self._game = loaded(plan.load, self._rules)
        part = numbers[0] // PART
        manner = self._manners[part % len(self._manners)]
        look = {"wide": WIDE, "far": self._schooling.far}
        known = {} if manner is None else {"prospects": manner}
        seats = self._seats(part, learned=manner is not None)
        first = numbers[0] + self._number * plan.games
        played = self._game.core().play(
            2, len(numbers), plan.seed, plan.options, first=first, policies=seats, turned=True, moves=True,
            levels={"easy": {**look, **known}, "normal": {**ONCE, **look}, "strong": {**ONCE, **self._game.core().levels["easy"]}},
        )  # fmt: skip
        assert played.moves is not None
        terms, found = terms_of(self._schooling, self._game), list[Passed]()
        for place, moves in enumerate(played.moves):
            heard = [seat for seat in range(2) if seats[1] == "easy" or (seat + first + place) % 2 == 0]
            found += self._passed(self._game, terms, first + place, moves.tolist(), heard)
        return Heard(found, [int(played.scores[row, seat]) for row in range(len(numbers)) for seat in range(2)])

    def _seats(self, part: int, *, learned: bool) -> tuple[str, str]:
        """Who plays in a part."""
        if not learned:
            return ("random" if part % 2 else "easy", "easy")
        return ("easy", OTHERS[part % len(OTHERS)] if self._schooling.mixed else "easy")

    def _passed(
        self, game: Game, terms: Terms, number: int, moves: Sequence[int], heard: Sequence[int]
    ) -> Iterator[Passed]:
        """One game again, as the seats saw it that are heard. Of every second seat nothing is noted, by lot: what stays as it is would be noted too often."""
        plan, lots = self._schooling.plan, Lots(self._schooling.plan.seed, "learn", game=number)
        state = game.new(2, plan.seed, plan.options, game=number)
        noted, before = list[tuple[int, int, tuple[int, ...], int]](), state.seat
        for option in moves:
            if option in state.options:  # what was taken by itself is
                state.apply(option)
            if not state.over and state.seat != before:
                before, points = state.seat, state.scores()
                noted += [(seat, *terms.of(state, seat), points[seat]) for seat in heard if lots.pick(2)]
        last = state.scores()
        for seat, moment, own, points_then in noted:
            yield Passed(moment, own, last[seat] - points_then)
