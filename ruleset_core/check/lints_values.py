"""Lints over where values lie: costs that no seat can ever pay, conditions about values that a field never has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from ruleset_core.check.lints_play import trees
from ruleset_core.lang import tree as t
from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.prove.changes import Changes
from ruleset_core.lang.prove.facts import Facts
from ruleset_core.lang.prove.known import NOTHING_KNOWN
from ruleset_core.lang.prove.said import written
from ruleset_core.lang.ranges import Values
from ruleset_core.lang.resolve.truth import verdict
from ruleset_core.lang.tree_placed import Placed
from ruleset_core.lang.vocabulary import Domain, Fact, Resource
from ruleset_core.lang.walk import everything, locals_of, parts
from ruleset_core.model.diagnostic import Diagnostic, Span

_CONDITIONS = frozenset(
    name for name, each in OPERATIONS.items() if each.gives == "condition" and each.form != "lowered"
)


def lint_values(linker: Linker) -> Iterator[Diagnostic]:
    """All lints of this module."""
    facts = Facts(Changes(linker.program))
    yield from costs_nobody_can_pay(linker, facts)
    yield from values_never_there(linker, facts)


def _nodes(linker: Linker) -> Iterator[tuple[Origin | None, Any]]:
    """All nodes of all trees, each with the innermost place it comes from."""
    waiting = list(trees(linker))
    while waiting:
        origin, node = waiting.pop()
        origin = (node.origin if isinstance(node, Placed) else None) or origin
        yield origin, node
        waiting += [(origin, part) for part in parts(node)]


# -- costs ------------------------------------------------------------------------------------------------------------


def costs_nobody_can_pay(linker: Linker, facts: Facts) -> Iterator[Diagnostic]:
    """W541: a cost above what a seat can ever hold, whatever is paid for or for one card."""
    found: dict[Diagnostic, None] = {}
    for origin, amount, number in _costs(linker):
        resource = linker.v.resources[number]
        least, most = facts.values(amount, NOTHING_KNOWN).low, _most(resource)
        if least > most:  # a statement has a place, and says what its condition `can` says too
            if origin is not None:
                found[_unpaid(_span(linker, origin, amount), "this costs", least, resource)] = None
        elif most < inf:
            found |= dict.fromkeys(_of_cards(linker, facts, amount, resource))
    yield from found


def _most(resource: Resource) -> float:
    """The most of a resource that a seat can hold."""
    return min((each for each in (resource.maximum, resource.spaces) if each >= 0), default=inf)


def _costs(linker: Linker) -> Iterator[tuple[Origin | None, t.Expr, int]]:
    """What is paid, or compared with what a seat has (`w.price <= coin`): where, how much, and of which resource."""
    for origin, node in _nodes(linker):
        if isinstance(node, (t.Pay, t.CanPay)):
            where = origin if isinstance(node, t.Pay) else None
            yield from ((where, amount, paid.value) for amount, paid in node.costs if isinstance(paid, t.Const))
        elif isinstance(node, t.Op) and node.name in {"<=", ">="}:
            amount, purse = node.args if node.name == "<=" else node.args[::-1]
            if isinstance(purse, t.Load) and purse.field.name == "held" and isinstance(purse.index[0], t.Const):
                yield None, amount, purse.index[0].value


def _of_cards(linker: Linker, facts: Facts, amount: t.Expr, resource: Resource) -> Iterator[Diagnostic]:
    """The cards for which an amount that depends on the card is always more than can be held; if all are, the bound is wrong."""
    for name, kind in locals_of(amount).items():
        domain = linker.v.domains.get(kind.domain)
        if domain is None or domain.kind != "piece":
            continue
        cards = [card for card, (_, of, _) in linker.cards.items() if of == domain.name and card in domain.ids]
        costs = {card: _cost_of(facts, amount, name, domain.ids.index(card)) for card in cards}
        dear = {card: cost for card, cost in costs.items() if cost > _most(resource)}
        if dear == costs and len(dear) > 1 and resource.origin is not None:
            yield _unpaid(resource.origin.span, f"every `{domain.name}` costs", min(dear.values()), resource)
            continue
        for card, cost in dear.items():
            fact = _fact_within(linker, amount, domain, domain.ids.index(card))
            if fact is not None:
                document, path = linker.cards[card][0].document, ("cards", card, fact.name)
                span = document.span(path) if path in document.places else document.key_span(path[:2])
                yield _unpaid(span, f"`{card}` costs", cost, resource)


def _cost_of(facts: Facts, amount: t.Expr, name: str, piece: int) -> float:
    """The least that an amount comes to when a local is this piece."""
    return facts.values(amount, facts.bound(name, Values(piece, piece), NOTHING_KNOWN)).low


def _fact_within(linker: Linker, amount: t.Expr, domain: Domain, place: int) -> Fact | None:
    """The greatest number that a card says of itself among what an amount looks at."""
    found: dict[str, Fact] = {}
    waiting, defines = [amount], set[str]()
    while waiting:
        for node in everything(waiting.pop()):
            if isinstance(node, t.FactOf) and node.fact.domain == domain.name and not node.fact.made:
                found[node.fact.name] = node.fact
            elif isinstance(node, t.Apply) and node.define not in defines:
                defines.add(node.define)
                value = linker.v.defines[node.define].value if node.define in linker.v.defines else None
                waiting += [] if value is None else [value]
    numbers = [(fact.values[place], fact) for fact in found.values() if fact.type.kind == "int"]
    return max(numbers, key=lambda each: int(str(each[0])), default=(0, None))[1]


def _unpaid(span: Span, what: str, least: float, resource: Resource) -> Diagnostic:
    message = f"{what} at least {least:.0f} `{resource.name}`, and nobody ever has more than {_most(resource):.0f}"
    return Diagnostic("W541", "warning", message, span, help=f"lower the cost, or raise the bound of `{resource.name}`")


# -- values that fields never have ------------------------------------------------------------------------------------


def values_never_there(linker: Linker, facts: Facts) -> Iterator[Diagnostic]:
    """W502: a condition that never holds, because nothing gives a field the values that its type allows.

    A phase `for: round, in: 1 to 4` never comes to the fifth round, even where `round` may be 1 to 5.
    """
    reached = _reached(linker, facts)
    told: dict[Span, Diagnostic] = {}
    waiting = list(trees(linker)) if reached else []
    while waiting:
        origin, node = waiting.pop()
        origin = (node.origin if isinstance(node, Placed) else None) or origin
        if origin is not None and isinstance(node, t.Op) and node.name in _CONDITIONS:
            blamed = next((each for each in everything(node) if _narrower(each, reached)), None)
            if blamed is not None and verdict(linker.v, node) is None and verdict(linker.v, node, reached) is False:
                span = _span(linker, origin, blamed)
                told[span] = _never(blamed, reached[blamed.field.name], span)
                continue
        waiting += [(origin, part) for part in parts(node)]
    yield from told.values()


def _narrower(node: Any, reached: Mapping[str, Values]) -> bool:
    return isinstance(node, t.Load) and node.field.name in reached


def _never(load: t.Load, values: Values, span: Span) -> Diagnostic:
    advice = f"the game gives `{load.field.name}` values from {values.low:.0f} to {values.high:.0f} only"
    return Diagnostic("W502", "warning", "this can never hold", span, help=advice)


def _reached(linker: Linker, facts: Facts) -> dict[str, Values]:
    """Fields that declare more values than anything in the game gives them, with those that they get."""
    found = {
        name: _joined([Values(each, each) for each in field.start])
        for name, field in linker.v.fields.items()
        if ("state", name) in linker.homes and field.type.kind == "int" and linker.v.finite(field.type) and field.start
    }
    for start in linker.program.starts:
        if start.field is not None:
            found.pop(start.field.name, None)
    for _, tree in trees(linker):
        for node in everything(tree):
            if isinstance(node, t.Put | t.Roll | t.ForField) and node.target.field.name in found:
                name = node.target.field.name
                if isinstance(node, t.Roll):
                    given = facts.declared.of(node.target.field.type.sure())  # it never gives none
                elif isinstance(node, t.Put):
                    given = facts.values(node.value, NOTHING_KNOWN)
                else:
                    given = facts.selections.members(node.selection, NOTHING_KNOWN)
                found[name] = found[name].joined(given)
    declared = {name: facts.declared.of(linker.v.fields[name].type) for name in found}
    return {
        name: inside
        for name, values in found.items()
        if (inside := values.within(*declared[name])) is not None and inside != declared[name]
    }


def _joined(values: list[Values]) -> Values:
    first, *rest = values
    for each in rest:
        first = first.joined(each)
    return first


def _span(linker: Linker, origin: Origin, node: t.Expr) -> Span:
    """Where an expression is written, if it can be found at the place it comes from; else that place."""
    whole = origin.passage.document.value(origin.passage.path) if origin.start >= 0 else None
    text = written(linker.v, node)
    at = whole.find(text, origin.start, origin.end) if isinstance(whole, str) and text else -1
    return origin.span if at < 0 else origin.passage.span(at, at + len(text))
