"""What becomes of a figure of a game when numbers of its data are others, one after the other, all on the same seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .comparing import SURE, Question, means, paired
from .figures import Estimate, sure_of

if TYPE_CHECKING:
    from .plan import Plan
    from .playing import GameRow

__all__ = ["Curve", "Point", "swept"]


@dataclass(frozen=True, slots=True)
class Point:
    """A figure with some numbers of the data.

    Attributes:
        numbers: these, by name; empty for the game as it is.
        mean: the figure.
        change: how much greater it is than in the game as it is; None for that itself.
        sure: whether that is beyond chance, all points of all curves looked at together (Holm's correction).
    """

    numbers: Mapping[str, int]
    mean: Estimate
    change: Estimate | None
    sure: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A figure over the numbers that were tried. The first point is that of the game as it is."""

    question: Question
    points: tuple[Point, ...]


def swept(
    plans: Sequence[Plan], rows: Sequence[Sequence[GameRow]], questions: Sequence[Question], cards: Sequence[str] = ()
) -> list[Curve]:
    """A curve for each question.

    Args:
        plans: the first is that of the game as it is; all others differ from it in numbers alone.
        rows: the games of each, in the order of their numbers; as many of each are looked at as there are of all.
        questions: which figures.
        cards: those of the game in the order in which they are counted; needed where cards are asked for.
    """
    count = min(map(len, rows))
    now = rows[0][:count]
    found = [
        [paired(plans[0], question, zip(now, each[:count], strict=True), (cards, cards))[1:] for each in rows[1:]]
        for question in questions
    ]
    sure = iter(sure_of([change.chance() for each in found for _, change in each], SURE))
    return [
        Curve(
            question,
            (
                Point({}, means(plans[0], question, now, cards), None, sure=False),
                *(
                    Point(plan.numbers, mean, change, sure=next(sure))
                    for plan, (mean, change) in zip(plans[1:], each, strict=True)
                ),
            ),
        )
        for question, each in zip(questions, found, strict=True)
    ]
