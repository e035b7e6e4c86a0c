"""Where values and lists of pieces lie in a state."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import WORD, Expr
from ruleset_core.lang.code.size import low, within
from ruleset_core.lang.vocabulary import Field, Zone

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
BASE = "_b"
"""Where the block of the acting seat begins in `v`."""
BASES = None
"""In what locals stand for: where the blocks of seats begin, by the expression of the seat."""
Axis = tuple[int, int, int, int]
"""An index of a field or a zone: its least and greatest value, the value that comes first, and how far apart values lie."""
AMOUNTS = {"held", "filled"}
"""Fields of resources: never negative."""


def bound(start: int, maximum: int, spaces: int) -> int:
    """The most there can be of a resource: what it starts with, or as far as it has room."""
    tops = [max(start, maximum)] * (maximum >= 0) + [max(start, 0) + spaces] * (spaces >= 0)
    return min(tops, default=WORD[1])


class Places:
    """Addresses, as expressions."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self._axes: dict[int, tuple[Field | Zone, tuple[Axis, ...]]] = {}

    def base_of(self, seat: Expr) -> Expr:
        """Where the block of a seat begins, worked out."""
        make, v = self.b.make, self.b.v
        return make.plus(make.times(seat, v.seat_size), v.shared_size)

    def me(self, env: Env) -> Expr:
        """The acting seat."""
        found: Expr | None = env.get("me")
        return self.b.make.local("me", 0, self.b.v.players[1] - 1) if found is None else found

    def acting(self) -> Env:
        """What is known at the head of a function with an acting seat: its number and where its block begins."""
        me = self.me({})
        return {"me": me, BASES: {me: self.base_local(BASE)}}

    def base_local(self, name: str) -> n.Local:
        """A local that says where the block of a seat begins."""
        v = self.b.v
        return self.b.make.local(name, v.shared_size, v.shared_size + (v.players[1] - 1) * v.seat_size)

    def base(self, seat: Expr, env: Env) -> Expr:
        """Where the block of a seat begins."""
        bases = env.get(BASES)
        known = bases.get(seat) if bases else None
        return self.base_of(seat) if known is None else known

    def mine(self, env: Env) -> Expr:
        """Where the block of the acting seat begins."""
        return self.base(self.me(env), env)

    def own(self, name: str, env: Env, further: Expr = 0) -> Expr:
        """The index of a value of the acting seat."""
        make = self.b.make
        return make.plus(self.mine(env), make.plus(further, self.b.v.fields[name].offset))

    def seat(self, node: t.Expr, env: Env, *, sure: bool) -> Expr:
        """A seat that is there."""
        code = self.b.exprs.value(node, env)
        return self.there(code, 0, self.b.v.players[1] - 1, sure=sure)

    def there(self, code: Expr, least: int, most: int, *, sure: bool) -> Expr:
        """A value that must lie in a range, and is known to where it is `sure`."""
        if within(code, least, most):
            return code
        return self.b.narrow(code, least, most) if sure else self.b.make.checked(code, least, most)

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

    def _offset(self, of: Field | Zone, index: tuple[t.Expr, ...], known: int, env: Env, *, sure: bool) -> Expr:
        """How far a value or a list lies beyond the first of its field or zone, and beyond a known place."""
        make = self.b.make
        place: Expr = 0
        for expr, (least, most, first, stride) in zip(index, self._axes_of(of), strict=True):
            code = self.there(self.b.exprs.value(expr, env), least, most, sure=sure)
            if isinstance(code, int):
                known += (code - first) * stride
            else:
                place = make.plus(place, make.times(make.plus(code, -first), stride))
        return make.plus(place, known)

    def address(self, load: t.Load, env: Env) -> Expr:
        """The index of a value in `v`."""
        field = load.field
        place = self._offset(field, load.index, field.offset, env, sure=load.sure) if load.index else field.offset
        if load.seat is None:
            return place
        return self.b.make.plus(self.base(self.seat(load.seat, env, sure=load.sure), env), place)

    def range_of(self, field: Field) -> tuple[int, int]:
        """The least and the greatest value of a field."""
        return (0, self.most[field.name]) if field.name in AMOUNTS else self.b.span(field.type)

    @cached_property
    def most(self) -> dict[str, int]:
        """The most that can be held of any resource, and the most that can ever have been gained."""
        resources = self.b.v.resources
        held = [bound(each.start, each.maximum, each.spaces) for each in resources]
        filled = [bound(each.start, -1, each.spaces) for each in resources]
        return {"held": max(held, default=0), "filled": max(filled, default=0)}

    def load(self, load: t.Load, env: Env) -> Expr:
        """A value of the state."""
        return self.b.make.value(self.address(load, env), *self.range_of(load.field))

    def own_value(self, name: str, env: Env, further: Expr = 0) -> n.Value:
        """A value of the acting seat."""
        return self.b.make.value(self.own(name, env, further), *self.range_of(self.b.v.fields[name]))

    def zone(self, ref: t.ZoneRef, env: Env) -> Expr:
        """The index of a list of pieces in `z`."""
        make, v, zone = self.b.make, self.b.v, ref.zone
        place = self._offset(zone, ref.index, zone.slot, env, sure=ref.sure) if ref.index else zone.slot
        if ref.seat is None:
            return place
        seat = self.seat(ref.seat, env, sure=ref.sure)
        return make.plus(make.plus(make.times(seat, v.seat_zones), v.shared_zones), place)

    def length(self, ref: t.ZoneRef, env: Env) -> Expr:
        """How many pieces lie in a zone."""
        return self.b.make.zone_length(self.zone(ref, env), self.b.v.domains[ref.zone.kind].size)

    def piece_at(self, node: t.ZoneAt, env: Env) -> Expr:
        """The piece at a place of a zone, none beyond its ends."""
        make = self.b.make
        pieces = self.b.v.domains[node.zone.zone.kind].size
        place = self.b.exprs.value(node.place, env)
        zone = self.zone(node.zone, env)
        if isinstance(place, int) and place < 0:
            return make.after(zone, -1)
        if node.zone.zone.fixed and within(place, 0, pieces - 1):
            return make.zone_at(zone, place, pieces)
        within_it = make.compare("<", place, make.zone_length(zone, pieces))  # comes first: there must be such a zone
        if low(place) < 0:
            within_it = make.every((within_it, make.compare(">=", place, 0)))
        return make.choice(within_it, make.zone_at(zone, self.b.narrow(place, 0, pieces - 1), pieces), -1)
