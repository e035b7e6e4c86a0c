"""`?`: what can be done, why not the rest, and what cards and rules say, wherever they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError
from ruleset_core.cli.lookup.printed import thing_lines
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.typed.line import asked_about
from ruleset_core.cli.typed.menu import menu_lines
from ruleset_core.lookup.asked import Asked
from ruleset_core.lookup.finding import Found, find
from ruleset_core.lookup.moves import foreseen
from ruleset_core.lookup.terms import RULES, few, overview
from ruleset_core.lookup.things import Thing, name_of
from ruleset_core.lookup.words import fold
from ruleset_core.texts.menu import Offer, any_offer
from ruleset_core.texts.reasons import why_not

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.cli.printed.screen import Screen

__all__ = ["tell_about", "tell_options"]

MANY: Final = 12
"""Options listed for one reason before `and N more`; and reasons, unless all are asked for."""

LONG: Final = 40
"""More options than this are listed beside each other, unless all are asked for."""

FEW: Final = 3
"""Cards and rules of a name that are told in full; of more the names are told."""


def tell_options(
    screen: Screen, state: State, menu: Sequence[Offer], lang: str, names: Sequence[str], *, all_: bool
) -> None:
    """What can be done and why the rest cannot: about what there is at this table, or about all the game has."""
    game = state.game
    screen.line(say("you_can", lang), "bold")
    if len(menu) > LONG and not all_:
        screen.line("  " + ", ".join(dict.fromkeys(offer.label or offer.written for offer in menu)))
    else:
        for line in menu_lines(menu):
            screen.line(line)
    reasons: dict[str, list[str]] = {}
    decision = state.decision
    for option in game.vocabulary_of(decision.name) if decision else ():
        if option not in state.options:
            why = state.why_not(option, lang, names, own=not all_) or (say("no_reason", lang) if all_ else "")
            reasons.setdefault(why, []).append(
                _called(state, option, lang, names) if why else ""
            )  # those are only counted
    untold = len(reasons.pop("", ()))
    if reasons:
        screen.line(say("you_cannot", lang), "bold")
    shown = list(reasons.items()) if all_ else list(reasons.items())[:MANY]
    for why, options in shown:
        called = [*dict.fromkeys(options)]  # copies of a card are called alike
        more = f", {say('and_more', lang, count=len(called) - MANY)}" if len(called) > MANY else ""
        screen.line(f"  {', '.join(called[:MANY])}{more}: {why}")
    untold += sum(len(options) for options in list(reasons.values())[len(shown) :])
    if untold:
        screen.note(say("untold", lang, count=untold))
    _tell_cards(screen, game, state.options, lang)


def _called(state: State, option: int, lang: str, names: Sequence[str]) -> str:
    """An option of this question that is not offered: by its name, or where that is a number (`die 3`) as a menu would show it."""
    offer = any_offer(state.game, option, lang, names)
    if offer.called != offer.written:
        return offer.called
    try:
        return state.game.label(state, option, lang, names=names) or offer.called
    except BrokenRuleError:  # its label looks at what there is only where it is offered
        return offer.called


def tell_about(
    screen: Screen, state: State, typed: str, menu: Sequence[Offer], lang: str, names: Sequence[str]
) -> None:
    """Whether a move can be made, or why not; and what there is to say of the things of a name."""
    asked = Asked(menu, state.game, state, lang, names)
    about = asked_about(typed, asked)
    every = find(state.game, typed, lang)
    found = list(every.things)
    general = [] if found or about is not None else _general(state.game, typed, lang)
    if general:
        for line in general:
            screen.line(line)
        return
    if isinstance(about, int):
        screen.line(why_not(asked.game, asked.state, about, asked.lang, asked.names))
        for line in foreseen(asked, about):
            screen.line(f"  {line}")
        card = state.game.card_of(about)
        found = [thing for thing in found if fold(typed) in {fold(thing.name), fold(name_of(asked.game, thing, lang))}]
        if card is not None and all(thing.name != card for thing in found):
            _tell_cards(screen, state.game, [about], lang)
    elif not found:
        screen.error(about.text if about is not None else _unknown(asked, typed, every))
    if len(found) > FEW:
        screen.line(say("ambiguous", lang, text=typed, options=", ".join(_told_apart(asked, found))))
        found = [thing for thing in found if fold(typed) in {fold(thing.name), fold(name_of(asked.game, thing, lang))}]
    for thing in found if len(found) <= FEW else ():
        for line in thing_lines(asked, thing):
            screen.line(line)


def _told_apart(asked: Asked, things: Sequence[Thing]) -> list[str]:
    """The names of things, or what the data calls those that share a name: nine cards are called Town Crier."""
    names = [name_of(asked.game, thing, asked.lang) for thing in things]
    count = Counter(map(fold, names))
    shared = {fold(name) for name in names if count[fold(name)] > FEW}
    return [
        *dict.fromkeys(thing.name if fold(name) in shared else name for thing, name in zip(things, names, strict=True))
    ]


def _general(game: Game, typed: str, lang: str) -> list[str]:
    """What is in no game alone: the rules, or a command."""
    if fold(typed) in RULES:
        heads = [f"{title}: {'; '.join(names)}" for title, names in overview(game, lang)]
        return [*filter(None, [game.about(lang)]), *heads, say("rules_more", lang)]
    commands = [line.strip() for line in say("help", lang).splitlines()[1:-1]]
    return [line for line in commands if fold(typed) in fold(line.partition("  ")[0]).split()]


def _unknown(asked: Asked, typed: str, found: Found) -> str:
    """What there is to say of a word that is no name."""
    title = asked.game.title(asked.lang)
    if found.speaking:
        return say("no_thing_said", asked.lang, text=typed, game=title, cards=few(found.speaking, asked.lang))
    close = ", ".join(f"`{name}`" for name in found.near)
    return say("no_thing_but" if close else "no_thing", asked.lang, text=typed, game=title, close=close)


def _tell_cards(screen: Screen, game: Game, options: Iterable[int], lang: str) -> None:
    """What the cards that options pick do, each once."""
    picked = dict.fromkeys(map(game.card_of, options))
    for info in (game.card(card) for card in picked if card is not None):
        text = " ".join(info.text(lang).splitlines())
        if text:
            screen.line(f"{info.name(lang)}: {text}")
