"""The reference interpreter with a profile: of a decision that takes too many steps it says where they go, and whether it ever ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruleset_core.lang import program as p
from ruleset_core.lang import runtime
from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.broken import BrokenRule
from ruleset_core.lang.interpret.interpreter import Interpreter
from ruleset_core.lang.interpret.values import Env
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.runtime import Memory

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define


class Profiling(Interpreter):
    """Runs a program on a state as the interpreter does. What exceeds the limit is raised with the most expensive expression.

    A decision never ends if it comes back to a position in which it was before: the same values, pieces, frames and random numbers
    to come. It surely ends if most of its steps are of one block, since all loops within a block are over some time. Of others it
    is not known.
    """

    def run(self, s: Memory) -> None:
        """See `Interpreter.run`."""
        self._spent: Counter[Origin | None] = Counter()
        self._at: Origin | None = None
        self._block_began = self._blocks_run = 0
        self._renewed_at = 1
        self._earlier_frame: tuple[int, ...] = ()
        self._earlier: tuple[object, ...] = ()
        super().run(s)

    def charge(self, s: Memory, steps: int) -> None:
        """Count steps for the statement or definition in progress."""
        self._spent[self._at] += steps
        super().charge(s, steps)

    def beyond(self, s: Memory) -> None:
        """Give up, and say where the steps went."""
        within = s.steps - self._block_began
        raise self._refused(s, "finite" if s.steps > runtime.STEPS or within > s.steps // 2 else "unknown")

    def _refused(self, s: Memory, kind: str) -> BrokenRule:
        dearest, spent = max(self._spent.items(), key=lambda each: each[1], default=(None, 0))
        broken = BrokenRule(f"steps_{kind}", value=spent, of=s.steps)
        broken.note(dearest)
        return broken

    def _block(self, node: p.Node, s: Memory, env: Env) -> bool:
        self._blocks_run += 1
        frame = (node.number, *(env[name] for name in node.locals))
        if self._earlier_frame == frame and self._earlier == _position(s):
            raise self._refused(s, "endless")
        if self._blocks_run == self._renewed_at:  # Brent: what is compared with is renewed ever more seldom
            self._renewed_at, self._earlier_frame, self._earlier = 2 * self._renewed_at, frame, _position(s)
        self._block_began = s.steps
        self._at = self._heaviest(node)
        return super()._block(node, s, env)

    def _heaviest(self, node: p.Node) -> Origin | None:
        """Where most of what a block costs when it is entered comes from."""
        weights = [(self.steps.tree(each), each.origin) for each in node.statements]
        end = self.steps.block(node.number) - sum(weight for weight, _ in weights)
        return max([*weights, (end, node.end.origin)], key=lambda each: each[0])[1]

    def _finish(self, node: p.Node, s: Memory, env: Env) -> bool:
        self._at = node.end.origin or self._at
        return super()._finish(node, s, env)

    def execute(self, node: t.Statement, s: Memory, env: Env) -> None:
        """Run a statement that never suspends."""
        outer = self._at
        if node.origin is not None:
            self._at = node.origin
        super().execute(node, s, env)
        self._at = outer

    def defined(self, define: Define, args: Sequence[int], s: Memory, me: int) -> int:
        """The value of a definition."""
        outer, self._at = self._at, define.origin or self._at
        found = super().defined(define, args, s, me)
        self._at = outer
        return found


def _position(s: Memory) -> tuple[object, ...]:
    """All beside the frame in progress that decides how a decision goes on, copied."""
    return s.stack[:], s.v[:], [zone[:] for zone in s.z], s.queue[:], s.streams[:], s.stage, s.ended, s.a
