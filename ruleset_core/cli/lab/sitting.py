"""Which bots sit on the seats of games that are played in number, as it is typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import click

from ruleset_core.cli.playing.seats import parse_bots

__all__ = ["sitting"]

USUAL: Final = "easy"


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
