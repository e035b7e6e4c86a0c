"""What is said about the file a game is kept in."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_records import explain

if TYPE_CHECKING:
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.record import Journal, Session

__all__ = ["Keeping"]


class Keeping:
    """Says once when saving fails, works again or goes into another file, and in the end where the game is."""

    def __init__(self, screen: Screen, lang: str) -> None:
        self._screen = screen
        self._lang = lang
        self._troubled = False
        self._kept_in: Journal | None = None

    def sit_down(self) -> None:
        """Another game lies on the table now, with a file of its own."""
        self._kept_in = None

    def report(self, session: Session) -> None:
        """Say what has changed about saving."""
        journal = session.journal
        if journal is not None and self._kept_in not in {None, journal}:
            self._screen.error(say("kept_anew", self._lang, file=journal.path))
        self._kept_in = journal
        trouble = journal.trouble if journal else None
        if trouble is not None and not self._troubled:
            self._screen.error(say("trouble", self._lang, problem=explain(trouble, self._lang)))
        elif trouble is None and self._troubled:
            self._screen.note(say("trouble_over", self._lang))
        self._troubled = trouble is not None

    def finish(self, session: Session) -> None:
        """Say where a game that is over can be looked at."""
        if session.journal is not None:
            self._kept(session, session.journal, "look", "ruleset replay")

    def farewell(self, session: Session) -> None:
        """Say where the game is and how to go on with it."""
        if session.journal is None:
            self._screen.note(say("not_kept", self._lang))
        else:
            self._kept(session, session.journal, "go_on", "ruleset play --resume")

    def _kept(self, session: Session, journal: Journal, key: str, command: str) -> None:
        session.sync()
        self.report(session)
        journal = session.journal or journal  # the file may be another one now
        if not journal.holds:
            self._screen.error(say("not_kept", self._lang))
            return
        if journal.waiting:
            self._screen.error(say("lost", self._lang, count=journal.waiting))
        self._screen.note(say("kept", self._lang, file=journal.path))
        self._screen.note(say(key, self._lang, command=f"{command} {shlex.quote(str(journal.path))}"))
