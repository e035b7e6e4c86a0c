"""What there is to say of a thing: what it is and does, and where it is now as far as the asker may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError

from .cards import Row, card_rows, marks_explained, origin
from .names import Names
from .said import say
from .terms import few, speaking_of, term_told
from .things import Thing, kind_of, name_of
from .where import lines_about

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.scenes.nodes import Scene

    from .asked import Asked

__all__ = ["Told", "told_of"]

ANSWERS: Final = 12
"""A member with more cards than this is told without them."""


@dataclass(frozen=True, slots=True)
class Told:
    """What there is to say of a thing.

    Attributes:
        thing: the thing.
        name: what it is called.
        kind: what it is, in a word or two; empty where the name says it.
        rows: its facts.
        text: what it says, line by line.
        marks: what the marks beside its facts mean; empty where there are none.
        origin: where all of a card comes from, if that is not the published game.
        lines: what else there is to say of it.
        speaking: the names of cards that speak of it, where it is a word of the screen.
        now: what it is now, as a scene with a panel for the table or one for each seat; None where it is nothing of this kind.

    """

    thing: Thing
    name: str
    kind: str = ""
    rows: tuple[Row, ...] = ()
    text: tuple[str, ...] = ()
    marks: str = ""
    origin: str = ""
    lines: tuple[str, ...] = ()
    speaking: tuple[str, ...] = ()
    now: Scene | None = None


def told_of(asked: Asked, thing: Thing) -> Told:
    """What there is to say of a thing, at most what the asker may know."""
    game, lang = asked.game, asked.lang
    name, kind = name_of(game, thing, lang), kind_of(game, thing, lang)
    match thing.what:
        case "rule":
            return Told(thing, name, kind, text=tuple(game.rule_texts(lang)[thing.name].splitlines()))
        case "question":
            return Told(thing, name, kind, lines=tuple(_question(asked, thing.name)))
        case "set":
            members = [game.name_of(thing.family, each, lang) for each in game.glossary.members(thing.family)]
            return Told(thing, name, kind, lines=(few(members, lang),))
        case "term":
            lines, now = term_told(asked, thing.family, thing.name)
            return Told(thing, name, kind, lines=lines, speaking=tuple(speaking_of(game, name, lang)), now=now)
        case "card":
            return _card(asked, thing, name, kind)
        case _:
            return _member(asked, thing, name, kind)


def _card(asked: Asked, thing: Thing, name: str, kind: str) -> Told:
    card, seen = asked.game.card(thing.name), asked.seen
    names = Names(asked.game, asked.lang, asked.names, seen)
    rows, text = tuple(card_rows(asked.game, card, asked.lang, seen)), tuple(card.text(asked.lang).splitlines())
    lines = tuple(lines_about(names, seen, thing.family, thing.name))
    return Told(thing, name, kind, rows, text, marks_explained(card, asked.lang), origin(card, asked.lang), lines)


def _member(asked: Asked, thing: Thing, name: str, kind: str) -> Told:
    """A member of a set: what it is, its facts, and what the cards of it do, unless those are many."""
    game, glossary, seen = asked.game, asked.game.glossary, asked.seen
    names = Names(game, asked.lang, asked.names, seen)
    rows = [
        Row(
            title,
            names.figure(thing.family, thing.name, fact),
            aside=not glossary.is_for_players(thing.family, fact, asked.lang),
        )
        for fact, title in names.fact_titles(thing.family).items()
    ]
    played = any(glossary.seat(thing.family, each) is not None for each in glossary.members(thing.family))
    lines = [say("nobody_plays", asked.lang)] if played else []  # players themselves are no things
    cards = [*_cards_of(game, names, thing)]
    for info in map(game.card, cards if len(cards) <= ANSWERS else ()):
        text = " ".join(info.text(asked.lang).split())
        lines.append(f"{info.name(asked.lang)}: {text}" if text else info.name(asked.lang))
    return Told(thing, name, kind, tuple(rows), lines=(*lines, *lines_about(names, seen, thing.family, thing.name)))


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


def _question(asked: Asked, name: str) -> Iterator[str]:
    """How a question is put, to the one who is asked now, and what can be answered."""
    if asked.asking:
        try:
            yield say("is_a_question", asked.lang, ask=asked.state.question(name, asked.lang, asked.names))
        except BrokenRuleError:  # it looks at what there is only when it is asked
            yield name.replace("_", " ")
    answers = [asked.game.notation(option) for option in asked.game.vocabulary_of(name)]
    yield say("its_answers", asked.lang, answers=few(answers, asked.lang))
