"""A person at a table: asked until it has answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core import BrokenRuleError
from ruleset_core.cli.playing.asking import usual_answer
from ruleset_core.cli.playing.commands import run_command
from ruleset_core.cli.playing.levels import Levels
from ruleset_core.cli.printed.asked import Pointed
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.typed.ahead import Way
from ruleset_core.cli.typed.line import Command, chain_of, command_words, understand
from ruleset_core.cli.typed.refusal import Mistake
from ruleset_core.table import Refused
from ruleset_core.texts.menu import Offer, offers
from ruleset_core.texts.records import explain

if TYPE_CHECKING:
    from ruleset_core.cli.playing.host import Host
    from ruleset_core.table import Question

__all__ = ["Person"]


class Person:
    """Whoever sits before the screen."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._at = host.place
        self._chain = host.chain

    def decide(self, question: Question) -> None:
        """Ask until a decision is taken or the game is another one (after `undo` or `load`)."""
        at, host = self._at, self._host
        menu = offers(at.game, question.state, at.lang, at.names)
        levels = Levels(at.game, menu, at.lang, at.names)
        host.asking.begin(question.seat, levels)
        self._look(question.seat, levels)
        if not self._chain:
            host.asking.show(levels.shown)
        only = menu[0].notation if len(menu) == 1 else ""  # asked so that nobody else learns that it is the only one
        if only and not self._chain:
            at.screen.note(say("only_answer", at.lang))
        words = [offer.notation for offer in menu] + command_words(at.lang)
        answered = False
        while not answered:
            chained = bool(self._chain)
            typed = self._levelled(self._typed(levels.shown, words) or only or usual_answer(menu), levels)
            if typed:
                answered = self._meant(typed, question, levels, chained=chained)

    def _look(self, seat: int, levels: Levels) -> None:
        """Bring the screen to the person who decides: what happened since, then the game where it changed."""
        host = self._host
        if host.reader.change(seat):
            host.picture.forget()
        said = host.narrator.before_question(seat)
        if not self._chain:
            now = host.picture.now(levels.keys())
            host.asking.most = host.picture.most_below(now)
            if host.picture.has_changed(now):
                asked = 1 + host.asking.rows(levels.shown)
                above = self._beyond(said, host.picture.leave(now, asked) - asked)
                first, said = said[:above], said[above:]
                if first[-1:] == [say("since", self._at.lang)]:  # all that it announces stands below
                    first.pop()
                host.narrator.tell_lines(first)
                host.picture.draw(now)
        host.narrator.tell_lines(said)  # nearest to the question

    def _beyond(self, lines: list[str], rows: int) -> int:
        """How many lines are too many, of those that are to stand in so many rows below the game."""
        screen = self._at.screen
        if screen.height is None:
            return 0
        return next(at for at in range(len(lines) + 1) if sum(map(screen.rows, lines[at:])) <= rows)

    def _levelled(self, given: str | Pointed, levels: Levels) -> str:
        """What was typed or pointed at as an answer, or nothing where it led to another level of the menu."""
        if isinstance(given, Pointed):
            levels.point(given.options)
        elif not levels.step(given):
            return given
        answer = levels.only()
        if answer is not None:
            levels.back()
            return answer.notation
        if not self._chain:
            self._host.asking.show_level(levels)
        return ""

    def _meant(self, typed: str, question: Question, levels: Levels, *, chained: bool) -> bool:
        """Do what was typed, `chained` if ahead of the question; whether that one is answered, or the game another one."""
        at = self._at
        meaning = understand(typed, levels.asked_of(typed), at.game, question.state, at.lang, at.names)
        if isinstance(meaning, Mistake):
            if chained:  # the question was not shown
                self._host.asking.show(levels.shown)
            at.screen.error(meaning.text)
            self._chain.drop(say("chain_mistake", at.lang))
            return False
        if isinstance(meaning, Command):
            return self._commanded(meaning, levels.menu)
        option, later = (meaning.option, meaning.rest) if isinstance(meaning, Way) else (meaning, ())
        self._chain.put(later)
        return self._answered(question, option)

    def _typed(self, menu: list[Offer], words: list[str]) -> str | Pointed:
        """The next answer typed ahead, or else what is typed or pointed at now; of a chain its first answer."""
        if not self._chain:
            given = self._at.screen.point(say("prompt", self._at.lang), words)
            if isinstance(given, Pointed):
                return given
            self._chain.put(chain_of(given, menu))
        return self._chain.next()

    def _commanded(self, command: Command, menu: list[Offer]) -> bool:
        """Do what was typed; True when the game on the table is another one now."""
        try:
            return run_command(self._host, command, menu)
        except BrokenRuleError as error:  # in a score or a reason: the game itself can go on
            self._at.screen.error(error.said(self._at.lang))
            return False

    def _answered(self, question: Question, option: int) -> bool:
        """Take an option; False where a rule breaks: nothing has changed then, and another answer may do."""
        at, host = self._at, self._host
        done = at.table.answer(question.seat, option)
        if isinstance(done, Refused):
            assert done.broken is not None  # everything else was found out when it was understood
            at.screen.error(done.broken.said(at.lang))
            at.screen.note(say("answer_otherwise", at.lang))
            self._chain.drop(say("chain_mistake", at.lang))
            return False
        problem = at.table.undo_problem() if self._chain else None
        if problem is not None:  # what follows was typed without knowing what has been drawn, shown or done by others
            self._chain.drop(explain(problem, at.lang))
        following = at.live.seat  # another's turn is told to that one
        host.narrator.tell_after(None if following == question.seat else question.seat)
        return True
