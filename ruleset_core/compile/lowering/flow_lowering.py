"""Lowering of the flow: phases, rounds and turns in, blocks out; the order of all lowering steps.

Phases, rounds and turns are loops in which somebody is asked, so they cannot stay loops of the executor: the counter must be
data in a frame. A phase with `turns: once` and the effect `gain 1 coin; choose act a { set best = a }`:

    block 1    EnterPhase(0); let _k1 = 0                                                 jump to 2
    block 2    frame: _k1        if _k1 < players go to 3, else to 4
    block 3    let me = _k1; let _k1 = _k1 + 1; gain 1 coin                               ask `act`: 5 with the answer, else 2
    block 5    frame: _k1, me    set best = a                                             jump to 2
    block 4    the procedure is over

`lower_program` is the order of all steps: desugaring, forced choices, cutting (`statement_lowering`), then cleaning up. Jumps to
blocks that only jump are shortened, and locals that nothing reads any more are dropped from frames.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from ruleset_core.analysis.control_flow import SuspensionAnalysis, prune_dead_locals, recursive_procedures
from ruleset_core.analysis.desugaring import GAIN, after_effect, event_procedures, gain_procedure, tracked_resources
from ruleset_core.compile.lowering.forced_choices import mark_derived_fields, mask_forced_choices, skip_eliminated_seats
from ruleset_core.compile.lowering.question_replay import (
    FoundConditions,
    add_reask_blocks,
    add_restart_blocks,
    drop_unread,
)
from ruleset_core.compile.lowering.statement_lowering import StatementLowering
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.node_traits import TRAITS
from ruleset_core.lang.program import Ask, BasicBlock, Call, CallCard, Empty, Jump, ProcedureEnd, Program, Stop
from ruleset_core.lang.traversal import (
    at_most,
    both,
    either,
    equal,
    leads,
    less,
    load,
    local,
    minus,
    mod,
    negated,
    plus,
    statements,
    times,
    unequal,
)
from ruleset_core.lang.types import BOOL, INT, NONE, SEAT

EVERYONE = t.Selection(SEAT, "range", parts=(t.Const(INT, 0), plus(t.Players(), -1)))
"""All seats."""


def lower_program(program: Program) -> None:
    """Cut all procedures of a program into blocks."""
    event_procedures(program)
    if tracked_resources(program.vocabulary):
        gain_procedure(program)
    skip_eliminated_seats(program)
    mask_forced_choices(program)
    mark_derived_fields(program)
    suspends, found = SuspensionAnalysis(program), FoundConditions(program)
    suspends.mark()
    uses = _uses(program)
    queued = {each.procedure for all_ in program.vocabulary.listeners.values() for each in all_ if each.queued}
    for procedure in program.procedures.values():
        begun = procedure.name in queued or procedure.name.startswith(("flow", "phase "))
        apart = procedure.result is None and uses[procedure.name] > 1  # with one user it is written out there
        if begun or (procedure.suspends and apart):
            FlowLowering(program, procedure, suspends, uses, found).run()
    thread_jumps(program)
    keep_caller_frames(program)
    drop_unread(program, found)
    add_reask_blocks(program)
    add_restart_blocks(program)
    prune_dead_locals(program)


def thread_jumps(program: Program) -> None:
    """Lead every way past blocks that only lead on."""

    def final(number: int) -> int:
        seen = {number}
        node = program.blocks[number]
        while not node.statements and isinstance(node.end, Jump) and node.end.target not in seen:
            number = node.end.target
            seen.add(number)
            node = program.blocks[number]
        return number

    for node in program.blocks:
        # the block behind a question is entered with the answer, so it stays
        kept = isinstance(node.end, Ask) or getattr(node.end, "again", None) is not None
        for name in TRAITS[type(node.end)].targets:
            if name != "then" or not kept:
                setattr(node.end, name, final(getattr(node.end, name)))
    for table in (program.phase_entry, program.phase_after):
        for phase, number in table.items():
            table[phase] = final(number)


def keep_caller_frames(program: Program) -> None:
    """Leave a frame behind calls that nothing follows, where players know by name who calls.

    Such a call needs none to go on; but once a question was asked in what it called, only a frame can say which card points came from.
    """
    named = {*program.vocabulary.because, *(("events", name) for name in program.vocabulary.events)}
    circular: frozenset[str] | None = None
    for node in [*program.blocks]:
        end = node.end
        if not isinstance(end, Call | CallCard) or end.origin is None:
            continue
        owner, after = end.origin.owner, program.blocks[end.then]
        known = owner.section in {"cards", "resources"} or (owner.section, owner.name) in named
        if not known or after.statements or not isinstance(after.end, ProcedureEnd):
            continue
        circular = (
            recursive_procedures(program) if circular is None else circular
        )  # there a frame each time might be too many
        if circular.isdisjoint((end.procedure,) if isinstance(end, Call) else end.procedures):
            kept = BasicBlock(len(program.blocks), [t.Block((), origin=end.origin)], ProcedureEnd(origin=end.origin))
            program.blocks.append(kept)
            end.then = kept.number


def _uses(program: Program) -> dict[str, int]:
    """How many places call each procedure; those that may be called in other ways count as called often."""
    found = {procedure.name: 0 for procedure in program.procedures.values()}
    for procedure in program.procedures.values():
        for node in statements(procedure.body):
            for name in leads(node):
                if name in found:
                    found[name] += 1 if isinstance(node, t.Do) else 2
    for event in ("gain", "lose"):
        for listener in program.vocabulary.listeners.get(event, []):
            found[listener.procedure] += 2
    for name in found:
        if name.startswith(("phase ", "event ", "overflow ", GAIN)):
            found[name] += 2
    return found


class FlowLowering(StatementLowering):
    """Cuts one procedure, phases and turns included."""

    def lowerings(self) -> dict[type, Callable[[Any], None]]:
        """Those of statements, and of what the flow of a game is made of."""
        flow: dict[type, Callable[[Any], None]] = {
            t.EnterPhase: self._enter_phase, t.ForField: self._for_field, t.Rounds: self._rounds, t.Turns: self._turns,
            t.Drain: self._drain, t.Halt: self._halt,
        }  # fmt: skip
        return {**super().lowerings(), **flow}

    def _enter_phase(self, node: t.EnterPhase) -> None:
        entry = self.block()
        self.program.phase_entry[node.number] = entry.number
        self.go(entry)
        self.now = entry
        self.add(node)

    def _drain(self, _node: t.Drain) -> None:
        here = self.loop()
        after = self.block()
        self.close(here, Empty(after.number))
        self.now = after

    def _halt(self, _node: t.Halt) -> None:
        after = self.block()
        self.close(self.now, Stop(after.number))
        self.now = after

    def _for_field(self, node: t.ForField) -> None:
        """The field itself counts, so that a game can be begun in the middle."""
        values, kind = node.selection.values, node.target.type
        if node.selection.kind == "range":  # the first is known, the last may be any amount
            start, last = node.selection.parts
        else:
            start, last = t.Const(kind, values[0]), t.Const(kind, values[-1])
        before, enter = self.now, self.block()
        self.now = enter
        self.add(t.Put(node.target, start))
        head = self.loop()
        more, after = self.block(), self.block()
        if node.going is not None:
            body = self.block()
            self.split(node.going, body, after)
            self.now = body
        self.statement(node.body)
        played = after if node.otherwise is None or node.going is None else self.block()
        self.split(unequal(node.target, last), more, played)
        if node.otherwise is not None and node.going is not None:
            over = self.block()
            self.now = played
            self.split(node.going, over, after)
            self._beyond(node.otherwise, over, after)
        self.now = more
        following: t.Expr = plus(node.target, 1)
        if values != tuple(range(values[0], values[-1] + 1) if values else ()):
            following = last
            for value, after_it in pairwise(values):
                is_it = equal(node.target, t.Const(kind, value))
                following = t.Op(kind, "if", (is_it, t.Const(kind, after_it), following))
        self.add(t.Put(node.target, following))
        self.go(head)
        self.now = before
        self.split(at_most(start, last) if not values else t.TRUE, enter, after)
        self.now = after

    def _rounds(self, node: t.Rounds) -> None:
        if node.count is not None:
            self.add(t.Put(node.count, t.Const(INT, 0)))
        head = self.loop()
        body, after = self.block(), self.block()
        self.split(node.going, body, after)
        self.now = body
        if node.count is not None and node.most is not None and node.otherwise is not None:
            body, over = self.block(), self.block()
            self.split(less(node.count, node.most), body, over)
            self._beyond(node.otherwise, over, after)
            self.now = body
            self.add(t.Put(node.count, plus(node.count, 1)))
        self.statement(node.body)
        for each in after_effect(self.vocabulary):
            self.statement(each)
        self.go(head)
        self.now = after

    def _beyond(self, effect: t.Block, over: BasicBlock, after: BasicBlock) -> None:
        """What happens when the most rounds were played and the condition holds still."""
        self.now = over
        self.statement(effect)
        for each in after_effect(self.vocabulary):
            self.statement(each)
        self.go(after)

    def _turns(self, node: t.Turns) -> None:
        getattr(self, f"_turns_{node.how}")(node)

    def _turn(self, node: t.Turns, after: BasicBlock) -> None:
        """One turn of `me`, repeated while it asks for another; goes to `after` when the phase must stop."""
        again = load(self.vocabulary, "turn.again", seat=False) if "turn.again" in self.vocabulary.fields else None
        head = self.now
        if again is not None:
            head = self.loop()
            self.add(t.Put(again, t.FALSE))
        self.statement(node.body)
        for each in after_effect(self.vocabulary):
            self.statement(each)
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
        self._order(node, first)
        self.add(t.Let(turn, t.Const(INT, 0)))
        head = self.loop()
        body, after = self.block(), self.block()
        at = local(turn, INT)
        total = players if rounds == 1 else times(players, rounds)
        self.split(less(at, total), body, after)
        self.now = body
        there = less(at, players)
        back = minus(minus(total, 1), at)
        step: t.Expr = at if rounds == 1 else t.Op(INT, "if", (there, at, back))
        self.add(t.Let("me", self._at_place(node, first, step), turn=node.skip is None), t.Let(turn, plus(at, 1)))
        self._unless_skipped(node, head, after)

    def _at_place(self, node: t.Turns, first: t.Expr, place: t.Expr) -> t.Expr:
        """The seat at a place of the order."""
        if node.by is not None:
            return self._placed(place)
        if first == t.Const(SEAT, 0):
            return place
        return t.Op(SEAT, "mod", (plus(first, place), t.Players()))

    def _unless_skipped(self, node: t.Turns, head: BasicBlock, after: BasicBlock) -> None:
        """The turn of `me`, unless it is left out; then back to the head."""
        if node.skip is not None:
            out, body = self.block(), self.block()
            self.split(node.skip, out, body)
            self.now = out
            self.go(head)
            self.now = body
            self.add(t.Let("me", local("me", SEAT), turn=True))
        self._turn(node, after)
        self.go(head)
        self.now = after

    def _order(self, node: t.Turns, first: t.Expr) -> None:
        """With `by`, what it is for each seat is kept, and at which place that puts it."""
        if node.by is None:
            return
        one, other = local("_p", SEAT), local("_q", SEAT)
        keep = t.Put(load(self.vocabulary, "turn.key"), node.by)
        self.add(t.For("_p", EVERYONE, None, t.Block((t.As(one, t.Block((keep,))),))))
        key, beside = self._of(one, "turn.key"), self._of(other, "turn.key")
        near, far = (mod(minus(seat, first), t.Players()) for seat in (other, one))
        tied = both(equal(beside, key), less(near, far))
        earlier = either(less(beside, key), tied)
        place = t.Quantity(INT, "count", "_q", EVERYONE, earlier, None, "first")
        self.add(t.For("_p", EVERYONE, None, t.Block((t.Put(self._of(one, "turn.place"), place),))))

    def _of(self, seat: t.Expr, name: str) -> t.Load:
        """A field of a seat that plays."""
        field = self.vocabulary.fields[name]
        return t.Load(field.type, field, seat, ())

    def _placed(self, place: t.Expr) -> t.Expr:
        """The seat at a place of the order that `by` made."""
        there = equal(self._of(local("_p", SEAT), "turn.place"), place)
        return t.Op(SEAT, "acting", (t.Quantity(SEAT.maybe(), "first", "_p", EVERYONE, there, None, "first"),))

    def _turns_once(self, node: t.Turns) -> None:
        self._counted(node, 1)

    def _turns_snake(self, node: t.Turns) -> None:
        self._counted(node, 2)

    def _turns_simultaneous(self, node: t.Turns) -> None:
        """Each seat that has not chosen yet, in order. Seats note for themselves that they have chosen: so those that an imagined world leads
        back to where the phase began choose again in it, behind the one that is asked.
        """
        first = self._held(node.first, "first")
        self._order(node, first)
        one, turn = local("_p", SEAT), self.name("k")
        chosen = self._of(one, "turn.chosen")
        self.add(t.For("_p", EVERYONE, None, t.Block((t.Put(chosen, t.FALSE),))))
        self.add(t.Simultaneous(on=True))
        head = self.loop()
        body, after = self.block(), self.block()
        waits = negated(self._of(self._at_place(node, first, local("_k", SEAT)), "turn.chosen"))
        self.add(t.Let(turn, t.Quantity(SEAT.maybe(), "first", "_k", EVERYONE, waits, None, "first")))
        at = t.Local(SEAT.maybe(), turn)
        self.split(unequal(at, t.Const(NONE, -1)), body, after)
        self.now = body
        me = self._at_place(node, first, t.Op(SEAT, "acting", (at,)))
        self.add(t.Let("me", me, turn=node.skip is None))
        self.add(t.Put(load(self.vocabulary, "turn.chosen"), t.TRUE))
        self._unless_skipped(node, head, after)
        self.program.choosing.append((head.number, len(self.program.blocks)))
        self.add(t.Simultaneous(on=False))

    def _turns_forever(self, node: t.Turns) -> None:
        self._begun(node)
        idle = self._idle(node)
        head = self.loop()
        on, after = self.block(), self.block()
        if idle is not None and node.skip is not None:
            self._left_out(node.skip, idle, on, after)
        self._turns_end(node, head, on, after)

    def _turns_end(self, node: t.Turns, head: BasicBlock, on: BasicBlock, after: BasicBlock) -> None:
        """The turn of a seat, then the next one's, until something ends them."""
        self._turn(node, after)
        self.go(on)
        self.now = on
        self._pass_on(node, after)
        self.go(head)
        self.now = after

    def _idle(self, node: t.Turns) -> str | None:
        """What counts the seats left out in a row, where there is something to leave seats out for."""
        if node.skip is None:
            return None
        idle = self.name("i")
        self.add(t.Let(idle, t.Const(INT, 0)))
        return idle

    def _left_out(self, skip: t.Expr, idle: str, on: BasicBlock, after: BasicBlock) -> None:
        """A seat that is left out leads on; when all have been, one after the other, the phase is over."""
        out, body = self.block(), self.block()
        self.split(skip, out, body)
        self.now = out
        self.add(t.Let(idle, plus(local(idle, INT), 1)))
        self.split(less(local(idle, INT), t.Players()), on, after)
        self.now = body
        self.add(t.Let(idle, t.Const(INT, 0)), t.Let("me", local("me", SEAT), turn=True))

    def _pass_on(self, node: t.Turns, after: BasicBlock) -> None:
        """The seat that follows becomes `me`; where there is none, the phase is over."""
        told = node.skip is None
        if node.following is None:
            place = plus(load(self.vocabulary, "turn.place"), 1) if node.by is not None else None
            onward = self._next_seat() if place is None else self._placed(mod(place, t.Players()))
            self.add(t.Let("me", onward, turn=told))
            return
        following = self.name("n")
        there = t.Local(SEAT.maybe(), following)
        self.add(t.Let(following, node.following))
        on = self.block()
        self.split(unequal(there, t.Const(NONE, -1)), on, after)
        self.now = on
        self.add(t.Let("me", t.Op(SEAT, "acting", (there,)), turn=told))

    def _begun(self, node: t.Turns) -> None:
        """The first seat has its turn."""
        first: t.Expr = t.Op(SEAT, "acting", (node.first,))
        if node.by is not None:
            self._order(node, self._held(first, "first"))
            first = self._placed(t.Const(INT, 0))
        self.add(t.Let("me", first, turn=node.skip is None))

    @staticmethod
    def _next_seat() -> t.Expr:
        return t.Op(SEAT, "mod", (plus(local("me", SEAT), 1), t.Players()))

    def _turns_until_all_pass(self, node: t.Turns) -> None:
        passed = load(self.vocabulary, "turn.passed")
        other = self._of(local("_p", SEAT), "turn.passed")
        in_play = t.Quantity(BOOL, "any", "_p", EVERYONE, negated(other), None, "first")
        self.add(t.For("_p", EVERYONE, None, t.Block((t.Put(other, t.FALSE),))))
        self._begun(node)
        idle = self._idle(node)
        head = self.loop()
        look, body, on, after = (self.block() for _ in range(4))
        self.split(in_play, look, after)
        self.now = look
        if idle is not None and node.skip is not None:
            self._left_out(either(passed, node.skip), idle, on, after)
        else:
            self.split(passed, on, body)
            self.now = body
        self._turns_end(node, head, on, after)
