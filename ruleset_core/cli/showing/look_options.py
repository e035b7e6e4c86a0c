"""The options of `ruleset show --look`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import click

from ruleset_core.cli.said.messages import say

_OF_LOOKS: Final = {
    "svg": None,
    "watch": False,
    "scenario": None,
    "seed": None,
    "moves": 0,
    "seat": None,
    "players": None,
}
"""Options that only `--look` reads, and what they are where nobody gives them."""


def look_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--look` and what belongs to it, each as a parameter of its name."""
    for option in reversed((
        click.option("--look", is_flag=True, help="Draw what a seat sees of a position."),
        click.option("--svg", metavar="FILE", help="With --look: draw it into this SVG file."),
        click.option("--watch", is_flag=True, help="With --look: draw anew whenever a file is saved."),
        click.option("--scenario", metavar="TEXT", help="With --look: the position of the scenario with this in its name."),
        click.option("--seed", type=click.IntRange(0), metavar="N", help="With --look: the chance of the game; 1 by default."),
        click.option(
            "--moves", type=click.IntRange(0, 10_000), default=0, metavar="K",
            help="With --look: after so many moves at random; of a scenario, after so many of its steps.",
        ),
        click.option("--seat", type=click.IntRange(0), metavar="N", help="With --look: who looks, 0 for a watcher; else who decides."),
        click.option("--players", type=click.IntRange(1), metavar="N", help="With --look: how many play."),
    )):  # fmt: skip
        function = option(function)
    return function


def wants_look(given: Mapping[str, Any], lang: str) -> bool:
    """Whether the look is wanted. Raises `click.UsageError` for options that nothing reads."""
    if given["look"]:
        return True
    for name, usual in _OF_LOOKS.items():
        if given[name] != usual:
            raise click.UsageError(say("look_of_what", lang, name=name))
    return False
