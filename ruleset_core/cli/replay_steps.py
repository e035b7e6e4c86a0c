"""Stepping through a recorded game, or printing all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core.cli.messages import explain, say
from ruleset_core.cli.play_draw import draw_state
from ruleset_core.cli.play_log import log_lines
from ruleset_core.cli.play_scores import show_result
from ruleset_core.record import RecordError, Session

if TYPE_CHECKING:
    from ruleset_core.cli.play_screen import Screen

__all__ = ["Player"]

_WORDS: Final = {
    "n": "next", "next": "next", "siguiente": "next", "s": "next", "": "next",
    "p": "previous", "previous": "previous", "anterior": "previous", "a": "previous",
    "g": "go", "go": "go", "ir": "go",
    "end": "end", "fin": "end",
    "log": "log", "registro": "log",
    "q": "quit", "quit": "quit", "exit": "quit", "salir": "quit",
}  # fmt: skip


class Player:
    """Shows a session to `viewer`, a seat, or None to whom all moves are open."""

    def __init__(self, session: Session, screen: Screen, lang: str, viewer: int | None) -> None:
        self._session = session
        self._screen = screen
        self._lang = lang
        self._viewer = viewer

    def print_all(self) -> None:
        """The moves up to the position, the game there, and the scores if it is over."""
        self._head()
        self._log()
        self._position()

    def step(self) -> None:
        """Ask for steps until somebody leaves."""
        self._head()
        self._position()
        while True:
            try:
                typed = self._screen.ask(say("step_prompt", self._lang)).casefold()
            except (EOFError, KeyboardInterrupt):
                self._screen.line()
                return
            word, _, rest = typed.partition(" ")
            if word.startswith("g") and word[1:].isdecimal():
                word, rest = "g", word[1:]
            name = _WORDS.get(word)
            if name == "quit":
                return
            if name is None:
                self._screen.error(say("step_unknown", self._lang))
            elif name == "log":
                self._log()
            else:
                self._move(name, rest.strip())

    def _move(self, name: str, rest: str) -> None:
        session = self._session
        if name == "next" and session.at_end:
            self._screen.note(say("at_end", self._lang))
            return
        if name == "previous" and session.position == 0:
            self._screen.note(say("at_start", self._lang))
            return
        last = len(session.steps)
        targets = {"next": session.position + 1, "previous": session.position - 1, "end": last}
        target = targets.get(name, int(rest[:9]) if rest.isdecimal() else -1)
        try:
            session.to(target)
        except RecordError as error:
            known = target >= 0
            self._screen.error(explain(error, self._lang) if known else say("step_unknown", self._lang))
            return
        self._position()

    def _head(self) -> None:
        header = self._session.header
        self._screen.line(self._session.game.title(self._lang), "bold")
        seats = ", ".join(f"{seat.name} ({seat.kind})" for seat in header.seats)
        self._screen.line(say("seats", self._lang, seats=seats))
        self._screen.note(say("seed", self._lang, seed=header.seed))
        if self._viewer is not None and not self._session.live.over:
            self._screen.note(say("unfinished", self._lang, name=header.seats[self._viewer].name))

    def _log(self) -> None:
        for line in log_lines(self._session, self._viewer, self._lang):
            self._screen.line(line)

    def _position(self) -> None:
        """The last move before the position, the game there, and the result at the end."""
        session, lang = self._session, self._lang
        last = len(session.steps)
        self._screen.line(say("position", lang, number=session.position, last=last), "bold")
        for line in list(log_lines(session, self._viewer, lang))[-1:]:
            self._screen.line(line)
        state = session.state
        seat = self._viewer if self._viewer is not None else max(state.seat, 0)
        names = session.header.names
        self._screen.draw(draw_state(session.game, state.observe(seat), lang, self._screen.width, names))
        if state.over:
            show_result(self._screen, session, lang)
