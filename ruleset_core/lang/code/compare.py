"""What comparisons of ranges of numbers give."""

from __future__ import annotations


def known(sign: str, low: int, high: int, least: int, most: int) -> bool | None:
    """What a comparison of two ranges is known to give."""
    if sign in {"==", "!="}:
        return sign == "!=" if high < least or low > most else None
    if sign in {">", ">="}:
        return known("<" if sign == ">" else "<=", least, most, low, high)
    if sign == "<":
        return True if high < least else False if low >= most else None
    return True if high <= least else False if low > most else None
