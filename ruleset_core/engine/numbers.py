"""What a seat may know of a state as numbers in a row, with what each of them means: for who learns from them.

The same as `observe` tells, without names: seats are counted from the one that looks, so that what is learned on one seat holds
on all. What is hidden from a seat at all times has no number.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleset_core.lang.numbered import Meaning, Told
from ruleset_core.lang.seeing import PIECE, see

if TYPE_CHECKING:
    from ruleset_core.engine.state import State


class Numbers(Told):
    """The numbers of games of so many players.

    Attributes:
        meanings: of each number, in order; the same for all seats.
        plans: by viewer, what `seeing.see` needs.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state.game.program.vocabulary, state.n)
        self.plans = [self._plan(viewer) for viewer in range(state.n)]
        values = (value.meaning for value in self.values(0))
        pieces = (meaning for kind in self._kinds for meaning in self._named(kind))
        self.meanings = [*self._head(state), *values, *pieces]

    def __len__(self) -> int:
        return len(self.meanings)

    def of(self, state: State, viewer: int) -> array[int]:
        """The numbers of a state, 32 bits each."""
        acts = state.seat if not state.simultaneous or state.seat == viewer else -1
        decides = (acts - viewer) % state.n if acts >= 0 else -1
        head = [decides, state.point if acts >= 0 else -1, state.stage, *state.settings]
        rest: list[int] = [0] * (len(self) - len(head))
        before_v, before_z = state.sim or (state.v, state.z)
        see(state.v, state.z, before_v, before_z, self.plans[viewer], viewer, rest)
        return array("i", [*head, *rest])

    def _head(self, state: State) -> Iterator[Meaning]:
        yield Meaning("decides", -1, self.players - 1)
        yield Meaning("question", -1, len(self._v.decisions) - 1)
        yield Meaning("phase", 0, len(state.game.phase_names) - 1)
        for option in self._v.options.values():
            yield Meaning(f"option {option.name}", *self._bounds(option.type))

    def _named(self, kind: str) -> Iterator[Meaning]:
        domain, lists = self._v.domains[kind], self._lists(kind, 0)
        for each in lists:
            yield Meaning(f"{each.name}.count", 0, domain.size)
        told = [("list", len(lists) - 1), ("place", domain.size - 1), ("side", len(domain.sides) - 1)]
        width = PIECE + (f"{kind}.side" in self._v.fields)
        for piece in domain.ids:
            yield from (Meaning(f"{kind}.{piece}.{what}", -1, most) for what, most in told[:width])
