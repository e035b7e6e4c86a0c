"""A WebAssembly module in the making: binary encoding, functions, memory and instructions.

The binary format needs numbers where code generation has names: of functions, types, addresses. The builder gives them out:

>>> unsigned(300).hex(), constant(5).hex(), signature([I32, I32], [I32]).hex()    # LEB128; i32.const 5; (i32, i32) -> i32
('ac02', '4105', '60027f7f017f')
>>> from ruleset_core import load
>>> builder = ModuleBuilder(load("pig").source.ir)
>>> body = FunctionBody(builder, [I32, I32])     # words 0 and 1 are parameters
>>> for word in (0, 1):
...     body.get(word)
>>> body.op("+")
>>> body.out.hex(" ")                            # local.get 0 · local.get 1 · i32.add
'20 00 20 01 6a'
>>> builder.define("sum", body, [I32], export=True)

`ModuleBuilder.bytes` puts the sections together. Functions may be called before they are defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ruleset_core.compile.ir import IrFunction, IrNode, IrProgram, IrTable
from ruleset_core.compile.wasm.state_layout import SECTION, RecordLayout, SharedMemory, frame_words, module_metadata

# WebAssembly's binary format, as far as we need it: numbers, instructions, and a module put together of its parts.
#
# Instructions are bytes appended to a `bytearray`; those without operands are the constants below. Source:
# WebAssembly Core Specification 2.0 with tail calls, chapter 5 (binary format).

I32, I64, V128 = 0x7F, 0x7E, 0x7B
"""Types of words."""
NOTHING = 0x40
"""The type of a block that leaves nothing behind."""

UNREACHABLE, BLOCK, LOOP, IF, ELSE, END, BR, BR_IF, RETURN, CALL = (
    0x00,
    0x02,
    0x03,
    0x04,
    0x05,
    0x0B,
    0x0C,
    0x0D,
    0x0F,
    0x10,
)
CALL_INDIRECT, RETURN_CALL, DROP, SELECT = 0x11, 0x12, 0x1A, 0x1B
LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET = 0x20, 0x21, 0x22, 0x23, 0x24
I32_CONST, I64_CONST = 0x41, 0x42
WRAP, EXTEND, EXTEND_U = 0xA7, 0xAC, 0xAD
I32_EQZ, I64_EQZ, I64_CTZ = 0x45, 0x50, 0x7A
MEMORY_COPY, MEMORY_FILL = b"\xfc\x0a\x00\x00", b"\xfc\x0b\x00"

OPERATIONS = {
    "==": (0x46, 0x51), "!=": (0x47, 0x52), "<": (0x48, 0x53), "<u": (0x49, 0x54), ">": (0x4A, 0x55), ">u": (0x4B, 0x56),
    "<=": (0x4C, 0x57), "<=u": (0x4D, 0x58), ">=": (0x4E, 0x59), ">=u": (0x4F, 0x5A), "+": (0x6A, 0x7C), "-": (0x6B, 0x7D),
    "*": (0x6C, 0x7E), "/": (0x6D, 0x7F), "/u": (0x6E, 0x80), "%": (0x6F, 0x81), "%u": (0x70, 0x82), "&": (0x71, 0x83),
    "|": (0x72, 0x84), "^": (0x73, 0x85), "<<": (0x74, 0x86), ">>": (0x75, 0x87), ">>u": (0x76, 0x88), "rotr": (0x78, 0x8A),
}  # fmt: skip
"""Operations on two words: the instruction for 32 bits, and for 64. `u`: the words are taken as never below 0."""

LOADS = {1: 0x2D, -1: 0x2C, 2: 0x2F, -2: 0x2E, 4: 0x28, -4: 0x28, 8: 0x29, -8: 0x29}
"""Reads a word of so many bytes (negative: with a sign); of 8 bytes as 64 bits, else as 32."""
STORES = {1: 0x3A, 2: 0x3B, 4: 0x36, 8: 0x37}
"""Writes a word of so many bytes."""
VECTOR, LOAD_VECTOR, STORE_VECTOR = 0xFD, 0x00, 0x0B
"""What instructions of vectors begin with; 16 bytes of memory."""
LOAD_LONG = 0x34
"""Reads 4 bytes with a sign as 64 bits."""
STORE_LONG = 0x3E
"""Writes the lower 4 bytes of 64 bits."""
HOOKS = "hook"
"""What the module is called of which functions of a game's plugin are imported."""
ALIGNED = {1: b"\x00", 2: b"\x01", 4: b"\x02", 8: b"\x03"}


