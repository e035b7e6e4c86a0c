"""Walking typed trees (parts, free locals, reads and writes, bottom-up folds), building and rebuilding them.

Walks go by what each class of nodes declares (`node_traits`), so a new kind of node needs no change in any analysis:

>>> from ruleset_core import load
>>> program = load("pig").program
>>> body = program.procedures["phase play"].body
>>> len([node for node in all_nodes(body) if type(node).__name__ == "Put"])      # set pot = 0, set pot = pot + face, set pot = 0
3

`TreeFold` works out a bit mask of each node from those of its parts, and follows names to what they lead to.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from math import prod
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.node_traits import FOLLOWING, PARTS, TRAITS, Test
from ruleset_core.lang.operations import MEANINGS, OPERATIONS
from ruleset_core.lang.typed_statements import StatementNode
from ruleset_core.lang.types import BOOL, INT, SEAT, Type
from ruleset_core.lang.vocabulary import Vocabulary

if TYPE_CHECKING:
    from ruleset_core.lang.domains import AnswerPartType, Fact
    from ruleset_core.lang.origins import Origin


# Walking typed trees: what is below a node, which locals a tree reads, what a node reads, writes and leads to.


def parts(node: Any) -> tuple[Any, ...]:
    """The tree nodes directly below a node."""
    return PARTS[type(node)](node)


def all_nodes(node: Any) -> Iterator[Any]:
    """The node and all nodes below it, each before what is below it."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        below = PARTS[type(each)](each)
        if below:
            waiting += below[::-1]


def statements(node: Any) -> Iterator[Any]:
    """The statement and all statements below it, each before what is below it."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += reversed(inner(each))


def alike(one: Any, other: Any) -> bool:
    """Whether two trees are written alike: nodes of the same classes, with the same values, wherever they come from."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if type(one) not in TRAITS:
        return bool(one == other)
    return all(
        alike(getattr(one, each.name), getattr(other, each.name)) for each in fields(one) if each.name != "origin"
    )


def inner(node: Any) -> list[Any]:
    """The statements directly below a node."""
    found: list[Any] = []
    for name in TRAITS[type(node)].statements:
        value = getattr(node, name)
        if type(value) is tuple:
            found += value
        elif value is not None:
            found.append(value)
    return found


def acts(node: Any) -> bool:
    """Whether a node itself needs an acting seat, though it does not name it."""
    return _holds(TRAITS[type(node)].acts, node)


def asks_seat(node: Any) -> bool:
    """Whether a node uses the acting seat without naming it: it acts, or passes the seat on."""
    return TRAITS[type(node)].passes or acts(node)


def reads(node: Any) -> bool:
    """Whether the value of a node depends on more than its parts and the locals: on the state, or on what is fixed for one game."""
    return _holds(TRAITS[type(node)].reads, node)


def leads(node: Any) -> tuple[str, ...]:
    """The names that a node leads to: of procedures, of definitions (`value NAME`) and of events (`event NAME`)."""
    names = TRAITS[type(node)].leads
    return () if names is None else names(node)


def runs(node: Any) -> tuple[str, ...]:
    """The names that a node leads to at once."""
    return () if TRAITS[type(node)].later else leads(node)


def decided_by(node: Any) -> list[Any]:
    """What decides whether, or how often, the statements within a statement are done."""
    found = [getattr(node, name) for name in TRAITS[type(node)].decides]
    return [each for each in found if each is not None]


def written(node: Any) -> list[Any]:
    """What a statement writes to, each a `Load` or a `ZoneRef`."""
    found = [getattr(node, name) for name in TRAITS[type(node)].writes]
    return [each for each in found if each is not None]


def _holds(test: Test, node: Any) -> bool:
    return test if test.__class__ is bool else test(node)  # type: ignore[operator]


S = TypeVar("S", bound=StatementNode)


