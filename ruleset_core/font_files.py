"""What is read of a font file (TrueType or OpenType): which letters it has, and how wide they are. Nothing of it is drawn here.

A file begins with a table of tables; three of them say it all:

    head    units of an em, such as 1000
    cmap    the number of the glyph of each character: `A` is 36
    hmtx    the width of each glyph: 36 is 640 units wide, so `A` is 0.64 em (`hhea` says how many widths there are)
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import unpack_from
from typing import Final

from ruleset_core.errors import RulesetError
from ruleset_core.files import read_regular_file

MAX_FONT_BYTES: Final = 4 * 1024 * 1024
MAX_CHARACTERS: Final = 600_000
"""So many characters the tables of a font name at most: it has 65,535 glyphs, and each table may name them all. Where there are more, tables lie over themselves."""
_KINDS: Final = (b"\x00\x01\x00\x00", b"true", b"OTTO")
_UNICODE: Final = {(3, 10), (3, 1), (0, 3), (0, 4), (0, 6)}
"""Platforms and encodings of `cmap` that say Unicode."""


class FontError(RulesetError):
    """A font that cannot be used; its message says why."""


@dataclass(frozen=True, slots=True)
class FontMetrics:
    """How wide characters are, in ems."""

    ems: dict[str, float]

    def missing(self, text: str) -> str:
        """The characters of a text that the font lacks, each once."""
        return "".join(char for char in dict.fromkeys(text) if char not in self.ems and not char.isspace())


def read_font(file: Path) -> FontMetrics:
    """The metrics of a font. Raises FontError, and OSError where it cannot be read."""
    raw = read_regular_file(file, MAX_FONT_BYTES + 1)
    if len(raw) > MAX_FONT_BYTES:
        raise FontError(f"it has more than {MAX_FONT_BYTES // 1024} kB")
    if raw[:4] not in _KINDS:
        raise FontError("it is no TrueType or OpenType font")
    try:
        return FontMetrics(dict(_widths(raw)))
    except (struct.error, IndexError, KeyError, ValueError, ZeroDivisionError):
        raise FontError("its tables are damaged") from None


def _widths(raw: bytes) -> Iterator[tuple[str, float]]:
    tables = {}
    for place in range(unpack_from(">H", raw, 4)[0]):
        tag, _, offset, _ = unpack_from(">4sLLL", raw, 12 + 16 * place)
        tables[tag] = offset
    (units,) = unpack_from(">H", raw, tables[b"head"] + 18)
    (count,) = unpack_from(">H", raw, tables[b"hhea"] + 34)
    widths = [unpack_from(">H", raw, tables[b"hmtx"] + 4 * glyph)[0] for glyph in range(count)]
    for number, (char, glyph) in enumerate(_glyphs(raw, tables[b"cmap"])):
        if number > MAX_CHARACTERS:
            raise ValueError
        if glyph:
            yield chr(char), widths[min(glyph, count - 1)] / units


def _glyphs(raw: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Characters and their glyphs, by the tables of the formats 4 and 12."""
    for place in range(unpack_from(">H", raw, cmap + 2)[0]):
        platform, encoding, offset = unpack_from(">HHL", raw, cmap + 4 + 8 * place)
        if (platform, encoding) in _UNICODE:
            (kind,) = unpack_from(">H", raw, cmap + offset)
            if kind == 4:
                yield from _segments(raw, cmap + offset)
            elif kind == 12:
                yield from _groups(raw, cmap + offset)


def _segments(raw: bytes, at: int) -> Iterator[tuple[int, int]]:
    double = unpack_from(">H", raw, at + 6)[0]
    ends, starts = at + 14, at + 16 + double
    for place in range(0, double, 2):
        (last,), (first,) = unpack_from(">H", raw, ends + place), unpack_from(">H", raw, starts + place)
        (delta,) = unpack_from(">H", raw, starts + double + place)
        row = starts + 2 * double + place
        (offset,) = unpack_from(">H", raw, row)
        for char in range(first, min(last, 0xFFFE) + 1):
            found = unpack_from(">H", raw, row + offset + 2 * (char - first))[0] if offset else char
            yield char, (found + delta) & 0xFFFF if found else 0


def _groups(raw: bytes, at: int) -> Iterator[tuple[int, int]]:
    for place in range(unpack_from(">L", raw, at + 12)[0]):
        first, last, glyph = unpack_from(">LLL", raw, at + 16 + 12 * place)
        if not first <= last <= 0x10FFFF:
            raise ValueError
        for char in range(first, last + 1):
            yield char, glyph + char - first
