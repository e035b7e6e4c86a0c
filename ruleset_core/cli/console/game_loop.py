"""The game loop in the terminal: lets persons or a script answer, tells what bots did, and says where the game is saved."""

from __future__ import annotations

import shlex
from typing import Final

import click

from ruleset_core import BrokenRuleError, Story
from ruleset_core.cli.console.game_view import GameView, QuestionView, show_result
from ruleset_core.cli.console.prompts import AnswerQueue, LeaveTable, Person, show_hint_counts
from ruleset_core.cli.console.screen import ConsoleTable, Screen, ScreenViewer
from ruleset_core.cli.openings import Script, seed_line
from ruleset_core.cli.parameters import EXIT_INTERRUPTED, command_line
from ruleset_core.messages import message
from ruleset_core.play.bots import BotError, effective_bot
from ruleset_core.play.lookup.card_facts import change_lines
from ruleset_core.play.match import (
    AcceptedAnswer,
    BotRuleError,
    Match,
    Question,
    RefusedAnswer,
    SavingNews,
    forced_turns,
    play_match,
)
from ruleset_core.play.records import Session
from ruleset_core.play.wording.endings import ending_lines
from ruleset_core.play.wording.game_messages import (
    bot_error_text,
    bot_rule_error_text,
    hint_asked_text,
    refused_answer_text,
    saving_news_text,
)
from ruleset_core.play.wording.lesson_messages import lesson_words
from ruleset_core.play.wording.names_and_numbers import format_grouped, kind_label, seats_line
from ruleset_core.safe_text import clean_line

# What is said about the file a game is kept in.


def report_saving(place: ConsoleTable) -> None:
    """Say what has changed about saving."""
    for news in place.table.keeping.news(place.session):
        _print_saving(place, news)


def farewell(place: ConsoleTable, *, over: bool = False) -> None:
    """Say where the game is and how to go on with it, or, if it is `over`, where it can be looked at."""
    if over and place.session.journal is None:
        return
    key, command = (
        ("cli.play.look", command_line("replay")) if over else ("cli.play.go_on", command_line("play --resume"))
    )
    for news in place.table.keeping.at_last(place.session):
        _print_saving(place, news)
        if news.key == "kept":
            place.screen.note(message(key, place.lang, command=f"{command} {shlex.quote(str(news.file))}"))


def _print_saving(place: ConsoleTable, news: SavingNews) -> None:
    (place.screen.error if news.is_bad else place.screen.note)(saving_news_text(news, place.lang))


# A table brought to the persons before one screen, until the game is over or somebody leaves.
#
# It knows no game. Everything said about it comes from the match and the public API.

SCREEN: Final = "screen"
"""The page that all who may see the same read together."""


class Narrator:
    """Tells the reader of a screen what happened. `waits`: for Enter, behind a turn in which nobody had a choice."""

    def __init__(self, place: ConsoleTable, reader: ScreenViewer, chain: AnswerQueue, *, waits: bool) -> None:
        self._place = place
        self._reader = reader
        self._chain = chain
        self._waits = waits

    def print_new_events(self) -> None:
        """Print what was not told yet."""
        self._print(self._new_story())

    def print_turns(self) -> None:
        """Print the turns that are over: of one that goes on nothing is told, so that it is told in one line."""
        self._print(self._new_story(-1))

    def print_after(self, turn_of: int | None = None) -> None:
        """Print what came of an answer, and wait where nobody could answer; `turn_of`: whose turn counts as over."""
        story = self._new_story(turn_of, apart=True)
        if story is not None:
            self.print_lines(self._sentences(self._without_turns(story, since=False)))

    def before_question(self, seat: int) -> list[str]:
        """The lines to be told right above a question to a seat; turns without a choice are told now."""
        since = any(
            step.move.seat == seat for step in self._place.session.steps
        )  # else there is nothing it could be since
        at = self._place
        others = at.table.telling.new_hints(at.session, seat)
        asked = [hint_asked_text(at.name(other), at.lang) for other in others if other != seat]
        story = self._new_story(apart=True)
        if story is None:
            return asked
        rest = self._without_turns(story, since=since)
        return [*asked, *self._sentences(rest, since=since and rest is story)]

    def print_lines(self, lines: list[str]) -> None:
        """Print lines of a story, with their heading."""
        heading = message("cli.play.since", self._place.lang)
        for place, line in enumerate(lines):
            self._place.screen.line(line, "dim" if not place and line == heading else "")

    def _print(self, story: Story | None) -> None:
        self.print_lines([] if story is None else self._sentences(story))

    def _new_story(self, turn_of: int | None = None, *, apart: bool = False) -> Story | None:
        """What was not told yet; `apart`: to each of those who may not see the same."""
        table, viewer = self._place.table, self._reader.viewer
        own = () if viewer is None else (viewer,)
        pages = own if own and apart and self._reader.apart else (SCREEN, *own)
        return table.telling.new_story(table.session, viewer, *pages, turn_of=turn_of)

    def _sentences(self, story: Story, *, since: bool = False) -> list[str]:
        at = self._place
        lines = story.sentences(at.lang, at.names)
        return [message("cli.play.since", at.lang), *lines] if lines and since else [*lines]

    def _without_turns(self, story: Story, *, since: bool) -> Story:
        """Tell a story up to the last whole turn in which a person had no choice, and wait; what is left of it.

        Nothing typed before counts for what is asked then.
        """
        at = self._place
        found = forced_turns(at.session, story, self._reader.all)
        if found is None:
            return story
        self.print_lines(self._sentences(found.story, since=since))
        if at.screen.interactive and self._waits:
            self._chain.drop(message("cli.play.chain_waits", at.lang))
            who = ", ".join(dict.fromkeys(at.name(seat) for seat in found.seats))
            at.screen.pause(message("cli.play.no_choice", at.lang, name=who))
        return found.rest


