"""An index of everything that has a name: cards, members, rules, questions and terms; searched by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from ruleset_core import Game
from ruleset_core.formats.scene_format import Scene
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.play.lookup.card_facts import DeclaredNames, copy_count
from ruleset_core.play.lookup.queries import (
    SHORTEST,
    LookupContext,
    fold_text,
    matching_offers,
    word_forms,
    words_begin_like,
)
from ruleset_core.play.lookup.rules_lookup import PARAGRAPH, explaining_paragraphs, written_paragraphs
from ruleset_core.play.wording.game_messages import MenuOffer
from ruleset_core.play.wording.names_and_numbers import LANGS
from ruleset_core.view.scene.scene_builder import scene_of_name

# Words that stand on the screen and are no things: fields, lists of pieces, amounts, phases, and what they are now.

PARTS: Final = (
    "fields",
    "zones",
    "resources",
    "amounts",
    "values",
    "conditions",
    "effects",
    "score",
    "kinds",
)
"""What a term may be besides a phase, as `show --names` lists it."""

SHOWN_ANYWAY: Final = frozenset({"fields", "zones", "resources"})
"""These stand on the screen by their ids in words where they have no name; others only where they have one."""

CARD_TEXT_CACHE_SIZE: Final = 16
"""What the cards of so many games say is kept."""

MOST_VALUES_LISTED: Final = 12
"""So many values or phases are told at once."""


def all_terms(game: Game) -> Iterator[tuple[str, str]]:
    """What each term is, and its name. What is called by what it is of has no name to be found by."""
    cards = set(game.kinds)
    yield from (("phases", name) for name in game.glossary.phases())
    for handle in game.glossary.handles:
        named = handle.means or handle.part in SHOWN_ANYWAY
        if handle.part in PARTS and named and handle.name not in cards and "{" not in "".join(handle.means.values()):
            yield handle.part, handle.name


def term_names(game: Game, part: str, name: str) -> Mapping[str, str]:
    """What a term is called, by language; values in it are left out."""
    if part == "phases":
        return {lang: game.glossary.title("phases", name, lang) for lang in LANGUAGES}
    found = next((each.means for each in game.glossary.handles if (each.part, each.name) == (part, name)), {})
    return found or dict.fromkeys(LANGUAGES, name.replace("_", " "))


def describe_term(asked: LookupContext, part: str, name: str) -> tuple[tuple[str, ...], Scene | None]:
    """What a term is, and what it is now as far as the asker may know it: a field, a list of pieces or a resource as a scene."""
    lines = tuple(_lines(asked, part, name))
    now = scene_of_name(asked.game, name, asked.masked_state, asked.lang, asked.names) if part in SHOWN_ANYWAY else None
    return lines, now and now.only(tuple(sorted(now.panels, key=lambda each: each.seat or 0)))


def _lines(asked: LookupContext, part: str, name: str) -> Iterator[str]:
    game, lang = asked.game, asked.lang
    amount = (
        None
        if part in {*SHOWN_ANYWAY, "phases", "score"}
        else DeclaredNames(game, lang, seen=asked.observed).amount_of(name)
    )
    if part == "phases":
        yield from _phase(asked, name)
    elif part == "score":
        yield message("lookup.is_scored", lang)
        yield message("lookup.is_worth", lang, worth=game.glossary.worth(name, lang))
    elif amount is not None:
        yield str(amount)
    elif part not in SHOWN_ANYWAY:
        yield message("lookup.is_of_rules", lang)


def join_first(words: Sequence[str], lang: str, most: int = MOST_VALUES_LISTED) -> str:
    """Words in a row; of many only the first."""
    said, more = ", ".join(words[:most]), len(words) - most
    return message("text.some_of", lang, some=said, count=more) if more > 0 else said


def terms_overview(game: Game, lang: str) -> Iterator[tuple[str, list[str]]]:
    """All that the rules have a name for: what these are, and their names."""
    for part, title in _HEADS.items():
        listed = [term_names(game, kind, name)[lang] for kind, name in all_terms(game) if kind == part]
        if part == "effects":
            listed = [*(game.rule_name(rule, lang) for rule in game.rule_texts(lang)), *listed]
        if listed:
            yield message(f"lookup.{title}", lang), list(dict.fromkeys(listed))


_HEADS: Final = {
    "phases": "rules_phases",
    "effects": "rules_effects",
    "amounts": "rules_amounts",
    "score": "rules_score",
}


def cards_mentioning(game: Game, title: str, lang: str) -> list[str]:
    """The cards whose texts speak of something."""
    words = title.casefold()
    return [name for name, text in _texts(game, lang).items() if words in text]


@lru_cache(CARD_TEXT_CACHE_SIZE)
def _texts(game: Game, lang: str) -> Mapping[str, str]:
    """What the cards say, without capitals, by their names."""
    said: dict[str, str] = {}
    for info in map(game.card, game.card_ids()):
        said[info.name(lang)] = f"{said.get(info.name(lang), '')}\n{info.text(lang).casefold()}"
    return said


def _phase(asked: LookupContext, name: str) -> Iterator[str]:
    game, lang = asked.game, asked.lang
    every = [term_names(game, part, each)[lang] for part, each in all_terms(game) if part == "phases"]
    yield message("lookup.is_phase", lang, phases=", ".join(every))
    now = asked.observed.get("phase")
    if now:
        key = "phase_now" if now == name else "phase_not_now"
        yield message(f"lookup.{key}", lang, phase=term_names(game, "phases", str(now))[lang])


# Cards, members of sets, rules, questions and words of the screen by their names, in either language.

NEAR: Final = 3
"""So many names are suggested."""

CLOSE: Final = 0.7
"""How much they must be like what was typed, from 0 to 1."""

NAME_CACHE_SIZE: Final = 16
"""The names of so many games are kept: a page asks again with every letter."""


@dataclass(frozen=True, slots=True)
class LookupEntry:
    """Something that has a name: `what` is a card, a set, a member of a set, a rule, a question, a term or a paragraph of the rules; `family` its kind, set or part."""

    what: str
    family: str
    name: str


def entries_called(game: Game, typed: str, lang: str) -> list[LookupEntry]:
    """What is called so: just so by a name that players read, or else what the words may mean, first those of `lang`.

    An internal name (an id, the name of a question) hides nothing that players have a name for: `mill` finds the Miller, although
    Troyes has a question `mill`. Questions come last.
    """
    wanted = fold_text(typed)
    if not wanted:
        return []
    named = _names(game)
    shown = [thing for thing, names in named.items() if wanted in names]
    ids = list(_entries_by_id(game).get(wanted, ()))
    if shown or any(thing.what != "question" for thing in ids):
        begun = (
            []
            if shown
            else [thing for thing, names in named.items() if any(words_begin_like(each, wanted) for each in names)]
        )
        found = sorted(dict.fromkeys(shown + begun + ids), key=lambda thing: thing.what == "question")
        return _without_explained(game, found)
    every = all_entries(game)
    meant = [every[offer.option] for offer in matching_offers(wanted, _offers(game, lang, questions=False))]
    found = meant + ids or [
        every[offer.option] for offer in matching_offers(wanted, _offers(game, lang, questions=True))
    ]
    forms = word_forms(wanted)[1:]
    return found or _without_explained(
        game,
        [
            thing
            for thing, names in named.items()
            if any(words_begin_like(each, form) for each in names for form in forms)
        ],
    )


def _without_explained(game: Game, things: Sequence[LookupEntry]) -> list[LookupEntry]:
    """Some things, without paragraphs that are told with another of them."""
    others = (thing for thing in things if thing.what != PARAGRAPH)
    told = {each.name for thing in others for each in explaining_paragraphs(game, thing, "en")}
    return [thing for thing in things if thing.what != PARAGRAPH or thing.name not in told]


def called_exactly(game: Game, things: Sequence[LookupEntry], typed: str) -> list[LookupEntry]:
    """Those of some things whose id or whole name, in any language, somebody typed; of all but cards also in the plural."""
    wanted, named = fold_text(typed), _names(game)

    def forms(thing: LookupEntry, name: str) -> list[str]:
        return [name] if thing.what == "card" else word_forms(name)

    def names(thing: LookupEntry) -> Iterator[str]:
        yield fold_text(thing.name)
        yield from named.get(thing, ())

    return [
        each for each in things if any(not {*forms(each, wanted)}.isdisjoint(forms(each, name)) for name in names(each))
    ]


def similar_names(game: Game, typed: str, lang: str) -> list[str]:
    """Names on the screen that are nearly what was typed, or have a word that is, the nearest first."""
    known: dict[str, str] = {}
    for thing in all_entries(game):
        if thing.what == "question":
            continue
        name = entry_name(game, thing, lang)
        words = name.split()
        for each in (name, *(words if len(words) <= NEAR else ())):
            known.setdefault(fold_text(each), name)
    return list(dict.fromkeys(known[each] for each in get_close_matches(fold_text(typed), known, n=NEAR, cutoff=CLOSE)))


def entry_by_id(game: Game, family: str, member: str) -> LookupEntry | None:
    """A card, member or rule by its id, whichever of its copies: that of this set or kind, or else the first that is called so."""
    name = member.partition("#")[0]
    found = [thing for thing in all_entries(game) if thing.name == name and thing.what != "question"] if name else []
    return next((thing for thing in found if thing.family == family), found[0] if found else None)


@lru_cache(NAME_CACHE_SIZE)
def all_entries(game: Game) -> tuple[LookupEntry, ...]:
    """All of a game that has a name."""
    return tuple(_things(game))


@lru_cache(NAME_CACHE_SIZE)
def _entries_by_id(game: Game) -> dict[str, list[LookupEntry]]:
    """The same by their ids as they may be typed."""
    found: dict[str, list[LookupEntry]] = {}
    for thing in all_entries(game):
        for name in {fold_text(thing.name), fold_text(thing.name.replace("_", " "))}:
            found.setdefault(name, []).append(thing)
    return found


@lru_cache(NAME_CACHE_SIZE)
def _names(game: Game) -> Mapping[LookupEntry, frozenset[str]]:
    """The names that players read, in every language and as they are compared; a question has only an id."""
    return {
        thing: frozenset(fold_text(entry_name(game, thing, lang)) for lang in LANGS)
        for thing in all_entries(game)
        if thing.what != "question"
    }


@lru_cache(NAME_CACHE_SIZE)
def _offers(game: Game, lang: str, *, questions: bool) -> tuple[MenuOffer, ...]:
    """All things but questions, or questions alone, so that words can mean them."""
    return tuple(
        MenuOffer(
            number,
            thing.name,
            entry_name(game, thing, lang),
            foreign=tuple(entry_name(game, thing, each) for each in LANGS if each != lang),
        )
        for number, thing in enumerate(all_entries(game))
        if (thing.what == "question") == questions
    )


def _things(game: Game) -> Iterator[LookupEntry]:
    glossary = game.glossary
    for kind in game.kinds:
        for member in dict.fromkeys(each.partition("#")[0] for each in glossary.members(kind)):
            yield LookupEntry("card", kind, member)
    for pack in glossary.packs():
        for member in dict.fromkeys(each.partition("#")[0] for each in glossary.members(pack)):
            yield LookupEntry("member", pack, member)
    for kind in game.kinds:
        yield LookupEntry("set", kind, kind)
    for family in glossary.sets():
        yield LookupEntry("set", family, family)
        for member in glossary.members(family):
            if glossary.seat(family, member) is None:  # players are no matter of the rules
                yield LookupEntry("member", family, member)
    for rule in game.rule_texts("en"):
        yield LookupEntry("rule", "", rule)
    for decision in game.decisions:
        yield LookupEntry("question", "", decision)
    for part, name in all_terms(game):
        yield LookupEntry("term", part, name)
    for paragraph in written_paragraphs(game, "en"):
        yield LookupEntry(PARAGRAPH, "", paragraph.name)


def entry_name(game: Game, thing: LookupEntry, lang: str) -> str:
    """What a thing is called."""
    if thing.what == "question":
        return game.notation(game.vocabulary_of(thing.name)[0]).rpartition(" ")[0]
    if thing.what == PARAGRAPH:
        return next(each.title for each in written_paragraphs(game, lang) if each.name == thing.name)
    if thing.what == "set":
        return game.glossary.title("families", thing.family, lang)
    if thing.what == "term":
        return term_names(game, thing.family, thing.name)[lang]
    return game.name_of(thing.family, thing.name, lang) if thing.family else game.rule_name(thing.name, lang)


def entry_kind(game: Game, thing: LookupEntry, lang: str) -> str:
    """What a thing is, in a word or two; empty where there is no name for that."""
    if thing.what == "card":
        return game.glossary.title("families", thing.family, lang) + copy_count(game.card(thing.name), lang)
    if thing.what == "member":
        titles = {game.glossary.title("families", thing.family, each) for each in LANGS}
        named = titles != {thing.family.replace("_", " ")}
        return game.glossary.title("families", thing.family, lang) if named else ""
    if thing.what == "rule" or (thing.what, thing.family) in {("term", "phases"), ("term", "score")}:
        return message(f"lookup.kind_{thing.family or 'rules'}", lang)
    if thing.what == PARAGRAPH:
        return message("lookup.kind_rules", lang)
    return ""


# What somebody finds who types a name, a part of one, or a word that cards speak of.


@dataclass(frozen=True, slots=True)
class LookupResult:
    """What was found.

    Attributes:
        things: what is called so.
        speaking: the names of cards that have the word in what they say.
        near: names that are nearly the same, where nothing else is found.

    """

    things: tuple[LookupEntry, ...]
    speaking: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


def find_entries(game: Game, typed: str, lang: str) -> LookupResult:
    """What may be meant by what somebody typed."""
    things = tuple(entries_called(game, typed, lang))
    speaking = tuple(cards_mentioning(game, typed, lang)) if len(typed) >= SHORTEST else ()
    return LookupResult(things, speaking, () if things or speaking else tuple(similar_names(game, typed, lang)))
