"""Visibility: who is shown which part of a state (the mask), and who knows which hidden pieces.

Three players of Sheaves; the hand of the first holds cards that the second does not see:

>>> from ruleset_core import load
>>> game = load("sheaves")
>>> state = game.new(players=3, seed=1)
>>> mask = mask_of(game.program.vocabulary)
>>> hand = next(part for part in mask.lists if part.zone.name == "hand" and part.seat == 0)
>>> hand.whole.to(0), hand.whole.to(1)
(True, False)
>>> state.masked(0).z[hand.slot] == state.z[hand.slot], state.masked(1).z[hand.slot][:2]
(True, [None, None])

The mask has a `Visibility` for every value in `v` and every list in `z`. Observations, looks, scenes, stories, lookahead,
determinization and numeric observations all ask it; nobody else reads what data says under `visible`.

`shows`, `open_to`, `record_sight`, `follow`, `show` and `forget` are also compiled to WebAssembly from this source.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleset_core.lang.domains import Fact
from ruleset_core.lang.runtime import StateMemory, move
from ruleset_core.lang.vocabulary import Field, Resource, Vocabulary, Zone

if TYPE_CHECKING:
    from ruleset_core.lang.origins import TextOwner
    from ruleset_core.lang.types import Type


# Who knows pieces that lie hidden: the seats that saw them, as long as they can follow them.
#
# A kind of which this is kept has a hidden field: for each piece a bit for every seat that knows it where it lies.
# Who sees the list that a piece lies in knows it anyway, so the bits matter for everybody else.
#
# There are two ways to keep it. Of a kind with a face-down pile whose order stays (`visible: seen`) the bits mean
# something only while the piece lies in such a zone, so that only moves into one have to write them. A kind that is
# `remembered` is followed wherever it goes: from all places but those of a hand. A hand has no places for others, who
# see only that a piece leaves it.
#
# Of a kind with `hints`, a piece has further bits, one word for each value that one of these facts may have: the
# seats that know that the piece is *not* of this value. They stay with the piece as those do that say who knows it.

SEEN_BY_ALL, SEEN_AT_TOP, SEEN_BY_NOTED, SEEN_BY_OTHERS = -1, -2, -3, -4
"""How a list of pieces is seen: by all; its last piece by all; each piece by those who know it there; by all but seat 0.

