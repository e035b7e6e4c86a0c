"""Differences between two pieces of data, and a position followed in several executors at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from ruleset_core import Game, State, core_of

# Names the places where two pieces of plain data differ.


def differences(one: Any, two: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Give every place where two pieces of data differ, as deep as both have it, and what stands there in each."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for key in one:
            yield from differences(one[key], two[key], f"{path}.{key}" if path else str(key))
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for index, (a, b) in enumerate(zip(one, two, strict=True)):
            yield from differences(a, b, f"{path}[{index}]")
    elif one != two:
        yield path, one, two


def difference(one: Any, two: Any) -> str:
    """Say where two pieces of data first differ."""
    for path, a, b in differences(one, two):
        return f"{path} is {a!r} or {b!r}"
    return "no difference"


# A scenario in every executor at once: whatever it does is done by all, and the states are compared after each
# decision.

#: What is asked of a state besides what is saved of it.
_ASKED: Final = ("scores", "winners", "outcomes")


class ExecutorMismatchError(Exception):
    """Executors make different states of the same decision."""


@dataclass(slots=True)
class ExecutorComparison:
    """The same position in other executors than the one that the expectations of a scenario are held against.

    Attributes:
        states: by the name of the executor.
        skipped: executors that cannot play it, with the reason.
    """

    states: dict[str, State] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    @classmethod
    def from_state(cls, game: Game, state: State) -> ExecutorComparison:
        """The core, where there is one.

        Args:
            game: the game, of which `state` is one that the reference interpreter plays.
            state: the first position.
        """
        found = cls()
        core = core_of(game)
        if core.reason:
            found.skipped["the core"] = core.reason
        else:
            found.states["the core"] = core.compiled(state)
        found.compare(state)
        return found

    def apply(self, option: int, right: State) -> None:
        """Take an option in all of them; `right` is the reference, which has taken it."""
        for state in self.states.values():
            state.apply(option)
        self.compare(right)

    def compare(self, right: State) -> None:
        """Raises ExecutorMismatchError where a state is another than that of the reference."""
        for name, state in self.states.items():
            for told in self._differences(right, state):
                raise ExecutorMismatchError(f"{name} is in another state than the interpreter: {told}")

    def _differences(self, right: State, other: State) -> Iterator[str]:
        here, there = right.to_json(), other.to_json()
        if here != there:
            yield difference(here, there)
        if list(other.options) != right.options or other.seat != right.seat:
            yield f"it asks seat {other.seat} {list(other.options)}, not seat {right.seat} {right.options}"
        if right.over:
            for name in _ASKED:
                if getattr(right, name)() != getattr(other, name)():
                    yield f"{name} are {getattr(other, name)()}, not {getattr(right, name)()}"
