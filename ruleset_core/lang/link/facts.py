"""Facts as they are written: their names, the values of lists, those that show on the back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from ruleset_core.lang.resolve.site import Reader, Site
from ruleset_core.lang.types import a
from ruleset_core.lang.vocabulary import MAX_VALUES, Domain, Fact
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.shapes import documents as m
from ruleset_core.model.shapes.sections import Member, Resource
from ruleset_core.model.shapes.shape import keys_of
from ruleset_core.model.shapes.validate import unknown_key

_ENTRIES: dict[str, type[BaseModel]] = {"piece": m.Card, "resource": Resource, "set": Member}


def own_keys(domain: Domain, *, counted: bool) -> frozenset[str]:
    """The keys that mean something where the facts of a family are given; counted pieces give theirs in `values`."""
    model = None if counted else _ENTRIES.get(domain.kind)
    return frozenset(keys_of(model))


def unknown_fact(domain: Domain, facts: Mapping[str, Fact], site: Site) -> Diagnostic:
    """A key that is no fact of what it is given for; where an expansion replaces facts, those that can be replaced."""
    document, path = site.document.home(site.path)
    if document is site.document.read:
        owner = Site(site.document, site.path[:-1])
        return unknown_key(site.document, site.path, _keys_of(domain, facts, owner))
    found = unknown_key(document, path, [*facts, *_keys_of(domain, {}, Site(document, path[:-1]))])
    listed = ", ".join(f"`{name}`" for name in facts)
    return found if found.suggestion is not None or not facts else replace(found, help=f"facts here: {listed}")


def _keys_of(domain: Domain, facts: Mapping[str, Fact], site: Site) -> list[str]:
    """The keys that something with these facts may have, as far as they are not there."""
    models = {"piece": m.Face if "sides" in site.path else m.Card, "resource": m.Resource}
    own = keys_of(models.get(domain.kind, m.Member))
    given = site.document.value(site.path)
    return [key for key in (*facts, *own) if not isinstance(given, Mapping) or key not in given]


def fact_value(reader: Reader, given: Any, fact: Fact, site: Site) -> int | tuple[int, ...]:
    """The value of a fact as written; a list is a list, and as long as it is declared."""
    if fact.type.kind == "list" and given is not None and not isinstance(given, tuple | list):
        reader.report("E303", f"`{fact.name}` is {a(fact.type)}", site, f"write it as a list: `[{given}]`")
        return ()
    value = reader.value(given, fact.type, site)
    if isinstance(value, tuple):
        low, high = fact.length or (0, MAX_VALUES)
        if not low <= len(value) <= high:
            meant = str(low) if low == high else f"{low} to {high}"
            message = f"`{fact.name}` has {meant} value{'s' * (meant != '1')}, and these are {len(value)}"
            reader.report("E314", message, site, "`length:` of the fact says how many")
    return value


def back_facts(reader: Reader, domain: Domain, kind: m.PieceKind, site: Site) -> None:
    """The facts that show on the back: of the piece as a whole, since sides lie up in turn."""
    facts = [name for name, fact in domain.facts.items() if not fact.sides]
    for place, name in enumerate(kind.back):
        if name not in facts:
            reader.unknown("E313", f"unknown fact `{name}`", site.at(place), name, facts, "facts")
        elif name in domain.back:
            reader.report("E107", f"`{name}` is in this list twice", site.at(place), "delete one of the two")
        else:
            domain.back.append(name)
            domain.facts[name].used = True


MOST_HINTS = 64
"""The most values that the hints of a kind may have together: each is a number a piece in every state."""


def hint_facts(reader: Reader, domain: Domain, kind: m.PieceKind, site: Site) -> None:
    """The facts that may become known without the piece: each of few values, and of the piece as a whole."""
    facts = [name for name, fact in domain.facts.items() if not fact.sides]
    values = 0
    for place, name in enumerate(kind.hints):
        if name not in facts:
            reader.unknown("E313", f"unknown fact `{name}`", site.at(place), name, facts, "facts")
            continue
        fact = domain.facts[name]
        if fact.type.kind == "bad":
            continue
        if name in domain.hints:
            reader.report("E107", f"`{name}` is in this list twice", site.at(place), "delete one of the two")
        elif not reader.v.finite(fact.type) or fact.type.optional or fact.type.domain in {"seat", domain.name}:
            message = f"`{name}` is {a(fact.type)}, of which no hint can be kept"
            reader.report("E303", message, site.at(place), "hints are about a set, `bool` or numbers such as `1..5`")
        else:
            domain.hints.append(name)
            fact.used = True
            values += len(reader.v.members(fact.type))
    if values > MOST_HINTS:
        message = f"these facts have {values} values together; there can be {MOST_HINTS}"
        reader.report("E314", message, site, "leave out a fact, or make its type smaller")
    if domain.hints and kind.back:
        message = "hints are about pieces that look alike face down"
        reader.report("E107", message, site, "take out `hints` or `back`", key=True)
    if domain.hints and not kind.remembered:
        message = "hints are kept of pieces that are remembered"
        reader.report("E107", message, site, "say `remembered: true` as well", key=True)
