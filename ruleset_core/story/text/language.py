"""A language of the texts: its pack read from YAML, and what puts words together by it.

A pack (`grammar/es.yaml`, compiled to `es.json`) holds sentences for every kind of node, words, articles, and patterns that tell the plural, the gender and the
like of a noun. Nothing here knows a language:

>>> english, spanish = language_of("en"), language_of("es")
>>> english.several("lady"), english.counted(1, "card"), english.one_of("opponent"), english.described("card", "red")
('ladies', '1 card', 'an opponent', 'red card')
>>> spanish.several("luz"), spanish.one_of("rival"), spanish.with_the("bote"), spanish.described("carta", "rojo")
('luces', 'un rival', 'el bote', 'carta roja')
>>> english.listed(["a card", "a die", "a coin"], "and"), spanish.listed(["oro", "incienso"], "and")
('a card, a die and a coin', 'oro e incienso')
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from ruleset_core.lang import operations, quantities
from ruleset_core.lang.verbs import VERBS
from ruleset_core.messages import LANGUAGES
from ruleset_core.values import is_language

__all__ = ["LANGUAGES", "PACKS", "Language", "language_of", "read_pack", "write_packs"]

PACKS: Final = Path(__file__).parent / "grammar"
"""The folder of the packs."""

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class NounRules:
    """What a language tells of a noun by its words; each pattern is searched in a word.

    Attributes:
        plural: patterns and what takes their place, the first that fits.
        plural_of: which words of the head take the plural.
        uncounted, uncounted_of: what nouns are not counted (`3 patience`, `3 de paciencia`), and which word of the head tells.
        several, several_of: what phrases speak of several things, so that their verb does too (`your cubes are 2`).
        one_thing: words with which a phrase about one thing begins.
        plural_word, singular: whether a noun stands in the plural, and what of it the singular lacks.
        feminine, not_feminine, feminine_words: the grammatical gender; none where there is none.
        adjective_feminine: how an adjective becomes feminine, the first pattern that fits. Empty: adjectives do not agree.
        feminine_described: words that are feminine where an adjective describes them (`tour blanche`, but `le tour` of a player).
        not_behind, past: words behind which an adjective agrees with nothing, and those between it and its noun.
    """

    plural: tuple[tuple[Pattern, str], ...]
    plural_of: Literal["last", "each"]
    uncounted: tuple[Pattern, ...]
    uncounted_of: Literal["first", "last"]
    several: tuple[Pattern, ...]
    several_of: Literal["first", "last"]
    one_thing: tuple[str, ...] = ()
    plural_word: Pattern | None = None
    singular: tuple[Pattern, ...] = ()
    feminine: tuple[Pattern, ...] = ()
    not_feminine: tuple[Pattern, ...] = ()
    feminine_words: frozenset[str] = frozenset()
    adjective_feminine: tuple[tuple[Pattern, str], ...] = ()
    feminine_described: frozenset[str] = frozenset()
    not_behind: frozenset[str] = frozenset()
    past: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the texts.

    Attributes:
        templates: what every node says; the key is the name of its class, with a word behind it for a variant.
        names: words for names every game knows.
        articles: articles and the like by use, for masculine and feminine nouns, or for all.
        nouns: how nouns are told.
        determiners: articles that may stand before a noun in names of the data.
        possessives: words that say whose something is, as names of the data may begin (`your cubes`).
        openers: words that begin a phrase which takes no article (`what your dice count`).
        prepositions: words with which a place begins (`in the hall`), or what something is done with.
        ends: words that end the head of a phrase: prepositions, and those that begin a clause.
        behind_nouns: prepositions that are others behind a noun (`está en la fila`, `un espacio de la fila`).
        copulas: words between somebody and what he is (`that card is red`).
        clitics: words that stand before a verb and belong to it (`se lleva la baza`).
        elisions: words that lose their last letter before a sound, and that sound (`le` before `as` is `l'as`).
        elided: what is left of these words, and which one it was: empty if it may be several (`l’`).
        spaced: signs before which a space stands that breaks no line.
        contractions: words that run into each other (`de el` is `del`).
        sounds: words that are others before a sound (`an ox`).
        figures, perhaps_figures: words that say a number in texts that somebody wrote (`twice`), and those that may say one (`both`).
        targets: how such texts say who is meant beside the player spoken to: `all`, the `others`, or `another`.
        known_plurals: plurals that a game says itself.
    """

    code: str
    templates: dict[str, str]
    names: Mapping[str, str]
    articles: Mapping[str, tuple[str, ...]]
    nouns: NounRules
    determiners: tuple[str, ...]
    possessives: tuple[str, ...]
    openers: tuple[str, ...]
    prepositions: frozenset[str]
    ends: frozenset[str]
    copulas: tuple[str, ...]
    clitics: frozenset[str] = frozenset()
    elisions: Pattern | None = None
    elided: Mapping[str, str] = field(default_factory=dict)
    spaced: Pattern | None = None
    contractions: Mapping[str, str] = field(default_factory=dict)
    behind_nouns: Mapping[str, str] = field(default_factory=dict)
    sounds: tuple[tuple[str, Pattern, str], ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)
    perhaps_figures: Mapping[str, int] = field(default_factory=dict)
    targets: Mapping[str, Pattern] = field(default_factory=dict)
    known_plurals: Mapping[str, str] = field(default_factory=dict)

    # -- what is known of a noun --------------------------------------------------------------------------------

    def plural(self, noun: str) -> str:
        """The plural of a noun phrase: `rows of buildings`; what begins with a preposition has none."""
        if noun in self.known_plurals:
            return self.known_plurals[noun]
        if self.begins_with_place(noun):
            return noun
        head = self.head(noun)
        *before, last = head.split(" ")
        words = before if self.nouns.plural_of == "last" else [self._plural_word(word) for word in before]
        return " ".join([*words, self._plural_word(last)]) + noun[len(head) :]

    def _cut(self, phrase: str) -> tuple[str, str]:
        """The first word of a phrase, and the rest; one that has lost its last letter stands at the next: `l’` and `as`."""
        word, _, rest = phrase.partition(" ")
        small, mark, behind = word.partition("’")
        if self.elisions is not None and mark and behind and f"{small}’".lower() in self.elided:
            return f"{small}’", phrase[len(small) + 1 :]
        return word, rest

    def _plural_word(self, word: str) -> str:
        return _by_ending(self.nouns.plural, word)

    def _word_of(self, phrase: str, place: Literal["first", "last"]) -> str:
        return self.head(phrase).split(" ")[0 if place == "first" else -1]

    def mass(self, noun: str) -> bool:
        """Whether a noun is not counted."""
        word = self._word_of(noun, self.nouns.uncounted_of)
        return any(pattern.search(word) for pattern in self.nouns.uncounted)

    def many(self, phrase: str) -> bool:
        """Whether a phrase speaks of several things: `the dice of each district`."""
        if phrase.partition(" ")[0] in self.nouns.one_thing:
            return False
        word = self._word_of(phrase, self.nouns.several_of)
        return any(pattern.search(word) for pattern in self.nouns.several)

    def feminine(self, noun: str) -> bool:
        """The grammatical gender; never where there is none."""
        first, rest = self._cut(noun)
        rules, word = self.nouns, (rest if first.endswith("’") and rest else first).split(" ", maxsplit=1)[0].lower()
        if word in rules.feminine_words:
            return True
        ones = [word]
        if self._stands_in_plural(word):
            ones = [cut.sub("", word) for cut in rules.singular if cut.search(word)]
        return any(
            one in rules.feminine_words
            or (
                any(each.search(one) for each in rules.feminine)
                and not any(each.search(one) for each in rules.not_feminine)
            )
            for one in ones
        )

    def _stands_in_plural(self, word: str) -> bool:
        return self.nouns.plural_word is not None and self.nouns.plural_word.search(word) is not None

    def agreed(self, before: str, adjective: str) -> str:
        """An adjective in the gender and number of the noun it stands behind: `casas` `rojas`, `torre` `gris`.

        It stays as it is where nothing agrees, and where no noun stands before it: `cuenta como rojo`, `de color rojo`.
        """
        rules = self.nouns
        if not rules.adjective_feminine:
            return adjective
        words = [word for word in before.split(" ") if word and not word.startswith("{")]
        while words and words[-1] in rules.past:
            words.pop()
        noun = words[-1].lower().rpartition("’")[2] if words else ""
        if " " in adjective or not noun.isalpha() or noun in self.ends or noun in rules.not_behind:
            return adjective
        if self.feminine(noun) or noun in rules.feminine_described:
            adjective = _by_ending(rules.adjective_feminine, adjective)
        return self._plural_word(adjective) if self._stands_in_plural(noun) else adjective

    def forms(self, name: str) -> set[str]:
        """A name in the forms that texts may have it in: one, several, and as an adjective feminine.

        >>> sorted(language_of("es").forms("rojo")), sorted(language_of("en").forms("victory point"))
        (['roja', 'rojas', 'rojo', 'rojos'], ['victory point', 'victory points'])
        """
        ones = {name}
        if " " not in name and self.nouns.adjective_feminine:
            ones.add(_by_ending(self.nouns.adjective_feminine, name))
        return ones | {self.plural(each) for each in ones}

    # -- sentences and phrases ----------------------------------------------------------------------------------

    def say(self, key: str, **parts: str) -> str:
        """A template with its parts put in."""
        return self.contracted(self.templates[key].format(**parts))

    def contracted(self, text: str) -> str:
        """A text with words that run into each other put together."""
        if self.elisions is not None:
            text = self.elisions.sub(lambda found: f"{found[1][:-1]}’", text)
        for apart, together in self.contractions.items():
            if apart in text:
                text = re.sub(rf"(?<!\w){apart}(?!\w)", together, text)
        return text

    def typeset(self, text: str) -> str:
        """A text with the spaces that its signs ask for."""
        return text if self.spaced is None else self.spaced.sub("\N{NO-BREAK SPACE}\\1", text)

    def apart(self, text: str) -> str:
        """A text whose articles stand alone, so that they can be replaced: `la case de un jeton`, of `la case d’un jeton`."""
        for small, word in self.elided.items():
            if word and small in text:
                text = re.sub(rf"(?<!\w){small}(?=(?:{'|'.join(self.determiners)}) )", f"{word} ", text)
        return text

    def verb_form(self, key: str, subject: str, **parts: str) -> str:
        """A template whose verb speaks of one thing or of several."""
        several = f"{key} many"
        return self.say(several if self.has(several) and self.many(subject) else key, **parts)

    @property
    def joints(self) -> tuple[str, ...]:
        """The words between the last two things of a list: ` and `, ` or `."""
        return tuple(f" {self.names[word]} " for word in ("and", "or"))

    def verb(self, deed: str) -> str:
        """The verb with which what somebody does begins: `takes` of `takes a card`."""
        words = deed.split(" ")
        size = next((place for place, word in enumerate(words, 1) if word not in self.clitics), len(words))
        return " ".join(words[:size])

    def without_article(self, title: str) -> str:
        """A title without the article, or the `your`, it begins with."""
        word, rest = self._cut(title)
        return rest if rest and (word in self.determiners or word in self.possessives) else title

    def head(self, phrase: str) -> str:
        """A phrase up to what is said of its noun: `the die` of `the die beside this chip`."""
        words = phrase.split(" ")
        return " ".join(
            words[: next((at for at, word in enumerate(words) if at and self._cut(word)[0] in self.ends), len(words))]
        )

    def begins_with_place(self, phrase: str) -> bool:
        """Whether a phrase says where, or with what: `in the row of this card`."""
        return self._cut(phrase)[0] in self.prepositions

    def place_behind(self, noun: str, place: str) -> str:
        """`a space in the row`, of `a space` and `in the row`."""
        preposition, rest = self._cut(place)
        return self.contracted(f"{noun} {self.behind_nouns.get(preposition, preposition)} {rest}")

    def has_article(self, phrase: str) -> bool:
        """Whether a phrase begins with an article: `a tower`, `the first tower`."""
        word, rest = self._cut(phrase)
        return bool(rest) and word in self.determiners

    def with_pronoun(self, text: str, subject: str) -> str:
        """A condition whose subject has been spoken of: `it is at least 2`, `es al menos 2`."""
        it = "they" if self.many(subject) else "it"
        pronoun = self.names.get(f"{it} feminine", self.names[it]) if self._is_feminine(subject) else self.names[it]
        return f"{pronoun}{text.removeprefix(subject)}".strip()

    def _is_feminine(self, phrase: str) -> bool:
        return self.has_article(phrase) and self.feminine(self.without_article(phrase))

    def with_the(self, title: str) -> str:
        """A title with an article, unless it says already which is meant."""
        first = title.split(" ", maxsplit=1)[0]
        plain = title == self.without_article(title) and first not in self.openers and first[:1] not in "0123456789“«"
        return self.with_article("the", title) if plain else title

    def has(self, key: str) -> bool:
        """Whether there is a template for a variant."""
        return key in self.templates

    def with_article(self, use: str, noun: str) -> str:
        """A noun with its article (`a`, `no`, `this`, `that`, `first`, `any`)."""
        several = f"{use} many"
        genders = self.articles[several if several in self.articles and self.many(noun) else use]
        article = self._before(genders[self.feminine(noun) and len(genders) > 1], noun)
        return self.contracted(f"{article} {noun}".lstrip())

    def _before(self, word: str, after: str) -> str:
        """A word as it sounds before another: `an` before `ox`, Spanish `e` before `iglesia`."""
        for one, sound, other in self.sounds:
            if word == one and sound.search(after.lstrip("«“")):
                return other
        return word

    def before_article(self, text: str) -> tuple[str, str]:
        """A text up to the article of what its last words speak of, and the rest: `turns over the `, `builds a tower on `."""
        words = re.split(r"(?<=[ ’])", text)
        for at in range(len(words) - 1, -1, -1):
            word = words[at].strip().lower()
            if self._is_article(word):
                return "".join(words[:at]), "".join(words[at:])
            if word in self.ends:
                break
        return text, ""

    def _is_article(self, word: str) -> bool:
        """Whether a word is the article of one thing, alone or with what runs into it: `the`, `l’`, `al`."""
        ones = {*self.articles["a"], *self.articles["the"]}
        ones |= {together for apart, together in self.contractions.items() if apart.rpartition(" ")[2] in ones}
        return word in ones or (word.endswith("’") and word in self.determiners)

    def several_of(self, phrase: str, number: int) -> str:
        """Several of what a phrase with `a` speaks of: `2 citizens of Bo`; empty of any other phrase."""
        article, _, noun = phrase.partition(" ")
        return f"{number} {self.plural(noun)}" if noun and article.lower() in self.articles["a"] else ""

    def one_of(self, title: str) -> str:
        """A title behind `there is`: `a guard`; as it is where it speaks of several, or of what is not counted."""
        return title if self.many(title) or self.mass(title) else self.with_article("a", title)

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
        return f"{', '.join(items[:-1])} {self._before(self.names[word], items[-1])} {items[-1]}"


