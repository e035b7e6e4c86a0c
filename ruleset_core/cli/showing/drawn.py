"""What is seen of a position, or the board in it, drawn as the options of the command ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.cli.showing.position import Wanted
from ruleset_core.shown import as_json

__all__ = ["draw"]


def draw(where: Mapping[str, Any], look: Mapping[str, Any], *, plain: bool) -> None:
    """Draw it; `where` says of which game, `look` what the options are."""
    wanted = Wanted(**where, **{key: look[key] for key in ("record", "scenario", "seed", "moves", "players")})
    if look["board"] is None:
        from ruleset_core.cli.showing.look import show_look

        show_look(wanted, look["seat"], look["svg"], watch=look["watch"])
        return
    from ruleset_core.cli.showing.board import draw_board

    drawn = str(draw_board(wanted, look["board"]))
    click.echo(say("picture", wanted.lang, file=drawn) if plain else as_json({"board": drawn}))
