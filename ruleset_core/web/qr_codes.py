"""Links as QR codes, for a camera to read.

A link becomes rows of squares:

    qr_rows("http://192.168.1.20:8000/t/356c253dc638#yAx0HL...")      ["000...", "0011111110..."]: 1 is dark
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LONGEST: Final = 300
"""Characters of a link at most."""
EDGE: Final = 2
"""Light squares around a code."""


class QrUnavailableError(Exception):
    """What draws codes is not installed here."""


def qr_rows(link: str) -> list[str]:
    """The squares of a code, row by row. Raises `QrUnavailableError`."""
    try:
        import segno
    except ImportError:
        raise QrUnavailableError from None
    code = segno.make(link[:LONGEST], error="l", micro=False)
    return ["".join(map(str, row)) for row in code.matrix_iter(border=EDGE)]


def qr_path(rows: Sequence[str]) -> str:
    """The dark squares as the path of an SVG: `M2 2h7v1h-7z` is a line of seven."""
    found = []
    for y, row in enumerate(rows):
        start = row.find("1")
        while start >= 0:
            end = (row + "0").find("0", start)
            found.append(f"M{start} {y}h{end - start}v1h{start - end}z")
            start = row.find("1", end)
    return "".join(found)
