"""Values of a subset where one of the whole set is asked for.

    sets:
      colour: {members: [red, green, blue]}
      warm: {of: colour, members: [red, blue]}          or  {of: colour, except: [green]}

A subset is a set like any other: `Domain("warm", ids=["red", "blue"], part_of="colour")`, with two facts that are made:

    w.colour     FactOf("colour", values=[0, 2])        the colour that it is
    c.warm       FactOf("warm", values=[0, -1, 1])      of a colour, which of them it is, or none

`generated_sets` makes them. Where a colour is asked for, `w` is read as `w.colour`, so no later pass knows of subsets.
"""

from __future__ import annotations

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Domain, Fact
from ruleset_core.lang.types import BOOL, Type
from ruleset_core.lang.vocabulary import Vocabulary


def whole_of(v: Vocabulary, kind: Type) -> Type:
    """The type of the set that a subset is of, in the end; others as they are."""
    domain = v.domains.get(kind.domain) if kind.kind == "member" else None
    if domain is None or domain.part_of not in v.domains:
        return kind
    return whole_of(v, v.domains[domain.part_of].type)


def is_whole(v: Vocabulary, fact: Fact) -> bool:
    """Whether a fact leads from a member of a subset to the one of the other set that it is."""
    return v.domains[fact.domain].part_of == fact.name


def lift(v: Vocabulary, value: t.Expr, wanted: Type) -> t.Expr:
    """The value as one of the set that is asked for, if it is one of a part of that; else the value itself."""
    found = value
    while found.type.kind == "member" and found.type.domain != wanted.domain:
        domain = v.domains[found.type.domain]
        if not domain.part_of or domain.part_of not in domain.facts:
            return value
        found = _whole(v, domain, found)
    return found


def _whole(v: Vocabulary, domain: Domain, value: t.Expr) -> t.Expr:
    fact = domain.facts[domain.part_of]
    domain.used = v.domains[domain.part_of].used = True
    if isinstance(value, t.Const):
        there = fact.values[value.value] if 0 <= value.value < len(fact.values) else -1
        return t.Const(fact.type, there if isinstance(there, int) else -1)
    found = t.FactOf(fact.type, fact, value)
    if not value.type.optional:
        return found
    nothing = t.Const(fact.type.maybe(), -1)
    return t.Op(fact.type.maybe(), "if", (t.Op(BOOL, "==", (value, nothing)), nothing, found))


def lift_both(v: Vocabulary, one: t.Expr, other: t.Expr) -> tuple[t.Expr, t.Expr]:
    """Two values as ones of the same set, where both are of parts of it."""
    if "member" not in {one.type.kind, other.type.kind} or one.type.domain == other.type.domain:
        return one, other
    wanted = other.type
    while wanted.kind == "member":
        lifted = lift(v, one, wanted)
        if lifted.type.domain == wanted.domain:
            return lifted, lift(v, other, wanted)
        of = v.domains[wanted.domain].part_of
        if of not in v.domains:
            break
        wanted = v.domains[of].type
    return one, other


def lift_selection(v: Vocabulary, selection: t.Selection, wanted: Type) -> t.Selection:
    """The same for what is gone through, where each of it is known or named."""
    if selection.type.kind != "member" or wanted.kind != "member" or selection.type.domain == wanted.domain:
        return selection
    if lift(v, t.Const(selection.type, 0), wanted).type.domain != wanted.domain:
        return selection
    if selection.kind == "values":
        lifted = (lift(v, t.Const(selection.type, value), wanted) for value in selection.values)
        values = tuple(each.value for each in lifted if isinstance(each, t.Const))
        return t.Selection(wanted.sure(), "values", values)
    if selection.kind == "items":
        return t.Selection(wanted.sure(), "items", parts=tuple(lift(v, each, wanted) for each in selection.parts))
    if selection.kind == "union":
        among = tuple(lift_selection(v, each, wanted) for each in selection.among)
        return t.Selection(wanted.sure(), "union", among=among)
    return selection
