"""A module in the making: its functions by name, what lies in its memory, and the body of one function."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ruleset_core.lang.code.nodes import Code, Function, Node, Table
from ruleset_core.lang.wasm import encode as e
from ruleset_core.lang.wasm.image import SECTION, notes_of
from ruleset_core.lang.wasm.record import Record, Shared, frame_words

I32, I64 = e.I32, e.I64
PAGE = 1 << 16
Raw = bytes


class Unit:
    """A module in the making.

    Attributes:
        checked: whether places that are not proven to lie within are looked at before they are used.
        steps: the number of the global that counts steps down.
        hooked: see `Notes`.
    """

    def __init__(self, code: Code, *, checked: bool = True) -> None:
        self.code = code
        self.record = Record(code.layout)
        self.checked = checked
        self.frame_words = frame_words(code)
        self.alone = code.alone
        self.weights: dict[str, int] = {}
        self.variables: list[tuple[int, int]] = []
        self.steps = self.variable(I64)
        board: Any = code.board
        self.spaces = 0 if board is None else len(board.around)
        self.top = Shared.free
        self.hooked = self.room(4 * (1 + max(code.hooks.values()))) if code.hooks else 0
        self.data: list[tuple[int, bytes]] = []
        self.lists: dict[str, int] = {}
        self.searches: dict[str, tuple[int, int]] = {}
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
        return e.unsigned(self._numbers.setdefault(title, len(self._numbers)))

    def type(self, params: Sequence[int], results: Sequence[int]) -> int:
        """The number of a signature."""
        return self._types.setdefault(e.signature(params, results), len(self._types))

    def define(self, title: str, body: Body, results: Sequence[int], *, export: bool = False) -> None:
        """A function is written."""
        self.number(title)
        code = e.locals_of(bytes(body.kinds[body.params :])) + bytes(body.out) + b"\x0b"
        self._bodies[self._numbers[title]] = (self.type(body.kinds[: body.params], results), code)
        if export:
            self._exports.append(title)

    def variable(self, kind: int, first: int = 0) -> int:
        """A global of the module."""
        self.variables.append((kind, first))
        return len(self.variables) - 1

    def function(self, title: str) -> Function:
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

    def table(self, table: Table) -> tuple[int, int]:
        """Where the numbers of a table lie, and the bytes each takes; the rows of a table of lists lie one after another."""
        found = self._tables.get(table.number)
        if found is None:
            flat = [one for row in table.rows for one in row] if is_rows(table) else table.rows  # type: ignore[union-attr]
            found = self._tables[table.number] = self.numbers(flat, table.low, table.high)  # type: ignore[arg-type]
        return found

    def starts(self, table: Table) -> tuple[int, int]:
        """For a table of lists: where each row begins among its numbers, and at the end how many there are."""
        starts = [0]
        for row in table.rows:
            starts.append(starts[-1] + len(row))  # type: ignore[arg-type]
        return self.numbers(starts, 0, max(1 << 8, starts[-1]))

    def zone_places(self) -> int:
        """Where the table lies that tells for each zone where it lies in a record, in four bytes."""
        return self.numbers(self.record.zones, -(1 << 31), 0)[0]

    def bytes(self, *, named: bool = False) -> bytes:
        """The module; `named`: with the names of its functions, for tools."""
        first = len(self.code.hooks)
        missing = [title for title, number in self._numbers.items() if number >= first and number not in self._bodies]
        if missing:
            raise ValueError(f"no such function: {', '.join(missing)}")
        functions = [self._bodies[number] for number in range(first, len(self._numbers))]
        return e.assemble(
            list(self._types),
            functions,
            [self._numbers[title] for title in self.dispatch],
            -(-self.heap // PAGE),
            self.variables,
            [(title, self._numbers[title]) for title in self._exports],
            self.data,
            (SECTION, notes_of(self.code, self.heap, self.hooked).written()),
            list(self._numbers) if named else (),
            list(self.code.hooks),
        )

    def beside(self, imports: Sequence[tuple[str, int]]) -> Raw:
        """A module that stands beside the one of a game, with functions alone: those it imports, by title and type, come first."""
        first = len(imports)
        return e.assemble_beside(
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


def is_rows(table: Table) -> bool:
    """Whether a table is one of lists."""
    return bool(table.rows) and isinstance(table.rows[0], tuple)


class Body:
    """The instructions of a function in the making. Parameter 0 is the record of the state.

    Attributes:
        names: locals of the intermediate program: the number of the word that holds each, or a known number.
        calm: what has been found out about expressions (see `exprs.calm`).
        depth: how many blocks of instructions are open.
        alone: what a block of the game pushes stays on the stack: it is run by itself (`Code.repeats`).
        leave: the block to be left with what a function that is written out in place gives, and the type of that.
    """

    def __init__(self, unit: Unit, params: Sequence[int]) -> None:
        self.unit = unit
        self.out = bytearray()
        self.kinds = bytearray(params)
        self.params = len(params)
        self.names: dict[str, Held] = {}
        self.calm: dict[Node, bool] = {}
        self.depth = 0
        self.leave: tuple[int, int] | None = None
        self.result = I32
        self.again = -1
        self.alone = False
        self.offered = -1
        self.nested = 0
        self.title = ""
        self.search = Search(0, 0, 0)
        self.ways = (0, 0)

    def fresh(self, kind: int = I32) -> int:
        """A new word."""
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def get(self, word: int) -> None:
        """The value of a word."""
        self.out += e.GETS[word] if word < 512 else bytes([e.LOCAL_GET]) + e.unsigned(word)

    def set(self, word: int) -> None:
        """Into a word."""
        self.out += e.SETS[word] if word < 512 else bytes([e.LOCAL_SET]) + e.unsigned(word)

    def tee(self, word: int) -> None:
        """Into a word, and kept."""
        self.out += e.TEES[word] if word < 512 else bytes([e.LOCAL_TEE]) + e.unsigned(word)

    def const(self, number: int, kind: int = I32) -> None:
        """A known number."""
        self.out += e.constant(number) if kind == I32 else e.long_constant(number)

    def op(self, sign: str, kind: int = I32) -> None:
        """An operation on two words."""
        self.out.append(e.OPERATIONS[sign][kind == I64])

    def load(self, offset: int, width: int) -> None:
        """A word of so many bytes from memory."""
        self.out.append(e.LOADS[width])
        self.out += e.ALIGNED[abs(width)]
        self.out += e.unsigned(offset)

    def store(self, offset: int, width: int) -> None:
        """A word of so many bytes into memory."""
        self.out.append(e.STORES[abs(width)])
        self.out += e.ALIGNED[abs(width)]
        self.out += e.unsigned(offset)

    def begin(self, how: int, kind: int = e.NOTHING) -> int:
        """Begin a block, a loop or an if; gives its label."""
        self.out.append(how)
        self.out.append(kind)
        self.depth += 1
        return self.depth

    def otherwise(self) -> None:
        """The other way of an if."""
        self.out.append(e.ELSE)

    def end(self) -> None:
        """End the innermost block."""
        self.out.append(e.END)
        self.depth -= 1

    def jump(self, label: int) -> None:
        """To the end of a block, or the head of a loop."""
        self.out.append(e.BR)
        self.out += e.unsigned(self.depth - label)

    def jump_if(self, label: int) -> None:
        """As `jump`, where the word is not 0."""
        self.out.append(e.BR_IF)
        self.out += e.unsigned(self.depth - label)

    def call(self, title: str) -> None:
        """A function of the module."""
        self.out.append(e.CALL)
        self.out += self.unit.number(title)

    def go(self, title: str) -> None:
        """A function of the module, in place of this one."""
        self.out.append(e.RETURN_CALL)
        self.out += self.unit.number(title)

    def trap_if(self) -> None:
        """The rule is broken where the word is not 0."""
        self.out += b"\x04\x40\x00\x0b"


class Search(NamedTuple):
    """Where a search lies: what it found, the mark of each number, and the word that says how many bytes were found."""

    found: int
    marks: int
    taken: int


class Held:
    """What holds a local: a word of the function, or a known number. `low` and `high` are those of its first use."""

    __slots__ = ("high", "kind", "known", "low", "word")

    def __init__(self, kind: int, word: int, low: int, high: int, known: int | None = None) -> None:
        self.kind, self.word, self.known = kind, word, known
        self.low, self.high = low, high
