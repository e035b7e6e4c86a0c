"""Builds cards of a scene: pieces of a look with their faces or backs, as they lie in lists and on places of boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.look import game_looks
from ruleset_core.view.scene.scene_items import Env, ItemBuilder, SpanBuilder


def cards_of(
    pieces: game_looks.LinkedPieces,
    env: Env,
    at: game_looks.LookEvaluator,
    things: ItemBuilder,
    parts: SpanBuilder,
) -> Iterator[scenes.SceneCard]:
    """Pieces with their faces, or their backs."""
    key = at.number(pieces, env)
    for value, place in at.through(pieces.each, env):
        yield at.part((key, value, place), partial(card_of, pieces, value, place, env, things, parts))


def card_of(
    pieces: game_looks.LinkedPieces, value: int | None, place: int, env: Env, things: ItemBuilder, parts: SpanBuilder
) -> scenes.SceneCard:
    """A piece with its face, or its back where it is not known which one it is."""
    kind = pieces.each.selection.type
    if value is None:
        return things.back(kind, pieces.each, place, env)
    inner = {**env, pieces.each.var: value, "at": place}
    stand = things.answering(things.known_target(kind, value), pieces.answers, inner)
    return things.card(kind, value, stand, place, parts.spans(pieces.under, inner), parts)
