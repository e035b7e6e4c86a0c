"""Linking: whether the plan of a board is one: names that exist, and parts that lie in the plane and hang together.

Each step needs what those before it found right, so the first that finds something is the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from itertools import pairwise
from typing import TYPE_CHECKING

from ruleset_core.lang.link.plane import Pair, Sweep, area, gaps, order_around
from ruleset_core.lang.vocabulary import MAX_PARTS
from ruleset_core.model.diagnostic import Diagnostic, friendly_list, hint

if TYPE_CHECKING:
    from ruleset_core.lang.board_shape import BoardShape
    from ruleset_core.model.gather import Plan

MOST = 50
"""Most findings of a kind in a plan: they are found and mended a few at a time, and files may be hostile."""

Path = tuple[str | int, ...]
Finding = tuple[str, str, Path, str]
"""Code, message, place in the file, advice; an error on a key if the place ends with one, else on the value."""


def too_large(plan: Plan) -> list[Diagnostic]:
    """Parts of a sort that are too many."""
    file = plan.file
    sorts: dict[str, Sized] = {
        "crossings": file.crossings,
        "lines": file.lines,
        "spaces": file.spaces,
        "regions": file.regions,
    }
    return [
        _error(plan, ("E314", f"these are {len(parts):,} {sort}; there can be {MAX_PARTS:,}", (sort,), ""))
        for sort, parts in sorts.items()
        if len(parts) > MAX_PARTS
    ]


def check_names(plan: Plan) -> list[Diagnostic]:
    """Crossings and regions that do not exist."""
    return [_error(plan, each) for each in _some(_unknown(plan))]


def check_plan(plan: Plan, shape: BoardShape, *, judges: bool) -> list[Diagnostic]:
    """Whether the parts lie together as those of a plan do; every name exists. `judges`: what is only doubtful is told, too."""
    check = PlanCheck(plan, shape)
    for step in (check.places, check.extent, check.sides, check.crossed, check.overlaps, check.loose):
        found = _some(step())
        if found:
            return [_error(plan, each) for each in found]
    return [_error(plan, each) for each in _some(check.doubts())] if judges else []


def _some(found: Iterable[Finding]) -> list[Finding]:
    return [each for each, _ in zip(found, range(MOST), strict=False)]


def _error(plan: Plan, finding: Finding) -> Diagnostic:
    code, message, path, advice = finding
    document = plan.document
    on_key = len(path) <= 2 and isinstance(path[-1], str)
    where = document.key_span(path) if on_key else document.span(path)
    return Diagnostic(code, "warning" if code.startswith("W") else "error", message, where, help=advice)


def _unknown(plan: Plan) -> Iterator[Finding]:
    file = plan.file
    crossings, regions = list(file.crossings), list(file.regions)
    used: list[tuple[Path, Sequence[str]]] = [(("lines", name, "ends"), line.ends) for name, line in file.lines.items()]
    used += [(("spaces", name, "corners"), space.corners) for name, space in file.spaces.items()]
    for path, names in used:
        for place, name in enumerate(names):
            if name not in file.crossings:
                yield "E301", f"unknown crossing `{name}`", (*path, place), hint(name, crossings, "crossings")
    for name, space in file.spaces.items():
        if space.region is not None and space.region not in file.regions:
            advice = hint(space.region, regions, "regions") or "name it under `regions`"
            yield "E301", f"unknown region `{space.region}`", ("spaces", name, "region"), advice


class PlanCheck:
    """The steps of a check; parts are numbers, as in the shape."""

    def __init__(self, plan: Plan, shape: BoardShape) -> None:
        self.file = plan.file
        self.shape = shape
        self.crossings = list(plan.file.crossings)
        self.spaces = list(plan.file.spaces)
        self.lines = list(plan.file.lines)
        self.taken: dict[Pair, int] = {}
        self.before: list[dict[int, int]] = []

    def extent(self) -> Iterator[Finding]:
        """Spaces without an area, lines without a length."""
        for name, line in self.file.lines.items():
            if line.ends[0] == line.ends[1]:
                advice = "name the two crossings it lies between"
                yield "E413", f"this line leads from `{line.ends[0]}` to itself", ("lines", name, "ends"), advice
        for name, space in self.file.spaces.items():
            path = ("spaces", name, "corners")
            again = next((n for n, each in enumerate(space.corners) if each in space.corners[:n]), None)
            if again is not None:
                advice = "name every corner once; the last is joined to the first"
                message = f"the corner `{space.corners[again]}` is in this list twice"
                yield "E413", message, (*path, again), advice
            elif area([(self.file.crossings[each].x, self.file.crossings[each].y) for each in space.corners]) == 0:
                advice = "name the corners in order, around the space"
                yield "E413", f"the space `{name}` has no area", path, advice

    def places(self) -> Iterator[Finding]:
        """Parts in the same place."""
        points: dict[tuple[int, int], str] = {}
        for name, crossing in self.file.crossings.items():
            first = points.setdefault((crossing.x, crossing.y), name)
            if first != name:
                yield (
                    "E414",
                    f"the crossing `{name}` lies where `{first}` lies",
                    ("crossings", name),
                    "move one of them",
                )
        ends: dict[frozenset[str], str] = {}
        for name, line in self.file.lines.items():
            first = ends.setdefault(frozenset(line.ends), name)
            if first != name:
                yield "E414", f"the line `{name}` has the same ends as `{first}`", ("lines", name), "delete one of them"

    def sides(self) -> Iterator[Finding]:
        """Sides of spaces that are not among the lines listed."""
        known = {frozenset(pair) for pair in self.shape.ends}
        for space, corners in enumerate(self.shape.corners):
            for place, (one, other) in enumerate(_around(corners)):
                if frozenset((one, other)) not in known:
                    message = f"no line leads from `{self.crossings[one]}` to `{self.crossings[other]}`"
                    advice = "add it to `lines`; or leave `lines` out: then every side of a space is a line"
                    yield "E415", message, ("spaces", self.spaces[space], "corners", place), advice

    def crossed(self) -> Iterator[Finding]:
        """Lines that cross, and crossings that lie on a line between its ends."""
        for line, other, crossing in Sweep(self.shape.points, self.shape.ends).clashes():
            if crossing >= 0:
                message = f"the crossing `{self.crossings[crossing]}` lies on {self._line(line)}, between its ends"
                yield "E416", message, ("crossings", self.crossings[crossing]), "make it two lines that meet there"
            else:
                message = f"{self._line(line)} and {self._line(other)} cross"
                yield "E416", message, self._where(other), "where lines meet there is a crossing"

    def overlaps(self) -> Iterator[Finding]:
        """Spaces that lie over each other. Without lines that cross, a space is free if at each of its corners its two
        sides are neighbours among the lines there.
        """
        shape = self.shape
        self.before = order_around(shape.points, shape.meeting, shape.ends)
        for space, named in enumerate(shape.corners):
            turned = area([shape.points[each] for each in named]) < 0
            corners = named[::-1] if turned else named
            for one, other, further in zip(corners, _turned(corners, 1), _turned(corners, 2), strict=True):
                first = self.taken.setdefault((one, other), space)
                place = ("spaces", self.spaces[space], "corners", named.index(other))
                if first != space:
                    message = f"the space `{self.spaces[space]}` lies over `{self.spaces[first]}`: they are on the same side of"
                    where = self._line_between(one, other)
                    yield (
                        "E417",
                        f"{message} {where}",
                        ("spaces", self.spaces[space]),
                        "a line has one space on each side",
                    )
                    break
                inside = self.before[other][one]
                if inside != further:
                    message = f"{self._line_between(other, inside)} runs into the space `{self.spaces[space]}`"
                    yield "E417", message, place, "spaces lie side by side, not over each other"
                    break

    def loose(self) -> Iterator[Finding]:
        """What hangs together with nothing."""
        for name, lines in zip(self.crossings, self.shape.meeting, strict=True):
            if not lines:
                yield (
                    "E418",
                    f"no line leads to the crossing `{name}`",
                    ("crossings", name),
                    "delete it, or name it as a corner",
                )
        for line, sides in enumerate(self.shape.sides):
            if sides == (-1, -1):
                yield (
                    "E418",
                    f"no space lies beside {self._line(line)}",
                    self._where(line),
                    "a line is a side of a space",
                )
        used = {space.region for space in self.file.spaces.values()}
        for name in self.file.regions:
            if name not in used:
                yield (
                    "E418",
                    f"no space belongs to the region `{name}`",
                    ("regions", name),
                    f"write `region: {name}` at its spaces",
                )
        yield from self._pieces()

    def _pieces(self) -> Iterator[Finding]:
        """Parts of the plan that no line joins to the rest."""
        around = {at: list(each) for at, each in enumerate(self.before) if each}
        for piece in _pieces(around, around.__getitem__)[1:]:
            names = friendly_list([self.crossings[each] for each in piece[:4]], "and")
            message = f"no line joins {names}{' and others' * (len(piece) > 4)} to the rest of the plan"
            yield "E418", message, ("crossings", self.crossings[piece[0]]), "a plan is in one piece"

    def doubts(self) -> Iterator[Finding]:
        """What is possible, but more often a slip: regions in pieces, gaps between spaces."""
        members: dict[str, list[int]] = {}
        for number, space in enumerate(self.file.spaces.values()):
            if space.region is not None:
                members.setdefault(space.region, []).append(number)
        for region, spaces in members.items():
            own = set(spaces)
            pieces = _pieces(spaces, lambda each, own=own: [other for other in self._beside(each) if other in own])  # type: ignore[misc]
            for piece in pieces[1:]:
                names = friendly_list([self.spaces[each] for each in piece[:4]], "and")
                message = (
                    f"{names}{' and others' * (len(piece) > 4)} do not lie beside the rest of the region `{region}`"
                )
                yield "W516", message, ("spaces", self.spaces[piece[0]], "region"), "is it the region that is meant?"
        for walk in gaps(self.shape.points, self.before, set(self.taken)):
            first = min(walk)
            corners = [*walk[walk.index(first) :], *walk[: walk.index(first)]]
            names = friendly_list([self.crossings[each] for each in corners[:8]], "and")
            message = f"no space lies between {names}{' and others' * (len(corners) > 8)}"
            yield "W517", message, ("spaces",), "add the space; a gap counts as outside"

    def _beside(self, space: int) -> list[int]:
        return [each for line in self.shape.around[space] for each in self.shape.sides[line] if each not in {-1, space}]

    def _line(self, line: int) -> str:
        return f"the line `{self.lines[line]}`" if self.lines else self._line_between(*self.shape.ends[line])

    def _line_between(self, one: int, other: int) -> str:
        return f"the line between `{self.crossings[one]}` and `{self.crossings[other]}`"

    def _where(self, line: int) -> Path:
        """The place of a line; one that is not listed is a side of the space named."""
        if self.lines:
            return "lines", self.lines[line]
        return "spaces", self.spaces[max(self.shape.sides[line])]


def _around(corners: Sequence[int]) -> Iterable[Pair]:
    return pairwise((*corners, *corners[:1]))


def _turned(corners: Sequence[int], steps: int) -> Sequence[int]:
    return [*corners[steps:], *corners[:steps]]


def _pieces(parts: Iterable[int], beside: Callable[[int], Iterable[int]]) -> list[list[int]]:
    """Parts that hang together, in the order in which they are given."""
    pieces: list[list[int]] = []
    found: dict[int, int] = {}
    for first in parts:
        if first in found:
            continue
        found[first] = len(pieces)
        piece, open_ = [], [first]
        while open_:
            each = open_.pop()
            piece.append(each)
            for other in beside(each):
                if other not in found:
                    found[other] = len(pieces)
                    open_.append(other)
        pieces.append(piece)
    return pieces
