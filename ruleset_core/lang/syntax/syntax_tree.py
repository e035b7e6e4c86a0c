"""Syntax trees: what a text of the effect language says, before any name is looked up.

In: the parts of a grammar rule, as the parser reads them. Out: a node with its place in the text (`start`, `end`).
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, Self, TypeAlias

from ruleset_core.lang.node_traits import Reader, reader
from ruleset_core.values import frozen

# Syntax trees of the effect language: what was written, before any name is looked up.
#
# Every node knows the characters it came from (`start`, `end`: offsets in the text, end exclusive) and how deeply it
# is nested (`depth`), so that the parser can refuse absurd nesting before any recursive pass runs.


@frozen
class SyntaxNode:
    """Common to all nodes."""

    start: int
    end: int

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, at the same place."""
        if type(other) is not type(self):
            return False
        return all(getattr(self, each.name) == getattr(other, each.name) for each in fields(self))

    def __hash__(self) -> int:
        """By where it stands."""
        return hash((type(self), self.start, self.end))

    def children(self) -> list[SyntaxNode]:
        """The nodes directly below this one, in the order written."""
        kind: Any = type(self)
        return [*_reader(kind)(self)]


@cache
def _reader(kind: Any) -> Reader:
    """What reads the fields in which there can be nodes."""
    return reader(
        {each.name: str(each.type) for each in fields(kind) if each.type not in {"int", "str", "str | None", "bool"}}
    )


class NameToken(str):
    """A name within a node, with its offset in the text."""

    __slots__ = ("start",)

    def __new__(cls, text: str, start: int) -> Self:
        """The name `text` that begins at `start`."""
        word = super().__new__(cls, text)
        word.start = start
        return word

    start: int


@frozen
class NumberSyntax(SyntaxNode):
    """A whole number."""

    value: int


@frozen
class NameSyntax(SyntaxNode):
    """A bare name: a local, a member, a field, a define without arguments..."""

    name: str


@frozen
class AttributeSyntax(SyntaxNode):
    """`x.name`."""

    of: SyntaxNode
    name: str


@frozen
class IndexSyntax(SyntaxNode):
    """`field[i, j]`, `zone[0]`."""

    of: SyntaxNode
    items: tuple[SyntaxNode, ...]


@frozen
class InvokeSyntax(SyntaxNode):
    """`price(s, fortune)`."""

    name: str
    args: tuple[SyntaxNode, ...]


@frozen
class ListingSyntax(SyntaxNode):
    """`[a, b]`."""

    items: tuple[SyntaxNode, ...]


@frozen
class MinusSyntax(SyntaxNode):
    """`-x`."""

    of: SyntaxNode


@frozen
class NegateSyntax(SyntaxNode):
    """`not x`."""

    of: SyntaxNode


@frozen
class BinarySyntax(SyntaxNode):
    """Arithmetic, comparison, `and`, `or`."""

    operator: str
    left: SyntaxNode
    right: SyntaxNode


@frozen
class MemberSyntax(SyntaxNode):
    """`x in selection`."""

    of: SyntaxNode
    selection: SelectionSyntax


@frozen
class ConditionalSyntax(SyntaxNode):
    """`if c then a else b`."""

    condition: SyntaxNode
    then: SyntaxNode
    otherwise: SyntaxNode


@frozen
class CanSyntax(SyntaxNode):
    """`can { pay 2 knowledge }`."""

    costs: tuple[VerbSyntax, ...]


@frozen
class WouldSyntax(SyntaxNode):
    """`would { set built[w] = true } then reaches(me)`."""

    effect: BlockSyntax
    value: SyntaxNode


@frozen
class SelectionSyntax(SyntaxNode):
    """What is gone through: a type, a zone, a list, or `low to high`."""

    of: SyntaxNode
    to: SyntaxNode | None


@frozen
class QuantitySyntax(SyntaxNode):
    """`any`, `no`, `every`, `count`, `sum`, `highest`, `lowest`, `first`, `most`, `least` over a selection."""

    kind: str
    var: str
    selection: SelectionSyntax
    where: SyntaxNode | None
    body: SyntaxNode | None
    ties: str | None


