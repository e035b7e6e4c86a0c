"""Phases, turns and decisions: the flow as data in, typed statements and texts of options out.

The flow is data, since all games have phases, rounds and turns; lowering wants statements. Of a phase

    flow: [{phase: day, for: round, in: 1 to 3, turns: once, do: gain 1 fame}]

this pass makes the procedures

    flow         Do("phase day")
    phase day    Phase("day", 0, ForField(Load(round), Selection("values", (1, 2, 3)), Turns("once", first=Const(0), Gain(...))))

`compile.lowering.flow_lowering` makes blocks of `Turns` and `ForField`. Texts of decisions (`ask`, `label`, `told`, `why`) are
read here as well: they need the type of what is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, Final

from ruleset_core.analysis.behaviours import BehaviourLinker
from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.secrecy import which_of_several
from ruleset_core.analysis.text_reader import PLACE, SourceSite, TemplateReader, display_names
from ruleset_core.diagnostics import Diagnostic, Suggestion, error, nearest_repair
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import MAX_VALUES, NAME_SIGNS
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.lang.traversal import all_nodes, constant, either, rebuilt, with_origin
from ruleset_core.lang.types import BOOL, INT, SEAT, Type, member_type, with_article
from ruleset_core.lang.visibility import ALL, sight_of
from ruleset_core.lang.vocabulary import (
    Cases,
    DecisionBranch,
    DecisionDeclaration,
    Event,
    Field,
    RefusalReason,
    Template,
)
from ruleset_core.messages import LANGUAGES
from ruleset_core.model.game_files import GatheredFiles, GatheredPart, whole_game_span
from ruleset_core.model.schema import documents as m
from ruleset_core.model.schema.base import LocalizedText
from ruleset_core.model.schema.documents import AddedBranch, ExpansionPart
from ruleset_core.model.schema.rules import MAX_PHASES
from ruleset_core.model.schema.section_models import AnswerTextModel

# Linking: the course of a game, its phases and turns.


class FlowLinker(BehaviourLinker):
    """Reads the flow."""

    def __init__(self, gathered: GatheredFiles, players: tuple[int, int]) -> None:
        super().__init__(gathered, players)
        self.phase_sites: dict[str, SourceSite] = {}
        self.turn_sites: dict[str, SourceSite] = {}
        self.crowded = False

    def _phases(self) -> Iterator[tuple[m.PhaseModel, SourceSite]]:
        def below(phase: m.PhaseModel, site: SourceSite) -> Iterator[tuple[m.PhaseModel, SourceSite]]:
            yield phase, site
            for place, step in enumerate(phase.steps):
                yield from below(step, site.at("steps", place))

        for part in self.gathered.parts:
            for place, phase in enumerate(getattr(part.sections, "flow", ())):
                yield from below(phase, SourceSite(part.document, ("flow", place)))

    def _counts(self, field: Field, phase: m.PhaseModel) -> None:
        """A phase counts with a field, up to the end of a range or through a set."""
        tree, _ = parse(f"any _ in {phase.in_ or ''}", "expr")
        end = tree.selection.to if isinstance(tree, s.QuantitySyntax) else None
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
                self.report_duplicate(
                    "E406", f"two phases are called `{phase.phase}`", site.at("phase"), self.phase_sites[phase.phase]
                )
                continue
            self.phase_sites[phase.phase] = site.at("phase")
            self.v.phases[phase.phase] = display_names(phase.name, phase.phase)
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
                    whole_game_span(self.gathered.directory),
                    help="add `flow:` with at least one phase",
                )
            )
        for extra in list(homes.values())[1:]:
            self.report("E407", "`flow` is in two files", SourceSite(extra.document, ("flow",)), key=True)

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
                statement = self._phase(phase, SourceSite(part.document, ("flow", place)))
                name = f"phase {phase.phase}"
                self.procedure(name, (), t.Block((statement,), origin=statement.origin))
                self.program.top_phases.append(self.program.phase_names.index(phase.phase))
                items.append(t.Do(name, (), origin=statement.origin))
        self.procedure("flow", (), t.Block(tuple(items), origin=items[0].origin if items else None))

    def _of_turns(self, name: str, kind: Type) -> None:
        """A field by seat that turns need."""
        self.v.fields[name] = Field(name, (), True, kind, (0,), hidden=True, used=True, offset=self.v.seat_size)
        self.v.seat_size += 1

    def _phase(self, phase: m.PhaseModel, site: SourceSite) -> t.Statement:
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
            body = self.effect(phase.do or "", site.at("do"), BindingScope(me=False))
        going = (
            None if phase.while_ is None else self.expr(phase.while_, site.at("while"), BindingScope(me=False), BOOL)
        )
        beyond = None if phase.beyond is None else self.effect(phase.beyond, site.at("beyond"), BindingScope(me=False))
        if phase.for_ is not None and phase.in_ is not None:
            body = t.Block((self._for(phase, body, going, beyond, site),))
        elif going is not None:
            body = t.Block((self._rounds(phase, body, going, beyond, site),))
        played: t.Statement = t.Phase(phase.phase, number, body)
        if phase.when is not None:
            when = self.expr(phase.when, site.at("when"), BindingScope(me=False), BOOL)
            played = t.If(when, t.Block((played,)), t.Block(()))
        return with_origin(played, self.origin(site))

    def _rounds(
        self, phase: m.PhaseModel, body: t.Block, going: t.Expr, beyond: t.Block | None, site: SourceSite
    ) -> t.Statement:
        """A phase played as long as a condition holds."""
        if phase.most is None:
            return t.Rounds(going, body)
        name = f"turn.rounds {phase.phase}"
        field = Field(name, (), False, INT, (0,), hidden=True, used=True, offset=self.v.shared_size)
        self.v.fields[name] = field
        self.v.shared_size += 1
        most = self.expr(phase.most, site.at("most"), BindingScope(me=False), INT)
        if beyond is None:
            refused = t.Refuse("rounds", phase.phase, most)
            beyond = with_origin(t.Block((refused,)), self.origin(site.at("most"), phase.most))
        return t.Rounds(going, body, t.Load(INT, field, None, ()), most, beyond)

    def _turns(self, phase: m.PhaseModel, site: SourceSite) -> t.Turns:
        first: t.Expr = t.Const(SEAT, 0)
        if phase.first is not None:
            first = self.expr(phase.first, site.at("first"), BindingScope(me=False), SEAT)
        elif "starter" in self.v.fields and self.v.fields["starter"].type == SEAT:
            self.v.fields["starter"].used = True
            first = t.Load(SEAT, self.v.fields["starter"], None, ())
        until = None if phase.until is None else self.expr(phase.until, site.at("until"), BindingScope(), BOOL)
        skip = None if phase.skip is None else self.expr(phase.skip, site.at("skip"), BindingScope(), BOOL)
        if self.v.out is not None:
            skip = either(t.Load(BOOL, self.v.out, t.Local(SEAT, "me"), ()), skip)
        following = (
            None if phase.next_ is None else self.expr(phase.next_, site.at("next"), BindingScope(), SEAT.maybe())
        )
        by = None if phase.by is None else self.expr(phase.by, site.at("by"), BindingScope(), INT)
        body = self.effect(phase.do or "", site.at("do"), BindingScope())
        self.turn_sites[phase.phase] = site.at("do")
        return t.Turns(phase.turns or "once", first, until, body, skip, following, by)

    def _for(
        self, phase: m.PhaseModel, body: t.Block, going: t.Expr | None, beyond: t.Block | None, site: SourceSite
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
        selection = self._written_out(self.selection(phase.in_ or "", site.at("in"), BindingScope(me=False)))
        if _lasting(selection):
            pass  # between amounts that stay as they are, such as the number of players
        elif selection.kind != "values" or not selection.values:
            if selection.type.kind != "bad":
                self.report(
                    "E303",
                    "a phase counts through values known beforehand",
                    site.at("in"),
                    "a set, or numbers such as `1 to 8`, `1 to players` or `1 to option.rounds`",
                )
            return body
        target = t.Load(field.type, field, None, ())
        if "bad" in {field.type.kind, selection.type.kind}:
            return body
        if selection.type.kind != field.type.kind or selection.type.domain != field.type.domain:
            self.report(
                "E303", f"`{name}` is {with_article(field.type)}, not {with_article(selection.type)}", site.at("in")
            )
        elif not all(_within(field.type, each) for each in self._ends(selection)):
            message = f"`{name}` goes only from {field.type.low} to {field.type.high}"
            where, meant = site.document.span(site.at("in").path), f"{field.type.low} to {field.type.high}"
            swap = Suggestion(where, meant, sure=False) if selection.kind == "values" else None
            self.diagnostics.append(error("E314", message, where, suggestion=swap))
        elif (
            field.type.kind == "int"
            and sight_of(field) == ALL
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
        """The first and the last values that a phase counts through, as far as they are known; options are at their least and most."""
        if selection.kind != "range":
            return [selection.values[0], selection.values[-1]]
        options = {each for part in selection.parts for each in all_nodes(part) if isinstance(each, t.OptionValue)}
        low, high = self.v.players
        found: list[int] = []
        for chosen in product(*([(each, each.type.low), (each, each.type.high)] for each in options)):
            at = {option: t.Const(INT, value) for option, value in chosen if value is not None}
            for players in range(low, high + 1):
                first, last = (constant(_with_options(part, at), players) for part in selection.parts)
                if first is None or last is None or first <= last:
                    found += [each for each in (first, last) if each is not None]
        return found


def _with_options(node: Any, values: dict[t.OptionValue, t.Const]) -> Any:
    """An amount with the values of options in their place."""
    if isinstance(node, t.OptionValue):
        return values.get(node, node)
    return rebuilt(node, lambda each: _with_options(each, values))


def _within(kind: Type, value: int) -> bool:
    """Whether a number is within a type; one that is no range holds all."""
    return kind.low is None or kind.high is None or kind.low <= value <= kind.high


def _lasting(selection: t.Selection) -> bool:
    """Whether a range goes between amounts that are the same for the whole game."""
    if selection.kind != "range" or selection.type.kind != "int":
        return False
    lasting = (t.Const, t.Op, t.Players, t.OptionValue)
    return all(isinstance(each, lasting) for part in selection.parts for each in all_nodes(part))


# Linking: branches that an expansion adds to the choices of a decision (`extend: choices:`).


def declare_branches(linker: BehaviourLinker) -> None:
    """Each becomes a procedure, before any effect is read: wherever the decision is chosen by branches, it is one more."""
    for name, member, branch, site in _entries(linker):
        decision = linker.v.decisions.get(name)
        if decision is None:
            at = SourceSite(site.document, site.path[:-1])
            linker.unknown(
                "E316", f"unknown decision `{name}`", at, name, list(linker.v.decisions), "decisions", key=True
            )
            continue
        value = _value(linker, decision, member, site)
        if value is None:
            continue
        if any(each.value == value for each in decision.branches):
            linker.report(
                "E317", f"another expansion adds the branch `{member}` too", site, "choose another member", key=True
            )
            continue
        where = linker.condition(branch.where, site.at("where"), BindingScope())
        body = linker.effect(branch.do, site.at("do"), BindingScope())
        procedure = f"branch {name} {member}"
        linker.procedure(procedure, (), body)
        linker.homes["procedure", procedure] = site.at("do")
        linker.homes["branch", procedure] = site
        decision.branches.append(DecisionBranch(value, where, procedure, member, linker.origin(site)))


def check_branches(linker: DecisionLinker) -> None:
    """A branch of what is nowhere chosen by branches would never be offered; one that is there already has its own way."""
    for decision in linker.v.decisions.values():
        for each in decision.branches:
            site = linker.homes["branch", each.procedure]
            if not decision.branched and linker.sound:  # what could not be read may have had branches
                message = f"`{decision.name}` is nowhere chosen by branches"
                linker.report(
                    "E317", message, site, f"only `choose {decision.name} {{ ... | ... }}` has branches", key=True
                )
            if each.value in decision.own_branches:
                message = f"`{decision.name}` has a branch `{each.member}` already"
                advice = "to change what it does, modify an effect that it uses"
                linker.report("E317", message, site, advice, key=True)


def _entries(linker: BehaviourLinker) -> Iterator[tuple[str, str, AddedBranch, SourceSite]]:
    for part in linker.gathered.parts:
        if not isinstance(part.sections, ExpansionPart):
            continue
        for name, branches in part.sections.extend.choices.items():
            for member, branch in branches.items():
                yield name, member, branch, SourceSite(part.document, ("extend", "choices", name, member))


def _value(linker: BehaviourLinker, decision: DecisionDeclaration, member: str, site: SourceSite) -> int | None:
    """The number of a member; reported if there is none of that name."""
    kind = decision.type
    known = linker.v.domains[kind.domain].ids if kind.kind == "member" else ["false", "true"] if kind == BOOL else []
    if member in known:
        return known.index(member)
    if kind.kind != "bad":
        message = f"`{decision.name}` is of {kind}, which has no `{member}`"
        swap = nearest_repair(member, known, site.document.key_span(site.path))
        advice = f"add it to `{kind.domain}` under `extend: sets:`" if kind.kind == "member" else ""
        advice = f"did you mean `{swap.replacement}`?" if swap else advice
        linker.report("E317", message, site, advice, key=True, about=member)
    return None


# Linking: the texts of decisions, and what tells their options apart.

_BEFORE_DETAILS: Final = re.compile(r"\s*[,:(].*\Z", re.DOTALL)
"""The first sign behind which a label tells more of what it named, up to the next value."""

_BEFORE_WORDS: Final = re.compile(r"\s*[,:(]?\s*\Z")
"""What joins words that may be left out to what stands before them: `, ` in `a citizen of {it}, {if it == me then 'free'}`."""


class DecisionLinker(FlowLinker):
    """Reads questions."""

    @property
    def sound(self) -> bool:
        """Whether no error was found."""
        return not any(each.severity == "error" for each in self.diagnostics)

    @property
    def parsed(self) -> bool:
        """Whether all texts could be parsed; else questions may be asked that nobody knows of."""
        return not any(each.code.startswith("E2") for each in self.diagnostics)

    def _decision_texts(self) -> None:
        for part in self.gathered.parts:
            for name, entry in part.sections.decisions.items():
                decision = self.v.decisions[name]
                site = SourceSite(part.document, ("decisions", name))
                scope = BindingScope({"it": decision.type})
                decision.origin = self.origin(site)
                if entry.notation is not None:
                    self._notation(decision, entry.notation, site.at("notation"), scope)
                for place, why in enumerate(entry.why):
                    unless = self.condition(why.unless, site.at("why", place, "unless"), scope)
                    said = self._texts(why.say, site.at("why", place, "say"), scope)
                    origin = self.origin(site.at("why", place, "unless"), why.unless)
                    decision.why.append(RefusalReason(unless, said, origin))
                if entry.default is not None:
                    decision.default = self.condition(entry.default, site.at("default"), scope)
                decision.ask = self._texts(entry.ask, site.at("ask"), BindingScope())
                if entry.label is not None:
                    decision.label, decision.label_of = self._answer_texts(
                        decision, entry.label, site.at("label"), scope
                    )
                if entry.label is not None and entry.label.whole is not None:
                    self._plain(decision, (entry.notation if decision.keys else None) or "{it}", entry.label.whole)
                if entry.told is not None:
                    decision.told, decision.told_of = self._answer_texts(decision, entry.told, site.at("told"), scope)
                decision.done = self._texts(entry.done, site.at("done"), BindingScope())
                if entry.done is not None and not decision.stops and self.parsed:
                    message = "nothing reads `done`: this question is never left with `done`"
                    self.report(
                        "E412", message, site.at("done"), "it is for `choose up to`, and for `choose ... or`", key=True
                    )
            for name, event in part.sections.events.items():
                if event.tell is not None and name in self.v.events:
                    told = self.v.events[name]
                    told.tell = self._texts(
                        event.tell, SourceSite(part.document, ("events", name, "tell")), BindingScope(told.fields)
                    )
            self._log_texts(part)

    def _log_texts(self, part: GatheredPart) -> None:
        """What is told when a field changes and when a piece comes somewhere."""
        for name, entry in part.sections.state.items():
            field = self.v.fields.get(name)
            if entry.tell is not None and field is not None:
                scope = BindingScope({"it": field.type, **which_of_several(field)}, me=field.per_seat)
                field.tell = self._texts(entry.tell, SourceSite(part.document, ("state", name, "tell")), scope)
        for name, place in part.sections.zones.items():
            zone = self.v.zones.get(name)
            if place.tell is not None and zone is not None:
                scope = BindingScope({"it": member_type(zone.kind), **which_of_several(zone)}, me=zone.per_seat)
                zone.tell = self._texts(place.tell, SourceSite(part.document, ("zones", name, "tell")), scope)

    def _answer_texts(
        self, decision: DecisionDeclaration, given: AnswerTextModel, site: SourceSite, scope: BindingScope
    ) -> tuple[dict[str, Template], dict[int, dict[str, Template]]]:
        """What is said of answers: of all, and of single ones by their values."""
        single: dict[int, dict[str, Template]] = {}
        named = bool(given.each) and decision.type.kind != "bad" and self.v.finite(decision.type)
        known = (
            dict(zip(self.v.formatted_values(decision.type), self.v.members(decision.type), strict=True))
            if named  # of answers of several parts there may be millions
            else {}
        )
        if decision.stops:
            known.setdefault(decision.out, decision.low + decision.size)
        for name, text in given.each.items():
            if name in known:
                single[known[name]] = self._texts(text, site.at(name), scope)
            elif decision.type.kind != "bad":
                message = f"`{name}` is not an answer to this question"
                self.unknown("E301", message, site.at(name), name, [*known], "answers", key=True)
        return self._texts(given.whole, site, scope), single

    def _texts(self, given: LocalizedText | None, site: SourceSite, scope: BindingScope) -> dict[str, Template]:
        """A text in every language, with its places for values."""
        return {} if given is None else TemplateReader(self).in_languages(given, site, scope)

    def _notation(self, decision: DecisionDeclaration, text: str, site: SourceSite, scope: BindingScope) -> None:
        """Options told apart by what pieces show, not by which piece it is; of answers of several parts, what stands around these."""
        if self.v.parts(decision.type) and not self.v.is_set(decision.type):
            self._notation_of_parts(decision, text, site)
            return
        if decision.type.kind != "member" or self.v.domains[decision.type.domain].kind != "piece":
            what = "only a decision about pieces, or of several parts, has a `notation` of its own"
            self.report("E303", what, site, key=True)
            return
        if decision.kind_of:
            what = f"as a kind of answers of `{decision.kind_of[0]}`, pieces are not told apart by a `notation`"
            advice = "leave it out, and offer one of each: `where s == (first t in supply where t.card == s.card)`"
            self.report("E303", what, site, advice, key=True)
            return
        parts = self.template(text, site, scope)
        if any(isinstance(part, Cases) for part in parts):
            self.report("E303", "what an option is called for good depends on no condition", site)
            return
        keys = [part for part in parts if not isinstance(part, (str, Cases))]
        size = 1
        for key in keys:
            if key.type.kind == "bad" or not self.v.finite(key.type):
                if key.type.kind != "bad":
                    self.report(
                        "E303", f"{with_article(key.type)} has no fixed number of values to tell options apart", site
                    )
                return
            size *= len(self.v.members(key.type))
        if not keys:
            advice = "put what tells them apart in braces, such as `{it.colour}`"
            self.report("E314", "all pieces would be one option", site, advice)
            return
        if size > MAX_VALUES:
            self.report("E314", f"these are {size:,} options; there can be {MAX_VALUES:,} at most", site)
            return
        decision.keys, decision.low, decision.size = tuple(keys), 0, size
        decision.pattern = tuple(
            part if isinstance(part, str) else keys.index(part) for part in parts if not isinstance(part, Cases)
        )
        notations = self.v.notations(decision)
        if len(set(notations)) < size:
            advice = "put a word or a space between the values"
            self.report("E303", "two options would have the same notation", site, advice)

    def _notation_of_parts(self, decision: DecisionDeclaration, text: str, site: SourceSite) -> None:
        """What stands before the first part of an answer, between its parts, and behind the last one."""
        names = [part.name for part in self.v.parts(decision.type)]
        pieces = PLACE.split(" ".join(text.split()))
        usual = " ".join(f"{{it.{name}}}" for name in names)
        if [each.strip() for each in pieces[1::2]] != [f"it.{name}" for name in names]:
            self.report("E303", "this notation does not hold each part once, in order", site, f"for example: `{usual}`")
        elif all(re.search(f"(?!{NAME_SIGNS}).", between) for between in pieces[2:-1:2]):
            places = (part for place, words in enumerate(pieces[::2]) for part in (words, place))
            decision.pattern = tuple(places)[:-1]
        else:
            advice = "put a space between them, or a sign such as `/`"
            self.report("E303", "one could not tell where a part of this notation ends", site, advice)

    def _plain(self, decision: DecisionDeclaration, notation: str, label: LocalizedText) -> None:
        """What labels say without looking at the state: all of it, or what stands before a comma, colon or bracket."""
        keys = [key.strip() for key in PLACE.split(notation)[1::2]]
        for lang in LANGUAGES:
            parts = PLACE.split(label.get(lang))
            seen = next((at for at in range(1, len(parts), 2) if parts[at].strip() not in keys), len(parts))
            if seen < len(parts) and "'" in parts[seen]:  # words that may be left out
                parts = [*parts[: seen - 1], _BEFORE_WORDS.sub("", parts[seen - 1])] if seen > 1 else []
            elif seen < len(parts):
                sign = _BEFORE_DETAILS.search(parts[seen - 1])
                parts = [*parts[: seen - 1], parts[seen - 1][: sign.start()]] if sign and seen > 1 else []
            if parts:
                decision.plain[lang] = tuple(
                    keys.index(part.strip()) if place % 2 else part for place, part in enumerate(parts)
                )

    def template(self, text: str, site: SourceSite, scope: BindingScope) -> Template:
        """A text with places for values, and words that depend on conditions."""
        return TemplateReader(self).read(text, site, scope)
