"""A story in pieces that are told together: turns, as the flow gives them, what others do meanwhile, and phases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleset_core.lang.evaluate.trace import AnyPart, Changed, Chosen, Decided, Entered, Moved, Turned

if TYPE_CHECKING:
    from ruleset_core.engine.story.narration import Narration

__all__ = ["Turn", "turns"]


@dataclass(slots=True)
class Turn:
    """What happened in a turn that the flow gave, or from the first decision of another seat on until the turn is taken up again,
    or from the beginning of a phase.

    Attributes:
        seat: whose it is; -1 where nobody decided.
        phase: the phase that began, by its number; -1 if none did.
        counted: a count of the flow went on, such as that of the rounds.
        steps: the moves it is made of.
        parts: what happened, in order.
    """

    seat: int
    phase: int = -1
    counted: bool = False
    steps: list[int] = field(default_factory=list)
    parts: list[AnyPart] = field(default_factory=list)

    @property
    def choices(self) -> list[Chosen]:
        """What the seat chose, in order."""
        return [part for part in self.parts if isinstance(part, Chosen)]

    @property
    def was_forced(self) -> bool:
        """Whether the seat was never asked."""
        return all(part.forced for part in self.choices)


def turns(narration: Narration, heard: Iterable[tuple[int, AnyPart]]) -> Iterator[Turn]:
    """The turns of a story."""
    now, whose = Turn(-1), -1
    for step, part in heard:
        if isinstance(part, Turned | Entered) or (whose < 0 and isinstance(part, Chosen)):
            whose = part.me  # a stretch may begin within a turn: it is then taken for that of who answers first
        begun = _begun(narration, now, part) or _taken_up(now, part, whose)
        if begun is not None:
            if now.parts:
                yield now
            now = begun
        if step not in now.steps:
            now.steps.append(step)
        now.parts.append(part)
    if now.parts:
        yield now


def _taken_up(now: Turn, part: AnyPart, whose: int) -> Turn | None:
    """What goes on for the seat whose turn it is, after another one was asked something: not a consequence of that answer.

    Bo gives up a card when Ana doubts; then Ana's action goes on: `Bo loses the Envoy. Ana gains 3 coins.` What a card does that waited for the
    answer does follow from it.
    """
    if whose < 0 or now.seat in {-1, whose} or part.me != whose or not isinstance(part, Changed | Moved):
        return None
    return None if any(cause.origin.owner.section == "cards" for cause in part.because) else Turn(whose)


def _begun(narration: Narration, now: Turn, part: AnyPart) -> Turn | None:
    """The turn that begins with a part, if one does."""
    match part:
        case Entered():
            return Turn(-1, part.number)
        case Turned():
            return Turn(part.me)
        case Decided():
            return Turn(-1)
        case Chosen() if part.me != now.seat:
            return Turn(part.me)
        case Changed() if not now.counted and part.address in narration.counters:
            return Turn(-1, counted=True)
        case _:
            return None
