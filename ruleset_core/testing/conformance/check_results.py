"""Results of a conformance run: one entry for each property with reproducible positions, and the time budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from time import process_time
from typing import Any, Final

from ruleset_core import BrokenRuleError, Game, State

# How much processor time the checks of one game may take, spread over the whole of it.

DEFAULT: Final = 20.0
#: What is left for the properties of whole games, which come last.
_WALKED: Final = 0.6
#: How much of the game may be looked at ahead of time: a few positions take much longer than the others.
_AHEAD: Final = 0.25


class TimeBudget:
    """The processor time of one game.

    While the game is played, checks may take as much of it as of the game is over, so that late positions are looked at too. What is cheap
    (`options`, a few thousandths of a second) is never left out.
    """

    def __init__(self, seconds: float, length: int) -> None:
        self._end, self._seconds, self._length = process_time() + seconds, seconds, length

    def allows(self, choices: int) -> bool:
        """Whether there is time for a check after so many choices."""
        over = min(1.0, _AHEAD + (choices + 1) / max(self._length, 1))
        return self._end - process_time() > self._seconds * (1 - _WALKED * over)

    def is_left(self) -> bool:
        """Whether any time is left."""
        return process_time() < self._end


# What a conformance run hands back: one result for each property, with positions that can be reached again.

#: Findings kept for each property: the first few tell the story, the thousandth says nothing new.
_KEPT: Final = 3
#: Broken rules kept: each is one to mend.
_RULES_KEPT: Final = 20


@dataclass(frozen=True, slots=True)
class ConformanceGame:
    """How one game of a run was set up; with it and the suite's random choices every position can be reached again."""

    players: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def begun(self) -> dict[str, Any]:
        """What `new` is given."""
        return {"players": self.players, "seed": self.seed, "options": dict(self.options)}

    def new(self, game: Game) -> State:
        """Set the game up."""
        return game.new(**self.begun)

    def __str__(self) -> str:
        settings = "".join(f", {name} {value}" for name, value in self.options.items())
        return f"{self.players} player{'s' * (self.players != 1)}, seed {self.seed}{settings}"


@dataclass(frozen=True, slots=True)
class BrokenProperty:
    """One broken promise: what happened, in which game, after how many choices."""

    message: str
    table: ConformanceGame | None = None
    choices: int = 0

    def __str__(self) -> str:
        if self.table is None:
            return self.message
        return f"{self.message} ({self.table}, after {self.choices} choice{'s' * (self.choices != 1)})"


@dataclass(slots=True)
class CheckResult:
    """One property of the contract: how often it was looked at, how often there was no time to, and where it did not hold."""

    name: str
    about: str
    runs: int = 0
    left_out: int = 0
    broken: int = 0
    findings: list[BrokenProperty] = field(default_factory=list)
    skipped: str = ""
    rules: BrokenRules | None = None

    @property
    def ok(self) -> bool:
        """True when nothing was found."""
        return not self.broken

    @property
    def alike(self) -> str:
        """What is said of findings that are not kept."""
        return ""

    def add(self, finding: BrokenProperty) -> None:
        """Count a finding and keep it if it is among the first."""
        self.broken += 1
        if len(self.findings) < _KEPT:
            self.findings.append(finding)

    def collect(self, messages: Iterator[str], table: ConformanceGame | None = None, choices: int = 0) -> None:
        """Run a check to its end; an exception that escapes the game is itself a finding.

        A broken rule says nothing about the property: it is told among the rules, and the check has not been made.
        """
        self.runs += 1
        try:
            for message in messages:
                self.add(BrokenProperty(message, table, choices))
        except BrokenRuleError as error:
            if self.rules is None:
                raise
            self.runs -= 1
            self.rules.broke(error, table, choices)
        except Exception as error:  # noqa: BLE001  a crash of the game under test is what we are here to report
            self.add(BrokenProperty(f"raised {type(error).__name__}: {error}", table, choices))

    def to_json(self) -> dict[str, Any]:
        """Plain data for machines."""
        return {
            "name": self.name,
            "about": self.about,
            "runs": self.runs,
            "left_out": self.left_out,
            "broken": self.broken,
            "findings": [str(finding) for finding in self.findings],
            "skipped": self.skipped,
        }


@dataclass(slots=True)
class BrokenRules(CheckResult):
    """That no rule asks for something that has no meaning. Whichever check meets one, each is told once."""

    places: set[tuple[str, str]] = field(default_factory=set)

    @property
    def alike(self) -> str:
        """Most of them stand where one was told."""
        return " in these places" if len(self.places) == len(self.findings) else ""

    def broke(self, error: BrokenRuleError, table: ConformanceGame | None, choices: int) -> None:
        """Count a broken rule, and keep it if none has been met in its place."""
        self.broken += 1
        place = (error.place or str(error), error.owner)
        if place not in self.places:
            self.places.add(place)
            if len(self.findings) < _RULES_KEPT:
                self.findings.append(BrokenProperty(str(error), table, choices))


@dataclass(slots=True)
class ConformanceReport:
    """Everything a conformance run found out about one game."""

    game: str
    games: int = 0
    decisions: int = 0
    seconds: float = DEFAULT
    checks: dict[str, CheckResult] = field(default_factory=dict)
    rules: BrokenRules = field(
        default_factory=lambda: BrokenRules("rules", "No rule asks for something that has no meaning.")
    )

    def __post_init__(self) -> None:
        """Broken rules are the first thing that is told."""
        self.checks = {self.rules.name: self.rules, **self.checks}

    @property
    def ok(self) -> bool:
        """True when every property held wherever it was looked at."""
        return all(check.ok for check in self.checks.values())

    def check(self, name: str, about: str) -> CheckResult:
        """Give the result of a property, starting it when it is new."""
        return self.checks.setdefault(name, CheckResult(name, about, rules=self.rules))

    def lines(self) -> Iterator[str]:
        """Give the report as text, one property a line, findings indented below."""
        yield f"{self.game}: {self.games} game{'s' * (self.games != 1)}, {self.decisions} decisions"
        for check in self.checks.values():
            state = "skip" if check.skipped else "ok" if check.ok else "FAIL"
            tail = check.skipped or f"{check.runs} time{'s' * (check.runs != 1)}"
            tail += f", {check.left_out} left out" * (check.left_out > 0)
            yield f"  {state:4}  {check.name:13} {check.about} ({tail})"
            for finding in check.findings:
                yield f"          {finding}"
            if check.broken > len(check.findings):
                yield f"          ... and {check.broken - len(check.findings)} more" + check.alike
        if any(check.left_out for check in self.checks.values()):
            yield f"  What is left out would take more than {self.seconds:g} seconds of a processor in one game; more time looks more closely."

    def to_json(self) -> dict[str, Any]:
        """Plain data for machines."""
        return {
            "game": self.game,
            "ok": self.ok,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "checks": [check.to_json() for check in self.checks.values()],
        }
