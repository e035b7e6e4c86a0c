"""Many games by the compiled core: each thread has the game's module in a memory of its own, and another one for what a hook does."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from math import inf
from threading import local
from typing import TYPE_CHECKING

from ruleset_core.engine.broken import endless
from ruleset_core.engine.core.core_games import CoreGames
from ruleset_core.engine.core.core_room import CoreRoom, NoRoomError
from ruleset_core.engine.core.errors import DisagreementError
from ruleset_core.engine.core.host import Host
from ruleset_core.engine.core.manner import Luck, Progress, quiet
from ruleset_core.engine.core.plain import PlainRunner
from ruleset_core.engine.core.plain_room import plain_endings, plain_search, plain_worths, steps_of
from ruleset_core.engine.core.results import Endings, Playouts
from ruleset_core.engine.core.state import CompiledState, unpacked
from ruleset_core.engine.core.table import CompiledTable
from ruleset_core.engine.core.tally import LITTLE
from ruleset_core.engine.history import keep
from ruleset_core.engine.imagine import Worlds
from ruleset_core.errors import BrokenRuleError, OptionError
from ruleset_core.lang.seeds import ASIDE, first
from ruleset_core.lang.wasm.record import Shared
from ruleset_core.lang.wasm.second import second
from ruleset_core.native.binding import NativeError, Trapped
from ruleset_core.native.keys import version_of
from ruleset_core.native.loading import load

CHUNK = 256
"""Most worlds that are played from in one call: in between, Ctrl-C is heard."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruleset_core.engine.core.manner import Manner, Thought
    from ruleset_core.engine.core.seated import Batch
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.history import Begun
    from ruleset_core.engine.state import State
    from ruleset_core.lang.wasm.image import Notes
    from ruleset_core.native.machine import Module


class _Work:
    """What a thread works with: a host, room for a batch, and rooms to think in."""

    batch: _Batch | None = None

    def __init__(self, host: Host) -> None:
        self.host = host
        self.rooms: dict[tuple[int, int, int], CoreRoom] = {}
        self.games: dict[tuple[int, int, int], CoreGames] = {}


class _Thread(local):
    """What a thread has. It needs a second host only where a hook that the first one calls wants to play."""

    def __init__(self) -> None:
        self.all = list[_Work]()


