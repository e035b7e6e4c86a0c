"""A loaded game: immutable, shareable, hashed. Makes states and knows every option by number and by notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn

from ruleset_core.engine import state as running
from ruleset_core.engine.arguments import seed_of, whole
from ruleset_core.engine.beginning import prepare, seats_of, settings, worked_out
from ruleset_core.engine.broken import told
from ruleset_core.engine.cards import card_among
from ruleset_core.engine.decision import Decision, OptionVocabulary, Thing
from ruleset_core.engine.described import Described
from ruleset_core.engine.history import Begun
from ruleset_core.engine.history import begun as told_begun
from ruleset_core.engine.hooks import held
from ruleset_core.engine.scoring import Reckoning, read, total, written
from ruleset_core.engine.source import Source
from ruleset_core.engine.spelled import Waiting, namespace
from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.evaluate.evaluator import Evaluator
from ruleset_core.lang.evaluate.recursion import deep
from ruleset_core.lang.seeds import first, numbered
from ruleset_core.native.switches import wanted

if TYPE_CHECKING:
    from ruleset_core.engine.core.core import Core
    from ruleset_core.engine.numbers import Numbers
    from ruleset_core.engine.outcome import Winning
    from ruleset_core.engine.spelled import Function
    from ruleset_core.engine.story.narration import Narration
    from ruleset_core.engine.story.story import Heard, Story
    from ruleset_core.engine.story.subjects import Subject

State = running.State

PATIENCE = 100
"""So many decisions and scores are worked out by the interpreter before a game is written out in Python, which takes about as long."""
LONG = 10_000
"""So many steps in a decision count as one more decision: where they are many, the game is written out soon."""


class Game(Described):
    """A game ready to be played. Make one with `ruleset_core.load`."""

    def __init__(self, source: Source, *, interpreted: bool = False) -> None:
        super().__init__(source)
        self.options = OptionVocabulary(source.program.vocabulary)
        self.hooks = held(source.hooks, source.program.vocabulary)
        self.interpreter = Evaluator(source.program, self.hooks)
        self.beginning = (source.program.procedures["flow"].entry, -1)
        self._prepared: dict[int, State] = {}
        self._numbers: dict[int, Numbers] = {}
        self._laid_out: dict[tuple[int, tuple[int, ...]], State] = {}
        self.blocks: Sequence[Function] = Waiting(self)
        by_interpreter = interpreted or wanted() == "interpreter"
        self.is_interpreted = by_interpreter
        self.run: Callable[[State], None] = self.interpret if by_interpreter else self._run_at_first
        self._patience = 0 if wanted() == "python" else PATIENCE

    def __copy__(self) -> Game:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Game:
        return self  # it never changes

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a game cannot be pickled; load it in every process with `load`")

    @cached_property
    def space(self) -> Mapping[str, Any]:
        """The names of the compiled Python text; it is spelled and compiled when it is wanted first."""
        return namespace(self.source, self.hooks)

    @cached_property
    def code_hash(self) -> str:
        """Tells this Python text from others: states are saved as it holds them."""
        return sha256(self.source.code.encode()).hexdigest()[:16]

    @cached_property
    def winning(self) -> Winning:
        """How the game is won."""
        from ruleset_core.engine.outcome import Winning

        who = self.program.outcome
        return Winning(who.lowest, who.wins is not None, who.team is not None)

    @property
    def reckoning(self) -> Reckoning:
        """What works out scores and tie-breaks: functions of the Python text, or of the interpreter as long as there is none."""
        return self._read if self._is_early() else self._written

    @property
    def reckoning_at_hand(self) -> Reckoning:
        """The same for who only looks ahead: that is no reason to write the game out."""
        return self._written if "space" in self.__dict__ else self._read

    @cached_property
    def _written(self) -> Reckoning:
        return written(self)

    @cached_property
    def _read(self) -> Reckoning:
        return read(self)

    def write_out(self) -> Game:
        """Write the game out in Python now, as is done anyway once it is played enough; gives the game."""
        self._patience = 0
        _ = self.space
        return self

    def _is_early(self) -> bool:
        """Whether the game need not be written out in Python yet: until then it is, and this is the next of few uses."""
        self._patience -= 1
        return self._patience >= 0 and "space" not in self.__dict__

    def interpret(self, s: State) -> None:
        """Go on with a state as the reference interpreter does, until a seat must decide.

        Where that takes more than `runtime.INTERPRETED` steps, generated Python does it from the beginning.

        Raises:
            BrokenRuleError: the rules ask for something without meaning. The state is then in the middle of a change.
            Trap: the same, noticed by generated Python.
        """
        before = s.clone()
        try:
            self.interpret_by(self.interpreter, s)
        except BrokenRuleError as error:
            if not error.is_too_long:
                raise
            self._patience = 0
            before.copy_to(s)
            running.run(s)

    def interpret_by(self, interpreter: Evaluator, s: State) -> None:
        """As `interpret`, by an interpreter that may give up (`is_too_long` of the error) or that watches."""
        try:
            with deep():
                interpreter.run(s)
        except BrokenRule as error:
            raise told(s, error) from error
        except RecursionError as error:
            raise told(s, BrokenRule("circle")) from error
        if not s.stack:
            running.finish(s)

    def _run_at_first(self, s: State) -> None:
        """Go on with a state: who only looks at a game, or plays a few moves, need not wait until it is written out."""
        if self._is_early():
            self.interpret(s)
            self._patience -= s.steps // LONG
        else:
            self.run = running.run
            running.run(s)

    def step(self, s: State) -> bool:
        """Run the block on top of the stack alone, as imagined worlds do with those that only they need; whether a seat is asked.

        Raises:
            BrokenRule: it asks for something without meaning.
        """
        with deep():
            return self.interpreter.step(s)

    def interpreted(self) -> Game:
        """The same game run by the reference interpreter; states may pass between the two as JSON."""
        return Game(self.source, interpreted=True)

    @cached_property
    def levels(self) -> dict[str, dict[str, Any]]:
        """How far bots look ahead in this game, by level. It is no part of the rules, nor of `hash`.

        Raises:
            RulesetError: `levels.json` of the game is not what it should be.
        """
        from ruleset_core.engine.levels import levels_of

        return levels_of(self)

    def levels_told(self, kinds: Iterable[str]) -> dict[str, dict[str, int | str]]:
        """The figures of those of these bots that are levels, in short: to be kept with what they played. Raises what `levels` does."""
        from ruleset_core.engine.levels import named, told

        wanted = named(kinds)
        return told(self.levels, wanted) if wanted else {}

    @cached_property
    def narration(self) -> Narration:
        """What tells its stories."""
        from ruleset_core.engine.story.narration import Narration

        return Narration(self)

    def tell(self, seats: int, heard: Sequence[Heard], viewer: int | None = None, start: int = -1) -> Story:
        """The story of some steps in a row, as somebody may be told it.

        Args:
            seats: how many play.
            heard: the steps, from `State.hear`. Where seats choose at the same time they begin with the step
                that led there, which may have been the setup.
            viewer: a seat; `seats` for one who looks on; None for somebody who may know all.
            start: what came before this step was told already, apart from what was held back until then.
        """
        from ruleset_core.engine.story.story import tell

        return tell(self, seats, heard, viewer, start)

    def subjects(self, seats: int) -> list[Subject]:
        """All that can be asked about with `why` in a game of so many players: the score, resources, fields that are numbers."""
        return self.narration.subjects(seats)

    # -- options ------------------------------------------------------------------------------------------------

    def card_of(self, option: int) -> str | None:
        """The card that an option picks, whichever of its copies, of a pair the first one; None if it picks anything else."""
        return card_among(self, self.things(option))

    @property
    def vocabulary_size(self) -> int:
        """How many options the game can ever offer."""
        return len(self.options.notations)

    def notation(self, option: int, names: Sequence[str] = ()) -> str:
        """The notation of an option; with `names` of players, by seat, for people to read: these instead of their seats."""
        return self.options.written(option, names) if names else self.options.notations[option]

    def parse(self, text: str) -> int:
        """The option a notation names. Raises NotationError."""
        return self.options.parse(text)

    def option_of(self, given: object) -> int:
        """An option given as its notation, or as a number of any kind, such as those of numpy. Raises NotationError."""
        if isinstance(given, bool | str) or not hasattr(given, "__index__"):
            return self.parse(str(given))
        return index(given)

    def vocabulary_of(self, decision: str) -> list[int]:
        """All options of a decision."""
        return self.options.of(self.program.vocabulary.decisions[decision])

    def is_secret(self, option: int) -> bool:
        """Whether others do not learn that a seat took this option."""
        return self.options.home(option).secret

    def picks_nothing(self, option: int) -> bool:
        """Whether an option ends a question, or is done instead of picking one of the things it asks about."""
        decision = self.options.home(option)
        return option - decision.base == decision.size

    def option_name(self, option: int, lang: str = "en", names: Sequence[str] = ()) -> str:
        """What an option picks, by name, whatever the state; `names` are those of the players, by seat."""
        return self.options.plain_label(option, lang, names)

    def things(self, option: int, lang: str = "en", names: Sequence[str] = ()) -> tuple[Thing, ...]:
        """What an option picks, of a pair both in order; nothing of `done`, nor of pieces told apart by what they show."""
        return self.options.things(option, lang, names)

    def label(
        self, state: State, option: int, lang: str = "en", viewer: int | None = None, names: Sequence[str] = ()
    ) -> str:
        """An option as a menu shows it in this state; to another `viewer` only with what all may know.

        `names` are those of the players, by seat; without them they are `Player 1`, `Player 2`...
        """
        from ruleset_core.engine.wording import label

        if viewer not in {None, state.seat} and self.options.home(option).name in self.secret_labels:
            return self.option_name(option, lang, names)
        return label(self, state, option, lang, names)

    def decision_of(self, state: State) -> Decision:
        """The decision a state is waiting for."""
        found = self.options.decisions[state.point]

        def question(lang: str, names: Sequence[str]) -> str:
            from ruleset_core.engine.wording import question

            return question(self, state, found, lang, names)

        def usual() -> int | None:
            from ruleset_core.engine.wording import usual

            return usual(state, found)

        ask = self.program.blocks[state.stack[-1][0]].answers
        veiled = ask is not None and ask.veil is not None
        return Decision(state.seat, found.name, state.options, found.secret, veiled, question, usual)

    def numbers(self, players: int | None = None) -> Numbers:
        """What `State.numbers` gives in games of so many players (the least possible if left out), number by number.

        Raises OptionError for a number of players that the game does not have.
        """
        from ruleset_core.engine.numbers import Numbers

        seats = seats_of(self, players)
        if seats not in self._numbers:
            self._numbers[seats] = Numbers(self.blank(seats, 0, None))
        return self._numbers[seats]

    def total(self, state: State, seat: int) -> int:
        """The score of a seat as if the game ended now."""
        return total(state, seat)

    # -- beginning ----------------------------------------------------------------------------------------------

    def new(
        self, players: int | None = None, seed: int | None = None, options: Mapping[str, object] | None = None,
        game: int | None = None,
    ) -> State:  # fmt: skip
        """A new game at its first decision.

        Args:
            players: number of seats; the least possible if left out.
            seed: what all randomness comes from; a random one if left out.
            options: values of the game's options by name.
            game: which of the many games of the seed, from 0, as `core().play` numbers them; if left out, the one game
                that is played with the seed alone.

        Raises:
            OptionError: a number of players or an option the game does not have.
            BrokenRuleError: the setup asks for something without meaning.
        """
        return self.begin(self.blank(players, seed, options, game))

    def begin(self, state: State) -> State:
        """The same state, which is blank, after its setup. Raises BrokenRuleError."""
        if not state.stack:
            state.stack.append(self.beginning)
        begun = state.past = Begun(self, state.n, state.settings, state.streams[:])
        try:
            self.run(state)
        except Exception as error:  # noqa: BLE001 - what is no broken rule is raised again
            told_begun(state, begun.blank(), error)
        return state

    def before(
        self, players: int | None, seed: int | None, options: Mapping[str, object] | None, game: int | None = None
    ) -> Begun:
        """What a game begins with; see `new`."""
        seats = seats_of(self, players)
        chosen = settings(self, options, seats) if options else self._prepare(seats).settings
        number = seed_of(seed)
        streams = [first(number, name) for name in self.program.streams]
        if game is not None:
            place = whole("game", game)
            streams = [numbered(word, place) for word in streams]
        return Begun(self, seats, chosen, streams)

    def blank(
        self, players: int | None, seed: int | None, options: Mapping[str, object] | None, game: int | None = None
    ) -> State:
        """A state before anything has happened."""
        begun = self.before(players, seed, options, game)
        state = self.laid_out(begun.seats, begun.settings)
        state.streams = begun.streams
        return state

    def laid_out(self, seats: int, chosen: tuple[int, ...]) -> State:
        """A state before anything has happened, with options as they were chosen, and no streams yet. Raises BrokenRuleError."""
        found = self._laid_out.get((seats, chosen))
        if found is None:
            found = self._prepare(seats).clone()
            found.settings = chosen
            if self.program.starts:
                found.v = worked_out(found)
            self._laid_out[seats, chosen] = found
        return found.clone()

    def _prepare(self, seats: int) -> State:
        if seats not in self._prepared:
            self._prepared[seats] = prepare(self, seats)
        return self._prepared[seats]

    def core(self) -> Core:
        """Plays many games at once, by the fastest executor there is; it is made once."""
        return self._core

    @cached_property
    def _core(self) -> Core:
        from ruleset_core.engine.core.make import core_of

        return core_of(self)

    def start_at(
        self, phase: str | None, players: int | None = None, seed: int | None = None,
        options: Mapping[str, object] | None = None, given: Mapping[str, Any] | None = None,
        script: Mapping[str, Sequence[object]] | None = None,
    ) -> State:  # fmt: skip
        """A state in the middle of a game, for scenarios: set up, changed as `given`, then begun at a phase.

        Args:
            phase: where to begin; from the beginning if left out.
            players: see `new`.
            seed: see `new`.
            options: see `new`.
            given: fields, resources, zones and pieces in the game's words.
            script: outcomes to be drawn next, by stream (the field rolled or the zone shuffled), as data writes them.
        """
        from ruleset_core.engine.given import start_at

        return start_at(self, phase, players, seed, options or {}, given or {}, script or {})

    def from_json(self, data: Mapping[str, Any]) -> State:
        """A state saved with `to_json`. Raises SaveError if it is damaged or of other data."""
        from ruleset_core.engine.saving import from_json

        return from_json(self, data)
