"""A game as a whole: who may play, with what, what expansions change, its cards and the rules without a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.cli.said.card import card_record
from ruleset_core.cli.said.messages import say
from ruleset_core.lookup.changes import change_lines, change_record

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["game_lines", "game_record"]


def game_record(game: Game, known: Sequence[str], lang: str) -> dict[str, Any]:
    """The game as JSON; `known`: expansions that can be found for it."""
    return {
        "game": game.name,
        "title": game.title(lang),
        "players": list(game.players),
        "like": game.base[0] if game.base[0] != game.id else None,
        "always": list(game.always),
        "expansions": list(game.expansions),
        "known_expansions": list(known),
        "options": list(game.option_names),
        "hash": game.hash,
        "changes": [change_record(each) for each in game.glossary.changed],
        "rules": game.rule_texts(lang),
        "cards": [card_record(game, game.card(card), lang) for card in game.card_ids()],
    }


def game_lines(game: Game, known: Sequence[str], lang: str) -> Iterable[str]:
    """The game to read; `known`: expansions that can be found for it."""
    low, high = game.players
    yield f"{game.title(lang)} ({game.name})"
    if game.about(lang):
        yield f"  {game.about(lang)}"
    in_play = say("in_play", lang)
    laid = (*game.always, *game.expansions)
    played = [f"{name} ({in_play})" if name in laid else name for name in dict.fromkeys((*laid, *known))]
    like = {say("like", lang): game.base[0]} if game.base[0] != game.id else {}
    lines = {
        **like,
        say("players", lang): str(low) if low == high else say("from_to", lang, low=low, high=high),
        say("expansions", lang): ", ".join(played) or say("there_are_none", lang),
        say("options", lang): ", ".join(game.option_names) or say("there_are_none", lang),
        say("data", lang): game.hash[:12],
    }
    width = max(map(len, lines))
    yield from (f"  {title:<{width}}  {value}" for title, value in lines.items())
    changed = list(change_lines(game, lang, whole=True))
    if changed:
        yield f"\n{say('variant_changes', lang, game=game.base[0]) if like else say('expansions_change', lang)}"
    yield from (f"  {line}" for line in changed)
    kind = None
    for card in sorted((game.card(one) for one in game.card_ids()), key=lambda one: one.kind):
        if card.kind != kind:
            kind = card.kind
            yield f"\n{game.glossary.title('families', kind, lang)}"
        copies = f" x{card.copies}" if card.copies > 1 else ""
        yield f"  {card.id}{copies}  {card.name(lang)}"
    rules = game.rule_texts(lang)
    if rules:
        yield f"\n{say('rules', lang)}"
    tracks = set(game.glossary.members("resource"))
    for name, text in rules.items():
        called = game.glossary.name("resource", name, lang) if name in tracks else name
        for line in text.splitlines():
            yield f"  {called}  {line}"
