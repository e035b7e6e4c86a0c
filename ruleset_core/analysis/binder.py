"""The binder: names of a syntax tree in, locals, members, fields, facts and zones out, with a problem for every unknown name.

The parser knows no names. The binder replaces each name of a text by the declaration that it means, and goes on after a
mistake, so that all mistakes of a text are reported at once:

    points      NameSyntax("points")               Load(held, seat=Local("me"), index=(Const(0),))   a resource of the acting seat
    hand[0]     IndexSyntax(NameSyntax("hand"), 0) ZoneAt(ZoneRef(hand, Local("me")), Const(0))      a piece in a zone
    hand[-1]    IndexSyntax(NameSyntax("hand"), -1) ZoneAt(ZoneRef(hand, ...), Op("+", count, -1))   its last piece
    a1          NameSyntax("a1")                   Const(0)                                          a member, by its number
    fcae        NameSyntax("fcae")                 Const(0) of type `bad`, and E301: unknown name `fcae`, did you mean `face`?

A value of type `bad` fits everywhere, so one mistake causes no second message. The checkers extend `NameBinder` and take
over from here; they rely on each name having a type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from ruleset_core.analysis.advice import OTHER_NAMES, acting_advice, name_in, zone_advice
from ruleset_core.analysis.range_analysis import ConditionTruth
from ruleset_core.analysis.subsets import lift
from ruleset_core.cursor import current_offers, note_place
from ruleset_core.diagnostics import closest_candidates, counted, friendly_list, is_typo, most_similar
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Domain, Fact
from ruleset_core.lang.grid_shapes import cell_at
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import OUTSIDE, SyntaxProblem
from ruleset_core.lang.traversal import constant, part_of_answer, plus
from ruleset_core.lang.types import BAD, INT, NONE, RESOURCE, SEAT, Type, fits, member_type, span, with_article
from ruleset_core.lang.vocabulary import SAID, Field, Resource, Vocabulary, Zone, card_value_name

# What is found while a text is resolved: its scope, its problems, and what was probably meant.

BAD_VALUE = t.Const(BAD, 0)
PICKED = "picked"
"""What a text calls the things of an answer that is a set."""
SEVERAL_ONLY = "`picked` stands where one answer is several things: `most: 3` at the decision, then `choose from 1 to 3 card c in hand ...`"
"""What is said where there are none."""
MOST_NAMES_LISTED = 8
"""No more names than these are listed in a help."""


@dataclass(slots=True)
class BindingScope:
    """What a text may refer to besides the vocabulary: its locals, and whether a seat acts.

    `used` collects the locals that were read; `runs` are those that go through every value of their type for certain. `result`: the
    type of what an effect returns.
    """

    locals: dict[str, Type] = field(default_factory=dict)
    me: bool = True
    used: set[str] = field(default_factory=set)
    runs: frozenset[str] = frozenset()
    result: Type | None = None

    def inner(self, **extra: Type) -> BindingScope:
        """The same scope with more locals; what is used there counts here too."""
        return BindingScope(self.locals | extra, self.me, self.used, self.runs, self.result)


class NameUse(NamedTuple):
    """What a text does with something that is declared: that it is used, by its attribute, or more than that."""

    of: Any
    attribute: str
    value: Any

    def note(self) -> None:
        """Note it where that is declared, beside what other texts do."""
        now, value = getattr(self.of, self.attribute), self.value
        if now != value:
            joined = (
                now | value if isinstance(value, frozenset) else value if isinstance(value, str) else max(now, value)
            )
            setattr(self.of, self.attribute, joined)

    @property
    def clashes(self) -> bool:
        """Whether another text has given a question another way out."""
        return bool(self.of.stops and self.of.out != self.value)


class BinderBase:
    """Resolves one text. Problems are collected in `problems`; a wrong part resolves to a bad value."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.v = vocabulary
        self.problems: list[SyntaxProblem] = []
        self.text = ""
        self.judges = True
        self.seatless: list[tuple[str, s.SyntaxNode]] = []
        self.tried: list[tuple[t.Statement, s.SyntaxNode]] = []
        self.uses: dict[tuple[int, str, Any], NameUse] = {}
        self._links: set[int] = set()
        self._settled: dict[int, t.Expr] = {}  # conditions that are always the same, kept so that no id is given twice

    @cached_property
    def truth(self) -> ConditionTruth:
        """What is known by declarations; texts of one game share it."""
        return ConditionTruth(self.v)

    def _expr(self, node: s.SyntaxNode, scope: BindingScope, want: Type | None) -> t.Expr:
        """Resolve any expression (see `ExpressionChecker`)."""
        raise NotImplementedError

    def use(self, of: Any, attribute: str = "used", value: Any = True) -> None:
        """Note what the text does with something that is declared."""
        key = id(of), attribute, value
        if key not in self.uses:
            self.uses[key] = NameUse(of, attribute, value)
            self.uses[key].note()

    def say(
        self, code: str, message: str, node: s.SyntaxNode, advice: str = "", replacement: str | None = None, *,
        swap: tuple[int, int] | None = None, about: str = "", rivals: tuple[str, ...] = (), sure: bool = True,
        no_condition: bool = False,
    ) -> t.Const:  # fmt: skip
        """Note a problem at a node; returns a bad value to go on with. `replacement` is for the node, or for `swap`."""
        start, end = node.start, node.end
        self.problems.append(
            SyntaxProblem(
                code, message, start, end, advice, replacement, "error", about, rivals, swap, sure, no_condition
            )
        )
        return BAD_VALUE

    def declared_by(self, before: int, section: str, name: str) -> None:
        """Note of problems from number `before` on that a number lies outside the range of a declaration."""
        for place, each in enumerate(self.problems[before:], before):
            if each.declared is None and OUTSIDE in each.message:
                self.problems[place] = replace(each, declared=(section, name))

    def written(self, node: s.SyntaxNode) -> str:
        """How a node stands in the text."""
        return self.text[node.start : node.end]

    def type_without_report(self, node: s.SyntaxNode, scope: BindingScope, want: Type | None = None) -> Type:
        """The type of an expression; what is wrong with it is not noted."""
        kept, self.problems = self.problems, []
        seatless, tried = len(self.seatless), len(self.tried)
        offers = current_offers()
        noted = (len(offers.names), len(offers.types)) if offers is not None else (0, 0)
        try:
            found = self._expr(node, scope, want)
            return BAD if self.problems else found.type
        finally:
            self.problems = kept
            if offers is not None:
                offers.forget(*noted)
            del self.seatless[seatless:], self.tried[tried:]

    def unknown(
        self, what: str, name: str, node: s.SyntaxNode, known: Iterable[str], code: str = "E301", *,
        fitting: Iterable[str] = (), aliases: Mapping[str, str] | None = None, otherwise: str = "",
    ) -> t.Const:  # fmt: skip
        """A name that points nowhere, with the likely meant one: rather one that is `fitting` than one only `known`; `otherwise` is said without one."""
        options = sorted({name for name in known if " " not in name})
        fits_here = [each for each in fitting if " " not in each]
        foreign = OTHER_NAMES.get(name.lower())
        close = closest_candidates(name, fits_here, aliases) or (
            [foreign] if foreign is not None else closest_candidates(name, options)
        )
        close = close or most_similar(name, options, 0.6)
        otherwise = SEVERAL_ONLY if name == PICKED else otherwise
        if close or otherwise:
            advice = f"did you mean {friendly_list(close)}?" if close else otherwise
        elif 0 < len(fits_here) <= MOST_NAMES_LISTED or 0 < len(options) <= MOST_NAMES_LISTED:
            advice = f"what fits here: {friendly_list(sorted(fits_here) if 0 < len(fits_here) <= MOST_NAMES_LISTED else options)}"
        else:
            advice = "" if options or fits_here else f"no {what} is declared here"
        where = name_in(node, name)
        swap = close[0] if close else None
        sure = swap is not None and (swap == foreign or swap in (aliases or {}).values() or is_typo(name, swap))
        rivals = tuple(close[1:])
        return self.say(code, f"unknown {what} `{name}`", where, advice, swap, about=name, rivals=rivals, sure=sure)

    def calls(self, name: str, node: s.SyntaxNode, scope: BindingScope) -> None:
        """Note a use of something defined elsewhere where no seat acts; the linker knows whether it needs one."""
        if not scope.me:
            self.seatless.append((name, node))

    def want(self, value: t.Expr, wanted: Type, node: s.SyntaxNode) -> t.Expr:
        """The value, if it fits the type that is asked for; one of a subset as one of the whole set."""
        value = lift(self.v, value, wanted)
        if not fits(value.type, wanted):
            message = f"this is {with_article(value.type)}, but {with_article(wanted)} is needed here"
            if wanted.kind == "int" and value.type.kind == "bool" and not isinstance(value, t.Const):
                self._forget_conditions(node)
                return self.say("E303", message, node, f"for 1 or 0, write `if {self.written(node)} then 1 else 0`")
            if value.type == NONE:
                advice = f"only where the type has a `?` may it be none: `{wanted}?`"
                return self.say("E303", message, node, advice, no_condition=wanted.kind == "bool")
            meant = self._as(wanted, value, node)
            advice = (
                f"the seat of that number is called `{meant}`" if wanted.domain == SEAT.domain else f"write `{meant}`"
            )
            return self.say(
                "E303", message, node, advice if meant else "", meant or None, no_condition=wanted.kind == "bool"
            )
        if isinstance(value, t.Const) and wanted.kind == "int" and wanted.low is not None and value.type.kind == "int":
            high = wanted.high if wanted.high is not None else value.value
            if not wanted.low <= value.value <= high:
                return self.say("E314", f"{value.value}{OUTSIDE}{wanted.low}..{wanted.high}", node)
        return value

    def _forget_conditions(self, node: s.SyntaxNode) -> None:
        """Take back that parts of a condition are none: `gain coin and 2 point` has no use for `coin > 0`, as a number is wanted."""
        self.problems[:] = [
            each
            for each in self.problems
            if not (node.start <= each.start and each.end <= node.end and each.no_condition)
        ]

    def _as(self, wanted: Type, value: t.Expr, node: s.SyntaxNode) -> str:
        """A value in the words of the type that is asked for; nothing when it cannot be told."""
        seats = self.v.domains["seat"].ids
        number = value.value if isinstance(value, t.Const) and value.type.kind == "int" else -1
        if wanted.domain == SEAT.domain and 0 <= number < len(seats):
            return seats[number]
        if wanted.kind == value.type.kind == "member" and self.v.domains[wanted.domain].part_of == value.type.domain:
            text = self.written(node)
            return f"{text}.{wanted.domain}" if isinstance(node, (s.NameSyntax, s.AttributeSyntax)) else ""
        if wanted.kind == "bool" and value.type.kind == "int":
            if isinstance(value, t.Const):
                return {0: "false", 1: "true"}.get(value.value, "")
            text = self.written(node)
            return f"({text}) > 0" if _goes_on(node) else f"{text} > 0"
        if wanted.kind == "int" and value.type.kind == "bool" and isinstance(value, t.Const):
            return str(value.value)
        return ""

    def expr(self, node: s.SyntaxNode, scope: BindingScope, want: Type | None = None) -> t.Expr:
        """Resolve an expression; with `want`, bare names are looked for there first and the type is checked."""
        value = self._expr(node, scope, want)
        return value if want is None else self.want(value, want, node)


