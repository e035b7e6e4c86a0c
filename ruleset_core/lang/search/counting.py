"""What becomes of cards in a game: how often they come out, are offered and are taken. See `search` for how this is written.

`Room.counts` holds rows of numbers, one a card: how many of its copies came out in a list of each seat, and behind those in a list of
nobody's; at how many decisions each seat was offered it; how often each seat took it; how many each seat had at the end.
"""

from __future__ import annotations

from ruleset_core.lang.search.room import Long, Room

OPEN, TOP, KNOWN = 1, 2, 3
"""How a list is seen: somebody sees all of it; all see its last piece; each piece is known to somebody or to nobody."""
PIECE, LIST, SIGN, MEANT = 4, 2, 3, 2
"""Numbers in `about` for each piece: where it stands where it lies, where who knows it (-1: nowhere), its number, its card. In `lists` for each
list: how it is seen, and whose it is. In `signs` for each value that says that a seat has a card: its place, the seat, the card. In `meant` for each option: the cards that it means, -1 for none."""

FORCED = 256
"""Of options that are taken by themselves after one decision, so many are counted."""
FAR = 1 << 30
"""Nobody is taken to be further ahead than this."""


def begin_counts(t: Room) -> None:
    """Nothing has come out but cards that are no pieces: they lie before all from the beginning."""
    for place in range((4 * t.seats + 1) * t.cards):
        t.counts[place] = 0
    for card in range(t.cards):
        t.counts[t.seats * t.cards + card] = t.laid[card]
    if t.standing != 0:
        for place in range(t.seats * t.cards):
            t.leads[place] = 0
    for piece in range(t.pieces):
        t.waiting[piece] = piece
    t.left = t.pieces


def come_out(t: Room, s: int) -> None:
    """Count the pieces that somebody sees now and nobody saw before."""
    left = 0
    for place in range(t.left):
        piece = t.waiting[place]
        where = t.number(s, t.about[PIECE * piece])
        owner = -1
        if where >= 0 and t.lists[LIST * where] != 0:  # most lie where nobody sees them
            owner = in_sight(t, s, PIECE * piece, where)
        if owner < 0:
            t.waiting[left] = piece
            left += 1
        else:
            t.counts[owner * t.cards + t.about[PIECE * piece + 3]] += 1
    t.left = left


def in_sight(t: Room, s: int, row: int, where: int) -> int:
    """Whose list it is in which somebody sees a piece: a seat, or the number of seats where it is nobody's; -1 if nobody sees it."""
    how = t.lists[LIST * where]
    seen = how == OPEN
    if how == TOP:
        seen = t.piece(s, where, t.length(s, where) - 1) == t.about[row + 2]
    elif how == KNOWN:
        seen = t.number(s, t.about[row + 1]) != 0
    if seen:
        return t.lists[LIST * where + 1]
    return -1


def offer(t: Room, s: int, seat: int) -> None:
    """Count the cards that a seat may choose from, each once."""
    t.serial += 1
    for place in range(t.offered(s)):
        option = t.option(s, place)
        for each in range(MEANT * option, MEANT * option + MEANT):
            card = t.meant[each]
            if card >= 0 and t.marks[card] != t.serial:
                t.marks[card] = t.serial
                offer_card(t, s, seat, card)


def offer_card(t: Room, s: int, seat: int, card: int) -> None:
    """Count that a seat may choose a card; the first time, note by how many points it is ahead of the others, added up over them."""
    at = (t.seats + 1 + seat) * t.cards + card
    if t.standing != 0 and t.counts[at] == 0:
        t.points(s)
        lead: Long = t.seats * t.worth[seat]
        for other in range(t.seats):
            lead -= t.worth[other]
        lead = min(lead, FAR)
        lead = max(lead, -FAR)
        t.leads[seat * t.cards + card] = lead
    t.counts[at] += 1


def choose(t: Room, seat: int, option: int) -> None:
    """Count the cards that an option means which a seat takes."""
    for each in range(MEANT * option, MEANT * option + MEANT):
        card = t.meant[each]
        if card >= 0:
            t.counts[(2 * t.seats + 1 + seat) * t.cards + card] += 1


def have(t: Room, s: int) -> None:
    """Count what each seat has: the pieces in lists of its own, and the cards of which a condition of its own holds."""
    for row in range(0, PIECE * t.pieces, PIECE):
        where = t.number(s, t.about[row])
        if where >= 0 and t.lists[LIST * where + 1] < t.seats:
            t.counts[(3 * t.seats + 1 + t.lists[LIST * where + 1]) * t.cards + t.about[row + 3]] += 1
    for row in range(0, SIGN * t.signed, SIGN):
        if t.number(s, t.signs[row]) != 0:
            t.counts[(3 * t.seats + 1 + t.signs[row + 1]) * t.cards + t.signs[row + 2]] += 1


def by_itself(t: Room, s: int) -> None:
    """Count the options that were taken by themselves after the last one, as there was no other: offered as well as taken."""
    for number in range(min(t.forced(), FORCED)):
        seat = t.forced_seat(number)
        option = t.forced_option(number)
        for each in range(MEANT * option, MEANT * option + MEANT):
            card = t.meant[each]
            if card >= 0 and seat >= 0:
                offer_card(t, s, seat, card)
                t.counts[(2 * t.seats + 1 + seat) * t.cards + card] += 1
