"""Games on trial: what becomes of cards, options and seats in games that may not even end, looked at closely.

Each game is played by bots, one decision after the other, and given up after `MOST` of them. `easy` bots choose by what `greedy` thinks of
every option; where others play, greedy is asked as well, in the first games.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruleset_core import OptionError
from ruleset_core.bots import Stream, make_bot

if TYPE_CHECKING:
    from ruleset_core import Game, State

    from .plan import Plan

__all__ = ["MOST", "Tried", "Trying", "Weighed", "begun", "is_usual"]

MOST: Final = 5000
"""Decisions after which a game is given up: it does not end."""
BY_LOT: Final = 2500
"""Decisions after which all choose by lot: perhaps the game does not end because of what bots like."""
JUDGED: Final = 50
"""Games in which options are weighed, where bots do not do it anyway."""
EASY: Final = "easy"


class Weighed(NamedTuple):
    """How an option compares with others.

    Attributes:
        times: at how many decisions it was offered beside others.
        rivals: options that were offered at all of these and never worth less, and at how many each was worth more.
    """

    times: int
    rivals: dict[int, int]

    def and_then(self, later: Weighed) -> Weighed:
        """The same of both."""
        rivals = {each: more + later.rivals[each] for each, more in self.rivals.items() if each in later.rivals}
        return Weighed(self.times + later.times, rivals)


class Tried(NamedTuple):
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
    weighed: dict[int, Weighed]
    moves: tuple[int, ...]


class Trying:
    """Plays games of a plan by their numbers. Sent to another process, it loads the game there."""

    def __init__(self, plan: Plan, game: Game | None = None) -> None:
        self._plan, self._game = plan, game

    def __reduce__(self) -> tuple[Any, ...]:
        return Trying, (self._plan,)

    def __call__(self, numbers: Sequence[int]) -> list[Tried]:
        """The games of these numbers. Raises BrokenRuleError."""
        if self._game is None:
            self._game = self._plan.load()
        return [_try(self._game, self._plan, number) for number in numbers]


def is_usual(game: Game, number: int) -> bool:
    """Whether a game is played with the usual options: in every third some are drawn, so that what belongs to them is seen, too."""
    return number % 3 != 2 or not game.option_names


def begun(game: Game, plan: Plan, number: int) -> State:
    """A game of the plan at its first decision."""
    players = len(plan.seats)
    options: dict[str, object] = dict(plan.options)
    if not is_usual(game, number):
        stream = Stream(plan.seed, f"trial/options/{number}")
        drawn = {name: stream.pick(values) for name, values in sorted(game.options_for(players).items()) if values}
        with suppress(OptionError):  # there may be some that do not go together
            return game.new(players, plan.seed, drawn | options, game=number)
    return game.new(players, plan.seed, options, game=number)


def _try(game: Game, plan: Plan, number: int) -> Tried:
    state = begun(game, plan, number)
    own = int.from_bytes(blake2b(f"{plan.seed}/{number}".encode(), digest_size=8).digest(), "big")
    streams = [Stream(own, f"trial/{seat}") for seat in range(state.n)]
    bots = [None if kind == EASY else make_bot(kind, own, seat) for seat, kind in enumerate(plan.sitting(number))]
    tally, weighing = game.core().tally(state.n), _Weighing()
    tally.begin(state)
    moves: list[int] = []
    while not state.over and len(moves) < MOST:
        bot, stream = bots[state.seat], streams[state.seat]
        thinks = len(moves) < BY_LOT and (bot is None or number < JUDGED)
        worths = _worths(state, stream) if thinks else {}
        weighing.look(worths)
        best = max(worths.values(), default=0)
        liked = [each for each in state.options if worths.get(each, best) == best]
        option = stream.pick(liked) if bot is None or len(moves) >= BY_LOT else bot.choose(state.clone())
        tally.choose(state, option)
        state.apply(option)
        tally.go_on(state)
        moves.append(option)
    tally.end(state)
    winners = state.verdict()[0] if state.over else []
    teams = [team for team, _ in state.standings()]
    return Tried(
        number, state.over, tuple(int(seat in winners) for seat in range(state.n)),
        len({teams[seat] for seat in winners}) > 1, tally.counts().row(0), weighing.found,
        tuple(moves),
    )  # fmt: skip


def _worths(state: State, stream: Stream) -> dict[int, int]:
    """What greedy thinks of every option; nothing where there is no choice."""
    if len(state.options) < 2:
        return {}
    core = state.game.core()
    figures: dict[str, Any] = core.levels[EASY]
    return core.worths(state, state.seat, stream.aside, **figures)


class _Weighing:
    """Options of a game, weighed against each other."""

    def __init__(self) -> None:
        self.found: dict[int, Weighed] = {}

    def look(self, worths: dict[int, int]) -> None:
        """A decision: what each option is worth."""
        for option, worth in worths.items():
            before = self.found.get(option)
            if before is not None and not before.rivals:
                self.found[option] = Weighed(before.times + 1, before.rivals)
                continue
            now = Weighed(
                1, {each: int(more > worth) for each, more in worths.items() if more >= worth and each != option}
            )
            self.found[option] = now if before is None else before.and_then(now)
