"""`edit_position`: a state with values and pieces changed by hand, in the words of scenarios; then the same question is put again.

>>> from ruleset_core import load
>>> state = load("tic_tac_toe").new(seed=1)
>>> changed = edit_position(state, {"mark": {"b2": 1}})
>>> state.ask("count c in cell where mark[c] != none"), changed.ask("count c in cell where mark[c] != none")
(0, 1)
>>> len(changed.options), changed.seat
(8, 0)
>>> edit_position(state, {"marks": {"b2": 1}})
Traceback (most recent call last):
ruleset_core.errors.OptionError: unknown field `marks`; did you mean `mark`?

What may not be is refused with the message that a scenario would have got, and so is a position in which an invariant of the
game does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruleset_core.engine.determinization import invariants_hold
from ruleset_core.engine.rule_errors import broken_rule, checked_seat
from ruleset_core.engine.saves import enter_phase, give
from ruleset_core.engine.state import State
from ruleset_core.errors import OptionError, SaveError
from ruleset_core.eval.blocks import ask_again
from ruleset_core.eval.evaluation_errors import BrokenRule


def edit_position(state: State, given: Mapping[str, Any], phase: str = "", seat: int | None = None) -> State:
    """Another state: this one with what is given, at the question that is asked now, or at the beginning of a phase.

    `seat`: who is to be asked that question. The flow goes on as it would have: who is next may depend on more than who was asked.

    Raises:
        OptionError: what is given cannot be, an invariant does not hold, or the question cannot be put again, or not to this seat.
        BrokenRuleError: a rule breaks in the position.
    """
    game, new = state.game, state.plain()
    if new.over and not phase:
        raise OptionError("the game is over: begin a phase", ("phase",))
    if phase and phase not in game.program.phase_names:
        raise OptionError(f"{game.title()} has no phase `{phase}`", ("phase",))
    new.draws, new.forced, new.script = [], [], None
    new.sim = None if phase else new.sim
    give(new, given)
    if phase:
        new.ended, new.queue = 0, []
        new = enter_phase(new, phase)
    else:
        if seat is not None:
            _ask_another(new, checked_seat(seat, new.n))
        _ask_again(new)
        if seat not in {None, new.seat}:
            raise OptionError("the game says itself who is asked here: change the value it goes by", ("seat",))
    try:
        new = game.from_json(new.to_json())
    except SaveError as error:
        raise OptionError(str(error), ("given",)) from None
    if not invariants_hold(new):
        raise OptionError("the invariants of the game do not hold in this position", ("given",))
    return new


def _ask_another(state: State, seat: int) -> None:
    """Whoever is asked now is another one, in all that goes on for it."""
    if state.simultaneous:
        raise OptionError("all choose at the same time here", ("seat",))
    blocks = state.game.program.blocks
    for place, frame in enumerate(state.stack):
        names = blocks[frame[0]].locals
        values = (
            seat if name == "me" and each == state.seat else each for name, each in zip(names, frame[1:], strict=True)
        )
        state.stack[place] = (frame[0], *values)


def _ask_again(state: State) -> None:
    """Put the question once more; where it has no answers now, or one alone, the game goes on to the next one."""
    try:
        if not ask_again(state.game.interpreter, state):
            state.options = []
            state.game.run(state)
    except BrokenRule as error:
        raise broken_rule(state, error) from error
    except KeyError:
        raise OptionError("the question asked now cannot be put again: begin a phase", ("phase",)) from None
