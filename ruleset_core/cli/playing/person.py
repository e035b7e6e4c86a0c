"""A person at a table: shown what happened, asked, and answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleset_core import BrokenRuleError
from ruleset_core.cli.playing.commands import run_command
from ruleset_core.cli.playing.levels import Levels
from ruleset_core.cli.playing.start import HUMAN
from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.of_records import explain
from ruleset_core.cli.typed.ahead import Way
from ruleset_core.cli.typed.line import Command, chain_of, command_words, understand
from ruleset_core.cli.typed.menu import Offer, fitting_lines, menu_lines, offers
from ruleset_core.cli.typed.refusal import Mistake

if TYPE_CHECKING:
    from ruleset_core import Story
    from ruleset_core.cli.playing.table import Table

__all__ = ["Person"]

BESIDES = 11
"""Lines of a terminal that menus leave to the game, the question and what is typed."""
LONG_MENU = 40
"""More options than this are told by number; `?` lists them."""


class Person:
    """Whoever sits before the screen. `chain`: answers typed ahead, to the questions that come next."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.chain: list[str] = []
        self.looking: int | None = None
        self._asked: tuple[int, object] | None = None
        """How many moves had been made at the last question, and how it looked."""
        self._again = False
        self.apart = False
        """Persons were found who may not see the same: they are told what happened one by one."""

    def sit_down(self) -> None:
        """Another game lies on the table now."""
        self.chain.clear()
        self._asked, self._again = None, False

    def decide(self, seat: int) -> None:
        """Ask until a decision is taken or the game is another one (after `undo` or `load`)."""
        table, lang = self._table, self._table.lang
        state, game = table.session.live, table.session.game
        menu = offers(game, state, lang, table.names)
        levels = Levels(game, menu, lang, table.names)
        self._look(seat, levels)
        self._again = self._is_again(seat, menu)
        if not self.chain:
            self.show_menu(levels.shown)
        words = [offer.notation for offer in menu] + command_words(lang)
        usual = next((offer.notation for offer in menu if offer.usual and len(menu) <= LONG_MENU), "")
        only = menu[0].notation if len(menu) == 1 else ""  # asked so that nobody else learns that it is the only one
        if only and not self.chain:
            table.screen.note(say("only_answer", lang))
        while True:
            chained = bool(self.chain)
            typed = self._typed(levels.shown, words) or only or usual
            if levels.step(typed):
                answer = levels.only()
                if answer is None:
                    if not self.chain:
                        self._show_level(levels)
                    continue
                typed = answer.notation
            if not typed:
                continue
            meaning = understand(typed, levels.asked_of(typed), game, state, lang, table.names)
            if isinstance(meaning, Mistake):
                if chained:  # the question was not shown
                    self.show_menu(levels.shown)
                table.screen.error(meaning.text)
                self.drop_chain(say("chain_mistake", lang))
            elif isinstance(meaning, Command):
                if self._commanded(meaning, menu):
                    return
            else:
                option, later = (meaning.option, meaning.rest) if isinstance(meaning, Way) else (meaning, ())
                self.chain = [*later, *self.chain]
                if self._answered(option):
                    return

    def show_menu(self, menu: list[Offer]) -> None:
        """The answers that led here because there was no other, the question, and its options, numbered."""
        for line, style in self._question(menu):
            self._table.screen.line(line, style)

    def _question(self, menu: list[Offer]) -> Iterator[tuple[str, str]]:
        """The lines of a question, and their styles."""
        table, decision = self._table, self._table.session.live.decision
        assert decision is not None
        for answer, times in Counter(self._led_here(decision.seat)).items():
            yield say("only_choice", table.lang, answer=f"{answer} ({times}×)" if times > 1 else answer), "dim"
        prompt = decision.prompt(table.lang, table.names)
        asked = say("once_more", table.lang, prompt=prompt) if self._again else prompt
        yield f"{table.name(decision.seat)}: {asked}", "bold"
        lines = self._fitting(menu)
        if lines is None:
            others = [offer for offer in menu if table.session.game.picks_nothing(offer.option)]
            count = len(menu) - len(others)
            yield "  " + say("many_options", table.lang, count=count, notation=menu[count // 2].notation), ""
            lines = [*menu_lines(menu, others)]
        yield from ((line, "") for line in lines)

    def _fitting(self, menu: list[Offer]) -> list[str] | None:
        """The lines of a menu, if there is room for them beside the game."""
        screen = self._table.screen
        if len(menu) > LONG_MENU:
            return None
        return (
            [*menu_lines(menu)] if screen.height is None else fitting_lines(menu, screen.width, screen.height - BESIDES)
        )

    def _show_level(self, levels: Levels) -> None:
        """The next level of a menu: what goes with what was picked, or once more what can be picked first."""
        if not levels.first:
            self.show_menu(levels.shown)
            return
        self._table.screen.line(f"{levels.first} → ?", "bold")
        for line in self._fitting(levels.shown) or menu_lines(levels.shown):
            self._table.screen.line(line)

    def _is_again(self, seat: int, menu: list[Offer]) -> bool:
        """Whether what is asked looks like what was answered right before: it is to be told apart from that."""
        table, before = self._table, self._asked
        decision = table.session.live.decision
        assert decision is not None
        now = seat, decision.prompt(table.lang, table.names), [*menu_lines(menu)]
        count = len(table.session.steps)
        if before is None or before[0] != count:  # else it is the same question, asked after another command
            self._asked = count, now
            return before == (count - 1, now)
        return self._again

    def drop_chain(self, problem: str) -> None:
        """Throw away what was typed ahead, and say so."""
        if self.chain:
            said = say("chain_stops", self._table.lang, rest="; ".join(self.chain), problem=problem)
            self._table.screen.error(said)
        self.chain = []

    # -- what happened ----------------------------------------------------------------------------------------------

    def _look(self, seat: int, levels: Levels) -> None:
        """Bring the screen to the person who decides: what happened since, then the game where it changed."""
        table = self._table
        if self.looking not in {None, seat}:
            table.to_draw = True
            table.picture.forget()
            self._hand_over(seat)
        self.looking = seat
        story = self._untold()
        since = any(step.move.seat == seat for step in table.session.steps)  # else there is nothing it could be since
        rest = None if story is None else self._show_turns_without_answer(story, since=since)
        said = [] if rest is None else self._sentences(rest, since=since and rest is story)
        keys = levels.keys()
        changed = table.picture.has_changed(keys) and not self.chain
        if changed:
            asked = [line for line, _ in self._question(levels.shown)]
            table.picture.draw(keys, 1 + sum(map(table.screen.rows, (*said, *asked))))
        table.to_draw = False
        self._tell_lines(said)  # nearest to the question

    def finish(self) -> None:
        """Tell what is left to be told when the game is over."""
        self._tell_on()

    def _tell_on(self, turn_of: int | None = None) -> None:
        story = self._untold(turn_of)
        if story is not None:
            self._tell(self._show_turns_without_answer(story, since=False))

    def _untold(self, turn_of: int | None = None) -> Story | None:
        table = self._table
        return table.narrator.untold(table.session, table.viewer, apart=self.apart, turn_of=turn_of)

    def _tell(self, story: Story, *, since: bool = False) -> None:
        """Print sentences; `since`: under a heading."""
        self._tell_lines(self._sentences(story, since=since))

    def _sentences(self, story: Story, *, since: bool = False) -> list[str]:
        lines = story.sentences(self._table.lang, self._table.names)
        return [say("since", self._table.lang), *lines] if lines and since else [*lines]

    def _tell_lines(self, lines: list[str]) -> None:
        heading = say("since", self._table.lang)
        for place, line in enumerate(lines):
            self._table.screen.line(line, "dim" if not place and line == heading else "")

    def _show_turns_without_answer(self, story: Story, *, since: bool) -> Story:
        """Tell a story up to the last whole turn in which a person had no choice, and wait; what is left of it.

        Nothing typed before counts for what is asked then.
        """
        table, session = self._table, self._table.session
        persons = [seat for seat, player in enumerate(session.header.seats) if player.kind == HUMAN]
        readers = [seat for seat in persons if not self.apart or seat == table.viewer]
        names, told = table.names, 0
        seats: list[int] = []
        for end, seat in story.turns_without_answer(readers, over=session.live.over):
            if story.between(told, end).sentences(table.lang, names):
                told, seats = end, [*seats, seat]
        if not seats:
            return story
        self._tell(story.between(0, told), since=since)
        table.to_draw = True
        if table.screen.interactive and table.waits:
            self.drop_chain(say("chain_waits", table.lang))
            who = ", ".join(dict.fromkeys(names[seat] for seat in seats))
            table.screen.pause(say("no_choice", table.lang, name=who))
        return story.between(told)

    def _led_here(self, seat: int) -> list[str]:
        """The answers taken for a seat, because there was no other, right before its question."""
        session, lang = self._table.session, self._table.lang
        last = len(session.steps)
        return session.story(last - 1, last, seat).only_answers(seat, lang, self._table.names)

    def _hand_over(self, seat: int) -> None:
        """Persons who may not see the same are not shown each other's screen."""
        table, live = self._table, self._table.session.live
        assert self.looking is not None
        mine, yours = ({**live.observe(who), "seat": None} for who in (seat, self.looking))
        self.apart = self.apart or mine != yours
        if self.apart and table.screen.interactive:
            table.screen.clear()
            table.screen.pause(say("hand_over", table.lang, name=table.name(seat)))

    # -- what is typed ----------------------------------------------------------------------------------------------

    def _typed(self, menu: list[Offer], words: list[str]) -> str:
        """The next answer typed ahead, or else what is typed now; of a chain its first answer."""
        if not self.chain:
            self.chain = chain_of(self._table.screen.ask(say("prompt", self._table.lang), words), menu)
        return self.chain.pop(0)

    def _commanded(self, command: Command, menu: list[Offer]) -> bool:
        """Do what was typed; True when the game on the table is another one now."""
        try:
            return run_command(self._table, command, menu)
        except BrokenRuleError as error:  # in a score or a reason: the game itself can go on
            self._table.screen.error(error.said(self._table.lang))
            return False

    def _answered(self, option: int) -> bool:
        """Take an option; False where a rule breaks: nothing has changed then, and another answer may do."""
        table, lang = self._table, self._table.lang
        try:
            step = table.session.apply(option)
        except BrokenRuleError as error:
            table.screen.error(error.said(lang))
            table.screen.note(say("answer_otherwise", lang))
            self.drop_chain(say("chain_mistake", lang))
            return False
        problem = table.session.undo_problem() if self.chain else None
        if problem is not None:  # what follows was typed without knowing what has been drawn, shown or done by others
            self.drop_chain(explain(problem, lang))
        table.to_draw = bool(step.move.draws)
        following = table.session.live.seat
        self._tell_on(None if following == step.move.seat else step.move.seat)  # another's turn is told to that one
        return True
