"""Reads scenario files into cases, and runs one: sets up the state, takes the choices, compares with the expectations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
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
    start_at,
)
from ruleset_core.diagnostics import Diagnostic, Span, counted, error, friendly_list
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE, find_game, list_games
from ruleset_core.headers import read_header
from ruleset_core.model.schema.scenario_files import ExpectationModel, ScenarioFile, ScenarioModel
from ruleset_core.model.schema.validation import validate
from ruleset_core.model.sources import Document
from ruleset_core.model.yaml_documents import load_document
from ruleset_core.testing.comparison import ExecutorComparison, ExecutorMismatchError

# Reads scenario files into cases ready to run, and holds their results.

# A scenario ready to run, and what came of it.


@dataclass(frozen=True, slots=True)
class ScenarioCase:
    """One scenario of a file, ready to run.

    Attributes:
        document: the file, for positions.
        index: which of the file's scenarios it is.
        scenario: what it says.
        game: directory or name of the game to load.
        expansions: the expansions to load it with.
        roots: further directories to look for them.
    """

    document: Document
    index: int
    scenario: ScenarioModel
    game: str
    expansions: tuple[str, ...]
    roots: tuple[Path, ...] = ()

    @property
    def name(self) -> str:
        """The name of the scenario."""
        return self.scenario.name

    def span(self, *path: str | int) -> Span:
        """Where a value of the scenario stands; without a path, its name."""
        return self.document.span(("scenarios", self.index, *(path or ("name",))))

    def key_span(self, *path: str | int) -> Span:
        """Where the key of a value stands."""
        return self.document.key_span(("scenarios", self.index, *path))


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """What came of one scenario, or of a file that could not be read.

    Attributes:
        name: the scenario, or the file.
        span: where it stands.
        covers: ids of the rulings or examples it shows.
        failures: what went otherwise than expected, each with its place; empty when it passed.
        seconds: how long it took.
        skipped: where it was run in every executor, those that could not, with the reason.
    """

    name: str
    span: Span
    covers: tuple[str, ...] = ()
    failures: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
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


# Reads scenario files: YAML with positions, checked against its shape, each scenario with the game it is of.

DIRECTORY: Final = "scenarios"
#: Lists rulings that cannot show in play, with reasons; it holds no scenarios.
_EXEMPT: Final = "exempt.yaml"


@dataclass(frozen=True, slots=True)
class ScenarioHome:
    """The game a scenario file belongs to by its place: what `load` needs."""

    game: str = ""
    expansions: tuple[str, ...] = ()
    roots: tuple[Path, ...] = ()


def scenario_files(targets: Sequence[str], roots: Sequence[Path] = ()) -> list[Path]:
    """Give the scenario files of files, directories or games named; of all games when nothing is named.

    Raises:
        GameNotFoundError: a name that is neither a path nor a game.
    """
    found: dict[Path, Path] = {}
    for place in _places(targets, roots):
        for file in [place] if place.is_file() else sorted(place.rglob("*.yaml")):
            if place.is_file() or (DIRECTORY in file.parts and file.name != _EXEMPT):
                found.setdefault(file.resolve(), file)
    return list(found.values())


def find_scenario_home(file: Path) -> ScenarioHome:
    """Say which game a scenario file belongs to, by the directories around it."""
    for directory in file.resolve().parents:
        if (directory / EXPANSION_FILE).is_file():
            header = read_header(directory / EXPANSION_FILE)
            around = [str(parent) for parent in directory.parents if (parent / GAME_FILE).is_file()]
            return ScenarioHome(around[0] if around else header.of, (header.id or directory.name,), (directory,))
        if (directory / GAME_FILE).is_file():
            return ScenarioHome(str(directory))
    return ScenarioHome()


def _places(targets: Sequence[str], roots: Sequence[Path]) -> Iterator[Path]:
    for target in targets:
        yield Path(target) if Path(target).exists() else find_game(target, roots)
    if not targets:
        for game in list_games(roots):
            yield game.path
            yield from game.expansions.values()


# -- Reads scenario files ----------------------------------------------------------------------------------------------


def read_cases(file: Path, roots: Sequence[Path] = ()) -> tuple[list[ScenarioCase], list[Diagnostic]]:
    """Give the scenarios of a file, and what is wrong with the file. Never raises for bad files."""
    document, diagnostics = load_document(file)
    if document is None:
        return [], diagnostics
    shaped, mistakes = validate(document, ScenarioFile)
    if shaped is None or diagnostics:
        return [], [*diagnostics, *mistakes]
    home = find_scenario_home(file)
    game = shaped.game or home.game
    if not game:
        help_text = "add `game: NAME`, or put the file into `scenarios/` of the game"
        return [], [
            error("E504", "no game to run these scenarios with", document.key_span(("scenarios",)), help=help_text)
        ]
    around = (*roots, *home.roots)
    return [
        ScenarioCase(document, index, one, game, tuple(dict.fromkeys((*home.expansions, *one.expansions))), around)
        for index, one in enumerate(shaped.scenarios)
    ], []


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
_SEAT: Final = re.compile(r"seat\s+(\d+)\s*:\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ScenarioPosition:
    """A position of a running scenario, and the same one in other executors."""

    case: ScenarioCase
    game: Game
    state: State
    companions: ExecutorComparison = field(default_factory=ExecutorComparison)

    def apply(self, option: int) -> None:
        """Take an option. Raises IllegalOption, and ExecutorMismatchError where another executor makes something else of it."""
        self.state.apply(option)
        self.companions.apply(option, self.state)

    def asked(self) -> tuple[str, ...]:
        """Notes that say who is asked what, and what is offered."""
        decision = self.state.decision
        if decision is None:
            return ("the game is over",)
        names = _some([self.game.notation(option) for option in decision.options])
        return (
            f"seat {decision.seat} decides `{decision.name}` in phase `{self.state.phase}`",
            f"offered: {names}",
        )


def expectations(
    scene: ScenarioPosition, expect: ExpectationModel, path: tuple[str | int, ...]
) -> Iterator[Diagnostic]:
    """Look at everything a scenario expects of a position; `path` is where in the scenario that stands."""

    def place(*more: str | int) -> Span:
        return scene.case.span(*path, *more)

    for at, text in enumerate(expect.that):
        yield from _condition(scene, text, place("that", at))
    for at, text in enumerate(expect.offered):
        yield from _option(scene, text, place("offered", at), _offered)
    if expect.only is not None:
        yield from _only(scene, expect.only, place)
    for text, reason in expect.refused.items():
        yield from _option(scene, text, place("refused", text), _refused, reason)
    yield from _facts(scene, expect, place)
    for seat, seen in expect.sees.items():
        yield from _sees(scene, seat, seen, place)


def _facts(scene: ScenarioPosition, expect: ExpectationModel, place: Callable[..., Span]) -> Iterator[Diagnostic]:
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
    scene: ScenarioPosition, seat: int, expected: Mapping[str, Any], place: Callable[..., Span]
) -> Iterator[Diagnostic]:
    """Compare what a seat sees with what it should."""
    players = len(scene.state.scores())
    if not 0 <= seat < players:
        yield _failure(f"there is no seat {seat}; the scenario has {counted(players, 'player')}", place("sees", seat))
        return
    for each in scene.state.unlike(seat, expected):
        yield _failure(each.message, place("sees", seat, *each.path), (each.advice,) if each.advice else ())


def _condition(scene: ScenarioPosition, text: str, span: Span) -> Iterator[Diagnostic]:
    match = _SEAT.fullmatch(text)
    seat = int(match[1]) if match else 0 if len(scene.state.scores()) == 1 else None
    condition = match[2] if match else text

    def ask(piece: str) -> int | str | bool:
        return scene.state.ask(piece, seat)

    try:
        value = ask(condition)
    except LoadError as problem:
        yield from (_failure(one.message, span, (one.help,) if one.help else ()) for one in problem.diagnostics)
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
    scene: ScenarioPosition, text: str, span: Span, look: Callable[..., Iterator[Diagnostic]], *more: object
) -> Iterator[Diagnostic]:
    """Read a notation and look at the option; one that is no notation of the game is a failure itself."""
    try:
        option = scene.game.parse(text)
    except NotationError as problem:
        yield _failure(str(problem), span, scene.asked())
        return
    yield from look(scene, text, option, span, *more)


def _offered(scene: ScenarioPosition, text: str, option: int, span: Span) -> Iterator[Diagnostic]:
    if option not in scene.state.options:
        reason = scene.state.why_not(option, "en") if not scene.state.over else None
        because = f" ({reason})" if reason else ""
        yield _failure(f"expected `{text}` to be offered, but it is not{because}", span, scene.asked())


def _refused(scene: ScenarioPosition, text: str, option: int, span: Span, wanted: str = "") -> Iterator[Diagnostic]:
    if option in scene.state.options:
        yield _failure(f"expected `{text}` to be refused, but it is offered", span, scene.asked())
    elif wanted:
        reason = scene.state.why_not(option, "en") or ""
        if wanted.lower() not in reason.lower():
            found = f"found `{reason}`" if reason else "found no explanation"
            yield _failure(f"expected `{text}` to be refused because of `{wanted}`, {found}", span)


def _only(scene: ScenarioPosition, wanted: tuple[str, ...], place: Callable[..., Span]) -> Iterator[Diagnostic]:
    """Compare all of the options offered with a list."""
    named = set()
    for at, text in enumerate(wanted):
        yield from _option(scene, text, place("only", at), _offered)
        named.add(text)
    more = [text for text in map(scene.game.notation, scene.state.options) if text not in named]
    if more:
        yield _failure(f"expected no other options, but {_some(more)} too", place("only"))


def _failure(message: str, span: Span, notes: tuple[str, ...] = ()) -> Diagnostic:
    return error(EXPECTATION, message, span, notes=notes)


def _some(options: Sequence[str]) -> str:
    """Options as a phrase, at most ten by name."""
    if len(options) <= _NAMED + 1:
        return friendly_list(options, "and")
    return f"{', '.join(f'`{each}`' for each in options[:_NAMED])} and {len(options) - _NAMED} more"


def _names(names: Sequence[str]) -> str:
    return friendly_list(sorted(names), "and") or "none"


def _plain(value: Any) -> str:
    """A value as YAML writes it."""
    if isinstance(value, tuple):
        return str(list(value))
    return "none" if value is None else format_value(value)


# Runs one scenario: sets the state up, takes the choices, looks at what is expected.

START: Final = "E501"
STEP: Final = "E502"
BROKEN: Final = "E505"
_MOST: Final = 1000
_NAMED: Final = 10
"""So many options are named where there are more."""
"""Most answers in a row that are taken because they are the only ones."""
_KEYS: Final = {"phase": "at", "script": "dice"}
"""What arguments of `start_at` are called in scenarios, where that differs."""


def run_case(case: ScenarioCase, game: Game, beside: Game | None = None) -> ScenarioResult:
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
    except ExecutorMismatchError as problem:
        failures.append(error(STEP, f"the executors disagree: {problem}", case.span()))
    except Exception as problem:  # noqa: BLE001  one scenario that crashes the game must not end the others
        failures.append(error(STEP, f"the game broke down: {type(problem).__name__}: {problem}", case.span()))
    return ScenarioResult(
        case.name, case.span(), case.scenario.covers, tuple(failures), perf_counter() - began, skipped
    )


def scenario_position(case: ScenarioCase, game: Game, steps: int = 0) -> State | Diagnostic:
    """The position a scenario gives, after the first of its steps; or why there is none. Broken rules raise."""
    state = _start(case, game)
    for number, step in enumerate(case.scenario.do[:steps]):
        if isinstance(state, State) and step.option:
            state = _take(ScenarioPosition(case, game, state), step.option, step.seat, case.span("do", number)) or state
    return state


def _broken(case: ScenarioCase, problem: BrokenRuleError) -> Diagnostic:
    """A rule that broke on the way: at its own place in the game's data, where that is known."""
    if problem.span is None:
        return error(BROKEN, str(problem), case.span())
    notes = (f"in the phase `{problem.phase}`",)
    related = ((case.span(), "in this scenario"),)
    return error(BROKEN, f"{problem.owner}: {problem.reason}", problem.span, notes=notes, related=related)


