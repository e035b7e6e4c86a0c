"""What all parts of IR generation share: the program, the maker of IR, types, locals, limits; and code that is moved into functions.

    span(1..6)               (1, 6): the range that the local or value of this type gets
    fresh("n")               "_n1_", a local that nothing else has
    me, base                 the acting seat, 0..9 in Pig, and where its values begin: IrLocal("_b"), 3..30

All parts of one game share one context, and so one `IrBuilder`: the same expression is the same object, wherever it is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from itertools import count
from typing import Any

from ruleset_core.analysis.control_flow import recursive_of
from ruleset_core.analysis.step_costs import steps_of
from ruleset_core.compile import ir
from ruleset_core.compile.ir import WORD, IrExpr
from ruleset_core.compile.ir.ir_builder import IrBuilder, high, low, parts_of, within
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.types import Type

Env = dict[Any, Any]
"""What locals stand for, by name, and some of what is known there (`BASES`, `compile.irgen.quantity_generation.AROUND`)."""
BASE = "_b"
"""Where the block of the acting seat begins in `v`."""
BASES = None
"""In what locals stand for: where the blocks of seats begin, by the expression of the seat."""


class IrContext:
    """The lowest layer of IR generation: needs no part."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.steps = steps_of(program)
        self.recursive = recursive_of(program)
        self.v = program.vocabulary
        self.make = IrBuilder()
        self._spans: dict[int, tuple[Type, tuple[int, int], bool, bool]] = {}
        self._fresh = 0
        self.players = self.make.player_count(*self.v.players)

    # -- types and locals ---------------------------------------------------------------------------------------

    def fresh(self, stem: str) -> str:
        """The name of a local that nothing else has."""
        self._fresh += 1
        return f"_{stem}{self._fresh}_"

    def span(self, kind: Type) -> tuple[int, int]:
        """The least and the greatest value of a type."""
        return (self._spans.get(id(kind)) or self._looked_at(kind))[1]

    def _looked_at(self, kind: Type) -> tuple[Type, tuple[int, int], bool, bool]:
        """A type, its range, whether it is finite, and whether there is a gap between none and its first number."""
        gap = kind.optional and kind.kind == "int" and (kind.low or 0) > 0
        # the type is kept with what is known of it, so that its id is not given to another
        found = self._spans[id(kind)] = (kind, self._span(kind), self.v.finite(kind), gap)
        return found

    def _span(self, kind: Type) -> tuple[int, int]:
        if kind.kind == "bool":
            least, most = 0, 1
        elif kind.kind == "int":
            least, most = WORD if kind.low is None or kind.high is None else (kind.low, kind.high)
        elif kind.kind == "member":
            least, most = 0, self.v.domains[kind.domain].size - 1
        elif kind.kind == "none":
            least, most = -1, -1
        else:
            return WORD
        return (min(least, -1) if kind.optional else least), max(most, least)

    def local(self, name: str, kind: Type) -> ir.IrLocal:
        """A local of a type."""
        return self.make.local(name, *self.span(kind))

    def local_value(self, node: t.Local, env: Env) -> IrExpr:
        """What a local stands for."""
        held: IrExpr | None = env.get(node.name)
        if held is not None:
            return held
        return self.me(env) if node.name == "me" else self.local(node.name, node.type)

    def fitting(self, code: IrExpr, kind: Type) -> IrExpr:
        """A value that is handed on where a type is asked for: it must be of the type, and within 32 bits."""
        _, (least, most), finite, gap = self._spans.get(id(kind)) or self._looked_at(kind)
        if not finite:
            return self.make.word_checked(code)
        if not gap and within(code, least, most):
            return code
        if not gap:
            return self.make.range_checked(code, least, most)
        first = kind.low or 0
        if within(code, first, most):
            return code

        def fits(held: IrExpr) -> IrExpr:
            fine = self.make.any_of((self.make.compare("==", held, -1), self.make.compare(">=", held, first)))
            return self.make.conditional(
                fine, self.make.range_checked(held, -1, most), self.make.range_checked(-2, least, most)
            )

        return self.make.evaluate_once(code, fits, "_l")

    def held(self, code: IrExpr, out: list[Any]) -> IrExpr:
        """An expression that is used several times: where it spends steps, a local that is set before."""
        if not self.make.costs_steps(code):
            return code
        local = self.make.local(self.fresh("h"), low(code), high(code))
        out.append(ir.IrSetLocal(local, code))
        return local

    def narrow(self, code: IrExpr, least: int, most: int) -> IrExpr:
        """An expression that is known to lie in a range where it stands."""
        if isinstance(code, int) or within(code, least, most) or max(low(code), least) > min(high(code), most):
            return code
        return self.make.narrow(code, least, most)

    # -- the acting seat ----------------------------------------------------------------------------------------

    def base_of(self, seat: IrExpr) -> IrExpr:
        """Where the block of a seat begins, worked out."""
        make, v = self.make, self.v
        return make.add(make.multiply(seat, v.seat_size), v.shared_size)

    def me(self, env: Env) -> IrExpr:
        """The acting seat."""
        found: IrExpr | None = env.get("me")
        return self.make.local("me", 0, self.v.players[1] - 1) if found is None else found

    def acting(self) -> Env:
        """What is known at the head of a function with an acting seat: its number and where its block begins."""
        me = self.me({})
        return {"me": me, BASES: {me: self.base_local(BASE)}}

    def base_local(self, name: str) -> ir.IrLocal:
        """A local that says where the block of a seat begins."""
        v = self.v
        return self.make.local(name, v.shared_size, v.shared_size + (v.players[1] - 1) * v.seat_size)

    def base(self, seat: IrExpr, env: Env) -> IrExpr:
        """Where the block of a seat begins."""
        bases = env.get(BASES)
        known = bases.get(seat) if bases else None
        return self.base_of(seat) if known is None else known

    def mine(self, env: Env) -> IrExpr:
        """Where the block of the acting seat begins."""
        return self.base(self.me(env), env)


