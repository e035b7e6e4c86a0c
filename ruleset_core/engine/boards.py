"""The plan of a planar board by names: what a drawing needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class PlanarBoard:
    """The parts of a planar board by their ids, in the order declared.

    Attributes:
        crossings: where each lies, (x, y), in any unit; y grows to the south.
        lines: the two crossings each connects.
        spaces: the crossings around each, in order.
        regions: the spaces of each.
    """

    crossings: Mapping[str, tuple[int, int]]
    lines: Mapping[str, tuple[str, str]]
    spaces: Mapping[str, tuple[str, ...]]
    regions: Mapping[str, tuple[str, ...]]


def planar_board(v: Vocabulary) -> PlanarBoard | None:
    """The planar board of a game, if it has one."""
    if v.board is None:
        return None
    crossings, lines, spaces, regions = (v.domains[family].ids for family in ("crossing", "line", "space", "region"))
    region_of = v.domains["space"].facts["region"].values
    return PlanarBoard(
        MappingProxyType(dict(zip(crossings, v.board.points, strict=True))),
        MappingProxyType(
            {name: (crossings[a], crossings[b]) for name, (a, b) in zip(lines, v.board.ends, strict=True)}
        ),
        MappingProxyType(
            {name: tuple(crossings[at] for at in each) for name, each in zip(spaces, v.board.corners, strict=True)}
        ),
        MappingProxyType(
            {
                name: tuple(each for each, of in zip(spaces, region_of, strict=True) if of == place)
                for place, name in enumerate(regions)
            }
        ),
    )
