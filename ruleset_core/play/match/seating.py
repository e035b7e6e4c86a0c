"""Seats and answers: persons and bots, bots in processes of their own, questions, early answers and undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ruleset_core import BrokenRuleError, Decision, Game, State, load
from ruleset_core.play.bots import (
    Bot,
    BotError,
    UnknownBotError,
    allow_bot,
    allowed_bots,
    describe_exit_code,
    is_external_bot,
    is_known_bot,
    make_bot,
)
from ruleset_core.play.records import HUMAN, RecordError, RecordHeader, Session, SessionStep
from ruleset_core.positions.lesson_progress import LessonProgress

__all__ = [
    "ENDLESS", "HUMAN", "AcceptedAnswer", "BotProcess", "BotRuleError", "BotTask", "EarlyAnswers", "GameSpec",
    "Question", "RefusalKind", "RefusedAnswer", "Seating", "UndoneAnswer", "bot_process_error",
]  # fmt: skip


# Bots that choose in a process of their own: one that hangs or ends its process there harms nobody else.

GAMES: Final = 8
"""Games that a process keeps loaded."""


class GameSpec(NamedTuple):
    """Which game, as a process of its own needs it to load it."""

    game: str
    expansions: tuple[str, ...]
    roots: tuple[str, ...]
    in_order: bool

    @staticmethod
    def from_header(header: RecordHeader) -> GameSpec:
        """The rules of a record."""
        return GameSpec(header.game, header.expansions, tuple(map(str, header.found_in)), header.in_order)

    def load(self) -> Game:
        """The game, loaded once in this process. Raises LoadError."""
        game = _loaded.get(self)
        if game is None:
            while len(_loaded) >= GAMES:
                del _loaded[next(iter(_loaded))]
            game = _loaded[self] = load(self.game, self.expansions, self.roots, in_order=self.in_order)
        return game


class BotProcess:
    """A bot of a seat for a game, made and asked in a process of its own. It remembers what it likes until `close`."""

    def __init__(self, rules: GameSpec, kind: str, seed: int, seat: int, decided: int) -> None:
        from ruleset_core.processes import process_pool  # not where there are no processes, as in a browser

        self._kind, self._seat = kind, seat
        self._pool = process_pool(1, _begin, allowed_bots(), rules, (kind, seed, seat, decided))

    def choose(self, state: State) -> int:
        """What the bot answers. After an exception its process has ended.

        Raises:
            BotError: it went wrong, answered what is not offered, or ended its process.
            BrokenRuleError: a rule breaks while it thinks.
        """
        from concurrent.futures.process import BrokenProcessPool

        try:
            option: int = self._pool.submit(_choose, state.to_json()).result()
        except BrokenProcessPool as error:
            raise bot_process_error(self._kind, self._seat, self._pool.ended()[0][1]) from error
        except BaseException:
            self.close()
            raise
        return option

    def close(self) -> None:
        """End the process, also one that hangs."""
        self._pool.abandon()


def bot_process_error(kind: str, seat: int, code: int) -> BotError:
    """The error that the process in which a bot was asked ended with an exit code."""
    return BotError("ended", bot=kind, seat=seat + 1, how=describe_exit_code(code))


# -- in the process of a bot ------------------------------------------------------------------------------------------

_loaded: dict[GameSpec, Game] = {}
_given: list[tuple[GameSpec, tuple[str, int, int, int]]] = []
_bots: list[Bot] = []


def _begin(bots: Sequence[tuple[str, Path | None]], rules: GameSpec, made: tuple[str, int, int, int]) -> None:
    for spec, file in bots:
        allow_bot(spec, file)
    _given.append((rules, made))


def _choose(told: dict[str, Any]) -> int:
    [(rules, made)] = _given
    if not _bots:
        _bots.append(make_bot(*made))
    return _bots[0].choose(rules.load().from_json(told))


# Who sits where: persons and bots; and what bots decide.

ENDLESS: Final = 20_000
"""Decisions after which a game of bots alone is taken for one that never ends."""


class BotRuleError(Exception):
    """A rule broke while a bot decided.

    Attributes:
        seat: which bot.
        option: what it had taken; None where the rule broke while it thought ahead.
        broken: the rule.
    """

    def __init__(self, seat: int, option: int | None, broken: BrokenRuleError) -> None:
        super().__init__(str(broken))
        self.seat = seat
        self.option = option
        self.broken = broken


@dataclass(frozen=True, slots=True)
class BotTask:
    """A decision that a bot is to take, with all it needs: it may be taken in another process.

    `decided` says how often the seat has decided, `number` how many moves were made: where that is another number when
    the answer comes, it is too late.
    """

    seat: int
    kind: str
    seed: int
    decided: int
    number: int
    state: State

    def choose(self) -> int:
        """The option that the bot takes. Raises `BotRuleError` where a rule breaks while it thinks."""
        return _choice(make_bot(self.kind, self.seed, self.seat, self.decided), self)


SUCCESSOR: Final = "normal"
"""The bot that plays on for who gives up."""


class Seating:
    """Who sits where in a session. A bot is made when its seat first decides; it knows how often that has decided.

    `kinds` begins as the record says and may be changed; the record goes on to say who sat down first.
    """

    def __init__(self, session: Session) -> None:
        self.kinds = [seat.kind for seat in session.header.seats]
        for each in session.resigned:
            self.kinds[each.seat] = SUCCESSOR
        self._rules = GameSpec.from_header(session.header)
        self._bots: dict[int, Bot] = {}

    @property
    def persons(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, kind in enumerate(self.kinds) if kind == HUMAN]

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there."""
        return self.kinds[seat] == HUMAN

    def sit(self, seat: int, kind: str) -> None:
        """Give a seat to a person (`HUMAN`) or to a bot by name.

        Raises:
            UnknownBotError: there is no bot of that name.
        """
        if kind != HUMAN and not is_known_bot(kind):
            raise UnknownBotError(kind)
        self.kinds[seat] = kind
        self._dismiss(seat)

    def close(self) -> None:
        """End the processes of bots."""
        for seat in [*self._bots]:
            self._dismiss(seat)

    def _dismiss(self, seat: int) -> None:
        bot = self._bots.pop(seat, None)
        if isinstance(bot, BotProcess):
            bot.close()

    def task(self, session: Session, decided: int) -> BotTask:
        """What the bot whose turn it is has to decide, which has decided so often."""
        live = session.live
        return BotTask(live.seat, self.kinds[live.seat], session.header.seed, decided, len(session.steps), live.clone())

    def choose(self, task: BotTask) -> int:
        """What a bot of this table takes. One of somebody's own is asked in a process of its own, as it may end it.

        Raises:
            BotBroke: a rule breaks while it thinks.
            BotError: it went wrong. It is made anew where it is asked again.
        """
        bot = self._bots.pop(task.seat, None) or self._made(task)
        option = _choice(bot, task)
        self._bots[task.seat] = bot
        return option

    def _made(self, task: BotTask) -> Bot:

        made = (task.kind, task.seed, task.seat, task.decided)
        return BotProcess(self._rules, *made) if is_external_bot(task.kind) else make_bot(*made)

    def is_endless(self, session: Session) -> bool:
        """Whether bots play alone and have gone on and on: some games end only if somebody wants it."""
        return len(session.steps) >= ENDLESS and not self.persons


