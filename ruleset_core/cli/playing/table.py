"""A game at one table: bots and persons decide in turn until it is over or somebody leaves.

The loop knows no game. Everything said about it comes from the session and the seam.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ruleset_core import BrokenRuleError, IllegalOption, NotationError
from ruleset_core.cli.playing.bots import BotBroke, Bots, stop_endless
from ruleset_core.cli.playing.commands import LeaveTable
from ruleset_core.cli.playing.keeping import Keeping
from ruleset_core.cli.playing.log import Narrator
from ruleset_core.cli.playing.person import Person
from ruleset_core.cli.playing.picture import Picture
from ruleset_core.cli.playing.scores import show_result
from ruleset_core.cli.playing.start import HUMAN, seed_line
from ruleset_core.cli.said.changes import change_lines
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.names import player_names, seats_line
from ruleset_core.cli.typed.refusal import Asked, refusal
from ruleset_core.shown import clean

if TYPE_CHECKING:
    from ruleset_core.cli.playing.script import Script
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.cli.typed.menu import Offer
    from ruleset_core.record import Session

__all__ = ["Table"]

EXIT_INTERRUPTED = 130


class Table:
    """Plays a session to its end. `narrator` tells what happened, `script` decides for persons while it lasts.

    `waits`: a person reads a turn without a choice before the game goes on. `to_draw`: it has changed since a view
    in Python drew it; of scenes the `picture` knows that itself.
    """

    def __init__(
        self, session: Session, screen: Screen, lang: str, script: Script | None = None, *, waits: bool = True
    ) -> None:
        self.session = session
        self.screen = screen
        self.lang = lang
        self.script = script
        self.waits = waits
        self.narrator = Narrator(screen, lang, told=len(session.steps))
        self.to_draw = True
        self.picture = Picture(self)
        self._person = Person(self)
        self._bots = Bots(lang)
        self._keeping = Keeping(screen, lang)

    def run(self) -> int:
        """Play until the game is over or somebody leaves; the exit code."""
        try:
            self._welcome()
            while not self.session.live.over:
                stop_endless(self.session, self.lang)
                self._decision()
            self._finish()
        except EOFError:
            if self.screen.interactive:  # the end of input leaves the cursor behind the prompt
                self.screen.line()
            self._keeping.farewell(self.session)
        except LeaveTable:
            self._keeping.farewell(self.session)
        except KeyboardInterrupt:
            self.screen.line()
            self._keeping.farewell(self.session)
            return EXIT_INTERRUPTED
        except BotBroke as error:
            raise self._stopped(str(error)) from error
        except BrokenRuleError as error:  # in what is drawn, asked or counted at the end
            raise self._stopped(error.said(self.lang)) from error
        finally:
            if self.session.journal is not None:
                self.session.journal.close()
        return 0

    def sit_down(self, session: Session) -> None:
        """Go on with another session; the one before keeps its file."""
        if self.session.journal is not None:
            self.session.journal.close()
        self.session = session
        self.narrator = Narrator(self.screen, self.lang, told=len(session.steps))
        for each in (self._person, self._bots, self._keeping):
            each.sit_down()
        self.picture.forget()
        self.to_draw = True

    def name(self, seat: int) -> str:
        """The name to show for a seat."""
        return self.names[seat]

    @property
    def names(self) -> list[str]:
        """The names of all players, by seat."""
        return player_names(self.session.header, self.lang)

    @property
    def viewer(self) -> int | None:
        """The seat that reads the screen: the only person, the one who decides, or None when bots play or a script."""
        persons = [seat for seat, player in enumerate(self.session.header.seats) if player.kind == HUMAN]
        if len(persons) == 1:
            return persons[0]
        return self._person.looking if persons and self.script is None else None

    def show_menu(self, menu: list[Offer]) -> None:
        """The question and its options, numbered."""
        self._person.show_menu(menu)

    def _welcome(self) -> None:
        header = self.session.header
        self.screen.line(self.session.game.title(self.lang), "bold")
        self.screen.line(seats_line(header, self.lang))
        for line in change_lines(self.session.game, self.lang):
            self.screen.note(line)
        self.screen.note(seed_line(header, self.lang))
        if self.screen.interactive and any(seat.kind == HUMAN for seat in header.seats):
            self.screen.note(say("hint", self.lang))
        self._keeping.report(self.session)

    def _decision(self) -> None:
        """Let the seat whose turn it is decide once."""
        seat = self.session.live.seat
        if self.session.header.seats[seat].kind != HUMAN:
            self._bots.decide(self.session, seat, self.name(seat))
            told_later = self.viewer is not None and not self.session.live.over  # above that person's next question
            if not told_later:
                self.narrator.tell_turns(self.session, self.viewer)
            self.to_draw = True
        elif self.script is not None and not self.script.done:
            self._scripted(self.script)
        elif self.script is not None and not self.screen.interactive:
            self._end_of_script(self.script)
        else:
            self.script = None
            self._person.decide(seat)
        self._keeping.report(self.session)

    def _stopped(self, problem: str) -> click.ClickException:
        """The error that the game cannot go on; what was played is kept, for when the rule is mended."""
        if self.session.journal is not None:
            self._keeping.farewell(self.session)
        return click.ClickException(clean(problem))

    def _scripted(self, script: Script) -> None:
        move = script.next()
        try:
            self.session.apply(move)
        except (NotationError, IllegalOption):
            asked = Asked((), self.session.game, self.session.live, self.lang, self.names)
            problem = refusal(move, asked)
            self.narrator.tell(self.session, self.viewer)
            raise script.refuse(problem, self.lang) from None
        except BrokenRuleError as error:
            self.narrator.tell(self.session, self.viewer)
            raise script.refuse(error.said(self.lang), self.lang) from error
        self.narrator.tell_turns(self.session, self.viewer)
        self.to_draw = True

    def _end_of_script(self, script: Script) -> None:
        decision = self.session.live.decision
        assert decision is not None
        self.narrator.tell(self.session, self.viewer)
        self.picture.draw()
        prompt = decision.prompt(self.lang, self.names)
        self.screen.line(
            say("script_end", self.lang, file=script.file, name=self.name(decision.seat), prompt=prompt), "bold"
        )
        raise LeaveTable

    def _finish(self) -> None:
        self._person.finish()
        if self.script is not None and not self.script.done:
            from ruleset_core.cli.playing.script import ScriptError

            raise ScriptError(say("script_long", self.lang, file=self.script.file, line=self.script.line))
        self.picture.draw()
        self.screen.line(say("over", self.lang), "bold")
        show_result(self.screen, self.session, self.lang, self.viewer)
        self._keeping.finish(self.session)
