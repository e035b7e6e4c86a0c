"""Addresses of values and zones in a state, as IR expressions.

Values lie in one list: shared ones, then a block for each seat. Addresses become expressions, so that what is known folds away.
Sheaves has 37 shared values and 6 for each seat; `bid` is the third of these:

    trump                 2                                       a shared value: a known number
    leader.bid            6 * IrStateValue(3) + 39                39 is 37 + 2; `leader` is value 3
    bid, of who acts      _b + 2                                  _b = 6 * me + 37 is worked out once in a function
    hand, of who acts     2 * me + 1                              zones: the pack, then hand and played of each seat
    mark[a1]              0                                       Tic-tac-toe: a field by cell

An index that may lie outside is wrapped in `IrRangeCheck` by the builder; `wasm.memory_access` turns places into bytes.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ruleset_core.compile import ir
from ruleset_core.compile.ir import WORD, IrExpr
from ruleset_core.compile.ir.ir_builder import low, within
from ruleset_core.compile.irgen.context import Env
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.vocabulary import Field, Zone

if TYPE_CHECKING:
    from ruleset_core.compile.irgen.expression_generation import ExpressionContext

Axis = tuple[int, int, int, int]
"""An index of a field or a zone: its least and greatest value, the value that comes first, and how far apart values lie."""
AMOUNTS = {"held", "filled"}
"""Fields of resources: never negative."""


def resource_bound(start: int, maximum: int, spaces: int) -> int:
    """The most there can be of a resource: what it starts with, or as far as it has room."""
    tops = [max(start, maximum)] * (maximum >= 0) + [max(start, 0) + spaces] * (spaces >= 0)
    return min(tops, default=WORD[1])


class AddressGenerator:
    """Addresses, as expressions."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build
        self._axes: dict[int, tuple[Field | Zone, tuple[Axis, ...]]] = {}

    def own(self, name: str, env: Env, further: IrExpr = 0) -> IrExpr:
        """The index of a value of the acting seat."""
        make = self.b.make
        return make.add(self.b.mine(env), make.add(further, self.b.v.fields[name].offset))

    def seat(self, node: t.Expr, env: Env) -> IrExpr:
        """A seat that is there."""
        code = self.b.exprs.value(node, env)
        return self.b.make.range_checked(code, 0, self.b.v.players[1] - 1)

    def _axes_of(self, of: Field | Zone) -> tuple[Axis, ...]:
        """What each index of a field or a zone is, worked out once."""
        found = self._axes.get(id(of))
        if found is None:  # what it is of is kept with it, so that its id is not given to another
            axes = []
            for kind, stride in zip(of.index, of.strides, strict=True):
                least, most = self.b.span(kind.sure())
                axes.append((least, most, least if kind.kind == "int" else 0, stride))
            found = self._axes[id(of)] = (of, tuple(axes))
        return found[1]

    def _offset(self, of: Field | Zone, index: tuple[t.Expr, ...], known: int, env: Env) -> IrExpr:
        """How far a value or a list lies beyond the first of its field or zone, and beyond a known place."""
        make = self.b.make
        place: IrExpr = 0
        for expr, (least, most, first, stride) in zip(index, self._axes_of(of), strict=True):
            code = self.b.make.range_checked(self.b.exprs.value(expr, env), least, most)
            if isinstance(code, int):
                known += (code - first) * stride
            else:
                place = make.add(place, make.multiply(make.add(code, -first), stride))
        return make.add(place, known)

    def address(self, load: t.Load, env: Env) -> IrExpr:
        """The index of a value in `v`."""
        field = load.field
        place = self._offset(field, load.index, field.offset, env) if load.index else field.offset
        if load.seat is None:
            return place
        return self.b.make.add(self.b.base(self.seat(load.seat, env), env), place)

    def range_of(self, field: Field) -> tuple[int, int]:
        """The least and the greatest value of a field."""
        return (0, self.most[field.name]) if field.name in AMOUNTS else self.b.span(field.type)

    @cached_property
    def most(self) -> dict[str, int]:
        """The most that can be held of any resource, and the most that can ever have been gained."""
        resources = self.b.v.resources
        held = [resource_bound(each.start, each.maximum, each.spaces) for each in resources]
        filled = [resource_bound(each.start, -1, each.spaces) for each in resources]
        return {"held": max(held, default=0), "filled": max(filled, default=0)}

    def load(self, load: t.Load, env: Env) -> IrExpr:
        """A value of the state."""
        return self.b.make.state_value(self.address(load, env), *self.range_of(load.field))

    def own_value(self, name: str, env: Env, further: IrExpr = 0) -> ir.IrStateValue:
        """A value of the acting seat."""
        return self.b.make.state_value(self.own(name, env, further), *self.range_of(self.b.v.fields[name]))

    def zone(self, ref: t.ZoneRef, env: Env) -> IrExpr:
        """The index of a list of pieces in `z`."""
        make, v, zone = self.b.make, self.b.v, ref.zone
        place = self._offset(zone, ref.index, zone.slot, env) if ref.index else zone.slot
        if ref.seat is None:
            return place
        seat = self.seat(ref.seat, env)
        return make.add(make.add(make.multiply(seat, v.seat_zones), v.shared_zones), place)

    def length(self, ref: t.ZoneRef, env: Env) -> IrExpr:
        """How many pieces lie in a zone."""
        return self.b.make.zone_length(self.zone(ref, env), self.b.v.domains[ref.zone.kind].size)

    def piece_at(self, node: t.ZoneAt, env: Env) -> IrExpr:
        """The piece at a place of a zone, none beyond its ends."""
        make = self.b.make
        pieces = self.b.v.domains[node.zone.zone.kind].size
        place = self.b.exprs.value(node.place, env)
        zone = self.zone(node.zone, env)
        if isinstance(place, int) and place < 0:
            return make.sequence(zone, -1)
        if node.zone.zone.fixed and within(place, 0, pieces - 1):
            return make.zone_entry(zone, place, pieces)

        def piece_there(zone: IrExpr, place: IrExpr) -> IrExpr:
            within_it = make.compare(
                "<", place, make.zone_length(zone, pieces)
            )  # comes first: there must be such a zone
            if low(place) < 0:
                within_it = make.all_of((within_it, make.compare(">=", place, 0)))
            return make.conditional(within_it, make.zone_entry(zone, self.b.narrow(place, 0, pieces - 1), pieces), -1)

        return make.evaluate_once(
            zone, lambda one: make.evaluate_once(place, lambda other: piece_there(one, other), "_r"), "_l"
        )
