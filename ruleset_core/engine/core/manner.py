"""How somebody thinks ahead, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from math import isqrt
from typing import Final, TypeAlias

from ruleset_core.engine.arguments import seed_of, whole
from ruleset_core.engine.core.odds import Odds
from ruleset_core.engine.core.prospects import Prospects
from ruleset_core.errors import OptionError
from ruleset_core.model.thinking import LIMITS, POLICIES

WORLDS: Final = 1 << 62
"""The last world that somebody may begin to think in."""
NO_ODDS: Final = {"knots": 0, "lowest": 0, "step": 1}
"""What a room has where nothing is known of chances."""
NO_PROSPECTS: Final = {"terms": 0, "units": 0, "moments": 0, "clocks": 0}
"""What it has where it is not known what positions promise."""

Progress: TypeAlias = Callable[[int], object]
"""Is told now and then how much was done. It may raise to stop."""


def quiet(_done: int) -> None:
    """Tell nobody about progress."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a search goes about it. All figures are whole numbers, but for policy, odds and prospects; what is left out suits most games.

    Attributes:
        policy: who plays to the end: `random`, `light` (what is best at once) or `greedy` (what is best at the end of the turn).
        mix: how often of 256 times any option is taken all the same.
        sample: how many options `light` tries at most.
        cut: after how many decisions a play-out is judged as it stands. Where there are odds: a simulation, as soon as a turn begins then.
        explore: how much is tried anew: 256 times the constant of UCB1.
        trust: for how many simulations the first glance at an option counts.
        win: what winning counts out of 256; the rest is the margin.
        wide, far: how many states greedy looks at for the decision thought about, before anything is drawn and beyond.
        budget, ahead: likewise in play-outs.
        keep: how many options are compared at most: those that greedy thinks most of.
        nodes: most nodes of the tree.
        odds: the chance to win of who begins a turn, by points; None where nothing is known of it.
        prospects: what a position still promises a seat, in points; None where that is not known.
    """

    policy: str = "greedy"
    mix: int = 32
    sample: int = 12
    cut: int = 24
    explore: int = 96
    trust: int = 16
    win: int = 128
    wide: int = 400
    far: int = 800
    budget: int = 20
    ahead: int = 40
    keep: int = 16
    nodes: int = 1 << 16
    odds: Odds | None = None
    prospects: Prospects | None = None

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise OptionError(f"`policy` is one of {', '.join(POLICIES)}, not {str(self.policy)[:60]}", ("policy",))
        if self.odds is not None and not isinstance(self.odds, Odds):
            raise OptionError("`odds` are an `Odds`, or None", ("odds",))
        if self.prospects is not None and not isinstance(self.prospects, Prospects):
            raise OptionError("`prospects` are `Prospects`, or None", ("prospects",))
        for name, (low, high) in LIMITS.items():
            whole(name, getattr(self, name), low, high)

    @staticmethod
    def of(settings: Mapping[str, object]) -> Manner:
        """The usual one, with other figures. Raises OptionError for one that there is not, or that cannot be so."""
        try:
            return _of(tuple(settings.items()))
        except TypeError:  # what cannot be looked up is no figure
            name, value = next((name, value) for name, value in settings.items() if not isinstance(value, int | str))
            raise OptionError(f"`{name}` cannot be {str(value)[:60]}", (name,)) from None

    def figures(self) -> dict[str, int]:
        """What of it the room has, by name."""
        odds = NO_ODDS if self.odds is None else self.odds.figures()
        promised = NO_PROSPECTS if self.prospects is None else self.prospects.figures()
        return {
            "policy": POLICIES.index(self.policy),
            **{name: getattr(self, name) for name in LIMITS},
            **odds,
            **promised,
        }


@dataclass(frozen=True, slots=True)
class Luck:
    """The worlds that somebody thinks in: those of a seed from one of them on."""

    seed: int
    first: int = 0


def luck_of(seed: object, first: object) -> Luck:
    """The worlds of a seed from one on. Raises OptionError."""
    return Luck(seed_of(seed), whole("first", first, 0, WORLDS))


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of a search, option by option, for the seat that thought.

    Attributes:
        options: those of the state.
        visits: simulations that began with each; the most trusted has most.
        values: what each was worth on average, out of 65,536: part winning, part margin.
        outcomes: the sum of outcomes of those simulations that came to an end; 1 won, 0 drawn, -1 lost each.
        margins: the sum of margins: what the score was worth less the best of the others.
        errors: the standard error of the mean margin, in thousandths of a point; -1 where there were fewer than two.
        sims: how many simulations there were.
        full: whether the tree had no room for all it met.
    """

    options: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[int, ...]
    outcomes: tuple[int, ...]
    margins: tuple[int, ...]
    errors: tuple[int, ...]
    sims: int
    full: bool

    @property
    def ranked(self) -> list[int]:
        """The options, the best first: that which was gone on with most often, then that which is worth more."""
        rows = range(len(self.options))
        return [self.options[row] for row in sorted(rows, key=lambda row: (-self.visits[row], -self.values[row], row))]

    @property
    def option(self) -> int:
        """The best one."""
        return self.ranked[0]


@lru_cache(64)
def _of(settings: tuple[tuple[str, object], ...]) -> Manner:
    known = [field.name for field in fields(Manner)]
    for name, _ in settings:
        if name not in known:
            raise OptionError(f"a search has no `{name[:60]}`; it has {', '.join(known)}", (name,))
    return replace(Manner(), **dict(settings))  # type: ignore[arg-type]


@cache
def tables() -> tuple[list[int], list[int]]:
    """The tables of how much is tried anew: 256 times the root of a natural logarithm, and 65,536 by the root of a number."""
    logs = [isqrt(_log(number + 1)) for number in range(4096)]
    parts = [isqrt((1 << 32) // max(1, number)) for number in range(4096)]
    return logs, parts


def _log(number: int) -> int:
    """The natural logarithm in parts of 65,536, by whole numbers, so that it is the same everywhere."""
    whole_part = number.bit_length() - 1
    rest, found = (number << 30) >> whole_part, whole_part
    for _ in range(24):
        rest = rest * rest >> 30
        found <<= 1
        if rest >= 2 << 30:
            rest >>= 1
            found += 1
    return found * 11629080 >> 32  # the logarithm of 2, in parts of 2**24, from those of 2**24 to those of 2**16


def thought_of(options: list[int], rows: Sequence[tuple[int, ...]], sims: int, full: bool) -> Thought:
    """What came of a search; for each option its visits, total, glance, simulations, outcomes, margins and squares."""
    values, errors = [], []
    for visits, total, glance, tried, _, margin, square in rows:
        values.append(total // visits if visits else glance)
        errors.append(-1 if tried < 2 else isqrt(1_000_000 * max(0, square * tried - margin * margin) // (tried**3)))
    columns = list(zip(*rows, strict=True))
    return Thought(tuple(options), columns[0], tuple(values), columns[4], columns[5], tuple(errors), sims, full)
