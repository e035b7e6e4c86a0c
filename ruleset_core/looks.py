"""Looks as they are once read: what builds scenes goes through these nodes and asks `Looking` for values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.engine.look.followed import Followed
from ruleset_core.engine.look.looking import UNKNOWN, Looking
from ruleset_core.engine.look.offered import Offered
from ruleset_core.engine.look.outlines import Outlines, outlines_of
from ruleset_core.engine.look.paper import OnPaper, facts_told, facts_told_by
from ruleset_core.engine.look.places import places_of
from ruleset_core.engine.look.remembered import STAND, Memory
from ruleset_core.engine.look.room import PANELS, SIGNS
from ruleset_core.engine.look.unseen import backs, hint, whereabouts
from ruleset_core.lang.look.nodes import (
    Answers,
    Art,
    Board,
    Column,
    Cond,
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
from ruleset_core.lang.tree import Expr

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

    from ruleset_core.engine.game import Game

__all__ = [
    "PANELS",
    "SIGNS",
    "STAND",
    "UNKNOWN",
    "Answers",
    "Art",
    "Board",
    "Column",
    "Cond",
    "Element",
    "Expr",
    "Face",
    "Followed",
    "Hue",
    "Look",
    "Looking",
    "Memory",
    "Offered",
    "OnPaper",
    "Outlines",
    "Panel",
    "Part",
    "Parts",
    "Pieces",
    "Several",
    "Table",
    "Texts",
    "Through",
    "Track",
    "backs",
    "brings_look",
    "facts_told",
    "facts_told_by",
    "hint",
    "look_at",
    "outlines_of",
    "picture_name",
    "pictures",
    "places_of",
    "whereabouts",
]  # fmt: skip


def look_at(game: Game, name: str) -> Look | None:
    """A look that shows one field, zone or resource and nothing else; None for other names."""
    known = game.source.named_looks
    if name not in known:
        from ruleset_core.engine.look.named import look_of_name

        known[name] = look_of_name(game.program, name)
    return known[name]


def pictures(game: Game) -> dict[str, ET.Element]:
    """The pictures that a game brings, as `symbol`s of SVG, by the names that `Card.art` of a scene has."""
    look: Look = game.source.look
    return {
        picture_name(kind, value): picture
        for kind, face in look.faces.items()
        if face.art is not None
        for value, picture in face.art.pictures.items()
    }


def picture_name(kind: str, value: str) -> str:
    """What a picture of a kind of pieces is called: by what chose it, where there are several."""
    return f"{kind}-{value}" if value else kind


def brings_look(game: Game) -> bool:
    """Whether the data of a game says which panels there are; else they are made of what it declares."""
    return not game.source.look.made
