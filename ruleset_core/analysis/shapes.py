"""Sets of shapes, and of the ways in which these may lie: pictures in, members with ordinary facts out.

    cell: {grid: [9, 9]}
    patch: {shapes: {on: cell, forms: form, pictures: {boot: ["##.", ".##"]}}}

        patch   boot                                                        forms: the four forms; area: 4
        form    boot_0, boot_90, boot_flip_0, boot_flip_90                  shape: boot; places: where the first square may lie
                cells[b3] of boot_0: b3, c3, c2, d2                         near[b3]: a3, b2, b4 ...; corners[b3]: a2, a4 ...

What a form covers is a list by form and cell, as a fact of a piece with sides is by piece and side (`Domain.lists_by`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.analysis.grids import claim_generated_set, set_generated_fact
from ruleset_core.analysis.text_reader import display_names
from ruleset_core.lang.domains import MAX_PLACES, MAX_VALUES, Domain, Fact, Text
from ruleset_core.lang.grid_shapes import cells_of
from ruleset_core.lang.polyforms import Form, PictureError, after_turning, form_on_grid, forms_of, read_picture
from ruleset_core.lang.types import Type, listing, span
from ruleset_core.messages import LANGUAGES, message, translations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruleset_core.analysis.domain_declarations import DomainDeclarations
    from ruleset_core.analysis.text_reader import SourceSite
    from ruleset_core.model.schema.base import LocalizedText
    from ruleset_core.model.schema.layouts import GridModel, ShapesModel


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
