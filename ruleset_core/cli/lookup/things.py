"""Cards, members of sets, rules and questions by their names, in either language, and what there is to say of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ruleset_core import BrokenRuleError
from ruleset_core.cli.lookup.names import Names
from ruleset_core.cli.lookup.terms import few, term_lines, term_names, terms
from ruleset_core.cli.lookup.where import lines_about
from ruleset_core.cli.said.card import card_lines
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.typed.words import fold, meant_by
from ruleset_core.texts.menu import Offer
from ruleset_core.texts.saying import LANGS

if TYPE_CHECKING:
    from ruleset_core import CardInfo, Game
    from ruleset_core.cli.typed.refusal import Asked

__all__ = ["Thing", "called", "name_of", "nearly", "thing_lines"]

ANSWERS = 12
"""A member with more cards than this is told without them."""

NEAR = 3
"""So many names are suggested."""

CLOSE = 0.7
"""How much they must be like what was typed, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that has a name: `what` is a card, a set, a member of a set, a rule, a question or a term; `family` its kind, set or part."""

    what: str
    family: str
    name: str


def called(asked: Asked, typed: str) -> list[Thing]:
    """What is called so: just so, or else what the words may mean."""
    things, wanted = list(_things(asked.game)), fold(typed)
    exact = [thing for thing in things if wanted in {fold(each) for each in _names(asked.game, thing)}]
    if exact or not wanted:
        return exact
    offers = [_as_offer(asked, number, thing) for number, thing in enumerate(things)]
    return [things[offer.option] for offer in meant_by(wanted, offers)]


def nearly(asked: Asked, typed: str) -> list[str]:
    """Names on the screen that are nearly what was typed, or have a word that is, the nearest first."""
    known: dict[str, str] = {}
    for thing in _things(asked.game):
        name = name_of(asked.game, thing, asked.lang)
        words = name.split()
        for each in (name, *(words if len(words) <= NEAR else ())):
            known.setdefault(fold(each), name)
    return list(dict.fromkeys(known[each] for each in get_close_matches(fold(typed), known, n=NEAR, cutoff=CLOSE)))


def _as_offer(asked: Asked, number: int, thing: Thing) -> Offer:
    foreign = tuple(name_of(asked.game, thing, lang) for lang in LANGS if lang != asked.lang)
    return Offer(number, thing.name, name_of(asked.game, thing, asked.lang), foreign=foreign)


def _things(game: Game) -> Iterator[Thing]:
    """All that has a name."""
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


def _names(game: Game, thing: Thing) -> list[str]:
    return [thing.name, thing.name.replace("_", " "), *(name_of(game, thing, lang) for lang in LANGS)]


def name_of(game: Game, thing: Thing, lang: str) -> str:
    """What a thing is called."""
    if thing.what == "question":
        return game.notation(game.vocabulary_of(thing.name)[0]).rpartition(" ")[0]
    if thing.what == "set":
        return game.glossary.title("families", thing.family, lang)
    if thing.what == "term":
        return term_names(game, thing.family, thing.name)[lang]
    return game.name_of(thing.family or "resource", thing.name, lang)  # a rule of no resource: its name in words


def thing_lines(asked: Asked, thing: Thing) -> Iterable[str]:
    """What there is to say of a thing: what it is and does, and where it is now as far as the asker may know."""
    game, state, lang = asked.game, asked.state, asked.lang
    if thing.what == "rule":
        yield name_of(game, thing, lang)
        yield from (f"  {line}" for line in game.rule_texts(lang)[thing.name].splitlines())
    elif thing.what == "question":
        yield from _question_lines(asked, thing.name)
    elif thing.what == "set":
        members = [game.name_of(thing.family, each, lang) for each in game.glossary.members(thing.family)]
        yield f"{name_of(game, thing, lang)}: {few(members, lang)}"
    else:
        seen = state.observe(state.seat)
        names = Names(game, lang, asked.names, seen)
        if thing.what == "term":
            yield from term_lines(names, seen, game, thing.family, thing.name)
            return
        is_card = thing.what == "card"
        yield from card_lines(game, game.card(thing.name), lang, seen) if is_card else _member_lines(game, names, thing)
        yield from _marks_explained(game.card(thing.name), lang) if is_card else ()
        yield from (f"  {line}" for line in lines_about(names, seen, thing.family, thing.name))


def _marks_explained(card: CardInfo, lang: str) -> Iterable[str]:
    """What the marks behind the figures of a card mean, if it has any."""
    if card.house or card.inferred or card.provenance != "published":
        yield f"  {say('house_means', lang)}"


def _member_lines(game: Game, names: Names, thing: Thing) -> Iterable[str]:
    """A member of a set: what it is, its facts, and what the cards of it do, unless those are many."""
    titles = {game.glossary.title("families", thing.family, lang) for lang in LANGS}
    of = f" ({names.title('families', thing.family)})" if titles != {thing.family.replace("_", " ")} else ""
    yield f"{names.of(thing.family, thing.name)}{of}"
    if any(game.glossary.seat(thing.family, each) is not None for each in game.glossary.members(thing.family)):
        yield f"  {say('nobody_plays', names.lang)}"  # players themselves are no things
    for fact, title in names.fact_titles(thing.family).items():
        yield f"  {title}: {names.figure(thing.family, thing.name, fact)}"
    cards = list(_cards_of(game, names, thing))
    for card in cards if len(cards) <= ANSWERS else ():
        info = game.card(card)
        text = " ".join(info.text(names.lang).split())
        yield f"  {info.name(names.lang)}: {text}" if text else f"  {info.name(names.lang)}"


def _cards_of(game: Game, names: Names, thing: Thing) -> Iterator[str]:
    """The cards one of whose facts is this member."""
    name = names.of(thing.family, thing.name)
    for kind in game.kinds:
        for card in dict.fromkeys(each.partition("#")[0] for each in game.glossary.members(kind)):
            figures = game.glossary.figures_of(card).items()
            if any(
                figure.value == thing.name and game.glossary.fact_value(kind, fact, figure.value, names.lang) == name
                for fact, figure in figures
            ):
                yield card


def _question_lines(asked: Asked, name: str) -> Iterable[str]:
    try:
        yield say("is_a_question", asked.lang, ask=asked.state.question(name, asked.lang, asked.names))
    except BrokenRuleError:  # it looks at what there is only when it is asked
        yield name.replace("_", " ")
    answers = [asked.game.notation(option) for option in asked.game.vocabulary_of(name)]
    yield f"  {say('its_answers', asked.lang, answers=few(answers, asked.lang))}"
