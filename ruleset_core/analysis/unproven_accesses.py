"""Accesses that range analysis cannot show to be safe: a linked program in, one warning for each declaration out. Used by `check`.

A phase of a game says `choose act a { set best = a }; ...`, where `best` may be none:

    ... gain best.price coin                     W522: `best` may be none, and its `price` is looked at;
                                                 help: look at it first: `if best != none { ... }`
    ... if best != none { gain best.price coin }            no warning
    ... set pot = if best == none then 0 else best.price    no warning

`range_visitor` visits procedures, definitions, scores and conditions, each after all that lead to it, so that it knows with
which arguments they are used. Of the accesses in one declaration the first is reported, with the number of the others.
It runs before lowering: the trees still say what the author wrote.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ruleset_core.analysis.dependencies import SideEffects
from ruleset_core.analysis.known_ranges import NOTHING_KNOWN, KnownValues
from ruleset_core.analysis.range_analysis import EntryRanges, RangeAnalysis
from ruleset_core.analysis.range_visitor import StatementRangeVisitor, TypeRequirement, UnprovenAccess
from ruleset_core.analysis.text_reader import widening_advice
from ruleset_core.diagnostics import Diagnostic, Span
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import INFIX
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import Definition, Program, ScoreCategory
from ruleset_core.lang.types import FIELDS, INT, SEAT, with_article
from ruleset_core.lang.vocabulary import Vocabulary

if TYPE_CHECKING:
    from ruleset_core.analysis.game_flow import DecisionLinker


# Expressions as a designer writes them, for messages; empty for what is too long to repeat.

ME = "me"


def expression_text(v: Vocabulary, node: Any) -> str:
    """The text of an expression; empty if it is not a simple one."""
    match node:
        case t.Local():
            return node.name
        case t.Const():
            return v.format_value(node.type, node.value)
        case t.Load(field=field) if field.name == "held":
            return _of(v, node.seat, expression_text(v, node.index[0]))
        case t.Load():
            name = node.field.name.rpartition(".")[2]
            if "." in node.field.name:
                return _joined(expression_text(v, node.index[0]), name)
            return _placed(v, _of(v, node.seat, name), node.index)
        case t.ZoneRef():
            return _placed(v, _of(v, node.seat, node.zone.name), node.index)
        case t.FactOf(fact=fact, side=place) if fact.by is not None and place is not None:
            return _placed(v, _joined(expression_text(v, node.of), fact.name), (place,))
        case t.FactOf():
            return _joined(expression_text(v, node.of), node.fact.name)
        case t.ZoneAt():
            place = t.Const(INT, -node.from_end) if node.from_end else node.place
            return _placed(v, expression_text(v, node.zone), (place,)).replace("][", ", ")
        case t.Nth(offset=(cell, *numbers)):
            return _placed(v, _joined(expression_text(v, cell), "at"), tuple(numbers))
        case t.Nth():
            return _placed(v, expression_text(v, node.of), (node.place,))
        case t.Op() if node.name in INFIX and node.type.kind == "int":
            left, right = (expression_text(v, part) for part in node.args)
            return f"{left} {node.name} {right}" if left and right else ""
        case t.Apply() if " " in node.define:
            return _joined(expression_text(v, node.args[0]), node.define.partition(" ")[0])
        case t.Apply():
            args = [expression_text(v, arg) for arg in node.args]
            return "" if "" in args else f"{node.define}({', '.join(args)})" if args else node.define
        case _:
            return ""


def _of(v: Vocabulary, seat: Any, name: str) -> str:
    """Something of a seat; of the acting one it is not said."""
    if seat is None or (isinstance(seat, t.Local) and seat.name == ME):
        return name
    return _joined(expression_text(v, seat), name)


def _joined(owner: str, name: str) -> str:
    return f"{owner}.{name}" if owner and name else ""


def _placed(v: Vocabulary, name: str, places: tuple[Any, ...]) -> str:
    inside = [expression_text(v, each) for each in places]
    if not name or "" in inside:
        return ""
    return f"{name}[{', '.join(inside)}]" if inside else name


# Looks through a whole game for what may break a rule: every procedure, amount, condition and row of the score, each
# under what guards it.

OF_AMOUNTS = {"gain", "lose", "reach"}
"""Events that no effect names: they happen with gains and losses."""


def unproven_accesses(program: Program, order: Iterable[str]) -> list[UnprovenAccess]:
    """What types, ranges and conditions do not show to be safe. The program must be sound and not lowered yet.

    Args:
        program: the linked game.
        order: names of everything, what leads to something before what it leads to (those of defines with `value`).
    """
    return _Game(program).doubts(order)


class _Game:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.v = program.vocabulary
        self.changes = SideEffects(program)
        self.facts = RangeAnalysis(self.v, self.changes.keys)
        self.entries = EntryRanges(self.facts)
        self.visitor = StatementRangeVisitor(self.changes, self.facts, self.entries)

    def doubts(self, order: Iterable[str]) -> list[UnprovenAccess]:
        """See `unproven_accesses`."""
        self._begin()
        self._end()
        for name in order:
            known = self.entries.known.get(name)
            if known is not None:
                self._one(name, known)
        return [*self.visitor.doubts.values()]

    def _begin(self) -> None:
        """What begins by itself, or whenever something happens that no effect names."""
        self.entries.anything("flow")
        for event, listeners in self.v.listeners.items():
            if event in OF_AMOUNTS or " " in event:
                self.entries.anything(f"event {event}")
            for each in listeners:
                if each.queued:
                    self.entries.anything(each.procedure)
        for resource in self.v.resources:
            if resource.overflow:
                self.entries.anything(resource.overflow)

    def _one(self, name: str, known: KnownValues) -> None:
        kind, _, plain = name.partition(" ")
        if kind == "value":
            self._define(self.v.defines[plain], known)
        elif name in self.program.procedures:
            self.visitor.begin(None)
            self.visitor.run(self.program.procedures[name].body, known)
        elif kind == "event":
            self._event(plain, known)

    def _event(self, name: str, known: KnownValues) -> None:
        """Who hears of an event: each looks at its condition, then acts. What others did before it may have changed anything
        that they change; where the order is chosen, or the event is queued, others may act in between.
        """
        event = self.v.events[name]
        args = tuple(t.Local(kind, each) for each, kind in event.fields.items())
        heard = self.v.listeners.get(name, [])
        if len(heard) > 1:
            known = self.facts.without(known, self.changes.led_to(f"event {name}"))
        for each in heard:
            self.visitor.begin(each.origin)
            then = self.visitor.holding(each.condition, True, known)
            if then is not None and not each.queued:
                then = self.facts.lasting(then) if event.orders(each) else then
                self.entries.leads(each.procedure, event.fields, args, then)

    def _define(self, define: Definition, known: KnownValues) -> None:
        if define.value is not None:
            self._value(define.value, define.origin, known)
            if define.kind == "value":
                self._result(define, define.value, known)
        for change in define.modifiers:
            self.visitor.begin(change.condition_origin)
            then = self.visitor.holding(change.where, True, known)
            if then is not None:
                self._value(change.value, change.origin, then)

    def _result(self, define: Definition, value: t.Expr, known: KnownValues) -> None:
        """What a definition comes to must be of its type, first as it is, then with all that changes it."""
        given: list[tuple[Origin | None, t.Expr, KnownValues | None]] = [(define.origin, value, known)]
        given += [
            (each.origin, each.value, self.facts.assume(each.where, True, known))
            for each in define.modifiers
            if each.how != "add"
        ]
        for origin, each, there in given:
            self.visitor.begin(origin)
            if there is not None and not self.visitor.fits(define, TypeRequirement(each, define.type), there):
                return
        args = tuple(self.facts.values(t.Local(kind, name), known) for name, kind in define.params.items())
        whole = self.facts.results.unchecked(define, args)
        added = [change for change in define.modifiers if change.how == "add"]
        if added and self.v.finite(define.type) and whole.within(*self.facts.declared.range_of(define.type)) != whole:
            self.visitor.begin(added[0].origin)
            self.visitor.doubt(define, added[0].value, define.type, none=False)

    def _value(self, value: t.Expr, origin: Origin | None, known: KnownValues = NOTHING_KNOWN) -> None:
        self.visitor.begin(origin)
        self.visitor.expr(value, known)

    def _end(self) -> None:
        """What is looked at beside the effects."""
        for row in self.program.scores:
            self._score(row)
        for amount, origin in (*self.program.claims, *self.program.invariants):
            self._value(amount, origin)
        for each in self.program.achievements:
            self._value(each.when, each.origin)
        for event in self.v.events.values():
            if event.order is not None:
                self._value(event.order.in_play, event.origin)
        for decision in self.v.decisions.values():
            for key in decision.keys:
                self._value(key, decision.origin)

    def _score(self, row: ScoreCategory) -> None:
        known: KnownValues | None = NOTHING_KNOWN
        self.visitor.begin(row.condition_origin)
        if row.items is not None:
            self.visitor.through(row.items, NOTHING_KNOWN)
            known = self.visitor.offered(row.where, self.facts.through(row.items, "it", NOTHING_KNOWN))
        if known is not None:
            self._value(row.amount, row.origin, known)


# What cannot be shown to be safe, told once for each declaration, with the way to guard it.


def report_unproven_accesses(linker: DecisionLinker, order: list[str]) -> None:
    """One warning for each declaration, at its first doubtful access. The program must not be lowered yet."""
    found: dict[tuple[str, ...], list[UnprovenAccess]] = {}
    for each in unproven_accesses(linker.program, order):
        if each.origin is not None and _worth_reporting(each):
            owner = (*each.origin.owner, each.origin.file)
            found.setdefault(owner, []).append(each)
    for first, *more in found.values():
        linker.diagnostics.append(_diagnostic(linker, first, len(more)))


def _worth_reporting(doubt: UnprovenAccess) -> bool:
    """A number that may leave the range of its field, or of its definition, is refused then, and mostly the rules keep it within."""
    kind = doubt.wanted
    counts = isinstance(doubt.node, t.Put | Definition) and kind.kind == "int"
    return not counts or (doubt.none and doubt.of.type.optional)


def _diagnostic(linker: DecisionLinker, doubt: UnprovenAccess, more: int) -> Diagnostic:
    text = expression_text(linker.v, doubt.of)
    what = f"`{text}`" if text else "this value"
    wrong, guard = _wrong(doubt, text)
    notes = (f"{more} more like it in the same declaration",) if more else ()
    message = f"{what} {wrong}, and {_used(linker, doubt)}"
    span, advice = _span(linker, doubt, text), _help(doubt, text, guard)
    where = _declared(linker, doubt) if wrong.startswith("may lie outside") else None
    if where is None:
        return Diagnostic("W522", "warning", message, span, notes=notes, help=advice)
    name, declared = where
    advice, related = f"{advice}; or {widening_advice(name, declared)}", ((declared, "declared here"),)
    return Diagnostic("W522", "warning", message, span, notes=notes, help=advice, related=related)


def _declared(linker: DecisionLinker, doubt: UnprovenAccess) -> tuple[str, Span] | None:
    """What has the range that a value may leave, and where it is declared."""
    below: tuple[str, ...] = ()
    match doubt.node:
        case t.Do() | t.Apply():
            name = doubt.node.procedure if isinstance(doubt.node, t.Do) else doubt.node.define
            site, below = linker.homes.get(("define", name)), ("params",)
        case t.Put():
            name = doubt.node.target.field.name
            site = linker.homes.get(("state", name))
        case _:
            return None
    return None if site is None else (name, site.document.key_span(site.at(*below).path))


def _span(linker: DecisionLinker, doubt: UnprovenAccess, text: str) -> Span:
    """The access itself where it can be found in the text; else the statement."""
    origin = doubt.origin
    assert origin is not None
    passage = origin.passage
    whole = passage.document.value(passage.path) if origin.start >= 0 else None
    if isinstance(whole, str):
        stands = whole[origin.start : origin.end]
        for part in (expression_text(linker.v, doubt.node), text):
            at = stands.find(part) if part else -1
            if at >= 0:
                return passage.span(origin.start + at, origin.start + at + len(part))
    return origin.span


def _wrong(doubt: UnprovenAccess, text: str) -> tuple[str, str]:
    """What is wrong with a value, and the condition under which it is not."""
    kind = doubt.wanted
    if doubt.none and (doubt.of.type.kind == "member" or doubt.of.type.optional):
        return "may be none", f"{text} != none"
    if kind.domain == SEAT.domain:
        number = doubt.of.value if isinstance(doubt.of, t.Const) else 1
        return "is not in every game", f"players > {number}"
    if kind.low is None:
        return "may be something else", f"{text} != none"
    return f"may lie outside {kind}", f"{text} in {kind.low} to {kind.high}"


def _used(linker: DecisionLinker, doubt: UnprovenAccess) -> str:
    """What needs it."""
    match doubt.node:
        case t.As() | t.Turns():
            return "somebody must act here"
        case t.FactOf():
            return f"its `{doubt.node.fact.name}` is looked at"
        case t.Load(field=field, index=(resource,)) if field.name in FIELDS and doubt.of is not resource:
            named = linker.v.resources[resource.value].name if isinstance(resource, t.Const) else "resource"
            return f"its `{named}` is looked at"
        case t.Load(field=field) if field.name not in FIELDS:
            return f"it is a place of `{field.name.rpartition('.')[2]}`"
        case t.ZoneRef():
            return f"it is a place of `{doubt.node.zone.name}`"
        case t.Put():
            return f"`{doubt.node.target.field.name}` is set to it"
        case Definition():
            return f"`{doubt.node.name}` gives {with_article(doubt.wanted)}"
        case t.Do():
            return f"`{doubt.node.procedure}` asks for {with_article(doubt.wanted)}"
        case t.Apply():
            return f"`{doubt.node.define}` asks for {with_article(doubt.wanted)}"
        case t.Emit():
            return f"`{doubt.node.event.name}` asks for {with_article(doubt.wanted)}"
        case t.Selection():
            return "it is gone through"
        case _:
            return "a resource is needed here"


_CONDITIONS = frozenset({"where", "when", "unless", "condition", "wins", "requires", "in_play", "default", "done"})
_STATEMENTS = frozenset({"do", "effect", "overflow", "rewards", "instead", "run"})


def _help(doubt: UnprovenAccess, text: str, guard: str) -> str:
    """The way to guard it, as it can be written where it stands: `first:` of a phase holds neither statements nor a condition."""
    key = (
        next((step for step in reversed(doubt.origin.passage.path) if isinstance(step, str)), "")
        if doubt.origin
        else ""
    )
    path = doubt.origin.passage.path if doubt.origin else ()
    statements = bool(_STATEMENTS & set(path)) and key not in _CONDITIONS
    if not text:
        if statements:
            return "keep it with `let x = ...;`, and look at it first: `if x != none { ... }`"
        return "give it a name in `define:`, and say what counts else: `if x != none then x else ...`"
    if statements:
        return f"look at it first: `if {guard} {{ ... }}`, or within a condition `{guard} and ...`"
    if key in _CONDITIONS:
        return f"look at it first: `{guard} and ...`"
    return f"say what counts else: `if {guard} then {text} else ...`"
