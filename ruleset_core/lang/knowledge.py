"""Who knows pieces that lie hidden: the seats that saw them, as long as they can follow them.

A kind of which this is kept has a hidden field: for each piece a bit for every seat that knows it where it lies. Who sees the
list that a piece lies in knows it anyway, so the bits matter for everybody else.

There are two ways to keep it. Of a kind with a face-down pile whose order stays (`visible: seen`) the bits mean something only
while the piece lies in such a zone, so that only moves into one have to write them. A kind that is `remembered` is followed
wherever it goes: from all places but those of a hand. A hand has no places for others, who see only that a piece leaves it.

Of a kind with `hints`, a piece has further bits, one word for each value that one of these facts may have: the seats that know
that the piece is *not* of this value. They stay with the piece as those do that say who knows it.
"""

from __future__ import annotations

from ruleset_core.lang.runtime import Memory, move
from ruleset_core.lang.vocabulary import Fact, Field, Vocabulary, Zone

ALL, TOP, SEEN, OTHERS = -1, -2, -3, -4
"""How a list of pieces is seen: by all; its last piece by all; each piece by those who know it there; by all but seat 0.

Of seat 1 it is `OTHERS` - 1, and so on.
"""


def seen_field(v: Vocabulary, kind: str) -> Field | None:
    """The field that says who knows which pieces of a kind; None if nothing of that is kept."""
    return v.fields.get(f"{kind}.seen")


def width(v: Vocabulary, kind: str) -> int:
    """How many words are kept for each piece of a kind: one for who knows it, and one for each value of its hints."""
    return 1 + sum(len(v.members(fact.type)) for fact in hints(v, kind))


def hints(v: Vocabulary, kind: str) -> list[Fact]:
    """The facts of a kind that may become known without the piece."""
    return [v.domains[kind].facts[name] for name in v.domains[kind].hints]


def column(v: Vocabulary, kind: str, fact: str) -> int:
    """Which of the words of a piece is that of the value 0 of a fact; those of its other values lie beside it."""
    at = 1
    for each in hints(v, kind):
        if each.name == fact:
            return at - v.members(each.type)[0]
        at += len(v.members(each.type))
    raise LookupError(fact)


def column_of(v: Vocabulary, kind: str, at: int) -> tuple[str, int]:
    """The fact and the value that a word of a piece is of."""
    for fact in hints(v, kind):
        start = column(v, kind, fact.name)
        if at - start in v.members(fact.type):
            return fact.name, at - start
    raise LookupError(at)


def words_of(v: Vocabulary, kind: str, piece: int, values: list[int]) -> list[int]:
    """What is kept of who knows a piece of a kind, and what of it."""
    field = v.fields[f"{kind}.seen"]
    start = field.offset + piece * field.strides[0]
    return values[start : start + field.strides[0]]


def ruled_out(v: Vocabulary, kind: str, words: list[int], viewer: int) -> dict[str, list[int]]:
    """By fact the values that a seat knows a piece not to have, of facts of which it knows something."""
    found = {}
    for fact in hints(v, kind):
        start = column(v, kind, fact.name)
        values = [value for value in v.members(fact.type) if words[start + value] >> viewer & 1]
        if values:
            found[fact.name] = values
    return found


def keeps(v: Vocabulary, zone: Zone) -> bool:
    """Whether it is kept who knows the pieces of a zone that they do not see."""
    return zone.visible != "all" and (zone.visible == "seen" or v.domains[zone.kind].remembered)


def is_hand(zone: Zone) -> bool:
    """Whether it has no places for those who do not see it: only the owner knows which of its pieces is touched."""
    return zone.per_seat and zone.visible == "owner"


def forgets(v: Vocabulary, zone: Zone) -> bool:
    """Whether another order of a zone makes all forget; what is in a hand is known to be there in any order."""
    return keeps(v, zone) and not is_hand(zone)


def sights(v: Vocabulary) -> tuple[int, ...]:
    """How every list of pieces is seen, by its place in a state: one of the words above, or the bits of its seats."""
    words = {"all": ALL, "top": TOP, "seen": SEEN}
    found = [0] * (v.zones_of(v.players[1]))
    for zone in v.zones.values():
        for seat in range(v.players[1]) if zone.per_seat else (-1,):
            start = zone.slot + (v.zones_of(seat) if zone.per_seat else 0)
            own = {"owner": 1 << seat, "others": OTHERS - seat}.get(zone.visible, 0) if zone.per_seat else 0
            found[start : start + zone.size] = [words.get(zone.visible, own)] * zone.size
    return tuple(found)


def open_to(sight: int, seats: int) -> int:
    """The seats that see all pieces of a list that is seen so, as bits."""
    everyone = (1 << seats) - 1
    if sight == ALL:
        return everyone
    if sight <= OTHERS:
        return everyone - (1 << OTHERS - sight)
    if sight < 0:
        return 0
    return sight


def put_seen(s: Memory, at: int, piece: int, zone: int, bits: int, sight: tuple[int, ...]) -> None:
    """Move a piece into a zone where it is known to those who saw it before (`bits`: where that stands in `v`)."""
    old = s.v[at]
    seen = sight[old] if old >= 0 else 0
    if seen == TOP:
        seen = ALL if s.z[old][-1] == piece else 0
    if seen != SEEN:
        s.v[bits] = open_to(seen, s.n)
    move(s, at, piece, zone)


def follow(s: Memory, at: int, piece: int, zone: int, first: int, width: int, sight: tuple[int, ...]) -> None:
    """Move a piece of a kind that is remembered (`first`: where its field begins in `v`, `width`: how many words a piece has).

    Out of a hand with more in it others can follow it only to where they see it. If they do not, any piece of that hand may
    have gone, so they know none of them any longer. On a pile of which only the top is seen it will be covered and forgotten.
    """
    old = s.v[at]
    target = sight[zone]
    own = first + piece * width
    known = 0 if target == TOP else s.v[own]
    if old >= 0:
        source = sight[old]
        if source == TOP:
            source = ALL if s.z[old][-1] == piece else 0
        before = open_to(source, s.n)
        keep = before | open_to(ALL if target == TOP else target, s.n)
        if source > 0 and old != zone and len(s.z[old]) > 1:
            known = known & keep
            for place in range(len(s.z[old])):
                start = first + s.z[old][place] * width
                for word in range(start, start + width):
                    s.v[word] = s.v[word] & keep
        if target != TOP:
            known = known | before
    s.v[own] = known
    if target == TOP:
        for word in range(own + 1, own + width):
            s.v[word] = 0
    move(s, at, piece, zone)


def show(s: Memory, bits: int, seat: int) -> None:
    """A seat knows a piece from now on (`bits`: where that stands in `v`); nothing is shown to none."""
    if 0 <= seat < s.n:
        s.v[bits] = s.v[bits] | 1 << seat


def forget(s: Memory, bits: int, width: int, pieces: list[int]) -> None:
    """Nobody knows any longer where these pieces lie (`bits`: where the kind's field begins in `v`, `width` words a piece)."""
    for piece in pieces:
        for word in range(bits + piece * width, bits + piece * width + width):
            s.v[word] = 0
