"""One thing of a game: a card by its id or name, or whatever else is called so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ruleset_core.cli.said.card import card_lines, card_record
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.showing.names import called, handle_lines, handle_record
from ruleset_core.lookup.cards import card_rows
from ruleset_core.model.diagnostic import did_you_mean, friendly_list

if TYPE_CHECKING:
    from ruleset_core import CardInfo, Game

__all__ = ["one_record", "one_text"]


def one_text(game: Game, name: str, lang: str) -> str:
    """What is called so, to read. Raises `click.ClickException` where nothing is."""
    card = _card(game, name, lang)
    if card is not None:
        return _card_text(game, game.card(card), lang)
    handles = called(game, name)
    if not handles:
        raise _unknown(game, name, lang)
    return "\n\n".join("\n".join(handle_lines(game, each, lang)) for each in handles)


def _card_text(game: Game, card: CardInfo, lang: str) -> str:
    return "\n".join(card_lines(card, [*card_rows(game, card, lang)], lang))


def one_record(game: Game, name: str, lang: str) -> Any:
    """What is called so, as JSON: a card, or a list of what else it may be. Raises `click.ClickException` where nothing is."""
    card = _card(game, name, lang)
    if card is not None:
        return card_record(game, game.card(card), lang)
    handles = called(game, name)
    if not handles:
        raise _unknown(game, name, lang)
    return [handle_record(each) for each in handles]


def _card(game: Game, card: str, lang: str) -> str | None:
    """The id of a card given by id or, in any case, by its name in `lang`."""
    if card in game.card_ids():
        return card
    return {game.card(one).name(lang).casefold(): one for one in game.card_ids()}.get(card.casefold())


def _unknown(game: Game, name: str, lang: str) -> click.ClickException:
    gone = next((each for each in game.glossary.changed if each.removed and each.name == name), None)
    if gone is not None:
        return click.ClickException(say("taken_out", lang, name=name, by=gone.by[lang]))
    cards = {game.card(one).name(lang).casefold(): one for one in game.card_ids()}
    close = dict.fromkeys(
        cards.get(one, one)
        for one in did_you_mean(name, [*game.card_ids(), *cards, *(each.name for each in game.glossary.handles)])
    )
    hint = (
        f" Did you mean {friendly_list(close)}?"
        if close
        else f" `ruleset show {game.name} --names` lists what there is."
    )
    return click.ClickException(f"There is no card and nothing else called `{name}` in {game.name}.{hint}")
