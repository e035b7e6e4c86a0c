"""Checks of a whole program: recursion, simultaneous turns, unused names, missing acting seats, conflicts between expansions.

Some mistakes show only when all texts of a game are read:

    raid: {effect: do flee}, flee: {effect: do raid}       E311: `flee` leads back to itself; the circle: `flee` -> `raid` -> `flee`
    set strength[left(me)] = 3, in simultaneous turns      E318: this changes `strength` of another seat while it chooses
    choose ..., in a phase without `turns`                 E307: nobody can choose here: no seat is acting
    a field that no text reads                             W501: the field `best` is never used

`check_recursion` also gives the order in which range analysis visits definitions and procedures: callers first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple

from ruleset_core.analysis.control_flow import possible_resources
from ruleset_core.analysis.desugaring import GAIN, desugared, tracked_resources
from ruleset_core.analysis.game_flow import DecisionLinker
from ruleset_core.analysis.range_analysis import ConditionTruth
from ruleset_core.analysis.statement_checker import refused_in_trial
from ruleset_core.analysis.step_costs import excessive_costs
from ruleset_core.analysis.text_reader import SourceSite
from ruleset_core.diagnostics import Diagnostic, error
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import Definition
from ruleset_core.lang.quantities import OF_MEMBERS
from ruleset_core.lang.runtime import STEPS
from ruleset_core.lang.traversal import TreeFold, all_nodes, both, depends_on_seat, leads, parts, statements, written
from ruleset_core.lang.typed_statements import StatementNode
from ruleset_core.lang.types import RESOURCE, SEAT
from ruleset_core.model.drafts import OverlayChange, overlay_conflict

# Where what runs under a name of its own stands in the files, and how a designer calls it.
#
# Names are those of procedures (`effect oak`, `when rule interest -1 0`), and `value NAME`, `event NAME`, `gain
# RESOURCE`, `lose RESOURCE` for what checks of the whole game look at besides.

Part = tuple[Any, SourceSite]
"""A tree, and where it is written."""


class NamePlaces:
    """The places of the names of a linked game."""

    def __init__(self, linker: DecisionLinker) -> None:
        self.linker = linker
        self._foreign = {
            *(id(each.document) for each in linker.gathered.parts if each.origin),
            *(id(each.document) for each in linker.gathered.cards if each.origin),
        }

    def added(self, site: SourceSite) -> bool:
        """Whether something stands in an expansion."""
        return id(site.document) in self._foreign

    def parts(self, name: str) -> Iterator[Part]:
        """The trees that run under a name, each with its place, as far as they have one."""
        v, homes = self.linker.v, self.linker.homes
        kind, _, plain = name.partition(" ")
        if kind == "value":
            define = v.defines[plain]
            if define.value is not None:
                yield define.value, homes["define", plain]
            for number, change in enumerate(define.modifiers):
                site = homes[f"modifier {plain}", str(number)]
                yield change.where, site.at("where")
                yield change.value, site.at(change.how)
        elif kind in {"event", "gain", "lose"} and self._home(name) is None:
            for each in v.listeners.get(plain if kind == "event" else kind, []):
                home = self._home(each.procedure)
                if home is not None:
                    yield each.condition, home.at("where")
        elif name in self.linker.program.procedures and (own := self._home(name)) is not None:
            yield self.linker.program.procedures[name].body, own

    def _home(self, name: str) -> SourceSite | None:
        plain = name.partition(" #")[0]
        linker = self.linker
        phase = plain.removeprefix("phase ")
        return (
            linker.homes.get(("procedure", plain))
            or linker.homes.get(("define", plain))
            or (linker.phase_sites.get(phase) if phase != plain else None)
        )

    def circle_origin(self, names: Sequence[str], leads: Callable[[Any, str], bool]) -> SourceSite:
        """Of names that lead to each other in a circle, the place to mend.

        Where an expansion changes something of the game; else what it brings itself; else the first that has a place.
        """
        own: list[SourceSite] = []
        steps: list[SourceSite] = []
        for name, following in zip(names, [*names[1:], names[0]], strict=True):
            home = self.linker.homes.get(("define", name.removeprefix("value ")))
            own += [] if home is None else [home]
            found = [site for tree, site in self.parts(name) if leads(tree, following)]
            if home is None or not self.added(home):
                steps += found
            own += found
        return next(filter(self.added, [*steps, *own]), own[0] if own else self.start())

    def start(self) -> SourceSite:
        """The beginning of the game, for what has no better place."""
        return SourceSite(self.linker.gathered.parts[0].document, ())

    def display_name(self, name: str) -> str:
        """What a designer calls it."""
        kind, _, plain = name.partition(" ")
        site = self._home(name) if kind not in {"value", "event"} else None
        path = () if site is None else site.path
        match path:
            case ("rules", int(place), *rest):
                owner = f"the rule `{site.document.value(('rules', place, 'id'))}`" if site else ""
                return f"`{rest[0]}` of {owner}"
            case ("cards", card, *rest):
                return f"`{next((each for each in reversed(rest) if isinstance(each, str)), 'effect')}` of `{card}`"
            case ("resources", "members", resource, str(key), *_):
                return f"`{key}` of `{resource}`"
        if kind in {"gain", "lose"}:
            return f"`{kind} {plain.removeprefix('again ')}`"
        return f"the event `{plain}`" if kind == "event" else f"`{name.removeprefix('value ')}`"

    def circle(self, names: Sequence[str]) -> str:
        """A circle in words, each step once."""
        said: list[str] = []
        for name in [*names, names[0]]:
            words = self.display_name(name)
            if said[-1:] != [words]:
                said.append(words)
        return " -> ".join(said)


# A check that needs the whole game: what needs an acting seat is used only where a seat acts.

ME = t.Local(SEAT, "me")


def check_seats(linker: DecisionLinker) -> None:
    """Effects, amounts and events used where nobody acts (setup, the beginning of a phase) may not need a seat."""
    needs = _needs(linker)
    for name, where in linker.seatless:
        if needs.named(name):
            plain = name.removeprefix("value ").removeprefix("event ")
            linker.diagnostics.append(
                Diagnostic(
                    "E309",
                    "error",
                    f"`{plain}` needs an acting seat, and no seat is acting here",
                    where(),
                    help="name the seat: `as SEAT { ... }`, `for each p in seat { as p { ... } }`",
                )
            )
    _check_in_play(linker, needs)


def _check_in_play(linker: DecisionLinker, needs: TreeFold) -> None:
    """Cards that are in play for some seat only cannot react to what happens while nobody acts."""
    told = set()
    for event, listeners in linker.v.listeners.items():
        for each in listeners if event.startswith(("begin ", "end ")) else ():
            home = linker.homes["procedure", each.procedure.partition(" #")[0]]
            if home not in told and needs.bits_of(each.condition):
                told.add(home)
                linker.report(
                    "E309",
                    f"`in_play` needs an acting seat, and at `{event}` no seat is acting",
                    home.at("event"),
                    "let `in_play:` of the kind name the seat: `any p in seat where (this in p.hand)`",
                )


def _needs(linker: DecisionLinker) -> TreeFold:
    """Which trees, procedures, definitions and events need an acting seat."""
    v, program = linker.v, linker.program

    def bodies(name: str) -> list[Any]:
        event = v.events.get(name.removeprefix("event ")) if name.startswith("event ") else None
        asked = event is not None and any(map(event.orders, v.listeners.get(event.name, [])))
        return [ME, *program.under(name)] if asked else [*program.under(name)]  # the acting seat says who reacts next

    return depends_on_seat(bodies, hooks=False)


# Checks that need the whole game: recursion, simultaneous turns that touch what others see, names nothing uses, too
# much work.

MAX_CALLS = 100
"""Deepest nesting of procedures, defines and events in each other."""


def references(node: Any, resources: list[str]) -> Iterator[str]:
    """What a tree refers to: procedures, definitions, events, and the resources that it gains and loses."""
    for each in all_nodes(node):
        yield from _references(each, resources)


def _references(node: Any, resources: list[str]) -> Iterator[str]:
    """What a node itself refers to."""
    yield from leads(node)
    if isinstance(node, (t.Gain, t.Lose)):
        word = "gain" if isinstance(node, t.Gain) else "lose"
        # what is picked on the way may well be another one each time: at run time steps are counted
        open_ = isinstance(node.resource, t.Local) and node.resource.name != "resource"
        known = set() if open_ else possible_resources(node.resource, len(resources))
        word = f"{word} again" if node.replacing else word
        yield from (f"{word} {name}" for place, name in enumerate(resources) if place in known)


def _excludes(condition: t.Expr, place: int) -> bool:
    """Whether a condition on the `resource` of an event can be seen to fail for one of them."""
    if not isinstance(condition, t.Op):
        return False
    if (settles := OPERATIONS[condition.name].settles) is not None:
        found = [_excludes(part, place) for part in condition.args]
        return all(found) if settles else any(found)
    if condition.name in {"==", "!="} and t.Local(RESOURCE, "resource") in condition.args:
        values = [part.value for part in condition.args if isinstance(part, t.Const)]
        return bool(values) and (values[0] == place) == (condition.name == "!=")
    return False


def _amounts(linker: DecisionLinker, resources: list[str]) -> Iterator[tuple[str, set[str]]]:
    """What follows at once when some of a resource is gained or lost.

    What overflows is left out: it may well be gained elsewhere, as long as there is room; at run time steps are counted.
    """
    for word in ("gain", "lose"):
        tests = {name for each in linker.v.listeners.get(word, []) for name in references(each.condition, resources)}
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


def _at_once(linker: DecisionLinker, event: str, place: int) -> set[str]:
    """What follows at once when an event tells of a resource."""
    listeners = linker.v.listeners.get(event, [])
    return {each.procedure for each in listeners if not each.queued and not _excludes(each.condition, place)}


def _graph(linker: DecisionLinker) -> dict[str, set[str]]:
    resources = linker.v.domains["resource"].ids
    graph: dict[str, set[str]] = dict(_amounts(linker, resources))
    for procedure in linker.program.procedures.values():
        graph[procedure.name] = set(references(procedure.body, resources))
    for define in linker.v.defines.values():
        graph[f"value {define.name}"] = {name for part in define.trees for name in references(part, resources)}
    for name, listeners in linker.v.listeners.items():
        at_once = {each.procedure for each in listeners if not each.queued}
        tests = {called for each in listeners for called in references(each.condition, resources)}
        graph[f"event {name}"] = at_once | tests
    return graph


def check_recursion(linker: DecisionLinker) -> list[str]:
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


def _report_depth(linker: DecisionLinker, name: str) -> None:
    plain = name.removeprefix("value ")
    site = linker.homes.get(("define", plain)) or SourceSite(linker.gathered.parts[0].document, ())
    linker.report(
        "E311", f"`{plain}` leads through more than {MAX_CALLS} others", site, "put some of them together", key=True
    )


def _report_circle(linker: DecisionLinker, circle: list[str]) -> None:
    """At the place where an expansion closes the circle, else at the first that is defined by name."""
    resources = linker.v.domains["resource"].ids
    places = NamePlaces(linker)
    names = [name.removeprefix("value ") for name in circle]
    defined = [name for name in names if name in linker.v.defines]
    site = places.circle_origin(circle, lambda tree, name: name in references(tree, resources))
    if defined and not places.added(site):
        site = linker.homes["define", defined[0]]
    what = f"`{defined[0]}` leads" if defined else "effects lead"
    back = "itself" if defined else "themselves"
    linker.report("E311", f"{what} back to {back}", site, f"the circle: {places.circle(circle)}", key=True)


def check_simultaneous(linker: DecisionLinker) -> None:
    """In a phase where all choose at once a seat may change only what is its own."""
    for node in _flow(linker):
        if isinstance(node, t.Turns) and node.how == "simultaneous":
            phase = _phase_of(linker, node)
            found: dict[str, Origin | None] = {}
            for message, origin in _foreign(linker, node.body, set()):
                found.setdefault(message, origin)
            for message, origin in sorted(found.items(), key=lambda each: each[0]):
                _report_shared(linker, phase, message, origin)


def _report_shared(linker: DecisionLinker, phase: str, message: str, origin: Origin | None) -> None:
    """E318: at the phase; for a statement that an expansion adds to a phase of its game, at that statement."""
    site, places = linker.turn_sites[phase], NamePlaces(linker)
    advice = "a seat that chooses at the same time as others may change only its own fields"
    if (
        origin is None
        or places.added(site)
        or not places.added(SourceSite(origin.passage.document, origin.passage.path))
    ):
        linker.report("E318", message, site, advice)
        return
    related = ((site.document.span(site.path), "in this phase all choose at the same time"),)
    linker.diagnostics.append(error("E318", message, origin.span, help=advice, related=related))


def check_trials(linker: DecisionLinker) -> None:
    """What trials lead to may not do either what they may not do themselves. The program must be lowered.

    Nor may it lead back to the trial: what is put aside of the state lies in one place for each trial.
    """
    for statement, where in linker.tried:
        found = _refused_behind(linker, statement)
        if found is not None:
            what, advice, origin = found
            related = () if origin is None else ((origin.span, "this does it"),)
            linker.diagnostics.append(
                Diagnostic("E321", "error", f"a trial may not {what}", where(), help=advice, related=related)
            )


def _refused_behind(linker: DecisionLinker, statement: t.Statement) -> tuple[str, str, Origin | None] | None:
    """What a statement of a trial leads to that a trial may not do: what it is, what to do instead, where it stands."""
    program, v = linker.program, linker.v
    tracks, seen = tracked_resources(v), set[str]()
    waiting: list[Any] = [statement]
    while waiting:
        node = waiting.pop()
        if node is statement and seen:
            return "lead back to itself", "let what it leads to ask for something else", None
        if isinstance(node, StatementNode) and (refused := refused_in_trial(node)) is not None:
            return refused.what, refused.advice, node.origin
        whole = desugared(node, v) if isinstance(node, (t.Gain, t.Lose, t.Emit)) else node
        if whole is not node:
            waiting.append(whole)
            continue
        by_unit = isinstance(node, t.Gain) and tracks & possible_resources(node.resource, len(v.resources))
        names = {*leads(node), *((GAIN,) if by_unit else ())} - seen
        seen |= names
        waiting += (*parts(node), *(tree for name in names for tree in program.under(name)))
    return None


def _flow(linker: DecisionLinker) -> Iterator[Any]:
    for number in linker.program.top_phases:
        yield from statements(linker.program.procedures[f"phase {linker.program.phase_names[number]}"].body)


def _phase_of(linker: DecisionLinker, turns: t.Turns) -> str:
    for node in _flow(linker):
        if isinstance(node, t.Phase) and turns in node.body.items:
            return node.name
    return next(iter(linker.turn_sites))


def _foreign(linker: DecisionLinker, tree: Any, seen: set[str]) -> Iterator[tuple[str, Origin | None]]:
    """What a tree changes that is not the seat's own, and the statements that do it."""
    done = [*statements(tree)]  # what is only tried is as before afterwards
    for node in done:
        yield from ((message, getattr(node, "origin", None)) for message in _touched(node))
    for name in (name for node in done for name in _references(node, linker.v.domains["resource"].ids)):
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
        case t.Flip():
            yield "this turns a shared piece while others choose"
        case t.Show():
            yield "this shows a piece while others choose"
        case t.As():
            yield "this lets another seat act while it chooses"
        case t.For() | t.Choose() | t.ChooseUpTo() | t.ChooseSeveral():
            yield from _not_own("takes from", _emptied(node))
        case _:
            for target in written(node):
                yield from _not_own("changes", target)
            if isinstance(node, t.Move):
                yield from _taken(node.piece)


