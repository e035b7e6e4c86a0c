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

`AmountFinder` finds the amounts of what statements do: with `coin` and the phase `income`, the 2 of `gain 2 coin`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import MEANINGS
from ruleset_core.lang.program import Definition, Program
from ruleset_core.lang.traversal import alike, parts, rebuilt, substitute, times
from ruleset_core.lang.types import INT
from ruleset_core.lang.vocabulary import Cases, Template, Vocabulary

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


# What the statements of an entry do with something: `gain coin`, `move card`, `reach fame`.


class _Found(NamedTuple):
    """A node, how often the loops around it run, what loops go through, and what parameters are given in this call."""

    node: Any
    repeated: tuple[t.Expr, ...] = ()
    loops: frozenset[str] = frozenset()
    given: Mapping[str, t.Expr] = MappingProxyType({})


def _as_often(amount: t.Expr, repeated: Sequence[t.Expr]) -> t.Expr:
    for each in repeated:
        amount = each if isinstance(amount, t.Const) and amount.value == 1 else times(each, amount)
    return amount


class AmountFinder:
    """Finds amounts of some things in trees: of sections, by their names."""

    def __init__(self, program: Program, things: set[tuple[str, str]], left: int) -> None:
        self.v, self._procedures, self.left = program.vocabulary, program.procedures, left
        self.things = things

    def amounts(self, verb: str, tree: Any) -> Iterator[t.Expr]:
        """The amounts of what a verb does with them."""
        for found in self._walk(_Found(tree)):
            for amount in self._at(verb, found):
                bound = substitute(amount, dict(found.given))
                yield _as_often(bound, found.repeated) if verb != "reach" else bound

    def _walk(self, found: _Found) -> Iterator[_Found]:
        """All nodes of a tree, and of the effects with a name that it does."""
        yield found
        self.left -= 1
        node = found.node
        if isinstance(node, t.Repeat):
            found = found._replace(repeated=(*found.repeated, substitute(node.times, dict(found.given))))
        elif isinstance(node, t.For):
            found = found._replace(loops=found.loops | {node.var})
        for each in parts(node) if self.left > 0 else ():
            yield from self._walk(found._replace(node=each))
        if isinstance(node, t.Do) and node.procedure in self._procedures and self.left > 0:
            called = self._procedures[node.procedure]
            given = {
                name: substitute(arg, dict(found.given)) for name, arg in zip(called.params, node.args, strict=False)
            }
            yield from self._walk(found._replace(node=called.body, given=given))

    def _at(self, verb: str, found: _Found) -> Iterator[t.Expr]:
        match verb, found.node:
            case ("gain", t.Gain(amount=amount, resource=what)) | ("lose", t.Lose(amount=amount, resource=what)):
                if self._is_resource(what):
                    yield amount
            case "pay", t.Pay(costs=costs):
                yield from (amount for amount, what in costs if self._is_resource(what))
            case "move", t.Move(piece=piece, zone=zone):
                looped = isinstance(piece, t.Local) and piece.name in found.loops
                if not looped and ({("pieces", piece.type.domain), ("zones", zone.zone.name)} & self.things):
                    yield t.Const(INT, 1)
            case "reach", t.Op(name=">=" | ">" | "==" | "!=" | "<=" | "<", args=(one, other)):
                for side, bound in ((one, other), (other, one)):
                    if self._is_thing(side) and not self._is_none(bound):
                        yield bound

    def _is_resource(self, node: t.Expr) -> bool:
        if not isinstance(node, t.Const) or node.type.domain != "resource":
            return False
        return ("resources", self.v.domains["resource"].ids[node.value]) in self.things

    def _is_thing(self, node: t.Expr) -> bool:
        match node:
            case t.Load(field=field, index=index):
                return ("state", field.name) in self.things or (field.name == "held" and self._is_resource(index[-1]))
            case t.Apply(define=define):
                return ("define", define) in self.things
            case t.Quantity(kind="count", selection=t.Selection(zone=t.ZoneRef(zone=zone))):
                return ("zones", zone.name) in self.things
            case _:
                return False

    @staticmethod
    def _is_none(node: t.Expr) -> bool:
        return isinstance(node, t.Const) and node.value == -1 and (node.type.optional or node.type.kind == "none")
