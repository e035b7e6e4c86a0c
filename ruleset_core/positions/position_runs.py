"""From a case to states: the position that it begins with, and the options that are taken there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import (
    BrokenRuleError,
    Game,
    IllegalOption,
    LoadError,
    NotationError,
    OptionError,
    RulesetError,
    State,
    start_at,
)
from ruleset_core.diagnostics import Diagnostic, Span, did_you_mean, error, friendly_list, most_similar
from ruleset_core.values import number_runs

if TYPE_CHECKING:
    from ruleset_core.positions.cases import PositionCase


START: Final = "E501"
STEP: Final = "E502"
_MOST: Final = 1000
"""Most answers in a row that are taken because they are the only ones."""
_NAMED: Final = 10
"""So many options are named where there are more."""
_KEYS: Final = {"phase": "at", "script": "dice"}
"""What arguments of `start_at` are called in files, where that differs."""


def _nothing(_option: int, _state: State) -> None:
    """Nobody follows."""


@dataclass(frozen=True, slots=True)
class PositionRun:
    """A position of a case that is being played. `follow` is told of each option and the state after it."""

    case: PositionCase
    game: Game
    state: State
    follow: Callable[[int, State], None] = _nothing

    def apply(self, option: int) -> None:
        """Take an option. Raises IllegalOption, and what `follow` raises."""
        self.state.apply(option)
        self.follow(option, self.state)

    def asked(self) -> tuple[str, ...]:
        """Notes that say who is asked what, and what is offered."""
        decision = self.state.decision
        if decision is None:
            return ("the game is over",)
        names = listed_options([self.game.notation(option) for option in decision.options])
        return (
            f"seat {decision.seat} decides `{decision.name}` in phase `{self.state.phase}`",
            f"offered: {names}",
        )

    def settle(self, named: Sequence[str]) -> None:
        """Take answers that are the only ones, as long as the case does not name them or their question."""
        state = self.state
        for _ in range(_MOST):
            if len(state.options) != 1 or state.decision is None:
                return
            if {state.decision.name, self.game.notation(state.options[0])} & set(named):
                return
            self.apply(state.options[0])

    def take(self, text: str, seat: int | None, span: Span) -> Diagnostic | None:
        """Take a choice, or say why it cannot be taken."""
        state = self.state
        self.settle((text,))
        if state.over:
            return error(STEP, f"`{text}` cannot be taken: the game is over", span)
        if seat is not None and seat != state.seat:
            return error(
                STEP, f"`{text}`: expected seat {seat} to decide, found seat {state.seat}", span, notes=self.asked()
            )
        try:
            self.apply(self.game.parse(text))
        except (NotationError, IllegalOption) as problem:
            near = "" if "did you mean" in str(problem) else friendly_list(nearest_answers(text, state))
            return error(STEP, str(problem), span, help=f"did you mean {near}?" if near else "", notes=self.asked())
        return None


def nearest_answers(text: str, state: State) -> list[str]:
    """What was probably meant by an answer that is not offered: the nearest few of those that are, the best first."""
    offered = [state.game.notation(option) for option in state.options]
    close = did_you_mean(text, offered) or most_similar(text, offered)
    return close or [each for each in offered if each.partition(" ")[0] == text.partition(" ")[0]][:3]


def start_position(case: PositionCase, game: Game) -> State | Diagnostic:
    """The position a case begins with; or why there is none. Broken rules raise."""
    try:
        return start_at(game, **_begun(case, game))
    except BrokenRuleError:
        raise
    except RulesetError as problem:
        said = "; ".join(one.message for one in problem.diagnostics) if isinstance(problem, LoadError) else ""
        message = f"the {case.section.removesuffix('s')} cannot begin: {said or problem}"
        return error(START, message, _place(case, problem))


def _begun(case: PositionCase, game: Game) -> dict[str, Any]:
    """What `start_at` is given."""
    given = case.described
    return {
        "phase": given.at,
        "players": game.players[0] if given.players is None else given.players,
        "seed": given.seed,
        "options": dict(given.options),
        "given": given.given,
        "script": given.dice,
    }


def _place(case: PositionCase, problem: RulesetError) -> Span:
    """Where what is wrong stands: a value, the key of one that was left out, or the name of the case."""
    path = problem.path if isinstance(problem, OptionError) else ()
    return case.span(*(_KEYS.get(str(path[0]), path[0]), *path[1:])) if path else case.span()


def listed_options(options: Sequence[str]) -> str:
    """Options as a phrase, at most ten by name."""
    named = [f"`{first}` to `{last}`" if last else f"`{first}`" for first, last in number_runs(options)]
    if len(named) > _NAMED + 1:
        named[_NAMED:] = [f"{len(named) - _NAMED} more"]
    return " and ".join(filter(None, (", ".join(named[:-1]), *named[-1:])))