# Packs.


@cache
def language_of(code: str) -> Language:
    """A language of the program, by its compiled pack."""
    return _language(json.loads((PACKS / f"{code}.json").read_text(encoding="utf-8")))


def write_packs() -> list[Path]:
    """Compile the packs: what plays reads no YAML. `python -m ruleset_core.story.text` does it; a test compares them."""
    made = []
    for file in sorted(PACKS.glob("*.yaml")):
        text = json.dumps(_pack_data(file), ensure_ascii=False, indent=0)
        made.append(file.with_suffix(".json"))
        made[-1].write_text(f"{text}\n", encoding="utf-8", newline="\n")
    return made


def read_pack(file: Path) -> Language:
    """The language that a pack describes.

    What operations, quantities and verbs say in English and Spanish stands beside them; a pack of another language says that too.

    Raises:
        ValueError: it is no pack, or lacks something.
    """
    pack = _pack_data(file)
    try:
        language = _language(pack)
    except (KeyError, TypeError, ValueError, re.error) as problem:
        raise ValueError(f"{file} is no pack: {problem!r}") from problem
    if language.code != LANGUAGES[0] and (missing := _missing(language, language_of(LANGUAGES[0]))):
        raise ValueError(f"{file} lacks {', '.join(f'`{each}`' for each in missing)}")
    return language


