"""What a seat is asked, and what comes of its answer: values, without words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from ruleset_core import BrokenRuleError, Decision, State
    from ruleset_core.record import RecordError, Step

__all__ = ["Answered", "Question", "Refused", "Why"]

Why: TypeAlias = Literal["over", "not_asked", "stale", "unknown", "not_offered", "broken", "unsaved"]
"""Why an answer is refused: the game is over; the seat is not asked; the question was answered already; there is no such
option in the game; it is not offered now; a rule breaks; it cannot be saved. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked.

    Attributes:
        seat: who is asked.
        state: where it is asked, to be read and not changed. Only this seat may be shown it: where others still choose at
            the same time, what they have is not what they will have.
        number: how many answers this seat has given before; an answer that names it counts once.
        ahead: others come before this seat: its answer is kept until they have answered.
    """

    seat: int
    state: State
    number: int
    ahead: bool = False

    @property
    def decision(self) -> Decision:
        """What is to be decided, and the options."""
        decision = self.state.decision
        assert decision is not None  # else nobody is asked
        return decision


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that counts.

    Attributes:
        seat: whose it is.
        option: what was taken.
        steps: what was made of it in the game, with the answers of others that were kept until then; nothing where it is
            kept itself.
        dropped: seats whose kept answers do not fit any more, so that they are asked again.
    """

    seat: int
    option: int
    steps: tuple[Step, ...] = ()
    dropped: tuple[int, ...] = ()

    @property
    def kept(self) -> bool:
        """Whether it waits for others, who choose at the same time."""
        return not self.steps


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that does not count; nothing has changed.

    Attributes:
        why: the reason.
        seat: whose answer it is.
        answer: what was answered, an option or a notation.
        option: the option that it means; None where it means none.
        close: notations that may have been meant.
        broken: the rule that breaks.
        unsaved: why it cannot be saved.
    """

    why: Why
    seat: int
    answer: int | str
    option: int | None = None
    close: tuple[str, ...] = ()
    broken: BrokenRuleError | None = None
    unsaved: RecordError | None = None
