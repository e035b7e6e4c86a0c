"""The match itself: questions and answers, bot decisions, undo, hints, saving, and the loop that runs it.

A terminal, a page and a test all do the same with a match: see who is asked, bring an answer, tell what came of it.

    match = Match(Session.start(game, (Seat("Ana", "human"), Seat("Bo", "human")), seed=4))
    match.question(0)                      Question(number=0, seat=0): options 0 and 1; question(1) is None
    match.answer(0, "play roll", 0)        AcceptedAnswer(seat=0, option=0, steps=...): one line more in the record
    match.answer(0, "play roll", 0)        RefusedAnswer(why="stale"): question 0 was answered
    match.answer(1, 0)                     RefusedAnswer(why="not_asked")
    match.undo(0)                          RecordError: dice or cards were drawn since
    match.task()                           for a bot: state, level and seed, for whoever lets it think elsewhere

Where all choose at the same time, answers wait in the match until everybody has answered, and are then played in order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from ruleset_core import BrokenRuleError, Game, NotationError, State
from ruleset_core.play.match.hints import (
    USUAL,
    HintTask,
    HintUnavailable,
    Progress,
    ignore_progress,
    simultaneous_start,
)
from ruleset_core.play.match.seat_views import PendingStory
from ruleset_core.play.match.seating import (
    SUCCESSOR,
    AcceptedAnswer,
    BotRuleError,
    BotTask,
    EarlyAnswers,
    Question,
    RefusedAnswer,
    Seating,
    UndoneAnswer,
)
from ruleset_core.play.match.session_setup import lesson_of
from ruleset_core.play.records import Journal, RecordError, Session, SessionStep

if TYPE_CHECKING:
    from ruleset_core.play.match.hints import Hint
    from ruleset_core.positions.lesson_progress import LessonProgress


# The table: who is asked, what is answered, what bots decide, and what each reader has not been told yet.


class MoveCounter:
    """Counts the moves of each seat in a session, also after some were taken back."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._counts = [0] * session.header.players
        self._counted = 0
        self._last: SessionStep | None = None
        """The last step that is counted: as long as it stands, all before it do."""

    def count(self, seat: int) -> int:
        """How often a seat has answered."""
        steps = self._session.steps
        if self._counted and (len(steps) < self._counted or steps[self._counted - 1] is not self._last):
            self._counts, self._counted = [0] * len(self._counts), 0
        for step in steps[self._counted :]:
            self._counts[step.move.seat] += 1
        if len(steps) > self._counted:
            self._counted, self._last = len(steps), steps[-1]
        return self._counts[seat]


# -- What there is to say about the file a game is kept in -------------------------------------------------------------


SavingNewsKey: TypeAlias = Literal["kept_anew", "trouble", "trouble_over", "kept", "lost", "not_kept"]


@dataclass(frozen=True, slots=True)
class SavingNews:
    """Something that players should know about saving.

    Attributes:
        key: `kept_anew`: the file was deleted, replaced or written to, and the game goes into `file` now; `trouble`: it
            cannot be saved, `problem` says why; `trouble_over`; `kept`: it is all in `file`; `lost`: but for the last
            `count` moves; `not_kept`: nothing of it is anywhere.
        file: where the game is, or should have been.
        count: how many moves are not there.
        problem: why it cannot be written.
    """

    key: SavingNewsKey
    file: Path | None = None
    count: int = 0
    problem: RecordError | None = None

    @property
    def is_bad(self) -> bool:
        """Whether something of the game is in danger, or lost: not where nobody wanted it to be kept."""
        return self.key not in {"trouble_over", "kept"} and (self.key != "not_kept" or self.file is not None)


class SavingMonitor:
    """Says once when saving fails, works again or goes into another file, and in the end where the game is."""

    def __init__(self) -> None:
        self._troubled = False
        self._kept_in: Journal | None = None

    def sit_down(self) -> None:
        """Another game lies on the table now, with a file of its own."""
        self._kept_in = None

    def news(self, session: Session) -> Iterator[SavingNews]:
        """What has changed about saving since this was last asked."""
        journal = session.journal
        was, self._kept_in = self._kept_in, journal
        if journal is not None and was not in {None, journal}:
            yield SavingNews("kept_anew", journal.path)
        trouble = journal.trouble if journal else None
        troubled, self._troubled = self._troubled, trouble is not None
        if trouble is not None and not troubled:
            yield SavingNews("trouble", problem=trouble)
        elif trouble is None and troubled:
            yield SavingNews("trouble_over")

    def at_last(self, session: Session) -> Iterator[SavingNews]:
        """Bring the game to the disk, and say where it is."""
        if session.journal is None:
            yield SavingNews("not_kept")
            return
        session.sync()
        yield from self.news(session)
        journal = session.journal  # the file may be another one now
        if not journal.holds:
            yield SavingNews("not_kept", journal.path)
            return
        if journal.waiting:
            yield SavingNews("lost", journal.path, journal.waiting)
        yield SavingNews("kept", journal.path)


