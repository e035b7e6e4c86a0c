"""Runs a scenario or a lesson: sets up the state, takes the choices, compares with the expectations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import BrokenRuleError, Game, LoadError, NotationError, RulesetError
from ruleset_core.diagnostics import Diagnostic, Span, counted, error, friendly_list
from ruleset_core.positions.cases import CaseText, LessonCase, PositionCase, ScenarioCase
from ruleset_core.positions.position_runs import STEP, PositionRun, listed_options, start_position
from ruleset_core.testing.comparison import ExecutorComparison, ExecutorMismatchError

if TYPE_CHECKING:
    from ruleset_core.model.schema.scenario_files import ExpectationModel

# What came of a scenario.


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """What came of one scenario, or of a file that could not be read.

    Attributes:
        name: the scenario, or the file.
        span: where it stands.
        covers: ids of the rulings or examples it shows.
        failures: what went otherwise than expected, each with its place; empty when it passed.
        seconds: how long it took.
        is_lesson: whether it is a lesson.
        skipped: where it was run in every executor, those that could not, with the reason.
    """

    name: str
    span: Span
    covers: tuple[str, ...] = ()
    failures: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    is_lesson: bool = False
    skipped: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """True when the scenario passed."""
        return not self.failures

    def to_json(self) -> dict[str, Any]:
        """Plain data for machines."""
        return {
            "name": self.name,
            "file": self.span.file,
            "line": self.span.line,
            "covers": list(self.covers),
            "ok": self.ok,
            "failures": [
                {
                    "code": failure.code,
                    "file": failure.span.file,
                    "line": failure.span.line,
                    "column": failure.span.column,
                    "message": failure.message,
                    "notes": list(failure.notes),
                    "help": failure.help,
                }
                for failure in self.failures
            ],
        }


# Compares a position with what a scenario expects of it.

_OPEN, _CLOSE = "([{", ")]}"
_COMPARISON: Final = re.compile(r"==|!=|<=|>=|<|>")
_AND: Final = re.compile(r"\band\b")
_LITERAL: Final = re.compile(r"-?\d+|true|false|none")
#: Words that bind a name or reach over a comparison: what stands beside it is no amount of its own.
_BINDERS: Final = re.compile(r"\b(any|no|every|count|sum|highest|lowest|first|most|least|if|not|or)\b")


def failed_comparisons(condition: str, ask: Callable[[str], object]) -> Iterator[str]:
    """Give "`influence` is 3" for the amounts compared in the parts of a condition that do not hold.

    Args:
        condition: a condition in the effect language, parts joined by `and`.
        ask: evaluates a piece of it; whatever it raises means that the piece cannot stand alone.
    """
    for part in _split(condition, _AND):
        sides = _split(part, _COMPARISON)
        if len(sides) != 2 or any(_BINDERS.search(_bare(side)) for side in sides):
            continue
        if _try(ask, part) is True:
            continue
        for side in sides:
            value = None if _LITERAL.fullmatch(side) else _try(ask, side)
            if value is not None:
                yield f"`{side}` is {_value_words(ask, side, value)}"


def format_value(value: object) -> str:
    """A value as the language writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value_words(ask: Callable[[str], object], side: str, value: object) -> str:
    """A value in words: a seat comes back as a number, and none of them as -1."""
    if type(value) is int:
        word = "none" if value < 0 else f"seat_{value}"
        return word if _try(ask, f"({side}) == {word}") is True else format_value(value)
    return format_value(value)


def _try(ask: Callable[[str], object], text: str) -> object:
    try:
        return ask(text)
    except Exception:  # noqa: BLE001  an explanation is best effort; the failure itself is reported anyway
        return None


def _split(text: str, separator: re.Pattern[str]) -> list[str]:
    """Split at separators that stand outside of brackets."""
    bare, parts, start = _bare(text), [], 0
    for match in separator.finditer(bare):
        parts.append(text[start : match.start()].strip())
        start = match.end()
    return [*parts, text[start:].strip()]


def _bare(text: str) -> str:
    """The text with everything inside brackets blanked out, every character in its place."""
    depth, out = 0, []
    for char in text:
        depth -= char in _CLOSE
        out.append(char if depth <= 0 else " ")
        depth += char in _OPEN
    return "".join(out)


# -- Compares a position with what a scenario expects of it ------------------------------------------------------------


EXPECTATION: Final = "E503"
NO_SEAT: Final = "E309"
_SEAT: Final = re.compile(r"seat\s+(\d+)\s*:\s*(.*)", re.DOTALL)


