"""Runs many games in WebAssembly: each thread has its own instance. What stops there is replayed by the interpreter, which says why."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from math import inf
from threading import local

from ruleset_core.compile.host.wasm_modules import HostModule, load_module
from ruleset_core.compile.host.wasmtime_binding import WasmError, WasmTrap
from ruleset_core.compile.wasm.state_layout import ModuleMetadata, SharedMemory
from ruleset_core.engine.core.compiled_arenas import ArenaTooSmallError, CompiledArena, CompiledGames
from ruleset_core.engine.core.compiled_states import CompiledBatch, CompiledState, CoreDisagreementError, unpack_state
from ruleset_core.engine.core.game_results import Endings, Playouts
from ruleset_core.engine.core.instances import CoreInstance
from ruleset_core.engine.core.interpreted_arenas import (
    LITTLE,
    interpreted_endings,
    interpreted_search,
    interpreted_worths,
    most_states,
)
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.move_counts import count_moves
from ruleset_core.engine.core.seat_policies import (
    GameBatch,
    SearchResult,
    SearchSettings,
    WorldSeeds,
)
from ruleset_core.engine.determinization import WorldSampler
from ruleset_core.engine.game import Game
from ruleset_core.engine.history import NewGameStart
from ruleset_core.engine.rule_errors import endless_game
from ruleset_core.engine.state import State
from ruleset_core.errors import BrokenRuleError, OptionError, SaveError
from ruleset_core.lang.runtime import ASIDE, stream_starts
from ruleset_core.messages import translations
from ruleset_core.slices import finish

CHUNK = 256
"""Most worlds that are played from in one call: in between, Ctrl-C is heard."""
NESTED = 64
"""Decisions one after the other of which one call counts the moves; a move may have several."""


class _Work:
    """What a thread works with: a host, room for a batch, and rooms to think in.

    Attributes:
        rooms: those in which nobody thinks.
        arenas: how many there are, those for whole games too.
    """

    batch: _Batch | None = None

    def __init__(self, host: CoreInstance) -> None:
        self.host = host
        self.rooms: dict[tuple[int, int, int, int], list[CompiledArena]] = {}
        self.arenas = 0
        self.games: dict[tuple[int, int, int, int], CompiledGames] = {}


class _Thread(local):
    """What a thread has. It needs a second host only where a hook that the first one calls wants to play."""

    def __init__(self) -> None:
        self.all = list[_Work]()


class CompiledRunner:
    """Plays in the core. What stops it is played again by the interpreter, which says what it was."""

    def __init__(self, game: Game, module: HostModule, notes: ModuleMetadata) -> None:
        self.game = game
        self._module, self._notes = module, notes
        self._loaded_search_module: HostModule | None = None
        self._thread = _Thread()
        self._plain = InterpretedRunner(game)

    def host(self) -> CoreInstance:
        """The host of this thread."""
        return self._work().host

    def _work(self) -> _Work:
        for each in self._thread.all:
            if each.host.is_mine():
                return each
        new = _Work(self._new_host())
        self._thread.all.append(new)
        return new

    def _new_host(self) -> CoreInstance:
        return CoreInstance(self._module, self._notes, self.game, self.host)

    def play(self, batch: GameBatch, start: int, stop: int) -> None:
        """Play the games of rows `start` up to but not including `stop`."""
        found = batch.found
        try:
            player = self._random_games() if batch.is_plain else self._bot_games(batch)
        except ArenaTooSmallError:
            self._plain.play(batch, start, stop)
            return
        blank = batch.template(self.game, start)
        try:
            player.play(blank, batch, start, stop)
        except WasmTrap as trapped:
            row = start + player.playing()
            number, seed = found.first + row, found.seed
            again = partial(player.play, blank, batch, row, row + 1)
            self._replay_in_interpreter(again, translations("rule.in_game", number=number, seed=seed))
            self._plain.play(batch, row, row + 1)
            raise CoreDisagreementError(self.game, f"in game {number} of seed {seed}") from trapped

    def _replay_in_interpreter(self, again: Callable[[], object], within: Mapping[str, str] | None = None) -> None:
        """Let the interpreter say what is broken in a call that was stopped: it takes the one decision that the call, made again, stops at.

        Args:
            again: the same call.
            within: in which of many games or worlds it was, if in one of them, by language.

        Raises:
            BrokenRuleError: what is broken. If nothing is raised, it was no decision, or the interpreter goes on.
        """
        host = self.host()
        host.latest = None  # what is noted belongs to no state
        record, option = host.stopped_at(again)
        if option == SharedMemory.elsewhere:
            return
        try:
            if option == SharedMemory.unending:
                raise endless_game(self.game)
            state = unpack_state(self.game, host.image, record, ([], []))
            state.past = state.kept = None
            if option < 0:
                self.game.begin(state)
            else:
                self.game.take(state, option)
            if state.over:
                state.scores()
                state.verdict()
        except BrokenRuleError as error:
            raise (error.within(within) if within else error) from error

    def _random_games(self) -> _Batch:
        """What plays random games of which nothing is wanted but how they end."""
        work = self._work()
        if work.batch is None:
            work.batch = _Batch(work.host, self._bases)
        return work.batch

    def _bot_games(self, batch: GameBatch) -> CompiledGames:
        """What plays games in which somebody thinks or something is counted."""
        settings = LITTLE if batch.sitting is None else batch.sitting.widest
        key = most_states(settings, 0), settings.turn, settings.nodes, batch.found.players
        games = self._work().games.get(key)
        if games is None:
            blank = self.game.blank(batch.found.players, 0, batch.options)
            games = CompiledGames(self._new_arena(settings, blank), self._bases)
            self._work().games[key] = games
        return games

    def _bases(self, seed: int, redrawn: Mapping[str, int] | None = None) -> bytes:
        """The words that a batch's streams come from, that of the choices last."""
        words = stream_starts(seed, (*self.game.program.streams, ASIDE), redrawn)
        return struct.pack(f"<{len(words)}Q", *words)

    def table(self, count: int, players: int, seed: int, options: Mapping[str, object]) -> CompiledBatch:
        """So many games side by side, in a memory of their own. Raises OptionError where there is no room for so many."""
        blank = self.game.blank(players, 0, options)
        host = self._new_host()
        try:
            return CompiledBatch(self.game, host, count, blank, self._bases(seed), seed, options)
        except WasmError as error:
            raise OptionError(
                f"there is no room for {count:,} states of {self.game.title()} side by side: one takes {host.size:,} bytes, "
                "and a memory has at most 4 GB",
                ("n",),
            ) from error

    def enter(self, state: State) -> bool:
        """Move a state that lies outside into the core. Raises SaveError where there is no room for it."""
        try:
            CompiledState.enter(state, self.host())
        except (ValueError, WasmError) as error:
            raise SaveError(str(error)) from error
        return True

    def new(self, begun: NewGameStart) -> State:
        """A game at its first decision, within the core."""
        return CompiledState.begun(begun, self.host())

    def worths(self, state: State, seat: int, seeds: WorldSeeds, settings: SearchSettings) -> list[int]:
        """What greedy thinks of every option: a sum over as many worlds for each."""

        def glance() -> list[int]:
            with self._room(state, seat, seeds, settings) as room:
                return room.worths(settings.wide, settings.far)

        try:
            return glance()
        except ArenaTooSmallError:
            return self._plain.worths(state, seat, seeds, settings)
        except WasmTrap as trapped:
            self._replay_in_interpreter(glance)
            interpreted_worths(WorldSampler(state, seat), seeds, settings)
            raise CoreDisagreementError(self.game, f"thinking of seed {seeds.seed}") from trapped

    def search(
        self,
        state: State,
        seat: int,
        sims: int,
        seeds: WorldSeeds,
        settings: SearchSettings,
        until: float,
    ) -> Generator[int, None, SearchResult]:
        """A search of so many simulations, or of those that are begun until a time, in slices."""
        try:
            with self._room(state, seat, seeds, settings) as room:
                yield 0  # to make a room takes as long as some slices
                return (yield from room.search(sims, until))
        except ArenaTooSmallError:
            return (yield from self._plain.search(state, seat, sims, seeds, settings, until))
        except WasmTrap as trapped:
            if until == inf:

                def again() -> None:
                    with self._room(state, seat, seeds, settings) as room:
                        finish(room.search(sims, inf))

                self._replay_in_interpreter(again)
            yield from interpreted_search(WorldSampler(state, seat), sims, seeds, settings, until)
            raise CoreDisagreementError(self.game, f"in a search of seed {seeds.seed}") from trapped

    def endings(
        self, found: Endings, state: State, seat: int, seed: int, settings: SearchSettings
    ) -> Generator[int, None, None]:
        """What becomes of every option in every world, in slices."""
        number, seeds = 0, WorldSeeds(seed)
        try:
            with self._room(state, seat, seeds, settings) as room:
                for number in range(found.count):
                    for row, option in enumerate(found.options or (-1,)):
                        found.note(row, number, *room.ending(option, found.first + number, found.answers))
                        found.note_categories(row, number, room.ended, seat)
                        yield number
        except ArenaTooSmallError:
            yield from self._plain.endings(found, state, seat, seed, settings)
        except WasmTrap as trapped:

            def again() -> None:
                with self._room(state, seat, seeds, settings) as room:
                    for option in found.options or (-1,):
                        room.ending(option, found.first + number, found.answers)

            self._replay_in_interpreter(again)
            yield from interpreted_endings(found, WorldSampler(state, seat), seeds, settings, number)
            raise CoreDisagreementError(self.game, f"in world {found.first + number} of seed {seed}") from trapped

    def count_moves(self, state: State, depth: int) -> int:
        """How many sequences of so many moves, at least one, there are from a state."""
        host = self.host()
        (at,) = host.rooms([NESTED * host.size])
        host.memory.write(at, host.image.pack(state.plain()))
        host.latest = None  # what is noted belongs to no state
        again = partial(host.function("count_moves"), at, depth, at + (NESTED - 1) * host.size)
        try:
            found: int = again()
        except WasmTrap as trapped:
            host.memory.write(at, host.image.pack(state.plain()))
            self._replay_in_interpreter(again)
            self._plain.count_moves(state, depth)
            raise CoreDisagreementError(self.game, "counting moves") from trapped
        return found if found >= 0 else count_moves(state, depth, self.count_moves)

    @contextmanager
    def _room(
        self, state: State, seat: int, seeds: WorldSeeds, settings: SearchSettings
    ) -> Generator[CompiledArena, None, None]:
        """A room in which what a seat knows is laid out, for nobody else until the end of the block."""
        key = most_states(settings, 0), settings.turn, settings.nodes, state.n  # all that its size depends on
        free = self._work().rooms.get(key, [])
        room = free.pop() if free else self._new_arena(settings, state)
        home = self._work().rooms  # a new one may lie in a new memory
        try:
            room.enter(state, seat, self._bases(seeds.seed), seeds.first, settings)
            yield room
        finally:
            home.setdefault(key, []).append(room)

    def _new_arena(self, settings: SearchSettings, state: State) -> CompiledArena:
        """An arena of its own. Where the memory of this thread is full of others, the thread goes on in a new one.

        A game with 13,000 options takes 1.5 GB for a number of players, and a memory has at most 4. States keep the memory they lie in.
        """
        work = self._work()
        try:
            made = CompiledArena(work.host, self._search_module(), settings, state)
        except ArenaTooSmallError:
            if not work.arenas:
                raise
            self._thread.all.remove(work)
            made = CompiledArena(self.host(), self._search_module(), settings, state)
        self._work().arenas += 1
        return made

    def _search_module(self) -> HostModule:
        """The module of the search, made when it is first asked for."""
        if self._loaded_search_module is None:
            layout = self._notes.layout
            key = f"search {json.dumps(asdict(layout))}"

            def make() -> bytes:
                from ruleset_core.compile.wasm.search_module import build_search_module  # mostly it is kept

                return build_search_module(layout)

            self._loaded_search_module = load_module(key, make).module
        return self._loaded_search_module

    def playouts(self, found: Playouts, state: State, seat: int, seed: int) -> None:
        """Play to the end from as many worlds as are asked for, each option in each of them."""
        worlds = WorldSampler(state, seat)
        job = _Playouts(self.host(), worlds, self._bases(seed), found)
        try:
            while job.done < found.count:
                job.go_on(min(CHUNK, found.count - job.done))
            job.write_sums(found)
        except WasmTrap as trapped:
            number = job.done + job.host.playing()
            again = partial(job.go_on, min(CHUNK, found.count - job.done))
            self._replay_in_interpreter(again, translations("rule.in_world", number=number, seed=seed))
            self._plain.from_world(Playouts.blank(1, found.options, state.n), worlds, seed, number)
            raise CoreDisagreementError(self.game, f"in world {number} of seed {seed}") from trapped
        finally:
            job.end()


