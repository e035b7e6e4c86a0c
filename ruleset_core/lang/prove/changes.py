"""What a statement may change and what an expression reads: bits of fields, zones and locals, everything it leads to included."""

from __future__ import annotations

from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.program import Program
from ruleset_core.lang.prove.keys import EVERYTHING, Keys
from ruleset_core.lang.walk import inner


class Changes:
    """Masks of a program, each worked out once.

    What is queued is not among what an effect changes: it runs when the effect is over.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.v = program.vocabulary
        self.keys = Keys(self.read_by)
        self._reads: dict[str, int] = {}
        self._direct: dict[int, tuple[int, frozenset[str]]] = {}
        self._by_name: dict[str, tuple[int, frozenset[str]]] = {}
        self._of_name: dict[str, int] = {}

    def read_by(self, define: str) -> int:
        """What an amount or a condition reads, its parameters aside."""
        found = self._reads.get(define)
        if found is None:
            entry = self.v.defines[define]
            trees = [entry.value, *(part for change in entry.modifiers for part in (change.where, change.value))]
            found = 0
            for tree in trees:
                if tree is not None:
                    found |= self.keys.reads[self.keys.of(tree)]
            for param in entry.params:
                found &= ~self.keys.bit("local", param)
            self._reads[define] = found
        return found

    def of(self, node: Any) -> int:
        """What a statement may change."""
        mask, names = self._seen(node)
        for name in names:
            mask |= self.led_to(name)
        return mask

    def led_to(self, name: str) -> int:
        """What follows under a name: everything that can be reached from it, since gains may lead to gains."""
        found = self._of_name.get(name)
        if found is None:
            found, reached, open_ = 0, {name}, [name]
            while open_:
                mask, names = self._under(open_.pop())
                found |= mask
                open_ += names - reached
                reached |= names
            found &= ~self.keys.locals  # names within another effect are its own
            self._of_name[name] = found
        return found

    def _under(self, name: str) -> tuple[int, frozenset[str]]:
        """What runs under a name changes itself, and the names it leads to."""
        found = self._by_name.get(name)
        if found is None:
            seen = [self._seen(tree) for tree in self._trees(name)]
            mask = 0
            for changed, _ in seen:
                mask |= changed
            found = self._by_name[name] = (mask, NO_NAMES.union(*(names for _, names in seen)))
        return found

    def _trees(self, name: str) -> list[Any]:
        """What runs at once under a name: a procedure, or the listeners of an event."""
        procedures = self.program.procedures
        if name == OVERFLOW:
            return [procedures[each.overflow].body for each in self.v.resources if each.overflow in procedures]
        if not name.startswith("event "):
            return [procedures[name].body] if name in procedures else []
        heard = self.v.listeners.get(name.removeprefix("event "), [])
        return [procedures[each.procedure].body for each in heard if not each.queued]

    def _seen(self, node: Any) -> tuple[int, frozenset[str]]:
        """What a statement itself changes, and the names it leads to."""
        found = self._direct.get(id(node))
        if found is None:
            mask, names = self._own(node)
            for part in inner(node):
                more, further = self._seen(part)
                mask |= more
                names |= further
            found = self._direct[id(node)] = (mask, names)
        return found

    def _own(self, node: Any) -> tuple[int, frozenset[str]]:
        bit = self.keys.bit
        match node:
            case t.Put() | t.Roll() | t.ForField():
                return bit("field", node.target.field.name), NO_NAMES
            case t.Flip():
                return bit("field", node.side.field.name), NO_NAMES
            case t.Shuffle() | t.Sort():
                return bit("zone", node.zone.zone.name), NO_NAMES
            case t.Show():
                return bit("field", f"{node.kind}.seen"), NO_NAMES
            case t.Move():
                return self._moved(node.zone.zone.kind), NO_NAMES
            case t.Gain():
                return self._amounts(), GAINS
            case t.Lose():
                return self._amounts(), LOSSES
            case t.Pay():
                return bit("field", "held"), NO_NAMES
            case t.Do():
                return 0, frozenset({node.procedure})
            case t.DoCard():
                return 0, frozenset(name for name in node.procedures if name)
            case t.Emit():
                return 0, frozenset({f"event {node.event.name}"})
            case t.Hooked() | t.Phase() | t.Rounds() | t.Turns():
                return EVERYTHING, NO_NAMES
            case t.For() | t.Choose() | t.ChooseUpTo():
                return bit("local", node.var), NO_NAMES
            case t.Let():
                return bit("local", node.var), NO_NAMES
            case _:
                return 0, NO_NAMES

    def _amounts(self) -> int:
        return self.keys.bit("field", "held") | self.keys.bit("field", "filled")

    def _moved(self, kind: str) -> int:
        """A piece leaves a zone of its kind, whichever that is."""
        mask = self.keys.bit("field", f"{kind}.at") | self.keys.bit("field", f"{kind}.seen")
        for zone in self.v.zones.values():
            if zone.kind == kind:
                mask |= self.keys.bit("zone", zone.name)
        return mask


NO_NAMES: frozenset[str] = frozenset()
OVERFLOW = "overflow"
GAINS = frozenset({"event gain", "event reach", OVERFLOW})
"""What a gain leads to: those who hear of it, the rewards of its track, what does not fit."""
LOSSES = frozenset({"event lose"})
