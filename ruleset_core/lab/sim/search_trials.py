"""Trials of searches: which of them wins at equal CPU time in a game of two.

`strong` as it is begins as champion. Each challenger plays it in pairs of games, with the same luck and seats swapped, until it is sure who is
better, and takes its place if it wins. After each pair a challenger gets as many simulations as take as long as those of the champion:

    challenger         figures                                                  share of points     simulations
    random             policy random, to the end, first look for 16             0.41, 0.22 to 0.58  1,700, the champion 1,500
    average            policy average, no first look                            0.83, 0.61 to 0.97  1,240, the champion 1,500
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from time import process_time
from types import MappingProxyType
from typing import Any, Final

from ruleset_core import ChoiceStream, Game, core_of
from ruleset_core.statistics import Claim, PairShares

TO_THE_END: Final = 1000
"""Decisions after which a game played by chance is judged as it stands: more than most games have."""
UNJUDGED: Final = MappingProxyType({"trust": 0, "cut": TO_THE_END, "explore": 150})
SEARCHES: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "usual": {},
        "random": {"policy": "random", "cut": TO_THE_END},
        "tree": {"policy": "random", **UNJUDGED},
        "alike": {"policy": "random", **UNJUDGED, "explore": 96, "alike": 200},
        "average": {"policy": "average", "mix": 64, **UNJUDGED, "explore": 96},
        "average_alike": {"policy": "average", "mix": 128, **UNJUDGED, "explore": 96, "alike": 200},
        "average_cut": {"policy": "average", "mix": 64, "cut": 24},
    }
)
"""Searches that are tried, by name: what differs from the usual one."""
BETTER: Final = Claim(0.5, 0.5)
SHORT: Final = 0.03
"""CPU seconds of a decision in a trial."""
PROBE: Final = 20
LOOKS: Final = 8
"""Simulations, and decisions, by which it is seen how long simulations take."""
FEWEST: Final = 4
"""Pairs before anything is said."""


@dataclass(slots=True)
class Searcher:
    """A search with so many simulations for a decision, and what its decisions took.

    Attributes:
        name: what it is called in `SEARCHES`; `strong` for the level as it is.
        figures: its settings.
        sims: simulations for a decision.
        seconds: CPU seconds in all.
    """

    name: str
    figures: Mapping[str, Any]
    sims: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class SearchTrial:
    """What came of a challenger.

    Attributes:
        challenger, champion: who played.
        shares: points of the challenger in pairs of games: 0 to 4 of each.
        scale: how many times as many simulations `strong` had as it has here, where decisions are short.
        won: whether it is surely better.
    """

    challenger: Searcher
    champion: Searcher
    scale: float
    shares: PairShares = field(default_factory=lambda: PairShares(4))

    @property
    def won(self) -> bool:
        """Whether the challenger is surely better."""
        return self.shares.pairs >= FEWEST and self.shares.verdict(BETTER) == "holds"


def try_searches(game: Game, pairs: int, seed: int, options: Mapping[str, Any]) -> Iterator[SearchTrial]:
    """Let every search play the best one so far, in at most so many pairs of games; gives each trial once it is over.

    Raises:
        RulesetError: a game breaks a rule, or its levels cannot be read.
    """
    strong = dict(core_of(game).levels["strong"])
    sims = int(strong.pop("sims"))
    champion = Searcher("strong", strong, _few(game, strong, sims, seed, options))
    scale = sims / champion.sims
    learned: dict[str, Any] = {name: strong[name] for name in ("odds", "prospects", "win") if name in strong}
    for name, differs in SEARCHES.items():
        figures = {**learned, **differs}
        if figures == champion.figures:
            continue
        trial = SearchTrial(
            Searcher(name, figures, champion.sims), Searcher(champion.name, champion.figures, champion.sims), scale
        )
        for number in range(pairs):
            trial.shares.seen[sum(_play(game, trial, seat, seed + number, options) for seat in (0, 1))] += 1
            _level(trial, first=number == 0)
            if trial.shares.pairs >= FEWEST and trial.shares.verdict(BETTER) != "open":
                break
        yield trial
        if trial.won:
            champion = trial.challenger


def _few(game: Game, figures: Mapping[str, Any], sims: int, seed: int, options: Mapping[str, Any]) -> int:
    """As many simulations as a decision has time for in a trial, from a few early decisions of a game; no more than `sims`."""
    state, core, spent = game.new(2, seed, dict(options)), core_of(game), list[float]()
    while not state.over and len(spent) < LOOKS:
        if len(state.options) > 1:
            begun = process_time()
            core.search(state, state.seat, PROBE, seed, **figures)
            spent.append(process_time() - begun)
        state.apply(state.options[0])
    slowest = sorted(spent)[len(spent) // 2] if spent else 0.0
    return max(16, min(sims, round(PROBE * SHORT / max(slowest, 1e-6))))


def _play(game: Game, trial: SearchTrial, seat: int, seed: int, options: Mapping[str, Any]) -> int:
    """A game with the challenger on a seat: 2 if it wins, 1 if nobody does, else 0."""
    state, core = game.new(2, seed, dict(options)), core_of(game)
    lots = [ChoiceStream(seed, f"bot/{side}") for side in ("champion", "challenger")]
    while not state.over:
        searcher, own = (trial.challenger, lots[1]) if state.seat == seat else (trial.champion, lots[0])
        option = state.options[0]
        if len(state.options) > 1:
            begun = process_time()
            option = core.search(state, state.seat, searcher.sims, own.seed, own.first, **searcher.figures).option
            searcher.seconds += process_time() - begun
            own.pick(1)
        state.apply(option)
    return 1 + state.outcomes()[seat]


def _level(trial: SearchTrial, *, first: bool) -> None:
    """Give the challenger as many simulations as make the CPU time of both the same in the end."""
    ratio = trial.champion.seconds / max(1e-6, trial.challenger.seconds)
    change = ratio if first else sqrt(ratio)
    trial.challenger.sims = max(16, min(1 << 20, round(trial.challenger.sims * min(4.0, max(0.25, change)))))
