"""Traits of node classes, declared where a class is defined: what it binds, reads, writes, leads to, and whether it may ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, Final, TypeVar, dataclass_transform

from ruleset_core.values import frozen
from ruleset_core.values import frozen_value as made_comparable

Names = tuple[str, ...]
Test = bool | Callable[[Any], bool]
"""Whether something holds of all nodes of a class, or of which."""
Reader = Callable[[Any], tuple[Any, ...]]
C = TypeVar("C")

STATEMENTS: Final = frozenset({"Block", "Statement"})
NODES: Final = STATEMENTS | {"AnswerPart", "Expr", "Load", "Search", "Selection", "ZoneRef"}
"""The types of fields that hold nodes."""
VALUES: Final = frozenset(
    [
        "ReaskPlan",
        "DecisionDeclaration",
        "Event",
        "Fact",
        "Field",
        "None",
        "Origin",
        "Type",
        "Zone",
        "bool",
        "int",
        "str",
        "t",
        "tuple",
    ]
)
"""The words in the types of all other fields."""
FOLLOWING: Final = "following statements"
"""In `binds`: the name is known in the statements that follow in the same block."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What is declared of a class; names are those of its fields.

    Attributes:
        binds: by field with the name of a local, the parts in which it is known.
        gives: by local that is always called so, the parts in which it is known.
        lists: the field with the name of a local that holds a list, which is read.
        acts: nodes that need an acting seat, though they do not name it.
        passes: nodes that pass the acting seat on, so that what they lead to may need it.
        leads: the names of the procedures, definitions (`value NAME`) and events (`event NAME`) that a node leads to.
        later: what they lead to runs when the effect in progress is over.
        reads: nodes whose value their parts alone do not tell: they read the state, or what is fixed for one game.
        writes: the parts that are written to.
        draws: nodes that draw at random; the stream is named after what they write to.
        targets: the fields with numbers of blocks that may follow.
        suspends: nodes that end a block, since they may ask, or let others act.
        decides: the parts that decide whether, or how often, the statements within are done.
        fields: all fields, in order. This and what follows is worked out by `declare`.
        parts: those that hold nodes.
        statements: those of them that hold statements.
        names: the fields with names of locals.
        scoped: whether nodes bind or read locals, in other ways than by their parts.
    """

    binds: Mapping[str, Names] = field(default_factory=dict)
    gives: Mapping[str, Names] = field(default_factory=dict)
    lists: str = ""
    acts: Test = False
    passes: bool = False
    leads: Callable[[Any], Names] | None = None
    later: bool = False
    reads: Test = False
    writes: Names = ()
    draws: bool = False
    targets: Names = ()
    suspends: bool = False
    decides: Names = ()
    fields: Names = ()
    parts: Names = ()
    statements: Names = ()
    names: Names = ()
    scoped: bool = False


TRAITS: Final[dict[type, Traits]] = {}
"""By class of nodes what is declared of it."""
PARTS: Final[dict[type, Reader]] = {}
"""By class of nodes what reads the nodes directly below one, in order."""


def declare(traits: Traits = Traits()) -> Callable[[type[C]], type[C]]:
    """Note what holds of the objects of a dataclass. Raises TypeError for a field of which it is not known what it holds."""

    def note(cls: type[C]) -> type[C]:
        types = {each.name: str(each.type) for each in fields(cls)}  # type: ignore[arg-type]
        words = {name: frozenset(re.findall(r"\w+", kind)) for name, kind in types.items()}
        for name, found in words.items():
            if not found <= NODES | VALUES:
                raise TypeError(
                    f"`{name}` of `{cls.__name__}` is neither of nodes nor of values: {found - NODES - VALUES}"
                )
        parts = tuple(name for name, found in words.items() if found & NODES)
        statements = tuple(name for name in parts if words[name] & STATEMENTS)
        names = (*traits.binds, traits.lists) if traits.lists else tuple(traits.binds)
        scoped = bool(names or traits.gives or "tuple[Statement, ...]" in types.values())
        TRAITS[cls] = replace(
            traits, fields=tuple(types), parts=parts, statements=statements, names=names, scoped=scoped
        )
        PARTS[cls] = reader({name: types[name] for name in parts})
        return cls

    return note


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def node(traits: Traits = Traits(), *, comparable: bool = False) -> Callable[[type[C]], type[C]]:
    """A class of nodes: a dataclass that nobody changes, with its traits.

    Two nodes are equal only if they are one; `comparable`: if what they hold is equal.
    """
    note: Callable[[type[C]], type[C]] = declare(traits)
    return lambda cls: note(made_comparable(cls) if comparable else frozen(cls))


def reader(parts: Mapping[str, str]) -> Reader:
    """What reads the nodes in some fields, given with their types, as quickly as their types allow: walks ask for parts some hundred thousand times in a check."""
    if not parts:
        return lambda _: ()
    read: Reader = attrgetter(*parts)
    types = [*parts.values()]
    if len(types) == 1 and types[0].startswith("tuple[") and types[0].count("tuple") == 1:
        return read  # what the field holds
    if any("tuple" in each or "None" in each for each in types):
        return (lambda each: _nodes(read(each))) if len(types) > 1 else (lambda each: _nodes((read(each),)))
    return read if len(types) > 1 else lambda each: (read(each),)


def _nodes(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The nodes among values that are nodes, None, rows of nodes, or rows of pairs of nodes."""
    found: list[Any] = []
    for value in values:
        if type(value) is not tuple:
            if value is not None:
                found.append(value)
        elif value and type(value[0]) is tuple:
            for pair in value:
                found += pair
        else:
            found += value
    return tuple(found)
