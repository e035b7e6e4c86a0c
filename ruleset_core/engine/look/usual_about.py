"""What questions are about where nobody says it: the panel with what one must see to answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleset_core.engine.look.usual_parts import is_place

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Decision, Vocabulary, Zone

SEEN_BY_OWNER = frozenset({"all", "owner"})


def about_table(program: Program) -> list[str]:
    """The questions for which of several lists on the table: workshops, stalls."""
    v = program.vocabulary
    return [each.name for each in v.decisions.values() if any(is_asked(v, each, zone) for zone in _shared(v))]


def about_own(program: Program) -> list[str]:
    """The questions for one of several lists of one's own, and for a kind of what one has there: goods, suits."""
    v = program.vocabulary
    own = [zone for zone in v.zones.values() if zone.per_seat and zone.visible in SEEN_BY_OWNER]
    return [
        each.name
        for each in v.decisions.values()
        if any(is_asked(v, each, zone) or _is_kind(v, each, zone) for zone in own)
    ]


def is_list_asked(v: Vocabulary, zone: Zone) -> bool:
    """Whether some question is for which of several lists."""
    return any(is_asked(v, each, zone) for each in v.decisions.values())


def is_asked(v: Vocabulary, decision: Decision, zone: Zone) -> bool:
    """Whether a question, or the first half of a pair, is for which of several lists; places of a board are marked where they lie."""
    first = _first(v, decision)
    return any(_is_same(index, first) for index in zone.index if not is_place(v, index))


def _shared(v: Vocabulary) -> Iterator[Zone]:
    return (zone for zone in v.zones.values() if not zone.per_seat and zone.visible == "all")


def _is_kind(v: Vocabulary, decision: Decision, zone: Zone) -> bool:
    """Whether a question is for a fact of the pieces of a list: what is asked for lies there, whatever else has the same name."""
    first = _first(v, decision)
    domain = v.domains.get(first.domain)
    facts = v.domains[zone.kind].facts.values()
    return domain is not None and domain.kind == "set" and any(fact.type.domain == first.domain for fact in facts)


def _first(v: Vocabulary, decision: Decision) -> Type:
    domain = v.domains.get(decision.type.domain)
    if domain is None or domain.kind != "pair":
        return decision.type
    return next(iter(domain.facts.values())).type


def _is_same(one: Type, other: Type) -> bool:
    return (one.kind, one.domain, one.low, one.high) == (other.kind, other.domain, other.low, other.high)
