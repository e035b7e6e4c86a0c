"""A session: the states of a game, the moves between them, the position looked at, and its journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any, Final, overload

from ruleset_core import (
    FollowedMove,
    OptionError,
    SaveError,
    VisibleMove,
    __version__,
    follow_move,
    group_at_start,
    levels_used,
    start_at,
    visible_moves,
)
from ruleset_core.installed import versions_in
from ruleset_core.play.records.journal import Journal, record_bytes
from ruleset_core.play.records.record_lines import (
    EarlyEnd,
    Entry,
    HintRequest,
    Record,
    RecordedAgreement,
    RecordedEnd,
    RecordedHint,
    RecordedMove,
    RecordedResignation,
    RecordedStart,
    RecordedUndo,
    RecordError,
    RecordHeader,
    Resignation,
    Seat,
    as_json_values,
    clip_hints,
    clip_resignations,
    early_end,
)

if TYPE_CHECKING:
    from ruleset_core import Account, Game, State, StepEvents, Story


EVERY: Final = 32
"""Moves from one state that is kept to the next: a step back plays at most as many again."""


class SessionStates(Sequence["State"]):
    """States by the number of moves before them. Those of the last stretch are at hand, and of the one looked at.

    So the memory of a session grows with the length of its game, slowly, and a step back costs a few moves at most.
    """

    def __init__(self, first: State) -> None:
        self._kept = [first]
        self._options: list[int] = []  # the option at a place leads from the position of that number to the next
        self._last = [first]  # from the last state that is kept to the end
        self._near: tuple[int, list[State]] = (-1, [])  # the number of another stretch, and its states

    def __len__(self) -> int:
        return len(self._options) + 1

    @overload
    def __getitem__(self, number: int) -> State: ...
    @overload
    def __getitem__(self, number: slice) -> list[State]: ...
    def __getitem__(self, number: int | slice) -> State | list[State]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        at = number if number >= 0 else number + len(self)
        if not 0 <= at < len(self):
            raise IndexError(number)
        stretch, place = divmod(at, EVERY)
        return self._stretch(stretch)[place] if place else self._kept[stretch]

    def append(self, option: int, state: State) -> None:
        """Add the state that `option` led to from the last one."""
        self._options.append(option)
        if len(self._options) % EVERY:
            self._last.append(state)
            return
        self._near = (len(self._kept) - 1, self._last)
        self._kept.append(state)
        self._last = [state]

    def pop(self) -> None:
        """Forget the last state. Raises IndexError when it is the only one."""
        self._options.pop()
        self._last.pop()
        if not self._last:
            self._kept.pop()
            self._last = self._stretch(len(self._kept) - 1)
            self._near = (-1, [])

    def until(self, number: int) -> SessionStates:
        """The positions up to and with one, to go on from there another way."""
        part = SessionStates(self._kept[0])
        stretch, place = divmod(number, EVERY)
        part._kept = self._kept[: stretch + 1]
        part._options = self._options[:number]
        part._last = self._stretch(stretch)[: place + 1]
        return part

    def _stretch(self, number: int) -> list[State]:
        """All states of a stretch, played again if they are not at hand."""
        if number == len(self._kept) - 1 and self._last:
            return self._last
        if self._near[0] != number:
            states = [self._kept[number]]
            for option in self._options[number * EVERY : (number + 1) * EVERY - 1]:
                state = states[-1].clone()
                state.apply(option)
                states.append(state)
            self._near = (number, states)
        return self._near[1]


# -- whether a move revealed something ------------------------------------------------------------------------------


def reveals_piece(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """True when a piece can be seen in a zone that could be seen in none before (a card came off a hidden deck)."""
    known = set(_visible_pieces(before))
    return any(piece not in known for piece in _visible_pieces(after))


def _visible_pieces(observation: Mapping[str, Any]) -> Iterator[str]:
    yield from _pieces(observation.get("zones", {}))
    for seat in observation.get("seats", ()):
        yield from _pieces(seat)


def _pieces(value: Any) -> Iterator[str]:
    """Ids in lists, at any depth of zones indexed by names; `top` is the one card to see of a pile."""
    if isinstance(value, Mapping):
        if isinstance(value.get("top"), str):
            yield value["top"]
        for item in value.values():
            yield from _pieces(item)
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))


# -- A game being played or looked at ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SessionStep:
    """A move with its option and the name of the decision."""

    move: RecordedMove
    option: int
    decision: str


def _state_of(game: Game, data: Mapping[str, Any]) -> State:
    """A recorded position, where the data of the game may be other by now. Raises OptionError where it does not fit."""
    try:
        return game.from_json({**data, "hash": game.hash})
    except SaveError as error:
        raise OptionError(str(error), ("start",)) from None


class Session:
    """A game from its start to its last move, and a position in it.

    Play happens at the end; `back`, `forward` and `to` look around without limit and change nothing. `misfit` says why a
    record was replayed only as far as it fits, if it was. `hints` are those that were asked for, `resigned` says who gave up, and
    `agreed` which seats agreed to end the game as it stood: facts of the table, which no state knows.
    """

    def __init__(self, game: Game, header: RecordHeader, state: State, journal: Journal | None = None) -> None:
        self.game = game
        self.header = header
        self.journal = journal
        self.steps: list[SessionStep] = []
        self.taken: list[FollowedMove] = []  # the same moves, as far as it matters who is told of them
        self.states = SessionStates(state)
        self.position = 0
        self.misfit: RecordError | None = None
        self.hints: list[HintRequest] = []
        self.resigned: list[Resignation] = []
        self.agreed: tuple[int, ...] = ()
        self._heard: dict[int, StepEvents] = {}
        self._undo_problems: dict[int, RecordError | None] = {}
        """Why each move cannot be taken back when those after it are: worked out once."""

    @classmethod
    def start(
        cls,
        game: Game,
        seats: Sequence[Seat],
        seed: int,
        options: Mapping[str, Any] | None = None,
        expansions: Sequence[str] = (),
        roots: Sequence[str] = (),
        number: int | None = None,
        *,
        hints: bool = True,
        start: RecordedStart | None = None,
    ) -> Session:
        """Start a new game with these seats; with a `number` that one of the many games of the seed, with a `start` from a position.

        Without `hints` nobody may ask for one.

        Raises:
            OptionError: an option that the game does not have, or something in the position.
        """
        chosen = dict(options or {})
        if start is None:
            state = game.new(players=len(seats), seed=seed, options=chosen, game=number)
        elif start.state:
            state = _state_of(game, start.state)
        else:
            state = start_at(game, start.at or None, len(seats), seed, chosen, start.given, start.dice)
        header = RecordHeader(
            ruleset=__version__,
            game=game.id,
            hash=game.hash,
            players=len(seats),
            seats=tuple(seats),
            seed=index(seed),  # a number of another kind, as numpy has them, is no JSON
            expansions=tuple(expansions),
            in_order=game.in_order,
            options=chosen,
            draws=as_json_values(state.draws),
            roots=tuple(roots),
            versions=versions_in(game.directories),
            entries=game.entries,
            number=None if number is None else index(number),
            hints=hints,
            levels=levels_used(game, [seat.kind for seat in seats]),
            start=start,
        )
        return cls(game, header, state)

    @property
    def state(self) -> State:
        """The state at the position looked at. To be read, not changed."""
        return self.states[self.position]

    @property
    def live(self) -> State:
        """The state after the last move. To be read, not changed."""
        return self.states[-1]

    @property
    def early_end(self) -> EarlyEnd:
        """How the game ended before its rules ended it; empty where it did not."""
        return early_end(self.header.players, self.resigned, self.agreed)

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more: the game has ended, by its rules or early."""
        return self.live.over or bool(self.early_end)

    @property
    def at_end(self) -> bool:
        """True when the position looked at is the last one."""
        return self.position == len(self.steps)

    def apply(self, option: int | str, *, standing: bool = False) -> SessionStep:
        """Take an option at the last position; `standing`: because that was said in advance. Where it raises, it has changed nothing.

        Raises:
            NotationError, IllegalOption: it cannot be taken.
            RecordError: it cannot be written, as `Journal.append` says.
        """
        before = self.live
        decision = before.decision
        number = self.game.parse(option) if isinstance(option, str) else option
        after = before.clone()
        after.apply(number)
        number = int(number)
        assert decision is not None  # apply raised otherwise
        move = RecordedMove(before.seat, self.game.notation(number), as_json_values(after.draws), standing)
        step = SessionStep(move, number, decision.name)
        with self.all_or_nothing():
            self.taken.append(follow_move(len(self.steps), self.group(len(self.steps)), before, number, after))
            self.steps.append(step)
            self.states.append(number, after)
            self.position = len(self.steps)
            self._keep(move)
            self.note_end()
        return step

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Where anything within raises, the game and its file are as they were before."""
        journal = self.journal
        if journal is None:  # nothing can fail
            yield
            return
        mark = journal.mark()
        facts = [*self.hints], [*self.resigned], self.agreed
        before = [*self.steps], [*self.taken], self.states.until(len(self.steps)), self.position
        try:
            yield
        except BaseException:
            self.steps, self.taken, self.states, self.position = before
            self.hints, self.resigned, self.agreed = facts
            self._heard = {number: heard for number, heard in self._heard.items() if number < len(self.steps)}
            self._undo_problems.clear()
            if self.journal is journal:
                journal.back(mark)
            elif self.journal is not None:  # another file was begun meanwhile, with all that there was
                self.journal.back((len(record_bytes(self.record())), []))
            raise

    def note_hint(self, seat: int) -> None:
        """Write down that a seat has asked for a hint; once for each question. Raises `RecordError` as `apply` does."""
        asked = HintRequest(seat, len(self.steps))
        if asked not in self.hints:
            with self.all_or_nothing():
                self.hints.append(asked)
                self._keep(RecordedHint(seat))

    def note_resignation(self, seat: int) -> None:
        """Write down that who sits on a seat gives up. Raises `RecordError` as `apply` does."""
        with self.all_or_nothing():
            self.resigned.append(Resignation(seat, len(self.steps)))
            self._keep(RecordedResignation(seat))
            self.sync()

    def note_agreement(self, seats: Iterable[int]) -> None:
        """Write down that these seats agree to end the game as it stands. Raises `RecordError` as `apply` does."""
        with self.all_or_nothing():
            self.agreed = tuple(seats)
            self._keep(RecordedAgreement(self.agreed))
            self.sync()

    def note_end(self) -> None:
        """Write down that the game is over, if it is; a crash may have come between the last move and this."""
        if self.live.over:
            self._keep(RecordedEnd(tuple(self.live.scores()), tuple(self.live.outcomes())))
            self.sync()

    def sync(self) -> None:
        """Bring the game to the disk. What is not there then, and why, says the `journal`."""
        if self.journal is not None and not self.journal.sync():
            self._keep_anew(self.journal)

    def _keep(self, entry: Entry) -> None:
        if self.journal is not None and not self.journal.append(entry, len(self.steps)):
            self._keep_anew(self.journal)

    def _keep_anew(self, journal: Journal) -> None:
        """Somebody deleted the file, put another one there or wrote into it: the whole game goes into a file of its own."""
        try:
            self.journal = journal.continue_elsewhere(self.record())
        except RecordError as error:
            journal.trouble = error
            if journal.strict:
                raise

    def undo_problem(self) -> RecordError | None:
        """Why the last move cannot be taken back, or None when it can.

        Taking back never changes who is to decide, and never passes another player's move, a random outcome or
        something that was revealed.
        """
        return self._undo_problem_at(len(self.steps) - 1)

    def _undo_problem_at(self, place: int) -> RecordError | None:
        """The same for the move at this place, as if those after it were taken back."""
        if self.early_end:
            return RecordError("undo_over")
        if place < 0:
            return RecordError("undo_nothing")
        if place not in self._undo_problems:
            self._undo_problems[place] = self._find_undo_problem(place)
        return self._undo_problems[place]

    def _find_undo_problem(self, place: int) -> RecordError | None:
        last, before, now = self.steps[place], self.states[place], self.states[place + 1]
        if now.over:
            return RecordError("undo_over")
        if last.move.seat != now.seat:
            return RecordError("undo_other")
        if last.move.draws:
            return RecordError("undo_random")
        if reveals_piece(before.observe(now.seat), now.observe(now.seat)):
            return RecordError("undo_revealed")
        return None

    @property
    def undo_limit(self) -> int:
        """The number of moves that stay when all is taken back that may be: `len(steps)` when nothing may be.

        Of Ana's moves 4 (she rolls), 5 and 6, the last two can be taken back: 5.
        """
        place = len(self.steps)
        while self._undo_problem_at(place - 1) is None:
            place -= 1
        return place

    def undo(self, to: int | None = None) -> SessionStep:
        """Take back the last move of the seat that decides, or its moves from number `to` on; the first one taken back.

        Raises:
            RecordError: when that may not be; nothing is taken back then.
        """
        last = len(self.steps) - 1
        place = last if to is None else to
        if place > last:
            raise RecordError("undo_nothing")
        limit = self.undo_limit
        if place < limit and (problem := self._undo_problem_at(limit - 1)) is not None:
            raise problem
        step, count = self.steps[place], len(self.steps) - place
        with self.all_or_nothing():
            for _ in range(count):
                self.drop()
            self._keep(RecordedUndo(count))
        return step

    def drop(self) -> None:
        """Forget the last move, whoever made it and whatever it drew; the journal is not told."""
        self.states.pop()
        self.steps.pop()
        self.taken.pop()
        self.hints = clip_hints(self.hints, len(self.steps))
        self.resigned = clip_resignations(self.resigned, len(self.steps))
        self._heard.pop(len(self.steps), None)
        self._undo_problems.pop(len(self.steps), None)
        self.position = len(self.steps)

    def to(self, position: int) -> State:
        """Look at the position after `position` moves. Raises `RecordError` when there is none."""
        if not 0 <= position <= len(self.steps):
            raise RecordError("no_position", number=position, last=len(self.steps))
        self.position = position
        return self.state

    def back(self) -> bool:
        """Look one move back; False at the start."""
        self.position = max(0, self.position - 1)
        return self.position > 0

    def forward(self) -> bool:
        """Look one move ahead; False at the end."""
        self.position = min(len(self.steps), self.position + 1)
        return not self.at_end

    def branch(self) -> Session:
        """A session of its own that goes on from the position looked at; it has no journal."""
        branch = Session(self.game, self.header, self.states[0])
        branch.steps = self.steps[: self.position]
        branch.taken = self.taken[: self.position]
        branch.states = self.states.until(self.position)
        branch.position = self.position
        branch.hints = [each for each in self.hints if each.after <= self.position]
        return branch

    def record(self) -> Record:
        """The game up to its last move, to be saved."""
        moves, hints, resigned = tuple(step.move for step in self.steps), tuple(self.hints), tuple(self.resigned)
        if not self.live.over:
            return Record(self.header, moves, hints=hints, resigned=resigned, agreed=self.agreed)
        scores, outcomes = tuple(self.live.scores()), tuple(self.live.outcomes())
        return Record(self.header, moves, scores, outcomes=outcomes, hints=hints, resigned=resigned)

    def adopt_data(self) -> None:
        """Note the loaded data and this version as those of the record: what stands was played with them again."""
        self.header = replace(self.header, hash=self.game.hash, ruleset=__version__, entries=self.game.entries)

    def group(self, position: int) -> int:
        """The choice at the same time that is on at a position, by the position where it began; -1 if none is."""
        return self.taken[position - 1].then if position else group_at_start(self.states[0])

    def visible_moves(self, viewer: int | None, numbers: Iterable[int] | None = None) -> Iterator[VisibleMove]:
        """The moves up to the position looked at, or those of them with these numbers, as `viewer` may be told them there.

        `viewer` is a seat, or None for somebody outside the game to whom all is open.
        """
        chosen = range(self.position) if numbers is None else numbers
        return visible_moves(self.taken, self.group(self.position), viewer, chosen)

    def story(self, start: int = -1, end: int | None = None, seat: int | None = None) -> Story:
        """What happened from one position to another, as a seat may be told it at the latter.

        Args:
            start: the position before the stretch; -1 is before the setup.
            end: the position after it; the one looked at if left out.
            seat: to whom; the number of seats for somebody who looks on, None for somebody who may know all.
        """
        from ruleset_core import story_of  # nothing of stories is imported before one is wanted

        last = self.position if end is None else end
        first = max(start, 0)
        group = self.group(first)
        # What was held back begins in the step that led to where seats chose at the same time: some had no other choice there.
        begin = first if group < 0 else group - 1
        steps = [self._step_events(number) for number in range(min(begin, start), last)]
        return story_of(self.game, self.header.players, steps, seat, start)

    def why(
        self, name: str | None = None, seat: int | None = None, at: Sequence[Any] = (), viewer: int | None = None
    ) -> Account:
        """Where an amount came from up to the position looked at; see `account_of`.

        `viewer`: to whom it is told, as for `story`.
        """
        from ruleset_core import account_of

        return account_of(self.state, self.story(seat=viewer), name, seat, at)

    @property
    def moves_to_replay(self) -> int:
        """How many moves up to the position looked at must be gone through once more before their story can be told."""
        return sum(number not in self._heard for number in range(self.position))

    def _step_events(self, number: int) -> StepEvents:
        """A step as it happened, the setup by the number -1."""
        if number not in self._heard:
            from ruleset_core import trace_setup, trace_step

            before = self.states[max(number, 0)]
            self._heard[number] = (
                trace_setup(before) if number < 0 else trace_step(before, self.steps[number].option, number)
            )
        return self._heard[number]

    def hidden_now(self, number: int, viewer: int | None) -> bool:
        """Whether the move with this number is hidden only because all still choose at the same time."""
        return self.taken[number].hidden_now(self.group(self.position), viewer)
