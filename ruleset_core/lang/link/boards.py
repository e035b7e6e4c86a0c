"""Linking: a planar board becomes four sets whose facts say how they lie together.

The sets are `crossing`, `line`, `space` and `region`. What follows from the plan is worked out here: which lines meet at a
crossing, which spaces lie beside a line, what is on the outline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ruleset_core.lang.link.domains import words
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, Type, listing
from ruleset_core.lang.vocabulary import BoardShape, Domain, Fact
from ruleset_core.model.diagnostic import hint

if TYPE_CHECKING:
    from ruleset_core.lang.link.domains import DomainNames
    from ruleset_core.model.boards import BoardFile
    from ruleset_core.model.gather import Plan

FAMILIES = ("crossing", "line", "space", "region")
"""The sets a board brings, in the order in which they are declared."""
DERIVED = frozenset({"lines", "spaces", "outer", "ends", "border", "corners", "next", "region"})
"""Facts that follow from a plan."""
PLACES = {"crossing": "crossings", "line": "lines", "space": "spaces", "region": "regions"}
"""Where the members of each stand in the file of a board."""


def declare_board(linker: DomainNames) -> None:
    """The sets of the board, if the game has one, and their shape."""
    entries = [(name, entry, site) for name, entry, site, _part in linker.entries("boards")]
    linker.boards = entries
    for _name, _entry, site in entries[1:]:
        linker.report("E407", "a game has one board at most", site, "put the spaces of both in one plan", key=True)
    plan = _plan(linker, [name for name, *_ in entries])
    if plan is None:
        for name, _entry, site in entries[:1]:
            linker.report(
                "E414", f"there is no plan of `{name}`", site, f"add boards/{name}.yaml with `board: {name}`", key=True
            )
        return
    file, site = plan.file, Site(plan.document, ())
    ends = line_ends(file)
    ids = {
        "crossing": list(file.crossings),
        "line": list(ends),
        "space": list(file.spaces),
        "region": list(file.regions),
    }
    for family in FAMILIES:
        given: Mapping[str, Any] = getattr(file, PLACES[family])
        names = [words(given[each].name, each) if each in given else _between(file, ends[each]) for each in ids[family]]
        title = {"crossing": "cruce", "line": "línea", "space": "espacio", "region": "región"}[family]
        linker.add_domain(Domain(family, "set", ids[family], names, {"en": family, "es": title}, used=True))
    if any(each not in file.crossings for pair in ends.values() for each in pair):
        linker.report("E414", "this plan names crossings it does not have", site)
        return
    linker.plan = plan
    linker.v.board = shape_of(file)
    _facts(linker, linker.v.board, file)


def _between(file: BoardFile, ends: tuple[str, str]) -> dict[str, str]:
    """The name of a line that is not listed: the names of its ends."""
    names = [words(file.crossings[each].name, each) for each in ends if each in file.crossings]
    return {lang: "-".join(each[lang] for each in names) for lang in ("en", "es")}


def _plan(linker: DomainNames, names: list[str]) -> Plan | None:
    """The plan that is used: an expansion's takes the place of the game's."""
    found = None
    for plan in linker.gathered.plans:
        if plan.file.board in names[:1]:
            found = plan
        else:
            site = Site(plan.document, ("board",))
            linker.report("E414", f"unknown board `{plan.file.board}`", site, hint(plan.file.board, names, "boards"))
    return found


def line_ends(file: BoardFile) -> dict[str, tuple[str, str]]:
    """The ends of every line by name; lines that are not listed are the sides of the spaces."""
    if file.lines:
        return {name: (line.ends[0], line.ends[1]) for name, line in file.lines.items()}
    order = {name: place for place, name in enumerate(file.crossings)}
    sides = {
        tuple(sorted(pair, key=lambda each: order.get(each, -1)))
        for space in file.spaces.values()
        for pair in pairwise((*space.corners, space.corners[0]))
    }
    ordered = sorted(sides, key=lambda pair: [order.get(each, -1) for each in pair])
    return {f"{one}_{other}": (one, other) for one, other in ordered}


def shape_of(file: BoardFile) -> BoardShape:
    """How the parts of a board lie together, by number."""
    crossings = {name: place for place, name in enumerate(file.crossings)}
    ends = [(crossings[one], crossings[other]) for one, other in line_ends(file).values()]
    number = {frozenset(pair): place for place, pair in enumerate(ends)}
    corners = [tuple(crossings.get(each, -1) for each in space.corners) for space in file.spaces.values()]
    around = [
        tuple(number[side] for pair in pairwise((*each, each[0])) if (side := frozenset(pair)) in number)
        for each in corners
    ]
    sides: list[list[int]] = [[] for _ in ends]
    for space, lines in enumerate(around):
        for line in lines:
            sides[line].append(space)
    return BoardShape(
        tuple(ends),
        tuple((each[0] if each else -1, each[1] if len(each) > 1 else -1) for each in sides),
        tuple(around),
        tuple(tuple(line for line, pair in enumerate(ends) if place in pair) for place in range(len(crossings))),
        tuple(corners),
        tuple((each.x, each.y) for each in file.crossings.values()),
    )


def _facts(linker: DomainNames, shape: BoardShape, file: BoardFile) -> None:
    crossing, line, space, region = (linker.v.domains[each].type for each in FAMILIES)
    beside = [tuple(each for each in pair if each >= 0) for pair in shape.sides]
    regions = list(file.regions)
    of_space = [regions.index(each.region) if each.region in regions else -1 for each in file.spaces.values()]
    touching = [
        tuple(number for number, corners in enumerate(shape.corners) if place in corners)
        for place in range(len(shape.points))
    ]
    outer = [len(each) == 1 for each in beside]
    edge = [any(outer[each] for each in lines) for lines in shape.meeting]
    border = [len({of_space[each] for each in pair}) > 1 for pair in beside]
    across = [
        tuple(b for each in lines for b in beside[each] if b != place) for place, lines in enumerate(shape.around)
    ]
    given: dict[str, dict[str, tuple[Type, Iterable[Any]]]] = {
        "crossing": {"lines": (listing(line), shape.meeting), "spaces": (listing(space), touching), "outer": (BOOL, edge)},
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
    for family, facts in given.items():
        domain = linker.v.domains[family]
        for name, (kind, values) in facts.items():
            plain = [int(each) if isinstance(each, bool) else each for each in values]
            domain.facts[name] = Fact(name, family, kind, plain, used=True)


def give_facts(linker: DomainNames) -> None:
    """The facts that the game declares for the parts of its board."""
    if linker.plan is None:
        return
    document, file = linker.plan.document, linker.plan.file
    for name, entry, site in linker.boards:
        if name != file.board:
            continue
        for family in FAMILIES:
            domain = linker.v.domains[family]
            linker.declare_facts(domain, getattr(entry, f"{family}_facts"), site.at(f"{family}_facts"))
            given: Mapping[str, Any] = getattr(file, PLACES[family])
            for member in domain.ids:
                listed = member in given
                at = Site(document, (PLACES[family], member) if listed else ())
                _give(linker, domain, member, given[member].facts if listed else {}, at)


def _give(linker: DomainNames, domain: Domain, member: str, given: Mapping[str, Any], site: Site) -> None:
    """What follows from the plan is not written again: only declared facts are given."""
    known = {name: fact for name, fact in domain.facts.items() if name in DERIVED}
    for name in known:
        del domain.facts[name]
    linker.give(domain, member, given, site)
    domain.facts = {**known, **domain.facts}
