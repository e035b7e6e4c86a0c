"""Syntax trees of the effect language: what was written, before any name is looked up.

Every node knows the characters it came from (`start`, `end`: offsets in the text, end exclusive) and how deeply it is
nested (`depth`), so that the parser can refuse absurd nesting before any recursive pass runs.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, Self

from ruleset_core.model.unchanging import unchanging


@unchanging
class Node:
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

    def children(self) -> list[Node]:
        """The nodes directly below this one, in the order written."""
        found: list[Node] = []
        kind: Any = type(self)
        for name in _parts(kind):
            value = getattr(self, name)
            if isinstance(value, Node):
                found.append(value)
            elif isinstance(value, tuple):
                found.extend(item for item in value if isinstance(item, Node))
        return found


@cache
def _parts(kind: Any) -> tuple[str, ...]:
    """The fields in which there can be nodes."""
    return tuple(field.name for field in fields(kind) if field.type not in {"int", "str", "str | None", "bool"})


class Word(str):
    """A name within a node, with its offset in the text."""

    __slots__ = ("start",)

    def __new__(cls, text: str, start: int) -> Self:
        """The name `text` that begins at `start`."""
        word = super().__new__(cls, text)
        word.start = start
        return word

    start: int


@unchanging
class Number(Node):
    """A whole number."""

    value: int


@unchanging
class Name(Node):
    """A bare name: a local, a member, a field, a define without arguments..."""

    name: str


@unchanging
class Attribute(Node):
    """`x.name`."""

    of: Node
    name: str


@unchanging
class Index(Node):
    """`field[i, j]`, `zone[0]`."""

    of: Node
    items: tuple[Node, ...]


@unchanging
class Invoke(Node):
    """`price(s, fortune)`."""

    name: str
    args: tuple[Node, ...]


@unchanging
class Listing(Node):
    """`[a, b]`."""

    items: tuple[Node, ...]


@unchanging
class Minus(Node):
    """`-x`."""

    of: Node


@unchanging
class Negate(Node):
    """`not x`."""

    of: Node


@unchanging
class Binary(Node):
    """Arithmetic, comparison, `and`, `or`."""

    operator: str
    left: Node
    right: Node


@unchanging
class Member(Node):
    """`x in selection`."""

    of: Node
    selection: Selection


@unchanging
class Conditional(Node):
    """`if c then a else b`."""

    condition: Node
    then: Node
    otherwise: Node


@unchanging
class Can(Node):
    """`can { pay 2 knowledge }`."""

    costs: tuple[Verb, ...]


@unchanging
class Selection(Node):
    """What is gone through: a type, a zone, a list, or `low to high`."""

    of: Node
    to: Node | None


@unchanging
class Quantity(Node):
    """`any`, `no`, `every`, `count`, `sum`, `highest`, `lowest`, `first`, `most`, `least` over a selection."""

    kind: str
    var: str
    selection: Selection
    where: Node | None
    body: Node | None
    ties: str | None


@unchanging
class Reach(Node):
    """`(from a in start where c up to n by b in step where d)`: what one comes to step by step. It stands after `in`.

    `head`: a word before `from`, as in `(longest from a in start by r in step then b in more where e of amount)`.
    """

    var: str
    among: Selection
    first: Node | None
    limit: Node | None
    to: str
    step: Selection
    where: Node | None
    head: str = ""
    onward: str = ""
    then: Selection | None = None
    further: Node | None = None
    worth: Node | None = None


@unchanging
class Argument(Node):
    """One argument of a verb, with the small word before it, if any (`to`, `by`...)."""

    word: str | None
    value: Node


@unchanging
class Verb(Node):
    """`gain 2 fortune`."""

    name: str
    name_end: int
    args: tuple[Argument, ...]


@unchanging
class Block(Node):
    """Statements one after the other."""

    statements: tuple[Node, ...]


@unchanging
class Let(Node):
    """`let n = 3`."""

    var: str
    value: Node


@unchanging
class Assign(Node):
    """`set field[x] = value`."""

    target: Node
    value: Node


@unchanging
class When(Node):
    """`if c { } else { }`."""

    condition: Node
    then: Block
    otherwise: Block | None


@unchanging
class ForEach(Node):
    """`for each x in selection where c { }`."""

    var: str
    selection: Selection
    where: Node | None
    body: Block


@unchanging
class Repeat(Node):
    """`repeat n { }`."""

    times: Node
    body: Block


@unchanging
class Branch(Node):
    """One branch of `choose decision { member where c { } | ... }`."""

    member: str
    where: Node | None
    body: Block


@unchanging
class Second(Node):
    """`then y in sel where d` of a choice: the second of the two things that an option stands for."""

    var: str
    selection: Selection | None
    where: Node | None


@unchanging
class Choose(Node):
    """`choose decision x where c { } else { }`; `up_to` set: as often as that, or until the player is done.

    `done`: when the player may be done (always, if left out). `instead`: what may be done in place of it. With a `second`,
    an option is a pair.
    """

    decision: str
    var: str
    selection: Selection | None
    where: Node | None
    body: Block | None
    otherwise: Block | None
    up_to: Node | None
    done: Node | None = None
    instead: Branch | None = None
    second: Second | None = None


@unchanging
class ChooseBranch(Node):
    """`choose decision { branch | branch }`."""

    decision: str
    branches: tuple[Branch, ...]


@unchanging
class May(Node):
    """`may decision { }`; `up_to` set: as often as that."""

    decision: str
    body: Block
    up_to: Node | None = None


@unchanging
class AsSeat(Node):
    """`as seat { }`."""

    seat: Node
    body: Block


@unchanging
class Pay(Node):
    """`costs -> effect else effect`."""

    costs: tuple[Verb, ...]
    body: Block
    otherwise: Block | None


@unchanging
class Do(Node):
    """`do procedure(args)`, `do card.effect`."""

    target: Node


@unchanging
class Emit(Node):
    """`emit event(args)`."""

    target: Node


@unchanging
class CallHook(Node):
    """`call hook(args)`."""

    target: Node


def depth(node: Node, limit: int) -> int:
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
