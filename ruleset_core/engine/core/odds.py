"""What chance a seat has that begins its turn, by its points and those of the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ruleset_core.engine.arguments import whole
from ruleset_core.errors import OptionError
from ruleset_core.model.thinking import CERTAIN, FIRSTS, KNOTS, STEPS

__all__ = ["Odds"]


@dataclass(frozen=True, slots=True)
class Odds:
    """A table of chances for games of two, by whole points; where there are other numbers of seats, nobody looks at it.

    Attributes:
        step: how many points lie between two rows, and between two columns.
        table: by points of the seat whose turn begins, and by those of the other, its chance to win in thousandths.
        first: the points of the first row and column.
    """

    step: int
    table: tuple[tuple[int, ...], ...]
    first: int = 0

    def __post_init__(self) -> None:
        whole("step", self.step, *STEPS)
        whole("first", self.first, *FIRSTS)
        size = len(self.table)
        if not KNOTS[0] <= size <= KNOTS[1] or any(len(row) != size for row in self.table):
            raise OptionError(
                f"the `table` of `odds` has {KNOTS[0]} to {KNOTS[1]} rows, and as many numbers in each",
                ("odds", "table"),
            )
        for row in self.table:
            for number in row:
                whole("table", number, 0, CERTAIN)

    @staticmethod
    def of(given: object) -> Odds:
        """A table as it is written down. Raises OptionError."""
        if not isinstance(given, Mapping) or not {"step", "table"} <= {*given} <= {"step", "table", "first"}:
            raise OptionError("`odds` are `step`, `table` and, where it does not begin at 0, `first`", ("odds",))
        rows = given["table"]
        if not _is_list(rows) or not all(map(_is_list, rows)):
            raise OptionError("the `table` of `odds` is a list of lists of numbers", ("odds", "table"))
        return Odds(given["step"], tuple(map(tuple, rows)), given.get("first", 0))

    @property
    def flat(self) -> list[int]:
        """The table, row by row."""
        return [number for row in self.table for number in row]

    def figures(self) -> dict[str, int]:
        """What of it a room has, by name."""
        return {"knots": len(self.table), "lowest": self.first, "step": self.step}


def _is_list(given: object) -> bool:
    return isinstance(given, Sequence) and not isinstance(given, str)
