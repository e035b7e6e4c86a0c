"""`State`: a game in progress as plain numbers, copied in microseconds. `apply` takes an option; the rest only reads.

>>> from ruleset_core import load
>>> state = load("pig").new(players=2, seed=4)
>>> other = state.clone()
>>> other.apply("play roll")                         # by its notation, or by its number
>>> state.v[:2], other.v[:2]
([4, 4], [6, 10])
>>> state.ask("pot + 3"), state.ask("points >= 100", seat=0)
(7, False)
>>> state.apply(9)
Traceback (most recent call last):
ruleset_core.errors.IllegalOption: 9 is not an option of this game

All that a state is stands in a few lists of numbers (`state_data`); whatever does not change stands in the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ruleset_core.engine.option_vocabulary import Decision, evaluate_text, filled_text, question_text
from ruleset_core.engine.rule_errors import broken_rule, checked_seat
from ruleset_core.engine.scoring import ScoreLine, total
from ruleset_core.engine.state_data import PLAIN, StateData
from ruleset_core.errors import IllegalOption

if TYPE_CHECKING:
    from array import array

    from ruleset_core.engine.game import Game
    from ruleset_core.engine.history import Checkpoint
    from ruleset_core.engine.observation import MaskedState
    from ruleset_core.engine.saves import SightMismatch


class State(StateData):
    """A game in progress. Only `apply` changes it.

    The interpreter takes the first decisions of a game; then states move into the core and become `CompiledState`s.

    Attributes:
        game: the game played.
        n: number of seats.
        seat: who decides, -1 when the game is over.
        options: the legal options in ascending order; numbers of the game's fixed vocabulary.
        draws: the random outcomes of the last `apply`, or of the setup, as (stream, size, outcome) one after the other.
        forced: the forced decisions of the last `apply`, as (seat, option) one after the other.

    Example:
        >>> from ruleset_core import load
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> state.apply("mark b2")
        >>> state.seat, len(state.options), state.over
        (1, 8, False)
    """

    __slots__ = ("at", "host", "known")  # of a state in the core, which this may become

    game: Game
    kept: Checkpoint | None

    # -- playing ------------------------------------------------------------------------------------------------

    def apply(self, option: int | str) -> None:
        """Take an option and go on to the next decision. Forced decisions are taken on the way.

        Raises:
            NotationError: the text is not the notation of any option of this game.
            IllegalOption: the option is not offered now.
            BrokenRuleError: the rules ask for something without meaning. The state is then as it was before.
        """
        if option.__class__ is not int:
            option = self.game.option_of(option)
        if option not in self.options:
            raise self._illegal(int(option))
        self.game.play(self, int(option))

    def _illegal(self, option: int) -> IllegalOption:
        if self.over:
            return IllegalOption("the game is over")
        if not 0 <= option < self.game.vocabulary_size:
            return IllegalOption(f"{option} is not an option of this game")
        why = self.why_not(option)
        reason = f": {why}" if why else ""
        return IllegalOption(f"`{self.game.notation(option)}` is not possible now{reason}", why)

    @property
    def decision(self) -> Decision | None:
        """The question to be answered now; None at the end."""
        return self.game.decision_of(self) if self.options else None

    def together(self, other: State) -> bool:
        """Whether both are of one simultaneous choice: one was cloned from the other within it."""
        if self.__class__ is State and other.__class__ is State:
            return self.sim is not None and self.sim is other.sim
        from ruleset_core.engine import history

        return history.in_same_choice(self, other)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()  # the game is shared, and so is the past, a chain too long for a general copy

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(
            "a state cannot be pickled; send `state.to_json()`, and make it again with `game.from_json(data)`"
        )

    def clone(self) -> State:
        """An independent copy; `copy.copy` and `copy.deepcopy` give the same."""
        new = State.__new__(State)
        new.game = self.game
        new.v = self.v[:]
        new.z = [zone[:] for zone in self.z]
        new.stack = self.stack[:]
        new.queue = self.queue[:]
        new.streams = self.streams[:]
        new.draws = self.draws[:]
        new.forced = self.forced[:]
        new.script = None if self.script is None else {stream: values[:] for stream, values in self.script.items()}
        new.options = self.options  # replaced as a whole, never changed
        new.settings = self.settings
        new.seat = self.seat
        new.point = self.point
        new.stage = self.stage
        new.a = self.a
        new.n = self.n
        new.ended = self.ended
        new.steps = 0
        new.past, new.kept = self.past, self.kept
        new.sim = self.sim  # never changed once taken
        return new

    def copy_to(self, other: State) -> None:
        """Internal: Make another state like this one; it stays the same object. What this one holds is not copied: use it no more."""
        for name in PLAIN:
            setattr(other, name, getattr(self, name))

    def plain(self) -> State:
        """An independent copy outside of the core (see `Core.compiled`)."""
        return self.clone()

    def view(self, *, noted: bool = True) -> State:
        """Internal: The same state outside of the core, not to be changed; of a state that lies outside, itself.

        Args:
            noted: what the last decision drew and forced is wanted too.
        """
        del noted
        return self

    # -- what may be known and said -----------------------------------------------------------------------------

    def observe(self, seat: int) -> dict[str, Any]:
        """What a seat may know, by names, ready for JSON. What it may not know is None or a count.

        A watcher is seat -1. Raises OptionError if there is no such seat.
        """
        from ruleset_core.engine.observation import observe

        return observe(self.view(noted=False), checked_seat(seat, self.n, watching=True))

    def belongings(self, seat: int) -> dict[str, Any]:
        """What a seat has, as far as it knows, by names: its fields and zones, and the places that name it. Raises OptionError if there is no such seat."""
        from ruleset_core.engine.observation import belongings

        return belongings(self.view(noted=False), checked_seat(seat, self.n))

    def masked(self, seat: int) -> MaskedState:
        """The same as numbers by field, None where the seat may not know: what scenes are made of.

        A watcher is seat -1. Raises OptionError if there is no such seat.
        """
        from ruleset_core.engine.observation import mask_state

        return mask_state(self.view(noted=False), checked_seat(seat, self.n, watching=True))

    def numbers(self, seat: int) -> array[int]:
        """The same as 32-bit numbers in a row; `Game.numbers` says what they mean. Raises OptionError if there is no such seat."""
        return self.game.numbers(self.n).encode(self.view(noted=False), checked_seat(seat, self.n))

    def unlike(self, seat: int, expected: Mapping[str, Any]) -> list[SightMismatch]:
        """Where what a seat sees differs from what is `expected`, in the words of scenarios (`expect: sees:`).

        A watcher is seat -1. Raises OptionError if there is no such seat.
        """
        from ruleset_core.engine.saves import sight_mismatches

        return list(sight_mismatches(self.view(), checked_seat(seat, self.n, watching=True), expected))

    def why_not(self, option: int, lang: str = "en", names: Sequence[str] = (), *, own: bool = False) -> str | None:
        """Why an option is not offered now, if the rules can tell; `names` are those of the players, by seat.

        With `own`, only reasons of the data against an option of this question.
        """
        from ruleset_core.engine.option_vocabulary import why_not

        return why_not(self.view(), option, lang, names, own=own)

    def question(self, decision: str, lang: str = "en", names: Sequence[str] = ()) -> str:
        """A question as it would be put now to the seat that decides; `names` are those of the players, by seat.

        Raises:
            BrokenRuleError: it looks at something that there is only when it is asked.
        """
        from ruleset_core.eval.evaluation_errors import BrokenRule

        try:
            return question_text(self.game, self.view(), self.game.program.vocabulary.decisions[decision], lang, names)
        except BrokenRule as error:
            raise broken_rule(self, error) from error

    def ask(self, text: str, seat: int | None = None) -> int | bool | str:
        """The value of an expression of the effect language in this state, `me` being `seat`.

        Raises:
            LoadError: the expression is wrong; its diagnostics say where.
        """
        return evaluate_text(self.view(), text, seat)

    def fill(self, text: str, seat: int | None = None, lang: str = "en", names: Sequence[str] = ()) -> str:
        """A text with the values of its `{EXPR}` in this state, `me` being `seat`; `names` are those of the players, by seat.

        Raises:
            LoadError: a place in it is wrong, or holds what the seat may not know; its diagnostics say why.
        """
        return filled_text(self.view(), text, seat, lang, names)

    def scores(self) -> list[int]:
        """The score of every seat as if the game ended now."""
        return [total(self, seat) for seat in range(self.n)]

    def score_sheet(self, seat: int) -> list[ScoreLine]:
        """The score of a seat line by line. Raises OptionError if there is no such seat."""
        from ruleset_core.engine.scoring import score_sheet

        return score_sheet(self.view(), checked_seat(seat, self.n))

    def winners(self) -> list[int]:
        """The seats that win, after tie-breaks; several share the victory, and it may be none."""
        return self.verdict()[0]

    def outcomes(self) -> list[int]:
        """The `outcome` of every seat."""
        return self.verdict()[1]

    def verdict(self) -> tuple[list[int], list[int]]:
        """`winners` and `outcomes` at once."""
        from ruleset_core.engine.scoring import verdict

        return verdict(self)[:2]

    def outcome(self, seat: int) -> int:
        """The result for a seat: 1 won, 0 drawn, -1 lost. Raises OptionError if there is no such seat.

        It is drawn where several teams (or seats, where there are none) all win, or nobody does.
        """
        return self.outcomes()[checked_seat(seat, self.n)]

    def standings(self) -> list[tuple[int, int]]:
        """The team of every seat and the worth of its score, or its team's: the greater the better."""
        from ruleset_core.engine.scoring import verdict

        if not self.game.winning.teams:
            sign = -1 if self.game.winning.lowest else 1
            return [(seat, sign * score) for seat, score in enumerate(self.scores())]
        return verdict(self).standings

    def ranks(self) -> list[int]:
        """Who came where, by seat, from 1 on: winners, then the others by what their scores are worth."""
        from ruleset_core.engine.scoring import verdict

        return verdict(self.view()).ranks

    def achievements(self, seat: int) -> list[str]:
        """The achievements a seat has reached, by name. Raises OptionError if there is no such seat."""
        from ruleset_core.engine.scoring import achievements

        return achievements(self.view(), checked_seat(seat, self.n))

    def rank(self, lang: str = "en") -> str | None:
        """The band of a solo score; None with several players or below the first band."""
        from ruleset_core.engine.scoring import rank

        return rank(self.view(), lang)

    def to_json(self) -> dict[str, Any]:
        """The whole state, hidden information included, as plain data."""
        from ruleset_core.engine.saves import to_json

        return to_json(self)
