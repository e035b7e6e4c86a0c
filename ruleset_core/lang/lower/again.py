"""Pending questions put again, for worlds that are imagined: other hidden cards, and so perhaps other answers.

A seat that imagines what it cannot see draws the hidden things anew while somebody is being asked. What the question offers, the locals that
were worked out from hidden things just before it, and the conditions that led to it must be those of the new world. For example:

    let n = count c in hand where c.role == duke
    if n > 0 { choose prove c in hand where c.role == duke { repeat n { ... } } }

Who does not see the hand deals it anew; then `n` is counted again, a world without a duke is no world in which this is asked, and the
dukes that are offered are those of the new hand. A block for each such question does that (`Again.block`): it takes the frame that waits for the answer, and
leaves it behind with the locals of the world, or puts no question at all where there would have been none.

The frames below, of calls that wait until the question is answered, have such blocks too. What changed the state since a local was worked out
may have changed what it was worked out from; then it is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.nodes import both
from ruleset_core.lang.program import Again, Ask, Call, CallCard, Empty, End, Jump, Node, Program, Split, Terminator
from ruleset_core.lang.prove.changes import Changes
from ruleset_core.lang.rebuild import altered, substitute
from ruleset_core.lang.secrets import ASKER


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that was found to hold, and from whom it is hidden."""

    holds: t.Expr
    hidden: int


Found = tuple[t.Let | Condition, ...]
"""What was found out, in this order."""


class FoundOut:
    """What is left of what was found out, after statements that may change what it goes by.

    Attributes:
        made: names of locals that lowering has made to keep what was (see `lower.earlier`).
    """

    def __init__(self, program: Program) -> None:
        self.made: set[str] = set()
        self.changes = Changes(program)
        self._looked_at: list[t.Statement] = []  # kept, so that no other statement is taken for one of them
        self._masks: dict[int, tuple[t.Let | Condition, int]] = {}

    def left(self, found: Found, node: t.Statement) -> Found:
        """That which a statement leaves as it is."""
        if not found:
            return found
        self._looked_at.append(node)
        changed = self.changes.of(node)
        return tuple(each for each in found if not changed & self._mask(each))

    def _mask(self, each: t.Let | Condition) -> int:
        """What it goes by, as bits; a local goes by itself too."""
        known = self._masks.get(id(each))
        if known is None:
            keys = self.changes.keys
            value, own = (each.value, keys.bit("local", each.var)) if isinstance(each, t.Let) else (each.holds, 0)
            known = self._masks[id(each)] = (each, keys.reads[keys.of(value)] | own)
        return known[1]


def acting(found: Found, me: t.Expr) -> Found:
    """The same where another seat acts from now on, and `me` is who acted: what that seat alone knew is hidden from the one that acts."""
    return tuple(_of(each, {"me": me}) for each in found)


def again(found: Found, hidden: int) -> Again | None:
    """How a question is put again, by what was found out since the state was changed last; None if nothing is hidden.

    `hidden`: from whom its answers are.
    """
    level = max([hidden, *(each.hidden for each in found)])
    if not level:
        return None
    holds: t.Expr | None = None
    for each in found:
        holds = both(holds, each.holds) if isinstance(each, Condition) else holds
    return Again(level, tuple(each for each in found if isinstance(each, t.Let)), holds)


def _of(each: t.Let | Condition, values: dict[str, t.Expr]) -> t.Let | Condition:
    if isinstance(each, t.Let):
        made: t.Let = altered(each, {"value": substitute(each.value, values), "hidden": ASKER})
        return made
    return Condition(substitute(each.holds, values), ASKER)


def add_blocks(program: Program) -> None:
    """A block for each question that is put again, and for each call that is waited for meanwhile; behind all others."""
    nothing = -1
    for node in [*program.blocks]:
        end = node.end
        if not isinstance(end, (Ask, Call, CallCard)) or end.again is None:
            continue
        if isinstance(end, (Call, CallCard)) and _nothing_follows(program.blocks[end.then]):
            end.again = None  # and so there is no frame
            continue
        if nothing < 0:
            nothing = _add(program, Node(0, end=End(origin=end.origin))).number
        if isinstance(end, Ask):
            end.again.least = 2 if end.veil is None else 1
            ending: Terminator = replace(_where(end, end.again.condition), empty=nothing, again=None)
        else:
            end.again.hidden = ASKER  # who is asked may be another seat than the one that waits
            holds = end.again.condition
            ending = Jump(end.then) if holds is None else Split(holds, end.then, nothing)
        ending.origin = end.origin
        end.again.block = _add(program, Node(0, [*end.again.lets], ending, repeats=True)).number


def add_restarts(program: Program) -> None:
    """For each frame of a phase in which all choose at the same time a block that goes back to where the next seat is asked; behind all others.

    Who imagines what the others choose does not know how far they are: in the world they begin anew.
    """
    for head, end in program.choosing:
        for node in program.blocks[head:end]:
            if isinstance(node.end, Empty):
                waiting = node
            elif isinstance(node.end, (Ask, Call, CallCard)) and head <= node.end.then < end:
                waiting = program.blocks[node.end.then]
            else:
                continue
            if waiting.restart < 0:
                waiting.restart = _add(program, Node(0, end=Jump(head, origin=waiting.end.origin), repeats=True)).number


def _nothing_follows(node: Node) -> bool:
    return not node.statements and isinstance(node.end, End)


def _where(ask: Ask, holds: t.Expr | None) -> Ask:
    """A question that is put even with one answer, and only where a condition holds."""
    veil = both(holds, t.FALSE if ask.veil is None else ask.veil)
    pairs = ask.selection.pairs
    if pairs is None:
        return replace(ask, where=both(holds, ask.where), veil=veil)
    pairs = altered(pairs, {"where": both(holds, pairs.where)})  # a pair has conditions of its own
    return replace(ask, selection=altered(ask.selection, {"pairs": pairs}), veil=veil)


def _add(program: Program, node: Node) -> Node:
    node.number = len(program.blocks)
    program.blocks.append(node)
    return node
