"""What points came from: the card, the rule, the choice or the row of the score behind each, as the story of a game says.

The parts add up to the score of every seat: what was gained in play counts for what gave it, what is only worked out at the end for
the card or the row of the score that gives points then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from .figures import Estimate, Sums

if TYPE_CHECKING:
    from ruleset_core import Account, Scored

__all__ = ["Cause", "Causes", "by_cause", "causes_of"]


class Cause(NamedTuple):
    """What points came from.

    Attributes:
        category: of the score.
        kind: `card`, `rule`, `choice`, `phase`, `score` (a row of the score sheet), `start` or `hidden`.
        name: the card, rule, decision, phase or category.
        item: the notation of what was chosen, or the item of the row; empty where there is none.
        names: what players call it, by language, with the category where there are several.
    """

    category: str
    kind: str
    name: str
    item: str
    names: tuple[tuple[str, str], ...]

    def words(self, lang: str) -> str:
        """What players call it."""
        return dict(self.names)[lang]

    @staticmethod
    def of(told: Any) -> Cause:
        """The cause of plain data. Raises TypeError, ValueError."""
        category, kind, name, item, names = told
        return Cause(
            str(category), str(kind), str(name), str(item), tuple((str(lang), str(said)) for lang, said in names)
        )


Causes = tuple[tuple[tuple[Cause, int], ...], ...]
"""For every seat what gave it points, or took them, and how many: they add up to its score."""


def causes_of(scored: Scored) -> Causes:
    """What the points of every seat came from, in a game that is over. Raises BrokenRuleError."""
    return tuple(tuple(sorted(_of_account(account).items())) for account in scored.accounts())


def _of_account(account: Account) -> dict[Cause, int]:
    points: dict[Cause, int] = {}
    game = account.game
    for row in account.rows:
        reason = replace(row.reason, by=-1)  # whoever did it
        item = "" if reason.kind == "card" else game.notation(reason.option) if reason.option >= 0 else reason.item
        said = replace(row, reason=reason)
        names = tuple((lang, said.words(game, lang)) for lang in ("en", "es"))
        cause = Cause(row.category, reason.kind, reason.name, item or "", names)
        points[cause] = points.get(cause, 0) + (row.amount or 0)
    return points


def by_cause(games: Iterable[Causes]) -> tuple[int, dict[Cause, Estimate]]:
    """Of how many games that is, and by cause the points of a seat on average, the greatest first.

    A game is one value, as the seats of one have to do with each other.
    """
    count, players, sums = 0, 1, dict[Cause, Sums]()
    for causes in games:
        count += 1
        players = len(causes)
        for cause, points in totals(causes).items():
            sums.setdefault(cause, Sums()).add(points)
    found = {cause: each.among(count).estimate(1 / players) for cause, each in sums.items()}
    return count, dict(sorted(found.items(), key=lambda each: (-abs(each[1].mean), each[0])))


def totals(causes: Causes) -> Mapping[Cause, int]:
    """The points of all seats of a game together, by cause."""
    points: dict[Cause, int] = {}
    for row in causes:
        for cause, amount in row:
            points[cause] = points.get(cause, 0) + amount
    return points
