"""The compiler of restricted Python: source of runtime functions in, WebAssembly functions out.

Rules of the engine must be the same in both executors. So they are written once, in Python that is so simple that it can be
compiled: whole numbers, lists of numbers, `if`, `while`, `for`, calls. Types are those of the annotations.

    def option_at(s: int, place: int) -> int:             (R.option_width is known of a game: 2, for Pig)
        if R.option_width == 2:
            return half(s + 2 * place + R.options)        local.get 0 · i32.const 2 · local.get 1 · i32.mul · i32.add · i32.load16_u 172
        return word(s + 4 * place + R.options)            (never reached)

    while deep > 0:                                       block · loop · local.get 1 · i32.const 0 · i32.gt_s · i32.eqz · br_if 1
        count += 1                                        local.get 2 · i32.const 1 · i32.add · local.set 2 · br 0 · end · end

`half` and `word` are `intrinsics`: they become one instruction each.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from ruleset_core.compile.wasm import module_builder as e
from ruleset_core.compile.wasm.module_builder import FunctionBody, ModuleBuilder
from ruleset_core.compile.wasm.restricted_expressions import (
    ENTRIES,
    KINDS,
    RestrictedExpressions,
    Signature,
    is_table,
    words_of,
)

# Functions of the small part of Python that `restricted` reads, statement by statement.


class RestrictedStatements:
    """Writes one function, or writes it out within another (`into`)."""

    def __init__(
        self,
        functions: RestrictedFunctions,
        module: ModuleType,
        function: ast.FunctionDef,
        into: FunctionBody | None = None,
    ) -> None:
        self.functions, self.function = functions, function
        kinds, self.result = functions.signatures[function.name]
        self.body = into or FunctionBody(functions.unit, [words_of(kind) for kind in kinds])
        self.exprs = RestrictedExpressions(functions, module, function.name, self.body)
        for param, kind in zip((each for each in function.args.args if not is_table(each)), kinds, strict=True):
            self.exprs.names[param.arg] = (self.body.fresh(words_of(kind)) if into else len(self.exprs.names), kind)
        self.loops: list[tuple[int, int]] = []
        self.leave = -1

    def write(self, *, export: bool) -> None:
        """The function into the module."""
        self.block(self.function.body)
        if self.result:
            self.body.out.append(e.UNREACHABLE)
        results = [words_of(self.result)] if self.result else []
        self.functions.unit.define(self.function.name, self.body, results, export=export)

    def write_out(self) -> None:
        """The function in the middle of another one; its arguments lie on the machine's stack."""
        b = self.body
        for word, _ in reversed(self.exprs.names.values()):
            b.set(word)
        self.leave = b.begin(e.BLOCK, words_of(self.result) if self.result else e.NOTHING)
        self.block(self.function.body)
        if self.result:
            b.out.append(e.UNREACHABLE)
        b.end()

    def over(self) -> None:
        """The function is over; what it gives lies on the machine's stack."""
        if self.leave < 0:
            self.body.out.append(e.RETURN)
        else:
            self.body.jump(self.leave)

    def block(self, statements: list[ast.stmt]) -> None:
        """Statements one after the other."""
        for each in statements:
            self.statement(each)

    def statement(self, node: ast.stmt) -> None:
        """One statement."""
        b = self.body
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call() as call):
                if self.exprs.call(call):
                    b.out.append(e.DROP)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for value in values:
                    self.exprs.emit(value, "word")
                for target in reversed(targets):
                    held = b.fresh()
                    b.set(held)
                    self.assign(target, lambda held=held: b.get(held), "word")  # type: ignore[misc]
            case ast.Assign(targets=[ast.Name(id=title)], value=ast.Attribute(attr="v" | "z" | "streams") as part):
                self.exprs.parts[title] = self.exprs.part(part)
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                kind = self.exprs.kind(value) or "word"
                if isinstance(node, ast.AnnAssign):
                    kind = KINDS[ast.unparse(node.annotation)]
                self.assign(target, lambda: self.exprs.emit(value, self.target(target, kind)), kind)
            case ast.AugAssign(target=target, op=op, value=value):
                whole = ast.BinOp(left=target, op=op, right=value)
                kind = self.exprs.kind(target) or "word"
                self.assign(target, lambda: self.exprs.emit(whole, kind), kind)
            case ast.If():
                self.if_(node)
            case ast.While():
                self.while_(node)
            case ast.For():
                self.for_(node)
            case ast.Break():
                b.jump(self.loops[-1][0])
            case ast.Continue():
                b.jump(self.loops[-1][1])
            case ast.Return(value=None):
                self.over()
            case ast.Return(value=ast.expr() as value):
                self.exprs.emit(value, self.result or "word")
                self.over()
            case _:
                raise ValueError(
                    f"{self.function.name}: `{ast.unparse(node)}` is not of the part of Python that the core has"
                )

    def target(self, target: ast.expr, kind: str) -> str:
        """The type of what is set."""
        if isinstance(target, ast.Name):
            return self.exprs.names[target.id][1] if target.id in self.exprs.names else kind
        return self.exprs.kind(target) or kind

    def assign(self, target: ast.expr, value: Callable[[], None], kind: str) -> None:
        """Set a local, or a value, stream or piece."""
        b, record = self.body, self.functions.unit.record
        match target:
            case ast.Name(id=title):
                if title not in self.exprs.names:
                    self.exprs.names[title] = (b.fresh(words_of(kind)), kind)
                value()
                b.set(self.exprs.names[title][0])
            case ast.Subscript(value=part, slice=place) if self.exprs.part(part)[0] == "v":
                b.get(self.exprs.part(part)[1])
                self.exprs.place(place, record.value_count, 4)
                value()
                b.store(record.values, 4)
            case ast.Attribute() if found := self.exprs.field(target):
                b.get(found[0])
                value()
                b.store(found[1], 8 if found[2] == "long" else 4)
            case ast.Subscript(value=part) if held := self.exprs.array(part):
                self.exprs.entry(target, held)
                value()
                b.store(0, ENTRIES[held])
            case ast.Subscript(value=part, slice=place) if self.exprs.part(part)[0] == "streams":
                b.get(self.exprs.part(part)[1])
                self.exprs.emit(place, "word")
                self.exprs.times(8)
                b.op("+")
                value()
                b.store(record.streams, 8)
            case ast.Subscript(value=pieces, slice=place):
                self.exprs.piece(pieces, place)
                value()
                b.store(record.width, record.width)
            case _:
                raise ValueError(f"{self.function.name}: nothing can be put into `{ast.unparse(target)}`")

    def if_(self, node: ast.If) -> None:
        """One of two ways, or the one that is known to be gone."""
        b = self.body
        known = self.exprs.constant_value(node.test)
        if known is not None:
            self.block(node.body if known else node.orelse)
            return
        self.exprs.emit(node.test, "word")
        b.begin(e.IF)
        self.block(node.body)
        if node.orelse:
            b.otherwise()
            self.block(node.orelse)
        b.end()

    def while_(self, node: ast.While) -> None:
        """As long as a condition holds."""
        b = self.body
        past, head = b.begin(e.BLOCK), b.begin(e.LOOP)
        if self.exprs.constant_value(node.test) is None:
            self.exprs.emit(node.test, "word")
            b.out.append(e.I32_EQZ)
            b.jump_if(past)
        self.loops.append((past, head))
        self.block(node.body)
        self.loops.pop()
        b.jump(head)
        b.end()
        b.end()

    def for_(self, node: ast.For) -> None:
        """Over numbers or pieces; the place is counted apart, so that the body may do what it likes with its local."""
        b = self.body
        assert isinstance(node.target, ast.Name)
        place, stop, step = b.fresh(), b.fresh(), 1
        local = self.exprs.names.setdefault(node.target.id, (b.fresh(), "word"))[0]
        pieces = -1
        if isinstance(node.iter, ast.Call):
            args = node.iter.args
            if len(args) == 3:
                step = self.exprs.constant_value(args[2]) or 1
            self.exprs.emit(args[0] if len(args) > 1 else ast.Constant(0), "word")
            b.set(place)
            self.exprs.emit(args[1] if len(args) > 1 else args[0], "word")
        else:
            pieces = b.fresh()
            self.exprs.emit(node.iter, "pieces")
            b.tee(pieces)
            b.load(0, self.functions.unit.record.width)
        b.set(stop)
        past, head = b.begin(e.BLOCK), b.begin(e.LOOP)
        b.get(place)
        b.get(stop)
        b.op(">=" if step > 0 else "<=")
        b.jump_if(past)
        if pieces >= 0:
            width = self.functions.unit.record.width
            b.get(pieces)
            b.get(place)
            self.exprs.times(width)
            b.op("+")
            b.load(width, width)
        else:
            b.get(place)
        b.set(local)
        one = b.begin(e.BLOCK)
        self.loops.append((past, one))
        self.block(node.body)
        self.loops.pop()
        b.end()
        b.get(place)
        b.const(step)
        b.op("+")
        b.set(place)
        b.jump(head)
        b.end()
        b.end()


