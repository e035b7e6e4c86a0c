"""IR of selections: a typed selection in, known numbers or the source of a loop out.

A loop of the IR goes through a source. The kind of source decides which machine loop it becomes:

    for each p in seat           IrRangeSource(0, IrPlayerCount())
    repeat 3                     IrRangeSource(0, 3)
    for each c in hand           IrPiecesSource(zone 2 * me + 1, copied=True): the body may move pieces, so they are copied first
    count c in hand where ...    IrPiecesSource(zone 2 * me + 1, copied=False): nothing moves while it is counted
    for each s in line.cells     IrRowSource(table of lists, row)
    for each x in [1, pot]       IrItemsSource((1, IrStateValue(...)))

With the source come the least and the greatest value and how many there are at most; the local of the loop has that range.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ruleset_core.compile import ir
from ruleset_core.compile.ir import WORD, IrExpr
from ruleset_core.compile.ir.ir_builder import high, low, parts_of, within
from ruleset_core.compile.irgen.context import Env, structure_key
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.runtime import HEAVIEST, STEPS
from ruleset_core.lang.types import NONE_VALUE, SEAT

if TYPE_CHECKING:
    from ruleset_core.compile.irgen.expression_generation import ExpressionContext

MOST_KNOWN = 2048
"""Most values of a range that is known when the game is loaded."""
SIMPLE = 4
"""Expressions of at most this many nodes are written out wherever they are needed."""


class SelectionGenerator:
    """Sources of loops."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build

    def known_values(self, selection: t.Selection, env: Env) -> tuple[int, ...] | None:
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
                if selection.certain < len(parts):
                    numbers = [each for each in numbers if each != NONE_VALUE]
                fine = all(isinstance(self.b.fitting(each, selection.type), int) for each in numbers)
                return tuple(numbers) if fine else None
            return tuple(range(numbers[0], numbers[1] + 1)) if numbers[1] - numbers[0] < MOST_KNOWN else None
        if kind == "fact":
            table, row = self.b.exprs.row(selection.parts[0], env)
            return table.rows[row] if isinstance(row, int) else None  # type: ignore[return-value]
        if kind == "seats" and isinstance(self.b.players, int):
            return (*range(self.b.players), *selection.values)
        if kind == "others" and isinstance(self.b.players, int):
            me = self.b.me(env)
            return (
                tuple((me + step) % self.b.players for step in range(1, self.b.players))
                if isinstance(me, int)
                else None
            )
        return None

    def source(self, selection: t.Selection, env: Env, *, copied: bool) -> tuple[ir.IrSource, tuple[int, int], int]:
        """What a loop goes through, the least and the greatest of it, and how many there are at most."""
        make, places = self.b.make, self.b.places
        match selection.kind:
            case "values":
                return self._values(selection.values)
            case "range" if selection.type == SEAT:
                return ir.IrRangeSource(0, self.b.players), (0, high(self.b.players) - 1), high(self.b.players)
            case "range":
                first, last = (make.word_checked(self.b.exprs.value(part, env)) for part in selection.parts)
                span = (low(first), max(low(first), high(last)))
                return ir.IrRangeSource(first, make.add(last, 1)), span, max(0, high(last) - low(first) + 1)
            case "items":
                sparse = selection.certain < len(selection.parts)
                kind = selection.type.maybe() if sparse else selection.type
                parts = tuple(self.b.fitting(self.b.exprs.value(part, env), kind) for part in selection.parts)
                span = (min(map(low, parts), default=0), max(map(high, parts), default=0))
                if not sparse or span[0] >= 0:
                    return ir.IrItemsSource(parts), span, len(parts)
                return ir.IrItemsSource(parts, members=True), (0, max(0, span[1])), len(parts)
            case "fact":
                table, row = self.b.exprs.row(selection.parts[0], env)
                longest = max(map(len, table.rows), default=0)  # type: ignore[arg-type]
                return ir.IrRowSource(table, row), (table.low, table.high), longest
            case "enclosed" if selection.field is not None:
                line = make.range_checked(self.b.exprs.value(selection.parts[0], env), 0, self._lines() - 1)
                spaces = self._spaces()
                return ir.IrAreaSource(selection.field.offset, line), (0, spaces - 1), spaces
            case "reached" if selection.search is not None:
                return self.b.searches.source(selection, selection.search, env)
            case "union":
                return self.b.searches.union(selection, env)
            case "seats":
                most = self.b.v.players[1]
                table = make.table([(*range(count), *selection.values) for count in range(most + 1)])
                return ir.IrRowSource(table, self.b.players), (0, table.high), most + len(selection.values)
            case "others":
                most = self.b.v.players[1]
                rows = [
                    tuple((seat + step) % count for step in range(1, count)) if seat < count else ()
                    for count in range(most + 1)
                    for seat in range(most)
                ]
                me = make.range_checked(self.b.me(env), 0, most - 1)
                row = make.add(make.multiply(self.b.players, most), me)
                return ir.IrRowSource(make.table(rows), row), (0, most - 1), most - 1
            case "after" | "before":
                return self._from_seat(selection, env)
        if selection.zone is None:
            raise ValueError("a selection of nothing")
        pieces = self.b.v.domains[selection.zone.zone.kind].size
        return ir.IrPiecesSource(places.zone(selection.zone, env), copied), (0, pieces - 1), pieces

    def _from_seat(self, selection: t.Selection, env: Env) -> tuple[ir.IrSource, tuple[int, int], int]:
        """All other seats, from a seat to its left or right."""
        make, most = self.b.make, self.b.v.players[1]
        sign = 1 if selection.kind == "after" else -1
        rows = [
            tuple((seat + sign * step) % count for step in range(1, count)) if 0 <= seat < count else ()
            for count in range(most + 1)
            for seat in range(-1, most)
        ]
        seat = self.b.narrow(self.b.exprs.value(selection.parts[0], env), -1, most - 1)
        row = make.add(make.add(make.multiply(self.b.players, most + 1), seat), 1)
        return ir.IrRowSource(make.table(rows), row), (0, most - 1), most - 1

    def spent(self, source: ir.IrSource, node: t.For | t.Quantity | p.Ask) -> list[Any]:
        """The steps a loop costs when it begins, where they are not charged with what it stands in."""
        return self.charged(source, self.b.steps.begun(node), self.b.steps.each(node))

    def charged(self, source: ir.IrSource, begun: int, each: int) -> list[Any]:
        """The steps that going through values costs when it begins: `each` for every value, where their number is not known before, else `begun`."""
        make = self.b.make
        out: list[Any] = []
        if isinstance(source, ir.IrFoundSource):
            self.b.searches.charged(source, each)
            each = 0
        match source:
            case _ if each == 0:
                return [ir.IrChargeSteps(begun)] if begun else []
            case ir.IrRangeSource():
                source.low, source.stop = self.b.held(source.low, out), self.b.held(source.stop, out)
                count = make.maximum(make.subtract(source.stop, source.low), 0)
            case ir.IrPiecesSource():
                source.zone = self.b.held(source.zone, out)
                count = make.zone_length(
                    source.zone, max(self.b.steps.pieces(zone.kind) for zone in self.b.v.zones.values())
                )
            case _:
                raise ValueError(f"nobody knows how long a loop through {type(source).__name__} is")
        return [*out, ir.IrChargeSteps(make.multiply(count, each))]

    def harmless(self, source: ir.IrSource) -> bool:
        """Whether a loop that does nothing may be left out: nothing breaks a rule, or spends steps, before it begins."""
        return not isinstance(source, ir.IrFoundSource) and all(map(self.b.make.is_discardable, parts_of(source)))

    def _lines(self) -> int:
        return len(self.b.v.board.ends) if self.b.v.board is not None else 1

    def _spaces(self) -> int:
        return len(self.b.v.board.around) if self.b.v.board is not None else 1

    def _values(self, values: tuple[int, ...]) -> tuple[ir.IrSource, tuple[int, int], int]:
        span = (min(values, default=0), max(values, default=0))
        if values and values == tuple(range(values[0], values[-1] + 1)):
            return ir.IrRangeSource(values[0], values[-1] + 1), span, len(values)
        return ir.IrRowSource(self.b.make.table(values)), span, len(values)

    def contains(self, node: t.Contains, env: Env) -> IrExpr:
        """`x in selection`."""
        return self._is_in(node.selection, self.b.exprs.value(node.of, env), env)

    def _is_in(self, selection: t.Selection, of: IrExpr, env: Env) -> IrExpr:
        make = self.b.make
        if selection.zone is not None:  # every piece knows where it lies
            kind = selection.zone.zone.kind
            zone = self.b.places.zone(selection.zone, env)
            return self.once(of, lambda code: self._lies_in(code, kind, zone))
        values = self.known_values(selection, env) if selection.kind != "items" else self._numbers(selection, env)
        if values is not None:
            return make.is_one_of(of, values)
        match selection.kind:
            case "range" if selection.type == SEAT:
                return self.once(of, lambda code: self._between(code, 0, make.add(self.b.players, -1)))
            case "range":
                first, last = (self.b.exprs.value(part, env) for part in selection.parts)
                return self.once(of, lambda code: self._between(code, first, last))
            case "items":
                parts = [self.b.exprs.value(part, env) for part in selection.parts]
                return self.once(of, lambda code: make.any_of(make.compare("==", code, part) for part in parts))
            case "union":
                return self.once(of, lambda code: make.any_of(self._is_in(each, code, env) for each in selection.among))
            case "seats":
                last = make.add(self.b.players, -1)
                return self.once(
                    of, lambda code: make.any_of((self._between(code, 0, last), make.is_one_of(code, selection.values)))
                )
            case "others":
                me, last = self.b.me(env), make.add(self.b.players, -1)
                return self.once(
                    of, lambda code: make.all_of((self._between(code, 0, last), make.compare("!=", code, me)))
                )
        if selection.search is not None and not selection.search.longest and selection.search.goal is None:
            return self.once(of, lambda code: self._is_reached(selection, code, env))
        return self.once(of, lambda code: self.b.questions.among(selection, code, env))

    def _is_reached(self, selection: t.Selection, of: IrExpr, env: Env) -> IrExpr:
        source, _, _ = self.source(selection, env, copied=False)
        if not isinstance(source, ir.IrFoundSource):
            raise TypeError("a search is a function")
        return self.b.make.reaches(source.function, source.args, of)

    def _numbers(self, selection: t.Selection, env: Env) -> tuple[int, ...] | None:
        parts = [self.b.exprs.value(part, env) for part in selection.parts]
        numbers = tuple(part for part in parts if isinstance(part, int))
        return numbers if len(numbers) == len(parts) else None

    def _lies_in(self, piece: IrExpr, kind: str, zone: IrExpr) -> IrExpr:
        make, field = self.b.make, self.b.v.fields[f"{kind}.at"]
        pieces = self.b.v.domains[kind].size
        there = make.state_value(make.add(self.b.narrow(piece, 0, pieces - 1), field.offset), -1, WORD[1])
        return make.all_of((self._between(piece, 0, pieces - 1), make.compare("==", there, zone)))

    def _between(self, code: IrExpr, first: IrExpr, last: IrExpr) -> IrExpr:
        make = self.b.make
        return make.all_of((make.compare(">=", code, first), make.compare("<=", code, last)))

    def once(self, code: IrExpr, use: Callable[[IrExpr], IrExpr], name: str = "_w") -> IrExpr:
        """What is made of an expression that is used several times: a larger one is worked out once, as a local of this name."""
        make = self.b.make
        large = not isinstance(code, int) and code.size > SIMPLE and within(code, *WORD)
        return make.as_local(code, use, name) if large else make.evaluate_once(code, use, name)


