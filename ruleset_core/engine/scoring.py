"""The end of a game: score sheets, achievements, ranks; `outcome` says who wins. Works on any state, as if the game ended there."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ruleset_core.engine.decision import value_name
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.types import SEAT

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.spelled import Function
    from ruleset_core.engine.state import State
    from ruleset_core.lang.program import Score
    from ruleset_core.lang.tree import Expr, Selection

LONG: Final = 10_000
"""Steps of the interpreter for some points beyond which it pays to have the game written out: the tenth of a second, perhaps."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score sheet: the category, the item within it (or None), the points."""

    category: str
    item: str | None
    amount: int
    names: dict[str, str] = field(repr=False)

    def name(self, lang: str = "en") -> str:
        """The line as players read it."""
        return self.names.get(lang, self.names["en"])


@dataclass(frozen=True, slots=True)
class Reckoning:
    """Functions of a state, its values, a seat, and the item where there are some.

    Attributes:
        scores: the amount of each category of the score.
        listed: which items of each category are listed, where not all are.
        ties: what else is asked of a seat to know who wins: see `Program.claims`.
    """

    scores: list[Function]
    listed: list[Function | None]
    ties: list[Function]


def written(game: Game) -> Reckoning:
    """As the Python text of a game has them."""
    space, rows = game.space, range(len(game.program.scores))
    ties = range(len(game.program.claims))
    return Reckoning(
        [space[f"score_{row}"] for row in rows],
        [space.get(f"listed_{row}") for row in rows],
        [space[f"tie_{n}"] for n in ties],
    )


def read(game: Game) -> Reckoning:
    """As the interpreter works them out."""
    program = game.program
    rows = [*enumerate(program.scores)]
    listed = [None if row.where is None else _reading(game, row.where, f"listed_{n}") for n, row in rows]
    return Reckoning(
        [_reading(game, row.amount, f"score_{n}") for n, row in rows],
        listed,
        [_reading(game, tree, f"tie_{n}") for n, (tree, _) in enumerate(program.claims)],
    )


def _reading(game: Game, node: Expr, name: str) -> Function:
    """What works out an amount: the interpreter, or the function of that name of the Python text where it takes many steps."""

    def function(state: State, values: list[int], seat: int, item: int | None = None) -> int:
        env = {"me": seat} if item is None else {"me": seat, "it": item}
        try:
            return int(game.interpreter.amount(node, state, env))
        except BrokenRule as broken:
            if not broken.is_too_long:
                raise
        state.steps = 0
        return int(game.write_out().space[name](state, values, *env.values()))

    return function


def score_sheet(state: State, seat: int) -> list[ScoreLine]:
    """The score of a seat line by line, in the declared order."""
    program = state.game.program
    lines: list[ScoreLine] = []
    reckoning = state.game.reckoning
    functions = zip(program.scores, reckoning.scores, reckoning.listed, strict=True)
    for category, function, listed in functions:
        state.steps = 0  # each amount may take as many as a decision
        if category.items is None:
            lines.append(ScoreLine(category.name, None, function(state, state.v, seat), category.title))
            continue
        kind = category.items.type
        for value in items_of(state, category.items):
            state.steps = 0
            if listed is not None and not listed(state, state.v, seat, value):
                continue
            state.steps = 0
            names = {
                lang: f"{category.title[lang]}: {value_name(program.vocabulary, kind, value, lang)}"
                for lang in ("en", "es")
            }
            item = program.vocabulary.spell(kind, value)
            lines.append(ScoreLine(category.name, item, function(state, state.v, seat, value), names))
    return lines


def items_of(state: State, items: Selection) -> Sequence[int]:
    """What a category goes through; seats that are not in the game are left out."""
    kind, most = items.type, state.game.players[1]
    if kind.seats or kind.domain == SEAT.domain:
        return [*range(state.n), *(value for value in items.values if value >= most)]
    return items.values


def total(state: State, seat: int) -> int:
    """The score of a seat."""
    reckoning = state.game.reckoning
    return sum(
        _category(state, seat, *row)
        for row in zip(state.game.program.scores, reckoning.scores, reckoning.listed, strict=True)
    )


def worth(state: State, seat: int, rows: Container[str]) -> int:
    """The points of a seat in some categories, as they are now.

    Nothing is written out for it, unless that takes the interpreter long: a menu asks for every option what it is worth.
    """
    reckoning = state.game.reckoning_at_hand
    points = steps = 0
    for row in zip(state.game.program.scores, reckoning.scores, reckoning.listed, strict=True):
        if row[0].name in rows:
            points += _category(state, seat, *row)
            steps += state.steps
    if steps > LONG:
        state.game.write_out()
    return points


def _category(state: State, seat: int, category: Score, function: Function, listed: Function | None) -> int:
    """The points of a category; each amount may take as many steps as a decision."""
    state.steps = 0
    if category.items is None:
        return int(function(state, state.v, seat))
    points = 0
    for value in items_of(state, category.items):
        state.steps = 0
        if listed is None or listed(state, state.v, seat, value):
            state.steps = 0
            points += function(state, state.v, seat, value)
    return points


def achievements(state: State, seat: int) -> list[str]:
    """The names of the achievements a seat has reached."""
    env = {"me": seat, "total": total(state, seat)}
    found = []
    for each in state.game.program.achievements:
        counts = each.players == "any" or (each.players == "solo") == (state.n == 1)
        if counts and state.game.interpreter.amount(each.when, state, env, each.origin):
            found.append(each.name)
    return found


def rank(state: State, lang: str) -> str | None:
    """The band of a solo score."""
    reached = [(at, names) for at, names in state.game.program.ranks if state.n == 1 and total(state, 0) >= at]
    return max(reached, key=lambda each: each[0])[1][lang] if reached else None
