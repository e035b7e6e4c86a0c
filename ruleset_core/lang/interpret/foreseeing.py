"""The reference interpreter looking ahead for a seat: it goes on as long as everything it looks at is known to that seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.listening import Listening, Unforeseen, Unknown
from ruleset_core.lang.interpret.parts import AnyPart, Refused
from ruleset_core.lang.interpret.values import Env
from ruleset_core.lang.runtime import Memory
from ruleset_core.lang.secrets import Secrets

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.vocabulary import Zone

SIZES: Final[dict[str, Callable[[int], int]]] = {
    "count": int,
    "any": lambda size: int(size > 0),
    "no": lambda size: int(size == 0),
}
"""Questions about a list of pieces that ask for no more than how many lie there."""


class Foreseeing(Listening):
    """Runs a step of a program until a seat must decide, or until it depends on chance or on what a seat does not know.

    Hidden things are not looked at but for where they lie, so it may be run on the real state: nothing that is hidden
    changes what it tells.
    """

    patient = False
    _seat = -1
    _watching = False
    _now: Memory
    _once: dict[tuple[object, ...], tuple[int, int]] | None = None

    def foresee(
        self, s: Memory, option: int, tell: Callable[[AnyPart], None], *, briefly: bool = False
    ) -> Unknown | None:
        """Take an option; why no more could be told than `tell` heard, or None where all was told.

        Of the next question it is worked out which answers it has if the same seat is asked, and not if that is told `briefly`.
        """
        self._now, self._seat, self._watching = s, s.seat, True
        try:
            self.listen(s, option, tell, briefly=briefly)
        except Unforeseen as unforeseen:
            return unforeseen.why
        finally:
            self._watching = False
        return None

    def beyond(self, s: Memory) -> None:
        """Looking further ahead takes too many steps: no more is told."""
        if self._watching:
            raise Unforeseen("others")
        super().beyond(s)

    def load(self, node: t.Load, s: Memory, env: Env) -> int:
        """A value that the state keeps, as long as the seat may know it."""
        if not self._watching or node.field.remembers:
            return super().load(node, s, env)
        address = self.address(node, s, env)
        _, seat, _ = self.eyes.place(address)
        choosing = self._is_choosing(s, seat) and not node.field.hidden  # such as whether a seat has chosen already
        if choosing or not self._sees(self.eyes.of_reading(s, address)):
            raise self._unforeseen(env)
        return s.v[address]

    def piece_at(self, node: t.ZoneAt, s: Memory, env: Env) -> int:
        """The piece at a place of a list, as long as the seat may know it."""
        if self._watching:
            slot, place = self.zone(node.zone, s, env), self.value(node.place, s, env)
            if not self._sees_list(s, slot) and not self._is_known(s, node.zone.zone, slot, place):
                raise self._unforeseen(env)
        return super().piece_at(node, s, env)

    def hook(self, node: t.HookCall, s: Memory, env: Env) -> int:
        """What a hook answers, as long as there is nothing that the seat may not know: what it looks at is not known."""
        if self._watching and (self._hides or s.sim is not None):
            raise self._unforeseen(env)
        return super().hook(node, s, env)

    @cached_property
    def _hides(self) -> bool:
        return Secrets(self.program, own=False).anything()

    def defined(self, define: Define, args: Sequence[int], s: Memory, me: int) -> int:
        """The value of a definition; worked out once where many options of a question ask for it."""
        if self._once is None:
            return super().defined(define, args, s, me)
        key = (define.name, me, *args)
        if key not in self._once:
            before = s.steps
            value = super().defined(define, args, s, me)
            self._once[key] = (value, s.steps - before)
            return value
        value, steps = self._once[key]
        self.charge(s, steps)
        return value

    def _ask(self, ask: p.Ask, s: Memory, env: Env) -> bool:
        self._once = {}  # nothing changes while it is worked out what is offered
        try:
            return super()._ask(ask, s, env)
        finally:
            self._once = None

    def _asks_briefly(self, seat: int) -> bool:
        return self._briefly or seat != self._seat

    def members(self, selection: t.Selection, s: Memory, env: Env) -> Sequence[int]:
        """The values a selection goes through, as long as the seat may know them."""
        zone = selection.zone
        if self._watching and zone is not None:
            slot = self.zone(zone, s, env)
            known = range(max(1, len(s.z[slot])))
            if not self._sees_list(s, slot) and not all(self._is_known(s, zone.zone, slot, each) for each in known):
                raise self._unforeseen(env)
        return super().members(selection, s, env)

    def _quantity(self, node: t.Quantity, s: Memory, env: Env) -> int:
        zones = node.selection.zones
        if self._watching and zones and node.where is None and node.kind in SIZES:
            slots = {self.zone(zone, s, env) for zone in zones}
            if not any(self._is_choosing(s, self.eyes.owner_of_list(slot)) for slot in slots):
                size = sum(len(s.z[slot]) for slot in slots)  # how many lie there is known to all
                self.begin(node, size, s)
                return SIZES[node.kind](size)
        return super()._quantity(node, s, env)

    def _refused(self, _ask: p.Ask, _s: Memory, _env: Env, _option: int) -> Refused:
        return Refused()  # nobody asks it of what has not happened

    def _unforeseen(self, env: Env) -> Unforeseen:
        return Unforeseen("hidden" if env.get("me", self._seat) in {-1, self._seat} else "others")

    def _sees(self, known: int) -> bool:
        return bool(known >> self._seat & 1)

    def _sees_list(self, s: Memory, slot: int) -> bool:
        return self._sees(self.eyes.of_list(s, slot)) and not self._is_choosing(s, self.eyes.owner_of_list(slot))

    def _is_known(self, s: Memory, zone: Zone, slot: int, place: int) -> bool:
        """Whether what lies at a place of a hidden list is known: nothing beyond its end, and what the seat knows there.

        What lies where in the hand of somebody else is not known, whatever is in it.
        """
        if self._is_choosing(s, self.eyes.owner_of_list(slot)):
            return False
        size = len(s.z[slot])
        if not 0 <= place < size:
            return True
        return self.eyes.sights[slot] <= 0 and self._sees(self.eyes.of_piece(s, zone.kind, s.z[slot][place]))

    def _is_choosing(self, s: Memory, seat: int) -> bool:
        """Whether something is of another seat while all choose at the same time: what it has now is not known."""
        return s.sim is not None and seat not in {-1, self._seat}

    def execute(self, node: t.Statement, s: Memory, env: Env) -> None:
        """Run a statement that does not depend on chance."""
        if self._watching and isinstance(node, (t.Roll, t.Shuffle)):
            raise Unforeseen("chance")
        if self._watching and isinstance(node, t.Simultaneous) and not node.on and s.n > 1:
            raise Unforeseen(
                "others"
            )  # from here on counts what they chose, which the last one to choose does not know either
        if self._watching and isinstance(node, t.Sort) and not self._sees_list(s, self.zone(node.zone, s, env)):
            raise self._unforeseen(env)  # whether anything changes its place is not known
        if self._watching and isinstance(node, t.Hooked):
            raise Unforeseen(
                "hidden" if self._hides else "chance"
            )  # what it looks at, and whether it draws, is not known
        super().execute(node, s, env)

    def _held(self, name: str, resource: int, env: Env) -> int:
        place = super()._held(name, resource, env)
        seat, visible = self.somebody(env), self.vocabulary.resources[resource].visible
        hidden = visible != "all" and (visible != "owner" or seat != self._seat)
        if self._watching and (hidden or self._is_choosing(self._now, seat)):
            raise self._unforeseen(env)
        return place

    def _enclosed(self, selection: t.Selection, s: Memory, env: Env) -> Sequence[int]:
        if self._watching and selection.field is not None and selection.field.visible != "all":
            raise self._unforeseen(env)
        return super()._enclosed(selection, s, env)
