"""IR generation of blocks and of the whole program: decides what is written out in place of a jump.

Blocks of lowering are cut wherever somebody may be asked, which is finer than a machine needs. Where a block is entered from
one place alone, it is written there instead of jumping. Block 6 of Pig, which takes the answer to `decide`:

    IrBlock(6, params=[me], body=[
      _b = 3 * me + 3, _decide = IrAnswer(), IrChargeSteps(20),
      IrIf(_decide == 0, [roll ..., the pot ...], [hold ...]),
      IrChargeSteps(5), IrIf(IrGameEnded(), [IrClearFrames(), IrNextFrame()]),              block 8 stands here
      IrChargeSteps(5), IrIf(turn.again, [push block 5], [push block 3]), IrNextFrame()])   and block 9

>>> from ruleset_core import load
>>> code = load("pig").source.ir
>>> sorted(code.blocks)    # 15 blocks were lowered
[0, 1, 3, 5, 6, 8, 13, 14]

Each block charges its steps as if it had been entered by a jump, so that both executors count alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ruleset_core.analysis.control_flow import stack_capacity
from ruleset_core.analysis.secrecy import ASKER
from ruleset_core.budgets import stage
from ruleset_core.compile import ir
from ruleset_core.compile.ir import IrExpr
from ruleset_core.compile.ir.ir_builder import high, low
from ruleset_core.compile.irgen.context import Env
from ruleset_core.compile.irgen.loop_passes import LoopPasses
from ruleset_core.compile.irgen.operation_generation import REACH
from ruleset_core.compile.irgen.statement_generation import OptionGenerator, StatementContext
from ruleset_core.lang import program as p
from ruleset_core.lang import runtime
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.runtime import FRAMES, QUEUE
from ruleset_core.lang.traversal import deep
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.visibility import list_sights

# Blocks: how one leads to another, and what is written out in place of a jump.
#
# Forward jumps are written out in place where that is short, so the common way through a turn runs without packing
# frames; ways back of a loop that left its function go over the stack, so nobody's own stack grows with the game.

Out = list[Any]
INLINE = 12
"""Blocks with at most this many statements are written out where they are jumped to."""
COUNTERS = {"_n", "_i", "_k"}
"""Locals of lowering that count rounds begin so, and go on with a number."""
DEPTH = 6
"""How many blocks may be written out one inside the other."""


class BlockGenerator:
    """The blocks that a frame or a jump may name."""

    def __init__(self, build: StatementContext) -> None:
        self.b = build
        self.program = build.program
        self.options = OptionGenerator(build)
        self.points = {name: place for place, name in enumerate(build.v.decisions)}
        self.lists = {
            each.var
            for node in self.program.blocks
            for each in node.statements
            if isinstance(each, t.Let) and isinstance(each.value, t.Gather)
        }
        self.loop = -1
        self.wanted: list[int] = []

    def all(self) -> dict[int, ir.IrBlock]:
        """All that can be reached, beginning with those from which play can begin."""
        program = self.program
        listeners = [each for all_ in self.b.v.listeners.values() for each in all_]
        queued = [each.procedure for each in listeners if each.queued]
        begun = [name for name in program.procedures if name.startswith(("flow", "phase "))]
        self.wanted = [program.procedures[name].entry for name in (*begun, *queued)]
        self.wanted += [*program.phase_entry.values(), *program.phase_after.values()]
        written: dict[int, ir.IrBlock] = {}
        while self.wanted:
            number = self.wanted.pop()
            if number not in written:
                node = program.blocks[number]
                written[number] = self._block(node)
                self.wanted += [] if node.again is None else [node.again.block]
                self.wanted += [node.restart] if node.restart >= 0 else []
        return dict(sorted(written.items()))

    def repeats(self, written: Iterable[int]) -> dict[int, tuple[int, bool, int]]:
        """See `IrProgram.repeats`."""
        found = [(number, self.program.blocks[number].again) for number in written]
        return {number: (each.block, each.hidden >= ASKER, each.least) for number, each in found if each is not None}

    def restarts(self, written: Iterable[int]) -> dict[int, int]:
        """See `IrProgram.restarts`."""
        found = [(number, self.program.blocks[number].restart) for number in written]
        return {number: block for number, block in found if block >= 0}

    def _block(self, node: p.BasicBlock) -> ir.IrBlock:
        params: list[ir.IrLocal | str] = []
        env: Env = {}
        if "me" in node.locals:
            env = self.b.acting()
        for name, kind in zip(node.locals, node.kinds, strict=True):
            if name in self.lists:
                params.append(name)
            else:
                params.append(env["me"] if name == "me" else self.b.local(name, kind))
        head: Out = []
        if node.answers is not None:
            decision = node.answers.decision
            answer = self.b.make.answer(decision.base + decision.size)
            code = self.b.make.add(
                self.b.narrow(answer, decision.base, decision.base + decision.size), decision.low - decision.base
            )
            local = self.b.make.local(node.answers.var, decision.low, decision.low + decision.size)
            head.append(ir.IrSetLocal(local, code))
            env[node.answers.var] = local
        self.loop = node.number if node.loop else -1
        body: Out = []
        self._write(node, body, env, 0)
        if "me" in node.locals:
            me = env["me"]
            base = self.b.base_local("_b")
            if base.name in self.b.functions.free_in(body):
                head.insert(0, ir.IrSetLocal(base, self.b.base_of(me)))
        if not node.loop:
            return ir.IrBlock(node.number, tuple(params), [*head, *body], False, node.entry_of)
        return (
            ir.IrBlock(node.number, tuple(params), body, True, node.entry_of)
            if not head
            else self._headed(node, params, head, body)
        )

    @staticmethod
    def _headed(node: p.BasicBlock, params: list[ir.IrLocal | str], head: Out, body: Out) -> ir.IrBlock:
        """What comes before the first round is worked out again in each: a loop has no place before it."""
        return ir.IrBlock(node.number, tuple(params), [*head, *body], True, node.entry_of)

    def _write(self, node: p.BasicBlock, out: Out, env: Env, depth: int) -> None:
        out.append(ir.IrChargeSteps(self.b.steps.block(node.number)))
        for statement in node.statements:
            self.b.effects.statement(statement, out, env)
        end = node.end
        match end:
            case p.ProcedureEnd():
                out.append(ir.IrNextFrame())
            case p.Jump():
                self._go(node, end.target, out, env, depth)
            case p.Split():
                self._split(node, end, out, env, depth)
            case p.Ask():
                self._ask(node, end, out, env)
            case p.Call():
                self._call(node, end, out, env, depth)
            case p.CallCard():
                self._call_card(node, end, out, env, depth)
            case p.Empty():
                self._drain(node, end, out, env, depth)
            case p.Stop():
                self._stop(out)
                self._go(node, end.then, out, env, depth)

    # -- ways on ------------------------------------------------------------------------------------------------

    def _frame(self, number: int, env: Env) -> tuple[IrExpr | str, ...]:
        """The values of a block's locals."""
        self.wanted.append(number)
        node = self.program.blocks[number]
        return tuple(
            name if name in self.lists else self._held(name, kind, env)
            for name, kind in zip(node.locals, node.kinds, strict=True)
        )

    def _held(self, name: str, kind: Type, env: Env) -> IrExpr:
        found: IrExpr | None = env.get(name)
        if found is not None:
            return found
        return self.b.me(env) if name == "me" else self.b.local(name, kind)

    def _trivial(self, number: int) -> bool:
        node = self.program.blocks[number]
        return not node.statements and isinstance(node.end, p.ProcedureEnd)

    def _push(self, number: int, out: Out, env: Env) -> None:
        if not self._trivial(number):
            out.append(ir.IrPushFrame(number, self._frame(number, env)))

    def _go(self, origin: p.BasicBlock, number: int, out: Out, env: Env, depth: int) -> None:
        if self._trivial(number):
            out.append(ir.IrNextFrame())
        elif number == self.loop:
            out.append(ir.IrRestartLoop())
        elif number <= origin.number:
            self._push(number, out, env)
            out.append(ir.IrNextFrame())
        elif depth < DEPTH and self._short(number):
            self._write(self.program.blocks[number], out, dict(env), depth + 1)
        else:
            out.append(ir.IrContinue(number, self._frame(number, env)))

    def _short(self, number: int) -> bool:
        node = self.program.blocks[number]
        return len(node.statements) <= INLINE and not node.loop

    def _split(self, node: p.BasicBlock, end: p.Split, out: Out, env: Env, depth: int) -> None:
        condition = self.b.exprs.condition(end.condition, env)
        if isinstance(condition, int):
            self._go(node, end.then if condition else end.otherwise, out, env, depth)
            return
        then: Out = []
        otherwise: Out = []
        self._go(node, end.then, then, self._narrowed(condition, env), depth + 1)
        self._go(node, end.otherwise, otherwise, env, depth + 1)
        out.append(ir.IrIf(condition, then, otherwise))

    def _narrowed(self, condition: ir.IrNode, env: Env) -> Env:
        """What a condition tells of a local that counts rounds. Such locals are set between the statements of blocks alone."""
        if not isinstance(condition, ir.IrCompare) or not isinstance(condition.left, ir.IrLocal):
            return env
        local = condition.left
        if not (local.name[:2] in COUNTERS and local.name[2:3].isdigit()):
            return env
        least, most = local.low, local.high
        if condition.sign in {">", ">="}:
            least = max(least, low(condition.right) + (condition.sign == ">"))
        elif condition.sign in {"<", "<="}:
            most = min(most, high(condition.right) - (condition.sign == "<"))
        return {**env, local.name: self.b.narrow(local, least, most)}

    # -- calls --------------------------------------------------------------------------------------------------

    def _call(self, node: p.BasicBlock, end: p.Call, out: Out, env: Env, depth: int) -> None:
        args = self.b.effects.arguments(end.procedure, end.args, env)
        procedure = self.program.procedures[end.procedure]
        if procedure.entry < 0:
            self.b.effects.call(end.procedure, args, out, env)
            self._go(node, end.then, out, env, depth)
            return
        self.wanted.append(procedure.entry)
        told: Out = []
        self._push(end.then, told, env)
        if end.procedure in self.b.recursive:
            told.append(self._shallow())
        told.append(ir.IrContinue(procedure.entry, (self.b.me(env), *args)))
        silent = self.b.reach.is_unanswered(*args) if end.procedure == REACH else 0
        if silent == 0:
            out += told
            return
        on: Out = [ir.IrChargeSteps(self.b.reach.unanswered_cost)]
        self._go(node, end.then, on, env, depth + 1)
        self.b.effects.fork(silent, on, told, out)

    def _call_card(self, node: p.BasicBlock, end: p.CallCard, out: Out, env: Env, depth: int) -> None:
        entries = [self.program.procedures[name].entry if name else -1 for name in end.procedures]
        pieces = [place for place, entry in enumerate(entries) if entry >= 0]
        self.wanted += [entries[place] for place in pieces]
        piece = self.b.exprs.value(end.of, env)
        if not isinstance(piece, (int, ir.IrLocal)):
            held = self.b.make.local(self.b.fresh("p"), low(piece), piece.high)
            out.append(ir.IrSetLocal(held, piece))
            piece = held
        suspends: Out = []
        self._push(end.then, suspends, env)
        back = [place for place in pieces if end.procedures[place] in self.b.recursive]
        self.b.effects.fork(self.b.make.is_one_of(piece, back), [self._shallow()] if back else [], [], suspends)
        there = self.b.narrow(piece, 0, len(entries) - 1)
        among = tuple(sorted({entries[place] for place in pieces}))
        table = self.b.make.table([entry if entry >= 0 else among[0] for entry in entries]) if among else None
        values = (self.b.me(env), there)
        if table is not None:
            block = self.b.make.table_entry(table, there)
            suspends.append(
                ir.IrContinue(block, values) if isinstance(block, int) else ir.IrContinueAt(block, among, values)
            )
        rest: Out = []
        self.b.effects.plain_cards(end.procedures, piece, rest, env)
        self._go(node, end.then, rest, env, depth + 1)
        self.b.effects.fork(self.b.make.is_one_of(piece, pieces), suspends, rest, out)

    def _shallow(self) -> ir.IrRequire:
        """Where procedures lead back to themselves there are only so many frames."""
        return ir.IrRequire(self.b.make.compare("<=", self.b.make.stack_depth(), FRAMES))

    # -- queue and end ------------------------------------------------------------------------------------------

    def _drain(self, node: p.BasicBlock, end: p.Empty, out: Out, env: Env, depth: int) -> None:
        if self.b.v.ends:
            self._stop(out)
        waiting: Out = []
        self._push(node.number, waiting, env)
        waiting += [ir.IrPushQueued(), ir.IrNextFrame()]
        rest: Out = []
        self._go(node, end.then, rest, env, depth)
        out.append(ir.IrIf(self.b.make.compare(">", self.b.make.queue_length(2**31 - 1), 0), waiting, rest))  # type: ignore[arg-type]

    def _stop(self, out: Out) -> None:
        out.append(ir.IrIf(self.b.make.game_ended(), [ir.IrClearFrames(), ir.IrNextFrame()], []))

    # -- questions ----------------------------------------------------------------------------------------------

    def _ask(self, node: p.BasicBlock, end: p.Ask, out: Out, env: Env) -> None:
        make, decision = self.b.make, end.decision
        count = self.options.offer(end, out, env)
        done = 0 if end.done is None else self.b.exprs.condition(end.done, env)
        veil = 0 if end.veil is None else self.b.exprs.condition(end.veil, env)
        if done != 0:
            test = make.all_of((make.any_of((make.compare(">", count, 0), veil)), done))
            self.b.effects.fork(test, [ir.IrOfferOption(decision.base + decision.size)], [], out)
            count = make.offered_count(self.options.most)
        elif end.done is not None and not make.is_discardable(veil):
            # `done` never holds, but the interpreter looks at the veil before it sees that
            looked: Out = []
            self.b.held(veil, looked)
            self.b.effects.fork(make.compare("==", count, 0), looked, [], out)
        more = make.any_of((make.compare(">", count, 1), make.all_of((make.compare(">", count, 0), veil))))
        me = self.b.me(env)
        frame = self._frame(end.then, env)
        ask: Out = [ir.IrPushFrame(end.then, frame), ir.IrAsk(me, self.points[decision.name])]
        none: Out = []
        self._go(node, end.empty, none, env, DEPTH)  # rare: not worth writing out
        if done != 1 and veil != 1:
            only: Out = [ir.IrTakeOnlyOption(me), ir.IrContinue(end.then, frame)]
            rest: Out = []
            self.b.effects.fork(make.compare(">", count, 0), only, none, rest)
            none = rest
        self.b.effects.fork(more, ask, none, out)


