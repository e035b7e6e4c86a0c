"""What a language needs to put words together: nouns, articles, lists. The templates are in `english` and `spanish`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the texts.

    Attributes:
        templates: what every node says; the key is the name of its class, with a word behind it for a variant.
        plural: the plural of a noun phrase.
        mass: whether a noun is not counted (`3 patience`, `3 de paciencia`).
        feminine: the grammatical gender; always false where there is none.
        articles: articles and the like by use, for masculine and feminine nouns.
        determiners: articles that may stand before a noun in names of the data.
        names: words for names every game knows.
        contractions: words that run into each other (`de el` is `del`).
        openers: words that begin a phrase which takes no article (`what your dice count`).
        possessives: words that say whose something is, as names of the data may begin (`your cubes`).
        agreed: an adjective behind the words it describes (`casas`, `rojo`: `rojas`); the same where nothing agrees.
        many: whether a phrase speaks of several things, so that its verb does too (`your cubes are 2`).
    """

    code: str
    templates: Mapping[str, str]
    plural: Callable[[str], str]
    mass: Callable[[str], bool]
    feminine: Callable[[str], bool]
    articles: Mapping[str, tuple[str, str]]
    determiners: tuple[str, ...]
    names: Mapping[str, str]
    contractions: Mapping[str, str]
    possessives: tuple[str, ...]
    openers: tuple[str, ...]
    many: Callable[[str], bool]
    agreed: Callable[[str, str], str] = lambda _before, adjective: adjective

    def say(self, key: str, **parts: str) -> str:
        """A template with its parts put in."""
        text = self.templates[key].format(**parts)
        for apart, together in self.contractions.items():
            text = text.replace(apart, together)
        return text

    def said_of(self, key: str, subject: str, **parts: str) -> str:
        """A template whose verb speaks of one thing or of several."""
        several = f"{key} many"
        return self.say(several if self.has(several) and self.many(subject) else key, **parts)

    def bare(self, title: str) -> str:
        """A title without the article, or the `your`, it begins with."""
        word, _, rest = title.partition(" ")
        return rest if rest and (word in self.determiners or word in self.possessives) else title

    def with_the(self, title: str) -> str:
        """A title with an article, unless it says already which is meant."""
        first = title.split(" ", maxsplit=1)[0]
        plain = title == self.bare(title) and first not in self.openers and first[:1] not in "0123456789“«"
        return self.the("the", title) if plain else title

    def has(self, key: str) -> bool:
        """Whether there is a template for a variant."""
        return key in self.templates

    def the(self, use: str, noun: str) -> str:
        """A noun with its article (`a`, `no`, `this`, `that`, `first`, `any`)."""
        several = f"{use} many"
        use = several if several in self.articles and self.many(noun) else use
        word = self.articles[use][self.feminine(noun)]
        if word == "a" and noun[:1].lower() in "aeiou":
            word = "an"
        return f"{word} {noun}"

    def one_of(self, title: str) -> str:
        """A title behind `there is`: `a guard`; as it is where it speaks of several, or of what is not counted."""
        return title if self.many(title) or self.mass(title) else self.the("a", title)

    def counted(self, number: int, noun: str) -> str:
        """`2 coins`, `2 patience`."""
        if self.mass(noun):
            return self.say("counted mass", number=str(number), noun=noun)
        return f"{number} {noun if abs(number) == 1 else self.plural(noun)}"

    def described(self, noun: str, adjective: str) -> str:
        """`red die`, `dado rojo`."""
        return self.say("described", noun=noun, adjective=self.agreed(noun, adjective))

    def several(self, noun: str) -> str:
        """The plural, unless the noun is not counted."""
        return noun if self.mass(noun) else self.plural(noun)

    def joined(self, items: Sequence[str]) -> list[str]:
        """Phrases that differ behind a number only as one: `you have at least 3 coins`, `... 2 apples`: `... 3 coins and 2 apples`."""
        found: list[list[str]] = []
        starts: list[str] = []
        for item in items:
            start = re.split(r"\d", item, maxsplit=1)[0]
            if starts and start.endswith(" ") and start == starts[-1]:
                found[-1].append(item.removeprefix(start))
            else:
                found.append([item])
                starts.append(start if len(start) < len(item) else "")
        return [self.listed(run, "and") for run in found]

    def listed(self, items: Sequence[str], word: str) -> str:
        """`a, b and c` (`word` is `and` or `or`)."""
        if len(items) < 2:
            return "".join(items)
        last = items[-1]
        joint = self.names[word]
        if self.code == "es" and _begins_alike(joint, last):
            joint = {"y": "e", "o": "u"}[joint]
        return f"{', '.join(items[:-1])} {joint} {last}"


def _begins_alike(joint: str, after: str) -> bool:
    """Spanish `y` and `o` change before the same sound."""
    start = after.lower().lstrip("«")[:2]
    if joint == "y":
        return start[:1] in {"i", "í"} or start in {"hi", "hí"}
    return start[:1] in {"o", "ó"} or start in {"ho", "hó"}


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    text = text.strip()
    if not text:
        return ""
    stop = "" if text[-1] in ".!?" else "."
    return text[0].upper() + text[1:] + stop
