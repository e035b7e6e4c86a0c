"""What a text says that somebody wrote: figures, names of the game, and who is meant. The other way round from the rest of this package.

    Each player loses two deniers.      figures 2, counted {denier: 2}, names denier, targets all
    Cada jugador pierde dos deniers.    the same
    1 influence changes it by up to 2.  figures 1 and 2, counted {influence: 1}, names influence

Two texts about the same thing may say it in other words, yet not with other figures: `check.own_texts` compares a card's own text with
the one that is made from its effect.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.messages import FILE_LANGUAGES
from ruleset_core.story.text.language import Language

_TOKEN: Final = re.compile(r"\d+|[^\W\d_]+")
_PART: Final = re.compile(r"[^.;:!?\n]+")
_DIGITS: Final = 10
"""A number of so many digits is none that anybody counts."""
_BEGIN: Final = 3
"""So many letters of a name are looked for in the texts before its forms are made."""
_BETWEEN: Final = 2
"""So many words may stand between a figure and what it counts: `2 more deniers`, `2 puntos de fama`."""
_LARGE: Final = 20_000
"""A family of so many members is not gone through."""

PERHAPS_OTHERS: Final = "perhaps others"
"""The target of `the others`, which may be other things than players."""

Place = tuple[int, int]
"""Where something stands in a text: from one character to before another."""


@dataclass(frozen=True, slots=True)
class GameName:
    """A name of a game: as it is said of one, and the family it belongs to, such as `resource`, or `kind` and `zone`."""

    said: str
    family: str
    id: str


@dataclass(slots=True)
class Mentions:
    """What a text says, with the places.

    Attributes:
        figures: numbers, in digits or words; `perhaps`: those that a word may say, such as `both`.
        counted: numbers that stand before a name, by that name.
        names: of the game.
        targets: who is meant beside the player spoken to.
    """

    figures: dict[int, Place] = field(default_factory=dict)
    perhaps: set[int] = field(default_factory=set)
    counted: dict[GameName, dict[int, Place]] = field(default_factory=dict)
    names: dict[GameName, list[Place]] = field(default_factory=dict)
    targets: dict[str, Place] = field(default_factory=dict)

    def with_counted(self, number: int) -> Place:
        """Where a number of the text stands, with what it counts."""
        return next((places[number] for places in self.counted.values() if number in places), self.figures[number])


class MentionReader:
    """Reads texts in one language about one game. `texts`: those that will be read, so that other names need no forms."""

    def __init__(self, vocabulary: Vocabulary, language: Language, texts: Collection[str]) -> None:
        self.language = language
        begins = {token[:_BEGIN] for text in texts for token in _tokens_of(text)}
        self._names: dict[tuple[str, ...], GameName] = {}
        for name in _names(vocabulary, language.code):
            first = next(iter(_tokens_of(name.said)), "")
            if len(first) < _BEGIN or first[:_BEGIN] not in begins:
                continue
            for each in language.forms(language.without_article(name.said)):
                self._names.setdefault(tuple(_tokens_of(each)), name)
        self._longest = max(map(len, self._names), default=0)
        self._names |= self._singular({*map(str.casefold, texts)})

    def _singular(self, texts: Iterable[str]) -> dict[tuple[str, ...], GameName]:
        """`point` in a text, where the name of the game is `points`. Only words that begin as those of a name are tried."""
        begins = {_begin_of(name) for name in self._names}
        sizes = {len(name) for name in self._names}
        tokens = [[*_tokens_of(text)] for text in texts]
        tried = {
            words
            for each in tokens
            for size in sizes
            for at in range(len(each) - size + 1)
            if _begin_of(words := tuple(each[at : at + size])) in begins and words not in self._names
        }
        many = {words: tuple(_tokens_of(self.language.plural(" ".join(words)))) for words in tried}
        return {words: self._names[several] for words, several in many.items() if several in self._names}

    def read(self, text: str) -> Mentions:
        """What a text says."""
        found = Mentions()
        for who, pattern in self.language.targets.items():
            for hit in pattern.finditer(text):
                if not any(low <= hit.start() < high for low, high in found.targets.values()):
                    found.targets.setdefault(who, hit.span())
        for part in _PART.finditer(text):
            self._read_part([(hit[0].casefold(), hit.span()) for hit in _TOKEN.finditer(text, *part.span())], found)
        return found

    def _read_part(self, tokens: Sequence[tuple[str, Place]], found: Mentions) -> None:
        """What a sentence says, or a part of one: figures, and the name that follows each, `2 or 3 deniers`."""
        joints = {self.language.names["and"], self.language.names["or"]}
        waiting: list[tuple[int, Place]] = []
        at = since = 0
        while at < len(tokens):
            word, place = tokens[at]
            if found_name := self._name_at([each for each, _ in tokens[at : at + self._longest]]):
                name, size = found_name
                end = tokens[at + size - 1][1][1]
                found.names.setdefault(name, []).append((place[0], end))
                for each, begin in waiting if since <= _BETWEEN else ():
                    found.counted.setdefault(name, {}).setdefault(each, (begin[0], end))
                waiting, at = [], at + size
                continue
            at, since = at + 1, since + 1
            number, perhaps = _number(word, self.language), self.language.perhaps_figures.get(word)
            if number is not None:
                found.figures.setdefault(number, place)
            if perhaps is not None:
                found.perhaps.add(perhaps)
            if (said := perhaps if number is None else number) is not None:
                waiting = [*(waiting if tokens[at - 2][0] in joints else ()), (said, place)]
                since = 0

    def _name_at(self, words: Sequence[str]) -> tuple[GameName, int] | None:
        """The longest name that words begin with, and how many of them it has."""
        sizes = range(len(words), 0, -1)
        return next(((self._names[each], size) for size in sizes if (each := tuple(words[:size])) in self._names), None)


def read_figures(text: str, language: Language) -> tuple[set[int], set[int]]:
    """The numbers of a text in digits or words, and those that a word may say.

    >>> from ruleset_core.story.text.language import language_of
    >>> read_figures("Lose a denier twice.", language_of("en"))
    ({2}, {1})
    """
    words = list(_tokens_of(text))
    figures = {number for word in words if (number := _number(word, language)) is not None}
    return figures, {language.perhaps_figures[word] for word in words if word in language.perhaps_figures}


def _begin_of(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word[:_BEGIN] for word in words)


def _number(word: str, language: Language) -> int | None:
    return int(word) if word.isdecimal() and len(word) < _DIGITS else language.figures.get(word)


def _tokens_of(text: str) -> Iterator[str]:
    return (hit[0].casefold() for hit in _TOKEN.finditer(text))


def _names(v: Vocabulary, lang: str) -> Iterator[GameName]:
    """What players call things of a game: members of its families, kinds of pieces and zones."""
    for domain in v.domains.values():
        if domain.seats or domain.parts or len(domain.ids) > _LARGE:
            continue
        for place, (name, each) in enumerate(zip(domain.ids, domain.names, strict=True)):
            for said in (domain.said.get(place, {}).get(lang), each.get(lang)):
                if said and (
                    lang == FILE_LANGUAGES[0] or said != name.replace("_", " ")
                ):  # else it has no name in the language
                    yield GameName(said, domain.name, name)
        if said := domain.title.get(lang):
            yield GameName(said, "kind", domain.name)
    for zone in v.zones.values():
        if said := zone.title.get(lang):
            yield GameName(said, "zone", zone.name)
