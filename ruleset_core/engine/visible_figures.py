"""Figures (facts of cards and amounts) as players may see them: printed value, current value, who may modify it; and values as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.traversal import substitute
from ruleset_core.lang.types import INT, Type, member_type
from ruleset_core.lang.vocabulary import Vocabulary

if TYPE_CHECKING:
    from ruleset_core.engine.expansion_changes import ExpansionChange
    from ruleset_core.lang.domains import Fact
    from ruleset_core.lang.program import Definition, Program


# Figures as players may be told them: what is printed, what counts, and who may change it.
#
# A fact of a card or a member stands behind an amount when the amount is that fact, perhaps with something added or
# under a condition, as `hiring(a)` is the `hire` of the card `a`. While something modifies the amount, the printed
# figure is not what counts. Whoever shows figures asks here, so that none is shown that does not count.


@dataclass(frozen=True, slots=True)
class Figure:
    """A fact of a card, or of a member of a set, as players may be told it. Values are as data writes them.

    Attributes:
        printed: what the data says, expansions laid on; by side where it differs by side.
        value: what counts: the printed one, and in a position the one of now, for the seat that looks; None if `unknown`.
        changed_by: who may change it while in play: ids of cards and `rule NAME`s.
        unknown: what counts is decided by something that is hidden from the seat that looks.
        replaced: how an expansion has changed what is printed; None if none has.

    Example:
        >>> from ruleset_core import load
        >>> load("troyes_dice").glossary.figures_of("fortress_1")["row"].value
        'fortress'
    """

    printed: Any
    value: Any
    changed_by: tuple[str, ...] = ()
    unknown: bool = False
    replaced: ExpansionChange | None = None


@dataclass(frozen=True, slots=True)
class ModifiedFact:
    """A fact of a family, and the amount that counts in its place."""

    family: str
    fact: str
    define: str

    @property
    def amount(self) -> t.Expr:
        """The amount of any member, called `this`."""
        return t.Apply(INT, self.define, (t.Local(member_type(self.family), "this"),))


def definition_value(define: Definition) -> t.Expr:
    """The value of a definition, whatever is handed to it."""
    return t.Apply(define.type, define.name, tuple(t.Local(kind, name) for name, kind in define.params.items()))


def modified_facts(program: Program) -> list[ModifiedFact]:
    """The facts behind amounts that anything modifies."""
    v = program.vocabulary
    found = []
    for define in v.defines.values():
        fact = _behind(v, define, 0) if define.type == INT and _modified(v, define, 0) else None
        if fact is not None and not fact.sides:
            found.append(ModifiedFact(fact.domain, fact.name, define.name))
    return found


def modifiers_of(program: Program, behind: list[ModifiedFact], family: str, item: str) -> dict[str, list[str]]:
    """By fact of a card or member what may change it: cards and rules, as far as they are not certainly about others."""
    v = program.vocabulary
    this = t.Const(member_type(family), v.domains[family].ids.index(item))
    found: dict[str, list[str]] = {}
    for each in behind:
        if each.family == family:
            sources = dict.fromkeys(_sources(v, v.defines[each.define], this, 0))
            found.setdefault(each.fact, []).extend(sources)
    return {fact: sources for fact, sources in found.items() if sources}


def _sources(v: Vocabulary, define: Definition, this: t.Expr, depth: int) -> Iterator[str]:
    """Who changes an amount over one member, or one it is made of, as far as that may be about this member."""
    from ruleset_core.analysis.range_analysis import ConditionTruth

    handed = {name: this for name, kind in define.params.items() if kind.domain == this.type.domain}
    for change in define.modifiers:
        if ConditionTruth(v).verdict(substitute(change.where, handed)) is not False:
            yield change.source
    for each in _made_of(v, define.value, depth):
        yield from _sources(v, each, this, depth + 1)


def _modified(v: Vocabulary, define: Definition, depth: int) -> bool:
    """Whether anything changes an amount, or one it is made of."""
    return bool(define.modifiers) or any(_modified(v, each, depth + 1) for each in _made_of(v, define.value, depth))


def _made_of(v: Vocabulary, node: Any, depth: int) -> list[Definition]:
    if depth > len(v.defines):
        return []
    if isinstance(node, t.Apply):
        return [v.defines[node.define]]
    if isinstance(node, t.Op):
        return [each for part in _ways(node) for each in _made_of(v, part, depth)]
    return []


def _ways(node: t.Op) -> tuple[t.Expr, ...]:
    """What an amount is made of; of `if` not what it depends on."""
    return node.args[1:] if OPERATIONS[node.name].form == "if" else node.args


def _behind(v: Vocabulary, define: Definition, depth: int) -> Fact | None:
    """The one fact that an amount over one member is made of."""
    if len(define.params) != 1 or define.value is None or depth > len(v.defines):
        return None
    (name, kind), *_ = define.params.items()
    if kind.kind != "member" or kind.optional:
        return None
    facts = _facts(v, define.value, name, depth)
    return facts[0] if facts and all(each is facts[0] for each in facts) else None


def _facts(v: Vocabulary, node: Any, param: str, depth: int) -> list[Fact] | None:
    """The facts of the member that a value is made of; None if it is made of something else besides."""
    match node:
        case t.Const():
            return []
        case t.FactOf(of=t.Local(name=name)) if name == param and node.type.kind == "int":
            return [node.fact]
        case t.Apply(args=(t.Local(name=name),)) if name == param:
            fact = _behind(v, v.defines[node.define], depth + 1)
            return None if fact is None else [fact]
        case t.Op() if node.type.kind == "int":
            parts = [_facts(v, part, param, depth) for part in _ways(node)]
            known = [part for part in parts if part is not None]
            return [fact for part in known for fact in part] if len(known) == len(parts) else None
        case _:
            return None


# Values as plain data: what observations hold of numbers, conditions, members and seats.

Plain = int | bool | str | None
"""A value as JSON has it."""


def plain_value(v: Vocabulary, kind: Type, value: int) -> Plain:
    """A value as observations hold it."""
    if value == -1 and kind.optional:
        return None
    if kind.kind == "bool":
        return bool(value)
    return value if kind.kind == "int" or kind.domain == "seat" else v.format_value(kind, value)
