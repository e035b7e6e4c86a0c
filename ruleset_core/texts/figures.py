"""Numbers as people of a language write them: shares, means with their margins, differences."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core.sim import Estimate

__all__ = ["figure", "grouped", "number", "percent", "share", "signed", "signed_share"]


def number(value: float, lang: str, places: int) -> str:
    """A number as people of a language write it."""
    text = f"{value:.{places}f}"
    return text.replace(".", ",") if lang == "es" else text


def grouped(value: int, lang: str) -> str:
    """A whole number with its thousands apart."""
    return f"{value:,}".replace(",", " " if lang == "es" else ",")


def percent(value: float, lang: str) -> str:
    """A share of 1 in hundredths."""
    return number(100 * value, lang, 1) + " %"


def share(found: Estimate, lang: str) -> str:
    """A share with its margin."""
    return percent(found.mean, lang) + _margin(100 * found.margin, lang, 1)


def figure(found: Estimate, lang: str) -> str:
    """A mean with its margin."""
    return number(found.mean, lang, 2) + _margin(found.margin, lang, 2)


def signed(found: Estimate, lang: str) -> str:
    """A difference with its margin."""
    return _sign(found) + number(abs(found.mean), lang, 2) + _margin(found.margin, lang, 2)


def signed_share(found: Estimate, lang: str) -> str:
    """A difference of shares in hundredths, with its margin."""
    return _sign(found) + percent(abs(found.mean), lang) + _margin(100 * found.margin, lang, 1)


def _sign(found: Estimate) -> str:
    return "+" if found.mean > 0 else "−" if found.mean < 0 else ""


def _margin(margin: float, lang: str, places: int) -> str:
    return "" if margin == inf else f" ± {number(margin, lang, places)}"
