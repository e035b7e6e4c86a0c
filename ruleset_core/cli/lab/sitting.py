"""Which bots sit on the seats of games that are played in number, as it is typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core.bots import stand_ins
from ruleset_core.cli.playing.seats import parse_bots
from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["check_sitting", "sitting"]

USUAL: Final = "easy"


def check_sitting(bots: Iterable[str], game: Game, lang: str) -> None:
    """See that bots play as themselves: figures are told of them. Raises ClickException."""
    found = stand_ins(bots, game)
    if found:
        kinds = ", ".join(f"`{each}`" for each in found)
        raise click.ClickException(say("sim_no_core", lang, kinds=kinds, reason=game.core().reason))


def sitting(low: int, high: int, given: Mapping[str, Any]) -> tuple[str, ...]:
    """The bots of `--seats`, or of `--bot` and `--players`; by default two, if `low` to `high` may play. Raises UsageError."""
    if given["seats"] is None:
        players = given["players"] or min(max(low, 2), high)
        named = ",".join([given["bot"] or USUAL] * players)
    elif given["players"] or given["bot"]:
        raise click.UsageError("give --seats, or --players and --bot")
    else:
        named = given["seats"]
    option = "--seats" if given["seats"] else "--bot"
    return tuple(parse_bots(named, given["lang"], option, timed=given["not_repeatable"]))