def expectations(
    scene: PositionRun, expect: ExpectationModel, path: tuple[str | int, ...], me: int | None = None
) -> Iterator[Diagnostic]:
    """Look at everything a scenario expects of a position; `path` is where in the scenario that stands, `me` the seat that conditions are about."""
    me = 0 if me is None and len(scene.state.scores()) == 1 else me

    def place(*more: str | int) -> Span:
        return scene.case.span(*path, *more)

    for at, text in enumerate(expect.that):
        yield from _condition(scene, text, place("that", at), me)
    for at, text in enumerate(expect.offered):
        yield from _option(scene, text, place("offered", at), _offered)
    if expect.only is not None:
        yield from _only(scene, expect.only, place)
    for text, reason in expect.refused.items():
        yield from _option(scene, text, place("refused", text), _refused, reason)
    yield from _facts(scene, expect, place)
    for seat, seen in expect.sees.items():
        yield from _sees(scene, seat, seen, place)


def _facts(scene: PositionRun, expect: ExpectationModel, place: Callable[..., Span]) -> Iterator[Diagnostic]:
    """Compare what the position says of itself."""
    state = scene.state
    asked: dict[str, Callable[[], Any]] = {
        "decision": lambda: None if state.decision is None else state.decision.name,
        "seat": lambda: state.seat,
        "phase": lambda: state.phase,
        "over": lambda: state.over,
        "scores": state.scores,
        "winners": state.winners,
    }
    for name, ask in asked.items():
        wanted = getattr(expect, name)
        if wanted is None:
            continue
        found = tuple(ask()) if isinstance(wanted, tuple) else ask()
        if found != wanted:
            notes = () if name in {"scores", "winners"} else scene.asked()
            yield _failure(f"expected {name} {_plain(wanted)}, found {_plain(found)}", place(name), notes)
    for seat, names in expect.achievements.items():
        found = sorted(state.achievements(seat))
        if found != sorted(names):
            message = f"expected seat {seat} to have {_names(names)}, found {_names(found)}"
            yield _failure(message, place("achievements", seat))


def _sees(
    scene: PositionRun, seat: int, expected: Mapping[str, Any], place: Callable[..., Span]
) -> Iterator[Diagnostic]:
    """Compare what a seat sees with what it should."""
    players = len(scene.state.scores())
    if not 0 <= seat < players:
        yield _failure(f"there is no seat {seat}; the scenario has {counted(players, 'player')}", place("sees", seat))
        return
    for each in scene.state.unlike(seat, expected):
        yield _failure(each.message, place("sees", seat, *each.path), (each.advice,) if each.advice else ())


def _condition(scene: PositionRun, text: str, span: Span, me: int | None) -> Iterator[Diagnostic]:
    match = _SEAT.fullmatch(text)
    seat = int(match[1]) if match else me
    condition = match[2] if match else text

    def ask(piece: str) -> int | str | bool:
        return scene.state.ask(piece, seat)

    try:
        value = ask(condition)
    except LoadError as problem:
        for one in problem.diagnostics:
            note = f"say in front whose it is: `seat 0: {text}`" if one.code == NO_SEAT else one.help
            yield _failure(one.message, span, (note,) if note else ())
        return
    except BrokenRuleError:
        raise  # it is told at its own place
    except RulesetError as problem:
        yield _failure(str(problem), span)
        return
    if value is False:
        notes = tuple(failed_comparisons(condition, ask))
        yield _failure(f"expected `{text}`" + (f", found {', '.join(notes)}" if notes else ", but it is not so"), span)
    elif value is not True:
        yield _failure(f"`{text}` is the amount {format_value(value)}, not a condition", span)


def _option(
    scene: PositionRun, text: str, span: Span, look: Callable[..., Iterator[Diagnostic]], *more: object
) -> Iterator[Diagnostic]:
    """Read a notation and look at the option; one that is no notation of the game is a failure itself."""
    try:
        option = scene.game.parse(text)
    except NotationError as problem:
        yield _failure(str(problem), span, scene.asked())
        return
    yield from look(scene, text, option, span, *more)


def _offered(scene: PositionRun, text: str, option: int, span: Span) -> Iterator[Diagnostic]:
    if option not in scene.state.options:
        reason = scene.state.why_not(option, "en") if not scene.state.over else None
        because = f" ({reason})" if reason else ""
        yield _failure(f"expected `{text}` to be offered, but it is not{because}", span, scene.asked())


def _refused(scene: PositionRun, text: str, option: int, span: Span, wanted: str = "") -> Iterator[Diagnostic]:
    if option in scene.state.options:
        yield _failure(f"expected `{text}` to be refused, but it is offered", span, scene.asked())
    elif wanted:
        reason = scene.state.why_not(option, "en") or ""
        if wanted.lower() not in reason.lower():
            found = f"found `{reason}`" if reason else "found no explanation"
            yield _failure(f"expected `{text}` to be refused because of `{wanted}`, {found}", span)


def _only(scene: PositionRun, wanted: tuple[str, ...], place: Callable[..., Span]) -> Iterator[Diagnostic]:
    """Compare all of the options offered with a list."""
    named = set()
    for at, text in enumerate(wanted):
        yield from _option(scene, text, place("only", at), _offered)
        named.add(text)
    more = [text for text in map(scene.game.notation, scene.state.options) if text not in named]
    if more:
        yield _failure(f"expected no other options, but {listed_options(more)} too", place("only"))


