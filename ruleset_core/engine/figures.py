"""Figures of pieces that are no longer what is printed: facts behind an amount that something in play changes.

A fact stands behind an amount when the amount is that fact, perhaps with something added or under a condition, as
`hiring(a)` is the `hire` of the card `a`. While something modifies the amount, the printed figure is not what counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.interpreter import BrokenRule
from ruleset_core.lang.rebuild import substitute
from ruleset_core.lang.resolve.truth import verdict
from ruleset_core.lang.secrets import Secrets
from ruleset_core.lang.types import BOOL, INT, member

if TYPE_CHECKING:
    from ruleset_core.engine.state import State
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Define, Fact, Vocabulary

_DERIVED = {"+", "-", "*", "per", "min", "max", "neg"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A fact of a kind of pieces, and the amount that counts in its place."""

    kind: str
    fact: str
    define: str


def figures(program: Program) -> list[Figure]:
    """The facts behind amounts that anything modifies."""
    v = program.vocabulary
    found = []
    for define in v.defines.values():
        fact = _behind(v, define, 0) if define.type == INT and _modified(v, define, 0) else None
        if fact is not None and not fact.sides:
            found.append(Figure(fact.domain, fact.name, define.name))
    return found


def changed_by(program: Program, kind: str, piece: str) -> dict[str, list[str]]:
    """By fact of a piece what may change it: cards and rules, as far as they are not certainly about others."""
    v = program.vocabulary
    this = t.Const(member(kind), v.domains[kind].ids.index(piece))
    found: dict[str, list[str]] = {}
    for figure in figures(program):
        define = v.defines[figure.define]
        if figure.kind == kind:
            (param,) = define.params
            sources = [
                change.source
                for change in define.modifiers
                if verdict(v, t.Op(BOOL, "and", (t.TRUE, substitute(change.where, {param: this})))) is not False
            ]
            if sources:
                found.setdefault(figure.fact, []).extend(dict.fromkeys(sources))
    return found


def open_figures(program: Program) -> list[Figure]:
    """Those that a seat may be told: they depend on nothing that is hidden from it."""
    secrets = Secrets(program, own=True)
    return [each for each in figures(program) if not secrets.hides(t.Apply(INT, each.define, (_piece(each),)))]


def _piece(figure: Figure) -> t.Expr:
    return t.Local(member(figure.kind), "this")


def current(state: State, seat: int, pieces: dict[str, list[str]]) -> dict[str, dict[str, dict[str, int]]]:
    """By kind, piece and fact the figures that count now for a seat, where they are not what is printed.

    Args:
        state: the position; while seats choose at the same time, nothing is worked out.
        seat: for whom; somebody who looks on has no figures of its own.
        pieces: by kind, those that the seat sees.
    """
    found: dict[str, dict[str, dict[str, int]]] = {}
    if seat < 0 or state.sim is not None:
        return found
    v = state.game.program.vocabulary
    for figure in state.game.glossary.figures:
        domain = v.domains[figure.kind]
        for piece in pieces.get(figure.kind, ()):
            number = domain.ids.index(piece)
            amount = t.Apply(INT, figure.define, (t.Const(domain.type, number),))
            try:
                value = state.game.interpreter.amount(amount, state, {"me": seat})
            except BrokenRule:
                continue
            if value != domain.facts[figure.fact].values[number]:
                found.setdefault(figure.kind, {}).setdefault(piece, {})[figure.fact] = value
    return found


def _modified(v: Vocabulary, define: Define, depth: int) -> bool:
    """Whether anything changes an amount, or one it is made of."""
    return bool(define.modifiers) or any(_modified(v, each, depth + 1) for each in _made_of(v, define.value, depth))


def _made_of(v: Vocabulary, node: Any, depth: int) -> list[Define]:
    if depth > len(v.defines):
        return []
    if isinstance(node, t.Apply):
        return [v.defines[node.define]]
    if isinstance(node, t.Op):
        ways = node.args[1:] if node.name == "if" else node.args
        return [each for part in ways for each in _made_of(v, part, depth)]
    return []


def _behind(v: Vocabulary, define: Define, depth: int) -> Fact | None:
    """The one fact that an amount over one piece is made of."""
    if len(define.params) != 1 or define.value is None or depth > len(v.defines):
        return None
    (name, kind), *_ = define.params.items()
    if kind.kind != "member" or v.domains[kind.domain].kind != "piece":
        return None
    facts = _facts(v, define.value, name, depth)
    return facts[0] if facts and all(each is facts[0] for each in facts) else None


def _facts(v: Vocabulary, node: Any, param: str, depth: int) -> list[Fact] | None:
    """The facts of the piece that a value is made of; None if it is made of something else besides."""
    match node:
        case t.Const():
            return []
        case t.FactOf(of=t.Local(name=name)) if name == param and node.type.kind == "int":
            return [node.fact]
        case t.Apply(args=(t.Local(name=name),)) if name == param:
            fact = _behind(v, v.defines[node.define], depth + 1)
            return None if fact is None else [fact]
        case t.Op() if node.name in _DERIVED or (node.name == "if" and node.type.kind == "int"):
            parts = [_facts(v, part, param, depth) for part in (node.args[1:] if node.name == "if" else node.args)]
            known = [part for part in parts if part is not None]
            return [fact for part in known for fact in part] if len(known) == len(parts) else None
        case _:
            return None
