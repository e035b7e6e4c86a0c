"""A table brought to the persons before one screen, until the game is over or somebody leaves.

It knows no game. Everything said about it comes from the table and the seam.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ruleset_core import BrokenRuleError
from ruleset_core.bots import BotError
from ruleset_core.cli.common import EXIT_INTERRUPTED
from ruleset_core.cli.playing import keeping
from ruleset_core.cli.playing.asking import Asking
from ruleset_core.cli.playing.chain import Chain
from ruleset_core.cli.playing.commands import LeaveTable
from ruleset_core.cli.playing.hinting import tell_hints
from ruleset_core.cli.playing.narrator import Narrator
from ruleset_core.cli.playing.person import Person
from ruleset_core.cli.playing.picture import Picture
from ruleset_core.cli.playing.place import Place
from ruleset_core.cli.playing.reader import Reader
from ruleset_core.cli.playing.scores import show_result
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_opening import seed_line
from ruleset_core.lookup.changes import change_lines
from ruleset_core.shown import clean
from ruleset_core.table import BotBroke, Refused, Table, play
from ruleset_core.texts.bots import explain_bot
from ruleset_core.texts.names import kind_word, seats_line
from ruleset_core.texts.reasons import bot_broke, refused

if TYPE_CHECKING:
    from ruleset_core.cli.playing.script import Script
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.record import Session
    from ruleset_core.table import Answered, Question

__all__ = ["Host"]


class Host:
    """Brings a table to a screen: welcomes, lets persons or a `script` answer, tells what bots did, and says goodbye.

    `waits`: a person reads a turn without a choice before the game goes on.
    """

    def __init__(
        self, session: Session, screen: Screen, lang: str, script: Script | None = None, *, waits: bool = True
    ) -> None:
        self.table = Table(session)
        self.place = Place(self.table, screen, lang)
        self.reader = Reader(self.place)
        self.picture = Picture(self.place, self.reader)
        self.chain = Chain(screen, lang)
        self.narrator = Narrator(self.place, self.reader, self.chain, waits=waits)
        self.asking = Asking(self.place)
        self._script = script
        self._person = Person(self)

    def run(self) -> int:
        """Play until the game is over or somebody leaves; the exit code."""
        at, screen = self.place, self.place.screen
        try:
            self._welcome()
            play(self.table, self)
            self._finish()
        except EOFError:
            if screen.interactive:  # the end of input leaves the cursor behind the prompt
                screen.line()
            keeping.farewell(self.place)
        except LeaveTable:
            keeping.farewell(self.place)
        except KeyboardInterrupt:
            screen.line()
            keeping.farewell(self.place)
            return EXIT_INTERRUPTED
        except BotBroke as error:
            raise self._stopped(bot_broke(error, at.game, at.lang, at.names)) from error
        except BotError as error:
            raise self._stopped(explain_bot(error, at.lang)) from error
        except BrokenRuleError as error:  # in what is drawn, asked or counted at the end
            raise self._stopped(error.said(self.place.lang)) from error
        finally:
            self.table.close()
        return 0

    def sit_down(self, session: Session) -> None:
        """Go on with another session; the one before keeps its file."""
        self.table.sit_down(session)
        self.chain.clear()
        self.asking.sit_down()
        self.picture.sit_down()

    # -- what the loop of a table asks for --------------------------------------------------------------------------

    def before(self) -> None:
        """Stop bots that play alone and come to no end."""
        if self.table.seating.is_endless(self.table.session):
            count = f"{len(self.table.session.steps):,}".replace(",", " " if self.place.lang == "es" else ",")
            raise click.ClickException(say("endless", self.place.lang, count=count))

    def ask(self, question: Question) -> None:
        """Let the script answer while it lasts, then the person."""
        script = self._script
        if script is not None and not script.done:
            self._scripted(script, question)
        elif script is not None and not self.place.screen.interactive:
            self._end_of_script(script, question)
        else:
            self._script = None
            self._person.decide(question)

    def bot_decided(self, answered: Answered) -> None:
        """Tell what a bot did; to a person above its next question."""
        del answered
        follows = self.place.screen.follows and len(self.table.seating.persons) < 2  # of more, not all may see the same
        told_later = self.reader.viewer is not None and not self.table.over
        if follows or not told_later:
            self.narrator.tell_turns()
        if follows:
            self.picture.draw()
            self.place.screen.follow()

    def after(self) -> None:
        """Say what has changed about saving."""
        keeping.report(self.place)

    # -- beginning and end ------------------------------------------------------------------------------------------

    def _stand_ins(self) -> None:
        """Say which bots play as another, weaker one here."""
        from ruleset_core.bots import plays_as

        place = self.place
        kinds = set(self.table.seating.kinds)
        others = sorted(kind for kind in kinds if plays_as(kind, place.game) != kind)
        if others:
            names = ", ".join(kind_word(kind, place.lang) for kind in others)
            place.screen.note(say("plays_as", place.lang, kinds=names, easy=kind_word("easy", place.lang)))

    def _welcome(self) -> None:
        screen, lang, header = self.place.screen, self.place.lang, self.table.session.header
        screen.line(self.place.game.title(lang), "bold")
        screen.line(seats_line(header, lang, self.table.seating.kinds))
        self._stand_ins()
        for line in change_lines(self.place.game, lang):
            screen.note(line)
        screen.note(seed_line(header, lang))
        if screen.interactive and self.table.seating.persons:
            if self.place.game.about(lang):
                screen.line(self.place.game.about(lang))
            screen.note(say(screen.hint, lang))
        keeping.report(self.place)

    def _finish(self) -> None:
        self.narrator.tell_after()
        if self._script is not None and not self._script.done:
            raise self._script.too_long(self.place.lang)
        self.picture.draw()
        self.place.screen.line(say("over", self.place.lang), "bold")
        show_result(self.place.screen, self.table.session, self.place.lang, self.reader.viewer)
        tell_hints(self.place.screen, self.table.session, self.place.lang)
        keeping.farewell(self.place, over=True)

    def _stopped(self, problem: str) -> click.ClickException:
        """The error that the game cannot go on; what was played is kept, for when the rule is mended."""
        if self.table.session.journal is not None:
            keeping.farewell(self.place)
        return click.ClickException(clean(problem))

    # -- a script ---------------------------------------------------------------------------------------------------

    def _scripted(self, script: Script, question: Question) -> None:
        """Answer with the next move of a script. Raises `ScriptError` where that is refused."""
        at, move = self.place, script.next()
        done = at.table.answer(question.seat, move)
        if isinstance(done, Refused):
            problem = refused(done, at.game, question.state, at.lang, at.names)
            self.narrator.tell()
            raise script.refuse(problem, at.lang) from done.broken
        self.narrator.tell_turns()

    def _end_of_script(self, script: Script, question: Question) -> None:
        at = self.place
        self.narrator.tell()
        self.picture.draw()
        prompt = question.decision.prompt(at.lang, at.names)
        said = say("script_end", at.lang, file=script.file, name=at.name(question.seat), prompt=prompt)
        at.screen.line(said, "bold")
        raise LeaveTable
