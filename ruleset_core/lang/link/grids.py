"""Sets whose members are made: the cells of a grid with their directions. All combinations of values are made in `products`.

Everything made is a member or a fact like any other, so nothing behind this knows of grids. Members lie rank by rank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang.link.products import give_made, made_product, product_facts
from ruleset_core.lang.link.shapes import cell_name, cells_of, ways_of
from ruleset_core.lang.link.sides import make_parts, part_facts
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, listing, member, span
from ruleset_core.lang.vocabulary import Domain, Text
from ruleset_core.model.shapes.grids import Grid

if TYPE_CHECKING:
    from ruleset_core.lang.link.domains import DomainNames
    from ruleset_core.model.shapes.sections import SetDef


def made_members(linker: DomainNames, name: str, entry: SetDef, site: Site) -> list[str]:
    """The ids of the members that are made for a set, none if it has members of its own alone.

    A set of directions is made as well, where the grid asks for one.
    """
    if entry.grid is not None:
        if entry.grid.directions is not None:
            _directions(linker, entry.grid, site)
        make_parts(linker, entry.grid, site)
        return [cell_name(cell) for cell in cells_of(entry.grid)]
    return made_product(linker, name, entry, site).ids


def _directions(linker: DomainNames, grid: Grid, site: Site) -> None:
    name, ways = grid.directions or "", ways_of(grid)
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
    give_made(linker, domain, "opposite", domain.type, turned, {"en": "opposite", "es": "dirección contraria"}, at)
    if grid.squares is not None:
        slanted = [int(way.x != 0 and way.y != 0) for way in ways]
        give_made(linker, domain, "diagonal", BOOL, slanted, {"en": "diagonal", "es": "diagonal"}, at)
    linker.add_domain(domain)


def made_facts(linker: DomainNames, name: str, entry: SetDef, site: Site) -> None:
    """The facts of the members that are made, and nothing for others that stand beside them."""
    domain = linker.v.domains[name]
    if entry.grid is not None:
        _grid_facts(linker, domain, entry.grid, site.at("grid"))
        part_facts(linker, domain, entry.grid, site.at("grid"))
    if entry.product:
        product_facts(linker, domain, site)


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
    cells, ways = cells_of(grid), ways_of(grid)
    places = {cell: place for place, cell in enumerate(cells)}
    beside = [[places.get((x + way.x, y + way.y), -1) for way in ways] for x, y in cells]
    straight = [place for place, way in enumerate(ways) if grid.squares is None or way.x == 0 or way.y == 0]
    near = [tuple(row[way] for way in straight if row[way] >= 0) for row in beside]
    high = max(max(cell) for cell in cells)
    kind = member(domain.name)
    give_made(linker, domain, "x", span(1, high), [x for x, _ in cells], {"en": "file", "es": "columna"}, site)
    give_made(linker, domain, "y", span(1, high), [y for _, y in cells], {"en": "rank", "es": "fila"}, site)
    give_made(linker, domain, "near", listing(kind), near, {"en": "neighbours", "es": "vecinas"}, site)
    if grid.squares is not None:
        around = [tuple(each for each in row if each >= 0) for row in beside]
        give_made(
            linker, domain, "around", listing(kind), around, {"en": "cells around", "es": "casillas alrededor"}, site
        )
    rim = [int(len(each) < len(straight)) for each in near]
    give_made(linker, domain, "rim", BOOL, rim, {"en": "on the rim", "es": "en el borde"}, site)
    directions = linker.v.domains.get(grid.directions or "")
    if directions is not None and directions.size == len(ways):
        text = {"en": "next cell", "es": "casilla siguiente"}
        made = give_made(linker, domain, "next", listing(kind.maybe()), [tuple(row) for row in beside], text, site)
        made.by = directions.type
