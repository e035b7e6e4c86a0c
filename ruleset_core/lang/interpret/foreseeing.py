"""The reference interpreter looking ahead for a seat: it goes on as long as everything it looks at is known to that seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.listening import Listening, Unforeseen, Unknown
from ruleset_core.lang.interpret.parts import AnyPart
from ruleset_core.lang.interpret.values import Env
from ruleset_core.lang.runtime import Memory
from ruleset_core.lang.secrets import Secrets


class Foreseeing(Listening):
    """Runs a step of a program until a seat must decide, or until it depends on chance or on what a seat does not know.

    Hidden things are not looked at but for where they lie, so it may be run on the real state: nothing that is hidden
    changes what it tells.
    """

    _seat = -1
    _watching = False

    def foresee(self, s: Memory, option: int, tell: Callable[[AnyPart], None]) -> Unknown | None:
        """Take an option; why no more could be told than `tell` heard, or None where all was told."""
        self._seat, self._watching = s.seat, True
        try:
            self.listen(s, option, tell)
        except Unforeseen as unforeseen:
            return unforeseen.why
        finally:
            self._watching = False
        return None

    def value(self, node: t.Expr, s: Memory, env: Env) -> Any:
        """The value of an expression, as long as the seat may know it."""
        if not self._watching:
            return super().value(node, s, env)
        if isinstance(node, t.Load):
            address = self.address(node, s, env)
            _, seat, _ = self.eyes.place(address)
            if not self._sees(self.eyes.of_reading(s, address)) or self._is_choosing(s, seat):
                raise self._unforeseen(env)
            return s.v[address]
        if isinstance(node, t.ZoneAt) and not self._sees_list(s, self.zone(node.zone, s, env)):
            raise self._unforeseen(env)
        if isinstance(node, t.HookCall) and self._hides:
            raise self._unforeseen(env)  # what it looks at is not known
        return super().value(node, s, env)

    @cached_property
    def _hides(self) -> bool:
        return Secrets(self.program, own=False).anything()

    def members(self, selection: t.Selection, s: Memory, env: Env) -> Sequence[int]:
        """The values a selection goes through, as long as the seat may know them."""
        zone = selection.zone
        if self._watching and zone is not None and not self._sees_list(s, self.zone(zone, s, env)):
            raise self._unforeseen(env)
        return super().members(selection, s, env)

    def _unforeseen(self, env: Env) -> Unforeseen:
        return Unforeseen("hidden" if env.get("me", self._seat) in {-1, self._seat} else "others")

    def _sees(self, known: int) -> bool:
        return bool(known >> self._seat & 1)

    def _sees_list(self, s: Memory, slot: int) -> bool:
        return self._sees(self.eyes.of_list(s, slot)) and not self._is_choosing(s, self.eyes.owner_of_list(slot))

    def _is_choosing(self, s: Memory, seat: int) -> bool:
        """Whether something is of another seat while all choose at the same time: what it has now is not known."""
        return s.sim is not None and seat not in {-1, self._seat}

    def execute(self, node: t.Statement, s: Memory, env: Env) -> None:
        """Run a statement that does not depend on chance."""
        if self._watching and isinstance(node, (t.Roll, t.Shuffle)):
            raise Unforeseen("chance")
        if self._watching and isinstance(node, t.Hooked):
            raise Unforeseen(
                "hidden" if self._hides else "chance"
            )  # what it looks at, and whether it draws, is not known
        super().execute(node, s, env)

    def _held(self, name: str, resource: int, env: Env) -> int:
        place = super()._held(name, resource, env)
        seat, visible = self.somebody(env), self.vocabulary.resources[resource].visible
        if self._watching and visible != "all" and (visible != "owner" or seat != self._seat):
            raise self._unforeseen(env)
        return place

    def _enclosed(self, selection: t.Selection, s: Memory, env: Env) -> Sequence[int]:
        if self._watching and selection.field is not None and selection.field.visible != "all":
            raise self._unforeseen(env)
        return super()._enclosed(selection, s, env)
