"""What numbers of a seat are worth, fitted to what became of them: a line by the time, and units that judge several together. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ruleset_core import Prospects
from ruleset_core.model.thinking import TERMS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .promising import Passed

    Numbers = NDArray[np.float64]

__all__ = ["Fit"]

FINE: Final = 1024
"""Parts of a point that are told apart."""
MOST: Final = 1_000_000
PASSES, BATCH, PACE, DECAY = 6, 512, 2e-3, 1e-4
"""How often all is looked at in a round, how much at once, how fast units learn, and by how much they forget."""
SWEEPS, TIE, RIDGE = 30, 0.06, 5.0
"""How often lines are fitted, how much neighbours in time are alike, and how much it takes to say that something is worth anything."""
LITTLE: Final = 0.1
"""A number that changes less is taken to change so much."""


class Fit:
    """What is known by now."""

    def __init__(self, own: Sequence[str], clock: Sequence[str], units: int, seed: int) -> None:
        self._names, self._clock, self._units, self._seed = list(own), tuple(clock), units, seed
        self._rounds: list[tuple[Any, Any, Any]] = []
        self._kept: NDArray[np.int64] | None = None
        self._weights: dict[str, Numbers] = {}
        self._spread: Numbers = np.zeros(0)

    def take(self, passed: Sequence[Passed], rounds: int) -> bool:
        """Fit to one more round, and to some before it; whether there is anything to fit."""
        moments = np.array([each.moment for each in passed])
        own = np.array([each.own for each in passed], dtype=np.float64).reshape(len(passed), -1)
        later = np.array([each.later for each in passed], dtype=np.float64)
        if self._kept is None:
            self._begin(moments, own)
        assert self._kept is not None
        if not len(self._kept):
            return False
        last = len(self._weights["base"]) - 1
        self._rounds = [*self._rounds, (np.minimum(moments, last), own[:, self._kept], later)][-rounds:]
        times, having, after = (np.concatenate(column) for column in zip(*self._rounds, strict=True))
        self._spread = having.std(0) + 1e-6
        if self._units:
            self._descend(times, having, after)
            after = after - self._together(having)
        self._draw_lines(times, having, after)
        return True

    def _begin(self, moments: Any, own: Numbers) -> None:
        """What never changes tells nothing; of more than there is room for, what changes most tells."""
        spread = own.std(0) if own.size else np.zeros(0)
        often = np.argsort(-spread, kind="stable")[: TERMS[1]]
        self._kept = np.sort(often[spread[often] > 0])
        self._names = [self._names[each] for each in self._kept]
        count, times, random = len(self._kept), int(moments.max()) + 1, np.random.default_rng(self._seed)
        self._weights = {
            "bent": random.normal(size=(count, self._units)) * 0.15, "bias": random.normal(size=self._units) * 0.1,
            "out": np.zeros(self._units), "worth": np.zeros((times, count)), "base": np.zeros(times),
        }  # fmt: skip

    def _together(self, own: Numbers) -> Numbers:
        found: Numbers = np.maximum(own @ self._weights["bent"] + self._weights["bias"], 0) @ self._weights["out"]
        return found

    def _descend(self, times: Any, own: Numbers, later: Numbers) -> None:
        """Units and lines, by gradients (Adam)."""
        w = self._weights
        first, second = ({name: np.zeros_like(each) for name, each in w.items()} for _ in range(2))
        random, steps = np.random.default_rng([self._seed, 1]), 0
        for number in range(PASSES):
            pace = PACE * (1 - 0.9 * number / PASSES)
            order = random.permutation(len(later))
            for at in range(0, len(order), BATCH):
                steps += 1
                slopes = self._slopes(*(column[order[at : at + BATCH]] for column in (times, own, later)))
                for name, slope in slopes.items():
                    first[name] += 0.1 * (slope - first[name])
                    second[name] += 0.001 * (slope * slope - second[name])
                    size = np.sqrt(second[name] / (1 - 0.999**steps)) + 1e-8
                    w[name] -= pace * (first[name] / (1 - 0.9**steps) / size + DECAY * w[name])

    def _slopes(self, times: Any, own: Numbers, later: Numbers) -> dict[str, Numbers]:
        w = self._weights
        bent = own @ w["bent"] + w["bias"]
        strength = np.maximum(bent, 0)
        line = w["base"][times] + np.einsum("ij,ij->i", own, w["worth"][times])
        wrong = (line + strength @ w["out"] - later) / len(later)
        back = np.outer(wrong, w["out"]) * (bent > 0)
        rows = np.zeros((len(later), len(w["base"])))
        rows[np.arange(len(later)), times] = wrong
        return {
            "bent": own.T @ back, "bias": back.sum(0), "out": strength.T @ wrong, "worth": rows.T @ own, "base": rows.sum(0),
        }  # fmt: skip

    def _draw_lines(self, times: Any, own: Numbers, later: Numbers) -> None:
        """The lines that fit best to what the units leave, those of neighbours in time being much alike."""
        w, count, many = self._weights, own.shape[1], len(self._weights["base"])
        both = np.c_[w["base"], w["worth"]]
        squares, pulls = [], []
        for moment in range(many):
            rows = np.c_[np.ones((times == moment).sum()), own[times == moment]]
            squares.append(rows.T @ rows)
            pulls.append(rows.T @ later[times == moment])
        spread = np.maximum(self._spread**2, 0.02)
        tie = np.diag(np.r_[0.01, self._spread**2 * TIE] * len(later) / many)
        ridge = np.diag(np.r_[1e-3, np.full(count, RIDGE) * spread])
        for _ in range(SWEEPS):
            for moment in range(many):
                beside = [each for each in (moment - 1, moment + 1) if 0 <= each < many]
                much = squares[moment] + ridge + len(beside) * tie
                pull = pulls[moment] + sum((tie @ both[each] for each in beside), np.zeros(count + 1))
                both[moment] = np.linalg.solve(much, pull)
        w["base"], w["worth"] = both[:, 0].copy(), both[:, 1:].copy()

    def prospects(self, aside: float = 0.0, number: int = 0) -> Prospects:
        """What is known, as bots take it; or somewhat otherwise, which a number tells."""
        w, worth = self._weights, self._weights["worth"]
        if aside:
            lots = np.random.default_rng([self._seed, 2, number]).normal(size=worth.shape[1])
            worth = worth + lots * aside / np.maximum(self._spread, LITTLE)
        bent = zip(self._names, map(_whole, w["bent"]), strict=True) if self._units else ()
        return Prospects(
            self._clock, _whole(w["base"]), tuple(zip(self._names, map(_whole, worth.T), strict=True)), tuple(bent), _whole(w["bias"]),
            _whole(w["out"]),
        )  # fmt: skip


def _whole(numbers: Numbers) -> tuple[int, ...]:
    return tuple(np.clip(np.rint(numbers * FINE), -MOST, MOST).astype(int).tolist())