# -- The table ---------------------------------------------------------------------------------------------------------


class Match:
    """A session, who plays it, and how far everybody was told.

    Attributes:
        session: the game that lies on the table; `sit_down` brings another.
        seating: who sits where.
        telling: what each reader was told.
        keeping: what was said about the file it is kept in.
    """

    def __init__(self, session: Session) -> None:
        self.keeping = SavingMonitor()
        self._lay(session)

    def _lay(self, session: Session) -> None:
        self.session = session
        self.seating = Seating(session)
        self.telling = PendingStory(len(session.steps), len(session.hints))
        self._ahead = EarlyAnswers(session)
        self._given = MoveCounter(session)
        self._lesson = lesson_of(session)

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
    def lesson(self) -> LessonProgress | None:
        """How far the lesson is that is played; None where none is, or where a bot sits in the place of the learner."""
        lesson = self._lesson
        return lesson if lesson is not None and lesson.learner in self.seating.persons else None

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
        return self.session.over

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
        if ahead and self.lesson is not None and not self.lesson.over:
            return None  # in a lesson one answers when its turn comes
        state = self._ahead.asked(seat) if ahead else self.live
        return None if state is None else Question(seat, state, self.answers_of(seat), ahead)

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

    def answers_of(self, seat: int) -> int:
        """How many answers a seat has given."""
        return self._given.count(seat) + len(self._ahead.kept(seat))

    # -- what is answered -------------------------------------------------------------------------------------------

    def answer(
        self, seat: int, answer: int | str, number: int | None = None, *, standing: bool = False
    ) -> AcceptedAnswer | RefusedAnswer:
        """A seat takes an option, given by number or notation. What is refused changes nothing.

        Args:
            seat: who answers.
            answer: the option.
            number: that of the `Question` it answers, so that what is sent twice counts once.
            standing: whether it was said in advance.
        """
        question = self.question(seat)
        if question is None:
            return RefusedAnswer("over" if self.over else "not_asked", seat, answer)
        if number is not None and number != question.number:
            return RefusedAnswer("stale", seat, answer)
        try:
            option = self.game.parse(answer) if isinstance(answer, str) else answer
        except NotationError as error:
            return RefusedAnswer("unknown", seat, answer, close=tuple(error.suggestions))
        if not 0 <= option < self.game.vocabulary_size:
            return RefusedAnswer("unknown", seat, answer)
        if option not in question.state.options:
            return RefusedAnswer("not_offered", seat, answer, option)
        lesson = self.lesson
        if lesson is not None and lesson.refuses(seat, question.state, option):
            return RefusedAnswer("lesson", seat, answer, option, lesson=lesson)
        try:
            if question.ahead:
                self._ahead.keep(seat, option)
                return AcceptedAnswer(seat, option)
            with self.all_or_nothing():
                step = self.session.apply(option, standing=standing)
                steps, dropped = self._apply_kept()
        except BrokenRuleError as error:
            return RefusedAnswer("broken", seat, answer, option, broken=error)
        except RecordError as error:
            return RefusedAnswer("unsaved", seat, answer, option, unsaved=error)
        return AcceptedAnswer(seat, option, (step, *steps), dropped)

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

    def _apply_kept(self) -> tuple[list[SessionStep], tuple[int, ...]]:
        """Make the moves that were kept until now: in the order in which the game asks, as if everybody had waited."""
        steps: list[SessionStep] = []
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
    def task(self) -> BotTask | None:
        """What the bot whose turn it is has to decide; None where a person is asked or the game is over.

        Whoever lets it decide elsewhere brings what it chose to `answer`.
        """
        if not self.bot_is_asked:
            return None
        return self.seating.task(self.session, self._given.count(self.live.seat))

    @property
    def lesson_move(self) -> int | None:
        """What the lesson answers for the seat whose turn it is; None where that is for whoever sits there."""
        return None if self.lesson is None or self.over else self.lesson.played_move(self.live)

    def decide_bot(self) -> AcceptedAnswer:
        """Let the bot whose turn it is decide once. Raises `BotRuleError` where a rule breaks, `RecordError` where it cannot be saved."""
        task = self.task
        assert task is not None  # else no bot is to decide
        option = self.lesson_move
        if option is None:
            option = self.seating.choose(task)
        done = self.answer(task.seat, option)
        if isinstance(done, AcceptedAnswer):
            return done
        if done.unsaved is not None:
            raise done.unsaved
        if done.broken is not None:
            raise BotRuleError(task.seat, option, done.broken) from done.broken
        raise AssertionError(f"bot {task.kind} took option {option}, which is not offered")

    def sit(self, seat: int, kind: str) -> None:
        """Give a seat to a person (`HUMAN`) or a bot; answers of it that wait for others are forgotten.

        Raises:
            UnknownBotError: there is no bot of that name.
        """
        self.seating.sit(seat, kind)
        self._ahead.drop(seat)

    # -- ending early -----------------------------------------------------------------------------------------------

    def resign(self, seat: int) -> None:
        """A person gives up: of two players the other wins, else a bot plays on there. The state does not change.

        Raises:
            RecordError: the game is over, a bot sits there, or it cannot be written; then nothing was done.
        """
        self._check_ending(seat)
        self.session.note_resignation(seat)
        if not self.over:
            self.sit(seat, SUCCESSOR)

    def agree(self, seats: Collection[int]) -> bool:
        """End the game as it stands, if these seats are all at which persons sit; whether they are. Raises as `resign` does."""
        for seat in seats:
            self._check_ending(seat)
        if not seats or set(seats) < set(self.seating.persons):
            return False
        self.session.note_agreement(sorted(seats))
        return True

    def _check_ending(self, seat: int) -> None:
        if self.over:
            raise RecordError("ended_before")
        if not self.seating.is_person(seat):
            raise RecordError("no_person")

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
            raise HintUnavailable("over" if self.over else "not_asked" if self.gives_hints else "off")
        session, kept = self.session, self._ahead.kept(seat)
        begun = simultaneous_start(session, len(session.steps), seat, kept)
        return HintTask.from_state(question.state, bot, session.header.seed, question.number, sims, begun)

    def hint_asked(self, seat: int) -> None:
        """Write down that a seat was given a hint: all at the table may know."""
        self.session.note_hint(seat)

    def hint(self, seat: int, bot: str = USUAL, sims: int | None = None, progress: Progress = ignore_progress) -> Hint:
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

    def undo(self, seat: int | None = None, to: int | None = None) -> UndoneAnswer:
        """Take back the last answer of a seat, or else of the one that is asked. Raises `RecordError` when that may not be.

        `to`: so many moves stay; those after them are taken back together, and the first of them is returned.
        """
        problem = self.undo_problem(seat)
        if problem is not None:
            raise problem
        kept = None if seat is None or seat == self.live.seat else self._ahead.take_back(seat)
        if seat is not None and kept is not None:
            before = self._ahead.asked(seat)
            assert before is not None  # it was asked there before
            return UndoneAnswer(seat, kept, before, kept=True)
        step = self.session.undo(to)
        self._ahead.look()
        self.telling.take_back(len(self.session.steps))
        return UndoneAnswer(step.move.seat, step.option, self.live)

    def undo_turn(self, seat: int | None = None) -> Iterator[UndoneAnswer]:
        """Take back as many answers of a seat's turn as may be, one by one. `undo_problem` says then why not more."""
        while self.undo_problem(seat) is None:
            yield self.undo(seat)


# The loop of a table for whoever can wait for an answer: ask or let a bot decide, then say what came of it.


class MatchPlayers(Protocol):
    """The persons at a table, in whatever way they are reached."""

    def ask(self, question: Question) -> None:
        """Ask a person until it has answered, or the table is another one (something was taken back, another session begun)."""

    def bot_decided(self, answered: AcceptedAnswer) -> None:
        """Tell what a bot did, or keep it for later."""

    def before(self) -> None:
        """Before anybody decides; raise to stop."""

    def after(self) -> None:
        """Somebody has decided: say what has changed about the file, and the like."""


def play_match(table: Match, players: MatchPlayers) -> None:
    """Play until the game is over; who leaves raises an exception of its own.

    Raises:
        BotBroke: a rule breaks while a bot decides.
    """
    while not table.over:
        players.before()
        if table.bot_is_asked:
            players.bot_decided(table.decide_bot())
        else:
            question = table.question(table.live.seat)
            assert question is not None  # the game goes on
            players.ask(question)
        players.after()
