"""IR of expressions and definitions, and members looked up by their facts in tables.

Rules often look for a member by its facts. What is fixed of that becomes a table, by all values of what is compared:

    first c in card where c.suit == trump and c.rank == bid
        table of 32 numbers at place 8 * trump + bid - 1, where bid >= 1; else none

    count c in card where c.suit == trump        table 8, 8, 8, 8 at place trump
    trump == thistle                             IrCompare("==", IrStateValue(2), 3)
    strength(c)                                  the definition is written out where it is used, with `c` for its parameter

With another condition besides, the table holds the members that have the facts, and only these are gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ruleset_core.compile import ir
from ruleset_core.compile.ir import WORD, IrExpr
from ruleset_core.compile.ir.ir_builder import high, low, within
from ruleset_core.compile.irgen.addresses import AddressGenerator
from ruleset_core.compile.irgen.constant_tables import ConstantTables
from ruleset_core.compile.irgen.context import BASE, BASES, Env, IrContext, OutlinedFunctions
from ruleset_core.compile.irgen.operation_generation import OperationGenerator, TrackReach
from ruleset_core.compile.irgen.quantity_generation import AROUND, QuantityGenerator
from ruleset_core.compile.irgen.selection_generation import SearchGenerator, SelectionGenerator
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.program import Definition, DefinitionModifier, Program
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.traversal import all_nodes, all_of, chain, fact_asked

# Members looked up by their facts: `first c in cell where c.x == x and c.y == y` is a table made when the game is
# linked.
#
# What is compared must not depend on the member. Without any other condition the table holds the answer; else it
# holds the members that have these facts, and the question goes through those alone.

Key = tuple["Fact", IrExpr]
"""A fact, and what it must be."""
MOST_ROWS = 4096
"""Most places of a table: combinations of all values between the least and the greatest of each fact."""
FEW_TO_LOOK_UP, FEW_TO_GO_THROUGH = 4, 9
"""Fewer members than this are no quicker in a table: to answer from it, or to go through what it holds."""
SIMPLE = 4
"""Expressions of at most this many nodes are written out wherever they are needed."""


class LookupGenerator:
    """Questions about members that are known by their facts."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build

    def value(self, node: t.Quantity, values: Sequence[int], env: Env) -> IrExpr | None:
        """The expression of a question that a table answers, or shortens; None of others."""
        if node.where is None or len(values) < FEW_TO_LOOK_UP:
            return None
        keys, rest = self._split(node, env)
        whole = not rest and not QUANTITIES[node.kind].body
        if not keys or (not whole and len(values) < FEW_TO_GO_THROUGH):
            return None
        spans = [(min(found), max(found)) for found in ([_value(fact, each) for each in values] for fact, _ in keys)]
        rows = self._rows(keys, spans, values)
        if rows is None:
            return None
        if whole:
            meaning = QUANTITIES[node.kind].meaning
            answers = self.b.make.table([meaning(((value, 1) for value in row), False) for row in rows])
            return self._at(keys, spans, answers)
        row = self._at(keys, spans, None)
        source = (
            ir.IrRowSource(self.b.make.table(rows[row]))
            if isinstance(row, int)
            else ir.IrRowSource(self.b.make.table(rows), row)
        )
        return self.b.questions.through(node, source, (min(values), max(values)), max(map(len, rows)), rest, env)

    # -- what is asked ------------------------------------------------------------------------------------------

    def _split(self, node: t.Quantity, env: Env) -> tuple[list[Key], t.Expr | None]:
        """The facts that are asked for, and what is asked besides.

        The order of conditions matters where one of them breaks a rule: a fact is only looked up when nothing that is
        written before it, nor what it must be, can.
        """
        parts = [] if node.where is None else chain(node.where, "and")
        facts = [fact_asked(part, node.var) for part in parts]
        keys: list[Key] = []
        rest: list[t.Expr] = []
        for place, (part, asked) in enumerate(zip(parts, facts, strict=True)):
            wanted = None if asked is None else self.b.exprs.value(asked[1], env)
            if asked is not None and wanted is not None and self.b.make.is_discardable(wanted):
                keys.append((asked[0], wanted))
                continue
            rest.append(part)
            if not any(facts[place + 1 :]) or not self._harmless(node, part, env):
                rest += parts[place + 1 :]
                break
        return keys, all_of(rest)

    def _harmless(self, node: t.Quantity, part: t.Expr, env: Env) -> bool:
        size = self.b.v.domains[node.selection.type.domain].size
        _, inner, head = self.b.questions.variable(node.var, node.selection, (0, size - 1), env)
        return not head and self.b.make.is_discardable(self.b.exprs.condition(part, inner))

    # -- the table ----------------------------------------------------------------------------------------------

    @staticmethod
    def _rows(keys: list[Key], spans: list[tuple[int, int]], values: Sequence[int]) -> list[tuple[int, ...]] | None:
        """By place the members that have the facts; in the end nothing, for what no member has. None: they are too many."""
        size = 1
        for least, most in spans:
            size *= most - least + 1
        if size > MOST_ROWS:
            return None
        rows: list[tuple[int, ...]] = [()] * (size + 1)
        for value in values:
            place = 0
            for (fact, _), (least, most) in zip(keys, spans, strict=True):
                place = place * (most - least + 1) + _value(fact, value) - least
            rows[place] = (*rows[place], value)
        return rows

    def _at(self, keys: list[Key], spans: list[tuple[int, int]], table: ir.IrTable | None) -> IrExpr:
        """The place of what is asked for, or what a table holds there; what is long is worked out once, before."""
        make = self.b.make
        held: dict[str, IrExpr] = {}
        inside: list[IrExpr] = []
        place: IrExpr = 0
        size = 1
        for number, ((_, wanted), (least, most)) in enumerate(zip(keys, spans, strict=True)):
            code = wanted
            if not within(
                wanted, *WORD
            ):  # what is handed to a function is a word; beyond the table one is like another
                code = make.maximum(make.minimum(wanted, most + 1), least - 1)
            if not isinstance(code, int) and code.size > SIMPLE:
                held[f"_k{number}_"] = code
                code = make.local(f"_k{number}_", code.low, code.high)
            inside += [make.compare(">=", code, least), make.compare("<=", code, most)]
            span = most - least + 1
            size *= span
            place = make.add(make.multiply(place, span), make.add(self.b.narrow(code, least, most), -least))
        found = make.conditional(make.all_of(inside), place, size)
        found = found if table is None else make.table_entry(table, found)
        return self.b.functions.apart(found, held) if held and not isinstance(found, int) else found