def _not_own(does: str, what: t.Load | t.ZoneRef | None) -> Iterator[str]:
    """What is wrong with touching a field or a zone, if it is not that of the seat that chooses."""
    if what is None or what.seat == t.Local(SEAT, "me"):
        return
    name, kind = (what.field.name, "field") if isinstance(what, t.Load) else (what.zone.name, "zone")
    if what.seat is None:
        yield f"this {does} the shared {kind} `{name}` while others choose"
    else:
        yield f"this {does} `{name}` of another seat while it chooses"


def _taken(piece: t.Expr) -> Iterator[str]:
    """What is wrong with taking a piece away: it must lie in a zone of the seat. Pieces that are gone through are looked at there (`_emptied`)."""
    match piece:
        case t.ZoneAt():
            yield from _not_own("takes from", piece.zone)
        case t.Quantity() if piece.kind in OF_MEMBERS:
            yield from (each for zone in piece.selection.zones for each in _not_own("takes from", zone))
        case t.Const() if piece.value >= 0:
            yield "this takes a piece from wherever it lies while others choose"


def _emptied(node: t.For | t.Choose | t.ChooseUpTo | t.ChooseSeveral) -> t.ZoneRef | None:
    """The zone that is gone through, if its pieces are moved."""
    through = {node.var: node.selection}
    through |= {part.var: part.selection for part in node.selection.answer_parts}
    for each in all_nodes(node.body):
        if isinstance(each, t.Move) and isinstance(each.piece, t.Local) and each.piece.name in through:
            return next(iter(through[each.piece.name].zones), None)
    return None


