"""Commands that show a game: `show` it, one of its names or a position; its `rules`; `print` its cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from ruleset_core.cli.output import echo_wrapped
from ruleset_core.cli.parameters import (
    MILLIMETRES,
    data_option,
    examples,
    expansion_option,
    file_option,
    format_option,
    from_option,
    game_argument,
    known_expansions,
    lang_option,
    load_game,
    order_option,
    together,
    watch_option,
)
from ruleset_core.messages import message
from ruleset_core.safe_text import safe_json

RULE_PARTS: Final = (
    "about", "components", "setup", "course", "end", "score", "rulings", "credits", "cards", "refusals", "points",
)  # fmt: skip
"""The parts of the rules of a game."""

# The options of `ruleset show --look` and `--board`: which position, and who looks.

_OF_LOOKS: Final = ("svg", "watch", "seat")
"""Options that only `--look` reads."""
_OF_POSITIONS: Final = ("start", "seed", "moves", "players")
"""Those that `--board` reads too."""


look_options = together(
    click.option("--look", is_flag=True, help="Draw what a seat sees of a position."),
    click.option("--svg", metavar="FILE", help="With --look: draw it into this SVG file."),
    click.option("--watch", is_flag=True, help="With --look: draw anew whenever a file is saved."),
    click.option("--seat", type=click.IntRange(0), metavar="N", help="With --look: who looks, 0 for a watcher; else who decides."),
    click.option("--board", metavar="FILE", help="Draw the game's board, as everybody sees it, into this SVG file."),
    from_option,
    click.option("--seed", type=click.IntRange(0), metavar="N", help="With these: the seed of the game; 1 by default."),
    click.option(
        "--moves", type=click.IntRange(0, 10_000), default=0, metavar="K",
        help="With these: after so many moves at random.",
    ),
    click.option("--players", type=click.IntRange(1), metavar="N", help="With these: how many play."),
)  # fmt: skip
"""`--look`, `--board` and what belongs to them, each as a parameter of its name."""


def wants_picture(board: str | None, lang: str, *, look: bool) -> bool:
    """Whether a position is wanted, drawn. Raises `click.UsageError` for options that nothing reads."""
    if look and board is not None:
        raise click.UsageError(message("cli.show.look_or_board", lang))
    unread = () if look else _OF_LOOKS if board is not None else (*_OF_LOOKS, *_OF_POSITIONS)
    source = click.get_current_context().get_parameter_source
    for name in unread:
        if source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(
                message(
                    "cli.show.look_of_what" if name in _OF_LOOKS else "cli.show.position_of_what",
                    lang,
                    name="from" if name == "start" else name,
                )
            )
    return look or board is not None


# `ruleset show`: a game, or one of its cards, as the engine understands it.


def _complete(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Cards and names that start with `incomplete`, and with --names the parts, for the completion of the shell."""
    from ruleset_core.cli.show import ASIDE, PARTS
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
        "ruleset show ./my_game --default-look my_game/look.yaml",
    ),
)
@game_argument
@click.argument("name", required=False, shell_complete=_complete)
@click.option(
    "--names", is_flag=True, help="List the names that an expansion can use: all, those of a part, or with a word."
)
@click.option("--numbers", is_flag=True, help="List the numbers of the game by name: all, or those with a word.")
@click.option(
    "--default-look",
    metavar="FILE",
    help="Write the default look of the game, as a start for look.yaml; - prints it.",
)
@look_options
@expansion_option
@order_option
@data_option
@lang_option
@format_option
def show_command(
    game: str,
    name: str | None,
    names: bool,
    numbers: bool,
    default_look: str | None,
    expansion: tuple[str, ...],
    in_order: bool,
    data: tuple[Path, ...],
    lang: str,
    output: str,
    look: bool,
    svg: str | None,
    watch: bool,
    seat: int | None,
    board: str | None,
    start: str | None,
    seed: int | None,
    moves: int,
    players: int | None,
) -> None:
    """Show a game, or one card, rule, phase or question of it.

    GAME is a name from `ruleset list` or the path of a directory. NAME is a card, or anything else that the game names. The
    text of a card is written from its effect: it says what the card does. Its provenance is where its figures come from:
    published, inferred, or a house value. Figures are the current ones, with what may change them in play.

    --names lists the names that an expansion can use: fields, definitions, events, phases, questions and so on, with types and
    where they stand. NAME is then a part of the list (`phases`; `doors` for what is open to expansions; `untold` for what
    the log leaves out) or a word.

    --numbers lists the numbers that `ruleset compare --set` takes, with what they are and where they stand. NAME is then a word.

    --look draws what a seat sees of a position: the first one, or the one that --from names, after --moves made at random. What does not fit into the terminal is named at the lower edge. --watch draws anew whenever a
    file is saved, until Ctrl-C; --svg makes a picture of it.

    --default-look writes what is shown where the game has no look of its own, as a look for you to change.

    --board makes a picture of the board in such a position and what lies beside it, as everybody sees it.
    """
    plain = output == "plain"
    if wants_picture(board, lang, look=look):
        if name is not None or names or numbers or default_look is not None:
            raise click.UsageError(message("cli.show.look_alone", lang))
        from ruleset_core.cli.pictures import PositionRequest, draw_position

        wanted = PositionRequest(
            game=game, expansions=expansion, data=data, in_order=in_order, lang=lang, start=start,
            seed=seed, moves=moves, players=players,
        )  # fmt: skip
        draw_position(wanted, board, seat, svg, watch=watch, plain=plain)
        return
    loaded = load_game(game, expansion, data, in_order=in_order)
    if default_look is not None:
        if name is not None or names or numbers:
            raise click.UsageError(message("cli.show.default_look_alone", lang))
        from ruleset_core.cli.pictures import write_default_look

        write_default_look(loaded, default_look, lang)
    elif names:
        from ruleset_core.cli.show import handle_record, list_names, names_lines

        handles = list_names(loaded, name)
        if plain:
            echo_wrapped("\n".join(names_lines(loaded, handles, name, lang)))
        else:
            click.echo(safe_json([handle_record(each) for each in handles]))
    elif numbers:
        from ruleset_core.cli.show import find_numbers, number_lines, number_record

        found = find_numbers(loaded, name)
        if plain:
            echo_wrapped("\n".join(number_lines(found, lang)))
        else:
            click.echo(safe_json([number_record(each) for each in found]))
    elif name is not None:
        from ruleset_core.cli.show import thing_record, thing_text

        if plain:
            echo_wrapped(thing_text(loaded, name, lang))
        else:
            click.echo(safe_json(thing_record(loaded, name, lang)))
    else:
        from ruleset_core.cli.show import game_lines, game_record

        known = known_expansions(game, data)
        if plain:
            echo_wrapped("\n".join(game_lines(loaded, known, lang)))
        else:
            click.echo(safe_json(game_record(loaded, known, lang)))