def _unsigned(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def _signed(number: int) -> bytes:
    found = bytearray()
    while not -64 <= number < 64:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number & 0x7F)
    return bytes(found)


_SMALL = [_unsigned(number) for number in range(1 << 14)]
_NEAR = {number: bytes([I32_CONST]) + _signed(number) for number in range(-1024, 1 << 13)}
GETS, SETS, TEES = (
    [bytes([code]) + _unsigned(number) for number in range(512)] for code in (LOCAL_GET, LOCAL_SET, LOCAL_TEE)
)
"""The instructions for the first words of a function."""


def unsigned(number: int) -> bytes:
    """A number that is never below 0."""
    return _SMALL[number] if number < 1 << 14 else _unsigned(number)


def constant(number: int) -> bytes:
    """The instruction that gives a known number of 32 bits; from 2**31 on it stands for the one with the same bits."""
    found = _NEAR.get(number)
    if found is None:
        found = bytes([I32_CONST]) + _signed(number - (1 << 32) if number >= 1 << 31 else number)
    return found


def long_constant(number: int) -> bytes:
    """The instruction that gives a known number of 64 bits; from 2**63 on it stands for the one with the same bits."""
    return bytes([I64_CONST]) + _signed(number - (1 << 64) if number >= 1 << 63 else number)


def vector(items: Sequence[bytes]) -> bytes:
    """Items with their number before them."""
    return unsigned(len(items)) + b"".join(items)


def name(text: str) -> bytes:
    """A name of an export."""
    written = text.encode()
    return unsigned(len(written)) + written


def signature(params: Iterable[int], results: Iterable[int]) -> bytes:
    """The type of a function."""
    return b"\x60" + b"".join(unsigned(len(each)) + each for each in (bytes(params), bytes(results)))


def locals_of(kinds: bytes) -> bytes:
    """The declaration of locals: runs of one type."""
    runs: list[tuple[int, int]] = []
    for kind in kinds:
        if runs and runs[-1][1] == kind:
            runs[-1] = (runs[-1][0] + 1, kind)
        else:
            runs.append((1, kind))
    return vector([unsigned(count) + bytes([kind]) for count, kind in runs])


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + unsigned(len(content)) + content


def _imports(module: str, functions: Sequence[tuple[str, int]]) -> list[bytes]:
    """Functions of another module by name and type."""
    return [name(module) + name(title) + b"\x00" + unsigned(kind) for title, kind in functions]


def assemble(
    types: Sequence[bytes], functions: Sequence[tuple[int, bytes]], dispatch: Sequence[int], pages: int,
    variables: Sequence[tuple[int, int]], exports: Sequence[tuple[str, int]], data: Sequence[tuple[int, bytes]],
    notes: tuple[str, bytes], hooks: Sequence[str] = (),
) -> bytes:  # fmt: skip
    """A module.

    Args:
        types: signatures.
        functions: for each its type, and its locals and instructions.
        dispatch: the table of functions called by number.
        pages: of memory, 64 KiB each; the host may add some.
        variables: globals: their type and first value.
        exports: functions by name; the memory is exported as `memory`, the globals as `global0`...
        data: what lies in memory at first, by address.
        hooks: functions of the host by name, which take and give nothing, imported as of `HOOKS`; they have the first
            numbers and the first type.
        notes: a section of our own, which engines pass over: its name and content. It comes first.
    """
    named = [name("memory") + b"\x02\x00"]
    named += [name(title) + b"\x00" + unsigned(number) for title, number in exports]
    named += [name(f"global{number}") + b"\x03" + unsigned(number) for number in range(len(variables))]
    bodies = [unsigned(len(body)) + body for _, body in functions]
    placed = [b"\x00" + constant(at) + b"\x0b" + unsigned(len(content)) + content for at, content in data]
    starts = [
        bytes([kind, 1]) + (constant(first) if kind == I32 else long_constant(first)) + b"\x0b"
        for kind, first in variables
    ]
    return b"".join(
        (
            b"\0asm\1\0\0\0",
            _section(0, name(notes[0]) + notes[1]),
            _section(1, vector(types)),
            _section(2, vector(_imports(HOOKS, [(each, 0) for each in hooks]))) if hooks else b"",
            _section(3, vector([unsigned(kind) for kind, _ in functions])),
            _section(4, vector([b"\x70\x00" + unsigned(len(dispatch))])),
            _section(5, vector([b"\x00" + unsigned(pages)])),
            _section(6, vector(starts)),
            _section(7, vector(named)),
            _section(9, vector([b"\x00" + constant(0) + b"\x0b" + vector([unsigned(each) for each in dispatch])])),
            _section(10, vector(bodies)),
            _section(11, vector(placed)),
        )
    )


