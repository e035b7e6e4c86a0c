"""Which statements may suspend: those that ask a player, and those that may run such statements."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.expand import GAIN, tracked
from ruleset_core.lang.program import Program
from ruleset_core.lang.walk import inner, statements

ALWAYS = (t.Choose, t.ChooseUpTo, t.Phase, t.ForField, t.Rounds, t.Turns, t.Drain, t.Halt)
"""Statements that always end a block."""
_MAY = frozenset({t.Do, t.DoCard, t.Emit, t.Gain, t.Lose, *ALWAYS})


def mark_suspending(program: Program) -> None:
    """Effects may lead back to gaining (an overflow that gains elsewhere), so this is repeated until nothing changes."""
    suspends = Suspends(program)
    open_ = {
        procedure.name: [each for each in statements(procedure.body) if type(each) in _MAY]
        for procedure in program.procedures.values()
        if not procedure.suspends
    }
    changed = True
    while changed:
        changed = False
        for name, found in list(open_.items()):
            if any(map(suspends.itself, found)):
                program.procedures[name].suspends = changed = True
                del open_[name]


class Suspends:
    """Whether statements may suspend, given what is known of procedures; answers are kept."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.tracks = tracked(program.vocabulary)
        self.known: dict[int, tuple[object, bool]] = {}

    def procedure(self, name: str) -> bool:
        """Whether a procedure may suspend, as far as is known."""
        return self.program.procedures[name].suspends

    def statement(self, node: t.Statement) -> bool:
        """Whether a statement may suspend, whatever its depth."""
        found = self.known.get(id(node))
        if found is None:  # the node is kept with the answer, so that its id is not given to another
            found = self.known[id(node)] = (node, self.itself(node) or any(map(self.statement, inner(node))))
        return found[1]

    def itself(self, node: object) -> bool:
        """Whether a statement may suspend without what stands below it."""
        if type(node) not in _MAY:
            return False
        vocabulary = self.program.vocabulary
        match node:
            case t.Do():
                return self.procedure(node.procedure)
            case t.DoCard():
                return any(name and self.procedure(name) for name in node.procedures)
            case t.Emit():
                name = f"event {node.event.name}"
                return name in self.program.procedures and self.procedure(name)
            case t.Gain():
                slow = bool(self.tracks & possible(node.resource, len(vocabulary.resources)))
                return (slow and self.procedure(GAIN)) or (not node.plain and self._heard("gain"))
            case t.Lose():
                return not node.plain and self._heard("lose")
            case _:
                return isinstance(node, ALWAYS)

    def _heard(self, event: str) -> bool:
        listeners = self.program.vocabulary.listeners.get(event, [])
        return any(self.procedure(each.procedure) for each in listeners if not each.queued)


def possible(resource: t.Expr, count: int) -> set[int]:
    """Which resources an expression may mean, as far as fixed facts tell."""
    if isinstance(resource, t.Const):
        return {resource.value}
    if isinstance(resource, t.FactOf):
        return {value for value in resource.fact.values if isinstance(value, int) and value >= 0}
    return set(range(count))
