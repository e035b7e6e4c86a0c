"""Says at a screen what happened: what its reader may know, once, and at the time when it is of use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core.cli.said.messages import say
from ruleset_core.table import unanswered
from ruleset_core.texts.hint import hint_was_asked

if TYPE_CHECKING:
    from ruleset_core import Story
    from ruleset_core.cli.playing.chain import Chain
    from ruleset_core.cli.playing.place import Place
    from ruleset_core.cli.playing.reader import Reader

__all__ = ["Narrator"]

SCREEN: Final = "screen"
"""The page that all who may see the same read together."""


class Narrator:
    """Tells the reader of a screen what happened. `waits`: for Enter, behind a turn in which nobody had a choice."""

    def __init__(self, place: Place, reader: Reader, chain: Chain, *, waits: bool) -> None:
        self._place = place
        self._reader = reader
        self._chain = chain
        self._waits = waits

    def tell(self) -> None:
        """Print what was not told yet."""
        self._print(self._untold())

    def tell_turns(self) -> None:
        """Print the turns that are over: of one that goes on nothing is told, so that it is told in one line."""
        self._print(self._untold(-1))

    def tell_after(self, turn_of: int | None = None) -> None:
        """Print what came of an answer, and wait where nobody could answer; `turn_of`: whose turn counts as over."""
        story = self._untold(turn_of, apart=True)
        if story is not None:
            self.tell_lines(self._sentences(self._without_turns(story, since=False)))

    def before_question(self, seat: int) -> list[str]:
        """The lines to be told right above a question to a seat; turns without a choice are told now."""
        since = any(
            step.move.seat == seat for step in self._place.session.steps
        )  # else there is nothing it could be since
        at = self._place
        others = at.table.telling.untold_hints(at.session, seat)
        asked = [hint_was_asked(at.name(other), at.lang) for other in others if other != seat]
        story = self._untold(apart=True)
        if story is None:
            return asked
        rest = self._without_turns(story, since=since)
        return [*asked, *self._sentences(rest, since=since and rest is story)]

    def tell_lines(self, lines: list[str]) -> None:
        """Print lines of a story, with their heading."""
        heading = say("since", self._place.lang)
        for place, line in enumerate(lines):
            self._place.screen.line(line, "dim" if not place and line == heading else "")

    def _print(self, story: Story | None) -> None:
        self.tell_lines([] if story is None else self._sentences(story))

    def _untold(self, turn_of: int | None = None, *, apart: bool = False) -> Story | None:
        """What was not told yet; `apart`: to each of those who may not see the same."""
        table, viewer = self._place.table, self._reader.viewer
        own = () if viewer is None else (viewer,)
        pages = own if own and apart and self._reader.apart else (SCREEN, *own)
        return table.telling.untold(table.session, viewer, *pages, turn_of=turn_of)

    def _sentences(self, story: Story, *, since: bool = False) -> list[str]:
        at = self._place
        lines = story.sentences(at.lang, at.names)
        return [say("since", at.lang), *lines] if lines and since else [*lines]

    def _without_turns(self, story: Story, *, since: bool) -> Story:
        """Tell a story up to the last whole turn in which a person had no choice, and wait; what is left of it.

        Nothing typed before counts for what is asked then.
        """
        at = self._place
        found = unanswered(at.session, story, self._reader.all)
        if found is None:
            return story
        self.tell_lines(self._sentences(found.story, since=since))
        if at.screen.interactive and self._waits:
            self._chain.drop(say("chain_waits", at.lang))
            who = ", ".join(dict.fromkeys(at.name(seat) for seat in found.seats))
            at.screen.pause(say("no_choice", at.lang, name=who))
        return found.rest
