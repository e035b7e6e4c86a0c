"""Makes the core of a game: compiled, read from the disk, or the interpreter where WebAssembly cannot run. Imports executors only when asked."""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING

from ruleset_core.compile.host.executor_choice import wanted_executor, why_not
from ruleset_core.compile.host.wasmtime_binding import WasmError
from ruleset_core.engine.game import Game
from ruleset_core.engine.game_source import GameSource, memoized

if TYPE_CHECKING:
    from ruleset_core.engine.core.many_games import Core, Runner


def game_of(source: GameSource, *, interpreted: bool = False) -> Game:
    """The game that is made of a source; `interpreted`: its states stay outside of the core."""
    return Game(source, core_of, interpreted=interpreted)


def core_of(game: Game) -> Core:
    """What plays many games at once, by the fastest executor there is; it is made once for a game."""
    return _core_of(game)


@memoized
def _core_of(game: Game) -> Core:
    game.has_core = True
    return _made(game)


def _made(game: Game) -> Core:
    from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
    from ruleset_core.engine.core.many_games import Core

    reason = why_not()
    if reason is None and game.is_interpreted:
        reason = "the reference interpreter was asked for"
    if reason is None:
        try:
            return Core(game, _compiled(game), "core", "")
        except WasmError as error:
            reason = str(error)
    if wanted_executor() == "core" and not game.is_interpreted:
        _warn_once(reason)
    return Core(game, InterpretedRunner(game), "interpreter", reason)


@cache
def _warn_once(reason: str) -> None:
    """Say once in a process that there is no core, to whoever listens to the log: on standard error, unless a program says otherwise."""
    logging.getLogger("ruleset").warning(
        "there is no core here, so the interpreter plays, which takes longer: %s", reason
    )


def _compiled(game: Game) -> Runner:
    from ruleset_core.compile.host.wasm_modules import load_module
    from ruleset_core.compile.wasm.state_layout import ModuleMetadata
    from ruleset_core.engine.core.compiled_runner import CompiledRunner

    def make() -> bytes:
        from ruleset_core.compile.wasm.game_module import build_game_module

        return build_game_module(game.source.ir)

    types = sorted((name, hook.params, hook.result) for name, hook in game.source.hooks.items())
    loaded = load_module(f"{game.hash} {types}", make)
    return CompiledRunner(game, loaded.module, ModuleMetadata.read(loaded.wasm))