def _choice(bot: Bot, task: BotTask) -> int:
    try:
        return bot.choose(task.state)
    except BrokenRuleError as error:
        raise BotRuleError(task.seat, None, error) from error


# What a seat is asked, and what comes of its answer: values, without words.

RefusalKind: TypeAlias = Literal["over", "not_asked", "stale", "unknown", "not_offered", "lesson", "broken", "unsaved"]
"""Why an answer is refused: the game is over; the seat is not asked; the question was answered already; there is no such
option in the game; it is not offered now; a lesson looks for another one; a rule breaks; it cannot be saved. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked.

    Attributes:
        seat: who is asked.
        state: where it is asked, to be read and not changed. Only this seat may be shown it: where others still choose at
            the same time, what they have is not what they will have.
        number: how many answers this seat has given before; an answer that names it counts once.
        ahead: others come before this seat: its answer is kept until they have answered.
    """

    seat: int
    state: State
    number: int
    ahead: bool = False

    @property
    def decision(self) -> Decision:
        """What is to be decided, and the options."""
        decision = self.state.decision
        assert decision is not None  # else nobody is asked
        return decision


@dataclass(frozen=True, slots=True)
class AcceptedAnswer:
    """An answer that counts.

    Attributes:
        seat: whose it is.
        option: what was taken.
        steps: what was made of it in the game, with the answers of others that were kept until then; nothing where it is
            kept itself.
        dropped: seats whose kept answers do not fit any more, so that they are asked again.
    """

    seat: int
    option: int
    steps: tuple[SessionStep, ...] = ()
    dropped: tuple[int, ...] = ()

    @property
    def kept(self) -> bool:
        """Whether it waits for others, who choose at the same time."""
        return not self.steps


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """An answer that does not count; nothing has changed.

    Attributes:
        why: the reason.
        seat: whose answer it is.
        answer: what was answered, an option or a notation.
        option: the option that it means; None where it means none.
        close: notations that may have been meant.
        broken: the rule that breaks.
        unsaved: why it cannot be saved.
        lesson: the lesson that looks for another answer.
    """

    why: RefusalKind
    seat: int
    answer: int | str
    option: int | None = None
    close: tuple[str, ...] = ()
    broken: BrokenRuleError | None = None
    unsaved: RecordError | None = None
    lesson: LessonProgress | None = None