# Functions of ours, written in a small part of Python, as instructions.
#
# So the runtime is written once: `draw`, `move` and the like are read from the very module that the interpreter runs.
# What may be written: whole numbers, `if`, `while`, `for ... in range(...)` with a known step, `for piece in pieces`,
# `break`, `continue`, `return`, calls of each other, `min` and `max` of two, and of a state `s`: `s.v[...]`,
# `s.streams[...]`, `s.n`, and `s.z[...]` with `len`, indices, `append` and `remove`; of a `SearchArena` its attributes,
# numbers or lists of them, and its methods, which are functions whose first parameter it is. Division is of numbers
# not below 0. Annotations give the types of parameters: `int` is 32 bits, `Long` 64 with a sign, `Wide` 64 without; a
# local has the type of what is first put into it. Places outside of `s.v`, `s.z` and a list of pieces trap; streams
# are known numbers. Numbers wrap around where Python's would grow; what is written here stays within.


@cache
def parse_functions(module: ModuleType) -> dict[str, ast.FunctionDef]:
    """The functions of a module."""
    tree = ast.parse(inspect.getsource(module))
    return {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}


def signature(function: ast.FunctionDef) -> Signature:
    """The types of parameters and result. Tables (`tuple`) are known, so they are not passed."""
    kinds = [
        KINDS[ast.unparse(each.annotation)] for each in function.args.args if each.annotation and not is_table(each)
    ]
    given = ast.unparse(function.returns) if function.returns is not None else "None"
    return kinds, None if given == "None" else KINDS[given]


