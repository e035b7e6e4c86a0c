"""The log: what happened, in sentences, and nothing a seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from ruleset_core.cli.playing.stops import Stops
from ruleset_core.cli.said.names import player_names
from ruleset_core.record import Session

if TYPE_CHECKING:
    from ruleset_core import Story
    from ruleset_core.cli.printed.screen import Screen

__all__ = ["Narrator", "log_lines", "move_words", "story_lines", "told_lines"]

BEGINNING: Final = -1
"""The position before the setup."""

Mark: TypeAlias = tuple[int, int]
"""How far somebody was told: so many moves, and so many parts of what came of the next one."""


def move_words(session: Session, number: int, lang: str, viewer: int | None = None) -> str:
    """The move with this number (from 0) in words for a viewer, its notation behind them when that differs."""
    step, before = session.steps[number], session.states[number]
    label = session.game.label(before, step.option, lang, viewer, player_names(session.header, lang))
    return label if label == step.move.notation else f"{label}  [{step.move.notation}]"


def story_lines(session: Session, start: int, end: int, viewer: int | None, lang: str) -> list[str]:
    """What happened from one position to another, in sentences, as `viewer` may be told it at the latter."""
    return session.story(start, end, viewer).sentences(lang, player_names(session.header, lang))


def log_lines(session: Session, viewer: int | None, lang: str, last: int | None = None) -> Iterator[str]:
    """All that `viewer` may be told of what happened up to the position looked at, or the `last` so many sentences, numbered.

    The numbers count what is told, not the moves: how many of those were made in secret is a secret too.
    """
    story = session.story(BEGINNING, session.position, viewer).from_first_turn
    known = story.sentences(lang, player_names(session.header, lang))
    width = len(str(len(known)))
    first = 0 if last is None else max(0, len(known) - last)
    for number, line in enumerate(known[first:], first + 1):
        yield f"{number:>{width}}  {line}"


def told_lines(session: Session, viewer: int | None, lang: str) -> Iterator[str]:
    """What happened up to the position looked at, before each sentence the number of the position it leads to, as in a replay."""
    stops = Stops(session, viewer)
    lines = session.story(-1, session.position, viewer).lines(lang, player_names(session.header, lang))
    width = len(str(stops.last))
    for step, line in lines:
        yield f"{stops.number(step + 1):>{width}}  {line}"


class Narrator:
    """Tells once what happened since; choices that are hidden for now are told when they no longer are.

    Players who must not see each other's screen are told apart, the others together. `told`: so many moves were told
    before; of a game that begins, what happens from the first turn on is told.
    """

    def __init__(self, screen: Screen, lang: str, told: int = 0) -> None:
        self._screen = screen
        self._lang = lang
        told = told or BEGINNING
        self._start: Mark = told, 0
        self._together: Mark = told, 0
        self._apart: dict[int, Mark] = {}

    def tell(self, session: Session, viewer: int | None, *, apart: bool = False) -> None:
        """Print what `viewer` may know and was not told yet."""
        self._print(session, self.untold(session, viewer, apart=apart))

    def tell_turns(self, session: Session, viewer: int | None) -> None:
        """Print the turns that are over: of one that goes on nothing is told, so that it is told in one line."""
        self._print(session, self.untold(session, viewer, turn_of=-1))

    def _print(self, session: Session, story: Story | None) -> None:
        for line in story.sentences(self._lang, player_names(session.header, self._lang)) if story else ():
            self._screen.line(line)

    def untold(
        self, session: Session, viewer: int | None, *, apart: bool = False, turn_of: int | None = None
    ) -> Story | None:
        """What `viewer` may know and was not told yet, and now is; None if nothing was done since.

        `turn_of`: a turn that goes on waits, so that it is told in one line, unless this seat was asked in it.
        """
        told = self._apart.get(viewer, self._start) if apart and viewer is not None else self._together
        end = len(session.steps)
        story, mark = self._since(session, viewer, told), (end, 0)
        parted = None if story is None or turn_of is None or session.live.over else story.parted(turn_of)
        if parted is not None:
            story, (step, parts) = parted
            mark = step, parts + (told[1] if step == told[0] else 0)
        if viewer is not None:
            self._apart[viewer] = mark
        if viewer is None or not apart:
            self._together = mark
        return story

    def _since(self, session: Session, viewer: int | None, told: Mark) -> Story | None:
        """What happened since; None if nothing was done."""
        first, parts = told
        end = len(session.steps)
        if first >= end:
            return None
        story = session.story(first, end, viewer)
        return (story.from_first_turn if first == BEGINNING else story).between(parts)

    def take_back(self, count: int) -> None:
        """Only `count` moves stand: tell anew what will come in place of those taken back."""
        self._together = min(self._together, (count, 0))
        self._apart = {viewer: min(told, (count, 0)) for viewer, told in self._apart.items()}