def assemble_beside(
    types: Sequence[bytes],
    imports: Sequence[tuple[str, int]],
    functions: Sequence[tuple[int, bytes]],
    exports: Sequence[tuple[str, int]],
) -> bytes:
    """A module that has functions alone, and works in the memory of another.

    Args:
        types: signatures.
        imports: functions of the other module, by name and type; its memory is imported before them.
        functions: for each its type, and its locals and instructions.
        exports: functions by name; imported ones have the first numbers.
    """
    needed = [name("game") + name("memory") + b"\x02\x00\x01"]
    needed += _imports("game", imports)
    bodies = [unsigned(len(body)) + body for _, body in functions]
    return b"".join(
        (
            b"\0asm\1\0\0\0",
            _section(1, vector(types)),
            _section(2, vector(needed)),
            _section(3, vector([unsigned(kind) for kind, _ in functions])),
            _section(7, vector([name(title) + b"\x00" + unsigned(number) for title, number in exports])),
            _section(10, vector(bodies)),
        )
    )


# A module in the making: its functions by name, what lies in its memory, and the body of one function.

PAGE = 1 << 16
Raw = bytes


class ModuleBuilder:
    """A module in the making.

    Attributes:
        steps: the number of the global that counts steps down.
        hooked: see `ModuleMetadata`.
    """

    def __init__(self, code: IrProgram) -> None:
        self.code = code
        self.record = RecordLayout(code.layout)
        self.frame_words = frame_words(code)
        self.alone = code.alone
        self.weights: dict[str, int] = {}
        self.variables: list[tuple[int, int]] = []
        self.steps = self.variable(I64)
        board: Any = code.board
        self.spaces = 0 if board is None else len(board.around)
        self.top = SharedMemory.free
        self.hooked = self.room(4 * (1 + max(code.hooks.values()))) if code.hooks else 0
        self.data: list[tuple[int, bytes]] = []
        self.lists: dict[str, int] = {}
        self.searches: dict[str, tuple[int, int]] = {}
        self.kept_searches = {name: self.room(16) for name in code.kept}
        self.ways: dict[str, int] = {}
        self.continued: set[int] = set()
        self._bytes: dict[tuple[bytes, int], int] = {}
        self._tables: dict[int, tuple[int, int]] = {}
        self._types: dict[bytes, int] = {}
        self._numbers: dict[str, int] = {}
        self._bodies: dict[int, tuple[int, bytes]] = {}
        self._exports: list[str] = []
        if code.hooks:  # what is imported has the first numbers
            self.type([], [])
        for name in code.hooks:
            self.number(hook_title(name))
        self.dispatch: list[str] = []

    # -- functions ----------------------------------------------------------------------------------------------

    def number(self, title: str) -> bytes:
        """The number of a function, which may be defined later."""
        return unsigned(self._numbers.setdefault(title, len(self._numbers)))

    def type(self, params: Sequence[int], results: Sequence[int]) -> int:
        """The number of a signature."""
        return self._types.setdefault(signature(params, results), len(self._types))

    def define(self, title: str, body: FunctionBody, results: Sequence[int], *, export: bool = False) -> None:
        """A function is written."""
        self.number(title)
        code = locals_of(bytes(body.kinds[body.params :])) + bytes(body.out) + b"\x0b"
        self._bodies[self._numbers[title]] = (self.type(body.kinds[: body.params], results), code)
        if export:
            self._exports.append(title)

    def variable(self, kind: int, first: int = 0) -> int:
        """A global of the module."""
        self.variables.append((kind, first))
        return len(self.variables) - 1

    def function(self, title: str) -> IrFunction:
        """A function of the intermediate program."""
        return self.code.functions[title]

    def direct(self, block: int) -> str:
        """The function of a block that is given the values of its frame."""
        self.continued.add(block)
        return f"block {block} with its values"

    # -- memory -------------------------------------------------------------------------------------------------

    def room(self, size: int) -> int:
        """So many bytes that all states share."""
        at = self.top
        self.top = -(-(at + size) // 8) * 8
        return at

    def search(self, function: str, size: int) -> tuple[int, int]:
        """Where a function that searches keeps what it found, and its marks."""
        if function not in self.searches:
            self.searches[function] = (self.room(4 * size), self.room(size))
        return self.searches[function]

    def kept_search(self, function: str) -> int:
        """Where it is noted whether what a search found is kept, and how many steps it took: 4 and, behind 8 bytes, 8."""
        return self.kept_searches[function]

    def shared_list(self, held: str) -> int:
        """Where a gathered list of blocks lies: its length, then its numbers."""
        if held not in self.lists:
            self.lists[held] = self.room(4 + 4 * self.code.layout.lists[held])
        return self.lists[held]

    def constant(self, content: bytes) -> int:
        """Where known bytes lie."""
        key = (content, 0)
        if key not in self._bytes:
            self._bytes[key] = at = self.room(len(content))
            self.data.append((at, content))
        return self._bytes[key]

    def numbers(self, values: Sequence[int], low: int, high: int) -> tuple[int, int]:
        """Where known numbers lie, and the bytes each takes (negative: with a sign)."""
        for width in (1, -1, 2, -2, -4, -8):
            bits = 8 * abs(width)
            least, most = (-1 << bits - 1, (1 << bits - 1) - 1) if width < 0 else (0, (1 << bits) - 1)
            if least <= low and high <= most:
                size = abs(width)
                return self.constant(
                    b"".join(each.to_bytes(size, "little", signed=width < 0) for each in values)
                ), width
        raise ValueError("a number of a table does not fit 64 bits")

    def table(self, table: IrTable) -> tuple[int, int]:
        """Where the numbers of a table lie, and the bytes each takes; the rows of a table of lists lie one after another."""
        found = self._tables.get(table.number)
        if found is None:
            flat = [one for row in table.rows for one in row] if is_rows(table) else table.rows  # type: ignore[union-attr]
            found = self._tables[table.number] = self.numbers(flat, table.low, table.high)  # type: ignore[arg-type]
        return found

    def starts(self, table: IrTable) -> tuple[int, int]:
        """For a table of lists: where each row begins among its numbers, and at the end how many there are."""
        starts = [0]
        for row in table.rows:
            starts.append(starts[-1] + len(row))  # type: ignore[arg-type]
        return self.numbers(starts, 0, max(1 << 8, starts[-1]))

    def zone_places(self) -> int:
        """Where the table lies that tells for each zone where it lies in a record, in four bytes."""
        return self.numbers(self.record.zones, -(1 << 31), 0)[0]

    def bytes(self) -> bytes:
        """The module."""
        first = len(self.code.hooks)
        missing = [title for title, number in self._numbers.items() if number >= first and number not in self._bodies]
        if missing:
            raise ValueError(f"no such function: {', '.join(missing)}")
        functions = [self._bodies[number] for number in range(first, len(self._numbers))]
        return assemble(
            list(self._types),
            functions,
            [self._numbers[title] for title in self.dispatch],
            -(-self.heap // PAGE),
            self.variables,
            [(title, self._numbers[title]) for title in self._exports],
            self.data,
            (SECTION, module_metadata(self.code, self.heap, self.hooked).written()),
            list(self.code.hooks),
        )

    def beside(self, imports: Sequence[tuple[str, int]]) -> Raw:
        """A module that stands beside the one of a game, with functions alone: those it imports, by title and type, come first."""
        first = len(imports)
        return assemble_beside(
            list(self._types),
            imports,
            [self._bodies[number] for number in range(first, len(self._numbers))],
            [(title, self._numbers[title]) for title in self._exports],
        )

    @property
    def heap(self) -> int:
        """Where states may lie. No negative place among the values of a state leads below the memory."""
        return max(-(-self.top // 64) * 64, 4 * self.record.value_count + 64)


def hook_title(name: str) -> str:
    """What a function of the game's plugin is called among the functions of the module."""
    return f"hook {name}"


def is_rows(table: IrTable) -> bool:
    """Whether a table is one of lists."""
    return bool(table.rows) and isinstance(table.rows[0], tuple)


class FunctionBody:
    """The instructions of a function in the making. Parameter 0 is the record of the state.

    Attributes:
        names: locals of the intermediate program: the number of the word that holds each, or a known number.
        calm: what has been found out about expressions (see `compile.wasm.expression_codegen.calm`).
        depth: how many blocks of instructions are open.
        alone: what a block of the game pushes stays on the stack: it is run by itself (`IrProgram.repeats`).
        kept: of trials in progress, the innermost last, where they keep what they put aside: words of the function, or an address.
        leave: the block to be left with what a function that is written out in place gives, and the type of that.
        lent: words that are in use for a while, in the order in which they were lent; `take_back` gives them to the next who borrows.
    """

    def __init__(self, unit: ModuleBuilder, params: Sequence[int]) -> None:
        self.unit = unit
        self.out = bytearray()
        self.kinds = bytearray(params)
        self.params = len(params)
        self.names: dict[str, LocalWord] = {}
        self.calm: dict[IrNode, bool] = {}
        self.depth = 0
        self.leave: tuple[int, int] | None = None
        self.result = I32
        self.again = -1
        self.alone = False
        self.offered = -1
        self.most_offered = 0
        self.rounds = 1
        self.nested = 0
        self.title = ""
        self.search = SearchMemory(0, 0, 0)
        self.ways = (0, 0)
        self.kept: list[list[int]] = []
        self.lent: list[int] = []
        self._free: dict[int, list[int]] = {I32: [], I64: []}

    def fresh(self, kind: int = I32) -> int:
        """A new word."""
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def borrow(self, kind: int = I32) -> int:
        """A word for a while, which must be set before it is read: it may hold what it was used for before.

        A function has 50,000 words at most, and thousands of cards may each have an effect in it.
        """
        free = self._free[kind]
        word = free.pop() if free else self.fresh(kind)
        self.lent.append(word)
        return word

    def take_back(self, lent: int) -> None:
        """Nobody needs the words any more that were borrowed since so many were lent."""
        for word in self.lent[lent:]:
            self._free[self.kinds[word]].append(word)
        del self.lent[lent:]

    def get(self, word: int) -> None:
        """The value of a word."""
        self.out += GETS[word] if word < 512 else bytes([LOCAL_GET]) + unsigned(word)

    def set(self, word: int) -> None:
        """Into a word."""
        self.out += SETS[word] if word < 512 else bytes([LOCAL_SET]) + unsigned(word)

    def tee(self, word: int) -> None:
        """Into a word, and kept."""
        self.out += TEES[word] if word < 512 else bytes([LOCAL_TEE]) + unsigned(word)

    def const(self, number: int, kind: int = I32) -> None:
        """A known number."""
        self.out += constant(number) if kind == I32 else long_constant(number)

    def op(self, sign: str, kind: int = I32) -> None:
        """An operation on two words."""
        self.out.append(OPERATIONS[sign][kind == I64])

    def load(self, offset: int, width: int) -> None:
        """A word of so many bytes from memory."""
        self.out.append(LOADS[width])
        self.out += ALIGNED[abs(width)]
        self.out += unsigned(offset)

    def store(self, offset: int, width: int) -> None:
        """A word of so many bytes into memory."""
        self.out.append(STORES[abs(width)])
        self.out += ALIGNED[abs(width)]
        self.out += unsigned(offset)

    def begin(self, how: int, kind: int = NOTHING) -> int:
        """Begin a block, a loop or an if; gives its label."""
        self.out.append(how)
        self.out.append(kind)
        self.depth += 1
        return self.depth

    def otherwise(self) -> None:
        """The other way of an if."""
        self.out.append(ELSE)

    def end(self) -> None:
        """End the innermost block."""
        self.out.append(END)
        self.depth -= 1

    def jump(self, label: int) -> None:
        """To the end of a block, or the head of a loop."""
        self.out.append(BR)
        self.out += unsigned(self.depth - label)

    def jump_if(self, label: int) -> None:
        """As `jump`, where the word is not 0."""
        self.out.append(BR_IF)
        self.out += unsigned(self.depth - label)

    def call(self, title: str) -> None:
        """A function of the module."""
        self.out.append(CALL)
        self.out += self.unit.number(title)

    def go(self, title: str) -> None:
        """A function of the module, in place of this one."""
        self.out.append(RETURN_CALL)
        self.out += self.unit.number(title)

    def trap_if(self) -> None:
        """The rule is broken where the word is not 0."""
        self.out += b"\x04\x40\x00\x0b"


class SearchMemory(NamedTuple):
    """Where a search lies: what it found, the mark of each number, and the word that says how many bytes were found."""

    found: int
    marks: int
    taken: int


class LocalWord:
    """What holds a local: a word of the function, or a known number. `low` and `high` are those of its first use."""

    __slots__ = ("high", "kind", "known", "low", "word")

    def __init__(self, kind: int, word: int, low: int, high: int, known: int | None = None) -> None:
        self.kind, self.word, self.known = kind, word, known
        self.low, self.high = low, high
