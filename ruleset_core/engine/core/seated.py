"""Games of those who think, and of chance, against each other: who sits where is told by the name of a policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.engine.core.manner import Manner
from ruleset_core.engine.lots import Lots
from ruleset_core.errors import OptionError
from ruleset_core.lang.search import games

if TYPE_CHECKING:
    from ruleset_core.engine.core.core import Core
    from ruleset_core.engine.core.counted import Counted
    from ruleset_core.engine.core.results import Games
    from ruleset_core.engine.state import State


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to be played, and where what comes out of them goes.

    Attributes:
        found: the rows.
        options: values of the game's options by name.
        counted: the tables by which cards are counted, if they are.
        sitting: who plays; None where everybody chooses at random.
    """

    found: Games
    options: Mapping[str, object]
    counted: Counted | None = None
    sitting: Sitting | None = None

    @property
    def is_plain(self) -> bool:
        """Whether nothing is wanted but how random games end."""
        return self.counted is None and self.sitting is None and self.found.moves is None


POLICIES: Final = ("random", "easy", "normal", "strong")
"""Who may sit at a seat."""
GLANCE: Final = {"budget": 1, "ahead": 0, "nodes": 64, "cut": 0}
"""What else there is of a manner in which nobody looks further than to the end of a turn."""


def seats_of(policies: Sequence[str], players: int) -> tuple[str, ...]:
    """The policy of every seat. Raises OptionError."""
    if isinstance(policies, str) or len(policies) != players:
        raise OptionError(f"`policies` are a list of {players} names here, one for each seat", ("policies",))
    for each in policies:
        if each not in POLICIES:
            close = get_close_matches(str(each), POLICIES, n=1)
            hint = f"; did you mean `{close[0]}`?" if close else f"; there are {', '.join(POLICIES)}"
            raise OptionError(f"there is no policy `{str(each)[:40]}`{hint}", ("policies",))
    return tuple(policies)


def name_of(policy: str, seat: int) -> str:
    """What the lots of a policy on a seat are cast by; bots have the same."""
    return f"bot/{policy}/{seat}"


class Sitting:
    """Who sits where in many games of a seed.

    Attributes:
        policies: one for each seat; where they are `turned`, game `i` begins with policy `i` of them on seat 0.
        widest: a manner for which there is as much room as for each of theirs.
        figures: what `games` knows of them.
        lots: by policy and seat what they draw from.
        odds, prospects: the chances that those of them judge by who know any, and what positions promise.
    """

    def __init__(
        self, levels: Mapping[str, Mapping[str, Any]], policies: tuple[str, ...], seed: int, *, turned: bool
    ) -> None:
        self.policies, self.turned = policies, turned
        manners = [manner_of(levels, policy) for policy in policies]
        self.odds = next((each.odds for each in manners if each.odds is not None), None)
        self.prospects = next((each.prospects for each in manners if each.prospects is not None), None)
        most = ("wide", "far", "budget", "ahead", "nodes")
        self.widest = Manner(**{name: max(getattr(each, name) for each in manners) for name in most})
        self.figures = [
            number
            for policy, manner in zip(policies, manners, strict=True)
            for number in self._figures(policy, manner, levels)
        ]
        self.lots = [Lots(seed, name_of(policy, seat)) for policy in policies for seat in range(len(policies))]

    @staticmethod
    def _figures(policy: str, manner: Manner, levels: Mapping[str, Mapping[str, Any]]) -> list[int]:
        kind = games.CHANCE if policy == "random" else games.EASY if policy == "easy" else games.SEARCH
        sims = int(levels[policy].get("sims", 1)) if kind == games.SEARCH else 0
        figures = manner.figures()
        return [kind, sims, *(figures[name] for name in games.MANNER), (1 << (2 * manner.nodes - 1).bit_length()) - 1]


def manner_of(levels: Mapping[str, Mapping[str, Any]], policy: str) -> Manner:
    """How a policy thinks."""
    if policy == "random":
        return Manner.of({**GLANCE, "wide": 1, "far": 0})
    figures = {name: figure for name, figure in levels[policy].items() if name != "sims"}
    return Manner.of({**GLANCE, **figures} if policy == "easy" else figures)


def chosen(core: Core, state: State, policy: str, lots: Lots) -> int:
    """The option that a policy takes for the seat that decides."""
    options = state.options
    if len(options) > 1 and policy != "random":
        figures: dict[str, Any] = core.levels[policy]
        if policy == "easy":
            best = core.worths(state, state.seat, lots.seed, lots.first, **figures)
            top = max(best.values())
            options = [option for option in options if best[option] == top]
        else:
            options = [core.search(state, state.seat, seed=lots.seed, first=lots.first, **figures).option]
    return options[lots.pick(len(options))]
