"""What a position still promises a seat in points, by what the seat has and by what lies on the table: learned from many games. See `search` for how this is written.

Each number that a seat has is worth so much at each time, which a row of `Room.weights` says; what they are worth together is added by units,
each of which counts only as far as it is above nothing. A row is a time: shared values tell which.
"""

from __future__ import annotations

from ruleset_core.lang.search.room import Long, Room

FINE, FINE_BITS = 1024, 10
"""As many parts of a point are counted where prospects are known, and the power of 2 that this is."""
PIECES, DECIDES, SHARED = -1, -2, -3
"""What `own` says of a term that is no number of the seat: it is of pieces; it is whether the seat decides; or so much less the place of a shared number."""
MUCH = 1 << 20
"""More of one thing is worth no more."""
HEAP = 3
"""Numbers in `heap` for each list that counts: where it lies among those of a seat; the term that is its length, -1 for none; where in
`terms_of` it says by piece which term it adds to, -1 where cards do not count."""
STRONG = 1 << 30
"""The most that a unit says."""


def parts(t: Room) -> int:
    """In how many parts of a point margins are told."""
    if t.terms > 0:
        return FINE
    return 1


def moment(t: Room, s: int, seat: int) -> int:
    """Which row tells of a state. Where all choose at the same time, who has chosen is a step further."""
    row = 0
    for clock in range(0, 3 * t.clocks, 3):
        hand = t.number(s, t.clock[clock]) - t.clock[clock + 1]
        hand = max(hand, 0)
        hand = min(hand, t.clock[clock + 2] - 1)
        row = row * t.clock[clock + 2] + hand
    if t.together(s) != 0 and seat != t.actor(s) and t.number(s, t.owned + seat * t.apart + t.chose) != 0:
        row += 1
    return min(row, t.moments - 1)


def gather(t: Room, s: int, seat: int) -> None:
    """Put into `having` what a position has of each term for a seat: a number of the seat or of nobody, whether the seat is to decide, or how many
    pieces lie in a list of its own, all or of a card.
    """
    own = t.owned + seat * t.apart
    for term in range(t.terms):
        number = 0
        place = t.own[term]
        if place == DECIDES:
            if t.actor(s) == seat:
                number = 1
        elif place != PIECES:
            if place >= 0:
                number = t.number(s, own + place)
            else:
                number = t.number(s, SHARED - place)
            number = min(number, MUCH)
            number = max(number, -MUCH)
        t.having[term] = number
    first = t.shelf + seat * t.beside
    for row in range(0, HEAP * t.heaps, HEAP):
        where = first + t.heap[row]
        length = t.length(s, where)
        if t.heap[row + 1] >= 0:
            t.having[t.heap[row + 1]] = length
        if t.heap[row + 2] >= 0:
            for place in range(length):
                term = t.terms_of[t.heap[row + 2] + t.piece(s, where, place)]
                if term >= 0:
                    t.having[term] += 1


def prospect(t: Room, s: int, seat: int) -> Long:
    """The points that are still to come for a seat, in parts of `FINE`."""
    gather(t, s, seat)
    row = moment(t, s, seat) * (1 + t.terms)
    units = t.units
    first = t.moments * (1 + t.terms)
    for unit in range(units):
        t.hidden[unit] = t.weights[first + unit]
    found: Long = t.weights[row]
    for term in range(t.terms):
        if t.having[term] != 0:
            much: Long = t.having[term]
            found += much * t.weights[row + 1 + term]
            at = first + (1 + term) * units
            for unit in range(units):
                t.hidden[unit] += much * t.weights[at + unit]
    at = first + (1 + t.terms) * units
    for unit in range(units):
        strength = t.hidden[unit]
        if strength > 0:
            strength = min(strength, STRONG)
            found += strength * t.weights[at + unit] >> FINE_BITS
    return found


def lead_of(t: Room, s: int, seat: int) -> Long:
    """The standing of a seat less the best of the others, and less what others may still hope for more than it; in `parts` of a point."""
    worth = t.margin(s, seat)
    if t.terms > 0:
        worth = worth << FINE_BITS
        if t.offered(s) > 0:
            best: Long = 0
            others = 0
            for other in range(t.seats):
                if other != seat:
                    hope = prospect(t, s, other)
                    if others == 0 or hope > best:
                        best = hope
                    others += 1
            worth += prospect(t, s, seat) - best
    return worth