# Outlining: code that is moved into functions, whose parameters are the locals it reads.
#
# Quantities and long expressions occur in many places of a game. Each becomes a function once; the locals that it reads become its
# parameters. Two that do the same share one function, whatever their locals were called:
#
#     count c in hand where c.rank > 5     IrCall("q0", [me])
#     count x in hand where x.rank > 5     IrCall("q0", [me])         the loop variable has another name: the same function
#     count c in leader.hand where ...     IrCall("q1", [])           another zone: another function
#
# Procedures of the data that never ask become functions, too (`p3`); one that asks is made of blocks. Small functions are written
# out again in place by `wasm.statement_codegen`.

Names = dict[str, ir.IrLocal]
NOTHING: Names = {}


class OutlinedFunctions:
    """The functions made so far, each after those that it calls."""

    def __init__(self, build: IrContext) -> None:
        self.b = build
        self.made: dict[str, ir.IrFunction] = {}
        self.hooks: set[str] = set()
        self.longest: dict[str, int] = {}
        """The longest length of every gathered list."""
        self._free: dict[ir.IrNode, Names] = {}
        self._alike: dict[Any, str] = {}
        build.make.apart = self._with

    # -- which locals are read ----------------------------------------------------------------------------------

    def free(self, code: IrExpr) -> Names:
        """The locals that an expression reads."""
        if isinstance(code, int):
            return NOTHING
        found = self._free.get(code)
        if found is None:
            found = {code.name: code} if type(code) is ir.IrLocal else NOTHING
            for part in parts_of(code):
                read = self._free.get(part)
                if read is None:
                    read = self.free(part)
                found = _both(found, read) if found else read
            self._free[code] = found
        return found

    def free_in(self, body: Sequence[Any]) -> Names:
        """The locals that statements read before they set them."""
        found: Names = {}
        self._read(body, frozenset(), found)
        return found

    def _read(self, body: Sequence[Any], bound: frozenset[str], found: Names) -> frozenset[str]:
        for each in body:
            kind = type(each)
            if kind is ir.IrSetLocal:
                self._note(each.value, bound, found)
                bound |= {each.local.name}
            elif kind is ir.IrIf:
                self._note(each.condition, bound, found)
                then = self._read(each.then, bound, found)
                bound = then & self._read(each.otherwise, bound, found)
            elif kind is ir.IrLoop:
                for code in parts_of(each.source):
                    self._note(code, bound, found)
                self._read(each.body, bound | {each.local.name}, found)
            elif kind is ir.IrSort:
                self._note(each.zone, bound, found)
                self._note(each.key, bound | {each.local.name}, found)
            else:
                for code in parts_of(each):
                    self._note(code, bound, found)
        return bound

    def _note(self, code: IrExpr, bound: frozenset[str], found: Names) -> None:
        for name, local in self.free(code).items():
            if name not in bound:
                found[name] = _wider(found[name], local) if name in found else local

    def variable(self, span: tuple[int, int], env: Env) -> tuple[ir.IrLocal, ir.IrLocal]:
        """A variable of a loop that goes from the least to the greatest of `span`, and where the block of a seat it stands for begins.

        Both have names that nothing in scope reads: in `any h in cell where (any t in s.turns where ...)` the list of turns is
        looked up with what stands for `s`, so if `s` is `_x1_` neither `h` nor `t` may be.
        """
        scope: list[IrExpr] = []
        for held in env.values():
            if isinstance(held, dict):
                scope += [*held, *held.values()]
            else:
                scope.append(held)
        read = {name for code in scope for name in self.free(code)}
        number = next(each for each in count() if not read & {f"_x{each}_", f"_s{each}_"})
        return self.b.make.local(f"_x{number}_", *span), self.b.base_local(f"_s{number}_")

    # -- making them --------------------------------------------------------------------------------------------

    def add(
        self, name: str, params: tuple[ir.IrLocal, ...], body: list[Any], gives: tuple[int, int] | None, title: str
    ) -> ir.IrFunction:
        """A function with a name of its own."""
        least, most = gives or (0, 0)
        made = self.made[name] = ir.IrFunction(name, params, body, gives is not None, least, most, title)
        if self._breaks(body):
            self.b.make.breaking.add(name)
        if self._spends(body):
            self.b.make.spending.add(name)
        return made

    def _spends(self, body: Sequence[Any]) -> bool:
        """Whether statements spend steps."""
        for each in body:
            kind = type(each)
            if kind is ir.IrChargeSteps or any(map(self.b.make.costs_steps, parts_of(each))):
                return True
            if kind is ir.IrIf and (self._spends(each.then) or self._spends(each.otherwise)):
                return True
            if kind is ir.IrLoop and (type(each.source) is ir.IrFoundSource or self._spends(each.body)):
                return True
        return False

    def _breaks(self, body: Sequence[Any]) -> bool:
        """Whether statements may break a rule, or spend steps, or do anything but work out a value."""
        discardable = self.b.make.is_discardable
        for each in body:
            kind = type(each)
            if kind is ir.IrSetLocal or kind is ir.IrReturn:
                fine = discardable(each.value)
            elif kind is ir.IrIf:
                fine = discardable(each.condition) and not self._breaks(each.then) and not self._breaks(each.otherwise)
            elif kind is ir.IrLoop:
                fine = type(each.source) is not ir.IrFoundSource and all(map(discardable, parts_of(each.source)))
                fine = fine and not self._breaks(each.body)
            else:
                fine = False
            if not fine:
                return True
        return False

    def called(
        self, stem: str, key: Any, body: list[Any], gives: tuple[int, int], title: str, args: dict[str, IrExpr]
    ) -> IrExpr:
        """What a function of this body gives; one that is alike (`key`) is used again. `args`: what locals stand for."""
        name = self._alike.get(key)
        if name is None:
            params = tuple(local for _, local in sorted(self.free_in(body).items()))
            name = self._alike[key] = f"{stem}{len(self.made)}"
            self.add(name, params, body, gives, title)
        return self.call(name, args)

    def call(self, name: str, args: dict[str, IrExpr]) -> IrExpr:
        """What a function gives; locals that `args` does not name are handed on as they are."""
        made = self.made[name]
        given = tuple(args.get(each.name, each) for each in made.params)
        return self.b.make.call(name, given, made.low, made.high)

    def _with(self, code: ir.IrNode, local: ir.IrLocal, value: IrExpr) -> IrExpr:
        """A function of an expression in which a local stands for another expression, which is worked out in any case."""
        if not within(value, *WORD):  # parameters are words, other locals need not be
            gives = (code.low, code.high)
            return self.called("x", (code, value), [ir.IrSetLocal(local, value), ir.IrReturn(code)], gives, "", {})
        return (
            self.apart(code, {local.name: value})
            if local.name in self.free(code)
            else self.b.make.sequence(value, code)
        )

    def apart(self, code: ir.IrNode, args: dict[str, IrExpr] | None = None) -> IrExpr:
        """The same expression as a function of its own."""
        gives = (code.low, code.high)
        return self.called("x", ("apart", code), [ir.IrReturn(code)], gives, "", args or {})


def _both(one: Names, other: Names) -> Names:
    if one is other or other.items() <= one.items():
        return one
    found = dict(one)
    for name, local in other.items():
        found[name] = _wider(found[name], local) if name in found else local
    return found


def _wider(one: ir.IrLocal, other: ir.IrLocal) -> ir.IrLocal:
    if one is other:
        return one
    least, most = min(one.low, other.low), max(one.high, other.high)
    return ir.IrLocal(least, most, 1, 1, one.name)


def structure_key(part: Any) -> Any:
    """What is the same for statements that do the same: expressions that are alike are one object already."""
    if isinstance(part, ir.IrNode) or not is_dataclass(part):
        return tuple(map(structure_key, part)) if isinstance(part, (list, tuple)) else part
    return (type(part), *(structure_key(getattr(part, each.name)) for each in fields(part)))