def with_origin(statement: S, origin: Origin | None) -> S:
    """The same statement, just made: it and the statements below it that have no origin get this one.

    They are filled in on the spot. Nobody has looked at them yet, and copying whole trees would make loading slower.
    """
    if statement.origin is None and origin is not None:
        object.__setattr__(statement, "origin", origin)
        for each in inner(statement):
            with_origin(each, origin)
    return statement


def constant(node: Any, players: int | None = None) -> int | None:
    """The value of an amount made of numbers alone (and of the number of players, if given); None if of anything else."""
    if isinstance(node, t.Const):
        return node.value if node.type.kind == "int" else None
    if isinstance(node, t.Players):
        return players
    if not isinstance(node, t.Op) or node.name not in MEANINGS or node.type.kind != "int":
        return None
    values = [constant(part, players) for part in node.args]
    known = [value for value in values if value is not None]
    return MEANINGS[node.name](*known) if len(known) == len(values) else None


def locals_of(node: Any) -> dict[str, Type]:
    """The locals a tree reads that are bound outside it, with their types."""
    found: dict[str, Type] = {}
    _read(node, frozenset(), found)
    return found


def chain(node: t.Expr, name: str) -> list[t.Expr]:
    """The parts of a chain of `and`, or of `or`."""
    found, waiting = [], [node]
    while waiting:  # chains may be long, and so deep
        each = waiting.pop()
        if isinstance(each, t.Op) and each.name == name:
            waiting += each.args[::-1]
        else:
            found.append(each)
    return found


def fact_asked(part: t.Expr, var: str) -> tuple[Fact, t.Expr] | None:
    """The fact of a local that a condition asks for, and what it must be; None for other conditions."""
    if not isinstance(part, t.Op) or part.name != "==":
        return None
    for one, other in (part.args, part.args[::-1]):
        mine = isinstance(one, t.FactOf) and one.side is None and isinstance(one.of, t.Local) and one.of.name == var
        if isinstance(one, t.FactOf) and mine and var not in locals_of(other):
            return one.fact, other
    return None


def _read(node: Any, bound: frozenset[str], found: dict[str, Type]) -> None:
    kind = type(node)
    traits = TRAITS[kind]
    if kind is t.Local:
        _note(node.name, node.type, bound, found)
    elif traits.scoped:
        _read_scoped(node, bound, found)
    else:
        for part in PARTS[kind](node):
            _read(part, bound, found)
    if (traits.passes or traits.acts) and "me" not in bound and asks_seat(node):
        found.setdefault("me", SEAT)


def _note(name: str, kind: Type, bound: frozenset[str], found: dict[str, Type]) -> None:
    """A local is read. Of a list, how many it holds is told by a number, so the type of its values counts."""
    if name not in bound and (name not in found or found[name] == INT):
        found[name] = kind


def _read_scoped(node: Any, bound: frozenset[str], found: dict[str, Type]) -> None:
    """The same for a node that binds or reads names itself, or holds statements of which some do for others."""
    traits = TRAITS[type(node)]
    if traits.lists and (held := getattr(node, traits.lists)):
        _note(held, node.type, frozenset(), found)
    for name in traits.parts:
        value = getattr(node, name)
        names = bound | bound_in(node, name)
        for part in value if type(value) is tuple else () if value is None else (value,):
            _read(part, names, found)
            names |= bound_in(part, FOLLOWING)


def bound_in(node: Any, part: str) -> set[str]:
    """The locals that a node binds in one of its parts."""
    traits = TRAITS[type(node)]
    names = {getattr(node, field) for field, within in traits.binds.items() if part in within}
    selection = getattr(node, "selection", None) if names else None
    if selection is not None:
        names |= {part.var for part in selection.answer_parts}
    return names.union(name for name, within in traits.gives.items() if part in within)


# What trees are found to do: what their nodes do themselves, and what these lead to by name.


