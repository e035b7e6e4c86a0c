"""Cards, members of sets, rules, questions and words of the screen by their names, in either language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ruleset_core.texts.menu import Offer
from ruleset_core.texts.saying import LANGS

from .cards import copies
from .said import say
from .terms import term_names, terms
from .words import begin_like, fold, meant_by

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["Thing", "called", "kind_of", "name_of", "nearly", "thing_of", "things"]

NEAR: Final = 3
"""So many names are suggested."""

CLOSE: Final = 0.7
"""How much they must be like what was typed, from 0 to 1."""

KEPT: Final = 16
"""The names of so many games are kept: a page asks again with every letter."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that has a name: `what` is a card, a set, a member of a set, a rule, a question or a term; `family` its kind, set or part."""

    what: str
    family: str
    name: str


def called(game: Game, typed: str, lang: str) -> list[Thing]:
    """What is called so: just so by a name that players read, or else what the words may mean, first those of `lang`.

    An internal name (an id, the name of a question) hides nothing that players have a name for: `mill` finds the Miller, although
    Troyes has a question `mill`. Questions come last.
    """
    wanted = fold(typed)
    if not wanted:
        return []
    named = _names(game)
    shown = [thing for thing, names in named.items() if wanted in names]
    ids = [thing for thing in things(game) if wanted in {fold(thing.name), fold(thing.name.replace("_", " "))}]
    if shown or any(thing.what != "question" for thing in ids):
        begun = (
            []
            if shown
            else [thing for thing, names in named.items() if any(begin_like(each, wanted) for each in names)]
        )
        return sorted(dict.fromkeys(shown + begun + ids), key=lambda thing: thing.what == "question")
    every = things(game)
    meant = [every[offer.option] for offer in meant_by(wanted, _offers(game, lang, questions=False))]
    return meant + ids or [every[offer.option] for offer in meant_by(wanted, _offers(game, lang, questions=True))]


def nearly(game: Game, typed: str, lang: str) -> list[str]:
    """Names on the screen that are nearly what was typed, or have a word that is, the nearest first."""
    known: dict[str, str] = {}
    for thing in things(game):
        if thing.what == "question":
            continue
        name = name_of(game, thing, lang)
        words = name.split()
        for each in (name, *(words if len(words) <= NEAR else ())):
            known.setdefault(fold(each), name)
    return list(dict.fromkeys(known[each] for each in get_close_matches(fold(typed), known, n=NEAR, cutoff=CLOSE)))


def thing_of(game: Game, family: str, member: str) -> Thing | None:
    """A card, member or rule by its id, whichever of its copies: that of this set or kind, or else the first that is called so."""
    name = member.partition("#")[0]
    found = [thing for thing in things(game) if thing.name == name and thing.what != "question"] if name else []
    return next((thing for thing in found if thing.family == family), found[0] if found else None)


@lru_cache(KEPT)
def things(game: Game) -> tuple[Thing, ...]:
    """All of a game that has a name."""
    return tuple(_things(game))


@lru_cache(KEPT)
def _names(game: Game) -> Mapping[Thing, frozenset[str]]:
    """The names that players read, in every language and as they are compared; a question has only an id."""
    return {
        thing: frozenset(fold(name_of(game, thing, lang)) for lang in LANGS)
        for thing in things(game)
        if thing.what != "question"
    }


@lru_cache(KEPT)
def _offers(game: Game, lang: str, *, questions: bool) -> tuple[Offer, ...]:
    """All things but questions, or questions alone, so that words can mean them."""
    return tuple(
        Offer(
            number,
            thing.name,
            name_of(game, thing, lang),
            foreign=tuple(name_of(game, thing, each) for each in LANGS if each != lang),
        )
        for number, thing in enumerate(things(game))
        if (thing.what == "question") == questions
    )


def _things(game: Game) -> Iterator[Thing]:
    glossary = game.glossary
    for kind in game.kinds:
        for member in dict.fromkeys(each.partition("#")[0] for each in glossary.members(kind)):
            yield Thing("card", kind, member)
    for pack in glossary.packs():
        for member in dict.fromkeys(each.partition("#")[0] for each in glossary.members(pack)):
            yield Thing("member", pack, member)
    for family in glossary.sets():
        yield Thing("set", family, family)
        for member in glossary.members(family):
            if glossary.seat(family, member) is None:  # players are no matter of the rules
                yield Thing("member", family, member)
    for rule in game.rule_texts("en"):
        yield Thing("rule", "", rule)
    for decision in game.decisions:
        yield Thing("question", "", decision)
    for part, name in terms(game):
        yield Thing("term", part, name)


def name_of(game: Game, thing: Thing, lang: str) -> str:
    """What a thing is called."""
    if thing.what == "question":
        return game.notation(game.vocabulary_of(thing.name)[0]).rpartition(" ")[0]
    if thing.what == "set":
        return game.glossary.title("families", thing.family, lang)
    if thing.what == "term":
        return term_names(game, thing.family, thing.name)[lang]
    return game.name_of(thing.family, thing.name, lang) if thing.family else game.rule_name(thing.name, lang)


def kind_of(game: Game, thing: Thing, lang: str) -> str:
    """What a thing is, in a word or two; empty where there is no name for that."""
    if thing.what == "card":
        return game.glossary.title("families", thing.family, lang) + copies(game.card(thing.name), lang)
    if thing.what == "member":
        titles = {game.glossary.title("families", thing.family, each) for each in LANGS}
        named = titles != {thing.family.replace("_", " ")}
        return game.glossary.title("families", thing.family, lang) if named else ""
    if thing.what == "rule" or (thing.what, thing.family) in {("term", "phases"), ("term", "score")}:
        return say(f"kind_{thing.family or 'rules'}", lang)
    return ""
