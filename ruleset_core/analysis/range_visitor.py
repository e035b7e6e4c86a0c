"""Range analysis of a whole effect: visits statements in order with what is known, and notes each access that may fail.

Where `best` is a set member or none, `price` a fact of its set and `pot` a number 0..9 (visited one by one):

    set pot = 3; set pot = pot + 5              behind it `pot` is 8
    set pot = pot + 1                           noted: `pot + 1` may not be a number 0..9; behind it `pot` is 1..9
    if pot < 9 { set pot = pot + 1 }            nothing to note: within the `if`, `pot` is 0..8
    gain best.price coin                        noted: `best` may be none; behind it `best` is known not to be
    if best != none { gain best.price coin }    nothing to note

An access that fails breaks the rule, so what stands behind it may rely on what it required. `unproven_accesses` runs this
over all effects of a game and makes warnings of the notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

from ruleset_core.analysis.dependencies import SideEffects
from ruleset_core.analysis.known_ranges import NOTHING_KNOWN, KnownValues
from ruleset_core.analysis.range_analysis import EntryRanges, RangeAnalysis
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.choice_forms import answer_kinds
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import Program
from ruleset_core.lang.traversal import all_nodes, chain, parts
from ruleset_core.lang.types import ANY, RESOURCE, SEAT, IntervalSet, Type, exactly

# What a node requires of the values that it is given: otherwise it breaks the rule when it runs.


class TypeRequirement(NamedTuple):
    """A value that must be of a type. `plays`: it must be a seat that takes part in this game."""

    value: t.Expr
    type: Type
    plays: bool = False


def _seat(seat: t.Expr | None) -> list[TypeRequirement]:
    return [] if seat is None else [TypeRequirement(seat, SEAT, plays=True)]


def _all(values: Iterable[t.Expr], types: Iterable[Type]) -> list[TypeRequirement]:
    return [TypeRequirement(*each) for each in zip(values, types, strict=False)]


def _place(node: t.Load | t.ZoneRef, index: Iterable[Type]) -> list[TypeRequirement]:
    return [*_seat(node.seat), *_all(node.index, (kind.sure() for kind in index))]


def _selection(node: t.Selection, program: Program) -> list[TypeRequirement]:
    return _all(node.parts, [program.vocabulary.domains["line"].type]) if node.kind == "enclosed" else []


def _fact(node: t.FactOf, program: Program) -> list[TypeRequirement]:
    found = [TypeRequirement(node.of, program.vocabulary.domains[node.fact.domain].type)]
    if node.side is not None and node.fact.by is not None:
        found.append(TypeRequirement(node.side, node.fact.by))
    return found


def _gained(node: t.Gain | t.Lose, _: Program) -> list[TypeRequirement]:
    return [TypeRequirement(node.resource, RESOURCE)]


def _paid(node: t.Pay | t.CanPay, _: Program) -> list[TypeRequirement]:
    return [TypeRequirement(resource, RESOURCE) for _, resource in node.costs]


REQUIREMENTS: Final[dict[type, Callable[[Any, Program], list[TypeRequirement]]]] = {
    t.Load: lambda node, _: _place(node, node.field.index),
    t.ZoneRef: lambda node, _: _place(node, node.zone.index),
    t.FactOf: _fact,
    t.Selection: _selection,
    t.Apply: lambda node, program: _all(node.args, program.vocabulary.defines[node.define].params.values()),
    t.Do: lambda node, program: _all(node.args, program.procedures[node.procedure].kinds),
    t.Emit: lambda node, _: _all(node.args, node.event.fields.values()),
    t.Put: lambda node, _: [TypeRequirement(node.value, node.target.field.type)],
    t.As: lambda node, _: _seat(node.seat),
    t.Turns: lambda node, _: _seat(node.first),
    t.Gain: _gained, t.Lose: _gained, t.Pay: _paid, t.CanPay: _paid,
}  # fmt: skip
"""By class of nodes, what one requires, in the order in which it is checked. Items that are gone through must be of their type, too."""


def seats_in_game(program: Program) -> bool:
    """Whether no seat is stored or handed on that may not be in the game: seats beyond the fewest players are only looked at
    where they are named.
    """
    v = program.vocabulary
    kept: list[tuple[Type, Iterable[Any]]] = [(field.type, field.start) for field in v.fields.values()]
    domains = [each for each in v.domains.values() if not each.parts]  # what is picked was gone through
    kept += [(fact.type, fact.values) for domain in domains for fact in domain.facts.values()]
    kept += [(option.type, (option.default,)) for option in v.options.values()]
    if any(_seat_beyond(kind, values, v.players[0]) for kind, values in kept):
        return False
    return v.seats_named <= v.players[0] or not any(map(_hands_on, _trees(program)))


def _seat_beyond(kind: Type, values: Iterable[Any], players: int) -> bool:
    """Whether a seat among some values may not be in the game."""
    if kind.element is not None:
        return any(_seat_beyond(kind.element, each, players) for each in values)
    return kind.domain == SEAT.domain and any(each >= players for each in values)


def _trees(program: Program) -> Iterator[Any]:
    v = program.vocabulary
    yield from (procedure.body for procedure in program.procedures.values())
    yield from (start.value for start in program.starts)
    for define in v.defines.values():
        yield from (part for change in define.modifiers for part in (change.where, change.value))
        yield from () if define.value is None else (define.value,)


def _hands_on(tree: Any) -> bool:
    """Whether a seat that is named becomes a value of something else."""
    if isinstance(tree, t.Const):
        return tree.type.domain == SEAT.domain
    looked_at: tuple[Any, ...] = ()
    if isinstance(tree, (t.Load, t.ZoneRef, t.As)):
        looked_at = (tree.seat,)
    elif isinstance(tree, t.Op) and tree.name in {"==", "!="}:
        looked_at = tree.args
    elif isinstance(tree, t.Turns):
        looked_at = (tree.first,)
    named = [part for part in looked_at if isinstance(part, t.Const)]
    return any(_hands_on(part) for part in parts(tree) if part not in named)


# Goes through expressions in the order in which they are worked out, with what is known on the way, and notes what
# may break a rule.


@dataclass(frozen=True, slots=True)
class UnprovenAccess:
    """A node that may break a rule: because of `of`, which may not be a `wanted`. `none`: it may be none.

    `origin` is that of the statement, or of the text.
    """

    node: Any
    of: Any
    wanted: Type
    none: bool
    origin: Origin | None


class ExpressionRangeVisitor:
    """Visits expressions; what is doubtful is in `doubts`, once for each node.

    `here`: where we are. `passed`: requirements met behind the place in progress, since otherwise the rule would have been broken.
    `sometimes`: above 0 in what may be left out, which leaves nothing known behind it.
    """

    def __init__(self, program: Program, facts: RangeAnalysis, entries: EntryRanges) -> None:
        self.program = program
        self.v = program.vocabulary
        self.facts = facts
        self.entries = entries
        self.doubts: dict[int, UnprovenAccess] = {}
        self.here: Origin | None = None
        self.passed: list[tuple[t.Expr, IntervalSet]] = []
        self.sometimes = 0
        self._seats_in_game = seats_in_game(program)
        self._exprs: dict[type, Callable[[Any, KnownValues], None]] = {
            t.Op: self._operation, t.Quantity: self._question, t.Selection: self._selection, t.Apply: self._apply,
            t.CanPay: self.costs,
        }  # fmt: skip

    def begin(self, origin: Origin | None) -> None:
        """From here on we are in another text."""
        self.here = origin
        self.passed.clear()

    # -- what a node requires -----------------------------------------------------------------------------------

    def requires(self, node: Any, known: KnownValues) -> bool:
        """Whether a node certainly breaks no rule itself; the first value that may is noted."""
        given = REQUIREMENTS.get(type(node))
        return given is None or all(self.fits(node, each, known) for each in given(node, self.program))

    def fits(self, node: Any, required: TypeRequirement, known: KnownValues) -> bool:
        """Whether a value is certainly what a node requires; if not, that is noted of the node."""
        value, kind, plays = required
        if kind.kind not in {"int", "bool", "member"} or not self.v.finite(kind):
            return True
        found, allowed = self.facts.values(value, known), self.facts.declared.range_of(kind)
        if plays:
            named = found.high >= self.facts.values(t.Players(), known).low
            fine = found.low >= 0 and not (named and (isinstance(value, t.Const) or not self._seats_in_game))
        else:
            fine = found.within(*allowed) == found
        empty = kind.kind == "member" and not self.v.domains[kind.domain].size
        if fine and not empty:
            return True
        none = empty or (-1 in found and -1 not in allowed)
        self.doubt(node, value, kind, none=none)
        if not self.sometimes and not empty:
            self.passed.append((value, allowed))
        return False

    def doubt(self, node: Any, of: t.Expr, wanted: Type, *, none: bool) -> None:
        """Note a node that may break a rule here."""
        self.doubts.setdefault(id(node), UnprovenAccess(node, of, wanted, none, self.here))

    def behind(self, known: KnownValues) -> KnownValues:
        """What is known behind what was looked at: it broke no rule."""
        for of, allowed in self.passed:
            known = self.facts.conditions.narrowed(of, allowed, known)
        self.passed.clear()
        return known

    # -- expressions --------------------------------------------------------------------------------------------

    def expr(self, node: Any, known: KnownValues) -> None:
        """Look at an expression where this much is known."""
        kind = type(node)
        if kind is t.Local or kind is t.Const:
            return
        way = self._exprs.get(kind)
        if way is not None:
            way(node, known)
            return
        for part in parts(node):
            self.expr(part, known)
        self.requires(node, known)

    def look(self, node: t.Expr | t.ZoneRef, known: KnownValues) -> KnownValues:
        """Look at an expression that is always worked out; what is known behind it."""
        self.expr(node, known)
        return self.behind(known)

    def maybe(self, node: t.Expr | t.Selection | None, known: KnownValues | None) -> None:
        """A part that is worked out only sometimes, and only where this is known; None: never."""
        if node is not None and known is not None:
            self.sometimes += 1
            self.expr(node, known)
            self.sometimes -= 1

    def holding(self, node: t.Expr, holds: bool, known: KnownValues) -> KnownValues | None:
        """Look at a condition; what is known where it holds (or fails), None if it never does."""
        if not isinstance(node, t.Op) or node.name not in {"and", "or"}:
            self.expr(node, known)
            return self.facts.assume(node, holds, known)
        first, *rest = chain(node, node.name)
        there: KnownValues | None = known
        self.expr(first, known)
        for before, part in zip((first, *rest), rest, strict=False):
            there = None if there is None else self.facts.assume(before, node.name == "and", there)
            self.maybe(part, there)
        if (node.name == "and") == holds:
            return None if there is None else self.facts.assume((first, *rest)[-1], holds, there)
        return self.facts.assume(node, holds, known)

    def offered(self, where: t.Expr | None, known: KnownValues) -> KnownValues | None:
        """Look at a condition of items; what is known of those for which it holds."""
        if where is None:
            return known
        self.sometimes += 1
        found = self.holding(where, True, known)
        self.sometimes -= 1
        return found

    def through(self, node: t.Selection, known: KnownValues) -> None:
        """What is gone through: numbers must be there then, and not where one only asks what is among them."""
        self.expr(node, known)
        if node.kind == "items":
            kind = node.type if node.certain == len(node.parts) else node.type.maybe()
            all(self.fits(node, TypeRequirement(part, kind), known) for part in node.parts)

    def _operation(self, node: t.Op, known: KnownValues) -> None:
        if node.name in {"and", "or"}:
            self.holding(node, node.name == "and", known)
        elif node.name == "if":
            condition, then, otherwise = node.args
            self.expr(condition, known)
            self.maybe(then, self.facts.assume(condition, True, known))
            self.maybe(otherwise, self.facts.assume(condition, False, known))
        else:
            for part in node.args:
                self.expr(part, known)

    def _question(self, node: t.Quantity, known: KnownValues) -> None:
        self.through(node.selection, known)
        bound = self.facts.through(node.selection, node.var, known)
        there = self.offered(node.where, bound)
        self.maybe(node.body, there)

    def _selection(self, node: t.Selection, known: KnownValues) -> None:
        if node.search is not None:
            self._search(node.search, known)
        elif node.among:  # what is none is left out; whether something is in the next ones is not always asked
            self.expr(node.among[0], known)
            for each in node.among[1:]:
                self.maybe(each, known)
        else:
            for part in parts(node):
                self.expr(part, known)
        self.requires(node, known)

    def _search(self, node: t.Search, known: KnownValues) -> None:
        """What is none leads nowhere, so nothing that is gone through needs a check."""
        facts = self.facts
        member, used = (facts.declared.range_of(each.type.sure()) for each in (node.start, node.step))
        self.expr(node.start, known)
        if node.limit is not None:
            self.expr(node.limit, known)
        here = facts.bound(node.var, member, known)
        beyond = facts.bound(node.to, used, here)
        for part, there in (
            (node.first, here), (node.step, here), (node.where, beyond), (node.worth, beyond), (node.then, beyond),
            (node.further, facts.bound(node.onward, member, beyond)), (node.goal, facts.bound(node.place, member, known)),
        ):  # fmt: skip
            self.maybe(part, there)

    def _apply(self, node: t.Apply, known: KnownValues) -> None:
        for arg in node.args:
            self.expr(arg, known)
        self.requires(node, known)
        self.entries.leads(f"value {node.define}", self.v.defines[node.define].params, node.args, known)

    def costs(self, node: t.CanPay | t.Pay, known: KnownValues) -> None:
        """Amounts of resources; those behind one that cannot be paid are not looked at."""
        for cost in node.costs:
            for part in cost:
                self.expr(part, known)
        self.sometimes += 1
        self.requires(node, known)
        self.sometimes -= 1


# Goes through effects in the order in which they happen, with what is known on the way; what each node requires is
# looked at on the way.


def _returns(block: t.Block) -> bool:
    """Whether a block certainly ends the procedure, so that nothing behind it is done."""
    last = block.items[-1] if block.items else None
    if isinstance(last, t.If):
        return _returns(last.then) and last.otherwise is not None and _returns(last.otherwise)
    return isinstance(last, t.Return) or (isinstance(last, t.Block) and _returns(last))


class StatementRangeVisitor(ExpressionRangeVisitor):
    """Visits statements; each method gives what is known behind one."""

    def __init__(self, changes: SideEffects, facts: RangeAnalysis, entries: EntryRanges) -> None:
        super().__init__(changes.program, facts, entries)
        self._changes = changes
        self._effects_of: dict[tuple[str, ...], dict[str, list[int]]] = {}
        self._exprs[t.Would] = self._would
        self._statements: dict[type, Callable[[Any, KnownValues], KnownValues]] = {
            t.Block: self.block, t.Let: self._let, t.Put: self._put, t.Roll: self._roll, t.If: self._if, t.For: self._for,
            t.Repeat: self._repeat, t.Choose: self._choose, t.ChooseUpTo: self._choose_up_to, t.ChooseSeveral: self._choose_several, t.As: self._as, t.Pay: self._pay,
            t.Do: self._do, t.DoCard: self._do_card, t.Emit: self._emit, t.Sort: self._sort, t.Move: self._move, t.Show: self._show,
            t.Rotate: lambda node, known: self.block(node.body, known), t.Give: self._give, t.Phase: self._phase, t.ForField: self._for_field, t.Rounds: self._rounds, t.Turns: self._turns,
        }  # fmt: skip

    def run(self, node: t.Statement, known: KnownValues) -> KnownValues:
        """Look at a statement where this much is known; what is known behind it."""
        self.here = node.origin or self.here
        way = self._statements.get(type(node))
        if way is not None:
            return way(node, known)
        self.expr(node, known)
        return self.after(node, self.behind(known))

    def after(self, node: t.Statement, known: KnownValues) -> KnownValues:
        """What is left of what was known before a statement."""
        return self.facts.without(known, self._changes.effects_of(node))

    def block(self, node: t.Block, known: KnownValues) -> KnownValues:
        """Statements in order."""
        for item in node.items:
            known = self.run(item, known)
        return known

    def _within(self, node: t.Block, known: KnownValues | None) -> KnownValues | None:
        """Statements that are come to only where this is known; None: never."""
        return None if known is None else self.block(node, known)

    def _let(self, node: t.Let, known: KnownValues) -> KnownValues:
        known, facts, keys = self.look(node.value, known), self.facts, self.facts.keys
        if self.v.hooks and any(self._of_hook(each) for each in all_nodes(node.value)):
            facts.untrusted.add(node.var)
        values = facts.values(node.value, known)
        known = facts.bound(node.var, values, known)
        known = known.named(keys.local(node.var), node.value, keys.reads[keys.number_of(node.value)])
        return facts.conditions.stood_for(t.Local(node.value.type, node.var), node.value, values, known) or known

    def _of_hook(self, node: Any) -> bool:
        """Whether a value comes from a hook: what it gives is checked only in play."""
        return isinstance(node, t.HookCall) or (isinstance(node, t.Local) and node.name in self.facts.untrusted)

    def _put(self, node: t.Put, known: KnownValues) -> KnownValues:
        known = self.look(node.value, known)
        self.requires(node, known)
        self.expr(node.target, known)
        known = self.behind(known)
        return self._set(node, self.facts.values(node.value, known), known)

    def _roll(self, node: t.Roll, known: KnownValues) -> KnownValues:
        known = self.look(node.target, known)
        return self._set(
            node, self.facts.declared.range_of(node.target.field.type.sure()), known
        )  # it never gives none

    def _set(self, node: t.Put | t.Roll, values: IntervalSet, known: KnownValues) -> KnownValues:
        """What is known after a field was given one of these values."""
        known = self.after(node, known)
        keys, reads = self.facts.keys, self.facts.keys.reads
        lies = [keys.number_of(part) for part in (node.target.seat, *node.target.index) if part is not None]
        if any(reads[each] & keys.bit("field", node.target.field.name) for each in lies):
            return known  # what is set may say where it lies
        target, allowed = keys.number_of(node.target), self.facts.declared.range_of(node.target.field.type)
        return known.learnt(target, values.within(*allowed) or allowed, reads[target])

    def _would(self, node: t.Would, known: KnownValues) -> None:
        """What a trial required held in the state that was tried, so nothing follows for the one before it."""
        passed, self.passed, here = self.passed, [], self.here
        self.block(node.effect, known)
        self.passed, self.here = passed, here

    def _give(self, node: t.Give, known: KnownValues) -> KnownValues:
        return self.look(node.value, known)

    def _if(self, node: t.If, known: KnownValues) -> KnownValues:
        then = self.holding(node.condition, True, known)
        passed = [*self.passed]
        known = self.behind(known)
        otherwise = self.facts.assume(node.condition, False, known)
        if then is not None:
            self.passed += passed
            then = self.behind(then)
            for each in then.offered:
                then = None if then is None else self.facts.assume(each, True, then)
        then = self._within(node.then, then)
        if node.otherwise is not None:
            otherwise = self._within(node.otherwise, otherwise)
        if _returns(node.then):
            then = None if otherwise is not None else then
        elif node.otherwise is not None and _returns(node.otherwise):
            otherwise = None
        if then is None or otherwise is None:
            return then or otherwise or self.after(node, known)
        return then.joined(otherwise)

    def _for(self, node: t.For, known: KnownValues) -> KnownValues:
        self.through(node.selection, known)
        known = self.behind(known)
        items = self.facts.through(node.selection, node.var, known)
        bound = self.facts.without(items, self._changes.effects_of(node.body))
        self._within(node.body, self.offered(node.where, bound))
        return self.after(node, known)

    def _repeat(self, node: t.Repeat, known: KnownValues) -> KnownValues:
        after = self.after(node, self.look(node.times, known))
        self.block(node.body, after)
        return after

    def _asked(self, node: t.Choose | t.ChooseUpTo, known: KnownValues) -> KnownValues | None:
        """What is known of an answer: that it was offered."""
        decision, selection = node.decision, node.selection
        if selection.answer is not None:
            return self._part(selection.answer, known)
        (self.through if decision.keys else self.expr)(selection, known)
        known = self.behind(known)
        span = None if decision.keys else (decision.low, decision.size)
        bound = self._bound(node.var, selection, span, known)
        if isinstance(node.where, t.Op) and node.where.name == "if":  # branches, each with a condition of its own
            self.maybe(node.where, bound)
            return bound.among(node.where, self.facts.keys.reads[self.facts.keys.number_of(node.where)])
        return self.offered(node.where, bound)

    def _bound(
        self, name: str, selection: t.Selection, span: tuple[int, int] | None, known: KnownValues
    ) -> KnownValues:
        """With a local for what is picked; what lies outside of the span (the least value, how many) is not offered."""
        bound = self.facts.through(selection, name, known)
        if span is None:
            return bound
        items = self.facts.selections.members(selection, known)
        there = items.within(span[0], span[0] + span[1] - 1)
        return bound.learnt(self.facts.keys.local(name), there or items, 0)

    def _part(self, part: t.AnswerPart, known: KnownValues) -> KnownValues | None:
        """What is known of the values of a part of an answer and of those that follow."""
        self.expr(part.selection, known)
        found: KnownValues | None = self.behind(known)
        for each in part.chain:
            if each is not part:
                self.maybe(each.selection, found)
            if found is None:
                return None
            found = self.offered(each.where, self._bound(each.var, each.selection, (each.low, each.size), found))
        return found

    def _choose(self, node: t.Choose, known: KnownValues) -> KnownValues:
        kinds = answer_kinds(node)
        ways = [(body, self._part(kind, known)) for kind, body in kinds] or [(node.body, self._asked(node, known))]
        if node.instead is not None and node.done is not None:
            self.maybe(node.done, known)
            known = self.behind(known)
        ends = [end for body, offered in ways if (end := self._within(body, offered)) is not None]
        then = reduce(lambda one, other: one.joined(other), ends) if ends else None
        otherwise = self.run(node.otherwise, known) if node.otherwise is not None else known
        if node.instead is not None:
            otherwise = otherwise.joined(self.run(node.instead, known))
        if then is None:
            return otherwise
        names = (node.var, *(each.var for each in node.selection.answer_parts))
        gone = reduce(or_, (self.facts.keys.bit("local", name) for name in names))
        return self.facts.without(then.joined(otherwise), gone)

    def _choose_up_to(self, node: t.ChooseUpTo, known: KnownValues) -> KnownValues:
        after = self.after(node, self.look(node.times, known))
        self.maybe(node.done, after)
        self._within(node.body, self._asked(node, after))
        return after

    def _choose_several(self, node: t.ChooseSeveral, known: KnownValues) -> KnownValues:
        known = self.look(node.least, known)
        self.maybe(node.most, known)
        self.expr(node.selection, known)
        known = self.behind(known)
        span = next(((part.low, part.size) for part in self.v.parts(node.decision.type)), None)
        offered = self.offered(node.where, self._bound(node.var, node.selection, span, known))
        self.maybe(node.enough, known)
        self.maybe(node.done, known)
        changed = self._changes.effects_of(node.body)
        self._within(node.body, None if offered is None else self.facts.without(offered, changed))
        found = self.facts.without(known, changed)
        found = found if node.then is None else self.run(node.then, found)
        for way in (node.otherwise, node.instead):
            found = found.joined(known if way is None else self.run(way, known))
        gone = self.facts.keys.bit("local", node.var) | self.facts.keys.bit("local", node.picked)
        return self.facts.without(found, gone)

    def _as(self, node: t.As, known: KnownValues) -> KnownValues:
        self.expr(node.seat, known)
        self.requires(node, known)
        known = self.behind(known)
        values = self.facts.values(node.seat, known)
        self.block(node.body, self.facts.bound("me", values.within(0, values.high) or values, known))
        return self.after(node, known)

    def _pay(self, node: t.Pay, known: KnownValues) -> KnownValues:
        self.costs(node, known)
        known = self.behind(known)
        then = self.block(node.body, self.facts.without(known, self.facts.keys.bit("field", "held")))
        return then.joined(known if node.otherwise is None else self.block(node.otherwise, known))

    def _do(self, node: t.Do, known: KnownValues) -> KnownValues:
        self.expr(node, known)
        known = self.behind(known)
        procedure = self.program.procedures[node.procedure]
        self.entries.leads(node.procedure, procedure.params, node.args, known)
        known = self.after(node, known)
        if procedure.result is None or not node.var:
            return known
        return self.facts.bound(node.var, self.facts.declared.range_of(procedure.result), known)

    def _do_card(self, node: t.DoCard, known: KnownValues) -> KnownValues:
        known = self.look(node.of, known)
        values, of = self.facts.values(node.of, known), self.facts.keys.number_of(node.of)
        for name, pieces in self._pieces(node.procedures).items():
            there = [piece for piece in pieces if piece in values]
            if there:
                this = {self.facts.keys.local("this"): exactly(there) or ANY}
                self.entries.add_call(name, this, {of: "this"}, known)
        return self.after(node, known)

    def _pieces(self, procedures: tuple[str, ...]) -> dict[str, list[int]]:
        """The pieces that have each effect."""
        found = self._effects_of.get(procedures)
        if found is None:
            found = self._effects_of[procedures] = {}
            for piece, name in enumerate(procedures):
                if name:
                    found.setdefault(name, []).append(piece)
        return found

    def _emit(self, node: t.Emit, known: KnownValues) -> KnownValues:
        self.expr(node, known)
        if node.event.name in self.v.listeners:
            known = self.behind(known)
        self.passed.clear()  # without listeners nothing is looked at
        self.entries.leads(f"event {node.event.name}", node.event.fields, node.args, known)
        return self.after(node, known)

    def _sort(self, node: t.Sort, known: KnownValues) -> KnownValues:
        known = self.look(node.zone, known)
        kind = self.v.domains[node.zone.zone.kind]
        self.maybe(node.key, self.facts.bound("it", IntervalSet(0, kind.size - 1), known))
        return self.after(node, known)

    def _move(self, node: t.Move, known: KnownValues) -> KnownValues:
        known = self.look(node.piece, known)
        self.expr(node.zone, known)
        if self.facts.values(node.piece, known).low >= 0:  # a piece that is none goes nowhere, and nothing is looked at
            known = self.behind(known)
        self.passed.clear()
        return self.after(node, known)

    def _show(self, node: t.Show, known: KnownValues) -> KnownValues:
        known = self.look(node.piece, known)
        self.expr(node.seat, known)
        if node.column is not None:
            self.expr(node.column, known)
        self.passed.clear()  # of a piece that is none the seat is not looked at
        return self.after(node, known)

    # -- the flow: what a phase begins with is not known ---------------------------------------------------------

    def _phase(self, node: t.Phase, _known: KnownValues) -> KnownValues:
        self.block(node.body, NOTHING_KNOWN)
        return NOTHING_KNOWN

    def _for_field(self, node: t.ForField, known: KnownValues) -> KnownValues:
        self.expr(node.selection, NOTHING_KNOWN)
        self.expr(node.target, NOTHING_KNOWN)
        return self._rounds(node, known)

    def _rounds(self, node: t.Rounds | t.ForField, _known: KnownValues) -> KnownValues:
        self.passed.clear()
        if isinstance(node, t.Rounds):
            self.maybe(node.most, NOTHING_KNOWN)
        self.maybe(node.going, NOTHING_KNOWN)
        self.block(node.body, NOTHING_KNOWN)
        if node.otherwise is not None:
            self.block(node.otherwise, NOTHING_KNOWN)
        return NOTHING_KNOWN

    def _turns(self, node: t.Turns, _known: KnownValues) -> KnownValues:
        self.expr(node.first, NOTHING_KNOWN)
        self.requires(node, NOTHING_KNOWN)
        self.passed.clear()
        self.block(node.body, NOTHING_KNOWN)
        self.here = node.origin or self.here
        for each in (node.until, node.skip, node.following, node.by):
            self.maybe(each, NOTHING_KNOWN)
        return NOTHING_KNOWN