class TreeFold:
    """Bits of trees, such as what they change, or one bit for whether they ask.

    A tree has the bits of its nodes and of all that they lead to, however far around: names may lead back to themselves. What is found
    is kept; nodes are kept with it, so that their ids stay their own.

    Args:
        own: the bits of a node itself.
        bodies: the trees that run under a name (`Program.under`).
        names: the names that a node leads to.
        below: the nodes directly below one that count.
        outside: which bits count outside what has a name; those of its locals do not.
    """

    def __init__(
        self, own: Callable[[Any], int], bodies: Callable[[str], Iterable[Any]], *, names: Callable[[Any], Collection[str]] = leads,
        below: Callable[[Any], Iterable[Any]] = parts, outside: Callable[[], int] = lambda: -1,
    ) -> None:  # fmt: skip
        self._own, self._bodies, self._names, self._below, self._outside = own, bodies, names, below, outside
        self._trees: dict[int, tuple[Any, int, frozenset[str]]] = {}
        self._direct: dict[str, tuple[int, frozenset[str]]] = {}
        self._named: dict[str, int] = {}

    def bits_of(self, node: Any) -> int:
        """The bits of a tree."""
        _, bits, names = self._tree(node)
        for name in names:
            bits |= self.named(name)
        return bits

    def named(self, name: str) -> int:
        """The bits of what runs under a name."""
        found = self._named.get(name)
        if found is None:
            found, reached, waiting = 0, {name}, [name]
            while waiting:
                bits, names = self._under(waiting.pop())
                found |= bits
                waiting += names - reached
                reached |= names
            found = self._named[name] = found & self._outside()
        return found

    def _under(self, name: str) -> tuple[int, frozenset[str]]:
        """The bits of the trees under a name, and the names that these lead to."""
        found = self._direct.get(name)
        if found is None:
            bits, names = 0, NO_NAMES
            for tree in self._bodies(name):
                _, more, further = self._tree(tree)
                bits, names = bits | more, names | further
            found = self._direct[name] = bits, names
        return found

    def _tree(self, node: Any) -> tuple[Any, int, frozenset[str]]:
        found = self._trees.get(id(node))
        if found is None:
            bits, led = self._own(node), self._names(node)
            names = frozenset(led) if led else NO_NAMES
            for part in self._below(node):
                _, more, further = self._tree(part)
                bits |= more
                if further:
                    names |= further
            found = self._trees[id(node)] = node, bits, names
        return found


NO_NAMES: frozenset[str] = frozenset()


def depends_on_state(bodies: Callable[[str], Iterable[Any]]) -> TreeFold:
    """Whether the value of an expression depends on the state, or on anything else than locals and fixed facts."""
    return TreeFold(reads, bodies)


def depends_on_seat(bodies: Callable[[str], Iterable[Any]], *, hooks: bool) -> TreeFold:
    """Whether a tree depends on who acts. `hooks`: they do, since they are told who does."""

    def own(node: Any) -> bool:
        uses = asks_seat(node) and not leads(node) if hooks else acts(node)
        return uses or (type(node) is t.Local and node.name == "me")

    return TreeFold(own, bodies, below=_outside)


def _outside(node: Any) -> Iterable[Any]:
    """The parts of a node in which the same seat acts as outside."""
    given = TRAITS[type(node)].gives.get("me")
    return (
        parts(node)
        if given is None
        else [getattr(node, name) for name in TRAITS[type(node)].parts if name not in given]
    )


# Room for deep trees: long rows of amounts and of options are deep, and what walks them calls itself for every level.

RECURSION = 6_000
"""How deep Python may go: some calls for each level of the deepest trees that files of the largest size can hold."""
INTERPRETING = 12_000
"""And where trees are run: enough for `runtime.DEEP` procedures in each other, and for amounts made of a hundred others."""


