"""What seats did without having been asked: answers that were the only ones, and turns in which there was no other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from ruleset_core.lang.evaluate.trace import AnyPart, Chosen, Entered, Turned

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game

__all__ = ["answers_before", "turns_without_answer"]

Heard = Sequence[tuple[int, AnyPart]]


def turns_without_answer(heard: Heard, seats: Collection[int], *, over: bool) -> Iterator[tuple[int, int]]:
    """Whole turns of these seats in which they were never asked: the place behind the last part of each, and the seat.

    Args:
        heard: the parts, each with its step.
        seats: whose turns.
        over: whether the game is over, and the last turn with it; else it still goes on.
    """
    seat, asked = -1, False
    for place, (_, part) in enumerate(heard):
        if isinstance(part, Turned | Entered):
            if seat in seats and not asked:
                yield place, seat
            seat, asked = part.me if isinstance(part, Turned) else -1, False
        elif isinstance(part, Chosen) and part.me == seat and not part.forced:
            asked = True
    if over and seat in seats and not asked:
        yield len(heard), seat


def answers_before(game: Game, heard: Heard, seat: int) -> list[Chosen]:
    """The only answers that were taken for a seat since it was last asked in its turn; those of note.

    Of those before it was first asked in a turn the sentence of that turn says that there was no choice.
    """
    found: list[Chosen] = []
    asked = False
    for _, part in heard:
        if isinstance(part, Turned | Entered) or (isinstance(part, Chosen) and (part.me != seat or not part.forced)):
            found = []
            asked = isinstance(part, Chosen) and part.me == seat
        elif asked and isinstance(part, Chosen) and game.program.vocabulary.decisions[part.decision].note:
            found.append(part)
    return found
