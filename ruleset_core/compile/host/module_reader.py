r"""Reads WebAssembly modules in their binary format, as far as a host must know what is in them.

signatures(wasm)["apply"]                  (b"\x7f\x7f", b"\x7f"): two numbers of 32 bits, which gives one
custom_section(wasm, "ruleset")            what `compile.wasm` wrote beside the code
"""

from __future__ import annotations

from collections.abc import Iterator

I32, I64 = 0x7F, 0x7E
"""Types of whole numbers."""
_CUSTOM, _TYPES, _IMPORTS, _FUNCTIONS, _EXPORTS = 0, 1, 2, 3, 7
_FUNCTION = 0


class BinaryReader:
    """Reads a module in its binary format."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw, 0

    def number(self) -> int:
        """An unsigned number in LEB128."""
        found = shift = 0
        while True:
            byte = self._raw[self._at]
            self._at += 1
            found |= (byte & 0x7F) << shift
            if byte < 0x80:
                return found
            shift += 7

    def part(self) -> bytes:
        """Bytes with their length before them."""
        size = self.number()
        self._at += size
        return self._raw[self._at - size : self._at]

    def rest(self) -> bytes:
        """What was not read yet."""
        return self._raw[self._at :]

    def sections(self) -> Iterator[tuple[int, BinaryReader]]:
        """All sections, by number."""
        self._at = 8
        while self._at < len(self._raw):
            yield self.number(), BinaryReader(self.part())


def signatures(wasm: bytes) -> dict[str, tuple[bytes, bytes]]:
    """The exported functions of a module: the types of their parameters and results. JavaScript does not tell them."""
    types: list[tuple[bytes, bytes]] = []
    functions: list[int] = []
    found = {}
    for number, section in BinaryReader(wasm).sections():
        if number == _TYPES:
            for _ in range(section.number()):
                section.number()  # that it is a function
                types.append((section.part(), section.part()))
        elif number == _IMPORTS:
            for _ in range(section.number()):
                section.part(), section.part()
                functions += _imported(section)
        elif number == _FUNCTIONS:
            functions += [section.number() for _ in range(section.number())]
        elif number == _EXPORTS:
            for _ in range(section.number()):
                name, kind, index = section.part().decode(), section.number(), section.number()
                if kind == _FUNCTION:
                    found[name] = types[functions[index]]
    return found


def _imported(section: BinaryReader) -> list[int]:
    """The type of an imported function; nothing for anything else, which is read over."""
    kind = section.number()
    if kind == _FUNCTION:
        return [section.number()]
    if kind in {1, 3}:  # a table begins with the type of its elements, a global is a type and whether it changes
        section.number()
    if kind == 3:
        section.number()
    else:
        limits = section.number()
        section.number()
        if limits & 1:
            section.number()
    return []


def custom_section(wasm: bytes, name: str) -> bytes | None:
    """What the first section of a module holds if it is one of this name."""
    if wasm[8:9] != bytes([_CUSTOM]):
        return None
    _, section = next(BinaryReader(wasm).sections())
    return section.rest() if section.part() == name.encode() else None
