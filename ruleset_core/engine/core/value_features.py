"""What a position is worth to a seat: win probabilities by points, and weights of value features read from a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruleset_core.analysis.numeric_view import ASKED, COUNT, FeaturePlaces, feature_places
from ruleset_core.compile.search.heuristics import DECIDES, HEAP, PIECES, SHARED
from ruleset_core.engine.rule_errors import whole_number
from ruleset_core.errors import OptionError
from ruleset_core.values import (
    CERTAIN_WIN,
    MOMENT_COUNT_LIMITS,
    ODDS_FIRST_LIMITS,
    ODDS_SIZE_LIMITS,
    ODDS_STEP_LIMITS,
    TERM_COUNT_LIMITS,
    UNIT_COUNT_LIMITS,
    WEIGHT_LIMITS,
)

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.vocabulary import Vocabulary


# What chance a seat has that begins its turn, by its points and those of the other.


@dataclass(frozen=True, slots=True)
class WinProbabilities:
    """Chances to win in games of two, by points; other numbers of seats ignore it.

    Attributes:
        step: how many points lie between two rows, and between two columns.
        table: by points of the seat whose turn begins and of the other, its chance to win in thousandths.
        first: the points of the first row and column.

    Example:
        >>> from ruleset_core import WinProbabilities
        >>> WinProbabilities(20, ((500, 400), (600, 500))).step
        20
    """

    step: int
    table: tuple[tuple[int, ...], ...]
    first: int = 0

    def __post_init__(self) -> None:
        whole_number("step", self.step, *ODDS_STEP_LIMITS)
        whole_number("first", self.first, *ODDS_FIRST_LIMITS)
        size = len(self.table)
        if not ODDS_SIZE_LIMITS[0] <= size <= ODDS_SIZE_LIMITS[1] or any(len(row) != size for row in self.table):
            raise OptionError(
                f"the `table` of `odds` has {ODDS_SIZE_LIMITS[0]} to {ODDS_SIZE_LIMITS[1]} rows, and as many numbers in each",
                ("odds", "table"),
            )
        for row in self.table:
            for number in row:
                whole_number("table", number, 0, CERTAIN_WIN)

    @staticmethod
    def from_data(given: object) -> WinProbabilities:
        """A table as it is written down. Raises OptionError."""
        if not isinstance(given, Mapping) or not {"step", "table"} <= {*given} <= {"step", "table", "first"}:
            raise OptionError("`odds` are `step`, `table` and, where it does not begin at 0, `first`", ("odds",))
        rows = given["table"]
        if not _is_list(rows) or not all(map(_is_list, rows)):
            raise OptionError("the `table` of `odds` is a list of lists of numbers", ("odds", "table"))
        return WinProbabilities(given["step"], tuple(map(tuple, rows)), given.get("first", 0))

    @property
    def flat(self) -> list[int]:
        """The table, row by row."""
        return [number for row in self.table for number in row]

    def figures(self) -> dict[str, int]:
        """What of it a room has, by name."""
        return {"knots": len(self.table), "lowest": self.first, "step": self.step}


def _is_list(given: object) -> bool:
    return isinstance(given, Sequence) and not isinstance(given, str)


# What prospects may be made of, read from a state: for who learns what each of it is worth. `compile.search.heuristics`
# reads the same where it is played.


class FeatureReader:
    """The numbers and lists of a seat of its own, numbers of the table, and the time.

    Attributes:
        names: the names in `worth`: numbers of the seat, lengths of its lists, numbers asked for besides, cards in its lists.

    Example:
        >>> from ruleset_core import ValueFeatures, load
        >>> ValueFeatures.terms(load("pig"), ()).names
        ('held[points]',)
    """

    def __init__(self, game: Game, clock: Sequence[str] = (), beside: Sequence[str] = ()) -> None:
        """Those of a game.

        Args:
            game: the game.
            clock: the shared values that tell the time, the slowest one first.
            beside: shared values that are looked at too, or `decides`: whether the seat is to decide.

        Raises:
            OptionError: the game has no such shared value that all see.
        """
        v = game.program.vocabulary
        self._v, known = v, feature_places(v)
        self._clock = clock_values(known.shared, clock)
        self._own = [*known.own.values()]
        self._beside = [place for name in beside for place in _beside(known.shared, name)]
        self._lists = [(each.slot, dict[str, int](), each.cards) for each in known.lists.values()]
        names = [*known.own, *(f"{name}.{COUNT}" for name in known.lists), *(name for name, _ in self._beside)]
        for (_, terms, cards), name in zip(self._lists, known.lists, strict=True):
            for card in dict.fromkeys(cards):
                terms[card] = len(names)
                names.append(f"{name}.{card}")
        self.names = tuple(names)

    def read(self, state: State, seat: int) -> tuple[int, tuple[int, ...]]:
        """The time, and how much of each a seat has."""
        values, first, moment = state.v, self._v.fields_of(seat), 0
        for place, low, count in self._clock:
            moment = moment * count + min(max(values[place] - low, 0), count - 1)
        if state.simultaneous and seat != state.seat and values[first + chosen_flag(self._v)]:
            moment += 1
        shelf = self._v.zones_of(seat)
        lists = [state.z[shelf + slot] for slot, _, _ in self._lists]
        found = [values[first + place] for place in self._own] + [len(each) for each in lists]
        found += [int(state.seat == seat) if place < 0 else values[place] for _, place in self._beside]
        found += [0] * (len(self.names) - len(found))
        for (_, terms, cards), pieces in zip(self._lists, lists, strict=True):
            for piece in pieces:
                found[terms[cards[piece]]] += 1
        return moment, tuple(found)


def chosen_flag(v: Vocabulary) -> int:
    """Where among the values of a seat it stands that it has chosen, in games where all choose at the same time."""
    return v.fields["turn.chosen"].offset if "turn.chosen" in v.fields else 0


def _beside(shared: dict[str, tuple[int, int, int]], name: str) -> Iterator[tuple[str, int]]:
    """The places of a shared value of this name, of all its indices; -1 for who decides."""
    found = [(each, place) for each, (place, _, _) in shared.items() if each.partition("[")[0] == name]
    if name == ASKED:
        found.append((ASKED, -1))
    if not found:
        raise _unknown(name)
    return iter(found)


def clock_values(shared: dict[str, tuple[int, int, int]], names: Sequence[str]) -> list[tuple[int, int, int]]:
    """Of each shared value where it lies, its least, and how many are told apart. Raises OptionError."""
    for name in names:
        if name not in shared:
            raise _unknown(name)
    return [shared[name] for name in names]


def _unknown(name: str) -> OptionError:
    return OptionError(f"there is no shared value `{name[:60]}` that all see", ("prospects", "clock"))


# What a position still promises a seat, by what the seat has: written down by names, laid out for a game by places.

CLOCKS: Final = 4
"""The most shared values that tell the time."""


class FeatureLayout(NamedTuple):
    """Prospects as a room has them: lists and numbers, by name."""

    lists: Mapping[str, Sequence[int]]
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ValueFeatures:
    """What each number of a seat is worth at each time, in points still to come.

    Attributes:
        clock: the shared values that tell the time, the slowest one first.
        base: by time, what comes to a seat that has nothing, in 1,024ths of a point.
        worth: by number of a seat, by time, what one of it is worth.
        bent: by number of a seat, by unit, how much one of it adds to the unit. A unit counts as far as it is above nothing.
        bias: by unit, what it is where a seat has nothing.
        out: by unit, what it is worth.

    Example:
        >>> from ruleset_core import ValueFeatures, load
        >>> reader = ValueFeatures.terms(load("tic_tac_toe"), ())
        >>> reader.names
        ('held[point]',)
    """

    clock: tuple[str, ...]
    base: tuple[int, ...]
    worth: tuple[tuple[str, tuple[int, ...]], ...]
    bent: tuple[tuple[str, tuple[int, ...]], ...] = ()
    bias: tuple[int, ...] = ()
    out: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        terms, moments, units = len(self.worth), len(self.base), len(self.out)
        _count("worth", terms, TERM_COUNT_LIMITS)
        _count("base", moments, MOMENT_COUNT_LIMITS)
        _count("out", units, UNIT_COUNT_LIMITS)
        _count("clock", len(self.clock), (0, CLOCKS))
        if any(len(row) != moments for _, row in self.worth):
            raise OptionError(f"`worth` has {moments} numbers in each row, one for each time", ("worth",))
        names = [name for name, _ in self.worth]
        bent = [name for name, _ in self.bent]
        if len({*names}) != terms or (units and bent != names):
            raise OptionError("`bent` has a row for each of `worth`, in the same order", ("bent",))
        if len(self.bias) != units or any(len(row) != units for _, row in self.bent):
            raise OptionError(f"`bias` and the rows of `bent` have {units} numbers, one for each unit", ("bent",))
        for number in self._weights():
            whole_number("worth", number, *WEIGHT_LIMITS)

    @staticmethod
    def from_data(given: object) -> ValueFeatures:
        """Prospects as they are written down. Raises OptionError."""
        if not isinstance(given, Mapping):
            raise OptionError("`prospects` are `clock`, `base` and `worth`, and maybe `units`", ("prospects",))
        units = given.get("units", {})
        if not {"base", "worth"} <= {*given} <= {"clock", "base", "worth", "units"} or not isinstance(units, Mapping):
            raise OptionError("`prospects` are `clock`, `base` and `worth`, and maybe `units`", ("prospects",))
        if units and {*units} != {"bias", "out", "of"}:
            raise OptionError("`units` have `bias`, `out` and `of`", ("prospects", "units"))
        return ValueFeatures(
            tuple(map(str, _row(given.get("clock", ()), "clock"))),
            _row(given["base"], "base"),
            _rows(given["worth"], "worth"),
            _rows(units.get("of", {}), "of"),
            _row(units.get("bias", ()), "bias"),
            _row(units.get("out", ()), "out"),
        )

    @staticmethod
    def terms(game: Game, clock: Sequence[str] = (), beside: Sequence[str] = ()) -> FeatureReader:
        """What prospects of a game may be made of; see `FeatureReader`. Raises OptionError."""
        return FeatureReader(game, clock, beside)

    def figures(self) -> dict[str, int]:
        """What of it a room has, by name."""
        return {
            "terms": len(self.worth), "units": len(self.out), "moments": len(self.base), "clocks": len(self.clock),
        }  # fmt: skip

    def laid(self, game: Game) -> FeatureLayout:
        """Internal: The same by places of a game. Raises OptionError for what the game does not have."""
        v = game.program.vocabulary
        known = feature_places(v)
        for name, _ in self.worth:
            if name not in known.names:
                raise OptionError(f"no seat has or sees a number `{name[:60]}`, or such pieces", ("prospects", name))
        clock = clock_values(known.shared, self.clock)
        heap, terms_of = self._heaps(known)
        return FeatureLayout(
            {
                "term_places": [_place(known, name) for name, _ in self.worth],
                "clock_rows": [part for each in clock for part in each],
                "weights": [*self._weights()],
                "counted_lists": heap,
                "piece_terms": terms_of,
            },
            {
                "seat_values_start": v.fields_of(0), "seat_values_stride": v.seat_size, "seat_lists_start": v.zones_of(0), "seat_lists_stride": v.seat_zones,
                "counted_list_count": len(heap) // HEAP, "chosen_flag": chosen_flag(v),
            },
        )  # fmt: skip

    def _heaps(self, known: FeaturePlaces) -> tuple[list[int], list[int]]:
        """The lists that count, and by piece what each adds to."""
        term = {name: place for place, (name, _) in enumerate(self.worth)}
        heap, terms_of = list[int](), list[int]()
        for name, each in known.lists.items():
            named = [term.get(f"{name}.{card}", -1) for card in each.cards]
            length, cards = term.get(f"{name}.{COUNT}", -1), any(place >= 0 for place in named)
            if length >= 0 or cards:
                heap += [each.slot, length, len(terms_of) if cards else -1]
                terms_of += named if cards else []
        return heap, terms_of

    def _weights(self) -> list[int]:
        found = list[int]()
        for moment, base in enumerate(self.base):
            found += [base, *(row[moment] for _, row in self.worth)]
        return [*found, *self.bias, *(number for _, row in self.bent for number in row), *self.out]


def _place(known: FeaturePlaces, name: str) -> int:
    """Where a number lies, as a room has it."""
    if name in known.own:
        return known.own[name]
    if name in known.shared:
        return SHARED - known.shared[name][0]
    return DECIDES if name == ASKED else PIECES


def _count(name: str, count: int, limits: tuple[int, int]) -> None:
    if not limits[0] <= count <= limits[1]:
        raise OptionError(f"`{name}` of `prospects` has {limits[0]} to {limits[1]} entries, not {count}", (name,))


def _row(given: object, name: str) -> tuple[Any, ...]:
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise OptionError(f"`{name}` of `prospects` is a list", ("prospects", name))
    return tuple(given)


def _rows(given: object, name: str) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    if not isinstance(given, Mapping):
        raise OptionError(f"`{name}` of `prospects` is an object of lists", ("prospects", name))
    return tuple((str(each), _row(row, name)) for each, row in given.items())
