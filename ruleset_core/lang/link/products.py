"""Members and pieces that are all combinations of values, each as often as there are copies of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise, product
from operator import le, lt
from typing import TYPE_CHECKING, Final

from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import MAX_VALUES, Domain, Fact, Text

if TYPE_CHECKING:
    from ruleset_core.lang.link.domains import DomainNames
    from ruleset_core.lang.resolve.site import Site
    from ruleset_core.model.shapes.sections import PieceKind, SetDef


ORDERED: Final[dict[str, Callable[[int, int], bool]]] = {"all": lambda _one, _after: True, "in_order": le, "apart": lt}
"""How a value of a combination must lie to the one after it."""


@dataclass(slots=True)
class Product:
    """What is made: ids and names of members or pieces, and their parts by name, with a value for each of them."""

    ids: list[str] = field(default_factory=list)
    names: list[Text] = field(default_factory=list)
    parts: dict[str, tuple[Type, Text, list[int]]] = field(default_factory=dict)


def made_product(linker: DomainNames, name: str, entry: SetDef | PieceKind, site: Site) -> Product:
    """All combinations of the values that `product` names; nothing where there is none. It is kept in `linker.products`."""
    made = linker.products[site] = Product()
    axes = _axes(linker, entry, site)
    often = _often(linker, entry, axes, site)
    count = sum(often.values())
    if count > MAX_VALUES:
        what = "a set has {:,} members" if site.path[0] == "sets" else "there can be {:,} pieces of a kind"
        linker.report("E314", f"{what.format(MAX_VALUES)} at most, not {count:,}", site.at("product"), key=True)
        return made
    made.parts = {axis: (kind, _title(linker, entry, axis, kind), []) for axis, kind in axes.items()}
    whole = {"en": name, "es": name} if entry.name is None else {"en": entry.name.en, "es": entry.name.es}
    for values, copies in often.items():
        said = [_said(linker, kind, value) for kind, value in zip(axes.values(), values, strict=True)]
        text = {lang: _begun(whole[lang], " ", " ".join(each[lang] for each in said)) for lang in ("en", "es")}
        spelled = (linker.v.spell(kind, value) for kind, value in zip(axes.values(), values, strict=True))
        each = _begun(name, "_", "_".join(spelled))
        made.ids += [each if copy == 1 else f"{each}#{copy}" for copy in range(1, copies + 1)]
        made.names += [text] * copies
        for (_, _, column), value in zip(made.parts.values(), values, strict=True):
            column.extend([value] * copies)
    return made


def product_facts(linker: DomainNames, domain: Domain, site: Site) -> None:
    """Each part of a combination is a fact of it."""
    for axis, (kind, title, values) in linker.products[site].parts.items():
        if len(values) == domain.size:
            give_made(linker, domain, axis, kind, values, title, site.at("product"))


def _begun(whole: str, between: str, text: str) -> str:
    """An id or a name; one that would begin with a number begins with that of the whole."""
    return text if text[:1].isalpha() else f"{whole.replace('_', between)}{between}{text}"


def _axes(linker: DomainNames, entry: SetDef | PieceKind, site: Site) -> dict[str, Type]:
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
    linker: DomainNames, entry: SetDef | PieceKind, axes: dict[str, Type], site: Site
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
    linker: DomainNames, written: dict[str, list[int]], axes: dict[str, Type], site: Site
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


def _said(linker: DomainNames, kind: Type, value: int) -> Text:
    domain = linker.v.domains.get(kind.domain) if kind.kind == "member" else None
    if domain is not None:
        return domain.names[value]
    spelled = linker.v.spell(kind, value)
    return {"en": spelled, "es": spelled}


def _title(linker: DomainNames, entry: SetDef | PieceKind, axis: str, kind: Type) -> Text:
    """What a part is called: its own name, else that of the set its values are from, else its id."""
    name = entry.product[axis].name
    if name is not None:
        return {"en": name.en, "es": name.es}
    domain = linker.v.domains.get(kind.domain) if kind.kind == "member" else None
    plain = axis.replace("_", " ")
    return domain.title if domain is not None and domain.name == axis else {"en": plain, "es": plain}


def give_made(
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
