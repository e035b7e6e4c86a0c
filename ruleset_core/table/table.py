"""The table: who is asked, what is answered, what bots decide, and what each reader has not been told yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruleset_core import BrokenRuleError, NotationError
from ruleset_core.record import RecordError

from .ahead import Ahead
from .answers import Answers
from .hint import USUAL, HintTask, NoHint
from .keeping import Keeping
from .outlook import Progress, begun_together, quiet
from .questions import Answered, Question, Refused
from .seating import BotBroke, Seating, Task
from .taking_back import TakenBack
from .telling import Telling

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.record import Session, Step

    from .hint import Hint

__all__ = ["Table"]


class Table:
    """A session, who plays it, and how far everybody was told.

    Attributes:
        session: the game that lies on the table; `sit_down` brings another.
        seating: who sits where.
        telling: what each reader was told.
        keeping: what was said about the file it is kept in.
    """

    def __init__(self, session: Session) -> None:
        self.keeping = Keeping()
        self._lay(session)

    def _lay(self, session: Session) -> None:
        self.session = session
        self.seating = Seating(session)
        self.telling = Telling(len(session.steps), len(session.hints))
        self._ahead = Ahead(session)
        self._given = Answers(session)

    def sit_down(self, session: Session) -> None:
        """Go on with another session; the one before keeps its file."""
        self.close()
        self._lay(session)
        self.keeping.sit_down()

    def close(self) -> None:
        """Close the file the game is kept in, and end the processes of bots."""
        self.seating.close()
        if self.session.journal is not None:
            self.session.journal.close()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.session.game

    @property
    def live(self) -> State:
        """The state after the last move. To be read, not changed."""
        return self.session.live

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.live.over

    @property
    def bot_is_asked(self) -> bool:
        """Whether it is the turn of a bot."""
        return not self.over and not self.seating.is_person(self.live.seat)

    # -- who is asked -----------------------------------------------------------------------------------------------

    def question(self, seat: int) -> Question | None:
        """What a seat is asked now; None where it is not. Of a bot too: that is for who lets it decide."""
        if self.over:
            return None
        ahead = self.live.seat != seat
        state = self._ahead.asked(seat) if ahead else self.live
        return None if state is None else Question(seat, state, self._answers(seat), ahead)

    @property
    def questions(self) -> list[Question]:
        """All that is asked now, first what the game waits for; more than one only where all choose at the same time.

        Bots are asked when their turn comes: nobody waits for them.
        """
        if self.over:
            return []
        others = [seat for seat in self.seating.persons if seat != self.live.seat] if self.live.simultaneous else []
        asked = (self.question(seat) for seat in (self.live.seat, *others))
        return [question for question in asked if question is not None]

    def kept(self, seat: int) -> tuple[int, ...]:
        """What a seat has answered that waits for others, who choose at the same time. For this seat alone."""
        return self._ahead.kept(seat)

    def _answers(self, seat: int) -> int:
        """How many answers a seat has given."""
        return self._given.of(seat) + len(self._ahead.kept(seat))

    # -- what is answered -------------------------------------------------------------------------------------------

    def answer(self, seat: int, answer: int | str, number: int | None = None) -> Answered | Refused:
        """A seat takes an option, given by number or notation. What is refused changes nothing.

        Args:
            seat: who answers.
            answer: the option.
            number: that of the `Question` it answers, so that what is sent twice counts once.
        """
        question = self.question(seat)
        if question is None:
            return Refused("over" if self.over else "not_asked", seat, answer)
        if number is not None and number != question.number:
            return Refused("stale", seat, answer)
        try:
            option = self.game.parse(answer) if isinstance(answer, str) else answer
        except NotationError as error:
            return Refused("unknown", seat, answer, close=tuple(error.suggestions))
        if not 0 <= option < self.game.vocabulary_size:
            return Refused("unknown", seat, answer)
        if option not in question.state.options:
            return Refused("not_offered", seat, answer, option)
        try:
            if question.ahead:
                self._ahead.keep(seat, option)
                return Answered(seat, option)
            with self.all_or_nothing():
                step = self.session.apply(option)
                steps, dropped = self._apply_kept()
        except BrokenRuleError as error:
            return Refused("broken", seat, answer, option, broken=error)
        except RecordError as error:
            return Refused("unsaved", seat, answer, option, unsaved=error)
        return Answered(seat, option, (step, *steps), dropped)

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Where anything within raises, the game, its file and the answers that wait are as they were before."""
        ahead = self._ahead.copy()
        try:
            with self.session.all_or_nothing():
                yield
        except BaseException:
            self._ahead = ahead
            raise

    def _apply_kept(self) -> tuple[list[Step], tuple[int, ...]]:
        """Make the moves that were kept until now: in the order in which the game asks, as if everybody had waited."""
        steps: list[Step] = []
        while (option := self._ahead.next()) is not None:
            seat = self.live.seat
            try:
                fits = option in self.live.options
                steps += [self.session.apply(option)] if fits else []
            except BrokenRuleError:
                fits = False
            if not fits:
                self._ahead.drop(seat)
                return steps, (seat,)
        return steps, ()

    # -- bots -------------------------------------------------------------------------------------------------------

    @property
    def task(self) -> Task | None:
        """What the bot whose turn it is has to decide; None where a person is asked or the game is over.

        Whoever lets it decide elsewhere brings what it chose to `answer`.
        """
        if not self.bot_is_asked:
            return None
        return self.seating.task(self.session, self._given.of(self.live.seat))

    def decide_bot(self) -> Answered:
        """Let the bot whose turn it is decide once. Raises `BotBroke` where a rule breaks, `RecordError` where it cannot be saved."""
        task = self.task
        assert task is not None  # else no bot is to decide
        option = self.seating.choose(task)
        done = self.answer(task.seat, option)
        if isinstance(done, Answered):
            return done
        if done.unsaved is not None:
            raise done.unsaved
        if done.broken is not None:
            raise BotBroke(task.seat, option, done.broken) from done.broken
        raise AssertionError(f"bot {task.kind} took option {option}, which is not offered")

    def sit(self, seat: int, kind: str) -> None:
        """Give a seat to a person (`HUMAN`) or a bot; answers of it that wait for others are forgotten.

        Raises:
            UnknownBotError: there is no bot of that name.
        """
        self.seating.sit(seat, kind)
        self._ahead.drop(seat)

    # -- hints ------------------------------------------------------------------------------------------------------

    @property
    def gives_hints(self) -> bool:
        """Whether players may ask what a bot would do."""
        return self.session.header.hints

    def hint_task(self, seat: int, bot: str = USUAL, sims: int | None = None) -> HintTask:
        """What is to be thought about for a hint to a seat; whoever lets it think elsewhere says so to `hint_asked`.

        Args:
            seat: who asks.
            bot: the level of the bot that is asked.
            sims: how many simulations, if not as many as that level takes.

        Raises:
            NoHint: there are none at this table, or not for this seat now.
        """
        question = self.question(seat)
        if not self.gives_hints or question is None:
            raise NoHint("over" if self.over else "not_asked" if self.gives_hints else "off")
        session, kept = self.session, self._ahead.kept(seat)
        begun = begun_together(session, len(session.steps), seat, kept)
        return HintTask.of(question.state, bot, session.header.seed, question.number, sims, begun)

    def hint_asked(self, seat: int) -> None:
        """Write down that a seat was given a hint: all at the table may know."""
        self.session.note_hint(seat)

    def hint(self, seat: int, bot: str = USUAL, sims: int | None = None, progress: Progress = quiet) -> Hint:
        """What a bot would do for a seat, and write down that it was asked. `progress` may raise to stop; then nothing is given.

        Raises:
            NoHint: as `hint_task` does.
            BrokenRuleError: a rule breaks in an imagined game.
        """
        found = self.hint_task(seat, bot, sims).think(progress)
        self.hint_asked(seat)
        return found

    # -- taking back ------------------------------------------------------------------------------------------------

    def undo_problem(self, seat: int | None = None) -> RecordError | None:
        """Why a seat, or else the one that is asked, cannot take back its last answer; None when it can."""
        if seat is not None and not self.over and seat != self.live.seat:
            return None if self._ahead.kept(seat) else RecordError("undo_other")
        return self.session.undo_problem()

    def undo(self, seat: int | None = None) -> TakenBack:
        """Take back the last answer of a seat, or else of the one that is asked. Raises `RecordError` when that may not be."""
        problem = self.undo_problem(seat)
        if problem is not None:
            raise problem
        kept = None if seat is None or seat == self.live.seat else self._ahead.take_back(seat)
        if seat is not None and kept is not None:
            before = self._ahead.asked(seat)
            assert before is not None  # it was asked there before
            return TakenBack(seat, kept, before, kept=True)
        step = self.session.undo()
        self._ahead.look()
        self.telling.take_back(len(self.session.steps))
        return TakenBack(step.move.seat, step.option, self.live)

    def undo_turn(self, seat: int | None = None) -> Iterator[TakenBack]:
        """Take back as many answers of a seat's turn as may be, one by one. `undo_problem` says then why not more."""
        while self.undo_problem(seat) is None:
            yield self.undo(seat)
