"""`ruleset print`: cards on paper, to be cut out and played with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ruleset_core.cli.common import (
    data_option,
    examples,
    expansion_option,
    game_argument,
    lang_option,
    load_game,
    order_option,
)


@click.command(
    epilog=examples(
        "ruleset print troyes                                       # all cards, as sheets.pdf",
        "ruleset print tournay --kind event --lang es --out eventos.pdf",
        "ruleset print troyes_dice -x banquetes_y_asaltos --new --size 35x35 --backs",
        "ruleset print ./my_game --cards lamp,rug --copies 1 --out new.svg",
        "ruleset print ./my_game --paper letter --out sheets        # a directory with an SVG file for each page",
    ),
)
@game_argument
@expansion_option
@order_option
@click.option("--kind", multiple=True, metavar="KIND", help="Only cards of this kind; repeatable.")
@click.option("--cards", multiple=True, metavar="A,B", help="Only these cards, by id or name; repeatable.")
@click.option("--new", is_flag=True, help="Only the cards that expansions bring.")
@click.option(
    "--copies", type=click.IntRange(1, 100), metavar="N", help="So many of each, not as many as the game says."
)
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="The paper.")
@click.option("--size", default="63x88", show_default=True, metavar="WxH", help="The size of a card in millimetres.")
@click.option("--backs", is_flag=True, help="A page of backs after each page, to print on both sides.")
@click.option(
    "-o", "--out", metavar="FILE", default="sheets.pdf", show_default=True, type=click.Path(path_type=Path),
    help="Write this PDF, this SVG (a file for each page), or SVG files into this directory.",
)  # fmt: skip
@data_option
@lang_option
def command(**given: Any) -> None:
    """Print the cards of a game on sheets, to be cut out and played with.

    GAME is a name from `ruleset list` or the path of a directory.

    On each card stand its name, its facts and what it does, in the words that the game makes of its data; colours, signs and pictures
    are those of its look. Nine cards of the usual size lie on a page, with marks where to cut. Text is as large as there is room for;
    a card that says more than fits is named. Colours are told by letters too, so that paper without colours will do.

    PDF needs `ruleset[print]`; SVG needs nothing.
    """
    from ruleset_core.cli.making.printing import print_sheets

    game = load_game(given["game"], given["expansion"], given["data"], in_order=given["in_order"])
    print_sheets(game, given)
