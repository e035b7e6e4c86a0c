"""Expressions as Python source. Whatever is known when a game is loaded is worked out here and leaves no trace at run time."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.generate.base import Code, Env, py
from ruleset_core.lang.generate.selections import TABLE, UNROLL, SelectionGenerator
from ruleset_core.lang.types import Type
from ruleset_core.lang.walk import everything, locals_of, reads_state

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Define, Modifier

VARIANTS = 24
"""Most functions made of one define for arguments that are known when the game is loaded."""
Known = tuple[tuple[str, int], ...]
"""Arguments that are known, by parameter."""
CHEAP = re.compile(r"\w+|v\[[\w+\-]{1,20}\]")
"""Source that may be written out several times: a name, or a value at a known place."""


def _halves(node: t.Op) -> bool:
    """Whether it looks in which half a piece stands (see `link.said`): quicker than a table, and there may be many."""
    return node.name == "<" and node.args[0].type.kind == "member"


class ExprGenerator(SelectionGenerator):
    """Turns expressions into source; collects tables and functions the source refers to."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.functions: dict[str, list[str]] = {}
        self._state_memo: dict[int, bool] = {}
        self._table_memo: dict[tuple[int, tuple[tuple[str, int], ...]], tuple[str, list[tuple[str, Type]]] | None] = {}
        self._tabling = 0
        self._looked_at: list[t.Expr] = []
        self._long: set[tuple[str, Known]] = set()
        self._written: dict[
            tuple[object, ...], Code
        ] = {}  # of defines by their arguments: what is too long is tried many times
        self._variants: dict[tuple[str, Known], str] = {}
        self._param_uses: dict[tuple[str, str], int] = {}

    def expr(self, node: t.Expr, env: Env) -> Code:
        """The value or the source of an expression."""
        if isinstance(node, (t.FactOf, t.Quantity, t.Apply, t.Op, t.Nth)) and not self._tabling:
            table = self._tabulated(node, env)
            if table is not None:
                return table
        match node:
            case t.Const():
                return node.value
            case t.Local():
                return env.get(node.name, py(node.name))
            case t.Load():
                return f"v[{self.address(node, env)}]"
            case t.FactOf():
                return self._fact(node, env)
            case t.Op():
                return self._operation(node, env)
            case t.Quantity():
                return self._quantity(node, env)
            case t.Apply():
                return self._apply(node, env)
            case t.Contains():
                return self._contains(node, env)
            case t.ZoneAt():
                return self._zone_at(node, env)
            case t.Nth():
                return self._nth(node, env)
            case t.CanPay():
                return self.can_pay(node.costs, env)
            case t.HookCall():
                args = "".join(f", {self.whole(self.expr(arg, env), arg.type)}" for arg in node.args)
                return f"H_{node.hook}(s, {self.text(env.get('me', 'me'))}{args})"
            case t.Players():
                return "s.n"
            case t.OptionValue():
                return f"s.settings[{node.place}]"
            case t.Gather():
                return f"tuple({self.members(node.selection, env)})"
            case t.Pick():
                source: Code = self.constant(node.values) if not node.held else env.get(node.held, node.held)
                if not node.held and node.values == tuple(range(len(node.values))):
                    return self.expr(node.place, env)
                return f"{source}[{self.expr(node.place, env)}]"
            case t.Size():
                return f"len({env.get(node.held, node.held)})"

    def _tabulated(self, node: t.Expr, env: Env) -> Code | None:
        """The value of an expression over fixed facts only: known at once, or looked up in a table by its locals."""
        if isinstance(node, t.Op) and (node.name == "fits" or _halves(node)):
            return None
        self._looked_at.append(node)  # kept, so that its id is not given to another while answers are remembered by id
        if reads_state(node, self._state_memo, self.vocabulary.defines):
            return None
        free = locals_of(node)
        free.pop("me", None)
        known = {name: code for name in free if isinstance(code := env.get(name, py(name)), int)}
        key = (id(node), tuple(sorted(known.items())))
        if key not in self._table_memo:
            self._table_memo[key] = self._table(node, free, known)
        made = self._table_memo[key]
        if made is None:
            return None
        table, open_locals = made
        if not open_locals:
            return int(table)
        place: Code = 0
        for name, kind in open_locals:
            values = self._values(kind)
            place = self.add(
                self.times(place, len(values)) if place != 0 else 0, self.add(env.get(name, py(name)), -values[0])
            )
        return f"{table}[{place}]"

    def _table(
        self, node: t.Expr, free: dict[str, Type], known: dict[str, int]
    ) -> tuple[str, list[tuple[str, Type]]] | None:
        open_locals = [(name, kind) for name, kind in sorted(free.items()) if name not in known]
        if any(not self.vocabulary.finite(kind) or kind.kind == "list" for _, kind in open_locals):
            return None
        domains = [self._values(kind) for _, kind in open_locals]
        size = 1
        for domain in domains:
            size *= len(domain)
        if size > TABLE or size == 0:
            return None
        plain = len(open_locals) == 1 and isinstance(node, t.Op) and node.name != "if"
        self._tabling += 1
        try:
            values = []
            for combination in product(*domains):
                env: Env = {**known, **{name: value for (name, _), value in zip(open_locals, combination, strict=True)}}
                value = self.expr(node, env)
                if not isinstance(value, int):
                    return None
                values.append(value)
                if plain and value != values[0]:
                    return None  # plain arithmetic is faster than a table
        finally:
            self._tabling -= 1
        if len(set(values)) == 1:
            return str(values[0]), []
        return self.constant(tuple(values)), open_locals

    def _values(self, kind: Type) -> list[int]:
        """All values of a finite type, `none` first if it may be that."""
        return [-1, *self.vocabulary.members(kind)] if kind.optional else self.vocabulary.members(kind)

    def _fact(self, node: t.FactOf, env: Env) -> Code:
        of = self.expr(node.of, env)
        if node.side is not None:
            side = self.expr(node.side, env)
            of = self.add(self.times(of, node.fact.sides), side)
        values = node.fact.values
        if isinstance(of, int):
            value = values[of] if 0 <= of < len(values) else -1
            return value if isinstance(value, int) else self.constant(value)
        return f"{self.constant(tuple(values))}[{of}]"

    def _nth(self, node: t.Nth, env: Env) -> Code:
        values, place = self.expr(node.of, env), self.expr(node.place, env)
        beyond = -int(node.type.optional)
        known = self.constants.get(str(values))
        if isinstance(place, int) and isinstance(known, tuple):
            return known[place] if 0 <= place < len(known) else beyond
        return f"({values}[{place}] if 0<={place}<len({values}) else {self.text(beyond)})"

    def _apply(self, node: t.Apply, env: Env) -> Code:
        define = self.vocabulary.defines[node.define]
        if define.value is None:
            raise ValueError(f"`{node.define}` has no value")
        args = [self.expr(arg, env) for arg in node.args]
        me: Env = {key: env[key] for key in env if key == "me" or key.endswith(" base")}
        repeatable = all(self._may_repeat(define, name, arg) for name, arg in zip(define.params, args, strict=True))
        known = tuple((name, arg) for name, arg in zip(define.params, args, strict=True) if isinstance(arg, int))
        if repeatable and (define.name, known) not in self._long:
            alike = (define.name, self._tabling, tuple(args), tuple(me.items()))
            if alike not in self._written:
                inner: Env = {**me, **dict(zip(define.params, args, strict=True))}
                self._written[alike] = self._modified(define.value, define.modifiers, inner)
            code = self._written[alike]
            if isinstance(code, int) or len(code) < UNROLL:
                return code
            self._long.add((define.name, known))
        title, bound = self._function_of(define, known)
        given = [arg for name, arg in zip(define.params, args, strict=True) if name not in bound]
        return f"{title}(s, v, {self.text(env.get('me', 'me'))}{''.join(f', {arg}' for arg in given)})"

    def _may_repeat(self, define: Define, param: str, arg: Code) -> bool:
        """Whether an argument can be written out wherever the parameter stands."""
        if isinstance(arg, int) or CHEAP.fullmatch(arg):
            return True
        if (define.name, param) not in self._param_uses:
            parts = [
                define.value,
                *(change.where for change in define.modifiers),
                *(change.value for change in define.modifiers),
            ]
            named = [
                node for part in parts for node in everything(part) if isinstance(node, t.Local) and node.name == param
            ]
            self._param_uses[define.name, param] = len(named)
        return self._param_uses[define.name, param] <= 1

    def _modified(self, value: t.Expr, modifiers: list[Modifier], env: Env) -> Code:
        code = self.expr(value, env)
        for how in ("set", "add"):
            for change in modifiers:
                if change.how != how:
                    continue
                where = self.expr(change.where, env)
                if where == 0:
                    continue
                new = self.expr(change.value, env)
                if how == "set":
                    code = new if isinstance(where, int) else f"({self.text(new)} if {where} else {self.text(code)})"
                else:
                    code = self.add(code, new if isinstance(where, int) else f"({self.text(new)} if {where} else 0)")
        return code

    def _function_of(self, define: Define, known: Known) -> tuple[str, dict[str, int]]:
        """The function of a define where some of its arguments are known, and those that are bound in it.

        What is known is worked out in a function of its own, up to a number of functions for each define.
        """
        made = sum(name == define.name for name, _ in self._variants)
        if (define.name, known) not in self._variants and made >= VARIANTS:
            known = ()
        if (define.name, known) not in self._variants:
            stem = f"d_{define.name}" if " " not in define.name else f"D_{define.name.replace(' ', '_')}"
            self._variants[define.name, known] = f"{stem}__{made}" if known else stem
        title, bound = self._variants[define.name, known], dict(known)
        if title not in self.functions and define.value is not None:
            self.functions[title] = []
            params = "".join(f", {py(param)}" for param in define.params if param not in bound)
            saved, self._tabling = self._tabling, 0
            code = self._modified(define.value, define.modifiers, dict(bound))
            self._tabling = saved
            base = [f"    mb = {self.vocabulary.shared_size} + me*{self.vocabulary.seat_size}", "    z = s.z"]
            self.functions[title] = [f"def {title}(s, v, me{params}):", *base, f"    return {code}"]
        return title, bound
