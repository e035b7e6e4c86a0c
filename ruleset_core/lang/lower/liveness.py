"""Which locals a block needs when it is entered: what its frame holds."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.program import Ask, Call, CallCard, Empty, Jump, Node, Program, Split, Stop
from ruleset_core.lang.types import INT
from ruleset_core.lang.walk import locals_of


def _successors(node: Node) -> list[int]:
    end = node.end
    match end:
        case Jump():
            return [end.target]
        case Split():
            return [end.then, end.otherwise]
        case Ask():
            return [end.then, end.empty]
        case Call() | CallCard() | Empty() | Stop():
            return [end.then]
        case _:
            return []


def _reads_and_sets(node: Node) -> tuple[set[str], set[str]]:
    reads: set[str] = set()
    sets: set[str] = set()
    for statement in node.statements:
        reads |= set(locals_of(statement)) - sets
        if isinstance(statement, t.Let):
            sets.add(statement.var)
    reads |= _terminator_reads(node) - sets
    return reads, sets


def _terminator_reads(node: Node) -> set[str]:
    end = node.end
    match end:
        case Split():
            return set(locals_of(end.condition))
        case Ask():
            looked = t.Quantity(INT, "sum", end.item, end.selection, end.where, end.key, "first")
            more = [locals_of(each) for each in (end.done, end.veil) if each is not None]
            return {"me", *locals_of(looked)}.union(*more)
        case Call():
            return {"me"}.union(*(locals_of(arg) for arg in end.args))
        case CallCard():
            return {"me", *locals_of(end.of)}
        case _:
            return set()


def prune_locals(program: Program) -> None:
    """Backward flow of what is still needed; a question also keeps what its condition reads, to say why not."""
    facts = [_reads_and_sets(node) for node in program.blocks]
    needed: list[set[str]] = [set() for _ in program.blocks]
    changed = True
    while changed:
        changed = False
        for node in reversed(program.blocks):
            reads, sets = facts[node.number]
            after: set[str] = set()
            for target in _successors(node):
                after |= needed[target]
            if isinstance(node.end, Ask):
                after -= {node.end.var}
            total = reads | (after - sets)
            if total != needed[node.number]:
                needed[node.number] = total
                changed = True
    for node in program.blocks:
        if isinstance(node.end, Ask):
            answer = program.blocks[node.end.then]
            answer.answers = node.end
            needed[answer.number] = (needed[answer.number] | _terminator_reads(node)) - {node.end.var}
    for node in program.blocks:
        node.locals = tuple(sorted(needed[node.number]))
    for procedure in program.procedures.values():
        if procedure.entry >= 0:
            program.blocks[procedure.entry].locals = ("me", *procedure.params)