def _goes_on(node: s.SyntaxNode) -> bool:
    """Whether a sign behind it belongs to its last part: `sum p in seat of p.coin > 0`, `if c then 1 else 2 > 0`."""
    last = node.right if isinstance(node, s.BinarySyntax) else node.of if isinstance(node, s.MinusSyntax) else node
    return isinstance(last, (s.QuantitySyntax, s.ConditionalSyntax, s.WouldSyntax)) or (
        last is not node and _goes_on(last)
    )


def used_by_member(v: Vocabulary, domain: Domain, place: int) -> Domain | Resource:
    """What is used where data names a member: its whole set; of the resources only this one."""
    return v.resources[place] if domain.kind == "resource" else domain


# Names in expressions: locals, members, fields, facts and zones, with a problem for every name that points nowhere.

CONSTANTS = {"true": t.TRUE, "false": t.FALSE, "none": t.Const(NONE, -1)}


class NameBinder(BinderBase):
    """Resolves names of one text."""

    def _apply(self, name: str, args: tuple[s.SyntaxNode, ...], node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        """Resolve the use of a define (see `ExpressionChecker`)."""
        raise NotImplementedError

    def _name(self, node: s.NameSyntax, scope: BindingScope, want: Type | None) -> t.Expr:
        name = node.name
        if name in CONSTANTS:
            return CONSTANTS[name]
        if name in scope.locals:
            scope.used.add(name)
            if name == PICKED and self.v.is_set(scope.locals[name]):
                advice = f"go through them: `for each x in {PICKED}`, `count x in {PICKED}`"
                return self.say("E303", f"`{PICKED}` is several things, not a value", node, advice)
            return t.Local(scope.locals[name], name)
        if want is not None and want.kind == "bad":
            return BAD_VALUE  # compared with something that is already known to be wrong
        if want is not None and want.kind == "member":
            found = self.member(name, want)
            if found is not None:
                return found
        if name == "me":
            return t.Local(SEAT, "me") if scope.me else self._no_seat(node, scope)
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
        self.use(used_by_member(self.v, domain, place))
        if domain.type == SEAT:
            self.use(self.v, "seats_named", place + 1)
        return t.Const(domain.type, place)

    def _lonely_member(self, node: s.NameSyntax, scope: BindingScope, want: Type | None) -> t.Expr:
        homes = [domain for domain in self.v.domains.values() if node.name in domain.ids]
        homes = [each for each in homes if not each.part_of or self.v.domains.get(each.part_of) not in homes]
        if len(homes) == 1 or (homes and homes[0].type == SEAT):  # a seat is a seat, whatever sets begin with the seats
            return self._named_member(homes[0], node.name)
        if node.name in self.v.zones:
            return self.say("E303", f"`{node.name}` is a zone, not a value", node, zone_advice(node.name))
        if homes:
            named = ", ".join(f"`{domain.name}`" for domain in homes)
            return self.say(
                "E301",
                f"`{node.name}` is a member of several sets: {named}",
                node,
                f"write `{homes[0].name}.{node.name}`, or compare it with something of one of them",
                rivals=tuple(f"{each.name}.{node.name}" for each in homes),
            )
        if node.name == "this":
            advice = "on a card, `this` is the card; a rule belongs to none: name the piece, or go through a zone"
            return self.say("E301", "`this` means nothing here: no card is at work", node, advice)
        return self._unknown_name(node, scope, want)

    def _unknown_name(self, node: s.NameSyntax, scope: BindingScope, want: Type | None) -> t.Expr:
        """A name nobody knows; what is of the type that is asked for is the likelier meant."""
        note_place(node.name, want, scope.locals)
        if want is None or want.kind == "bad":
            return self.unknown("name", node.name, node, self._known(scope))
        fitting = [name for name, kind in scope.locals.items() if fits(kind, want)]
        fitting += [each.name for each in self.v.fields.values() if fits(each.type, want) and "." not in each.name]
        fitting += [each.name for each in self.v.defines.values() if each.kind != "effect" and fits(each.type, want)]
        aliases: dict[str, str] = {}
        if want.kind == "member":
            domain = self.v.domains[want.domain]
            fitting, aliases = [*domain.ids, *fitting], domain.ids_by_name
        elif want.kind == "int":
            fitting += self.v.domains["resource"].ids
        return self.unknown("name", node.name, node, self._known(scope), fitting=fitting, aliases=aliases)

    def _known(self, scope: BindingScope) -> set[str]:
        ids = {name for domain in self.v.domains.values() for name in domain.ids}
        fields = {name for name in self.v.fields if "." not in name}
        return ids | fields | set(self.v.defines) | set(self.v.zones) | set(scope.locals) | {"me", "players"}

    def _no_seat(self, node: s.SyntaxNode, scope: BindingScope) -> t.Const:
        return self.say("E309", "no seat is acting here", node, acting_advice(scope.locals))

    def _me(self, node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        return t.Local(SEAT, "me") if scope.me else self._no_seat(node, scope)

    def _load(
        self,
        where: Field,
        seat: t.Expr | None,
        items: tuple[s.SyntaxNode, ...],
        node: s.SyntaxNode,
        scope: BindingScope,
    ) -> t.Expr:
        self.use(where)
        if where.per_seat and seat is None and len(items) == len(where.index) + 1:
            seat, items = self.expr(items[0], scope, SEAT), items[1:]
        if len(items) != len(where.index):
            need = ", ".join(str(kind) for kind in where.index) or "nothing"
            return self.say("E304", f"`{where.name}` is indexed by {need}, not by {counted(len(items), 'value')}", node)
        index = tuple(self.expr(item, scope, kind) for item, kind in zip(items, where.index, strict=True))
        for item, value, kind in zip(items, index, where.index, strict=True):
            self._runs_inside(item, value, kind, where, scope)
        owner = (seat or self._me(node, scope)) if where.per_seat else None
        return t.Load(where.type, where, owner, index)

    def _runs_inside(self, item: s.SyntaxNode, value: t.Expr, kind: Type, where: Field, scope: BindingScope) -> None:
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

    def _held(self, resource: t.Const, seat: t.Expr | None, node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        self.use(self.v.resources[resource.value])
        held = self.v.fields["held"]
        return t.Load(INT, held, seat or self._me(node, scope), (resource,))

    def _attribute(self, node: s.AttributeSyntax, scope: BindingScope, items: tuple[s.SyntaxNode, ...]) -> t.Expr:
        if isinstance(node.of, s.NameSyntax) and node.of.name == "option" and "option" not in scope.locals:
            return self._option(node)
        if (named := self._member_of_set(node, scope)) is not None:
            return named
        of = self._expr(node.of, scope, None)
        if of.type.kind == "bad":
            return BAD_VALUE
        if of.type.kind != "member":
            return self.say("E313", f"{with_article(of.type)} has no `{node.name}`", node)
        if of.type.domain == "seat":
            return self._of_seat(node, of, items, scope)
        return self._of_member(node, of, items, scope)

    def _member_of_set(self, node: s.AttributeSyntax, scope: BindingScope) -> t.Expr | None:
        """`tile.red_1`: a member by its set, where several have one of that name. None where something else is meant."""
        name = node.of.name if isinstance(node.of, s.NameSyntax) else ""
        taken = name in scope.locals or name in self.v.fields or name in self.v.defines
        if name not in self.v.domains or taken or any(name in each.ids for each in self.v.domains.values()):
            return None
        found = self.member(node.name, self.v.domains[name].type)
        return found or self.unknown(f"member of `{name}`", node.name, node, self.v.domains[name].ids)

    def _option(self, node: s.AttributeSyntax) -> t.Expr:
        option = self.v.options.get(node.name)
        if option is None:
            return self.unknown("option", node.name, node, self.v.options)
        self.use(option)
        return t.OptionValue(option.type, option.place)

    def _of_seat(
        self, node: s.AttributeSyntax, seat: t.Expr, items: tuple[s.SyntaxNode, ...], scope: BindingScope
    ) -> t.Expr:
        found = self.v.fields.get(node.name)
        if found is not None and found.per_seat:
            return self._load(found, seat, items, node, scope)
        resource = self.v.domains["resource"]
        if node.name in resource.ids and not items:
            return self._held(t.Const(RESOURCE, resource.ids.index(node.name)), seat, node, scope)
        zone = self.v.zones.get(node.name)
        if zone is not None and zone.per_seat:
            whole = self.written(node)
            return self.say("E303", f"`{whole}` is a zone, not a value", node, zone_advice(whole))
        known = [name for name, each in self.v.fields.items() if each.per_seat and "." not in name] + resource.ids
        return self.unknown("field of a seat", node.name, node, known, "E313")

    def _within(self, fact: Fact, place: s.SyntaxNode) -> None:
        """A place that no list of this fact has is refused; one that only some have gives none, or 0."""
        if fact.length is not None and isinstance(place, s.NumberSyntax) and place.value >= fact.length[1]:
            most = fact.length[1]
            self.say(
                "E314",
                f"`{fact.name}` has at most {counted(most, 'value')}",
                place,
                f"places count from 0 to {most - 1}",
            )

    def _of_member(
        self, node: s.AttributeSyntax, of: t.Expr, items: tuple[s.SyntaxNode, ...], scope: BindingScope
    ) -> t.Expr:
        domain = self.v.domains[of.type.domain]
        self.use(domain)
        if domain.parts:
            return self._of_answer(node, of, items, domain)
        fact = domain.facts.get(node.name)
        if fact is None and node.name in domain.lists_by:
            return self._list_by(node, of, items, domain.lists_by[node.name], scope)
        if (
            fact is None
            and node.name == "at"
            and domain.plan is not None
            and (there := self._cell_at(node, of, items, scope))
        ):
            return there
        if fact is not None and fact.type.element is not None and len(items) == 1:
            self._within(fact, items[0])
            element = fact.type.element if fact.type.element.kind != "member" else fact.type.element.maybe()
            return t.Nth(element, self._of_member(node, of, (), scope), self.expr(items[0], scope, fact.by or INT))
        if fact is not None and not items:
            self.use(fact)
            leads = fact.type.element or fact.type
            if leads.kind == "member":
                self.use(self.v.domains[leads.domain])  # what it leads to: the cells beside a side
            side = None
            if fact.sides:
                side = t.Load(span(0, fact.sides - 1), self.v.fields[f"{domain.name}.side"], None, (of,))
            return t.FactOf(fact.type, fact, of, side)
        if fact is not None:
            say = "has one place" if fact.type.element is not None else "is not a list"
            return self.say("E304", f"the fact `{node.name}` {say}", node)
        said = card_value_name(node.name, domain.name)
        if node.name in SAID and said in self.v.defines and not items:
            return self._card_value(said, of, node, scope)
        found = self.v.fields.get(f"{domain.name}.{node.name}") or self.v.fields.get(node.name)
        if found is not None and not items and found.index and fits(of.type, found.index[0]) and len(found.index) == 1:
            self.use(found)
            return t.Load(found.type, found, self._me(node, scope) if found.per_seat else None, (of,))
        if domain.part_of in domain.facts:
            return self._of_member(node, lift(self.v, of, self.v.domains[domain.part_of].type), items, scope)
        if node.name == "card" and domain.card is not None and not items:
            return t.FactOf(domain.type, domain.card, of)
        known = [*domain.facts, *(["side"] if domain.sides else []), *(["card"] if domain.card else [])]
        known += [key for key in SAID if card_value_name(key, domain.name) in self.v.defines]
        known += [*domain.lists_by, *(["at"] if domain.plan is not None else [])]
        return self.unknown(f"fact of {with_article(domain.name)}", node.name, node, known, "E313")

    def _list_by(
        self, node: s.AttributeSyntax, of: t.Expr, items: tuple[s.SyntaxNode, ...], fact: Fact, scope: BindingScope
    ) -> t.Expr:
        """`f.cells[c]`: what a form covers whose first square lies on `c`, a list."""
        by = fact.by or INT
        if len(items) != 1:
            whole = f"{self.written(node.of)}.{node.name}[{by.domain[:1]}]"
            return self.say("E304", f"`{node.name}` is a list for each {by}", node, f"for example: `{whole}`")
        self.use(self.v.domains[by.domain])
        return t.FactOf(fact.type, fact, of, self.expr(items[0], scope, by))

    def _cell_at(
        self, node: s.AttributeSyntax, of: t.Expr, items: tuple[s.SyntaxNode, ...], scope: BindingScope
    ) -> t.Expr | None:
        """`c.at[1, 2]`: the cell one file to the right and two ranks up. None where a field by cell may be meant."""
        cells = self.v.domains[of.type.domain]
        if cells.plan is None or ("at" in self.v.fields and not items):
            return None
        if len(items) != 2:
            whole = f"{self.written(node.of)}.at[1, 2]"
            return self.say(
                "E304", "`at` needs two numbers: files to the right, ranks up", node, f"for example: `{whole}`"
            )
        across, up = (self.expr(item, scope, INT) for item in items)
        return cell_at(cells, cells.plan, of, across, up)

    def _of_answer(
        self, node: s.AttributeSyntax, of: t.Expr, items: tuple[s.SyntaxNode, ...], domain: Domain
    ) -> t.Expr:
        """A part of an answer: `it.goal` of `{man: cell, goal: cell}`."""
        names = [part.name for part in domain.parts]
        if node.name not in names:
            return self.unknown("part of the answer", node.name, node, names, "E313")
        if items:
            return self.say("E304", f"the part `{node.name}` is not a list", node)
        kind = domain.parts[names.index(node.name)].type
        if kind.kind == "member":
            self.use(self.v.domains[kind.domain])
        return part_of_answer(of, domain.parts, names.index(node.name))

    def _card_value(self, name: str, of: t.Expr, node: s.SyntaxNode, scope: BindingScope) -> t.Expr:
        """What the card of a piece says: what it is worth, or whether what it requires holds."""
        define = self.v.defines[name]
        self.use(define)
        self.calls(f"value {define.name}", node, scope)
        return t.Apply(define.type, define.name, (of,))

    def _index(self, node: s.IndexSyntax, scope: BindingScope) -> t.Expr:
        of = node.of
        if isinstance(of, s.NameSyntax) and of.name in self.v.fields and of.name not in scope.locals:
            return self._load(self.v.fields[of.name], None, node.items, node, scope)
        zone = self.zone_of(of, scope)
        if zone is not None:
            owner, items = self._owner(zone, node.items, len(zone.index) + 1, scope)
            return self._zone_at(zone, owner, items, node, scope)
        if isinstance(of, s.AttributeSyntax):
            owner = self._expr(of.of, scope, None)
            if owner.type.kind == "member" and owner.type.domain == "seat" and of.name in self.v.zones:
                return self._zone_at(self.v.zones[of.name], owner, node.items, node, scope)
            return self._attribute(of, scope, node.items)
        if isinstance(of, s.IndexSyntax):
            inner = self.zone_ref(of, scope)
            if inner is not None:
                return self._place(inner, node.items, node, scope)
        if isinstance(of, s.NameSyntax) and of.name not in scope.locals:
            place = node.items[0].value if isinstance(node.items[0], s.NumberSyntax) else -1
            if of.name in self.v.domains and 0 <= place < len(ids := self.v.domains[of.name].ids):
                message, meant = f"`{of.name}` is a set: its members have names", ids[place]
                if len(node.items) > 1:
                    advice = (
                        "a cell of a grid is called by file and rank, such as `c4`; one some way off is `x.at[1, 2]`"
                    )
                    return self.say("E301", message, node, advice)
                return self.say("E301", message, node, f"write `{meant}`", meant)
            known = [*self.v.fields, *self.v.zones]
            return self.unknown("field or zone", of.name, of, [name for name in known if "." not in name])
        advice = "all indices stand in one pair of brackets: `FIELD[a, b]`" if isinstance(of, s.IndexSyntax) else ""
        return self.say("E303", "only fields and zones have places in brackets", node, advice)

    def zone_of(self, node: s.SyntaxNode, scope: BindingScope) -> Zone | None:
        """The zone a bare name means, if it means one."""
        if isinstance(node, s.NameSyntax) and node.name in self.v.zones and node.name not in scope.locals:
            return self.v.zones[node.name]
        return None

    def zone_ref(self, node: s.SyntaxNode, scope: BindingScope) -> t.ZoneRef | None:
        """One list of pieces: `deck`, `hand` (mine), `p.hand`, `hand[p]`, `district[c]`. None if the node is none of these."""
        items: tuple[s.SyntaxNode, ...] = ()
        of = node
        if isinstance(of, s.IndexSyntax):
            items, of = of.items, of.of
        seat: t.Expr | None = None
        zone = self.zone_of(of, scope)
        if zone is None and isinstance(of, s.AttributeSyntax) and of.name in self.v.zones:
            owner = self._expr(of.of, scope, None)
            if owner.type.kind == "member" and owner.type.domain == "seat":
                zone, seat = self.v.zones[of.name], owner
        elif zone is not None:
            seat, items = self._owner(zone, items, len(zone.index), scope)
        if zone is None or len(items) > len(zone.index):
            return None
        return self._ref(zone, seat, items, node, scope)

    def _ref(
        self, zone: Zone, seat: t.Expr | None, items: tuple[s.SyntaxNode, ...], node: s.SyntaxNode, scope: BindingScope
    ) -> t.ZoneRef:
        self.use(zone)
        self.use(self.v.domains[zone.kind])  # what lies in it is moved or looked at
        if len(items) != len(zone.index):
            self.say("E304", f"`{zone.name}` needs {counted(len(zone.index), 'index value')}", node)
            items = ()
        index = tuple(self.expr(item, scope, kind) for item, kind in zip(items, zone.index, strict=False))
        owner = (seat or self._me(node, scope)) if zone.per_seat else None
        return t.ZoneRef(zone, owner, index)

    def _owner(
        self, zone: Zone, items: tuple[s.SyntaxNode, ...], further: int, scope: BindingScope
    ) -> tuple[t.Expr | None, tuple[s.SyntaxNode, ...]]:
        """The seat that stands first in brackets, as with a field by seat: `hand[p]` is `p.hand`; and the places behind it."""
        if zone.per_seat and len(items) == further + 1:
            first = self.type_without_report(items[0], scope)
            if first.kind == "member" and first.domain == "seat":
                return self._expr(items[0], scope, None), items[1:]
        return None, items

    def _zone_at(
        self, zone: Zone, seat: t.Expr | None, items: tuple[s.SyntaxNode, ...], node: s.IndexSyntax, scope: BindingScope
    ) -> t.Expr:
        count = len(zone.index)
        ref = self._ref(zone, seat, items[:count], node, scope)
        return self._place(ref, items[count:], node, scope)

    def _place(
        self, ref: t.ZoneRef, items: tuple[s.SyntaxNode, ...], node: s.SyntaxNode, scope: BindingScope
    ) -> t.Expr:
        if len(items) != 1:
            return self.say("E304", f"`{ref.zone.name}` needs one place in it, counted from 0", node)
        place, kind = self.expr(items[0], scope, INT), member_type(ref.zone.kind)
        written = constant(place)
        if written is not None and written < 0:
            place = plus(
                t.Quantity(INT, "count", "_p", t.Selection(kind, "zone", zone=ref), None, None, "first"), written
            )
        return t.ZoneAt(kind.maybe(), ref, place)
