"""Linking: positions that are remembered, to know whether the one there is was there before.

A position is what some fields hold, and which cards lie in some zones, whatever their order there. What is remembered of one is
two numbers below 2**31, sums of what is there times numbers that were drawn once for every place: two positions
that differ have both in common about once in 4 * 10**18. The last ones are kept in a ring of hidden fields. All of it is made of
definitions, `repeats NAME` and `remember NAME`, so executors know nothing of positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.definitions import Define
from ruleset_core.lang.link.domains import words
from ruleset_core.lang.lower.nodes import local
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, INT, NONE, SEAT, Type, member, span
from ruleset_core.lang.vocabulary import REMEMBERS, Fact, Field, Text, Zone

if TYPE_CHECKING:
    from ruleset_core.lang.link.linker import Linker
    from ruleset_core.model.shapes.sections import Position

PRIME = 2**31 - 1
"""Numbers of positions lie below it."""
MOST_PLACES = 10_000
"""Most places of a position: a number is drawn for each."""
TITLES = {
    "repeats": {
        "en": "how often “{name}” was the same before",
        "es": "cuántas veces ha sido igual «{name}»",
    },
    "remember": {"en": "remember “{name}”", "es": "recuerda «{name}»"},
}
Index = tuple[str, Type, t.Selection, int]
"""A local, its type, what it goes through, and how many places lie between one value and the next."""


def declare_positions(linker: Linker) -> None:
    """Make the definitions of all positions, and the fields that keep the last ones."""
    for name, entry, site, _part in linker.entries("positions"):
        parts = list(_parts(linker, entry, site))
        if len(parts) < len(entry.of):
            continue
        if sum(_places(linker, part) for part in parts) > MOST_PLACES:
            message = f"a position has at most {MOST_PLACES:,} places"
            linker.report("E314", message, site.at("of"), "leave out what follows from the rest")
            continue
        linker.v.positions[name] = entry.last
        _declare(linker, name, entry, parts, site)


def _parts(linker: Linker, entry: Position, site: Site) -> Iterator[Field | Zone]:
    """The fields and zones of a position; all of them are open, so that what is said of it tells nothing."""
    for place, name in enumerate(entry.of):
        found = linker.v.fields.get(name) or linker.v.zones.get(name)
        where = site.at("of", place)
        if found is None:
            known = [*linker.v.zones, *(each.name for each in linker.v.fields.values() if not each.hidden)]
            linker.unknown("E301", f"unknown field or zone `{name}`", where, name, known, "fields and zones")
        elif found.visible != "all":
            linker.report("E303", f"`{name}` is hidden, so a position cannot hold it", where, "name what all see")
        else:
            found.used = True
            yield found


def _places(linker: Linker, part: Field | Zone) -> int:
    """How many places a field or zone has; of a zone, each card is one in each of its lists."""
    cards = linker.v.domains[part.kind].size if isinstance(part, Zone) else 1
    return part.size * cards * (linker.v.players[1] if part.per_seat else 1)


def _declare(linker: Linker, name: str, entry: Position, parts: list[Field | Zone], site: Site) -> None:
    title = words(entry.name, name)
    where = local("_nth", span(0, entry.last - 1))
    seen: list[t.Expr] = []
    kept: list[t.Statement] = []
    ring = _field(linker, f"{REMEMBERS}{name} next", (0,), 1)
    at = t.Load(INT, ring, None, (), sure=True)
    numbers = []
    for half in ("a", "b"):
        field = _field(linker, f"{REMEMBERS}{name} {half}", (-1,) * entry.last, entry.last)
        number = _define(linker, f"position {name} {half}", site, {}, _number(linker, f"{name} {half}", parts))
        numbers.append(t.Apply(INT, number, ()))
        kept.append(t.Put(t.Load(INT, field, None, (at,), sure=True), numbers[-1], sure=True))
        there = t.Load(INT, field, None, (where,), sure=True)
        seen.append(t.Op(BOOL, "==", (there, local(f"_half_{half}", INT))))
    kept.append(t.Put(at, t.Op(INT, "mod", (t.Op(INT, "+", (at, _whole(1))), _whole(entry.last))), sure=True))
    every = t.Selection(where.type, "values", tuple(range(entry.last)))
    same = t.Op(BOOL, "and", (seen[0], seen[1]))
    count = t.Quantity(INT, "count", where.name, every, same, None, "first")
    like = _define(linker, f"position {name} count", site, {"_half_a": INT, "_half_b": INT}, count)
    _define(linker, f"repeats {name}", site, {}, t.Apply(INT, like, tuple(numbers)), _title("repeats", title))
    body = t.Block(tuple(kept))
    define = Define(f"remember {name}", "effect", {}, NONE, _title("remember", title), body=body, used=True)
    linker.v.defines[define.name] = define
    linker.homes["define", define.name] = site
    linker.procedure(define.name, (), body, ())


def _title(key: str, title: Text) -> Text:
    return {lang: text.replace("{name}", title[lang]) for lang, text in TITLES[key].items()}


def _define(
    linker: Linker, name: str, site: Site, params: dict[str, Type], value: t.Expr, title: Text | None = None
) -> str:
    define = Define(name, "amount", params, INT, title or {"en": name, "es": name}, value=value, used=True)
    linker.v.defines[name] = define
    linker.homes["define", name] = site
    return name


def _field(linker: Linker, name: str, start: tuple[int, ...], size: int) -> Field:
    """A field that nobody sees; indexed where it has several values."""
    index = (span(0, size - 1),) if len(start) > 1 or name.endswith((" a", " b")) else ()
    field = Field(name, index, False, INT, start, hidden=True, used=True, offset=linker.v.shared_size)
    field.strides, field.size = (1,) * len(index), size
    linker.v.fields[name] = field
    linker.v.shared_size += size
    return field


def _number(linker: Linker, key: str, parts: list[Field | Zone]) -> t.Expr:
    """One of the two numbers of the position there is."""
    total: t.Expr = _whole(0)
    for part in parts:
        total = t.Op(INT, "+", (total, _sum(linker, key, part)))
    return t.Op(INT, "mod", (total, _whole(PRIME)))


def _sum(linker: Linker, key: str, part: Field | Zone) -> t.Expr:
    indices = _indices(linker, part)
    seat = local("_owner", SEAT) if part.per_seat else None
    index = tuple(local(name, kind) for name, kind, _, _ in indices if name != "_owner")
    place: t.Expr = _whole(0)
    for name, kind, _, stride in indices:
        number = t.Op(INT, "-", (t.Op(kind, "number", (local(name, kind),)), _whole(kind.low or 0)))
        place = t.Op(INT, "+", (place, t.Op(INT, "*", (number, _whole(stride)))))
    drawn = _drawn(f"{key} {part.name}", _places(linker, part))
    fact = Fact("drawn", "seat", Type("list", element=INT), [drawn] * linker.v.domains["seat"].size)
    table = t.FactOf(fact.type, fact, t.Const(SEAT, 0), sure=True)
    if isinstance(part, Zone):
        domain = linker.v.domains[part.kind]
        piece = local("_card", member(part.kind))
        card = t.FactOf(piece.type, domain.card, piece, sure=True) if domain.card is not None else piece
        number = t.Op(INT, "number", (card,))
        place = t.Op(INT, "+", (t.Op(INT, "*", (place, _whole(domain.size))), number))
        pieces = t.Selection(piece.type, "zone", zone=t.ZoneRef(part, seat, index, sure=True))
        found: t.Expr = t.Quantity(INT, "sum", "_card", pieces, None, t.Nth(INT, table, place), "first")
    else:
        value = t.Op(INT, "number", (t.Load(part.type, part, seat, index, sure=True),))
        product = t.Op(INT, "*", (value, t.Nth(INT, table, place)))
        found = t.Op(INT, "mod", (product, _whole(PRIME)))
    for name, _, selection, _ in reversed(indices):
        found = t.Quantity(INT, "sum", name, selection, None, found, "first")
    return found


def _indices(linker: Linker, part: Field | Zone) -> list[Index]:
    found: list[Index] = []
    if part.per_seat:
        every = t.Selection(SEAT, "range", parts=(_whole(0), t.Op(INT, "-", (t.Players(), _whole(1)))))
        found.append(("_owner", SEAT, every, part.size))
    for place, (kind, stride) in enumerate(zip(part.index, part.strides, strict=True)):
        values = t.Selection(kind, "values", tuple(linker.v.members(kind)))
        found.append((f"_place{place}", kind, values, stride))
    return found


def _drawn(key: str, count: int) -> tuple[int, ...]:
    """A number below the prime for each place; the same for everybody, always."""
    digests = (sha256(f"{key} {place}".encode()).digest() for place in range(count))
    return tuple(1 + int.from_bytes(each[:8], "big") % (PRIME - 1) for each in digests)


def _whole(value: int) -> t.Const:
    return t.Const(span(value, value), value)
