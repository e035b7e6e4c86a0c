"""Slips within a text of the effect language, found on its tree. Offsets count in that text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import parse
from tests.mutation.kin import TURNED, Kin, local_names, walk

COMPARISONS = {"==": "!=", "!=": "==", "<": "<= >", ">": ">= <", "<=": "< >=", ">=": "> <="}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "per": "*", "mod": "per"}
JOINS = {"and": ("or", "true"), "or": ("and", "false")}
"""What takes the place of a word that joins conditions, and of a condition that is left out beside it."""
TESTS = ("condition", "where", "when", "unless", "requires", "in_play")
"""Keys whose expression is a condition even if it does not look like one."""


class Edit(NamedTuple):
    """One change: the kind of slip, the characters that go (`end` exclusive), and what comes in their place."""

    kind: str
    start: int
    end: int
    new: str


def edits(text: str, start: str, key: str, params: list[str], kin: Kin) -> Iterator[Edit]:
    """All slips of one text.

    Args:
        text: the text.
        start: `effect` or `expr`.
        key: the key it stands under.
        params: the names it may use besides those it binds.
        kin: names that may stand for each other.
    """
    tree, _ = parse(text, start)
    if tree is None:
        return
    if start == "expr" and (key in TESTS or is_test(tree)):
        yield from _conditions(text, tree)
    names = local_names(tree, params)
    for node in walk(tree):
        yield from _figures(node)
        yield from _operators(text, node)
        for condition in _conditions_of(node):
            yield from _conditions(text, condition)
        yield from _left_out(node)
        yield from _names(text, node, names, kin)


def is_test(node: s.SyntaxNode) -> bool:
    """Whether an expression is a condition, as far as it can be seen without types."""
    if isinstance(node, s.BinarySyntax):
        return node.operator in COMPARISONS or node.operator in JOINS
    return isinstance(node, (s.NegateSyntax, s.MemberSyntax, s.CanSyntax)) or (
        isinstance(node, s.QuantitySyntax) and node.kind in {"any", "no", "every"}
    )


def _figures(node: s.SyntaxNode) -> Iterator[Edit]:
    if isinstance(node, s.NumberSyntax):
        for value in (node.value + 1, node.value - 1):
            if value >= 0:
                yield Edit("figure", node.start, node.end, str(value))


def _operators(text: str, node: s.SyntaxNode) -> Iterator[Edit]:
    if isinstance(node, s.NegateSyntax):
        yield Edit("condition", node.start, node.start + 4, "")
    if not isinstance(node, s.BinarySyntax):
        return
    found = re.search(re.escape(node.operator), text[node.left.end : node.right.start])
    assert found is not None
    start, end = node.left.end + found.start(), node.left.end + found.end()
    if node.operator in COMPARISONS:
        for other in COMPARISONS[node.operator].split():
            yield Edit("comparison", start, end, other)
    elif node.operator in JOINS:
        other, neutral = JOINS[node.operator]
        yield Edit("operator", start, end, other)
        for side in (node.left, node.right):
            if not (isinstance(side, s.BinarySyntax) and side.operator == node.operator):
                yield Edit("condition", side.start, side.end, neutral)
    else:
        yield Edit("operator", start, end, ARITHMETIC[node.operator])


def _conditions_of(node: s.SyntaxNode) -> Iterator[s.SyntaxNode]:
    for name in ("condition", "where", "done"):
        condition = getattr(node, name, None)
        if condition is not None:
            yield condition
    if isinstance(node, s.QuantitySyntax) and node.kind == "every" and node.body is not None:
        yield node.body
    if isinstance(node, s.WouldSyntax) and is_test(node.value):
        yield node.value


def _conditions(text: str, node: s.SyntaxNode) -> Iterator[Edit]:
    yield Edit("condition", node.start, node.end, "true")
    if not (isinstance(node, s.NegateSyntax) or (isinstance(node, s.BinarySyntax) and node.operator in {"==", "!="})):
        yield Edit("condition", node.start, node.end, f"(not ({text[node.start : node.end]}))")


def _left_out(node: s.SyntaxNode) -> Iterator[Edit]:
    if isinstance(node, s.BlockSyntax):
        yield from _each_cut("statement", node.statements)
    elif isinstance(node, s.ChooseBranchSyntax) and len(node.branches) > 1:
        yield from _each_cut("branch", node.branches)
    elif isinstance(node, (s.PaySyntax, s.CanSyntax)) and len(node.costs) > 1:
        yield from _each_cut("cost", node.costs)
    elif isinstance(node, s.WhenSyntax):
        for body in (node.then, node.otherwise):
            if body is not None and len(body.statements) > 1:
                yield Edit("statement", body.start, body.end, "{ }")


def _each_cut(kind: str, parts: Sequence[s.SyntaxNode]) -> Iterator[Edit]:
    """Every one of several parts left out, together with the sign between it and the next."""
    for place, part in enumerate(parts):
        if place + 1 < len(parts):
            yield Edit(kind, part.start, parts[place + 1].start, "")
        else:
            yield Edit(kind, parts[place - 1].end if place else part.start, part.end, "")


def _names(text: str, node: s.SyntaxNode, local: dict[str, str], kin: Kin) -> Iterator[Edit]:
    name, start = _named(node)
    if not name:
        return
    assert text[start : start + len(name)] == name, (text, name)
    others = [] if name in local else kin.of(name)
    if isinstance(node, s.NameSyntax) and name in local:
        others = [local[name]]
    for other in [*others, *([TURNED[name]] if name in TURNED else [])]:
        yield Edit("name", start, start + len(name), other)


def _named(node: s.SyntaxNode) -> tuple[str, int]:
    """The name a node mentions, if any, and where it begins."""
    match node:
        case s.NameSyntax(start=start, name=name) | s.InvokeSyntax(start=start, name=name):
            return name, start
        case s.AttributeSyntax(end=end, name=name):
            return name, end - len(name)
        case s.VerbSyntax(start=start, name=name):
            return name, start
        case s.QuantitySyntax(start=start, kind=kind) if kind in TURNED:
            return kind, start
    return "", 0
