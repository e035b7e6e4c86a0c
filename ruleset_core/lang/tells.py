"""What data tells of fields, zones and events: which of several is meant, and which texts may be told to nobody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ruleset_core.lang.secrets import Secrets
from ruleset_core.lang.templates import expressions
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.templates import Template

__all__ = ["AT", "indices", "lists", "numbers", "secret_tells", "section_of", "which"]

AT: Final = ("at", "at2", "at3")
"""What texts call the indices of a field or zone, the seat not counted."""


def which(thing: Field | Zone) -> dict[str, Type]:
    """The names by which a text says which of several it speaks of."""
    return dict(zip(AT, thing.index, strict=False))


def numbers(thing: Field | Zone, place: int) -> Iterator[tuple[Type, int]]:
    """Which of several values or lists of pieces lies at a place of its field or zone: the types and the values."""
    for kind, stride in zip(thing.index, thing.strides, strict=True):
        number, place = divmod(place, stride)
        yield kind, number + ((kind.low or 0) if kind.kind == "int" else 0)


def indices(thing: Field | Zone, place: int) -> list[int]:
    """The values alone."""
    return [number for _, number in numbers(thing, place)]


def section_of(thing: Field | Zone) -> str:
    """The section of the data that declares it."""
    return "state" if isinstance(thing, Field) else "zones"


def lists(v: Vocabulary) -> list[tuple[Zone, int, int]]:
    """The zone of every list of pieces, its seat (-1: shared), and how far from the beginning of the zone it lies."""
    found: dict[int, tuple[Zone, int, int]] = {}
    for zone in v.zones.values():
        for seat in range(v.players[1]) if zone.per_seat else (-1,):
            start = zone.slot + (v.zones_of(seat) if zone.per_seat else 0)
            for place in range(zone.size):
                found[start + place] = (zone, seat, place)
    return [found[slot] for slot in sorted(found)]


def secret_tells(program: Program) -> frozenset[tuple[str, str]]:
    """The section and name of what is told of by texts that look at what not all may see."""
    secrets = Secrets(program, own=False)
    return frozenset(
        (section, name)
        for section, name, template in _tells(program.vocabulary)
        if any(map(secrets.hides, expressions(template)))
    )


def _tells(v: Vocabulary) -> Iterator[tuple[str, str, Template]]:
    for section, things in (("events", v.events), ("state", v.fields), ("zones", v.zones)):
        for name, thing in things.items():
            for template in thing.tell.values():
                yield section, name, template
