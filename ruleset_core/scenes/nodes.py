"""The kinds of things a scene is made of (see `model/outward/scene`, which is their schema too)."""

from __future__ import annotations

from ruleset_core.model.outward.scene import (
    Board,
    Card,
    Cards,
    Edge,
    Group,
    Head,
    Line,
    Node,
    Panel,
    Place,
    Prose,
    Row,
    Scene,
    Span,
    Spans,
    Stand,
    Table,
    Track,
    as_data,
    told,
)

__all__ = [
    "Board", "Card", "Cards", "Edge", "Group", "Head", "Line", "Node", "Panel", "Place", "Prose", "Row", "Scene", "Span", "Spans",
    "Stand", "Table", "Track", "as_data", "told",
]  # fmt: skip
