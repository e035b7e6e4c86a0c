"""One game in the core, a decision at a time, so that it can be held against what other executors make of it.

This is not how games are played (`core_of(game)` is): it reads the whole state out of the module's memory after each decision.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ruleset_core import Game, State
from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.compile.host.wasm_modules import WasmModule
from ruleset_core.compile.host.wasmtime_binding import PAGE, WasmTrap
from ruleset_core.compile.wasm import core_game
from ruleset_core.compile.wasm.game_module import build_game_module
from ruleset_core.compile.wasm.state_layout import ModuleMetadata, SharedMemory, StateImage
from ruleset_core.engine.core.instances import HookImports

ROOM = 4096
"""Bytes for what is worked out for all seats."""


class InCore:
    """A game's module with room for two records: a decision is taken on a copy of the record, so the one before stays.

    Attributes:
        wasm: the module.
        image: states as bytes and back.
        size: bytes of a record.
        at, other, out: where the state lies, room for the next one, and for what is worked out for all seats.
        room: bytes of memory in use.
    """

    def __init__(self, game: Game, wasm: bytes) -> None:
        self.wasm, self._most = wasm, core_game.STEPS
        self.notes = ModuleMetadata.read(wasm)
        self.image = StateImage(self.notes)
        self._hooks = HookImports(game, self.image)
        self._instance = WasmModule.compiled(wasm).instance(imports=self._hooks.imports())
        self._memory = self._instance.memory()
        self._hooks.enter(self._memory)
        self._functions: dict[str, Any] = {}
        self._told: tuple[list[int], list[int], tuple[int, int]] = ([], [], (0, 0))
        size = self.size = self.image.record.size
        self.at, self.other, self.out = (self.notes.heap + place * size for place in range(3))
        self.room = self.out + ROOM
        self._memory.grow(max(0, -(-(self.room - self._memory.size) // PAGE)))

    def _run(self, title: str, *args: int) -> int | None:
        """Call a function of the module; None where it stops because a rule is broken."""
        function = self._functions.get(title)
        if function is None:
            function = self._functions[title] = self._instance.function(title, brief=True)
        try:
            return int(function(*args))
        except WasmTrap:
            return None

    def put(self, state: Any, *, told: bool = False) -> None:
        """Take a state over, and if asked for what it tells of the last decision; otherwise that stays what it was."""
        self._memory.write(self.at, self.image.pack(state))
        if told:
            self._told = state.forced[:], state.draws[:], (len(state.forced) // 2, len(state.draws) // 3)

    def begin(self, blank: State) -> bool:
        """Play the setup; whether no rule was broken."""
        self.put(blank)
        return self._done(self._run("begin", self.at))

    def apply(self, option: int) -> bool:
        """Take an option; whether no rule was broken. Where one was, the state is the one before."""
        self._run("clone", self.other, self.at)
        found = self._run("apply", self.other, option)
        if found == -1:
            raise AssertionError(f"option {option} is not offered in the core")
        if found is not None:
            self.at, self.other = self.other, self.at
        return self._done(found)

    def _done(self, found: int | None) -> bool:
        if found is None:
            return False
        forced, drawn = self._memory.view(SharedMemory.forced, 8, "i")
        kept = min(forced, SharedMemory.forced_most), min(drawn, SharedMemory.drawn_most)
        logs = ((SharedMemory.forced_log, 8 * kept[0]), (SharedMemory.drawn_log, 12 * kept[1]))
        one, two = (list(self._memory.view(at, size, "i")) for at, size in logs)
        self._told = one, two, (forced, drawn)
        return True

    @property
    def steps(self) -> int:
        """The steps that the last decision took, or the last amount that is asked for by itself."""
        return self._most - (self._run("steps_left") or 0)

    def state(self) -> Any:
        """Everything there is of a state, with the attributes of `State`, and how many forced decisions and draws there were."""
        s = SimpleNamespace()
        self.image.unpack(self.bytes(), s)
        s.forced, s.draws, s.counts = self._told
        return s

    def bytes(self) -> bytes:
        """The record."""
        return self._memory.read(self.at, self.size)

    def scores(self, seats: int) -> list[int] | None:
        """The scores; None where a rule is broken."""
        if self._run("scores", self.at, self.out) is None:
            return None
        return list(self._memory.view(self.out, 8 * seats, "q"))

    def verdict(self, seats: int) -> tuple[list[int], list[int]] | None:
        """The seats that have won, and the outcome of each; None where a rule is broken."""
        if self._run("outcomes", self.at, self.out, self.out + seats) is None:
            return None
        outcomes, won = (self._memory.view(self.out + at, seats, "b").tolist() for at in (0, seats))
        return [seat for seat in range(seats) if won[seat]], outcomes


def in_core(game: Game) -> InCore | None:
    """A game in the core; None where nothing runs WebAssembly."""
    return None if why_not() else InCore(game, build_game_module(game.source.ir))
