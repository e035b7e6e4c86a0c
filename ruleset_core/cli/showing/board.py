"""`ruleset show GAME --board FILE`: the board of a game as a picture, as everybody sees it, at the beginning or later."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.cli.showing.position import Wanted, position
from ruleset_core.files import NotOrdinaryError, read_ordinary

if TYPE_CHECKING:
    from ruleset_core.scenes.nodes import Node, Panel

__all__ = ["draw_board", "write_picture"]

WATCHER: Final = -1
"""Somebody beside the table, who sees what everybody sees."""
TOLD: Final = 10_000
"""Columns of the words for those who do not see it: nothing in them is broken."""


def draw_board(wanted: Wanted, file: str) -> Path:
    """Write the picture, whole or not at all, and return where it is.

    It shows the panels with a board, and what else lies on the table for all. Raises `click.ClickException`.
    """
    from ruleset_core.drawing.draw import draw
    from ruleset_core.looks import pictures
    from ruleset_core.scenes.build import scene
    from ruleset_core.terminal.draw import draw as tell

    found = position(wanted)
    game, lang = found.state.game, wanted.lang
    scores = found.state.told_scores(WATCHER)
    seen = scene(game, found.state.observe(WATCHER), lang, found.names, scores=scores)
    shown = tuple(panel for panel in seen.panels if panel.seat is None or _has_board(panel))
    if not any(map(_has_board, shown)):
        raise click.ClickException(say("no_board", lang, game=game.title(lang)))
    title = say("board_after" if found.moves else "board_begins", lang, game=game.title(lang), count=found.moves)
    told = tell(seen, TOLD, plain=True, only=shown).plain
    return write_picture(file, draw(seen.only(shown), art=pictures(game), title=title, told=told), lang)


def _has_board(panel: Panel) -> bool:
    return any(node.kind == "board" for node in _inside(panel.show))


def _inside(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        yield node
        if node.kind == "group":
            yield from _inside(node.items)


def write_picture(file: str, content: str | bytes, lang: str) -> Path:
    """Write an SVG file, or a PDF as bytes, whole or not at all; only its like is overwritten. Raises `click.ClickException`."""
    from ruleset_core.record import write_whole

    target = Path(os.path.realpath(file)) if "\0" not in file else Path(file)
    is_svg = isinstance(content, str)
    try:
        if target.exists() and not _is_picture(target, b"<svg" if is_svg else b"%PDF-"):
            raise click.ClickException(say("not_a_picture" if is_svg else "not_a_pdf", lang, file=file))
        write_whole(target, content.encode("utf-8") if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise click.ClickException(say("picture_failed", lang, file=file, reason=reason)) from None
    return Path(file)


def _is_picture(path: Path, mark: bytes) -> bool:
    """Only pictures are overwritten: what else has that name was not meant."""
    try:
        start = read_ordinary(path, 1024)
    except (NotOrdinaryError, IsADirectoryError):
        return False
    return not start or mark in start
