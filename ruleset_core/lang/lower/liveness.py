"""Which locals a block needs when it is entered: what its frame holds."""

from __future__ import annotations

from collections.abc import Container, Iterable

from ruleset_core.lang import tree as t
from ruleset_core.lang.program import Ask, Call, CallCard, Empty, Jump, Node, Program, Split, Stop, Terminator
from ruleset_core.lang.types import INT, SEAT, Type
from ruleset_core.lang.walk import locals_of


def successors(node: Node) -> list[int]:
    """The blocks a block may go on at, calls left out."""
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


Kinds = dict[str, Type]


def _also(found: Kinds, more: Kinds, without: Container[str] = ()) -> None:
    """Add locals with their types; of a list, how many it holds is told by a number, so the type of its values counts."""
    for name, kind in more.items():
        if name not in without and (name not in found or found[name] == INT):
            found[name] = kind


def _reads_and_sets(node: Node) -> tuple[Kinds, set[str]]:
    reads: Kinds = {}
    sets: set[str] = set()
    _run_through(node.statements, reads, sets)
    _also(reads, _terminator_reads(node), sets)
    return reads, sets


def _run_through(statements: Iterable[t.Statement], reads: Kinds, sets: set[str]) -> None:
    for statement in statements:
        _also(reads, locals_of(statement), sets)
        if isinstance(statement, t.Let):
            sets.add(statement.var)


def _terminator_reads(node: Node) -> Kinds:
    found = end_reads(node.end)
    if isinstance(node.end, (Ask, Call, CallCard)) and node.end.again is not None:
        _run_through(node.end.again.lets, found, set())
        _also(found, _all(node.end.again.condition))
    return found


def end_reads(end: Terminator) -> Kinds:
    """What the end of a block reads, apart from what puts it again."""
    match end:
        case Split():
            return locals_of(end.condition)
        case Ask():
            looked = t.Quantity(INT, "sum", end.item, end.selection, end.where, end.key, "first")
            return _all(looked, end.done, end.veil)
        case Call():
            return _all(*end.args)
        case CallCard():
            return _all(end.of)
        case _:
            return {}


def _all(*trees: t.Expr | None) -> Kinds:
    """The acting seat, and the locals of all of them."""
    found = {"me": SEAT}
    for each in trees:
        if each is not None:
            _also(found, locals_of(each))
    return found


def needed_by(blocks: list[Node]) -> list[Kinds]:
    """What each block reads, or any that may follow it, unless it is set on the way."""
    facts = [_reads_and_sets(node) for node in blocks]
    after = [successors(node) for node in blocks]
    before: list[list[int]] = [[] for _ in blocks]
    for number, targets in enumerate(after):
        for target in targets:
            before[target].append(number)
    needed: list[Kinds] = [{} for _ in blocks]
    waiting = dict.fromkeys(range(len(blocks)))
    while waiting:
        number, _ = waiting.popitem()
        reads, sets = facts[number]
        end = blocks[number].end
        total = dict(reads)
        gone = {*sets, end.var} if isinstance(end, Ask) else sets
        for target in after[number]:
            _also(total, needed[target], gone)
        if total != needed[number]:
            needed[number] = total
            waiting.update(dict.fromkeys(before[number]))
    return needed


def prune_locals(program: Program) -> None:
    """Backward flow of what is still needed; a question also keeps what its condition reads, to say why not."""
    needed = needed_by(program.blocks)
    for node in program.blocks:
        end = node.end
        if isinstance(end, Ask) and not node.repeats:
            answer = program.blocks[end.then]
            answer.answers = end
            _also(needed[answer.number], _terminator_reads(node))
            needed[answer.number].pop(end.var, None)
        elif isinstance(end, (Call, CallCard)) and end.again is not None:
            _also(needed[end.then], _terminator_reads(node))
    for node in program.blocks:
        if isinstance(node.end, (Ask, Call, CallCard)) and node.end.again is not None:
            behind = program.blocks[node.end.then]  # both blocks have the same frame
            behind.again = node.end.again
            needed[behind.again.block] = needed[behind.number]
    for node in program.blocks:
        if node.restart >= 0:  # both blocks have the same frame
            _also(needed[node.number], needed[node.restart])
            needed[node.restart] = needed[node.number]
    for node in program.blocks:
        node.locals = tuple(sorted(needed[node.number]))
        node.kinds = tuple(needed[node.number][name] for name in node.locals)
    for procedure in program.procedures.values():
        if procedure.entry >= 0:
            node = program.blocks[procedure.entry]
            kinds = needed[node.number] | dict(zip(procedure.params, procedure.kinds, strict=False))
            node.locals = ("me", *procedure.params)
            node.kinds = (SEAT, *(kinds.get(name, INT) for name in procedure.params))
