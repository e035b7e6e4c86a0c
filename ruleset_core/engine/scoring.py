"""Scores: score sheets, achievements, ranks, who wins. Works on any state, as if the game ended there.

A score is worked out from a state whenever somebody asks, as if the game ended there:

>>> from ruleset_core import load
>>> state = load("pig").new(players=2, seed=4)
>>> for option in (0, 1):                            # roll once more, and hold
...     state.apply(option)
>>> [(line.category, line.amount) for line in score_sheet(state, 0)], total(state, 1)
([('points', 10)], 0)
>>> verdict(state)
Verdict(winners=[0], outcomes=[1, -1], standings=[(0, 10), (1, 0)])
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleset_core.engine.option_vocabulary import value_name
from ruleset_core.engine.rule_errors import broken_rule
from ruleset_core.eval.access_policies import ReadValues, WatchedList
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.lang.types import SEAT
from ruleset_core.messages import LANGUAGES

if TYPE_CHECKING:
    from ruleset_core.engine.state import State
    from ruleset_core.engine.state_data import StateData
    from ruleset_core.lang.origins import Origin
    from ruleset_core.lang.program import ScoreCategory
    from ruleset_core.lang.typed_tree import Expr, Selection


# The end of a game: score sheets, achievements, ranks; `outcome` says who wins. Works on any state, as if the game
# ended there.


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score sheet: the category, the item within it (or None), the points.

    Example:
        >>> from ruleset_core import load
        >>> state = load("pig").new(players=2, seed=1)
        >>> [(line.category, line.amount) for line in state.score_sheet(0)]
        [('points', 0)]
    """

    category: str
    item: str | None
    amount: int
    names: dict[str, str] = field(repr=False)

    def name(self, lang: str = "en") -> str:
        """The line as players read it."""
        return self.names.get(lang, self.names["en"])


def amount_of(state: StateData, node: Expr, env: dict[str, int], origin: Origin | None) -> int:
    """An amount that counts at the end; each may take as many steps as a decision. `origin`: where it stands in the data."""
    try:
        return int(state.game.interpreter.amount(node, state, env, origin))
    except BrokenRule as broken:
        raise broken_rule(state, broken) from broken
    except RecursionError as error:
        raise broken_rule(state, BrokenRule("circle")) from error


def _lines(state: StateData, seat: int, category: ScoreCategory) -> Iterator[tuple[int | None, int]]:
    """The items of a category that count, with their points; None for a category without items."""
    if category.items is None:
        yield None, amount_of(state, category.amount, {"me": seat}, category.origin)
        return
    for value in items_of(state, category.items):
        env = {"me": seat, "it": value}
        if category.where is None or amount_of(state, category.where, env, category.condition_origin):
            yield value, amount_of(state, category.amount, env, category.origin)


WAYS: Final = 8
"""So many results of a category are remembered for a seat: before a move, and after each that it may make."""


def _known_lines(state: State, seat: int, category: ScoreCategory) -> tuple[tuple[int | None, int], ...]:
    """The same, or what they were while all was so that they depend on: a move changes few categories."""
    key = "score", category.name, seat, state.n, state.settings
    ways: list[tuple[ReadValues, tuple[tuple[int | None, int], ...]]] = state.game.memo.setdefault(key, [])
    for read, lines in ways:
        if read.stand(state.v, state.z):
            return lines
    noted = set[int]()
    copy = state.plain()
    values, lists = copy.v, copy.z
    copy.v, copy.z = WatchedList(values, noted, values=True), WatchedList(lists, noted, values=False)
    lines = tuple(_lines(copy, seat, category))
    ways.insert(0, (ReadValues(noted, values, lists), lines))
    del ways[WAYS:]
    return lines


def score_sheet(state: State, seat: int) -> list[ScoreLine]:
    """The score of a seat line by line, in the declared order."""
    program, found = state.game.program, list[ScoreLine]()
    for category in program.scores:
        for value, points in _known_lines(state, seat, category):
            if value is None or category.items is None:
                found.append(ScoreLine(category.name, None, points, category.title))
                continue
            kind = category.items.type
            names = {
                lang: f"{category.title[lang]}: {value_name(program.vocabulary, kind, value, lang)}"
                for lang in LANGUAGES
            }
            found.append(ScoreLine(category.name, program.vocabulary.format_value(kind, value), points, names))
    return found


