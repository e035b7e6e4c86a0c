"""Runs one scenario: sets the state up, takes the choices, looks at what is expected."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final

from ruleset_core import (
    BrokenRuleError,
    Game,
    IllegalOption,
    LoadError,
    NotationError,
    OptionError,
    RulesetError,
    State,
)
from ruleset_core.model.diagnostic import Diagnostic, Span, error
from ruleset_core.model.shapes.scenarios import Expect

from .case import Case, Result
from .executors import Companions, DisagreementError
from .expect import Scene, expectations

START: Final = "E501"
STEP: Final = "E502"
BROKEN: Final = "E505"
_MOST: Final = 1000
"""Most answers in a row that are taken because they are the only ones."""
_KEYS: Final = {"phase": "at", "script": "dice"}
"""What arguments of `start_at` are called in scenarios, where that differs."""


def run_case(case: Case, game: Game, beside: Game | None = None) -> Result:
    """Run a scenario on its game, loaded with its expansions. Nothing raises: failures are in the result.

    Where `game` is `beside.interpreted()`, all executors of `beside` take the same decisions; a difference between their states and those of
    the interpreter is a failure.
    """
    began = perf_counter()
    failures: list[Diagnostic] = []
    skipped: dict[str, str] = {}
    try:
        failures.extend(_failures(case, game, beside, skipped))
    except BrokenRuleError as problem:
        failures.append(_broken(case, problem))
    except DisagreementError as problem:
        failures.append(error(STEP, f"the executors disagree: {problem}", case.span()))
    except Exception as problem:  # noqa: BLE001  one scenario that crashes the game must not end the others
        failures.append(error(STEP, f"the game broke down: {type(problem).__name__}: {problem}", case.span()))
    return Result(case.name, case.span(), case.scenario.covers, tuple(failures), perf_counter() - began, skipped)


def position(case: Case, game: Game, steps: int = 0) -> State | Diagnostic:
    """The position a scenario gives, after the first of its steps; or why there is none. Broken rules raise."""
    state = _start(case, game)
    for number, step in enumerate(case.scenario.do[:steps]):
        if isinstance(state, State) and step.option:
            state = _take(Scene(case, game, state), step.option, step.seat, case.span("do", number)) or state
    return state


def _broken(case: Case, problem: BrokenRuleError) -> Diagnostic:
    """A rule that broke on the way: at its own place in the game's data, where that is known."""
    if problem.span is None:
        return error(BROKEN, str(problem), case.span())
    notes = (f"in the phase `{problem.phase}`",)
    related = ((case.span(), "in this scenario"),)
    return error(BROKEN, f"{problem.owner}: {problem.reason}", problem.span, notes=notes, related=related)


def _failures(case: Case, game: Game, beside: Game | None, skipped: dict[str, str]) -> Iterator[Diagnostic]:
    state = _start(case, game)
    if isinstance(state, Diagnostic):
        yield state
        return
    companions = Companions() if beside is None else Companions.of(beside, state, _begun(case, game))
    skipped.update(companions.skipped)
    scene = Scene(case, game, state, companions)
    for number, step in enumerate(case.scenario.do):
        if step.expect is not None:
            _settle(scene, _named(step.expect))
            yield from expectations(scene, step.expect, ("do", number, "expect"))
        problem = _take(scene, step.option, step.seat, case.span("do", number)) if step.option else None
        if problem is not None:
            yield problem  # what comes after was written for a game that went on
            return
    _settle(scene, _named(case.scenario.expect))
    yield from expectations(scene, case.scenario.expect, ("expect",))


def _named(expect: Expect) -> tuple[str, ...]:
    """The questions and options that are expected."""
    return (*(() if expect.decision is None else (expect.decision,)), *(expect.only or ()), *expect.offered)


def _settle(scene: Scene, named: tuple[str, ...]) -> None:
    """Take answers that are the only ones, as long as the scenario does not name them or their question."""
    state = scene.state
    for _ in range(_MOST):
        if len(state.options) != 1 or state.decision is None:
            return
        if {state.decision.name, scene.game.notation(state.options[0])} & set(named):
            return
        scene.apply(state.options[0])


def _start(case: Case, game: Game) -> State | Diagnostic:
    try:
        return game.start_at(**_begun(case, game))
    except BrokenRuleError:
        raise
    except RulesetError as problem:
        said = "; ".join(one.message for one in problem.diagnostics) if isinstance(problem, LoadError) else ""
        return error(START, f"the scenario cannot begin: {said or problem}", _place(case, problem))


def _begun(case: Case, game: Game) -> dict[str, Any]:
    """What `start_at` is given."""
    scenario = case.scenario
    return {
        "phase": scenario.at,
        "players": game.players[0] if scenario.players is None else scenario.players,
        "seed": scenario.seed,
        "options": dict(scenario.options),
        "given": scenario.given,
        "script": scenario.dice,
    }


def _place(case: Case, problem: RulesetError) -> Span:
    """Where what is wrong stands: a value, the key of one that was left out, or the name of the scenario."""
    path = problem.path if isinstance(problem, OptionError) else ()
    return case.span(*(_KEYS.get(str(path[0]), path[0]), *path[1:])) if path else case.span()


def _take(scene: Scene, text: str, seat: int | None, span: Span) -> Diagnostic | None:
    """Take a choice, or say why it cannot be taken."""
    state = scene.state
    _settle(scene, (text,))
    if state.over:
        return error(STEP, f"`{text}` cannot be taken: the game is over", span)
    if seat is not None and seat != state.seat:
        return error(
            STEP, f"`{text}`: expected seat {seat} to decide, found seat {state.seat}", span, notes=scene.asked()
        )
    try:
        scene.apply(scene.game.parse(text))
    except (NotationError, IllegalOption) as problem:
        return error(STEP, str(problem), span, notes=scene.asked())
    return None
