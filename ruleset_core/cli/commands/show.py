"""`ruleset show`: a game, or one of its cards, as the engine understands it."""

from pathlib import Path
from typing import Any

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
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.showing.look_options import look_options, wants_picture
from ruleset_core.shown import as_json


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
        "ruleset show troyes --numbers denier",
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
@click.option("--numbers", is_flag=True, help="List the numbers of the game by name: all, or those with a word.")
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
    numbers: bool,
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

    --numbers lists the numbers that `ruleset compare --set` takes, with what they are and where they stand. NAME is then a word.

    --look draws what a seat sees of a position: the first one, one after --moves made at random, that of a --scenario, or the
    end of a saved game (--record). What does not fit into the terminal is named at the lower edge. --watch draws anew whenever a
    file is saved, until Ctrl-C; --svg makes a picture of it.

    --board makes a picture of the board in such a position and what lies beside it, as everybody sees it.
    """
    plain = output == "plain"
    if wants_picture(look, lang):
        if name is not None or names or numbers:
            raise click.UsageError(say("look_alone", lang))
        where = {"game": game, "expansions": expansion, "data": data, "in_order": in_order, "lang": lang}
        from ruleset_core.cli.showing.drawn import draw

        draw(where, look, plain=plain)
        return
    loaded = load_game(game, expansion, data, in_order=in_order)
    if names:
        from ruleset_core.cli.showing.names import handle_record, listed, names_lines

        handles = listed(loaded, name)
        if plain:
            echo_wrapped("\n".join(names_lines(loaded, handles, name, lang)))
        else:
            click.echo(as_json([handle_record(each) for each in handles]))
    elif numbers:
        from ruleset_core.cli.showing.numbers import number_lines, number_record, numbered

        found = numbered(loaded, name)
        if plain:
            echo_wrapped("\n".join(number_lines(found, lang)))
        else:
            click.echo(as_json([number_record(each) for each in found]))
    elif name is not None:
        from ruleset_core.cli.showing.one import one_record, one_text

        if plain:
            echo_wrapped(one_text(loaded, name, lang))
        else:
            click.echo(as_json(one_record(loaded, name, lang)))
    else:
        from ruleset_core.cli.showing.game import game_lines, game_record

        known = known_expansions(game, data)
        if plain:
            echo_wrapped("\n".join(game_lines(loaded, known, lang)))
        else:
            click.echo(as_json(game_record(loaded, known, lang)))