class RestrictedFunctions:
    """Functions that may call each other, of one or several modules.

    Attributes:
        signatures: of all functions by name.
        short: those that are written out in place, and their modules.
        folded: what is known of expressions, by where they are in Python's memory; they are kept so that they stay there.
        known: numbers and tables of numbers by name; objects whose attributes are numbers.
        fields: of a `SearchArena`, where each attribute lies, and its type.
    """

    def __init__(self, unit: ModuleBuilder, known: Mapping[str, Any], signatures: Mapping[str, Signature]) -> None:
        self.unit = unit
        self.known = known
        self.signatures = dict(signatures)
        self.fields: Mapping[str, tuple[int, str]] = {}
        self.short: dict[str, ModuleType] = {}
        self.folded: dict[int, tuple[ast.expr, int | None]] = {}
        self._waiting: list[tuple[ModuleType, str, bool]] = []

    def add(
        self,
        module: ModuleType,
        *titles: str,
        export: bool = False,
        short: bool = False,
        kinds: Signature | None = None,
    ) -> None:
        """Functions of a module; `kinds` where their annotations do not tell the types.

        Those that are `short` are written out where they are called, and for those who print calls of them as well.
        """
        for title in titles:
            if title in self.signatures:
                raise ValueError(f"two functions of the runtime are called `{title}`")
            self.signatures[title] = kinds or signature(parse_functions(module)[title])
            self._waiting.append((module, title, export))
            if short:
                self.short[title] = module

    def write_out(self, module: ModuleType, title: str, body: FunctionBody) -> None:
        """A short function in the middle of another one; its arguments lie on the machine's stack."""
        RestrictedStatements(self, module, parse_functions(module)[title], body).write_out()

    def write(self) -> None:
        """All functions into the module."""
        for module, title, export in self._waiting:
            RestrictedStatements(self, module, parse_functions(module)[title]).write(export=export)