def _failure(message: str, span: Span, notes: tuple[str, ...] = ()) -> Diagnostic:
    return error(EXPECTATION, message, span, notes=notes)


def _names(names: Sequence[str]) -> str:
    return friendly_list(sorted(names), "and") or "none"


def _plain(value: Any) -> str:
    """A value as YAML writes it."""
    if isinstance(value, tuple):
        return str(list(value))
    return "none" if value is None else format_value(value)


# Runs one case: sets the state up, takes the choices, looks at what is expected.

BROKEN: Final = "E505"


def run_case(case: PositionCase, game: Game, beside: Game | None = None) -> ScenarioResult:
    """Run a scenario or a lesson on its game, loaded with its expansions. Nothing raises: failures are in the result.

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
    except ExecutorMismatchError as problem:
        failures.append(error(STEP, f"the executors disagree: {problem}", case.span()))
    except Exception as problem:  # noqa: BLE001  one scenario that crashes the game must not end the others
        failures.append(error(STEP, f"the game broke down: {type(problem).__name__}: {problem}", case.span()))
    covers = case.scenario.covers if isinstance(case, ScenarioCase) else ()
    is_lesson = isinstance(case, LessonCase)
    return ScenarioResult(case.name, case.span(), covers, tuple(failures), perf_counter() - began, is_lesson, skipped)


def _broken(case: PositionCase, problem: BrokenRuleError) -> Diagnostic:
    """A rule that broke on the way: at its own place in the game's data, where that is known."""
    if problem.span is None:
        return error(BROKEN, str(problem), case.span())
    notes = (f"in the phase `{problem.phase}`",)
    related = ((case.span(), f"in this {case.section.removesuffix('s')}"),)
    return error(BROKEN, f"{problem.owner}: {problem.reason}", problem.span, notes=notes, related=related)


def _failures(case: PositionCase, game: Game, beside: Game | None, skipped: dict[str, str]) -> Iterator[Diagnostic]:
    state = start_position(case, game)
    if isinstance(state, Diagnostic):
        yield state
        return
    companions = ExecutorComparison() if beside is None else ExecutorComparison.from_state(beside, state)
    skipped.update(companions.skipped)
    run = PositionRun(case, game, state, companions.apply)
    if isinstance(case, LessonCase):
        yield from _lesson_failures(case, run)
    elif isinstance(case, ScenarioCase):
        yield from _scenario_failures(case, run)


def _scenario_failures(case: ScenarioCase, run: PositionRun) -> Iterator[Diagnostic]:
    for number, step in enumerate(case.scenario.do):
        if step.expect is not None:
            run.settle(_named(step.expect))
            yield from expectations(run, step.expect, ("do", number, "expect"))
        problem = run.take(step.option, step.seat, case.span("do", number)) if step.option else None
        if problem is not None:
            yield problem  # what comes after was written for a game that went on
            return
    run.settle(_named(case.scenario.expect))
    yield from expectations(run, case.scenario.expect, ("expect",))


def _lesson_failures(case: LessonCase, run: PositionRun) -> Iterator[Diagnostic]:
    """What a lesson says is read where it is said; its answers are taken. One that fits no longer ends it."""
    learner = case.lesson.seat
    for number, (step, (text, seat, path)) in enumerate(zip(case.lesson.steps, case.options, strict=True)):
        run.settle((text,))
        told = [("instead", step.instead), *([("say", step.say)] if step.seat is None else [])]
        yield from _texts(run, learner, told, number)
        problem = run.take(text, seat, case.span(*path))
        if problem is not None:
            yield problem
            return
        yield from _texts(
            run, learner, [("then", step.then), *([("say", step.say)] if step.seat is not None else [])], number
        )
        if step.expect is not None:
            yield from expectations(run, step.expect, ("steps", number, "expect"), learner)
    yield from _texts(run, learner, [("free", case.lesson.free)])


def _texts(
    run: PositionRun, seat: int, texts: Iterable[tuple[str, CaseText | None]], *step: int
) -> Iterator[Diagnostic]:
    """Where a text of a lesson cannot be said as things stand."""
    for key, text in texts:
        if text is None:
            continue
        path: tuple[str | int, ...] = ("steps", *step, key) if step else (key,)
        for lang in text.given:
            try:
                run.state.fill(text.get(lang), seat, lang)
            except LoadError as problem:
                yield from (replace(each, span=run.case.span(*path, lang)) for each in problem.diagnostics)


def _named(expect: ExpectationModel) -> tuple[str, ...]:
    """The questions and options that are expected."""
    return (*(() if expect.decision is None else (expect.decision,)), *(expect.only or ()), *expect.offered)
