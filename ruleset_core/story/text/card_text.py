"""What a card or rule says (effect, events, modifiers), and what a hint says of a hidden piece: `red`, `not blue`.

A card is more than an effect: what it does when something happens, what it changes while it is in play. For example:

    effect: do damage_any                              Damage an unoccupied building of yours.
    effect: if leads(yellow) { gain 2 denier }         If nobody has more yellow citizens and cards than you, gain 2 deniers.
    while_in_play:                                     If this card is occupied, you may cancel 1 event more of a town crier
      {modify: shields, where: occupied(this), add: 1}   without a rampart.

A definition with a name is said by its name; one without is written out. A `text:` in the data takes the place of all this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import AND, OTHER
from ruleset_core.lang.program import Clause, Definition, Program
from ruleset_core.lang.traversal import chain, locals_of
from ruleset_core.lang.types import Type
from ruleset_core.story.text.effect_text import EffectWriter
from ruleset_core.story.text.language import Language, language_of
from ruleset_core.story.text.nouns import LocalName, LocalNames, TitleArgument, sentence

# What a card or a rule says: its effect, what follows events, what it changes while it is in play.


def card_text(program: Program, card: str, lang: str, *, generated: bool = False, side: str = "") -> str:
    """The text of a card (or of a `rule ID`), one line for each thing it says; empty when it says nothing.

    Changes that begin alike share a line, and so does all that a side says.

    Words that the data gives for a card, or for a side of it, take the place of those that are made from its effects,
    unless these are wanted. Of one `side`, what the card says with that up, without the name of the side.
    """
    given = {} if generated else {side: text for (owner, side), text in program.given.items() if owner == card}
    writer = _ClauseWriter(program.vocabulary, language_of(lang))
    clauses = [clause for clause in program.clauses if clause.owner == card]
    lines: list[str] = []
    for each in dict.fromkeys(("", *(clause.side for clause in clauses), *given)):
        if side and each not in {"", side}:
            continue
        said = [given[each][lang]] if each in given else writer.lines_of(clauses, each)
        lines += [writer.beside(card, each, " ".join(said), program)] if each and not side else said
    return writer.language.typeset("\n".join(lines))


def reward_text(program: Program, resource: str, lang: str) -> Iterator[str]:
    """What the spaces of a track bring, one line for each."""
    writer = _ClauseWriter(program.vocabulary, language_of(lang))
    for name, procedure in program.procedures.items():
        words = name.split(" ")
        if words[0] == "reward" and words[1] == resource:
            body = writer.inline(procedure.body, writer.opened(procedure.body), last=True)
            yield sentence(writer.say("reward", space=words[2], body=body))


class _ClauseWriter(EffectWriter):
    """Writes clauses. What `where` says of a parameter alone (`s == spot[this]`) is put in its place."""

    def beside(self, card: str, side: str, text: str, program: Program) -> str:
        """What a side of a card says, behind the name of the side."""
        entry = program.cards.get(card)
        sides = self.v.domains.get(f"{entry.kind}.side") if entry else None
        name = side.replace("_", " ")
        if sides is not None and side in sides.ids:
            name = self.words(sides.names[sides.ids.index(side)], side)
        return self.say("side", side=sentence(name)[:-1], text=text)

    def lines_of(self, clauses: Sequence[Clause], side: str) -> list[str]:
        """What the clauses of a side say: `with this card, A`, `with this card, B` is `with this card, A; B`.

        Changes share a line, and what is required stands behind the event for which it is.
        """
        lines: list[str] = []
        before: str | None = None
        acts = False
        self.required = [each.value for each in clauses if each.kind == "requires" and each.value is not None]
        for clause in (each for each in clauses if each.side == side):
            text = self.clause(clause)
            if clause.kind == "requires" and acts:
                lines[-1] += f" {text}"
                continue
            acts = clause.kind == "when"
            opening = text.partition(", ")[0] if clause.kind == "modify" and ", " in text else ""
            if opening and opening == before:
                lines[-1] = f"{lines[-1][:-1]}; {text.removeprefix(f'{opening}, ')}"
            elif clause.kind == "modify" and before == opening == "":
                lines[-1] += f" {text}"
            else:
                lines.append(text)
            before = opening if clause.kind == "modify" else None
        return lines

    def clause(self, clause: Clause) -> str:
        """Any clause."""
        if clause.kind == "effect" and clause.body is not None:
            return self.sentences(clause.body, self.opened(clause.body))
        if clause.kind == "score" and clause.value is not None:
            return sentence(self._score(clause.value))
        if clause.kind == "requires" and clause.value is not None:
            return sentence(self._requires(clause.value))
        if clause.kind == "modify":
            return sentence(self._modify(clause))
        if clause.kind == "step":
            return sentence(self._step(clause))
        return sentence(self._event(clause))

    # -- what is known of parameters ----------------------------------------------------------------------------

    def _settle(self, clause: Clause, params: Mapping[str, Type]) -> tuple[LocalNames, dict[str, str], list[t.Expr]]:
        """Names, the texts of the parameters that `where` fixes, and the conditions that are left."""
        parts = [part for part in (clause.where, clause.body, clause.value) if part is not None]
        names, fixed, left = LocalNames(), {}, []
        for part in parts:
            if this := locals_of(part).get("this"):
                names = names.plus("this", LocalName(self.language.with_article("this", self.noun(this))))
        for condition in () if clause.where is None else chain(clause.where, "and"):
            name, value = _fixes(condition, params)
            if name and name not in fixed:
                const = value if isinstance(value, t.Const) else None
                names = names.plus(name, LocalName(self.expr(value, names, OTHER), const))
                fixed[name] = names.bound[name].text
            else:
                left.append(condition)
        for name, kind in params.items():
            if name not in fixed:
                names, _ = self.bind(name, kind, names)
        return names, fixed, left

    def _condition(self, left: list[t.Expr], names: LocalNames) -> str:
        return self.language.listed(self.language.joined([self.expr(each, names, AND) for each in left]), "and")

    # -- events -------------------------------------------------------------------------------------------------

    def _event(self, clause: Clause) -> str:
        fields = self.v.events[clause.name].fields
        names, fixed, left = self._settle(clause, fields)
        behind = self.after(names, *left)
        parts = {"body": self.inline(clause.body or t.Block(()), behind, last=True)}
        word, _, phase = clause.name.partition(" ")
        key = clause.kind
        if phase:
            key = word
            parts["phase"] = self.language.with_the(self.words(self.v.phases.get(phase, {}), phase))
        else:
            event = EventSentence(self, self._happening(clause.name, fields, fixed), names, parts["body"])
            said = event.with_conditions(left, {name: kind for name, kind in fields.items() if name not in fixed})
            parts["event"] = event.text
            if said:
                key += " if"
                parts["condition"] = self.language.listed(self.language.joined(said), "and")
            return self.say(key, **parts)
        if left:
            key += " if"
            parts["condition"] = self._condition(left, names)
        return self.say(key, **parts)

    def _happening(self, name: str, fields: Mapping[str, Type], fixed: dict[str, str]) -> str:
        if name in {"gain", "lose", "reach"}:
            said = {
                each: fixed.get(each) or self.language.with_article("any", self.noun(kind))
                for each, kind in fields.items()
            }
            return self.say(name, **said)
        event = self.v.events[name]
        args = [TitleArgument(fixed[each], kind, each) for each, kind in fields.items() if each in fixed]
        return self.titled(self.words(event.title, name), args)

    # -- what it is worth ---------------------------------------------------------------------------------------

    def _score(self, value: t.Expr) -> str:
        """`at the end of the game: 3 points`; a condition without which there are none stands before them."""
        names, condition = self.opened(value), ""
        if isinstance(value, t.Op) and value.name == "if" and _is_zero(value.args[2]):
            condition, value = self.expr(value.args[0], names), value.args[1]
        points = self.points(value, names)
        return (
            self.say("score if", condition=condition, points=points) if condition else self.say("score", points=points)
        )

    # -- what it requires ---------------------------------------------------------------------------------------

    def _requires(self, value: t.Expr) -> str:
        """A condition that has a name of its own is said by it, after a colon."""
        if isinstance(value, t.Apply) and not value.args:
            define = self.v.defines[value.define]
            title = self.words(define.title, define.name)
            if " " not in title and (define.value is None or not self.unnamed(define.title, define.name, define.value)):
                return self.say("requires named", title=title)
        return self.say("requires", condition=self.expr(value, self.opened(value)))

    # -- effects that have a name -------------------------------------------------------------------------------

    def _step(self, clause: Clause) -> str:
        """What is done before, after or in the place of an effect; parameters that `where` fixes stand in its name."""
        define = self.v.defines[clause.name]
        names, fixed, left = self._settle(clause, define.params)
        args = [TitleArgument(fixed[each], kind, each) for each, kind in define.params.items() if each in fixed]
        open_ = [
            TitleArgument(self.language.with_article("a", self.noun(kind)), kind, each)
            for each, kind in define.params.items()
            if each not in fixed and f"{{{each}}}" in self.words(define.title, define.name)
        ]
        parts = {
            "effect": self.titled(self.words(define.title, define.name), args + open_),
            "body": self.inline(clause.body or t.Block(()), names, last=True),
        }
        key = "replace" if clause.how == "instead" else clause.how
        if left:
            return self.say(f"{key} if", condition=self._condition(left, names), **parts)
        return self.say(key, **parts)

    # -- changes ------------------------------------------------------------------------------------------------

    def _modify(self, clause: Clause) -> str:
        define = self.v.defines[clause.name]
        names, fixed, left = self._settle(clause, define.params)
        described = self._described(clause, define, left)
        left = [each for each in left if not any(self.adjective(each, name) for name in described)]
        if placed := self._placed_by(clause, define, left, names):
            described, left = described | placed, []
        told = {name for part in left for name in locals_of(part)}
        used = told if clause.value is None else told | set(locals_of(clause.value))
        args = [
            TitleArgument(
                fixed.get(each)
                or described.get(each)
                or self._open(each, kind, names, told=each in told, used=each in used),
                kind,
                each,
            )
            for each, kind in define.params.items()
        ]
        change = self._change(clause, define, args, names, plain=bool(described))
        if not left:
            return self.say("modify", change=change)
        condition = self._condition(left, names)
        if using := self._using(condition, change):
            return using
        for name in (each for each, kind in define.params.items() if each in told and kind.kind == "member"):
            text = names.bound[name].text  # nobody has spoken of it before: `a die`, and `that die` from then on
            if text == self.that(define.params[name]):
                condition = condition.replace(text, self.language.with_article("a", self.noun(define.params[name])), 1)
        return self.say("modify if", condition=condition, change=change)

    def _placed_by(self, clause: Clause, define: Definition, left: list[t.Expr], names: LocalNames) -> dict[str, str]:
        """A parameter of which only its place is known: `a space in the row of this card`; not where that is `in` it in turn."""
        if len(left) != 1:
            return {}
        condition, used = self.expr(left[0], names, AND), locals_of(clause.value) if clause.value is not None else {}
        said = [
            self.words(define.title, define.name),
            *(each.get(self.language.code, "") for each in define.changed.values()),
        ]
        for name, kind in define.params.items():
            subject = names.bound[name].text
            for copula in self.language.copulas:
                place = condition.removeprefix(f"{subject} {copula} ")
                if place == condition or name in used or not self.language.begins_with_place(place) or subject in place:
                    continue
                placed = self.language.place_behind(self.language.with_article("a", self.noun(kind)), place)
                behind = placed.removeprefix(f"{self.language.with_article('a', self.noun(kind))} ").partition(" ")[0]
                return {} if any(f"{behind} {{{name}}}" in each for each in said) else {name: placed}
        return {}

    def _using(self, condition: str, change: str) -> str:
        """`if you use the die beside this card, it counts more`: what is said of the die is said of that one, else `with` it."""
        begins = f"{self.language.names['using']} "
        used = condition.removeprefix(begins)
        if used == condition or any(joint in used for joint in self.language.joints):
            return ""
        head = self.language.head(used)
        bare = self.language.without_article(head)
        found = re.findall(rf"\b{re.escape(bare)}\b", change)
        determiner = head.removesuffix(bare).strip()
        runs = [
            determiner,
            *(into for apart, into in self.language.contractions.items() if apart.endswith(f" {determiner}")),
        ]
        spoken_of = re.compile(rf"\b({'|'.join(runs)}) {re.escape(bare)}\b")
        if head not in {used, bare} and len(found) == 1 and spoken_of.search(change):
            return spoken_of.sub(lambda each: each[0] + used.removeprefix(head), change)
        return self.say("modify using", what=used, change=change)

    def _described(self, clause: Clause, define: Definition, left: list[t.Expr]) -> dict[str, str]:
        """Parameters of which all that is known fits into an adjective: `a red die`, `only a red die`."""
        found = {}
        for name, kind in define.params.items():
            for condition in left:
                if adjective := self.adjective(condition, name):
                    found[name] = self.language.with_article("a", self.language.described(self.noun(kind), adjective))
            if not left and (adjective := self.adjective(clause.value, name)):
                noun = self.language.with_article("a", self.language.described(self.noun(kind), adjective))
                found[name] = self.say("only", noun=noun)
        return found

    def _open(self, name: str, kind: Type, names: LocalNames, *, told: bool, used: bool) -> str:
        """A parameter about which nothing is known, unless a condition that stands before has `told` of it."""
        if told or (used and kind.kind != "member"):
            return names.bound[name].text
        return self.language.with_article("any", self.noun(kind))

    def _change(
        self, clause: Clause, define: Definition, args: list[TitleArgument], names: LocalNames, *, plain: bool
    ) -> str:
        """What becomes of an amount or a condition; `plain` if the arguments say already when a condition holds."""
        value = clause.value if clause.value is not None else t.FALSE
        words = self.words(define.title, define.name)
        if define.value is not None and self.unnamed(define.title, define.name, define.value):
            for arg in args:  # it has no name, but is short: said by what it is
                names = names.plus(arg.name, LocalName(arg.text, names.bound[arg.name].const))
            words, args = self.expr(define.value, names), []
        if value.type.kind == "bool":
            if isinstance(value, t.Const) and not value.value and (said := self._change_sentence(define, "no", args)):
                return said
            title, is_sentence = self.titled(words, args), "{" in words or (not args and " " in words)
            if is_sentence and (value.value if isinstance(value, t.Const) else plain):
                return title
            if isinstance(value, t.Const):
                return self.say("modify true" if value.value else "modify false", title=title)
            key = "modify sentence" if is_sentence else "modify bool"
            return self.say(key, title=title, value=self.expr(value, names))
        less = clause.how != "set" and isinstance(value, t.Const) and value.value < 0
        amount = (
            str(abs(value.value))
            if isinstance(value, t.Const) and value.type.kind == "int"
            else self.expr(value, names)
        )
        key = "less" if less else "set" if clause.how == "set" else "add"
        if key == "add" and (said := self._times(define, value, args, names)):
            return said
        if said := self._change_sentence(define, key, args):
            return said.replace("{value}", amount)
        if key == "add" and not isinstance(value, t.Const):
            key = "more"
        title = self.language.with_the(self.titled(words, args))
        return self.language.verb_form(f"modify {key}", title, title=title, value=amount)

    def _times(self, define: Definition, value: t.Expr, args: list[TitleArgument], names: LocalNames) -> str:
        """What is said of adding what it is by itself, once or several times; nothing of other amounts."""
        more, plain = 1, value
        if isinstance(value, t.Op) and value.name == "*" and isinstance(value.args[0], t.Const):
            more, plain = value.args[0].value, value.args[1]
        if define.value is None or self.expr(plain, names) != self.expr(define.value, names):
            return ""
        return self._change_sentence(define, "times", args).replace("{value}", str(more + 1))

    def _change_sentence(self, define: Definition, key: str, args: list[TitleArgument]) -> str:
        """The sentence that the data gives for a change, if it does."""
        words = define.changed.get(key, {}).get(self.language.code, "")
        return self.titled(words, [each for each in args if f"{{{each.name}}}" in words])


class EventSentence:
    """What happens, `you place a card`, with conditions put into it: `you place a red card in the row of this card`.

    A condition speaks of what the sentence names with an article, or says where something is that the sentence does not name:

        that card is red                           a red card
        that card is a tower                       a tower
        that space is in the row of this card      in the row of this card
        you place with the left hand               with the left hand
    """

    def __init__(self, writer: _ClauseWriter, text: str, names: LocalNames, body: str) -> None:
        self.writer = writer
        self.language = writer.language
        self.text = text
        self.names = names
        self.body = body
        self.nouns: dict[str, str] = {}

    def with_conditions(self, given: Sequence[t.Expr], fields: Mapping[str, Type]) -> list[str]:
        """Put conditions into the sentence; those that are left."""
        left = [each for each in given if not any(self._merge_owner(each, *field) for field in fields.items())]
        described = [each for each in left if any(self.writer.adjective(each, name) for name in fields)]
        conditions = [self.writer.expr(each, self.names, AND) for each in left if each not in described]
        subjects = {self.names.bound[name].text: kind for name, kind in fields.items() if kind.kind == "member"}
        parts = [part for condition in conditions for part in self._parts(condition, list(subjects))]
        parts = [part for part in parts if not (self._merge_predicate(part, subjects) or self._merge_verb(part))]
        return parts + [
            self.writer.expr(each, self.names, AND)
            for each in described
            if not any(self._described(kind, self.writer.adjective(each, name)) for name, kind in fields.items())
        ]

    def _described(self, kind: Type, adjective: str) -> bool:
        """`you place a red card`."""
        noun = self._noun_in_text(kind) if adjective else ""
        if noun:
            use, one = self._one_in_text(noun)
            self.text = self.text.replace(
                one, self.language.with_article(use, self.language.described(noun, adjective)), 1
            )
        return bool(noun)

    def _merge_owner(self, condition: t.Expr, name: str, kind: Type) -> bool:
        """`you place a card of the Palace`."""
        of = self.writer.belonging(condition, self.names, name)
        noun = self._noun_in_text(kind) if of else ""
        if noun:
            _, one = self._one_in_text(noun)
            self.text = self.text.replace(one, one + of, 1)
        return bool(noun)

    def _parts(self, condition: str, subjects: Sequence[str]) -> list[str]:
        """`that card is red and that space is in the row`, one by one."""
        if not subjects or condition.startswith("("):
            return [condition]
        either = "|".join(map(re.escape, subjects))
        joint = self.language.names["and"]
        return re.split(rf" {joint} (?=(?:{either}) (?:{'|'.join(self.language.copulas)}) )", condition)

    def _merge_predicate(self, condition: str, subjects: Mapping[str, Type]) -> bool:
        for subject, kind in subjects.items():
            rest = self._predicate(condition, subject, subjects)
            if not rest or any(re.search(rf"\b{re.escape(each)}\b", rest) for each in subjects):
                continue
            noun = self._noun_in_text(kind)
            if not noun:
                if self.language.begins_with_place(rest) and subject not in self.body:
                    self.text = f"{self.text} {rest}"
                    return True
                continue
            use, one = self._one_in_text(noun)
            if self.language.has_article(rest):
                any_such = self.language.with_article(use, self.language.without_article(rest))
                self.text = self.text.replace(one, rest if use == "a" else any_such, 1)
                self.nouns[kind.domain] = self.language.without_article(rest)
                return True
            if self._described(kind, self._adjective(condition.removesuffix(rest), rest)):
                return True
        return False

    def _predicate(self, condition: str, subject: str, subjects: Mapping[str, Type]) -> str:
        """What a condition says of a subject; where that lies belongs to what happens anyway (`that card on that space is ...`)."""
        rest = condition.removeprefix(f"{subject} ")
        if rest == condition:
            return ""
        for other, kind in subjects.items():
            before, between, behind = rest.partition(f" {other} ")
            if between and before in self.language.prepositions and not self._noun_in_text(kind):
                rest = behind
        word, _, rest = rest.partition(" ")
        return rest if word in self.language.copulas else ""

    def _noun_in_text(self, kind: Type) -> str:
        """What the sentence calls something of a type: `card`, or `tower`, where a fact of cards says that they are towers."""
        domain = self.writer.v.domains[kind.domain]
        nouns = [self.writer.noun(kind), self.nouns.get(kind.domain, "")]
        for fact in domain.facts.values():
            values = self.writer.v.domains.get(fact.type.domain) if fact.type.kind == "member" else None
            nouns += [self.writer.words(name, "") for name in values.names] if values else []
        return max((noun for noun in nouns if noun and self._one_in_text(noun)[0]), key=len, default="")

    def _one_in_text(self, noun: str) -> tuple[str, str]:
        """How the sentence speaks of one: with which article, and with its noun; nothing if it does not."""
        for use in ("a", "any"):
            one = self.language.with_article(use, noun)
            if re.search(rf"\b{re.escape(one)}\b", self.text):
                return use, one
        return "", ""

    def _adjective(self, before: str, said: str) -> str:
        """The adjective of the data that is said so behind a subject: `rojo` of `roja`."""
        names = (
            self.writer.words(name, "")
            for each in self.writer.v.domains.values()
            if each.adjectives
            for name in each.names
        )
        return next((name for name in names if name and self.language.agreed(before, name) == said), "")

    def _merge_verb(self, condition: str) -> bool:
        """`you build with the left hand`, where `you build a house`: the verb is said once."""
        words, others = self.text.split(" "), condition.split(" ")
        same = next((at for at, (one, other) in enumerate(zip(words, others, strict=False)) if one != other), 0)
        rest = " ".join(others[same:])
        if same and self.language.has_article(" ".join(words[same:])) and self.language.begins_with_place(rest):
            self.text = f"{self.text} {rest}"
            return True
        return False


def _is_zero(value: t.Expr) -> bool:
    return isinstance(value, t.Const) and value.type.kind == "int" and value.value == 0


def _fixes(condition: t.Expr, params: Mapping[str, Type]) -> tuple[str, t.Expr]:
    """The parameter a condition fixes, and its value, which names no other parameter."""
    if isinstance(condition, t.Op) and condition.name == "==":
        for one, other in (condition.args, condition.args[::-1]):
            if isinstance(one, t.Local) and one.name in params and not locals_of(other).keys() & params.keys():
                return one.name, other
    return "", condition


# What is known of a piece without knowing it, in words: `red`, `not blue and value 1 or 2`.


class FactNames(Protocol):
    """What players call facts and their values; `Game.glossary` is one."""

    def fact_title(self, family: str, fact: str, lang: str = "en") -> str:
        """The name of a fact."""

    def fact_values(self, family: str, fact: str) -> Sequence[Any]:
        """All values that a fact may have."""

    def fact_value(self, family: str, fact: str, value: object, lang: str = "en") -> str:
        """A value in words."""


def hint_text(glossary: FactNames, kind: str, left: Mapping[str, Sequence[Any]], lang: str) -> str:
    """The values that are left, by fact; where fewer are excluded, those that are not.

    Args:
        glossary: of the game.
        kind: of the piece.
        left: by fact the values that it may still have, as observations hold them.
        lang: `en` or `es`.
    """
    language = language_of(lang)
    facts = [_fact(glossary, kind, fact, values, language) for fact, values in left.items()]
    return language.listed(facts, "and")


def _fact(glossary: FactNames, kind: str, fact: str, left: Sequence[Any], language: Language) -> str:
    lang = language.code
    title, every = glossary.fact_title(kind, fact, lang), glossary.fact_values(kind, fact)
    if every == [False, True]:
        return title if left == [True] else language.say("hint not", value=title)
    numbers = isinstance(every[0], int)
    excluded = [value for value in every if value not in left]
    few = len(excluded) < len(left)
    said = [glossary.fact_value(kind, fact, value, lang) for value in (excluded if few else left)]
    if few and len(said) == 1:
        return language.say("hint not", value=f"{title} {said[0]}" if numbers else said[0])
    text = _none_of(said, language) if few else language.listed(said, "or")
    return f"{title} {text}" if numbers else text


def _none_of(values: Sequence[str], language: Language) -> str:
    """`neither red nor blue`, `ni rojo ni azul`."""
    text = language.say("hint neither", value=values[0]) if values else ""
    for value in values[1:]:
        text = language.say("hint nor", before=text, value=value)
    return text
