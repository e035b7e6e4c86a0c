"""Linking, second half: every effect, amount and condition of a game is read against its vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.link_names import Names, words
from ruleset_core.lang.lower import lower
from ruleset_core.lang.program import Achievement, CardEntry, Clause, Procedure, Program, Score
from ruleset_core.lang.resolve import Scope
from ruleset_core.lang.site import Site
from ruleset_core.lang.types import BOOL, INT, RESOURCE, SEAT, member
from ruleset_core.lang.vocabulary import Event, Field, Hook, Listener, Modifier, Reason
from ruleset_core.lang.walk import everything, substitute
from ruleset_core.model import documents as m
from ruleset_core.model.behaviour import Behaviours
from ruleset_core.model.cards import Face
from ruleset_core.model.diagnostic import Diagnostic, hint
from ruleset_core.model.gather import Gathered, nowhere


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose behaviour it is: the piece `this` (its kind and copies), or none for a rule."""

    name: str
    kind: str = ""
    pieces: tuple[int, ...] = ()
    side: int = -1


class Linker(Names):
    """Makes a program of the files of a game."""

    def __init__(self, gathered: Gathered) -> None:
        header = gathered.header
        if header is None:
            raise ValueError("a game without a header cannot be linked")
        super().__init__(gathered, (header.players.low, header.players.high))
        self.header = header
        self.program = Program(self.v)
        self.phase_sites: dict[str, Site] = {}
        self.turn_sites: dict[str, Site] = {}
        self._in_play_of: dict[str, t.Expr] = {}

    def link(self, hooks: dict[str, Hook]) -> Program:
        """Read everything. Problems are in `diagnostics`; the program can run only if there is no error."""
        self.build(hooks)
        self._phase_names()
        self._card_procedures()
        self._define_bodies()
        self._resource_effects()
        self._behaviours()
        self._decision_texts()
        self._flow()
        self._end()
        self._check_calls()
        self._unused()
        if not any(each.severity == "error" for each in self.diagnostics):
            self._number_decisions()
            self._streams()
            lower(self.program)
        return self.program

    def procedure(self, name: str, params: tuple[str, ...], body: t.Block) -> None:
        """Add a procedure."""
        self.program.procedures[name] = Procedure(name, params, body)

    # -- cards --------------------------------------------------------------------------------------------------

    def _card_procedures(self) -> None:
        """`effect:` of cards becomes a procedure of `this`; kinds with effects can be used with `do x.effect`."""
        for kind, names in self.pieces_of.items():
            if any(self._faces_with_effect(name) for name in names):
                self.card_effects[kind] = tuple(f"effect {name}" if self._faces_with_effect(name) else "" for name in names)
                self.v.domains[kind].used = True
        for name, (cards, kind, card) in self.cards.items():
            site = Site(cards.document, ("cards", name))
            facts: dict[str, object] = {**card.facts, **{side: dict(face.facts) for side, face in card.sides.items() if face.facts}}
            self.program.cards[name] = CardEntry(kind, words(card.name, name), card.provenance, card.copies, facts, cards.origin)
            self._unread(card, site)
            for side, face in card.sides.items():
                self._unread(face, site.at("sides", side))
            if not self._faces_with_effect(name):
                continue
            scope = Scope({"this": member(kind)})
            items: list[t.Statement] = []
            if card.effect is not None:
                items.append(self.effect(card.effect, site.at("effect"), scope))
                self._clause(name, "", "effect", "", None, body=items[-1])
            for number, (side, face) in enumerate(card.sides.items()):
                if face.effect is not None:
                    body = self.effect(face.effect, site.at("sides", side, "effect"), scope)
                    self._clause(name, side, "effect", "", None, body=body)
                    items.append(t.If(self._side_is(kind, t.Local(member(kind), "this"), number), body, None))
            self.procedure(f"effect {name}", ("this",), t.Block(tuple(items)))

    def _clause(
        self, owner: str, side: str, kind: str, name: str, where: t.Expr | None, *,
        body: t.Block | None = None, value: t.Expr | None = None, how: str = "",
    ) -> None:  # fmt: skip
        """Keep what is said, for showing it in words."""
        shown = None if where is None or where is t.TRUE else where
        self.program.clauses.append(Clause(owner, side, kind, name, how, shown, body, value))

    def _side_name(self, owner: Owner) -> str:
        return self.v.domains[owner.kind].sides[owner.side] if owner.side >= 0 else ""

    def _faces_with_effect(self, name: str) -> bool:
        card = self.cards[name][2]
        return card.effect is not None or any(face.effect is not None for face in card.sides.values())

    def _unread(self, face: Face, site: Site) -> None:
        """Keys of cards that nothing reads yet are refused rather than passed over."""
        for key in ("requires", "cost", "score"):
            if getattr(face, key) is not None:
                self.report("E412", f"nothing reads `{key}` of a card", site.at(key), "write it in the `effect`, a `define` or the game's `score`", key=True)

    def _side_is(self, kind: str, this: t.Expr, side: int) -> t.Expr:
        field = self.v.fields[f"{kind}.side"]
        return t.Op(BOOL, "==", (t.Load(field.type, field, None, (this,)), t.Const(field.type, side)))

    # -- defines and resources ----------------------------------------------------------------------------------

    def _define_bodies(self) -> None:
        for part in self.gathered.parts:
            for name, entry in part.sections.define.items():
                define = self.v.defines[name]
                site = Site(part.document, ("define", name))
                if self.homes["define", name].document is not part.document:
                    continue
                scope = Scope(dict(define.params))
                if entry.effect is not None:
                    define.body = self.effect(entry.effect, site.at("effect"), scope)
                    self.procedure(name, tuple(define.params), define.body)
                elif entry.amount is not None:
                    define.value = self.expr(entry.amount, site.at("amount"), scope, INT)
                elif entry.condition is not None:
                    define.value = self.expr(entry.condition, site.at("condition"), scope, BOOL)
                for param in define.params:
                    if param not in scope.used:
                        self.report("W505", f"the parameter `{param}` is never used", site.at("params", param), key=True, severity="warning")

    def _resource_effects(self) -> None:
        for part in self.gathered.parts:
            for name, entry in part.sections.resources.members.items():
                site = Site(part.document, ("resources", "members", name))
                place = self.v.domains["resource"].ids.index(name)
                if self.v.resources[place].overflow and entry.overflow is not None:
                    body = self.effect(entry.overflow, site.at("overflow"), Scope())
                    self.procedure(f"overflow {name}", (), body)
                for space, text in sorted(entry.rewards.items()):
                    self._reward(name, place, space, text, site.at("rewards", space))

    def _reward(self, name: str, place: int, space: int, text: str, site: Site) -> None:
        bounds = self.v.resources[place]
        if bounds.spaces < 0:
            self.report("E409", "rewards need a track", site, "give the resource `spaces`", key=True)
        elif not bounds.start < space <= bounds.spaces:
            self.report("E409", f"space {space} is never reached", site, f"the track goes from {bounds.start + 1} to {bounds.spaces}", key=True)
        body = self.effect(text, site, Scope())
        procedure = f"reward {name} {space}"
        self.procedure(procedure, ("resource", "space"), body)
        condition = t.Op(BOOL, "and", (
            t.Op(BOOL, "==", (t.Local(RESOURCE, "resource"), t.Const(RESOURCE, place))),
            t.Op(BOOL, "==", (t.Local(INT, "space"), t.Const(INT, space))),
        ))  # fmt: skip
        self._listen(Listener("reach", condition, procedure, queued=True, instead=False, source=procedure))

    def _listen(self, listener: Listener) -> None:
        self.v.listeners.setdefault(listener.event, []).append(listener)
        self.v.events[listener.event].heard = True
        self.v.queued_listeners |= listener.queued

    # -- behaviours ---------------------------------------------------------------------------------------------

    def _behaviours(self) -> None:
        for part in self.gathered.parts:
            for place, rule in enumerate(part.sections.rules):
                site = Site(part.document, ("rules", place))
                if self.claim("rules", rule.id, site.at("id")):
                    self._behaviour(rule, site, Owner(f"rule {rule.id}"))
        for name, (cards, kind, card) in self.cards.items():
            pieces = tuple(place for place, each in enumerate(self.pieces_of[kind]) if each == name)
            site = Site(cards.document, ("cards", name))
            self._behaviour(card, site, Owner(name, kind, pieces))
            for side, face in card.sides.items():
                if side in self.v.domains[kind].sides:
                    number = self.v.domains[kind].sides.index(side)
                    self._behaviour(face, site.at("sides", side), Owner(name, kind, pieces, number))

    def _behaviour(self, behaviours: Behaviours, site: Site, owner: Owner) -> None:
        if not (behaviours.when or behaviours.instead or behaviours.while_in_play):
            return
        if owner.kind and self._kind(owner.kind).in_play is None:
            self.report("W506", f"no `{owner.kind}` is ever in play", site, "give the kind an `in_play:` condition", key=True, severity="warning")
        for place, when in enumerate(behaviours.when):
            self._when(when, site.at("when", place), owner, instead=False, number=place)
        for place, instead in enumerate(behaviours.instead):
            self._when(instead, site.at("instead", place), owner, instead=True, number=place)
        for place, change in enumerate(behaviours.while_in_play):
            self._modify(change, site.at("while_in_play", place), owner)

    def _event(self, name: str, site: Site) -> Event | None:
        event = self.v.events.get(name)
        if event is None:
            word, _, phase = name.partition(" ")
            if word in {"begin", "end"} and phase:
                self.report("E312", f"unknown phase `{phase}`", site, hint(phase, list(self.v.phases), "phases"))
            else:
                self.report("E312", f"unknown event `{name}`", site, hint(name, [each for each in self.v.events if " " not in each], "events"))
        return event

    def _when(self, when: Any, site: Site, owner: Owner, *, instead: bool, number: int) -> None:
        event = self._event(when.event, site.at("event"))
        if event is None:
            return
        if instead and (event.queued or " " in event.name):
            self.report("E312", f"`{event.name}` cannot be replaced", site.at("event"))
        scope = self._event_scope(event, owner)
        where = self.condition(when.where, site.at("where"), scope)
        body = self.effect(when.do, site.at("do"), scope)
        kind = "instead" if instead else "when"
        self._clause(owner.name, self._side_name(owner), kind, event.name, where, body=body)
        name = f"{kind} {owner.name} {owner.side} {number}"
        params = (("this",) if owner.kind else ()) + tuple(event.fields)
        self.procedure(name, params, body)
        queued = event.queued and not instead
        for piece in owner.pieces or (-1,):
            condition = self._in_play(owner, piece, where)
            source = name if piece < 0 else self._bound(name, piece, owner, event)
            self._listen(Listener(event.name, condition, source, queued, instead, owner.name))

    def _event_scope(self, event: Event, owner: Owner) -> Scope:
        names = dict(event.fields)
        if owner.kind:
            names["this"] = member(owner.kind)
        return Scope(names, me=not event.name.startswith(("begin ", "end ")))

    def _bound(self, name: str, piece: int, owner: Owner, event: Event) -> str:
        """A procedure for one piece, so that listeners take only the fields of the event."""
        bound = f"{name} #{piece}"
        args: tuple[t.Expr, ...] = (t.Const(member(owner.kind), piece),)
        args += tuple(t.Local(kind, each) for each, kind in event.fields.items())
        self.procedure(bound, tuple(event.fields), t.Block((t.Do(name, args),)))
        return bound

    def _in_play(self, owner: Owner, piece: int, where: t.Expr) -> t.Expr:
        """The condition of a behaviour for one piece: in play, the right side up, and its own `where`."""
        if piece < 0:
            return where
        this = t.Const(member(owner.kind), piece)
        parts = [self._kind_in_play(owner.kind)]
        if owner.side >= 0:
            parts.append(self._side_is(owner.kind, t.Local(member(owner.kind), "this"), owner.side))
        return substitute(_all([*parts, where]), {"this": this})

    def _kind_in_play(self, kind: str) -> t.Expr:
        if kind not in self._in_play_of:
            entry = self._kind(kind)
            site = self.homes["pieces", kind].at("in_play")
            scope = Scope({"this": member(kind)}, me=False)
            self._in_play_of[kind] = t.FALSE if entry.in_play is None else self.expr(entry.in_play, site, scope, BOOL)
        return self._in_play_of[kind]

    def _modify(self, change: m.Modifier, site: Site, owner: Owner) -> None:
        define = self.v.defines.get(change.modify)
        if define is None or define.kind == "effect":
            known = [each.name for each in self.v.defines.values() if each.kind != "effect"]
            self.report("E301", f"unknown amount or condition `{change.modify}`", site.at("modify"), hint(change.modify, known, "one can modify"))
            return
        scope = Scope(define.params | ({"this": member(owner.kind)} if owner.kind else {}))
        where = self.condition(change.where, site.at("where"), scope)
        how = "set" if change.set is not None else "add"
        if how == "add" and define.type == BOOL:
            self.report("E303", "a condition can be `set`, not added to", site.at("add"))
        value = self.expr(change.set or change.add or "0", site.at(how), scope, define.type)
        self._clause(owner.name, self._side_name(owner), "modify", define.name, where, value=value, how=how)
        for piece in owner.pieces or (-1,):
            this: dict[str, t.Expr] = {} if piece < 0 else {"this": t.Const(member(owner.kind), piece)}
            condition = self._in_play(owner, piece, where)
            define.modifiers.append(Modifier(how, condition, substitute(value, this), owner.name))

    # -- questions ----------------------------------------------------------------------------------------------

    def _decision_texts(self) -> None:
        for part in self.gathered.parts:
            for name, entry in part.sections.decisions.items():
                decision = self.v.decisions[name]
                site = Site(part.document, ("decisions", name))
                scope = Scope({"it": decision.type})
                for place, why in enumerate(entry.why):
                    unless = self.expr(why.unless, site.at("why", place, "unless"), scope, BOOL)
                    decision.why.append(Reason(unless, {"en": why.say.en, "es": why.say.es}))
                if entry.label is not None:
                    for lang in ("en", "es"):
                        text = entry.label.get(lang)
                        decision.label[lang] = self.template(text, site.at("label", lang), scope)

    def template(self, text: str, site: Site, scope: Scope) -> list[str | t.Expr]:
        """A text with `{EXPR}` placeholders."""
        pieces: list[str | t.Expr] = []
        for place, piece in enumerate(re.split(r"\{([^{}]*)\}", text)):
            if place % 2 == 0:
                pieces.append(piece)
            else:
                before = len(self.diagnostics)
                tree = self._tree(piece, site, "expr")
                resolver = self._resolver()
                if tree is not None:
                    pieces.append(resolver.expr(tree, scope))
                    self.problems(resolver.problems, site)
                for number in range(before, len(self.diagnostics)):  # the place is the whole text
                    old = self.diagnostics[number]
                    self.diagnostics[number] = Diagnostic(old.code, old.severity, old.message, site.document.span(site.path), help=old.help)
        return pieces

    # -- flow ---------------------------------------------------------------------------------------------------

    def _phases(self) -> Iterator[tuple[m.Phase, Site]]:
        def below(phase: m.Phase, site: Site) -> Iterator[tuple[m.Phase, Site]]:
            yield phase, site
            for place, step in enumerate(phase.steps):
                yield from below(step, site.at("steps", place))

        for part in self.gathered.parts:
            for place, phase in enumerate(getattr(part.sections, "flow", ())):
                yield from below(phase, Site(part.document, ("flow", place)))

    def _phase_names(self) -> None:
        for phase, site in self._phases():
            if phase.phase in self.phase_sites:
                self._twice("E406", f"two phases are called `{phase.phase}`", site.at("phase"), self.phase_sites[phase.phase])
                continue
            self.phase_sites[phase.phase] = site.at("phase")
            self.v.phases[phase.phase] = words(phase.name, phase.phase)
            for word in ("begin", "end"):
                self.v.events[f"{word} {phase.phase}"] = Event(f"{word} {phase.phase}", {}, emitted=True)
        self.program.phase_names = list(self.v.phases)
        homes = {id(part.document): part for part in self.gathered.parts if getattr(part.sections, "flow", ())}
        if not homes:
            self.diagnostics.append(Diagnostic("E405", "error", "the game has no `flow`", nowhere(self.gathered.directory), help="add `flow:` with at least one phase"))
        for extra in list(homes.values())[1:]:
            self.report("E407", "`flow` stands in two files", Site(extra.document, ("flow",)), key=True)

    def _flow(self) -> None:
        self.v.fields["turn.again"] = Field("turn.again", (), False, BOOL, (0,), hidden=True, used=True, offset=self.v.shared_size)
        self.v.shared_size += 1
        passed = Field("turn.passed", (), True, BOOL, (0,), hidden=True, used=True, offset=self.v.seat_size)
        self.v.fields["turn.passed"] = passed
        self.v.seat_size += 1
        items: list[t.Statement] = []
        for part in self.gathered.parts:
            for place, phase in enumerate(getattr(part.sections, "flow", ())):
                statement = self._phase(phase, Site(part.document, ("flow", place)))
                name = f"phase {phase.phase}"
                self.procedure(name, (), t.Block((statement,)))
                self.program.top_phases.append(self.program.phase_names.index(phase.phase))
                items.append(t.Do(name, ()))
        self.procedure("flow", (), t.Block(tuple(items)))

    def _phase(self, phase: m.Phase, site: Site) -> t.Statement:
        number = self.program.phase_names.index(phase.phase)
        if phase.turns is None and (phase.first is not None or phase.until is not None):
            key = "first" if phase.first is not None else "until"
            self.report("E412", f"nothing reads `{key}` without `turns`", site.at(key), "add `turns:`", key=True)
        if phase.steps:
            body = t.Block(tuple(self._phase(step, site.at("steps", place)) for place, step in enumerate(phase.steps)))
        elif phase.turns is not None:
            body = t.Block((self._turns(phase, site),))
        else:
            body = self.effect(phase.do or "", site.at("do"), Scope(me=False))
        if phase.for_ is not None and phase.in_ is not None:
            body = t.Block((self._for(phase, body, site),))
        return t.Phase(phase.phase, number, body)

    def _turns(self, phase: m.Phase, site: Site) -> t.Turns:
        first: t.Expr = t.Const(SEAT, 0)
        if phase.first is not None:
            first = self.expr(phase.first, site.at("first"), Scope(me=False), SEAT)
        elif "starter" in self.v.fields and self.v.fields["starter"].type == SEAT:
            self.v.fields["starter"].used = True
            first = t.Load(SEAT, self.v.fields["starter"], None, ())
        until = None if phase.until is None else self.expr(phase.until, site.at("until"), Scope(), BOOL)
        body = self.effect(phase.do or "", site.at("do"), Scope())
        self.turn_sites[phase.phase] = site.at("do")
        return t.Turns(phase.turns or "once", first, until, body)

    def _for(self, phase: m.Phase, body: t.Block, site: Site) -> t.Statement:
        name = phase.for_ or ""
        field = self.v.fields.get(name)
        if field is None or field.index or field.per_seat:
            known = [each.name for each in self.v.fields.values() if not each.index and not each.per_seat and not each.hidden]
            self.report("E301", f"unknown field `{name}`", site.at("for"), hint(name, known, "fields that can count"))
            return body
        field.used = True
        selection = self.selection(phase.in_ or "", site.at("in"), Scope(me=False))
        if selection.kind != "values" or not selection.values:
            if selection.type.kind != "bad":
                self.report("E303", "a phase counts through values known beforehand", site.at("in"), "a set, or numbers such as `1 to 8`")
            return body
        target = t.Load(field.type, field, None, ())
        if selection.type.kind != field.type.kind or selection.type.domain != field.type.domain:
            self.report("E303", f"`{name}` is a {field.type}, not a {selection.type}", site.at("in"))
        elif field.type.low is not None and (selection.values[0] < field.type.low or selection.values[-1] > (field.type.high or 0)):
            self.report("E314", f"`{name}` goes only from {field.type.low} to {field.type.high}", site.at("in"))
        return t.ForField(target, selection, body)

    # -- the end ------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        for name, row, site, _part in self.entries("score"):
            scope = Scope()
            items: t.Selection | None = None
            if row.each is not None:
                kind = self.type(row.each, site.at("each"))
                items = t.Selection(kind, "values", tuple(self.v.members(kind)) if kind.kind != "bad" and self.v.finite(kind) else ())
                scope = scope.inner(it=kind)
            amount = self.expr(row.amount, site.at("amount"), scope, INT)
            self.program.scores.append(Score(name, words(row.name, name), items, amount))
        for part in self.gathered.parts:
            for place, text in enumerate(part.sections.tie_breaks):
                self.program.tie_breaks.append(self.expr(text, Site(part.document, ("tie_breaks", place)), Scope(), INT))
            self.program.ranks += [(rank.at, words(rank.name, "")) for rank in part.sections.ranks]
        for name, entry, site, _part in self.entries("achievements"):
            when = self.expr(entry.when, site.at("when"), Scope({"total": INT}), BOOL)
            self.program.achievements.append(Achievement(name, words(entry.name, name), when, entry.players, entry.boxes))
        if not self.program.scores:
            self.diagnostics.append(Diagnostic("E405", "error", "the game has no `score`", nowhere(self.gathered.directory), help="add `score:` with at least one line"))

    def _number_decisions(self) -> None:
        base = 0
        for decision in self.v.decisions.values():
            decision.base = base
            base += decision.size + int(decision.stops)

    def _streams(self) -> None:
        """One random stream for every field that is rolled and every zone that is shuffled, by name."""
        found: set[str] = set()
        again = False
        for procedure in self.program.procedures.values():
            for node in everything(procedure.body):
                if isinstance(node, t.Roll):
                    found.add(node.target.field.name)
                elif isinstance(node, t.Shuffle):
                    found.add(node.zone.zone.name)
                again |= isinstance(node, t.Again)
        if not again:
            del self.v.fields["turn.again"]
        self.program.streams = sorted(found)

    def _check_calls(self) -> None:
        from ruleset_core.lang.link_checks import check_recursion, check_simultaneous

        check_recursion(self)
        check_simultaneous(self)

    def _unused(self) -> None:
        from ruleset_core.lang.link_checks import report_unused

        report_unused(self)


def _all(parts: list[t.Expr]) -> t.Expr:
    result = parts[0]
    for part in parts[1:]:
        result = t.Op(BOOL, "and", (result, part))
    return result
