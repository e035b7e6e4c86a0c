"""Checks that need the whole game: recursion, simultaneous turns that touch what others see, names nothing uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.link.places import Places
from ruleset_core.lang.lower.suspends import possible
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import RESOURCE, SEAT
from ruleset_core.lang.walk import everything, statements
from ruleset_core.model.diagnostic import error

if TYPE_CHECKING:
    from ruleset_core.lang.link.linker import Linker


MAX_CALLS = 100
"""Deepest nesting of procedures, defines and events in each other."""


CALLING = frozenset({t.Do, t.DoCard, t.Apply, t.Emit, t.Gain, t.Lose})
"""Nodes that lead to something with a name."""


def calls(node: Any, resources: list[str]) -> Iterator[str]:
    """Procedures and defines a tree refers to (queued ones are not called, and so may form circles)."""
    for each in everything(node):
        if type(each) not in CALLING:
            continue
        if isinstance(each, t.Do):
            yield each.procedure
        elif isinstance(each, t.DoCard):
            yield from (name for name in each.procedures if name)
        elif isinstance(each, t.Apply):
            yield f"value {each.define}"
        elif isinstance(each, t.Emit):
            yield f"event {each.event.name}"
        elif isinstance(each, (t.Gain, t.Lose)):
            word = "gain" if isinstance(each, t.Gain) else "lose"
            # what is picked on the way may well be another one each time: at run time steps are counted
            open_ = isinstance(each.resource, t.Local) and each.resource.name != "resource"
            known = set() if open_ else possible(each.resource, len(resources))
            word = f"{word} again" if each.replacing else word
            yield from (f"{word} {name}" for place, name in enumerate(resources) if place in known)


def _excludes(condition: t.Expr, place: int) -> bool:
    """Whether a condition on the `resource` of an event can be seen to fail for one of them."""
    if not isinstance(condition, t.Op):
        return False
    if condition.name in {"and", "or"}:
        found = [_excludes(part, place) for part in condition.args]
        return any(found) if condition.name == "and" else all(found)
    if condition.name in {"==", "!="} and t.Local(RESOURCE, "resource") in condition.args:
        values = [part.value for part in condition.args if isinstance(part, t.Const)]
        return bool(values) and (values[0] == place) == (condition.name == "!=")
    return False


def _amounts(linker: Linker, resources: list[str]) -> Iterator[tuple[str, set[str]]]:
    """What follows at once when some of a resource is gained or lost.

    What overflows is left out: it may well be gained elsewhere, as long as there is room; at run time steps are counted.
    """
    for word in ("gain", "lose"):
        tests = {name for each in linker.v.listeners.get(word, []) for name in calls(each.condition, resources)}
        for place, name in enumerate(resources):
            found = {*tests}
            again: set[str] = set()  # what replaces another gain is not replaced itself
            if word == "gain":  # the rewards of its track
                found |= _at_once(linker, "reach", place)
                again |= _at_once(linker, "reach", place)
            for each in linker.v.listeners.get(word, []):
                if not each.queued and not _excludes(each.condition, place):
                    found.add(each.procedure)
                    again |= set() if each.instead else {each.procedure}
            yield f"{word} {name}", found
            yield f"{word} again {name}", again


def _at_once(linker: Linker, event: str, place: int) -> set[str]:
    """What follows at once when an event tells of a resource."""
    listeners = linker.v.listeners.get(event, [])
    return {each.procedure for each in listeners if not each.queued and not _excludes(each.condition, place)}


def _graph(linker: Linker) -> dict[str, set[str]]:
    resources = linker.v.domains["resource"].ids
    graph: dict[str, set[str]] = dict(_amounts(linker, resources))
    for procedure in linker.program.procedures.values():
        graph[procedure.name] = set(calls(procedure.body, resources))
    for define in linker.v.defines.values():
        parts = [
            define.value,
            *(change.where for change in define.modifiers),
            *(change.value for change in define.modifiers),
        ]
        graph[f"value {define.name}"] = {name for part in parts if part is not None for name in calls(part, resources)}
    for name, listeners in linker.v.listeners.items():
        at_once = {each.procedure for each in listeners if not each.queued}
        tests = {called for each in listeners for called in calls(each.condition, resources)}
        graph[f"event {name}"] = at_once | tests
    return graph


def check_recursion(linker: Linker) -> list[str]:
    """Nothing may call itself, however far around: every effect ends. The names, callers before what they call.

    Of circles that have a name in common one is reported: mostly one line closes them all.
    """
    graph = _graph(linker)
    depths: dict[str, int] = {}
    reported: set[str] = set()

    def visit(name: str, path: list[str]) -> int:
        if name in path:
            circle = path[path.index(name) :]
            if reported.isdisjoint(circle):
                _report_circle(linker, circle)
            reported.update(circle)
            return 0
        if name not in depths:
            depths[name] = 0
            if len(path) < MAX_CALLS:
                depths[name] = 1 + max(
                    (visit(other, [*path, name]) for other in sorted(graph.get(name, ()))), default=0
                )
            if depths[name] == MAX_CALLS or len(path) == MAX_CALLS:
                _report_depth(linker, name)
        return depths[name]

    for name in sorted(graph):
        visit(name, [])
    return sorted(depths, key=lambda name: -depths[name])


def _report_depth(linker: Linker, name: str) -> None:
    plain = name.removeprefix("value ")
    site = linker.homes.get(("define", plain)) or Site(linker.gathered.parts[0].document, ())
    linker.report(
        "E311", f"`{plain}` leads through more than {MAX_CALLS} others", site, "put some of them together", key=True
    )


def _report_circle(linker: Linker, circle: list[str]) -> None:
    """At the place where an expansion closes the circle, else at the first that is defined by name."""
    resources = linker.v.domains["resource"].ids
    places = Places(linker)
    names = [name.removeprefix("value ") for name in circle]
    defined = [name for name in names if name in linker.v.defines]
    site = places.guilty(circle, lambda tree, name: name in calls(tree, resources))
    if defined and not places.added(site):
        site = linker.homes["define", defined[0]]
    what = f"`{defined[0]}` leads" if defined else "effects lead"
    back = "itself" if defined else "themselves"
    linker.report("E311", f"{what} back to {back}", site, f"the circle: {places.circle(circle)}", key=True)


def check_simultaneous(linker: Linker) -> None:
    """In a phase where all choose at once a seat may change only what is its own."""
    for node in _flow(linker):
        if isinstance(node, t.Turns) and node.how == "simultaneous":
            phase = _phase_of(linker, node)
            found: dict[str, Origin | None] = {}
            for message, origin in _foreign(linker, node.body, set()):
                found.setdefault(message, origin)
            for message, origin in sorted(found.items(), key=lambda each: each[0]):
                _report_shared(linker, phase, message, origin)


def _report_shared(linker: Linker, phase: str, message: str, origin: Origin | None) -> None:
    """E318: at the phase; for a statement that an expansion adds to a phase of its game, at that statement."""
    site, places = linker.turn_sites[phase], Places(linker)
    advice = "a seat that chooses at the same time as others may change only its own fields"
    if origin is None or places.added(site) or not places.added(Site(origin.passage.document, origin.passage.path)):
        linker.report("E318", message, site, advice)
        return
    related = ((site.document.span(site.path), "in this phase all choose at the same time"),)
    linker.diagnostics.append(error("E318", message, origin.span, help=advice, related=related))


def _flow(linker: Linker) -> Iterator[Any]:
    for number in linker.program.top_phases:
        yield from statements(linker.program.procedures[f"phase {linker.program.phase_names[number]}"].body)


def _phase_of(linker: Linker, turns: t.Turns) -> str:
    for node in _flow(linker):
        if isinstance(node, t.Phase) and turns in node.body.items:
            return node.name
    return next(iter(linker.turn_sites))


def _foreign(linker: Linker, tree: Any, seen: set[str]) -> Iterator[tuple[str, Origin | None]]:
    """What a tree changes that is not the seat's own, and the statements that do it."""
    for node in everything(tree):
        yield from ((message, getattr(node, "origin", None)) for message in _touched(node))
    for name in calls(tree, linker.v.domains["resource"].ids):
        if name in seen:
            continue
        seen.add(name)
        if name in linker.program.procedures:
            yield from _foreign(linker, linker.program.procedures[name].body, seen)
        elif name.startswith(("event ", "gain ", "lose ")):
            event = name.removeprefix("event ") if name.startswith("event ") else name.split(" ")[0]
            for listener in linker.v.listeners.get(event, []):
                if listener.procedure not in seen:
                    seen.add(listener.procedure)
                    yield from _foreign(linker, linker.program.procedures[listener.procedure].body, seen)