# IR generation as a whole.


def layout_of_program(build: StatementContext, blocks: dict[int, ir.IrBlock]) -> ir.IrStateSizes:
    """Sizes and capacities."""
    v, program = build.v, build.program
    decisions = v.decisions.values()
    lists = dict(build.functions.longest)
    words = {number: _frame_words(block, lists) for number, block in blocks.items()}
    queued = [each.procedure for all_ in v.listeners.values() for each in all_ if each.queued]
    zones = sorted(v.zones.values(), key=lambda zone: (zone.per_seat, zone.slot))
    return ir.IrStateSizes(
        shared=v.shared_size,
        seat=v.seat_size,
        shared_zones=v.shared_zones,
        seat_zones=v.seat_zones,
        players=v.players,
        capacity=tuple(v.domains[zone.kind].size for zone in zones for _ in range(zone.size)),
        streams=len(program.streams),
        settings=len(v.options),
        options=max((each.base + each.size + int(each.stops) for each in decisions), default=0),
        most_options=OptionGenerator.most_of(v),
        stack_words=max(stack_capacity(program, lists), max(words.values(), default=1)),
        queue_entries=QUEUE if queued else 0,
        queue_words=max((2 + len(program.procedures[name].params) for name in queued), default=0),
        lists=lists,
        together=any(isinstance(each, t.Simultaneous) for node in program.blocks for each in node.statements),
    )


