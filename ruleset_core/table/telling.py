"""What each reader has not been told yet of a session, and turns in which nobody who reads had a choice."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from ruleset_core import Story
    from ruleset_core.record import Session

__all__ = ["BEGINNING", "Mark", "Telling", "Unanswered", "unanswered"]

BEGINNING: Final = -1
"""The position before the setup."""

Mark: TypeAlias = tuple[int, int]
"""How far somebody was told: so many moves, and so many parts of what came of the next one."""


class Telling:
    """Tells once what happened since; choices that are hidden for now are told when they no longer are.

    A page is what somebody reads: a screen, or a page of a browser. `told`: so many moves were told to all before; of a
    game that begins, what happens from the first turn on is told. `hints`: so many that were asked for were told, too.
    """

    def __init__(self, told: int = 0, hints: int = 0) -> None:
        self._start: Mark = told or BEGINNING, 0
        self._marks: dict[Hashable, Mark] = {}
        self._first_hint = hints
        self._hints: dict[Hashable, int] = {}

    def untold_hints(self, session: Session, page: Hashable) -> list[int]:
        """The seats that have asked for hints since this was last told on a page: everybody may know."""
        known = self._hints.get(page, self._first_hint)
        self._hints[page] = len(session.hints)
        return [*dict.fromkeys(each.seat for each in session.hints[known:])]

    def untold(
        self, session: Session, viewer: int | None, *pages: Hashable, turn_of: int | None = None
    ) -> Story | None:
        """What `viewer` may know and was not told yet, and now is; None if nothing was done since.

        Args:
            session: the game.
            viewer: a seat; the number of seats for who looks on, None for who may know all.
            pages: where it is told: what was told on the first of them counts, and it counts as told on all.
                The viewer's own, if none is named.
            turn_of: a turn that goes on waits, so that it is told in one sentence, unless this seat was asked in it.
        """
        pages = pages or (viewer,)
        told = self._marks.get(pages[0], self._start)
        story, mark = _since(session, viewer, told), (len(session.steps), 0)
        parted = None if story is None or turn_of is None or session.live.over else story.parted(turn_of)
        if parted is not None:
            story, (step, parts) = parted
            mark = step, parts + (told[1] if step == told[0] else 0)
        self._marks.update(dict.fromkeys(pages, mark))
        return story

    def take_back(self, count: int) -> None:
        """Only `count` moves stand: tell anew what will come in place of those taken back."""
        self._start = min(self._start, (count, 0))
        self._marks = {page: min(told, (count, 0)) for page, told in self._marks.items()}


def _since(session: Session, viewer: int | None, told: Mark) -> Story | None:
    first, parts = told
    end = len(session.steps)
    if first >= end:
        return None
    story = session.story(first, end, viewer)
    return (story.from_first_turn if first == BEGINNING else story).between(parts)


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Whole turns in which no reader had a choice: `story` goes up to the last of them, `seats` had them, `rest` follows."""

    story: Story
    seats: tuple[int, ...]
    rest: Story


def unanswered(session: Session, story: Story, readers: Collection[int]) -> Unanswered | None:
    """The whole turns of these seats in a story in which they were never asked, as far as anything is told of them."""
    told = 0
    seats: list[int] = []
    for end, seat in story.turns_without_answer(readers, over=session.live.over):
        if story.between(told, end).sentences():  # what is told in one language is told in all
            told, seats = end, [*seats, seat]
    return Unanswered(story.between(0, told), tuple(seats), story.between(told)) if seats else None