def _touched(node: Any) -> Iterator[str]:
    """What is wrong with one statement where others choose at the same time."""
    match node:
        case t.Put() | t.Roll():
            if node.target.seat is None:
                yield f"this changes the shared field `{node.target.field.name}` while others choose"
            elif node.target.seat != t.Local(SEAT, "me"):
                yield f"this changes `{node.target.field.name}` of another seat while it chooses"
        case t.Shuffle() | t.Sort():
            yield from _not_own("changes", node.zone)
        case t.Move():
            yield from _not_own("changes", node.zone)
            if isinstance(node.piece, t.ZoneAt):
                yield from _not_own("takes from", node.piece.zone)
        case t.For() | t.Choose() | t.ChooseUpTo() if (zone := _emptied(node)) is not None:
            yield from _not_own("takes from", zone)
        case t.Flip():
            yield "this turns a shared piece while others choose"
        case t.Show():
            yield "this shows a piece while others choose"
        case t.As():
            yield "this lets another seat act while it chooses"
        case _:
            pass


def _not_own(does: str, zone: t.ZoneRef) -> Iterator[str]:
    """What is wrong with touching a zone, if it is not that of the seat that chooses."""
    if zone.seat is None:
        yield f"this {does} the shared zone `{zone.zone.name}` while others choose"
    elif zone.seat != t.Local(SEAT, "me"):
        yield f"this {does} `{zone.zone.name}` of another seat while it chooses"


