"""`ruleset show`: a game, or one of its cards, as the engine understands it."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruleset_core.cli.common import (
    data_option,
    examples,
    expansion_option,
    format_option,
    game_argument,
    known_expansions,
    lang_option,
    load_game,
    order_option,
)
from ruleset_core.cli.messages import say
from ruleset_core.cli.show_card import card_lines, card_record
from ruleset_core.cli.terminal import echo_wrapped
from ruleset_core.model.diagnostic import did_you_mean, friendly_list
from ruleset_core.shown import as_json

if TYPE_CHECKING:
    from ruleset_core import Game


@click.command(
    epilog=examples(
        "ruleset show troyes_dice",
        "ruleset show troyes_dice CARD",
        "ruleset show troyes_dice CARD --lang es",
        "ruleset show ./my_game --format json",
        "ruleset show carcassonne_masons --board board.svg",
    ),
)
@game_argument
@click.argument("card", required=False)
@click.option("--board", metavar="FILE", help="Draw the game's board into this SVG file.")
@click.option("--record", metavar="FILE", help="With --board: as it stands in this saved game.")
@expansion_option
@order_option
@data_option
@lang_option
@format_option
def command(
    game: str,
    card: str | None,
    board: str | None,
    record: str | None,
    expansion: tuple[str, ...],
    in_order: bool,
    data: tuple[Path, ...],
    lang: str,
    output: str,
) -> None:
    """Show a game, or one card with its text and facts.

    GAME is a name from `ruleset list` or the path of a directory. The text of a card is written from its effect: it
    says what the card does. Its provenance is where its figures come from: published, inferred, or a house value.

    --board draws the plan of a game that is played on crossings and lines, with what everybody sees of a saved game.
    """
    plain = output == "plain"
    if board is not None or record is not None:
        _draw(game, card, board, record, expansion, data, lang, plain=plain)
        return
    loaded = load_game(game, expansion, data, in_order=in_order)
    if card is not None:
        info = loaded.card(_known_card(loaded, card, lang))
        if plain:
            echo_wrapped("\n".join(card_lines(loaded, info, lang)))
        else:
            click.echo(_json(card_record(loaded, info, lang)))
        return
    known = known_expansions(game, data)
    if plain:
        echo_wrapped("\n".join(_game_lines(loaded, known, lang)))
    else:
        click.echo(_json(_game_record(loaded, known, lang)))


def _draw(
    game: str,
    card: str | None,
    board: str | None,
    record: str | None,
    expansion: Sequence[str],
    data: Sequence[Path],
    lang: str,
    *,
    plain: bool,
) -> None:
    from ruleset_core.cli.show_board import draw_board

    if board is None:
        raise click.UsageError(say("record_of_what", lang))
    if card is not None:
        raise click.UsageError(say("card_or_board", lang))
    drawn = str(draw_board(game, expansion, data, board, record, lang))
    click.echo(say("picture", lang, file=drawn) if plain else _json({"board": drawn}))


def _json(record: dict[str, Any]) -> str:
    return as_json(record)


def _known_card(game: "Game", card: str, lang: str) -> str:
    """The id of a card given by id or, in any case, by its name in `lang`."""
    names = {game.card(one).name(lang).casefold(): one for one in game.card_ids()}
    ids = list(game.card_ids())
    if card in ids:
        return card
    if card.casefold() in names:
        return names[card.casefold()]
    close = dict.fromkeys(names.get(one, one) for one in did_you_mean(card, [*ids, *names]))
    hint = f" Did you mean {friendly_list(close)}?" if close else ""
    raise click.ClickException(f"There is no card `{card}` in {game.name}.{hint}")


def _game_record(game: "Game", known: Sequence[str], lang: str) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title(lang),
        "players": list(game.players),
        "expansions": list(game.expansions),
        "known_expansions": list(known),
        "options": list(game.option_names),
        "hash": game.hash,
        "rules": game.rule_texts(lang),
        "cards": [card_record(game, game.card(card), lang) for card in game.card_ids()],
    }


def _game_lines(game: "Game", known: Sequence[str], lang: str) -> Iterable[str]:
    low, high = game.players
    yield f"{game.title(lang)} ({game.name})"
    in_play = say("in_play", lang)
    played = [
        f"{name} ({in_play})" if name in game.expansions else name for name in dict.fromkeys((*game.expansions, *known))
    ]
    lines = {
        say("players", lang): str(low) if low == high else say("from_to", lang, low=low, high=high),
        say("expansions", lang): ", ".join(played) or say("there_are_none", lang),
        say("options", lang): ", ".join(game.option_names) or say("there_are_none", lang),
        say("data", lang): game.hash[:12],
    }
    width = max(map(len, lines))
    yield from (f"  {title:<{width}}  {value}" for title, value in lines.items())
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
    for name, text in rules.items():
        for line in text.splitlines():
            yield f"  {name}  {line}"
