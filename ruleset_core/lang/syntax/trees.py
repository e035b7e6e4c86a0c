"""What the rules of the grammar make of their parts: nodes of syntax trees."""

from __future__ import annotations

from typing import Any, TypeAlias

from ruleset_core.lang.syntax import nodes as s

At: TypeAlias = tuple[int, int]
"""From which character to which (exclusive) a rule was read; (0, 0) if it was read of nothing."""


def _left(node: s.Node, at: At) -> At:
    return min(node.start, at[0]), at[1]


def _pairs(items: tuple[Any, ...]) -> list[Any]:
    return [item for item in items if item is not None]


class Tree:
    """One function per rule or alias: its place and its parts in, a syntax node out. Names come as `Word`, so with their places."""

    @staticmethod
    def effect(at: At, *items: Any) -> s.Block:
        return s.Block(*at, _rest_as_body(tuple(_pairs(items))))

    @staticmethod
    def block(at: At, inner: s.Block) -> s.Block:
        return s.Block(*at, inner.statements)

    @staticmethod
    def let(at: At, var: str, value: s.Node) -> s.Let:
        return s.Let(*at, str(var), value)

    @staticmethod
    def assign(at: At, target: s.Node, value: s.Node) -> s.Assign:
        return s.Assign(*at, target, value)

    @staticmethod
    def when(at: At, *items: Any) -> s.When:
        parts = list(items)
        otherwise: s.Block | None = parts.pop()
        while len(parts) > 2:
            body, condition = parts.pop(), parts.pop()
            inner = s.When(condition.start, (otherwise or body).end, condition, body, otherwise)
            otherwise = s.Block(inner.start, inner.end, (inner,))
        return s.When(*at, parts[0], parts[1], otherwise)

    @staticmethod
    def for_each(at: At, var: str, selection: s.Selection, where: s.Node | None, body: s.Block) -> s.ForEach:
        return s.ForEach(*at, str(var), selection, where, body)

    @staticmethod
    def repeat(at: At, times: s.Node, body: s.Block) -> s.Repeat:
        return s.Repeat(*at, times, body)

    @staticmethod
    def choose(at: At, decision: s.Word, var: str, *rest: Any) -> s.Choose:
        selection, where, second, body, instead, otherwise = rest
        return s.Choose(*at, decision, str(var), selection, where, body, otherwise, None, None, instead, second)

    @staticmethod
    def choose_up_to(at: At, times: s.Node, decision: s.Word, var: str, *rest: Any) -> s.Choose:
        selection, where, second, done, body = rest
        return s.Choose(*at, decision, str(var), selection, where, body, None, times, done, None, second)

    @staticmethod
    def second(at: At, var: str, selection: s.Selection | None, where: s.Node | None) -> s.Second:
        return s.Second(*at, str(var), selection, where)

    @staticmethod
    def choose_branch(at: At, decision: s.Word, *branches: s.Branch) -> s.ChooseBranch:
        return s.ChooseBranch(*at, decision, branches)

    @staticmethod
    def branch(at: At, member: str, where: s.Node | None, body: s.Block) -> s.Branch:
        return s.Branch(*at, str(member), where, body)

    @staticmethod
    def may(at: At, decision: s.Word, body: s.Block) -> s.May:
        return s.May(*at, decision, body)

    @staticmethod
    def may_up_to(at: At, times: s.Node, decision: s.Word, body: s.Block) -> s.May:
        return s.May(*at, decision, body, times)

    @staticmethod
    def as_seat(at: At, seat: s.Node, body: s.Block) -> s.AsSeat:
        return s.AsSeat(*at, seat, body)

    @staticmethod
    def do(at: At, target: s.Node) -> s.Do:
        return s.Do(*at, target)

    @staticmethod
    def emit(at: At, target: s.Node) -> s.Emit:
        return s.Emit(*at, target)

    @staticmethod
    def call_hook(at: At, target: s.Node) -> s.CallHook:
        return s.CallHook(*at, target)

    @staticmethod
    def pay(at: At, costs: tuple[s.Verb, ...], body: s.Node, otherwise: s.Block | None) -> s.Pay:
        block = body if isinstance(body, s.Block) else s.Block(body.start, body.end, (body,))
        return s.Pay(*at, costs, block, otherwise)

    @staticmethod
    def costs(_at: At, *verbs: s.Verb) -> tuple[s.Verb, ...]:
        return verbs

    @staticmethod
    def verb(at: At, name: Any, *args: s.Argument) -> s.Verb:
        return s.Verb(*at, str(name), name.start + len(name), args)

    @staticmethod
    def argument(at: At, word: str | None, value: s.Node) -> s.Argument:
        return s.Argument(*at, word, value)

    @staticmethod
    def word(_at: At, token: Any) -> str:
        return str(token)

    counter = tester = measurer = chooser = times = word

    @staticmethod
    def selection(at: At, of: s.Node, to: s.Node | None) -> s.Selection:
        return s.Selection(*at, of, to)

    @staticmethod
    def binary(at: At, left: s.Node, operator: Any, right: s.Node) -> s.Binary:
        return s.Binary(*_left(left, at), str(operator), left, right)

    compare = binary

    @staticmethod
    def either(_at: At, *items: s.Node) -> s.Node:
        return _chain("or", items)

    @staticmethod
    def both(_at: At, *items: s.Node) -> s.Node:
        return _chain("and", items)

    @staticmethod
    def negate(at: At, of: s.Node) -> s.Negate:
        return s.Negate(*at, of)

    @staticmethod
    def minus(at: At, _sign: Any, of: s.Node) -> s.Minus:
        return s.Minus(*at, of)

    @staticmethod
    def member(at: At, of: s.Node, selection: s.Selection) -> s.Member:
        return s.Member(*_left(of, at), of, selection)

    @staticmethod
    def attribute(at: At, of: s.Node, name: Any) -> s.Attribute:
        return s.Attribute(*_left(of, at), of, str(name))

    @staticmethod
    def index(at: At, of: s.Node, *items: s.Node) -> s.Index:
        return s.Index(*_left(of, at), of, items)

    @staticmethod
    def number(at: At, token: Any) -> s.Number:
        return s.Number(*at, int(token))

    @staticmethod
    def name(at: At, token: Any) -> s.Name:
        return s.Name(*at, str(token))

    @staticmethod
    def invoke(at: At, name: Any, *args: s.Node | None) -> s.Invoke:
        return s.Invoke(*at, str(name), tuple(arg for arg in args if arg is not None))

    @staticmethod
    def listing(at: At, *items: s.Node | None) -> s.Listing:
        return s.Listing(*at, tuple(item for item in items if item is not None))

    @staticmethod
    def conditional(at: At, condition: s.Node, then: s.Node, otherwise: s.Node) -> s.Conditional:
        return s.Conditional(*at, condition, then, otherwise)

    @staticmethod
    def can(at: At, costs: tuple[s.Verb, ...]) -> s.Can:
        return s.Can(*at, costs)

    @staticmethod
    def quantity(at: At, kind: str, var: Any, selection: s.Selection, where: s.Node | None, *rest: Any) -> s.Quantity:
        body, ties = (*rest, None, None)[:2]
        return s.Quantity(*at, kind, str(var), selection, where, body, None if ties is None else str(ties))

    @staticmethod
    def reach(at: At, var: Any, start: s.Selection, first: s.Node | None, *rest: Any) -> s.Reach:
        limit, to, step, where = rest
        return s.Reach(*at, str(var), start, first, limit, str(to), step, where)

    @staticmethod
    def way(at: At, head: Any, var: Any, start: s.Selection, first: s.Node | None, *rest: Any) -> s.Reach:
        limit, to, step, where, onward, then, further, worth = rest
        onward = "" if onward is None else str(onward)
        return s.Reach(
            *at, str(var), start, first, limit, str(to), step, where, str(head), onward, then, further, worth
        )


def _chain(operator: str, items: tuple[s.Node, ...]) -> s.Node:
    node = items[0]
    for item in items[1:]:
        node = s.Binary(node.start, item.end, operator, node, item)
    return node


def _rest_as_body(statements: tuple[s.Node, ...]) -> tuple[s.Node, ...]:
    """A `choose` without braces governs the rest of its block."""
    for place, statement in enumerate(statements):
        if isinstance(statement, s.Choose) and statement.body is None:
            rest = _rest_as_body(statements[place + 1 :])
            end = rest[-1].end if rest else statement.end
            body = s.Block(statement.end, end, rest)
            whole = s.Choose(
                statement.start, statement.end, statement.decision, statement.var, statement.selection,
                statement.where, body, None, None, second=statement.second,
            )  # fmt: skip
            return (*statements[:place], whole)
    return statements
