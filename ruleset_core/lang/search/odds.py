"""What chance a seat has that begins its turn, by a table of points: for two, of whom each has a turn in turn. See `search` for how this is written.

`Room.odds` holds rows by points of the seat that is to decide, columns by those of the other, both from `lowest` on, `step` apart.
"""

from __future__ import annotations

from ruleset_core.lang.search.room import Long, Room

ONE = 1 << 16
"""What is worth most: a game won for sure."""
PARTS = 1000
"""What is worth most in the table."""
PATIENCE = 1000
"""After so many more decisions a state is judged though no turn has begun: that may never be."""


def judges(t: Room) -> int:
    """Whether states are judged by the table, or by what they promise: as turns begin."""
    if t.terms > 0 or has_odds(t) != 0:
        return 1
    return 0


def has_odds(t: Room) -> int:
    """Whether the table says who wins."""
    if t.knots > 0 and t.seats == 2:
        return 1
    return 0


def is_due(t: Room, s: int, decided: int, before: int) -> int:
    """Whether a state is to be judged by now: after enough decisions, and as a turn begins; `before` is who decided last, -1 for nobody."""
    if decided >= t.cut and ((before >= 0 and t.actor(s) != before) or decided >= t.cut + PATIENCE):
        return 1
    return 0


def chance(t: Room, s: int) -> Long:
    """The chance to win of the seat that is to decide, from 0 to `ONE`. Between the points of the table it is drawn straight, beyond them it stays."""
    t.points(s)
    mover = t.actor(s)
    most: Long = t.step * (t.knots - 1)
    mine = t.worth[mover] - t.lowest
    mine = max(mine, 0)
    mine = min(mine, most)
    theirs = t.worth[1 - mover] - t.lowest
    theirs = max(theirs, 0)
    theirs = min(theirs, most)
    row: int = mine // t.step
    row = min(row, t.knots - 2)
    column: int = theirs // t.step
    column = min(column, t.knots - 2)
    down = mine - row * t.step
    along = theirs - column * t.step
    at = row * t.knots + column
    upper = (t.step - along) * t.odds[at] + along * t.odds[at + 1]
    lower = (t.step - along) * t.odds[at + t.knots] + along * t.odds[at + t.knots + 1]
    span: Long = t.step
    return ((t.step - down) * upper + down * lower) * ONE // (PARTS * span * span)
