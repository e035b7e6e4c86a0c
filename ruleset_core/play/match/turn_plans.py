"""The plan of a turn: what a bot would answer after an option until the turn ends, as far as the seat can know.

    option `action farm`         the search went on 477 times with `die yellow 6`, then 138 times with `die yellow 5`: these follow
    a later question             at which it hardly looked is thought about anew
    the end                      chance, something hidden, or another seat comes next; or a turn or a phase begins

Each answer is foreseen (`foresee`), so a plan uses nothing that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from ruleset_core import BrokenRuleError, State, foresee

__all__ = ["Answer", "Lines", "different_plans", "no_line"]

Answer: TypeAlias = Callable[[State], int]
"""What a bot answers where nothing is known of a question yet."""
Lines: TypeAlias = Callable[[int], Iterable[tuple[int, int]]]
"""What a search went on with after an option, and how often (`SearchTree.line`)."""

LONGEST: Final = 12
"""A plan has no more answers than this."""
ENOUGH: Final = 50
"""What a search went on with so often is what it thinks best."""
TRIED: Final = 2
"""So many times as many options as are wanted are followed at most, where some lead to the same."""


def no_line(_option: int) -> Iterable[tuple[int, int]]:
    """Where there was no search."""
    return ()


def different_plans(
    state: State, ranked: Sequence[int], lines: Lines, answer: Answer | None, wanted: int
) -> dict[int, tuple[int, ...]]:
    """The first of some options that lead to different plans, each with the answers after it. The same answers in another order are the same plan.

    Args:
        state: where they are offered.
        ranked: options, the best first.
        lines: what the search went on with.
        answer: what a bot answers elsewhere; None: such plans end there.
        wanted: how many plans at most.
    """
    found, known = dict[int, tuple[int, ...]](), set[frozenset[int]]()
    for option in ranked[: TRIED * wanted]:
        later = tuple(_later(state, option, lines(option), answer))
        plan = frozenset((option, *later))
        if plan not in known:
            known.add(plan)
            found[option] = later
        if len(found) == wanted:
            break
    return found


def _later(state: State, option: int, line: Iterable[tuple[int, int]], answer: Answer | None) -> Iterator[int]:
    """The answers after an option."""
    expected = iter(line)
    try:
        seen = foresee(state, option)
        for _ in range(LONGEST - 1):
            asked = seen.asked
            if asked is None or seen.ends_turn:
                return
            then, often = next(expected, (-1, 0))
            if often < ENOUGH or then not in asked.options:
                expected = iter(())  # what came after another answer says nothing
                if len(asked.options) > 1 and answer is None:
                    return
                then = asked.options[0] if len(asked.options) == 1 or answer is None else answer(asked)
            yield then
            seen = foresee(asked, then)
    except BrokenRuleError:  # said when it is taken
        return
