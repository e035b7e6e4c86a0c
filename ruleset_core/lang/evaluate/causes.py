"""Because of what something happens: the lines of the data in progress, and those that called them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ruleset_core.lang import program as p

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Call, Ends, Env
    from ruleset_core.lang.origin import Origin, Owner
    from ruleset_core.lang.runtime import Memory


class Causes:
    """Follows a run. A frame of the stack says who waits; calls within a block, and calls that nothing follows, are noted here.

    Attributes:
        at: the line in progress.
    """

    def __init__(self, program: p.Program, units: Origin | None) -> None:
        self._program, self._units = program, units
        self._callers: dict[int, list[Origin]] = {}
        self.begin()

    def begin(self) -> None:
        """A run begins."""
        self.at: Origin | None = None
        self._calls: list[Origin] = []
        self._node: p.Node | None = None
        self._waiting: tuple[int, ...] = ()
        self._tails: list[tuple[int, Origin]] = []

    def block(self, node: p.Node, s: Memory) -> None:
        """A block begins."""
        self._node, self._waiting = node, tuple(frame[0] for frame in s.stack)
        while self._tails and self._tails[-1][0] > len(s.stack):
            self._tails.pop()
        self._calls.clear()
        self.at = None

    def called(self, call: Call) -> Call:
        """A procedure that is called within a block."""

        def called(s: Memory, env: Env, args: list[int]) -> None:
            depth = len(self._calls)
            if self.at is not None:
                self._calls.append(self.at)
            call(s, env, args)
            del self._calls[depth:]

        return called

    def calls(self, end: p.Call | p.CallCard, run: Ends) -> Ends:
        """A block that ends with a call: where nothing follows it, no frame tells who called, so that is noted here."""

        def call(s: Memory, env: Env) -> bool:
            depth = len(s.stack)
            waits = run(s, env)
            if end.origin is not None and len(s.stack) == depth + 1 and s.stack[-1][0] != end.then:
                self._tails.append((depth, end.origin))
            return waits

        return call

    def lines(self) -> list[Origin]:
        """The line in progress, then what called it, outermost last; of each owner one line."""
        found: dict[Owner, Origin] = {}
        for origin in (self.at, *reversed(self._calls), *self._outside()):
            if origin is not None and origin is not self._units:
                found.setdefault(origin.owner, origin)
        return [*found.values()]

    def _outside(self) -> list[Origin]:
        """The procedure that the block in progress is cut out of, and what waits for it."""
        if self._node is None:
            return []
        found = [*self._roots.get(self._node.number, ()), *self._called_at(len(self._waiting))]
        for place in reversed(range(len(self._waiting))):
            number = self._waiting[place]
            if number not in self._callers:
                self._callers[number] = [*self._program.callers(number)[:2]]
            callers = self._callers[number]
            found += callers if len(callers) == 1 else []
            found += [*self._roots.get(number, ()), *self._called_at(place)]
        return found

    def _called_at(self, depth: int) -> list[Origin]:
        """The calls that nothing follows, by which the frame at a place of the stack came there, innermost first."""
        return [origin for place, origin in reversed(self._tails) if place == depth]

    @cached_property
    def _roots(self) -> dict[int, tuple[Origin, ...]]:
        """Where the procedure that each block is cut out of comes from."""
        found: dict[int, tuple[Origin, ...]] = {}
        for procedure in self._program.procedures.values():
            origin = procedure.body.origin
            if procedure.entry >= 0 and origin is not None:
                for number in self._reached(procedure.entry):
                    found.setdefault(number, (origin,))
        return found

    def _reached(self, entry: int) -> set[int]:
        """The blocks of a procedure."""
        found, left = {entry}, [entry]
        while left:
            end = self._program.blocks[left.pop()].end
            ways = (getattr(end, name, None) for name in ("target", "then", "otherwise", "empty"))
            new = [way for way in ways if way is not None and way not in found]
            found.update(new)
            left += new
        return found