def _frame_words(block: ir.IrBlock, lists: dict[str, int]) -> int:
    return 1 + sum(1 + lists.get(each, 0) if isinstance(each, str) else 1 for each in block.params)


@stage("deciding")
def generate_ir(program: p.Program) -> ir.IrProgram:
    """The intermediate program of a lowered program."""
    with deep():
        build = StatementContext(program)
        play = BlockGenerator(build)
        blocks = play.all()
        scores = [_score(build, number, score) for number, score in enumerate(program.scores)]
        ties = [
            _function(build, f"tie_{number}", amount, with_item=None)
            for number, (amount, _) in enumerate(program.claims)
        ]
        invariants = [
            _function(build, f"invariant_{number}", condition, with_item=None)
            for number, (condition, _) in enumerate(program.invariants)
        ]
        passes = LoopPasses(build.make, build.functions.made, build.functions.free)
        functions = passes.functions_and_blocks(blocks)
        return ir.IrProgram(
            functions=functions,
            blocks=blocks,
            tables=build.make.tables,
            layout=layout_of_program(build, blocks),
            entry=program.procedures["flow"].entry,
            scores=scores,
            ties=ties,
            outcome=_outcome(program),
            invariants=invariants,
            board=build.v.board,
            sights=list_sights(build.v),
            hooks={name: 1 + len(build.v.hooks[name].params) for name in sorted(build.functions.hooks)},
            repeats=play.repeats(blocks),
            restarts=play.restarts(blocks),
            kept=frozenset(passes.kept),
        )


