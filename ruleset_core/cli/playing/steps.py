"""Stepping through a recorded game, or printing all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core.cli.playing.draw import Room, draw_state
from ruleset_core.cli.playing.hinting import tell_hints
from ruleset_core.cli.playing.scores import show_result
from ruleset_core.cli.playing.why import tell_why
from ruleset_core.cli.printed.asked import Choice, Question
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_opening import seed_line
from ruleset_core.cli.typed.line import joined
from ruleset_core.record import RecordError, Session
from ruleset_core.table.seen import scores_of, seen_by
from ruleset_core.table.stops import Stops
from ruleset_core.texts.log import story_lines, told_lines
from ruleset_core.texts.names import player_names, seats_line
from ruleset_core.texts.records import explain

if TYPE_CHECKING:
    from ruleset_core.cli.printed.screen import Screen

__all__ = ["Player"]

_WORDS: Final = {
    "n": "next", "next": "next", "siguiente": "next", "s": "next", "": "next",
    "p": "previous", "previous": "previous", "anterior": "previous", "a": "previous",
    "g": "go", "go": "go", "ir": "go",
    "end": "end", "fin": "end",
    "log": "log", "registro": "log",
    "why": "why", "porqué": "why", "porque": "why",
    "q": "quit", "quit": "quit", "exit": "quit", "salir": "quit",
}  # fmt: skip


BESIDES: Final = 6
LEAST: Final = 8
"""Lines for what happened and the prompt, and those that are always drawn."""
_BY: Final = {"next": 1, "previous": -1}


class Player:
    """Shows a session to `viewer`, a seat, or None to whom all moves are open."""

    def __init__(self, session: Session, screen: Screen, lang: str, viewer: int | None) -> None:
        self._session = session
        self._screen = screen
        self._lang = lang
        self._viewer = viewer
        self._stops = Stops(session, viewer)

    def print_all(self, to: int | None) -> None:
        """The moves up to a position (the last one by default), the game there, and the scores if it is over."""
        self._go(to, self._stops.last)
        self._head()
        self._log()
        self._position()

    def step(self, to: int | None) -> None:
        """Ask for steps until somebody leaves, beginning at a position (the first one by default)."""
        self._go(to, 0)
        self._head()
        self._position()
        while True:
            self._screen.question(self._question())
            try:
                typed = self._screen.ask(say("step_prompt", self._lang)).casefold()
            except (EOFError, KeyboardInterrupt):
                self._screen.line()
                return
            word, _, rest = joined(typed).partition(" ")
            if word.startswith("g") and word[1:].isdecimal():
                word, rest = "g", word[1:]
            name = _WORDS.get(word)
            if name == "quit":
                return
            if name is None:
                self._screen.error(say("step_unknown", self._lang))
            elif name == "log":
                self._log()
            elif name == "why":
                tell_why(self._screen, self._session, rest, self._viewer, self._lang)
            else:
                self._move(name, rest.strip())

    def _question(self) -> Question:
        """What can be done, for screens on which one points."""
        here = say("position", self._lang, number=self._stops.here, last=self._stops.last)
        names = {"n": "key_next", "p": "key_previous", "end": "key_end", "log": "key_log", "quit": "key_quit"}
        choices = [Choice("", typed, say(name, self._lang), "", ()) for typed, name in names.items()]
        return Question([(here, "bold")], (), choices)

    def _move(self, name: str, rest: str) -> None:
        stops = self._stops
        if name in _BY:
            if not stops.step(_BY[name]):
                self._screen.note(say("at_end" if _BY[name] > 0 else "at_start", self._lang))
                return
        elif name == "go" and not rest.isdecimal():
            self._screen.error(say("step_unknown", self._lang))
            return
        else:
            try:
                stops.go(stops.last if name == "end" else int(rest[:9]))
            except RecordError as error:
                self._screen.error(explain(error, self._lang))
                return
        self._position()

    def _go(self, to: int | None, default: int) -> None:
        self._stops.go(default if to is None else to)

    def _head(self) -> None:
        header = self._session.header
        self._screen.line(self._session.game.title(self._lang), "bold")
        self._screen.line(seats_line(header, self._lang))
        self._screen.note(seed_line(header, self._lang))
        tell_hints(self._screen, self._session, self._lang)
        if self._viewer is not None and not self._session.live.over:
            self._screen.note(say("unfinished", self._lang, name=player_names(header, self._lang)[self._viewer]))

    def _log(self) -> None:
        for line in told_lines(self._session, self._viewer, self._lang):
            self._screen.line(line)

    def _height(self) -> int | None:
        """The lines there are, without those of what happened and of the prompt; all is drawn where nobody steps."""
        high = self._screen.height
        return None if high is None or not self._screen.interactive else max(high - BESIDES, LEAST)

    def _position(self) -> None:
        """The last move before the position, the game there, and the result at the end."""
        session, lang = self._session, self._lang
        self._screen.line(say("position", lang, number=self._stops.here, last=self._stops.last), "bold")
        here = session.position
        for line in story_lines(session, max(here - 1, 0), here, self._viewer, lang):
            self._screen.line(line)
        state = session.state
        seat = self._viewer if self._viewer is not None else max(state.seat, 0)
        names = player_names(session.header, lang)
        room = Room(self._screen.width, self._height(), self._screen.linear)
        scores = scores_of(state, seat)
        self._screen.draw(draw_state(session.game, seen_by(state, seat), lang, room, names, scores=scores))
        if state.over:
            show_result(self._screen, session, lang, self._viewer)
