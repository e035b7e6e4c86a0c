"""Matches that are played, in a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from .lines import Lines
from .matches import LAST_STEP, Answers, Match, PairRow, unit_of

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
        self._pairs, self._matches = Counter[int](), matches
        super().__init__(path, head, self._row, _told)

    def _row(self, told: Any, _: int) -> PairRow | None:
        """A row, if it is the next of its match, and two games can have given it."""
        try:
            (one, other), scores, answers = (told[name] for name in ("points", "scores", "answers"))
            first, second = (tuple(map(int, each)) for each in scores)
            row = PairRow(
                int(told["match"]), int(told["number"]), (int(one), int(other)), (first, second),
                (_answers(*answers[0]), _answers(*answers[1])),
            )  # fmt: skip
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError):  # int(inf) overflows
            return None
        if not self._is_next(row):
            return None
        self._pairs[row.match] += 1
        return row

    def _is_next(self, row: PairRow) -> bool:
        """Whether a row is the next of a match, and has its points, seats and answers within what its games can give."""
        if row.match not in range(len(self._matches)) or row.number != self._pairs[row.match]:
            return False
        players = self._matches[row.match].players
        return (
            all(0 <= points <= unit_of(players) for points in row.points)
            and all(len(scores) == players for scores in row.scores)
            and all(map(_possible, row.answers))
        )


def _possible(answers: Answers) -> bool:
    """Whether a bot can have answered so: each decision took some time, which is counted once."""
    return (
        answers.sims >= 0
        and sum(answers.steps.values()) == answers.decisions
        and all(0 <= step <= LAST_STEP and count >= 0 for step, count in answers.steps.items())
    )


def _answers(decisions: Any, sims: Any, steps: Mapping[str, Any]) -> Answers:
    return Answers(int(decisions), int(sims), {int(step): int(count) for step, count in steps.items()})


def _told(row: PairRow) -> dict[str, Any]:
    return {**row._asdict(), "answers": [[each.decisions, each.sims, each.steps] for each in row.answers]}