def report_unused(linker: DecisionLinker) -> None:
    """Names that are declared and never used: usually a slip somewhere else."""
    sections: list[tuple[str, str, dict[str, Any]]] = [
        ("field", "state", linker.v.fields), ("zone", "zones", linker.v.zones), ("decision", "decisions", linker.v.decisions),
        ("define", "define", linker.v.defines), ("set", "sets", linker.v.domains), ("option", "options", linker.v.options),
        ("kind of piece", "pieces", linker.v.domains), ("range", "ranges", linker.v.ranges),
    ]  # fmt: skip
    found: list[tuple[str, str, SourceSite | None, str]] = [
        (what, name, linker.homes.get((section, name)), "remove it, or look for the place that should use it")
        for what, section, table in sections
        for name, entry in table.items()
        if not entry.used
    ]
    for resource in () if linker.v.domains["resource"].used else linker.v.resources:
        shown = resource.name in linker.program.columns
        if not resource.used and not shown and resource.origin is not None:
            passage = resource.origin.passage
            found.append(
                (
                    "resource",
                    resource.name,
                    SourceSite(passage.document, passage.path),
                    "remove it, or gain it somewhere",
                )
            )
    for domain in linker.v.domains.values():
        unread = [name for name, fact in domain.facts.items() if not fact.used]
        home = f"fact {domain.name}"
        found += [("fact", name, linker.homes.get((home, name)), "remove it, or read it somewhere") for name in unread]
    for event in linker.v.events.values():
        if not event.emitted:
            found.append(
                ("event", event.name, linker.homes.get(("events", event.name)), f"`emit {event.name}(...)` somewhere")
            )
    for what, name, site, advice in found:
        if site is not None:
            how = "never happens" if what == "event" else "is never used"
            linker.report("W501", f"the {what} `{name}` {how}", site, advice, key=True, severity="warning", about=name)


