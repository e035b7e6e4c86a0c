"""What a broken rule leaves behind: the state as it was before, and a message that the reference interpreter gives.

Executors that are fast only notice that something has no meaning, in the middle of a change. A state therefore knows how it
came about: `State.past` is a chain of options taken, as pairs (what was before, option), that begins with a `Begun` game, a
`Drawn` world, or a copy of a state that came about otherwise. Every `state.EVERY` decisions it also keeps a copy of itself (`State.kept`).
From there, or from the beginning, it is played again up to the decision; then the interpreter takes the option on a copy, and says
what is wrong. So never more than some decisions are played again, and while nothing is wrong, a decision costs one pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ruleset_core.engine import state as running
from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang.evaluate.access import Access
from ruleset_core.lang.evaluate.evaluator import Evaluator
from ruleset_core.lang.evaluate.profiling import Profiler
from ruleset_core.lang.runtime import TooLong, Trap

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.imagine import Worlds
    from ruleset_core.engine.state import State
    from ruleset_core.lang.origin import Origin

NOTICED = (Trap, BrokenRuleError, LookupError, RecursionError, ValueError, MemoryError, OverflowError)
"""What an executor raises where data asks for something without meaning. Anything else is a mistake of a plugin, or ours."""


@dataclass(slots=True)  # not frozen: one is made for every game, and that takes three times as long
class Begun:
    """A game as it was before its setup, enough to begin again; `streams` are not changed."""

    game: Game
    seats: int
    settings: tuple[int, ...]
    streams: list[int]

    def blank(self) -> State:
        """The state before its setup."""
        state = self.game.laid_out(self.seats, self.settings)
        state.streams = self.streams[:]
        state.stack.append(self.game.beginning)
        state.past = self
        return state

    def again(self) -> State:
        """The state at its first decision."""
        state = self.blank()
        try:
            running.run(state)
        except TooLong:
            state = self.blank()
            self.game.interpret(state)
        return state


@dataclass(frozen=True, slots=True)
class Drawn:
    """One of the worlds that a seat cannot tell apart; `worlds` are drawn anew, never changed."""

    worlds: Worlds
    seed: int
    world: int

    def again(self) -> State:
        """The world as it was drawn."""
        return self.worlds.draw(self.seed, self.world)[0]


class Kept:
    """A state as it was after the last decision of a history, which is `past`."""

    __slots__ = ("_state", "past")

    def __init__(self, past: Any, state: State) -> None:
        self.past, self._state = past, state

    def again(self) -> State:
        """The state, which may be changed."""
        state = self._state.clone()
        state.past, state.kept, state.since = self.past, self, 0
        return state


def keep(state: State) -> None:
    """Let a state keep a copy of itself: so far nothing of its history need be played again."""
    copy = state.plain()
    copy.past = copy.kept = None
    state.kept, state.since = Kept(state.past, copy), 0


def since(past: Any, kept: Kept | None) -> tuple[Any, list[int]]:
    """Where a history goes on from, which is what was kept or its beginning, and the options taken from there."""
    taken = []
    while past.__class__ is tuple and (kept is None or past is not kept.past):
        past, option = past
        taken.append(option)
    return (kept if kept is not None and past is kept.past else past), taken[::-1]


def before(past: Any, kept: Kept | None = None) -> State | None:
    """The state that a history leads to, played again from what was kept; None if it cannot be known."""
    past, taken = since(past, kept)
    if past is None:
        return None
    if isinstance(past, (Begun, Drawn, Kept)):
        state = past.again()
    else:
        state = past.clone()
        state.past = past
    for option in taken:
        state = _again(state, option)
    return state


def together(one: State, other: State) -> bool:
    """Whether two states are of one choice that seats make at the same time, for states that lie in the core.

    A record does not tell one choice from the next if nothing has changed in between. So what was done since the two were
    one state is done again outside of the core.
    """
    if not (one.simultaneous and other.simultaneous):
        return False
    behind, past = [], one.past
    while past.__class__ is tuple:
        behind.append(past)
        past = past[0]
    place = {id(link): number for number, link in enumerate([*behind, past])}
    shared, since = other.past, []
    while id(shared) not in place and shared.__class__ is tuple:
        shared, option = shared
        since.append(option)
    if id(shared) not in place or shared is None:
        return False
    first = one.plain() if shared is one.past else other.plain() if shared is other.past else before(shared, one.kept)
    if first is None:
        return False
    second = first.clone()
    for _, option in reversed(behind[: place[id(shared)]]):
        first.apply(option)
    for option in reversed(since):
        second.apply(option)
    return first.sim is second.sim


def _again(state: State, option: int) -> State:
    """The state after an option that was taken before; the interpreter takes it where another executor loses patience."""
    was = state.clone()
    try:
        running.take(state, option)
    except TooLong:
        was.a, was.draws, was.forced, was.past = option, [], [], (was.past, option)
        was.game.interpret(was)
        return was
    return state


def refuse(s: State, error: Exception) -> None:
    """A decision could not be carried out: put everything back, and say why.

    If the interpreter gets through what another executor had counted as too long, the decision stands.

    Raises:
        BrokenRuleError: what the interpreter refuses; or that the executors disagree.
        Exception: `error` itself, if it is no broken rule.
    """
    past, option = s.past
    try:
        was = before(past, s.kept)
    except Exception:  # noqa: BLE001 - whatever it is, the state cannot be had this way
        was = None
    asked = isinstance(error, TooLong)  # the next question may stand there already
    if was is None or (not asked and (was.seat, was.point, was.options) != (s.seat, s.point, s.options)):
        raise _lost(s, error) from error
    trial = was.clone()
    trial.a, trial.draws, trial.forced = option, [], []
    told = _told(trial, error)
    if told is None:
        _put_back(s, trial, s.past)
        return
    _put_back(s, was, past)
    raise told from (None if told is error else error)


def begun(s: State, fresh: State, error: Exception) -> None:
    """A game could not be begun; `fresh` is as `s` was. See `refuse`."""
    told = _told(fresh, error)
    if told is not None:
        raise told from (None if told is error else error)
    _put_back(s, fresh, s.past)


def _told(trial: State, error: Exception) -> Exception | None:
    """What the interpreter has to say; None if it gets through where another only lost patience."""
    if not isinstance(error, NOTICED) or (isinstance(error, BrokenRuleError) and error.phase):
        return error  # what tells the phase is what the interpreter said already
    game, too_long = trial.game, isinstance(error, TooLong)
    access = Access(patient=not too_long)  # generated code came to the broken rule, however many steps that took
    interpreter = Evaluator(game.program, game.hooks, access, Profiler() if too_long else None)
    try:
        game.interpret_by(interpreter, trial)
    except Exception as refused:  # noqa: BLE001 - a plugin may raise anything
        return refused
    return None if too_long else _disagree(trial, error)


def _put_back(s: State, was: State, past: Any) -> None:
    """Make a state like another one; it stays the same object."""
    was.copy_to(s)
    s.past = past
    keep(s)  # it may have come about as the executor in question does not play


def _disagree(s: State, error: Exception) -> BrokenRuleError:
    """The one case that is no mistake of the data."""
    game = s.game
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    return BrokenRuleError(
        f"{game.title()}, phase `{s.phase}`: the generated code gives up ({what}) where the interpreter goes on. This is a "
        f"mistake of ruleset, not of the game: please report it, with the game's hash {game.hash}",
        f"{game.title('es')}, fase `{s.phase}`: el código generado se rinde ({what}) donde el intérprete sigue. Es un error de "
        f"ruleset, no del juego: avísanos, por favor, con el hash del juego {game.hash}",
    )


def _lost(s: State, error: Exception) -> BrokenRuleError:
    what = error if isinstance(error, BrokenRuleError) else f"{type(error).__name__}: {error}".rstrip(": ")
    return BrokenRuleError(
        f"{s.game.title()}, phase `{s.phase}`: a rule asks for something without meaning ({what}), and the state cannot be put "
        f"back as it was: it was not made by `new` and `apply` alone",
        f"{s.game.title('es')}, fase `{s.phase}`: una regla pide algo sin sentido ({what}), y el estado no puede volver a ser el "
        f"de antes: no se hizo solo con `new` y `apply`",
    )


def reckon(s: State, error: Exception) -> Exception:
    """What the interpreter says of the rows of the score and of the tie-breaks, which another executor could not work out."""
    from ruleset_core.engine.broken import told
    from ruleset_core.engine.scoring import items_of
    from ruleset_core.lang.evaluate.errors import BrokenRule

    if not isinstance(error, NOTICED):
        return error
    game, amount = s.game, s.game.interpreter.amount
    long: Origin | None = None
    for seat in range(s.n):
        for row in game.program.scores:
            for value in (None,) if row.items is None else items_of(s, row.items):
                env = {"me": seat} if value is None else {"me": seat, "it": value}
                at = row.condition_origin
                try:
                    if row.where is None or amount(row.where, s, env):
                        at = row.origin
                        amount(row.amount, s, env)
                except BrokenRule as refused:
                    if not refused.is_too_long:
                        refused.note(at)
                        return told(s, refused)
                    long = long or at
        for tie, at in game.program.claims:
            try:
                amount(tie, s, {"me": seat})
            except BrokenRule as refused:
                if not refused.is_too_long:
                    refused.note(at)
                    return told(s, refused)
                long = long or at
    if isinstance(error, TooLong):
        broken = BrokenRule("steps_row")
        broken.note(long)
        return told(s, broken)
    return _disagree(s, error)
