"""The state of a game in progress: plain numbers in slots, copied in microseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ruleset_core.engine.arguments import seat_of, seed_of, whole
from ruleset_core.errors import IllegalOption
from ruleset_core.lang import runtime
from ruleset_core.lang.runtime import TooLong

if TYPE_CHECKING:
    from array import array

    from ruleset_core.engine import history
    from ruleset_core.engine.decision import Decision
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.scoring import ScoreLine
    from ruleset_core.engine.sight import Unlike
    from ruleset_core.engine.story.story import Foresight, Heard, Story
    from ruleset_core.engine.story.why import Account
    from ruleset_core.model.outward.story import Plain

EVERY = runtime.EVERY
"""After so many decisions a state keeps a copy of itself again."""


class State:
    """A game in progress. Only `apply` changes it.

    Attributes:
        game: the game played.
        seat: who decides, -1 when the game is over.
        options: the legal options in ascending order; numbers of the game's fixed vocabulary.
        draws: the random outcomes of the last `apply`, or of the setup before the first one, as (stream, size, outcome)
            one after the other. Who wants those of a whole game collects them; a state does not grow with its game.
        forced: the decisions with one option that were taken by themselves since the last `apply`, as
            (seat, option) one after the other.
    """

    __slots__ = (
        "a", "draws", "ended", "forced", "game", "kept", "n", "options", "past", "point", "queue", "script", "seat", "settings", "sim",
        "since", "stack", "stage", "steps", "streams", "v", "z",
    )  # fmt: skip

    game: Game
    v: list[int]
    z: list[list[int]]
    stack: list[tuple[Any, ...]]
    queue: list[tuple[Any, ...]]
    streams: list[int]
    draws: list[int]
    forced: list[int]
    script: dict[int, list[int]] | None
    options: list[int]
    settings: tuple[int, ...]
    seat: int
    point: int
    stage: int
    a: int
    n: int
    ended: int
    steps: int
    past: Any
    kept: history.Kept | None
    since: int
    sim: tuple[list[int], list[list[int]]] | None

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
        self.a = option
        if self.draws:
            self.draws = []
        if self.forced:
            self.forced = []
        self.past = (self.past, option)
        run = self.game.run
        try:
            run(self)
        except Exception as error:  # noqa: BLE001 - what is no broken rule is raised again when all is as it was
            refuse(self, error)
        self.since += 1
        if self.since >= EVERY:
            keep(self)

    def _illegal(self, option: int) -> IllegalOption:
        if self.over:
            return IllegalOption("the game is over")
        if not 0 <= option < self.game.vocabulary_size:
            return IllegalOption(f"{option} is not an option of this game")
        why = self.why_not(option)
        reason = f": {why}" if why else ""
        return IllegalOption(f"`{self.game.notation(option)}` is not possible now{reason}", why)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.options

    @property
    def decision(self) -> Decision | None:
        """The question to be answered now; None at the end."""
        return self.game.decision_of(self) if self.options else None

    @property
    def phase(self) -> str:
        """The phase in progress, by its name in the data."""
        return self.game.phase_names[self.stage]

    @property
    def simultaneous(self) -> bool:
        """Whether seats are choosing at the same time, not seeing each other's choices."""
        return self.sim is not None

    def together(self, other: State) -> bool:
        """Whether both are of one choice that seats make at the same time: one was cloned from the other within it."""
        if self.__class__ is State and other.__class__ is State:
            return self.sim is not None and self.sim is other.sim
        from ruleset_core.engine import history

        return history.together(self, other)

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
        new.past, new.kept, new.since = self.past, self.kept, self.since
        new.sim = self.sim  # never changed once taken
        return new

    def copy_to(self, other: State) -> None:
        """Make another state like this one; it stays the same object. What this one holds is not copied: use it no more."""
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))

    def plain(self) -> State:
        """An independent copy outside of the core (see `Core.compiled`); of a state that lies outside, a clone."""
        return self.clone()

    # -- what may be known and said -----------------------------------------------------------------------------

    def observe(self, seat: int) -> dict[str, Any]:
        """What a seat may know, in names, ready for JSON. What it may not know is None or a bare count.

        Somebody who watches is seat -1. Raises OptionError for a seat that there is not.
        """
        from ruleset_core.engine.observe import observe

        return observe(self, seat_of(seat, self.n, watching=True))

    def numbers(self, seat: int) -> array[int]:
        """The same as numbers in a row, 32 bits each; `Game.numbers` says what they mean. Raises OptionError for no seat."""
        return self.game.numbers(self.n).of(self, seat_of(seat, self.n))

    def unlike(self, seat: int, expected: Mapping[str, Any]) -> list[Unlike]:
        """Where what a seat sees differs from what is `expected`, in the words of scenarios (`expect: sees:`).

        Somebody who watches is seat -1. Raises OptionError for a seat that there is not.
        """
        from ruleset_core.engine.sight import unlike

        return list(unlike(self, seat_of(seat, self.n, watching=True), expected))

    def why_not(self, option: int, lang: str = "en", names: Sequence[str] = (), *, own: bool = False) -> str | None:
        """Why an option is not offered now, if the rules can tell; `names` are those of the players, by seat.

        With `own`, only reasons that the data give against an option of this question, about what there is at this table.
        """
        from ruleset_core.engine.explain import why_not

        return why_not(self, option, lang, names, own=own)

    def question(self, decision: str, lang: str = "en", names: Sequence[str] = ()) -> str:
        """A question of the game as it would be put now to the seat that decides; `names` are those of the players, by seat.

        Raises:
            BrokenRuleError: it looks at something that there is only when it is asked.
        """
        from ruleset_core.engine.broken import told
        from ruleset_core.engine.wording import question
        from ruleset_core.lang.evaluate.errors import BrokenRule

        try:
            return question(self.game, self, self.game.program.vocabulary.decisions[decision], lang, names)
        except BrokenRule as error:
            raise told(self, error) from error

    def ask(self, text: str, seat: int | None = None) -> int | bool | str:
        """The value of an expression of the effect language in this state, `me` being `seat`.

        Raises:
            LoadError: the expression is wrong; its diagnostics say where.
        """
        from ruleset_core.engine.explain import ask

        return ask(self, text, seat)

    def scores(self) -> list[int]:
        """The score of every seat as if the game ended now."""
        try:
            return [self.game.total(self, seat) for seat in range(self.n)]
        except Exception as error:
            raise reckon(self, error) from error

    def score_sheet(self, seat: int) -> list[ScoreLine]:
        """The score of a seat line by line. Raises OptionError for a seat that there is not."""
        from ruleset_core.engine.scoring import score_sheet

        number = seat_of(seat, self.n)
        try:
            return score_sheet(self, number)
        except Exception as error:
            raise reckon(self, error) from error

    def secret_scores(self, lang: str = "en") -> dict[str, str]:
        """The categories of the score that a seat may not be told about itself yet, with their names.

        They depend on something hidden from it. It is told the rest; at the end of the game nothing is secret.
        """
        secret = frozenset[str]() if self.over else self.game.secret_rows[self.simultaneous]
        return {each.name: each.title[lang] for each in self.game.program.scores if each.name in secret}

    def told_sheet(self, seat: int, viewer: int) -> tuple[list[ScoreLine], dict[str, dict[str, str]]]:
        """The score sheet of a seat as `viewer` may be told it (-1 looks on), and the names of the categories that it may not be told.

        While seats choose at the same time, others are told what was before. Raises OptionError for a seat that there is not.
        """
        from ruleset_core.engine.story.sheets import told

        number = seat_of(seat, self.n)
        try:
            return told(self, number, viewer)
        except Exception as error:
            raise reckon(self, error) from error

    def told_scores(self, viewer: int) -> list[int | None]:
        """The score of every seat as if the game ended now; None where `viewer` (-1 looks on) may not be told all of it.

        Nothing where the game has no score.
        """
        if not self.game.program.scores:
            return []
        sheets = (self.told_sheet(seat, viewer) for seat in range(self.n))
        return [None if secret else sum(line.amount for line in lines) for lines, secret in sheets]

    def winners(self) -> list[int]:
        """The seats that win, after tie-breaks; several share the victory, and it may be none."""
        return self.verdict()[0]

    def outcomes(self) -> list[int]:
        """The `outcome` of every seat."""
        return self.verdict()[1]

    def verdict(self) -> tuple[list[int], list[int]]:
        """`winners` and `outcomes` at once."""
        from ruleset_core.engine.outcome import verdict

        try:
            return verdict(self)
        except Exception as error:
            raise reckon(self, error) from error

    def outcome(self, seat: int) -> int:
        """What has come of the game for a seat: 1 won, 0 drawn, -1 lost. Raises OptionError for a seat that there is not.

        It is drawn where several teams (or seats, where there are none) all win, or nobody does.
        """
        return self.outcomes()[seat_of(seat, self.n)]

    def standings(self) -> list[tuple[int, int]]:
        """The team of every seat, and what its score is worth: that of the whole team, the greater the better."""
        from ruleset_core.engine.outcome import standings

        if not self.game.winning.teams:
            sign = -1 if self.game.winning.lowest else 1
            return [(seat, sign * score) for seat, score in enumerate(self.scores())]
        try:
            return standings(self)
        except Exception as error:
            raise reckon(self, error) from error

    def achievements(self, seat: int) -> list[str]:
        """The achievements a seat has reached, by name. Raises OptionError for a seat that there is not."""
        from ruleset_core.engine.scoring import achievements

        return achievements(self, seat_of(seat, self.n))

    def rank(self, lang: str = "en") -> str | None:
        """The band of a solo score; None with several players or below the first band."""
        from ruleset_core.engine.scoring import rank

        return rank(self, lang)

    def foresee(self, option: int) -> Foresight:
        """What is certain to come of an option, as far as the seat that decides can know: nothing hidden is looked at.

        Raises:
            BrokenRuleError: the rules ask for something without meaning.
        """
        from ruleset_core.engine.story.story import foresee

        return foresee(self, option)

    def hear(self, option: int, step: int = 0) -> Heard:
        """What happens when an option is taken, hidden things included; the state stays as it is. See `Game.tell`.

        `step`: the number of the move, which its parts are given.

        Raises:
            BrokenRuleError: the rules ask for something without meaning.
        """
        from ruleset_core.engine.story.story import hear

        return hear(self, option, step)

    def hear_setup(self) -> Heard:
        """What happened before the first decision of this game, as move -1; nothing if it was not begun with `new`."""
        from ruleset_core.engine.story.story import hear_setup

        return hear_setup(self)

    def why(self, story: Story, name: str | None = None, seat: int | None = None, at: Sequence[Plain] = ()) -> Account:
        """Where an amount came from, as the one whom the story is told may know it.

        Args:
            story: all that happened from before the setup to this state, from `Game.tell`.
            name: a resource or a field that is a number; None for the score.
            seat: whose it is; nothing for a field that all share.
            at: which of several, as data writes it; all of them together if left out.

        Raises:
            OptionError: there is no such seat, nothing of that name is a number, or there is no such place.
        """
        from ruleset_core.engine.story.why import account

        return account(self, story, name, seat, at)

    def to_json(self) -> dict[str, Any]:
        """The whole state, hidden information included, as plain data."""
        from ruleset_core.engine.saving import to_json

        return to_json(self)

    def imagine(self, seat: int, seed: int, world: int = 0) -> State:
        """A state that `seat` cannot tell from this one: all it may not know, coming dice included, is drawn anew.

        For search under hidden information (determinisation), and for proving that nothing leaks. A seed has as many
        worlds as are asked for, numbered from 0. Somebody who watches is seat -1.

        Raises:
            OptionError: there is no such seat, or no world or seed of that number.
            BrokenRuleError: no world fits what somebody is asked now, or a rule breaks in one.
        """
        from ruleset_core.engine.imagine import imagine

        return imagine(self, seat_of(seat, self.n, watching=True), seed_of(seed), whole("world", world))


