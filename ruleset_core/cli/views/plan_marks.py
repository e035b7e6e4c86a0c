"""What stands on a planar board, as data: a game's Python says it, `ruleset show --board` draws it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING

from ruleset_core.cli.views.kit import UNKNOWN

if TYPE_CHECKING:
    from ruleset_core import PlanarBoard


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on the board.

    Attributes:
        text: a sign of few characters; empty for a line that is simply built on.
        title: what it is, in words.
        colour: `#rrggbb`, or empty.
    """

    text: str
    title: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class SpaceMarks:
    """What stands on a space. Of a `closed` space the name is no longer needed."""

    marks: tuple[Mark, ...] = ()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """Everything that stands on a planar board, by the ids of its parts.

    Attributes:
        lines: the lines that are built on; a mark with a text says that it is not known.
        crossings: what stands on crossings.
        kinds: crossings of a special kind; the text is one character.
        spaces: what stands on spaces.
        notes: lines of text that belong to the board, for a picture that stands alone.
    """

    lines: Mapping[str, Mark] = field(default_factory=dict)
    crossings: Mapping[str, Mark] = field(default_factory=dict)
    kinds: Mapping[str, Mark] = field(default_factory=dict)
    spaces: Mapping[str, SpaceMarks] = field(default_factory=dict)
    notes: Sequence[str] = ()


NOT_KNOWN = Mark(UNKNOWN, UNKNOWN)
"""Stands where a value is hidden."""

TINTS = ("#dc322f", "#268bd2", "#b58900", "#2aa198", "#6c71c4", "#859900")
"""Colours of regions, which read on dark and on light ground."""

_SIGNS = "¹²³⁴⁵⁶⁷⁸⁹"


def region_signs(board: PlanarBoard) -> dict[str, str]:
    """A sign of one character for each region, which no letter on the board can be taken for."""
    return {region: _SIGNS[place] if place < len(_SIGNS) else "" for place, region in enumerate(board.regions)}


def usual_length(board: PlanarBoard) -> int:
    """The usual length of a line, in the units of the plan."""
    points = board.crossings
    sizes = sorted(round(math.dist(points[one], points[other])) for one, other in board.lines.values())
    return max(sizes[len(sizes) // 2], 1) if sizes else 1


def borders(board: PlanarBoard) -> set[str]:
    """The lines between two regions."""
    line_of = {frozenset(ends): line for line, ends in board.lines.items()}
    region_of = {space: region for region, spaces in board.regions.items() for space in spaces}
    beside: dict[str, set[str]] = {}
    for space, corners in board.spaces.items():
        for pair in pairwise((*corners, corners[0])):
            line = line_of.get(frozenset(pair))
            if line is not None:
                beside.setdefault(line, set()).add(region_of.get(space, ""))
    return {line for line, regions in beside.items() if len(regions) > 1}


def letters(names: Iterable[str]) -> list[str]:
    """A small letter for each name, all different: its initial, or a letter that no other name has, or one that is free.

    Of two with the same initial the one that comes first in the alphabet has it. Words that all names share tell nothing apart
    and are left out: of `old red` and `old blue` remain `r` and `b`.
    """
    words = [name.casefold().split() for name in names]
    shared = set.intersection(*map(set, words)) if len(words) > 1 else set()
    own = ["".join(word for word in each if word not in shared) for each in words]
    found: dict[int, str] = {}
    for place in sorted(range(len(own)), key=lambda each: own[each]):
        others = "".join(own[:place] + own[place + 1 :])
        wanted = (own[place][:1], *(sign for sign in own[place] if sign not in others), *own[place], *ascii_lowercase)
        free = (sign for sign in wanted if sign.isalpha() and sign not in found.values())
        found[place] = next(free, UNKNOWN)
    return [found[place] for place in range(len(own))]