# `ruleset rules`: the rules as players read them.


def _complete_paragraph(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Paragraphs that start with `incomplete`, for the completion of the shell."""
    from ruleset_core import rules_document
    from ruleset_core.errors import RulesetError

    given = ctx.params
    try:
        game = load_game(given.get("game") or "", given.get("expansion") or (), given.get("data") or ())
        names = [each.name for each in rules_document(game).paragraphs]
    except (RulesetError, OSError):
        return []
    return [each for each in names if each.startswith(incomplete)]


@click.command(
    epilog=examples(
        "ruleset rules troyes",
        "ruleset rules troyes -x bonus_2011 --lang es",
        "ruleset rules pig turn",
        "ruleset rules troyes --part course --part end",
        "ruleset rules troyes --html rules.html",
        "ruleset rules troyes --aid --pdf aid.pdf",
        "ruleset rules ./my_game --review",
        "ruleset rules ./my_game -x winter --review income",
    ),
)
@game_argument
@click.argument("paragraph", nargs=-1, metavar="[PARAGRAPH]...", shell_complete=_complete_paragraph)
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=click.Choice(RULE_PARTS),
    metavar="PART",
    help="Only this part; repeatable: " + ", ".join(RULE_PARTS) + ".",
)
@click.option("--aid", is_flag=True, help="Only what stands on the one-page aid.")
@file_option("--html", help="Write them as one HTML page, with pictures.")
@file_option("--pdf", help="Write them as a PDF to print; with --aid on one page.")
@click.option("--review", is_flag=True, help="Write into paragraphs that they say what the game does now.")
@expansion_option
@order_option
@data_option
@lang_option
def rules_command(
    game: str,
    paragraph: tuple[str, ...],
    parts: tuple[str, ...],
    aid: bool,
    html: Path | None,
    pdf: Path | None,
    review: bool,
    expansion: tuple[str, ...],
    in_order: bool,
    data: tuple[Path, ...],
    lang: str,
) -> None:
    """Print the rules of a game.

    GAME is a name from `ruleset list` or the path of a directory. With PARAGRAPH, only these paragraphs.

    The rules are the rulebook of the game, whose figures come from the data, and behind it what the data says by itself: all
    cards with their texts, why something is refused, how points are made. A game without a rulebook has these alone. PDF needs
    `ruleset[print]`.

    --review is for designers: it notes that paragraphs (by default all) were compared with what they explain. When that changes,
    `ruleset check` says which paragraphs to read again. With -x it notes that they hold with this expansion, too.
    """
    from ruleset_core import rules_document
    from ruleset_core.cli.rules_output import (
        document_lines,
        paragraphs_named,
        pictured_lines,
        rules_width,
        write_reviews,
        write_rules_page,
        write_rules_pdf,
    )

    loaded = load_game(game, expansion, data, in_order=in_order)
    rules = rules_document(loaded, lang)
    if review:
        if parts or aid or html or pdf:
            raise click.UsageError(message("cli.rules.review_alone", lang))
        write_reviews(loaded, expansion, data, paragraph, lang)
        return
    width = rules_width()
    if paragraph and (html or pdf):
        raise click.UsageError(message("cli.rules.file_of_all", lang))
    if paragraph:
        found = paragraphs_named(rules, paragraph)
        click.echo("\n\n".join("\n".join(pictured_lines(each, width, loaded, lang)) for each in found))
        return
    wanted = rules.only(parts, aid=aid)
    if not wanted.parts:
        raise click.ClickException(message("cli.rules.nothing", lang))
    if html:
        write_rules_page(loaded, wanted, html, lang)
    if pdf:
        write_rules_pdf(loaded, wanted, pdf, lang, one_page=aid)
    if not (html or pdf):
        click.echo("\n".join(document_lines(wanted, width, loaded, lang)))


# `ruleset print`: cards on paper, to be cut out and played with.


@click.command(
    epilog=examples(
        "ruleset print troyes                                       # all cards, as sheets.pdf",
        "ruleset print tournay --kind event --lang es --out eventos.pdf",
        "ruleset print troyes_dice -x banquetes_y_asaltos --new --size 35x35 --backs",
        "ruleset print ./my_game --cards lamp,rug --copies 1 --out new.svg",
        "ruleset print troyes --all                                 # rules, boards, cards and tokens",
        "ruleset print ./my_game --bleed 3mm --images cards        # for a printer's shop",
        "ruleset print ./my_game --out new.svg --watch             # again after each save",
        "ruleset print ./my_game --paper letter --out sheets        # a directory with an SVG file for each page",
    ),
)
@game_argument
@expansion_option
@order_option
@click.option("--kind", multiple=True, metavar="KIND", help="Only cards of this kind; repeatable.")
@click.option("--cards", multiple=True, metavar="A,B", help="Only these cards, by id or name; repeatable.")
@click.option("--new", is_flag=True, help="Only cards of expansions.")
@click.option(
    "--copies", type=click.IntRange(1, 100), metavar="N", help="So many of each, instead of as many as the game has."
)
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="The paper.")
@click.option(
    "--size",
    metavar="SIZE",
    help="poker, bridge, mini, tarot, square, or millimetres; default: that of the look, or 63x88.",
)
@click.option(
    "--bleed", type=MILLIMETRES, default=0.0, metavar="MM", help="How far colours go beyond the edges, such as 3mm."
)
@click.option("--gutter", type=MILLIMETRES, default=0.0, metavar="MM", help="Free space between cards.")
@click.option("--marks/--no-marks", default=True, help="Marks where to cut.")
@click.option("--backs", is_flag=True, help="A page of backs after each page, to print on both sides.")
@click.option("--boards", is_flag=True, help="The boards, without what moves on them, instead of cards.")
@click.option(
    "--board-width", type=click.FloatRange(30, 2000), metavar="MM",
    help="The width of boards, on several pages to be glued; by default they fill a page.",
)  # fmt: skip
@click.option(
    "--tokens", is_flag=True, help="Tokens and faces of dice, as many as random games needed, instead of cards."
)
@click.option(
    "--token-size", type=click.FloatRange(8, 60), default=15.0, show_default=True, metavar="MM", help="Their size."
)
@click.option("--all", "everything", is_flag=True, help="Print and play: rules, boards, cards and tokens.")
@click.option(
    "--images", metavar="DIR", type=click.Path(file_okay=False, path_type=Path),
    help="Pictures of cards and backs (with --boards, --tokens, --all of these) at 300 dots an inch, instead of sheets.",
)  # fmt: skip
@click.option(
    "-o", "--out", metavar="FILE", default="sheets.pdf", show_default=True, type=click.Path(path_type=Path),
    help="Write this PDF, this SVG (a file for each page), or SVG files into this directory.",
)  # fmt: skip
@watch_option
@data_option
@lang_option
def print_command(**given: Any) -> None:
    """Print the cards of a game on sheets, to be cut out and played with.

    GAME is a name from `ruleset list` or the path of a directory.

    Each card has its name, its facts and what it does, made from the data; colours, signs and pictures are
    those of the look. A page holds nine cards of the usual size, with marks where to cut. Cards whose text
    does not fit are named. Colours have letters too, for printers without them.

    PDF needs `ruleset[print]`; SVG needs nothing.
    """
    from ruleset_core.cli.printing import PrintRequest, print_again, print_sheets

    asked = PrintRequest(**given)
    if asked.watch:
        print_again(asked)
        return
    print_sheets(load_game(asked.game, asked.expansion, asked.data, in_order=asked.in_order), asked)