class _Batch:
    """Room in a host's memory for a batch of games, grown as needed."""

    def __init__(self, host: CoreInstance, bases: Callable[..., bytes]) -> None:
        self.host, self._bases_of = host, bases
        self._play = host.function("play_random_games")
        streams = host.notes.layout.streams
        self._state, self._template, self._bases = host.record(), host.record(), host.room(8 * (streams + 1))

    def playing(self) -> int:
        """The row of the game in progress, counted from the first."""
        return self.host.playing()

    def play(self, blank: State, batch: GameBatch, start: int, stop: int) -> None:
        """Play games and put what came out into their rows. Raises WasmTrap; then there is that of those before it."""
        memory, count, found = self.host.memory, stop - start, batch.found
        memory.write(self._template, self.host.image.pack(blank))
        memory.write(self._bases, self._bases_of(found.seed, batch.redrawn))
        columns = found.columns()
        sizes = [column.nbytes // len(found) for column in columns]
        places = self.host.rooms([size * count for size in sizes])
        try:
            self._play(self._state, self._template, self._bases, found.first + start, count, *places)
        except WasmTrap:
            count = self.playing()
            raise
        finally:
            for size, place, column in zip(sizes, places, columns, strict=True):
                column.cast("B")[size * start : size * (start + count)] = memory.view(place, size * count)


class _Playouts:
    """Play-outs from one state: what the core needs lies in memory until the sums are read."""

    def __init__(self, host: CoreInstance, worlds: WorldSampler, bases: bytes, found: Playouts) -> None:
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
        self._viewer, self._plan_size, self._frames = worlds.seat, len(worlds.plan), len(frames) // 2

    def go_on(self, count: int) -> None:
        """Play from the next worlds. Raises WasmTrap."""
        plan, frames, bases, options, *sums = self._places
        self._go(
            *self._records, self._viewer, plan, self._plan_size, frames, self._frames, bases, self.done, count,
            options, self._rows, *sums,
        )  # fmt: skip
        self.done += count

    def write_sums(self, found: Playouts) -> None:
        """Put the sums into what was asked for."""
        sums = found.scores, found.wins, found.outcomes, found.decisions
        for at, numbers in zip(self._places[-len(sums) :], sums, strict=True):
            numbers.cast("B")[:] = self.host.memory.view(at, numbers.nbytes)

    def end(self) -> None:
        """Give the memory back."""
        for record in self._records:
            self.host.release(record)


def frames_named(worlds: WorldSampler, host: CoreInstance) -> list[int]:
    """Where in a record frames and queue name hidden pieces: the place, and where the plan says who took its place."""
    starts, blocks = worlds.starts, worlds.base.game.program.blocks
    found: list[int] = []
    for at, block, value in host.image.named(worlds.base):
        kind = blocks[block].kinds[value]
        if kind.domain in starts:
            found += [at, starts[kind.domain]]
    return found