Of seat 1 it is `OTHERS` - 1, and so on.
"""


def knowledge_field(v: Vocabulary, kind: str) -> Field | None:
    """The field that says who knows which pieces of a kind; None if nothing of that is kept."""
    return v.fields.get(f"{kind}.seen")


def knowledge_width(v: Vocabulary, kind: str) -> int:
    """How many words are kept for each piece of a kind: one for who knows it, and one for each value of its hints."""
    return 1 + sum(len(v.members(fact.type)) for fact in hint_facts_of(v, kind))


def hint_facts_of(v: Vocabulary, kind: str) -> list[Fact]:
    """The facts of a kind that may become known without the piece."""
    return [v.domains[kind].facts[name] for name in v.domains[kind].hints]


def hint_column(v: Vocabulary, kind: str, fact: str) -> int:
    """Which of the words of a piece is that of the value 0 of a fact; those of its other values lie beside it."""
    at = 1
    for each in hint_facts_of(v, kind):
        if each.name == fact:
            return at - v.members(each.type)[0]
        at += len(v.members(each.type))
    raise LookupError(fact)


def column_of(v: Vocabulary, kind: str, at: int) -> tuple[str, int]:
    """The fact and the value that a word of a piece is of."""
    for fact in hint_facts_of(v, kind):
        start = hint_column(v, kind, fact.name)
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
    for fact in hint_facts_of(v, kind):
        start = hint_column(v, kind, fact.name)
        values = [value for value in v.members(fact.type) if words[start + value] >> viewer & 1]
        if values:
            found[fact.name] = values
    return found


def open_to(sight: int, seats: int) -> int:
    """The seats that see all pieces of a list that is seen so, as bits."""
    everyone = (1 << seats) - 1
    if sight == SEEN_BY_ALL:
        return everyone
    if sight <= SEEN_BY_OTHERS:
        return everyone - (1 << SEEN_BY_OTHERS - sight)
    if sight < 0:
        return 0
    return sight


def record_sight(s: StateMemory, at: int, piece: int, zone: int, bits: int, sight: tuple[int, ...]) -> None:
    """Move a piece into a zone where it is known to those who saw it before (`bits`: where that stands in `v`)."""
    old = s.v[at]
    seen = sight[old] if old >= 0 else 0
    if seen == SEEN_AT_TOP:
        seen = SEEN_BY_ALL if s.z[old][-1] == piece else 0
    if seen != SEEN_BY_NOTED:
        s.v[bits] = open_to(seen, s.n)
    move(s, at, piece, zone)


def follow(s: StateMemory, at: int, piece: int, zone: int, first: int, width: int, sight: tuple[int, ...]) -> None:
    """Move a piece of a kind that is remembered (`first`: where its field begins in `v`, `width`: how many words a piece has).

    Out of a hand with more in it others can follow it only to where they see it. If they do not, any piece of that hand may
    have gone, so they know none of them any longer. On a pile of which only the top is seen it will be covered and forgotten.
    """
    old = s.v[at]
    target = sight[zone]
    own = first + piece * width
    known = 0 if target == SEEN_AT_TOP else s.v[own]
    if old >= 0:
        source = sight[old]
        if source == SEEN_AT_TOP:
            source = SEEN_BY_ALL if s.z[old][-1] == piece else 0
        before = open_to(source, s.n)
        keep = before | open_to(SEEN_BY_ALL if target == SEEN_AT_TOP else target, s.n)
        if source > 0 and old != zone and len(s.z[old]) > 1:
            known = known & keep
            for place in range(len(s.z[old])):
                start = first + s.z[old][place] * width
                for word in range(start, start + width):
                    s.v[word] = s.v[word] & keep
        if target != SEEN_AT_TOP:
            known = known | before
    s.v[own] = known
    if target == SEEN_AT_TOP:
        for word in range(own + 1, own + width):
            s.v[word] = 0
    move(s, at, piece, zone)


def show(s: StateMemory, bits: int, seat: int) -> None:
    """A seat knows a piece from now on (`bits`: where that stands in `v`); nothing is shown to none."""
    if 0 <= seat < s.n:
        s.v[bits] = s.v[bits] | 1 << seat


def forget(s: StateMemory, bits: int, width: int, pieces: list[int]) -> None:
    """Nobody knows any longer where these pieces lie (`bits`: where the kind's field begins in `v`, `width` words a piece)."""
    for piece in pieces:
        for word in range(bits + piece * width, bits + piece * width + width):
            s.v[word] = 0


# The mask: who is shown which part of a state. It is the only place that works this out.
#
# `VisibilityMask` says it by where things lie: values in `v`, lists of pieces in `z`. It is made of what a game declares, once.
# `shows` decides, for one part and one viewer, and is compiled into the core as well. What a viewer is shown of a
# state as a whole is `engine.observation`; what seats learn of moves is kept by `follow`.
#
#     mask_of(v).view_of(2, 0)     what seat 0 is shown in games of two
#     mask_of(v).view_of(2, -1)    what somebody is shown who looks on

NOBODY, ALL, OWN, OTHERS, TOP, PIECE = 0, 1, 2, 3, 4, 5
"""Who is shown something: nobody (but who knows the piece), all, its owner, all but its owner, of a list all its last piece.

PIECE: who is shown the piece that a value is of, for its side; for other values, who is shown the list that it lies in.
"""
SHARED = -2
"""The owner of what is nobody's."""
SIGHTS = {"all": ALL, "owner": OWN, "others": OTHERS, "top": TOP, "piece": PIECE}
"""By what data says under `visible`; all else is NOBODY."""
AMOUNTS = ("held", "filled")
"""What is kept of each resource."""


def shows(sight: int, owner: int, viewer: int, last: int, known: int) -> int:
    """Whether a viewer is shown something.

    Args:
        sight: who is shown it, one of the words above.
        owner: whose it is, or SHARED.
        viewer: a seat; -1 for somebody who looks on.
        last: of a piece, whether it is the last of its list.
        known: of a piece, who knows it where it lies, a bit for each seat.
    """
    if sight == ALL or (sight == TOP and last != 0):
        return 1
    if viewer < 0:
        return 0
    if (sight == OWN and owner == viewer) or (sight == OTHERS and owner != viewer):
        return 1
    return known >> viewer & 1


def everybody(seats: int) -> int:
    """All seats, and those who look on, as bits."""
    return (1 << seats + 1) - 1


class Visibility(NamedTuple):
    """Who is shown something; see `shows`."""

    sight: int
    owner: int = SHARED
    last: int = 0
    known: int = 0

    def to(self, viewer: int) -> bool:
        """Whether a viewer is shown it; -1 looks on."""
        return bool(shows(self.sight, self.owner, viewer, self.last, self.known))

    def bits(self, seats: int) -> int:
        """Everybody who is shown it: a bit for each seat, and one above them for those who look on."""
        if self.sight == ALL:
            return everybody(seats)
        return sum(1 << viewer % (seats + 1) for viewer in range(-1, seats) if self.to(viewer))


PUBLIC: Final = Visibility(ALL)
HIDDEN: Final = Visibility(NOBODY)


class MaskedList(NamedTuple):
    """A list of pieces, as the mask has it.

    Attributes:
        zone: the zone that it is of.
        slot: its place in `z`.
        seat: whose it is; None where all share it.
        whole: who is shown all of its pieces.
        notes: where in `v` it stands who knows its first piece; -1 where that is not kept.
        apart: how far these numbers lie apart.
        hand: whether it has no places for those who do not see it.
    """

    zone: Zone
    slot: int
    seat: int | None
    whole: Visibility
    notes: int
    apart: int
    hand: bool

    def piece(self, values: list[int], piece: int, last: int) -> Visibility:
        """Who is shown a piece of it; `last`: whether it is the last one."""
        sight, owner, _, _ = self.whole
        return Visibility(sight, owner, last, values[self.notes + self.apart * piece] if self.notes >= 0 else 0)


def sight_of(declared: Field | Zone | Resource) -> int:
    """Who is shown what is declared: a field, the pieces of a zone, the amount of a resource."""
    return SIGHTS.get(declared.visible, NOBODY)


def sight_of_all(declared: Iterable[Field | Zone | Resource]) -> int:
    """Who is shown all of several such things."""
    found = {sight_of(each) for each in declared}
    return ALL if found <= {ALL} else OWN if found <= {ALL, OWN} else NOBODY


def is_side(v: Vocabulary, field: Field) -> bool:
    """Whether a field says which side of each piece of a kind is up."""
    kind, _, short = field.name.partition(".")
    return bool(short) and not field.per_seat and kind in v.domains and v.domains[kind].kind == "piece"


class PieceValues(NamedTuple):
    """A field of which each value is seen with a piece: its side, or what is `visible: piece`.

    Attributes:
        field: it has one value for each piece of a kind.
        lying: who sees the list that the piece lies in sees it; nobody else does, even who knows the piece.
    """

    field: Field
    lying: bool

    @property
    def kind(self) -> str:
        """Of which pieces it is."""
        return self.field.index[0].domain

    @property
    def start(self) -> int:
        """Where in `v` the value of the first piece lies."""
        return self.field.offset


def is_by_piece(zone: Zone) -> bool:
    """Whether each piece of a zone is shown to those who saw it before."""
    return zone.visible == "seen"


def keeps(v: Vocabulary, zone: Zone) -> bool:
    """Whether it is kept who knows the pieces of a zone that they do not see."""
    return sight_of(zone) != ALL and (is_by_piece(zone) or v.domains[zone.kind].remembered)


def is_hand(zone: Zone) -> bool:
    """Whether it has no places for those who do not see it: only the owner knows which of its pieces is touched."""
    return zone.per_seat and sight_of(zone) == OWN


def forgets(v: Vocabulary, zone: Zone) -> bool:
    """Whether another order of a zone makes all forget; what is in a hand is known to be there in any order."""
    return keeps(v, zone) and not is_hand(zone)


def mask_of(v: Vocabulary) -> VisibilityMask:
    """The mask of a game, made once."""
    found: VisibilityMask | None = v.plans.get(("mask", 0))
    if found is None:
        found = v.plans["mask", 0] = VisibilityMask(v)
    return found


def list_sights(v: Vocabulary) -> tuple[int, ...]:
    """How every list of pieces is seen, by its place in a state, as `record_sight` takes it: what moves of pieces go by."""

    def word(part: MaskedList) -> int:
        if part.whole.sight == NOBODY:
            return SEEN_BY_NOTED if is_by_piece(part.zone) else 0
        if part.whole.sight == OWN:
            return 0 if part.seat is None else 1 << part.seat
        return {ALL: SEEN_BY_ALL, TOP: SEEN_AT_TOP}.get(part.whole.sight, SEEN_BY_OTHERS - (part.seat or 0))

    return tuple(map(word, mask_of(v).lists))


class VisibilityMask:
    """Who is shown what in a game, by where it lies in a state."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.v = vocabulary
        self._of: dict[tuple[int, int], MaskedView] = {}
        self._lists_of: dict[tuple[str, int], list[MaskedList]] = {}

    def view_of(self, players: int, viewer: int) -> MaskedView:
        """What a viewer (-1 looks on) is shown in games of so many players."""
        found = self._of.get((players, viewer))
        if found is None:
            found = self._of[players, viewer] = _viewed(self, players, viewer)
        return found

    @cached_property
    def lists(self) -> list[MaskedList]:
        """The lists of pieces, by their places in a state."""
        v, found = self.v, dict[int, MaskedList]()
        for zone in v.zones.values():
            known = knowledge_field(v, zone.kind) if keeps(v, zone) else None
            notes = (-1, 0) if known is None else (known.offset, known.strides[0])
            for seat in range(v.players[1]) if zone.per_seat else (None,):
                start = zone.slot + (0 if seat is None else v.zones_of(seat))
                for slot in range(start, start + zone.size):
                    whole = Visibility(sight_of(zone), SHARED if seat is None else seat)
                    found[slot] = MaskedList(zone, slot, seat, whole, *notes, is_hand(zone))
        return [found[slot] for slot in sorted(found)]

    @cached_property
    def of_pieces(self) -> list[PieceValues]:
        """The fields whose values are seen with a piece: sides first."""
        fields = (each for each in self.v.fields.values() if not each.per_seat)
        found = [
            PieceValues(each, not is_side(self.v, each)) for each in fields if self.values[each.offset].sight == PIECE
        ]
        return sorted(found, key=lambda each: each.lying)

    @cached_property
    def hidden_kinds(self) -> list[str]:
        """The kinds of pieces that may lie hidden, in the order of their zones."""
        zones = self.v.zones.values()
        return list(dict.fromkeys(zone.kind for zone in zones if sight_of(zone) != ALL))

    def lists_of(self, kind: str, players: int) -> list[MaskedList]:
        """Those of a kind in games of so many: by zone, by seat."""
        found = self._lists_of.get((kind, players))
        if found is None:
            lists = self.lists[: self.v.zones_of(players)]
            zones = [zone for zone in self.v.zones.values() if zone.kind == kind]
            found = self._lists_of[kind, players] = [part for zone in zones for part in lists if part.zone is zone]
        return found

    @cached_property
    def _homes(self) -> list[tuple[Field, int] | None]:
        """The field that every value of a state belongs to, and its seat (-1: all share it)."""
        v = self.v
        found: list[tuple[Field, int] | None] = [None] * v.fields_of(v.players[1])
        for field in v.fields.values():
            for seat in range(v.players[1]) if field.per_seat else (-1,):
                start = field.offset + (v.fields_of(seat) if field.per_seat else 0)
                found[start : start + field.size] = [(field, seat)] * field.size
        return found

    def place(self, address: int) -> tuple[Field, int, int]:
        """The field of a value, its seat (-1: all share it), and how far from the beginning of the field it lies."""
        home = self._homes[address]
        if home is None:
            raise LookupError(f"nothing lies at {address}")
        field, seat = home
        return field, seat, address - field.offset - (self.v.fields_of(seat) if seat >= 0 else 0)

    @cached_property
    def values(self) -> list[Visibility]:
        """Who is shown every value of a state; PIECE where that depends on where a piece lies."""
        found = [HIDDEN] * len(self._homes)
        for address, home in enumerate(self._homes):
            if home is not None and not home[0].hidden:
                field, seat = home
                sight = self._sight(field, self.place(address)[2])
                found[address] = Visibility(sight, SHARED if seat < 0 else seat)
        return found

    def _sight(self, field: Field, place: int) -> int:
        if is_side(self.v, field):
            return PIECE
        if field.name in AMOUNTS:
            return sight_of(self.v.resources[place])
        return sight_of(field)

    def value(self, s: StateMemory, address: int) -> Visibility:
        """Who is shown a value of a state."""
        found = self.values[address]
        if found.sight != PIECE:
            return found
        field, _, place = self.place(address)
        shown = self.piece if is_side(self.v, field) else self.lying
        return shown(s, field.index[0].domain, place)

    def reading(self, s: StateMemory, address: int) -> Visibility:
        """Who knows a value that a rule looks at: nobody is shown what the flow keeps for itself, yet it is no secret."""
        field, _, place = self.place(address)
        if not field.hidden:
            return self.value(s, address)
        kind, _, short = field.name.partition(".")
        if short == "at":
            return self.piece(s, kind, place)
        counted = field.name == "filled" and sight_of(self.v.resources[place]) == ALL
        return PUBLIC if counted or kind == "turn" else HIDDEN

    def piece(self, s: StateMemory, kind: str, piece: int) -> Visibility:
        """Who is shown a piece where it lies; what lies nowhere is no secret."""
        part = self.list_of(s, kind, piece)
        if part is None or part.whole.sight == ALL:
            return PUBLIC
        return part.piece(s.v, piece, part.whole.sight == TOP and s.z[part.slot][-1] == piece)

    def lying(self, s: StateMemory, kind: str, piece: int) -> Visibility:
        """Who is shown what lies in the place of a piece, as a die under a cup: who knows the piece alone does not see its face."""
        found = self.piece(s, kind, piece)
        return found._replace(known=0)

    def touched(self, s: StateMemory, kind: str, piece: int) -> Visibility:
        """Who is shown which piece it is that something happens to: of a hand with more in it only who sees the hand.

        Who knows all of a hand, but not what lies where in it, would else be told more than it knows.
        """
        part = self.list_of(s, kind, piece)
        return part.whole if part is not None and part.hand and len(s.z[part.slot]) > 1 else self.piece(s, kind, piece)

    def list_of(self, s: StateMemory, kind: str, piece: int) -> MaskedList | None:
        """The list that a piece lies in; None if it lies nowhere."""
        at = self.v.fields.get(f"{kind}.at")
        slot = -1 if at is None else s.v[at.offset + piece]
        return None if slot < 0 else self.lists[slot]

    # -- everybody, as bits -----------------------------------------------------------------------------------------

    def of_owner(self, s: StateMemory, owner: TextOwner) -> int:
        """Who may be told whose text it was: of a card, those who see one of its copies."""
        home = self._cards.get(owner.name) if owner.section == "cards" else None
        if home is None:
            return everybody(s.n)
        kind, pieces = home
        found = 0
        for piece in pieces:
            found |= self.touched(s, kind, piece).bits(s.n)
        return found

    def of_values(self, s: StateMemory, kinds: Iterable[Type], values: Iterable[int]) -> int:
        """Who may know values of these types: pieces that lie hidden are told to those who see them."""
        found = everybody(s.n)
        for kind, value in zip(kinds, values, strict=True):
            if kind.kind == "member" and value >= 0 and self.v.domains[kind.domain].kind == "piece":
                found &= self.touched(s, kind.domain, value).bits(s.n)
        return found

    @cached_property
    def _cards(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """By card its kind and its copies, if they may lie hidden somewhere."""
        found: dict[str, tuple[str, tuple[int, ...]]] = {}
        for kind in sorted(self.hidden_kinds):
            domain = self.v.domains[kind]
            for piece in range(domain.size):
                first = piece if domain.card is None else domain.card.values[piece]
                if isinstance(first, int):
                    home = found.get(domain.ids[first], (kind, ()))
                    found[domain.ids[first]] = (kind, (*home[1], piece))
        return found


@dataclass(frozen=True, slots=True)
class MaskedView:
    """What a viewer is shown in games of so many players.

    While all choose at the same time, what others have is shown as it was `before` they began.

    Attributes:
        now, before: the stretches of `v` that are shown as they are, and as they were.
        lists: the lists of pieces, those that are shown as they were first: whether that is so, and whether all of it is shown.
    """

    now: tuple[slice, ...]
    before: tuple[slice, ...]
    lists: tuple[tuple[MaskedList, bool, bool], ...]


def _viewed(mask: VisibilityMask, players: int, viewer: int) -> MaskedView:
    v = mask.v
    stretches: dict[bool, list[slice]] = {False: [], True: []}
    for address, value in enumerate(mask.values[: v.fields_of(players)]):
        if not value.to(viewer):
            continue
        here = stretches[_is_of_another(value.owner, viewer)]
        first = here.pop().start if here and here[-1].stop == address else address
        here.append(slice(first, address + 1))
    lists = [
        (part, _is_of_another(part.whole.owner, viewer), part.whole.to(viewer))
        for part in mask.lists[: v.zones_of(players)]
    ]
    lists.sort(key=lambda row: not row[1])
    return MaskedView((*stretches[False],), (*stretches[True],), (*lists,))


def _is_of_another(owner: int, viewer: int) -> bool:
    return owner not in (SHARED, viewer)
