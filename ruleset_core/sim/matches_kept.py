"""Matches that are played, in a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from .lines import Lines
from .matches import Answers, Match, PairRow

__all__ = ["KeptMatches", "key_of"]

FORMAT = "ruleset matches 2"


def key_of(matches: Sequence[Match], rules: Sequence[str]) -> str:
    """What tells tournaments apart whose games differ: how many games there are at most, and what is claimed of them, may change."""
    told = "/".join(match.same_games(each) for match, each in zip(matches, rules, strict=True))
    return blake2b(told.encode(), digest_size=8).hexdigest()


class KeptMatches(Lines[PairRow]):
    """A file of the pairs of several matches; of each match they stand there in their order."""

    def __init__(self, path: Path, matches: Sequence[Match], rules: Sequence[str]) -> None:
        """Open the file of matches, or begin it; `rules` are what `rules_of` tells of their games. Raises `KeptError`."""
        head = {"format": FORMAT, "key": key_of(matches, rules), "matches": [match.told() for match in matches]}
        self._pairs, self._known = Counter[int](), range(len(matches))
        super().__init__(path, head, self._row, _told)

    def _row(self, told: Any, _: int) -> PairRow | None:
        """A row, if it is the next of its match."""
        try:
            points, scores, answers = (tuple(told[name]) for name in ("points", "scores", "answers"))
            row = PairRow(
                int(told["match"]),
                int(told["number"]),
                (int(points[0]), int(points[1])),
                (tuple(map(int, scores[0])), tuple(map(int, scores[1]))),
                (_answers(*answers[0]), _answers(*answers[1])),
            )
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            return None
        if row.match not in self._known or row.number != self._pairs[row.match]:
            return None
        self._pairs[row.match] += 1
        return row


def _answers(decisions: Any, sims: Any, steps: Mapping[str, Any]) -> Answers:
    return Answers(int(decisions), int(sims), {int(step): int(count) for step, count in steps.items()})


def _told(row: PairRow) -> dict[str, Any]:
    return {**row._asdict(), "answers": [[each.decisions, each.sims, each.steps] for each in row.answers]}
