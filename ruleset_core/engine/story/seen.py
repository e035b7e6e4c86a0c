"""What of a story a seat may be told: all it saw happen, and nothing that was hidden from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ruleset_core.lang.evaluate.trace import (
    AnyPart,
    Changed,
    Chosen,
    Happened,
    Moved,
    Ordered,
    Part,
    Refused,
    Shown,
    Together,
)

__all__ = ["HIDDEN", "as_seen", "held_back"]

HIDDEN = -2
"""Stands for an option or a piece that is not told."""

P = TypeVar("P", bound=Part)


def as_seen(part: AnyPart, viewer: int) -> AnyPart | None:
    """A part as somebody may be told it (`viewer`: a seat, or how many there are for one who looks on); None if not at all."""
    bit = 1 << viewer
    if isinstance(part, Changed) and not part.known & bit:
        return None
    if isinstance(part, Shown) and part.fact and not part.told & bit:
        return None
    told = _without_hidden_causes(part, bit)
    if isinstance(told, Moved) and not told.looked & bit:
        told = replace(told, place=-1)
    if isinstance(told, Chosen) and viewer != told.me:
        told = replace(told, refused=Refused(), asked={})  # what it could not do may tell what it has
    if part.known & bit:
        return told
    match told:
        case Moved():
            return replace(told, piece=HIDDEN, at=HIDDEN, place=HIDDEN, words={})
        case Shown():
            return replace(told, piece=HIDDEN)
        case Ordered():
            return replace(told, before=(), after=())
        case Chosen():
            return None if told.forced else replace(told, option=HIDDEN)
        case Happened():
            return replace(told, args=(), words={})  # the sentence may name what is hidden
        case _:
            return told


def _without_hidden_causes(part: P, bit: int) -> P:
    if all(cause.known & bit for cause in part.because):
        return part
    return replace(part, because=tuple(cause for cause in part.because if cause.known & bit))


def held_back(part: AnyPart, viewer: int) -> bool:
    """Whether others are told only when all have chosen: what somebody else did while seats chose at the same time."""
    return part.apart and part.me != viewer and not isinstance(part, Together)
