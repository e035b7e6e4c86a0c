"""A scenario in every executor at once: whatever it does is done by all, and the states are compared after each decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ruleset_core import Game, State
from ruleset_core.testing.difference import difference

#: What is asked of a state besides what is saved of it.
_ASKED: Final = ("scores", "winners", "outcomes")


class DisagreementError(Exception):
    """Executors make different states of the same decision."""


@dataclass(slots=True)
class Companions:
    """The same position in other executors than the one that the expectations of a scenario are held against.

    Attributes:
        states: by the name of the executor.
        skipped: executors that cannot play it, with the reason.
    """

    states: dict[str, State] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, state: State, begun: Mapping[str, Any]) -> Companions:
        """Generated Python, and the core where there is one.

        Args:
            game: the game, of which `state` is one that the reference interpreter plays.
            state: the first position.
            begun: what `start_at` is given.
        """
        found = cls({"generated Python": game.write_out().start_at(**begun)})
        core = game.core()
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
        """Raises DisagreementError where a state is another than that of the reference."""
        for name, state in self.states.items():
            for told in self._differences(right, state):
                raise DisagreementError(f"{name} is in another state than the interpreter: {told}")

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