def _value(fact: Fact, of: int) -> int:
    found = fact.values[of]
    if isinstance(found, tuple):
        raise TypeError(f"`{fact.name}` is a list")
    return found


# Expressions: what a typed tree means, as an expression of the intermediate program.

DEEP = 22
"""How deep an expression may be before a part of it becomes a function: code generation and wasmtime have limits."""


class ExpressionGenerator:
    """Turns trees into expressions."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build
        self.ways: dict[Any, Callable[[Any, Env], IrExpr]] = {
            t.Load: build.places.load,
            t.FactOf: self._fact,
            t.Op: build.operations.value,
            t.Quantity: build.questions.value,
            t.Apply: build.defines.value,
            t.Contains: build.selections.contains,
            t.ZoneAt: build.places.piece_at,
            t.Nth: self._nth,
            t.CanPay: lambda node, env: build.operations.can_pay(node.costs, env),
            t.HookCall: self._hook,
            t.Players: lambda _node, _env: build.players,
            t.OptionValue: self._option,
            t.Pick: self._pick,
            t.Size: lambda node, _: build.make.list_length(node.held, WORD[1]),
        }
        self.tabled = {t.FactOf, t.Quantity, t.Apply, t.Op, t.Nth, t.Contains}

    def value(self, node: t.Expr, env: Env) -> IrExpr:
        """The expression of a tree."""
        kind = type(node)
        if kind is t.Const:  # half of all nodes are one of these two: what stands here runs tens of thousands of times
            return node.value  # type: ignore[union-attr]
        if kind is t.Local:
            return self.b.local_value(node, env)  # type: ignore[arg-type]
        if kind in self.tabled:
            known = self.b.tables.looked_up(node, env)
            if known is not None:
                return known
        found = self.ways[kind](node, env)
        if not isinstance(found, int) and found.depth > DEEP:
            return self.b.functions.apart(found)
        return found

    def condition(self, node: t.Expr | None, env: Env) -> IrExpr:
        """A condition, 0 or 1; one that is left out holds."""
        return 1 if node is None else self.b.make.as_bool(self.value(node, env))

    def _fact(self, node: t.FactOf, env: Env) -> IrExpr:
        make, size = self.b.make, self.b.v.domains[node.fact.domain].size
        of = self.b.make.range_checked(self.value(node.of, env), 0, size - 1)
        values = node.fact.values
        if isinstance(of, int) and node.side is None:
            return int(values[of])  # type: ignore[arg-type]
        if node.side is not None:
            side = self.b.make.range_checked(self.value(node.side, env), 0, node.fact.sides - 1)
            of = make.add(make.multiply(of, node.fact.sides), side)
        return make.table_entry(make.table(values), of)  # type: ignore[arg-type]

    def row(self, node: t.Expr, env: Env) -> tuple[ir.IrTable, IrExpr]:
        """A list that is a fact: a table of lists, and the row in it."""
        if not isinstance(node, t.FactOf):
            raise TypeError(f"a list of {type(node).__name__}")
        make, size = self.b.make, self.b.v.domains[node.fact.domain].size
        of = self.b.make.range_checked(self.value(node.of, env), 0, size - 1)
        if node.side is not None:
            side = self.b.make.range_checked(self.value(node.side, env), 0, node.fact.sides - 1)
            of = make.add(make.multiply(of, node.fact.sides), side)
        return make.table(node.fact.values), of  # type: ignore[arg-type]

    def _nth(self, node: t.Nth, env: Env) -> IrExpr:
        make = self.b.make
        table, row = self.row(node.of, env)
        place = self.value(node.place, env)
        return make.evaluate_once(
            row, lambda one: make.evaluate_once(place, lambda other: self._at(node, table, one, other), "_r"), "_l"
        )

    def _at(self, node: t.Nth, table: ir.IrTable, row: IrExpr, place: IrExpr) -> IrExpr:
        make, beyond = self.b.make, -int(node.type.optional)
        length = make.row_length(table, row)
        if length == 0:
            return make.sequence(place, beyond)
        inside = make.compare("<", place, length)  # comes first: `of` is looked at whatever the place is
        if low(place) < 0:
            inside = make.all_of((inside, make.compare(">=", place, 0)))
        if inside == 0:
            return make.sequence(row, make.sequence(place, beyond))
        longest = max(len(each) for each in table.rows)  # type: ignore[arg-type]
        return make.conditional(inside, make.row_entry(table, row, self.b.narrow(place, 0, longest - 1)), beyond)

    def arguments(self, args: tuple[t.Expr, ...], env: Env) -> tuple[IrExpr, ...]:
        """What is handed to the plugin, the acting seat first."""
        return (self.b.me(env), *(self.b.make.word_checked(self.value(arg, env)) for arg in args))

    def _hook(self, node: t.HookCall, env: Env) -> IrExpr:
        found = self.b.make.call_hook(node.hook, self.arguments(node.args, env), *self.b.span(node.type))
        self.b.functions.hooks.add(node.hook)
        return found

    def _option(self, node: t.OptionValue, _env: Env) -> IrExpr:
        return self.b.make.setting(node.place, *self.b.span(node.type))

    def _pick(self, node: t.Pick, env: Env) -> IrExpr:
        make, place = self.b.make, self.value(node.place, env)
        least, most = self.b.span(node.type)
        if node.held:
            return make.list_entry(node.held, place, least, most)
        if node.values == tuple(range(len(node.values))):
            return self.b.narrow(place, 0, len(node.values) - 1)
        if within(place, 0, len(node.values) - 1):
            return make.table_entry(make.table(node.values), place)
        return make.table_entry(make.table(node.values), self.b.narrow(place, 0, len(node.values) - 1))


# -- definitions of the data, with the changes of pieces in play -------------------------------------------------------


INLINE = 120
"""Most nodes a define may have that is written out where it is used."""
VARIANTS = 24
"""Most functions made of one define for arguments that are known when the game is loaded."""
CHEAP = 3
"""Arguments of at most this many nodes may be written out several times."""
FEW_CHANGES = 4
"""Defines with at most this many changes are one expression; others go through them one by one."""
Known = tuple[tuple[str, int], ...]
"""Arguments that are known, by parameter."""


class DefinitionGenerator:
    """Uses of defines."""

    def __init__(self, build: ExpressionContext) -> None:
        self.b = build
        self._about: dict[str, tuple[Definition, bool, bool]] = {}
        self._long: dict[str, list[Known]] = {}
        self._written: dict[tuple[Any, ...], IrExpr | None] = {}
        self._variants: dict[tuple[str, Known], str] = {}
        self._uses: dict[tuple[str, str], int] = {}

    def value(self, node: t.Apply, env: Env) -> IrExpr:
        """What a define gives for its arguments."""
        define, short, handed_on = self._about.get(node.define) or self._looked_at(node.define)
        args: list[IrExpr] = []
        known: Known = ()
        repeatable = short
        for (name, kind), part in zip(define.params.items(), node.args, strict=True):
            arg = self.b.fitting(self.b.exprs.value(part, env), kind)
            args.append(arg)
            if isinstance(arg, int):
                known = (*known, (name, arg))
            elif type(arg) is not ir.IrLocal:
                repeatable = repeatable and self._may_repeat(define, name, arg)
        if handed_on:
            return self._result(define, args[0])
        if repeatable and not self._is_long(define.name, known):
            code = self._inline(define, args, env)
            if code is not None:
                return code
            self._long.setdefault(define.name, []).append(known)
        return self._call(define, known, args, env)

    def _looked_at(self, name: str) -> tuple[Definition, bool, bool]:
        """A define, whether it may be written out as far as its text says, and whether it is its argument and nothing else."""
        define = self.b.v.defines[name]
        if define.value is None:
            raise ValueError(f"`{name}` has no value")
        light = self.b.steps.entered(f"value {name}") == 0  # else it is charged when it begins
        itself = type(define.value) is t.Local and list(define.params) == [define.value.name]
        short = light and len(define.modifiers) <= FEW_CHANGES
        found = self._about[name] = (define, short, itself and not define.modifiers)
        return found

    def _is_long(self, name: str, known: Known) -> bool:
        """Whether a define is too long to be written out: it was where as much was known of its arguments."""
        return name in self._long and any(set(known) <= set(each) for each in self._long[name])

    def _inline(self, define: Definition, args: list[IrExpr], env: Env) -> IrExpr | None:
        """The define written out, where that is short."""
        bases, me = env.get(BASES) or {}, env.get("me")
        key = (define.name, *args, me, *bases.items())
        if key not in self._written:
            inner = {"me": me, BASES: bases, AROUND: env.get(AROUND, 1)}
            inner.update(zip(define.params, args, strict=True))
            code = self._result(define, self._changed(define.value, define.modifiers, inner))  # type: ignore[arg-type]
            self._written[key] = code if isinstance(code, int) or code.size <= INLINE else None
        return self._written[key]

    def _may_repeat(self, define: Definition, param: str, arg: ir.IrNode) -> bool:
        """Whether an argument can be written out wherever the parameter stands; numbers and locals always are."""
        if not self.b.make.is_discardable(arg):
            return False
        if arg.size <= CHEAP and not isinstance(arg, ir.IrCall):
            return True
        key = (define.name, param)
        if key not in self._uses:
            changes = [part for each in define.modifiers for part in (each.where, each.value)]
            self._uses[key] = sum(self._inside(part, param) for part in (define.value, *changes) if part is not None)
        return self._uses[key] <= 1

    @staticmethod
    def _inside(part: t.Expr, param: str) -> int:
        """How often a parameter is read; within a question, many times."""
        found = 0
        for node in all_nodes(part):
            if isinstance(node, t.Local) and node.name == param:
                found += 1
            if isinstance(node, t.Quantity):
                asked = [each for each in (node.where, node.body) if each is not None]
                if any(isinstance(one, t.Local) and one.name == param for each in asked for one in all_nodes(each)):
                    found += 2
        return found

    def _changed(self, value: t.Expr, modifiers: list[DefinitionModifier], env: Env) -> IrExpr:
        make, exprs = self.b.make, self.b.exprs
        code = exprs.value(value, env)
        for how in ("set", "add"):
            for change in modifiers:
                if change.how != how:
                    continue
                where = exprs.condition(change.where, env)
                if where == 0:
                    continue
                new = exprs.value(change.value, env)
                if how == "add":
                    code = make.add(code, make.conditional(where, new, 0))
                else:
                    code = self._set(code, where, new)
        return code

    def _set(self, code: IrExpr, where: IrExpr, new: IrExpr) -> IrExpr:
        """A value that is another one where a condition holds; it is worked out in any case."""
        make = self.b.make
        return make.evaluate_once(code, lambda held: make.sequence(held, make.conditional(where, new, held)), "_l")

    # -- functions ----------------------------------------------------------------------------------------------

    def _call(self, define: Definition, known: Known, args: list[IrExpr], env: Env) -> IrExpr:
        name, bound = self._function_of(define, known)
        given: dict[str, IrExpr] = {
            param: arg for param, arg in zip(define.params, args, strict=True) if param not in bound
        }
        me = self.b.me(env)
        code = self.b.functions.call(name, {**given, "me": me, BASE: self.b.base(me, env)})
        read = {each.name for each in self.b.functions.made[name].params}
        for param, arg in given.items():
            if param not in read:
                code = self.b.make.sequence(arg, code)
        return code

    def _function_of(self, define: Definition, known: Known) -> tuple[str, dict[str, int]]:
        """The function of a define where some of its arguments are known, and those that are bound in it.

        What is known is worked out in a function of its own, up to a number of functions for each define.
        """
        found = self._variants.get((define.name, known))
        if found is not None:
            return found, dict(known)
        made = sum(name == define.name for name, _ in self._variants)
        if made >= VARIANTS:
            known = ()
        bound = dict(known)
        if (define.name, known) not in self._variants:
            stem = define.name.replace(" ", "_")
            name = self._variants[define.name, known] = f"d_{stem}__{made}" if known else f"d_{stem}"
            env: Env = {**self.b.acting(), **bound}
            body, gives = self._body(define, env)
            steps = self.b.steps.entered(f"value {define.name}")
            if steps:
                body.insert(0, ir.IrChargeSteps(steps))
            params = tuple(local for _, local in sorted(self.b.functions.free_in(body).items()))
            self.b.functions.add(name, params, body, gives, define.name)
        return self._variants[define.name, known], bound

    def _body(self, define: Definition, env: Env) -> tuple[list[Any], tuple[int, int]]:
        if define.value is None:
            raise ValueError(f"`{define.name}` has no value")
        if len(define.modifiers) <= FEW_CHANGES:
            code = self._result(define, self._changed(define.value, define.modifiers, env))
            return [ir.IrReturn(code)], (low(code), high(code))
        return self._one_by_one(define, define.value, env)

    def _result(self, define: Definition, code: IrExpr) -> IrExpr:
        """What a definition comes to; a value is of its type."""
        if define.kind != "value" or not self.b.v.finite(define.type):
            return code
        return self.b.fitting(code, define.type)

    def _one_by_one(self, define: Definition, value: t.Expr, env: Env) -> tuple[list[Any], tuple[int, int]]:
        """Statements that go through many changes."""
        make, exprs = self.b.make, self.b.exprs
        first = exprs.value(value, env)
        least, most = low(first), high(first)
        changes: list[tuple[str, IrExpr, IrExpr]] = []
        for how in ("set", "add"):
            for change in define.modifiers:
                where = exprs.condition(change.where, env) if change.how == how else 0
                if where == 0:
                    continue
                new = exprs.value(change.value, env)
                changes.append((how, where, new))
                least = min(least, low(new)) if how == "set" else least + min(0, low(new))
                most = max(most, high(new)) if how == "set" else most + max(0, high(new))
        span = make.within_long(least, most)
        total = make.local("_t", *span)
        body: list[Any] = [ir.IrSetLocal(total, first)]
        for how, where, new in changes:
            step = ir.IrSetLocal(total, new if how == "set" else make.add(total, new))
            body.append(step if isinstance(where, int) else ir.IrIf(where, [step], []))
        code = self._result(define, total)
        return [*body, ir.IrReturn(code)], (low(code), high(code))


# -- the layer of expressions ------------------------------------------------------------------------------------------


class ExpressionContext(IrContext):
    """Also has the parts that make expressions; they lead to each other, as expressions do."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.tables = ConstantTables(self)
        self.functions = OutlinedFunctions(self)
        self.places = AddressGenerator(self)
        self.selections = SelectionGenerator(self)
        self.searches = SearchGenerator(self)
        self.lookups = LookupGenerator(self)
        self.questions = QuantityGenerator(self)
        self.reach = TrackReach(self)
        self.operations = OperationGenerator(self)
        self.defines = DefinitionGenerator(self)
        self.exprs = ExpressionGenerator(self)
