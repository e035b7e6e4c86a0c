"""Names in expressions: locals, members, fields, facts and zones, with a problem for every name that points nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.resolve.findings import BAD_VALUE, Findings, Scope, use_member
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.types import INT, NONE, RESOURCE, SEAT, Type, a, fits, member, span
from ruleset_core.lang.vocabulary import SAID, said_of

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Domain, Fact, Field, Zone

CONSTANTS = {"true": t.TRUE, "false": t.FALSE, "none": t.Const(NONE, -1)}


class NameResolver(Findings):
    """Resolves names of one text."""

    def _apply(self, name: str, args: tuple[s.Node, ...], node: s.Node, scope: Scope) -> t.Expr:
        """Resolve the use of a define (see `ExprResolver`)."""
        raise NotImplementedError

    def _name(self, node: s.Name, scope: Scope, want: Type | None) -> t.Expr:
        name = node.name
        if name in CONSTANTS:
            return CONSTANTS[name]
        if name in scope.locals:
            scope.used.add(name)
            return t.Local(scope.locals[name], name)
        if want is not None and want.kind == "bad":
            return BAD_VALUE  # compared with something that is already known to be wrong
        if want is not None and want.kind == "member":
            found = self.member(name, want)
            if found is not None:
                return found
        if name == "me":
            return t.Local(SEAT, "me") if scope.me else self._no_seat(node)
        if name == "players":
            return t.Players()
        if name in self.v.fields and "." not in name:
            return self._load(self.v.fields[name], None, (), node, scope)
        resource = self.v.domains["resource"]
        if name in resource.ids and (want is None or want.kind != "member"):
            return self._held(t.Const(RESOURCE, resource.ids.index(name)), None, node, scope)
        if name in self.v.defines:
            return self._apply(name, (), node, scope)
        return self._lonely_member(node, scope, want)

    def member(self, name: str, wanted: Type) -> t.Const | None:
        """A member of the domain that is asked for, by its id."""
        domain = self.v.domains.get(wanted.domain)
        if domain is not None and name in domain.ids:
            return self._named_member(domain, name)
        return None

    def _named_member(self, domain: Domain, name: str) -> t.Const:
        place = domain.ids.index(name)
        use_member(self.v, domain, place)
        if domain.type == SEAT:
            self.v.seats_named = max(self.v.seats_named, place + 1)
        return t.Const(domain.type, place)

    def _lonely_member(self, node: s.Name, scope: Scope, want: Type | None) -> t.Expr:
        homes = [domain for domain in self.v.domains.values() if not domain.pair and node.name in domain.ids]
        if len(homes) == 1 or (homes and homes[0].type == SEAT):  # a seat is a seat, whatever sets begin with the seats
            return self._named_member(homes[0], node.name)
        if node.name in self.v.zones:
            advice = f"one counts it (`count x in {node.name}`) or takes a piece of it (`{node.name}[0]`)"
            return self.say("E303", f"`{node.name}` is a zone, not a value", node, advice)
        if homes:
            named = ", ".join(f"`{domain.name}`" for domain in homes)
            return self.say(
                "E301",
                f"`{node.name}` is a member of several sets: {named}",
                node,
                "compare it with something of one of them",
            )
        if node.name == "this":
            advice = "on a card, `this` is the card; a rule belongs to none: name the piece, or go through a zone"
            return self.say("E301", "`this` means nothing here: no card is at work", node, advice)
        return self._unknown_name(node, scope, want)

    def _unknown_name(self, node: s.Name, scope: Scope, want: Type | None) -> t.Expr:
        """A name nobody knows; what is of the type that is asked for is the likelier meant."""
        if want is None or want.kind == "bad":
            return self.unknown("name", node.name, node, self._known(scope))
        fitting = [name for name, kind in scope.locals.items() if fits(kind, want)]
        fitting += [each.name for each in self.v.fields.values() if fits(each.type, want) and "." not in each.name]
        fitting += [each.name for each in self.v.defines.values() if each.kind != "effect" and fits(each.type, want)]
        aliases: dict[str, str] = {}
        if want.kind == "member":
            domain = self.v.domains[want.domain]
            fitting, aliases = [*domain.ids, *fitting], domain.said_as
        elif want.kind == "int":
            fitting += self.v.domains["resource"].ids
        return self.unknown("name", node.name, node, self._known(scope), fitting=fitting, aliases=aliases)

    def _known(self, scope: Scope) -> set[str]:
        ids = {name for domain in self.v.domains.values() if not domain.pair for name in domain.ids}
        fields = {name for name in self.v.fields if "." not in name}
        return ids | fields | set(self.v.defines) | set(self.v.zones) | set(scope.locals) | {"me", "players"}

    def _no_seat(self, node: s.Node) -> t.Const:
        return self.say(
            "E309",
            "no seat is acting here",
            node,
            "name the seat: `as SEAT { ... }`, `for each p in seat { ... }`, `p.field`",
        )

    def _me(self, node: s.Node, scope: Scope) -> t.Expr:
        return t.Local(SEAT, "me") if scope.me else self._no_seat(node)

    def _load(self, where: Field, seat: t.Expr | None, items: tuple[s.Node, ...], node: s.Node, scope: Scope) -> t.Expr:
        where.used = True
        if where.per_seat and seat is None and len(items) == len(where.index) + 1:
            seat, items = self.expr(items[0], scope, SEAT), items[1:]
        if len(items) != len(where.index):
            need = ", ".join(str(kind) for kind in where.index) or "nothing"
            return self.say("E304", f"`{where.name}` is indexed by {need}, not by {len(items)} value(s)", node)
        index = tuple(self.expr(item, scope, kind) for item, kind in zip(items, where.index, strict=True))
        for item, value, kind in zip(items, index, where.index, strict=True):
            self._runs_inside(item, value, kind, where, scope)
        owner = (seat or self._me(node, scope)) if where.per_seat else None
        return t.Load(where.type, where, owner, index)

    def _runs_inside(self, item: s.Node, value: t.Expr, kind: Type, where: Field, scope: Scope) -> None:
        """A loop that goes beyond the index of a field is refused when it is read, not when it is played."""
        given = value.type
        if (
            not isinstance(value, t.Local)
            or value.name not in scope.runs
            or None in {given.low, given.high, kind.low, kind.high}
        ):
            return
        if (given.low or 0) < (kind.low or 0) or (given.high or 0) > (kind.high or 0):
            self.say(
                "E314",
                f"`{value.name}` goes from {given.low} to {given.high}, but `{where.name}` is indexed by {kind}",
                item,
            )

    def _held(self, resource: t.Const, seat: t.Expr | None, node: s.Node, scope: Scope) -> t.Expr:
        self.v.resources[resource.value].used = True
        held = self.v.fields["held"]
        return t.Load(INT, held, seat or self._me(node, scope), (resource,))

    def _attribute(self, node: s.Attribute, scope: Scope, items: tuple[s.Node, ...]) -> t.Expr:
        if isinstance(node.of, s.Name) and node.of.name == "option" and "option" not in scope.locals:
            return self._option(node)
        of = self._expr(node.of, scope, None)
        if of.type.kind == "bad":
            return BAD_VALUE
        if of.type.kind != "member":
            return self.say("E313", f"{a(of.type)} has no `{node.name}`", node)
        if of.type.domain == "seat":
            return self._of_seat(node, of, items, scope)
        return self._of_member(node, of, items, scope)

    def _option(self, node: s.Attribute) -> t.Expr:
        option = self.v.options.get(node.name)
        if option is None:
            return self.unknown("option", node.name, node, self.v.options)
        option.used = True
        return t.OptionValue(option.type, option.place)

    def _of_seat(self, node: s.Attribute, seat: t.Expr, items: tuple[s.Node, ...], scope: Scope) -> t.Expr:
        found = self.v.fields.get(node.name)
        if found is not None and found.per_seat:
            return self._load(found, seat, items, node, scope)
        resource = self.v.domains["resource"]
        if node.name in resource.ids and not items:
            return self._held(t.Const(RESOURCE, resource.ids.index(node.name)), seat, node, scope)
        known = [name for name, each in self.v.fields.items() if each.per_seat] + resource.ids
        return self.unknown("field of a seat", node.name, node, known, "E313")

    def _within(self, fact: Fact, place: s.Node) -> None:
        """A place that no list of this fact has is refused; one that only some have gives none, or 0."""
        if fact.length is not None and isinstance(place, s.Number) and place.value >= fact.length[1]:
            most = fact.length[1]
            self.say("E314", f"`{fact.name}` has {most} value(s) at most", place, f"places count from 0 to {most - 1}")

    def _of_member(self, node: s.Attribute, of: t.Expr, items: tuple[s.Node, ...], scope: Scope) -> t.Expr:
        domain = self.v.domains[of.type.domain]
        domain.used = True
        fact = domain.facts.get(node.name)
        if fact is not None and fact.type.element is not None and len(items) == 1:
            self._within(fact, items[0])
            element = fact.type.element if fact.type.element.kind != "member" else fact.type.element.maybe()
            return t.Nth(element, self._of_member(node, of, (), scope), self.expr(items[0], scope, fact.by or INT))
        if fact is not None and not items:
            fact.used = True
            leads = fact.type.element or fact.type
            if leads.kind == "member":
                self.v.domains[leads.domain].used = True  # what it leads to: the cells beside a side
            side = None
            if fact.sides:
                side = t.Load(span(0, fact.sides - 1), self.v.fields[f"{domain.name}.side"], None, (of,))
            return t.FactOf(fact.type, fact, of, side)
        if fact is not None:
            say = "has one place" if fact.type.element is not None else "is not a list"
            return self.say("E304", f"the fact `{node.name}` {say}", node)
        said = said_of(node.name, domain.name)
        if node.name in SAID and said in self.v.defines and not items:
            return self._said(said, of, node, scope)
        found = self.v.fields.get(f"{domain.name}.{node.name}") or self.v.fields.get(node.name)
        if found is not None and not items and found.index and fits(of.type, found.index[0]) and len(found.index) == 1:
            found.used = True
            return t.Load(found.type, found, self._me(node, scope) if found.per_seat else None, (of,))
        if node.name == "card" and domain.card is not None and not items:
            return t.FactOf(domain.type, domain.card, of)
        known = [*domain.facts, *(["side"] if domain.sides else []), *(["card"] if domain.card else [])]
        known += [key for key in SAID if said_of(key, domain.name) in self.v.defines]
        return self.unknown(f"fact of {a(domain.name)}", node.name, node, known, "E313")

    def _said(self, name: str, of: t.Expr, node: s.Node, scope: Scope) -> t.Expr:
        """What the card of a piece says: what it is worth, or whether what it requires holds."""
        define = self.v.defines[name]
        define.used = True
        self.calls(f"value {define.name}", node, scope)
        return t.Apply(define.type, define.name, (of,))

    def _index(self, node: s.Index, scope: Scope) -> t.Expr:
        of = node.of
        if isinstance(of, s.Name) and of.name in self.v.fields and of.name not in scope.locals:
            return self._load(self.v.fields[of.name], None, node.items, node, scope)
        zone = self.zone_of(of, scope)
        if zone is not None:
            owner, items = self._owner(zone, node.items, len(zone.index) + 1, scope)
            return self._zone_at(zone, owner, items, node, scope)
        if isinstance(of, s.Attribute):
            owner = self._expr(of.of, scope, None)
            if owner.type.kind == "member" and owner.type.domain == "seat" and of.name in self.v.zones:
                return self._zone_at(self.v.zones[of.name], owner, node.items, node, scope)
            return self._attribute(of, scope, node.items)
        if isinstance(of, s.Index):
            inner = self.zone_ref(of, scope)
            if inner is not None:
                return self._place(inner, node.items, node, scope)
        if isinstance(of, s.Name) and of.name not in scope.locals:
            known = [*self.v.fields, *self.v.zones]
            return self.unknown("field or zone", of.name, of, [name for name in known if "." not in name])
        return self.say("E303", "only fields and zones have places in brackets", node)

    def zone_of(self, node: s.Node, scope: Scope) -> Zone | None:
        """The zone a bare name means, if it means one."""
        if isinstance(node, s.Name) and node.name in self.v.zones and node.name not in scope.locals:
            return self.v.zones[node.name]
        return None

    def zone_ref(self, node: s.Node, scope: Scope) -> t.ZoneRef | None:
        """One list of pieces: `deck`, `hand` (mine), `p.hand`, `hand[p]`, `district[c]`. None if the node is none of these."""
        items: tuple[s.Node, ...] = ()
        of = node
        if isinstance(of, s.Index):
            items, of = of.items, of.of
        seat: t.Expr | None = None
        zone = self.zone_of(of, scope)
        if zone is None and isinstance(of, s.Attribute) and of.name in self.v.zones:
            owner = self._expr(of.of, scope, None)
            if owner.type.kind == "member" and owner.type.domain == "seat":
                zone, seat = self.v.zones[of.name], owner
        elif zone is not None:
            seat, items = self._owner(zone, items, len(zone.index), scope)
        if zone is None or len(items) > len(zone.index):
            return None
        return self._ref(zone, seat, items, node, scope)

    def _ref(self, zone: Zone, seat: t.Expr | None, items: tuple[s.Node, ...], node: s.Node, scope: Scope) -> t.ZoneRef:
        zone.used = True
        self.v.domains[zone.kind].used = True  # what lies in it is moved or looked at
        if len(items) != len(zone.index):
            self.say("E304", f"`{zone.name}` needs {len(zone.index)} index value(s)", node)
            items = ()
        index = tuple(self.expr(item, scope, kind) for item, kind in zip(items, zone.index, strict=False))
        owner = (seat or self._me(node, scope)) if zone.per_seat else None
        return t.ZoneRef(zone, owner, index)

    def _owner(
        self, zone: Zone, items: tuple[s.Node, ...], further: int, scope: Scope
    ) -> tuple[t.Expr | None, tuple[s.Node, ...]]:
        """The seat that stands first in brackets, as with a field by seat: `hand[p]` is `p.hand`; and the places behind it."""
        if zone.per_seat and len(items) == further + 1:
            first = self.quietly(items[0], scope)
            if first.kind == "member" and first.domain == "seat":
                return self._expr(items[0], scope, None), items[1:]
        return None, items

    def _zone_at(
        self, zone: Zone, seat: t.Expr | None, items: tuple[s.Node, ...], node: s.Index, scope: Scope
    ) -> t.Expr:
        count = len(zone.index)
        ref = self._ref(zone, seat, items[:count], node, scope)
        return self._place(ref, items[count:], node, scope)

    def _place(self, ref: t.ZoneRef, items: tuple[s.Node, ...], node: s.Node, scope: Scope) -> t.Expr:
        if len(items) != 1:
            return self.say("E304", f"`{ref.zone.name}` needs one place in it, counted from 0", node)
        return t.ZoneAt(member(ref.zone.kind).maybe(), ref, self.expr(items[0], scope, INT))
