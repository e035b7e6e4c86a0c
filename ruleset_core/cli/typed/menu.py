"""The lines of a menu, as many as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from ruleset_core.cli.printed.wrapping import wrapped
from ruleset_core.texts.menu import Offer, menu_keys

__all__ = ["fitting_lines", "menu_lines", "written_as"]


COLUMNS: Final = 3
"""So many columns are worth that one reads labels without their notations."""
NOTATION: Final = "en"
"""The language in which games write their notation."""
LEAST: Final = 6
SHARE: Final = 3
"""A menu of at most so many lines, which the usual room below the game holds, or of such a share of those there are, stands in one column."""


def menu_lines(menu: Sequence[Offer], told: Sequence[Offer] | None = None) -> Iterator[str]:
    """Number or letter, notation, label and outcome of every option or those `told`, each in a column of its own."""
    shown = menu if told is None else told
    keys = [key for key, offer in zip(menu_keys(menu), menu, strict=True) if offer in shown]
    menu = shown
    written = written_as(menu)
    width, size = max(map(len, keys), default=0), max(map(len, written), default=0)
    labels = ["" if offer.label == said else offer.label for offer, said in zip(menu, written, strict=True)]
    widest = max(map(len, labels), default=0)
    for key, offer, said, label in zip(keys, menu, written, labels, strict=True):
        outcome = "  ".join(part for part in (f"→ {offer.outcome}" if offer.outcome else "", offer.usual) if part)
        columns = [f"{key:>{width}}", f"{said:<{size}}", *([f"{label:<{widest}}"] if widest else []), outcome]
        yield f"  {'  '.join(columns)}".rstrip()


def written_as(menu: Sequence[Offer]) -> list[str]:
    """What is shown of each option as words that can be typed: its notation, which is English; in another language its label, where labels tell options apart."""
    labels = [offer.label for offer in menu]
    apart = all(labels) and len({*labels}) == len(labels)
    return [offer.label if apart and offer.lang != NOTATION else offer.written for offer in menu]


def fitting_lines(menu: Sequence[Offer], width: int, rows: int) -> list[str] | None:
    """A menu in at most so many rows: whole, without what comes of options, or in columns; None if it is too long for that."""
    whole = [*menu_lines(menu)]
    if len(whole) > max(rows // SHARE, LEAST) and (named := _by_label(menu, width)):
        return named
    if sum(1 for line in whole for _ in wrapped(line, width)) <= rows:
        return whole
    bare = [*menu_lines([replace(offer, outcome="") for offer in menu])]
    if sum(1 for line in bare for _ in wrapped(line, width)) <= rows:
        return bare
    lines = _in_columns(menu, written_as(menu), width)
    return lines if len(lines) <= rows else None


def _by_label(menu: Sequence[Offer], width: int) -> list[str]:
    """Short labels of options that say it all in several columns; nothing where they do not, or are not short."""
    keys = menu_keys(menu)
    labels = [offer.written if offer.label in {"", key} else offer.label for key, offer in zip(keys, menu, strict=True)]
    if any(offer.outcome or offer.usual for offer in menu) or len({*labels}) < len(labels):
        return []
    lines = _in_columns(menu, labels, width)
    return lines if len(lines) * COLUMNS <= len(menu) + COLUMNS - 1 else []


def _in_columns(menu: Sequence[Offer], said: Sequence[str], width: int) -> list[str]:
    """Number or letter of every option with what is said of it, in as many columns as there is room for, read downwards."""
    keys = [*menu_keys(menu)]
    wide = max(map(len, keys), default=0)
    cells = [f"  {key:>{wide}}  {each}" for key, each in zip(keys, said, strict=True)]
    size = max(map(len, cells), default=1) + 1
    high = -(-len(cells) // max(width // size, 1))
    if not high:
        return []
    columns = (cells[at : at + high] for at in range(0, len(cells), high))
    return ["".join(cell.ljust(size) for cell in line).rstrip() for line in zip_longest(*columns, fillvalue="")]
