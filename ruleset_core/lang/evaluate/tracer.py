"""What looks on while the evaluator runs: it wraps closures when they are built, and changes nothing of what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory

B = TypeVar("B")


class Tracer:
    """Sees nothing. Each evaluator has one of its own, since closures stay wrapped.

    Attributes:
        evaluator: the one that is looked at.
    """

    evaluator: Evaluator

    def attach(self, evaluator: Evaluator) -> None:
        """An evaluator is made, and nothing is built yet; its `charge`, `effects` and `enough` may be replaced now."""
        self.evaluator = evaluator

    def begin(self, s: Memory) -> None:
        """A run begins."""

    def wrap(self, node: Any, closure: B) -> B:
        """The closure of a node: a statement, a block (`program.Node`), an end, an expression, a selection, a definition, a procedure."""
        _ = node
        return closure
