"""A few lines that write WebAssembly, so that what runs modules is tried without what writes them for games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

I32, I64, F64 = 0x7F, 0x7E, 0x7C

GET = b"\x20"
TEE = b"\x22"
CONST32, CONST64 = b"\x41", b"\x42"
LOAD32, STORE32 = b"\x28\x02\x00", b"\x36\x02\x00"
ADD32, SUB32, MUL32, DIV32, EQZ32 = b"\x6a", b"\x6b", b"\x6c", b"\x6d", b"\x45"
ADD64, SUB64, EQZ64, MUL64 = b"\x7c", b"\x7d", b"\x50", b"\x7e"
UNREACHABLE, END, DROP = b"\x00", b"\x0b", b"\x1a"
CALL, RETURN_CALL, CALL_INDIRECT = b"\x10", b"\x12", b"\x11"
IF, ELSE = b"\x04", b"\x05"
GROW = b"\x40\x00"
COPY = b"\xfc\x0a\x00\x00"


class Function(NamedTuple):
    """Name, parameters, results, locals besides, and instructions without the last `end`."""

    name: str
    takes: Sequence[int]
    gives: Sequence[int]
    body: bytes
    extra: Sequence[int] = ()


def unsigned(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def signed(value: int) -> bytes:
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value & 0x7F])


def const32(value: int) -> bytes:
    return CONST32 + signed(value)


def const64(value: int) -> bytes:
    return CONST64 + signed(value)


def get(local: int) -> bytes:
    return GET + unsigned(local)


def assemble(
    *functions: Function,
    pages: tuple[int, int] = (1, 4),
    imports: bytes = b"",
    host: Sequence[tuple[str, str]] = (),
) -> bytes:
    """A module that exports all functions, the memory `memory` and the globals `seven` (32 bits), `far` (64) and `half`.

    `host`: functions it imports, by module and name, which take and give nothing.
    """
    types = [b"\x60" + _many(bytes([x]) for x in f.takes) + _many(bytes([x]) for x in f.gives) for f in functions]
    types += [b"\x60" + _many([]) + _many([]) for _ in host]
    if host:
        wanted = enumerate(host, len(functions))
        imports = _many(_name(module) + _name(name) + b"\x00" + unsigned(number) for number, (module, name) in wanted)
    places = [_name(f.name) + b"\x00" + unsigned(number) for number, f in enumerate(functions, len(host))]
    places += [
        _name("memory") + b"\x02\x00",
        _name("seven") + b"\x03\x00",
        _name("far") + b"\x03\x01",
        _name("half") + b"\x03\x02",
    ]
    values = [
        bytes([I32, 0]) + const32(7) + END,
        bytes([I64, 0]) + const64(-(2**40)) + END,
        bytes([F64, 0]) + b"\x44" + bytes(8) + END,
    ]
    bodies = []
    for f in functions:
        code = _many(b"\x01" + bytes([x]) for x in f.extra) + f.body + END
        bodies.append(unsigned(len(code)) + code)
    return (
        b"\0asm\x01\0\0\0"
        + _section(1, _many(types))
        + (_section(2, imports) if imports else b"")
        + _section(3, _many(unsigned(number) for number in range(len(functions))))
        + _section(4, _many([b"\x70\x00\x02"]))
        + _section(5, _many([b"\x01" + unsigned(pages[0]) + unsigned(pages[1])]))
        + _section(6, _many(values))
        + _section(7, _many(places))
        + _section(10, _many(bodies))
    )


def _many(parts: object) -> bytes:
    listed = list(parts)
    return unsigned(len(listed)) + b"".join(listed)


def _name(text: str) -> bytes:
    return unsigned(len(text)) + text.encode()


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + unsigned(len(content)) + content


ADD = Function("add", [I32, I32], [I32], get(0) + get(1) + ADD32)
BUSY = Function(
    "busy",
    [I64, I64],
    [I64],
    # busy(n, x) = x when n is 0, else busy(n - 1, x * 6364136223846793005 + n), as a tail call
    get(0)
    + EQZ64
    + IF
    + bytes([I64])
    + get(1)
    + ELSE
    + get(0)
    + const64(1)
    + SUB64
    + get(1)
    + const64(6364136223846793005)
    + MUL64
    + get(0)
    + ADD64
    + RETURN_CALL
    + unsigned(0)
    + END,
)
"""A loop of tail calls; must be the first function of its module."""
