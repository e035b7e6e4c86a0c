"""What is made: the cells of a grid with their directions, and all combinations of values, as members or as pieces.

Everything made is a member or a fact like any other, so nothing behind this knows of grids. Members lie rank by rank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, Type, listing, member, span
from ruleset_core.lang.vocabulary import MAX_VALUES, Domain, Fact, Text
from ruleset_core.model.grids import Grid

if TYPE_CHECKING:
    from ruleset_core.lang.link.domains import DomainNames
    from ruleset_core.model.common import FactType
    from ruleset_core.model.sections import PieceKind, SetDef


@dataclass(frozen=True, slots=True)
class Way:
    """A direction: its id, its names, and how far it leads along files and ranks."""

    name: str
    en: str
    es: str
    x: int
    y: int


SQUARE_WAYS = (
    Way("n", "north", "norte", 0, 1), Way("ne", "north-east", "nordeste", 1, 1), Way("e", "east", "este", 1, 0),
    Way("se", "south-east", "sudeste", 1, -1), Way("s", "south", "sur", 0, -1),
    Way("sw", "south-west", "sudoeste", -1, -1), Way("w", "west", "oeste", -1, 0),
    Way("nw", "north-west", "noroeste", -1, 1),
)  # fmt: skip
HEX_WAYS = (
    Way("ne", "north-east", "nordeste", 0, 1), Way("e", "east", "este", 1, 0), Way("se", "south-east", "sudeste", 1, -1),
    Way("sw", "south-west", "sudoeste", 0, -1), Way("w", "west", "oeste", -1, 0),
    Way("nw", "north-west", "noroeste", -1, 1),
)  # fmt: skip
Cell = tuple[int, int]


def cells_of(grid: Grid) -> list[Cell]:
    """The cells as file and rank, both from 1, rank by rank. Hexes lean: the file above `a1` in a straight line is `a2`."""
    if grid.hexagon is not None:
        side, across = grid.hexagon, 2 * grid.hexagon - 1
        return [(x, y) for y in range(1, across + 1) for x in range(1, across + 1) if side + 1 <= x + y <= 3 * side - 1]
    files, ranks = grid.squares or grid.hexes or (0, 0)
    return [(x, y) for y in range(1, ranks + 1) for x in range(1, files + 1)]


def cell_name(cell: Cell) -> str:
    """A letter for the file, a number for the rank."""
    return f"{chr(ord('a') + cell[0] - 1)}{cell[1]}"


def made_members(linker: DomainNames, name: str, entry: SetDef, site: Site) -> list[str]:
    """The ids of the members that are made for a set, none if it has members of its own alone.

    A set of directions is made as well, where the grid asks for one.
    """
    if entry.grid is not None:
        if entry.grid.directions is not None:
            _directions(linker, entry.grid, site)
        return [cell_name(cell) for cell in cells_of(entry.grid)]
    return made_product(linker, name, entry, site)


def made_product(linker: DomainNames, name: str, entry: SetDef | PieceKind, site: Site) -> list[str]:
    """The ids of all combinations of the values that `product` names; none where there is no product."""
    if not entry.product:
        return []
    shown = [linker.v.spellings(kind) for kind in _axes(linker, entry.product, site).values()]
    count = 1
    for each in shown:
        count *= len(each)
    if count > MAX_VALUES:
        what = "a set has" if ("sets", name) in linker.homes else "there can be"
        thing = "members" if ("sets", name) in linker.homes else "pieces of a kind"
        message = f"{what} {MAX_VALUES:,} {thing} at most, not {count:,}"
        linker.report("E314", message, site.at("product"), key=True)
        return []
    ids = ["_".join(each) for each in product(*shown)]
    return [each if each[:1].isalpha() else f"{name}_{each}" for each in ids]


def product_names(linker: DomainNames, name: str, entry: SetDef | PieceKind, site: Site) -> list[Text]:
    """What the combinations are called: the names of their values, one behind the other, in both languages.

    A name that would begin with a number begins with that of the whole, as an id does.
    """
    quiet = len(linker.diagnostics)
    axes = _axes(linker, entry.product, site)
    del linker.diagnostics[quiet:]  # told when the ids were made
    whole = {"en": name, "es": name} if entry.name is None else {"en": entry.name.en, "es": entry.name.es}
    found: list[Text] = []
    for each in product(*(_names(linker, kind) for kind in axes.values())):
        text = {lang: " ".join(named[lang] for named in each) for lang in ("en", "es")}
        found.append({k: v if v[:1].isalpha() else f"{whole[k].replace('_', ' ')} {v}" for k, v in text.items()})
    return found


def _names(linker: DomainNames, kind: Type) -> list[Text]:
    domain = linker.v.domains.get(kind.domain) if kind.kind == "member" else None
    if domain is not None:
        return domain.names
    return [{"en": each, "es": each} for each in linker.v.spellings(kind)]


def _axes(linker: DomainNames, written: Mapping[str, FactType], site: Site) -> dict[str, Type]:
    """The types whose values are combined; one that is wrong, or has an endless number of values, is told once."""
    found: dict[str, Type] = {}
    for name, entry in written.items():
        at = site.at("product", name)
        kind = linker.type(entry.is_, at.at("is") if isinstance(site.document.value(at.path), dict) else at)
        if kind.kind == "bad":
            continue
        low, high = kind.low, kind.high
        if kind.optional or not linker.v.finite(kind) or (low is not None and low < 0) or not linker.v.members(kind):
            what = f"`{entry.is_}` cannot be combined"
            linker.report("E314", what, at, "a set, `bool` or a range from 0 on: `0..6`")
        elif high is None or high < MAX_VALUES:
            found[name] = kind
    return found


def _directions(linker: DomainNames, grid: Grid, site: Site) -> None:
    name, ways = grid.directions or "", _ways(grid)
    at = site.at("grid", "directions")
    if name in linker.v.domains or not linker.claim("sets", name, at):
        if name in linker.v.domains and ("sets", name) not in linker.homes:
            linker.report("E315", f"the name `{name}` is already taken", at, "choose another name for it")
        return
    names: list[Text] = [{"en": way.en, "es": way.es} for way in ways]
    title = {"en": name.replace("_", " "), "es": "dirección"}
    domain = Domain(name, "set", [way.name for way in ways], names, title, used=True)
    count = len(ways)
    turned = [(place + count // 2) % count for place in range(count)]
    _fact(linker, domain, "opposite", domain.type, turned, {"en": "opposite", "es": "dirección contraria"}, at)
    if grid.squares is not None:
        slanted = [int(way.x != 0 and way.y != 0) for way in ways]
        _fact(linker, domain, "diagonal", BOOL, slanted, {"en": "diagonal", "es": "diagonal"}, at)
    linker.add_domain(domain)


def _ways(grid: Grid) -> tuple[Way, ...]:
    return SQUARE_WAYS if grid.squares is not None else HEX_WAYS


def made_facts(linker: DomainNames, name: str, entry: SetDef, site: Site) -> None:
    """The facts of the members that are made, and nothing for others that stand beside them."""
    domain = linker.v.domains[name]
    if entry.grid is not None:
        _grid_facts(linker, domain, entry.grid, site.at("grid"))
    if entry.product:
        product_facts(linker, domain, entry.product, site)


def product_facts(linker: DomainNames, domain: Domain, written: Mapping[str, FactType], site: Site) -> None:
    """Each part of a combination is a fact of it."""
    quiet = len(linker.diagnostics)
    axes = _axes(linker, written, site)
    del linker.diagnostics[quiet:]  # told when the members were made
    combined = list(product(*(linker.v.members(kind) for kind in axes.values())))
    for place, (axis, kind) in enumerate(axes.items()):
        if len(combined) == domain.size:
            values = [each[place] for each in combined]
            _fact(linker, domain, axis, kind, values, _title(linker, axis, written[axis], kind), site.at("product"))


def _title(linker: DomainNames, axis: str, written: FactType, kind: Type) -> Text:
    """What a part is called: its own name, else that of the set its values are from, else its id."""
    if written.name is not None:
        return {"en": written.name.en, "es": written.name.es}
    domain = linker.v.domains.get(kind.domain) if kind.kind == "member" else None
    plain = axis.replace("_", " ")
    return domain.title if domain is not None and domain.name == axis else {"en": plain, "es": plain}


def own_facts(linker: DomainNames, name: str, entry: SetDef, site: Site) -> None:
    """Facts that the data declares for members that are made: what only some are given must be allowed to be none."""
    if all(each in entry.members for each in linker.made.get(name, ())):
        return
    for fact in linker.v.domains[name].facts.values():
        if not fact.made and not fact.type.optional and fact.type.kind != "bad":
            message = f"the fact `{fact.name}` is not given for all members"
            advice = f"declare it `{fact.type}?`, or give it under `members`"
            linker.report("E403", message, site.at("facts", fact.name), advice, key=True)


def _grid_facts(linker: DomainNames, domain: Domain, grid: Grid, site: Site) -> None:
    cells, ways = cells_of(grid), _ways(grid)
    places = {cell: place for place, cell in enumerate(cells)}
    beside = [[places.get((x + way.x, y + way.y), -1) for way in ways] for x, y in cells]
    straight = [place for place, way in enumerate(ways) if grid.squares is None or way.x == 0 or way.y == 0]
    near = [tuple(row[way] for way in straight if row[way] >= 0) for row in beside]
    high = max(max(cell) for cell in cells)
    kind = member(domain.name)
    _fact(linker, domain, "x", span(1, high), [x for x, _ in cells], {"en": "file", "es": "columna"}, site)
    _fact(linker, domain, "y", span(1, high), [y for _, y in cells], {"en": "rank", "es": "fila"}, site)
    _fact(linker, domain, "near", listing(kind), near, {"en": "neighbours", "es": "vecinas"}, site)
    if grid.squares is not None:
        around = [tuple(each for each in row if each >= 0) for row in beside]
        _fact(linker, domain, "around", listing(kind), around, {"en": "cells around", "es": "casillas alrededor"}, site)
    rim = [int(len(each) < len(straight)) for each in near]
    _fact(linker, domain, "rim", BOOL, rim, {"en": "on the rim", "es": "en el borde"}, site)
    directions = linker.v.domains.get(grid.directions or "")
    if directions is not None and directions.size == len(ways):
        text = {"en": "next cell", "es": "casilla siguiente"}
        made = _fact(linker, domain, "next", listing(kind.maybe()), [tuple(row) for row in beside], text, site)
        made.by = directions.type


def _fact(
    linker: DomainNames,
    domain: Domain,
    name: str,
    kind: Type,
    values: list[int] | list[tuple[int, ...]],
    title: Text,
    site: Site,
) -> Fact:
    """A fact that is made; one of that name in the data is told where it is declared."""
    made = domain.facts[name] = Fact(name, domain.name, kind, [*values], title=title, used=True, made=True)
    linker.homes[f"fact {domain.name}", name] = site
    return made
