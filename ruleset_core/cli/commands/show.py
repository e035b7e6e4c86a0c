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
from ruleset_core.cli.printed.streams import echo_wrapped
from ruleset_core.cli.said.card import card_lines, card_record
from ruleset_core.cli.said.changes import change_lines, change_record
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.showing.look_options import look_options, wants_picture
from ruleset_core.model.diagnostic import did_you_mean, friendly_list
from ruleset_core.shown import as_json

if TYPE_CHECKING:
    from ruleset_core import Game


def _complete(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Cards and names that start with `incomplete`, and with --names the parts, for the completion of the shell."""
    from ruleset_core.cli.showing.names import ASIDE, PARTS
    from ruleset_core.errors import RulesetError

    given = ctx.params
    try:
        game = load_game(given.get("game") or "", given.get("expansion") or (), given.get("data") or ())
    except (RulesetError, OSError):
        return []
    known = [each.name for each in game.glossary.handles]
    found = [*PARTS, *ASIDE, *known] if given.get("names") else [*game.card_ids(), *known]
    return list(dict.fromkeys(each for each in found if each.startswith(incomplete)))


@click.command(
    epilog=examples(
        "ruleset show troyes_dice",
        "ruleset show troyes_dice CARD",
        "ruleset show troyes_dice CARD --lang es",
        "ruleset show troyes income",
        "ruleset show troyes --names",
        "ruleset show troyes --names phases",
        "ruleset show troyes --names untold",
        "ruleset show ./my_game --format json",
        "ruleset show carcassonne_masons --board board.svg",
        "ruleset show ./my_game --look --watch",
        "ruleset show troyes --look --moves 20 --svg table.svg",
    ),
)
@game_argument
@click.argument("name", required=False, shell_complete=_complete)
@click.option(
    "--names", is_flag=True, help="List what an expansion may hold on to: all, those of a part, or with a word."
)
@look_options
@expansion_option
@order_option
@data_option
@lang_option
@format_option
def command(
    game: str,
    name: str | None,
    names: bool,
    expansion: tuple[str, ...],
    in_order: bool,
    data: tuple[Path, ...],
    lang: str,
    output: str,
    **look: Any,
) -> None:
    """Show a game, or one card, rule, phase or question of it.

    GAME is a name from `ruleset list` or the path of a directory. NAME is a card, or anything else that the game names. The
    text of a card is written from its effect: it says what the card does. Its provenance is where its figures come from:
    published, inferred, or a house value. Figures are those that count, with what may change them while in play.

    --names lists what an expansion may hold on to: fields, definitions, events, phases, questions and so on, with types and
    where they stand. NAME is then a part of the list (`phases`; `doors` for what was opened on purpose; `untold` for what
    the log leaves out) or a word.

    --look draws what a seat sees of a position: the first one, one after --moves made at random, that of a --scenario, or the
    end of a saved game (--record). What does not fit into the terminal is named at the lower edge. --watch draws anew whenever a
    file is saved, until Ctrl-C; --svg makes a picture of it.

    --board makes a picture of the board in such a position and what lies beside it, as everybody sees it.
    """
    plain = output == "plain"
    if wants_picture(look, lang):
        if name is not None or names:
            raise click.UsageError(say("look_alone", lang))
        where = {"game": game, "expansions": expansion, "data": data, "in_order": in_order, "lang": lang}
        _draw(where, look, plain=plain)
        return
    loaded = load_game(game, expansion, data, in_order=in_order)
    if names:
        _tell_names(loaded, name, lang, plain=plain)
    elif name is not None:
        _tell_one(loaded, name, lang, plain=plain)
    else:
        known = known_expansions(game, data)
        tell = "\n".join(_game_lines(loaded, known, lang)) if plain else _json(_game_record(loaded, known, lang))
        echo_wrapped(tell) if plain else click.echo(tell)


def _tell_names(game: "Game", wanted: str | None, lang: str, *, plain: bool) -> None:
    from ruleset_core.cli.showing.names import handle_record, listed, names_lines

    handles = listed(game, wanted)
    if plain:
        echo_wrapped("\n".join(names_lines(game, handles, wanted, lang)))
    else:
        click.echo(as_json([handle_record(each) for each in handles]))


def _tell_one(game: "Game", name: str, lang: str, *, plain: bool) -> None:
    """A card by its id or name, or whatever else is called so."""
    from ruleset_core.cli.showing.names import called, handle_lines, handle_record

    card = _card(game, name, lang)
    handles = [] if card is not None else called(game, name)
    if card is not None:
        info = game.card(card)
        lines, record = card_lines(game, info, lang), card_record(game, info, lang)
        echo_wrapped("\n".join(lines)) if plain else click.echo(_json(record))
    elif not handles:
        raise _unknown(game, name, lang)
    elif plain:
        echo_wrapped("\n\n".join("\n".join(handle_lines(game, each, lang)) for each in handles))
    else:
        click.echo(as_json([handle_record(each) for each in handles]))


def _draw(where: Mapping[str, Any], look: Mapping[str, Any], *, plain: bool) -> None:
    """What is seen of a position, or the board in it."""
    from ruleset_core.cli.showing.position import Wanted

    wanted = Wanted(**where, **{key: look[key] for key in ("record", "scenario", "seed", "moves", "players")})
    if look["board"] is None:
        from ruleset_core.cli.showing.look import show_look

        show_look(wanted, look["seat"], look["svg"], watch=look["watch"])
        return
    from ruleset_core.cli.showing.board import draw_board

    drawn = str(draw_board(wanted, look["board"]))
    click.echo(say("picture", wanted.lang, file=drawn) if plain else _json({"board": drawn}))


def _json(record: dict[str, Any]) -> str:
    return as_json(record)


def _card(game: "Game", card: str, lang: str) -> str | None:
    """The id of a card given by id or, in any case, by its name in `lang`."""
    if card in game.card_ids():
        return card
    return {game.card(one).name(lang).casefold(): one for one in game.card_ids()}.get(card.casefold())


def _unknown(game: "Game", name: str, lang: str) -> click.ClickException:
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


def _game_record(game: "Game", known: Sequence[str], lang: str) -> dict[str, Any]:
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


def _game_lines(game: "Game", known: Sequence[str], lang: str) -> Iterable[str]:
    low, high = game.players
    yield f"{game.title(lang)} ({game.name})"
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