def _outcome(program: p.Program) -> ir.IrOutcome:
    """Where among the tie-breaks stands what decides besides."""
    place, who = len(program.tie_breaks), program.outcome
    wins = place if who.wins is not None else -1
    return ir.IrOutcome(who.lowest, place, wins, -1 if who.team is None else place + (wins >= 0))


def _score(build: StatementContext, number: int, score: p.ScoreCategory) -> tuple[str, ir.IrSource | None, str]:
    """The functions of a category of the score, and what it goes through."""
    name = _function(build, f"score_{number}", score.amount, with_item=score.items)
    listed = ""
    if score.where is not None:
        listed = _function(build, f"listed_{number}", score.where, with_item=score.items)
    return name, None if score.items is None else _items(build, score.items), listed


def _items(build: StatementContext, items: t.Selection) -> ir.IrSource:
    """What a category goes through; seats that are not in the game are left out."""
    if items.type.seats or items.type.domain == SEAT.domain:
        most = build.v.players[1]
        more = tuple(value for value in items.values if value >= most)
        rows = [(*range(count), *more) for count in range(most + 1)]
        return ir.IrRowSource(build.make.table(rows), build.players)
    return build.selections.source(items, {}, copied=False)[0]


def _function(build: StatementContext, name: str, amount: t.Expr, *, with_item: t.Selection | None) -> str:
    """A function of a seat, and of an item."""
    env: dict[Any, Any] = build.acting()
    params: tuple[ir.IrLocal, ...] = (env["me"],)
    if with_item is not None:
        env["it"] = build.local("it", with_item.type)
        params = (*params, env["it"])
    code = build.exprs.value(amount, env)
    body: list[Any] = [ir.IrReturn(code)]
    base = build.mine(env)
    if isinstance(base, ir.IrLocal) and base.name in build.functions.free_in(body):
        body.insert(0, ir.IrSetLocal(base, build.base_of(env["me"])))
    weight = build.steps.tree(amount)
    if weight > runtime.STEPS or not build.steps.light(amount):  # else it takes no more than that
        body.insert(0, ir.IrChargeSteps(weight))
    build.functions.add(name, params, body, (low(code), high(code)), "")
    return name
