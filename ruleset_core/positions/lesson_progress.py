"""How far a lesson is in a game that is played by it: what is looked for now, and what is said.

Nothing is remembered beside the moves of the game: how far a lesson is follows from them, so that undo, a saved game and a page
that is opened again need nothing besides.

    steps of the lesson      0: play roll       0: play hold      1: play roll ...
    moves of the game        play roll
    place                    1: `play hold` is looked for; the first step's `then` and this one's `say` are said
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ruleset_core import LoadError

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.positions.cases import CaseText, LessonCase, LessonStep


class PlayedGame(Protocol):
    """A game with the moves made so far: a session."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def live(self) -> State:
        """The state after the last move."""

    @property
    def steps(self) -> Sequence[PlayedStep]:
        """The moves."""

    @property
    def states(self) -> Sequence[State]:
        """The states by the number of moves before them."""


class PlayedStep(Protocol):
    """A move with its option."""

    @property
    def move(self) -> PlayedMove:
        """Who decided."""

    @property
    def option(self) -> int:
        """What was taken."""


class PlayedMove(Protocol):
    """A move."""

    @property
    def seat(self) -> int:
        """Who decided."""


@dataclass(frozen=True, slots=True)
class LessonText:
    """What a lesson says now.

    Attributes:
        place: the steps of the learner that are done, of `count`.
        count: all of them.
        before: what came of the last answer, and what others did since.
        say: what to do now and why; empty where the lesson asks for nothing.
        mark: names of what is pointed out.
        sought: the option that is looked for; None where the lesson asks for nothing.
        over: whether all steps are done, so that the game goes on freely.
        lost: whether the lesson cannot go on, as the game is another one now.
        told: whether there is anything to be told: nothing after the learner's first answer that is free.
    """

    place: int
    count: int
    before: tuple[str, ...] = ()
    say: str = ""
    mark: tuple[str, ...] = ()
    sought: int | None = None
    over: bool = False
    lost: bool = False
    told: bool = True


class LessonProgress:
    """Follows a lesson in the moves of a game. Raises NotationError where it names an answer that there is not any more."""

    def __init__(self, case: LessonCase, played: PlayedGame) -> None:
        self.case, self.lesson = case, case.lesson
        self._played = played
        self._steps = [(seat, played.game.parse(text)) for text, seat, _ in case.options]
        self._walked: tuple[object, tuple[list[int], int]] = (None, ([], 0))

    @property
    def learner(self) -> int:
        """Who learns."""
        return self.lesson.seat

    def about(self, lang: str) -> str:
        """In a sentence what is learnt; empty if the lesson does not say."""
        return "" if self.lesson.about is None else self.lesson.about.get(lang)

    def _walk(self) -> tuple[list[int], int]:
        """For each step that is done, after how many moves it was; and the number of the move that left the lesson, 0 if none has.

        What was taken because there was no other answer needs no step.
        """
        live = self._played.live
        if self._walked[0] is not live:
            done, left = list[int](), 0
            for number, step in enumerate(self._played.steps, start=1):
                if left or len(done) == len(self._steps):
                    break
                if (step.move.seat, step.option) == self._steps[len(done)]:
                    done.append(number)
                elif len(self._played.states[number - 1].options) > 1:
                    left = number
            self._walked = live, (done, left)
        return self._walked[1]

    @property
    def over(self) -> bool:
        """Whether all steps are done."""
        return len(self._walk()[0]) == len(self._steps)

    @property
    def _next(self) -> int:
        """The step that comes next; -1 where none does."""
        done, left = self._walk()
        return -1 if left or len(done) == len(self._steps) else len(done)

    def played_move(self, state: State) -> int | None:
        """The option that the lesson takes for the seat that decides, which is not the learner; None where a bot decides."""
        if self._next < 0 or state.over or state.seat == self.learner:
            return None
        seat, option = self._steps[self._next]
        if seat == state.seat and option in state.options:
            return option
        return state.options[0] if len(state.options) == 1 else None

    def sought(self, state: State) -> int | None:
        """The option that is looked for where the learner is asked in a state; None where any will do."""
        seat, option = self._steps[self._next] if self._next >= 0 else (-1, -1)
        return option if seat == self.learner and option in state.options else None

    def refuses(self, seat: int, state: State, option: int) -> bool:
        """Whether another answer is looked for than a seat gives to the question in a state."""
        return seat == self.learner and self.sought(state) not in {None, option}

    def instead(self, state: State, lang: str, names: Sequence[str] = ()) -> str:
        """What the lesson says in a state to another answer than it looks for; empty where it has no words for it."""
        return self._said(self.lesson.steps[self._next].instead, state, names, lang) if self._next >= 0 else ""

    def text(self, state: State, asked: int, lang: str, names: Sequence[str] = ()) -> LessonText:
        """What is said to the learner in a state in which a seat is `asked`."""
        done, left = self._walk()
        count, place = (
            sum(seat == self.learner for seat, _ in some) for some in (self._steps, self._steps[: len(done)])
        )
        ended = done[-1] if self.over else left - 1
        if ended >= 0 and any(step.move.seat == self.learner for step in self._played.steps[ended:]):
            return LessonText(place, count, over=self.over, lost=not self.over, told=False)
        before = self._before(done, lang, names)
        if self.over:
            free = self._said(self.lesson.free, state, names, lang)
            return LessonText(count, count, (*before, *([free] if free else [])), over=True)
        if state.over or asked != self.learner or len(state.options) == 1:
            return LessonText(place, count, before)
        sought = self.sought(state)
        if sought is None:
            return LessonText(place, count, before, lost=True)
        step = self.lesson.steps[self._next]
        return LessonText(place, count, before, self._said(step.say, state, names, lang), step.mark, sought)

    def _before(self, done: Sequence[int], lang: str, names: Sequence[str]) -> tuple[str, ...]:
        """What came of the learner's last answer, and what others did since."""
        told: list[str] = []
        for place in range(len(done) - 1, -1, -1):
            model, after = self.lesson.steps[place], self._played.states[done[place]]
            told.insert(0, self._said(self._afterwards(model), after, names, lang))
            if self._steps[place][0] == self.learner:
                break
        return tuple(each for each in told if each)

    @staticmethod
    def _afterwards(step: LessonStep) -> CaseText | None:
        """What is said of a step once it is done."""
        return step.then if step.seat is None else step.say or step.then

    def _said(self, text: CaseText | None, state: State, names: Sequence[str], lang: str) -> str:
        """A text with its values; the bare text where these cannot be had."""
        if text is None:
            return ""
        try:
            return state.fill(text.get(lang), self.learner, lang, names)
        except LoadError:
            return text.get(lang)