@frozen
class ReachSyntax(SyntaxNode):
    """`(from a in start where c up to n by r in step where d then b in more where e)`: what one comes to step by step. It stands after `in`.

    `head`: a word before `from`, as in `(longest from a in start by r in step then b in more where e of amount)` and
    `(shortest from a in start by b in step done where g)`.
    """

    var: str
    among: SelectionSyntax
    first: SyntaxNode | None
    limit: SyntaxNode | None
    to: str
    step: SelectionSyntax
    where: SyntaxNode | None
    head: str = ""
    onward: str = ""
    then: SelectionSyntax | None = None
    further: SyntaxNode | None = None
    goal: SyntaxNode | None = None
    worth: SyntaxNode | None = None


@frozen
class ArgumentSyntax(SyntaxNode):
    """One argument of a verb, with the small word before it, if any (`to`, `by`...)."""

    word: str | None
    value: SyntaxNode


@frozen
class VerbSyntax(SyntaxNode):
    """`gain 2 fortune`."""

    name: str
    name_end: int
    args: tuple[ArgumentSyntax, ...]


@frozen
class BlockSyntax(SyntaxNode):
    """Statements one after the other."""

    statements: tuple[SyntaxNode, ...]


@frozen
class LetSyntax(SyntaxNode):
    """`let n = 3`."""

    var: str
    value: SyntaxNode


@frozen
class AssignSyntax(SyntaxNode):
    """`set field[x] = value`."""

    target: SyntaxNode
    value: SyntaxNode


@frozen
class WhenSyntax(SyntaxNode):
    """`if c { } else { }`."""

    condition: SyntaxNode
    then: BlockSyntax
    otherwise: BlockSyntax | None


@frozen
class ForEachSyntax(SyntaxNode):
    """`for each x in selection where c { }`."""

    var: str
    selection: SelectionSyntax
    where: SyntaxNode | None
    body: BlockSyntax


@frozen
class RepeatSyntax(SyntaxNode):
    """`repeat n { }`."""

    times: SyntaxNode
    body: BlockSyntax


@frozen
class AnswerPartSyntax(SyntaxNode):
    """`x in sel where c` of a choice: one of the things that an option stands for."""

    var: str
    selection: SelectionSyntax | None
    where: SyntaxNode | None


AnswerParts: TypeAlias = tuple[AnswerPartSyntax, ...]


@frozen
class BranchSyntax(SyntaxNode):
    """One branch of a choice: `member where c { }`, or `kind x in sel where c then y in sel { }`, a kind of answers with `parts`."""

    member: str
    where: SyntaxNode | None
    body: BlockSyntax
    parts: tuple[AnswerPartSyntax, ...] = ()


@frozen
class ChooseSyntax(SyntaxNode):
    """`choose decision x where c { } else { }`; `up_to` set: as often as that, or until the player is done.

    `done`: when the player may be done (always, if left out). `instead`: what may be done in place of it. With several
    `parts`, joined by `then`, an option is as many things.
    """

    decision: str
    parts: tuple[AnswerPartSyntax, ...]
    body: BlockSyntax | None
    otherwise: BlockSyntax | None
    up_to: SyntaxNode | None
    done: SyntaxNode | None = None
    instead: BranchSyntax | None = None


@frozen
class ChooseSeveralSyntax(SyntaxNode):
    """`choose exactly n decision x in sel where c done where d { } then { } or branch else { }`, a set of things; with `most`, `from n to m`."""

    decision: str
    part: AnswerPartSyntax
    least: SyntaxNode
    most: SyntaxNode | None
    enough: SyntaxNode | None
    body: BlockSyntax
    then: BlockSyntax | None
    otherwise: BlockSyntax | None
    instead: BranchSyntax | None


@frozen
class ChooseBranchSyntax(SyntaxNode):
    """`choose decision { branch | branch } or branch else { }`."""

    decision: str
    branches: tuple[BranchSyntax, ...]
    otherwise: BlockSyntax | None = None
    instead: BranchSyntax | None = None


