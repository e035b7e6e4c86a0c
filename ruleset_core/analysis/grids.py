"""Sets and pieces that are generated: cells of grids with their sides and corners, and combinations of values.

Boards and packs of cards are regular, so data gives their form, not each member. What comes out are an ordinary set, or kind
of pieces, with ordinary facts; no later pass knows of grids:

    cell: {grid: {hexes: [7, 7]}}                           49 members a1, b1, ... g7
                                                            x: 1, 2, ...; y: 1, 1, ...; rim: whether it lies at the edge
                                                            near of a1: a2 and b1, by number (7, 1)
    card: {product: {suit: suit, rank: {is: 1..8}}}         32 pieces barley_1, barley_2, ... thistle_8
                                                            suit: 0, 0, ...; rank: 1, 2, ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise, product
from operator import le, lt
from typing import TYPE_CHECKING, Final

from ruleset_core.analysis.text_reader import PLACE, SourceSite, display_names, lone_brace
from ruleset_core.lang.domains import MAX_VALUES, Domain, Fact, Text
from ruleset_core.lang.grid_shapes import (
    Cell,
    cell_name,
    cells_of,
    grid_directions,
    set_plan,
)
from ruleset_core.lang.types import BOOL, Type, listing, member_type, span
from ruleset_core.messages import FILE_LANGUAGES, LANGUAGES, translations

if TYPE_CHECKING:
    from ruleset_core.analysis.domain_declarations import DomainDeclarations
    from ruleset_core.model.schema.layouts import GridModel
    from ruleset_core.model.schema.section_models import PieceKindModel, SetModel


# Members and pieces that are all combinations of values, each as often as there are copies of it.

ORDERED: Final[dict[str, Callable[[int, int], bool]]] = {"all": lambda _one, _after: True, "in_order": le, "apart": lt}
"""How a value of a combination must lie to the one after it."""


@dataclass(slots=True)
class Combinations:
    """What is made: ids and names of members or pieces, and their parts by name, with a value for each of them. `every`: the ids
    of all combinations, also of those that are left out.
    """

    ids: list[str] = field(default_factory=list)
    names: list[Text] = field(default_factory=list)
    every: list[str] = field(default_factory=list)
    parts: dict[str, tuple[Type, Text, list[int]]] = field(default_factory=dict)


def make_combinations(
    linker: DomainDeclarations, name: str, entry: SetModel | PieceKindModel, site: SourceSite
) -> Combinations:
    """All combinations of the values that `product` names; nothing where there is none. It is kept in `linker.products`."""
    made = linker.products[site] = Combinations()
    axes = _axes(linker, entry, site)
    often = _often(linker, entry, axes, site)
    count = sum(often.values())
    if count > MAX_VALUES:
        what = "a set has {:,} members" if site.path[0] == "sets" else "there can be {:,} pieces of a kind"
        linker.report("E314", f"{what.format(MAX_VALUES)} at most, not {count:,}", site.at("product"), key=True)
        return made
    made.parts = {axis: (kind, _title(linker, entry, axis, kind), []) for axis, kind in axes.items()}
    whole = dict.fromkeys(LANGUAGES, name) if entry.name is None else entry.name.texts
    pattern = _pattern(linker, entry, list(axes), site)
    left_out = dict.fromkeys(entry.except_)
    for values, copies in often.items():
        said = [_member_text(linker, kind, value) for kind, value in zip(axes.values(), values, strict=True)]
        text = {
            lang: _filled(pattern[lang], {axis: part[lang] for axis, part in zip(axes, said, strict=True)})
            if pattern
            else _begun(whole[lang], " ", " ".join(each[lang] for each in said))
            for lang in LANGUAGES
        }
        spelled = (linker.v.format_value(kind, value) for kind, value in zip(axes.values(), values, strict=True))
        each = _begun(name, "_", "_".join(spelled))
        made.every.append(each)
        if each in left_out:
            continue
        made.ids += [each if copy == 1 else f"{each}#{copy}" for copy in range(1, copies + 1)]
        made.names += [text] * copies
        for (_, _, column), value in zip(made.parts.values(), values, strict=True):
            column.extend([value] * copies)
    for place, each in enumerate(left_out):
        if each not in made.every:
            linker.unknown(
                "E301", f"unknown combination `{each}`", site.at("except", place), each, made.every, "combinations"
            )
    return made


def combination_facts(linker: DomainDeclarations, domain: Domain, site: SourceSite) -> None:
    """Each part of a combination is a fact of it; of a kind that is declared twice, as is told, those of the first."""
    made = linker.products.get(site, Combinations())
    for axis, (kind, title, values) in made.parts.items():
        if len(values) == domain.size:
            set_generated_fact(linker, domain, axis, kind, values, title, site.at("product"))


def _filled(pattern: str, parts: dict[str, str]) -> str:
    """A text with its parts put in."""
    return PLACE.sub(lambda place: parts.get(place[1], place[0]), pattern)


def _begun(whole: str, between: str, text: str) -> str:
    """An id or a name; one that would begin with a number begins with that of the whole."""
    return text if text[:1].isalpha() else f"{whole.replace('_', between)}{between}{text}"


def _pattern(linker: DomainDeclarations, entry: SetModel | PieceKindModel, axes: list[str], site: SourceSite) -> Text:
    """What `names` calls each combination, `{rank} of {suit}`; nothing where it is not given, or is wrong."""
    if entry.names is None:
        return {}
    for lang in (each for each in entry.names.given if each in FILE_LANGUAGES):
        text, at = entry.names.get(lang), site.at("names", lang)
        for part in PLACE.findall(text):
            if part not in axes:
                linker.unknown("E313", f"unknown part `{part}`", at, part, axes, "parts")
                return {}
        if mark := next((each for each in PLACE.sub("", text) if each in "{}"), ""):
            linker.report("E202", lone_brace(mark), at, "a part is written `{NAME}`")
            return {}
    return entry.names.texts


def _axes(linker: DomainDeclarations, entry: SetModel | PieceKindModel, site: SourceSite) -> dict[str, Type]:
    """The types whose values are combined; one that is wrong, or has an endless number of values, is told."""
    found: dict[str, Type] = {}
    for name, part in entry.product.items():
        at = site.at("product", name)
        kind = linker.type(part.is_, at.at("is") if isinstance(site.document.value(at.path), dict) else at)
        if kind.kind == "bad":
            continue
        low, high = kind.low, kind.high
        if kind.optional or not linker.v.finite(kind) or (low is not None and low < 0) or not linker.v.members(kind):
            what = f"`{part.is_}` cannot be combined"
            linker.report("E314", what, at, "a set, `bool` or a range from 0 on: `0..6`", about=part.is_)
        elif high is None or high < MAX_VALUES:
            found[name] = kind
    return found


def _often(
    linker: DomainDeclarations, entry: SetModel | PieceKindModel, axes: dict[str, Type], site: SourceSite
) -> dict[tuple[int, ...], int]:
    """How often there is each combination; far too many are only counted."""
    written = getattr(entry, "copies", 1)
    if not axes:
        return {}
    size = 1
    for kind in axes.values():
        size *= len(linker.v.members(kind))
    if size > MAX_VALUES:
        return {(): size}
    if entry.combine != "all" and len({kind.domain or kind.kind for kind in axes.values()}) > 1:
        message = "values of different sets are in no order with each other"
        advice = "all parts are of one set, or ranges; else leave `combine` out"
        linker.report("E314", message, site.at("combine"), advice, key=True)
        return {}
    fits: Callable[[int, int], bool] = ORDERED[entry.combine]
    columns = {} if isinstance(written, int) else _columns(linker, written, axes, site)
    found: dict[tuple[int, ...], int] = {}
    for values in product(*(linker.v.members(kind) for kind in axes.values())):
        copies = written if isinstance(written, int) else 1
        for axis, value in zip(axes, values, strict=True):
            copies *= columns.get(axis, {}).get(value, 1)
        if copies and all(fits(one, after) for one, after in pairwise(values)):
            found[values] = copies
    return found


def _columns(
    linker: DomainDeclarations, written: dict[str, list[int]], axes: dict[str, Type], site: SourceSite
) -> dict[str, dict[int, int]]:
    """By part and value how many copies there are."""
    found: dict[str, dict[int, int]] = {}
    for axis, numbers in written.items():
        at = site.at("copies", axis)
        if axis not in axes:
            linker.unknown("E313", f"unknown part `{axis}`", at, axis, list(axes), "parts", key=True)
            continue
        values = linker.v.members(axes[axis])
        if len(values) != len(numbers):
            linker.report("E314", f"`{axis}` has {len(values)} values, and these are {len(numbers)}", at)
            continue
        found[axis] = dict(zip(values, numbers, strict=True))
    return found


def _member_text(linker: DomainDeclarations, kind: Type, value: int) -> Text:
    domain = linker.v.domains.get(kind.domain) if kind.kind == "member" else None
    if domain is not None:
        return domain.names[value]
    spelled = linker.v.format_value(kind, value)
    return dict.fromkeys(LANGUAGES, spelled)


def _title(linker: DomainDeclarations, entry: SetModel | PieceKindModel, axis: str, kind: Type) -> Text:
    """What a part is called: its own name, else that of the set its values are from, else its id."""
    name = entry.product[axis].name
    domain = linker.v.domains.get(kind.domain) if kind.kind == "member" else None
    if name is None and domain is not None and domain.name == axis:
        return domain.title
    return display_names(name, axis)


def set_generated_fact(
    linker: DomainDeclarations,
    domain: Domain,
    name: str,
    kind: Type,
    values: list[int] | list[tuple[int, ...]],
    title: Text,
    site: SourceSite,
) -> Fact:
    """A fact that is made; one of that name in the data is told where it is declared."""
    made = domain.facts[name] = Fact(name, domain.name, kind, [*values], title=title, used=True, made=True)
    linker.homes[f"fact {domain.name}", name] = site
    return made


# The sides and the corners of a grid's cells as sets of their own: roads, walls, and where they meet.
#
# Sides and corners are found by where they lie: the middle of a side, or the point of a corner, is the same seen from
# each cell around it. The first cell in order that has one gives it its name.

Point = tuple[int, int]
CALLED = {"sides": "set.side", "corners": "set.corner"}
SQUARE_CORNERS = ("ne", "se", "sw", "nw")
HEX_CORNERS = ("ne", "se", "s", "sw", "nw", "n")
"""The corners of a cell, each behind the direction of the same place."""


class GridOutline:
    """Where the sides and corners of a grid lie, in the order of the cells."""

    def __init__(self, grid: GridModel) -> None:
        self.grid = grid
        self.cells = cells_of(grid)
        self.ring = [way for way in grid_directions(grid) if grid.squares is None or way.x == 0 or way.y == 0]
        self.named = SQUARE_CORNERS if grid.squares is not None else HEX_CORNERS
        self.sides = dict.fromkeys(point for cell in self.cells for point in self.sides_of(cell))
        self.corners = dict.fromkeys(point for cell in self.cells for point in self.corners_of(cell))
        self.ends: dict[Point, tuple[Point, Point]] = {}
        for cell in self.cells:
            corners = self.corners_of(cell)
            for place, side in enumerate(self.sides_of(cell)):
                self.ends.setdefault(side, (corners[place - 1], corners[place]))

    def sides_of(self, cell: Cell) -> list[Point]:
        """The middles of its sides, doubled, clockwise."""
        return [(2 * cell[0] + way.x, 2 * cell[1] + way.y) for way in self.ring]

    def corners_of(self, cell: Cell) -> list[Point]:
        """Its corners, each behind the side of the same place: in the middle of the cells around it, times how many that are."""
        pairs = zip(self.ring, [*self.ring[1:], self.ring[0]], strict=True)
        times = 2 if len(self.ring) == len(SQUARE_CORNERS) else 3
        return [(times * cell[0] + one.x + next_.x, times * cell[1] + one.y + next_.y) for one, next_ in pairs]

    def points_of(self, part: str, cell: Cell) -> list[Point]:
        """The sides or corners of a cell."""
        return self.sides_of(cell) if part == "sides" else self.corners_of(cell)

    def cells_at(self, part: str) -> list[tuple[int, ...]]:
        """The cells that each side or corner is of."""
        found: dict[Point, list[int]] = {}
        for place, cell in enumerate(self.cells):
            for point in self.points_of(part, cell):
                found.setdefault(point, []).append(place)
        return [tuple(each) for each in found.values()]

    def called(self, part: str) -> list[tuple[str, Text]]:
        """The ids and names: `a1_b1` for the side between two cells, `a1_n` where there is one cell, and for corners."""
        found: dict[Point, tuple[str, Text]] = {}
        known = {*self.cells}
        for cell in self.cells:
            own = cell_name(cell, self.grid)
            for place, point in enumerate(self.points_of(part, cell)):
                way = self.ring[place]
                beyond = (cell[0] + way.x, cell[1] + way.y)
                if part == "sides" and beyond in known:
                    name = cell_name(beyond, self.grid)
                    found.setdefault(point, (f"{own}_{name}", dict.fromkeys(LANGUAGES, f"{own}-{name}")))
                else:
                    short = way.name if part == "sides" else self.named[place]
                    text = {lang: f"{own} {said}" for lang, said in translations(f"set.way_{short}").items()}
                    found.setdefault(point, (f"{own}_{short}", text))
        return [*found.values()]


def make_sides_and_corners(linker: DomainDeclarations, grid: GridModel, site: SourceSite) -> None:
    """The sets of sides and corners that a grid asks for."""
    for part, usual in CALLED.items():
        wanted = getattr(grid, part)
        if wanted is None:
            continue
        at = site.at("grid", part)
        if not claim_generated_set(linker, wanted.set, at):
            continue
        called = GridOutline(grid).called(part)
        title = translations(usual) if wanted.name is None else display_names(wanted.name, "")
        ids, names = [each for each, _ in called], [text for _, text in called]
        linker.add_domain(Domain(wanted.set, "set", ids, names, title, used=True))


def claim_generated_set(linker: DomainDeclarations, name: str, site: SourceSite, *, taken: str = "") -> bool:
    """Whether a set that is made may have a name. `taken`: one that is being declared and not there yet."""
    if not linker.claim("sets", name, site):
        return False
    if name in linker.v.domains or name == taken:
        linker.report("E315", f"the name `{name}` is already taken", site, "choose another name for it")
        return False
    return True


def side_and_corner_facts(linker: DomainDeclarations, cells: Domain, grid: GridModel, site: SourceSite) -> None:
    """How cells, sides and corners lie with each other."""
    if grid.sides is None and grid.corners is None:
        return
    outline = GridOutline(grid)
    places = {part: {point: place for place, point in enumerate(getattr(outline, part))} for part in CALLED}
    made = {part: linker.v.domains.get(wanted.set) for part in CALLED if (wanted := getattr(grid, part)) is not None}
    meets: dict[Point, list[Point]] = {corner: [] for corner in outline.corners}
    for side, ends in outline.ends.items():
        for end in ends:
            meets[end].append(side)
    for part, domain in made.items():
        if domain is None or domain.size != len(places[part]):
            continue  # its name is taken, which is told
        points = [outline.points_of(part, cell) for cell in outline.cells]
        rows = [tuple(places[part][point] for point in each) for each in points]
        _list(linker, cells, part, domain.type, rows, translations(f"set.{part}"), site)
        around = outline.cells_at(part)
        _list(linker, domain, "cells", cells.type, around, translations("set.cells"), site)
        near = _near_sides(outline, meets) if part == "sides" else _near_corners(outline, meets)
        rows = [tuple(places[part][each] for each in row) for row in near]
        _list(
            linker,
            domain,
            "near",
            domain.type,
            rows,
            translations(f"set.near_{part}"),
            site,
        )
        whole = 2 if part == "sides" else 4 if grid.squares is not None else 3
        rim = [int(len(each) < whole) for each in around]
        set_generated_fact(linker, domain, "rim", BOOL, rim, translations("set.rim"), site)
    sides, corners = made.get("sides"), made.get("corners")
    if sides is None or corners is None or "cells" not in sides.facts or "cells" not in corners.facts:
        return
    rows = [tuple(places["corners"][end] for end in outline.ends[side]) for side in outline.sides]
    _list(linker, sides, "ends", corners.type, rows, translations("set.ends"), site)
    rows = [tuple(places["sides"][side] for side in meets[corner]) for corner in outline.corners]
    _list(linker, corners, "sides", sides.type, rows, translations("set.sides"), site)


def _near_sides(outline: GridOutline, meets: dict[Point, list[Point]]) -> list[list[Point]]:
    return [
        list(dict.fromkeys(each for end in outline.ends[side] for each in meets[end] if each != side))
        for side in outline.sides
    ]


def _near_corners(outline: GridOutline, meets: dict[Point, list[Point]]) -> list[list[Point]]:
    return [
        [end for side in meets[corner] for end in outline.ends[side] if end != corner] for corner in outline.corners
    ]


def _list(
    linker: DomainDeclarations,
    domain: Domain,
    name: str,
    kind: Type,
    rows: list[tuple[int, ...]],
    title: Text,
    site: SourceSite,
) -> None:
    set_generated_fact(linker, domain, name, listing(kind), rows, title, site)


# The cells of a grid, with their directions and facts. Members lie rank by rank.


def make_cells(linker: DomainDeclarations, grid: GridModel, site: SourceSite) -> list[str]:
    """The ids of the cells of a grid. Sets of its directions, sides and corners are made as well, where it asks for them."""
    if grid.directions is not None:
        _directions(linker, grid, site)
    make_sides_and_corners(linker, grid, site)
    return [cell_name(cell, grid) for cell in cells_of(grid)]


def _directions(linker: DomainDeclarations, grid: GridModel, site: SourceSite) -> None:
    name, ways = grid.directions or "", grid_directions(grid)
    at = site.at("grid", "directions")
    if name in linker.v.domains or not linker.claim("sets", name, at):
        if name in linker.v.domains and ("sets", name) not in linker.homes:
            linker.report("E315", f"the name `{name}` is already taken", at, "choose another name for it")
        return
    names: list[Text] = [translations(f"set.way_{way.name}") for way in ways]
    title = translations("set.direction", name=name.replace("_", " "))
    domain = Domain(name, "set", [way.name for way in ways], names, title, used=True)
    count = len(ways)
    turned = [(place + count // 2) % count for place in range(count)]
    set_generated_fact(linker, domain, "opposite", domain.type, turned, translations("set.opposite"), at)
    if grid.squares is not None:
        slanted = [int(way.x != 0 and way.y != 0) for way in ways]
        set_generated_fact(linker, domain, "diagonal", BOOL, slanted, translations("set.diagonal"), at)
    linker.add_domain(domain)


def cell_facts(linker: DomainDeclarations, domain: Domain, grid: GridModel, site: SourceSite) -> None:
    """How cells lie with each other, and with sides and corners."""
    cells, ways = cells_of(grid), grid_directions(grid)
    places = {cell: place for place, cell in enumerate(cells)}
    beside = [[places.get((x + way.x, y + way.y), -1) for way in ways] for x, y in cells]
    straight = [place for place, way in enumerate(ways) if grid.squares is None or way.x == 0 or way.y == 0]
    near = [tuple(row[way] for way in straight if row[way] >= 0) for row in beside]
    high = max(max(cell) for cell in cells)
    kind = member_type(domain.name)
    set_generated_fact(linker, domain, "x", span(1, high), [x for x, _ in cells], translations("set.file"), site)
    set_generated_fact(linker, domain, "y", span(1, high), [y for _, y in cells], translations("set.rank"), site)
    set_generated_fact(linker, domain, "near", listing(kind), near, translations("set.near_cells"), site)
    if grid.squares is not None:
        around = [tuple(each for each in row if each >= 0) for row in beside]
        set_generated_fact(linker, domain, "around", listing(kind), around, translations("set.around"), site)
    rim = [int(len(each) < len(straight)) for each in near]
    set_generated_fact(linker, domain, "rim", BOOL, rim, translations("set.rim"), site)
    set_plan(domain, grid)
    directions = linker.v.domains.get(grid.directions or "")
    if directions is not None and directions.size == len(ways):
        text = translations("set.next")
        made = set_generated_fact(
            linker, domain, "next", listing(kind.maybe()), [tuple(row) for row in beside], text, site
        )
        made.by = directions.type
    side_and_corner_facts(linker, domain, grid, site)
