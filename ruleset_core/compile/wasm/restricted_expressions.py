"""Types and expressions of restricted Python (see `restricted_python`), as instructions.

Each expression has a type from the annotations, which decides between words of 32 and 64 bits; what is known is worked out:

    half(s + 2 * place + R.options)      local.get 0 · i32.const 2 · local.get 1 · i32.mul · i32.add · i32.load16_u 172
    deep > 0                             local.get 1 · i32.const 0 · i32.gt_s
    R.option_width == 2                  known: 1, so only one way of the `if` can be gone
    t.visits[node]                       the word at the address that the attribute `visits` of the arena holds, 4 * node further on
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from ruleset_core.compile.wasm import module_builder as e
from ruleset_core.compile.wasm.module_builder import I32, I64, FunctionBody

if TYPE_CHECKING:
    from ruleset_core.compile.wasm.restricted_python import RestrictedFunctions


# The types and signs of the small part of Python that `restricted` reads.

KINDS = {
    "int": "word", "bool": "word", "StateMemory": "state", "list[int]": "pieces", "Long": "long", "Wide": "wide", "SearchArena": "room",
    "Words": "words", "Longs": "longs",
}  # fmt: skip
WORDS = {"long": I64, "wide": I64}
"""The types of 64 bits; all others have 32. `values` and `zones` stand for the record they are of, `words` for where numbers of 32
bits lie, `longs` of 64, `picker` for where the word of a random stream lies, `room` for where the attributes of a `SearchArena` lie."""
ENTRIES = {"words": 4, "longs": 8}
"""The bytes of an entry of a list."""
PARTS = {"values": "v", "zones": "z"}
LOADS = {"byte": 1, "small": -1, "half": 2, "word": 4, "long": 8}
STORES = {"set_byte": 1, "set_half": 2, "set_word": 4, "set_long": 8}
SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
    ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=",
    ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
WORKED: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift, "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
UNSIGNED = {"<", "<=", ">", ">=", "/", "%", ">>"}
Signature = tuple[list[str], str | None]


def words_of(kind: str) -> int:
    """The words a type takes."""
    return WORDS.get(kind, I32)


def is_table(param: ast.arg) -> bool:
    """Whether a parameter is a table, which is known and not passed."""
    return param.annotation is not None and ast.unparse(param.annotation).startswith("tuple")


def constant_result(sign: str, first: int, second: int) -> int:
    """What an operation on two known numbers gives."""
    return int(WORKED[sign](first, second))


def sign_of(op: ast.operator | ast.cmpop) -> str:
    """The sign of an operation."""
    return SIGNS[type(op)]


def joined(first: str | None, second: str | None) -> str | None:
    """The type of an operation on two: the wider one."""
    for kind in ("wide", "long"):
        if kind in {first, second}:
            return kind
    return first or second


# Expressions of the small part of Python that `restricted` reads.


class RestrictedLocals:
    """The locals of one function.

    Attributes:
        names: the word that holds each local, and its type.
        parts: locals that stand for a part of a state, and the word that holds its record.
    """

    def __init__(self, functions: RestrictedFunctions, module: ModuleType, title: str, body: FunctionBody) -> None:
        self.functions, self.module, self.title, self.body = functions, module, title, body
        self.names: dict[str, tuple[int, str]] = {}
        self.parts: dict[str, tuple[str, int]] = {}

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

    def is_room(self, title: str) -> bool:
        """Whether a local is a `SearchArena`."""
        return title in self.names and self.names[title][1] == "room"

    def field(self, node: ast.expr) -> tuple[int, int, str] | None:
        """The attribute of a `SearchArena` that an expression is: the word that holds the room, where it lies there, and its type."""
        match node:
            case ast.Attribute(value=ast.Name(id=title), attr=attr) if self.is_room(title):
                at, kind = self.functions.fields[attr]
                return self.names[title][0], at, KINDS[kind]
        return None

    def array(self, node: ast.expr) -> str:
        """Whether an expression is a list of `words` or `longs`; empty if it is none."""
        found = self.field(node)
        kind = (
            found[2]
            if found
            else self.names[node.id][1]
            if isinstance(node, ast.Name) and node.id in self.names
            else ""
        )
        return kind if kind in ENTRIES else ""


# -- Expressions of the small part of Python that `restricted` reads ---------------------------------------------------


class RestrictedExpressions(RestrictedLocals):
    """Writes the expressions of one function."""

    def entry(self, node: ast.Subscript, kind: str) -> None:
        """The address of an entry of such a list."""
        self.emit(node.value, kind)
        self.emit(node.slice, "word")
        self.times(ENTRIES[kind])
        self.body.op("+")

    def constant_value(self, node: ast.expr) -> int | None:
        """The number an expression is, where that is known."""
        if isinstance(node, ast.Name) and node.id in self.names:
            return None
        found = self.functions.folded.get(id(node))
        if found is None:
            found = self.functions.folded[id(node)] = (node, self._known(node))
        return found[1]

    def _known(self, node: ast.expr) -> int | None:
        match node:
            case ast.Constant(value=int() as value):
                return int(value)
            case ast.Name(id=title):
                found = self.functions.known.get(title, getattr(self.module, title, None))
                return found if isinstance(found, int) else None
            case ast.Attribute(value=ast.Name(id=title), attr=attr) if title in self.functions.known:
                return int(getattr(self.functions.known[title], attr))
            case ast.UnaryOp(op=ast.USub(), operand=part):
                found = self.constant_value(part)
                return None if found is None else -found
            case ast.BinOp(left=left, op=op, right=right):
                first, second = self.constant_value(left), self.constant_value(right)
                if first is None or second is None:
                    return None
                return constant_result(sign_of(op), first, second)
            case ast.Compare(left=ast.Attribute(attr="script"), ops=[ast.IsNot()]):
                return 0  # `note_draw` looks whether outcomes are given
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                first, second = self.constant_value(left), self.constant_value(right)
                return None if first is None or second is None else constant_result(sign_of(op), first, second)
            case ast.BoolOp(op=ast.And(), values=values):
                return 0 if any(self.constant_value(each) == 0 for each in values) else None
        return None

    def kind(self, node: ast.expr) -> str | None:
        """The type of an expression; None for a known number, which may be of any."""
        if self.constant_value(node) is not None:
            return None
        match node:
            case ast.Name(id=title):
                return self.names[title][1]
            case ast.BinOp(left=left, right=right):
                return joined(self.kind(left), self.kind(right))
            case ast.UnaryOp(op=ast.USub(), operand=part):
                return self.kind(part)
            case ast.IfExp(body=then, orelse=otherwise):
                return joined(self.kind(then), self.kind(otherwise))
            case ast.Call(func=ast.Name(id="min" | "max"), args=[first, second]):
                return joined(self.kind(first), self.kind(second))
            case ast.Call(func=ast.Name(id=title)):
                if title in {"long", "steps"}:
                    return "long"
                if title in self.names:
                    return "word"
                return self.functions.signatures[title][1] if title in self.functions.signatures else "word"
            case ast.Call(func=ast.Attribute(value=ast.Name(id=title), attr=attr)) if (
                self.names.get(title, (0, ""))[1] == "room"
            ):
                return self.functions.signatures[attr][1]
            case ast.Attribute() if found := self.field(node):
                return found[2]
            case ast.Subscript(value=part) if kind := self.array(part):
                return "long" if kind == "longs" else "word"
            case ast.Subscript(value=part) if self.part(part)[0] == "streams":
                return "wide"
            case ast.Subscript(value=part) if self.part(part)[0] == "z":
                return "pieces"
        return "word"

    def emit(self, node: ast.expr, kind: str) -> None:
        """An expression as a word of a type."""
        known = self.constant_value(node)
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
            case ast.Attribute() if found := self.field(node):
                b.get(found[0])
                b.load(found[1], 8 if found[2] == "long" else 4)
            case ast.Attribute(attr="n"):
                b.get(self.part(node)[1])
                b.load(record.seats, 1)
            case ast.BinOp(left=left, op=op, right=right):
                self.emit(left, kind)
                self.emit(right, kind)
                self.operation(sign_of(op), kind)
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
                    b.begin(e.IF, I32)
                    self.emit(each if isinstance(op, ast.And) else ast.Constant(1), "word")
                    b.otherwise()
                    self.emit(ast.Constant(0) if isinstance(op, ast.And) else each, "word")
                    b.end()
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                self.emit(test, "word")
                b.begin(e.IF, words_of(kind))
                self.emit(then, kind)
                b.otherwise()
                self.emit(otherwise, kind)
                b.end()
            case ast.Call():
                self.call(node)
            case ast.Subscript():
                self.subscript(node)
            case _:
                raise ValueError(f"{self.title}: `{ast.unparse(node)}` is not of the part of Python that the core has")

    def operation(self, sign: str, kind: str) -> None:
        """An operation on two words of a type."""
        self.body.op(f"{sign}u" if kind == "wide" and sign in UNSIGNED else sign, words_of(kind))

    def compare(self, node: ast.Compare) -> None:
        """Comparisons, one or several in a row."""
        b = self.body
        sides = [node.left, *node.comparators]
        kind = None
        for side in sides:
            kind = joined(kind, self.kind(side))
        kind = kind or "word"
        for place, op in enumerate(node.ops):
            self.emit(sides[place], kind)
            self.emit(sides[place + 1], kind)
            self.operation(sign_of(op), kind)
            if place:
                b.op("&")

    def subscript(self, node: ast.Subscript) -> None:
        """An entry of a part of the state, of a table or of a list."""
        b, record = self.body, self.functions.unit.record
        part, of = self.part(node.value)
        match part:
            case "v":
                b.get(of)
                self.place(node.slice, record.value_count, 4)
                b.load(record.values, 4)
            case _ if kind := self.array(node.value):
                self.entry(node, kind)
                b.load(0, ENTRIES[kind])
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
        """A place times the bytes of an entry."""
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
        if (self.constant_value(place) or 0) < 0:
            b.get(at)
            b.load(0, width)
            b.const(self.constant_value(place) or 0)
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
            case ast.Attribute(value=ast.Name(id=title), attr=attr) if self.is_room(title):
                b.get(self.names[title][0])
                return self.called(attr, node.args, given=1)
            case ast.Attribute(value=pieces, attr="append" | "remove" as title):
                self.emit(pieces, "pieces")
                self.emit(node.args[0], "word")
                if title == "append":
                    self.emit(self.zone_of(pieces), "word")
                b.call(f"{title}_piece")
                return False
            case ast.Attribute(value=ast.Attribute(attr="draws"), attr="extend"):
                assert isinstance(node.args[0], ast.Tuple)
                drawn = node.args[0].elts
                assert isinstance(drawn[-1], ast.Name)  # the outcome, which may become another one
                self.called("note_draw", drawn)
                outcome, kind = self.names[drawn[-1].id]
                if words_of(kind) != I32:
                    b.out.append(e.EXTEND_U)
                b.set(outcome)
                return False
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
            case ast.Name(id="min" | "max" as title):
                kind = joined(*(self.kind(arg) for arg in node.args)) or "word"
                held = [b.fresh(words_of(kind)) for _ in node.args]
                for arg, one in zip(node.args, held, strict=True):
                    self.emit(arg, kind)
                    b.set(one)
                for one in (*held, *held):
                    b.get(one)
                self.operation("<" if title == "min" else ">", kind)
                b.out.append(e.SELECT)
                return True
            case ast.Name(id="trap"):
                b.out.append(e.UNREACHABLE)
                return False
            case ast.Name(id="lowest_bit"):
                self.emit(node.args[0], "wide")
                b.out += bytes([e.I64_CTZ, e.WRAP])
                return True
            case ast.Name(id="steps"):
                b.out.append(e.GLOBAL_GET)
                b.out += e.unsigned(self.functions.unit.steps)
                return True
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
        raise ValueError(f"{self.title}: `{ast.unparse(node)}` is not known to the core")

    def called(self, title: str, args: list[ast.expr], given: int = 0) -> bool:
        """A call of a function of ours, some of whose arguments are given already; whether it gives anything."""
        kinds, result = self.functions.signatures[title]
        for arg, kind in zip(args, kinds[given:], strict=True):
            self.emit(arg, kind)
        module = self.functions.short.get(title)
        if module is None:
            self.body.call(title)
        else:
            self.functions.write_out(module, title, self.body)
        return result is not None

    @staticmethod
    def zone_of(pieces: ast.expr) -> ast.expr:
        """The number of the zone that `s.z[...]` is."""
        assert isinstance(pieces, ast.Subscript)
        return pieces.slice

    def address(self, node: ast.expr) -> int:
        """An address; what is known of it is told as an offset."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            known = self.constant_value(node.right)
            if known is not None and known >= 0:
                self.emit(node.left, "word")
                return known
        self.emit(node, "word")
        return 0
