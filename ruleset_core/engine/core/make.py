"""The core of a game: compiled, or taken from the disk, or Python in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.engine.core.core import Core
from ruleset_core.engine.core.plain import PlainRunner
from ruleset_core.native.binding import NativeError
from ruleset_core.native.switches import why_not

if TYPE_CHECKING:
    from ruleset_core.engine.core.core import Runner
    from ruleset_core.engine.game import Game


def core_of(game: Game) -> Core:
    """The core of a game, or Python in its place."""
    reason = why_not()
    if reason is None and game.is_interpreted:
        reason = "the reference interpreter was asked for"
    if reason is None:
        try:
            return Core(game, _compiled(game), "core", "")
        except NativeError as error:
            reason = str(error)
    return Core(game, PlainRunner(game), "python", reason)


def _compiled(game: Game) -> Runner:
    from ruleset_core.engine.core.compiled import CompiledRunner
    from ruleset_core.lang.wasm.image import Notes
    from ruleset_core.native.keys import version_of
    from ruleset_core.native.loading import load

    def make() -> bytes:
        from ruleset_core.lang.wasm.module import module

        return module(game.source.decided)

    types = sorted((name, hook.params, hook.result) for name, hook in game.source.hooks.items())
    loaded = load(f"{game.hash} {types} {version_of('ruleset_core.lang', 'ruleset_core.model')}", make)
    return CompiledRunner(game, loaded.module, Notes.read(loaded.wasm))
