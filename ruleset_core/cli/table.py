"""A game at one table: bots and persons decide in turn until it is over or somebody leaves.

The loop knows no game. Everything said about it comes from the session and the seam.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from ruleset_core import BrokenRuleError, IllegalOption, NotationError
from ruleset_core.cli.messages import explain, say
from ruleset_core.cli.play_commands import LeaveTable, run_command
from ruleset_core.cli.play_draw import draw_state
from ruleset_core.cli.play_log import Narrator
from ruleset_core.cli.play_menu import Offer, menu_lines, offers
from ruleset_core.cli.play_names import player_names, seats_line
from ruleset_core.cli.play_refusal import Asked, Mistake, refusal
from ruleset_core.cli.play_scores import show_result
from ruleset_core.cli.play_start import HUMAN, seed_line
from ruleset_core.cli.play_typed import Command, chain_of, command_words, understand
from ruleset_core.record import Session
from ruleset_core.shown import clean

if TYPE_CHECKING:
    from ruleset_core.bots import Bot
    from ruleset_core.cli.play_screen import Screen
    from ruleset_core.cli.play_script import Script
    from ruleset_core.record import Journal, Step

__all__ = ["Table"]

EXIT_INTERRUPTED = 130

ENDLESS = 20_000
"""Decisions after which a game of bots alone is taken for one that never ends."""

LONG_MENU = 40
"""More options than this are told by number; `?` lists them."""


class Table:
    """Plays a session to its end. `narrator` tells what happened, `script` decides for persons while it lasts."""

    def __init__(self, session: Session, screen: Screen, lang: str, script: Script | None = None) -> None:
        self.session = session
        self.screen = screen
        self.lang = lang
        self.script = script
        self.narrator = Narrator(screen, lang, told=len(session.steps))
        self._bots: dict[int, Bot] = {}
        self._looking: int | None = None
        self._apart = False
        self._troubled = False
        self._kept_in: Journal | None = None
        self._draw = True
        self.chain: list[str] = []
        """Answers typed ahead, to the questions that come next."""

    def run(self) -> int:
        """Play until the game is over or somebody leaves; the exit code."""
        try:
            self._welcome()
            while not self.session.live.over:
                self._stop_endless()
                self._decision()
            self._finish()
        except EOFError:
            if self.screen.interactive:  # the end of input leaves the cursor behind the prompt
                self.screen.line()
            self._farewell()
        except LeaveTable:
            self._farewell()
        except KeyboardInterrupt:
            self.screen.line()
            self._farewell()
            return EXIT_INTERRUPTED
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
        self._kept_in = None
        self.narrator = Narrator(self.screen, self.lang, told=len(session.steps))
        self._bots.clear()
        self.chain.clear()
        self._draw = True

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
        return self._looking if persons and self.script is None else None

    def draw(self) -> None:
        """Draw the game as the viewer sees it."""
        live = self.session.live
        seat = self.viewer if self.viewer is not None else max(live.seat, 0)
        self.screen.draw(
            draw_state(
                self.session.game,
                live.observe(seat),
                self.lang,
                self.screen.width,
                self.names,
                linear=self.screen.linear,
            )
        )

    def _welcome(self) -> None:
        header = self.session.header
        self.screen.line(self.session.game.title(self.lang), "bold")
        self.screen.line(seats_line(header, self.lang))
        self.screen.note(seed_line(header, self.lang))
        if self.screen.interactive and any(seat.kind == HUMAN for seat in header.seats):
            self.screen.note(say("hint", self.lang))
        self._report_saving()

    def _decision(self) -> None:
        """Let the seat whose turn it is decide once."""
        seat = self.session.live.seat
        if self.session.header.seats[seat].kind != HUMAN:
            step = self._bot_decides(seat)
            told_later = self.viewer is not None and not self.session.live.over  # above that person's next question
            if not told_later and (step.move.draws or self.session.live.seat != seat):  # a turn is told in one line
                self.narrator.tell(self.session, self.viewer, apart=self._apart)
            self._draw = True
        elif self.script is not None and not self.script.done:
            self._scripted(self.script)
        elif self.script is not None and not self.screen.interactive:
            self._end_of_script(self.script)
        else:
            self.script = None
            self._person(seat)
        self._report_saving()

    def _stop_endless(self) -> None:
        """Stop bots that play alone and go on and on: some games end only if somebody wants it."""
        if len(self.session.steps) >= ENDLESS and all(seat.kind != HUMAN for seat in self.session.header.seats):
            count = f"{ENDLESS:,}".replace(",", " " if self.lang == "es" else ",")
            raise click.ClickException(say("endless", self.lang, count=count))

    def _bot_decides(self, seat: int) -> Step:
        """A bot's decision. Where a rule breaks, whose answer it was is said: nobody else saw it."""
        option: int | None = None
        try:
            option = self._bot(seat).choose(self.session.live.clone())
            return self.session.apply(option)
        except BrokenRuleError as error:
            key, move = ("bot_tries", "") if option is None else ("bot_breaks", self.session.game.notation(option))
            said = say(key, self.lang, name=self.name(seat), move=move, problem=error.said(self.lang))
            raise self._stopped(said) from error

    def _stopped(self, problem: str) -> click.ClickException:
        """The error that the game cannot go on; what was played is kept, for when the rule is mended."""
        if self.session.journal is not None:
            self._farewell()
        return click.ClickException(clean(problem))

    def _bot(self, seat: int) -> Bot:
        if seat not in self._bots:
            from ruleset_core.bots import make_bot

            header = self.session.header
            decided = sum(step.move.seat == seat for step in self.session.steps)
            self._bots[seat] = make_bot(header.seats[seat].kind, header.seed, seat, decided)
        return self._bots[seat]

    def _scripted(self, script: Script) -> None:
        move = script.next()
        try:
            self.session.apply(move)
        except (NotationError, IllegalOption):
            asked = Asked((), self.session.game, self.session.live, self.lang, self.names)
            problem = refusal(move, asked)
            raise script.refuse(problem, self.lang) from None
        except BrokenRuleError as error:
            raise script.refuse(error.said(self.lang), self.lang) from error
        self.narrator.tell(self.session, self.viewer)
        self._draw = True

    def _end_of_script(self, script: Script) -> None:
        decision = self.session.live.decision
        assert decision is not None
        self.draw()
        prompt = decision.prompt(self.lang, self.names)
        self.screen.line(
            say("script_end", self.lang, file=script.file, name=self.name(decision.seat), prompt=prompt), "bold"
        )
        raise LeaveTable

    def _person(self, seat: int) -> None:
        """Ask a person until a decision is taken or the game is another one (after `undo` or `load`)."""
        self._look(seat)
        state, game = self.session.live, self.session.game
        menu = offers(game, state, self.lang, self.names)
        if not self.chain:
            self.show_menu(menu)
        words = [offer.notation for offer in menu] + command_words(self.lang)
        usual = next((offer.notation for offer in menu if offer.usual and len(menu) <= LONG_MENU), "")
        only = menu[0].notation if len(menu) == 1 else ""  # asked so that nobody else learns that it is the only one
        if only and not self.chain:
            self.screen.note(say("only_answer", self.lang))
        while True:
            chained = bool(self.chain)
            typed = self._typed(menu, words) or only or usual
            if not typed:
                continue
            meaning = understand(typed, menu, game, state, self.lang, self.names)
            if isinstance(meaning, Mistake):
                if chained:  # the question was not shown
                    self.show_menu(menu)
                self.screen.error(meaning.text)
                self.drop_chain(say("chain_mistake", self.lang))
            elif isinstance(meaning, Command):
                if self._commanded(meaning, menu):
                    return
            elif self._answered(meaning):
                return

    def _typed(self, menu: list[Offer], words: list[str]) -> str:
        """The next answer typed ahead, or else what is typed now; of a chain its first answer."""
        if not self.chain:
            self.chain = chain_of(self.screen.ask(say("prompt", self.lang), words), menu)
        return self.chain.pop(0)

    def drop_chain(self, problem: str) -> None:
        """Throw away what was typed ahead, and say so."""
        if self.chain:
            self.screen.error(say("chain_stops", self.lang, rest="; ".join(self.chain), problem=problem))
        self.chain = []

    def _commanded(self, command: Command, menu: list[Offer]) -> bool:
        """Do what was typed; True when the game on the table is another one now."""
        try:
            return run_command(self, command, menu)
        except BrokenRuleError as error:  # in a score or a reason: the game itself can go on
            self.screen.error(error.said(self.lang))
            return False

    def _answered(self, option: int) -> bool:
        """Take an option; False where a rule breaks: nothing has changed then, and another answer may do."""
        try:
            step = self.session.apply(option)
        except BrokenRuleError as error:
            self.screen.error(error.said(self.lang))
            self.screen.note(say("answer_otherwise", self.lang))
            self.drop_chain(say("chain_mistake", self.lang))
            return False
        problem = self.session.undo_problem() if self.chain else None
        if problem is not None:  # what follows was typed without knowing what has been drawn, shown or done by others
            self.drop_chain(explain(problem, self.lang))
        self.narrator.tell(self.session, self.viewer, apart=self._apart)
        self._draw = bool(step.move.draws)
        return True

    def _look(self, seat: int) -> None:
        """Bring the screen to the person who decides: what happened since, then the game where it changed."""
        if self._looking not in {None, seat}:
            self._draw = True
            self._hand_over(seat)
        self._looking = seat
        if self._draw:
            self.draw()
        self._draw = False
        self.narrator.tell(self.session, self.viewer, apart=self._apart, since=True)  # nearest to the question

    def _hand_over(self, seat: int) -> None:
        """Persons who may not see the same are not shown each other's screen."""
        live = self.session.live
        assert self._looking is not None
        mine, yours = ({**live.observe(who), "seat": None} for who in (seat, self._looking))
        self._apart = self._apart or mine != yours
        if self._apart and self.screen.interactive:
            self.screen.clear()
            self.screen.ask(say("hand_over", self.lang, name=self.name(seat)))

    def show_menu(self, menu: list[Offer]) -> None:
        """The question and its options, numbered."""
        decision = self.session.live.decision
        assert decision is not None
        self.screen.line(f"{self.name(decision.seat)}: {decision.prompt(self.lang, self.names)}", "bold")
        if len(menu) > LONG_MENU:
            middle = menu[len(menu) // 2].notation
            self.screen.line("  " + say("many_options", self.lang, count=len(menu), notation=middle))
            return
        for line in menu_lines(menu):
            self.screen.line(line)

    def _report_saving(self) -> None:
        journal = self.session.journal
        if journal is not None and self._kept_in not in {None, journal}:
            self.screen.error(say("kept_anew", self.lang, file=journal.path))
        self._kept_in = journal
        trouble = journal.trouble if journal else None
        if trouble is not None and not self._troubled:
            self.screen.error(say("trouble", self.lang, problem=explain(trouble, self.lang)))
        elif trouble is None and self._troubled:
            self.screen.note(say("trouble_over", self.lang))
        self._troubled = trouble is not None

    def _finish(self) -> None:
        self.narrator.tell(self.session, self.viewer, apart=self._apart)
        if self.script is not None and not self.script.done:
            from ruleset_core.cli.play_script import ScriptError

            raise ScriptError(say("script_long", self.lang, file=self.script.file, line=self.script.line))
        self.draw()
        self.screen.line(say("over", self.lang), "bold")
        show_result(self.screen, self.session, self.lang)
        journal = self.session.journal
        if journal is not None:
            self._kept("look", f"ruleset replay {shlex.quote(str(journal.path))}")

    def _farewell(self) -> None:
        """Say where the game is and how to go on with it."""
        journal = self.session.journal
        if journal is None:
            self.screen.note(say("not_kept", self.lang))
            return
        self._kept("go_on", f"ruleset play --resume {shlex.quote(str(journal.path))}")

    def _kept(self, key: str, command: str) -> None:
        self.session.sync()
        self._report_saving()
        journal = self.session.journal
        assert journal is not None
        if not journal.holds:
            self.screen.error(say("not_kept", self.lang))
            return
        if journal.waiting:
            self.screen.error(say("lost", self.lang, count=journal.waiting))
        self.screen.note(say("kept", self.lang, file=journal.path))
        self.screen.note(say(key, self.lang, command=command))
