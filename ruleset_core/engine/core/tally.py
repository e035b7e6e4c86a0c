"""Counting what becomes of cards in a game that somebody plays step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.engine.core.manner import Manner
from ruleset_core.engine.core.plain_room import PlainRoom
from ruleset_core.engine.core.results import MOST, Counts
from ruleset_core.lang.search.counting import begin_counts, by_itself, choose, come_out, have, offer

if TYPE_CHECKING:
    from ruleset_core.engine.core.counted import Counted
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State

__all__ = ["LITTLE", "Tally", "counting_room"]

LITTLE = Manner(nodes=64, wide=1, far=0, budget=1, ahead=0, cut=0)
"""For rooms that nobody thinks in."""


def counting_room(game: Game, tables: Counted, seats: int) -> PlainRoom:
    """A room in which cards are counted."""
    room = PlainRoom(game, seats, LITTLE)
    count_in(room, tables)
    room.standing = 1
    return room


def count_in(room: PlainRoom, tables: Counted) -> None:
    """Count cards in a room."""
    room.cards, room.pieces, room.signed = len(tables.cards), tables.pieces, tables.signed
    room.about, room.lists, room.meant, room.laid, room.signs = (
        tables.about, tables.lists, tables.meant, tables.laid, tables.signs
    )  # fmt: skip
    room.counts, room.leads = [0] * ((4 * room.seats + 1) * room.cards), [0] * (room.seats * room.cards)
    room.marks, room.waiting = [0] * room.cards, [0] * room.pieces


class Tally:
    """Counts in one game. Whoever plays it says so: `begin` it, `choose` before each `apply`, `go_on` after it, `end` it."""

    def __init__(self, game: Game, tables: Counted, seats: int) -> None:
        self._room, self._cards = counting_room(game, tables, seats), tables.cards

    def begin(self, state: State) -> None:
        """The game is at its first decision."""
        self._room.show(0, state)
        begin_counts(self._room)
        self._after()

    def choose(self, state: State, option: int) -> None:
        """An option is going to be taken."""
        self._room.show(0, state)
        offer(self._room, 0, state.seat)
        choose(self._room, state.seat, option)

    def go_on(self, state: State) -> None:
        """It was taken."""
        self._room.show(0, state)
        self._after()

    def end(self, state: State) -> None:
        """The game is over."""
        self._room.show(0, state)
        have(self._room, 0)

    def _after(self) -> None:
        by_itself(self._room, 0)
        come_out(self._room, 0)

    def put(self, counts: Counts, row: int = 0) -> None:
        """Put what became of the cards so far into the row of a game."""
        put_counts(counts, row, self._room)

    def counts(self) -> Counts:
        """The same, as of one of many games."""
        found = Counts.blank(self._cards, self._room.seats, 1)
        self.put(found)
        return found


def put_counts(counts: Counts, row: int, room: PlainRoom) -> None:
    """Put what was counted in a room into the row of a game."""
    at = row * len(room.counts)
    numbers = counts.numbers.cast("B").cast("H")
    for place, count in enumerate(room.counts):
        numbers[at + place] = min(count, MOST)
    if counts.leads is not None:
        leads = counts.leads.cast("B").cast("i")
        for place, lead in enumerate(room.leads):
            leads[row * len(room.leads) + place] = lead