@frozen
class MaySyntax(SyntaxNode):
    """`may decision { }`; `up_to` set: as often as that."""

    decision: str
    body: BlockSyntax
    up_to: SyntaxNode | None = None


@frozen
class AsSeatSyntax(SyntaxNode):
    """`as seat { }`."""

    seat: SyntaxNode
    body: BlockSyntax


@frozen
class PaySyntax(SyntaxNode):
    """`costs -> effect else effect`."""

    costs: tuple[VerbSyntax, ...]
    body: BlockSyntax
    otherwise: BlockSyntax | None


@frozen
class DoSyntax(SyntaxNode):
    """`do procedure(args)`, `do card.effect`; `var`: what its result is called, `let x = do procedure(args)`."""

    target: SyntaxNode
    var: str = ""


@frozen
class EmitSyntax(SyntaxNode):
    """`emit event(args)`."""

    target: SyntaxNode


@frozen
class CallHookSyntax(SyntaxNode):
    """`call hook(args)`."""

    target: SyntaxNode


def depth(node: SyntaxNode, limit: int) -> int:
    """How deeply `node` nests, counted without recursion and only until it passes `limit`."""
    deepest = 0
    stack = [(node, 1)]
    while stack:
        current, level = stack.pop()
        deepest = max(deepest, level)
        if deepest > limit:
            return deepest
        stack.extend((child, level + 1) for child in current.children())
    return deepest


# What the rules of the grammar make of their parts: nodes of syntax trees.

At: TypeAlias = tuple[int, int]
"""From which character to which (exclusive) a rule was read; (0, 0) if it was read of nothing."""


def _left(node: SyntaxNode, at: At) -> At:
    return min(node.start, at[0]), at[1]


def _pairs(items: tuple[Any, ...]) -> list[Any]:
    return [item for item in items if item is not None]


