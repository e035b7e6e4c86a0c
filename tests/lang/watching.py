"""A tracer that notes which part of a tree the evaluator refused."""

from __future__ import annotations

from typing import Any, TypeVar

from ruleset_core import BrokenRuleError
from ruleset_core.engine.game import Game
from ruleset_core.lang.evaluate.blocks import Entry
from ruleset_core.lang.evaluate.evaluator import Evaluator
from ruleset_core.lang.evaluate.tracer import Tracer
from ruleset_core.lang.program import Node, Procedure

B = TypeVar("B")


class Watching(Tracer):
    """The innermost part that was worked out when a rule was broken is the one that was refused."""

    refused: Any = None

    def wrap(self, node: Any, closure: B) -> B:
        if isinstance(node, (Node, Procedure, Entry)):
            return closure  # what it is made of tells more, and who calls it says whether arguments are sure

        def watched(*args: Any) -> Any:
            try:
                return closure(*args)  # type: ignore[operator]
            except BrokenRuleError:
                if self.refused is None:
                    self.refused = node
                raise

        return watched  # type: ignore[return-value]


def watched(game: Game) -> tuple[Game, Watching]:
    """The game played by an evaluator that is watched, and who watches."""
    slow, watching = game.interpreted(), Watching()
    hooks = {name: hook.run for name, hook in game.source.hooks.items()}
    slow.interpreter = Evaluator(game.program, hooks, tracer=watching)
    return slow, watching
