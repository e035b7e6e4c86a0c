"""Why what was typed is not done: neither move nor command, not offered now, or not clear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from ruleset_core import NotationError
from ruleset_core.cli.said.messages import say
from ruleset_core.lookup.asked import SHORTEST, Asked, vocabulary
from ruleset_core.lookup.words import fold, meant_by
from ruleset_core.texts.menu import Offer, any_offer, before_values, is_done, menu_keys
from ruleset_core.texts.reasons import short, why_not

__all__ = [
    "Mistake",
    "mistake",
    "no_number",
    "not_offered",
    "one_of",
    "several",
]

CLOSE: Final = 0.75
"""How much a word must be like a command, from 0 to 1, before that is thought to be meant."""

LOOKED_AT: Final = 60
"""The reasons against so many options are compared."""

FEW: Final = 3
"""So many options that are refused are named, if the question is theirs; of more, and of other questions, it is said what was typed."""

SOME: Final = 8
"""So many options are named; of more that there are more."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Neither a move nor a command; `text` says why."""

    text: str


def one_of(text: str, menu: Sequence[Offer], lang: str) -> int | Mistake | None:
    """The one offer that a text is the beginning of; a mistake if there are several, nothing if there is none."""
    fitting = meant_by(fold(text), menu)
    return several(text, fitting, lang) if len(fitting) > 1 else fitting[0].option if fitting else None


def several(text: str, fitting: Sequence[Offer], lang: str) -> Mistake:
    """That a text may mean each of these offers."""
    return Mistake(say("ambiguous", lang, text=text, options=_some([offer.written for offer in fitting])))


def no_number(text: str, asked: Asked) -> Mistake:
    """Why there is no such number: the reason of the rules where it would be a value, or else how many there are."""
    start, keys, lang = before_values(asked.menu), menu_keys(asked.menu), asked.lang
    try:
        option = None if start is None else asked.game.parse(f"{start} {int(text[:9])}")
    except NotationError:
        option = None
    if option is not None:
        return Mistake(why_not(asked.game, asked.state, option, asked.lang, asked.names))
    if keys == [str(number) for number in range(1, len(keys) + 1)]:
        return Mistake(say("no_number", lang, text=text[:9], count=len(keys)))
    return Mistake(say("no_value", lang, text=text[:9], keys=", ".join(keys)))


def mistake(text: str, asked: Asked, commands: Sequence[str]) -> Mistake:
    """Why a text that means nothing here cannot be done; `commands` are words that may have been meant."""
    try:
        option = asked.game.parse(text)
    except NotationError:
        return _begun(text, asked) or _elsewhere(text, asked) or _unknown(text, asked, commands)
    return Mistake(why_not(asked.game, asked.state, option, asked.lang, asked.names))


def not_offered(text: str, asked: Asked) -> Mistake | None:
    """Why an answer to this question is refused; None if the text names none."""
    if len(text) < SHORTEST and not any(map(str.isdecimal, text)):
        return None
    found = [
        offer.option for offer in meant_by(fold(text), vocabulary(asked)) if offer.option not in asked.state.options
    ]
    return _all_refused(text, found, asked) if found else None


def _begun(text: str, asked: Asked) -> Mistake | None:
    """What is wrong with the first words, whatever was to follow: they are refused, or may mean several options."""
    words = text.split()
    for size in range(len(words) - 1, 0, -1):
        first = " ".join(words[:size])
        found = one_of(first, asked.menu, asked.lang) or not_offered(first, asked)
        if isinstance(found, Mistake):
            return found
    return None


def _unknown(text: str, asked: Asked, commands: Sequence[str]) -> Mistake:
    known = {offer.notation.casefold(): offer.notation for offer in asked.menu}
    known |= {fold(offer.label): offer.label for offer in asked.menu}
    known_here = [offer.notation for offer in vocabulary(asked)]
    behind = meant_by(fold(text.partition(" ")[2]), asked.menu)  # another verb, perhaps of the opposite: not taken
    close = (
        [offer.notation for offer in behind if len(behind) == 1]
        or get_close_matches(text, commands, n=1, cutoff=CLOSE)
        or get_close_matches(text, known, n=1)
        or get_close_matches(text, known_here, n=1)
    )
    said = say("no_move", asked.lang, text=short(text))
    return Mistake(f"{said}; {say('meant', asked.lang, text=known.get(close[0], close[0]))}" if close else said)


def _elsewhere(text: str, asked: Asked) -> Mistake | None:
    """Why what is named cannot be done: it is an option of another question."""
    if len(text) < SHORTEST:
        return None
    game = asked.game
    everything = [any_offer(game, option, asked.lang, asked.names) for option in range(game.vocabulary_size)]
    found = [offer.option for offer in meant_by(fold(text), everything) if not is_done(offer.notation)]
    return _all_refused(text, found, asked) if found else None


def _all_refused(text: str, found: Sequence[int], asked: Asked) -> Mistake:
    """Why none of some options can be taken: the reason if it is the same for all, or the same for all that there are."""
    if len(found) == 1:
        return Mistake(why_not(asked.game, asked.state, found[0], asked.lang, asked.names))
    state, lang, names = asked.state, asked.lang, asked.names
    of_game = {state.why_not(option, lang, names) for option in found[:LOOKED_AT]}
    of_table = {state.why_not(option, lang, names, own=True) for option in found[:LOOKED_AT]} - {None}
    reasons = of_game if len(of_game) == 1 else of_table
    asked_now = {offer.option for offer in vocabulary(asked)}
    said = (
        say("none_now", lang, text=short(text), options=", ".join(map(asked.game.notation, found)))
        if len(found) <= FEW and not asked_now.isdisjoint(found)
        else say("not_now", lang, text=short(text))
    )
    why = reasons.pop() if len(reasons) == 1 else None
    return Mistake(say("because", lang, what=said, why=why) if why else said)


def _some(notations: Sequence[str]) -> str:
    return ", ".join(notations[:SOME]) + (", ..." if len(notations) > SOME else "")
