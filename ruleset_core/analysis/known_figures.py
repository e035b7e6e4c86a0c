"""What expressions come to that are known before a game begins, as rules texts say them: `2 * last`, `price(3)`, `lamp.price`.

>>> from ruleset_core import load
>>> from ruleset_core.analysis.statement_checker import StatementChecker
>>> from ruleset_core.analysis.binder import BindingScope
>>> from ruleset_core.lang.syntax.parser import parse
>>> v = load("creels").program.vocabulary
>>> def known(text):
...     return known_value(StatementChecker(v).expr(parse(text, "expr")[0], BindingScope()), v)
>>> known("5 * 2"), known("count d in die")
(10, 25)
>>> known("in_play") is None                     # it depends on the position
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import MEANINGS
from ruleset_core.lang.traversal import alike, rebuilt, substitute
from ruleset_core.lang.vocabulary import Cases, Template, Vocabulary

if TYPE_CHECKING:
    from ruleset_core.lang.program import Definition

OPEN: Final = "…"
"""Stands in a text for a value that only a position of the game has."""


def template_words(template: Template, v: Vocabulary) -> str:
    """A text of the data; what only a position has is left open, and of words that depend on a condition the first are said."""
    words = ""
    for piece in template:
        if isinstance(piece, str):
            words += piece
        elif isinstance(piece, Cases):
            words += template_words(piece.cases[0][1] if piece.cases else piece.otherwise, v)
        else:
            value = known_value(piece, v) if piece.type.kind == "int" else None
            words += OPEN if value is None else str(value)
    return words.strip()


def known_value(node: Any, v: Vocabulary, players: int | None = None) -> int | None:
    """What an expression comes to in every game; None if it depends on anything. What only some pieces or positions change counts for nothing."""
    match node:
        case t.Const():
            return node.value
        case t.Players():
            return players
        case t.Op(name="if", args=(condition, one, other)):
            held = known_value(condition, v, players)
            return None if held is None else known_value(one if held else other, v, players)
        case t.Op(name="and" | "or" as name):
            decides = name == "or"
            held_each = [known_value(each, v, players) for each in node.args]
            if any(each is not None and bool(each) == decides for each in held_each):
                return int(decides)
            return None if None in held_each else int(not decides)
        case t.Op() if node.name in MEANINGS:
            values = [known_value(each, v, players) for each in node.args]
            known = [each for each in values if each is not None]
            return MEANINGS[node.name](*known) if len(known) == len(values) else None
        case t.FactOf(side=None) if node.type.kind != "list":
            of = known_value(node.of, v, players)
            value = None if of is None or not 0 <= of < len(node.fact.values) else node.fact.values[of]
            return value if isinstance(value, int) else None
        case t.Apply():
            given = {
                name: known_value(each, v, players)
                for name, each in zip(v.defines[node.define].params, node.args, strict=True)
            }
            known_args = {name: value for name, value in given.items() if value is not None}
            return (
                _definition_value(v.defines[node.define], known_args, v, players)
                if len(known_args) == len(given)
                else None
            )
        case t.Quantity(kind="count", selection=t.Selection(kind="values", values=members)):
            held_by = [_holds(node, each, v, players) for each in members]
            return None if None in held_by else sum(1 for each in held_by if each)
        case _:
            return None


def _definition_value(define: Definition, given: dict[str, int], v: Vocabulary, players: int | None) -> int | None:
    """What a definition comes to with constants, and with what rules always change of it."""
    args: dict[str, t.Expr] = {name: t.Const(define.params[name], value) for name, value in given.items()}
    value = None if define.value is None else known_value(substitute(define.value, args), v, players)
    for how in ("set", "add"):
        for change in (each for each in define.modifiers if each.how == how):
            if value is not None and known_value(substitute(change.where, args), v, players):
                by = known_value(substitute(change.value, args), v, players)
                value = by if by is None or how == "set" else value + by
    return value


def _holds(node: t.Quantity, member: int, v: Vocabulary, players: int | None) -> int | None:
    if node.where is None:
        return 1
    return known_value(substitute(node.where, {node.var: t.Const(node.selection.type, member)}), v, players)


# -- with so many players, with a value of an option: `{last with players 2}`, `{coin.start without expert}` -----------


def assumptions(v: Vocabulary) -> dict[str, tuple[t.Expr, dict[str, int]]]:
    """What may be assumed, by name: the node that asks for it, and its values by how they are written."""
    low, high = v.players
    known: dict[str, tuple[t.Expr, dict[str, int]]] = {
        "players": (t.Players(), {str(each): each for each in range(low, high + 1)})
    }
    for option in v.options.values():
        if option.type.kind == "bool":
            values = {"false": 0, "true": 1}
        elif option.type.domain in v.domains:
            values = {name: place for place, name in enumerate(v.domains[option.type.domain].ids)}
        else:
            values = {str(each): each for each in range(option.type.low or 0, (option.type.high or 0) + 1)}
        known[option.name] = t.OptionValue(option.type, option.place), values
    return known


def assuming(node: t.Expr, asked: t.Expr, value: int, v: Vocabulary) -> t.Expr:
    """An expression with a value instead of what is asked, also in the definitions that it names."""

    def change(each: Any) -> Any:
        if alike(each, asked):
            return t.Const(asked.type, value)
        if isinstance(each, t.Apply) and (define := v.defines[each.define]).value is not None:
            args = tuple(map(change, each.args))
            said = change(substitute(define.value, dict(zip(define.params, args, strict=True))))
            known = known_value(said, v)
            return t.Apply(each.type, each.define, args) if known is None else t.Const(each.type, known)
        made = rebuilt(each, change)
        if isinstance(made, t.Op) and made.name == "if" and (taken := known_value(made.args[0], v)) is not None:
            return made.args[1 if taken else 2]
        return made

    changed: t.Expr = change(node)
    return changed
