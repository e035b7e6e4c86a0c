"""A check that needs the whole game: what needs an acting seat is used only where a seat acts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.walk import parts
from ruleset_core.model.diagnostic import Diagnostic

if TYPE_CHECKING:
    from ruleset_core.lang.link.linker import Linker

ACTS = frozenset({t.Gain, t.Lose, t.Pay, t.Take, t.CanPay, t.Choose, t.ChooseUpTo, t.PassTurn})
"""What only a seat can do."""
CALLING = frozenset({t.Do, t.DoCard, t.Apply, t.Emit})
"""What leads to something with a name."""
ME = t.Local(SEAT, "me")


def check_seats(linker: Linker) -> None:
    """Effects, amounts and events used where nobody acts (setup, the beginning of a phase) may not need a seat."""
    needs = Needs(linker)
    for name, where in linker.seatless:
        if needs.named(name):
            plain = name.removeprefix("value ").removeprefix("event ")
            linker.diagnostics.append(
                Diagnostic(
                    "E309",
                    "error",
                    f"`{plain}` needs an acting seat, and no seat is acting here",
                    where(),
                    help="name the seat: `as SEAT { ... }`, `for each p in seat { as p { ... } }`",
                )
            )
    _check_in_play(linker, needs)


def _check_in_play(linker: Linker, needs: Needs) -> None:
    """Cards that are in play for some seat only cannot react to what happens while nobody acts."""
    told = set()
    for event, listeners in linker.v.listeners.items():
        for each in listeners if event.startswith(("begin ", "end ")) else ():
            home = linker.homes["procedure", each.procedure.partition(" #")[0]]
            if home not in told and needs.tree(each.condition):
                told.add(home)
                linker.report(
                    "E309",
                    f"`in_play` needs an acting seat, and at `{event}` no seat is acting",
                    home.at("event"),
                    "let `in_play:` of the kind name the seat: `any p in seat where (this in p.hand)`",
                )


class Needs:
    """Which procedures, defines and events need an acting seat; answers are kept."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        self.known: dict[str, bool] = {}

    def named(self, name: str) -> bool:
        """Whether something known by its name needs a seat."""
        if name not in self.known:
            self.known[name] = False  # while it is looked at; what calls itself is reported elsewhere
            self.known[name] = self._asks_order(name) or any(self.tree(each) for each in self._trees(name))
        return self.known[name]

    def _asks_order(self, name: str) -> bool:
        """Whether it is an event after which the acting seat says who reacts next."""
        event = self.linker.v.events.get(name.removeprefix("event ")) if name.startswith("event ") else None
        return event is not None and any(map(event.orders, self.linker.v.listeners.get(event.name, [])))

    def _trees(self, name: str) -> list[Any]:
        """What runs when something is used by its name."""
        v, procedures = self.linker.v, self.linker.program.procedures
        if name.startswith("value "):
            define = v.defines[name.removeprefix("value ")]
            changes = [part for change in define.modifiers for part in (change.where, change.value)]
            return [part for part in (define.value, *changes) if part is not None]
        if name.startswith("event "):
            heard = v.listeners.get(name.removeprefix("event "), [])
            return [part for each in heard for part in (each.condition, procedures[each.procedure].body)]
        return [procedures[name].body] if name in procedures else []

    def tree(self, node: Any) -> bool:
        """Whether a tree needs a seat from outside."""
        kind = type(node)
        if kind in ACTS or (kind is t.Local and node == ME) or (kind is t.Selection and node.kind == "others"):
            return True
        if kind is t.As:
            return self.tree(node.seat)
        if kind in CALLING and any(map(self.named, self._called(node))):
            return True
        return any(map(self.tree, parts(node)))

    @staticmethod
    def _called(node: Any) -> list[str]:
        match node:
            case t.Do():
                return [node.procedure]
            case t.DoCard():
                return [name for name in node.procedures if name]
            case t.Apply():
                return [f"value {node.define}"]
            case t.Emit():
                return [f"event {node.event.name}"]
            case _:
                return []
