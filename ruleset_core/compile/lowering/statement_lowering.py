"""Lowering of statements: a statement that may ask ends a block, the rest stays structured.

A statement that may ask ends the block; what follows it begins a new block, whose frame holds the locals still needed:

    let n = pot; choose act a { set best = a }; gain n coin

    block 3    let n = pot                                   ask `act`: 5 with the answer, 7 where nothing can be chosen
    block 5    frame: me, n      set best = a                jump to 7
    block 7    frame: me, n      gain n coin                 (and the counter of the turns, see `flow_lowering`)

    if pot > 3 { choose ... } else { set pot = 9 }; gain 1 coin

    block 3    if pot > 3 go to 5, else to 6
    block 5    ask `act`: 8 with the answer, else 7
    block 6    set pot = 9                                   jump to 7
    block 7    gain 1 coin

An `if` or a loop in which nobody is asked stays one statement, however large it is. `analysis.control_flow` tells which may ask.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from ruleset_core.analysis.control_flow import SuspensionAnalysis
from ruleset_core.analysis.desugaring import GAIN, desugared
from ruleset_core.compile.lowering.question_replay import (
    EarlierLists,
    Found,
    FoundCondition,
    FoundConditions,
    after_seat_change,
    checked_parameters,
    reask_plan,
)
from ruleset_core.compile.lowering.set_answers import as_kinds, fewest_things, things_picked
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.choice_forms import answer_kinds
from ruleset_core.lang.domains import AnswerPartType
from ruleset_core.lang.program import (
    Ask,
    BasicBlock,
    Call,
    CallCard,
    Jump,
    Procedure,
    ProcedureEnd,
    Program,
    Split,
    Terminator,
)
from ruleset_core.lang.traversal import (
    above,
    at_most,
    both,
    constant,
    equal,
    less,
    local,
    negated,
    part_of_answer,
    plus,
    replaced,
    substitute,
    times,
    unequal,
    with_origin,
    with_renamed_locals,
)
from ruleset_core.lang.types import BOOL, INT, NONE, NONE_VALUE, SEAT

PASSED = (t.If, t.Pay, t.Do, t.DoCard, t.Gain, t.For, t.Repeat, t.Choose, t.ChooseUpTo, t.ChooseSeveral, t.As)
"""Behind these the rest of an effect knows what it knew before, as far as they change nothing of it."""
LOOPS = (t.For, t.Repeat, t.ChooseUpTo)
"""Where these come round again, they have changed what they change."""


class StatementLowering:
    """Cuts one procedure."""

    def __init__(
        self,
        program: Program,
        procedure: Procedure,
        suspends: SuspensionAnalysis,
        uses: dict[str, int],
        found: FoundConditions,
    ) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.procedure = procedure
        self.suspends = suspends
        self.uses = uses
        self.fresh = 0
        self.found = found
        self._earlier = EarlierLists(program, found, self.name)
        self._known: dict[int, Found] = {}
        self._inlined: list[str] = []
        self._returns: list[tuple[t.Local, str, BasicBlock]] = []
        self._lowerings = self.lowerings()
        self.origin = procedure.body.origin
        self.now = self.block()

    def run(self) -> None:
        """Cut, and note the entry block."""
        self.procedure.entry = self.now.number
        self.now.entry_of = self.procedure.name
        self.statement(self.procedure.body)
        self.close(self.now, ProcedureEnd())

    def block(self) -> BasicBlock:
        """A new block."""
        node = BasicBlock(len(self.program.blocks))
        self.program.blocks.append(node)
        return node

    def name(self, stem: str) -> str:
        """A local that no text can contain."""
        self.fresh += 1
        return f"_{stem}{self.fresh}"

    def close(self, node: BasicBlock, end: Terminator) -> None:
        """End a block; the end comes from the statement that is being cut."""
        end.origin = self.origin
        node.end = end

    def go(self, target: BasicBlock) -> None:
        """End the block in progress with a jump."""
        self.close(self.now, Jump(target.number))

    def loop(self) -> BasicBlock:
        """A new block to which a loop comes back, begun at once."""
        head = self.block()
        head.loop = True
        self.go(head)
        self.now = head
        return head

    def split(self, condition: t.Expr, then: BasicBlock, otherwise: BasicBlock) -> None:
        """End the block in progress with a fork."""
        self.close(self.now, Split(condition, then.number, otherwise.number))

    def add(self, *statements: t.Statement) -> None:
        """Statements that never suspend; those that are made here come from the one that is being cut."""
        for each in statements:
            self.now.statements.append(with_origin(each, self.origin))
            self._note(each)

    def _note(self, node: t.Statement) -> None:
        """What was found out before is so no longer where a statement changes what it goes by."""
        found = self.found.left(self._known_results(), node)
        self._finds(self.now, (*found, node) if isinstance(node, t.Let) and node.hidden else found)

    def _known_results(self) -> Found:
        """What was found out on the way, as `again` needs it."""
        return self._known.get(self.now.number, ())

    def _finds(self, node: BasicBlock, found: Found) -> None:
        """That much is found out when a block begins."""
        if found:
            self._known[node.number] = found
        else:
            self._known.pop(node.number, None)

    def _only_where(self, node: BasicBlock, condition: t.Expr, hidden: int) -> None:
        """A block is entered only where a condition holds that was just looked at."""
        found = self._known_results()
        self._finds(node, (*found, FoundCondition(condition, hidden)) if hidden else found)

    def within(self, node: BasicBlock, body: t.Block | None, after: BasicBlock) -> None:
        """Lower a body into a block, then go on at another."""
        self.now = node
        if body is not None:
            self.statement(body)
        self.go(after)

    def statement(self, node: t.Statement) -> None:
        """Lower one statement."""
        before, self.origin = self.origin, node.origin or self.origin
        if isinstance(node, t.Emit) and node.event.tell and node.event.name not in self.vocabulary.listeners:
            self.add(node)  # it does nothing, but who listens to a story hears it
        else:
            self._statement(desugared(node, self.vocabulary))
        self.origin = before

    def lowerings(self) -> dict[type, Callable[[Any], None]]:
        """By class of statements that may ask, the method that lowers one; all others become part of a block as they are."""
        return {
            t.Block: self._block, t.If: self._if, t.As: self._as, t.Pay: self._pay, t.Do: self._do, t.DoCard: self._do_card, t.Gain: self._gain,
            t.For: self._for, t.Repeat: self._repeat, t.Choose: self._choose, t.ChooseUpTo: self._choose_up_to,
            t.ChooseSeveral: self._choose_several, t.Return: self._return,
        }  # fmt: skip

    def _statement(self, node: t.Statement) -> None:
        lowering = self._lowerings.get(type(node))
        if isinstance(node, (t.Block, t.EnterPhase)) and lowering is not None:
            lowering(node)
            return
        asks = self.suspends.statement(node)
        lets, found, made = self._earlier.kept(self._known_results(), node, asks=asks)
        self.add(*lets)
        if not asks or lowering is None:
            self.add(*(made.items if isinstance(made, t.Block) else (made,)))
            self._finds(self.now, found)
            self._note(node)
            return
        if isinstance(node, LOOPS):
            self._finds(self.now, found)
        lowering(made)
        if isinstance(node, PASSED):
            self._finds(self.now, self.found.left(found, node))

    def _block(self, node: t.Block) -> None:
        for item in node.items:
            self.statement(item)

    def _if(self, node: t.If) -> None:
        then, otherwise, after = self.block(), self.block(), self.block()
        self.split(node.condition, then, otherwise)
        self._only_where(then, node.condition, node.hidden)
        self._only_where(otherwise, negated(node.condition), node.hidden)
        self.within(then, node.then, after)
        self.within(otherwise, node.otherwise, after)
        self.now = after

    def _as(self, node: t.As) -> None:
        saved, found = self.name("me"), self._known_results()
        self.add(t.Let(saved, local("me", SEAT)), t.Let("me", t.Op(SEAT, "acting", (node.seat,))))
        self._finds(self.now, after_seat_change(found, local(saved, SEAT)))
        self.statement(node.body)
        self.add(t.Let("me", local(saved, SEAT)))

    def _pay(self, node: t.Pay) -> None:
        then, otherwise, after = self.block(), self.block(), self.block()
        self.split(t.CanPay(BOOL, node.costs), then, otherwise)
        self.now = then
        self.add(t.Take(node.costs))
        self.within(then, node.body, after)
        self.within(otherwise, node.otherwise, after)
        self.now = after

    def _do(self, node: t.Do) -> None:
        if self.program.procedures[node.procedure].result is not None:
            self._with_result(self.program.procedures[node.procedure], node)
            return
        hidden = node.hidden and node.procedure not in self._inlined  # only locals of its own can be worked out again
        if self.uses.get(node.procedure) == 1 or hidden:
            self._inlined.append(node.procedure)
            self._inline(self.program.procedures[node.procedure], node)
            self._inlined.pop()
            return
        after, kept = self.block(), reask_plan(self.found.left(self._known_results(), node), 0)
        self.close(self.now, Call(node.procedure, node.args, after.number, kept))
        if self.procedure.name == "flow":
            number = self.program.phase_names.index(node.procedure.removeprefix("phase "))
            self.program.phase_after[number] = after.number
        self.now = after

    def _inline(self, procedure: Procedure, node: t.Do) -> None:
        """A procedure with one user needs no frame of its own; its locals get names of their own."""
        self.fresh += 1
        mark = f"__{self.fresh}"
        self.add(*checked_parameters(procedure, node, mark, node.hidden))
        self.statement(with_renamed_locals(procedure.body, mark))

    def _with_result(self, procedure: Procedure, node: t.Do) -> None:
        """A procedure that returns something is written out: where it returns, it goes on behind the call, and the seat acts that did before.

        let who = do challenger(2)        becomes        let result = none; let before = me; ...
                                                         return p:  let result = p; let me = before; go on behind
        """
        kind = procedure.result
        assert kind is not None
        result, acting, after = self.name("result"), self.name("me"), self.block()
        least = t.Const(kind, NONE_VALUE if kind.optional else kind.low or 0)
        self.add(t.Let(result, least), t.Let(acting, local("me", SEAT)))
        self._returns.append((local(result, kind), acting, after))
        self._inline(procedure, node)
        self._returns.pop()
        self.go(after)
        self.now = after
        if node.var:
            self.add(t.Let(node.var, local(result, kind)))

    def _return(self, node: t.Return) -> None:
        result, acting, after = self._returns[-1]
        self.add(
            t.Let(result.name, t.Op(result.type, "given", (node.value,), "return")), t.Let("me", local(acting, SEAT))
        )
        self.go(after)
        self.now = self.block()  # what follows is never done

    def _do_card(self, node: t.DoCard) -> None:
        after, kept = self.block(), reask_plan(self.found.left(self._known_results(), node), 0)
        self.close(self.now, CallCard(node.of, node.procedures, after.number, kept))
        self.now = after

    def _gain(self, node: t.Gain) -> None:
        """The fast way where all units fit and nothing on the way may ask; else unit by unit."""
        amount, resource = self._held(node.amount, "n"), self._held(node.resource, "r")
        fast, slow, after = self.block(), self.block(), self.block()
        self.split(t.Op(BOOL, "fits", (amount, resource)), fast, slow)
        fast.statements.append(t.Gain(amount, resource, plain=True, origin=self.origin))
        self.close(fast, Jump(after.number))
        self.close(slow, Call(GAIN, (resource, amount), after.number))
        self.now = after

    def _held(self, value: t.Expr, stem: str) -> t.Expr:
        if isinstance(value, (t.Const, t.Local)):
            return value
        name = self.name(stem)
        self.add(t.Let(name, value))
        return local(name, value.type)

    def _for(self, node: t.For) -> None:
        """Each value in turn: counted up in a range, else picked out of a list that a local holds."""
        place, kind = self.name("i"), node.selection.type
        at = local(place, INT)
        value: t.Expr
        first: t.Expr = t.Const(INT, 0)
        if node.selection.kind == "range":
            first, last = node.selection.parts
            last, value = self._held(last, "last"), at
            more = at_most(at, last)
        elif node.selection.kind == "values":
            value = t.Pick(kind, node.selection.values, "", at)
            more = less(at, len(node.selection.values))
        else:
            held = self.name("list")
            self.add(t.Let(held, t.Gather(INT, node.selection)))
            value = t.Pick(kind, (), held, at)
            more = less(at, t.Size(INT, held))
        self.add(t.Let(place, first))
        found = self.found.left(self._known_results(), node)
        head = self.loop()
        step, after = self.block(), self.block()
        self.split(more, step, after)
        self._finds(step, found)
        self.now = step
        self.add(t.Let(node.var, value), t.Let(place, plus(at, 1)))
        if node.where is not None:
            body = self.block()
            self.split(node.where, body, head)
            self._only_where(body, node.where, node.hidden)
            self.now = body
        self.statement(node.body)
        self.go(head)
        self.now = after

    def _repeat(self, node: t.Repeat) -> None:
        left = self.name("n")
        self.add(t.Let(left, node.times))
        found = self.found.left(self._known_results(), node)
        head = self.loop()
        body, after = self.block(), self.block()
        self.split(above(local(left, INT), 0), body, after)
        self._finds(body, found)
        self.now = body
        self.add(t.Let(left, plus(local(left, INT), -1)))
        self.statement(node.body)
        self.go(head)
        self.now = after

    def _choose(self, node: t.Choose) -> None:
        then, empty, after = self.block(), self.block(), self.block()
        if node.instead is None:
            var, found = self._ask(self.now, node, then, empty)
            self._finds(then, self._known_results())
        else:
            answered, instead = self.block(), self.block()
            var, found = self._ask(self.now, node, answered, empty)
            for way in (answered, instead, then):
                self._finds(way, self._known_results())
            self.now = answered
            self.split(self._left(node, var), instead, then)
            self.within(instead, node.instead, after)
        then.statements += [with_origin(each, self.origin) for each in found]
        if kinds := answer_kinds(node):
            self._by_kind(then, node, kinds, after)
        else:
            self._picked(then, node, var)
            self.within(then, node.body, after)
        self.within(empty, node.otherwise, after)
        self.now = after

    def _by_kind(
        self, here: BasicBlock, node: t.Choose, kinds: list[tuple[t.AnswerPart, t.Block]], after: BasicBlock
    ) -> None:
        """What is done with an answer, by its kind."""
        known = self._known_results()
        for kind, body in kinds:
            way, rest = self.block(), self.block()
            for each in (way, rest):
                self._finds(each, known)
            self.now = here
            self.split(at_most(local(node.var, INT), kind.last), way, rest)
            way.statements += [
                with_origin(each, self.origin) for each in self._parts_of(kind, local(node.var, node.selection.type))
            ]
            self._offered(way, node, reduce(both, (part.where for part in kind.chain)))
            self.within(way, body, after)
            here = rest
        self.now = here
        self.go(after)

    def _choose_several(self, node: t.ChooseSeveral) -> None:
        fewest = self._held(fewest_things(node), "fewest")
        most = fewest if node.most is None else self._held(node.most, "most")
        whole = t.Const(INT, len(self.vocabulary.parts(node.decision.type)))
        if constant(fewest) is None:
            then, refused = self.block(), self.block()
            self.split(at_most(fewest, whole), then, refused)
            self.now = refused
            self.add(t.Refuse("several", node.decision.name, fewest))
            self.go(then)
            self.now = then
        made = as_kinds(replaced(node, {"least": fewest, "most": most}), self.vocabulary, self.name)
        if isinstance(made, t.Choose):
            self._choose(made)
        else:
            self.statement(made)

    def _parts_of(self, kind: t.AnswerPart, picked: t.Expr) -> list[t.Let]:
        """The parts of an answer of a kind that was picked."""
        if kind.terms:
            return [*things_picked(kind, picked, self.name)]
        number = plus(picked, -kind.first) if kind.first else picked
        types = [AnswerPartType(part.var, part.selection.type, part.low, part.size) for part in kind.chain]
        return [t.Let(part.name, part_of_answer(number, types, place)) for place, part in enumerate(types)]

    def _picked(self, then: BasicBlock, node: t.Choose | t.ChooseUpTo, var: str) -> None:
        """What holds of an answer where it has been given: it was offered, and it shows what was said."""
        holds = reduce(both, (part.where for part in node.selection.answer_parts), node.where)
        if node.decision.keys and not node.decision.secret:
            key, there = self._shown_by(node)
            holds = both(both(holds, there), equal(key, local(var, INT)))
        self._offered(then, node, holds)

    def _offered(self, then: BasicBlock, node: t.Choose | t.ChooseUpTo, holds: t.Expr | None) -> None:
        """What held for the answer, where not everybody knows it."""
        if node.hidden and holds is not None:
            self._finds(then, (*self._known.get(then.number, ()), FoundCondition(holds, node.hidden)))

    def _shown_by(self, node: t.Choose | t.ChooseUpTo) -> tuple[t.Expr, t.Expr | None]:
        """The number of what a candidate shows, and the condition that it shows anything."""
        item = local(node.var, node.selection.type)
        return self._appearance([substitute(each, {"it": item}) for each in node.decision.keys])

    def _ask(
        self, here: BasicBlock, node: t.Choose | t.ChooseUpTo, then: BasicBlock, empty: BasicBlock
    ) -> tuple[str, list[t.Let]]:
        """End a block with a question. The local that gets the answer, and how to find what was picked."""
        item: t.Expr = local(node.var, node.selection.type)
        done = node.done if isinstance(node, t.Choose) else node.done or t.TRUE
        decision, where, found = node.decision, node.where, []
        var, key = node.var, item
        if decision.keys:
            var = self.name("key")
            key, there = self._shown_by(node)
            where = both(where, there)
            is_it = equal(key, local(var, INT))
            first = t.Quantity(item.type.maybe(), "first", node.var, node.selection, both(where, is_it), None, "first")
            found = [t.Let(node.var, first)]
        if node.selection.answer is not None and node.selection.answer.other is None:
            found = self._parts_of(node.selection.answer, item)
        ask = Ask(
            decision, var, node.var, node.selection, where, key, then.number, empty.number, done, node.veil,
            reask_plan(self._known.get(here.number, ()), node.hidden),
        )  # fmt: skip
        self.close(here, ask)
        return var, found

    def _appearance(self, shown: list[t.Expr]) -> tuple[t.Expr, t.Expr | None]:
        """The number of what a piece shows, and the condition that it shows anything."""
        number: t.Expr = t.Const(INT, 0)
        there: t.Expr | None = None
        for each in shown:
            values = self.vocabulary.members(each.type)
            number = plus(times(number, len(values)), plus(each, -values[0]))
            if each.type.optional:
                there = both(there, unequal(each, t.Const(NONE, NONE_VALUE)))
        return number, there

    @staticmethod
    def _left(node: t.Choose | t.ChooseUpTo, var: str) -> t.Expr:
        """Whether no value was picked."""
        out = t.Const(INT, node.decision.low + node.decision.size)
        return equal(local(var, INT), out)

    def _choose_up_to(self, node: t.ChooseUpTo) -> None:
        left = self.name("n")
        self.add(t.Let(left, node.times))
        known = self.found.left(self._known_results(), node)
        head = self.loop()
        ask, picked, body, after = (self.block() for _ in range(4))
        over = after if node.done is None else self.block()
        self.split(above(local(left, INT), 0), ask, over)
        for way in (ask, body):
            self._finds(way, known)
        var, found = self._ask(ask, node, picked, over)
        if node.done is not None:
            self.now = over
            self._must_be_done(node, node.done, after)
        self.now = picked
        self.split(self._left(node, var), after, body)
        self.now = body
        self.add(*found, t.Let(left, plus(local(left, INT), -1)))
        self._picked(body, node, var)
        self.statement(node.body)
        self.go(head)
        self.now = after

    def _must_be_done(self, node: t.ChooseUpTo, done: t.Expr, after: BasicBlock) -> None:
        """Break a rule where the choice ends, all picked or nothing left, while `done` is not allowed."""
        refused = self.block()
        self.split(done, after, refused)
        self.now = refused
        self.add(t.Refuse("unfinished", node.decision.name, t.Const(INT, 0)))
        self.go(after)