# Answers given ahead: where all choose at the same time, seats may answer in any order.
#
# The game asks them one after the other, so that every game has one record. What a seat answers before its turn is
# kept and applied when that comes. What it is asked then does not depend on what others choose (error E318 sees to
# it, and the property `simultaneous` of conformance), so it is found by letting those before it choose anything on a
# copy. It does depend on chance, which falls in the order of the record: so nothing is asked behind something drawn.

TRIES: Final = 500
"""Options that are tried in place of those before a seat; then it waits for them."""


class EarlyAnswers:
    """The answers that are kept, by seat, while the choice lasts in which they were given."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._group = -1
        self._kept: dict[int, list[int]] = {}
        self._asked: dict[int, State | None] = {}
        self._way: list[tuple[State | None, int]] = []
        """From the last state on, each seat in turn having chosen anything, with the tries that are left; all seats go this way."""
        self._live: State | None = None
        """The last state when it was looked who is asked."""

    def copy(self) -> EarlyAnswers:
        """The same answers, kept apart."""
        copy = EarlyAnswers(self._session)
        copy._group, copy._live, copy._asked, copy._way = self._group, self._live, dict(self._asked), [*self._way]
        copy._kept = {seat: [*options] for seat, options in self._kept.items()}
        return copy

    def kept(self, seat: int) -> tuple[int, ...]:
        """What a seat has answered that waits for others."""
        self.look()
        return tuple(self._kept.get(seat, ()))

    def asked(self, seat: int) -> State | None:
        """Where a seat is asked before its turn, behind what it has answered; None where it is not."""
        self.look()
        if self._group < 0 or self._session.live.seat == seat:
            return None
        if seat not in self._asked:
            self._asked[seat] = self._follow(seat)
        return self._asked[seat]

    def keep(self, seat: int, option: int) -> None:
        """Keep an answer to the question at `asked`. Raises `BrokenRuleError` where a rule breaks, and keeps nothing then."""
        state = self._asked[seat]
        assert state is not None  # else there is no question to be answered
        after = state.clone()
        after.apply(option)
        self._kept.setdefault(seat, []).append(option)
        self._asked[seat] = after if self._goes_on(after, seat) else None

    def take_back(self, seat: int) -> int | None:
        """Forget the last answer of a seat that is kept, and give it; None where there is none."""
        if not self.kept(seat):
            return None
        self._asked.pop(seat, None)
        return self._kept[seat].pop()

    def drop(self, seat: int) -> bool:
        """Forget all answers of a seat that are kept; whether there were any."""
        self._asked.pop(seat, None)
        return bool(self._kept.pop(seat, None))

    def next(self) -> int | None:
        """The kept answer of the seat whose turn it is now, taken off; None where there is none."""
        self.look()
        live = self._session.live
        kept = [] if live.over else self._kept.get(live.seat, [])
        return kept.pop(0) if kept else None

    def look(self) -> None:
        """Forget what belongs to a choice that is over. To be called when moves are taken back: one may come anew then."""
        session = self._session
        if session.live is self._live:
            return
        group = session.group(len(session.steps))
        if group != self._group:
            self._kept.clear()
        self._group, self._live = group, session.live
        self._way = [(session.live, TRIES)]
        self._asked.clear()

    def _follow(self, seat: int) -> State | None:
        """Where a seat is asked once those before it have chosen anything, and it has what it has answered."""
        place, (state, tries) = 0, self._way[0]
        while state is not None and state.seat != seat:
            place += 1
            if place == len(self._way):
                self._way.append(self._anything(state, tries))
            state, tries = self._way[place]
        for option in self._kept.get(seat, ()):
            if state is None or option not in state.options:
                return None
            state = state.clone()
            try:
                state.apply(option)
            except BrokenRuleError:  # it is asked again when its turn comes
                return None
            if not self._goes_on(state, seat):
                return None
        return state

    def _goes_on(self, state: State, seat: int) -> bool:
        """Whether a seat is asked once more in the same choice, and nothing has been left to chance."""
        return not state.over and not state.draws and state.seat == seat and state.together(self._session.live)

    def _anything(self, state: State, tries: int) -> tuple[State | None, int]:
        """The state after any option that leaves nothing to chance and does not end the choice; None where there is none."""
        for option in reversed(state.options):  # the last one is mostly the shortest way
            if tries <= 0:
                return None, 0
            tries -= 1
            after = state.clone()
            try:
                after.apply(option)
            except BrokenRuleError:
                continue
            if not after.over and not after.draws and after.together(self._session.live):
                return after, tries
        return None, tries


# Taking back: the last answer of the seat that decides, or its whole turn.


@dataclass(frozen=True, slots=True)
class UndoneAnswer:
    """An answer that was taken back.

    Attributes:
        seat: whose it was.
        option: what had been taken.
        before: the state in which it was asked, and is again; for this seat alone where it was `kept`.
        kept: it had waited for others, who choose at the same time.
    """

    seat: int
    option: int
    before: State
    kept: bool = False
