"""What things of a game are called in a language: types, members, locals, and titles with their arguments put in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.story.text.language import Language, language_of


def _bare(text: str) -> str:
    """A text without the brackets around all of it, where it gets others."""
    whole = text[:1] == "(" and text[-1:] == ")" and ")" not in text[1:-1]
    return text[1:-1] if whole else text


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    text = text.strip()
    if not text:
        return ""
    stop = "" if text[-1] in ".!?" else "."
    return text[0].upper() + text[1:] + stop


# What things are called: types, members, locals, and titles of the data with their arguments put in.

KNOWN = frozenset({"amount", "space", "total"})
"""Locals that every game has, with words of their own."""


@dataclass(frozen=True, slots=True)
class LocalName:
    """What a local is called; `const` if its value is known, `label` what tells it from others in its introduction.

    `given`: what a parameter was given, and the locals in sight there.
    """

    text: str
    const: t.Const | None = None
    label: str = ""
    given: tuple[t.Expr, LocalNames] | None = None


@dataclass(frozen=True, slots=True)
class LocalNames:
    """The locals in sight; `told`: what was spoken of already, and what it is called from then on (`that row`)."""

    bound: Mapping[str, LocalName] = field(default_factory=dict)
    told: tuple[tuple[t.Expr, str], ...] = ()

    def plus(self, name: str, bound: LocalName) -> LocalNames:
        """With one more local."""
        return LocalNames({**self.bound, name: bound}, self.told)

    def telling(self, node: t.Expr, text: str) -> LocalNames:
        """With one more thing that was spoken of."""
        return LocalNames(self.bound, (*self.told, (node, text)))


@dataclass(frozen=True, slots=True)
class TitleArgument:
    """A value put into a title: its parameter (if it has one), its text and its type."""

    text: str
    type: Type
    name: str = ""


class NounWriter:
    """Names of one game in one language."""

    def __init__(self, vocabulary: Vocabulary, language: Language) -> None:
        self.v = vocabulary
        self.language = _with_plurals(vocabulary, language)

    def words(self, title: Mapping[str, str], name: str) -> str:
        """A title, or the words of an id."""
        return title.get(self.language.code) or name.replace("_", " ")

    def noun(self, kind: Type) -> str:
        """What a value of a type is called."""
        names = self.language.names
        if kind.kind != "member":
            return names["condition" if kind.kind == "bool" else "number"]
        if kind.domain == "seat":
            return names["player"]
        return self.words(self.v.domains[kind.domain].title, kind.domain)

    def value(self, kind: Type, value: int) -> str:
        """A constant."""
        if value == -1 and (kind.optional or kind.kind == "none"):
            return self.language.templates["Const none"]
        if kind.kind == "bool":
            return self.language.names["yes" if value else "no"]
        if kind.kind != "member":
            return str(value)
        domain = self.v.domains[kind.domain]
        if not 0 <= value < domain.size:
            return str(value)
        return self.words(domain.said.get(value, domain.names[value]), domain.ids[value])

    def fact(self, fact: Fact) -> str:
        """A fact: its name, else the title of the set it is named after, else its id in words."""
        domain = self.v.domains.get(fact.name)
        return self.words(fact.title or ({} if domain is None else domain.title), fact.name)

    def bind(self, name: str, kind: Type, names: LocalNames) -> tuple[LocalNames, LocalName]:
        """A new local: `that building`, or `building b` if there is another one in sight; numbers keep their name."""
        noun, said = self.noun(kind), self.language.names.get(name, name.replace("_", " "))
        if name in KNOWN:
            bound = LocalName(said)
        elif kind.kind != "member":
            bound = LocalName(said, label=f" {said}")
        else:
            bound = LocalName(self.that(kind))
            if any(bound.text == other.text for key, other in names.bound.items() if key != name):
                bound = LocalName(f"{noun} {said}", label=f" {said}")
        return names.plus(name, bound), bound

    def that(self, kind: Type) -> str:
        """What somebody is called who has been spoken of: `that player`."""
        return self.language.with_article("that", self.language.head(self.noun(kind)))

    def titled(self, title: str, args: list[TitleArgument]) -> str:
        """A title with its arguments: in place of `{name}`, in place of `a chip`, else in brackets behind it."""
        left: list[str] = []
        for arg in sorted(args, key=lambda each: self.adjectives(each.type)):  # what they describe stands there first
            if arg.text == self.language.names["me"]:
                before, title = title, self._mine_in(title, arg.name)
                if title != before:
                    continue
            if arg.name and f"{{{arg.name}}}" in title:
                title = self._filled(title, arg)
                continue
            title, done = self._placed(title, arg)
            if not done:
                left.append(arg.text)
        return self.language.say("arguments", title=title, args=_bare(", ".join(left))) if left else title

    def _filled(self, title: str, arg: TitleArgument) -> str:
        """A title with an argument in all its places; adjectives agree with what stands before them."""
        first, *rest = title.split(f"{{{arg.name}}}")
        for part in rest:
            first += (self.language.agreed(first, arg.text) if self.adjectives(arg.type) else arg.text) + part
        return first

    def adjectives(self, kind: Type) -> bool:
        """Whether the names of its members are adjectives."""
        return kind.kind == "member" and self.v.domains[kind.domain].adjectives

    def _mine_in(self, title: str, name: str) -> str:
        """`the hand of {p}`, where `p` is the player spoken to, is `your hand`; `each card of {p}` is `each card of yours`."""
        articles = "|".join(self.language.determiners)
        owned = rf"\b(?:{articles}) ((?:(?!\b(?:{articles})\b)[^{{}}])+?) {self.language.names['of']} \{{{re.escape(name)}\}}"
        title = re.sub(owned, lambda found: self.mine(found[1]), title)
        before, own, after = title.partition(f" {self.language.names['of']} {{{name}}}")
        return f"{before} {self.language.agreed(before, self.language.names['yours'])}{after}" if own else title

    def mine(self, title: str) -> str:
        """`your pot`, `your cubes`; a title that says so already stays as it is."""
        title = self.language.without_article(title)
        many = title.split(" ")[0].endswith("s") and self.language.has("Load mine many")
        return self.language.say("Load mine many" if many else "Load mine", title=title)

    def _placed(self, title: str, arg: TitleArgument) -> tuple[str, bool]:
        """`plaza of a chip` becomes `plaza of this chip`, `colour of a slot` becomes `colour of slot 2`."""
        given, title = title, self.language.apart(title)
        determiner = "|".join(self.language.determiners)
        if arg.type.kind == "member":
            found = re.search(rf"\b({determiner}) {re.escape(self.noun(arg.type))}\b", title)
            words = arg.text
        else:
            found = re.search(rf"\b({determiner}) (\w+)\b", title)
            words = self.language.with_article("numbered", f"{found[2]} {arg.text}") if found else ""
        if found is None:
            return given, False
        return self.language.contracted(title[: found.start()] + words + title[found.end() :]), True


def _with_plurals(vocabulary: Vocabulary, language: Language) -> Language:
    """A language that knows the plurals which a game says itself, and those of names that it has in another language alone."""
    domains = vocabulary.domains.values()
    known = {
        domain.names[place][code]: language_of(code).plural(domain.names[place][code])
        for domain in domains
        for place, code in domain.only_in.items()
        if code != language.code
    }
    known |= {
        domain.names[place][language.code]: plural[language.code]
        for domain in domains
        for place, plural in domain.plural.items()
    }
    return replace(language, known_plurals=known) if known else language
