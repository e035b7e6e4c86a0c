"""Sets whose members are made, whichever way: cells of a grid, combinations of values, shapes.

Everything made is a member or a fact like any other, so nothing behind this knows how it came about:

    cell: {grid: [3, 3]}                        members a1 ... c3      facts x, y, near, around, rim
    pair: {product: {one: 1..2, two: 1..2}}     members pair_1_1 ...   facts one, two
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.analysis.grids import cell_facts, combination_facts, make_cells, make_combinations
from ruleset_core.analysis.shapes import make_shapes, shape_facts

if TYPE_CHECKING:
    from ruleset_core.analysis.domains import DomainDeclarations
    from ruleset_core.analysis.text_reader import SourceSite
    from ruleset_core.model.schema.section_models import SetModel


def generated_members(linker: DomainDeclarations, name: str, entry: SetModel, site: SourceSite) -> list[str]:
    """The ids of the members that are made for a set, none if it has members of its own alone."""
    if entry.grid is not None:
        return make_cells(linker, entry.grid, site)
    if entry.shapes is not None:
        called = {each: member.name for each, member in entry.members.items()}
        names = {each: {"en": said.en, "es": said.es} for each, said in called.items() if said is not None}
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


def declared_facts_of_generated(linker: DomainDeclarations, name: str, entry: SetModel, site: SourceSite) -> None:
    """Facts that the data declares for members that are made: what only some are given must be allowed to be none."""
    if all(each in entry.members for each in linker.made.get(name, ())):
        return
    for fact in linker.v.domains[name].facts.values():
        if not fact.made and not fact.type.optional and fact.type.kind != "bad":
            message = f"the fact `{fact.name}` is not given for all members"
            advice = f"declare it `{fact.type}?`, or give it under `members`"
            linker.report("E403", message, site.at("facts", fact.name), advice, key=True)
