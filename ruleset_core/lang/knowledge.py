"""Who knows the pieces of a face-down pile whose order stays (`visible: seen`): the seats that saw them go in.

A kind with such a zone has a hidden field: for each piece a bit for every seat that knows it where it lies. It means
something only while the piece lies in such a zone, so that only moves into one have to write it.
"""

from __future__ import annotations

from ruleset_core.lang.runtime import Memory, move
from ruleset_core.lang.vocabulary import Field, Vocabulary

ALL, TOP, SEEN = -1, -2, -3
"""How a list of pieces is seen: by all; its last piece by all; each piece by those who know it there."""


def seen_field(v: Vocabulary, kind: str) -> Field | None:
    """The field that says who knows which pieces of a kind; None if it lies in no zone that needs it."""
    return v.fields.get(f"{kind}.seen")


def sights(v: Vocabulary) -> tuple[int, ...]:
    """How every list of pieces is seen, by its place in a state: one of the words above, or the bits of its seats."""
    words = {"all": ALL, "top": TOP, "seen": SEEN}
    found = [0] * (v.zones_of(v.players[1]))
    for zone in v.zones.values():
        for seat in range(v.players[1]) if zone.per_seat else (-1,):
            start = zone.slot + (v.zones_of(seat) if zone.per_seat else 0)
            own = 1 << seat if zone.per_seat and zone.visible == "owner" else 0
            found[start : start + zone.size] = [words.get(zone.visible, own)] * zone.size
    return tuple(found)


def put_seen(s: Memory, at: int, piece: int, zone: int, bits: int, sight: tuple[int, ...]) -> None:
    """Move a piece into a zone where it is known to those who saw it before (`bits`: where that stands in `v`)."""
    old = s.v[at]
    seen = sight[old] if old >= 0 else 0
    if seen == TOP:
        seen = ALL if s.z[old][-1] == piece else 0
    if seen == ALL:
        seen = (1 << s.n) - 1
    if seen != SEEN:
        s.v[bits] = seen
    move(s, at, piece, zone)


def forget(s: Memory, bits: int, pieces: list[int]) -> None:
    """Nobody knows any longer where these pieces lie (`bits`: where the kind's field begins in `v`)."""
    for piece in pieces:
        s.v[bits + piece] = 0
