"""Sets whose members are made, whichever way: cells of a grid, combinations of values, shapes.

Everything made is a member or a fact like any other, so nothing behind this knows how it came about:

    cell: {grid: [3, 3]}                        members a1 ... c3      facts x, y, near, around, rim
    pair: {product: {one: 1..2, two: 1..2}}     members pair_1_1 ...   facts one, two
    edge: {of: cell, except: [b2]}              members a1 ... c3      fact cell; cells have a fact edge

Sets of shapes, and of the ways in which these may lie: pictures in, members with ordinary facts out.

    cell: {grid: [9, 9]}
    patch: {shapes: {on: cell, forms: form, pictures: {boot: ["##.", ".##"]}}}

        patch   boot                                                        forms: the four forms; area: 4
        form    boot_0, boot_90, boot_flip_0, boot_flip_90                  shape: boot; places: where the first square may lie
                cells[b3] of boot_0: b3, c3, c2, d2                         near[b3]: a3, b2, b4 ...; corners[b3]: a2, a4 ...

What a form covers is a list by form and cell, as a fact of a piece with sides is by piece and side (`Domain.lists_by`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.analysis.grids import (
    cell_facts,
    claim_generated_set,
    combination_facts,
    make_cells,
    make_combinations,
    set_generated_fact,
)
from ruleset_core.analysis.text_reader import SourceSite, display_names
from ruleset_core.lang.domains import MAX_PLACES, MAX_VALUES, Domain, Fact, Text
from ruleset_core.lang.grid_shapes import (
    Form,
    PictureError,
    after_turning,
    cells_of,
    form_on_grid,
    forms_of,
    read_picture,
)
from ruleset_core.lang.types import Type, listing, span
from ruleset_core.messages import LANGUAGES, message, translations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruleset_core.analysis.domain_declarations import DomainDeclarations
    from ruleset_core.model.schema.base import LocalizedText
    from ruleset_core.model.schema.layouts import GridModel, ShapesModel
    from ruleset_core.model.schema.section_models import SetModel


def make_shapes(
    linker: DomainDeclarations,
    name: str,
    shapes: ShapesModel,
    names: Mapping[str, LocalizedText | None],
    site: SourceSite,
) -> list[str]:
    """The ids of the shapes of a set, whose forms become a set of their own. `names`: what shapes are called, as far as that is said."""
    grid = _grid(linker, shapes)
    if grid is None:
        linker.unknown("E301", f"unknown grid `{shapes.on}`", site.at("on"), shapes.on, [*_grids(linker)], "grids")
        return []
    made = linker.forms[site] = _forms(linker, shapes, grid, site)
    count, cells = sum(map(len, made.values())), len(cells_of(grid))
    if count > MAX_VALUES or count * cells > MAX_PLACES:
        message = f"these are {count:,} forms on {cells:,} cells: {MAX_PLACES:,} places at most"
        linker.report("E314", message, site.at("pictures"), "fewer shapes, or a smaller grid", key=True)
        made.clear()
    wanted, at = shapes.forms.set, site.at("forms")
    if not claim_generated_set(linker, wanted, at, taken=name):
        return [*made]
    title = translations("set.form") if shapes.forms.name is None else display_names(shapes.forms.name, "")
    every = [(shape, form) for shape, forms in made.items() for form in forms]
    said = [_name(display_names(names.get(shape), shape), form) for shape, form in every]
    linker.add_domain(Domain(wanted, "set", [f"{shape}_{form.name}" for shape, form in every], said, title, used=True))
    return [*made]


def _grids(linker: DomainDeclarations) -> dict[str, GridModel]:
    """All grids of the game, whether their sets are made already or not."""
    sets = (pair for part in linker.gathered.parts for pair in part.sections.sets.items())
    return {name: entry.grid for name, entry in sets if entry.grid is not None}


def _grid(linker: DomainDeclarations, shapes: ShapesModel) -> GridModel | None:
    return _grids(linker).get(shapes.on)


def _forms(linker: DomainDeclarations, shapes: ShapesModel, grid: GridModel, site: SourceSite) -> dict[str, list[Form]]:
    """By shape how it may lie; one whose picture is wrong, or that has no room, is told."""
    hexes, places = grid.squares is None, {cell: place for place, cell in enumerate(cells_of(grid))}
    found: dict[str, list[Form]] = {}
    for shape, picture in shapes.pictures.items():
        at = site.at("pictures", shape)
        try:
            squares = read_picture(picture, hexes=hexes)
        except PictureError as wrong:
            linker.report("E434", f"the picture of `{shape}` {wrong}", at, wrong.advice, key=True)
            continue
        forms = found[shape] = forms_of(squares, hexes=hexes, turn=shapes.turn, flip=shapes.flip)
        lies = any(form_on_grid(form.squares, cell, places, hexes=hexes).cells for form in forms for cell in places)
        if not lies:
            message = f"`{shape}` lies nowhere on `{shapes.on}`: it is too large"
            linker.report("E434", message, at, "make the grid larger, or the shape smaller", key=True)
    return found


def shape_facts(linker: DomainDeclarations, domain: Domain, shapes: ShapesModel, site: SourceSite) -> None:
    """Facts of shapes and of their forms."""
    made, grid = linker.forms.get(site, {}), _grid(linker, shapes)
    forms, cells = linker.v.domains.get(shapes.forms.set), linker.v.domains.get(shapes.on)
    count = sum(map(len, made.values()))
    if grid is None or cells is None or forms is None or forms.size != count or domain.size != len(made) or not count:
        return  # which is told
    cells.used = domain.used = True
    areas = [len(each[0].squares) for each in made.values()]
    set_generated_fact(linker, domain, "area", span(1, max(areas)), areas, translations("set.area"), site)
    numbers, first = [], 0
    for each in made.values():
        numbers.append(tuple(range(first, first + len(each))))
        first += len(each)
    set_generated_fact(linker, domain, "forms", listing(forms.type), numbers, translations("set.forms"), site)
    _form_facts(linker, domain, forms, cells, shapes, made, grid, site)


def _name(shape: Text, form: Form) -> Text:
    """What a form is called: the shape, and how it lies."""
    if not (form.flipped or form.degrees):
        return shape
    over = "set.form_lies_both" if form.degrees else "set.form_lies_flipped"
    how = over if form.flipped else "set.form_lies_turned"
    values = {"degrees": form.degrees} if form.degrees else {}
    return {lang: message(how, lang, shape=shape[lang], **values) for lang in LANGUAGES}


def _form_facts(
    linker: DomainDeclarations,
    domain: Domain,
    forms: Domain,
    cells: Domain,
    shapes: ShapesModel,
    made: dict[str, list[Form]],
    grid: GridModel,
    site: SourceSite,
) -> None:
    """How forms lie, and what they cover."""
    at, hexes = site.at("forms"), grid.squares is None

    def fact(name: str, kind: Type, values: list[int] | list[tuple[int, ...]]) -> None:
        set_generated_fact(linker, forms, name, kind, values, translations(f"set.form_{name}"), at)

    fact("shape", domain.type, [place for place, each in enumerate(made.values()) for _ in each])
    every = [form for each in made.values() for form in each]
    for name, allowed in (("turned", shapes.turn), ("flipped", shapes.flip)):
        if allowed:
            values, first = [], 0
            for each in made.values():
                values += [first + place for place in after_turning(each, hexes=hexes, flip=name == "flipped")]
                first += len(each)
            fact(name, forms.type, values)
    for name in ("x", "y"):
        rows = [tuple(getattr(square, name) for square in form.squares) for form in every]
        low, high = min(map(min, rows)), max(map(max, rows))
        fact(f"d{name}", listing(span(low, high)), rows)
    places = {cell: place for place, cell in enumerate(cells_of(grid))}
    lying = [[form_on_grid(form.squares, cell, places, hexes=hexes) for cell in places] for form in every]
    anchors = [tuple(place for place, there in enumerate(each) if there.cells) for each in lying]
    fact("places", listing(cells.type), anchors)
    for name in ("cells", "near") if hexes else ("cells", "near", "corners"):
        lists: list[int | tuple[int, ...]] = [getattr(there, name) for each in lying for there in each]
        title = translations(f"set.form_{name}")
        forms.lists_by[name] = Fact(
            name, forms.name, listing(cells.type), lists, cells.size, title, used=True, by=cells.type, made=True
        )


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