class SyntaxTreeBuilder:
    """One function per rule or alias: its place and its parts in, a syntax node out. Names come as `NameToken`, so with their places."""

    @staticmethod
    def effect(at: At, *items: Any) -> BlockSyntax:
        return BlockSyntax(*at, _rest_as_body(tuple(_pairs(items))))

    @staticmethod
    def block(at: At, inner: BlockSyntax) -> BlockSyntax:
        return BlockSyntax(*at, inner.statements)

    @staticmethod
    def let(at: At, var: str, value: SyntaxNode) -> LetSyntax:
        return LetSyntax(*at, str(var), value)

    @staticmethod
    def assign(at: At, target: SyntaxNode, value: SyntaxNode) -> AssignSyntax:
        return AssignSyntax(*at, target, value)

    @staticmethod
    def when(at: At, *items: Any) -> WhenSyntax:
        parts = list(items)
        otherwise: BlockSyntax | None = parts.pop()
        while len(parts) > 2:
            body, condition = parts.pop(), parts.pop()
            inner = WhenSyntax(condition.start, (otherwise or body).end, condition, body, otherwise)
            otherwise = BlockSyntax(inner.start, inner.end, (inner,))
        return WhenSyntax(*at, parts[0], parts[1], otherwise)

    @staticmethod
    def for_each(
        at: At, var: str, selection: SelectionSyntax, where: SyntaxNode | None, body: BlockSyntax
    ) -> ForEachSyntax:
        return ForEachSyntax(*at, str(var), selection, where, body)

    @staticmethod
    def repeat(at: At, times: SyntaxNode, body: BlockSyntax) -> RepeatSyntax:
        return RepeatSyntax(*at, times, body)

    @staticmethod
    def choose(at: At, decision: NameToken, parts: AnswerParts, *rest: Any) -> ChooseSyntax:
        body, instead, otherwise = rest
        return ChooseSyntax(*at, decision, parts, body, otherwise, None, None, instead)

    @staticmethod
    def choose_up_to(
        at: At, times: SyntaxNode, decision: NameToken, parts: AnswerParts, done: SyntaxNode | None, body: BlockSyntax
    ) -> ChooseSyntax:
        return ChooseSyntax(*at, decision, parts, body, None, times, done)

    @staticmethod
    def choose_exactly(at: At, least: SyntaxNode, *rest: Any) -> ChooseSeveralSyntax:
        return SyntaxTreeBuilder.choose_from(at, least, None, *rest)

    @staticmethod
    def choose_from(at: At, least: SyntaxNode, most: SyntaxNode | None, *rest: Any) -> ChooseSeveralSyntax:
        decision, part, enough, body, then, instead, otherwise = rest
        return ChooseSeveralSyntax(*at, decision, part, least, most, enough, body, then, otherwise, instead)

    @staticmethod
    def answer(_at: At, *parts: AnswerPartSyntax) -> AnswerParts:
        return parts

    @staticmethod
    def part(at: At, var: str, selection: SelectionSyntax | None, where: SyntaxNode | None) -> AnswerPartSyntax:
        return AnswerPartSyntax(*at, str(var), selection, where)

    @staticmethod
    def choose_branch(at: At, decision: NameToken, *items: Any) -> ChooseBranchSyntax:
        *branches, instead, otherwise = items
        return ChooseBranchSyntax(*at, decision, tuple(branches), otherwise, instead)

    @staticmethod
    def branch_of(at: At, member: str, parts: AnswerParts, body: BlockSyntax) -> BranchSyntax:
        return BranchSyntax(*at, str(member), None, body, parts)

    @staticmethod
    def branch(at: At, member: str, where: SyntaxNode | None, body: BlockSyntax) -> BranchSyntax:
        return BranchSyntax(*at, str(member), where, body)

    @staticmethod
    def may(at: At, decision: NameToken, body: BlockSyntax) -> MaySyntax:
        return MaySyntax(*at, decision, body)

    @staticmethod
    def may_up_to(at: At, times: SyntaxNode, decision: NameToken, body: BlockSyntax) -> MaySyntax:
        return MaySyntax(*at, decision, body, times)

    @staticmethod
    def as_seat(at: At, seat: SyntaxNode, body: BlockSyntax) -> AsSeatSyntax:
        return AsSeatSyntax(*at, seat, body)

    @staticmethod
    def do(at: At, target: SyntaxNode) -> DoSyntax:
        return DoSyntax(*at, target)

    @staticmethod
    def let_do(at: At, var: str, target: SyntaxNode) -> DoSyntax:
        return DoSyntax(*at, target, str(var))

    @staticmethod
    def emit(at: At, target: SyntaxNode) -> EmitSyntax:
        return EmitSyntax(*at, target)

    @staticmethod
    def call_hook(at: At, target: SyntaxNode) -> CallHookSyntax:
        return CallHookSyntax(*at, target)

    @staticmethod
    def pay(at: At, costs: tuple[VerbSyntax, ...], body: SyntaxNode, otherwise: BlockSyntax | None) -> PaySyntax:
        block = body if isinstance(body, BlockSyntax) else BlockSyntax(body.start, body.end, (body,))
        return PaySyntax(*at, costs, block, otherwise)

    @staticmethod
    def costs(_at: At, *verbs: VerbSyntax) -> tuple[VerbSyntax, ...]:
        return verbs

    @staticmethod
    def verb(at: At, name: Any, *args: ArgumentSyntax) -> VerbSyntax:
        return VerbSyntax(*at, str(name), name.start + len(name), args)

    @staticmethod
    def argument(at: At, word: str | None, value: SyntaxNode) -> ArgumentSyntax:
        return ArgumentSyntax(*at, word, value)

    @staticmethod
    def word(_at: At, token: Any) -> str:
        return str(token)

    counter = tester = measurer = chooser = times = word

    @staticmethod
    def selection(at: At, of: SyntaxNode, to: SyntaxNode | None) -> SelectionSyntax:
        return SelectionSyntax(*at, of, to)

    @staticmethod
    def binary(at: At, left: SyntaxNode, operator: Any, right: SyntaxNode) -> BinarySyntax:
        return BinarySyntax(*_left(left, at), str(operator), left, right)

    compare = binary

    @staticmethod
    def either(_at: At, *items: SyntaxNode) -> SyntaxNode:
        return _chain("or", items)

    @staticmethod
    def both(_at: At, *items: SyntaxNode) -> SyntaxNode:
        return _chain("and", items)

    @staticmethod
    def negate(at: At, of: SyntaxNode) -> NegateSyntax:
        return NegateSyntax(*at, of)

    @staticmethod
    def minus(at: At, _sign: Any, of: SyntaxNode) -> MinusSyntax:
        return MinusSyntax(*at, of)

    @staticmethod
    def member(at: At, of: SyntaxNode, selection: SelectionSyntax) -> MemberSyntax:
        return MemberSyntax(*_left(of, at), of, selection)

    @staticmethod
    def attribute(at: At, of: SyntaxNode, name: Any) -> AttributeSyntax:
        return AttributeSyntax(*_left(of, at), of, str(name))

    @staticmethod
    def index(at: At, of: SyntaxNode, *items: SyntaxNode) -> IndexSyntax:
        return IndexSyntax(*_left(of, at), of, items)

    @staticmethod
    def number(at: At, token: Any) -> NumberSyntax:
        return NumberSyntax(*at, int(token))

    @staticmethod
    def name(at: At, token: Any) -> NameSyntax:
        return NameSyntax(*at, str(token))

    @staticmethod
    def invoke(at: At, name: Any, *args: SyntaxNode | None) -> InvokeSyntax:
        return InvokeSyntax(*at, str(name), tuple(arg for arg in args if arg is not None))

    @staticmethod
    def listing(at: At, *items: SyntaxNode | None) -> ListingSyntax:
        return ListingSyntax(*at, tuple(item for item in items if item is not None))

    @staticmethod
    def conditional(at: At, condition: SyntaxNode, then: SyntaxNode, otherwise: SyntaxNode) -> ConditionalSyntax:
        return ConditionalSyntax(*at, condition, then, otherwise)

    @staticmethod
    def can(at: At, costs: tuple[VerbSyntax, ...]) -> CanSyntax:
        return CanSyntax(*at, costs)

    @staticmethod
    def would(at: At, effect: BlockSyntax, value: SyntaxNode) -> WouldSyntax:
        return WouldSyntax(*at, effect, value)

    @staticmethod
    def quantity(
        at: At, kind: str, var: Any, selection: SelectionSyntax, where: SyntaxNode | None, *rest: Any
    ) -> QuantitySyntax:
        body, ties = (*rest, None, None)[:2]
        return QuantitySyntax(*at, kind, str(var), selection, where, body, None if ties is None else str(ties))

    @staticmethod
    def reach(at: At, var: Any, start: SelectionSyntax, first: SyntaxNode | None, *rest: Any) -> ReachSyntax:
        return SyntaxTreeBuilder.way(at, "", var, start, first, *rest, None, None)

    @staticmethod
    def way(at: At, head: Any, var: Any, start: SelectionSyntax, first: SyntaxNode | None, *rest: Any) -> ReachSyntax:
        limit, to, step, where, onward, then, further, goal, worth = rest
        onward = "" if onward is None else str(onward)
        return ReachSyntax(
            *at, str(var), start, first, limit, str(to), step, where, str(head), onward, then, further, goal, worth
        )


def _chain(operator: str, items: tuple[SyntaxNode, ...]) -> SyntaxNode:
    node = items[0]
    for item in items[1:]:
        node = BinarySyntax(node.start, item.end, operator, node, item)
    return node


def _rest_as_body(statements: tuple[SyntaxNode, ...]) -> tuple[SyntaxNode, ...]:
    """A `choose` without braces governs the rest of its block."""
    for place, statement in enumerate(statements):
        if isinstance(statement, ChooseSyntax) and statement.body is None:
            rest = _rest_as_body(statements[place + 1 :])
            end = rest[-1].end if rest else statement.end
            body = BlockSyntax(statement.end, end, rest)
            whole = ChooseSyntax(statement.start, statement.end, statement.decision, statement.parts, body, None, None)
            return (*statements[:place], whole)
    return statements
