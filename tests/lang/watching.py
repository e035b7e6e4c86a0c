"""A reference interpreter that notes which part of a tree it refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleset_core import BrokenRuleError
from ruleset_core.engine.game import Game
from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.interpreter import Interpreter


class Watching(Interpreter):
    """The innermost part that was worked out when a rule was broken is the one that was refused."""

    refused: Any = None

    def _note(self, node: Any) -> None:
        if self.refused is None:
            self.refused = node

    def value(self, node: Any, s: Any, env: Any) -> Any:
        try:
            return super().value(node, s, env)
        except BrokenRuleError:
            self._note(node)
            raise

    def address(self, load: t.Load, s: Any, env: Any) -> int:
        try:
            return super().address(load, s, env)
        except BrokenRuleError:
            self._note(load)
            raise

    def zone(self, ref: t.ZoneRef, s: Any, env: Any) -> int:
        try:
            return super().zone(ref, s, env)
        except BrokenRuleError:
            self._note(ref)
            raise

    def members(self, selection: t.Selection, s: Any, env: Any) -> Sequence[int]:
        try:
            return super().members(selection, s, env)
        except BrokenRuleError:
            self._note(selection)
            raise

    def gone_through(self, selection: t.Selection, s: Any, env: Any, loop: Any = None) -> list[int]:
        try:
            return super().gone_through(selection, s, env, loop)
        except BrokenRuleError:
            self._note(selection)
            raise

    def execute(self, node: Any, s: Any, env: Any) -> None:
        try:
            super().execute(node, s, env)
        except BrokenRuleError:
            self._note(node)
            raise

    def _finish(self, node: Any, s: Any, env: Any) -> bool:
        try:
            return super()._finish(node, s, env)
        except BrokenRuleError:
            self._note(node.end)
            raise


def watched(game: Game) -> tuple[Game, Watching]:
    """The game played by the interpreter that watches, and that interpreter."""
    slow = game.interpreted()
    hooks = {name: hook.run for name, hook in game.source.hooks.items()}
    slow.interpreter = watching = Watching(game.program, hooks)
    return slow, watching
