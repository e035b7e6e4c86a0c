"""Warnings about effects: fields never set, options never offered, costs nobody can pay, conditions that never hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from ruleset_core.analysis.dependencies import SideEffects
from ruleset_core.analysis.generated_definitions import card_value_texts as stands
from ruleset_core.analysis.known_ranges import NOTHING_KNOWN
from ruleset_core.analysis.range_analysis import ConditionTruth, RangeAnalysis
from ruleset_core.analysis.secrecy import secret_log_texts
from ruleset_core.analysis.text_reader import SourceSite
from ruleset_core.analysis.unproven_accesses import expression_text
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Diagnostic, Span
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Domain, Fact
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.traversal import all_nodes, locals_of, parts, written
from ruleset_core.lang.typed_statements import StatementNode
from ruleset_core.lang.types import IntervalSet, with_article
from ruleset_core.lang.vocabulary import DecisionDeclaration, Resource, Zone, template_expressions
from ruleset_core.model.schema.validation import texts_in, words_in_text

# Lints over everything a game can do: fields, options and events that lead nowhere.


def entry_warning(code: str, message: str, site: SourceSite, help: str) -> Diagnostic:  # noqa: A002 - as in Diagnostic
    """A warning about the key of an entry."""
    return Diagnostic(code, "warning", message, site.document.key_span(site.path), help=help)


@dataclass(slots=True)
class EffectUses:
    """What all effects and expressions of a game do: fields read, set and counted with, options offered by decision."""

    read: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    counted: set[str] = field(default_factory=set)
    offered: dict[str, set[int]] = field(default_factory=dict)


def lint_play(linker: Linker) -> Iterator[Diagnostic]:
    """All lints of this module."""
    uses = EffectUses()
    for _, tree in all_trees(linker):
        _visit(linker, tree, uses)
    yield from fields_never_set(linker, uses)
    yield from fields_never_read(linker, uses)
    yield from options_never_offered(linker, uses)
    yield from events_without_listeners(linker)
    yield from hidden_log_texts(linker)
    yield from answers_that_tell_pieces(linker)
    yield from orders_without_reactions(linker)
    yield from effects_never_run(linker)


def fields_never_set(linker: Linker, uses: EffectUses) -> Iterator[Diagnostic]:
    """W508: a field that is read, but keeps its first value for ever."""
    for name, site in _declared(linker, "state"):
        if name in uses.read & uses.written - uses.changed:
            yield entry_warning(
                "W508",
                f"the field `{name}` is only ever set to its first value",
                site,
                "set it to another one somewhere",
            )
        elif name in uses.read - uses.written - uses.counted:
            yield entry_warning(
                "W508",
                f"the field `{name}` is never set",
                site,
                "set or roll it somewhere; a fixed amount is a `define`",
            )


def fields_never_read(linker: Linker, uses: EffectUses) -> Iterator[Diagnostic]:
    """W509: a field that is set, but on which nothing depends.

    What phases count with is shown to players, and so is what a look, the hints for the view or a text for the log speaks of; a field
    that its owner alone sees is what that seat knows.
    """
    shown = _displayed_words(linker)
    for name, site in _declared(linker, "state"):
        known = name in linker.v.fields and linker.v.fields[name].visible == "owner"
        if name in uses.written - uses.read - uses.counted - shown and not known:
            yield entry_warning(
                "W509", f"the field `{name}` is set, but nothing reads it", site, "use it somewhere, or remove it"
            )


def _displayed_words(linker: Linker) -> set[str]:
    """The words of all looks and of the hints for the view, and the fields whose changes are told."""
    data = [part.document.data.get(key) for part in linker.gathered.parts for key in ("look", "view")]
    told = {name for name, each in linker.v.fields.items() if each.tell}
    return told | {word for each in data for text in texts_in(each) for word in words_in_text(text)}


def options_never_offered(linker: Linker, uses: EffectUses) -> Iterator[Diagnostic]:
    """W514: a member of a set that no `choose` of the decision over that set can offer."""
    for name, site in _declared(linker, "decisions"):
        decision = linker.v.decisions[name]
        domain = linker.v.domains.get(decision.type.domain)
        if name not in uses.offered or domain is None or domain.kind != "set":
            continue
        for place, member in enumerate(domain.ids):
            if place not in uses.offered[name]:
                advice = (
                    f"add a branch `{member} {{ ... }}`, or take it out of the set"
                    if decision.branched
                    else f"offer it behind `in`, or ask for a set without it: `{{of: {domain.name}, except: [{member}]}}`"
                )
                yield entry_warning("W514", f"`{name}` never offers `{member}`", site, advice)


def events_without_listeners(linker: Linker) -> Iterator[Diagnostic]:
    """W515: an event that happens, but that nothing follows and nobody is told of."""
    for name, site in _declared(linker, "events"):
        event = linker.v.events[name]
        if event.emitted and not event.heard and not event.tell:
            yield entry_warning(
                "W515",
                f"nothing follows the event `{name}`",
                site,
                f"add `when: {{event: {name}, do: ...}}` to a card or rule",
            )


def hidden_log_texts(linker: Linker) -> Iterator[Diagnostic]:
    """W525: a text for the log that looks at what not all may see, so that nobody or only some are told."""
    for section, name in sorted(secret_log_texts(linker.program)):
        for found, site in _declared(linker, section):
            if found == name:
                message = f"nobody is told the `tell` of `{name}`: it looks at what not everybody may see"
                yield entry_warning("W525", message, site, "leave out what is hidden, or ask for what everybody sees")
    for name, site in _declared(linker, "state"):
        field_of = linker.v.fields[name]
        if field_of.tell and field_of.visible != "all":
            whom = {"owner": "only its owner", "piece": "who sees the piece alone"}.get(field_of.visible, "nobody")
            message = f"{whom} is told the `tell` of `{name}`, for its value is hidden"
            yield entry_warning("W525", message, site, "that is well if it is meant; else make it visible to all")


_UNSEEN: Final = frozenset({"owner", "nobody", "seen"})
"""Zones in which others do not see the pieces."""


def answers_that_tell_pieces(linker: Linker) -> Iterator[Diagnostic]:
    """W548: an answer names a piece that goes from a hidden zone to a hidden zone, and everybody is told which one.

    `choose card c in hand { move c to crib }` with a `hand` and a `crib` that only the owner sees. Not where anything else is done with
    the piece: others may be meant to know it then.
    """
    found: dict[Span, Diagnostic] = {}
    for origin, node in _nodes(linker):
        if (
            not isinstance(node, (t.Choose, t.ChooseUpTo, t.ChooseSeveral))
            or node.decision.secret
            or node.decision.keys
        ):
            continue
        zone, where = node.selection.zone, _only_moved_to(node.body, node.var)
        if origin is None or zone is None or zone.zone.visible not in _UNSEEN or not where:
            continue
        if all(each.visible in _UNSEEN for each in where):
            message = f"`{node.decision.name}` tells everybody which `{zone.zone.kind}` goes to `{where[0].name}`, where it is hidden"
            advice = (
                f"write `secret: true` under `{node.decision.name}`, or `notation:` with what others may know of it"
            )
            site = linker.homes.get(("decisions", node.decision.name))
            if site is not None:
                made = entry_warning("W548", message, site, advice)
                found.setdefault(made.span, made)
    yield from found.values()


def _only_moved_to(body: t.Block, var: str) -> list[Zone]:
    """The zones to which a picked piece is moved, if nothing else is done with it."""
    moves = [node for node in all_nodes(body) if isinstance(node, t.Move) and _is_local(node.piece, var)]
    uses = sum(_is_local(node, var) for node in all_nodes(body))
    return [each.zone.zone for each in moves] if uses == len(moves) else []


def _is_local(node: Any, name: str) -> bool:
    return isinstance(node, t.Local) and node.name == name


def orders_without_reactions(linker: Linker) -> Iterator[Diagnostic]:
    """W518: an event whose reactions are put in order, but no piece of that kind reacts."""
    for name, site in _declared(linker, "events"):
        event = linker.v.events[name]
        if event.order is not None and event.heard and not any(map(event.orders, linker.v.listeners[name])):
            yield entry_warning(
                "W518",
                f"no `{event.order.kind}` reacts to `{name}`, so nothing is put in order",
                site.at("order"),
                "take out `order`, or ask about the pieces that react",
            )


def effects_never_run(linker: Linker) -> Iterator[Diagnostic]:
    """W506: the effect of a card of a kind whose effects nothing does."""
    bodies = [each.body for each in linker.program.procedures.values()]
    done = {node.of.type.domain for body in bodies for node in all_nodes(body) if isinstance(node, t.DoCard)}
    for kind, sites in stands(linker, "effect").items():
        advice = f"do it somewhere: `do x.effect`, where `x` is {with_article(kind)}; what acts by itself is a `when:`"
        for site in () if kind in done else sites:
            yield entry_warning("W506", f"nothing does the `effect` of {with_article(kind)}", site, advice)


def _declared(linker: Linker, section: str) -> Iterator[tuple[str, SourceSite]]:
    yield from ((name, site) for (where, name), site in linker.homes.items() if where == section)


def _values(
    linker: Linker, node: t.Choose | t.ChooseUpTo | t.ChooseSeveral
) -> Iterator[tuple[DecisionDeclaration, set[int]]]:
    """What a question can offer, by decision: of answers of several kinds those of each kind. Answers of several parts are left out."""
    if isinstance(node, t.ChooseSeveral) or node.selection.answer is None:
        offered = set() if isinstance(node, t.ChooseSeveral) else _among(linker, node.selection, node.decision)
        yield node.decision, offered
        return
    first = node.decision.base
    kinds = {linker.v.decisions[name].base - first: linker.v.decisions[name] for name in node.decision.kinds}
    for part in node.selection.answer.kinds:
        if part.first in kinds and part.then is None:
            yield kinds[part.first], _among(linker, part.selection, kinds[part.first])


def _among(linker: Linker, selection: t.Selection, decision: DecisionDeclaration) -> set[int]:
    if selection.kind == "values":
        return set(selection.values)
    if selection.kind == "items" and all(isinstance(part, t.Const) for part in selection.parts):
        return {part.value for part in selection.parts if isinstance(part, t.Const)}
    return set(linker.v.members(decision.type))


def all_trees(linker: Linker) -> Iterator[tuple[Origin | None, Any]]:
    """All effects and expressions of a game, and where they stand; statements know that themselves."""
    program, v = linker.program, linker.v
    for procedure in program.procedures.values():
        yield None, procedure.body
    for define in v.defines.values():
        yield from ((define.origin, part) for part in (define.value, define.body) if part is not None)
        for change in define.modifiers:
            yield change.condition_origin, change.where
            yield change.origin, change.value
    yield from ((listener.origin, listener.condition) for all_ in v.listeners.values() for listener in all_)
    for decision in v.decisions.values():
        yield from ((why.origin, why.unless) for why in decision.why)
        said = [text for why in decision.why for text in why.say.values()]
        texts = (*said, *decision.ask.values(), *decision.option_texts())
        yield from ((decision.origin, piece) for text in texts for piece in template_expressions(text))
        yield from ((decision.origin, key) for key in decision.keys)
        if decision.default is not None:
            yield decision.origin, decision.default
    yield from ((None, start.value) for start in program.starts)
    for row in program.scores:
        yield row.origin, row.amount
        if row.where is not None:
            yield row.condition_origin, row.where
        if row.items is not None:
            yield row.origin, row.items
    yield from ((origin, tree) for tree, origin in (*program.claims, *program.invariants))
    yield from ((each.origin, each.when) for each in program.achievements)


def _visit(linker: Linker, node: Any, uses: EffectUses) -> None:
    targets = [each for each in written(node) if isinstance(each, t.Load)]
    if isinstance(node, t.Load):
        uses.read.add(node.field.name)
    elif isinstance(node, (t.Choose, t.ChooseUpTo, t.ChooseSeveral)):
        for decision, values in _values(linker, node):
            uses.offered.setdefault(decision.name, set()).update(values)
    for part in parts(node):
        target = next((each for each in targets if each is part), None)
        if target is None:
            _visit(linker, part, uses)
            continue
        (uses.counted if isinstance(node, t.ForField) else uses.written).add(target.field.name)
        if not _keeps(node) or any(start.field is target.field for start in linker.program.starts):
            uses.changed.add(target.field.name)
        for inner in parts(target):
            _visit(linker, inner, uses)


def _keeps(node: Any) -> bool:
    """Whether a statement only puts the first value of a field back."""
    return (
        isinstance(node, t.Put)
        and isinstance(node.value, t.Const)
        and node.target.field.start[:1] == (node.value.value,)
    )


# Lints over where values lie: costs that no seat can ever pay, conditions about values that a field never has.

_CONDITIONS = frozenset(
    name for name, each in OPERATIONS.items() if each.gives == "condition" and each.form != "lowered"
)


def lint_values(linker: Linker) -> Iterator[Diagnostic]:
    """All lints of this module."""
    facts = RangeAnalysis(linker.v, SideEffects(linker.program).keys)
    yield from unpayable_costs(linker, facts)
    yield from impossible_conditions(linker, facts)


def _nodes(linker: Linker) -> Iterator[tuple[Origin | None, Any]]:
    """All nodes of all trees, each with the innermost place it comes from."""
    waiting = list(all_trees(linker))
    while waiting:
        origin, node = waiting.pop()
        origin = (node.origin if isinstance(node, StatementNode) else None) or origin
        yield origin, node
        waiting += [(origin, part) for part in parts(node)]


# -- costs ------------------------------------------------------------------------------------------------------------


def unpayable_costs(linker: Linker, facts: RangeAnalysis) -> Iterator[Diagnostic]:
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


def _of_cards(linker: Linker, facts: RangeAnalysis, amount: t.Expr, resource: Resource) -> Iterator[Diagnostic]:
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


def _cost_of(facts: RangeAnalysis, amount: t.Expr, name: str, piece: int) -> float:
    """The least that an amount comes to when a local is this piece."""
    return facts.values(amount, facts.bound(name, IntervalSet(piece, piece), NOTHING_KNOWN)).low


def _fact_within(linker: Linker, amount: t.Expr, domain: Domain, place: int) -> Fact | None:
    """The greatest number that a card says of itself among what an amount looks at."""
    found: dict[str, Fact] = {}
    waiting, defines = [amount], set[str]()
    while waiting:
        for node in all_nodes(waiting.pop()):
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


def impossible_conditions(linker: Linker, facts: RangeAnalysis) -> Iterator[Diagnostic]:
    """W502: a condition that never holds, because nothing gives a field the values that its type allows.

    A phase `for: round, in: 1 to 4` never comes to the fifth round, even where `round` may be 1 to 5.
    """
    reached = _reached(linker, facts)
    told: dict[Span, Diagnostic] = {}
    plain, narrowed = ConditionTruth(linker.v), ConditionTruth(linker.v, reached)
    waiting = list(all_trees(linker)) if reached else []
    while waiting:
        origin, node = waiting.pop()
        origin = (node.origin if isinstance(node, StatementNode) else None) or origin
        if origin is not None and isinstance(node, t.Op) and node.name in _CONDITIONS:
            blamed = next((each for each in all_nodes(node) if _narrower(each, reached)), None)
            if blamed is not None and plain.verdict(node) is None and narrowed.verdict(node) is False:
                span = _span(linker, origin, blamed)
                told[span] = _never(blamed, reached[blamed.field.name], span)
                continue
        waiting += [(origin, part) for part in parts(node)]
    yield from told.values()


def _narrower(node: Any, reached: Mapping[str, IntervalSet]) -> bool:
    return isinstance(node, t.Load) and node.field.name in reached


def _never(load: t.Load, values: IntervalSet, span: Span) -> Diagnostic:
    advice = f"the game gives `{load.field.name}` values from {values.low:.0f} to {values.high:.0f} only"
    return Diagnostic("W502", "warning", "this can never hold", span, help=advice)


def _reached(linker: Linker, facts: RangeAnalysis) -> dict[str, IntervalSet]:
    """Fields that declare more values than anything in the game gives them, with those that they get."""
    found = {
        name: _joined([IntervalSet(each, each) for each in field.start])
        for name, field in linker.v.fields.items()
        if ("state", name) in linker.homes and field.type.kind == "int" and linker.v.finite(field.type) and field.start
    }
    for start in linker.program.starts:
        if start.field is not None:
            found.pop(start.field.name, None)
    for _, tree in all_trees(linker):
        for node in all_nodes(tree):
            if isinstance(node, t.Put | t.Roll | t.ForField) and node.target.field.name in found:
                name = node.target.field.name
                if isinstance(node, t.Roll):
                    given = facts.declared.range_of(node.target.field.type.sure())  # it never gives none
                elif isinstance(node, t.Put):
                    given = facts.values(node.value, NOTHING_KNOWN)
                else:
                    given = facts.selections.members(node.selection, NOTHING_KNOWN)
                found[name] = found[name].joined(given)
    declared = {name: facts.declared.range_of(linker.v.fields[name].type) for name in found}
    return {
        name: inside
        for name, values in found.items()
        if (inside := values.within(*declared[name])) is not None and inside != declared[name]
    }


def _joined(values: list[IntervalSet]) -> IntervalSet:
    first, *rest = values
    for each in rest:
        first = first.joined(each)
    return first


def _span(linker: Linker, origin: Origin, node: t.Expr) -> Span:
    """Where an expression is written, if it can be found at the place it comes from; else that place."""
    whole = origin.passage.document.value(origin.passage.path) if origin.start >= 0 else None
    text = expression_text(linker.v, node)
    at = whole.find(text, origin.start, origin.end) if isinstance(whole, str) and text else -1
    return origin.span if at < 0 else origin.passage.span(at, at + len(text))
