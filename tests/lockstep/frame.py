"""Our game and OpenSpiel's, played side by side with the same random answers: after each of them both offer the same, and both end alike.

A module of `tests/lockstep/games` is named after our game and holds its `PAIR`, for tic-tac-toe:

    PAIR = Pair("tic_tac_toe", action=lambda state, words: "a1 b1 c1 a2 b2 c2 a3 b3 c3".split().index(words[1]))

    ours                          words                theirs
    option 4, `mark b2`           ["mark", "b2"]       action 4

`python -m tests.known_values tic_tac_toe` takes it into the page of known values. What our game draws is given to theirs: `chance` looks into our state, or takes the next of what was drawn. Neither game is asked
what leaves no choice: theirs takes it here, ours by itself.

Where one action of theirs is several answers of ours, as in backgammon, whose dice we play one by one, the pair has `turns`. Then not the
answers are compared but how turns may end, and one of these ends is taken:

    a 2 and a 1 from the bar       ours                             theirs                       both
    bar/23, then 8/7 or 6/5        asks for the second alone        `Bar/23 8/7`, `Bar/23 6/5`   two tables
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from ruleset_core import Game, State, load

GAMES = Path(__file__).parent / "games"

Draws = list[tuple[str, int]]
"""What our game has drawn and theirs was not told yet: names of fields or zones with outcomes, the earliest first."""


def _no_chance(_state: State, _theirs: Any, _draws: Draws) -> int:
    raise AssertionError("their game draws, and the pair does not say what")


Table = tuple[tuple[int, ...], ...]
"""What lies on the table in rows of numbers, of both games alike."""


@dataclass(frozen=True)
class Turns:
    """How turns are compared.

    Attributes:
        ours: what lies on our table.
        theirs: what lies on theirs.
        after: what lies on a table after answers of a seat, the words of each.
        begun: how many answers of the turn our game has taken by itself when it asks.
        answers: how many answers of ours one action of theirs is.
    """

    ours: Callable[[State], Table]
    theirs: Callable[[Any], Table]
    after: Callable[[Table, int, list[list[str]]], Table]
    begun: Callable[[State], int]
    answers: Callable[[Any, int], int]


def _no_answers(_state: State, _words: list[str]) -> int:
    raise AssertionError("an answer, and the pair does not say which action it is")


@dataclass(frozen=True)
class Pair:
    """How a game of ours and one of OpenSpiel belong together.

    Attributes:
        theirs: their game with its parameters, as `pyspiel.load_game` takes it.
        action: their action for the words of an option of ours, `["mark", "b2"]`, in our state before it is taken; not with `turns`.
        chance: the outcome of their chance node, by our state, theirs, and what we drew; it takes off `draws` what it uses.
        returns: what each seat has at the end of our game, by default 1 won, 0 drawn, -1 lost.
        players: number of seats.
        options: the options that our game is played with.
        turns: how turns are compared, where answers cannot be.
    """

    theirs: str
    action: Callable[[State, list[str]], int] = _no_answers
    chance: Callable[[State, Any, Draws], int] = _no_chance
    returns: Callable[[State], Iterable[float]] = State.outcomes
    players: int = 2
    options: tuple[tuple[str, object], ...] = ()
    turns: Turns | None = None


class GamesDifferError(AssertionError):
    """The two games are not the same; the message says where."""


def pair_names() -> list[str]:
    """Our games that have a pair."""
    return sorted(path.stem for path in GAMES.glob("*.py"))


def pair_of(name: str) -> Pair:
    """The pair of a game of ours."""
    found: Pair = import_module(f"tests.lockstep.games.{name}").PAIR
    return found


def play_side_by_side(name: str, games: int, seed: int = 0) -> int:
    """Play so many games side by side, the first with a seed, the others with those after it. Gives the number of answers in all.

    Raises:
        GamesDifferError: they differ.
    """
    import pyspiel

    pair = pair_of(name)
    ours, theirs = load(name), pyspiel.load_game(pair.theirs)
    return sum(_SideBySide(pair, ours, theirs, each).play() for each in range(seed, seed + games))


class _SideBySide:
    """One game of each."""

    def __init__(self, pair: Pair, game: Game, theirs: Any, seed: int) -> None:
        self._pair, self._game, self._seed = pair, game, seed
        self._ours = game.new(pair.players, seed, dict(pair.options))
        self._theirs = theirs.new_initial_state()
        self._draws: Draws = []
        self._taken: list[str] = []

    def play(self) -> int:
        """Play to the end with random answers, and give their number."""
        random, ours, theirs = Random(self._seed), self._ours, self._theirs
        self._catch_up()
        while not ours.over:
            self._same("who decides", ours.seat, theirs.current_player())
            if self._pair.turns is None:
                self._answer(random)
            else:
                self._take_turn(random, self._pair.turns)
            self._catch_up()
        self._same("whether the game is over", True, theirs.is_terminal())
        self._same("what it brings", [float(each) for each in self._pair.returns(ours)], theirs.returns())
        return len(self._taken)

    def _answer(self, random: Random) -> None:
        """Both take the same answer."""
        options = {self._action(option): option for option in self._ours.options}
        self._same("what is offered", sorted(options), self._theirs.legal_actions())
        action = random.choice(sorted(options))
        self._apply(options[action])
        self._theirs.apply_action(action)

    def _action(self, option: int) -> int:
        return self._pair.action(self._ours, self._words(option))

    def _words(self, option: int) -> list[str]:
        return self._game.notation(option).split()

    def _apply(self, option: int) -> None:
        self._taken.append(self._game.notation(option))
        self._ours.apply(option)

    def _take_turn(self, random: Random, turns: Turns) -> None:
        """Both end their turn alike, from where ours asks."""
        ours, seat = self._ours, self._ours.seat
        begun = turns.begun(ours)
        first = [self._words(option) for option in ours.forced[1::2][len(ours.forced) // 2 - begun :]]
        before = turns.theirs(self._theirs)
        self._same("what lies on the table", turns.ours(ours), turns.after(before, seat, first))
        paths, most = self._ends_of_theirs(turns)
        ends = self._ends_of_ours(turns, before, first, most)
        self._same("how the turn may end", sorted(ends), sorted(paths))
        end = random.choice(sorted(ends))
        for option in ends[end]:
            self._apply(option)
        for action in paths[end]:
            self._theirs.apply_action(action)

    def _ends_of_ours(self, turns: Turns, before: Table, first: list[list[str]], most: int) -> dict[Table, list[int]]:
        """How the turn may end, each with one way of answers. A last answer is followed by what others do without being asked."""
        seat, found, known = self._ours.seat, dict[Table, list[int]](), set[tuple[Table, int]]()
        states = [(self._ours, first, list[int]())]
        while states:
            state, words, taken = states.pop()
            for option in state.options:
                after = state.clone()
                after.apply(option)
                forced = zip(after.forced[::2], after.forced[1::2], strict=True)
                said = [*words, self._words(option), *(self._words(each) for who, each in forced if who == seat)][:most]
                table, way = turns.after(before, seat, said), [*taken, option]
                if len(said) == most or after.over or after.draws:
                    found.setdefault(table, way)
                elif (table, len(said)) not in known:
                    known.add((table, len(said)))
                    states.append((after, said, way))
        return found

    def _ends_of_theirs(self, turns: Turns) -> tuple[dict[Table, list[int]], int]:
        """How the turn may end, each with one way of actions; and how many answers of ours these are."""
        player, found, known, most = self._theirs.current_player(), dict[Table, list[int]](), set[Table](), 0
        states = [(self._theirs, list[int](), 0)]
        while states:
            state, taken, answers = states.pop()
            for action in state.legal_actions():
                after, way, said = state.child(action), [*taken, action], answers + turns.answers(state, action)
                table, most = turns.theirs(after), max(most, said)
                if after.current_player() != player:
                    found.setdefault(table, way)
                elif table not in known:
                    known.add(table)
                    states.append((after, way, said))
        return found, most

    def _catch_up(self) -> None:
        """Their game goes on until it asks what ours asks."""
        ours, theirs = self._ours, self._theirs
        drawn, names = iter(ours.draws), self._game.program.streams
        self._draws = [(names[stream], outcome) for stream, _, outcome in zip(drawn, drawn, drawn, strict=True)]
        forced = len(ours.forced) // 2
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(self._pair.chance(ours, theirs, self._draws))
            elif self._pair.turns is not None and (ours.over or self._draws):
                (path,) = self._ends_of_theirs(self._pair.turns)[0].values()
                for action in path:
                    theirs.apply_action(action)
            elif (
                self._pair.turns is None
                and len(theirs.legal_actions()) == 1
                and (forced > 0 if ours.over else len(ours.options) > 1)
            ):
                theirs.apply_action(theirs.legal_actions()[0])
                forced -= 1
            else:
                return

    def _same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise GamesDifferError(
                f"{self._game.name}, seed {self._seed}: {what} differs after {self._taken}: ours {ours}, theirs {theirs}\n"
                f"{self._theirs}"
            )
