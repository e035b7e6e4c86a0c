"""Modules run in `wasmtime`, one state at a time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ruleset_core.compile import ir
from ruleset_core.compile.host.wasm_modules import WasmModule
from ruleset_core.compile.host.wasmtime_binding import WasmTrap
from ruleset_core.compile.wasm.game_module import build_game_module
from ruleset_core.compile.wasm.state_layout import ModuleMetadata, SharedMemory, StateImage


class Running:
    """A program as a module, with room for one state and one more."""

    def __init__(self, code: ir.IrProgram) -> None:
        wasm = build_game_module(code)
        notes = ModuleMetadata.read(wasm)
        self.image = StateImage(notes)
        self.instance = WasmModule.compiled(wasm).instance()
        self.memory = self.instance.memory()
        size = self.image.record.size
        self.at, self.other, self.out = notes.heap, notes.heap + size, notes.heap + 2 * size
        self.memory.grow((3 * size + 65536) // 65536 + 1)

    def put(self, s: Any) -> None:
        """A state into memory."""
        self.memory.write(self.at, self.image.pack(s))

    def state(self, at: int | None = None) -> Any:
        """The state in memory, with what was noted last."""
        s = SimpleNamespace(script=None)
        self.image.unpack(self.memory.read(self.at if at is None else at, self.image.record.size), s)
        forced = self.memory.view(SharedMemory.forced, 8, "i")
        s.forced = list(self.memory.view(SharedMemory.forced_log, 8 * forced[0], "i"))
        s.draws = list(self.memory.view(SharedMemory.drawn_log, 12 * forced[1], "i"))
        return s

    def run(self, title: str, *args: int) -> int | None:
        """A function of the module; None where the rule is broken."""
        try:
            return self.instance.function(title)(*args)
        except WasmTrap:
            return None

    def scores(self, seats: int) -> list[int] | None:
        """The score of every seat; None where the rule is broken."""
        if self.run("scores", self.at, self.out) is None:
            return None
        return list(self.memory.view(self.out, 8 * seats, "q"))

    def winners(self, seats: int) -> list[int] | None:
        """The seats with the best score; None where the rule is broken."""
        if self.run("winners", self.at, self.out) is None:
            return None
        return [seat for seat, won in enumerate(self.memory.view(self.out, seats)) if won]


def code_of(
    layout: ir.IrStateSizes, functions: dict[str, ir.IrFunction], blocks: list[ir.IrBlock], **more: Any
) -> ir.IrProgram:
    """A program of these parts."""
    given: dict[str, Any] = {
        "tables": [], "entry": blocks[0].number, "scores": [], "ties": [], "outcome": ir.IrOutcome(lowest=False, ties=len(more.get("ties", ())), wins=-1, team=-1), "board": None, "sights": (),
        "hooks": {},
    }  # fmt: skip
    return ir.IrProgram(
        functions=functions, blocks={each.number: each for each in blocks}, layout=layout, **given | more
    )
