"""Selections, amounts and conditions as phrases: `card in your hand`, `you have 2 coins`.

Expressions become noun phrases and clauses, in words of the game; brackets are put where a reader could take it otherwise:

    count c in hand                           the number of cards in your hand         el número de cartas en tu mano
    first c in hand                           the first card in your hand              la primera carta en tu mano
    points >= 100                             you have at least 100 points             tienes al menos 100 puntos
    taken == bid                              your tricks taken is your bid            tus bazas ganadas son tu apuesta
    any c in hand where c.suit == trump       there is a card in your hand where the suit of that card is the trump

`effect_text` and `amount_text` extend the class that writes these; a `language` holds their sentences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleset_core.analysis.subsets import is_whole
from ruleset_core.lang import operations, quantities
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.operations import (
    ATOM,
    NOT,
    OR,
    OTHER,
    PRODUCT,
    SIGN,
    WORDS,
    binding_of_text,
    levels_of_texts,
)
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.traversal import alike, all_nodes
from ruleset_core.lang.types import BOOL, RESOURCE, Type
from ruleset_core.story.text.nouns import LocalName, LocalNames, TitleArgument
from ruleset_core.story.text.selection_text import SelectionPhrase, SelectionWriter

LEVELS = levels_of_texts()
"""How tightly what stands in the text of an operation must bind; what binds less tightly is put in brackets."""
SAID_OPPOSITE = operations.OPPOSITE | quantities.OPPOSITE
"""Comparisons and quantities, and what is said where they fail."""
THERE_ARE = {">": "there are", "!=": "there are", "==": "there are no", "<=": "there are no"}
"""How a number of things is compared with 0."""
_NESTED = re.compile(r"\([^()]*\)|“[^”]*”|«[^»]*»")
"""What stands in brackets or quotes."""
INLINE = 16
"""An amount, condition or effect without a name of its own is written out if it is no larger than this."""


class ExpressionWriter(SelectionWriter):
    """Writes expressions. `above` is how tightly the surrounding operation holds."""

    def expr(self, node: t.Expr, names: LocalNames, above: int = 0, *, negated: bool = False) -> str:
        """Any expression."""
        if isinstance(node, t.Op) and node.name == "not":
            return self.expr(node.args[0], names, above, negated=not negated)
        text = self._expr(node, names, above, negated=negated)
        return f"({text})" if self._level(node, text, negated=negated) < above else text

    def _level(self, node: t.Expr, text: str, *, negated: bool) -> int:
        """How tightly a text binds; an amount in words that lists things, or goes on behind a comma, not beside a sign."""
        if isinstance(node, t.Op):
            if negated and node.name not in SAID_OPPOSITE:
                return OR  # `it is not true that ...` goes on
            return ATOM if node.type.kind == "member" else binding_of_text(node.name)
        if isinstance(node, t.Quantity) and (node.body or (node.where and not self.adjective(node.where, node.var))):
            return 0
        if node.type.kind == "int" and any(mark in _NESTED.sub("", text) for mark in (",", *self.language.joints)):
            return WORDS
        return ATOM

    def _expr(self, node: t.Expr, names: LocalNames, above: int, *, negated: bool) -> str:
        match node:
            case t.Const():
                return self._const(node, negated=negated)
            case t.Local():
                return self._local(node, names, negated=negated)
            case t.Load():
                return self._load(node, names, negated=negated)
            case t.FactOf() if told := next((text for each, text in names.told if alike(each, node)), ""):
                return told
            case t.FactOf() if is_whole(self.v, node.fact):
                return self._expr(node.of, names, above, negated=negated)
            case t.Op(name="if", args=(_, t.Const(value=-1), t.FactOf() as found)) if is_whole(self.v, found.fact):
                return self._expr(found.of, names, above, negated=negated)
            case t.FactOf():
                of = self.expr(node.of, names)
                fact = self.fact(node.fact)
                the = fact if node.type.kind == "bool" else self.language.with_the(fact)
                if node.side is not None and node.fact.by is not None:
                    return self.say("FactOf by", fact=the, of=of, at=self.expr(node.side, names))
                return self._variant(node, negated=negated, fact=the, of=of)
            case t.ZoneAt():
                kind, zone = self.noun(node.type), self.zone(node.zone, names)
                if _first(node.place):
                    return self.say("ZoneAt first", first_kind=self.language.with_article("first", kind), zone=zone)
                if node.from_end == 1:
                    return self.say("ZoneAt last", last_kind=self.language.with_article("last", kind), zone=zone)
                kind = self.language.with_article("the", kind)
                key = "ZoneAt" if isinstance(node.place, t.Const) else "ZoneAt by"
                if node.from_end:
                    return self.say("ZoneAt from end", kind=kind, place=str(node.from_end), zone=zone)
                return self.say(key, kind=kind, place=self.expr(node.place, names), zone=zone)
            case t.Nth(offset=(cell, across, up)):
                kind = self.language.with_article("the", self.noun(node.type))
                numbers = {"across": self.expr(across, names), "up": self.expr(up, names)}
                return self.say("Nth offset", kind=kind, of=self.expr(cell, names), **numbers)
            case t.Nth():
                of = self.expr(node.of, names)
                if _first(node.place):
                    return self.say("Nth first", of=of)
                key = "Nth" if isinstance(node.place, t.Const) else "Nth by"
                return self.say(key, place=self.expr(node.place, names, SIGN), of=of)
            case t.Op():
                return self._op(node, names, negated=negated)
            case t.Contains():
                return self._contains(node, names, negated=negated)
            case t.Quantity():
                return self._quantity(node, names, negated=negated)
            case t.Apply():
                return self._apply(node, names, above, negated=negated)
            case t.HookCall():
                title = self._quoted(node.hook.replace("_", " "), node.type.kind == "bool")
                return self._variant(node, negated=negated, title=self.titled(title, self._args(node.args, names)))
            case t.CanPay():
                return self.say("CanPay not" if negated else "CanPay", costs=self.costs(node.costs, names))
            case t.Would():
                return self.tried(node, names, negated=negated)
            case t.Players():
                return self.say("Players")
            case t.OptionValue():
                option = next(each for each in self.v.options.values() if each.place == node.place)
                return self._variant(node, negated=negated, title=self.words(option.title, option.name))
            case t.Gather():
                return self.say("Gather", selection=self.phrase(node.selection, names).many)
            case t.Pick():
                values = self.language.listed([self.value(node.type, each) for each in node.values], "or")
                return self.say("Pick", place=self.expr(node.place, names), list=node.held or f"({values})")
            case t.Size():
                return self.say("Size", list=node.held)

    def tried(self, node: t.Would, names: LocalNames, *, negated: bool) -> str:
        """What would be after an effect (see `EffectWriter`)."""
        raise NotImplementedError

    def say(self, key: str, **parts: str) -> str:
        """A template with its parts."""
        return self.language.say(key, **parts)

    def _variant(self, node: t.Expr, *, negated: bool, **parts: str) -> str:
        """The template of a node, or of a node that is a condition."""
        key = type(node).__name__ + (" bool" if node.type.kind == "bool" else "") + (" not" if negated else "")
        return self.say(key, **parts)

    def _quoted(self, title: str, wanted: bool) -> str:
        return self.say("quoted", title=title) if wanted else title

    # -- leaves -------------------------------------------------------------------------------------------------

    def _const(self, node: t.Const, *, negated: bool) -> str:
        if node.type.kind == "bool":
            return self.say("Const true" if bool(node.value) != negated else "Const false")
        return self.say("Const", value=self.value(node.type, node.value))

    def constant_of(self, node: t.Expr, names: LocalNames) -> t.Expr:
        """The constant a local stands for, if it does."""
        if isinstance(node, t.Local) and node.name in names.bound:
            return names.bound[node.name].const or node
        return node

    def _local(self, node: t.Local, names: LocalNames, *, negated: bool) -> str:
        bound = names.bound.get(node.name)
        if bound is not None and bound.const is not None:
            return self._const(bound.const, negated=negated)
        plain = self.language.names.get(node.name, node.name.replace("_", " ").strip())
        return self._variant(node, negated=negated, name=bound.text if bound else plain)

    def _args(self, args: tuple[t.Expr, ...], names: LocalNames) -> list[TitleArgument]:
        return [TitleArgument(self._within(arg, names), arg.type) for arg in args]

    def _within(self, arg: t.Expr, names: LocalNames) -> str:
        """An argument in a title of an amount: `half of (luck + 1)`, for `half of luck + 1` is another amount."""
        return self.expr(arg, names, SIGN if arg.type.kind == "int" else OTHER)

    def _load(self, node: t.Load, names: LocalNames, *, negated: bool) -> str:
        if node.type.kind == "bool" and node.field.index:
            at = ", ".join(arg.text for arg in self._args(node.index, names))
            text = self.say("Load bool at not" if negated else "Load bool at", at=at, title=self._title(node, names))
            return (
                text
                if self.mine_is(node, names)
                else self.say("arguments", title=text, args=self.expr(node.seat or node, names))
            )
        title = self._owned(self._title(node, names), node, names)
        return self._variant(node, negated=negated, title=title)

    def mine_is(self, node: t.Load | t.ZoneRef, names: LocalNames) -> bool:
        """Whether it is shared, or the acting seat's, whatever a definition calls that seat."""
        return node.seat is None or self.expr(node.seat, names) == self.language.names["me"]

    def _title(self, node: t.Load, names: LocalNames) -> str:
        """The name of a field with its indices."""
        name, args = node.field.name, self._args(node.index, names)
        if name in {"held", "filled"}:
            resource = self.constant_of(node.index[0], names)
            if not isinstance(resource, t.Const):
                return self.say(f"Load {name}", noun=args[0].text)
            noun = self.language.several(args[0].text)
            return noun if name == "held" else self.say("Load filled", noun=noun)
        if name.endswith(".side"):
            return self.say("FactOf", fact=self.language.with_article("the", self.say("Load side")), of=args[0].text)
        title = self.words(node.field.title, name)
        if node.type.kind == "bool":
            return title
        if len(args) == 1 and args[0].type.kind == "member":  # `value of that die`, not `value (that die)`
            placed, done = self._placed(title, args[0])
            if done:
                return self.language.with_the(placed)
            return self.say("FactOf", fact=self.language.with_the(title), of=args[0].text)
        return self.language.with_the(self.titled(title, args))

    def _owned(self, title: str, node: t.Load | t.ZoneRef, names: LocalNames) -> str:
        """`your pot`, `pot of that player`; conditions stand in quotes."""
        title = self._quoted(title, isinstance(node, t.Load) and node.type.kind == "bool")
        if node.seat is None:
            return title
        if not self.mine_is(node, names):
            title = (
                title
                if title.startswith(("“", "«"))
                else self.language.with_article("the", self.language.without_article(title))
            )
            return self.say("Load of", title=title, owner=self.expr(node.seat, names))
        return title if title.startswith(("“", "«")) else self.mine(title)

    def zone(self, node: t.ZoneRef, names: LocalNames) -> str:
        """A zone."""
        title = self.titled(self.words(node.zone.title, node.zone.name), self._args(node.index, names))
        shared = node.seat is None
        return self.say("ZoneRef", title=self.language.with_the(title) if shared else self._owned(title, node, names))

    # -- operations ---------------------------------------------------------------------------------------------

    def _op(self, node: t.Op, names: LocalNames, *, negated: bool) -> str:
        if negated and node.name not in SAID_OPPOSITE:
            return self.say("Op not", a=self.expr(node, names, NOT))
        name = SAID_OPPOSITE[node.name] if negated else node.name
        if text := self._compared(name, node, names):
            return text
        above = LEVELS[node.name]
        args = [
            self.expr(arg, names, above + (place > 0 or above in {OTHER, PRODUCT}))
            if not (isinstance(arg, t.Op) and {node.name, arg.name} == {"and", "or"})
            else self.expr(arg, names, NOT)  # words know no precedence
            for place, arg in enumerate(node.args)
        ]
        return self.language.verb_form(f"Op {name}", args[0], **dict(zip("abc", args, strict=False)))

    def _compared(self, name: str, node: t.Op, names: LocalNames) -> str:
        """Comparisons that are said in a way of their own: with none, with what a seat holds; differences."""
        first = node.args[0]
        if name == "abs" and isinstance(first, t.Op) and first.name == "-":
            a, b = (self.expr(arg, names, LEVELS["-"] + place) for place, arg in enumerate(first.args))
            return self.say("Op abs difference", a=a, b=b)
        if name not in SAID_OPPOSITE:
            return ""
        second = self.constant_of(node.args[1], names)
        for one, other in ((first, second), (second, first)):
            if isinstance(one, t.Apply) and one.type.domain == "seat" and _is_me(other) and name in {"==", "!="}:
                return self.say(f"Op {name} you", a=self.expr(one, names, LEVELS[name]))
        if _is_me(second) and first.type.domain != "seat" and name in {"==", "!="}:
            return self.say(f"Op {name} yours", a=self.expr(first, names, LEVELS[name]))
        if isinstance(second, t.Const) and second.value == -1 and (second.type.optional or second.type.kind == "none"):
            first, names = self._written_out(first, names)
            if isinstance(first, t.Quantity) and first.kind == "first":  # whether there is one
                asked = t.Quantity(BOOL, "any", first.var, first.selection, first.where, None, first.ties)
                return self._quantity(asked, names, negated=name == "==")
            if isinstance(first, t.Local) and first.type.kind == "member":
                noun = self.noun(first.type)
                return self.say(f"Op {name} none such", kind=noun, a=self.language.with_article("a", noun))
            if isinstance(first, t.ZoneAt) and (_first(first.place) or first.from_end == 1):
                kind = self.noun(first.type)
                return self.say(
                    f"Op {name} empty",
                    kind=kind,
                    a=self.language.with_article("a", kind),
                    zone=self.zone(first.zone, names),
                )
            title = self.language.without_article(self.expr(first, names, LEVELS[name]))
            return self.say(f"Op {name} none", a=title if name == "==" else self.language.one_of(title))
        if isinstance(first, t.Load) and first.field.name == "held":
            return self._compared_held(name, first, second, names)
        if isinstance(second, t.Const) and second.value == 0 and name in THERE_ARE:
            return self._there_are(THERE_ARE[name], self.expr(first, names, LEVELS[name]))
        return ""

    def _there_are(self, key: str, several: str) -> str:
        """`there are walls left`, of `the walls left`; nothing of what is one thing, or the player's."""
        bare = self.language.without_article(several)
        plain = not several.startswith(tuple(f"{word} " for word in self.language.possessives))
        return self.say(key, a=bare) if plain and bare != several and self.language.many(several) else ""

    def _compared_held(self, name: str, held: t.Load, other: t.Expr, names: LocalNames) -> str:
        """What a seat has, compared: `you have fewer than 3 coins`, `you have fewer coins than ...`."""
        resource = self.constant_of(held.index[0], names)
        if not isinstance(resource, t.Const) or held.seat is None:
            return ""
        noun = self.value(RESOURCE, resource.value)
        owner = "" if self.mine_is(held, names) else self.expr(held.seat, names)
        who = self.say("have other", owner=owner) if owner else self.say("have")
        if isinstance(other, t.Const):
            return self.say(f"Op {name} mine", who=who, count=self.language.counted(other.value, noun))
        count = self.expr(other, names, LEVELS[name])
        return self.say(f"Op {name} held", who=who, noun=self.language.several(noun), count=count)

    def _contains(self, node: t.Contains, names: LocalNames, *, negated: bool) -> str:
        among = node.selection.among
        if among and not node.selection.zones:
            each = [self._contains(t.Contains(node.type, node.of, one), names, negated=negated) for one in among]
            return self.language.listed(each, "and" if negated else "or")
        key, parts = self.members(node.selection, names)
        key = "Contains" + key + (" not" if negated else "")
        return self.say(key, of=self.expr(node.of, names, LEVELS["=="]), **parts)

    # -- questions over selections ------------------------------------------------------------------------------

    def where(self, condition: t.Expr | None, names: LocalNames, var: str = "") -> str:
        """` where ...`, if there is a condition; ` whose price is 3` if it asks for a fact of the local `var`.

        What an adjective says already (see `introduced`) is not said again.
        """
        if condition is None:
            return ""
        fact, value = _fact_asked(condition, var)
        if fact is None or value is None:
            return self.say("where", condition=self.expr(condition, names))
        if self.adjectives(value.type):
            return ""
        if of := self.belonging(condition, names, var):
            return of
        return self.say("where whose", fact=self.fact(fact), value=self.expr(value, names))

    def belonging(self, condition: t.Expr, names: LocalNames, var: str) -> str:
        """` of the Cathedral`, if a condition says no more than that the local `var` belongs there.

        So it does where one fact alone leads from it to such things, which has no other name (`building.row`), and where they have
        articles.
        """
        fact, value = _fact_asked(condition, var)
        if fact is None or value is None or fact.title or value.type.kind != "member":
            return ""
        alike_facts = [
            each for each in self.v.domains[fact.domain].facts.values() if each.type.domain == fact.type.domain
        ]
        text = self.expr(value, names)
        return self.say("where of", value=text) if len(alike_facts) == 1 and self.language.has_article(text) else ""

    def adjective(self, condition: t.Expr | None, var: str) -> str:
        """`red`, if all that is asked of the local `var` is that it is red."""
        _, value = _fact_asked(condition, var)
        return self.value(value.type, value.value) if value is not None and self.adjectives(value.type) else ""

    def introduced(
        self, var: str, selection: t.Selection, names: LocalNames, where: t.Expr | None = None
    ) -> tuple[LocalNames, SelectionPhrase]:
        """A local over a selection, and how it is introduced; a condition that `where` says may become an adjective."""
        if selection.answer is not None:
            return self._parts(selection.answer.chain, names)
        inner, bound = self.bind(var, selection.type, names)
        return inner, self.phrase(selection, names, bound.label, self.adjective(where, var))

    def _parts(self, parts: Sequence[t.AnswerPart], names: LocalNames) -> tuple[LocalNames, SelectionPhrase]:
        """The parts of an answer, one after the other."""
        text = ""
        for part in parts:
            names, phrase = self.introduced(part.var, part.selection, names, part.where)
            said = phrase.a_one + self.where(part.where, names, part.var)
            text = self.say("Selection answers", first=text, second=said) if text else said
        return names, SelectionPhrase(*[text] * 6)

    def _quantity(self, node: t.Quantity, names: LocalNames, *, negated: bool) -> str:
        if negated and node.kind not in SAID_OPPOSITE:
            return self.say("Op not", a=self.expr(node, names, LEVELS["not"]))
        inner, phrase = self.introduced(node.var, node.selection, names, node.where)
        if not (node.where or node.body):
            phrase = self.phrase(node.selection, names)
        kind = SAID_OPPOSITE[node.kind] if negated else node.kind
        quantity = QUANTITIES[node.kind]
        last = " last" if quantity.ties and node.ties == "last" else ""
        body = "" if node.body is None else self.expr(node.body, inner, 1)
        if quantity.gives in {"amount", "member"}:  # `the highest value of ...`
            body = self.language.without_article(body)
        where = self.where(node.where, inner, node.var)
        return self.say(f"Quantity {kind}{last}", where=where, body=body, **phrase.parts)

    def _apply(self, node: t.Apply, names: LocalNames, above: int, *, negated: bool) -> str:
        define = self.v.defines[node.define]
        args = [
            TitleArgument(self._within(arg, names), kind, name)
            for arg, (name, kind) in zip(node.args, define.params.items(), strict=True)
        ]
        written, inside = self._written_out(node, names)
        if written is not node:
            return self.expr(written, inside, above, negated=negated)
        title = self.words(define.title, define.name)
        for name, arg in zip(define.params, node.args, strict=True):
            if f"{{each {name}}}" in title:
                title = title.replace(f"{{each {name}}}", self.each(arg, names))
                args = [each for each in args if each.name != name]
        if node.type.kind == "member":
            return self.say("Apply", title=self.language.with_the(self.titled(title, args)))
        if node.type.kind != "bool":
            return self.say("Apply", title=self.titled(title, args))
        key = " not" if negated else ""
        if negated and "no" in define.changed:
            told = define.changed["no"][self.language.code]
            return self.titled(told, [each for each in args if f"{{{each.name}}}" in told])
        if "{" in title or not (args or self.bare_id(define.title, define.name) or " " not in title):
            return self.say(f"Apply sentence{key}", title=self.titled(title, args))
        title = self._quoted(title, wanted=True)
        if not args:
            return self.say(f"Apply bool{key}", title=title)
        return self.say(f"Apply bool for{key}", title=title, at=", ".join(arg.text for arg in args))

    def _written_out(self, node: t.Expr, names: LocalNames) -> tuple[t.Expr, LocalNames]:
        """What a short definition without a name is, and the names of its parameters; else the expression itself."""
        define = self.v.defines[node.define] if isinstance(node, t.Apply) else None
        if not isinstance(node, t.Apply) or define is None or define.value is None or define.modifiers:
            return node, names
        if not self.unnamed(define.title, define.name, define.value):
            return node, names
        return define.value, self.params(define.params, node.args, names)

    @staticmethod
    def bare_id(title: dict[str, str], name: str) -> bool:
        """Whether there is no name but the id."""
        return set(title.values()) <= {name.replace("_", " ")}

    @classmethod
    def unnamed(cls, title: dict[str, str], name: str, body: t.Expr | t.Block) -> bool:
        """Whether it is better written out than called by its id."""
        return cls.bare_id(title, name) and sum(1 for _ in all_nodes(body)) <= INLINE

    def params(self, params: dict[str, Type], args: tuple[t.Expr, ...], names: LocalNames) -> LocalNames:
        """The locals of a definition: its parameters under the names of the arguments."""
        found = {}
        for name, arg in zip(params, args, strict=True):
            const = self.constant_of(arg, names)
            found[name] = LocalName(
                self.expr(arg, names, PRODUCT), const if isinstance(const, t.Const) else None, given=(arg, names)
            )
        return LocalNames(found)

    def after(self, names: LocalNames, *conditions: t.Expr) -> LocalNames:
        """The names behind conditions: `the row of that card`, of which one has spoken, is `that row` from then on."""
        nodes = [node for each in conditions for node in all_nodes(each)]
        found: list[t.FactOf] = []
        for each in nodes:
            if (
                isinstance(each, t.FactOf)
                and _fixed(each)
                and not is_whole(self.v, each.fact)
                and not any(alike(each, one) for one in found)
            ):
                found.append(each)
        called = [self.that(each.type) for each in found]
        taken = [*called, *(each.text for each in names.bound.values()), *(text for _, text in names.told)]
        for each, text in zip(found, called, strict=True):
            if taken.count(text) == 1:
                names = names.telling(each, text)
        return names

    # what the rest of the writer brings
    def each(self, amount: t.Expr, names: LocalNames) -> str:
        """`each open gate`, of an amount that counts open gates."""
        raise NotImplementedError

    def costs(self, costs: tuple[tuple[t.Expr, t.Expr], ...], names: LocalNames) -> str:
        """`1 coin and 2 apples`."""
        raise NotImplementedError


def _first(place: t.Expr) -> bool:
    """Places count from 0, which people call the first."""
    return isinstance(place, t.Const) and place.value == 0


def _fixed(node: t.FactOf) -> bool:
    """Whether a member is a fact of something in sight, or a fact of that: it stays the same whatever is done."""
    of = node.of
    while isinstance(of, t.FactOf):
        of = of.of
    return node.type.kind == "member" and isinstance(of, t.Local)


def _is_me(node: t.Expr) -> bool:
    return isinstance(node, t.Local) and node.name == "me"


def _fact_asked(condition: t.Expr | None, var: str) -> tuple[Fact, t.Const] | tuple[None, None]:
    """The fact of the local `var` a condition asks for, and the value it is to have, if it does nothing else."""
    if isinstance(condition, t.Op) and condition.name == "==" and condition.type.kind == "bool":
        of, value = condition.args
        local = isinstance(of, t.FactOf) and isinstance(of.of, t.Local) and of.of.name == var
        if isinstance(of, t.FactOf) and local and isinstance(value, t.Const) and value.value >= 0:
            return of.fact, value
    return None, None
