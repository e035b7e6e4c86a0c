"""The score sheets of a finished game, with what was counted in play split by the cards that gave it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ruleset_core import ScoreLine

from .saying import LANGS

if TYPE_CHECKING:
    from ruleset_core import Account
    from ruleset_core.record import Session

__all__ = ["DetailedScores"]

LONGEST: Final = 1500
"""Games of more moves than this are not gone through once more for it; `why points` tells of them too."""


class DetailedScores:
    """What a score sheet is drawn from, as `viewer` may be told it (None: somebody who may know all)."""

    def __init__(self, session: Session, viewer: int | None, names: Sequence[str]) -> None:
        self._session = session
        self._names = names
        self._state = session.state
        accounts: list[Account] = []
        if session.unheard <= LONGEST:
            accounts = [session.why(None, seat, viewer=viewer) for seat in range(len(names))]
        self._accounts = accounts
        self._split = frozenset(
            row.category
            for account in accounts
            for row in account.rows
            if row.reason.kind == "card" and row.reason.item is None and (row.amount or 0) != 1
        )
        self.rank = self._state.rank

    def scores(self) -> Sequence[int]:
        """Total of each seat."""
        return self._state.scores()

    def winners(self) -> Sequence[int]:
        """The seats that share the victory."""
        return self._state.winners()

    def outcomes(self) -> Sequence[int]:
        """What has come of it for each seat: 1 won, 0 drawn, -1 lost."""
        return self._state.outcomes()

    def standings(self) -> Sequence[tuple[int, int]]:
        """The team of each seat, and what its score is worth."""
        return self._state.standings()

    def achievements(self, seat: int) -> Sequence[str]:
        """Ids of what the seat has achieved."""
        return self._state.achievements(seat)

    def score_sheet(self, seat: int) -> list[ScoreLine]:
        """The lines of one seat; in place of what was counted in play what gave it."""
        found: list[ScoreLine] = []
        for line in self._state.score_sheet(seat):
            parts = list(self._parts(seat, line)) if line.category in self._split else []
            found += parts or [line]
        return found

    def _parts(self, seat: int, line: ScoreLine) -> Iterator[ScoreLine]:
        sums: dict[tuple[str, ...], int] = {}
        for row in self._accounts[seat].rows:
            if row.category == line.category:
                words = tuple(replace(row.reason, by=-1).words(self._session.game, lang, self._names) for lang in LANGS)
                sums[words] = sums.get(words, 0) + (row.amount or 0)
        for words, amount in sums.items():
            named = {lang: f"{line.name(lang)}: {said}" for lang, said in zip(LANGS, words, strict=True)}
            yield ScoreLine(line.category, words[0], amount, named)
