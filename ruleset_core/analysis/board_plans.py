"""Planar boards: lines, crossings, spaces and regions declared in data in; sets, facts and a checked plan out.

An author draws lines between crossings; rules ask how spaces lie beside each other. So that is worked out once:

    crossings: {a1: {x: 0, y: 0}, a2: {x: 100, y: 0}, ...}      crossing a1: lines (0, 1), spaces (0,), outer
    lines between them, spaces between these                    line a1_a2: ends (a1, a2), spaces (0,): it is on the outline
                                                                space l01: corners, lines, and next to it space 1
    a line that crosses another, an area without a name         a diagnostic with the place of the line

Without spaces, several lines may have the same ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ruleset_core.analysis.plan_geometry import (
    Pair,
    PlaneSweep,
    lies_on,
    order_around,
    signed_area,
    unclaimed_areas,
    where_crossed,
)
from ruleset_core.analysis.text_reader import SourceSite, display_names
from ruleset_core.diagnostics import Diagnostic, friendly_list, unknown_name_help
from ruleset_core.lang.domains import MAX_PARTS, Domain, Fact
from ruleset_core.lang.types import BOOL, Type, listing, with_article
from ruleset_core.lang.vocabulary import BoardShape
from ruleset_core.messages import LANGUAGES, translations
from ruleset_core.model.schema.base import FactEntry
from ruleset_core.model.schema.layouts import BoardFile, CrossingModel, LineModel, RegionModel, SpaceModel

if TYPE_CHECKING:
    from ruleset_core.analysis.domain_declarations import DomainDeclarations
    from ruleset_core.model.game_files import GatheredBoard


# Whether a plan is one. Each step needs what those before it found right, so the first that finds something is the last.

MOST_FINDINGS = 50
"""Most findings of a kind in a plan: they are found and mended a few at a time, and files may be hostile."""

Path = tuple[str | int, ...]
Finding = tuple[str, str, Path, str]
"""Code, message, place in the file, advice; an error on a key if the place ends with one, else on the value."""


def excess_parts(plan: GatheredBoard) -> list[Diagnostic]:
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


def check_names(plan: GatheredBoard) -> list[Diagnostic]:
    """Crossings and regions that do not exist."""
    return [_error(plan, each) for each in _some(_unknown(plan))]


def check_plan(plan: GatheredBoard, shape: BoardShape, *, judges: bool) -> list[Diagnostic]:
    """Whether the parts lie together as those of a plan do; every name exists. `judges`: what is only doubtful is told, too."""
    check = PlanChecker(plan, shape)
    for step in (check.places, check.extent, check.sides, check.crossed, check.overlaps, check.unconnected_parts):
        found = _some(step())
        if found:
            return [_error(plan, each) for each in found]
    return [_error(plan, each) for each in _some(check.doubts())] if judges else []


def _some(found: Iterable[Finding]) -> list[Finding]:
    return [each for each, _ in zip(found, range(MOST_FINDINGS), strict=False)]


def _error(plan: GatheredBoard, finding: Finding) -> Diagnostic:
    code, message, path, advice = finding
    document = plan.document
    on_key = len(path) <= 2 and isinstance(path[-1], str)
    where = document.key_span(path) if on_key else document.span(path)
    return Diagnostic(code, "warning" if code.startswith("W") else "error", message, where, help=advice)


def _unknown(plan: GatheredBoard) -> Iterator[Finding]:
    file = plan.file
    crossings, regions = list(file.crossings), list(file.regions)
    used: list[tuple[Path, Sequence[str]]] = [(("lines", name, "ends"), line.ends) for name, line in file.lines.items()]
    used += [(("spaces", name, "corners"), space.corners) for name, space in file.spaces.items()]
    for path, names in used:
        for place, name in enumerate(names):
            if name not in file.crossings:
                yield (
                    "E301",
                    f"unknown crossing `{name}`",
                    (*path, place),
                    unknown_name_help(name, crossings, "crossings"),
                )
    for name, line in file.lines.items():
        for place, other in enumerate(line.over):
            if other not in file.lines:
                advice = unknown_name_help(other, list(file.lines), "lines")
                yield "E301", f"unknown line `{other}`", ("lines", name, "over", place), advice
    for name, space in file.spaces.items():
        if space.region is not None and space.region not in file.regions:
            advice = unknown_name_help(space.region, regions, "regions") or "name it under `regions`"
            yield "E301", f"unknown region `{space.region}`", ("spaces", name, "region"), advice


class PlanChecker:
    """The steps of a check; parts are numbers, as in the shape."""

    def __init__(self, plan: GatheredBoard, shape: BoardShape) -> None:
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
            elif (
                signed_area([(self.file.crossings[each].x, self.file.crossings[each].y) for each in space.corners]) == 0
            ):
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
            if first != name and self.spaces:
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
        over = {self.lines.index(name) for name, line in self.file.lines.items() if line.over}
        apart = [*{frozenset(ends): line for line, ends in enumerate(self.shape.ends) if line not in over}.values()]
        sweep = PlaneSweep(self.shape.points, [self.shape.ends[each] for each in apart])
        for first, second, crossing in sweep.clashes():
            line, other = apart[first], apart[second]
            if crossing >= 0:
                message = f"the crossing `{self.crossings[crossing]}` lies on {self._line(line)}, between its ends"
                yield "E416", message, ("crossings", self.crossings[crossing]), "make it two lines that meet there"
            else:
                message = f"{self._line(line)} and {self._line(other)} cross"
                advice = "where lines meet there is a crossing"
                if not self.spaces:
                    advice += f"; if one passes over the other, it has `over: [{self.lines[line]}]`"
                yield "E416", message, self._where(other), advice

        for line in sorted(over):
            yield from self._passes_over(line)

    def _passes_over(self, line: int) -> Iterator[Finding]:
        """Whether a line passes over those that it names, and crosses no others."""
        named, points, ends = self.file.lines[self.lines[line]].over, self.shape.points, self.shape.ends
        place = "lines", self.lines[line], "over"
        if self.spaces:
            advice = "where lines meet there is a crossing; only on a map without spaces one passes over another"
            yield "E416", f"{self._line(line)} passes over others, on a board with spaces", place, advice
            return
        for at, name in enumerate(self.lines):
            crossed = at != line and where_crossed(points, ends[line], ends[at]) is not None
            if name in named and not crossed:
                message = f"{self._line(line)} does not cross {self._line(at)}"
                yield "E416", message, (*place, named.index(name)), "leave it out of `over`"
            elif crossed and name not in named and self.lines[line] not in self.file.lines[name].over:
                message = f"{self._line(line)} and {self._line(at)} cross"
                yield "E416", message, place, f"if it passes over, write `{name}` here, too"
        for at, name in enumerate(self.crossings):
            if lies_on(points, ends[line], at):
                message = f"the crossing `{name}` lies on {self._line(line)}, between its ends"
                yield "E416", message, ("crossings", name), "make it two lines that meet there"

    def overlaps(self) -> Iterator[Finding]:
        """Spaces that lie over each other. Without lines that cross, a space is free if at each of its corners its two
        sides are neighbours among the lines there.
        """
        shape = self.shape
        self.before = order_around(shape.points, shape.meeting, shape.ends)
        for space, named in enumerate(shape.corners):
            turned = signed_area([shape.points[each] for each in named]) < 0
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

    def unconnected_parts(self) -> Iterator[Finding]:
        """What hangs together with nothing."""
        for name, lines in zip(self.crossings, self.shape.meeting, strict=True):
            if not lines:
                message = f"no line leads to the crossing `{name}`"
                yield "E418", message, ("crossings", name), "delete it, or name it as a corner"
        for line, sides in enumerate(self.shape.sides):
            if sides == (-1, -1) and self.spaces:
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
        for walk in unclaimed_areas(self.shape.points, self.before, set(self.taken)) if self.spaces else ():
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


# The four sets, and the facts that follow from the plan.

FAMILIES = ("crossing", "line", "space", "region")
"""The sets a board brings, in the order in which they are declared."""
DERIVED = frozenset({"lines", "spaces", "outer", "ends", "border", "corners", "next", "region", "over"})
"""Facts that follow from a plan."""
PLACES = {"crossing": "crossings", "line": "lines", "space": "spaces", "region": "regions"}
"""Where the members of each stand in the file of a board."""
MODELS: Mapping[str, type[FactEntry]] = {
    "crossing": CrossingModel,
    "line": LineModel,
    "space": SpaceModel,
    "region": RegionModel,
}
KEYS = {family: frozenset(model.model_fields) for family, model in MODELS.items()}
"""Keys of the parts that are no facts."""


def declare_board(linker: DomainDeclarations) -> None:
    """The sets of the board, if the game has one, and their shape."""
    entries = [(name, entry, site) for name, entry, site, _part in linker.entries("boards")]
    linker.boards = entries[:1]
    for _name, _entry, site in entries[1:]:
        linker.report("E420", "a game has one board at most", site, "put the parts of both into one plan", key=True)
    plan = _plan(linker, [name for name, *_ in entries])
    if not entries or _clash(linker):
        return
    name, _entry, site = entries[0]
    shape: BoardShape | None = None
    if plan is None:
        advice = f"add boards/{name}.yaml with `board: {name}`"
        if not any((linker.gathered.directory / "boards").glob("*.yaml")):  # what is wrong with these is told there
            linker.report("E419", f"there is no plan of the board `{name}`", site, advice, key=True)
    else:
        shape = _checked(linker, name, plan)
        plan = None if shape is None else plan
    linker.plan = plan
    # without a plan that can be read the sets are there all the same, so that effects make sense
    file = (
        plan.file
        if plan is not None
        else BoardFile.model_construct(board=name, crossings={}, spaces={}, lines={}, regions={})
    )
    shape = shape or shape_of(file)
    _declare_sets(linker, file)
    linker.v.board = shape
    _facts(linker, shape, file)


def _checked(linker: DomainDeclarations, name: str, used: GatheredBoard) -> BoardShape | None:
    """Check all plans of the board, those that others replace too. The shape of the one that is used; None if it cannot be read."""
    found: BoardShape | None = None
    for plan in linker.gathered.plans:
        if plan.file.board == name:
            unreadable = excess_parts(plan) or check_names(plan)
            linker.diagnostics += unreadable
            if not unreadable:
                shape = shape_of(plan.file)
                linker.diagnostics += check_plan(plan, shape, judges=linker.judges)
                found = shape if plan is used else found
    return found


def _declare_sets(linker: DomainDeclarations, file: BoardFile) -> None:
    ends = line_ends(file)
    ids = {
        "crossing": list(file.crossings),
        "line": list(ends),
        "space": list(file.spaces),
        "region": list(file.regions),
    }
    for family in FAMILIES:
        given: Mapping[str, Any] = getattr(file, PLACES[family])
        names = [
            display_names(given[each].name, each) if each in given else _between(file, ends[each])
            for each in ids[family]
        ]
        linker.add_domain(Domain(family, "set", ids[family], names, translations(f"set.{family}"), used=True))
        if linker.plan is not None:
            for each in given:
                linker.clash("members", each, SourceSite(linker.plan.document, (PLACES[family], each)))


def _between(file: BoardFile, ends: tuple[str, str]) -> dict[str, str]:
    """The name of a line that is not listed: the names of its ends."""
    names = [display_names(file.crossings[each].name, each) for each in ends]
    return {lang: "-".join(each[lang] for each in names) for lang in LANGUAGES}


def _clash(linker: DomainDeclarations) -> bool:
    """Whether a set or kind of the game has the name of one that the board brings."""
    found = False
    for part in linker.gathered.parts:
        for section in ("sets", "pieces"):
            for name in getattr(part.sections, section):
                if name in FAMILIES:
                    message = f"`{name}` is a set of every game with a board"
                    site = SourceSite(part.document, (section, name))
                    linker.report("E315", message, site, "choose another name", key=True)
                    found = True
    return found


def _plan(linker: DomainDeclarations, names: list[str]) -> GatheredBoard | None:
    """The plan that is used: an expansion's takes the place of the game's."""
    found: GatheredBoard | None = None
    for plan in linker.gathered.plans:
        site = SourceSite(plan.document, ("board",))
        if plan.file.board not in names[:1]:
            advice = unknown_name_help(plan.file.board, names[:1], "boards") or "declare it under `boards`"
            linker.report("E419", f"there is no board `{plan.file.board}`", site, advice)
        elif found is not None and found.origin == plan.origin:
            linker.report_duplicate(
                "E407", f"there are two plans of `{plan.file.board}`", site, SourceSite(found.document, ("board",))
            )
        else:
            found = plan
    return found


def line_ends(file: BoardFile) -> dict[str, tuple[str, str]]:
    """The ends of every line by name; lines that are not listed are the sides of the spaces."""
    if file.lines:
        return {name: (line.ends[0], line.ends[1]) for name, line in file.lines.items()}
    order = {name: place for place, name in enumerate(file.crossings)}
    sides = {
        tuple(sorted(pair, key=order.__getitem__))
        for space in file.spaces.values()
        for pair in pairwise((*space.corners, space.corners[0]))
    }
    ordered = sorted(sides, key=lambda pair: [order[each] for each in pair])
    return {f"{one}_{other}": (one, other) for one, other in ordered}


def shape_of(file: BoardFile) -> BoardShape:
    """How the parts of a board lie together, by number."""
    crossings = {name: place for place, name in enumerate(file.crossings)}
    ends = [(crossings[one], crossings[other]) for one, other in line_ends(file).values()]
    number = {frozenset(pair): place for place, pair in enumerate(ends)}
    corners = [tuple(crossings[each] for each in space.corners) for space in file.spaces.values()]
    around = [
        tuple(number[side] for pair in pairwise((*each, each[0])) if (side := frozenset(pair)) in number)
        for each in corners
    ]
    sides: list[list[int]] = [[] for _ in ends]
    for space, lines in enumerate(around):
        for line in lines:
            sides[line].append(space)
    meeting: list[list[int]] = [[] for _ in crossings]
    for line, pair in enumerate(ends):
        for crossing in pair:
            meeting[crossing].append(line)
    return BoardShape(
        tuple(ends),
        tuple((each[0] if each else -1, each[1] if len(each) > 1 else -1) for each in sides),
        tuple(around),
        tuple(map(tuple, meeting)),
        tuple(corners),
        tuple((each.x, each.y) for each in file.crossings.values()),
    )


def _facts(linker: DomainDeclarations, shape: BoardShape, file: BoardFile) -> None:
    crossing, line, space, region = (linker.v.domains[each].type for each in FAMILIES)
    beside = [tuple(each for each in pair if each >= 0) for pair in shape.sides]
    regions = {name: place for place, name in enumerate(file.regions)}
    of_space = [regions[each.region] if each.region is not None else -1 for each in file.spaces.values()]
    touching: list[list[int]] = [[] for _ in shape.points]
    for number, corners in enumerate(shape.corners):
        for place in corners:
            touching[place].append(number)
    outer = [len(each) == 1 for each in beside]
    edge = [any(outer[each] for each in lines) for lines in shape.meeting]
    border = [len({of_space[each] for each in pair}) > 1 for pair in beside]
    across = [
        tuple(b for each in lines for b in beside[each] if b != place) for place, lines in enumerate(shape.around)
    ]
    given: dict[str, dict[str, tuple[Type, Iterable[Any]]]] = {
        "crossing": {"lines": (listing(line), shape.meeting), "spaces": (listing(space), map(tuple, touching)), "outer": (BOOL, edge)},
        "line": {
            "ends": (listing(crossing), shape.ends), "spaces": (listing(space), beside), "outer": (BOOL, outer),
            "border": (BOOL, border),
        },
        "space": {
            "corners": (listing(crossing), shape.corners), "lines": (listing(line), shape.around),
            "next": (listing(space), across), "region": (region.maybe(), of_space),
        },
        "region": {},
    }  # fmt: skip
    if any(each.over for each in file.lines.values()):
        numbers = {name: place for place, name in enumerate(file.lines)}
        over = [tuple(numbers[each] for each in named.over if each in numbers) for named in file.lines.values()]
        given["line"]["over"] = (listing(line), over)
    for family, facts in given.items():
        domain = linker.v.domains[family]
        for name, (kind, values) in facts.items():
            plain = [int(each) if isinstance(each, bool) else each for each in values]
            domain.facts[name] = Fact(name, family, kind, plain, used=True)


def declare_board_facts(linker: DomainDeclarations) -> None:
    """The facts that the game declares for the parts of its board."""
    for _name, entry, site in linker.boards:
        for family in FAMILIES if linker.v.board is not None else ():
            domain, declared = linker.v.domains[family], getattr(entry, f"{family}_facts")
            at = site.at(f"{family}_facts")
            linker.declare_facts(domain, declared, at)
            for name in declared:
                if name in KEYS[family]:
                    linker.report(
                        "E315", f"`{name}` is a key of every {family}", at.at(name), "choose another name", key=True
                    )
            if linker.plan is None:
                continue
            document, given = linker.plan.document, getattr(linker.plan.file, PLACES[family])
            # what follows from the plan is not written again: only declared facts are given
            every = domain.facts
            domain.facts = {name: fact for name, fact in every.items() if name not in DERIVED}
            for member in domain.ids:
                listed = member in given
                at_member = SourceSite(document, (PLACES[family], member) if listed else ())
                linker.give(domain, member, given[member].facts if listed else {}, at_member)
            domain.facts = every
            for name, fact in declared.items():
                if fact.only is not None:
                    _check_only(linker, domain, name, fact.only, at.at(name, "only"))


def _check_only(linker: DomainDeclarations, domain: Domain, name: str, only: str, site: SourceSite) -> None:
    """A fact with `only` holds (or is given) nowhere but where the other holds."""
    fact, other = domain.facts[name], domain.facts.get(only)
    flags = [each for each, fact in domain.facts.items() if fact.type == BOOL and each != name]
    if other is None or only not in flags:
        linker.unknown(
            "E313", f"{with_article(domain.name)} has no yes-or-no fact `{only}`", site, only, flags, "such facts"
        )
        return
    nothing = (0, ()) if fact.type == BOOL else (-1, ())
    for member, value, allowed in zip(domain.ids, fact.values, other.values, strict=True):
        if not allowed and value not in nothing and linker.plan is not None:
            at = SourceSite(linker.plan.document, (PLACES[domain.name], member, name))
            advice = (
                f"it may hold where `{only}` does" if fact.type == BOOL else f"it may be given where `{only}` holds"
            )
            linker.report("E421", f"`{name}` is only for {with_article(domain.name)} that is `{only}`", at, advice)
