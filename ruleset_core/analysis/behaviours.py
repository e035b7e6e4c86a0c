"""Effects of cards and rules: triggers, replacements and modifiers in, procedures, listeners and changed definitions out.

Cards and rules change the game while they are in play. Each such behaviour becomes a procedure with a condition, or a
change of a definition, and the rest of the game names no card. Two cards of kind `hero`, which are in play in `hall`:

    knight: {when: {event: feast, do: gain 1 fame}}
        Listener("feast", condition: knight in hall, procedure "when knight -1 0 #0")
        that procedure: gain 1 fame
    jester: {while_in_play: {modify: price, add: -1}}
        in the definition `price`: DefinitionModifier("add", where: jester in hall, Const(-1))

`analysis.desugaring` makes an `event feast` procedure of all listeners. `price` is 4, or 3 while the jester is in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.declarations import Declarations
from ruleset_core.analysis.text_reader import SourceSite, display_names
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import CardEntry, Clause, Definition, DefinitionModifier, EffectPatch, Procedure, Program
from ruleset_core.lang.traversal import all_of, calling, chain, equal, replacing, substitute, with_origin
from ruleset_core.lang.types import BOOL, INT, Type, member_type, with_article
from ruleset_core.lang.vocabulary import Event, Listener
from ruleset_core.model.game_files import GatheredFiles
from ruleset_core.model.schema import documents as m
from ruleset_core.model.schema.base import LocalizedText
from ruleset_core.model.schema.rules import CHANGES, BehaviourSections

# Linking: changes of definitions by cards and rules: of amounts and conditions, and of effects that have a name.
#
# What is put before, after or in the place of an effect becomes part of its procedure, so what runs it knows nothing
# of it. What takes its place may still `do` it: then it means the effect as it was without this change.

STEPS: Final = frozenset({"before", "after", "instead"})
"""The changes of effects."""
AS_WAS: Final = "given"
"""The first word of the name of an effect without what takes its place."""
_HOW: Final[Mapping[str, tuple[str, str]]] = {
    "amount": ("an amount", "it is changed by `set:` or `add:`"),
    "condition": ("a condition", "it is changed by `set:`"),
    "value": ("a value", "it is changed by `set:`"),
    "effect": ("an effect", "it is changed by `before:`, `after:` or `instead:`"),
}


def add_modifier(linker: BehaviourLinker, change: m.ModifierModel, site: SourceSite, owner: BehaviourOwner) -> None:
    """A change of a definition while its owner is in play; of what kind must fit the definition."""
    define = linker.v.defines.get(change.modify)
    if define is None or " " in define.name:
        known = [each.name for each in linker.v.defines.values() if " " not in each.name]
        message = f"unknown amount, condition, value or effect `{change.modify}`"
        linker.unknown("E301", message, site.at("modify"), change.modify, known, "one can modify")
        return
    how = next(key for key in CHANGES if getattr(change, key) is not None)
    if (define.kind == "effect") != (how in STEPS):
        what, advice = _HOW[define.kind]
        linker.report("E303", f"`{define.name}` is {what}, and `{how}` is for none", site.at(how), advice, key=True)
    elif how in STEPS:
        _step(_Change.read(linker, change, how, define, site, owner))
    else:
        _value(_Change.read(linker, change, how, define, site, owner))


def _this(owner: BehaviourOwner, piece: int) -> dict[str, t.Expr]:
    return {} if piece < 0 else {"this": t.Const(member_type(owner.kind), piece)}


@dataclass(frozen=True, slots=True)
class _Change:
    """A change that is read: the names it may use, when it holds and where that is written."""

    linker: BehaviourLinker
    how: str
    given: m.ModifierModel
    define: Definition
    site: SourceSite
    owner: BehaviourOwner
    scope: BindingScope
    where: t.Expr
    when: Origin

    @classmethod
    def read(
        cls, linker: BehaviourLinker, given: m.ModifierModel, how: str, define: Definition, site: SourceSite, owner: BehaviourOwner
    ) -> _Change:  # fmt: skip
        scope = BindingScope(define.params | ({"this": member_type(owner.kind)} if owner.kind else {}))
        scope.result = define.result if how == "instead" else None
        where = linker.condition(given.where, site.at("where"), scope)
        when = linker.origin(site) if given.where is None else linker.origin(site.at("where"), given.where)
        return cls(linker, how, given, define, site, owner, scope, where, when)

    def add_clause(self, what: str, value: t.Expr | None = None, body: t.Block | None = None) -> None:
        """What the owner says in its text; the parameters that are used are read."""
        linker, name = self.linker, self.define.name
        side = linker.side_name(self.owner)
        linker.clause(self.owner.name, side, what, name, self.where, value=value, body=body, how=self.how)
        self.define.unread -= self.scope.used

    def pieces(self) -> Iterator[tuple[int, t.Expr]]:
        """Each piece that changes it, -1 for a rule, and when that one does."""
        for piece in self.owner.pieces or (-1,):
            yield piece, self.linker.in_play(self.owner, piece, self.where)


def _value(change: _Change) -> None:
    linker, define, how, site = change.linker, change.define, change.how, change.site
    if how == "add" and define.type.kind not in {"int", "bad"}:
        what = "a condition" if define.type == BOOL else with_article(define.type)
        linker.report("E303", f"{what} can be `set`, not added to", site.at("add"))
    wanted = INT if how == "add" and define.type.kind == "int" else define.type
    written = change.given.set or change.given.add or "0"
    value = linker.expr(written, site.at(how), change.scope, wanted)
    if how == "add" and value.type.kind == "int" and value == t.Const(value.type, 0):
        linker.report("W521", "adding 0 changes nothing", site.at("add"), "take it out", severity="warning")
    change.add_clause("modify", value=value)
    origin = linker.origin(site.at(how), written)
    for piece, condition in change.pieces():
        linker.homes[f"modifier {define.name}", str(len(define.modifiers))] = site
        changed = substitute(value, _this(change.owner, piece))
        define.modifiers.append(DefinitionModifier(how, condition, changed, change.owner.name, origin, change.when))


def _step(change: _Change) -> None:
    """A procedure for each piece, put in its place by `lay_steps`."""
    linker, define, how, site = change.linker, change.define, change.how, change.site
    body = linker.effect(getattr(change.given, how), site.at(how), change.scope)
    change.add_clause("step", body=body)
    kinds = tuple(define.params.values())
    for piece, condition in change.pieces():
        name = f"{how} {define.name} {len(define.steps)}"
        result = define.result if how == "instead" else None
        linker.procedure(name, tuple(define.params), substitute(body, _this(change.owner, piece)), kinds, result)
        linker.homes["procedure", name] = site.at(how)
        define.steps.append(EffectPatch(how, condition, name, change.owner.name, change.when))


def apply_effect_patches(linker: BehaviourLinker) -> None:
    """Put all steps into the effects they belong to."""
    for define in linker.v.defines.values():
        if define.steps:
            _lay(linker, define)


def _lay(linker: BehaviourLinker, define: Definition) -> None:
    procedure = linker.program.procedures[define.name]
    args = tuple(t.Local(kind, name) for name, kind in define.params.items())
    body = procedure.body
    for number, step in enumerate(each for each in define.steps if each.how == "instead"):
        inner = f"{AS_WAS} {define.name} {number}"
        linker.procedure(inner, procedure.params, body, procedure.kinds, define.result)
        linker.homes["procedure", inner] = linker.homes["define", define.name].at("effect")
        own = linker.program.procedures[step.procedure]
        own.body = calling(own.body, define.name, inner)
        was = _done(inner, args, define.origin, define.result)
        body = t.Block((_taken(step, args, was, define.result),), origin=define.origin)
    before = _those(define.steps, "before", args)
    after = _those(define.steps, "after", args)
    if define.result is not None and after:  # the effect ends where it returns something
        inner = f"{AS_WAS} {define.name} {len(define.steps)}"
        linker.procedure(inner, procedure.params, body, procedure.kinds, define.result)
        linker.homes["procedure", inner] = linker.homes["define", define.name].at("effect")
        run, last = _done(inner, args, define.origin, define.result).items
        body, after = t.Block((run,)), [*after, last]
    procedure.body = t.Block((*before, *body.items, *after), origin=define.origin)


def _those(steps: Iterable[EffectPatch], how: str, args: tuple[t.Expr, ...]) -> list[t.Statement]:
    return [_taken(each, args, None) for each in steps if each.how == how]


def _taken(
    step: EffectPatch, args: tuple[t.Expr, ...], otherwise: t.Block | None, result: Type | None = None
) -> t.Statement:
    run = _done(step.procedure, args, step.origin, result)
    return with_origin(t.If(step.condition, run, otherwise), step.origin)


def _done(procedure: str, args: tuple[t.Expr, ...], origin: Origin | None, result: Type | None = None) -> t.Block:
    """A call; what it returns is returned."""
    if result is None:
        return with_origin(t.Block((t.Do(procedure, args),)), origin)
    run, give = t.Do(procedure, args, var="_returned"), t.Return(t.Local(result, "_returned"))
    return with_origin(t.Block((with_origin(run, origin), with_origin(give, origin))), origin)


# Linking: the effects of cards, and behaviours: triggers, replacements and changes of amounts while in play.


@dataclass(frozen=True, slots=True)
class BehaviourOwner:
    """Whose behaviour it is: the piece `this` (its kind and copies), or none for a rule."""

    name: str
    kind: str = ""
    pieces: tuple[int, ...] = ()
    side: int = -1


class BehaviourLinker(Declarations):
    """Reads cards and rules."""

    def __init__(self, gathered: GatheredFiles, players: tuple[int, int]) -> None:
        super().__init__(gathered, players)
        self.program = Program(self.v, changes=gathered.changes)
        self._in_play_of: dict[str, t.Expr] = {}

    def procedure(
        self,
        name: str,
        params: tuple[str, ...],
        body: t.Block,
        kinds: tuple[Type, ...] = (),
        result: Type | None = None,
    ) -> None:
        """Add a procedure."""
        self.program.procedures[name] = Procedure(name, params, body, kinds=kinds, result=result)

    def _register_listener(self, listener: Listener) -> None:
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

    def _given(self, text: LocalizedText | None, owner: str, side: str = "") -> None:
        """Keep the words that the data has for what a card, a side of it or a rule says."""
        if text is not None:
            self.program.given[owner, side] = display_names(text, "")

    def side_name(self, owner: BehaviourOwner) -> str:
        """The name of the side whose behaviour it is; nothing for the whole piece."""
        return self.v.domains[owner.kind].sides[owner.side] if owner.side >= 0 else ""

    def side_is(self, kind: str, this: t.Expr, side: int) -> t.Expr:
        """Whether a side of a piece lies up."""
        field = self.v.fields[f"{kind}.side"]
        return equal(t.Load(field.type, field, None, (this,)), t.Const(field.type, side))

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
            site = SourceSite(cards.document, ("cards", name))
            facts: dict[str, object] = {
                **card.facts,
                **{side: dict(face.facts) for side, face in card.sides.items() if face.facts},
            }
            marks = (_marked(card, "house"), _marked(card, "inferred"))
            self._given(card.text, name)
            for side, face in card.sides.items():
                self._given(face.text, name, side)
            self.program.cards[name] = CardEntry(
                kind, display_names(card.name, name), card.provenance, card.copies, facts, cards.origin, *marks
            )
            if not self._faces_with_effect(name):
                continue
            scope = BindingScope({"this": member_type(kind)})
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
                        up = self.side_is(kind, t.Local(member_type(kind), "this"), number)
                        items.append(t.If(up, body, None, origin=body.origin))
            self.procedure(f"effect {name}", ("this",), t.Block(tuple(items), origin=self.origin(site)))
            self.homes["procedure", f"effect {name}"] = site.at("effect") if card.effect is not None else site

    def _faces_with_effect(self, name: str) -> bool:
        card = self.cards[name][2]
        return card.effect is not None or any(face.effect is not None for face in card.sides.values())

    def add_expression_clause(self, key: str, name: str, side: str, text: str, site: SourceSite, kind: str) -> t.Expr:
        """What a card, or a side of it, says it is worth or requires."""
        value = self.expr(text, site, BindingScope({"this": member_type(kind)}), INT if key == "score" else BOOL)
        self.clause(name, side, key, "", None, value=value)
        return value

    def _behaviours(self) -> None:
        for part in self.gathered.parts:
            for place, rule in enumerate(part.sections.rules):
                site = SourceSite(part.document, ("rules", place))
                if self.claim("rules", rule.id, site.at("id")):
                    if rule.because is not None:
                        self.v.because["rules", rule.id] = display_names(rule.because, "")
                    self._given(rule.text, f"rule {rule.id}")
                    self._behaviour(rule, site, BehaviourOwner(f"rule {rule.id}"))
        pieces_of: dict[str, list[int]] = {}
        for each in self.pieces_of.values():
            for place, name in enumerate(each):
                pieces_of.setdefault(name, []).append(place)
        for name, (cards, kind, card) in self.cards.items():
            pieces = tuple(pieces_of.get(name, ()))
            site = SourceSite(cards.document, ("cards", name))
            self._behaviour(card, site, BehaviourOwner(name, kind, pieces))
            for side, face in card.sides.items():
                if side in self.v.domains[kind].sides:
                    number = self.v.domains[kind].sides.index(side)
                    self._behaviour(face, site.at("sides", side), BehaviourOwner(name, kind, pieces, number))
        apply_effect_patches(self)

    def _behaviour(self, behaviours: BehaviourSections, site: SourceSite, owner: BehaviourOwner) -> None:
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
            add_modifier(self, change, site.at("while_in_play", place), owner)

    def _event(self, name: str, site: SourceSite) -> Event | None:
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

    def _when(self, when: Any, site: SourceSite, owner: BehaviourOwner, *, instead: bool, number: int) -> None:
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
            self._register_listener(
                Listener(event.name, condition, source, queued, instead, owner.name, *whose, origin)
            )

    def _event_scope(self, event: Event, owner: BehaviourOwner) -> BindingScope:
        names = dict(event.fields)
        if owner.kind:
            names["this"] = member_type(owner.kind)
        return BindingScope(names, me=not event.name.startswith(("begin ", "end ")))

    def _bound(self, name: str, piece: int, owner: BehaviourOwner, event: Event, origin: Origin | None) -> str:
        """A procedure for one piece, so that listeners take only the fields of the event."""
        bound = f"{name} #{piece}"
        args: tuple[t.Expr, ...] = (t.Const(member_type(owner.kind), piece),)
        args += tuple(t.Local(kind, each) for each, kind in event.fields.items())
        self.procedure(bound, tuple(event.fields), with_origin(t.Block((t.Do(name, args),)), origin))
        return bound

    def in_play(self, owner: BehaviourOwner, piece: int, where: t.Expr) -> t.Expr:
        """The condition of a behaviour for one piece: in play, the right side up, and its own `where`."""
        if piece < 0:
            return where
        this = t.Const(member_type(owner.kind), piece)
        parts = [self._kind_in_play(owner.kind)]
        if owner.side >= 0:
            parts.append(self.side_is(owner.kind, t.Local(member_type(owner.kind), "this"), owner.side))
        named = [part for part in chain(where, "and") if _names_one(part)]  # looks at no state: the quickest to say no
        condition: t.Expr = substitute(all_of([*named, *parts, where]), {"this": this})
        return condition

    def _kind_in_play(self, kind: str) -> t.Expr:
        if kind not in self._in_play_of:
            entry = self._kind(kind)
            site = self.homes["pieces", kind].at("in_play")
            scope = BindingScope({"this": member_type(kind)})  # where nobody acts, `check_seats` says so
            self._in_play_of[kind] = t.FALSE if entry.in_play is None else self.expr(entry.in_play, site, scope, BOOL)
        return self._in_play_of[kind]


def _marked(card: m.CardModel, mark: str) -> tuple[str, ...]:
    """Facts and keys of a card under `house` or `inferred`; those of a side behind its name."""
    listed: tuple[str, ...] = getattr(card, mark)
    return (*listed, *(f"{side}.{name}" for side, face in card.sides.items() for name in getattr(face, mark)))


def _names_one(part: t.Expr) -> bool:
    """Whether a condition compares two names, such as a parameter with this card."""
    return (
        isinstance(part, t.Op) and part.name == "==" and all(isinstance(arg, (t.Local, t.Const)) for arg in part.args)
    )
