"""WebAssembly's binary format, as far as we need it: numbers, instructions, and a module put together of its parts.

Instructions are bytes appended to a `bytearray`; those without operands are the constants below.
Source: WebAssembly Core Specification 2.0 with tail calls, chapter 5 (binary format).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

I32, I64 = 0x7F, 0x7E
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
I32_EQZ, I64_EQZ = 0x45, 0x50
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


def _names(titles: Sequence[str]) -> bytes:
    listed = vector([unsigned(number) + name(title) for number, title in enumerate(titles)])
    return _section(0, name("name") + _section(1, listed))


def assemble(
    types: Sequence[bytes], functions: Sequence[tuple[int, bytes]], dispatch: Sequence[int], pages: int,
    variables: Sequence[tuple[int, int]], exports: Sequence[tuple[str, int]], data: Sequence[tuple[int, bytes]],
    notes: tuple[str, bytes], names: Sequence[str] = (), hooks: Sequence[str] = (),
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
        names: of the functions, for tools that look into the running module.
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
            _names(names) if names else b"",
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
