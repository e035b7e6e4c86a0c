"""A step once more, listened to: the parts of what happens, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.engine.broken import told
from ruleset_core.engine.history import Begun
from ruleset_core.engine.state import finish
from ruleset_core.engine.story.decided import decided
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.evaluate.recursion import deep

if TYPE_CHECKING:
    from ruleset_core.engine.state import State
    from ruleset_core.lang.evaluate.lookahead import Unknown
    from ruleset_core.lang.evaluate.trace import AnyPart

__all__ = ["of_future", "of_setup", "of_step"]


def of_step(state: State, option: int) -> tuple[AnyPart, ...]:
    """What happens when an option is taken. The state itself stays as it is.

    Raises:
        BrokenRuleError: the rules ask for something without meaning.
    """
    after = state.plain()
    after.a, after.draws, after.forced, after.past = option, [], [], (state.past, option)
    return _listened(after, option)


def of_setup(state: State) -> tuple[AnyPart, ...]:
    """What happened before the first decision of the game that a state is of; nothing if it was not begun as games are."""
    past = state.past
    while past.__class__ is tuple:
        past = past[0]
    return _listened(past.blank(), None) if isinstance(past, Begun) else ()


def of_future(state: State, option: int, *, briefly: bool = False) -> tuple[tuple[AnyPart, ...], Unknown | None, State]:
    """What is certain to happen if the seat that decides takes an option, why no more is, if it is not all, and where it ends.

    `briefly`: the state where it ends need not say which answers are possible then.
    """
    after = state.plain()
    parts: list[AnyPart] = []
    after.a, after.draws, after.forced, after.past = option, [], [], (state.past, option)
    try:
        with deep():
            unknown = state.game.narration.foresight.foresee(after, option, parts.append, briefly=briefly)
    except BrokenRule as error:
        raise told(state, error) from error
    return tuple(parts), unknown, after


def _listened(state: State, answer: int | None) -> tuple[AnyPart, ...]:
    parts: list[AnyPart] = []
    try:
        with deep():
            state.game.narration.recorder.listen(state, answer, parts.append, briefly=True)
    except BrokenRule as error:
        raise told(state, error) from error
    if not state.stack:
        finish(state)
    if state.over:
        parts += decided(state)
    return tuple(parts)
