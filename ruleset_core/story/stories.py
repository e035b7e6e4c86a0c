"""Traces steps, makes a `Story` of them for a viewer, foresees what an option certainly brings; also answers that nobody was asked for.

>>> from ruleset_core import foresee, load, story_of, trace_step
>>> game = load("pig")
>>> state, steps = game.new(players=2, seed=4), []
>>> for option in (0, 0, 1):                             # roll, roll, hold
...     steps.append(trace_step(state, option, len(steps)))
...     state.apply(option)
>>> for sentence in story_of(game, 2, steps, viewer=1).sentences("en"):
...     print(sentence)
Player 1 rolls twice and holds: the die shows 6, then 6; gains 16 points.
Player 2 rolls (no other choice: there is nothing to hold yet): the die shows 2.
>>> state = game.new(players=2, seed=4)
>>> foresee(state, 1).describe("en")                         # what holding certainly brings; the next player then rolls
'+4 points, then chance decides'

`foresee` runs the option with `eval.access_policies.LookaheadAccess`, which stops at chance and at what the seat does not know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from ruleset_core.engine.game import Game
from ruleset_core.engine.scoring import worth
from ruleset_core.engine.state import State
from ruleset_core.errors import BrokenRuleError
from ruleset_core.eval.trace import (
    AnyPart,
    EventHappened,
    GameEnding,
    ListReordered,
    OptionChosen,
    PhaseEntered,
    PieceMoved,
    PieceShown,
    SimultaneousChoice,
    TurnStarted,
    ValueChanged,
    apply_part,
)
from ruleset_core.formats.story_format import StoryPart
from ruleset_core.messages import message
from ruleset_core.story.step_events import (
    future_parts,
    informative_rows,
    is_held_back,
    namer_of,
    open_rows,
    setup_parts,
    step_parts,
    visible_part,
)
from ruleset_core.story.story_turns import StoryTurn

# What seats did without having been asked: answers that were the only ones, and turns in which there was no other.

Events = Sequence[tuple[int, AnyPart]]


def turns_without_choice(events: Events, seats: Collection[int], *, over: bool) -> Iterator[tuple[int, int]]:
    """Whole turns of these seats in which they were never asked: the place behind the last part of each, and the seat.

    Args:
        events: the parts, each with its step.
        seats: whose turns.
        over: whether the game is over, and the last turn with it; else it still goes on.
    """
    seat, asked = -1, False
    for place, (_, part) in enumerate(events):
        if isinstance(part, TurnStarted | PhaseEntered):
            if seat in seats and not asked:
                yield place, seat
            seat, asked = part.me if isinstance(part, TurnStarted) else -1, False
        elif isinstance(part, OptionChosen) and part.me == seat and not part.forced:
            asked = True
    if over and seat in seats and not asked:
        yield len(events), seat


def forced_answers_before(game: Game, events: Events, seat: int) -> list[OptionChosen]:
    """The only answers that were taken for a seat since it was last asked in its turn; those of note.

    Of those before it was first asked in a turn the sentence of that turn says that there was no choice.
    """
    found: list[OptionChosen] = []
    asked = False
    for _, part in events:
        if isinstance(part, TurnStarted | PhaseEntered) or (
            isinstance(part, OptionChosen) and (part.me != seat or not part.forced)
        ):
            found = []
            asked = isinstance(part, OptionChosen) and part.me == seat
        elif asked and isinstance(part, OptionChosen) and game.program.vocabulary.decisions[part.decision].note:
            found.append(part)
    return found


# A story of a stretch of a game, as somebody may be told it.


@dataclass(frozen=True, slots=True)
class StepEvents:
    """All that happened in a step of a game, hidden things included. `step`: the move, from 0; -1 is the setup.

    Example:
        >>> from ruleset_core import load, trace_step
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> trace_step(state, state.options[0], step=3).step
        3
    """

    step: int
    parts: tuple[AnyPart, ...]

    @property
    def cards(self) -> frozenset[str]:
        """The cards that did something: changed a value, or moved, ordered or showed a piece."""
        done = (
            part
            for part in self.parts
            if isinstance(part, ValueChanged | PieceMoved | ListReordered | PieceShown | GameEnding)
        )
        owners = (cause.origin.owner for part in done for cause in part.because)
        return frozenset(owner.name for owner in owners if owner.section == "cards")


@dataclass(frozen=True)
class Story:
    """What happened in a stretch of a game, in order.

    Attributes:
        game: the game played.
        seats: how many play.
        viewer: the seat it is told to; `seats` for a watcher; None may know all.
        events: the parts in numbers, each with its step.

    Example:
        >>> from ruleset_core import load, story_of, trace_step
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> story = story_of(state.game, 2, [trace_step(state, state.options[0])])
        >>> story.sentences("en", ["Ana", "Bo"])
        ['Ana marks a1.']
    """

    game: Game
    seats: int
    viewer: int | None
    events: tuple[tuple[int, AnyPart], ...]

    @cached_property
    def parts(self) -> list[StoryPart]:
        """The parts in the words of the game."""
        naming = namer_of(self.game)
        return [naming.part(part, step) for step, part in self.events]

    def to_json(self) -> list[dict[str, Any]]:
        """The parts as plain data, as `story.schema.json` says."""
        from ruleset_core.values import dataclass_as_json

        return [dataclass_as_json(each) for each in self.parts]

    def sentences(self, lang: str = "en", names: Sequence[str] = ()) -> list[str]:
        """A sentence for each turn, and those that the data tells. `names`: of the players, by seat."""
        from ruleset_core.story.story_sentences import story_sentences

        return story_sentences(self.game, self.events, self.viewer, lang, names)

    def lines(self, lang: str = "en", names: Sequence[str] = ()) -> list[tuple[int, str]]:
        """The same, each with the last move it tells of, from 0; -1 is the setup."""
        return [(turn.steps[-1], text) for turn, text in self.turns(lang, names)]

    def turns(self, lang: str = "en", names: Sequence[str] = ()) -> list[tuple[StoryTurn, str]]:
        """The same, each with the turn it tells of."""
        from ruleset_core.story.story_sentences import turn_sentences

        return list(turn_sentences(self.game, self.events, self.viewer, lang, names))

    def turns_without_answer(self, seats: Collection[int], *, over: bool = False) -> list[tuple[int, int]]:
        """Whole turns of these seats in which they were never asked: the number of parts up to the end of each, and the seat.

        `over`: the last turn is over, too.
        """
        return list(turns_without_choice(self.events, seats, over=over))

    @property
    def from_first_turn(self) -> Story:
        """Without what came before anybody had a turn or was asked, but for events: `emit opened(leader, tile)` of Dominoes."""
        begins = (place for place, (step, part) in enumerate(self.events) if step >= 0 or isinstance(part, TurnStarted))
        begin = next(begins, len(self.events))
        events = tuple(each for each in self.events[:begin] if isinstance(each[1], EventHappened))
        return replace(self, events=events + self.events[begin:])

    def split(self, seat: int | None = None) -> tuple[Story, tuple[int, int]] | None:
        """The turns that are over, and where the current one begins: in which move, after how many of its parts.

        `seat`: a turn in which this one was asked counts as over. None if nothing happened.
        """
        if not self.events:
            return None
        places = reversed(range(len(self.events)))
        begun = next((place for place in places if isinstance(self.events[place][1], TurnStarted | PhaseEntered)), 0)
        going_on = (part for _, part in self.events[begun:])
        if any(isinstance(part, OptionChosen) and part.me == seat and not part.forced for part in going_on):
            return self, (self.events[-1][0] + 1, 0)
        step = self.events[begun][0]
        return self.between(0, begun), (step, sum(1 for each, _ in self.events[:begun] if each == step))

    def between(self, first: int, last: int | None = None) -> Story:
        """The story of some of the parts: from that place to before the other one."""
        return replace(self, events=self.events[first:last])

    def only_answers(self, seat: int, lang: str = "en", names: Sequence[str] = ()) -> list[str]:
        """The forced answers of a seat since anybody was last asked: in words, with notation."""
        from ruleset_core.story.story_turns import answer_text

        parts = forced_answers_before(self.game, self.events, seat)
        return [answer_text(self.game, part, self.viewer, lang, names) for part in parts]

    def apply_to(self, state: State) -> State:
        """A copy of the state before a stretch told in full, changed as the story says.

        Values, pieces, the phase and the end of the game are then as after it; what waits to be done, and chance, are not.

        Raises:
            ValueError: the story is told to somebody who may not know all.
        """
        if self.viewer is not None:
            raise ValueError("only a story told in full leads from one state to another")
        after = state.plain()
        for _, part in self.events:
            apply_part(after, part)
        return after


@dataclass(frozen=True)
class Foresight:
    """What certainly comes of an option, as far as the seat that decides can know.

    Attributes:
        story: what happens, as that seat may be told it.
        then: why no more is told: `chance`, something `hidden`, or None: that is all, or others act.
        steps: how many steps of the rules it took: a measure of work, the same on every machine.

    Example:
        >>> from ruleset_core import foresee, load
        >>> state = load("troyes_dice").new(players=2, seed=1)
        >>> foresight = foresee(state, state.options[0])
        >>> foresight.then in {None, "chance", "hidden"}
        True
    """

    story: Story
    then: Literal["chance", "hidden"] | None
    steps: int
    _before: State = field(repr=False, compare=False)
    _after: State = field(repr=False, compare=False)
    _goes_on: bool = field(repr=False, compare=False)
    _worth_before: dict[frozenset[str], int] = field(repr=False, compare=False)
    """The seat's points before, by categories: one for all options of a question, which work it out once."""

    @property
    def asked(self) -> State | None:
        """The imagined state where the same seat is asked next; None where chance or others come first."""
        return self._after if self._goes_on else None

    @property
    def ends_turn(self) -> bool:
        """Whether a turn or a phase begins after it."""
        return any(isinstance(part, TurnStarted | PhaseEntered) for _, part in self.story.events)

    @cached_property
    def points(self) -> int:
        """The change of the seat's score, as if the game ended now, as far as it may know it.

        0 where only categories change that are an amount of a resource: the story tells those.
        """
        game, seat = self._before.game, self._before.seat
        news, told = (
            rows[self._before.simultaneous] & rows[self._after.simultaneous]
            for rows in (informative_rows(game), open_rows(game))
        )
        if not news or not self.story.events:
            return 0
        try:
            if worth(self._after, seat, news) == self._points_before(news):
                return 0
            return worth(self._after, seat, told) - self._points_before(told)
        except BrokenRuleError:  # said when the score is asked for
            return 0

    def _points_before(self, rows: frozenset[str]) -> int:
        """The seat's points in some categories before the option."""
        if rows not in self._worth_before:
            self._worth_before[rows] = worth(self._before, self._before.seat, rows)
        return self._worth_before[rows]

    @cached_property
    def answers(self) -> tuple[Foresight, ...]:
        """What comes of each answer to the next question of the same seat; empty where chance or others come first.

        No further is looked: these have no answers themselves.
        """
        return tuple(self.each_answer())

    def each_answer(self, *, further: bool = False, reasons: bool = True) -> Iterator[Foresight]:
        """The same one by one. `further`: with their own answers; `reasons`: with why things happen, and what the data says of them."""
        worth_before: dict[frozenset[str], int] = {}
        if (asked := self.asked) is not None:
            for option in asked.options:
                yield _foresee(asked, option, worth_before, briefly=not further, reasons=reasons)

    def describe(self, lang: str = "en", names: Sequence[str] = (), *, then: bool = True, menu: int = 1) -> str:
        """In few words, such as `−2 influence, +4 knowledge, then chance decides`; empty if nothing is certain.

        `then`: whether it is said why no more is told; `menu`: of how many options it is one, which share the work.
        """
        from ruleset_core.story.story_sentences import outcome_text

        return outcome_text(self, lang, names, then=then, menu=menu)

    def price(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """What the seat certainly gives, such as `−2 influence`; empty if that is nothing."""
        from ruleset_core.story.story_sentences import price_text

        return price_text(self, lang, names)

    def sentences(self, lang: str = "en", names: Sequence[str] = ()) -> list[str]:
        """In sentences; the last one says why no more is told, if that is not all."""
        from ruleset_core.story.story_sentences import score_change_text

        points = [score_change_text(self.points, lang, said=True)] if self.points else []
        ends = [] if self.then is None else [message(f"story.ends_in_{self.then}", lang)]
        return [*self.story.sentences(lang, names), *points, *ends]

    def turn_sentences(self, lang: str = "en", names: Sequence[str] = ()) -> list[str]:
        """The same up to where the turn or the phase is over."""
        if not self.ends_turn:
            return self.sentences(lang, names)
        over = (
            place for place, (_, part) in enumerate(self.story.events) if isinstance(part, TurnStarted | PhaseEntered)
        )
        return self.story.between(0, next(over)).sentences(lang, names)


def foresee(state: State, option: int, *later: int) -> Foresight:
    """What certainly comes of an option, as far as the seat that decides can know.

    `later`: its answers to the next questions, up to the first that it is not certain to be asked.

    Raises:
        BrokenRuleError: the rules ask for something without meaning.
    """
    found = _foresee(state, option, {}, briefly=False)
    for step, answer in enumerate(later, 1):
        asked = found.asked
        if asked is None or answer not in asked.options:
            break
        next_ = _foresee(asked, answer, {}, briefly=False)
        events = (*found.story.events, *((step, part) for _, part in next_.story.events))
        story, steps = replace(found.story, events=events), found.steps + next_.steps
        found = replace(next_, story=story, steps=steps, _before=state)
    return found


def foresee_all(state: State) -> Iterator[Foresight | None]:
    """The same of each option that is offered, in their order; None where a rule breaks."""
    worth_before: dict[frozenset[str], int] = {}
    for option in state.options:
        try:
            yield _foresee(state, option, worth_before, briefly=False)
        except BrokenRuleError:  # said when it is taken
            yield None


def _foresee(
    state: State, option: int, worth_before: dict[frozenset[str], int], *, briefly: bool, reasons: bool = True
) -> Foresight:
    parts, unknown, after = future_parts(state, option, briefly=briefly, reasons=reasons)
    seen = tuple(_visible_to([StepEvents(0, parts)], state.seat, 0))
    goes_on = not briefly and unknown is None and bool(after.stack) and after.seat == state.seat
    return Foresight(
        Story(state.game, state.n, state.seat, seen),
        None if unknown == "others" else unknown,
        after.steps,  # now: working anything out for that state later counts anew
        state,
        after,
        goes_on,
        worth_before,
    )


def trace_step(state: State, option: int, step: int = 0) -> StepEvents:
    """What happens when an option is taken, hidden things included; the state stays as it is.

    `step`: the number of the move, which its parts are given.

    Raises:
        BrokenRuleError: the rules ask for something without meaning.
    """
    return StepEvents(step, step_parts(state, option))


def trace_setup(state: State) -> StepEvents:
    """What happened before the first decision, as move -1; nothing if the game was not begun with `new`."""
    return StepEvents(-1, setup_parts(state))


def story_of(game: Game, seats: int, steps: Sequence[StepEvents], viewer: int | None = None, start: int = -1) -> Story:
    """The story of some steps in a row, as somebody may be told it.

    Args:
        game: the game played.
        seats: how many play.
        steps: the steps, from `trace_step`. In a simultaneous choice they begin with the step that led there.
        viewer: a seat; `seats` for one who looks on; None for somebody who may know all.
        start: the first step to tell, and what was held back until then.
    """
    return Story(game, seats, viewer, tuple(_visible_to(steps, viewer, start)))


def _visible_to(steps: Iterable[StepEvents], viewer: int | None, start: int) -> Iterator[tuple[int, AnyPart]]:
    """What somebody may be told, in order; what is shown of a hand in an order that tells nothing of where its cards lie."""
    cards: list[tuple[int, PieceShown]] = []
    for step, part in _visible_parts(steps, viewer, start):
        if viewer is not None and isinstance(part, PieceShown) and part.place < 0:
            if cards and (cards[0][0], cards[0][1].zone, cards[0][1].to) != (step, part.zone, part.to):
                yield from _in_order(cards)
                cards = []
            cards.append((step, part))
            continue
        if cards:
            yield from _in_order(cards)
            cards = []
        yield step, part
    yield from _in_order(cards)


def _in_order(cards: list[tuple[int, PieceShown]]) -> list[tuple[int, PieceShown]]:
    return sorted(cards, key=lambda each: (each[1].piece, each[1].fact, each[1].values))


def _visible_parts(steps: Iterable[StepEvents], viewer: int | None, start: int) -> Iterator[tuple[int, AnyPart]]:
    waiting: list[tuple[int, AnyPart]] = []
    for step in steps:
        for part in step.parts:
            seen = part if viewer is None else visible_part(part, viewer)
            if viewer is not None and is_held_back(part, viewer):
                waiting += [] if seen is None else [(step.step, seen)]
                continue
            if isinstance(part, SimultaneousChoice) and not part.on:
                if step.step >= start:
                    yield from waiting
                waiting = []
            if seen is not None and step.step >= start:
                yield step.step, seen
