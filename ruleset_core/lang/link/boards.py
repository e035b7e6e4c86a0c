"""Linking: a planar board becomes four sets whose facts say how they lie together.

The sets are `crossing`, `line`, `space` and `region`. What follows from the plan is worked out here: which lines meet at a
crossing, which spaces lie beside a line, what is on the outline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ruleset_core.lang.board_shape import BoardShape
from ruleset_core.lang.link.domains import words
from ruleset_core.lang.link.plans import check_names, check_plan, too_large
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, Type, a, listing
from ruleset_core.lang.vocabulary import Domain, Fact
from ruleset_core.model.diagnostic import hint
from ruleset_core.model.shapes.boards import BoardFile, Crossing, Line, Region, Space
from ruleset_core.model.shapes.common import FactEntry

if TYPE_CHECKING:
    from ruleset_core.lang.link.domains import DomainNames
    from ruleset_core.model.gather import Plan

FAMILIES = ("crossing", "line", "space", "region")
"""The sets a board brings, in the order in which they are declared."""
DERIVED = frozenset({"lines", "spaces", "outer", "ends", "border", "corners", "next", "region"})
"""Facts that follow from a plan."""
PLACES = {"crossing": "crossings", "line": "lines", "space": "spaces", "region": "regions"}
"""Where the members of each stand in the file of a board."""
MODELS: Mapping[str, type[FactEntry]] = {"crossing": Crossing, "line": Line, "space": Space, "region": Region}
KEYS = {family: frozenset(model.model_fields) for family, model in MODELS.items()}
"""Keys of the parts that are no facts."""


def declare_board(linker: DomainNames) -> None:
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


def _checked(linker: DomainNames, name: str, used: Plan) -> BoardShape | None:
    """Check all plans of the board, those that others replace too. The shape of the one that is used; None if it cannot be read."""
    found: BoardShape | None = None
    for plan in linker.gathered.plans:
        if plan.file.board == name:
            unreadable = too_large(plan) or check_names(plan)
            linker.diagnostics += unreadable
            if not unreadable:
                shape = shape_of(plan.file)
                linker.diagnostics += check_plan(plan, shape, judges=linker.judges)
                found = shape if plan is used else found
    return found


def _declare_sets(linker: DomainNames, file: BoardFile) -> None:
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
        if linker.plan is not None:
            for each in given:
                linker.clash("members", each, Site(linker.plan.document, (PLACES[family], each)))


def _between(file: BoardFile, ends: tuple[str, str]) -> dict[str, str]:
    """The name of a line that is not listed: the names of its ends."""
    names = [words(file.crossings[each].name, each) for each in ends]
    return {lang: "-".join(each[lang] for each in names) for lang in ("en", "es")}


def _clash(linker: DomainNames) -> bool:
    """Whether a set or kind of the game has the name of one that the board brings."""
    found = False
    for part in linker.gathered.parts:
        for section in ("sets", "pieces"):
            for name in getattr(part.sections, section):
                if name in FAMILIES:
                    message = f"`{name}` is a set of every game with a board"
                    site = Site(part.document, (section, name))
                    linker.report("E315", message, site, "choose another name", key=True)
                    found = True
    return found


def _plan(linker: DomainNames, names: list[str]) -> Plan | None:
    """The plan that is used: an expansion's takes the place of the game's."""
    found: Plan | None = None
    for plan in linker.gathered.plans:
        site = Site(plan.document, ("board",))
        if plan.file.board not in names[:1]:
            advice = hint(plan.file.board, names[:1], "boards") or "declare it under `boards`"
            linker.report("E419", f"there is no board `{plan.file.board}`", site, advice)
        elif found is not None and found.origin == plan.origin:
            linker.twice("E407", f"there are two plans of `{plan.file.board}`", site, Site(found.document, ("board",)))
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


def _facts(linker: DomainNames, shape: BoardShape, file: BoardFile) -> None:
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
    for family, facts in given.items():
        domain = linker.v.domains[family]
        for name, (kind, values) in facts.items():
            plain = [int(each) if isinstance(each, bool) else each for each in values]
            domain.facts[name] = Fact(name, family, kind, plain, used=True)


def give_facts(linker: DomainNames) -> None:
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
                at_member = Site(document, (PLACES[family], member) if listed else ())
                linker.give(domain, member, given[member].facts if listed else {}, at_member)
            domain.facts = every
            for name, fact in declared.items():
                if fact.only is not None:
                    _check_only(linker, domain, name, fact.only, at.at(name, "only"))


def _check_only(linker: DomainNames, domain: Domain, name: str, only: str, site: Site) -> None:
    """A fact with `only` holds (or is given) nowhere but where the other holds."""
    fact, other = domain.facts[name], domain.facts.get(only)
    flags = [each for each, fact in domain.facts.items() if fact.type == BOOL and each != name]
    if other is None or only not in flags:
        linker.unknown("E313", f"{a(domain.name)} has no yes-or-no fact `{only}`", site, only, flags, "such facts")
        return
    nothing = (0, ()) if fact.type == BOOL else (-1, ())
    for member, value, allowed in zip(domain.ids, fact.values, other.values, strict=True):
        if not allowed and value not in nothing and linker.plan is not None:
            at = Site(linker.plan.document, (PLACES[domain.name], member, name))
            advice = (
                f"it may hold where `{only}` does" if fact.type == BOOL else f"it may be given where `{only}` holds"
            )
            linker.report("E421", f"`{name}` is only for {a(domain.name)} that is `{only}`", at, advice)
