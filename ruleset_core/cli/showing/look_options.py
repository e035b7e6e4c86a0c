"""The options of `ruleset show --look` and `--board`: which position, and who looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import click

from ruleset_core.cli.said.messages import say

_OF_LOOKS: Final = {"svg": None, "watch": False, "seat": None}
"""Options that only `--look` reads, and what they are where nobody gives them."""
_OF_POSITIONS: Final = {"record": None, "scenario": None, "seed": None, "moves": 0, "players": None}
"""Those that `--board` reads too."""


def look_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--look`, `--board` and what belongs to them, each as a parameter of its name."""
    for option in reversed((
        click.option("--look", is_flag=True, help="Draw what a seat sees of a position."),
        click.option("--svg", metavar="FILE", help="With --look: draw it into this SVG file."),
        click.option("--watch", is_flag=True, help="With --look: draw anew whenever a file is saved."),
        click.option("--seat", type=click.IntRange(0), metavar="N", help="With --look: who looks, 0 for a watcher; else who decides."),
        click.option("--board", metavar="FILE", help="Draw the game's board, as everybody sees it, into this SVG file."),
        click.option("--record", metavar="FILE", help="With --look or --board: the end of this saved game."),
        click.option("--scenario", metavar="TEXT", help="With these: the position of the scenario with this in its name."),
        click.option("--seed", type=click.IntRange(0), metavar="N", help="With these: the chance of the game; 1 by default."),
        click.option(
            "--moves", type=click.IntRange(0, 10_000), default=0, metavar="K",
            help="With these: after so many moves at random; of a scenario, after so many of its steps.",
        ),
        click.option("--players", type=click.IntRange(1), metavar="N", help="With these: how many play."),
    )):  # fmt: skip
        function = option(function)
    return function


def wants_picture(given: Mapping[str, Any], lang: str) -> bool:
    """Whether a position is wanted, drawn. Raises `click.UsageError` for options that nothing reads."""
    if given["look"] and given["board"] is not None:
        raise click.UsageError(say("look_or_board", lang))
    unread = {} if given["look"] else _OF_LOOKS if given["board"] is not None else {**_OF_LOOKS, **_OF_POSITIONS}
    for name, usual in unread.items():
        if given[name] != usual:
            raise click.UsageError(say("look_of_what" if name in _OF_LOOKS else "position_of_what", lang, name=name))
    return given["look"] or given["board"] is not None
