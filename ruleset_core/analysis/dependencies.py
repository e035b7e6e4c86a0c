"""Value numbering and side effects: which expressions are the same, what an expression reads, what a statement may change.

Range analysis may go on using what it knows about an expression until something that it reads changes. So each expression
gets a number, the same for the same expression, and a bit mask of the fields, zones and locals that it reads. In Pig:

    expression     number   reads                    statement              may change
    pot + face     2        pot | face               set pot = pot + face   pot
    pot + face     2        pot | face               gain 2 points          held | filled
    face + pot     3        pot | face               emit bust              nothing: nobody listens
    points         4        me | held

`known & ~changed`: after `set pot = ...` nothing is known of number 2 any more; what was known of `points` still holds.
Procedures and definitions are followed, so `do raid` may change what the effect of `raid` may change. Hooks may change all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import Any, NamedTuple

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.node_traits import TRAITS
from ruleset_core.lang.program import Program
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.traversal import TreeFold, inner, runs, written
from ruleset_core.lang.vocabulary import Field

# Numbers for expressions: two that are written alike get one number, and so have one value while nothing they read
# changes.

EVERYTHING = -1
"""What may be read or changed by what is not known to us (hooks)."""

Parts = tuple[int | None, ...]


class ValueKey(NamedTuple):
    """What an expression is made of.

    `own`: bits it reads itself; `bound`: the bit of the local that its parts but the first are about.
    """

    head: Hashable
    parts: Parts
    own: int
    bound: int


class ValueNumbering:
    """Gives numbers to expressions, and knows what each reads: a bit for every field, zone and local."""

    def __init__(self, read_by_define: Callable[[str], int]) -> None:
        self.read_by_define = read_by_define
        self.reads: list[int] = []
        self.locals = 0
        self._made: list[ValueKey] = []
        self._numbers: dict[tuple[Hashable, Parts], int] = {}
        self._of: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no id is given twice
        self._bits: dict[tuple[str, str], int] = {}
        self._locals: dict[str, int] = {}
        self._ways: dict[type, Callable[[Any], int]] = {
            t.Local: lambda node: self.local(node.name),
            t.Const: lambda node: self.number(("const", node.value)),
            t.Op: lambda node: self.number(("op", node.name), self._parts(*node.args)),
            t.Load: lambda node: self._place("field", node.field.name, node),
            t.ZoneRef: lambda node: self._place("zone", node.zone.name, node),
            t.FactOf: self._fact,
            t.ZoneAt: lambda node: self.number(("at",), self._parts(node.zone, node.place)),
            t.Nth: lambda node: self.number(("nth",), self._parts(node.of, node.place)),
            t.Selection: self._selection,
            t.Contains: lambda node: self.number(("in",), self._parts(node.of, node.selection)),
            t.Quantity: lambda node: self.question(node.kind, node),
            t.Apply: self._defined,
            t.CanPay: self._can,
            t.Players: lambda _: self.number(("players",)),
            t.OptionValue: lambda node: self.number(("option", node.place)),
            t.Size: lambda node: self.number(("size", node.held), (), self.bit("local", node.held)),
            t.Pick: self._pick,
        }

    def bit(self, kind: str, name: str) -> int:
        """The bit of a field, zone or local."""
        found = self._bits.get((kind, name))
        if found is None:
            found = self._bits[kind, name] = 1 << len(self._bits)
            self.locals |= found if kind == "local" else 0
        return found

    def number(self, head: Hashable, parts: Parts = (), own: int = 0, bound: int = 0) -> int:
        """The number of an expression by what it is and the numbers of its parts."""
        found = self._numbers.get((head, parts))
        if found is None:
            found = self._numbers[head, parts] = len(self.reads)
            reads = own
            for place, part in enumerate(parts):
                if part is not None:
                    reads |= self.reads[part] & ~bound if place else self.reads[part]
            self.reads.append(reads)
            self._made.append(ValueKey(head, parts, own, bound))
        return found

    def local(self, name: str) -> int:
        """The number of a local."""
        found = self._locals.get(name)
        if found is None:
            found = self._locals[name] = self.number(("local", name), (), self.bit("local", name))
        return found

    def renamed(self, number: int, names: dict[int, int], about: int = EVERYTHING) -> int | None:
        """The number of an expression in which parts are replaced by others; None if a name would then mean another.

        `about`: what the parts that are replaced read, if all of them read anything.
        """
        if not self.reads[number] & about and about != EVERYTHING:
            return number
        other = names.get(number)
        if other is not None:
            return other
        made = self._made[number]
        if not made.parts:
            return number
        changed: list[int | None] = []
        for part in made.parts:
            after = None if part is None else self.renamed(part, names, about)
            if part is not None and (
                after is None or (made.bound and after != part and self.reads[after] & made.bound)
            ):
                return None
            changed.append(after)
        return self.number(made.head, tuple(changed), made.own, made.bound)

    def number_of(self, node: Any) -> int:
        """The number of an expression, worked out once."""
        found = self._of.get(id(node))
        if found is None:
            self._kept.append(node)
            found = self._of[id(node)] = self._number(node)
        return found

    def _number(self, node: Any) -> int:
        way = self._ways.get(type(node))
        return self.number(("alone", id(node)), (), EVERYTHING) if way is None else way(node)

    def _fact(self, node: t.FactOf) -> int:
        return self.number(("fact", node.fact.domain, node.fact.name), self._parts(node.of, node.side))

    def _defined(self, node: t.Apply) -> int:
        return self.number(("define", node.define), self._parts(*node.args), self.read_by_define(node.define))

    def _can(self, node: t.CanPay) -> int:
        flat = [part for cost in node.costs for part in cost]
        return self.number(("can",), self._parts(*flat), self.bit("field", "held") | self.bit("local", "me"))

    def _pick(self, node: t.Pick) -> int:
        own = self.bit("local", node.held) if node.held else 0
        return self.number(("pick", node.held, node.values), self._parts(node.place), own)

    def _parts(self, *nodes: Any) -> Parts:
        return tuple([None if node is None else self.number_of(node) for node in nodes])

    def _place(self, kind: str, name: str, node: t.Load | t.ZoneRef) -> int:
        return self.number((kind, name), self._parts(node.seat, *node.index), self.bit(kind, name))

    def _selection(self, node: t.Selection) -> int:
        if node.search is not None or node.answer is not None:
            return self.number(("alone", id(node)), (), EVERYTHING)
        own = self.bit("local", "me") if node.kind == "others" else 0
        name = "" if node.field is None else node.field.name
        own |= self.bit("field", name) if name else 0
        return self.number(
            ("through", node.kind, node.values, name), self._parts(*node.parts, *node.among, node.zone), own
        )

    def question(self, kind: str, node: t.Quantity) -> int:
        """The number of a question of a kind over what another question goes through."""
        simple = not QUANTITIES[kind].body
        if node.where is None and (simple or node.body is None):
            return self.through(kind, node.selection)
        parts = self._parts(node.selection, node.where, None if simple else node.body)
        return self.number(("ask", kind, node.var, "" if simple else node.ties), parts, 0, self.bit("local", node.var))

    def through(self, kind: str, selection: t.Selection) -> int:
        """The number of a question about all that is gone through; what it is called makes no difference."""
        return self.number(("ask", kind, "", ""), (self.number_of(selection),))


# What a statement may change and what an expression reads: bits of fields, zones and locals, everything it leads to
# included.


class SideEffects:
    """Masks of a program, each worked out once.

    What is queued is not among what an effect changes: it runs when the effect is over.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.v = program.vocabulary
        self.keys = ValueNumbering(self.read_by)
        self._reads: dict[str, int] = {}
        self._fold = TreeFold(self._own, self._trees, names=_names, below=inner, outside=lambda: ~self.keys.locals)

    def read_by(self, define: str) -> int:
        """What an amount or a condition reads, its parameters aside."""
        found = self._reads.get(define)
        if found is None:
            entry = self.v.defines[define]
            found = 0
            for tree in entry.trees:
                found |= self.keys.reads[self.keys.number_of(tree)]
            for param in entry.params:
                found &= ~self.keys.bit("local", param)
            self._reads[define] = found
        return found

    def effects_of(self, node: Any) -> int:
        """What a statement may change."""
        return self._fold.bits_of(node)

    def led_to(self, name: str) -> int:
        """What follows under a name, names within it aside: these are its own."""
        return self._fold.named(name)

    def _trees(self, name: str) -> list[Any]:
        """What runs at once under a name: a procedure, or the listeners of an event."""
        procedures = self.program.procedures
        if name == OVERFLOW:
            return [procedures[each.overflow].body for each in self.v.resources if each.overflow in procedures]
        if not name.startswith("event "):
            return [procedures[name].body] if name in procedures else []
        heard = self.v.listeners.get(name.removeprefix("event "), [])
        return [procedures[each.procedure].body for each in heard if not each.queued]

    def _own(self, node: Any) -> int:
        """What a statement itself changes."""
        bit, found = self.keys.bit, 0
        for name in TRAITS[type(node)].binds:
            found |= bit("local", getattr(node, name))
        match node:
            case t.Hooked() | t.Phase() | t.Rounds() | t.Turns():
                return EVERYTHING
            case t.Move():
                return self._moved(node.zone.zone.kind)
            case t.Show():
                return bit("field", f"{node.kind}.seen")
            case t.Gain() | t.Lose():
                return bit("field", "held") | bit("field", "filled")
            case t.Pay():
                return bit("field", "held")
            case t.Again():
                return bit("field", "turn.again")
            case t.PassTurn():
                return bit("field", "turn.passed")
        for target in written(node):
            found |= bit("field", target.field.name) if isinstance(target, t.Load) else bit("zone", target.zone.name)
        return found

    def _moved(self, kind: str) -> int:
        """A piece leaves a zone of its kind, whichever that is."""
        mask = self.keys.bit("field", f"{kind}.at") | self.keys.bit("field", f"{kind}.seen")
        for zone in self.v.zones.values():
            if zone.kind == kind:
                mask |= self.keys.bit("zone", zone.name)
        return mask


def _names(node: Any) -> Collection[str]:
    """The names that a statement leads to at once."""
    return GAINS if isinstance(node, t.Gain) else LOSSES if isinstance(node, t.Lose) else runs(node)


class TrialChanges(NamedTuple):
    """What a trial changes, and is put back: the fields, and whether pieces change their places."""

    fields: tuple[Field, ...]
    moves: bool


def trial_changes(program: Program, node: t.Would) -> TrialChanges:
    """What a trial changes."""
    found: SideEffects | None = program.results.get("trials")
    if found is None:
        found = program.results["trials"] = SideEffects(program)
    changed, bit, v = found.effects_of(node.effect), found.keys.bit, program.vocabulary
    moved = {zone.kind for zone in v.zones.values() if changed & bit("zone", zone.name)}
    places = {f"{kind}.{what}" for kind in moved for what in ("at", "seen")}
    fields = tuple(each for name, each in v.fields.items() if name in places or changed & bit("field", name))
    return TrialChanges(fields, bool(moved))


OVERFLOW = "overflow"
GAINS = frozenset({"event gain", "event reach", OVERFLOW})
"""What a gain leads to: those who hear of it, the rewards of its track, what does not fit."""
LOSSES = frozenset({"event lose"})