class CompiledRunner:
    """Plays in the core. What stops it is played again in Python, which says what it was."""

    def __init__(self, game: Game, module: Module, notes: Notes) -> None:
        self.game = game
        self._module, self._notes = module, notes
        self._thinking: Module | None = None
        self._thread = _Thread()
        self._plain = PlainRunner(game)

    def host(self) -> Host:
        """The host of this thread."""
        return self._work().host

    def _work(self) -> _Work:
        for each in self._thread.all:
            if each.host.is_mine():
                return each
        new = _Work(self._new_host())
        self._thread.all.append(new)
        return new

    def _new_host(self) -> Host:
        return Host(self._module, self._notes, self.game, self.host)

    def play(self, batch: Batch, start: int, stop: int) -> None:
        """Play the games of rows `start` up to but not including `stop`."""
        found = batch.found
        try:
            player = self._plainly() if batch.is_plain else self._games(batch)
        except NoRoomError:
            self._plain.play(batch, start, stop)
            return
        blank = self.game.blank(found.players, 0, batch.options)
        while start < stop:
            try:
                player.play(blank, batch, start, stop)
                return
            except Trapped as trapped:
                row, too_long = start + player.playing(), self.host().too_long()
                number, seed = found.first + row, found.seed
                if not too_long:
                    again = partial(player.play, blank, batch, row, row + 1)
                    self._tell(again, f"game {number} of seed {seed}", f"partida {number} de la semilla {seed}")
                self._plain.play(batch, row, row + 1)
                if not too_long:
                    raise DisagreementError(self.game, f"in game {number} of seed {seed}") from trapped
                start = row + 1

    def _tell(self, again: Callable[[], object], english: str = "", spanish: str = "") -> None:
        """Let Python say what is broken in a call that was stopped: it takes the one decision that the call, made again, stops at.

        Args:
            again: the same call.
            english: in which of many games or worlds it was, if in one of them.
            spanish: the same.

        Raises:
            BrokenRuleError: what is broken. If nothing is raised, it was no decision, or Python goes on.
        """
        host = self.host()
        record, option = host.stopped_at(again)
        if option == Shared.elsewhere:
            return
        try:
            if option == Shared.unending:
                raise endless(self.game)
            state = unpacked(self.game, host.image, record, ([], []))
            state.past = state.kept = None
            if option < 0:
                self.game.begin(state)
            else:
                keep(state)
                state.apply(option)
            if state.over:
                state.scores()
                state.verdict()
        except BrokenRuleError as error:
            raise (error.of(english, spanish) if english else error) from error

    def _plainly(self) -> _Batch:
        """What plays random games of which nothing is wanted but how they end."""
        work = self._work()
        if work.batch is None:
            work.batch = _Batch(work.host, self._bases)
        return work.batch

    def _games(self, batch: Batch) -> CoreGames:
        """What plays games in which somebody thinks or something is counted."""
        manner = LITTLE if batch.sitting is None else batch.sitting.widest
        key = steps_of(manner, 0), manner.nodes, batch.found.players
        work = self._work()
        if key not in work.games:
            blank = self.game.blank(batch.found.players, 0, batch.options)
            work.games[key] = CoreGames(CoreRoom(work.host, self._second(), manner, blank), self._bases)
        return work.games[key]

    def _bases(self, seed: int) -> bytes:
        """The words that a batch's streams come from, that of the choices last."""
        names = (*self.game.program.streams, ASIDE)
        return struct.pack(f"<{len(names)}Q", *(first(seed, name) for name in names))

    def table(self, count: int, players: int, seed: int, options: Mapping[str, object]) -> CompiledTable:
        """So many games side by side, in a memory of their own. Raises OptionError where there is no room for so many."""
        blank = self.game.blank(players, 0, options)
        host = self._new_host()
        try:
            return CompiledTable(self.game, host, count, blank, self._bases(seed), seed, options)
        except NativeError as error:
            raise OptionError(
                f"there is no room for {count:,} states of {self.game.title()} side by side: one takes {host.size:,} bytes, "
                "and a memory has at most 4 GB",
                ("n",),
            ) from error

    def state(self, state: State) -> State:
        """The same state, within the core."""
        return CompiledState.of(state, self.host())

    def new(self, begun: Begun) -> State:
        """A game at its first decision, within the core."""
        return CompiledState.begun(begun, self.host())

    def worths(self, state: State, seat: int, luck: Luck, manner: Manner) -> list[int]:
        """What greedy thinks of every option: a sum over as many worlds for each."""
        try:
            return self._room(state, seat, luck, manner).worths(manner.wide, manner.far)
        except NoRoomError:
            return self._plain.worths(state, seat, luck, manner)
        except Trapped as trapped:
            too_long = self.host().too_long()
            if not too_long:
                self._tell(lambda: self._room(state, seat, luck, manner).worths(manner.wide, manner.far))
            found = plain_worths(Worlds(state, seat), luck, manner)
            if too_long:
                return found
            raise DisagreementError(self.game, f"thinking of seed {luck.seed}") from trapped

    def search(
        self, state: State, seat: int, sims: int, luck: Luck, manner: Manner, until: float, progress: Progress
    ) -> Thought:
        """A search of so many simulations, or of those that are begun until a time."""
        try:
            return self._room(state, seat, luck, manner).search(sims, until, progress)
        except NoRoomError:
            return self._plain.search(state, seat, sims, luck, manner, until, progress)
        except Trapped as trapped:
            too_long = self.host().too_long()
            if not too_long and until == inf:
                self._tell(lambda: self._room(state, seat, luck, manner).search(sims, inf, quiet))
            found = plain_search(Worlds(state, seat), sims, luck, manner, until, progress)
            if too_long:
                return found
            raise DisagreementError(self.game, f"in a search of seed {luck.seed}") from trapped

    def endings(self, found: Endings, state: State, seat: int, seed: int, manner: Manner) -> None:
        """What becomes of every option in every world."""
        number, luck = 0, Luck(seed)
        try:
            room = self._room(state, seat, luck, manner)
            for number in range(found.count):
                for row, option in enumerate(found.options or (-1,)):
                    found.note(row, number, *room.ending(option, found.first + number, found.answers))
        except NoRoomError:
            self._plain.endings(found, state, seat, seed, manner)
        except Trapped as trapped:
            too_long = self.host().too_long()
            if not too_long:

                def again() -> None:
                    room = self._room(state, seat, luck, manner)
                    for option in found.options or (-1,):
                        room.ending(option, found.first + number, found.answers)

                self._tell(again)
            plain_endings(found, Worlds(state, seat), luck, manner, number)
            if not too_long:
                raise DisagreementError(self.game, f"in world {found.first + number} of seed {seed}") from trapped

    def _room(self, state: State, seat: int, luck: Luck, manner: Manner) -> CoreRoom:
        """A room in which what a seat knows is laid out."""
        work, key = self._work(), (steps_of(manner, 0), manner.nodes, state.n)  # all that its size depends on
        room = work.rooms.get(key)
        if room is None:
            room = work.rooms[key] = CoreRoom(work.host, self._second(), manner, state)
        room.enter(state, seat, self._bases(luck.seed), luck.first, manner)
        return room

    def _second(self) -> Module:
        """The module that thinks, made when it is first asked for."""
        if self._thinking is None:
            layout = self._notes.layout
            key = f"second {json.dumps(asdict(layout))} {version_of('ruleset_core.lang', 'ruleset_core.model')}"
            self._thinking = load(key, lambda: second(layout)).module
        return self._thinking

    def playouts(self, found: Playouts, state: State, seat: int, seed: int) -> None:
        """Play to the end from as many worlds as are asked for, each option in each of them."""
        worlds = Worlds(state, seat)
        job = _Playouts(self.host(), worlds, self._bases(seed), found)
        try:
            while job.done < found.count:
                job.go_on(min(CHUNK, found.count - job.done))
            job.told(found)
        except Trapped as trapped:
            number, too_long = job.done + job.playing(), self.host().too_long()
            if too_long:
                self._plain.playouts(found, state, seat, seed)
                return
            again = partial(job.go_on, min(CHUNK, found.count - job.done))
            self._tell(again, f"world {number} of seed {seed}", f"mundo {number} de la semilla {seed}")
            self._plain.from_world(Playouts.blank(1, found.options, state.n), worlds, seed, number)
            raise DisagreementError(self.game, f"in world {number} of seed {seed}") from trapped
        finally:
            job.end()


