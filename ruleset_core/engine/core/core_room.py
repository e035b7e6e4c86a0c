"""A room to think in within the core: its attributes and states in the memory of a host, and the module that works on them."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from ruleset_core.engine.core.manner import Manner, Thought, tables, thought_of
from ruleset_core.engine.core.plain_room import sizes, steps_of
from ruleset_core.errors import OptionError
from ruleset_core.lang.search.room import fields
from ruleset_core.native.binding import NativeError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruleset_core.engine.core.host import Host
    from ruleset_core.engine.imagine import Worlds
    from ruleset_core.native.machine import Module

WIDTH = {"Words": 4, "Longs": 8}
CHUNK = 64
"""Most simulations in one call: in between, Ctrl-C is heard."""


class CoreRoom:
    """Room for thinking as far as a manner does, in the memory of a host. It is kept and used again: memory is never given back."""

    def __init__(self, host: Host, module: Module, manner: Manner, seats: int) -> None:
        self.host, self.seats, self._fields = host, seats, fields()
        self.instance = instance = host.beside(module)
        self._worths, self._search = instance.function("worths"), instance.function("search")
        self._ending = instance.function("ending")
        layout = host.notes.layout
        lengths = sizes(manner, layout.most_options, seats)
        states = steps_of(manner, layout.most_options) + 1
        self._fixed = {**manner.figures(), "seats": seats, "mask": lengths["table"] - 1, "live": states - 1}
        try:
            self.at = host.room(8 * len(self._fields))
            for name, length in lengths.items():
                self._fixed[name] = host.room(WIDTH[self._fields[name][1]] * length)
            self._fixed["plain"] = host.record()
            self._fixed["bases"] = host.room(8 * (layout.streams + 1))
            self._fixed["secrets"] = host.room(layout.options)
            self._fixed["slots"] = host.room(states * host.size)
        except NativeError as error:
            raise OptionError(
                f"there is no room to think in so wide a manner: one state takes {host.size:,} bytes"
            ) from error
        logs, parts = tables()
        for name, numbers in (("logs", logs), ("parts", parts)):
            host.memory.write(self._fixed[name], struct.pack(f"<{len(numbers)}i", *numbers))
        self._secret = False
        begun = (self._fixed.get(name, 0) for name in self._fields)
        host.memory.write(self.at, struct.pack(f"<{len(self._fields)}q", *begun))

    def enter(self, worlds: Worlds, frames: list[int], bases: bytes, manner: Manner) -> None:
        """Lay out what a seat knows of a state, and how it is to think: in a manner for which there is as much room."""
        host, plan, game = self.host, worlds.plan, worlds.base.game
        if not self._secret:
            host.memory.write(
                self._fixed["secrets"], bytes(game.is_secret(each) for each in range(game.vocabulary_size))
            )
            self._secret = True
        content = (struct.pack(f"<{2 * len(plan)}i", *plan, *plan), struct.pack(f"<{len(frames)}i", *frames))
        places = host.rooms([len(each) + 8 for each in content])
        for at, each in zip(places, content, strict=True):
            host.memory.write(at, each)
        host.memory.write(self._fixed["plain"], host.image.pack(worlds.base))
        host.memory.write(self._fixed["bases"], bases)
        now = {
            **manner.figures(), "viewer": worlds.seat, "plan": places[0], "fixes": places[1], "size": len(plan),
            "places": len(frames) // 2,
        }  # fmt: skip
        self._options = worlds.base.options
        self.write(now)

    def write(self, numbers: Mapping[str, int]) -> None:
        """Set attributes of the room: numbers, and where lists lie."""
        view = self.host.memory.view(self.at, 8 * len(self._fields), "q")
        for name, number in numbers.items():
            view[self._fields[name][0] >> 3] = number

    def read(self, name: str) -> int:
        """An attribute of 32 bits."""
        found: int = self.host.memory.view(self.at + self._fields[name][0], 4, "i")[0]
        return found

    def worths(self, wide: int, far: int) -> list[int]:
        """What greedy thinks of every option. Raises Trapped."""
        self.write({"budget": wide, "ahead": far})
        self._worths(self.at, 0)
        return self.host.memory.view(self._fixed["best"], 8 * len(self._options), "q").tolist()

    def search(self, sims: int) -> Thought:
        """A search of so many simulations. Raises Trapped."""
        done = 0
        while done < sims:
            count = min(CHUNK, sims - done)
            self._search(self.at, done, count)
            done += count
        rows = []
        for place, option in enumerate(self._options):
            child = self._child(self.read("viewer"), option * self._fixed["seats"] + self.read("viewer"))
            seen = [self._entry(name, child) for name in ("visits", "total", "glance")] if child >= 0 else [0, 0, 0]
            rows.append((*seen, *(self._entry(name, place) for name in ("tried", "good", "margins", "squares"))))
        return thought_of(self._options, rows, sims, bool(self.read("full")))

    def ending(self, option: int, number: int) -> tuple[int, list[int], list[int]]:
        """Play an option on in a world: decisions, scores, outcomes. Raises Trapped."""
        count, seats = self._ending(self.at, option, number), self._fixed["seats"]
        view = self.host.memory.view
        return (
            count,
            view(self._fixed["worth"], 8 * seats, "q").tolist(),
            view(self._fixed["result"], 4 * seats, "i").tolist(),
        )

    def _entry(self, name: str, place: int) -> int:
        width = WIDTH[self._fields[name][1]]
        found: int = self.host.memory.view(self._fixed[name] + width * place, width, "i" if width == 4 else "q")[0]
        return found

    def _child(self, node: int, edge: int) -> int:
        """The node that an edge leads to; -1 if there is none. See `tree.spot`."""
        at = (node * 40503 + edge * 9973) & self._fixed["mask"]
        while (child := self._entry("table", at)) >= 0:
            if self._entry("parent", child) == node and self._entry("edge", child) == edge:
                return child
            at = (at + 1) & self._fixed["mask"]
        return -1
