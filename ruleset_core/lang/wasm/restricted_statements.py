"""Functions of the small part of Python that `restricted` reads, statement by statement."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.restricted_exprs import Expressions
from ruleset_core.lang.wasm.restricted_kinds import ENTRIES, KINDS, is_table, words_of
from ruleset_core.lang.wasm.unit import Body

if TYPE_CHECKING:
    from ruleset_core.lang.wasm.restricted import Functions


class Statements:
    """Writes one function, or writes it out within another (`into`)."""

    def __init__(
        self, functions: Functions, module: ModuleType, function: ast.FunctionDef, into: Body | None = None
    ) -> None:
        self.functions, self.function = functions, function
        kinds, self.result = functions.signatures[function.name]
        self.body = into or Body(functions.unit, [words_of(kind) for kind in kinds])
        self.exprs = Expressions(functions, module, function.name, self.body)
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
        known = self.exprs.known(node.test)
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
        if self.exprs.known(node.test) is None:
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
                step = self.exprs.known(args[2]) or 1
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
