"""Definitions that are generated: values that cards state, positions that are remembered, amounts that views show.

Executors know definitions, and neither cards that state values nor remembered positions. So these become definitions:

    cards of kind `hero`                     knight: {score: 2 + coin}      jester: {score: 3}
    becomes the amount `score of hero`       if this < 1 then 2 + coin else 3
    `h.score` is typed as                    Apply("score of hero", Local("h"))

    positions: {stand: {of: [strength], last: 4}}
    becomes two numbers of the position      position stand a, position stand b: sums of `strength`, each times a fixed number
    four places that keep the last ones      fields `position stand a`, `position stand b`, `position stand next`
    `repeats(stand)`                         count n in 0 to 3 where both kept numbers are those of now
    `remember stand`                         put both numbers at `next`, and set `next` to (next + 1) mod 4

With many cards the chain is halved again and again, so that a look-up takes few steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from ruleset_core.analysis.game_flow import DecisionLinker
from ruleset_core.analysis.text_reader import SourceSite, display_names
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Fact, Text
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import Definition
from ruleset_core.lang.traversal import both, equal, less, local, minus, mod, number_of, plus, times
from ruleset_core.lang.types import INT, NONE, SEAT, Type, member_type, span
from ruleset_core.lang.vocabulary import REMEMBERS, SAID, Field, Vocabulary, Zone, card_value_name
from ruleset_core.messages import LANGUAGES, message, message_template
from ruleset_core.model.game_files import GatheredPart
from ruleset_core.model.schema.section_models import PositionModel

# Linking: what cards say of themselves as a value. Each kind with such cards gets one define of `this` for each key.
#
# `score` is an amount, what a card is worth; `requires` a condition, what must hold for it. `x.score` and
# `x.requires` read them.

ZERO = t.Const(INT, 0)
_KINDS = {"score": "amount", "requires": "condition"}
_SILENT = {"score": ZERO, "requires": t.TRUE}
"""What a card says that says nothing."""
_TITLES = {"score": "set.score_of", "requires": "set.requires_of"}
_ADVICE = {
    "score": "read it in the game's `score`: for example `amount: sum x in ZONE of x.score`",
    "requires": "read it where the card is chosen: for example `choose card x in hand where x.requires`",
}


def declare_card_values(linker: DecisionLinker) -> None:
    """Make the defines known, still without values."""
    for key in SAID:
        for kind, sites in card_value_texts(linker, key).items():
            define = Definition(
                card_value_name(key, kind),
                _KINDS[key],
                {"this": member_type(kind)},
                _SILENT[key].type,
                {lang: message_template(_TITLES[key], lang) for lang in LANGUAGES},
            )
            linker.v.defines[define.name] = define
            linker.homes["define", define.name] = sites[0]
            _refuse_others(linker, key, kind)


def card_value_texts(linker: DecisionLinker, key: str) -> dict[str, list[SourceSite]]:
    """Where cards say it, by kind."""
    found: dict[str, list[SourceSite]] = {}
    for name, (cards, kind, card) in linker.cards.items():
        site = SourceSite(cards.document, ("cards", name))
        faces = [(card, site), *((face, site.at("sides", side)) for side, face in card.sides.items())]
        for face, where in faces:
            if getattr(face, key) is not None:
                found.setdefault(kind, []).append(where.at(key))
    return found


def _refuse_others(linker: DecisionLinker, key: str, kind: str) -> None:
    """`x.score` has one meaning: no field of pieces is called so (and no fact, whatever cards say)."""
    field = linker.v.fields.get(key)
    if field is not None and field.index == (member_type(kind),):
        linker.report(
            "E315",
            f"`{key}` of a `{kind}` is already what its cards say",
            linker.homes["state", key],
            f"call the field something else, or leave `{key}:` out of the cards",
            key=True,
        )


def card_value_bodies(linker: DecisionLinker) -> None:
    """Read what is written, and put it together."""
    for key in SAID:
        for kind in card_value_texts(linker, key):
            domain, define = linker.v.domains[kind], linker.v.defines[card_value_name(key, kind)]
            values: list[t.Expr] = [_SILENT[key]] * domain.size
            for name, (_, home, _) in linker.cards.items():
                if home == kind:
                    value = _value(linker, key, name)
                    for place in linker.copies(domain, name):
                        values[place] = value
                        if value is not _SILENT[key]:
                            define.origins[place] = _origin(linker, key, name)
            define.value = _chosen(kind, values, 0)


def _origin(linker: DecisionLinker, key: str, name: str) -> Origin:
    """Where a card says it; the card, when only its sides do."""
    cards, _, card = linker.cards[name]
    site = SourceSite(cards.document, ("cards", name))
    text: str | None = getattr(card, key)
    return linker.origin(site) if text is None else linker.origin(site.at(key), text)


def _value(linker: DecisionLinker, key: str, name: str) -> t.Expr:
    """What a card says, and its side that lies up besides: amounts are added, conditions must all hold."""
    cards, kind, card = linker.cards[name]
    site = SourceSite(cards.document, ("cards", name))
    silent = _SILENT[key]
    total: t.Expr = silent
    written = getattr(card, key)
    if written is not None:
        total = linker.add_expression_clause(key, name, "", written, site.at(key), kind)
    for number, side in enumerate(linker.v.domains[kind].sides):
        text = getattr(card.sides[side], key) if side in card.sides else None
        if text is not None:
            value = linker.add_expression_clause(key, name, side, text, site.at("sides", side, key), kind)
            up = linker.side_is(kind, t.Local(member_type(kind), "this"), number)
            shown = t.Op(silent.type, "if", (up, value, silent))
            total = shown if total is silent else t.Op(silent.type, "+" if key == "score" else "and", (total, shown))
    return total


def _chosen(kind: str, values: list[t.Expr], first: int) -> t.Expr:
    """The value of `this` among those from `first` on: halved again and again, so that many cards are no long chain."""
    if all(each is values[0] for each in values):
        return values[0]
    half = len(values) // 2
    lower = less(t.Local(member_type(kind), "this"), first + half)
    parts = (lower, _chosen(kind, values[:half], first), _chosen(kind, values[half:], first + half))
    return t.Op(values[0].type, "if", parts)


def check_card_values(linker: DecisionLinker) -> None:
    """What cards say is read by someone; else each card would do less than it says."""
    for key in SAID:
        for kind, sites in card_value_texts(linker, key).items():
            define = linker.v.defines[card_value_name(key, kind)]
            for site in () if define.used else sites:
                linker.report("E412", f"nothing reads `{key}` of a `{kind}`", site, _ADVICE[key], key=True)
            define.used = True  # all is said


# Linking: positions that are remembered, to know whether the one there is was there before.
#
# A position is what some fields hold, and which cards lie in some zones, whatever their order there. What is
# remembered of one is two numbers below 2**31, sums of what is there times numbers that were drawn once for every
# place: two positions that differ have both in common about once in 4 * 10**18. The last ones are kept in a ring of
# hidden fields. All of it is made of definitions, `repeats NAME` and `remember NAME`, so executors know nothing of
# positions.

PRIME = 2**31 - 1
"""Numbers of positions lie below it."""
MOST_PLACES = 10_000
"""Most places of a position: a number is drawn for each."""
Index = tuple[str, Type, t.Selection, int]
"""A local, its type, what it goes through, and how many places lie between one value and the next."""


def declare_positions(linker: DecisionLinker) -> None:
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


def _parts(linker: DecisionLinker, entry: PositionModel, site: SourceSite) -> Iterator[Field | Zone]:
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


def _places(linker: DecisionLinker, part: Field | Zone) -> int:
    """How many places a field or zone has; of a zone, each card is one in each of its lists."""
    cards = linker.v.domains[part.kind].size if isinstance(part, Zone) else 1
    return part.size * cards * (linker.v.players[1] if part.per_seat else 1)


def _declare(
    linker: DecisionLinker, name: str, entry: PositionModel, parts: list[Field | Zone], site: SourceSite
) -> None:
    title = display_names(entry.name, name)
    where = local("_nth", span(0, entry.last - 1))
    seen: list[t.Expr] = []
    kept: list[t.Statement] = []
    ring = _field(linker, f"{REMEMBERS}{name} next", (0,), 1)
    at = t.Load(INT, ring, None, ())
    numbers = []
    for half in ("a", "b"):
        field = _field(linker, f"{REMEMBERS}{name} {half}", (-1,) * entry.last, entry.last)
        number = _define(linker, f"position {name} {half}", site, {}, _number(linker, f"{name} {half}", parts))
        numbers.append(t.Apply(INT, number, ()))
        kept.append(t.Put(t.Load(INT, field, None, (at,)), numbers[-1]))
        there = t.Load(INT, field, None, (where,))
        seen.append(equal(there, local(f"_half_{half}", INT)))
    kept.append(t.Put(at, mod(plus(at, _whole(1)), _whole(entry.last))))
    every = t.Selection(where.type, "values", tuple(range(entry.last)))
    same = both(seen[0], seen[1])
    count = t.Quantity(INT, "count", where.name, every, same, None, "first")
    like = _define(linker, f"position {name} count", site, {"_half_a": INT, "_half_b": INT}, count)
    _define(linker, f"repeats {name}", site, {}, t.Apply(INT, like, tuple(numbers)), _title("repeats", title))
    body = t.Block(tuple(kept))
    define = Definition(f"remember {name}", "effect", {}, NONE, _title("remember", title), body=body, used=True)
    linker.v.defines[define.name] = define
    linker.homes["define", define.name] = site
    linker.procedure(define.name, (), body, ())


def _title(key: str, title: Text) -> Text:
    return {lang: message(f"set.{key}", lang, name=title[lang]) for lang in LANGUAGES}


def _define(
    linker: DecisionLinker,
    name: str,
    site: SourceSite,
    params: dict[str, Type],
    value: t.Expr,
    title: Text | None = None,
) -> str:
    define = Definition(name, "amount", params, INT, title or dict.fromkeys(LANGUAGES, name), value=value, used=True)
    linker.v.defines[name] = define
    linker.homes["define", name] = site
    return name


def _field(linker: DecisionLinker, name: str, start: tuple[int, ...], size: int) -> Field:
    """A field that nobody sees; indexed where it has several values."""
    index = (span(0, size - 1),) if len(start) > 1 or name.endswith((" a", " b")) else ()
    field = Field(name, index, False, INT, start, hidden=True, used=True, offset=linker.v.shared_size)
    field.strides, field.size = (1,) * len(index), size
    linker.v.fields[name] = field
    linker.v.shared_size += size
    return field


def _number(linker: DecisionLinker, key: str, parts: list[Field | Zone]) -> t.Expr:
    """One of the two numbers of the position there is."""
    total: t.Expr = _whole(0)
    for part in parts:
        total = plus(total, _sum(linker, key, part))
    return mod(total, _whole(PRIME))


def _sum(linker: DecisionLinker, key: str, part: Field | Zone) -> t.Expr:
    indices = _indices(linker, part)
    seat = local("_owner", SEAT) if part.per_seat else None
    index = tuple(local(name, kind) for name, kind, _, _ in indices if name != "_owner")
    place: t.Expr = _whole(0)
    for name, kind, _, stride in indices:
        number = minus(t.Op(kind, "number", (local(name, kind),)), _whole(kind.low or 0))
        place = plus(place, times(number, _whole(stride)))
    drawn = _drawn(f"{key} {part.name}", _places(linker, part))
    fact = Fact("drawn", "seat", Type("list", element=INT), [drawn] * linker.v.domains["seat"].size)
    table = t.FactOf(fact.type, fact, t.Const(SEAT, 0))
    if isinstance(part, Zone):
        domain = linker.v.domains[part.kind]
        piece = local("_card", member_type(part.kind))
        card = t.FactOf(piece.type, domain.card, piece) if domain.card is not None else piece
        number = number_of(card)
        place = plus(times(place, _whole(domain.size)), number)
        pieces = t.Selection(piece.type, "zone", zone=t.ZoneRef(part, seat, index))
        found: t.Expr = t.Quantity(INT, "sum", "_card", pieces, None, t.Nth(INT, table, place), "first")
    else:
        value = number_of(t.Load(part.type, part, seat, index))
        product = times(value, t.Nth(INT, table, place))
        found = mod(product, _whole(PRIME))
    for name, _, selection, _ in reversed(indices):
        found = t.Quantity(INT, "sum", name, selection, None, found, "first")
    return found


def _indices(linker: DecisionLinker, part: Field | Zone) -> list[Index]:
    found: list[Index] = []
    if part.per_seat:
        every = t.Selection(SEAT, "range", parts=(_whole(0), minus(t.Players(), _whole(1))))
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


# Linking: the amounts that data gives to views.

MOST_VALUES_IN_VIEW: Final = 200
"""Most values of one amount that a view is given: observations are made often."""


def shown_amounts(v: Vocabulary, parts: list[GatheredPart]) -> Iterator[str]:
    """The amounts that the data wants shown, each once; what cannot be shown is a warning of `check`."""
    named = dict.fromkeys(name for part in parts for name in part.sections.view.amounts)
    return (name for name in named if name in v.defines and can_be_shown(v, v.defines[name]))


def can_be_shown(v: Vocabulary, define: Definition) -> bool:
    """Whether a definition is an amount, or a value of another type, with few enough of them to be shown whole."""
    many = 1
    for kind in define.params.values():
        if not v.finite(kind):
            return False
        many *= len(v.members(kind))
    return define.kind in {"amount", "value"} and " " not in define.name and many <= MOST_VALUES_IN_VIEW