def run(s: State) -> None:
    """Run generated code until a seat must decide, or until nothing is left to do."""
    stack, blocks, most = s.stack, s.game.blocks, runtime.STEPS
    s.steps = steps = 0
    while stack:
        frame = stack.pop()
        steps = blocks[frame[0]](s, frame, steps)
        if steps < 0:
            if s.steps - steps > most:
                raise TooLong
            return
        if steps > most:  # what is charged within blocks is looked at there, and both together at the end
            raise TooLong
    if s.steps + steps > most:
        raise TooLong
    finish(s)


def take(s: State, option: int) -> None:
    """Take an option that was taken before, by generated code."""
    s.a, s.draws, s.forced, s.past = option, [], [], (s.past, option)
    run(s)


def keep(s: State) -> None:
    """See `history.keep`."""
    from ruleset_core.engine import history

    history.keep(s)


def refuse(s: State, error: Exception) -> None:
    """See `history.refuse`."""
    from ruleset_core.engine import history

    history.refuse(s, error)


def reckon(s: State, error: Exception) -> Exception:
    """See `history.reckon`."""
    from ruleset_core.engine import history

    return history.reckon(s, error)


def finish(s: State) -> None:
    """Nothing is left to do: the game is over, and nobody chooses any more."""
    s.seat = -1
    s.options = []
    s.sim = None
