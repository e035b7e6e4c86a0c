"""Whole games within the core, one after the other, with what is counted in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.native.binding import Trapped

if TYPE_CHECKING:
    from ruleset_core.engine.core.core_room import CoreRoom
    from ruleset_core.engine.core.counted import Counted
    from ruleset_core.engine.core.results import Games
    from ruleset_core.engine.state import State

WORK = 20_000
"""Decisions of one call: in between, Ctrl-C is heard."""


class CoreGames:
    """A room of the core in which whole games are played."""

    def __init__(self, room: CoreRoom) -> None:
        self._room, self._play = room, room.instance.function("play_on")
        host = room.host
        self._bases, self._template = host.room(8 * (host.notes.layout.streams + 1)), host.record()
        self._tables: dict[str, int] = {}

    def count_in(self, counted: Counted) -> None:
        """Count cards from now on."""
        if "about" not in self._tables:
            for name in ("about", "lists", "signs", "meant", "laid"):
                self._tables[name] = self._room.words(getattr(counted, name))
            seats, cards = self._room.seats, len(counted.cards)
            for name, length in (("counts", (4 * seats + 1) * cards), ("marks", cards), ("waiting", counted.pieces)):
                self._tables[name] = self._room.words([0] * length)
            self._tables |= {"pieces": counted.pieces, "signed": counted.signed}

    def play(self, blank: State, bases: bytes, found: Games, start: int, stop: int) -> None:
        """Play games and put what came out into the rows of `found`. Raises Trapped; then there is that of those before it."""
        room, count = self._room, stop - start
        memory = room.host.memory
        memory.write(self._template, room.host.image.pack(blank))
        memory.write(self._bases, bases)
        columns = found.columns()
        sizes = [column.nbytes // len(found) for column in columns]
        places = room.host.rooms([size * count for size in sizes])
        names = ("score_rows", "best_of", "ends", "asked", "lengths", "noted")
        room.write(
            {
                **self._tables, **dict(zip(names, places, strict=False)), "deals": self._bases, "template": self._template,
                "cards": 0 if found.counts is None else len(found.counts.cards),
                "row": 0, "rows": count, "first": found.first + start, "begun": 0,
            }
        )  # fmt: skip
        try:
            while self._play(room.at, WORK):
                pass
        except Trapped:
            count = self.playing()
            raise
        finally:
            for size, place, column in zip(sizes, places, columns, strict=True):
                column.cast("B")[size * start : size * (start + count)] = memory.view(place, size * count)

    def playing(self) -> int:
        """The row of the game in progress."""
        return self._room.read("row")
