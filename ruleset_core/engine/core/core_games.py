"""Whole games within the core, one after the other: who sits at them chooses, and what becomes of cards is counted."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from ruleset_core.engine.broken import endless
from ruleset_core.engine.core.plain_games import ENDLESS, WORK
from ruleset_core.engine.core.results import Moves
from ruleset_core.lang.search.games import FIGURES
from ruleset_core.native.binding import Trapped

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruleset_core.engine.core.core_room import CoreRoom
    from ruleset_core.engine.core.counted import Counted
    from ruleset_core.engine.core.seated import Batch, Sitting
    from ruleset_core.engine.state import State


class CoreGames:
    """A room of the core in which whole games are played."""

    def __init__(self, room: CoreRoom, bases: Callable[[int], bytes]) -> None:
        self._room, self._bases, self._play = room, bases, room.instance.function("play_on")
        host, seats = room.host, room.seats
        self._width = 8 * (host.notes.layout.streams + 1)
        self._deals, self._template = host.room(self._width), host.record()
        words = {"figures": FIGURES * seats, "sitting": seats, "turns": seats, "log": WORK + 1}
        self._fixed = {name: room.words([0] * length) for name, length in words.items()}
        longs = {"lots": 8 * seats * seats, "luck": 8 * seats, "thoughts": self._width * seats * seats}
        self._fixed |= {name: host.room(length) for name, length in longs.items()}
        self._tables: dict[str, int] = {}

    def _count_in(self, counted: Counted) -> None:
        """Count cards from now on."""
        if not self._tables:
            for name in ("about", "lists", "signs", "meant", "laid"):
                self._tables[name] = self._room.words(getattr(counted, name))
            seats, cards = self._room.seats, len(counted.cards)
            for name, length in (
                ("counts", (4 * seats + 1) * cards),
                ("leads", seats * cards),
                ("marks", cards),
                ("waiting", counted.pieces),
            ):
                self._tables[name] = self._room.words([0] * length)
            self._tables |= {"pieces": counted.pieces, "signed": counted.signed}

    def _sit(self, sitting: Sitting) -> None:
        """Who plays from now on."""
        memory, seeds = self._room.host.memory, [each.seed for each in sitting.lots]
        memory.write(self._fixed["figures"], struct.pack(f"<{len(sitting.figures)}i", *sitting.figures))
        self._room.judge_by(sitting.odds, sitting.prospects)
        memory.write(self._fixed["lots"], struct.pack(f"<{len(seeds)}Q", *seeds))
        memory.write(self._fixed["thoughts"], b"".join(map(self._bases, seeds)))

    def play(self, blank: State, batch: Batch, start: int, stop: int) -> None:
        """Play games and put what came out into their rows. Raises Trapped; then there is that of those before it."""
        room, count, found, sitting = self._room, stop - start, batch.found, batch.sitting
        memory = room.host.memory
        memory.write(self._template, room.host.image.pack(blank))
        memory.write(self._deals, self._bases(found.seed))
        if batch.counted is not None:
            self._count_in(batch.counted)
        if sitting is not None:
            self._sit(sitting)
        columns = found.columns()
        sizes = [column.nbytes // len(found) for column in columns]
        places = room.host.rooms([size * count for size in sizes])
        names = ("score_rows", "best_of", "ends", "asked", "lengths", "noted", "stood")
        room.write(
            {
                **self._fixed, **self._tables, **dict(zip(names, places, strict=False)), "deals": self._deals,
                "template": self._template, "cards": 0 if batch.counted is None else len(batch.counted.cards),
                "policies": 0 if sitting is None else room.seats, "turned": sitting is not None and sitting.turned,
                "logging": found.moves is not None, "standing": found.counts is not None and found.counts.leads is not None, "row": 0, "rows": count, "first": found.first + start, "begun": 0,
            }
        )  # fmt: skip
        moves = Moves(found.moves, start)
        try:
            going = 1
            while going:
                going = self._play(room.at, WORK)
                if found.moves is not None:
                    moves.add(memory.view(self._fixed["log"], 4 * room.read("logged"), "i").tolist())
                if going == ENDLESS:
                    count = self.playing()
                    number, game = found.first + start + count, blank.game
                    raise endless(game).of(
                        f"game {number} of seed {found.seed}", f"partida {number} de la semilla {found.seed}"
                    )
        except Trapped:
            count = self.playing()
            moves.add(memory.view(self._fixed["log"], 4 * room.read("logged"), "i").tolist())
            raise
        finally:
            for size, place, column in zip(sizes, places, columns, strict=True):
                column.cast("B")[size * start : size * (start + count)] = memory.view(place, size * count)

    def playing(self) -> int:
        """The row of the game in progress."""
        return self._room.read("row")
