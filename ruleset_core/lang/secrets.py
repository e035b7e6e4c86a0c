"""What of a score, a text or a question may be told: what depends on nothing that is hidden from who is told.

It is worked out from what the expressions read, once for a game, and not from a state: whether something is told must
not itself give anything away.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.rebuild import substitute
from ruleset_core.lang.templates import expressions
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.walk import parts

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program, Score

ME = t.Local(SEAT, "me")
OTHERS, ASKER = 1, 2
"""From whom something is hidden, as `hidden` of statements says it: from seats other than the acting one; from the acting one too.
0: from nobody."""


class Secrets:
    """What expressions about `me` read.

    Args:
        program: the game.
        own: `me` itself is told, so what its owner sees is no secret.
        apart: seats choose at the same time, so nothing of another seat is told; of `me` neither, unless `own`.

    Attributes:
        locals: names of locals whose values are hidden themselves.
        public: fields that are no secret although nobody is shown them (see `lower.derived`).
    """

    def __init__(self, program: Program, *, own: bool, apart: bool = False) -> None:
        self.program = program
        self.v = program.vocabulary
        self.own = own
        self.apart = apart
        self.locals: set[str] = set()
        self.public: frozenset[str] = frozenset()
        self._defines: dict[tuple[str, tuple[str, ...]], bool] = {}
        self._known: dict[int, tuple[Any, frozenset[str] | None]] = {}

    def rows(self) -> frozenset[str]:
        """The categories of the score that depend on something hidden."""
        return frozenset(score.name for score in self.program.scores if self._row(score))

    def labels(self) -> frozenset[str]:
        """The decisions whose options are called by something hidden."""
        return frozenset(
            name
            for name, each in self.v.decisions.items()
            for template in each.said_of_options()
            if any(map(self.hides, expressions(template)))
        )

    def _row(self, score: Score) -> bool:
        return any(self.hides(part) for part in (score.items, score.where, score.amount) if part is not None)

    def hides(self, node: Any) -> bool:
        """Whether the value depends on something hidden."""
        found = self._known.get(id(node))
        if found is None:  # the node is kept with what is known of it, so that its id is not given to another
            names: set[str] = set()
            found = self._known[id(node)] = (node, None if self._hides(node, names) else frozenset(names))
        return found[1] is None or not found[1].isdisjoint(self.locals)

    def _hides(self, node: Any, names: set[str]) -> bool:
        """Whether the value depends on something hidden, whatever locals hold; the locals that are read are added to `names`."""
        match node if type(node) in _LOOKED_AT else None:
            case t.Local():
                names.add(node.name)
                return False
            case t.Load() if self._unseen(self._visible(node), node.seat):
                return True
            case t.ZoneRef() if self._unseen(node.zone.visible, node.seat):
                return True
            case t.Quantity(kind="count" | "any" | "no", where=None) if node.selection.zones:
                zones = node.selection.zones  # how many lie there is always seen
                return any(self._other(zone.seat) or self._any(parts(zone), names) for zone in zones)
            case t.HookCall() if self.anything():
                return True
            case t.CanPay() if any(self._unseen(self._amount(resource), ME) for _, resource in node.costs):
                return True
            case t.Apply() if self._define(node):
                return True
            case _:
                return self._any(parts(node), names)

    def _any(self, nodes: list[Any], names: set[str]) -> bool:
        return any(self._hides(each, names) for each in nodes)

    def _unseen(self, visible: str, seat: t.Expr | None) -> bool:
        if self._other(seat):
            return True
        return visible != "all" and not (visible == "owner" and seat == ME and self.own)

    def _other(self, seat: t.Expr | None) -> bool:
        return self.apart and seat is not None and not (seat == ME and self.own)

    def _visible(self, node: t.Load) -> str:
        """Who sees a field; what lies where, and which side up, is seen with the piece."""
        name = node.field.name
        if name in {"held", "filled"}:
            return self._amount(node.index[0])
        kind, _, short = name.partition(".")
        if short in {"at", "side"} and any(
            zone.kind == kind and zone.visible != "all" for zone in self.v.zones.values()
        ):
            return "nobody"
        return "all" if name in self.public else node.field.visible

    def _amount(self, resource: t.Expr) -> str:
        """Who sees the amount of a resource: of the one that is named, else of any that may be meant."""
        known = self.v.resources
        if isinstance(resource, t.Const) and 0 <= resource.value < len(known):
            return known[resource.value].visible
        return _least(each.visible for each in known)

    def anything(self) -> bool:
        """Whether the game hides anything at all; what a hook reads is not known."""
        fields = (field.visible for field in self.v.fields.values())
        zones = (zone.visible for zone in self.v.zones.values())
        return _least([*fields, *zones, *(each.visible for each in self.v.resources)]) != "all"

    def _define(self, node: t.Apply) -> bool:
        define = self.v.defines[node.define]
        mine = tuple(name for name, arg in zip(define.params, node.args, strict=True) if arg == ME)
        if (define.name, mine) not in self._defines:
            changes = [part for change in define.modifiers for part in (change.where, change.value)]
            bodies = [
                substitute(part, dict.fromkeys(mine, ME)) for part in (define.value, *changes) if part is not None
            ]
            # its names are its own; what is handed to it is looked at where it stands
            self._defines[define.name, mine] = any(self._hides(part, set()) for part in bodies)
        return self._defines[define.name, mine]


_LOOKED_AT: Final = frozenset({t.Local, t.Load, t.ZoneRef, t.Quantity, t.HookCall, t.CanPay, t.Apply})
"""Nodes that may themselves hide something, or hold what others hid."""


def _least(visible: Iterable[str]) -> str:
    """What the fewest see of several things."""
    found = set(visible)
    return "all" if found <= {"all"} else "owner" if found <= {"all", "owner"} else "nobody"
