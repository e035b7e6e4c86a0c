"""Linking: the effects of cards, and behaviours: triggers, replacements and changes of amounts while in play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.link.changes import lay_steps, modify
from ruleset_core.lang.link.domains import words
from ruleset_core.lang.link.names import Names
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.program import CardEntry, Clause, Procedure, Program
from ruleset_core.lang.rebuild import replacing, substitute
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, INT, Type, member
from ruleset_core.lang.vocabulary import Event, Listener
from ruleset_core.lang.walk import placed
from ruleset_core.model.gather import Gathered
from ruleset_core.model.shapes import documents as m
from ruleset_core.model.shapes.behaviour import Behaviours
from ruleset_core.model.shapes.cards import Face
from ruleset_core.model.shapes.common import L10N


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose behaviour it is: the piece `this` (its kind and copies), or none for a rule."""

    name: str
    kind: str = ""
    pieces: tuple[int, ...] = ()
    side: int = -1


class BehaviourLinker(Names):
    """Reads cards and rules."""

    def __init__(self, gathered: Gathered, players: tuple[int, int]) -> None:
        super().__init__(gathered, players)
        self.program = Program(self.v, changes=gathered.changes)
        self._in_play_of: dict[str, t.Expr] = {}

    def procedure(self, name: str, params: tuple[str, ...], body: t.Block, kinds: tuple[Type, ...] = ()) -> None:
        """Add a procedure."""
        self.program.procedures[name] = Procedure(name, params, body, kinds=kinds)

    def _listen(self, listener: Listener) -> None:
        self.v.listeners.setdefault(listener.event, []).append(listener)
        self.v.events[listener.event].heard = True
        self.v.queued_listeners |= listener.queued

    def clause(
        self, owner: str, side: str, kind: str, name: str, where: t.Expr | None, *,
        body: t.Block | None = None, value: t.Expr | None = None, how: str = "",
    ) -> None:  # fmt: skip
        """Keep what is said, for showing it in words."""
        shown = None if where is None or where is t.TRUE else where
        self.program.clauses.append(Clause(owner, side, kind, name, how, shown, body, value))

    def _given(self, text: L10N | None, owner: str, side: str = "") -> None:
        """Keep the words that the data has for what a card, a side of it or a rule says."""
        if text is not None:
            self.program.given[owner, side] = words(text, "")

    def side_name(self, owner: Owner) -> str:
        """The name of the side whose behaviour it is; nothing for the whole piece."""
        return self.v.domains[owner.kind].sides[owner.side] if owner.side >= 0 else ""

    def side_is(self, kind: str, this: t.Expr, side: int) -> t.Expr:
        """Whether a side of a piece lies up."""
        field = self.v.fields[f"{kind}.side"]
        return t.Op(BOOL, "==", (t.Load(field.type, field, None, (this,)), t.Const(field.type, side)))

    def _effects_of_kinds(self) -> None:
        """Kinds whose cards have an `effect:`, which can be used with `do x.effect`: the procedures of their pieces."""
        for kind, names in self.pieces_of.items():
            if any(self._faces_with_effect(name) for name in names):
                self.card_effects[kind] = tuple(
                    f"effect {name}" if self._faces_with_effect(name) else "" for name in names
                )
                self.v.domains[kind].used = True

    def _card_procedures(self) -> None:
        """`effect:` of cards becomes a procedure of `this`."""
        for name, (cards, kind, card) in self.cards.items():
            site = Site(cards.document, ("cards", name))
            facts: dict[str, object] = {
                **card.facts,
                **{side: dict(face.facts) for side, face in card.sides.items() if face.facts},
            }
            marks = (_marked(card, "house"), _marked(card, "inferred"))
            self._given(card.text, name)
            for side, face in card.sides.items():
                self._given(face.text, name, side)
            self.program.cards[name] = CardEntry(
                kind, words(card.name, name), card.provenance, card.copies, facts, cards.origin, *marks
            )
            self._unread(card, site)
            for side, face in card.sides.items():
                self._unread(face, site.at("sides", side))
            if not self._faces_with_effect(name):
                continue
            scope = Scope({"this": member(kind)})
            items: list[t.Statement] = []
            if card.effect is not None:
                body = self.effect(card.effect, site.at("effect"), scope)
                items.append(body)
                self.clause(name, "", "effect", "", None, body=body)
            for side, face in card.sides.items():
                if face.effect is not None:
                    body = self.effect(face.effect, site.at("sides", side, "effect"), scope)
                    self.clause(name, side, "effect", "", None, body=body)
                    if side in self.v.domains[kind].sides:  # else it has been reported
                        number = self.v.domains[kind].sides.index(side)
                        up = self.side_is(kind, t.Local(member(kind), "this"), number)
                        items.append(t.If(up, body, None, origin=body.origin))
            self.procedure(f"effect {name}", ("this",), t.Block(tuple(items), origin=self.origin(site)))
            self.homes["procedure", f"effect {name}"] = site.at("effect") if card.effect is not None else site

    def _faces_with_effect(self, name: str) -> bool:
        card = self.cards[name][2]
        return card.effect is not None or any(face.effect is not None for face in card.sides.values())

    def said(self, key: str, name: str, side: str, text: str, site: Site, kind: str) -> t.Expr:
        """What a card, or a side of it, says it is worth or requires."""
        value = self.expr(text, site, Scope({"this": member(kind)}), INT if key == "score" else BOOL)
        self.clause(name, side, key, "", None, value=value)
        return value

    def _unread(self, face: Face, site: Site) -> None:
        """A key of cards that nothing reads yet is refused rather than passed over."""
        if face.cost is not None:
            advice = "write it in the `effect` or a `define`"
            self.report("E412", "nothing reads `cost` of a card", site.at("cost"), advice, key=True)

    def _behaviours(self) -> None:
        for part in self.gathered.parts:
            for place, rule in enumerate(part.sections.rules):
                site = Site(part.document, ("rules", place))
                if self.claim("rules", rule.id, site.at("id")):
                    if rule.because is not None:
                        self.v.because["rules", rule.id] = words(rule.because, "")
                    self._given(rule.text, f"rule {rule.id}")
                    self._behaviour(rule, site, Owner(f"rule {rule.id}"))
        for name, (cards, kind, card) in self.cards.items():
            pieces = tuple(place for place, each in enumerate(self.pieces_of[kind]) if each == name)
            site = Site(cards.document, ("cards", name))
            self._behaviour(card, site, Owner(name, kind, pieces))
            for side, face in card.sides.items():
                if side in self.v.domains[kind].sides:
                    number = self.v.domains[kind].sides.index(side)
                    self._behaviour(face, site.at("sides", side), Owner(name, kind, pieces, number))
        lay_steps(self)

    def _behaviour(self, behaviours: Behaviours, site: Site, owner: Owner) -> None:
        if not (behaviours.when or behaviours.instead or behaviours.while_in_play):
            return
        if owner.kind and self._kind(owner.kind).in_play is None:
            self.report(
                "W506",
                f"no `{owner.kind}` is ever in play",
                site,
                "give the kind an `in_play:` condition",
                key=True,
                severity="warning",
            )
        for place, when in enumerate(behaviours.when):
            self._when(when, site.at("when", place), owner, instead=False, number=place)
        for place, instead in enumerate(behaviours.instead):
            self._when(instead, site.at("instead", place), owner, instead=True, number=place)
        for place, change in enumerate(behaviours.while_in_play):
            modify(self, change, site.at("while_in_play", place), owner)

    def _event(self, name: str, site: Site) -> Event | None:
        event = self.v.events.get(name)
        if event is None:
            word, _, phase = name.partition(" ")
            if word in {"begin", "end"} and phase:
                moments = [f"{word} {each}" for each in self.v.phases]
                self.unknown("E312", f"unknown phase `{phase}`", site, name, moments, "phases")
            else:
                events = [each for each in self.v.events if " " not in each]
                self.unknown("E312", f"unknown event `{name}`", site, name, events, "events")
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
        if instead:
            body = replacing(body, event.name)
        kind = "instead" if instead else "when"
        self.clause(owner.name, self.side_name(owner), kind, event.name, where, body=body)
        origin = self.origin(site) if when.where is None else self.origin(site.at("where"), when.where)
        name = f"{kind} {owner.name} {owner.side} {number}"
        params = (("this",) if owner.kind else ()) + tuple(event.fields)
        self.procedure(name, params, body)
        self.homes["procedure", name] = site
        queued = event.queued and not instead
        if event.order is not None and owner.kind == event.order.kind:
            event.order.in_play = self._kind_in_play(owner.kind)
        for piece in owner.pieces or (-1,):
            condition = self.in_play(owner, piece, where)
            source = name if piece < 0 else self._bound(name, piece, owner, event, body.origin)
            whose = (piece, owner.kind, owner.side)
            self._listen(Listener(event.name, condition, source, queued, instead, owner.name, *whose, origin))

    def _event_scope(self, event: Event, owner: Owner) -> Scope:
        names = dict(event.fields)
        if owner.kind:
            names["this"] = member(owner.kind)
        return Scope(names, me=not event.name.startswith(("begin ", "end ")))

    def _bound(self, name: str, piece: int, owner: Owner, event: Event, origin: Origin | None) -> str:
        """A procedure for one piece, so that listeners take only the fields of the event."""
        bound = f"{name} #{piece}"
        args: tuple[t.Expr, ...] = (t.Const(member(owner.kind), piece),)
        args += tuple(t.Local(kind, each) for each, kind in event.fields.items())
        self.procedure(bound, tuple(event.fields), placed(t.Block((t.Do(name, args),)), origin))
        return bound

    def in_play(self, owner: Owner, piece: int, where: t.Expr) -> t.Expr:
        """The condition of a behaviour for one piece: in play, the right side up, and its own `where`."""
        if piece < 0:
            return where
        this = t.Const(member(owner.kind), piece)
        parts = [self._kind_in_play(owner.kind)]
        if owner.side >= 0:
            parts.append(self.side_is(owner.kind, t.Local(member(owner.kind), "this"), owner.side))
        named = [part for part in _conjuncts(where) if _names_one(part)]  # looks at no state: the quickest to say no
        condition: t.Expr = substitute(_all([*named, *parts, where]), {"this": this})
        return condition

    def _kind_in_play(self, kind: str) -> t.Expr:
        if kind not in self._in_play_of:
            entry = self._kind(kind)
            site = self.homes["pieces", kind].at("in_play")
            scope = Scope({"this": member(kind)})  # where nobody acts, `check_seats` says so
            self._in_play_of[kind] = t.FALSE if entry.in_play is None else self.expr(entry.in_play, site, scope, BOOL)
        return self._in_play_of[kind]


def _marked(card: m.Card, mark: str) -> tuple[str, ...]:
    """Facts and keys of a card under `house` or `inferred`; those of a side behind its name."""
    listed: tuple[str, ...] = getattr(card, mark)
    return (*listed, *(f"{side}.{name}" for side, face in card.sides.items() for name in getattr(face, mark)))


def _all(parts: list[t.Expr]) -> t.Expr:
    result = parts[0]
    for part in parts[1:]:
        result = t.Op(BOOL, "and", (result, part))
    return result


def _conjuncts(condition: t.Expr) -> list[t.Expr]:
    """The parts of a condition that must all hold."""
    if isinstance(condition, t.Op) and condition.name == "and":
        return [each for part in condition.args for each in _conjuncts(part)]
    return [condition]


def _names_one(part: t.Expr) -> bool:
    """Whether a condition compares two names, such as a parameter with this card."""
    return (
        isinstance(part, t.Op) and part.name == "==" and all(isinstance(arg, (t.Local, t.Const)) for arg in part.args)
    )