def _failures(case: ScenarioCase, game: Game, beside: Game | None, skipped: dict[str, str]) -> Iterator[Diagnostic]:
    state = _start(case, game)
    if isinstance(state, Diagnostic):
        yield state
        return
    companions = ExecutorComparison() if beside is None else ExecutorComparison.from_state(beside, state)
    skipped.update(companions.skipped)
    scene = ScenarioPosition(case, game, state, companions)
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


def _named(expect: ExpectationModel) -> tuple[str, ...]:
    """The questions and options that are expected."""
    return (*(() if expect.decision is None else (expect.decision,)), *(expect.only or ()), *expect.offered)


def _settle(scene: ScenarioPosition, named: tuple[str, ...]) -> None:
    """Take answers that are the only ones, as long as the scenario does not name them or their question."""
    state = scene.state
    for _ in range(_MOST):
        if len(state.options) != 1 or state.decision is None:
            return
        if {state.decision.name, scene.game.notation(state.options[0])} & set(named):
            return
        scene.apply(state.options[0])


def _start(case: ScenarioCase, game: Game) -> State | Diagnostic:
    try:
        return start_at(game, **_begun(case, game))
    except BrokenRuleError:
        raise
    except RulesetError as problem:
        said = "; ".join(one.message for one in problem.diagnostics) if isinstance(problem, LoadError) else ""
        return error(START, f"the scenario cannot begin: {said or problem}", _place(case, problem))


def _begun(case: ScenarioCase, game: Game) -> dict[str, Any]:
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


def _place(case: ScenarioCase, problem: RulesetError) -> Span:
    """Where what is wrong stands: a value, the key of one that was left out, or the name of the scenario."""
    path = problem.path if isinstance(problem, OptionError) else ()
    return case.span(*(_KEYS.get(str(path[0]), path[0]), *path[1:])) if path else case.span()


def _take(scene: ScenarioPosition, text: str, seat: int | None, span: Span) -> Diagnostic | None:
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
