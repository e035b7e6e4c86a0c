"""Procedures to blocks: every statement that may ask a player ends a block; the rest stays structured."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.expand import GAIN, event_procedures, expanded, gain_procedure, load, local, plus, tracked
from ruleset_core.lang.program import (
    Ask, Call, CallCard, Empty, End, Jump, Node, Procedure, Program, Split,
)  # fmt: skip
from ruleset_core.lang.types import BOOL, INT, SEAT
from ruleset_core.lang.walk import everything, locals_of, marked

ALWAYS = (t.Choose, t.ChooseUpTo, t.Phase, t.ForField, t.Turns, t.Drain)
"""Statements that always end a block."""


def lower(program: Program) -> None:
    """Cut all procedures of a program into blocks."""
    event_procedures(program)
    if tracked(program.vocabulary):
        gain_procedure(program)
    _mark_suspending(program)
    suspends = Suspends(program)
    uses = _uses(program)
    queued = {each.procedure for all_ in program.vocabulary.listeners.values() for each in all_ if each.queued}
    for procedure in program.procedures.values():
        if procedure.suspends or procedure.name in queued or procedure.name.startswith(("flow", "phase ")):
            Lowering(program, procedure, suspends, uses).run()
    _prune_locals(program)


def _mark_suspending(program: Program) -> None:
    """Effects may lead back to gaining (an overflow that gains elsewhere), so this is repeated until nothing changes."""
    changed = True
    while changed:
        changed = False
        suspends = Suspends(program)
        for procedure in program.procedures.values():
            if not procedure.suspends and suspends.statement(procedure.body):
                procedure.suspends = changed = True


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
            found = self.known[id(node)] = (node, any(self._one(each) for each in everything(node)))
        return found[1]

    def _one(self, node: object) -> bool:
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
                return (slow and self.procedure(GAIN)) or self._heard("gain")
            case t.Lose():
                return self._heard("lose")
            case _:
                return isinstance(node, ALWAYS)

    def _heard(self, event: str) -> bool:
        listeners = self.program.vocabulary.listeners.get(event, [])
        return any(self.procedure(each.procedure) for each in listeners if not each.queued)


def _uses(program: Program) -> dict[str, int]:
    """How many places call each procedure; those that may be called in other ways count as called often."""
    found = {procedure.name: 0 for procedure in program.procedures.values()}
    for procedure in program.procedures.values():
        for node in everything(procedure.body):
            if isinstance(node, t.Do):
                found[node.procedure] += 1
            elif isinstance(node, t.Enqueue):
                found[node.procedure] += 2
            elif isinstance(node, t.DoCard):
                for name in node.procedures:
                    if name:
                        found[name] += 2
    for name in found:
        if name.startswith(("phase ", "event ", "overflow ", GAIN)):
            found[name] += 2
    return found


def possible(resource: t.Expr, count: int) -> set[int]:
    """Which resources an expression may mean, as far as fixed facts tell."""
    if isinstance(resource, t.Const):
        return {resource.value}
    if isinstance(resource, t.FactOf):
        return {value for value in resource.fact.values if isinstance(value, int) and value >= 0}
    return set(range(count))


class Lowering:
    """Cuts one procedure."""

    def __init__(self, program: Program, procedure: Procedure, suspends: Suspends, uses: dict[str, int]) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.procedure = procedure
        self.suspends = suspends
        self.uses = uses
        self.fresh = 0
        self.now = self.block()

    def run(self) -> None:
        """Cut, and note the entry block."""
        self.procedure.entry = self.now.number
        self.now.entry_of = self.procedure.name
        self.statement(self.procedure.body)
        self.now.end = End()

    # -- blocks -------------------------------------------------------------------------------------------------

    def block(self) -> Node:
        """A new block."""
        node = Node(len(self.program.blocks))
        self.program.blocks.append(node)
        return node

    def name(self, stem: str) -> str:
        """A local that no text can contain."""
        self.fresh += 1
        return f"_{stem}{self.fresh}"

    def go(self, target: Node) -> None:
        """End the block in progress with a jump."""
        self.now.end = Jump(target.number)

    def loop(self) -> Node:
        """A new block to which a loop comes back, begun at once."""
        head = self.block()
        head.loop = True
        self.go(head)
        self.now = head
        return head

    def split(self, condition: t.Expr, then: Node, otherwise: Node) -> None:
        """End the block in progress with a fork."""
        self.now.end = Split(condition, then.number, otherwise.number)

    def add(self, *statements: t.Statement) -> None:
        """Statements that never suspend."""
        self.now.statements.extend(statements)

    def within(self, node: Node, body: t.Block | None, after: Node) -> None:
        """Lower a body into a block, then go on at another."""
        self.now = node
        if body is not None:
            self.statement(body)
        self.go(after)

    # -- statements ---------------------------------------------------------------------------------------------

    def statement(self, node: t.Statement) -> None:
        """Lower one statement."""
        node = expanded(node, self.vocabulary)
        if not self.suspends.statement(node) and not isinstance(node, (t.Block, t.As, t.EnterPhase)):
            self.add(node)
            return
        lowering = getattr(self, f"_{type(node).__name__.lower()}", None)
        if lowering is None:
            self.add(node)
        else:
            lowering(node)

    def _block(self, node: t.Block) -> None:
        for item in node.items:
            self.statement(item)

    def _if(self, node: t.If) -> None:
        then, otherwise, after = self.block(), self.block(), self.block()
        self.split(node.condition, then, otherwise)
        self.within(then, node.then, after)
        self.within(otherwise, node.otherwise, after)
        self.now = after

    def _as(self, node: t.As) -> None:
        if not self.suspends.statement(node.body):
            self.add(node)
            return
        saved = self.name("me")
        self.add(t.Let(saved, local("me", SEAT)), t.Let("me", node.seat))
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
        if self.uses.get(node.procedure) == 1:
            self._inline(self.program.procedures[node.procedure], node)
            return
        after = self.block()
        self.now.end = Call(node.procedure, node.args, after.number)
        if self.procedure.name == "flow":
            number = self.program.phase_names.index(node.procedure.removeprefix("phase "))
            self.program.phase_after[number] = after.number
        self.now = after

    def _inline(self, procedure: Procedure, node: t.Do) -> None:
        """A procedure with one user needs no frame of its own; its locals get names of their own."""
        self.fresh += 1
        mark = f"__{self.fresh}"
        self.add(*(t.Let(f"{name}{mark}", arg) for name, arg in zip(procedure.params, node.args, strict=True)))
        self.statement(marked(procedure.body, mark))

    def _docard(self, node: t.DoCard) -> None:
        after = self.block()
        self.now.end = CallCard(node.of, node.procedures, after.number)
        self.now = after

    def _gain(self, node: t.Gain) -> None:
        """The fast way where all units fit and nothing on the way may ask; else unit by unit."""
        amount, resource = self._held(node.amount, "n"), self._held(node.resource, "r")
        fast, slow, after = self.block(), self.block(), self.block()
        self.split(t.Op(BOOL, "fits", (amount, resource)), fast, slow)
        fast.statements.append(t.Gain(amount, resource))
        fast.end = Jump(after.number)
        slow.end = Call(GAIN, (resource, amount), after.number)
        self.now = after

    def _held(self, value: t.Expr, stem: str) -> t.Expr:
        if isinstance(value, (t.Const, t.Local)):
            return value
        name = self.name(stem)
        self.add(t.Let(name, value))
        return local(name, value.type)

    def _for(self, node: t.For) -> None:
        place = self.name("i")
        size: t.Expr
        values, held = node.selection.values, ""
        if node.selection.kind == "values":
            size = t.Const(INT, len(values))
        else:
            held, values = self.name("list"), ()
            self.add(t.Let(held, t.Gather(INT, node.selection)))
            size = t.Size(INT, held)
        self.add(t.Let(place, t.Const(INT, 0)))
        head = self.loop()
        step, after = self.block(), self.block()
        at = local(place, INT)
        self.split(t.Op(BOOL, "<", (at, size)), step, after)
        self.now = step
        self.add(t.Let(node.var, t.Pick(node.selection.type, values, held, at)), t.Let(place, plus(at, 1)))
        if node.where is not None:
            body = self.block()
            self.split(node.where, body, head)
            self.now = body
        self.statement(node.body)
        self.go(head)
        self.now = after

    def _repeat(self, node: t.Repeat) -> None:
        left = self.name("n")
        self.add(t.Let(left, node.times))
        head = self.loop()
        body, after = self.block(), self.block()
        self.split(t.Op(BOOL, ">", (local(left, INT), t.Const(INT, 0))), body, after)
        self.now = body
        self.add(t.Let(left, plus(local(left, INT), -1)))
        self.statement(node.body)
        self.go(head)
        self.now = after

    def _choose(self, node: t.Choose) -> None:
        then, empty, after = self.block(), self.block(), self.block()
        self.now.end = Ask(node.decision, node.var, node.selection, node.where, then.number, empty.number)
        self.within(then, node.body, after)
        self.within(empty, node.otherwise, after)
        self.now = after

    def _chooseupto(self, node: t.ChooseUpTo) -> None:
        left = self.name("n")
        self.add(t.Let(left, node.times))
        head = self.loop()
        ask, picked, body, after = (self.block() for _ in range(4))
        self.split(t.Op(BOOL, ">", (local(left, INT), t.Const(INT, 0))), ask, after)
        ask.end = Ask(node.decision, node.var, node.selection, node.where, picked.number, after.number, stops=True)
        self.now = picked
        done = t.Const(INT, node.decision.low + node.decision.size)
        self.split(t.Op(BOOL, "==", (local(node.var, INT), done)), after, body)
        self.now = body
        self.add(t.Let(left, plus(local(left, INT), -1)))
        self.statement(node.body)
        self.go(head)
        self.now = after

    # -- flow ---------------------------------------------------------------------------------------------------

    def _enterphase(self, node: t.EnterPhase) -> None:
        entry = self.block()
        self.program.phase_entry[node.number] = entry.number
        self.go(entry)
        self.now = entry
        self.add(node)

    def _drain(self, _node: t.Drain) -> None:
        here = self.loop()
        after = self.block()
        here.end = Empty(after.number)
        self.now = after

    def _forfield(self, node: t.ForField) -> None:
        """The field itself counts, so that a game can be begun in the middle."""
        values = node.selection.values
        self.add(t.Put(node.target, t.Const(node.target.type, values[0])))
        head = self.loop()
        more, after = self.block(), self.block()
        self.statement(node.body)
        self.split(t.Op(BOOL, "!=", (node.target, t.Const(node.target.type, values[-1]))), more, after)
        self.now = more
        following: t.Expr = t.Const(node.target.type, values[-1])
        for value, after_it in zip(values[:-1], values[1:], strict=True):
            is_it = t.Op(BOOL, "==", (node.target, t.Const(node.target.type, value)))
            following = t.Op(node.target.type, "if", (is_it, t.Const(node.target.type, after_it), following))
        if values == tuple(range(values[0], values[-1] + 1)):
            following = plus(node.target, 1)
        self.add(t.Put(node.target, following))
        self.go(head)
        self.now = after

    def _turns(self, node: t.Turns) -> None:
        getattr(self, f"_turns_{node.how}")(node)

    def _turn(self, node: t.Turns, after: Node) -> None:
        """One turn of `me`, repeated while it asks for another; goes to `after` when the phase must stop."""
        head = self.loop()
        again = load(self.vocabulary, "turn.again", seat=False) if "turn.again" in self.vocabulary.fields else None
        if again is not None:
            self.add(t.Put(again, t.FALSE))
        self.statement(node.body)
        if self.vocabulary.queued_listeners:
            self.statement(t.Drain())
        if node.until is not None:
            on = self.block()
            self.split(node.until, after, on)
            self.now = on
        if again is not None:
            on, back = self.block(), self.block()
            self.split(again, back, on)
            self.now = back
            self.go(head)
            self.now = on

    def _counted(self, node: t.Turns, rounds: int) -> None:
        first, turn = self._held(node.first, "first"), self.name("k")
        players = t.Players()
        self.add(t.Let(turn, t.Const(INT, 0)))
        head = self.loop()
        body, after = self.block(), self.block()
        at = local(turn, INT)
        total = players if rounds == 1 else t.Op(INT, "*", (players, t.Const(INT, rounds)))
        self.split(t.Op(BOOL, "<", (at, total)), body, after)
        self.now = body
        there = t.Op(BOOL, "<", (at, players))
        back = t.Op(INT, "-", (t.Op(INT, "-", (total, t.Const(INT, 1))), at))
        step = at if rounds == 1 else t.Op(INT, "if", (there, at, back))
        seat = t.Op(SEAT, "mod", (t.Op(INT, "+", (first, step)), players))
        if first == t.Const(SEAT, 0):
            seat = step
        self.add(t.Let("me", seat), t.Let(turn, plus(at, 1)))
        self._turn(node, after)
        self.go(head)
        self.now = after

    def _turns_once(self, node: t.Turns) -> None:
        self._counted(node, 1)

    def _turns_snake(self, node: t.Turns) -> None:
        self._counted(node, 2)

    def _turns_simultaneous(self, node: t.Turns) -> None:
        self.add(t.Simultaneous(on=True))
        self._counted(node, 1)
        self.add(t.Simultaneous(on=False))

    def _turns_forever(self, node: t.Turns) -> None:
        self.add(t.Let("me", node.first))
        head = self.loop()
        after = self.block()
        self._turn(node, after)
        self.add(t.Let("me", self._next_seat()))
        self.go(head)
        self.now = after

    @staticmethod
    def _next_seat() -> t.Expr:
        return t.Op(SEAT, "mod", (plus(local("me", SEAT), 1), t.Players()))

    def _turns_until_all_pass(self, node: t.Turns) -> None:
        passed = load(self.vocabulary, "turn.passed")
        everyone = t.Selection(SEAT, "range", parts=(t.Const(INT, 0), plus(t.Players(), -1)))
        other = t.Load(BOOL, passed.field, local("_p", SEAT), ())
        in_play = t.Quantity(BOOL, "any", "_p", everyone, t.Op(BOOL, "not", (other,)), None, "first")
        self.add(t.For("_p", everyone, None, t.Block((t.Put(other, t.FALSE),))), t.Let("me", node.first))
        head = self.loop()
        look, body, on, after = (self.block() for _ in range(4))
        self.split(in_play, look, after)
        self.now = look
        self.split(passed, on, body)
        self.now = body
        self._turn(node, after)
        self.go(on)
        self.now = on
        self.add(t.Let("me", self._next_seat()))
        self.go(head)
        self.now = after


# -- which locals a block needs ---------------------------------------------------------------------------------


def _successors(node: Node) -> list[int]:
    end = node.end
    match end:
        case Jump():
            return [end.target]
        case Split():
            return [end.then, end.otherwise]
        case Ask():
            return [end.then, end.empty]
        case Call() | CallCard() | Empty():
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
            question = t.Choose(end.decision, end.var, end.selection, end.where, t.Block(()), None)
            return set(locals_of(question)) | {"me"}
        case Call():
            return {"me"}.union(*(locals_of(arg) for arg in end.args))
        case CallCard():
            return {"me", *locals_of(end.of)}
        case _:
            return set()


def _prune_locals(program: Program) -> None:
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