def _pack_data(file: Path) -> dict[str, Any]:
    from ruleset_core.model.yaml_documents import load_document

    document, problems = load_document(file)
    if document is None or problems or not isinstance(document.data, dict):
        raise ValueError(f"{file} is no pack: {'; '.join(each.message for each in problems)}")
    return document.data


def _missing(language: Language, other: Language) -> list[str]:
    """What another language says and this one does not; sentences about several things may be those about one."""
    kinds = ((language.templates, other.templates), (language.names, other.names), (language.articles, other.articles))
    return [key for ours, theirs in kinds for key in theirs if key not in ours and not key.endswith(" many")]


def _language(pack: Mapping[str, Any]) -> Language:
    code = pack["language"]
    if not is_language(code):
        raise ValueError(f"`{code}` is no language")
    verbs = {f"verb {verb.name}": verb.text[code] for verb in VERBS.values() if code in verb.text}
    prepositions = frozenset(pack["prepositions"])
    return Language(
        code=code,
        templates={**operations.templates(code), **quantities.templates(code), **verbs, **pack["sentences"]},
        names=pack["words"],
        articles={use: tuple(words) for use, words in pack["articles"].items()},
        nouns=_noun_rules(pack["nouns"], pack.get("adjectives")),
        determiners=tuple(pack["determiners"]),
        possessives=tuple(pack["possessives"]),
        openers=tuple(pack["openers"]),
        prepositions=prepositions,
        ends=prepositions | frozenset(pack["clauses"]),
        copulas=tuple(pack["copulas"]),
        clitics=frozenset(pack.get("clitics", ())),
        elisions=_elisions(pack.get("elisions")),
        elided=_elided(pack.get("elisions", {}).get("words", ())),
        spaced=re.compile(rf"(?<=[^\s\u00a0]) ?([{re.escape(pack['spaced'])}])(?=\s|$)") if "spaced" in pack else None,
        contractions=pack.get("contractions", {}),
        behind_nouns=pack.get("behind nouns", {}),
        sounds=tuple((word, _pattern(sound), other) for word, sound, other in pack.get("sounds", ())),
        figures=pack.get("figures", {}),
        perhaps_figures=pack.get("perhaps figures", {}),
        targets={who: _pattern(rf"\b(?:{said})\b") for who, said in pack.get("targets", {}).items()},
    )


