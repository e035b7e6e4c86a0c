"""What is gone through: as numbers known when the game is loaded, or as the source of a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import WORD, Expr
from ruleset_core.lang.code.parts import parts_of
from ruleset_core.lang.code.size import high, low, within
from ruleset_core.lang.types import SEAT

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
MOST_KNOWN = 2048
"""Most values of a range that is known when the game is loaded."""
SIMPLE = 4
"""Expressions of at most this many nodes are written out wherever they are needed."""


class Selections:
    """Sources of loops."""

    def __init__(self, build: Build) -> None:
        self.b = build

    def known(self, selection: t.Selection, env: Env) -> tuple[int, ...] | None:
        """What a selection goes through, if that is known when the game is loaded."""
        kind = selection.kind
        if kind == "values":
            return selection.values
        if kind in {"items", "range"}:
            parts = [self.b.exprs.value(part, env) for part in selection.parts]
            numbers = [part for part in parts if isinstance(part, int)]
            if len(numbers) != len(parts):
                return None
            if kind == "items":
                fine = all(isinstance(self.b.fitting(each, selection.type), int) for each in numbers)
                return tuple(numbers) if fine else None
            return tuple(range(numbers[0], numbers[1] + 1)) if numbers[1] - numbers[0] < MOST_KNOWN else None
        if kind == "fact":
            table, row = self.b.exprs.row(selection.parts[0], env)
            return table.rows[row] if isinstance(row, int) else None  # type: ignore[return-value]
        if kind == "seats" and isinstance(self.b.players, int):
            return (*range(self.b.players), *selection.values)
        if kind == "others" and isinstance(self.b.players, int):
            me = self.b.places.me(env)
            return (
                tuple((me + step) % self.b.players for step in range(1, self.b.players))
                if isinstance(me, int)
                else None
            )
        return None

    def source(self, selection: t.Selection, env: Env, *, copied: bool) -> tuple[n.Source, tuple[int, int], int]:
        """What a loop goes through, the least and the greatest of it, and how many there are at most."""
        make, places = self.b.make, self.b.places
        match selection.kind:
            case "values":
                return self._values(selection.values)
            case "range" if selection.type == SEAT:
                return n.Numbers(0, self.b.players), (0, high(self.b.players) - 1), high(self.b.players)
            case "range":
                first, last = (make.kept(self.b.exprs.value(part, env)) for part in selection.parts)
                span = (low(first), max(low(first), high(last)))
                return n.Numbers(first, make.plus(last, 1)), span, max(0, high(last) - low(first) + 1)
            case "items":
                parts = tuple(
                    self.b.fitting(self.b.exprs.value(part, env), selection.type, sure=selection.sure)
                    for part in selection.parts
                )
                span = (min(map(low, parts), default=0), max(map(high, parts), default=0))
                return n.Items(parts), span, len(parts)
            case "fact":
                table, row = self.b.exprs.row(selection.parts[0], env)
                longest = max(map(len, table.rows), default=0)  # type: ignore[arg-type]
                return n.Row(table, row), (table.low, table.high), longest
            case "enclosed" if selection.field is not None:
                line = places.there(
                    self.b.exprs.value(selection.parts[0], env), 0, self._lines() - 1, sure=selection.sure
                )
                spaces = self._spaces()
                return n.Enclosed(selection.field.offset, line), (0, spaces - 1), spaces
            case "reached" if selection.search is not None:
                return self.b.searches.source(selection, selection.search, env)
            case "union":
                return self.b.searches.union(selection, env)
            case "seats":
                most = self.b.v.players[1]
                table = make.table([(*range(count), *selection.values) for count in range(most + 1)])
                return n.Row(table, self.b.players), (0, table.high), most + len(selection.values)
            case "others":
                most = self.b.v.players[1]
                rows = [
                    tuple((seat + step) % count for step in range(1, count)) if seat < count else ()
                    for count in range(most + 1)
                    for seat in range(most)
                ]
                me = places.there(places.me(env), 0, most - 1, sure=selection.sure)
                row = make.plus(make.times(self.b.players, most), me)
                return n.Row(make.table(rows), row), (0, most - 1), most - 1
            case "after" | "before":
                return self._from_seat(selection, env)
        if selection.zone is None:
            raise ValueError("a selection of nothing")
        pieces = self.b.v.domains[selection.zone.zone.kind].size
        return n.Pieces(places.zone(selection.zone, env), copied), (0, pieces - 1), pieces

    def _from_seat(self, selection: t.Selection, env: Env) -> tuple[n.Source, tuple[int, int], int]:
        """All other seats, from a seat to its left or right."""
        make, most = self.b.make, self.b.v.players[1]
        sign = 1 if selection.kind == "after" else -1
        rows = [
            tuple((seat + sign * step) % count for step in range(1, count)) if 0 <= seat < count else ()
            for count in range(most + 1)
            for seat in range(-1, most)
        ]
        seat = self.b.narrow(self.b.exprs.value(selection.parts[0], env), -1, most - 1)
        row = make.plus(make.plus(make.times(self.b.players, most + 1), seat), 1)
        return n.Row(make.table(rows), row), (0, most - 1), most - 1

    def spent(self, source: n.Source, node: t.For | t.Quantity | p.Ask) -> list[n.Spend]:
        """The steps a loop costs when it begins, where they are not charged with what it stands in."""
        begun, each, make = self.b.steps.begun(node), self.b.steps.each(node), self.b.make
        if isinstance(source, n.Found):
            self.b.searches.charged(source, each)
            each = 0
        match source:
            case _ if each == 0:
                return [n.Spend(begun)] if begun else []
            case n.Numbers():
                count = make.most(make.minus(source.stop, source.low), 0)
            case n.Pieces():
                count = make.zone_length(
                    source.zone, max(self.b.steps.pieces(zone.kind) for zone in self.b.v.zones.values())
                )
            case _:
                raise ValueError(f"nobody knows how long a loop through {type(source).__name__} is")
        return [n.Spend(make.times(count, each))]

    def harmless(self, source: n.Source) -> bool:
        """Whether a loop that does nothing may be left out: nothing breaks a rule, or spends steps, before it begins."""
        return not isinstance(source, n.Found) and all(map(self.b.make.harmless, parts_of(source)))

    def _lines(self) -> int:
        return len(self.b.v.board.ends) if self.b.v.board is not None else 1

    def _spaces(self) -> int:
        return len(self.b.v.board.around) if self.b.v.board is not None else 1

    def _values(self, values: tuple[int, ...]) -> tuple[n.Source, tuple[int, int], int]:
        span = (min(values, default=0), max(values, default=0))
        if values and values == tuple(range(values[0], values[-1] + 1)):
            return n.Numbers(values[0], values[-1] + 1), span, len(values)
        return n.Row(self.b.make.table(values)), span, len(values)

    def contains(self, node: t.Contains, env: Env) -> Expr:
        """`x in selection`."""
        return self._is_in(node.selection, self.b.exprs.value(node.of, env), env)

    def _is_in(self, selection: t.Selection, of: Expr, env: Env) -> Expr:
        make = self.b.make
        if selection.zone is not None:  # every piece knows where it lies
            kind = selection.zone.zone.kind
            zone = self.b.places.zone(selection.zone, env)
            return self.once(of, lambda code: self._lies_in(code, kind, zone))
        values = self.known(selection, env) if selection.kind != "items" else self._numbers(selection, env)
        if values is not None:
            return make.among(of, values)
        match selection.kind:
            case "range" if selection.type == SEAT:
                return self.once(of, lambda code: self._between(code, 0, make.plus(self.b.players, -1)))
            case "range":
                first, last = (self.b.exprs.value(part, env) for part in selection.parts)
                return self.once(of, lambda code: self._between(code, first, last))
            case "items":
                parts = [self.b.exprs.value(part, env) for part in selection.parts]
                return self.once(of, lambda code: make.some(make.compare("==", code, part) for part in parts))
            case "union":
                return self.once(of, lambda code: make.some(self._is_in(each, code, env) for each in selection.among))
            case "seats":
                last = make.plus(self.b.players, -1)
                return self.once(
                    of, lambda code: make.some((self._between(code, 0, last), make.among(code, selection.values)))
                )
            case "others":
                me, last = self.b.places.me(env), make.plus(self.b.players, -1)
                return self.once(
                    of, lambda code: make.every((self._between(code, 0, last), make.compare("!=", code, me)))
                )
        return self.once(of, lambda code: self.b.questions.among(selection, code, env))

    def _numbers(self, selection: t.Selection, env: Env) -> tuple[int, ...] | None:
        parts = [self.b.exprs.value(part, env) for part in selection.parts]
        numbers = tuple(part for part in parts if isinstance(part, int))
        return numbers if len(numbers) == len(parts) else None

    def _lies_in(self, piece: Expr, kind: str, zone: Expr) -> Expr:
        make, field = self.b.make, self.b.v.fields[f"{kind}.at"]
        pieces = self.b.v.domains[kind].size
        there = make.value(make.plus(self.b.narrow(piece, 0, pieces - 1), field.offset), -1, WORD[1])
        return make.every((self._between(piece, 0, pieces - 1), make.compare("==", there, zone)))

    def _between(self, code: Expr, first: Expr, last: Expr) -> Expr:
        make = self.b.make
        return make.every((make.compare(">=", code, first), make.compare("<=", code, last)))

    def once(self, code: Expr, use: Any, name: str = "_w") -> Expr:
        """What is made of an expression that is used several times: a larger one is handed to a function, as a local of this name."""
        if isinstance(code, int) or code.size <= SIMPLE or not within(code, *WORD):
            found: Expr = use(code)
            return self.b.make.after(code, found) if isinstance(found, int) else found
        held = self.b.make.local(name, code.low, code.high)
        inner = use(held)
        return self.b.make.after(code, inner) if isinstance(inner, int) else self.b.functions.apart(inner, {name: code})