def items_of(state: StateData, items: Selection) -> Sequence[int]:
    """What a category goes through; seats that are not in the game are left out."""
    kind, most = items.type, state.game.players[1]
    if kind.seats or kind.domain == SEAT.domain:
        return [*range(state.n), *(value for value in items.values if value >= most)]
    return items.values


def category_amounts(state: StateData, seat: int) -> list[int]:
    """The points of a seat in every category, in the declared order."""
    return [sum(points for _, points in _lines(state, seat, each)) for each in state.game.program.scores]


def total(state: StateData, seat: int) -> int:
    """The score of a seat."""
    return sum(category_amounts(state, seat))


def worth(state: State, seat: int, rows: Container[str]) -> int:
    """The points of a seat in some categories, as they are now."""
    scores = [each for each in state.game.program.scores if each.name in rows]
    return sum(points for category in scores for _, points in _known_lines(state, seat, category))


def achievements(state: StateData, seat: int) -> list[str]:
    """The names of the achievements a seat has reached."""
    env = {"me": seat, "total": total(state, seat)}
    found = []
    for each in state.game.program.achievements:
        counts = each.players == "any" or (each.players == "solo") == (state.n == 1)
        if counts and state.game.interpreter.amount(each.when, state, env, each.origin):
            found.append(each.name)
    return found


def rank(state: StateData, lang: str) -> str | None:
    """The band of a solo score."""
    reached = [(at, names) for at, names in state.game.program.ranks if state.n == 1 and total(state, 0) >= at]
    return max(reached, key=lambda each: each[0])[1][lang] if reached else None


# Who wins: what every seat has to show, by team, and what comes of the game for each. Works on any state, as if the
# game ended there.


@dataclass(slots=True)
class _TeamClaim:
    """What a team has to show: its key, the better the greater, and whether it can win at all."""

    key: list[int]
    can: bool


def _claims(state: StateData) -> tuple[list[int], dict[int, _TeamClaim]]:
    """The team of every seat, and what each team has to show."""
    program, who = state.game.program, state.game.program.outcome
    sign = -1 if who.lowest else 1
    ties = len(program.tie_breaks)
    teams: list[int] = []
    found: dict[int, _TeamClaim] = {}
    for seat in range(state.n):
        points = total(state, seat)
        more = [amount_of(state, tree, {"me": seat}, origin) for tree, origin in program.claims]
        key = [sign * points, *more[:ties]]
        team = seat if who.team is None else more[-1]
        can = who.wins is None or bool(more[ties])
        teams.append(team)
        if team in found:
            both = zip(found[team].key, key, strict=True)
            found[team] = _TeamClaim([one + other for one, other in both], found[team].can or can)
        else:
            found[team] = _TeamClaim(key, can)
    return teams, found


class Verdict(NamedTuple):
    """Who wins.

    Attributes:
        winners: the seats that win.
        outcomes: for every seat 1 (won), 0 (drawn) or -1 (lost).
        standings: the team of every seat, and what its score is worth: that of the whole team, less than 0 where the lowest wins.
    """

    winners: list[int]
    outcomes: list[int]
    standings: list[tuple[int, int]]

    @property
    def ranks(self) -> list[int]:
        """Who came where, from 1 on: winners, then the others by what their scores are worth.

        With scores 12, 9, 9 and 3 where the highest wins: 1, 2, 2, 4.
        """
        keys = [(seat in self.winners, worth) for seat, (_, worth) in enumerate(self.standings)]
        return [1 + sum(other > key for other in keys) for key in keys]


def verdict(state: StateData) -> Verdict:
    """Who wins, as if the game ended now.

    Of those who can win, the best do, by tie-breaks in declared order; who is still equal shares the victory. Where several
    teams all win, or none does, it is drawn.
    """
    teams, claims = _claims(state)
    best = max((claim.key for claim in claims.values() if claim.can), default=None)
    won = {team for team, claim in claims.items() if claim.can and claim.key == best}
    winners = [seat for seat, team in enumerate(teams) if team in won]
    drawn = len(claims) > 1 and len(won) in {0, len(claims)}
    outcomes = [0 if drawn else 1 if team in won else -1 for team in teams]
    return Verdict(winners, outcomes, [(team, claims[team].key[0]) for team in teams])
