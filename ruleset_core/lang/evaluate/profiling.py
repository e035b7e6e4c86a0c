"""A profile of a decision that takes too many steps: where they go, and whether it ever ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from ruleset_core.lang import program as p
from ruleset_core.lang import runtime
from ruleset_core.lang import tree as t
from ruleset_core.lang.definitions import Define
from ruleset_core.lang.evaluate.access import Access
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.evaluate.tracer import Tracer

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Env
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.runtime import Memory

B = TypeVar("B")
_STATEMENTS = frozenset(get_args(t.Statement))


class Profiler(Tracer):
    """Counts steps by origin. What exceeds the limit is raised with the most expensive expression.

    A decision never ends if it comes back to a position in which it was before: the same values, pieces, frames and random numbers
    to come. It surely ends if most of its steps are of one block, since all loops within a block are over some time. Of others it
    is not known.
    """

    def attach(self, evaluator: Evaluator) -> None:
        """See `Tracer.attach`."""
        super().attach(evaluator)
        evaluator.access = _Limited(self)
        evaluator.charge = self._counted(evaluator.charge)

    def begin(self, s: Memory) -> None:
        """See `Tracer.begin`."""
        _ = s
        self._spent: Counter[Origin | None] = Counter()
        self._at: Origin | None = None
        self._block_began = self._blocks_run = 0
        self._renewed_at = 1
        self._earlier_frame: tuple[int, ...] = ()
        self._earlier: tuple[object, ...] = ()

    def _counted(self, charge: Callable[[Memory, int], None]) -> Callable[[Memory, int], None]:
        """Count steps for the statement or definition in progress."""

        def counted(s: Memory, steps: int) -> None:
            self._spent[self._at] += steps
            charge(s, steps)

        return counted

    def beyond(self, s: Memory) -> BrokenRule:
        """What is said where there are too many steps: where they went."""
        within = s.steps - self._block_began
        return self._refused(s, "finite" if s.steps > runtime.STEPS or within > s.steps // 2 else "unknown")

    def _refused(self, s: Memory, kind: str) -> BrokenRule:
        dearest, spent = max(self._spent.items(), key=lambda each: each[1], default=(None, 0))
        broken = BrokenRule(f"steps_{kind}", value=spent, of=s.steps)
        broken.note(dearest)
        return broken

    def wrap(self, node: Any, closure: B) -> B:
        """See `Tracer.wrap`."""
        if isinstance(node, p.Node):
            return self._block(node, closure)  # type: ignore[no-any-return]
        if isinstance(node, (p.Ending, Define)) or type(node) in _STATEMENTS:
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

    def _block(self, node: p.Node, closure: Any) -> Any:
        heaviest = self._heaviest(node)

        def block(s: Memory, env: Env) -> bool:
            self._blocks_run += 1
            frame = (node.number, *(env[name] for name in node.locals))
            if self._earlier_frame == frame and self._earlier == _position(s):
                raise self._refused(s, "endless")
            if self._blocks_run == self._renewed_at:  # Brent: what is compared with is renewed ever more seldom
                self._renewed_at, self._earlier_frame, self._earlier = 2 * self._renewed_at, frame, _position(s)
            self._block_began = s.steps
            self._at = heaviest
            waits: bool = closure(s, env)
            return waits

        return block

    def _heaviest(self, node: p.Node) -> Origin | None:
        """Where most of what a block costs when it is entered comes from."""
        steps = self.evaluator.steps
        weights = [(steps.tree(each), each.origin) for each in node.statements]
        end = steps.block(node.number) - sum(weight for weight, _ in weights)
        return max([*weights, (end, node.end.origin)], key=lambda each: each[0])[1]


class _Limited(Access):
    """Reads as usual; too many steps are the profiler's to refuse."""

    def __init__(self, profiler: Profiler) -> None:
        super().__init__()
        self._profiler = profiler

    def beyond(self, s: Memory) -> None:
        """Give up, and say where the steps went."""
        raise self._profiler.beyond(s)


def _position(s: Memory) -> tuple[object, ...]:
    """All beside the frame in progress that decides how a decision goes on, copied."""
    return s.stack[:], s.v[:], [zone[:] for zone in s.z], s.queue[:], s.streams[:], s.stage, s.ended, s.a
