"""A tracer that notes which part of a tree the evaluator refused."""

from __future__ import annotations

from typing import Any, TypeVar

from ruleset_core import BrokenRuleError
from ruleset_core.engine.game import Game
from ruleset_core.eval.blocks import ProcedureEntry, make_evaluator
from ruleset_core.eval.closures import EvaluationTracer
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import BasicBlock, Procedure

B = TypeVar("B")


class Watching(EvaluationTracer):
    """The innermost part that was worked out when a rule was broken is the one that was refused; `origin`: of the innermost statement."""

    refused: Any = None
    origin: Origin | None = None

    def wrap(self, node: Any, closure: B) -> B:
        if isinstance(node, (BasicBlock, Procedure, ProcedureEntry)):
            return closure  # what it is made of tells more, and who calls it says whether arguments are sure

        def watched(*args: Any) -> Any:
            try:
                return closure(*args)  # type: ignore[operator]
            except BrokenRuleError:
                if self.refused is None:
                    self.refused = node
                self.origin = self.origin or getattr(node, "origin", None)
                raise

        return watched  # type: ignore[return-value]


def watched(game: Game) -> tuple[Game, Watching]:
    """The game played by an evaluator that is watched, and who watches."""
    slow, watching = game.interpreted(), Watching()
    hooks = {name: hook.run for name, hook in game.source.hooks.items()}
    slow.interpreter = make_evaluator(game.program, hooks, tracer=watching)
    return slow, watching
