"""Blocks: how one leads to another, and what is written out in place of a jump.

Forward jumps are written out in place where that is short, so the common way through a turn runs without packing frames;
ways back of a loop that left its function go over the stack, so nobody's own stack grows with the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.code.size import high, low
from ruleset_core.lang.decide.build import Build
from ruleset_core.lang.decide.options import Options
from ruleset_core.lang.decide.reach import REACH
from ruleset_core.lang.runtime import FRAMES
from ruleset_core.lang.secrets import ASKER
from ruleset_core.lang.types import Type

Env = dict[Any, Any]
Out = list[Any]
INLINE = 12
"""Blocks with at most this many statements are written out where they are jumped to."""
COUNTERS = {"_n", "_i", "_k"}
"""Locals of lowering that count rounds begin so, and go on with a number."""
DEPTH = 6
"""How many blocks may be written out one inside the other."""


class Blocks:
    """The blocks that a frame or a jump may name."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self.program = build.program
        self.options = Options(build)
        self.points = {name: place for place, name in enumerate(build.v.decisions)}
        self.lists = {
            each.var
            for node in self.program.blocks
            for each in node.statements
            if isinstance(each, t.Let) and isinstance(each.value, t.Gather)
        }
        self.loop = -1
        self.wanted: list[int] = []

    def all(self) -> dict[int, n.Block]:
        """All that can be reached, beginning with those from which play can begin."""
        program = self.program
        listeners = [each for all_ in self.b.v.listeners.values() for each in all_]
        queued = [each.procedure for each in listeners if each.queued]
        begun = [name for name in program.procedures if name.startswith(("flow", "phase "))]
        self.wanted = [program.procedures[name].entry for name in (*begun, *queued)]
        self.wanted += [*program.phase_entry.values(), *program.phase_after.values()]
        written: dict[int, n.Block] = {}
        while self.wanted:
            number = self.wanted.pop()
            if number not in written:
                node = program.blocks[number]
                written[number] = self._block(node)
                self.wanted += [] if node.again is None else [node.again.block]
                self.wanted += [node.restart] if node.restart >= 0 else []
        return dict(sorted(written.items()))

    def repeats(self, written: Iterable[int]) -> dict[int, tuple[int, bool, int]]:
        """See `Code.repeats`."""
        found = [(number, self.program.blocks[number].again) for number in written]
        return {number: (each.block, each.hidden >= ASKER, each.least) for number, each in found if each is not None}

    def restarts(self, written: Iterable[int]) -> dict[int, int]:
        """See `Code.restarts`."""
        found = [(number, self.program.blocks[number].restart) for number in written]
        return {number: block for number, block in found if block >= 0}

    def _block(self, node: p.Node) -> n.Block:
        params: list[n.Local | str] = []
        env: Env = {}
        if "me" in node.locals:
            env = self.b.places.acting()
        for name, kind in zip(node.locals, node.kinds, strict=True):
            if name in self.lists:
                params.append(name)
            else:
                params.append(env["me"] if name == "me" else self.b.local(name, kind))
        head: Out = []
        if node.answers is not None:
            decision = node.answers.decision
            answer = self.b.make.answer(decision.base + decision.size)
            code = self.b.make.plus(
                self.b.narrow(answer, decision.base, decision.base + decision.size), decision.low - decision.base
            )
            local = self.b.make.local(node.answers.var, decision.low, decision.low + decision.size)
            head.append(n.SetLocal(local, code))
            env[node.answers.var] = local
        self.loop = node.number if node.loop else -1
        body: Out = []
        self._write(node, body, env, 0)
        if "me" in node.locals:
            me = env["me"]
            base = self.b.places.base_local("_b")
            if base.name in self.b.functions.free_in(body):
                head.insert(0, n.SetLocal(base, self.b.places.base_of(me)))
        if not node.loop:
            return n.Block(node.number, tuple(params), [*head, *body], False, node.entry_of)
        return (
            n.Block(node.number, tuple(params), body, True, node.entry_of)
            if not head
            else self._headed(node, params, head, body)
        )

    @staticmethod
    def _headed(node: p.Node, params: list[n.Local | str], head: Out, body: Out) -> n.Block:
        """What comes before the first round is worked out again in each: a loop has no place before it."""
        return n.Block(node.number, tuple(params), [*head, *body], True, node.entry_of)

    def _write(self, node: p.Node, out: Out, env: Env, depth: int) -> None:
        out.append(n.Spend(self.b.steps.block(node.number)))
        for statement in node.statements:
            self.b.effects.statement(statement, out, env)
        end = node.end
        match end:
            case p.End():
                out.append(n.GoOn())
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

    def _frame(self, number: int, env: Env) -> tuple[Expr | str, ...]:
        """The values of a block's locals."""
        self.wanted.append(number)
        node = self.program.blocks[number]
        return tuple(
            name if name in self.lists else self._held(name, kind, env)
            for name, kind in zip(node.locals, node.kinds, strict=True)
        )

    def _held(self, name: str, kind: Type, env: Env) -> Expr:
        found: Expr | None = env.get(name)
        if found is not None:
            return found
        return self.b.places.me(env) if name == "me" else self.b.local(name, kind)

    def _trivial(self, number: int) -> bool:
        node = self.program.blocks[number]
        return not node.statements and isinstance(node.end, p.End)

    def _push(self, number: int, out: Out, env: Env) -> None:
        if not self._trivial(number):
            out.append(n.Push(number, self._frame(number, env)))

    def _go(self, origin: p.Node, number: int, out: Out, env: Env, depth: int) -> None:
        if self._trivial(number):
            out.append(n.GoOn())
        elif number == self.loop:
            out.append(n.Again())
        elif number <= origin.number:
            self._push(number, out, env)
            out.append(n.GoOn())
        elif depth < DEPTH and self._short(number):
            self._write(self.program.blocks[number], out, dict(env), depth + 1)
        else:
            out.append(n.Continue(number, self._frame(number, env)))

    def _short(self, number: int) -> bool:
        node = self.program.blocks[number]
        return len(node.statements) <= INLINE and not node.loop

    def _split(self, node: p.Node, end: p.Split, out: Out, env: Env, depth: int) -> None:
        condition = self.b.exprs.truth(end.condition, env)
        if isinstance(condition, int):
            self._go(node, end.then if condition else end.otherwise, out, env, depth)
            return
        then: Out = []
        otherwise: Out = []
        self._go(node, end.then, then, self._narrowed(condition, env), depth + 1)
        self._go(node, end.otherwise, otherwise, env, depth + 1)
        out.append(n.If(condition, then, otherwise))

    def _narrowed(self, condition: n.Node, env: Env) -> Env:
        """What a condition tells of a local that counts rounds. Such locals are set between the statements of blocks alone."""
        if not isinstance(condition, n.Compare) or not isinstance(condition.left, n.Local):
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

    def _call(self, node: p.Node, end: p.Call, out: Out, env: Env, depth: int) -> None:
        args = self.b.effects.arguments(end.procedure, end.args, env, sure=end.sure)
        procedure = self.program.procedures[end.procedure]
        if procedure.entry < 0:
            self.b.effects.call(end.procedure, args, out, env)
            self._go(node, end.then, out, env, depth)
            return
        self.wanted.append(procedure.entry)
        told: Out = []
        self._push(end.then, told, env)
        if end.procedure in self.program.recursive:
            told.append(self._shallow())
        told.append(n.Continue(procedure.entry, (self.b.places.me(env), *args)))
        silent = self.b.reach.silent(*args) if end.procedure == REACH else 0
        if silent == 0:
            out += told
            return
        on: Out = [n.Spend(self.b.reach.told)]
        self._go(node, end.then, on, env, depth + 1)
        self.b.effects.fork(silent, on, told, out)

    def _call_card(self, node: p.Node, end: p.CallCard, out: Out, env: Env, depth: int) -> None:
        entries = [self.program.procedures[name].entry if name else -1 for name in end.procedures]
        pieces = [place for place, entry in enumerate(entries) if entry >= 0]
        self.wanted += [entries[place] for place in pieces]
        piece = self.b.exprs.value(end.of, env)
        if not isinstance(piece, (int, n.Local)):
            held = self.b.make.local(self.b.fresh("p"), low(piece), piece.high)
            out.append(n.SetLocal(held, piece))
            piece = held
        suspends: Out = []
        self._push(end.then, suspends, env)
        back = [place for place in pieces if end.procedures[place] in self.program.recursive]
        self.b.effects.fork(self.b.make.among(piece, back), [self._shallow()] if back else [], [], suspends)
        there = self.b.narrow(piece, 0, len(entries) - 1)
        among = tuple(sorted({entries[place] for place in pieces}))
        table = self.b.make.table([entry if entry >= 0 else among[0] for entry in entries]) if among else None
        values = (self.b.places.me(env), there)
        if table is not None:
            block = self.b.make.entry(table, there)
            suspends.append(n.Continue(block, values) if isinstance(block, int) else n.ContinueAt(block, among, values))
        rest: Out = []
        self.b.effects.plain_cards(end.procedures, piece, rest, env)
        self._go(node, end.then, rest, env, depth + 1)
        self.b.effects.fork(self.b.make.among(piece, pieces), suspends, rest, out)

    def _shallow(self) -> n.Require:
        """Where procedures lead back to themselves there are only so many frames."""
        return n.Require(self.b.make.compare("<=", self.b.make.frames(), FRAMES))

    # -- queue and end ------------------------------------------------------------------------------------------

    def _drain(self, node: p.Node, end: p.Empty, out: Out, env: Env, depth: int) -> None:
        if self.b.v.ends:
            self._stop(out)
        waiting: Out = []
        self._push(node.number, waiting, env)
        waiting += [n.PushQueued(), n.GoOn()]
        rest: Out = []
        self._go(node, end.then, rest, env, depth)
        out.append(n.If(self.b.make.compare(">", self.b.make.queued(2**31 - 1), 0), waiting, rest))  # type: ignore[arg-type]

    def _stop(self, out: Out) -> None:
        out.append(n.If(self.b.make.ended(), [n.ClearAll(), n.GoOn()], []))

    # -- questions ----------------------------------------------------------------------------------------------

    def _ask(self, node: p.Node, end: p.Ask, out: Out, env: Env) -> None:
        make, decision = self.b.make, end.decision
        count = self.options.offer(end, out, env)
        done = 0 if end.done is None else self.b.exprs.truth(end.done, env)
        veil = 0 if end.veil is None else self.b.exprs.truth(end.veil, env)
        if done != 0:
            test = make.every((make.some((make.compare(">", count, 0), veil)), done))
            self.b.effects.fork(test, [n.Offer(decision.base + decision.size)], [], out)
            count = make.offered(self.options.most)
        more = make.compare(">", count, 0)
        if done != 1:
            more = make.some((make.compare(">", count, 1), make.every((more, veil))))
        me = self.b.places.me(env)
        frame = self._frame(end.then, env)
        ask: Out = [n.Push(end.then, frame), n.Ask(me, self.points[decision.name])]
        none: Out = []
        self._go(node, end.empty, none, env, DEPTH)  # rare: not worth writing out
        if done != 1 and veil != 1:
            only: Out = [n.TakeOnly(me), n.Continue(end.then, frame)]
            rest: Out = []
            self.b.effects.fork(make.compare(">", count, 0), only, none, rest)
            none = rest
        self.b.effects.fork(more, ask, none, out)
