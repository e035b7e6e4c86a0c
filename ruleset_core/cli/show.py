"""`ruleset show`: a game, or one of its cards, as the engine understands it."""

from collections.abc import Iterable, Mapping, Sequence
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
from ruleset_core.cli.terminal import echo_wrapped
from ruleset_core.model.diagnostic import did_you_mean, friendly_list
from ruleset_core.shown import as_json

if TYPE_CHECKING:
    from ruleset_core import CardInfo, Game


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
            click.echo(_json(_card_record(info, lang, loaded.glossary.changed_by(info.id))))
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
        "cards": [_card_record(game.card(card), lang, game.glossary.changed_by(card)) for card in game.card_ids()],
    }


def _card_record(card: "CardInfo", lang: str, changed_by: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    return {
        "card": card.id,
        "kind": card.kind,
        "name": card.name(lang),
        "copies": card.copies,
        "expansion": card.expansion or None,
        "provenance": card.provenance,
        "facts": dict(card.facts),
        "changed_by": changed_by,
        "house": list(card.house),
        "inferred": list(card.inferred),
        "text": card.text(lang),
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


def card_lines(game: "Game", card: "CardInfo", lang: str) -> Iterable[str]:
    """A card with its facts and its text."""
    yield f"{card.name(lang)} ({card.id})"
    copies = f", {say('copies', lang, count=card.copies)}{_mark(card, 'copies', lang)}" if card.copies > 1 else ""
    lines = {
        say("kind", lang): game.glossary.title("families", card.kind, lang) + copies,
        say("expansion", lang): card.expansion,
        say("provenance", lang): _provenance(card, lang),
    }
    changed = game.glossary.changed_by(card.id)
    for name, value in card.facts.items():
        remark = _changed(game, changed.get(name, ()), lang)
        title = game.glossary.fact_title(card.kind, name, lang)
        if isinstance(value, Mapping):
            title = game.glossary.name(f"{card.kind}.side", name, lang)
        lines[title] = _fact(game, card, name, value, lang) + remark
    for name, none in game.glossary.untold(card.kind, lang).items():
        if name not in card.facts:
            lines[game.glossary.fact_title(card.kind, name, lang)] = none
    width = max(map(len, lines))
    yield from (f"  {title:<{width}}  {value}" for title, value in lines.items() if value)
    text = card.text(lang)
    if text:
        yield ""
        yield from (f"  {line}" for line in text.splitlines())


def _changed(game: "Game", sources: Sequence[str], lang: str) -> str:
    """A remark behind a figure that something in play may change: by what."""
    named = [
        f"`{source.removeprefix('rule ')}`" if source.startswith("rule ") else game.card(source).name(lang)
        for source in sources
    ]
    return f" ({say('changed_by', lang, what=', '.join(named))})" if named else ""


def _provenance(card: "CardInfo", lang: str) -> str:
    """Where the figures come from, and what of the card's words comes from elsewhere."""
    words = {
        "published": say("published", lang),
        "inferred": say("inferred", lang),
        "house": say("house_value", lang),
    }
    told = {*card.facts, *(name for name in (*card.house, *card.inferred) if "." in name), "copies"}
    rest = [f"`{name}`{_mark(card, name, lang)}" for name in (*card.house, *card.inferred) if name not in told]
    return ", ".join((words[card.provenance], *rest))


def _mark(card: "CardInfo", name: str, lang: str) -> str:
    """A remark behind a figure that does not come from where the card does."""
    key = "house_value" if name in card.house else "inferred" if name in card.inferred else ""
    return f" ({say(key, lang)})" if key else ""


def _fact(game: "Game", card: "CardInfo", name: str, value: object, lang: str) -> str:
    """A fact, or the facts of a side, with a remark behind what comes from elsewhere than the card."""
    words, title = game.glossary.fact_value, game.glossary.fact_title
    if not isinstance(value, Mapping):
        return words(card.kind, name, value, lang) + _mark(card, name, lang)
    return ", ".join(
        f"{title(card.kind, key, lang)} {words(card.kind, key, one, lang)}" + _mark(card, f"{name}.{key}", lang)
        for key, one in value.items()
    )
