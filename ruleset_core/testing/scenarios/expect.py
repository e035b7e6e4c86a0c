"""Compares a position with what a scenario expects of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ruleset_core import BrokenRuleError, Game, LoadError, NotationError, RulesetError, State
from ruleset_core.model.diagnostic import Diagnostic, Span, error, friendly_list
from ruleset_core.model.shapes.scenarios import Expect

from .amounts import amounts, show
from .case import Case
from .executors import Companions

EXPECTATION: Final = "E503"
_SEAT: Final = re.compile(r"seat\s+(\d+)\s*:\s*(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Scene:
    """A position of a running scenario, and the same one in other executors."""

    case: Case
    game: Game
    state: State
    companions: Companions = field(default_factory=Companions)

    def apply(self, option: int) -> None:
        """Take an option. Raises IllegalOption, and DisagreementError where another executor makes something else of it."""
        self.state.apply(option)
        self.companions.apply(option, self.state)

    def asked(self) -> tuple[str, ...]:
        """Notes that say who is asked what, and what is offered."""
        decision = self.state.decision
        if decision is None:
            return ("the game is over",)
        names = friendly_list([self.game.notation(option) for option in decision.options], "and")
        return (
            f"seat {decision.seat} decides `{decision.name}` in phase `{self.state.phase}`",
            f"offered: {names}",
        )


def expectations(scene: Scene, expect: Expect, path: tuple[str | int, ...]) -> Iterator[Diagnostic]:
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


def _facts(scene: Scene, expect: Expect, place: Callable[..., Span]) -> Iterator[Diagnostic]:
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


def _sees(scene: Scene, seat: int, expected: Mapping[str, Any], place: Callable[..., Span]) -> Iterator[Diagnostic]:
    """Compare what a seat sees with what it should."""
    players = len(scene.state.scores())
    if not 0 <= seat < players:
        yield _failure(f"there is no seat {seat}; the scenario has {players} player(s)", place("sees", seat))
        return
    for each in scene.state.unlike(seat, expected):
        yield _failure(each.message, place("sees", seat, *each.path), (each.advice,) if each.advice else ())


def _condition(scene: Scene, text: str, span: Span) -> Iterator[Diagnostic]:
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
        notes = tuple(amounts(condition, ask))
        yield _failure(f"expected `{text}`" + (f", found {', '.join(notes)}" if notes else ", but it is not so"), span)
    elif value is not True:
        yield _failure(f"`{text}` is the amount {show(value)}, not a condition", span)


def _option(
    scene: Scene, text: str, span: Span, look: Callable[..., Iterator[Diagnostic]], *more: object
) -> Iterator[Diagnostic]:
    """Read a notation and look at the option; one that is no notation of the game is a failure itself."""
    try:
        option = scene.game.parse(text)
    except NotationError as problem:
        yield _failure(str(problem), span, scene.asked())
        return
    yield from look(scene, text, option, span, *more)


def _offered(scene: Scene, text: str, option: int, span: Span) -> Iterator[Diagnostic]:
    if option not in scene.state.options:
        reason = scene.state.why_not(option, "en") if not scene.state.over else None
        because = f" ({reason})" if reason else ""
        yield _failure(f"expected `{text}` to be offered, but it is not{because}", span, scene.asked())


def _refused(scene: Scene, text: str, option: int, span: Span, wanted: str = "") -> Iterator[Diagnostic]:
    if option in scene.state.options:
        yield _failure(f"expected `{text}` to be refused, but it is offered", span, scene.asked())
    elif wanted:
        reason = scene.state.why_not(option, "en") or ""
        if wanted.lower() not in reason.lower():
            found = f"found `{reason}`" if reason else "found no explanation"
            yield _failure(f"expected `{text}` to be refused because of `{wanted}`, {found}", span)


def _only(scene: Scene, wanted: tuple[str, ...], place: Callable[..., Span]) -> Iterator[Diagnostic]:
    """Compare all of the options offered with a list."""
    named = set()
    for at, text in enumerate(wanted):
        yield from _option(scene, text, place("only", at), _offered)
        named.add(text)
    more = [text for text in map(scene.game.notation, scene.state.options) if text not in named]
    if more:
        yield _failure(f"expected no other options, but {friendly_list(more, 'and')} too", place("only"))


def _failure(message: str, span: Span, notes: tuple[str, ...] = ()) -> Diagnostic:
    return error(EXPECTATION, message, span, notes=notes)


def _names(names: Sequence[str]) -> str:
    return friendly_list(sorted(names), "and") or "none"


def _plain(value: Any) -> str:
    """A value as YAML writes it."""
    if isinstance(value, tuple):
        return str(list(value))
    return "none" if value is None else show(value)
