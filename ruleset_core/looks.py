"""Looks as they are once read: what builds scenes goes through these nodes and asks `Looking` for values."""

from __future__ import annotations

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

__all__ = [
    "PANELS", "SIGNS", "UNKNOWN", "Answers", "Board", "Column", "Element", "Face", "Hue", "Look", "Looking", "Panel", "Part", "Parts", "Pieces", "Several",
    "Table", "Texts", "Through", "Track",
]  # fmt: skip