def check_cost(linker: DecisionLinker) -> None:
    """Report what is certain to take more steps than a decision may, at any position. The program must be lowered."""
    advice = "go through fewer values: loops within loops multiply, and so do amounts that use each other twice"
    for origin, steps in excessive_costs(linker.program):
        said = f"this takes {steps:,} steps at least; a decision may take {STEPS:,}"
        linker.diagnostics.append(error("E319", said, origin.span, help=advice))


# Conflicts between expansions: two that replace the same definition, and names of cards that one removes.
#
# Two expansions may be sound alone and contradict each other. `model.composer` sees it where both change the same value of a file; here
# are those that show only when everything is linked:
#
#     rich: override price {amount: "2"}, poor: override price {amount: "5"}     E424, by `composer`: both change `amount` of `price`
#     rich: a rule modifies price, set: 1; poor: another one, set: 9             the same here: both may hold at once
#     ... where: players == 2;             ... where: players == 3               no conflict: they never hold together
#     gone: removes the card `knight`, which a text names                        E426 at the removal, with the places that name it

MOST_PAIRS = 5000
"""Pairs that are looked at for one definition; nobody writes so many, and files may be hostile."""
SHOWN = 5
"""Most places that are named."""


def references_to_removed(linker: DecisionLinker) -> None:
    """What names a card that is taken out is told where it is taken out: the lines that name it were right before."""
    gone = {change.name: change for change in linker.gathered.changes if change.removed}
    if not gone:
        return
    kept: list[Diagnostic] = []
    named: dict[str, list[Diagnostic]] = {}
    for item in linker.diagnostics:
        if item.severity == "error" and item.about in gone:
            named.setdefault(item.about, []).append(item)
        else:
            kept.append(item)
    linker.diagnostics = [*kept, *(_named(gone[name], items) for name, items in named.items())]