@contextmanager
def deep(calls: int = RECURSION) -> Iterator[None]:
    """Let Python go deeper for a while."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, calls))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


# Building typed trees, and rebuilding them with parts replaced or locals renamed. Trees are immutable: in a tree, out a new one.

# Typed trees that are made, not written: references, and operations. Where a whole number stands for a part, the
# constant is made.


def local(name: str, kind: Type) -> t.Local:
    """A reference to a local."""
    return t.Local(kind, name)


def load(vocabulary: Vocabulary, name: str, *index: t.Expr, seat: bool = True) -> t.Load:
    """A reference to a field of the acting seat, or to a shared one. It is there: made where a seat acts, for a member."""
    where = vocabulary.fields[name]
    return t.Load(where.type, where, local("me", SEAT) if seat else None, index)


def operation_node(name: str, *parts: t.Expr | int) -> t.Op:
    """An operation that gives a number or a condition."""
    args = tuple(t.Const(INT, part) if isinstance(part, int) else part for part in parts)
    return t.Op(BOOL if OPERATIONS[name].gives == "condition" else INT, name, args)


@overload
def both(one: t.Expr, other: t.Expr | None) -> t.Expr: ...
@overload
def both(one: t.Expr | None, other: t.Expr) -> t.Expr: ...
@overload
def both(one: t.Expr | None, other: t.Expr | None) -> t.Expr | None: ...
def both(one: t.Expr | None, other: t.Expr | None) -> t.Expr | None:
    """Two conditions together, either of which may be left out."""
    return one or other if one is None or other is None else operation_node("and", one, other)


def all_of(conditions: Iterable[t.Expr]) -> t.Expr | None:
    """Conditions together; None of none."""
    found: t.Expr | None = None
    for each in conditions:
        found = both(found, each)
    return found


@overload
def either(one: t.Expr, other: t.Expr | None) -> t.Expr: ...
@overload
def either(one: t.Expr | None, other: t.Expr) -> t.Expr: ...
@overload
def either(one: t.Expr | None, other: t.Expr | None) -> t.Expr | None: ...
def either(one: t.Expr | None, other: t.Expr | None) -> t.Expr | None:
    """At least one of two conditions, either of which may be left out."""
    return one or other if one is None or other is None else operation_node("or", one, other)


def negated(condition: t.Expr) -> t.Op:
    """That a condition fails."""
    return operation_node("not", condition)


def equal(one: t.Expr, other: t.Expr | int) -> t.Op:
    """That two values are the same."""
    return operation_node("==", one, other)


def unequal(one: t.Expr, other: t.Expr | int) -> t.Op:
    """That two values are not the same."""
    return operation_node("!=", one, other)


def less(one: t.Expr, other: t.Expr | int) -> t.Op:
    """That a number is less than another."""
    return operation_node("<", one, other)


def at_most(one: t.Expr, other: t.Expr | int) -> t.Op:
    """That a number is no more than another."""
    return operation_node("<=", one, other)


def above(one: t.Expr, other: t.Expr | int) -> t.Op:
    """That a number is more than another."""
    return operation_node(">", one, other)


def at_least(one: t.Expr, other: t.Expr | int) -> t.Op:
    """That a number is no less than another."""
    return operation_node(">=", one, other)


def plus(one: t.Expr, other: t.Expr | int) -> t.Op:
    """A sum."""
    return operation_node("+", one, other)


def minus(one: t.Expr | int, other: t.Expr | int) -> t.Op:
    """A difference."""
    return operation_node("-", one, other)


def times(one: t.Expr, other: t.Expr | int) -> t.Op:
    """A product."""
    return operation_node("*", one, other)


def per(one: t.Expr, other: t.Expr | int) -> t.Op:
    """A quotient, rounded down."""
    return operation_node("per", one, other)


def mod(one: t.Expr, other: t.Expr | int) -> t.Op:
    """What division leaves."""
    return operation_node("mod", one, other)


def least(one: t.Expr, other: t.Expr | int) -> t.Op:
    """The lower of two numbers."""
    return operation_node("min", one, other)


def greatest(one: t.Expr | int, other: t.Expr | int) -> t.Op:
    """The higher of two numbers."""
    return operation_node("max", one, other)


def number_of(one: t.Expr) -> t.Op:
    """Which member of its set something is."""
    return operation_node("number", one)


# Typed trees made again with something in them replaced; what they were made of stays as it is.


def restricted_answers(answer: t.AnswerPart, holds: t.Expr) -> t.AnswerPart:
    """Answers of several parts that are possible only where a condition holds."""
    other = None if answer.other is None else restricted_answers(answer.other, holds)
    return replaced(answer, {"where": both(holds, answer.where), "other": other})  # type: ignore[no-any-return]


def part_of_answer(answer: t.Expr, parts: Sequence[AnswerPartType], place: int) -> t.Op:
    """One part of an answer of several, worked out of its number (see `typed_tree.AnswerPart`)."""
    part, behind = parts[place], prod(each.size for each in parts[place + 1 :])
    digit = per(answer, behind) if place < len(parts) - 1 else answer
    digit = mod(digit, part.size) if place else digit
    return t.Op(part.type, "+", (digit, t.Const(INT, part.low)))


def replaced(node: Any, changes: Mapping[str, Any]) -> Any:
    """The same node with other values in some of its fields: `dataclasses.replace` in a quarter of the time."""
    kind: Any = type(node)
    made = object.__new__(kind)
    for name in TRAITS[kind].fields:
        setattr(made, name, changes[name] if name in changes else getattr(node, name))
    return made


def rebuilt(node: Any, change: Callable[[Any], Any], **more: Any) -> Any:
    """The node with all nodes directly below it changed, and `more` of its fields; the node itself if there are none."""
    changes = more
    for name in TRAITS[type(node)].parts:
        value = getattr(node, name)
        if type(value) is tuple:
            if value:
                changes[name] = tuple(
                    [tuple(map(change, each)) if type(each) is tuple else change(each) for each in value]
                )
        elif value is not None:
            changes[name] = change(value)
    return replaced(node, changes) if changes else node


def substitute(node: Any, values: dict[str, t.Expr]) -> Any:
    """The expression with some of its free locals replaced (names are unique, so nothing is captured)."""

    def change(each: Any) -> Any:
        return values.get(each.name, each) if type(each) is t.Local else rebuilt(each, change)

    return change(node) if values else node


def with_renamed_locals(node: Any, mark: str) -> Any:
    """A tree with every local of its own renamed, except the acting seat and what a key of a sort is written over."""

    def change(each: Any) -> Any:
        if type(each) is t.Local:
            return t.Local(each.type, renamed(each.name))
        names = {field: renamed(getattr(each, field)) for field in TRAITS[type(each)].names}
        return rebuilt(each, change, **names)

    def renamed(name: str) -> str:
        return name + mark if name and name not in {"me", "it"} else name

    return change(node)


def with_statements(node: Any, change: Callable[[Any], Any], **more: Any) -> Any:
    """A statement with those directly below it changed, and `more` of its fields; itself where nothing is other."""
    changes = more
    for name in TRAITS[type(node)].statements:
        value = getattr(node, name)
        if value is not None:
            made = tuple(map(change, value)) if type(value) is tuple else change(value)
            if made != value:
                changes[name] = made
    return replaced(node, changes) if changes else node


def replacing(node: Any, event: str) -> Any:
    """An effect that stands for a gain (or a loss): its own gains (losses) are not replaced once more."""
    word = {"gain": t.Gain, "lose": t.Lose}.get(event)

    def change(each: Any) -> Any:
        return replaced(each, {"replacing": True}) if type(each) is word else rebuilt(each, change)

    return node if word is None else change(node)


def calling(node: Any, procedure: str, instead: str) -> Any:
    """An effect that does another procedure wherever it did `procedure`."""

    def change(each: Any) -> Any:
        if type(each) is t.Do and each.procedure == procedure:
            return replaced(each, {"procedure": instead})
        return rebuilt(each, change)

    return change(node)
