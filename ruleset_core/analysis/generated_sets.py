"""Sets whose members are made, whichever way: cells of a grid, combinations of values, shapes.

Everything made is a member or a fact like any other, so nothing behind this knows how it came about:

    cell: {grid: [3, 3]}                        members a1 ... c3      facts x, y, near, around, rim
    pair: {product: {one: 1..2, two: 1..2}}     members pair_1_1 ...   facts one, two
    edge: {of: cell, except: [b2]}              members a1 ... c3      fact cell; cells have a fact edge
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.analysis.grids import (
    cell_facts,
    combination_facts,
    make_cells,
    make_combinations,
    set_generated_fact,
)
from ruleset_core.analysis.shapes import make_shapes, shape_facts

if TYPE_CHECKING:
    from ruleset_core.analysis.domain_declarations import DomainDeclarations
    from ruleset_core.analysis.text_reader import SourceSite
    from ruleset_core.lang.domains import Domain
    from ruleset_core.model.schema.section_models import SetModel


def generated_members(linker: DomainDeclarations, name: str, entry: SetModel, site: SourceSite) -> list[str]:
    """The ids of the members that are made for a set, none if it has members of its own alone."""
    if entry.of is not None:
        return _excepted(linker, entry, site)
    if entry.grid is not None:
        return make_cells(linker, entry.grid, site)
    if entry.shapes is not None:
        names = {each: member.name for each, member in entry.members.items()}
        return make_shapes(linker, name, entry.shapes, names, site.at("shapes"))
    return make_combinations(linker, name, entry, site).ids


def generated_facts(linker: DomainDeclarations, name: str, entry: SetModel, site: SourceSite) -> None:
    """The facts of the members that are made, and nothing for others that stand beside them."""
    domain = linker.v.domains[name]
    if entry.grid is not None:
        cell_facts(linker, domain, entry.grid, site.at("grid"))
    if entry.shapes is not None:
        shape_facts(linker, domain, entry.shapes, site.at("shapes"))
    if entry.product:
        combination_facts(linker, domain, site)
    if entry.of is not None:
        _link(linker, domain, site)


def declared_facts_of_generated(linker: DomainDeclarations, name: str, entry: SetModel, site: SourceSite) -> None:
    """Facts that the data declares for members that are made: what only some are given must be allowed to be none."""
    if all(each in entry.members for each in linker.made.get(name, ())):
        return
    for fact in linker.v.domains[name].facts.values():
        if not fact.made and not fact.type.optional and fact.type.kind != "bad":
            message = f"the fact `{fact.name}` is not given for all members"
            advice = f"declare it `{fact.type}?`, or give it under `members`"
            linker.report("E403", message, site.at("facts", fact.name), advice, key=True)


# Sets of some members of another set.


def _excepted(linker: DomainDeclarations, entry: SetModel, site: SourceSite) -> list[str]:
    """The members of a subset that names those it does not have; none where it lists its own."""
    ids = _ids_of(linker, entry, site)
    if not entry.except_:
        return []
    for place, name in enumerate(entry.except_):
        if name not in ids:
            linker.unknown("E301", f"unknown member `{name}`", site.at("except", place), name, ids, "members")
    left = [name for name in ids if name not in entry.except_]
    if ids and not left:
        linker.report("E314", f"no member of `{entry.of}` is left", site.at("except"), "leave out fewer")
    return left


def _ids_of(linker: DomainDeclarations, entry: SetModel, site: SourceSite) -> list[str]:
    """The members of the set that a subset is of."""
    if entry.of == "resource":
        return [name for part in linker.gathered.parts for name in part.sections.resources.members]
    of = linker.v.domains.get(entry.of or "")
    if of is not None and of.kind == "set" and not of.seats:
        return of.ids
    sets = {name for part in linker.gathered.parts for name in part.sections.sets}
    known = [name for name, each in linker.v.domains.items() if each.kind == "set" and not each.seats]
    if of is None and entry.of in sets:
        what = f"`{entry.of}` is declared below"
        linker.report("E308", what, site.at("of"), "put it before the sets that are of it", about=entry.of)
    else:
        linker.unknown("E308", f"unknown set `{entry.of}`", site.at("of"), entry.of or "", [*known, "resource"], "sets")
    return []


def _link(linker: DomainDeclarations, domain: Domain, site: SourceSite) -> None:
    """Give the members of a subset the names of those that they are, and make the facts that lead to and fro."""
    of = linker.v.domains.get(domain.part_of)
    if of is None:
        return  # it has been reported
    places = {name: place for place, name in enumerate(of.ids)}
    own: list[int] = []
    for place, name in enumerate(domain.ids):
        if name not in places:
            at = linker.homes.get((f"member {domain.name}", name), site)
            linker.unknown("E301", f"`{of.name}` has no `{name}`", at, name, of.ids, "members", key=True)
        own.append(places.get(name, 0))
        for names in (of.said, of.plural):
            if own[-1] in names:
                (domain.said if names is of.said else domain.plural).setdefault(place, names[own[-1]])
        if own[-1] in of.only_in:
            domain.only_in[place] = of.only_in[own[-1]]
        domain.names[place] = of.names[own[-1]]
    back = [own.index(place) if place in own else -1 for place in range(of.size)]
    set_generated_fact(linker, domain, of.name, of.type, own, of.title, site)
    if domain.name in of.facts:
        linker.report("E315", f"`{of.name}` has a fact `{domain.name}` already", site, "choose another name", key=True)
    else:
        set_generated_fact(linker, of, domain.name, domain.type.maybe(), back, domain.title, site)
