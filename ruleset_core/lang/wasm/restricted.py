"""Functions of ours, written in a small part of Python, as instructions.

So the runtime is written once: `draw`, `move` and the like are read from the very module that the Python executor runs.
What may be written: whole numbers, `if`, `while`, `for ... in range(...)` with a known step, `for piece in pieces`, `break`,
`continue`, `return`, calls of each other, and of a state `s`: `s.v[...]`, `s.streams[...]`, `s.n`, and `s.z[...]`
with `len`, indices, `append` and `remove`. Annotations give the types of parameters: `int` is 32 bits, `Long` 64 with a sign,
`Wide` 64 without; a local has the type of what is first put into it. Places outside of `s.v`, `s.z` and a list of pieces trap; streams are
known numbers.
Numbers wrap around where Python's would grow; what is written here stays within.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.unit import I32, I64, Body, Unit

KINDS = {"int": "word", "bool": "word", "Memory": "state", "list[int]": "pieces", "Long": "long", "Wide": "wide"}
WORDS = {"long": I64, "wide": I64}
"""The types of 64 bits; all others have 32. `values` and `zones` stand for the record they are of, `words` for where numbers of 32
bits lie, `picker` for where the word of a random stream lies."""
PARTS = {"values": "v", "zones": "z"}
LOADS = {"byte": 1, "small": -1, "half": 2, "word": 4, "long": 8}
STORES = {"set_byte": 1, "set_half": 2, "set_word": 4, "set_long": 8}
SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=",
    ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
UNSIGNED = {"<", "<=", ">", ">=", "/", "%", ">>"}
Signature = tuple[list[str], str | None]


@cache
def parsed(module: ModuleType) -> dict[str, ast.FunctionDef]:
    """The functions of a module."""
    tree = ast.parse(inspect.getsource(module))
    return {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}


def signature(function: ast.FunctionDef) -> Signature:
    """The types of parameters and result. Tables (`tuple`) are known, so they are not passed."""
    kinds = [
        KINDS[ast.unparse(each.annotation)] for each in function.args.args if each.annotation and not _is_table(each)
    ]
    given = ast.unparse(function.returns) if function.returns is not None else "None"
    return kinds, None if given == "None" else KINDS[given]


def words_of(kind: str) -> int:
    """The words a type takes."""
    return WORDS.get(kind, I32)


def _is_table(param: ast.arg) -> bool:
    return param.annotation is not None and ast.unparse(param.annotation).startswith("tuple")


class Functions:
    """Functions that may call each other, of one or several modules.

    Attributes:
        signatures: of all functions by name.
        short: those that are written out in place, and their modules.
        known: numbers and tables of numbers by name; objects whose attributes are numbers.
    """

    def __init__(self, unit: Unit, known: Mapping[str, Any], signatures: Mapping[str, Signature]) -> None:
        self.unit = unit
        self.known = known
        self.signatures = dict(signatures)
        self.short: dict[str, ModuleType] = {}
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
            self.signatures[title] = kinds or signature(parsed(module)[title])
            self._waiting.append((module, title, export))
            if short:
                self.short[title] = module

    def write(self) -> None:
        """All functions into the module."""
        for module, title, export in self._waiting:
            _Writer(self, module, parsed(module)[title]).write(export=export)


class _Writer:
    """Writes one function."""

    def __init__(
        self, functions: Functions, module: ModuleType, function: ast.FunctionDef, into: Body | None = None
    ) -> None:
        self.functions, self.module, self.function = functions, module, function
        kinds, self.result = functions.signatures[function.name]
        self.body = into or Body(functions.unit, [words_of(kind) for kind in kinds])
        self.names: dict[str, tuple[int, str]] = {}
        for param, kind in zip((each for each in function.args.args if not _is_table(each)), kinds, strict=True):
            self.names[param.arg] = (self.body.fresh(words_of(kind)) if into else len(self.names), kind)
        self.loops: list[tuple[int, int]] = []
        self.parts: dict[str, tuple[str, int]] = {}
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
        for word, _ in reversed(self.names.values()):
            b.set(word)
        self.leave = b.open(e.BLOCK, words_of(self.result) if self.result else e.NOTHING)
        self.block(self.function.body)
        if self.result:
            b.out.append(e.UNREACHABLE)
        b.close()

    def over(self) -> None:
        """The function is over; what it gives lies on the machine's stack."""
        if self.leave < 0:
            self.body.out.append(e.RETURN)
        else:
            self.body.jump(self.leave)

    # -- statements ---------------------------------------------------------------------------------------------

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
                if self.call(call):
                    b.out.append(e.DROP)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for value in values:
                    self.emit(value, "word")
                for target in reversed(targets):
                    held = b.fresh()
                    b.set(held)
                    self.assign(target, lambda held=held: b.get(held), "word")  # type: ignore[misc]
            case ast.Assign(targets=[ast.Name(id=title)], value=ast.Attribute(attr="v" | "z" | "streams") as part):
                self.parts[title] = self.part(part)
            case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
                kind = self.kind(value) or "word"
                if isinstance(node, ast.AnnAssign):
                    kind = KINDS[ast.unparse(node.annotation)]
                self.assign(target, lambda: self.emit(value, self.target(target, kind)), kind)
            case ast.AugAssign(target=target, op=op, value=value):
                whole = ast.BinOp(left=target, op=op, right=value)
                kind = self.kind(target) or "word"
                self.assign(target, lambda: self.emit(whole, kind), kind)
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
                self.emit(value, self.result or "word")
                self.over()
            case _:
                raise ValueError(
                    f"{self.function.name}: `{ast.unparse(node)}` is not of the part of Python that the core has"
                )

    def target(self, target: ast.expr, kind: str) -> str:
        """The type of what is set."""
        if isinstance(target, ast.Name):
            return self.names[target.id][1] if target.id in self.names else kind
        return self.kind(target) or kind

    def assign(self, target: ast.expr, value: Callable[[], None], kind: str) -> None:
        """Set a local, or a value, stream or piece."""
        b, record = self.body, self.functions.unit.record
        match target:
            case ast.Name(id=title):
                if title not in self.names:
                    self.names[title] = (b.fresh(words_of(kind)), kind)
                value()
                b.set(self.names[title][0])
            case ast.Subscript(value=part, slice=place) if self.part(part)[0] == "v":
                b.get(self.part(part)[1])
                self.place(place, record.value_count, 4)
                value()
                b.store(record.values, 4)
            case ast.Subscript(value=part, slice=place) if self.part(part)[0] == "words":
                b.get(self.part(part)[1])
                self.emit(place, "word")
                self.times(4)
                b.op("+")
                value()
                b.store(0, 4)
            case ast.Subscript(value=part, slice=place) if self.part(part)[0] == "streams":
                b.get(self.part(part)[1])
                self.emit(place, "word")
                self.times(8)
                b.op("+")
                value()
                b.store(record.streams, 8)
            case ast.Subscript(value=pieces, slice=place):
                self.piece(pieces, place)
                value()
                b.store(record.width, record.width)
            case _:
                raise ValueError(f"{self.function.name}: nothing can be put into `{ast.unparse(target)}`")

    def if_(self, node: ast.If) -> None:
        b = self.body
        known = self.known(node.test)
        if known is not None:
            self.block(node.body if known else node.orelse)
            return
        self.emit(node.test, "word")
        b.open(e.IF)
        self.block(node.body)
        if node.orelse:
            b.otherwise()
            self.block(node.orelse)
        b.close()

    def while_(self, node: ast.While) -> None:
        b = self.body
        past, head = b.open(e.BLOCK), b.open(e.LOOP)
        if self.known(node.test) is None:
            self.emit(node.test, "word")
            b.out.append(e.I32_EQZ)
            b.jump_if(past)
        self.loops.append((past, head))
        self.block(node.body)
        self.loops.pop()
        b.jump(head)
        b.close()
        b.close()

    def for_(self, node: ast.For) -> None:
        """Over numbers or pieces; the place is counted apart, so that the body may do what it likes with its local."""
        b = self.body
        assert isinstance(node.target, ast.Name)
        place, stop, step = b.fresh(), b.fresh(), 1
        local = self.names.setdefault(node.target.id, (b.fresh(), "word"))[0]
        pieces = -1
        if isinstance(node.iter, ast.Call):
            args = node.iter.args
            if len(args) == 3:
                step = self.known(args[2]) or 1
            self.emit(args[0] if len(args) > 1 else ast.Constant(0), "word")
            b.set(place)
            self.emit(args[1] if len(args) > 1 else args[0], "word")
        else:
            pieces = b.fresh()
            self.emit(node.iter, "pieces")
            b.tee(pieces)
            b.load(0, self.functions.unit.record.width)
        b.set(stop)
        past, head = b.open(e.BLOCK), b.open(e.LOOP)
        b.get(place)
        b.get(stop)
        b.op(">=" if step > 0 else "<=")
        b.jump_if(past)
        if pieces >= 0:
            width = self.functions.unit.record.width
            b.get(pieces)
            b.get(place)
            self.times(width)
            b.op("+")
            b.load(width, width)
        else:
            b.get(place)
        b.set(local)
        one = b.open(e.BLOCK)
        self.loops.append((past, one))
        self.block(node.body)
        self.loops.pop()
        b.close()
        b.get(place)
        b.const(step)
        b.op("+")
        b.set(place)
        b.jump(head)
        b.close()
        b.close()

    def part(self, node: ast.expr) -> tuple[str, int]:
        """The part of a state that an expression is, and the word that holds its record: `s.v`, or a local that stands for it."""
        match node:
            case ast.Name(id=title) if title in self.parts:
                return self.parts[title]
            case ast.Name(id=title) if title in self.names:
                word, kind = self.names[title]
                return PARTS.get(kind, kind), word
            case ast.Attribute(value=ast.Name(id=title), attr=part) if title in self.names:
                return part, self.names[title][0]
        return "", -1

    # -- expressions --------------------------------------------------------------------------------------------

    def known(self, node: ast.expr) -> int | None:
        """The number an expression is, where that is known."""
        match node:
            case ast.Constant(value=int() as value):
                return int(value)
            case ast.Name(id=title) if title not in self.names:
                found = self.functions.known.get(title, getattr(self.module, title, None))
                return found if isinstance(found, int) else None
            case ast.Attribute(value=ast.Name(id=title), attr=attr) if title in self.functions.known:
                return int(getattr(self.functions.known[title], attr))
            case ast.UnaryOp(op=ast.USub(), operand=part):
                found = self.known(part)
                return None if found is None else -found
            case ast.BinOp(left=left, op=op, right=right):
                first, second = self.known(left), self.known(right)
                if first is None or second is None:
                    return None
                return int(eval(f"{first}{_sign(op)}{second}"))  # noqa: S307 - two numbers of ours and a sign
            case ast.Compare(left=ast.Attribute(attr="script"), ops=[ast.IsNot()]):
                return 0  # outcomes given beforehand are for scenarios, which Python plays
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                first, second = self.known(left), self.known(right)
                return None if first is None or second is None else int(eval(f"{first}{_sign(op)}{second}"))  # noqa: S307
            case ast.BoolOp(op=ast.And(), values=values):
                return 0 if any(self.known(each) == 0 for each in values) else None
        return None

    def kind(self, node: ast.expr) -> str | None:
        """The type of an expression; None for a known number, which may be of any."""
        if self.known(node) is not None:
            return None
        match node:
            case ast.Name(id=title):
                return self.names[title][1]
            case ast.BinOp(left=left, right=right):
                return _join(self.kind(left), self.kind(right))
            case ast.UnaryOp(op=ast.USub(), operand=part):
                return self.kind(part)
            case ast.IfExp(body=then, orelse=otherwise):
                return _join(self.kind(then), self.kind(otherwise))
            case ast.Call(func=ast.Name(id=title)):
                if title == "long":
                    return "long"
                if title in self.names:
                    return "word"
                return self.functions.signatures[title][1] if title in self.functions.signatures else "word"
            case ast.Subscript(value=part) if self.part(part)[0] == "streams":
                return "wide"
            case ast.Subscript(value=part) if self.part(part)[0] == "z":
                return "pieces"
        return "word"

    def emit(self, node: ast.expr, kind: str) -> None:
        """An expression as a word of a type."""
        known = self.known(node)
        if known is not None:
            if words_of(kind) == I32 and known >= 1 << 31:
                known -= 1 << 32
            self.body.const(known, words_of(kind))
            return
        own = self.kind(node) or kind
        self.value(node, own)
        if words_of(own) != words_of(kind):
            self.body.out.append(e.WRAP if words_of(kind) == I32 else e.EXTEND_U if kind == "wide" else e.EXTEND)

    def value(self, node: ast.expr, kind: str) -> None:
        """An expression in the words it has by itself."""
        b, record = self.body, self.functions.unit.record
        match node:
            case ast.Name(id=title):
                b.get(self.names[title][0])
            case ast.Attribute(attr="n"):
                b.get(self.part(node)[1])
                b.load(record.seats, 1)
            case ast.BinOp(left=left, op=op, right=right):
                self.emit(left, kind)
                self.emit(right, kind)
                self.operation(_sign(op), kind)
            case ast.UnaryOp(op=ast.USub(), operand=part):
                b.const(0, words_of(kind))
                self.emit(part, kind)
                b.op("-", words_of(kind))
            case ast.UnaryOp(op=ast.Not(), operand=part):
                self.emit(part, "word")
                b.out.append(e.I32_EQZ)
            case ast.Compare():
                self.compare(node)
            case ast.BoolOp(op=op, values=values):
                self.emit(values[0], "word")
                for each in values[1:]:
                    b.open(e.IF, I32)
                    self.emit(each if isinstance(op, ast.And) else ast.Constant(1), "word")
                    b.otherwise()
                    self.emit(ast.Constant(0) if isinstance(op, ast.And) else each, "word")
                    b.close()
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                self.emit(test, "word")
                b.open(e.IF, words_of(kind))
                self.emit(then, kind)
                b.otherwise()
                self.emit(otherwise, kind)
                b.close()
            case ast.Call():
                self.call(node)
            case ast.Subscript():
                self.subscript(node)
            case _:
                raise ValueError(
                    f"{self.function.name}: `{ast.unparse(node)}` is not of the part of Python that the core has"
                )

    def operation(self, sign: str, kind: str) -> None:
        self.body.op(f"{sign}u" if kind == "wide" and sign in UNSIGNED else sign, words_of(kind))

    def compare(self, node: ast.Compare) -> None:
        b = self.body
        sides = [node.left, *node.comparators]
        kind = None
        for side in sides:
            kind = _join(kind, self.kind(side))
        kind = kind or "word"
        for place, op in enumerate(node.ops):
            self.emit(sides[place], kind)
            self.emit(sides[place + 1], kind)
            self.operation(_sign(op), kind)
            if place:
                b.op("&")

    def subscript(self, node: ast.Subscript) -> None:
        b, record = self.body, self.functions.unit.record
        part, of = self.part(node.value)
        match part:
            case "v":
                b.get(of)
                self.place(node.slice, record.value_count, 4)
                b.load(record.values, 4)
            case "words":
                b.get(of)
                self.emit(node.slice, "word")
                self.times(4)
                b.op("+")
                b.load(0, 4)
            case "streams":
                b.get(of)
                self.emit(node.slice, "word")
                self.times(8)
                b.op("+")
                b.load(record.streams, 8)
            case "z":
                b.get(of)
                at = self.functions.unit.zone_places()
                self.bounded(node.slice, len(record.zones))
                self.times(4)
                b.load(at, 4)
                b.op("+")
            case _ if isinstance(node.value, ast.Name) and node.value.id not in self.names:
                values = self.functions.known[node.value.id]
                at, width = self.functions.unit.numbers(values, min(values), max(values))
                self.bounded(node.slice, len(values))
                self.times(abs(width))
                b.load(at, width)
            case _:
                self.piece(node.value, node.slice)
                b.load(record.width, record.width)

    def times(self, size: int) -> None:
        if size > 1:
            self.body.const(size.bit_length() - 1)
            self.body.op("<<")

    def bounded(self, place: ast.expr, count: int) -> None:
        """A place that must lie below a known number."""
        b = self.body
        held = b.fresh()
        self.emit(place, "word")
        b.tee(held)
        b.const(count)
        b.op(">=u")
        b.trap_if()
        b.get(held)

    def place(self, place: ast.expr, count: int, size: int) -> None:
        """The address of an entry, its array's offset in the record apart."""
        self.bounded(place, count)
        self.times(size)
        self.body.op("+")

    def piece(self, pieces: ast.expr, place: ast.expr) -> None:
        """The address of a piece of a list, but for the length that lies before."""
        b, width = self.body, self.functions.unit.record.width
        at, held = b.fresh(), b.fresh()
        self.emit(pieces, "pieces")
        b.set(at)
        if (self.known(place) or 0) < 0:
            b.get(at)
            b.load(0, width)
            b.const(self.known(place) or 0)
            b.op("+")
        else:
            self.emit(place, "word")
        b.tee(held)
        b.get(at)
        b.load(0, width)
        b.op(">=u")
        b.trap_if()
        b.get(at)
        b.get(held)
        self.times(width)
        b.op("+")

    def call(self, node: ast.Call) -> bool:
        """A call; whether it gives anything."""
        b = self.body
        match node.func:
            case ast.Attribute(value=pieces, attr="append" | "remove" as title):
                self.emit(pieces, "pieces")
                self.emit(node.args[0], "word")
                if title == "append":
                    self.emit(self.zone_of(pieces), "word")
                b.call(f"{title}_piece")
                return False
            case ast.Attribute(value=ast.Attribute(attr="draws"), attr="extend"):
                assert isinstance(node.args[0], ast.Tuple)
                return self.called("note_draw", node.args[0].elts)
            case ast.Name(id="len"):
                self.emit(node.args[0], "pieces")
                b.load(0, self.functions.unit.record.width)
                return True
            case ast.Name(id=title) if title in LOADS:
                b.load(self.address(node.args[0]), LOADS[title])
                return True
            case ast.Name(id=title) if title in STORES:
                offset = self.address(node.args[0])
                self.emit(node.args[1], "wide" if title == "set_long" else "word")
                b.store(offset, STORES[title])
                return False
            case ast.Name(id="copy" | "fill" as title):
                for arg in node.args:
                    self.emit(arg, "word")
                b.out += e.MEMORY_COPY if title == "copy" else e.MEMORY_FILL
                return False
            case ast.Name(id=title) if title in self.names:
                b.get(self.names[title][0])
                return self.called("pick", node.args, given=1)
            case ast.Name(id="min"):
                held = [b.fresh(), b.fresh()]
                for arg, one in zip(node.args, held, strict=True):
                    self.emit(arg, "word")
                    b.set(one)
                for one in (*held, *held):
                    b.get(one)
                b.op("<")
                b.out.append(e.SELECT)
                return True
            case ast.Name(id="trap"):
                b.out.append(e.UNREACHABLE)
                return False
            case ast.Name(id="set_steps"):
                self.emit(node.args[0], "long")
                b.out.append(e.GLOBAL_SET)
                b.out += e.unsigned(self.functions.unit.steps)
                return False
            case ast.Name(id="dispatch"):
                for arg in node.args:
                    self.emit(arg, "word")
                b.out.append(e.CALL_INDIRECT)
                b.out += e.unsigned(self.functions.unit.type([I32], [I32])) + b"\x00"
                return True
            case ast.Name(id=title) if title in self.functions.signatures:
                return self.called(title, node.args)
        raise ValueError(f"{self.function.name}: `{ast.unparse(node)}` is not known to the core")

    def called(self, title: str, args: list[ast.expr], given: int = 0) -> bool:
        """A call of a function of ours, some of whose arguments are given already; whether it gives anything."""
        kinds, result = self.functions.signatures[title]
        for arg, kind in zip(args, kinds[given:], strict=True):
            self.emit(arg, kind)
        module = self.functions.short.get(title)
        if module is None:
            self.body.call(title)
        else:
            _Writer(self.functions, module, parsed(module)[title], self.body).write_out()
        return result is not None

    @staticmethod
    def zone_of(pieces: ast.expr) -> ast.expr:
        """The number of the zone that `s.z[...]` is."""
        assert isinstance(pieces, ast.Subscript)
        return pieces.slice

    def address(self, node: ast.expr) -> int:
        """An address; what is known of it is told as an offset."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            known = self.known(node.right)
            if known is not None and known >= 0:
                self.emit(node.left, "word")
                return known
        self.emit(node, "word")
        return 0


def _sign(op: ast.operator | ast.cmpop) -> str:
    return SIGNS[type(op)]


def _join(first: str | None, second: str | None) -> str | None:
    """The type of an operation on two: the wider one."""
    for kind in ("wide", "long"):
        if kind in {first, second}:
            return kind
    return first or second
