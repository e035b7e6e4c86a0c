"""Games whose draws are told one by one: each roll, and each card of a shuffled pile when it is first looked at, is a point at which somebody says what comes.

A `State` draws by itself. A `ChanceState` stops at every draw and says what may come, so that all that can happen can be gone through, with its
probability. In Kuhn poker three cards are shuffled, and two are dealt:

>>> from ruleset_core import ChanceState, load
>>> node = ChanceState.begin(load("kuhn_poker"))
>>> node.draw.name, node.draw.outcomes                # the first card of the deck: jack, queen or king
('deck', (0, 1, 2))
>>> node = node.settle(2)
>>> node.draw.outcomes                                # the next one; the third card is never looked at
(0, 1)
>>> node = node.settle(0)
>>> node.draw, node.state.seat, node.state.observe(0)["seats"][0]["hand"]
(None, 0, ['king'])
>>> node.take("open bet").take("answer match").state.scores()
[2, -2]

So there are 6 deals of 2 draws here, not 6 orders of 3 cards; in a pack of 52 that makes the difference. It works by rules of access: the interpreter
runs with a policy of its own (`DrawingAccess`). A pile that nobody sees becomes *loose* when it is shuffled: its order is not known to anyone, not even
here. When something reads a place of it, the piece there is drawn from those that are loose. What is drawn before the next question is kept as a list, and
the interpreter begins again from the last question with one outcome more:

    take(bet) -> reads deck[2], nothing given           stops: draw of 4 pieces
    settle(1) -> reads deck[2], which is piece 1 now    goes on to the next question
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleset_core.analysis.secrecy import SecrecyAnalysis
from ruleset_core.engine.game_source import memoized
from ruleset_core.engine.history import NewGameStart
from ruleset_core.errors import IllegalOption, OptionError
from ruleset_core.eval.access_policies import AccessPolicy
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.eval.closures import Effect, Env, EvaluationTracer, Members, Value
from ruleset_core.eval.evaluator import Evaluator, StateWriter
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.runtime import StateMemory
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.visibility import NOBODY, OTHERS, OWN, knowledge_field, mask_of
from ruleset_core.lang.vocabulary import Vocabulary, Zone

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State

Loose = Mapping[int, frozenset[int]]
"""The pieces whose order nobody knows, by the list that they lie in."""


@dataclass(frozen=True, slots=True)
class ChanceDraw:
    """Something that is drawn.

    Attributes:
        name: the field that is rolled, or the zone that was shuffled.
        outcomes: what may come, each as likely as any other: places in the type of the field, or pieces.
        names: the same in the words of the data.

    Example:
        >>> from ruleset_core import ChanceState, load
        >>> ChanceState.begin(load("sheaves")).draw  # the first one is drawn by lot
        ChanceDraw(name='leader', outcomes=(0, 1, 2), names=('seat_0', 'seat_1', 'seat_2'))
    """

    name: str
    outcomes: tuple[int, ...]
    names: tuple[str, ...]


class ChanceState:
    """A game whose draws are told one by one. It never changes: `take` and `settle` give another one.

    Attributes:
        game: the game played.
        state: the game at its last question; None before the first one. It is not to be changed. Of what nobody knows, such as the order of a shuffled
            pile, it holds one possibility.
        draw: what is to be drawn before the game goes on; None where a seat is asked, and at the end.
        taken: the option that was taken last; -1 before the first one.

    Example:
        >>> from ruleset_core import ChanceState, load
        >>> node = ChanceState.begin(load("pig"))  # who begins a turn has to roll
        >>> node.draw.name, node.draw.names
        ('face', ('1', '2', '3', '4', '5', '6'))
        >>> node = node.settle(3)
        >>> node.state.observe(0)["fields"]["pot"], node.take("play roll").draw.name
        (4, 'face')
    """

    __slots__ = ("_before", "_given", "_loose", "draw", "game", "state", "taken")

    def __init__(self, before: State, taken: int, given: tuple[int, ...], loose: Loose) -> None:
        """Internal: Go on from a state with what was taken and what was drawn since, up to the next draw, question or the end."""
        self.game, self.taken = before.game, taken
        self._before, self._given, self._loose = before, given, loose
        self.state: State | None = None if taken < 0 else before
        self.draw: ChanceDraw | None = None
        access, evaluator = _drawing(self.game)
        access.begin(loose, given)
        state = before.clone()
        state.script = {}
        try:
            if taken < 0:
                self.game.run(state, evaluator)
            else:
                self.game.take(state, taken, evaluator)
        except _DrawPending as pending:
            self.draw = pending.draw
            return
        state.script = state.past = state.kept = None
        state.past = state.clone()  # from here it can be played again
        self.state, self._loose = state, access.loose

    @property
    def players(self) -> int:
        """Number of seats."""
        seats: int = self._before.n
        return seats

    @classmethod
    def begin(cls, game: Game, players: int | None = None, options: Mapping[str, object] | None = None) -> ChanceState:
        """A new game, at its first draw or question.

        Args:
            game: the game played.
            players: number of seats; the least possible if left out.
            options: values of the game's options by name.

        Raises:
            OptionError: a number of players or an option that the game does not have; or it runs Python of its own, which may draw.
            BrokenRuleError: the setup asks for something without meaning.
        """
        if game.program.vocabulary.hooks:
            raise OptionError(f"{game.title()} runs Python of its own, so its draws cannot be told one by one")
        state = game.blank(players, 0, options)
        state.past = NewGameStart(game, state.n, state.settings, state.streams[:])
        state.stack.append(game.beginning)
        return cls(state, -1, (), {})

    def take(self, option: int | str) -> ChanceState:
        """The game after an option of the question that is asked.

        Raises:
            IllegalOption: it is not offered, or something is to be drawn first.
            BrokenRuleError: the rules ask for something without meaning.
        """
        if self.draw is not None or self.state is None:
            raise IllegalOption("something is to be drawn first: `settle`")
        number = option if option.__class__ is int else self.game.option_of(option)
        if number not in self.state.options:
            self.state.clone().apply(number)  # says why
        return ChanceState(self.state, int(number), (), self._loose)

    def settle(self, outcome: int) -> ChanceState:
        """The game after an outcome of what is to be drawn.

        Raises:
            OptionError: it cannot come, or nothing is to be drawn.
            BrokenRuleError: the rules ask for something without meaning.
        """
        if self.draw is None or outcome not in self.draw.outcomes:
            drawn = "nothing is to be drawn" if self.draw is None else f"`{self.draw.name}` cannot be {outcome}"
            raise OptionError(f"{drawn} now", ("outcome",))
        return ChanceState(self._before, self.taken, (*self._given, outcome), self._loose)


@dataclass(frozen=True, slots=True)
class ChanceProfile:
    """What a game has of chance and secrets.

    Attributes:
        most_outcomes: most outcomes of a draw; 0 if it never draws.
        hides: whether anything is hidden from a seat.
        private: whether one seat may know what another does not: a hand, a secret answer. A pile that nobody may look at is not.

    Example:
        >>> from ruleset_core import chance_profile, load
        >>> chance_profile(load("kuhn_poker")), chance_profile(load("tic_tac_toe"))
        (ChanceProfile(most_outcomes=3, hides=True, private=True), ChanceProfile(most_outcomes=0, hides=False, private=False))
    """

    most_outcomes: int
    hides: bool
    private: bool


@memoized
def chance_profile(game: Game) -> ChanceProfile:
    """What a game has of chance and secrets."""
    v, program = game.program.vocabulary, game.program
    sizes = [
        len(v.members(v.fields[name].type)) if name in v.fields else v.domains[v.zones[name].kind].size
        for name in program.streams
    ]
    together = any(type(each) is t.Simultaneous for block in program.blocks for each in block.statements)
    private = together or _some_see_more(v) or any(map(game.is_secret, range(game.vocabulary_size)))
    hides = private or SecrecyAnalysis(program, own=False).anything()
    return ChanceProfile(max(sizes, default=0), hides, private)


def _some_see_more(v: Vocabulary) -> bool:
    """Whether a field, an amount or a piece may be known to some seats alone."""
    mask = mask_of(v)
    sights = {each.sight for each in mask.values} | {each.whole.sight for each in mask.lists}
    return bool(sights & {OWN, OTHERS}) or any(knowledge_field(v, kind) is not None for kind in v.domains)


class _DrawPending(Exception):
    """Something is to be drawn, and it was not told what comes."""

    def __init__(self, draw: ChanceDraw) -> None:
        super().__init__(draw.name)
        self.draw = draw


@memoized
def _drawing(game: Game) -> tuple[DrawingAccess, Evaluator]:
    access = DrawingAccess(game.program.vocabulary)
    return access, make_evaluator(game.program, game.hooks, access, _DrawingTracer(access))


class DrawingAccess(AccessPolicy):
    """Reads the real state, and stops at each draw whose outcome is not given.

    Attributes:
        loose: the pieces whose order nobody knows.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.loose: dict[int, frozenset[int]] = {}
        self._vocabulary, self._given = vocabulary, iter(tuple[int, ...]())
        self._lists = mask_of(vocabulary).lists

    def begin(self, loose: Loose, given: Iterable[int]) -> None:
        """Begin a run with what was told of its draws."""
        self.loose, self._given = dict(loose), iter(given)

    # -- what is drawn --------------------------------------------------------------------------------------------

    def before_statement(self, evaluator: Evaluator, node: t.Statement) -> Effect | None:
        """See `AccessPolicy.before_statement`: a roll is told; a shuffled pile is loose where nobody sees it, else all of its order is told."""
        match node:
            case t.Roll():
                return self._before_roll(evaluator, node)
            case t.Shuffle():
                return self._before_shuffle(evaluator, node)
            case t.Sort():
                slot = evaluator.zone(node.zone)  # of equal pieces, the order stays
                return lambda s, env: self._settle_all(s, slot(s, env))
            case _:
                return None

    def _before_roll(self, evaluator: Evaluator, node: t.Roll) -> Effect:
        field, kind = node.target.field, node.target.type
        stream, values = evaluator.program.streams.index(field.name), self._vocabulary.members(kind)
        words = self._vocabulary.formatted_values(kind)
        of_seats = kind.domain == SEAT.domain

        def roll(s: StateMemory, _env: Env) -> None:
            size = s.n if of_seats else len(values)
            self._script(s, stream, [self._next(field.name, range(size), words)])

        return roll

    def _before_shuffle(self, evaluator: Evaluator, node: t.Shuffle) -> Effect:
        zone, slot = node.zone.zone, evaluator.zone(node.zone)
        stream = evaluator.program.streams.index(zone.name)

        def shuffle(s: StateMemory, env: Env) -> None:
            at = slot(s, env)
            pieces = sorted(s.z[at])
            self.loose.pop(at, None)
            if self._lists[at].whole.sight == NOBODY:
                self.loose[at] = frozenset(pieces)
            else:
                left = pieces
                pieces = [self._take_out(left, zone) for _ in range(len(left))]
            s.z[at][:] = pieces
            self._script(s, stream, range(len(pieces) - 1, 0, -1))  # each stays where it is

        return shuffle

    def _take_out(self, left: list[int], zone: Zone) -> int:
        piece = self._next(zone.name, left, self._vocabulary.domains[zone.kind].ids)
        left.remove(piece)
        return piece

    def _next(self, name: str, outcomes: Collection[int], words: Sequence[str]) -> int:
        """What comes: what was given for it, or the only one that can come."""
        if len(outcomes) == 1:
            return next(iter(outcomes))
        for given in self._given:
            return given
        raise _DrawPending(ChanceDraw(name, tuple(outcomes), tuple(words[each] for each in outcomes)))

    @staticmethod
    def _script(s: StateMemory, stream: int, outcomes: Iterable[int]) -> None:
        assert s.script is not None
        s.script[stream] = [*outcomes]

    # -- piles whose order nobody knows ---------------------------------------------------------------------------

    def piece_at(self, zone: Zone, slot: Value, place: Value) -> Value:
        """See `AccessPolicy.piece_at`: a loose piece is drawn when its place is read."""
        read = super().piece_at(zone, slot, place)

        def piece(s: StateMemory, env: Env) -> int:
            at = slot(s, env)
            if at in self.loose:
                number = place(s, env)
                if 0 <= number < len(s.z[at]):
                    self._settle(s, at, number)
            return read(s, env)  # type: ignore[no-any-return]

        return piece

    def pieces(self, zone: Zone, slot: Value) -> Members:
        """See `AccessPolicy.pieces`: whoever goes through a pile gets to know its order."""
        read = super().pieces(zone, slot)

        def pieces(s: StateMemory, env: Env) -> Sequence[int]:
            if self.loose:
                self._settle_all(s, slot(s, env))
            return read(s, env)

        return pieces

    def trial(self, tried: Value) -> Value:
        """See `AccessPolicy.trial`: what it finds in a pile lies there afterwards, too. So the order is drawn before."""

        def trial(s: StateMemory, env: Env) -> int:
            for at in [*self.loose]:
                self._settle_all(s, at)
            return tried(s, env)  # type: ignore[no-any-return]

        return trial

    def moved(self, at: int, piece: int) -> None:
        """A piece leaves its place in a list: the others keep theirs, of which nobody knows the order."""
        if at in self.loose and piece in self.loose[at]:
            self._leave(at, piece)

    def _settle_all(self, s: StateMemory, at: int) -> None:
        for number in range(len(s.z[at])) if at in self.loose else ():
            self._settle(s, at, number)

    def _settle(self, s: StateMemory, at: int, number: int) -> None:
        """Draw the piece at a place, if that is loose."""
        pieces, loose = s.z[at], self.loose.get(at, frozenset())
        if pieces[number] in loose:
            zone = self._lists[at].zone
            other = pieces.index(self._next(zone.name, sorted(loose), self._vocabulary.domains[zone.kind].ids))
            pieces[number], pieces[other] = pieces[other], pieces[number]
            self._leave(at, pieces[number])

    def _leave(self, at: int, piece: int) -> None:
        left = self.loose[at] - {piece}
        if left:
            self.loose[at] = left
        else:
            del self.loose[at]


class _DrawingTracer(EvaluationTracer):
    """Tells the access of moves; it wraps nothing."""

    def __init__(self, access: DrawingAccess) -> None:
        self._access = access

    def attach(self, evaluator: Evaluator) -> None:
        """See `EvaluationTracer.attach`."""
        super().attach(evaluator)
        evaluator.effects = _DrawingWriter(evaluator.vocabulary, self._access.moved)


class _DrawingWriter(StateWriter):
    """Writes into states, and tells of pieces that leave their places."""

    def __init__(self, vocabulary: Vocabulary, moved: Callable[[int, int], None]) -> None:
        super().__init__(vocabulary)
        self._moved = moved

    def move(self, s: StateMemory, kind: str, piece: int, zone: int) -> None:
        """See `StateWriter.move`."""
        self._moved(s.v[self.vocabulary.fields[f"{kind}.at"].offset + piece], piece)
        super().move(s, kind, piece, zone)
