"""A room to think in within the core: its attributes and states in the memory of a host, and the module that works on them."""

from __future__ import annotations

import struct
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING

from ruleset_core.engine.core.manner import Manner, Progress, Thought, tables, thought_of
from ruleset_core.engine.core.plain_room import halvings, sizes, steps_of
from ruleset_core.engine.known import tables_of
from ruleset_core.lang.search.room import fields
from ruleset_core.native.binding import NativeError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ruleset_core.engine.core.host import Host
    from ruleset_core.engine.core.odds import Odds
    from ruleset_core.engine.core.prospects import Prospects
    from ruleset_core.engine.state import State
    from ruleset_core.native.machine import Module

WIDTH = {"Words": 4, "Longs": 8}
CHUNK = 64
"""Most simulations in one call: in between, Ctrl-C is heard."""
FEW = 4
"""The same where a clock is looked at in between."""


class NoRoomError(Exception):
    """A memory is too small for so many states, each of which has room for all that could ever be offered."""


class CoreRoom:
    """Room for thinking as far as a manner does, in the memory of a host. It is kept and used again: memory is never given back."""

    def __init__(self, host: Host, module: Module, manner: Manner, state: State) -> None:
        self.host, self.seats, self._fields = host, state.n, fields()
        self.instance = instance = host.beside(module)
        self._worths, self._search = instance.function("worths"), instance.function("search")
        self._halve = instance.function("halve")
        self._ending, self._know = instance.function("ending"), instance.function("know")
        layout = host.notes.layout
        lengths = sizes(manner, layout.most_options, state.n)
        self.live = steps_of(manner, layout.most_options)
        self._fixed = {"seats": state.n, "mask": lengths["table"] - 1, "live": self.live, "known": self.live + 1}
        try:
            self._fixed["slots"] = host.room(
                (self.live + 2) * host.size
            )  # by far the most: if that fails, nothing was taken
            self.at = host.room(8 * len(self._fields))
            for name, length in lengths.items():
                self._fixed[name] = self._room(name, length)
            self._fixed["bases"] = host.room(8 * (layout.streams + 1))
            self._fixed["secrets"] = host.room(layout.options)
            self._know_how(state)
        except NativeError as error:
            raise NoRoomError from error
        for name, numbers in zip(("logs", "parts"), tables(), strict=True):
            host.memory.write(self._fixed[name], struct.pack(f"<{len(numbers)}i", *numbers))
        secrets = bytes(state.game.is_secret(each) for each in range(state.game.vocabulary_size))
        host.memory.write(self._fixed["secrets"], secrets)
        self._odds: Odds | None = None
        self._prospects: Prospects | None = None
        self._lengths = dict[str, int]()
        """How long lists may be that come with what positions promise."""
        self._game = state.game
        begun = (self._fixed.get(name, 0) for name in self._fields)
        host.memory.write(self.at, struct.pack(f"<{len(self._fields)}q", *begun))

    def _room(self, name: str, length: int) -> int:
        """Room for a list."""
        return self.host.room(WIDTH[self._fields[name][1]] * length)

    def words(self, numbers: Sequence[int]) -> int:
        """Where a list of these numbers lies from now on, 32 bits each."""
        at = self.host.room(4 * len(numbers))
        self.host.memory.write(at, struct.pack(f"<{len(numbers)}i", *numbers))
        return at

    def _know_how(self, state: State) -> None:
        """The tables by which it is told what a seat knows, and room for a plan of it."""
        host, fixed, found = self.host, self._fixed, tables_of(state)
        for name in ("kinds", "spots", "facts", "homes", "values_of", "amounts_of"):
            fixed[name] = self.words(getattr(found, name))
        for name, length in found.lengths().items():
            fixed[name] = self._room(name, length)
        fixed["plan"] = host.room(2 * 4 * found.words)  # once as it is, once for the world that is drawn
        record = host.image.record
        fixed["fixes"] = host.room(2 * (record.stack_bytes + record.entry * record.entries))
        fixed["zones"] = self.words([*record.zones, record.board_end])
        fixed["frames"] = self.words(frames_of(state, host, found.hidden))
        fixed |= {name: getattr(found, name) for name in ("veiled", "homed", "valued", "held")}

    def enter(self, state: State, seat: int, bases: bytes, first: int, manner: Manner) -> None:
        """Lay out what a seat knows of a state, and how it is to think: in a manner for which there is as much room."""
        host = self.host
        host.memory.write(self._fixed["slots"] + self.live * host.size, host.image.pack(state.plain()))
        host.memory.write(self._fixed["bases"], bases)
        self._options = state.options
        self.judge_by(manner.odds, manner.prospects)
        self.write({**manner.figures(), "bases": self._fixed["bases"], "offset": first})
        self._know(self.at, self.live, seat)

    def judge_by(self, odds: Odds | None, prospects: Prospects | None) -> None:
        """The chances that states are judged by from now on, and what they promise; with None there are none."""
        if odds is not None and odds is not self._odds:
            flat = odds.flat
            self.host.memory.write(self._fixed["odds"], struct.pack(f"<{len(flat)}i", *flat))
            self._odds = odds
        if prospects is not None and prospects is not self._prospects:
            laid = prospects.laid(self._game)
            for name, numbers in laid.lists.items():
                if len(numbers) > self._lengths.get(name, -1):
                    self._fixed[name] = self._room(name, len(numbers))
                    self._lengths[name] = len(numbers)
                self.host.memory.write(self._fixed[name], struct.pack(f"<{len(numbers)}i", *numbers))
            self.write({**laid.numbers, **{name: self._fixed[name] for name in laid.lists}})
            self._prospects = prospects

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

    def search(self, sims: int, until: float, progress: Progress) -> Thought:
        """A search of so many simulations, or of those that are begun until a time. Raises Trapped."""
        done, most = 0, CHUNK if until == inf else FEW
        self.write({"sims": sims})
        marks = list[float]()
        while done < sims and (not done or perf_counter() < until):
            count = min(most, sims - done)
            self._search(self.at, done, count)
            if not done and until < inf:
                marks = halvings(self.read("rivals"), until)
            while marks and perf_counter() > marks[0]:
                marks.pop(0)
                self._halve(self.at)
            done += count
            progress(done)
        rows = []
        for place, option in enumerate(self._options):
            child = self._child(self.read("viewer"), option * self._fixed["seats"] + self.read("viewer"))
            seen = [self._entry(name, child) for name in ("visits", "total", "glance")] if child >= 0 else [0, 0, 0]
            rows.append((*seen, *(self._entry(name, place) for name in ("tried", "good", "margins", "squares"))))
        return thought_of(self._options, rows, done, bool(self.read("full")))

    def ending(self, option: int, number: int, answers: Sequence[int]) -> tuple[int, list[int], list[int]]:
        """Play an option on in a world, after answers: decisions, scores, outcomes. Raises Trapped."""
        self.host.memory.write(self._fixed["path"], struct.pack(f"<{len(answers)}i", *answers))
        count, seats = self._ending(self.at, option, number, len(answers)), self._fixed["seats"]
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


def frames_of(state: State, host: Host, hidden: list[str]) -> list[int]:
    """By block, where what follows begins: how many words the values of its frame take; how many values; for each the kind of hidden pieces that
    it names, -1 for none, and how long a list it is at most, -1 for none.
    """
    blocks, shapes = state.game.program.blocks, host.notes.frames
    last = max(shapes, default=-1)
    found = [0] * (last + 1)
    for block in range(last + 1):
        if block in shapes:
            found[block] = len(found)
            found += [sum(1 if most < 0 else 1 + most for most in shapes[block]), len(shapes[block])]
            for kind, most in zip(blocks[block].kinds, shapes[block], strict=True):
                found += [hidden.index(kind.domain) if kind.domain in hidden else -1, most]
    return found
