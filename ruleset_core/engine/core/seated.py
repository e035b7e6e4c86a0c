"""Games of those who think, and of chance, against each other: who sits where is told by the name of a policy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.errors import OptionError

if TYPE_CHECKING:
    from ruleset_core.engine.core.core import Core
    from ruleset_core.engine.core.tally import Tally
    from ruleset_core.engine.state import State
    from ruleset_core.lang.seeds import Aside

POLICIES: Final = ("random", "easy", "normal", "strong")
"""Who may sit at a seat."""
SEEDS: Final = 1 << 32
"""What is drawn for a decision lies below this."""


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


def chosen(core: Core, state: State, policy: str, aside: Aside) -> int:
    """The option that a policy takes; what it needs of chance comes from `aside`, as often for every policy that thinks."""
    options = state.options
    if len(options) == 1 or policy == "random":
        return options[aside.pick(len(options))]
    seed, tie = aside.pick(SEEDS), aside.pick(SEEDS)
    figures: dict[str, Any] = core.levels[policy]
    if policy != "easy":
        return core.search(state, state.seat, seed=seed, **figures).option
    best = core.worths(state, state.seat, seed, **figures)
    top = max(best.values())
    equal = [option for option in options if best[option] == top]
    return equal[tie * len(equal) // SEEDS]


def seated(
    core: Core, state: State, policies: Sequence[str], aside: Aside, tally: Tally | None = None
) -> Iterator[int]:
    """Play a state to its end, a policy at each seat, perhaps counting cards; each option is told once it is taken."""
    if tally is not None:
        tally.begin(state)
    while not state.over:
        option = chosen(core, state, policies[state.seat], aside)
        if tally is not None:
            tally.choose(state, option)
        state.apply(option)
        if tally is not None:
            tally.go_on(state)
        yield option
    if tally is not None:
        tally.end(state)
