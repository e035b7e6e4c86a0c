"""Looks as they are once read: what builds scenes goes through these nodes and asks `Looking` for values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.engine.look.looking import UNKNOWN, Looking
from ruleset_core.engine.look.room import PANELS, SIGNS
from ruleset_core.lang.look.nodes import (
    Answers,
    Board,
    Column,
    Element,
    Face,
    Hue,
    Look,
    Panel,
    Part,
    Parts,
    Pieces,
    Several,
    Table,
    Texts,
    Through,
    Track,
)

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

    from ruleset_core.engine.game import Game


def pictures(game: Game) -> dict[str, ET.Element]:
    """The pictures that a game brings, as `symbol`s of SVG, by kind of pieces: `Card.art` of a scene names them."""
    look: Look = game.source.look
    return {kind: face.art for kind, face in look.faces.items() if face.art is not None}


if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = [
    "PANELS",
    "SIGNS",
    "UNKNOWN",
    "Answers",
    "Board",
    "Column",
    "Element",
    "Face",
    "Hue",
    "Look",
    "Looking",
    "Panel",
    "Part",
    "Parts",
    "Pieces",
    "Several",
    "Table",
    "Texts",
    "Through",
    "Track",
    "brings_look",
    "pictures",
]  # fmt: skip


def brings_look(game: Game) -> bool:
    """Whether the data of a game says which panels there are; else they are made of what it declares."""
    return not game.source.look.made
