"""A story of a stretch of a game, as somebody may be told it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from ruleset_core.engine.scoring import worth
from ruleset_core.engine.story.hearing import of_future, of_setup, of_step
from ruleset_core.engine.story.seen import as_seen, held_back
from ruleset_core.engine.story.unasked import answers_before, turns_without_answer
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.evaluate.trace import (
    Changed,
    Chosen,
    Ended,
    Entered,
    Moved,
    Ordered,
    Shown,
    Together,
    Turned,
    retell,
)

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.evaluate.trace import AnyPart
    from ruleset_core.model.outward.story import StoryPart

__all__ = ["Foresight", "Heard", "Story", "foresee", "hear", "hear_setup", "tell"]


@dataclass(frozen=True, slots=True)
class Heard:
    """All that happened in a step of a game, hidden things included. `step`: the move, from 0; -1 is the setup."""

    step: int
    parts: tuple[AnyPart, ...]

    @property
    def cards(self) -> frozenset[str]:
        """The cards that did something: behind a value that changed, or a piece that moved, was put in order or shown."""
        done = (part for part in self.parts if isinstance(part, Changed | Moved | Ordered | Shown | Ended))
        owners = (cause.origin.owner for part in done for cause in part.because)
        return frozenset(owner.name for owner in owners if owner.section == "cards")


@dataclass(frozen=True)
class Story:
    """What happened in a stretch of a game, in order.

    Attributes:
        game: the game played.
        seats: how many play.
        viewer: the seat it is told to; `seats` for one who looks on; None for somebody who may know all.
        heard: the parts in numbers, each with its step.
    """

    game: Game
    seats: int
    viewer: int | None
    heard: tuple[tuple[int, AnyPart], ...]

    @cached_property
    def parts(self) -> list[StoryPart]:
        """The parts in the words of the game."""
        naming = self.game.narration.naming
        return [naming.part(part, step) for step, part in self.heard]

    def to_json(self) -> list[dict[str, Any]]:
        """The parts as plain data, as `story.schema.json` says."""
        from ruleset_core.model.outward.plain import as_json

        return [as_json(each) for each in self.parts]

    def sentences(self, lang: str = "en", names: Sequence[str] = ()) -> list[str]:
        """The story for a reader: a sentence for each turn, and those that the data tells. `names`: of the players, by seat."""
        from ruleset_core.engine.story.sentences import sentences

        return sentences(self.game, self.heard, self.viewer, lang, names)

    def lines(self, lang: str = "en", names: Sequence[str] = ()) -> list[tuple[int, str]]:
        """The same, each sentence with the last move it tells of, the first being 0; -1 is the setup."""
        from ruleset_core.engine.story.sentences import told_turns

        return [(turn.steps[-1], text) for turn, text in told_turns(self.game, self.heard, self.viewer, lang, names)]

    def turns_without_answer(self, seats: Collection[int], *, over: bool = False) -> list[tuple[int, int]]:
        """Whole turns of these seats in which they were never asked: how many parts there are up to the end of each, and the seat.

        `over`: the game is over, and the last turn with it; else that one goes on.
        """
        return list(turns_without_answer(self.heard, seats, over=over))

    @property
    def from_first_turn(self) -> Story:
        """Without what came before anybody had a turn or was asked, as the setup does."""
        begin = (place for place, (step, part) in enumerate(self.heard) if step >= 0 or isinstance(part, Turned))
        return self.between(next(begin, len(self.heard)))

    def parted(self, seat: int | None = None) -> tuple[Story, tuple[int, int]] | None:
        """The turns that are over, and where the one that goes on begins: in which move, and after how many parts of that move.

        `seat`: a turn in which this one was asked counts as over. None if nothing happened.
        """
        if not self.heard:
            return None
        places = reversed(range(len(self.heard)))
        begun = next((place for place in places if isinstance(self.heard[place][1], Turned | Entered)), 0)
        going_on = (part for _, part in self.heard[begun:])
        if any(isinstance(part, Chosen) and part.me == seat and not part.forced for part in going_on):
            return self, (self.heard[-1][0] + 1, 0)
        step = self.heard[begun][0]
        return self.between(0, begun), (step, sum(1 for each, _ in self.heard[:begun] if each == step))

    def between(self, first: int, last: int | None = None) -> Story:
        """The story of some of the parts: from that place to before the other one."""
        return replace(self, heard=self.heard[first:last])

    def only_answers(self, seat: int, lang: str = "en", names: Sequence[str] = ()) -> list[str]:
        """Answers that were taken for a seat, because there was no other, since anybody was last asked: in words, with notation."""
        from ruleset_core.engine.story.answers import answer

        parts = answers_before(self.game, self.heard, seat)
        return [answer(self.game, part, self.viewer, lang, names) for part in parts]

    def retell(self, state: State) -> State:
        """A copy of the state before a stretch told in full, changed as the story says.

        Values, pieces, the phase and the end of the game are then as after the stretch; what waits to be done, and chance,
        are not.

        Raises:
            ValueError: the story is told to somebody who may not know all.
        """
        if self.viewer is not None:
            raise ValueError("only a story told in full leads from one state to another")
        after = state.plain()
        for _, part in self.heard:
            retell(after, part)
        return after


@dataclass(frozen=True)
class Foresight:
    """What is certain to come of an option, as far as the seat that decides can know.

    Attributes:
        story: what happens, as that seat may be told it.
        then: why no more is told: `chance` or something `hidden` has its say; None if that is all, or others are to act.
        steps: how many steps of the rules it took to look ahead: a measure of work that is the same on every machine.
    """

    story: Story
    then: Literal["chance", "hidden"] | None
    steps: int
    _before: State = field(repr=False, compare=False)
    _after: State = field(repr=False, compare=False)
    _goes_on: bool = field(repr=False, compare=False)

    @property
    def asked(self) -> State | None:
        """The game as it is imagined where the same seat is asked next; None where chance or others come first."""
        return self._after if self._goes_on else None

    @cached_property
    def points(self) -> int:
        """What the seat's score changes by, as if the game ended now: as far as is foreseen, and as it may be told its score.

        None of it where only such categories change as are an amount of a resource: the story tells those.
        """
        narration, seat = self._before.game.narration, self._before.seat
        news, told = (
            rows[self._before.simultaneous] & rows[self._after.simultaneous]
            for rows in (narration.worked_out, narration.open_rows)
        )
        if not news or not self.story.heard:
            return 0
        try:
            if worth(self._after, seat, news) == worth(self._before, seat, news):
                return 0
            return worth(self._after, seat, told) - worth(self._before, seat, told)
        except BrokenRule:  # said when the score is asked for
            return 0

    @cached_property
    def answers(self) -> tuple[Foresight, ...]:
        """What comes of each answer to the question that the same seat is asked next; none where chance or others come first.

        No further is looked: these have no answers themselves.
        """
        return tuple(self.each_answer())

    def each_answer(self, *, further: bool = False) -> Iterator[Foresight]:
        """The same one after the other: who has heard enough need not wait for the rest. `further`: with their own answers."""
        asked = self.asked
        yield from () if asked is None else (foresee(asked, option, briefly=not further) for option in asked.options)

    def said(self, lang: str = "en", names: Sequence[str] = (), *, then: bool = True) -> str:
        """What comes of it in few words, such as `−2 influence, +4 knowledge, then chance`; empty if nothing is certain.

        `then`: whether it is said why no more is told.
        """
        from ruleset_core.engine.story.outcome import outcome

        return outcome(self, lang, names, then=then)

    def sentences(self, lang: str = "en", names: Sequence[str] = ()) -> list[str]:
        """What comes of it in sentences, as of any story; the last one says why no more is told, if that is not all."""
        from ruleset_core.engine.story.outcome import score_change
        from ruleset_core.engine.story.words import word

        points = [score_change(self.points, lang, said=True)] if self.points else []
        ends = [] if self.then is None else [word(f"ends_in_{self.then}", lang)]
        return [*self.story.sentences(lang, names), *points, *ends]


def foresee(state: State, option: int, *, briefly: bool = False) -> Foresight:
    """See `State.foresee`. `briefly`: what comes after the next question is not looked at."""
    parts, unknown, after = of_future(state, option, briefly=briefly)
    seen = tuple(_told([Heard(0, parts)], state.seat, 0))
    goes_on = not briefly and unknown is None and bool(after.stack) and after.seat == state.seat
    return Foresight(
        Story(state.game, state.n, state.seat, seen),
        None if unknown == "others" else unknown,
        after.steps,  # now: working anything out for that state later counts anew
        state,
        after,
        goes_on,
    )


def hear(state: State, option: int, step: int = 0) -> Heard:
    """See `State.hear`."""
    return Heard(step, of_step(state, option))


def hear_setup(state: State) -> Heard:
    """See `State.hear_setup`."""
    return Heard(-1, of_setup(state))


def tell(game: Game, seats: int, heard: Sequence[Heard], viewer: int | None, start: int = -1) -> Story:
    """See `Game.tell`."""
    return Story(game, seats, viewer, tuple(_told(heard, viewer, start)))


def _told(heard: Iterable[Heard], viewer: int | None, start: int) -> Iterator[tuple[int, AnyPart]]:
    """What somebody may be told, in order; what is shown of a hand in an order that tells nothing of where its cards lie."""
    cards: list[tuple[int, Shown]] = []
    for step, part in _seen(heard, viewer, start):
        if viewer is not None and isinstance(part, Shown) and part.place < 0:
            if cards and (cards[0][0], cards[0][1].zone, cards[0][1].to) != (step, part.zone, part.to):
                yield from _in_order(cards)
                cards = []
            cards.append((step, part))
            continue
        yield from _in_order(cards)
        cards = []
        yield step, part
    yield from _in_order(cards)


def _in_order(cards: list[tuple[int, Shown]]) -> list[tuple[int, Shown]]:
    return sorted(cards, key=lambda each: (each[1].piece, each[1].fact, each[1].values))


def _seen(heard: Iterable[Heard], viewer: int | None, start: int) -> Iterator[tuple[int, AnyPart]]:
    waiting: list[tuple[int, AnyPart]] = []
    for step in heard:
        for part in step.parts:
            seen = part if viewer is None else as_seen(part, viewer)
            if viewer is not None and held_back(part, viewer):
                waiting += [] if seen is None else [(step.step, seen)]
                continue
            if isinstance(part, Together) and not part.on:
                if step.step >= start:
                    yield from waiting
                waiting = []
            if seen is not None and step.step >= start:
                yield step.step, seen
