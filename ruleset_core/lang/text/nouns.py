"""What things are called: types, members, locals, and titles of the data with their arguments put in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ruleset_core.lang import tree as t
from ruleset_core.lang.text.language import Language
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Fact, Vocabulary

KNOWN = frozenset({"amount", "space", "total"})
"""Locals that every game has, with words of their own."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What a local is called; `const` if its value is known, `label` what tells it from others in its introduction."""

    text: str
    const: t.Const | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """The locals in sight."""

    bound: Mapping[str, Bound] = field(default_factory=dict)

    def plus(self, name: str, bound: Bound) -> Names:
        """With one more local."""
        return Names({**self.bound, name: bound})


@dataclass(frozen=True, slots=True)
class Argument:
    """A value put into a title: its parameter (if it has one), its text and its type."""

    text: str
    type: Type
    name: str = ""


class Nouns:
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

    def bind(self, name: str, kind: Type, names: Names) -> tuple[Names, Bound]:
        """A new local: `that building`, or `building b` if there is another one in sight; numbers keep their name."""
        noun, said = self.noun(kind), self.language.names.get(name, name.replace("_", " "))
        if name in KNOWN:
            bound = Bound(said)
        elif kind.kind != "member":
            bound = Bound(said, label=f" {said}")
        else:
            bound = Bound(self.language.the("that", noun))
            if any(bound.text == other.text for key, other in names.bound.items() if key != name):
                bound = Bound(f"{noun} {said}", label=f" {said}")
        return names.plus(name, bound), bound

    def titled(self, title: str, args: list[Argument]) -> str:
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
        return self.language.say("arguments", title=title, args=", ".join(left)) if left else title

    def _filled(self, title: str, arg: Argument) -> str:
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
        owned = rf"\b(?:{articles}) ((?:(?!\b(?:{articles})\b)[^{{}}])+?) (?:of|de) \{{{re.escape(name)}\}}"
        title = re.sub(owned, lambda found: self.mine(found[1]), title)
        before, own, after = title.partition(f" {self.language.names['of']} {{{name}}}")
        return f"{before} {self.language.agreed(before, self.language.names['yours'])}{after}" if own else title

    def mine(self, title: str) -> str:
        """`your pot`, `your cubes`; a title that says so already stays as it is."""
        title = self.language.bare(title)
        many = title.split(" ")[0].endswith("s") and self.language.has("Load mine many")
        return self.language.say("Load mine many" if many else "Load mine", title=title)

    def _placed(self, title: str, arg: Argument) -> tuple[str, bool]:
        """`plaza of a chip` becomes `plaza of this chip`, `colour of a slot` becomes `colour of slot 2`."""
        determiner = "|".join(self.language.determiners)
        if arg.type.kind == "member":
            found = re.search(rf"\b({determiner}) {re.escape(self.noun(arg.type))}\b", title)
            words = arg.text
        else:
            found = re.search(rf"\b({determiner}) (\w+)\b", title)
            words = f"{found[2]} {arg.text}" if found else ""
        if found is None:
            return title, False
        return title[: found.start()] + words + title[found.end() :], True


def _with_plurals(vocabulary: Vocabulary, language: Language) -> Language:
    """A language that knows the plurals which a game says itself."""
    known = {
        domain.names[place][language.code]: plural[language.code]
        for domain in vocabulary.domains.values()
        for place, plural in domain.plural.items()
    }
    usual = language.plural
    return replace(language, plural=lambda noun: known.get(noun) or usual(noun)) if known else language
