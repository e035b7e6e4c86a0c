"""A game being played or looked at: the states of all its positions, the moves between them, and its journal.

Positions are kept every so often (`Positions`), so undo and stepping play few moves again, however long the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any

from ruleset_core import Taken, Told, __version__, follow, group_at_start, told

from .header import Header, Seat
from .journal import Journal
from .lines import Entry, HintAsked, Move, Over, Undo, plain
from .positions import Positions
from .problems import RecordError
from .reading import Hinted, Record, clipped
from .reveal import reveals
from .writing import record_bytes

if TYPE_CHECKING:
    from ruleset_core import Account, Game, Heard, State, Story

__all__ = ["Session", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """A move with its option and the name of the decision."""

    move: Move
    option: int
    decision: str


class Session:
    """A game from its start to its last move, and a position in it.

    Play happens at the end; `back`, `forward` and `to` look around without limit and change nothing. `misfit` says why a
    record was replayed only as far as it fits, if it was. `hints` are those that were asked for.
    """

    def __init__(self, game: Game, header: Header, state: State, journal: Journal | None = None) -> None:
        self.game = game
        self.header = header
        self.journal = journal
        self.steps: list[Step] = []
        self.taken: list[Taken] = []  # the same moves, as far as it matters who is told of them
        self.states = Positions(state)
        self.position = 0
        self.misfit: RecordError | None = None
        self.hints: list[Hinted] = []
        self._heard: dict[int, Heard] = {}

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
    ) -> Session:
        """Start a new game with these seats; with a `number` that one of the many games of the seed.

        Without `hints` nobody may ask for one.

        Raises:
            OptionError: an option that the game does not have.
        """
        chosen = dict(options or {})
        state = game.new(players=len(seats), seed=seed, options=chosen, game=number)
        header = Header(
            ruleset=__version__,
            game=game.id,
            hash=game.hash,
            players=len(seats),
            seats=tuple(seats),
            seed=index(seed),  # a number of another kind, as numpy has them, is no JSON
            expansions=tuple(expansions),
            in_order=game.in_order,
            options=chosen,
            draws=plain(state.draws),
            roots=tuple(roots),
            entries=game.entries,
            number=None if number is None else index(number),
            hints=hints,
            levels=game.levels_told(seat.kind for seat in seats),
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
    def at_end(self) -> bool:
        """True when the position looked at is the last one."""
        return self.position == len(self.steps)

    def apply(self, option: int | str) -> Step:
        """Take an option at the last position. Where it raises, it has changed nothing.

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
        move = Move(before.seat, self.game.notation(number), plain(after.draws))
        step = Step(move, number, decision.name)
        with self.all_or_nothing():
            self.taken.append(follow(len(self.steps), self.group(len(self.steps)), before, number, after))
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
        before = [*self.steps], [*self.taken], [*self.hints], self.states.until(len(self.steps)), self.position
        try:
            yield
        except BaseException:
            self.steps, self.taken, self.hints, self.states, self.position = before
            self._heard = {number: heard for number, heard in self._heard.items() if number < len(self.steps)}
            if self.journal is journal:
                journal.back(mark)
            elif self.journal is not None:  # another file was begun meanwhile, with all that there was
                self.journal.back((len(record_bytes(self.record())), []))
            raise

    def note_hint(self, seat: int) -> None:
        """Write down that a seat has asked for a hint; once for each question. Raises `RecordError` as `apply` does."""
        asked = Hinted(seat, len(self.steps))
        if asked not in self.hints:
            with self.all_or_nothing():
                self.hints.append(asked)
                self._keep(HintAsked(seat))

    def note_end(self) -> None:
        """Write down that the game is over, if it is; a crash may have come between the last move and this."""
        if self.live.over:
            self._keep(Over(tuple(self.live.scores()), tuple(self.live.outcomes())))
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
            self.journal = journal.anew(self.record())
        except RecordError as error:
            journal.trouble = error
            if journal.strict:
                raise

    def undo_problem(self) -> RecordError | None:
        """Why the last move cannot be taken back, or None when it can.

        Taking back never changes who is to decide, and never passes another player's move, a random outcome or
        something that was revealed.
        """
        if not self.steps:
            return RecordError("undo_nothing")
        last, before, now = self.steps[-1], self.states[-2], self.live
        if now.over:
            return RecordError("undo_over")
        if last.move.seat != now.seat:
            return RecordError("undo_other")
        if last.move.draws:
            return RecordError("undo_random")
        if reveals(before.observe(now.seat), now.observe(now.seat)):
            return RecordError("undo_revealed")
        return None

    def undo(self) -> Step:
        """Take back the last move of the seat that decides. Raises `RecordError` when that may not be."""
        problem = self.undo_problem()
        if problem is not None:
            raise problem
        step = self.steps[-1]
        with self.all_or_nothing():
            self.drop()
            self._keep(Undo(1))
        return step

    def drop(self) -> None:
        """Forget the last move, whoever made it and whatever it drew; the journal is not told."""
        self.states.pop()
        self.steps.pop()
        self.taken.pop()
        self.hints = clipped(self.hints, len(self.steps))
        self._heard.pop(len(self.steps), None)
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
        moves, hints = tuple(step.move for step in self.steps), tuple(self.hints)
        if not self.live.over:
            return Record(self.header, moves, hints=hints)
        scores, outcomes = tuple(self.live.scores()), tuple(self.live.outcomes())
        return Record(self.header, moves, scores, outcomes=outcomes, hints=hints)

    def adopt_data(self) -> None:
        """Note the loaded data and this version as those of the record: what stands was played with them again."""
        self.header = replace(self.header, hash=self.game.hash, ruleset=__version__, entries=self.game.entries)

    def group(self, position: int) -> int:
        """The choice at the same time that is on at a position, by the position where it began; -1 if none is."""
        return self.taken[position - 1].then if position else group_at_start(self.states[0])

    def told(self, viewer: int | None, numbers: Iterable[int] | None = None) -> Iterator[Told]:
        """The moves up to the position looked at, or those of them with these numbers, as `viewer` may be told them there.

        `viewer` is a seat, or None for somebody outside the game to whom all is open.
        """
        chosen = range(self.position) if numbers is None else numbers
        return told(self.taken, self.group(self.position), viewer, chosen)

    def story(self, start: int = -1, end: int | None = None, seat: int | None = None) -> Story:
        """What happened from one position to another, as a seat may be told it at the latter.

        Args:
            start: the position before the stretch; -1 is before the setup.
            end: the position after it; the one looked at if left out.
            seat: to whom; the number of seats for somebody who looks on, None for somebody who may know all.
        """
        last = self.position if end is None else end
        first = max(start, 0)
        group = self.group(first)
        # What was held back begins in the step that led to where seats chose at the same time: some had no other choice there.
        begin = first if group < 0 else group - 1
        steps = [self._hear(number) for number in range(min(begin, start), last)]
        return self.game.tell(self.header.players, steps, seat, start)

    def why(
        self, name: str | None = None, seat: int | None = None, at: Sequence[Any] = (), viewer: int | None = None
    ) -> Account:
        """Where an amount came from up to the position looked at; see `State.why`.

        `viewer`: to whom it is told, as for `story`.
        """
        return self.state.why(self.story(seat=viewer), name, seat, at)

    @property
    def unheard(self) -> int:
        """How many moves up to the position looked at must be gone through once more before their story can be told."""
        return sum(number not in self._heard for number in range(self.position))

    def _hear(self, number: int) -> Heard:
        """A step as it happened, the setup by the number -1."""
        if number not in self._heard:
            before = self.states[max(number, 0)]
            self._heard[number] = before.hear_setup() if number < 0 else before.hear(self.steps[number].option, number)
        return self._heard[number]

    def hidden_now(self, number: int, viewer: int | None) -> bool:
        """Whether the move with this number is hidden only because all still choose at the same time."""
        return self.taken[number].hidden_now(self.group(self.position), viewer)
