"""`?`: what can be done, why not the rest, and what cards and rules say, wherever they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError
from ruleset_core.cli.messages import say
from ruleset_core.cli.play_menu import Offer, menu_lines
from ruleset_core.cli.play_refusal import Asked, Mistake, why_not
from ruleset_core.cli.play_typed import asked_about
from ruleset_core.cli.play_words import fold
from ruleset_core.cli.show import card_lines

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.cli.play_screen import Screen

__all__ = ["tell_about", "tell_options"]

MANY: Final = 12
"""Options listed for one reason before `and N more`; and reasons, unless all are asked for."""

LONG: Final = 40
"""More options than this are listed beside each other, unless all are asked for."""

FEW: Final = 3
"""Cards and rules of a name that are told in full; of more the names are told."""

LANGS: Final = ("en", "es")


def tell_options(
    screen: Screen, state: State, menu: Sequence[Offer], lang: str, names: Sequence[str], *, all_: bool
) -> None:
    """What can be done and why the rest cannot: about what there is at this table, or about all the game has."""
    game = state.game
    screen.line(say("you_can", lang), "bold")
    if len(menu) > LONG and not all_:
        screen.line("  " + ", ".join(offer.notation for offer in menu))
    else:
        for line in menu_lines(menu):
            screen.line(line)
    reasons: dict[str, list[str]] = {}
    decision = state.decision
    for option in game.vocabulary_of(decision.name) if decision else ():
        if option not in state.options:
            why = state.why_not(option, lang, names, own=not all_) or (say("no_reason", lang) if all_ else "")
            reasons.setdefault(why, []).append(game.notation(option))
    untold = len(reasons.pop("", ()))
    if reasons:
        screen.line(say("you_cannot", lang), "bold")
    shown = list(reasons.items()) if all_ else list(reasons.items())[:MANY]
    for why, notations in shown:
        more = f", {say('and_more', lang, count=len(notations) - MANY)}" if len(notations) > MANY else ""
        screen.line(f"  {', '.join(notations[:MANY])}{more}: {why}")
    untold += sum(len(notations) for notations in list(reasons.values())[len(shown) :])
    if untold:
        screen.note(say("untold", lang, count=untold))
    _tell_cards(screen, game, state.options, lang)


def tell_about(
    screen: Screen, state: State, typed: str, menu: Sequence[Offer], lang: str, names: Sequence[str]
) -> None:
    """Whether a move can be made, or why not; or what the cards and rules of a name say."""
    game = state.game
    asked = Asked(menu, game, state, lang, names)
    about = asked_about(typed, asked)
    if not isinstance(about, Mistake):
        screen.line(why_not(asked, about))
        for line in _foreseen(state, about, lang, names):
            screen.line(f"  {line}")
        _tell_cards(screen, game, [about], lang)
        return
    found = _called(game, fold(typed))
    if not found:
        screen.error(about.text)
    elif len(found) > FEW:
        screen.line(say("ambiguous", lang, text=typed, options=", ".join(_names(game, found, lang))))
    for key in found if len(found) <= FEW else ():
        for line in _thing_lines(game, key, lang):
            screen.line(line)


def _foreseen(state: State, option: int, lang: str, names: Sequence[str]) -> list[str]:
    """What is certain to come of an option, in sentences; nothing of one that is not offered."""
    try:
        return state.foresee(option).sentences(lang, names) if option in state.options else []
    except BrokenRuleError:  # said when it is taken
        return []


def _tell_cards(screen: Screen, game: Game, options: Iterable[int], lang: str) -> None:
    """What the cards that options pick do, each once."""
    picked = dict.fromkeys(map(game.card_of, options))
    for info in (game.card(card) for card in picked if card is not None):
        text = " ".join(info.text(lang).splitlines())
        if text:
            screen.line(f"{info.name(lang)}: {text}")


Thing = tuple[str, str]
"""The kind of a card and its id; or nothing and the name of a rule."""


def _called(game: Game, wanted: str) -> list[Thing]:
    """The cards and rules of a name, in either language: those called just so, or that begin so, or a word of which does."""
    ranked: dict[int, dict[Thing, None]] = {0: {}, 1: {}, 2: {}}
    for thing, name in _things(game):
        said = fold(name)
        if said == wanted:
            ranked[0][thing] = None
        elif said.startswith(wanted):
            ranked[1][thing] = None
        elif f" {wanted}" in said:
            ranked[2][thing] = None
    return next((list(found) for found in ranked.values() if found), []) if wanted else []


def _things(game: Game) -> Iterator[tuple[Thing, str]]:
    """Every card and rule with each of its names."""
    for kind in game.kinds:
        for member in dict.fromkeys(each.partition("#")[0] for each in game.glossary.members(kind)):
            for name in (member, *(game.name_of(kind, member, lang) for lang in LANGS)):
                yield (kind, member), name
    for rule in game.rule_texts("en"):
        for name in (rule, *(_rule_name(game, rule, lang) for lang in LANGS)):
            yield ("", rule), name


def _rule_name(game: Game, rule: str, lang: str) -> str:
    return game.name_of("resource", rule, lang)  # a rule of no resource: its name in words


def _names(game: Game, found: Iterable[Thing], lang: str) -> list[str]:
    return list(dict.fromkeys(game.name_of(kind or "resource", each, lang) for kind, each in found))


def _thing_lines(game: Game, thing: Thing, lang: str) -> Iterable[str]:
    kind, name = thing
    if kind:
        yield from card_lines(game, game.card(name), lang)
        return
    yield _rule_name(game, name, lang)
    yield from (f"  {line}" for line in game.rule_texts(lang)[name].splitlines())
