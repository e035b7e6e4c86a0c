"""Effects to blocks: every statement that may ask a player ends a block; the rest stays structured."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.again import Condition, Found, FoundOut, acting, again
from ruleset_core.lang.lower.earlier import Earlier
from ruleset_core.lang.lower.expand import GAIN, expanded
from ruleset_core.lang.lower.nodes import both, local, plus
from ruleset_core.lang.lower.suspends import Suspends
from ruleset_core.lang.program import Ask, Call, CallCard, End, Jump, Node, Procedure, Program, Split, Terminator
from ruleset_core.lang.rebuild import marked, substitute
from ruleset_core.lang.types import BOOL, INT, NONE, NONE_VALUE, SEAT
from ruleset_core.lang.walk import placed

PASSED = (t.If, t.Pay, t.Do, t.DoCard, t.Gain, t.For, t.Repeat, t.Choose, t.ChooseUpTo, t.As)
"""Behind these the rest of an effect knows what it knew before, as far as they change nothing of it."""
LOOPS = (t.For, t.Repeat, t.ChooseUpTo)
"""Where these come round again, they have changed what they change."""


class EffectLowering:
    """Cuts one procedure."""

    def __init__(
        self, program: Program, procedure: Procedure, suspends: Suspends, uses: dict[str, int], found: FoundOut
    ) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.procedure = procedure
        self.suspends = suspends
        self.uses = uses
        self.fresh = 0
        self.found = found
        self._earlier = Earlier(program, found, self.name)
        self._known: dict[int, Found] = {}
        self._inlined: list[str] = []
        self.origin = procedure.body.origin
        self.now = self.block()

    def run(self) -> None:
        """Cut, and note the entry block."""
        self.procedure.entry = self.now.number
        self.now.entry_of = self.procedure.name
        self.statement(self.procedure.body)
        self.close(self.now, End())

    def block(self) -> Node:
        """A new block."""
        node = Node(len(self.program.blocks))
        self.program.blocks.append(node)
        return node

    def name(self, stem: str) -> str:
        """A local that no text can contain."""
        self.fresh += 1
        return f"_{stem}{self.fresh}"

    def close(self, node: Node, end: Terminator) -> None:
        """End a block; the end comes from the statement that is being cut."""
        end.origin = self.origin
        node.end = end

    def go(self, target: Node) -> None:
        """End the block in progress with a jump."""
        self.close(self.now, Jump(target.number))

    def loop(self) -> Node:
        """A new block to which a loop comes back, begun at once."""
        head = self.block()
        head.loop = True
        self.go(head)
        self.now = head
        return head

    def split(self, condition: t.Expr, then: Node, otherwise: Node) -> None:
        """End the block in progress with a fork."""
        self.close(self.now, Split(condition, then.number, otherwise.number))

    def add(self, *statements: t.Statement) -> None:
        """Statements that never suspend; those that are made here come from the one that is being cut."""
        for each in statements:
            self.now.statements.append(placed(each, self.origin))
            self._note(each)

    def _note(self, node: t.Statement) -> None:
        """What was found out before is so no longer where a statement changes what it goes by."""
        found = self.found.left(self._found(), node)
        self._finds(self.now, (*found, node) if isinstance(node, t.Let) and node.hidden else found)

    def _found(self) -> Found:
        """What was found out on the way, as `again` needs it."""
        return self._known.get(self.now.number, ())

    def _finds(self, node: Node, found: Found) -> None:
        """That much is found out when a block begins."""
        if found:
            self._known[node.number] = found
        else:
            self._known.pop(node.number, None)

    def _only_where(self, node: Node, condition: t.Expr, hidden: int) -> None:
        """A block is entered only where a condition holds that was just looked at."""
        found = self._found()
        self._finds(node, (*found, Condition(condition, hidden)) if hidden else found)

    def within(self, node: Node, body: t.Block | None, after: Node) -> None:
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
            self._statement(expanded(node, self.vocabulary))
        self.origin = before

    def _statement(self, node: t.Statement) -> None:
        lowering = getattr(self, f"_{type(node).__name__.lower()}", None)
        if isinstance(node, (t.Block, t.EnterPhase)) and lowering is not None:
            lowering(node)
            return
        asks = self.suspends.statement(node)
        lets, found, made = self._earlier.kept(self._found(), node, asks=asks)
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
        self._only_where(otherwise, t.Op(BOOL, "not", (node.condition,)), node.hidden)
        self.within(then, node.then, after)
        self.within(otherwise, node.otherwise, after)
        self.now = after

    def _as(self, node: t.As) -> None:
        saved, found = self.name("me"), self._found()
        self.add(t.Let(saved, local("me", SEAT)), t.Let("me", t.Op(SEAT, "acting", (node.seat,), node.sure)))
        self._finds(self.now, acting(found, local(saved, SEAT)))
        self.statement(node.body)
        self.add(t.Let("me", local(saved, SEAT)))

    def _pay(self, node: t.Pay) -> None:
        then, otherwise, after = self.block(), self.block(), self.block()
        self.split(t.CanPay(BOOL, node.costs, node.sure), then, otherwise)
        self.now = then
        self.add(t.Take(node.costs, node.sure))
        self.within(then, node.body, after)
        self.within(otherwise, node.otherwise, after)
        self.now = after

    def _do(self, node: t.Do) -> None:
        hidden = node.hidden and node.procedure not in self._inlined  # only locals of its own can be worked out again
        if self.uses.get(node.procedure) == 1 or hidden:
            self._inlined.append(node.procedure)
            self._inline(self.program.procedures[node.procedure], node)
            self._inlined.pop()
            return
        after, kept = self.block(), again(self.found.left(self._found(), node), 0)
        self.close(self.now, Call(node.procedure, node.args, after.number, node.sure, kept))
        if self.procedure.name == "flow":
            number = self.program.phase_names.index(node.procedure.removeprefix("phase "))
            self.program.phase_after[number] = after.number
        self.now = after

    def _inline(self, procedure: Procedure, node: t.Do) -> None:
        """A procedure with one user needs no frame of its own; its locals get names of their own."""
        self.fresh += 1
        mark = f"__{self.fresh}"
        kinds = procedure.kinds or tuple(arg.type for arg in node.args)
        for name, kind, arg in zip(procedure.params, kinds, node.args, strict=True):
            self.add(t.Let(f"{name}{mark}", t.Op(kind, "given", (arg,), node.sure, node.procedure), hidden=node.hidden))
        self.statement(marked(procedure.body, mark))

    def _docard(self, node: t.DoCard) -> None:
        after, kept = self.block(), again(self.found.left(self._found(), node), 0)
        self.close(self.now, CallCard(node.of, node.procedures, after.number, kept))
        self.now = after

    def _gain(self, node: t.Gain) -> None:
        """The fast way where all units fit and nothing on the way may ask; else unit by unit."""
        amount, resource = self._held(node.amount, "n"), self._held(node.resource, "r")
        fast, slow, after = self.block(), self.block(), self.block()
        self.split(t.Op(BOOL, "fits", (amount, resource), node.sure), fast, slow)
        fast.statements.append(t.Gain(amount, resource, plain=True, sure=node.sure, origin=self.origin))
        self.close(fast, Jump(after.number))
        self.close(slow, Call(GAIN, (resource, amount), after.number, node.sure))
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
            more = t.Op(BOOL, "<=", (at, last))
        elif node.selection.kind == "values":
            value = t.Pick(kind, node.selection.values, "", at)
            more = t.Op(BOOL, "<", (at, t.Const(INT, len(node.selection.values))))
        else:
            held = self.name("list")
            self.add(t.Let(held, t.Gather(INT, node.selection)))
            value = t.Pick(kind, (), held, at)
            more = t.Op(BOOL, "<", (at, t.Size(INT, held)))
        self.add(t.Let(place, first))
        found = self.found.left(self._found(), node)
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
        found = self.found.left(self._found(), node)
        head = self.loop()
        body, after = self.block(), self.block()
        self.split(t.Op(BOOL, ">", (local(left, INT), t.Const(INT, 0))), body, after)
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
            self._finds(then, self._found())
        else:
            answered, instead = self.block(), self.block()
            var, found = self._ask(self.now, node, answered, empty)
            for way in (answered, instead, then):
                self._finds(way, self._found())
            self.now = answered
            self.split(self._left(node, var), instead, then)
            self.within(instead, node.instead, after)
        then.statements += [placed(each, self.origin) for each in found]
        self._picked(then, node, var)
        self.within(then, node.body, after)
        self.within(empty, node.otherwise, after)
        self.now = after

    def _picked(self, then: Node, node: t.Choose | t.ChooseUpTo, var: str) -> None:
        """What holds of an answer where it has been given: it was offered, and it shows what was said."""
        pairs = node.selection.pairs
        holds = node.where if pairs is None else both(pairs.where, pairs.also)
        if node.decision.keys and not node.decision.secret:
            key, there = self._shown_by(node)
            holds = both(both(holds, there), t.Op(BOOL, "==", (key, local(var, INT))))
        if node.hidden and holds is not None:
            self._finds(then, (*self._known.get(then.number, ()), Condition(holds, node.hidden)))

    def _shown_by(self, node: t.Choose | t.ChooseUpTo) -> tuple[t.Expr, t.Expr | None]:
        """The number of what a candidate shows, and the condition that it shows anything."""
        item = local(node.var, node.selection.type)
        return self._shown([substitute(each, {"it": item}) for each in node.decision.keys])

    def _ask(self, here: Node, node: t.Choose | t.ChooseUpTo, then: Node, empty: Node) -> tuple[str, list[t.Let]]:
        """End a block with a question. The local that gets the answer, and how to find what was picked."""
        item: t.Expr = local(node.var, node.selection.type)
        done = node.done if isinstance(node, t.Choose) else node.done or t.TRUE
        decision, where, found = node.decision, node.where, []
        var, key = node.var, item
        if decision.keys:
            var = self.name("key")
            key, there = self._shown_by(node)
            where = both(where, there)
            is_it = t.Op(BOOL, "==", (key, local(var, INT)))
            first = t.Quantity(item.type.maybe(), "first", node.var, node.selection, both(where, is_it), None, "first")
            found = [t.Let(node.var, first)]
        if node.selection.pairs is not None:
            found = _parted(node.selection.pairs, item)
        ask = Ask(
            decision, var, node.var, node.selection, where, key, then.number, empty.number, done, node.veil, node.sure,
            again(self._known.get(here.number, ()), node.hidden),
        )  # fmt: skip
        self.close(here, ask)
        return var, found

    def _shown(self, shown: list[t.Expr]) -> tuple[t.Expr, t.Expr | None]:
        """The number of what a piece shows, and the condition that it shows anything."""
        number: t.Expr = t.Const(INT, 0)
        there: t.Expr | None = None
        for each in shown:
            values = self.vocabulary.members(each.type)
            number = t.Op(INT, "+", (t.Op(INT, "*", (number, t.Const(INT, len(values)))), plus(each, -values[0])))
            if each.type.optional:
                there = both(there, t.Op(BOOL, "!=", (each, t.Const(NONE, NONE_VALUE))))
        return number, there

    @staticmethod
    def _left(node: t.Choose | t.ChooseUpTo, var: str) -> t.Expr:
        """Whether no value was picked."""
        out = t.Const(INT, node.decision.low + node.decision.size)
        return t.Op(BOOL, "==", (local(var, INT), out))

    def _chooseupto(self, node: t.ChooseUpTo) -> None:
        left = self.name("n")
        self.add(t.Let(left, node.times))
        known = self.found.left(self._found(), node)
        head = self.loop()
        ask, picked, body, after = (self.block() for _ in range(4))
        over = after if node.done is None else self.block()
        self.split(t.Op(BOOL, ">", (local(left, INT), t.Const(INT, 0))), ask, over)
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

    def _must_be_done(self, node: t.ChooseUpTo, done: t.Expr, after: Node) -> None:
        """Break a rule where the choice ends, all picked or nothing left, while `done` is not allowed."""
        refused = self.block()
        self.split(done, after, refused)
        self.now = refused
        self.add(t.Refuse("unfinished", node.decision.name, t.Const(INT, 0)))
        self.go(after)


def _parted(pairs: t.Pairs, picked: t.Expr) -> list[t.Let]:
    """Both values of a pair that was picked."""
    (low, _), (begin, width) = pairs.spans
    across = t.Const(INT, width)
    first = t.Op(pairs.first.type, "+", (t.Op(INT, "per", (picked, across)), t.Const(INT, low)))
    second = t.Op(pairs.second.type, "+", (t.Op(INT, "mod", (picked, across)), t.Const(INT, begin)))
    return [t.Let(pairs.one, first), t.Let(pairs.two, second)]