def _noun_rules(nouns: Mapping[str, Any], adjectives: Mapping[str, Any] | None) -> NounRules:
    return NounRules(
        plural=_endings(nouns["plural"]),
        plural_of=nouns["plural of"],
        uncounted=_patterns(nouns["uncounted"]),
        uncounted_of=nouns["uncounted of"],
        several=_patterns(nouns["several"]),
        several_of=nouns["several of"],
        one_thing=tuple(nouns.get("one thing", ())),
        plural_word=_pattern(nouns["plural word"]) if "plural word" in nouns else None,
        singular=_patterns(nouns.get("singular", ())),
        feminine=_patterns(nouns.get("feminine", ())),
        not_feminine=_patterns(nouns.get("not feminine", ())),
        feminine_words=frozenset(nouns.get("feminine words", ())),
        adjective_feminine=_endings(adjectives["feminine"]) if adjectives else (),
        feminine_described=frozenset(adjectives.get("feminine described", ())) if adjectives else frozenset(),
        not_behind=frozenset(adjectives["not behind"]) if adjectives else frozenset(),
        past=frozenset(adjectives["past"]) if adjectives else frozenset(),
    )


def _endings(pairs: Sequence[Sequence[str]]) -> tuple[tuple[Pattern, str], ...]:
    return tuple((_pattern(ending), other) for ending, other in pairs)


def _by_ending(endings: Sequence[tuple[Pattern, str]], word: str) -> str:
    """A word with another ending, by the first pattern that fits."""
    found = next(((pattern, other) for pattern, other in endings if pattern.search(word)), None)
    return found[0].sub(found[1], word, count=1) if found else word


def _elisions(rules: Mapping[str, Any] | None) -> Pattern | None:
    """What finds a word that loses its last letter, and the blank before the sound behind it."""
    if rules is None:
        return None
    return re.compile(rf"(?<![\w’'-])({'|'.join(rules['words'])}) (?={rules['before']})", re.IGNORECASE)


def _elided(words: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        small = f"{word[:-1]}’"
        found[small] = "" if small in found else word
    return found


def _pattern(text: str) -> Pattern:
    return re.compile(text, re.IGNORECASE)


def _patterns(texts: Sequence[str]) -> tuple[Pattern, ...]:
    return tuple(map(_pattern, texts))