# -- A table brought to the persons before one screen ------------------------------------------------------------------


class ConsoleHost:
    """Brings a table to a screen: welcomes, lets persons or a `script` answer, tells what bots did, and says goodbye.

    `waits`: a person reads a turn without a choice before the game goes on.
    """

    def __init__(
        self, session: Session, screen: Screen, lang: str, script: Script | None = None, *, waits: bool = True
    ) -> None:
        self.table = Match(session)
        self.place = ConsoleTable(self.table, screen, lang)
        self.reader = ScreenViewer(self.place)
        self.picture = GameView(self.place, self.reader)
        self.chain = AnswerQueue(screen, lang)
        self.narrator = Narrator(self.place, self.reader, self.chain, waits=waits)
        self.asking = QuestionView(self.place)
        self._script = script
        self._person = Person(self)

    def run(self) -> int:
        """Play until the game is over or somebody leaves; the exit code."""
        at, screen = self.place, self.place.screen
        try:
            self._welcome()
            play_match(self.table, self)
            self._finish()
        except EOFError:
            if screen.interactive:  # the end of input leaves the cursor behind the prompt
                screen.line()
            farewell(self.place)
        except LeaveTable:
            farewell(self.place)
        except KeyboardInterrupt:
            screen.line()
            farewell(self.place)
            return EXIT_INTERRUPTED
        except BotRuleError as error:
            raise self._stopped(bot_rule_error_text(error, at.game, at.lang, at.names)) from error
        except BotError as error:
            raise self._stopped(bot_error_text(error, at.lang)) from error
        except BrokenRuleError as error:  # in what is drawn, asked or counted at the end
            raise self._stopped(error.text(self.place.lang)) from error
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
            count = format_grouped(len(self.table.session.steps), self.place.lang)
            raise click.ClickException(message("cli.play.endless", self.place.lang, count=count))

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

    def bot_decided(self, answered: AcceptedAnswer) -> None:
        """Tell what a bot did; to a person above its next question."""
        del answered
        follows = self.place.screen.follows and len(self.table.seating.persons) < 2  # of more, not all may see the same
        told_later = self.reader.viewer is not None and not self.table.over
        if follows or not told_later:
            self.narrator.print_turns()
        if follows:
            self.picture.draw()
            self.place.screen.follow()

    def after(self) -> None:
        """Say what has changed about saving."""
        report_saving(self.place)

    # -- beginning and end ------------------------------------------------------------------------------------------

    def _stand_ins(self) -> None:
        """Say which bots play as another, weaker one here."""
        place = self.place
        kinds = set(self.table.seating.kinds)
        others = sorted(kind for kind in kinds if effective_bot(kind, place.game) != kind)
        if others:
            names = ", ".join(kind_label(kind, place.lang) for kind in others)
            place.screen.note(
                message("cli.play.plays_as", place.lang, kinds=names, easy=kind_label("easy", place.lang))
            )

    def _welcome(self) -> None:
        screen, lang, header = self.place.screen, self.place.lang, self.table.session.header
        screen.line(self.place.game.title(lang), "bold")
        screen.line(seats_line(header, lang, self.table.seating.kinds))
        self._stand_ins()
        for line in change_lines(self.place.game, lang):
            screen.note(line)
        screen.note(seed_line(header, lang))
        if screen.interactive and self.table.seating.persons:
            lesson = self.table.lesson
            about = lesson.about(lang) if lesson is not None else self.place.game.about(lang)
            if about:
                screen.line(about)
            screen.note(message(screen.hint, lang))
        report_saving(self.place)

    def _finish(self) -> None:
        self.narrator.print_after()
        if self._script is not None and not self._script.done:
            raise self._script.too_long(self.place.lang)
        self.picture.draw()
        at, lesson = self.place, self.table.lesson
        words = None if lesson is None else lesson_words(self.table, lesson.learner, at.lang, at.names)
        for line in words.lines if words is not None else ():
            at.screen.line(line, "cyan")
        self.place.screen.line(message("cli.play.over", self.place.lang), "bold")
        for line in ending_lines(self.table.session, at.lang, at.names):
            at.screen.line(line)
        show_result(self.place.screen, self.table.session, self.place.lang, self.reader.viewer)
        show_hint_counts(self.place.screen, self.table.session, self.place.lang)
        farewell(self.place, over=True)

    def _stopped(self, problem: str) -> click.ClickException:
        """The error that the game cannot go on; what was played is kept, for when the rule is mended."""
        if self.table.session.journal is not None:
            farewell(self.place)
        return click.ClickException(clean_line(problem))

    # -- a script ---------------------------------------------------------------------------------------------------

    def _scripted(self, script: Script, question: Question) -> None:
        """Answer with the next move of a script. Raises `ScriptError` where that is refused."""
        at, move = self.place, script.next()
        done = at.table.answer(question.seat, move)
        if isinstance(done, RefusedAnswer):
            problem = refused_answer_text(done, at.game, question.state, at.lang, at.names)
            self.narrator.print_new_events()
            raise script.refuse(problem, at.lang) from done.broken
        self.narrator.print_turns()

    def _end_of_script(self, script: Script, question: Question) -> None:
        at = self.place
        self.narrator.print_new_events()
        self.picture.draw()
        prompt = question.decision.prompt(at.lang, at.names)
        said = message("cli.play.script_end", at.lang, file=script.file, name=at.name(question.seat), prompt=prompt)
        at.screen.line(said, "bold")
        raise LeaveTable