# -- searches: functions that go on step by step from what they have found ---------------------------------------------


EACH = "_each"
"""The parameter of a search that says what each value costs the loop that goes through it."""


class SearchGenerator:
    """Makes the functions of searches, and the sources that go through what they find."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build

    def source(
        self, selection: t.Selection, search: t.Search, env: Env
    ) -> tuple[ir.IrFoundSource, tuple[int, int], int]:
        """What a loop over a search goes through, the least and the greatest of it, and how many there are at most."""
        if search.longest:
            return self._way(selection, search, env)
        size = self.b.v.domains[selection.type.domain].size
        return self._search_source(self._body(selection, search, size, env), size)

    def union(self, selection: t.Selection, env: Env) -> tuple[ir.IrFoundSource, tuple[int, int], int]:
        """What a loop goes through that takes in several selections: all is found that is in any of them, each once."""
        size, make = self.b.v.domains[selection.type.domain].size, self.b.make
        body: list[Any] = [ir.IrBeginSearch(size)]
        body += [self._looked(each, "", None, size, env) for each in selection.among]
        spent = ir.IrChargeSteps(make.multiply(make.found_count(size), make.local(EACH, 0, STEPS)))
        found, span, _ = self._search_source([*body, spent, ir.IrReturnFound()], size)
        return found, span, self.b.steps.bound(selection) or size

    def _known_union(self, selection: t.Selection, env: Env) -> tuple[int, ...]:
        """What several selections hold together, each once, where that is known of all of them."""
        if selection.kind != "union":
            return ()
        values = [self.b.selections.known_values(each, env) for each in selection.among]
        return (
            () if None in values else tuple(dict.fromkeys(one for each in values if each is not None for one in each))
        )

    def _way(self, selection: t.Selection, search: t.Search, env: Env) -> tuple[ir.IrFoundSource, tuple[int, int], int]:
        """What a loop over the longest way goes through: a graph of all places one comes to is made, and asked."""
        make, begun, each = self.b.make, *self.b.steps.search(search)
        places, things, leads = self.b.steps.ways(search, selection.type)
        size = max(places, things)
        body: list[Any] = []
        limit: IrExpr = things
        if search.limit is not None:
            value = make.word_checked(self.b.exprs.value(search.limit, env))
            limit = value if isinstance(value, int) else make.local("_limit", value.low, value.high)
            body += [ir.IrSetLocal(limit, value)] if isinstance(limit, ir.IrLocal) else []
        body += [ir.IrChargeSteps(begun), ir.IrBeginSearch(size), ir.IrBeginGraph(places, things, leads)]

        def begins(here: IrExpr, inner: Env) -> list[Any]:
            if search.then is not None:
                return [ir.IrMarkFound(here), ir.IrAddEdge(0, -1, make.add(here, 1), 0)]
            worth = self._worth(search, {**inner, search.to: here})
            return [ir.IrMarkFound(here), ir.IrAddEdge(0, here, make.add(here, 1), worth)]

        body.append(self._each(search.start, search.var, search.first, places, env, begins, new=True))
        here, inner, head = self.b.questions.variable(search.var, search.start, (0, places - 1), env)
        place = make.add(self.b.narrow(here, 0, places - 1), 1)

        def used(thing: IrExpr, inner: Env) -> list[Any]:
            low, high = -HEAVIEST, HEAVIEST
            worth = make.local("_worth", low, high)
            does: list[Any] = [ir.IrSetLocal(worth, self._worth(search, inner))]
            if search.then is None:
                return [*does, ir.IrAddEdge(place, thing, make.add(thing, 1), worth), *self._new(thing)]
            ends = make.local("_ends", 0, 1)

            def leads_on(to: IrExpr, _: Env) -> list[Any]:
                return [ir.IrSetLocal(ends, 0), ir.IrAddEdge(place, thing, make.add(to, 1), worth), *self._new(to)]

            on = self._each(search.then, search.onward, search.further, places, inner, leads_on, new=False)
            end = ir.IrIf(self._truth(make.compare("==", ends, 1)), [ir.IrAddEdge(place, thing, places + 1, worth)], [])
            return [*does, ir.IrSetLocal(ends, 1), on, end]

        around = self._each(search.step, search.to, search.where, things, inner, used, new=False)
        body.append(ir.IrLoop(here, ir.IrFrontierSource(), [ir.IrChargeSteps(each), *head, around]))
        spent = ir.IrChargeSteps(make.multiply(make.found_count(size), make.local(EACH, 0, STEPS)))
        found, _, most = self._search_source([*body, ir.IrFindLongestPath(limit), spent, ir.IrReturnFound()], size)
        return found, (0, max(0, things - 1)), most

    def _worth(self, search: t.Search, env: Env) -> IrExpr:
        return (
            1
            if search.worth is None
            else self.b.make.range_checked(self.b.exprs.value(search.worth, env), -HEAVIEST, HEAVIEST)
        )

    def _new(self, place: IrExpr) -> list[Any]:
        """A place is found, unless it is already."""
        return [ir.IrIf(self._truth(self.b.make.logical_not(self.b.make.is_found(place))), [ir.IrMarkFound(place)], [])]

    def _search_source(self, body: list[Any], size: int) -> tuple[ir.IrFoundSource, tuple[int, int], int]:
        called = self.b.functions.called("f", ("search", *structure_key(body)), body, (0, size), "search", {})
        if not isinstance(called, ir.IrCall):
            raise TypeError("a search is a function")
        source = ir.IrFoundSource(called.function, called.args)
        self.charged(source, 0)
        return source, (0, max(0, size - 1)), size

    def charged(self, source: ir.IrFoundSource, each: int) -> None:
        """Let every value that is found cost so many steps more; beginning costs some, so one value never needs more than the rest."""
        params = self.b.functions.made[source.function].params
        source.args = tuple(
            min(each, param.high) if param.name == EACH else arg for param, arg in zip(params, source.args, strict=True)
        )

    def _body(self, selection: t.Selection, search: t.Search, size: int, env: Env) -> list[Any]:
        make, begun, each = self.b.make, *self.b.steps.search(search)
        body: list[Any] = []
        limit: IrExpr = size
        if search.limit is not None:
            value = make.word_checked(self.b.exprs.value(search.limit, env))
            limit = value if isinstance(value, int) else make.local("_limit", value.low, value.high)
            body += [] if isinstance(value, int) or not isinstance(limit, ir.IrLocal) else [ir.IrSetLocal(limit, value)]
        body += [ir.IrChargeSteps(begun), ir.IrBeginSearch(size)]
        way = search.goal is not None
        body += [ir.IrBeginGraph(size, size, size)] if way else []
        body.append(self._looked(search.start, search.var, search.first, size, env, 0 if way else None))
        here, inner, head = self.b.questions.variable(search.var, selection, (0, max(0, size - 1)), env)
        at = self.b.narrow(here, 0, max(0, size - 1))
        around: list[Any] = [self._around(search, size, inner, make.add(at, 1) if way else None)]
        looked: list[Any] = []
        spent = make.multiply(make.found_count(size), make.add(each, make.local(EACH, 0, max(0, STEPS - each))))
        ends: list[Any] = [ir.IrChargeSteps(spent), ir.IrReturnFound()]  # each place that is found is looked at
        if way:
            there, ended = (
                self.b.exprs.condition(search.goal, {**inner, search.place: at}),
                self._way_back(make.add(at, 1), size),
            )
            ended = [ir.IrIf(there, ended, [])] if isinstance(there, ir.IrNode) else ended if there else []
            looked, ends = [ir.IrChargeSteps(each), *head, *ended], self._way_back(0, size)
        else:
            around = [*head, *around]
        if isinstance(limit, int) and limit >= size:
            return [*body, ir.IrLoop(here, ir.IrFrontierSource(), [*looked, *around]), *ends]
        place, rim, far = (make.local(name, 0, size) for name in ("_place", "_rim", "_far"))
        further = ir.IrIf(
            self._truth(make.compare("==", place, rim)),
            [ir.IrSetLocal(rim, make.found_count(size)), ir.IrSetLocal(far, make.minimum(make.add(far, 1), size))],
            [],
        )
        near = make.compare("<", far, limit)
        body += [ir.IrSetLocal(place, 0), ir.IrSetLocal(rim, make.found_count(size)), ir.IrSetLocal(far, 0)]
        on = [ir.IrIf(near, around, [])] if isinstance(near, ir.IrNode) else around if near else []
        step = ir.IrSetLocal(place, make.minimum(make.add(place, 1), size))
        return [*body, ir.IrLoop(here, ir.IrFrontierSource(), [*looked, further, *on, step]), *ends]

    def _way_back(self, place: IrExpr, size: int) -> list[Any]:
        """The way to a place is found, and nothing else; 0: no place, so no way."""
        spent = self.b.make.multiply(self.b.make.found_count(size), self.b.make.local(EACH, 0, STEPS))
        return [ir.IrFindWayBack(place), ir.IrChargeSteps(spent), ir.IrReturnFound()]

    def _around(self, search: t.Search, size: int, env: Env, before: IrExpr | None) -> ir.IrLoop:
        """What one comes to from a place is found: at once, or behind each line."""
        then = search.then
        if then is None:
            return self._looked(search.step, search.to, search.where, size, env, before)
        return self._each(
            search.step, search.to, search.where, self.b.v.domains[search.step.type.sure().domain].size, env,
            lambda _, inner: [self._looked(then, search.onward, search.further, size, inner, before)], new=False,
        )  # fmt: skip

    @staticmethod
    def _truth(condition: IrExpr) -> ir.IrNode:
        if isinstance(condition, int):
            raise TypeError("this is not known beforehand")
        return condition

    def _looked(
        self,
        selection: t.Selection,
        name: str,
        where: t.Expr | None,
        size: int,
        env: Env,
        before: IrExpr | None = None,
    ) -> ir.IrLoop:
        """Everything in a selection that is a member, was not found yet and fits is found; `before`: each gets a lead back there."""

        def finds(found: IrExpr, _: Env) -> list[Any]:
            back = [] if before is None else [ir.IrAddEdge(self.b.make.add(found, 1), found, before, 0)]
            return [*back, ir.IrMarkFound(found)]

        return self._each(selection, name, where, size, env, finds, new=True)

    def _each(
        self,
        selection: t.Selection,
        name: str,
        where: t.Expr | None,
        size: int,
        env: Env,
        does: Callable[[IrExpr, Env], list[Any]],
        *,
        new: bool,
    ) -> ir.IrLoop:
        """Something done for everything in a selection that is a member and fits; `new`: and was not found yet."""
        make = self.b.make
        if selection.kind == "items":  # what is none leads nowhere, so nothing needs a check
            parts = tuple(
                make.minimum(make.maximum(self.b.exprs.value(part, env), -1), size) for part in selection.parts
            )
            low, high = min((_low(each) for each in parts), default=0), max((_high(each) for each in parts), default=0)
            source: ir.IrSource = ir.IrItemsSource(parts)
        elif values := self._known_union(selection, env):
            source, (low, high) = ir.IrRowSource(make.table(values)), (min(values), max(values))
        else:
            source, (low, high), _ = self.b.selections.source(selection, env, copied=False)
        local, inner, head = self.b.questions.variable(name, selection, (low, high), env)
        inside = self.b.narrow(local, 0, max(0, size - 1))
        there = make.all_of((make.compare(">=", local, 0), make.compare("<", local, size)))
        known: IrExpr = make.logical_not(make.is_found(inside)) if new else 1
        fits = make.all_of((there, known, self.b.exprs.condition(where, inner)))
        if fits == 0:
            return ir.IrLoop(local, source, [])
        body = does(inside, inner)
        return ir.IrLoop(local, source, [*head, *([ir.IrIf(fits, body, [])] if isinstance(fits, ir.IrNode) else body)])


def _low(code: IrExpr) -> int:
    return code if isinstance(code, int) else code.low


def _high(code: IrExpr) -> int:
    return code if isinstance(code, int) else code.high
