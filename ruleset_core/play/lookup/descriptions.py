"""Describes a thing: its facts, where it is now, and what choosing it would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Literal

from ruleset_core import BrokenRuleError, EffectSource, Game, RulesParagraph, effect_sources, foresee
from ruleset_core.formats.scene_format import Scene, SceneTarget
from ruleset_core.messages import behind_colon, labelled, message, set_apart
from ruleset_core.play.lookup.card_facts import (
    CardFact,
    DeclaredNames,
    card_origin,
    card_rows,
    explain_marks,
)
from ruleset_core.play.lookup.index import (
    NAME_CACHE_SIZE,
    LookupEntry,
    cards_mentioning,
    describe_term,
    entry_kind,
    entry_name,
    join_first,
)
from ruleset_core.play.lookup.queries import LookupContext, matching_answers
from ruleset_core.play.lookup.rules_lookup import explaining_paragraphs
from ruleset_core.play.wording.game_messages import outcome_text

# What there is to say of a thing: what it is and does, and where it is now as far as the asker may know.

Observation = Mapping[str, Any]


def related_lines(names: DeclaredNames, seen: Observation, family: str, member: str) -> Iterator[str]:
    """Where the copies of a card lie, as far as the asker may know, and the fields of the table that are about it.

    Args:
        names: what things and players are called.
        seen: the observation of the asker.
        family: the kind of a card, or a set.
        member: its id, whichever of its copies.
    """
    lying = Counter(_lists(names, seen, family, member))
    if lying:
        yield message(
            "lookup.lies",
            names.lang,
            where=set_apart((f"{at} ({n})" if n > 1 else at for at, n in lying.items()), names.lang),
        )
    elif any(names.kind(zone) == family for zone in _zones_of(names, seen)):
        yield message("lookup.lies_hidden", names.lang)
    yield from _fields(names, seen, family, member)


def _zones_of(names: DeclaredNames, seen: Observation) -> Iterator[str]:
    yield from seen["zones"]
    yield from (name for seat in seen["seats"][:1] for name in seat if names.is_zone(name))


def _lists(names: DeclaredNames, seen: Observation, family: str, member: str) -> Iterator[str]:
    """The list that each copy lies in, of those that can be seen."""
    owned = [(None, seen["zones"]), *enumerate(seen["seats"])]
    for seat, found in owned:
        for zone, pieces in found.items():
            if names.is_zone(zone) and names.kind(zone) == family:
                title = names.title("zones", zone)
                whose = (
                    title
                    if seat is None
                    else message("lookup.of_whom", names.lang, what=title, name=names.player(seat))
                )
                yield from _within(names, pieces, member, whose, names.zone_indices(zone))


def _within(names: DeclaredNames, pieces: Any, member: str, at: str, indices: Sequence[str]) -> Iterator[str]:
    if isinstance(pieces, Mapping) and not isinstance(pieces.get("count"), int):
        for key, inner in pieces.items():
            inside = f"{at}, {names.name_of(indices[0], str(key))}" if indices else at
            yield from _within(names, inner, member, inside, indices[1:])
        return
    known: Sequence[str | None] = (
        pieces or () if not isinstance(pieces, Mapping) else pieces.get("seen", pieces.get("known", ()))
    )
    if isinstance(pieces, Mapping) and pieces.get("top"):
        known = [pieces["top"]]
        at = message("lookup.on_top", names.lang, where=at)
    yield from (at for each in known if each is not None and each.partition("#")[0] == member)


def _fields(names: DeclaredNames, seen: Observation, family: str, member: str) -> Iterator[str]:
    """What the fields with one value for each member of the family say of this one; not what says nothing."""
    for seat, found in [(None, seen["fields"]), *enumerate(seen["seats"])]:
        for field, values in found.items():
            shape = names.shape(field)
            if shape.indices != (family,) or not isinstance(values, Mapping):
                continue
            told = [
                each for key, each in values.items() if key.partition("#")[0] == member and each not in (None, False, 0)
            ]
            title = names.title("fields", field)
            whose = (
                title if seat is None else message("lookup.of_whom", names.lang, what=title, name=names.player(seat))
            )
            for value in told:
                yield whose if value is True else labelled(whose, names.value(shape.value, value), names.lang)


# -- What there is to say of a thing -----------------------------------------------------------------------------------


USED: Final = frozenset({"resources", "fields", "zones", "kinds", "members"})
"""Parts of a game that rules change."""

ANSWERS: Final = 12
"""A member with more cards than this is told without them."""


@dataclass(frozen=True, slots=True)
class EntryDescription:
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

    thing: LookupEntry
    name: str
    kind: str = ""
    rows: tuple[CardFact, ...] = ()
    text: tuple[str, ...] = ()
    marks: str = ""
    origin: str = ""
    lines: tuple[str, ...] = ()
    speaking: tuple[str, ...] = ()
    now: Scene | None = None
    rules: tuple[RulesParagraph, ...] = ()


def describe_entry(asked: LookupContext, thing: LookupEntry) -> EntryDescription:
    """What there is to say of a thing, at most what the asker may know."""
    told = _described(asked, thing)
    lines = (*told.lines, *_use_lines(asked.game, thing, asked.lang))
    return replace(told, lines=lines, rules=explaining_paragraphs(asked.game, thing, asked.lang))


def _use_lines(game: Game, thing: LookupEntry, lang: str) -> Iterator[str]:
    """How a thing is got, what it is spent on, and where it counts: the names of cards, answers, rules and phases."""
    part = {"card": "kinds", "set": "kinds", "term": thing.family, "member": "members"}.get(thing.what, "")
    name = {"card": thing.family, "member": f"{thing.family} {thing.name}"}.get(thing.what, thing.name)
    uses: Sequence[tuple[Literal["gained", "spent", "counted"], str]] = (
        ("gained", part),
        ("spent", "spent"),
        ("counted", "counted"),
    )
    for use, heading in uses:
        sources = effect_sources(game, part, name, use) if part in USED else ()
        told = dict.fromkeys(_source_name(each, lang) for each in sources)
        if told:
            yield message(f"lookup.use_{heading}", lang, what=join_first([*told], lang))


def _source_name(source: EffectSource, lang: str) -> str:
    name = source.names[lang]
    return (
        message(f"lookup.source_{source.kind}", lang, name=name)
        if source.kind in {"answer", "phase", "score"}
        else name
    )


def _described(asked: LookupContext, thing: LookupEntry) -> EntryDescription:
    """The same without how it is used, and without the rules about it."""
    game, lang = asked.game, asked.lang
    name, kind = entry_name(game, thing, lang), entry_kind(game, thing, lang)
    match thing.what:
        case "rule":
            return EntryDescription(thing, name, kind, text=tuple(game.rule_texts(lang)[thing.name].splitlines()))
        case "question":
            return EntryDescription(thing, name, kind, lines=tuple(_question(asked, thing.name)))
        case "set":
            members = [game.name_of(thing.family, each, lang) for each in game.glossary.members(thing.family)]
            return EntryDescription(thing, name, kind, text=(join_first(list(dict.fromkeys(members)), lang),))
        case "term":
            lines, now = describe_term(asked, thing.family, thing.name)
            return EntryDescription(
                thing, name, kind, lines=lines, speaking=tuple(cards_mentioning(game, name, lang)), now=now
            )
        case "card":
            return _card(asked, thing, name, kind)
        case "paragraph":
            return EntryDescription(thing, name, kind)
        case _:
            return _member(asked, thing, name, kind)


def _card(asked: LookupContext, thing: LookupEntry, name: str, kind: str) -> EntryDescription:
    card, seen = asked.game.card(thing.name), asked.observed
    names = DeclaredNames(asked.game, asked.lang, asked.names, seen)
    rows, text = tuple(card_rows(asked.game, card, asked.lang, seen)), tuple(card.text(asked.lang).splitlines())
    lines = tuple(related_lines(names, seen, thing.family, thing.name))
    return EntryDescription(
        thing, name, kind, rows, text, explain_marks(card, asked.lang), card_origin(card, asked.lang), lines
    )


def _member(asked: LookupContext, thing: LookupEntry, name: str, kind: str) -> EntryDescription:
    """A member of a set: what it is, its facts, and what the cards of it do, unless those are many."""
    game, glossary, seen = asked.game, asked.game.glossary, asked.observed
    names = DeclaredNames(game, asked.lang, asked.names, seen)
    rows = [
        CardFact(
            title,
            names.figure(thing.family, thing.name, fact),
            aside=not glossary.is_for_players(thing.family, fact, asked.lang),
        )
        for fact, title in names.fact_titles(thing.family).items()
    ]
    played = any(glossary.seat(thing.family, each) is not None for each in glossary.members(thing.family))
    lines = [message("lookup.nobody_plays", asked.lang)] if played else []  # players themselves are no things
    cards = [*_cards_of(game, names, thing)]
    for info in map(game.card, cards if len(cards) <= ANSWERS else ()):
        text = " ".join(info.text(asked.lang).splitlines())
        lines.append(labelled(info.name(asked.lang), text, asked.lang) if text else info.name(asked.lang))
    return EntryDescription(
        thing, name, kind, tuple(rows), lines=(*lines, *related_lines(names, seen, thing.family, thing.name))
    )


def _cards_of(game: Game, names: DeclaredNames, thing: LookupEntry) -> Iterator[str]:
    """The cards one of whose facts is this member."""
    name = names.name_of(thing.family, thing.name)
    for (kind, card), facts in _cards_by_value(game).get(thing.name, {}).items():
        if any(game.glossary.fact_value(kind, fact, thing.name, names.lang) == name for fact in facts):
            yield card


@lru_cache(NAME_CACHE_SIZE)
def _cards_by_value(game: Game) -> Mapping[str, Mapping[tuple[str, str], Sequence[str]]]:
    """By what facts of cards say: kinds and cards, and their facts that say it."""
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for kind in game.kinds:
        for card in dict.fromkeys(each.partition("#")[0] for each in game.glossary.members(kind)):
            for fact, figure in game.glossary.figures_of(card).items():
                if isinstance(figure.value, str):
                    found.setdefault(figure.value, {}).setdefault((kind, card), []).append(fact)
    return found


def _question(asked: LookupContext, name: str) -> Iterator[str]:
    """How a question is put, to the one who is asked now, and what can be answered."""
    if asked.asking:
        try:
            yield message("lookup.is_a_question", asked.lang, ask=asked.state.question(name, asked.lang, asked.names))
        except BrokenRuleError:  # it looks at what there is only when it is asked
            yield name.replace("_", " ")
    answers = [asked.game.notation(option) for option in asked.game.vocabulary_of(name)]
    yield message("lookup.its_answers", asked.lang, answers=join_first(answers, asked.lang))


# What can be answered about a thing and what comes of it, and why other answers cannot be given now.

QUESTION_CACHE_SIZE: Final = 64
"""Questions, whichever their games, of which it is kept what their answers are about."""
MOST_ANSWERS_TOLD: Final = 3
"""So many answers, or reasons why there are none, are told."""


def certain_outcomes(asked: LookupContext, option: int) -> list[str]:
    """What is certain to come of an option, in sentences; nothing of one that is not offered."""
    try:
        offered = option in asked.state.options
        return foresee(asked.state, option).sentences(asked.lang, asked.names) if offered else []
    except BrokenRuleError:  # said when it is taken
        return []


def outcomes_at(asked: LookupContext, stand: SceneTarget) -> list[str]:
    """What comes of choosing something on the table, or why it cannot be chosen."""
    if not asked.asking or (stand.goals and not stand.options):
        return []
    return _offered(asked, stand.options) if stand.options else [*_refused(asked, stand.id)]


def outcomes_about(asked: LookupContext, member: str) -> list[str]:
    """The same for a card or a member of a set, wherever its copies lie; `member`: its id."""
    if not asked.asking:
        return []
    about = _options_about(asked, member)
    return _offered(asked, (each for each in asked.state.options if each in about)) or [*_refused(asked, member)]


def outcomes_of_answers(asked: LookupContext, typed: str) -> list[str]:
    """Of the answers that a text may mean, what comes of them or why they cannot be given."""
    if not asked.asking:
        return []
    options = [offer.option for offer in matching_answers(typed, asked)[:MOST_ANSWERS_TOLD]]
    offered = [option for option in options if option in asked.state.options]
    return [*_offered(asked, offered), *(_why(asked, each) for each in options if each not in offered)]


def _offered(asked: LookupContext, options: Iterable[int]) -> list[str]:
    """The first of some answers that can be given, each with what comes of it."""
    told, game = [], asked.game
    for option in islice(options, MOST_ANSWERS_TOLD):
        label = game.label(asked.state, option, asked.lang, names=asked.names)
        comes = outcome_text(asked.state, option, asked.lang, asked.names)
        told.append(message("lookup.can_choose", asked.lang, label=f"{label} → {comes}" if comes else label))
    return told


def _refused(asked: LookupContext, member: str) -> Iterator[str]:
    """Why answers to this question that are about something cannot be given."""
    state, offered = asked.state, {*asked.state.options}
    about = (option for option in _options_about(asked, member) if option not in offered)
    reasons = dict.fromkeys(state.why_not(option, asked.lang, asked.names, own=True) for option in about)
    for why in [why for why in reasons if why][:MOST_ANSWERS_TOLD]:
        yield labelled(message("lookup.not_now_this", asked.lang), behind_colon(why, asked.names), asked.lang)


def _options_about(asked: LookupContext, member: str) -> tuple[int, ...]:
    """The options of the question that pick something, offered or not."""
    decision = asked.state.decision
    return () if decision is None else _options_by_thing(asked.game, decision.name).get(member, ())


@lru_cache(QUESTION_CACHE_SIZE)
def _options_by_thing(game: Game, decision: str) -> Mapping[str, tuple[int, ...]]:
    """All options of a question by the ids of what they pick, of a copy of a card also by that of the card.

    For example of two moves in Breakthrough `{"a1": (0, 1), "a2": (0,), "b2": (1,)}`.
    """
    found: dict[str, dict[int, None]] = {}
    for option in game.vocabulary_of(decision):
        for thing in game.things(option):
            for name in (thing.id, thing.id.partition("#")[0]):
                found.setdefault(name, {})[option] = None
    return {name: tuple(options) for name, options in found.items()}


def _why(asked: LookupContext, option: int) -> str:
    what = message("lookup.cannot_now", asked.lang, label=asked.game.option_name(option, asked.lang, asked.names))
    why = asked.state.why_not(option, asked.lang, asked.names)
    return labelled(what, behind_colon(why, asked.names), asked.lang) if why else what
