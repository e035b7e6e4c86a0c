"""A profile of a decision that takes too many steps: which lines they go to.

A decision with more than `runtime.STEPS` steps is refused; whoever wrote the rule needs to know which line to look at:

    do: "repeat 2000 { for each p in seat { ... sum x in 1 to 400 of x mod 7 ... } }"

The decision is run once more with each charge noted for the statement or definition in progress, and the error stands at the
one with the most steps. A decision that comes back to a position in which it was before is said to never end; where it put
questions to which nobody had an answer, that is said of the one that was put most often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from ruleset_core.eval.access_policies import AccessPolicy
from ruleset_core.eval.closures import Env, EvaluationTracer
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.eval.evaluator import Evaluator
from ruleset_core.lang import program as p
from ruleset_core.lang import runtime
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import Definition
from ruleset_core.lang.runtime import StateMemory
from ruleset_core.lang.typed_statements import StatementNode

B = TypeVar("B")


class StepProfiler(EvaluationTracer):
    """Counts steps by origin. What exceeds the limit is raised with the most expensive expression.

    A decision never ends if it comes back to a position in which it was before: the same values, pieces, frames and random numbers
    to come. It surely ends if most of its steps are of one block, since all loops within a block are over some time. Of others it
    is not known.
    """

    def attach(self, evaluator: Evaluator) -> None:
        """See `EvaluationTracer.attach`."""
        super().attach(evaluator)
        evaluator.access = _Limited(self)
        evaluator.charge = self._counted(evaluator.charge)

    def begin(self, s: StateMemory) -> None:
        """See `EvaluationTracer.begin`."""
        _ = s
        self._spent: Counter[Origin | None] = Counter()
        self._unanswered: Counter[tuple[str, Origin | None]] = Counter()
        self._at: Origin | None = None
        self._block_began = self._blocks_run = 0
        self._renewed_at = 1
        self._earlier_frame: tuple[int, ...] = ()
        self._earlier: tuple[object, ...] = ()

    def _counted(self, charge: Callable[[StateMemory, int], None]) -> Callable[[StateMemory, int], None]:
        """Count steps for the statement or definition in progress."""

        def counted(s: StateMemory, steps: int) -> None:
            self._spent[self._at] += steps
            charge(s, steps)

        return counted

    def beyond(self, s: StateMemory) -> BrokenRule:
        """What is said where there are too many steps: where they went."""
        within = s.steps - self._block_began
        return self._refused(s, "finite" if s.steps > runtime.STEPS or within > s.steps // 2 else "unknown")

    def _endless(self, s: StateMemory) -> BrokenRule:
        if not self._unanswered:
            return self._refused(s, "endless")
        (((decision, origin), times),) = self._unanswered.most_common(1)
        broken = BrokenRule("steps_unanswered", decision, value=times)
        broken.note(origin)
        return broken

    def _refused(self, s: StateMemory, kind: str) -> BrokenRule:
        dearest, spent = max(self._spent.items(), key=lambda each: each[1], default=(None, 0))
        broken = BrokenRule(f"steps_{kind}", value=spent, of=s.steps)
        broken.note(dearest)
        return broken

    def wrap(self, node: Any, closure: B) -> B:
        """See `EvaluationTracer.wrap`."""
        if isinstance(node, p.BasicBlock):
            return self._block(node, closure)  # type: ignore[no-any-return]
        if isinstance(node, (p.Ending, Definition, StatementNode)):
            return self._placed(node.origin, closure, stays=isinstance(node, p.Ending))  # type: ignore[no-any-return]
        return closure

    def _placed(self, origin: Origin | None, closure: Any, *, stays: bool) -> Any:
        """A part with an origin: steps within it are its own, unless something in it has another origin."""
        if origin is None:
            return closure

        def placed(*args: Any) -> Any:
            outer, self._at = self._at, origin
            found = closure(*args)
            if not stays:
                self._at = outer
            return found

        return placed

    def _block(self, node: p.BasicBlock, closure: Any) -> Any:
        heaviest = self._heaviest(node)
        asked = node.end if isinstance(node.end, p.Ask) else None

        def block(s: StateMemory, env: Env) -> bool:
            self._blocks_run += 1
            frame = (node.number, *(env[name] for name in node.locals))
            if self._earlier_frame == frame and self._earlier == _position(s):
                raise self._endless(s)
            if self._blocks_run == self._renewed_at:  # Brent: what is compared with is renewed ever more seldom
                self._renewed_at, self._earlier_frame, self._earlier = 2 * self._renewed_at, frame, _position(s)
            self._block_began = s.steps
            self._at = heaviest
            forced = len(s.forced)
            waits: bool = closure(s, env)
            if asked is not None and not waits and len(s.forced) == forced:
                self._unanswered[asked.decision.name, asked.origin] += 1
            return waits

        return block

    def _heaviest(self, node: p.BasicBlock) -> Origin | None:
        """Where most of what a block costs when it is entered comes from."""
        steps = self.evaluator.steps
        weights = [(steps.tree(each), each.origin) for each in node.statements]
        end = steps.block(node.number) - sum(weight for weight, _ in weights)
        return max([*weights, (end, node.end.origin)], key=lambda each: each[0])[1]


class _Limited(AccessPolicy):
    """Reads as usual; too many steps are the profiler's to refuse."""

    def __init__(self, profiler: StepProfiler) -> None:
        super().__init__()
        self._profiler = profiler

    def beyond(self, s: StateMemory) -> None:
        """Give up, and say where the steps went."""
        raise self._profiler.beyond(s)


def _position(s: StateMemory) -> tuple[object, ...]:
    """All beside the frame in progress that decides how a decision goes on, copied."""
    return s.stack[:], s.v[:], [zone[:] for zone in s.z], s.queue[:], s.streams[:], s.stage, s.ended, s.a
