"""Expressions as Python source. Whatever is known when a game is loaded is worked out here and leaves no trace at run time.

An expression becomes an int (its value is known) or a piece of source. Names of the generated code: `s` state, `v` its
values, `z` its zones, `mb` where the block of the acting seat begins in `v`.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.types import BOOL, SEAT, Type
from ruleset_core.lang.walk import everything, locals_of, reads_state

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Define

Code = int | str
Env = dict[str, Code]

UNROLL = 1500
"""Longest source an unrolled question may have, in characters; longer ones become loops."""
TABLE = 2048
"""Largest table of values worked out in advance."""
CHEAP = re.compile(r"\w+|v\[[\w+\-]{1,20}\]")
"""Source that may be written out several times: a name, or a value at a known place."""
COMPARE = {"==", "!=", "<", "<=", ">", ">="}


def py(name: str) -> str:
    """A local as generated code names it: never a name of the code itself, of Python, or of another local."""
    return name if name == "me" or name.startswith("_") else f"{name}_"


class ExprGenerator:
    """Turns expressions into source; collects tables and functions the source refers to."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.constants: dict[str, object] = {}
        self.functions: dict[str, list[str]] = {}
        self.seats = 0
        self._state_memo: dict[int, bool] = {}
        self._tables: dict[tuple[int, ...], str] = {}
        self._table_memo: dict[tuple[int, tuple[tuple[str, int], ...]], tuple[str, list[tuple[str, Type]]] | None] = {}
        self._tabling = 0
        self._fresh = 0
        self._param_uses: dict[tuple[str, str], int] = {}

    # -- small things -------------------------------------------------------------------------------------------

    def name(self, stem: str) -> str:
        """A name nothing else in the generated code has."""
        self._fresh += 1
        return f"{stem}_{self._fresh}"

    def constant(self, values: tuple[int, ...] | tuple[tuple[int, ...], ...]) -> str:
        """The name of a tuple held beside the code."""
        key: tuple[object, ...] = values
        if key not in self._tables:
            self._tables[key] = f"T{len(self._tables)}"  # type: ignore[index]
            self.constants[self._tables[key]] = values  # type: ignore[index]
        return self._tables[key]  # type: ignore[index]

    @staticmethod
    def text(code: Code) -> str:
        """The source of a value."""
        return str(code) if not isinstance(code, int) or code >= 0 else f"({code})"

    @staticmethod
    def add(left: Code, right: Code) -> Code:
        """A sum, worked out as far as possible."""
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        if left == 0:
            return right
        if right == 0:
            return left
        if isinstance(left, int):
            left, right = right, left
        return f"({left}+{right})" if not isinstance(right, int) or right >= 0 else f"({left}-{-right})"

    @staticmethod
    def times(left: Code, right: int) -> Code:
        """A product with a known number."""
        if isinstance(left, int):
            return left * right
        return left if right == 1 else (0 if right == 0 else f"{left}*{right}")

    # -- places -------------------------------------------------------------------------------------------------

    def _offset(self, index: tuple[t.Expr, ...], kinds: tuple[Type, ...], strides: tuple[int, ...], env: Env) -> Code:
        place: Code = 0
        for expr, kind, stride in zip(index, kinds, strides, strict=True):
            low = (kind.low or 0) if kind.kind == "int" else 0
            place = self.add(place, self.add(self.times(self.expr(expr, env), stride), -low * stride))
        return place

    @staticmethod
    def mine(env: Env) -> Code:
        """Where the block of the acting seat begins."""
        me = env.get("me", "me")
        return "mb" if me == "me" else env[f"{me} base"]

    def seat_base(self, seat: t.Expr, env: Env) -> Code:
        """Where the block of a seat begins."""
        if isinstance(seat, t.Local) and seat.name == "me":
            return self.mine(env)
        code = self.expr(seat, env)
        known = env.get(f"{code} base")
        if known is not None:
            return known
        return self.add(self.times(code, self.vocabulary.seat_size), self.vocabulary.shared_size)

    def address(self, load: t.Load, env: Env) -> str:
        """The index of a value in `v`."""
        field = load.field
        place = self.add(self._offset(load.index, field.index, field.strides, env), field.offset)
        if load.seat is not None:
            place = self.add(self.seat_base(load.seat, env), place)
        text = str(place)
        return text[1:-1] if text.startswith("(") and text.endswith(")") and text.count("(") == 1 else text

    def zone(self, ref: t.ZoneRef, env: Env) -> str:
        """The index of a list of pieces in `z`."""
        zone = ref.zone
        place = self.add(self._offset(ref.index, zone.index, zone.strides, env), zone.slot)
        if ref.seat is not None:
            base = self.add(self.times(self.expr(ref.seat, env), self.vocabulary.seat_zones), self.vocabulary.shared_zones)
            place = self.add(base, place)
        return str(place)

    # -- expressions --------------------------------------------------------------------------------------------

    def expr(self, node: t.Expr, env: Env) -> Code:
        """The value or the source of an expression."""
        if isinstance(node, (t.FactOf, t.Quantity, t.Apply, t.Op)) and not self._tabling:
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
            case t.CanPay():
                return self.can_pay(node.costs, env)
            case t.HookCall():
                args = "".join(f", {self.expr(arg, env)}" for arg in node.args)
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
        if isinstance(node, t.Op) and node.name == "fits":
            return None
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
        if len(open_locals) == 1 and isinstance(node, t.Op) and node.name not in {"if"}:
            return None  # plain arithmetic is faster than a table
        place: Code = 0
        for name, kind in open_locals:
            values = self.vocabulary.members(kind)
            place = self.add(self.times(place, len(values)) if place != 0 else 0, self.add(env.get(name, py(name)), -values[0]))
        return f"{table}[{place}]"

    def _table(self, node: t.Expr, free: dict[str, Type], known: dict[str, int]) -> tuple[str, list[tuple[str, Type]]] | None:
        open_locals = [(name, kind) for name, kind in sorted(free.items()) if name not in known]
        if any(not self.vocabulary.finite(kind) or kind.kind == "list" for _, kind in open_locals):
            return None
        domains = [self.vocabulary.members(kind) for _, kind in open_locals]
        size = 1
        for domain in domains:
            size *= len(domain)
        if size > TABLE or size == 0:
            return None
        self._tabling += 1
        try:
            values = []
            for combination in product(*domains):
                env: Env = {**known, **{name: value for (name, _), value in zip(open_locals, combination, strict=True)}}
                value = self.expr(node, env)
                if not isinstance(value, int):
                    return None
                values.append(value)
        finally:
            self._tabling -= 1
        if len(set(values)) == 1:
            return str(values[0]), []
        return self.constant(tuple(values)), open_locals

    def _fact(self, node: t.FactOf, env: Env) -> Code:
        of = self.expr(node.of, env)
        if node.side is not None:
            side = self.expr(node.side, env)
            of = self.add(self.times(of, node.fact.sides), side)
        values = node.fact.values
        if isinstance(of, int):
            value = values[of] if 0 <= of < len(values) else -1
            return value if isinstance(value, int) else self.constant(value)
        return f"{self.constant(tuple(values))}[{of}]"  # type: ignore[arg-type]

    # -- operations ---------------------------------------------------------------------------------------------

    def _operation(self, node: t.Op, env: Env) -> Code:
        name = node.name
        if name in {"and", "or"}:
            return self.junction(name, [self.expr(arg, env) for arg in node.args])
        if name == "if":
            return self._conditional(node, env)
        args = [self.expr(arg, env) for arg in node.args]
        if name == "fits":
            return self._fits(args[0], args[1], env)
        if all(isinstance(arg, int) for arg in args):
            from ruleset_core.lang.interpret import ARITHMETIC

            return ARITHMETIC[name](*args)
        if name in {">=", "<"} and isinstance(args[1], int) and args[1] <= 0 and self._never_negative(node.args[0]):
            return int(name == ">=")
        first = args[0]
        if name == "not":
            return f"(not {first})"
        if name == "neg":
            return f"(-{first})"
        if name in {"abs", "min", "max"}:
            return self._function(name, args)
        second = args[1]
        if name == "+":
            return self.add(first, second)
        if name == "-" and isinstance(second, int):
            return self.add(first, -second)
        if name in {"per", "mod"}:
            return self._division("//" if name == "per" else "%", first, second)
        if name in {"==", "!="} and all(arg.type == BOOL for arg in node.args) and isinstance(second, int):
            return first if bool(second) == (name == "==") else f"(not {first})"
        return f"({first}{name}{self.text(second)})" if name in COMPARE else f"({first}{name}{second})"

    @staticmethod
    def _never_negative(node: t.Expr) -> bool:
        """Amounts of resources are never below 0, nor are sums of them."""
        if isinstance(node, t.Op) and node.name == "+":
            return all(ExprGenerator._never_negative(arg) for arg in node.args)
        return isinstance(node, t.Load) and node.field.name in {"held", "filled"}

    def _function(self, name: str, args: list[Code]) -> Code:
        if name == "abs" and isinstance(args[0], str) and args[0].isidentifier():
            return f"({args[0]} if {args[0]}>=0 else -{args[0]})"
        if name != "abs" and all(isinstance(arg, int) or len(arg) < 12 for arg in args):
            sign = "<" if name == "min" else ">"
            return f"({args[0]} if {args[0]}{sign}{args[1]} else {args[1]})"
        return f"{name}({', '.join(map(str, args))})"

    def _division(self, sign: str, first: Code, second: Code) -> Code:
        if isinstance(second, int):
            return f"({first}{sign}{second})" if second > 0 else 0
        return f"({first}{sign}{second})" if second == "s.n" else f"({first}{sign}{second} if {second}>0 else 0)"

    def _conditional(self, node: t.Op, env: Env) -> Code:
        condition = self.expr(node.args[0], env)
        if isinstance(condition, int):
            return self.expr(node.args[1 if condition else 2], env)
        then, otherwise = self.expr(node.args[1], env), self.expr(node.args[2], env)
        if then == otherwise:
            return then
        if node.type == BOOL:
            if otherwise == 0:
                return self.junction("and", [condition, then])
            if then == 1:
                return self.junction("or", [condition, otherwise])
        return f"({self.text(then)} if {condition} else {self.text(otherwise)})"

    @staticmethod
    def junction(name: str, parts: list[Code]) -> Code:
        """`and` / `or` of parts, with known parts worked out."""
        absorbing = 0 if name == "and" else 1
        if any(isinstance(part, int) and bool(part) == bool(absorbing) for part in parts):
            return absorbing  # values have no effects, so the others need not be looked at
        kept = [part for part in parts if isinstance(part, str)]
        if not kept:
            return 1 - absorbing
        return kept[0] if len(kept) == 1 else f"({f' {name} '.join(kept)})"

    def _fits(self, amount: Code, resource: Code, env: Env) -> Code:
        reach = self.program.procedures.get("event reach")
        if reach is not None and reach.suspends:
            return 0
        held, filled = (self.vocabulary.fields[name].offset for name in ("held", "filled"))
        if isinstance(resource, int):
            return self._fits_one(amount, resource, held, filled, env)
        limits = tuple(each.spaces if each.spaces >= 0 else 10**9 for each in self.vocabulary.resources)
        tops = tuple(each.maximum if each.maximum >= 0 and each.overflow else 10**9 for each in self.vocabulary.resources)
        parts = [f"v[{self.add(self.add(self.mine(env), filled), resource)}]+{amount}<={self.constant(limits)}[{resource}]"]
        if any(top < 10**9 for top in tops):
            parts.append(f"v[{self.add(self.add(self.mine(env), held), resource)}]+{amount}<={self.constant(tops)}[{resource}]")
        return f"({' and '.join(parts)})"

    def _fits_one(self, amount: Code, resource: int, held: int, filled: int, env: Env) -> Code:
        bounds = self.vocabulary.resources[resource]
        parts: list[Code] = []
        if bounds.spaces >= 0:
            parts.append(f"v[{self.add(self.mine(env), filled + resource)}]+{amount}<={bounds.spaces}")
        if bounds.maximum >= 0 and bounds.overflow:
            parts.append(f"v[{self.add(self.mine(env), held + resource)}]+{amount}<={bounds.maximum}")
        return self.junction("and", parts)

    def can_pay(self, costs: tuple[tuple[t.Expr, t.Expr], ...], env: Env) -> Code:
        """Whether costs can be paid together."""
        held = self.vocabulary.fields["held"].offset
        pairs = [(self.expr(amount, env), self.expr(resource, env)) for amount, resource in costs]
        pairs = [(amount, resource) for amount, resource in pairs if not isinstance(amount, int) or amount > 0]
        parts: list[Code] = []
        for place, (_, resource) in enumerate(pairs):
            if any(other == resource for _, other in pairs[:place]):
                continue
            total: Code = 0
            for amount, other in pairs:
                share: Code = amount
                if isinstance(amount, str) and len(pairs) > 1:
                    share = f"max(0,{amount})"
                if other == resource:
                    total = self.add(total, share)
                elif not (isinstance(other, int) and isinstance(resource, int)):
                    total = self.add(total, f"({share} if {other}=={resource} else 0)")
            parts.append(f"v[{self.add(self.add(self.mine(env), held), resource)}]>={total}")
        return self.junction("and", parts)

    # -- selections and quantities ------------------------------------------------------------------------------

    def members(self, selection: t.Selection, env: Env) -> str:
        """Source of what a loop goes through."""
        match selection.kind:
            case "values":
                values = selection.values
                if values and values == tuple(range(values[0], values[-1] + 1)):
                    return f"range({values[0]}, {values[-1] + 1})" if values[0] else f"range({len(values)})"
                return self.constant(values)
            case "range" if selection.type == SEAT:
                return "range(s.n)"
            case "range":
                low, high = (self.expr(part, env) for part in selection.parts)
                return f"range({low}, {self.add(high, 1)})" if low != 0 else f"range({self.add(high, 1)})"
            case "items":
                return "(" + "".join(f"{self.expr(part, env)}, " for part in selection.parts) + ")"
            case "fact":
                return str(self.expr(selection.parts[0], env))
            case "others":
                return f"[({env.get('me', 'me')}+i)%s.n for i in range(1, s.n)]"
            case _:
                if selection.zone is None:
                    raise ValueError("a selection of nothing")
                return f"z[{self.zone(selection.zone, env)}]"

    def known_members(self, selection: t.Selection, env: Env) -> tuple[int, ...] | None:
        """What a selection goes through, if that is known when the game is loaded."""
        if selection.kind == "values":
            return selection.values
        if selection.kind in {"items", "range"}:
            parts = [self.expr(part, env) for part in selection.parts]
            known = [part for part in parts if isinstance(part, int)]
            if len(known) != len(parts):
                return None
            return tuple(known) if selection.kind == "items" else tuple(range(known[0], known[1] + 1))
        if selection.kind == "fact":
            table = self.expr(selection.parts[0], env)
            found = self.constants.get(table) if isinstance(table, str) else None
            return found if isinstance(found, tuple) else None
        return None

    def _contains(self, node: t.Contains, env: Env) -> Code:
        of = self.expr(node.of, env)
        values = self.known_members(node.selection, env)
        if values is None:
            return f"({of} in {self.members(node.selection, env)})"
        if isinstance(of, int):
            return int(of in values)
        if len(values) == 1:
            return f"({of}=={self.text(values[0])})"
        if values and values == tuple(range(values[0], values[-1] + 1)):
            return f"({values[0]}<={of}<={values[-1]})"
        return f"({of} in {self.constant(values)})" if values else 0

    def _zone_at(self, node: t.ZoneAt, env: Env) -> Code:
        zone, place = f"z[{self.zone(node.zone, env)}]", self.expr(node.place, env)
        if isinstance(place, int):
            return f"({zone}[{place}] if len({zone})>{place} else -1)" if place >= 0 else -1
        return f"({zone}[{place}] if 0<={place}<len({zone}) else -1)"

    def _quantity(self, node: t.Quantity, env: Env) -> Code:
        if node.kind == "count" and node.where is None and node.selection.kind == "zone":
            return f"len({self.members(node.selection, env)})"
        values = self.known_members(node.selection, env)
        if values is not None and len(values) <= 40:
            unrolled = self._unrolled(node, values, env)
            if unrolled is not None:
                return unrolled
        return self._loop(node, env)

    def _unrolled(self, node: t.Quantity, values: tuple[int, ...], env: Env) -> Code | None:
        terms: list[tuple[int, Code, Code]] = []
        length = 0
        for value in values:
            inner = {**env, node.var: value}
            where = 1 if node.where is None else self.expr(node.where, inner)
            if where == 0:
                continue
            body = 1 if node.body is None else self.expr(node.body, inner)
            terms.append((value, where, body))
            length += len(str(where)) + len(str(body))
            if length > UNROLL:
                return None
        return self._combine(node, terms)

    def _combine(self, node: t.Quantity, terms: list[tuple[int, Code, Code]]) -> Code | None:
        wheres = [where for _, where, _ in terms]
        match node.kind:
            case "any":
                return self.junction("or", wheres)
            case "no":
                inner = self.junction("or", wheres)
                return int(not inner) if isinstance(inner, int) else f"(not {inner})"
            case "every":
                return self.junction("and", [self.junction("or", [self._negated(where), body]) for _, where, body in terms])
            case "count" | "sum":
                return self._total(node, terms)
            case "first":
                result: Code = -1
                for value, where, _ in reversed(terms):
                    result = value if where == 1 else f"({value} if {where} else {self.text(result)})"
                return result
            case "highest" | "lowest" if all(where == 1 for where in wheres) and len(terms) > 1:
                word = "max" if node.kind == "highest" else "min"
                return f"{word}({', '.join(str(body) for _, _, body in terms)})"
        return self._known_choice(node, terms)

    @staticmethod
    def _negated(where: Code) -> Code:
        return int(not where) if isinstance(where, int) else f"(not {where})"

    def _total(self, node: t.Quantity, terms: list[tuple[int, Code, Code]]) -> Code:
        total: Code = 0
        for _, where, body in terms:
            if node.kind == "count":
                # `not not` turns what is merely true into 1
                term: Code = where if isinstance(where, int) else f"(1 if {where} else 0)"
            elif isinstance(where, int):
                term = body
            else:
                term = f"({self.text(body)} if {where} else 0)"
            total = self.add(total, term)
        return total

    def _known_choice(self, node: t.Quantity, terms: list[tuple[int, Code, Code]]) -> Code | None:
        """`highest`, `lowest`, `most`, `least` when everything is known; else the loop does it."""
        known = [(value, body) for value, where, body in terms if where == 1 and isinstance(body, int)]
        if len(known) != len(terms):
            return None
        if not known:
            return 0 if node.kind in {"highest", "lowest"} else -1
        best = (max if node.kind in {"highest", "most"} else min)(body for _, body in known)
        if node.kind in {"highest", "lowest"}:
            return best
        tied = [value for value, body in known if body == best]
        return tied[0] if node.ties == "first" else tied[-1]

    def _loop(self, node: t.Quantity, env: Env) -> Code:
        var = self.name("x")
        inner: Env = {**env, node.var: var}
        members = self.members(node.selection, env)
        where = 1 if node.where is None else self.expr(node.where, inner)
        body = 1 if node.body is None else self.expr(node.body, inner)
        guard = "" if where == 1 else f" if {where}"
        match node.kind:
            case "any" | "no":
                word = "" if node.kind == "any" else "not "
                return f"({word}any({where} for {var} in {members}))"
            case "every":
                return f"all({body} for {var} in {members}{guard})"
            case "count":
                return f"sum(1 for {var} in {members}{guard})"
            case "sum":
                return f"sum({body} for {var} in {members}{guard})"
            case "first":
                return f"next(({var} for {var} in {members}{guard}), -1)"
            case "highest" | "lowest":
                word = "max" if node.kind == "highest" else "min"
                return f"{word}(({body} for {var} in {members}{guard}), default=0)"
        word = "max" if node.kind == "most" else "min"
        order = f"reversed([*{members}])" if node.ties == "last" else members
        return f"{word}(({var} for {var} in {order}{guard}), key=lambda {var}: {body}, default=-1)"

    # -- defines ------------------------------------------------------------------------------------------------

    def _apply(self, node: t.Apply, env: Env) -> Code:
        define = self.vocabulary.defines[node.define]
        if define.value is None:
            raise ValueError(f"`{node.define}` has no value")
        args = [self.expr(arg, env) for arg in node.args]
        me: Env = {key: env[key] for key in env if key == "me" or key.endswith(" base")}
        if all(self._may_repeat(define, name, arg) for name, arg in zip(define.params, args, strict=True)):
            inner: Env = {**me, **dict(zip(define.params, args, strict=True))}
            code = self._modified(define.value, define.modifiers, inner)
            if isinstance(code, int) or len(code) < UNROLL:
                return code
        return f"{self._function_of(node.define)}(s, v, {self.text(env.get('me', 'me'))}{''.join(f', {arg}' for arg in args)})"

    def _may_repeat(self, define: Define, param: str, arg: Code) -> bool:
        """Whether an argument can be written out wherever the parameter stands."""
        if isinstance(arg, int) or CHEAP.fullmatch(arg):
            return True
        if (define.name, param) not in self._param_uses:
            parts = [define.value, *(change.where for change in define.modifiers), *(change.value for change in define.modifiers)]
            named = [node for part in parts for node in everything(part) if isinstance(node, t.Local) and node.name == param]
            self._param_uses[define.name, param] = len(named)
        return self._param_uses[define.name, param] <= 1

    def _modified(self, value: t.Expr, modifiers: list, env: Env) -> Code:  # type: ignore[type-arg]
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

    def _function_of(self, name: str) -> str:
        define = self.vocabulary.defines[name]
        title = f"d_{name}"
        if title not in self.functions and define.value is not None:
            self.functions[title] = []
            params = "".join(f", {py(param)}" for param in define.params)
            saved, self._tabling = self._tabling, 0
            code = self._modified(define.value, define.modifiers, {})
            self._tabling = saved
            base = [f"    mb = {self.vocabulary.shared_size} + me*{self.vocabulary.seat_size}", "    z = s.z"]
            self.functions[title] = [f"def {title}(s, v, me{params}):", *base, f"    return {code}"]
        return title