def _emptied(node: t.For | t.Choose | t.ChooseUpTo) -> t.ZoneRef | None:
    """The zone that is gone through, if its pieces are moved."""
    through = {node.var: node.selection}
    pairs = node.selection.pairs
    if pairs is not None:
        through |= {pairs.one: pairs.first, pairs.two: pairs.second}
    for each in everything(node.body):
        if isinstance(each, t.Move) and isinstance(each.piece, t.Local) and each.piece.name in through:
            return next(iter(through[each.piece.name].zones), None)
    return None


def report_unused(linker: Linker) -> None:
    """Names that are declared and never used: usually a slip somewhere else."""
    sections: list[tuple[str, str, dict[str, Any]]] = [
        ("field", "state", linker.v.fields), ("zone", "zones", linker.v.zones), ("decision", "decisions", linker.v.decisions),
        ("define", "define", linker.v.defines), ("set", "sets", linker.v.domains), ("option", "options", linker.v.options),
        ("kind of piece", "pieces", linker.v.domains),
    ]  # fmt: skip
    for what, section, table in sections:
        for name, entry in table.items():
            site = linker.homes.get((section, name))
            if site is not None and not entry.used:
                linker.report(
                    "W501",
                    f"the {what} `{name}` is never used",
                    site,
                    "remove it, or look for the place that should use it",
                    key=True,
                    severity="warning",
                    about=name,
                )
    for resource in () if linker.v.domains["resource"].used else linker.v.resources:
        shown = resource.name in linker.program.columns
        if not resource.used and not shown and resource.origin is not None:
            linker.report(
                "W501",
                f"the resource `{resource.name}` is never used",
                Site(resource.origin.passage.document, resource.origin.passage.path),
                "remove it, or gain it somewhere",
                key=True,
                severity="warning",
                about=resource.name,
            )
    for domain in linker.v.domains.values():
        for fact in domain.facts.values():
            site = linker.homes.get((f"fact {domain.name}", fact.name))
            if site is not None and not fact.used:
                linker.report(
                    "W501",
                    f"the fact `{fact.name}` is never used",
                    site,
                    "remove it, or read it somewhere",
                    key=True,
                    severity="warning",
                    about=fact.name,
                )
    for event in linker.v.events.values():
        site = linker.homes.get(("events", event.name))
        if site is None:
            continue
        if not event.emitted:
            linker.report(
                "W501",
                f"the event `{event.name}` never happens",
                site,
                f"`emit {event.name}(...)` somewhere",
                key=True,
                severity="warning",
                about=event.name,
            )
