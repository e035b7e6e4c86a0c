"""What a lesson says at a table, in words for a terminal and a page; and its answer in a menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ruleset_core.messages import message

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.play.match import Match
    from ruleset_core.play.wording.game_messages import MenuOffer
    from ruleset_core.positions.lesson_progress import LessonProgress


@dataclass(frozen=True, slots=True)
class LessonWords:
    """What a lesson says now.

    Attributes:
        title: its name, and how far it is.
        said: what came of the last answer, what others did, and at the end that it is over.
        say: what to do and why; empty where nothing is looked for.
        sought: the option that is looked for.
        mark: names of what is pointed out.
    """

    title: str
    said: tuple[str, ...]
    say: str = ""
    sought: int | None = None
    mark: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """All of it, line by line."""
        return [self.title, *self.said, *([self.say] if self.say else [])]


def lesson_words(table: Match, seat: int | None, lang: str, names: Sequence[str]) -> LessonWords | None:
    """What a lesson says to a seat; None where it says nothing, or not to that one."""
    lesson = table.lesson
    if lesson is None or seat != lesson.learner:
        return None
    now = lesson.text(table.live, table.live.seat, lang, names)
    if not now.told or not (now.before or now.say or now.over or now.lost):
        return None
    number = min(now.place + 1, now.count)
    title = message("play.lesson_step", lang, name=lesson.lesson.name.get(lang), number=number, count=now.count)
    end = "play.lesson_over" if now.over else "play.lesson_lost" if now.lost else ""
    said = (*now.before, message(end, lang)) if end and not table.over else now.before
    return LessonWords(title, said, now.say, now.sought, now.mark)


def with_sought(menu: Sequence[MenuOffer], lesson: LessonProgress | None, state: State, lang: str) -> list[MenuOffer]:
    """A menu in which the answer is marked that a lesson looks for."""
    sought = None if lesson is None else lesson.sought(state)
    if sought is None:
        return [*menu]
    return [
        replace(offer, sought=message("play.lesson_sought", lang)) if offer.option == sought else offer
        for offer in menu
    ]
