"""Blocks, which procedures are cut into wherever a player may be asked, and what ends them; and an evaluator with all builders.

A frame on `s.stack` is the number of a block and the values of its locals. A block takes its frame off, runs its statements,
and its end puts there what comes next. Rolling in Pig:

    stack [(6, 0)], answer 0      block 6 takes its frame: `me` is 0; `_decide` is the answer
    stack [(8, 0)]                it has rolled; its end is Jump(8)
    stack [(9, 0)]                block 8: Stop(9), the game is not over
    stack [(5, 0)]                block 9: `turn.again` is set, so the same seat goes on
    stack [(6, 0)]                block 5: Ask(decide): two options, so a seat must decide

An `Ask` with one option takes it at once: the loop goes on, and nobody waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any, Final, NamedTuple

from ruleset_core.analysis.control_flow import recursive_of
from ruleset_core.eval.access_policies import AccessPolicy
from ruleset_core.eval.closures import PLACES, Call, Ends, Env, EvaluationTracer, Step, acting_seat, address
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.eval.evaluator import Builders, Evaluator
from ruleset_core.eval.expressions import EXPRESSIONS, definition
from ruleset_core.eval.selections import SELECTIONS, find_answers, loop_values, pickable_values
from ruleset_core.eval.statements import procedure, statement, units
from ruleset_core.lang import program as p
from ruleset_core.lang.program import Program
from ruleset_core.lang.runtime import FRAMES, OFFERED, StateMemory


def block(e: Evaluator, node: p.BasicBlock) -> Step:
    """A block, given its frame: its locals, and if it follows a question the answer, are what names stand for in it."""
    names, answers, run = node.locals, node.answers, e.traced(node, _run(e, node))
    if answers is None:
        return lambda s, frame: run(s, dict(zip(names, frame[1:], strict=True)))
    var, first = answers.var, answers.decision.low - answers.decision.base

    def step(s: StateMemory, frame: tuple[int, ...]) -> bool:
        env: Env = dict(zip(names, frame[1:], strict=True))
        env[var] = s.a + first
        return run(s, env)

    return step


def _run(e: Evaluator, node: p.BasicBlock) -> Ends:
    """Its statements in order, then its end. What it weighs is charged when it begins.

    A broken rule keeps the origin of the statement that broke it, or of the one call that the block waits for.
    """
    charge, weight, program = e.charge, e.steps.block(node.number), e.program
    parts = [(e.statement(each), each.origin) for each in node.statements]
    finish = e.traced(node.end, _ENDS[type(node.end)](e, node, node.end))
    begins, ends = parts[0][1] if parts else node.end.origin, node.end.origin

    def run(s: StateMemory, env: Env) -> bool:
        waiting = s.stack[-1][0] if s.stack else -1
        at = begins
        try:
            charge(s, weight)
            for part, at in parts:  # noqa: B007 - what refuses is asked for it
                part(s, env)
            at = ends
            return finish(s, env)
        except BrokenRule as broken:
            broken.note(at)
            callers = program.callers(waiting)
            if len(callers) == 1:
                broken.note(callers[0], instead_of=units(e))
            raise

    return run


def _pushed(e: Evaluator, number: int, *, answers: bool = False) -> Callable[[StateMemory, Env], None]:
    """What puts a frame for a block on the stack; the empty end of a procedure needs none, unless an answer goes to it."""
    node = e.program.blocks[number]
    names = node.locals
    if not answers and not node.statements and isinstance(node.end, p.ProcedureEnd):
        return lambda _s, _env: None
    return lambda s, env: s.stack.append((number, *[env[name] for name in names]))


def _entered(e: Evaluator, name: str) -> Call:
    """A procedure: its first block if it may ask, else all of it at once."""
    node = e.program.procedures[name]
    if node.entry < 0:
        procedures = e.procedures
        return lambda s, env, args: procedures[name](s, env, args)  # noqa: PLW0108 - it is built when it is first called
    check, circular, broken = (
        e.checked(node.kinds, len(node.params), name),
        name in recursive_of(e.program),
        e.access.broken,
    )

    def enter(s: StateMemory, env: Env, args: list[int]) -> None:
        check(args)
        if circular and len(s.stack) > FRAMES:
            raise broken("frames")
        s.stack.append((node.entry, env.get("me", -1), *args))

    return e.traced(ProcedureEntry(node), enter)


class ProcedureEntry(NamedTuple):
    """A procedure that is entered block by block, as tracers see it."""

    procedure: p.Procedure


def _jump(e: Evaluator, _node: p.BasicBlock, end: p.Jump) -> Ends:
    """Go on at a block."""
    push = _pushed(e, end.target)

    def run(s: StateMemory, env: Env) -> bool:
        push(s, env)
        return False

    return run


def _split(e: Evaluator, _node: p.BasicBlock, end: p.Split) -> Ends:
    """Go on at one of two blocks."""
    condition, then, otherwise = e.value(end.condition), _pushed(e, end.then), _pushed(e, end.otherwise)

    def run(s: StateMemory, env: Env) -> bool:
        (then if condition(s, env) else otherwise)(s, env)
        return False

    return run


def _call(e: Evaluator, _node: p.BasicBlock, end: p.Call) -> Ends:
    """Run a procedure, then go on."""
    args, then, enter = [e.value(arg) for arg in end.args], _pushed(e, end.then), _entered(e, end.procedure)

    def run(s: StateMemory, env: Env) -> bool:
        values = [arg(s, env) for arg in args]
        then(s, env)
        enter(s, env, values)
        return False

    return run


def _call_card(e: Evaluator, _node: p.BasicBlock, end: p.CallCard) -> Ends:
    """Run the effect of a card that is known only when it happens, then go on."""
    of, then, names = e.value(end.of), _pushed(e, end.then), end.procedures
    enter = {name: _entered(e, name) for name in {*names} if name}

    def run(s: StateMemory, env: Env) -> bool:
        piece = of(s, env)
        then(s, env)
        if piece >= 0 and names[piece]:
            enter[names[piece]](s, env, [piece])
        return False

    return run


def _stop(e: Evaluator, _node: p.BasicBlock, end: p.Stop) -> Ends:
    """If the game was ended, nothing follows; else go on."""
    then = _pushed(e, end.then)

    def run(s: StateMemory, env: Env) -> bool:
        if s.ended:
            s.stack.clear()
            s.queue.clear()
        else:
            then(s, env)
        return False

    return run


def _empty(e: Evaluator, node: p.BasicBlock, end: p.Empty) -> Ends:
    """The first procedure that is queued, then this again; when nothing is queued, go on. If the game was ended, nothing follows."""
    then, again = _pushed(e, end.then), _pushed(e, node.number)

    def run(s: StateMemory, env: Env) -> bool:
        if s.ended:
            s.stack.clear()
            s.queue.clear()
        elif s.queue:
            again(s, env)
            s.stack.append(s.queue.pop(0))
        else:
            then(s, env)
        return False

    return run


def _end(_e: Evaluator, _node: p.BasicBlock, _end: p.ProcedureEnd) -> Ends:
    """The procedure is over: what waits for it goes on."""
    return lambda _s, _env: False


def _ask(e: Evaluator, _node: p.BasicBlock, end: p.Ask) -> Ends:
    """Put a question to `me`: its options are what the candidates show for which `where` holds, each once, in ascending order.

    One option is taken by itself, unless the question is veiled; see `program.Ask`.
    """
    decision, me, begin = end.decision, acting_seat(e), e.begin(end)
    point, first = [*e.vocabulary.decisions].index(decision.name), decision.base - decision.low
    candidates = _candidates(e, end)
    item, where, key = end.item, e.condition(end.where), e.value(end.key)
    broken = e.access.broken
    veil, done, enough = e.condition(end.veil) or _never, e.condition(end.done), e.enough
    waits, empty = _pushed(e, end.then, answers=True), _pushed(e, end.empty)

    def run(s: StateMemory, env: Env) -> bool:
        seat = me(env)
        values, most = candidates(s, env), enough(seat)
        if most == inf:  # all are found, and charged for, before any is looked at
            values = [*values]
            if begin is not None:
                begin(s, len(values))
        inner, offered = {**env}, set()
        for value in values:
            inner[item] = value
            if where is None or where(s, inner):
                offered.add(key(s, inner))
                if len(offered) > most:
                    break
        if len(offered) > OFFERED:
            raise broken("options")
        numbers = [first + value for value in sorted(offered)]
        if done is not None and (numbers or veil(s, env)) and done(s, env):
            numbers.append(decision.base + decision.size)
        if not numbers:
            empty(s, env)
            return False
        veiled = len(numbers) == 1 and veil(s, env)
        waits(s, env)
        if len(numbers) == 1 and not veiled:
            s.a = numbers[0]
            s.forced += (seat, numbers[0])
            return False
        s.seat, s.point, s.options = seat, point, numbers
        return True

    return e.access.question(run)


def ask_again(e: Evaluator, s: StateMemory) -> bool:
    """Put the question that a state waits for once more, as its values are now; whether a seat must decide.

    Raises:
        KeyError: it was put by what is not known any more.
    """
    frame = s.stack.pop()
    node = e.program.blocks[frame[0]]
    assert node.answers is not None  # the frame waits for an answer
    s.steps = 0
    return _ask(e, node, node.answers)(s, dict(zip(node.locals, frame[1:], strict=True)))


def _never(_s: StateMemory, _env: Env) -> int:
    """A question without a veil."""
    return 0


def _candidates(e: Evaluator, end: p.Ask) -> Callable[[StateMemory, Env], Iterable[int]]:
    """What a question goes through. Of a range, and of pieces, only what it is about can be picked.

    Answers of several parts are found one by one: who looks ahead stops at the second, and each may take a search through a board.
    """
    decision = end.decision
    if end.selection.answer is not None:
        return find_answers(e, end.selection.answer, charged=e.steps.by_part(end))
    return (
        loop_values(e, end.selection)
        if decision.keys
        else pickable_values(e, end.selection, (decision.low, decision.size))
    )


_ENDS: Final[Mapping[type, Callable[[Any, p.BasicBlock, Any], Ends]]] = {
    p.Jump: _jump,
    p.Split: _split,
    p.Ask: _ask,
    p.Call: _call,
    p.CallCard: _call_card,
    p.Stop: _stop,
    p.Empty: _empty,
    p.ProcedureEnd: _end,
}
"""What builds the closure of a block's end, by its class."""


# Puts an evaluator together: gives it the builders of closures for every class of nodes.
#
# The builders of closures need the evaluator, which needs them; so each module only defines its builders, and this one puts them
# into tables by the class of the node:
#
#     make_evaluator(program)                              plays
#     make_evaluator(program, access=ConstantAccess())     folds constants: a state is never read
#     make_evaluator(program, tracer=recorder)             plays, and tells what happens

BUILDERS: Final = Builders(EXPRESSIONS, SELECTIONS, PLACES, address, statement, block, procedure, definition)


def make_evaluator(
    program: Program,
    hooks: Mapping[str, Callable[..., int]] | None = None,
    access: AccessPolicy | None = None,
    tracer: EvaluationTracer | None = None,
) -> Evaluator:
    """An evaluator of a program; see `Evaluator`."""
    return Evaluator(BUILDERS, program, hooks, access, tracer)