class _Batch:
    """Room in a host's memory for a batch of games, grown as needed."""

    def __init__(self, host: Host, bases: Callable[[int], bytes]) -> None:
        self.host, self._words = host, bases
        self._play = host.function("play")
        streams = host.notes.layout.streams
        self._state, self._template, self._bases = host.record(), host.record(), host.room(8 * (streams + 1))

    def playing(self) -> int:
        """The number of the game in progress, counted from the first of the batch."""
        return self.host.memory.view(Shared.playing, 4, "i")[0]

    def play(self, blank: State, batch: Batch, start: int, stop: int) -> None:
        """Play games and put what came out into their rows. Raises Trapped; then there is that of those before it."""
        memory, count, found = self.host.memory, stop - start, batch.found
        memory.write(self._template, self.host.image.pack(blank))
        memory.write(self._bases, self._words(found.seed))
        columns = found.columns()
        sizes = [column.nbytes // len(found) for column in columns]
        places = self.host.rooms([size * count for size in sizes])
        try:
            self._play(self._state, self._template, self._bases, found.first + start, count, *places)
        except Trapped:
            count = self.playing()
            raise
        finally:
            for size, place, column in zip(sizes, places, columns, strict=True):
                column.cast("B")[size * start : size * (start + count)] = memory.view(place, size * count)


class _Playouts:
    """Play-outs from one state: what the core needs lies in memory until the sums are read."""

    def __init__(self, host: Host, worlds: Worlds, bases: bytes, found: Playouts) -> None:
        self.host, self.done = host, 0
        self._go = host.function("playouts")
        self._rows, self._players = len(found.decisions), found.scores.shape[1] if found.scores.shape else 1
        frames = frames_named(worlds, host)
        tried = found.options or (-1,)
        content = (
            struct.pack(f"<{2 * len(worlds.plan)}i", *worlds.plan, *worlds.plan),
            struct.pack(f"<{len(frames)}i", *frames),
            bases,
            struct.pack(f"<{len(tried)}i", *tried),
            *(bytes(8 * self._rows * self._players) for _ in range(3)),
            bytes(8 * self._rows),
        )
        self._records = [host.record() for _ in range(3)]
        self._places = host.rooms([len(each) for each in content])
        for at, each in zip(self._places, content, strict=True):
            host.memory.write(at, each)
        host.memory.write(self._records[2], host.image.pack(worlds.base))
        self._viewer, self._words, self._frames = worlds.seat, len(worlds.plan), len(frames) // 2

    def playing(self) -> int:
        """The number of the world in progress, counted from the first of the call."""
        return self.host.memory.view(Shared.playing, 4, "i")[0]

    def go_on(self, count: int) -> None:
        """Play from the next worlds. Raises Trapped."""
        plan, frames, bases, options, *sums = self._places
        self._go(
            *self._records, self._viewer, plan, self._words, frames, self._frames, bases, self.done, count,
            options, self._rows, *sums,
        )  # fmt: skip
        self.done += count

    def told(self, found: Playouts) -> None:
        """Put the sums into what was asked for."""
        sums = found.scores, found.wins, found.outcomes, found.decisions
        for at, numbers in zip(self._places[-len(sums) :], sums, strict=True):
            numbers.cast("B")[:] = self.host.memory.view(at, numbers.nbytes)

    def end(self) -> None:
        """Give the memory back."""
        for record in self._records:
            self.host.release(record)


def frames_named(worlds: Worlds, host: Host) -> list[int]:
    """Where in a record frames and queue name hidden pieces: the place, and where the plan says who took its place."""
    starts, blocks = worlds.starts, worlds.base.game.program.blocks
    found: list[int] = []
    for at, block, value in host.image.named(worlds.base):
        kind = blocks[block].kinds[value]
        if kind.domain in starts:
            found += [at, starts[kind.domain]]
    return found