def _named(change: OverlayChange, items: list[Diagnostic]) -> Diagnostic:
    document, path = change.home
    places = sorted({item.span for item in items})
    message = (
        f"the card `{change.name}` is taken out, but {len(places)} place{'s' if len(places) > 1 else ''} still name it"
    )
    message = message if len(places) > 1 else message.replace("name it", "names it")
    related = tuple((span, "named here") for span in places[:SHOWN])
    advice = "replace what names it too (`override:`), or leave the card in the game"
    return error("E426", message, document.span(path), help=advice, related=related)


class DefinitionReplacement(NamedTuple):
    """What takes the place of a definition, when, and where that is written."""

    condition: t.Expr
    what: object
    origin: Origin


def conflicting_replacements(linker: DecisionLinker) -> None:
    """Two expansions that put something in the place of one definition where both may hold: one must come after the other."""
    gathered = linker.gathered
    ids = {origin: file.expansion for origin, file in gathered.expansions}
    if len(ids) < 2:
        return
    files = {each.document.file: ids.get(each.origin, "") for each in gathered.parts}
    files |= {each.document.file: ids.get(each.origin, "") for each in gathered.cards}
    for define in linker.v.defines.values():
        wishes = [(name, each) for each in _wishes(define) if (name := files[_file(each.origin)])]
        told: set[tuple[str, str]] = set()
        for (one, first), (two, second) in islice(combinations(wishes, 2), MOST_PAIRS):
            open_ = one != two and (one, two) not in told and not gathered.order.settled(one, two)
            if open_ and first.what != second.what and _may_meet(linker, first, second):
                told.add((one, two))
                what = f"the definition `{define.name}`"
                found = overlay_conflict(one, two, what, second.origin.span, first.origin.span)
                linker.diagnostics.append(found)


def _wishes(define: Definition) -> list[DefinitionReplacement]:
    """What is `set`, or done `instead`; what is added, or done before and after, bears others of its sort."""
    values = [
        DefinitionReplacement(each.where, each.value, each.origin)
        for each in define.modifiers
        if each.how == "set" and each.origin
    ]
    done = [
        DefinitionReplacement(each.condition, each.procedure, each.origin)
        for each in define.steps
        if each.how == "instead" and each.origin
    ]
    return values + done


def _file(origin: Origin) -> str:
    """The file that it was written in."""
    return origin.passage.home


def _may_meet(linker: DecisionLinker, one: DefinitionReplacement, other: DefinitionReplacement) -> bool:
    """Whether both may hold at once, as far as can be seen."""
    return ConditionTruth(linker.v).verdict(both(one.condition, other.condition)) is not False
