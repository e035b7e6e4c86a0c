"""Passes over the loops of a generated program: relations between members become rows, what does not change is worked out before.

Four rewritings, which never change what comes out, what breaks, or how many steps are charged. Of Nine Men's Morris, with `near` as a fact:

    any m in mill where (x in m.points) and closed(m)         for m in 16 mills { if T[m * 24 + x] and ... }
        the first condition depends on members alone          for m in row x of [[0, 8], [0, 11], ...] { if ... }

    any y in point where stands[y] == none and (men(me) == 3 or (y in x.near))
        `men(me)` reads no y: it is worked out before         h = men(me) == 3
        and where it does not hold, only rows are gone        if h { for y in 0 to 23 { if v[y] == -1 ... } }
        through (unswitching)                                 else { for y in row x of near { if v[y] == -1 ... } }

    any x in point where stands[x] == me and can_go(x, me)    within `can_go` stands what reads `me` alone:
        a variant of the function is given it                 h = men(me) == 3; for x ... { if v[x] == me and can_go_1(x, me, h) }

    count c in x.near where c in (from a in springs by ...)   the search is the same for each c
        it runs in the first round that asks                  forget f; for c in row x of near { if reaches(f, c, kept) { ... } }

Only what can neither fail nor spend steps is moved (`IrBuilder.is_discardable`), out of loops that change nothing. What is heavy spends
steps, so what is moved is small, even where the loop would never have asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import accumulate
from typing import Any

from ruleset_core.compile import ir
from ruleset_core.compile.ir import IrExpr, IrNode
from ruleset_core.compile.ir.ir_builder import IrBuilder, parts_of
from ruleset_core.compile.irgen.ir_analysis import (
    Body,
    IrEvaluator,
    NotFixedError,
    called_first,
    has_call,
    is_harmless,
    is_steady,
    known_numbers,
    locals_set_in,
    reads_state,
    rewritten,
)

FEW = 4
"""A loop over fewer numbers is left as it is."""
PLACES = 4_096
"""Most places of rows at which is noted what is looked up."""
PAIRS = 6_000
"""Most values of a relation that are worked out."""
WORK = 60_000
"""Most nodes that are worked out for a relation."""
COSTLY = 5
"""An expression of fewer nodes is not worth a local, unless it calls a function."""
UNSWITCHED = 40
"""Most nodes of a loop that is written twice."""


# -- the passes --------------------------------------------------------------------------------------------------------


class LoopPasses:
    """Rewrites the functions and blocks of one program, functions before what calls them.

    Attributes:
        scope: the locals that are set where the rewriting stands, with the ranges they may have there. Behind a condition a local may have
            a smaller range, on which nothing may rest that is moved before the condition.
    """

    def __init__(
        self, make: IrBuilder, functions: dict[str, ir.IrFunction], free: Callable[[IrExpr], Mapping[str, Any]]
    ) -> None:
        self.make, self.functions, self.free = make, functions, free
        self.evaluator = IrEvaluator(functions)
        self.scope: dict[str, ir.IrLocal] = {}
        self._variants: dict[tuple[str, tuple[IrNode, ...]], str] = {}
        self._hidden: dict[str, list[IrNode]] = {}
        self._fresh = 0
        self.kept: set[str] = set()

    def functions_and_blocks(self, blocks: Mapping[int, ir.IrBlock]) -> dict[str, ir.IrFunction]:
        """Rewrite all loops in place, and give the functions, each after those that it calls."""
        for made in list(self.functions.values()):
            self.scope = {each.name: each for each in made.params}
            made.body = self.body(made.body)
        for block in blocks.values():
            self.scope = {each.name: each for each in block.params if not isinstance(each, str)}
            block.body = self.body(block.body)
        return called_first(self.functions) if self._variants else self.functions

    def body(self, body: Body) -> Body:
        """Statements with their loops rewritten, inner ones first."""
        found: Body = []
        for each in body:
            if isinstance(each, ir.IrIf):
                found.append(ir.IrIf(each.condition, self.body(each.then), self.body(each.otherwise)))
            elif isinstance(each, ir.IrLoop):
                self._sets(each.local)
                found += self._loop(ir.IrLoop(each.local, each.source, self.body(each.body)))
            else:
                if isinstance(each, ir.IrSetLocal):
                    self._sets(each.local)
                found.append(each)
        return found

    def _sets(self, local: ir.IrLocal) -> None:
        known = self.scope.get(local.name, local)
        self.scope[local.name] = self.make.local(local.name, min(local.low, known.low), max(local.high, known.high))

    def _whole(self, local: ir.IrLocal) -> bool:
        """Whether the range of a local rests on no condition."""
        known = self.scope.get(local.name)
        return known is not None and local.low <= known.low and known.high <= local.high

    def _loop(self, loop: ir.IrLoop) -> Body:
        out: Body = []
        if is_harmless(loop.body):
            loop = self._searched_once(loop, out)
        if is_harmless(loop.body) and _is_long(loop.source):
            loop = InvariantMotion(self, loop, out).moved()
        return [*out, *self._by_rows(loop)]

    def _searched_once(self, loop: ir.IrLoop, out: Body) -> ir.IrLoop:
        """The loop in which a search that is the same in every round runs in one of them."""
        bound = {loop.local.name} | locals_set_in(loop.body)
        found: dict[str, set[tuple[IrExpr, ...]]] = {}

        def steady(code: IrNode) -> bool:
            return isinstance(code, ir.IrReaches) and not any(
                bound & self.free(arg).keys() or not is_steady(arg) for arg in code.args
            )

        def look(code: IrNode) -> None:
            if isinstance(code, ir.IrReaches):
                found.setdefault(code.function, set()).add(code.args if steady(code) and not code.kept else ())

        def keep(code: IrNode) -> IrExpr | None:
            if isinstance(code, ir.IrReaches) and code.function in once and steady(code):
                return replace(code, kept=True)
            return None

        rewritten(loop.body, look)
        once = {name for name, args in found.items() if len(args) == 1 and () not in args}
        if not once:
            return loop
        self.kept |= once
        out += [ir.IrForgetSearch(name) for name in sorted(once)]
        return ir.IrLoop(loop.local, loop.source, rewritten(loop.body, keep))

    def invariant(self, code: IrNode) -> ir.IrLocal:
        """A new local for what never changes in a loop."""
        self._fresh += 1
        found = self.make.local(f"_i{self._fresh}_", code.low, code.high)
        self._sets(found)
        return found

    def unguarded(self, code: IrExpr) -> bool:
        """Whether an expression may be worked out where no condition was met before it."""
        if isinstance(code, int):
            return True
        if isinstance(code, ir.IrLocal):
            return self._whole(code)
        if isinstance(code, ir.IrRowEntry | ir.IrZoneEntry):
            return False
        if isinstance(code, ir.IrStateValue | ir.IrTableEntry | ir.IrRowLength | ir.IrZoneLength | ir.IrCall):
            return all(self._settled(part) for part in parts_of(code))
        return all(map(self.unguarded, parts_of(code)))

    def _settled(self, place: IrExpr) -> bool:
        """Whether the range of a place rests on no condition."""
        match place:
            case int():
                return True
            case ir.IrLocal():
                return self._whole(place)
            case ir.IrTableEntry():
                return place.low <= place.table.low and place.table.high <= place.high and self._settled(place.place)
            case ir.IrAdd() | ir.IrSubtract() | ir.IrMultiply():
                return self._settled(place.left) and self._settled(place.right)
            case ir.IrModulo() if isinstance(place.right, int):
                return place.low <= 0 and place.high >= place.right - 1 and self._settled(place.left)
        return False

    # -- variants of functions -------------------------------------------------------------------------------------------

    def hidden_in(self, made: ir.IrFunction) -> list[IrNode]:
        """The largest expressions of a function that read some of its parameters alone and call a function."""
        if made.name not in self._hidden:
            found: list[IrNode] = []
            params = {each.name: each for each in made.params}
            bound = locals_set_in(made.body)
            outer, self.scope = self.scope, params

            def look(code: IrNode) -> IrExpr | None:
                read = self.free(code).keys()
                if (
                    not (read < params.keys())
                    or read & bound
                    or not has_call(code)
                    or not self.moves(code)
                    or not self.unguarded(code)
                ):
                    return None
                found.extend([] if code in found else [code])
                return code

            if made.gives and is_harmless(made.body):
                rewritten(made.body, look)
            self._hidden[made.name], self.scope = found, outer
        return self._hidden[made.name]

    def moves(self, code: IrNode) -> bool:
        """Whether an expression can be worked out somewhere else, and kept in a local of 32 bits."""
        return ir.WORD[0] <= code.low and code.high <= ir.WORD[1] and self.make.is_discardable(code) and is_steady(code)

    def variant(self, made: ir.IrFunction, wanted: tuple[IrNode, ...]) -> ir.IrFunction:
        """The function that is given some of its expressions."""
        key = (made.name, wanted)
        if key not in self._variants:
            name = self._variants[key] = f"{made.name}_given{len(self._variants)}"
            params = {
                each: self.make.local(f"_given{place}_", each.low, each.high) for place, each in enumerate(wanted)
            }
            body = rewritten(made.body, params.get)
            self.functions[name] = replace(made, name=name, params=(*made.params, *params.values()), body=body)
            for names in (self.make.breaking, self.make.spending):
                if made.name in names:
                    names.add(name)
        return self.functions[self._variants[key]]

    # -- rows of a relation ----------------------------------------------------------------------------------------------

    def _by_rows(self, loop: ir.IrLoop) -> Body:
        """The loop over those numbers alone for which conditions hold that depend on members alone."""
        values, body = known_numbers(loop.source), loop.body
        if (
            values is None
            or len(values) < FEW
            or len(body) != 1
            or not isinstance(body[0], ir.IrIf)
            or body[0].otherwise
        ):
            return [loop]
        inside, set_within = body[0], locals_set_in(body)
        parts = list(inside.condition.parts) if isinstance(inside.condition, ir.IrAnd) else [inside.condition]
        key: ir.IrLocal | None = None
        fixed: list[IrNode] = []
        rest: list[IrNode] = []
        for place, part in enumerate(parts):
            found = self._key(part, loop.local)
            if found is not None and found[0] is not None and found[0].name in set_within:
                found = None
            if found is not None and (found[0] is None or key is None or found[0] is key):
                key = found[0] or key
                fixed.append(part)
                continue
            rest.append(part)
            if not self.make.is_discardable(part):
                rest += parts[place + 1 :]
                break
        source = self._rows(fixed, loop.local, key, values) if fixed else None
        if source is not None:
            return [self._by_places(loop.local, source, self._where(rest, inside.then))]
        return self._unswitched(loop, inside, parts)

    def _by_places(self, local: ir.IrLocal, source: ir.IrRowSource, body: Body) -> ir.IrLoop:
        """A loop over rows whose numbers are only looked up in tables goes over places of the rows: what is looked up stands there at once."""
        rows: list[tuple[int, ...]] = list(source.table.rows)  # type: ignore[arg-type]
        flat = [one for row in rows for one in row] if source.row is not None else []
        looked_up: dict[IrNode, ir.IrTable] = {}
        alone = True

        def look(code: IrNode) -> IrExpr | None:
            nonlocal alone
            if isinstance(code, ir.IrTableEntry) and code.place is local:
                looked_up[code] = code.table
                return code
            alone = alone and not (isinstance(code, ir.IrLocal) and code.name == local.name)
            return None

        rewritten(body, look)
        if source.row is None or not alone or not looked_up or not flat or len(flat) > PLACES:
            return ir.IrLoop(local, source, body)
        starts = [0, *accumulate(map(len, rows))]
        place = self.make.local(f"{local.name}at_", 0, len(flat) - 1)
        found = {
            code: self.make.table_entry(self.make.table([table.rows[one] for one in flat]), place)  # type: ignore[arg-type]
            for code, table in looked_up.items()
        }
        first, stop = (self.make.table_entry(self.make.table(each), source.row) for each in (starts[:-1], starts[1:]))
        return ir.IrLoop(place, ir.IrRangeSource(first, stop), rewritten(body, found.get))

    def _unswitched(self, loop: ir.IrLoop, inside: ir.IrIf, parts: list[IrNode]) -> Body:
        """Two loops, where one of the conditions is `A or R`, with an A that never changes: over all where A holds, and over the rows of R."""
        if inside.condition.size > UNSWITCHED or len(inside.then) > 1 or not is_harmless(loop.body):
            return [loop]
        for place, part in enumerate(parts):
            both = self._either(part, {loop.local.name} | locals_set_in(loop.body), loop.local)
            if both is not None:
                where, relation = both
                others = [*parts[:place], *parts[place + 1 :]]
                rows = self._by_rows(ir.IrLoop(loop.local, loop.source, self._where([relation, *others], inside.then)))
                if isinstance(rows[0], ir.IrLoop) and rows[0].source is not loop.source:
                    whole = self._by_rows(ir.IrLoop(loop.local, loop.source, self._where(others, inside.then)))
                    return [ir.IrIf(where, whole, rows)]
            if not self.make.is_discardable(part):
                break
        return [loop]

    def _where(self, parts: list[IrNode], then: Body) -> Body:
        condition = self.make.all_of(parts)
        return then if isinstance(condition, int) else [ir.IrIf(condition, then, [])]

    def _key(self, part: IrNode, local: ir.IrLocal) -> tuple[ir.IrLocal | None] | None:
        """The one local that a condition on the local of a loop reads besides, if anything; None of others, or where it reads the state."""
        read = self.free(part)
        others = [each for name, each in read.items() if name != local.name]
        if (
            local.name not in read
            or len(others) > 1
            or not self.make.is_discardable(part)
            or not self._reads_tables_alone(part)
        ):
            return None
        return (others[0] if others else None,)

    def _reads_tables_alone(self, code: IrExpr) -> bool:
        if isinstance(code, int):
            return True
        if isinstance(code, ir.IrCall):
            return all(map(self._reads_tables_alone, code.args)) and self._fixed_function(code.function)
        kinds = (
            ir.IrLocal,
            ir.IrTableEntry,
            ir.IrRowLength,
            ir.IrBinary,
            ir.IrCompare,
            ir.IrIsOneOf,
            ir.IrNot,
            ir.IrAnd,
            ir.IrOr,
            ir.IrConditional,
        )
        return isinstance(code, kinds) and all(map(self._reads_tables_alone, parts_of(code)))

    def _fixed_function(self, name: str) -> bool:
        return all(map(self._fixed_statement, self.functions[name].body))

    def _fixed_statement(self, node: Any) -> bool:
        if not all(map(self._reads_tables_alone, parts_of(node))):
            return False
        match node:
            case ir.IrReturn() | ir.IrSetLocal():
                return True
            case ir.IrIf():
                return all(map(self._fixed_statement, [*node.then, *node.otherwise]))
            case ir.IrLoop():
                return isinstance(node.source, ir.IrRowSource | ir.IrRangeSource) and all(
                    map(self._fixed_statement, node.body)
                )
        return False

    def _either(self, part: IrNode, bound: set[str], local: ir.IrLocal) -> tuple[IrNode, IrNode] | None:
        """Of `A or R` what never changes in a loop, and what depends on its local and on members alone."""
        if not isinstance(part, ir.IrOr):
            return None
        steady = [
            each
            for each in part.parts
            if not bound & self.free(each).keys() and self.moves(each) and self.unguarded(each)
        ]
        others = [each for each in part.parts if each not in steady]
        if not steady or not others or any(self._key(each, local) is None for each in others):
            return None
        where, relation = self.make.any_of(steady), self.make.any_of(others)
        return None if isinstance(where, int) or isinstance(relation, int) else (where, relation)

    def _rows(
        self, fixed: list[IrNode], local: ir.IrLocal, key: ir.IrLocal | None, values: tuple[int, ...]
    ) -> ir.IrRowSource | None:
        """By key, the numbers for which all hold; None where that is not worth it."""
        whole = None if key is None else self.scope.get(key.name)
        if key is not None and whole is None:
            return None
        keys = range(1) if whole is None else range(whole.low, whole.high + 1)
        if len(keys) * len(values) > PAIRS:
            return None
        name = "" if key is None else key.name
        self.evaluator.left = WORK
        try:
            rows: list[tuple[int, ...]] = [
                tuple(
                    value
                    for value in values
                    if all(self.evaluator.value(part, {name: at, local.name: value}) for part in fixed)
                )
                if key is None or key.low <= at <= key.high
                else ()  # a condition before keeps the local from it
                for at in keys
            ]
        except (NotFixedError, IndexError):
            return None
        if sum(map(len, rows)) * 2 > len(keys) * len(values):
            return None
        if whole is None:
            return ir.IrRowSource(self.make.table(rows[0]))
        return ir.IrRowSource(self.make.table(rows), self.make.add(whole, -whole.low))


class InvariantMotion:
    """Moves what never changes in a loop out of it, into locals that are set before.

    What the loop works out in every round may be moved whatever it rests on; what it works out only behind a condition, where it rests on none.
    """

    def __init__(self, passes: LoopPasses, loop: ir.IrLoop, out: Body) -> None:
        self.passes, self.loop, self.out = passes, loop, out
        self._bound = {loop.local.name} | locals_set_in(loop.body)
        self._held: dict[IrNode, ir.IrLocal] = {}

    def moved(self) -> ir.IrLoop:
        """The loop in which locals stand for what was moved."""
        body = self._statements(self.loop.body, always=True)
        return self.loop if body is self.loop.body else ir.IrLoop(self.loop.local, self.loop.source, body)

    def _statements(self, body: Body, *, always: bool) -> Body:
        found: Body = []
        for each in body:
            if isinstance(each, ir.IrIf):
                new: Any = ir.IrIf(
                    self._node(each.condition, always=always),
                    self._statements(each.then, always=False),
                    self._statements(each.otherwise, always=False),
                )
                always = False
            elif isinstance(each, ir.IrLoop):
                new = ir.IrLoop(
                    each.local, self._whole(each.source, always=always), self._statements(each.body, always=False)
                )
                always = False
            else:
                new = self._whole(each, always=always)
            found.append(new)
        return found if self._held else body

    def _whole(self, node: Any, *, always: bool) -> Any:
        """A statement without statements in it, or a source."""
        return rewritten(node, lambda code: self._node(code, always=always))

    def _node(self, code: IrExpr, *, always: bool) -> Any:
        if isinstance(code, int | ir.IrLocal):
            return code
        if self._costly(code) and self._steady(code) and (always or code in self._held or self.passes.unguarded(code)):
            return self._local(code)
        if isinstance(code, ir.IrAnd | ir.IrOr):
            first, *rest = code.parts
            parts = (self._node(first, always=always), *[self._node(each, always=False) for each in rest])
            return (
                code
                if all(one is other for one, other in zip(parts, code.parts, strict=True))
                else replace(code, parts=parts)
            )
        if isinstance(code, ir.IrConditional):
            parts = (
                self._node(code.condition, always=always),
                self._node(code.then, always=False),
                self._node(code.otherwise, always=False),
            )
            if parts == (code.condition, code.then, code.otherwise):
                return code
            return replace(code, condition=parts[0], then=parts[1], otherwise=parts[2])
        if isinstance(code, ir.IrCall):
            code = self._specialized(code)
        return rewritten(code, lambda each: None if each is code else self._node(each, always=always))

    def _steady(self, code: IrNode) -> bool:
        return not self._bound & self.passes.free(code).keys() and self.passes.moves(code)

    @staticmethod
    def _costly(code: IrNode) -> bool:
        """Whether an expression is worth a local; a comparison with a number is made again."""
        if isinstance(code, ir.IrCompare) and isinstance(code.right, int):
            return False
        return has_call(code) or (code.size >= COSTLY and reads_state(code))

    def _local(self, code: IrNode) -> ir.IrLocal:
        if code not in self._held:
            self._held[code] = self.passes.invariant(code)
            self.out.append(ir.IrSetLocal(self._held[code], code))
        return self._held[code]

    def _specialized(self, code: ir.IrCall) -> ir.IrCall:
        """A call of a variant that is given what does not change in the loop; the same call if there is no such thing in the function."""
        made = self.passes.functions[code.function]
        given = {param.name: arg for param, arg in zip(made.params, code.args, strict=True)}
        wanted: list[IrNode] = []
        values: list[IrExpr] = []
        for each in self.passes.hidden_in(made):
            args = [given[name] for name in self.passes.free(each)]
            if all(
                isinstance(arg, int)
                or (isinstance(arg, ir.IrLocal) and self._steady(arg) and self.passes.unguarded(arg))
                for arg in args
            ):
                wanted.append(each)
                value = rewritten(each, lambda node: given.get(node.name) if isinstance(node, ir.IrLocal) else None)
                values.append(self._local(value) if isinstance(value, IrNode) else value)
        if not wanted:
            return code
        new = self.passes.variant(made, tuple(wanted))
        return self.passes.make.call(new.name, (*code.args, *values), new.low, new.high)  # type: ignore[return-value]


def _is_long(source: ir.IrSource) -> bool:
    """Whether a loop may be long enough for something to be worked out before it."""
    values = known_numbers(source)
    if values is not None:
        return len(values) >= FEW
    if isinstance(source, ir.IrRowSource):
        return max(map(len, source.table.rows), default=0) > FEW  # type: ignore[arg-type]
    return isinstance(source, ir.IrRangeSource | ir.IrPiecesSource)
