"""Questions that are asked again in an imagined world: blocks that repeat a question, and copies of lists as they were.

A seat that imagines what it cannot see draws the hidden things anew while somebody is being asked. What the question offers,
the locals that were worked out from hidden things just before it, and the conditions that led to it must be those of the new
world. For example:

    let n = count c in hand where c.role == duke
    if n > 0 { choose prove c in hand where c.role == duke { repeat n { ... } } }

Who does not see the hand deals it anew; then `n` is counted again, a world without a duke is no world in which this is asked,
and the dukes that are offered are those of the new hand. A block for each such question does that (`ReaskPlan.block`): it takes
the frame that waits for the answer, and leaves it behind with the locals of the world, or puts no question at all where there
would have been none. In Sheaves block 23 asks `play`, and block 37 asks it again.

The frames below, of calls that wait until the question is answered, have such blocks too. What changed the state since a local
was worked out may have changed what it was worked out from; then it is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeGuard

from ruleset_core.analysis.control_flow import live_locals
from ruleset_core.analysis.dependencies import EVERYTHING, SideEffects
from ruleset_core.analysis.secrecy import ASKER
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.program import (
    Ask,
    BasicBlock,
    Call,
    CallCard,
    Empty,
    Jump,
    Procedure,
    ProcedureEnd,
    Program,
    ReaskPlan,
    Split,
    Terminator,
)
from ruleset_core.lang.quantities import OF_MEMBERS
from ruleset_core.lang.traversal import (
    all_nodes,
    asks_seat,
    at_least,
    both,
    chain,
    either,
    equal,
    greatest,
    less,
    locals_of,
    minus,
    negated,
    rebuilt,
    replaced,
    restricted_answers,
    substitute,
    with_origin,
    with_renamed_locals,
)
from ruleset_core.lang.types import BOOL, INT, NONE, NONE_VALUE, Type, member_type


@dataclass(frozen=True, slots=True)
class FoundCondition:
    """A condition that was found to hold, and from whom it is hidden."""

    holds: t.Expr
    hidden: int


Found = tuple[t.Let | FoundCondition, ...]
"""What was found out, in this order."""


class FoundConditions:
    """What is left of what was found out, after statements that may change what it goes by.

    Attributes:
        made: names of locals that lowering has made to keep what was (see `compile.lowering.question_replay`).
    """

    def __init__(self, program: Program) -> None:
        self.made: set[str] = set()
        self.changes = SideEffects(program)
        self._looked_at: list[t.Statement] = []  # kept, so that no other statement is taken for one of them
        self._masks: dict[int, tuple[t.Let | FoundCondition, int]] = {}

    def left(self, found: Found, node: t.Statement) -> Found:
        """That which a statement leaves as it is."""
        if not found:
            return found
        self._looked_at.append(node)
        changed = self.changes.effects_of(node)
        return tuple(each for each in found if not changed & self._mask(each))

    def _mask(self, each: t.Let | FoundCondition) -> int:
        """What it goes by, as bits; a local goes by itself too."""
        known = self._masks.get(id(each))
        if known is None:
            keys = self.changes.keys
            value, own = (each.value, keys.bit("local", each.var)) if isinstance(each, t.Let) else (each.holds, 0)
            known = self._masks[id(each)] = (each, keys.reads[keys.number_of(value)] | own)
        return known[1]


def after_seat_change(found: Found, me: t.Expr) -> Found:
    """The same where another seat acts from now on, and `me` is who acted: what that seat alone knew is hidden from the one that acts."""
    return tuple(_of(each, {"me": me}) for each in found)


def reask_plan(found: Found, hidden: int) -> ReaskPlan | None:
    """How a question is put again, by what was found out since the state was changed last; None if nothing is hidden.

    `hidden`: from whom its answers are.
    """
    level = max([hidden, *(each.hidden for each in found)])
    if not level:
        return None
    holds: t.Expr | None = None
    for each in found:
        holds = both(holds, each.holds) if isinstance(each, FoundCondition) else holds
    return ReaskPlan(level, tuple(each for each in found if isinstance(each, t.Let)), holds)


def _of(each: t.Let | FoundCondition, values: dict[str, t.Expr]) -> t.Let | FoundCondition:
    if isinstance(each, t.Let):
        made: t.Let = replaced(each, {"value": substitute(each.value, values), "hidden": ASKER})
        return made
    return FoundCondition(substitute(each.holds, values), ASKER)


def add_reask_blocks(program: Program) -> None:
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
            nothing = _add(program, BasicBlock(0, end=ProcedureEnd(origin=end.origin))).number
        if isinstance(end, Ask):
            end.again.least = 2 if end.veil is None else 1
            ending: Terminator = replace(_where(end, end.again.condition), empty=nothing, again=None)
        else:
            end.again.hidden = ASKER  # who is asked may be another seat than the one that waits
            holds = end.again.condition
            ending = Jump(end.then) if holds is None else Split(holds, end.then, nothing)
        ending.origin = end.origin
        end.again.block = _add(program, BasicBlock(0, [*end.again.lets], ending, repeats=True)).number


def add_restart_blocks(program: Program) -> None:
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
                waiting.restart = _add(
                    program, BasicBlock(0, end=Jump(head, origin=waiting.end.origin), repeats=True)
                ).number


def _nothing_follows(node: BasicBlock) -> bool:
    return not node.statements and isinstance(node.end, ProcedureEnd)


def _where(ask: Ask, holds: t.Expr | None) -> Ask:
    """A question that is put even with one answer, and only where a condition holds."""
    veil = both(holds, t.FALSE if ask.veil is None else ask.veil)
    answer = ask.selection.answer
    if answer is None:
        return replace(ask, where=both(holds, ask.where), veil=veil)
    restricted = (
        answer if holds is None else restricted_answers(answer, holds)
    )  # its parts have conditions of their own
    return replace(ask, selection=replaced(ask.selection, {"answer": restricted}), veil=veil)


def _add(program: Program, node: BasicBlock) -> BasicBlock:
    node.number = len(program.blocks)
    program.blocks.append(node)
    return node


# Copies of lists of pieces, for values that were worked out from lists as they were before the effect changed them.
#
# A local that counts hidden pieces is counted again in an imagined world (`compile.lowering.question_replay`). Where the pieces have moved
# since, the list as it was is needed. For example:
#
#     let n = count c in hand where c.role == duke;
#     move (first c in hand where c.role == duke) to court;
#     choose amount k in 0 to n { ... }
#
# Just before the move the hand is copied into a local, and the move takes what another local holds:
#
#     let list = hand; let moved = first c in hand where c.role == duke;
#     move moved to court;
#
# In an imagined world both locals hold the pieces that take the places of the true ones. `n` is counted in `list`,
# and a world fits only if `moved` is the first duke of `list`.
#
# A loop takes its pieces one by one, so nothing is held for it: the list is copied once more behind it, and what has
# left it must be what the loop would move. Of a question it is known that the piece that was chosen could be. What
# else happens in either is not looked at.
#
# What is read besides lists of pieces (a field, where a piece lies) is not copied: the copy would be the true value.
# What goes by such a thing is found out no more once that has changed.

COPY = "list_before"
"""What copies are called; lists of loops are called otherwise, for each procedure counts its locals by itself."""


class ListCopies:
    """Copies that are taken before one statement; `name` gives names to locals.

    Attributes:
        lets, after: what is to be done before the statement, and after it.
    """

    def __init__(self, program: Program, found: FoundConditions, name: Callable[[str], str], changed: int) -> None:
        self._program = program
        self._found = found
        self._changes = found.changes
        self._name = name
        self._changed = changed
        self._held: dict[int, str] = {}
        self._free: frozenset[str] = frozenset()
        self._within: list[str] = []
        self._acting: t.Expr | None = None  # the other seat that acts in the part of the statement that is looked at
        self._behind = 0  # what the parts of the statement that were looked at change
        self.lets: list[t.Let] = []
        self.after: list[t.Let] = []

    def expression(self, node: t.Expr) -> t.Expr | None:
        """The same value, with copies in place of lists that the statement changes; None if it goes by something else that is changed."""
        self._free = frozenset(locals_of(node))
        before = {**self._held}, [*self.lets]
        made: t.Expr = self._copied(node)
        keys = self._changes.keys
        if keys.reads[keys.number_of(made)] & self._changed:
            self._held, self.lets = before
            return None
        return made

    def recorded(self, node: t.Statement) -> tuple[t.Statement, list[t.Expr]]:
        """A statement that takes its pieces and its way from locals, and what holds of these in a world that fits."""
        conditions: list[t.Expr] = []
        return self._recorded(node, None, conditions), conditions

    def chosen(self, node: t.Choose) -> tuple[t.Choose, list[t.Expr]]:
        """A question that keeps the answer in a local, none where there is none, and what holds of it in a world that fits."""
        if node.where is None or node.selection.answer is not None:
            return node, []
        none, held = t.Const(NONE, NONE_VALUE), t.Local(node.selection.type.maybe(), self._name("chosen"))
        fits = self.expression(substitute(node.where, {node.var: held}))
        if fits is None:
            return node, []
        self._found.made.add(held.name)
        self.lets.append(t.Let(held.name, none))
        keeps = t.Let(held.name, t.Local(node.selection.type, node.var), origin=node.origin)
        body = replaced(node.body, {"items": (keeps, *node.body.items)})
        return replaced(node, {"body": body}), [either(equal(held, none), fits)]

    def _recorded(self, node: t.Statement, where: t.Expr | None, conditions: list[t.Expr]) -> t.Statement:
        """`where`: what holds where the statement is come to."""
        made = node
        match node:
            case t.Move() if not isinstance(node.piece, t.ZoneAt):
                made = replaced(node, {"piece": self._taken(node.piece, where, conditions)})
            case t.Let(value=t.Op(name="given", args=(t.Quantity() as asked,))) if asked.kind in OF_MEMBERS:
                made = replaced(
                    node, {"value": replaced(node.value, {"args": (self._taken(asked, where, conditions),)})}
                )
            case t.Let(value=t.Quantity() as asked) if asked.kind in OF_MEMBERS:
                made = replaced(node, {"value": self._taken(asked, where, conditions)})
            case t.If():
                taken = self._noted("taken", both(where, node.condition), conditions)
                if taken is not None:
                    left = both(where, negated(taken))
                    then = self._recorded(node.then, taken, conditions)
                    otherwise = None if node.otherwise is None else self._recorded(node.otherwise, left, conditions)
                    made = replaced(node, {"condition": taken, "then": then, "otherwise": otherwise})
            case t.Block():
                made = replaced(node, {"items": tuple(self._recorded(each, where, conditions) for each in node.items)})
            case t.As() if self._acting is None:
                self._acting = node.seat
                made = replaced(node, {"body": self._recorded(node.body, where, conditions)})
                self._acting = None
            case t.For() | t.Repeat() if where is None and self._acting is None:
                conditions += self._moved_away(node)
            case t.Do() if node.procedure not in self._within:
                self._within.append(node.procedure)
                made = self._recorded(self._written_out(node), where, conditions)
                self._within.pop()
        if made is node or not isinstance(
            made, (t.Block, t.If)
        ):  # of these the parts were looked at, each behind those before it
            self._behind |= self._changes.effects_of(node)
        return made

    def _taken(self, piece: t.Expr, where: t.Expr | None, conditions: list[t.Expr]) -> t.Expr:
        """The local that holds a piece from before the statement on, none where it is not come to; else the piece as it was said."""
        none = t.Const(NONE, NONE_VALUE)
        value = piece if where is None else t.Op(piece.type.maybe(), "if", (where, piece, none))
        return self._noted("moved", value, conditions) or piece

    def _moved_away(self, node: t.For | t.Repeat) -> list[t.Expr]:
        """What holds where a loop moves pieces out of a list, those for which something holds: all of them, or so many as it goes round."""
        moves = [each for each in self._inside(node.body) if isinstance(each, t.Move)]
        if len(moves) != 1:
            return []
        found = moves[0].piece if isinstance(node, t.Repeat) else node
        if not isinstance(found, t.For | t.Quantity) or found.where is None or not _takes(moves[0], found):
            return []
        zone, keys, moved = found.selection.zone, self._changes.keys, self._changes.effects_of(moves[0])
        others = [
            each for each in self._inside(node.body) if each is not moves[0] and self._changes.effects_of(each) & moved
        ]
        if zone is None or zone.zone is moves[0].zone.zone or others or keys.reads[keys.number_of(zone)] & self._behind:
            return []
        if keys.reads[keys.number_of(found.where)] & ~keys.bit("local", found.var) & (self._changed | self._behind):
            return []
        times = None if isinstance(node, t.For) else self.expression(node.times)
        if isinstance(node, t.Repeat) and times is None:
            return []
        self._free = frozenset(locals_of(zone))
        there, before = self._places(found.selection)
        held = self._name(COPY)
        self._found.made.add(held)
        self.after.append(t.Let(held, t.Gather(INT, found.selection)))
        return _left_behind(found, there, before, held, times)

    def _inside(self, body: t.Block) -> list[t.Statement]:
        """The statements of a body; of a procedure that is all of it, those of the procedure."""
        first = body.items[0] if len(body.items) == 1 else None
        if isinstance(first, t.Block):
            return self._inside(first)
        if isinstance(first, t.Do) and not first.args:
            return [*self._program.procedures[first.procedure].body.items]
        return [*body.items]

    def _written_out(self, node: t.Do) -> t.Statement:
        """What a procedure does, in place of the call."""
        procedure, mark = self._program.procedures[node.procedure], self._name("p")
        return with_origin(
            t.Block((*checked_parameters(procedure, node, mark), with_renamed_locals(procedure.body, mark))),
            node.origin,
        )

    def _noted(self, stem: str, value: t.Expr, conditions: list[t.Expr]) -> t.Expr | None:
        """A local that holds a value from before the statement on; None for one that is other by then, or cannot be worked out again."""
        if self._acting is not None:
            if any(map(asks_seat, all_nodes(value))):
                return None
            value = substitute(value, {"me": self._acting})
        keys = self._changes.keys
        made = None if keys.reads[keys.number_of(value)] & self._behind else self.expression(value)
        if made is None:
            return None
        held = t.Local(value.type, self._name(stem))
        self._found.made.add(held.name)
        self.lets.append(t.Let(held.name, value))
        conditions.append(equal(held, made))
        return held

    def _copied(self, node: t.Expr) -> t.Expr:
        match node:
            case t.Quantity() if self._is_changed(node.selection):
                return self._question(node)
            case t.Contains() if self._is_changed(node.selection):
                there, at = self._places(node.selection)
                is_it = equal(at, self._copied(node.of))
                return t.Quantity(BOOL, "any", _place_of(at), there, is_it, None, "first")
            case t.ZoneAt() if self._changes.keys.bit("zone", node.zone.zone.name) & self._changed:
                return self._piece_at(node)
            case t.Apply() if self._changes.read_by(node.define) & self._changed:
                return self._defined(node)
            case _:
                made: t.Expr = rebuilt(node, self._copied)
                return made

    def _is_changed(self, selection: t.Selection) -> bool:
        zone = selection.zone
        if selection.kind != "zone" or zone is None or not self._free.issuperset(locals_of(zone)):
            return False
        return bool(self._changes.keys.bit("zone", zone.zone.name) & self._changed)

    def _question(self, node: t.Quantity) -> t.Expr:
        there, at = self._places(node.selection)
        where, body = (
            None if each is None else substitute(self._copied(each), {node.var: at}) for each in (node.where, node.body)
        )
        var = _place_of(at)
        if node.kind not in OF_MEMBERS:
            return t.Quantity(node.type, node.kind, var, there, where, body, node.ties)
        place = t.Quantity(INT.maybe(), node.kind, var, there, where, body, node.ties)
        return self._at(node.type, at.held, place)

    def _piece_at(self, node: t.ZoneAt) -> t.Expr:
        if not self._free.issuperset(locals_of(node.zone)):
            return node
        held, place = self._copy(node.zone), self._copied(node.place)
        within = less(place, t.Size(INT, held))
        return t.Op(node.type, "if", (within, self._at(node.type, held, place), t.Const(NONE, NONE_VALUE)))

    @staticmethod
    def _at(kind: Type, held: str, place: t.Expr) -> t.Expr:
        """What lies at a place of a copy; none where the place is below 0."""
        there = at_least(place, 0)
        return t.Op(kind, "if", (there, t.Pick(kind.sure(), (), held, place), t.Const(NONE, NONE_VALUE)))

    def _defined(self, node: t.Apply) -> t.Expr:
        """What a definition says, where nothing in play changes it."""
        define = self._program.vocabulary.defines[node.define]
        if define.value is None or define.modifiers:
            return node
        mark = self._name("d")
        args = {f"{name}{mark}": arg for name, arg in zip(define.params, node.args, strict=True)}
        return self._copied(substitute(with_renamed_locals(define.value, mark), args))

    def _places(self, selection: t.Selection) -> tuple[t.Selection, t.Pick]:
        """The places of the copy of a list, and what lies at one of them."""
        assert selection.zone is not None
        held, var = self._copy(selection.zone), self._name("at")
        last = minus(t.Size(INT, held), 1)
        there = t.Selection(INT, "range", parts=(t.Const(INT, 0), last))
        return there, t.Pick(selection.type, (), held, t.Local(INT, var))

    def _copy(self, zone: t.ZoneRef) -> str:
        """The local that holds the copy of a list."""
        key = self._changes.keys.number_of(zone)
        if key not in self._held:
            kind = member_type(zone.zone.kind)
            self._held[key] = held = self._name(COPY)
            self._found.made.add(held)
            self.lets.append(t.Let(held, t.Gather(INT, t.Selection(kind, "zone", zone=zone))))
        return self._held[key]


def _takes(move: t.Move, found: t.For | t.Quantity) -> bool:
    """Whether a move takes what a loop goes through, or what a question finds."""
    return isinstance(found, t.Quantity) or move.piece == t.Local(found.selection.type, found.var)


def _left_behind(
    found: t.For | t.Quantity, there: t.Selection, before: t.Pick, after: str, times: t.Expr | None
) -> list[t.Expr]:
    """What holds of a list as it was and as it is after a loop: what left it fits; what fits has left, or as many as are moved have.

    `there`, `before`: the places of the list as it was, and what lies at one of them.
    """
    fits = found.where or t.TRUE
    place = f"{_place_of(before)}_"
    now = t.Pick(before.type, (), after, t.Local(INT, place))
    last = minus(t.Size(INT, after), 1)
    places = t.Selection(INT, "range", parts=(t.Const(INT, 0), last))
    stays = t.Quantity(BOOL, "any", place, places, equal(now, before), None, "first")
    wrong = negated(either(stays, substitute(fits, {found.var: before})))
    right = t.Quantity(BOOL, "no", _place_of(before), there, wrong, None, "first")
    none_left = t.Quantity(BOOL, "no", place, places, substitute(fits, {found.var: now}), None, "first")
    if times is None:
        return [right, none_left]
    gone = minus(t.Size(INT, before.held), t.Size(INT, after))
    wanted = greatest(0, times)
    enough, short = (t.Op(BOOL, name, (gone, wanted)) for name in ("==", "<"))
    return [right, either(enough, both(short, none_left))]


def _place_of(at: t.Pick) -> str:
    assert isinstance(at.place, t.Local)
    return at.place.name


class EarlierLists:
    """Keeps what was found out through statements that change what it goes by."""

    def __init__(self, program: Program, found: FoundConditions, name: Callable[[str], str]) -> None:
        self._program = program
        self._found = found
        self._name = name
        self._lists = 0
        for zone in program.vocabulary.zones:
            self._lists |= found.changes.keys.bit("zone", zone)

    def kept(self, found: Found, node: t.Statement, *, asks: bool) -> tuple[list[t.Let], Found, t.Statement]:
        """What is to be done before a statement, what is found out then whatever the statement changes, and what is done in its place.

        `asks`: whether it may ask; then it does not take its pieces from locals.
        """
        changed = self._found.changes.effects_of(node) if any(isinstance(each, t.Let) for each in found) else 0
        left = self._found.left(found, node)
        if changed in {0, EVERYTHING} or not any(
            isinstance(each, t.Let) and (each not in left or reads_copies(each)) for each in found
        ):
            return [], found, node
        copies = ListCopies(self._program, self._found, self._name, changed)
        kept = [each if each in left else self._copied(copies, each, changed) for each in found]
        after = tuple(each for each in kept if each is not None)
        if (
            isinstance(node, t.Choose)
            and node.hidden
            and any(isinstance(each, t.Let) and reads_copies(each) for each in after)
        ):
            node, conditions = copies.chosen(node)
            return copies.lets, (*after, *(FoundCondition(each, node.hidden) for each in conditions)), node
        if (
            asks
            or not changed & self._lists
            or not any(isinstance(each, t.Let) and reads_copies(each) for each in after)
        ):
            return copies.lets, after, node
        level = max(each.hidden for each in found)
        node, conditions = copies.recorded(node)
        found = (*after, *(FoundCondition(each, level) for each in conditions))
        return copies.lets, found, t.Block((node, *copies.after), origin=node.origin) if copies.after else node

    def _copied(self, copies: ListCopies, each: t.Let | FoundCondition, changed: int) -> t.Let | FoundCondition | None:
        if isinstance(each, FoundCondition):
            holds = copies.expression(each.holds)
            return None if holds is None else FoundCondition(holds, each.hidden)
        itself = self._found.changes.keys.bit("local", each.var)
        value = None if changed & itself else copies.expression(each.value)
        return None if value is None else replaced(each, {"value": value})


def reads_copies(each: t.Let | FoundCondition) -> bool:
    """Whether something is worked out from a copy."""
    return _reads_copies(each.value if isinstance(each, t.Let) else each.holds)


def _reads_copies(tree: t.Expr) -> bool:
    return any(isinstance(part, t.Pick | t.Size) and part.held != "" for part in all_nodes(tree))


def drop_unread(program: Program, found: FoundConditions) -> None:
    """Leave out copies of which no local is worked out that is read behind a question."""
    if not found.made:
        return
    kept = [node.end.again for node in program.blocks if isinstance(node.end, (Ask, Call, CallCard))]
    ends = [node.end for node in program.blocks if isinstance(node.end, (Ask, Call, CallCard))]
    for end in ends:
        end.again = None
    needed = live_locals(program.blocks)
    read: set[str] = set()
    for end, again in zip(ends, kept, strict=True):
        end.again = again
        if again is not None:
            _only_read(again, {*needed[end.then], *locals_of(end)}, found.made)
            for each in (*again.lets, *([] if again.condition is None else [again.condition])):
                read |= locals_of(each).keys()
    for node in program.blocks:
        node.statements[:] = [each for each in node.statements if not _is_copy(each, found.made) or each.var in read]


def _is_copy(node: t.Statement, made: set[str]) -> TypeGuard[t.Let]:
    return isinstance(node, t.Let) and isinstance(node.value, t.Gather) and node.var in made


def _only_read(again: ReaskPlan, read: set[str], made: set[str]) -> None:
    """Work out again only those locals by copies that are read; without any, what was taken need not be what it was."""
    parts = [] if again.condition is None else chain(again.condition, "and")
    others = [each for each in parts if made.isdisjoint(locals_of(each))]
    lets = _read_in(again.lets, read.union(*map(locals_of, others)))
    if any(map(reads_copies, lets)):
        again.lets = _read_in(again.lets, read.union(*map(locals_of, parts)))
        return
    again.lets, again.condition = lets, None
    for each in others:
        again.condition = both(again.condition, each)


def _read_in(lets: tuple[t.Let, ...], read: set[str]) -> tuple[t.Let, ...]:
    """Without those by copies that are not read."""
    kept: list[t.Let] = []
    for each in reversed(lets):
        if each.var in read or not reads_copies(each):
            kept.append(each)
            read = read.union(locals_of(each.value))
    return tuple(reversed(kept))


def checked_parameters(procedure: Procedure, call: t.Do, mark: str, hidden: int = 0) -> list[t.Let]:
    """The parameters of a procedure as locals (`p__2` with the mark `__2`), each checked to be of its type as in a call."""
    kinds = procedure.kinds or tuple(arg.type for arg in call.args)
    return [
        t.Let(f"{name}{mark}", t.Op(kind, "given", (arg,), call.procedure), hidden=hidden)
        for name, kind, arg in zip(procedure.params, kinds, call.args, strict=True)
    ]
