"""Linking: the course of a game, its phases and turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.link.behaviour import BehaviourLinker
from ruleset_core.lang.link.domains import words
from ruleset_core.lang.rebuild import rebuilt
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.syntax.parse import parse
from ruleset_core.lang.types import BOOL, INT, SEAT, Type, a
from ruleset_core.lang.vocabulary import Event, Field
from ruleset_core.lang.walk import constant, everything, placed
from ruleset_core.model.diagnostic import Diagnostic, Suggestion, error
from ruleset_core.model.gather import Gathered, nowhere
from ruleset_core.model.shapes import documents as m
from ruleset_core.model.shapes.flow import MAX_PHASES


class FlowLinker(BehaviourLinker):
    """Reads the flow."""

    def __init__(self, gathered: Gathered, players: tuple[int, int]) -> None:
        super().__init__(gathered, players)
        self.phase_sites: dict[str, Site] = {}
        self.turn_sites: dict[str, Site] = {}
        self.crowded = False

    def _phases(self) -> Iterator[tuple[m.Phase, Site]]:
        def below(phase: m.Phase, site: Site) -> Iterator[tuple[m.Phase, Site]]:
            yield phase, site
            for place, step in enumerate(phase.steps):
                yield from below(step, site.at("steps", place))

        for part in self.gathered.parts:
            for place, phase in enumerate(getattr(part.sections, "flow", ())):
                yield from below(phase, Site(part.document, ("flow", place)))

    def _counts(self, field: Field, phase: m.Phase) -> None:
        """A phase counts with a field, up to the end of a range or through a set."""
        tree, _ = parse(f"any _ in {phase.in_ or ''}", "expr")
        end = tree.selection.to if isinstance(tree, s.Quantity) else None
        field.counted_to = end if not field.counted else None
        field.counted = phase.phase

    def _phase_names(self) -> None:
        phases = list(self._phases())
        self.crowded = len(phases) > MAX_PHASES
        if self.crowded:
            message = f"these are {len(phases):,} phases; there can be {MAX_PHASES:,}"
            advice = "a phase with `for:` is played for each of several values"
            self.report("E314", message, phases[MAX_PHASES][1].at("phase"), advice)
        for phase, site in phases:
            if phase.phase in self.phase_sites:
                self.twice(
                    "E406", f"two phases are called `{phase.phase}`", site.at("phase"), self.phase_sites[phase.phase]
                )
                continue
            self.phase_sites[phase.phase] = site.at("phase")
            self.v.phases[phase.phase] = words(phase.name, phase.phase)
            if phase.for_ in self.v.fields:
                self._counts(self.v.fields[phase.for_], phase)
            for word in ("begin", "end"):
                event = Event(f"{word} {phase.phase}", {}, emitted=True, origin=self.origin(site))
                self.v.events[event.name] = event
        self.program.phase_names = list(self.v.phases)
        homes = {id(part.document): part for part in self.gathered.parts if getattr(part.sections, "flow", ())}
        if not homes:
            self.diagnostics.append(
                Diagnostic(
                    "E405",
                    "error",
                    "the game has no `flow`",
                    nowhere(self.gathered.directory),
                    help="add `flow:` with at least one phase",
                )
            )
        for extra in list(homes.values())[1:]:
            self.report("E407", "`flow` stands in two files", Site(extra.document, ("flow",)), key=True)

    def _flow(self) -> None:
        self.v.fields["turn.again"] = Field(
            "turn.again", (), False, BOOL, (0,), hidden=True, used=True, offset=self.v.shared_size
        )
        self.v.shared_size += 1
        self._of_turns("turn.passed", BOOL)
        if any(phase.by is not None for phase, _ in self._phases()):
            self._of_turns("turn.key", INT)
            self._of_turns("turn.place", INT)
        if any(phase.turns == "simultaneous" for phase, _ in self._phases()):
            self._of_turns("turn.chosen", BOOL)
        items: list[t.Statement] = []
        for part in self.gathered.parts:
            for place, phase in enumerate(() if self.crowded else getattr(part.sections, "flow", ())):
                statement = self._phase(phase, Site(part.document, ("flow", place)))
                name = f"phase {phase.phase}"
                self.procedure(name, (), t.Block((statement,), origin=statement.origin))
                self.program.top_phases.append(self.program.phase_names.index(phase.phase))
                items.append(t.Do(name, (), origin=statement.origin))
        self.procedure("flow", (), t.Block(tuple(items), origin=items[0].origin if items else None))

    def _of_turns(self, name: str, kind: Type) -> None:
        """A field by seat that turns need."""
        self.v.fields[name] = Field(name, (), True, kind, (0,), hidden=True, used=True, offset=self.v.seat_size)
        self.v.seat_size += 1

    def _phase(self, phase: m.Phase, site: Site) -> t.Statement:
        number = self.program.phase_names.index(phase.phase)
        keys = (
            ("first", phase.first),
            ("until", phase.until),
            ("skip", phase.skip),
            ("next", phase.next_),
            ("by", phase.by),
        )
        unread = next((key for key, value in keys if value is not None), "")
        if phase.turns is None and unread:
            self.report("E412", f"nothing reads `{unread}` without `turns`", site.at(unread), "add `turns:`", key=True)
        if phase.turns in {"once", "snake", "simultaneous"} and phase.next_ is not None:
            message = f"nothing reads `next` with `turns: {phase.turns}`"
            self.report("E412", message, site.at("next"), "write `turns: forever`", key=True)
        if phase.by is not None and phase.next_ is not None:
            self.report("E412", "nothing reads `by` with `next`", site.at("by"), "`next` says who follows", key=True)
        if phase.steps:
            body = t.Block(tuple(self._phase(step, site.at("steps", place)) for place, step in enumerate(phase.steps)))
        elif phase.turns is not None:
            body = t.Block((self._turns(phase, site),))
        else:
            body = self.effect(phase.do or "", site.at("do"), Scope(me=False))
        going = None if phase.while_ is None else self.expr(phase.while_, site.at("while"), Scope(me=False), BOOL)
        beyond = None if phase.beyond is None else self.effect(phase.beyond, site.at("beyond"), Scope(me=False))
        if phase.for_ is not None and phase.in_ is not None:
            body = t.Block((self._for(phase, body, going, beyond, site),))
        elif going is not None:
            body = t.Block((self._rounds(phase, body, going, beyond, site),))
        return placed(t.Phase(phase.phase, number, body), self.origin(site))

    def _rounds(self, phase: m.Phase, body: t.Block, going: t.Expr, beyond: t.Block | None, site: Site) -> t.Statement:
        """A phase played as long as a condition holds."""
        if phase.most is None:
            return t.Rounds(going, body)
        name = f"turn.rounds {phase.phase}"
        field = Field(name, (), False, INT, (0,), hidden=True, used=True, offset=self.v.shared_size)
        self.v.fields[name] = field
        self.v.shared_size += 1
        most = self.expr(phase.most, site.at("most"), Scope(me=False), INT)
        if beyond is None:
            refused = t.Refuse("rounds", phase.phase, most)
            beyond = placed(t.Block((refused,)), self.origin(site.at("most"), phase.most))
        return t.Rounds(going, body, t.Load(INT, field, None, (), sure=True), most, beyond)

    def _turns(self, phase: m.Phase, site: Site) -> t.Turns:
        first: t.Expr = t.Const(SEAT, 0)
        if phase.first is not None:
            first = self.expr(phase.first, site.at("first"), Scope(me=False), SEAT)
        elif "starter" in self.v.fields and self.v.fields["starter"].type == SEAT:
            self.v.fields["starter"].used = True
            first = t.Load(SEAT, self.v.fields["starter"], None, ())
        until = None if phase.until is None else self.expr(phase.until, site.at("until"), Scope(), BOOL)
        skip = None if phase.skip is None else self.expr(phase.skip, site.at("skip"), Scope(), BOOL)
        if self.v.out is not None:
            skip = either(t.Load(BOOL, self.v.out, t.Local(SEAT, "me"), (), sure=True), skip)
        following = None if phase.next_ is None else self.expr(phase.next_, site.at("next"), Scope(), SEAT.maybe())
        by = None if phase.by is None else self.expr(phase.by, site.at("by"), Scope(), INT)
        body = self.effect(phase.do or "", site.at("do"), Scope())
        self.turn_sites[phase.phase] = site.at("do")
        return t.Turns(phase.turns or "once", first, until, body, skip, following, by)

    def _for(
        self, phase: m.Phase, body: t.Block, going: t.Expr | None, beyond: t.Block | None, site: Site
    ) -> t.Statement:
        name = phase.for_ or ""
        field = self.v.fields.get(name)
        if field is None or field.index or field.per_seat:
            known = [
                each.name for each in self.v.fields.values() if not each.index and not each.per_seat and not each.hidden
            ]
            self.unknown("E301", f"unknown field `{name}`", site.at("for"), name, known, "fields that can count")
            return body
        field.used = True
        selection = self._written_out(self.selection(phase.in_ or "", site.at("in"), Scope(me=False)))
        if _lasting(selection):
            pass  # up to an amount that stays as it is, such as the number of players
        elif selection.kind != "values" or not selection.values:
            if selection.type.kind != "bad":
                self.report(
                    "E303",
                    "a phase counts through values known beforehand",
                    site.at("in"),
                    "a set, or numbers such as `1 to 8` or `1 to players`",
                )
            return body
        target = t.Load(field.type, field, None, ())
        if "bad" in {field.type.kind, selection.type.kind}:
            return body
        if selection.type.kind != field.type.kind or selection.type.domain != field.type.domain:
            self.report("E303", f"`{name}` is {a(field.type)}, not {a(selection.type)}", site.at("in"))
        elif not all(_within(field.type, each) for each in self._ends(selection)):
            message = f"`{name}` goes only from {field.type.low} to {field.type.high}"
            where, meant = site.document.span(site.at("in").path), f"{field.type.low} to {field.type.high}"
            swap = Suggestion(where, meant, sure=False) if selection.kind == "values" else None
            self.diagnostics.append(error("E314", message, where, suggestion=swap))
        elif (
            field.type.kind == "int"
            and field.visible == "all"
            and selection.kind in {"values", "range"}
            and going is None
        ):
            last = t.Const(INT, selection.values[-1]) if selection.kind == "values" else selection.parts[1]
            self.program.lasts[name] = last
        return t.ForField(target, selection, body, going, beyond)

    def _written_out(self, node: Any, named: tuple[str, ...] = ()) -> Any:
        """What names an amount that nothing changes, with the amount in its place: such as how many rounds there are."""
        if isinstance(node, t.Apply) and not node.args and node.define not in named:
            define = self.v.defines[node.define]
            if define.value is not None and not define.modifiers:
                return self._written_out(define.value, (*named, node.define))
        return rebuilt(node, lambda each: self._written_out(each, named))

    def _ends(self, selection: t.Selection) -> list[int]:
        """The first and the last value that a phase counts through, as far as they are known."""
        if selection.kind != "range":
            return [selection.values[0], selection.values[-1]]
        start, end = selection.parts
        low, high = self.v.players
        first = constant(start)
        lasts = [constant(end, players) for players in range(low, high + 1)]
        known = [each for each in lasts if each is not None and first is not None and each >= first]
        return known if first is None else [first, *known]


def either(first: t.Expr, second: t.Expr | None) -> t.Expr:
    """One of two conditions, the second of which may be left out."""
    return first if second is None else t.Op(BOOL, "or", (first, second))


def _within(kind: Type, value: int) -> bool:
    """Whether a number is within a type; one that is no range holds all."""
    return kind.low is None or kind.high is None or kind.low <= value <= kind.high


def _lasting(selection: t.Selection) -> bool:
    """Whether a range begins with a number and ends with an amount that is the same for the whole game."""
    if selection.kind != "range" or selection.type.kind != "int" or constant(selection.parts[0]) is None:
        return False
    return all(isinstance(each, (t.Const, t.Op, t.Players, t.OptionValue)) for each in everything(selection.parts[1]))
