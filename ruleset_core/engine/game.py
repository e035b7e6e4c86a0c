"""`Game`: a loaded game, immutable. Makes states, lays out their initial values and options, moves them into the core, and names options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn, Protocol

from ruleset_core.analysis.secrecy import AT, indices
from ruleset_core.compile.host.executor_choice import wanted_executor
from ruleset_core.diagnostics import did_you_mean
from ruleset_core.engine.game_info import GameInfo
from ruleset_core.engine.game_source import GameSource, memoized
from ruleset_core.engine.history import NewGameStart
from ruleset_core.engine.observation import NumericObservation
from ruleset_core.engine.option_vocabulary import Decision, default_option, option_label, question_text
from ruleset_core.engine.rule_errors import any_whole_number, broken_rule, checked_seed, shown_number, whole_number
from ruleset_core.engine.state import State
from ruleset_core.engine.state_data import StateData, finish
from ruleset_core.errors import OptionError, SaveError
from ruleset_core.eval.access_policies import BriefAccess, LongDecision
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.eval.evaluator import Evaluator
from ruleset_core.eval.profiler import StepProfiler
from ruleset_core.lang.runtime import numbered, stream_starts
from ruleset_core.lang.situations import members_in_play
from ruleset_core.lang.traversal import INTERPRETING, deep
from ruleset_core.lang.vocabulary import Vocabulary

# What a game begins with: its values and pieces, and the options it is played with.


def player_count(game: GameInfo, players: int | None) -> int:
    """The number of seats of a game of so many players, by default the least. Raises OptionError."""
    low, high = game.players
    seats = low if players is None else players if players.__class__ is int else any_whole_number("players", players)
    if not low <= seats <= high:
        span = f"{low} players" if low == high else f"{low} to {high} players"
        raise OptionError(f"{game.title()} is for {span}, not for {shown_number(seats)}", ("players",))
    return seats


def fill_initial_state(state: StateData, seats: int) -> None:
    """Fill a new state of a game as it is before anything has happened: options as they are if nothing is said, and no streams yet."""
    game, v = state.game, state.game.program.vocabulary
    state.v = _values(v, v.shared_size, per_seat=False) + _values(v, v.seat_size, per_seat=True) * seats
    state.z = [[] for _ in range(v.zones_of(seats))]
    for zone in v.zones.values():
        if zone.start == "all":
            size, at = v.domains[zone.kind].size, v.fields[f"{zone.kind}.at"].offset
            state.z[zone.slot] = list(range(size))
            state.v[at : at + size] = [zone.slot] * size
    state.stack, state.queue, state.draws, state.options, state.forced = [], [], [], [], []
    state.script = state.sim = state.past = state.kept = None
    state.settings = option_values(game, {}, seats)
    state.seat = state.a = -1
    state.point = state.stage = state.ended = state.steps = 0
    state.n, state.streams = seats, []


def _values(v: Vocabulary, size: int, *, per_seat: bool) -> list[int]:
    values = [0] * size
    for field in v.fields.values():
        if field.per_seat == per_seat:
            values[field.offset : field.offset + field.size] = field.start
    return values


def compute_initial_values(s: StateData) -> None:
    """Give a blank state the values that the data works out; each knows those before it.

    Raises:
        BrokenRuleError: one has no meaning, or lies outside what its field may hold.
    """
    game = s.game
    v, interpreter = game.program.vocabulary, game.interpreter
    for start in game.program.starts:
        field = start.field
        try:
            for seat in range(s.n) if field.per_seat else (-1,):
                first = v.fields_of(seat) if field.per_seat else 0
                for place in range(field.size):
                    env = {"me": seat, **dict(zip(AT, indices(field, place), strict=False))}
                    value = interpreter.amount(start.value, s, env, start.origin)
                    s.v[first + field.offset + place] = interpreter.held(field, value)
        except BrokenRule as broken:
            broken.note(start.origin)
            raise broken_rule(s, broken) from None


def option_values(game: GameInfo, options: Mapping[str, object], players: int) -> tuple[int, ...]:
    """The values of a game's options, chosen by name.

    Raises:
        OptionError: an option or a value that the game does not have.
    """
    v = game.program.vocabulary
    for name in options:
        if name not in v.options:
            close = did_you_mean(str(name), list(v.options)) or list(v.options)
            known = f"; it has: {', '.join(close)}" if close else "; it has none"
            raise OptionError(f"{game.title()} has no option `{name}`{known}", ("options", name))
    found = []
    for name, option in v.options.items():
        values = {text: v.members(option.type)[place] for place, text in members_in_play(v, option.type, players)}
        given = options.get(name)
        text = str(given).lower() if isinstance(given, bool) else str(given)
        if given is not None and text not in values:
            message = f"option `{name}` cannot be `{text}`; it is one of: {', '.join(values)}"
            raise OptionError(message, ("options", name))
        found.append(option.default if given is None else values[text])
    return tuple(found)


# A loaded game: immutable, shareable, hashed. Makes states and knows every option by number and by notation.

EARLY = 2_000_000
"""So many steps the interpreter takes before the core of a game is read or compiled: that takes about as long."""
DECISION = 500
"""What a decision takes the interpreter besides its steps, in steps."""


class GameCore(Protocol):
    """What a game needs to know of its core; see `Core`."""

    executor: str

    def enter(self, state: State) -> bool:
        """Move a state into the core, if there is one; it stays the same object. Raises SaveError where there is no room for it."""

    def new(
        self, players: int | None, seed: int | None, options: Mapping[str, object] | None, game: int | None,
        redrawn: Mapping[str, int] | None,
    ) -> State:  # fmt: skip
        """A new game within the core."""


class Game(GameInfo):
    """A game ready to be played; it never changes. Make one with `ruleset_core.load`.

    Attributes:
        id: its name as data has it; `name` is the same.
        directory: where its files lie.
        players: the fewest and the most players.
        expansions: the ids of the expansions that were asked for, in order.
        always: those of the expansions that a variant always has.
        base: the id and the directory of the game it is like in the end; its own unless it is a variant.
        in_order: whether of two changes the later one has the last word.
        hash: of its data; equal hashes mean equal rules.

    Example:
        >>> from ruleset_core import load
        >>> game = load("pig")
        >>> game.title("es"), game.players
        ('Cerdo', (2, 10))
        >>> game.notation(game.new(seed=1).options[0])
        'play roll'
    """

    def __init__(self, source: GameSource, core_of: Callable[[Game], GameCore], *, interpreted: bool = False) -> None:
        """`core_of`: makes or finds the core of a game, once that is played enough."""
        super().__init__(source)
        self._core_of = core_of
        self.has_core = False
        self.beginning = (source.program.procedures["flow"].entry, -1)
        self.is_interpreted = interpreted or wanted_executor() == "interpreter"
        self._interpreted = 0

    def __copy__(self) -> Game:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Game:
        return self  # it never changes

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a game cannot be pickled; load it in every process with `load`")

    # -- playing ------------------------------------------------------------------------------------------------

    def core_pays(self) -> bool:
        """Internal: Whether states are played in the core: it is there, or the game is played enough to have it read or compiled now."""
        if not self.has_core and (self.is_interpreted or self._interpreted < EARLY):
            return False
        return self._core_of(self).executor == "core"

    def move_into_core(self, s: State) -> bool:
        """Internal: Move a state into the core if that pays by now, and there is one with room for it; it stays the same object."""
        try:
            return self.core_pays() and self._core_of(self).enter(s)
        except SaveError:
            return False

    @cached_property
    def _first_interpreter(self) -> Evaluator:
        """Plays until the game gets its core, which also takes a decision that is long."""
        return make_evaluator(self.program, self.hooks, BriefAccess())

    def play(self, s: State, option: int) -> None:
        """Internal: Take an option that is offered, up to the next decision, in the core or by the interpreter. If that raises, the state is as it was.

        Raises:
            BrokenRuleError: the rules ask for something without meaning.
        """
        if self.move_into_core(s):
            s.apply(option)
        elif self.is_interpreted or self._interpreted >= EARLY:
            self.take(s, option)
        else:
            try:
                self.take(s, option, self._first_interpreter)
            except LongDecision:
                self._interpreted += EARLY
                self.play(s, option)

    def take(self, s: State, option: int, interpreter: Evaluator | None = None) -> None:
        """Internal: The interpreter takes an option that is offered, up to the next decision. If that raises, the state is as it was.

        `interpreter`: `profiler()` where it is known that the decision takes too many steps.

        Raises:
            BrokenRuleError: the rules ask for something without meaning.
        """
        before = s.a, s.draws, s.forced, s.past
        s.a, s.draws, s.forced, s.past = option, [], [], (s.past, option)
        try:
            self.run(s, interpreter)
        except BaseException:
            s.a, s.draws, s.forced, s.past = before
            raise

    def profiler(self) -> Evaluator:
        """Internal: Refuses a decision that takes too many steps after the first of them, and says where they went."""
        return make_evaluator(self.program, self.hooks, tracer=StepProfiler())

    def run(self, s: State, interpreter: Evaluator | None = None) -> None:
        """Internal: The interpreter goes on with a state until a seat must decide. If that raises, the state is as it was.

        `interpreter`: another one than that of the game; see `take`.

        Raises:
            BrokenRuleError: the rules ask for something without meaning.
        """
        before = s.clone()
        try:
            self._run_by(interpreter or self.interpreter, s)
        except BaseException as error:
            before.clone().copy_to(s)
            if isinstance(error.__cause__, BrokenRule) and error.__cause__.is_too_long:
                self._run_by(self.profiler(), before)
            raise
        self._interpreted += s.steps + DECISION

    @staticmethod
    def _run_by(interpreter: Evaluator, s: State) -> None:
        try:
            with deep(INTERPRETING):
                interpreter.run(s)
        except BrokenRule as error:
            raise broken_rule(s, error) from error
        except RecursionError as error:
            raise broken_rule(s, BrokenRule("circle")) from error
        if not s.stack:
            finish(s)

    def step(self, s: State) -> bool:
        """Internal: Run the block on top of the stack alone, as imagined worlds do with those that only they need; whether a seat is asked.

        Raises:
            BrokenRule: it asks for something without meaning.
        """
        with deep(INTERPRETING):
            return self.interpreter.step(s)

    def interpreted(self) -> Game:
        """The same game run by the interpreter; states pass between the two as JSON."""
        return Game(self.source, self._core_of, interpreted=True)

    def label(
        self, state: State, option: int, lang: str = "en", viewer: int | None = None, names: Sequence[str] = ()
    ) -> str:
        """An option as a menu shows it in this state; to another `viewer` only with what all may know.

        `names` are those of the players, by seat; without them they are `Player 1`, `Player 2`...
        """
        if viewer not in {None, state.seat} and self.options.home(option).name in self.secret_labels:
            return self.option_name(option, lang, names)
        return option_label(self, state, option, lang, names)

    def question_of(self, state: State, option: int, lang: str = "en", names: Sequence[str] = ()) -> str:
        """What asks for an option: where answers are of several kinds, the question of its kind."""
        return question_text(self, state, self.options.home(option), lang, names)

    def decision_of(self, state: State) -> Decision:
        """Internal: The decision a state is waiting for."""
        found = self.options.decisions[state.point]

        def question(lang: str, names: Sequence[str]) -> str:

            return question_text(self, state, found, lang, names)

        def usual() -> int | None:

            return default_option(state, found)

        ask = self.program.blocks[state.stack[-1][0]].answers
        veiled = ask is not None and ask.veil is not None
        return Decision(state.seat, found.name, state.options, found.secret, veiled, question, usual)

    def numbers(self, players: int | None = None) -> NumericObservation:
        """What each number of `State.numbers` means, for so many players (by default the fewest).

        Raises OptionError for a number of players that the game does not have.
        """
        return self._numbers(player_count(self, players))

    @memoized
    def _numbers(self, seats: int) -> NumericObservation:
        from ruleset_core.engine.observation import NumericObservation

        return NumericObservation(self.blank(seats, 0, None))

    # -- beginning ----------------------------------------------------------------------------------------------

    def new(
        self, players: int | None = None, seed: int | None = None, options: Mapping[str, object] | None = None,
        game: int | None = None, redrawn: Mapping[str, int] | None = None,
    ) -> State:  # fmt: skip
        """A new game at its first decision.

        Args:
            players: number of seats; the least possible if left out.
            seed: what all randomness comes from; a random one if left out.
            options: values of the game's options by name.
            game: which of the many games of the seed, as `Core.play` numbers them; without it, the game of the seed alone.
            redrawn: what is drawn otherwise, as for `Core.play`.

        Raises:
            OptionError: a number of players or an option the game does not have.
            BrokenRuleError: the setup asks for something without meaning.
        """
        if self.core_pays():
            return self._core_of(self).new(players, seed, options, game, redrawn)
        return self.begin(self.blank(players, seed, options, game, redrawn))

    def begin(self, state: State) -> State:
        """Internal: The same state, which is blank, after its setup. Raises BrokenRuleError."""
        if not state.stack:
            state.stack.append(self.beginning)
        state.past = NewGameStart(self, state.n, state.settings, state.streams[:])
        self.run(state)
        return state

    def before(
        self, players: int | None, seed: int | None, options: Mapping[str, object] | None, game: int | None = None,
        redrawn: Mapping[str, int] | None = None,
    ) -> NewGameStart:  # fmt: skip
        """Internal: What a game begins with; see `new`."""
        seats = player_count(self, players)
        chosen = option_values(self, options, seats) if options else self._laid_out(seats, None).settings
        number = checked_seed(seed)
        streams = stream_starts(number, self.program.streams, redrawn)
        if game is not None:
            place = whole_number("game", game)
            streams = [numbered(word, place) for word in streams]
        return NewGameStart(self, seats, chosen, streams)

    def blank(
        self, players: int | None, seed: int | None, options: Mapping[str, object] | None, game: int | None = None,
        redrawn: Mapping[str, int] | None = None,
    ) -> State:  # fmt: skip
        """A state before anything has happened."""
        begun = self.before(players, seed, options, game, redrawn)
        state = self.laid_out(begun.seats, begun.settings)
        state.streams = begun.streams
        return state

    @memoized
    def _laid_out(self, seats: int, chosen: tuple[int, ...] | None) -> State:
        """A state to be copied: with options as they were chosen, or as they are if nothing is said."""
        if chosen is None:
            found = State.__new__(State)
            found.game = self
            fill_initial_state(found, seats)
            return found
        found = self._laid_out(seats, None).clone()
        found.settings = chosen
        compute_initial_values(found)
        return found

    def laid_out(self, seats: int, chosen: tuple[int, ...]) -> State:
        """Internal: A state before anything has happened, with options as they were chosen, and no streams yet. Raises BrokenRuleError."""
        return self._laid_out(seats, chosen).clone()

    def from_json(self, data: object) -> State:
        """A state saved with `to_json`. Raises SaveError if it is damaged or of other data."""
        from ruleset_core.engine.saves import read_into, seats_in

        found: Mapping[str, Any] = data if isinstance(data, Mapping) else {}
        state = self.blank(seats_in(self, found), 0, {})
        read_into(state, found)
        state.past, state.kept = state.clone(), None
        return state
