"""The view of a game that brings none of its own, the score sheet of any game, and views as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from ruleset_core.cli.view_board import is_board
from ruleset_core.cli.view_fields import seat_blocks, shared_blocks
from ruleset_core.cli.view_frame import framed
from ruleset_core.cli.view_kit import Observation, Viewed, packed, player_name, say, to_plain
from ruleset_core.cli.view_names import Names
from ruleset_core.cli.view_scores import render_scores
from ruleset_core.cli.view_seats import seat_tables
from ruleset_core.cli.view_zones import piece_blocks, zone_block

__all__ = ["render_observation", "render_scores", "to_plain"]

_FRAME: Final = 4


def render_observation(game: Viewed, observation: Observation, lang: str, width: int) -> RenderableType:
    """Draw what a seat sees of any game: a heading, the seats, boards and shared fields, zones and pieces.

    Args:
        game: gives the names.
        observation: what `State.observe` gave to the seat, with the `names` of the players if they have any.
        lang: `en` or `es`.
        width: columns of the terminal.

    """
    names, inner = Names(game, lang, observation.get("names") or (), observation), width - _FRAME
    blocks = [
        [_heading(names, observation, inner)],
        *shared_blocks(names, observation, inner),
        *seat_tables(names, observation, inner, marks=_has_marks(names, observation)),
        *seat_blocks(names, observation, inner),
        zone_block(names, observation, inner),
        *piece_blocks(names, observation, inner),
    ]
    lines: list[Text] = []
    for block in blocks:
        lines += ([Text("")] if lines and block else []) + block
    return framed(Group(*lines), game.title(lang), width)


def _heading(names: Names, seen: Observation, width: int) -> Text:
    """Phase and who decides."""
    parts = []
    if seen.get("phase"):
        parts.append(Text(names.title("phases", seen["phase"]), "bold"))
    acting = seen.get("to_act")
    if seen.get("over"):
        parts.append(Text(say("over", names.lang), "bold"))
    elif acting is None:
        parts.append(Text(say("others_decide", names.lang), "bold"))
    else:
        you = f" ({say('you', names.lang)})" if acting == seen.get("seat") else ""
        who = (player_name(seen, acting, names.lang) + you, "bold")
        parts.append(Text.assemble(who, (f" {say('decides', names.lang)}", "dim")))
    return packed(parts, width)


def _has_marks(names: Names, seen: Observation) -> bool:
    """True when a board shows seats, so that the table of seats must say whose sign is whose."""
    fields: Mapping[str, Any] = seen["fields"]
    return any(
        isinstance(value, Mapping) and is_board(list(value)) and names.shape(name).value == "seat"
        for name, value in fields.items()
    )
