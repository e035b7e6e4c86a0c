"""What a position still promises a seat, by what the seat has: written down by names, laid out for a game by places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruleset_core.engine.arguments import whole
from ruleset_core.engine.core.terms import Terms, chose_of, clock_of
from ruleset_core.errors import OptionError
from ruleset_core.lang.numbered import ASKED, COUNT, Places, places
from ruleset_core.lang.search.prospects import DECIDES, HEAP, PIECES, SHARED
from ruleset_core.model.thinking import MOMENTS, TERMS, UNITS, WEIGHTS

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game

__all__ = ["Laid", "Prospects"]

CLOCKS: Final = 4
"""The most shared values that tell the time."""


class Laid(NamedTuple):
    """Prospects as a room has them: lists and numbers, by name."""

    lists: Mapping[str, Sequence[int]]
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Prospects:
    """What each number of a seat is worth at each time, in points still to come.

    Attributes:
        clock: the shared values that tell the time, the slowest one first.
        base: by time, what comes to a seat that has nothing, in 1,024ths of a point.
        worth: by number of a seat, by time, what one of it is worth.
        bent: by number of a seat, by unit, how much one of it adds to the unit. A unit counts as far as it is above nothing.
        bias: by unit, what it is where a seat has nothing.
        out: by unit, what it is worth.
    """

    clock: tuple[str, ...]
    base: tuple[int, ...]
    worth: tuple[tuple[str, tuple[int, ...]], ...]
    bent: tuple[tuple[str, tuple[int, ...]], ...] = ()
    bias: tuple[int, ...] = ()
    out: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        terms, moments, units = len(self.worth), len(self.base), len(self.out)
        _count("worth", terms, TERMS)
        _count("base", moments, MOMENTS)
        _count("out", units, UNITS)
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
            whole("worth", number, *WEIGHTS)

    @staticmethod
    def of(given: object) -> Prospects:
        """Prospects as they are written down. Raises OptionError."""
        if not isinstance(given, Mapping):
            raise OptionError("`prospects` are `clock`, `base` and `worth`, and maybe `units`", ("prospects",))
        units = given.get("units", {})
        if not {"base", "worth"} <= {*given} <= {"clock", "base", "worth", "units"} or not isinstance(units, Mapping):
            raise OptionError("`prospects` are `clock`, `base` and `worth`, and maybe `units`", ("prospects",))
        if units and {*units} != {"bias", "out", "of"}:
            raise OptionError("`units` have `bias`, `out` and `of`", ("prospects", "units"))
        return Prospects(
            tuple(map(str, _row(given.get("clock", ()), "clock"))),
            _row(given["base"], "base"),
            _rows(given["worth"], "worth"),
            _rows(units.get("of", {}), "of"),
            _row(units.get("bias", ()), "bias"),
            _row(units.get("out", ()), "out"),
        )

    @staticmethod
    def terms(game: Game, clock: Sequence[str] = (), beside: Sequence[str] = ()) -> Terms:
        """What prospects of a game may be made of; see `Terms`. Raises OptionError."""
        return Terms(game, clock, beside)

    def figures(self) -> dict[str, int]:
        """What of it a room has, by name."""
        return {
            "terms": len(self.worth), "units": len(self.out), "moments": len(self.base), "clocks": len(self.clock),
        }  # fmt: skip

    def laid(self, game: Game) -> Laid:
        """The same by places of a game. Raises OptionError for what the game does not have."""
        v = game.program.vocabulary
        known = places(v)
        for name, _ in self.worth:
            if name not in known.names:
                raise OptionError(f"no seat has or sees a number `{name[:60]}`, or such pieces", ("prospects", name))
        clock = clock_of(known.shared, self.clock)
        heap, terms_of = self._heaps(known)
        return Laid(
            {
                "own": [_place(known, name) for name, _ in self.worth],
                "clock": [part for each in clock for part in each],
                "weights": [*self._weights()],
                "heap": heap,
                "terms_of": terms_of,
            },
            {
                "owned": v.fields_of(0), "apart": v.seat_size, "shelf": v.zones_of(0), "beside": v.seat_zones,
                "heaps": len(heap) // HEAP, "chose": chose_of(v),
            },
        )  # fmt: skip

    def _heaps(self, known: Places) -> tuple[list[int], list[int]]:
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


def _place(known: Places, name: str) -> int:
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
