"""Lints over everything a game can do: fields, options and events that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.link.said import written
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.tells import secret_tells
from ruleset_core.lang.templates import expressions
from ruleset_core.lang.types import a
from ruleset_core.lang.walk import everything, parts
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.salvage import texts_in, words_of


def warn(code: str, message: str, site: Site, help: str) -> Diagnostic:  # noqa: A002 - as in Diagnostic
    """A warning about the key of an entry."""
    return Diagnostic(code, "warning", message, site.document.key_span(site.path), help=help)


@dataclass(slots=True)
class Uses:
    """What all effects and expressions of a game do: fields read, set and counted with, options offered by decision."""

    read: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    counted: set[str] = field(default_factory=set)
    offered: dict[str, set[int]] = field(default_factory=dict)


def lint_play(linker: Linker) -> Iterator[Diagnostic]:
    """All lints of this module."""
    uses = Uses()
    for _, tree in trees(linker):
        _visit(linker, tree, uses)
    yield from fields_never_set(linker, uses)
    yield from fields_never_read(linker, uses)
    yield from options_never_offered(linker, uses)
    yield from events_nobody_hears(linker)
    yield from tells_for_nobody(linker)
    yield from orders_of_nothing(linker)
    yield from effects_never_done(linker)


def fields_never_set(linker: Linker, uses: Uses) -> Iterator[Diagnostic]:
    """W508: a field that is read, but keeps its first value for ever."""
    for name, site in _declared(linker, "state"):
        if name in uses.read & uses.written - uses.changed:
            yield warn(
                "W508",
                f"the field `{name}` is only ever set to its first value",
                site,
                "set it to another one somewhere",
            )
        elif name in uses.read - uses.written - uses.counted:
            yield warn(
                "W508",
                f"the field `{name}` is never set",
                site,
                "set or roll it somewhere; a fixed amount is a `define`",
            )


def fields_never_read(linker: Linker, uses: Uses) -> Iterator[Diagnostic]:
    """W509: a field that is set, but on which nothing depends.

    What phases count with is shown to players, and so is what a look, the hints for the view or a text for the log speaks of; a field
    that its owner alone sees is what that seat knows.
    """
    shown = _shown(linker)
    for name, site in _declared(linker, "state"):
        known = name in linker.v.fields and linker.v.fields[name].visible == "owner"
        if name in uses.written - uses.read - uses.counted - shown and not known:
            yield warn(
                "W509", f"the field `{name}` is set, but nothing reads it", site, "use it somewhere, or remove it"
            )


def _shown(linker: Linker) -> set[str]:
    """The words of all looks and of the hints for the view, and the fields whose changes are told."""
    data = [part.document.data.get(key) for part in linker.gathered.parts for key in ("look", "view")]
    told = {name for name, each in linker.v.fields.items() if each.tell}
    return told | {word for each in data for text in texts_in(each) for word in words_of(text)}


def options_never_offered(linker: Linker, uses: Uses) -> Iterator[Diagnostic]:
    """W514: a member of a set that no `choose` of the decision over that set can offer."""
    for name, site in _declared(linker, "decisions"):
        domain = linker.v.domains.get(linker.v.decisions[name].type.domain)
        if name not in uses.offered or domain is None or domain.kind != "set":
            continue
        for place, member in enumerate(domain.ids):
            if place not in uses.offered[name]:
                advice = f"add a branch `{member} {{ ... }}`, or take it out of the set"
                yield warn("W514", f"`{name}` never offers `{member}`", site, advice)


def events_nobody_hears(linker: Linker) -> Iterator[Diagnostic]:
    """W515: an event that happens, but that nothing follows and nobody is told of."""
    for name, site in _declared(linker, "events"):
        event = linker.v.events[name]
        if event.emitted and not event.heard and not event.tell:
            yield warn(
                "W515",
                f"nothing follows the event `{name}`",
                site,
                f"add `when: {{event: {name}, do: ...}}` to a card or rule",
            )


def tells_for_nobody(linker: Linker) -> Iterator[Diagnostic]:
    """W525: a text for the log that looks at what not all may see, so that nobody or only some are told."""
    for section, name in sorted(secret_tells(linker.program)):
        for found, site in _declared(linker, section):
            if found == name:
                message = f"nobody is told the `tell` of `{name}`: it looks at what not everybody may see"
                yield warn("W525", message, site, "leave out what is hidden, or ask for what everybody sees")
    for name, site in _declared(linker, "state"):
        field_of = linker.v.fields[name]
        if field_of.tell and field_of.visible != "all":
            whom = "only its owner" if field_of.visible == "owner" else "nobody"
            message = f"{whom} is told the `tell` of `{name}`, for its value is hidden"
            yield warn("W525", message, site, "that is well if it is meant; else make it visible to all")


def orders_of_nothing(linker: Linker) -> Iterator[Diagnostic]:
    """W518: an event whose reactions are put in order, but no piece of that kind reacts."""
    for name, site in _declared(linker, "events"):
        event = linker.v.events[name]
        if event.order is not None and event.heard and not any(map(event.orders, linker.v.listeners[name])):
            yield warn(
                "W518",
                f"no `{event.order.kind}` reacts to `{name}`, so nothing is put in order",
                site.at("order"),
                "take out `order`, or ask about the pieces that react",
            )


def effects_never_done(linker: Linker) -> Iterator[Diagnostic]:
    """W506: the effect of a card of a kind whose effects nothing does."""
    bodies = [each.body for each in linker.program.procedures.values()]
    done = {node.of.type.domain for body in bodies for node in everything(body) if isinstance(node, t.DoCard)}
    for kind, sites in written(linker, "effect").items():
        advice = f"do it somewhere: `do x.effect`, where `x` is {a(kind)}; what acts by itself is a `when:`"
        for site in () if kind in done else sites:
            yield warn("W506", f"nothing does the `effect` of {a(kind)}", site, advice)


def _declared(linker: Linker, section: str) -> Iterator[tuple[str, Site]]:
    yield from ((name, site) for (where, name), site in linker.homes.items() if where == section)


def _values(linker: Linker, node: t.Choose | t.ChooseUpTo) -> set[int]:
    selection = node.selection
    if selection.kind == "values":
        return set(selection.values)
    if selection.kind == "items" and all(isinstance(part, t.Const) for part in selection.parts):
        return {part.value for part in selection.parts if isinstance(part, t.Const)}
    return set(linker.v.members(node.decision.type))


def trees(linker: Linker) -> Iterator[tuple[Origin | None, Any]]:
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
        texts = (*said, *decision.ask.values(), *decision.said_of_options())
        yield from ((decision.origin, piece) for text in texts for piece in expressions(text))
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
    yield from ((origin, tree) for tree, origin in program.claims)
    yield from ((each.origin, each.when) for each in program.achievements)


def _visit(linker: Linker, node: Any, uses: Uses) -> None:
    target = _target(node)
    if isinstance(node, t.Load):
        uses.read.add(node.field.name)
    elif isinstance(node, (t.Choose, t.ChooseUpTo)):
        uses.offered.setdefault(node.decision.name, set()).update(_values(linker, node))
    for part in parts(node):
        if part is not target:
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


def _target(node: Any) -> Any:
    """The field a statement writes."""
    if isinstance(node, (t.Put, t.Roll, t.ForField)):
        return node.target
    return node.side if isinstance(node, t.Flip) else None
