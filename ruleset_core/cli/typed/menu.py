"""The lines of a menu, as many as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from ruleset_core.cli.printed.wrapping import wrapped
from ruleset_core.texts.menu import Offer, menu_keys

__all__ = ["fitting_lines", "menu_lines"]


def menu_lines(menu: Sequence[Offer], told: Sequence[Offer] | None = None) -> Iterator[str]:
    """Number or letter, notation, label and outcome of every option or those `told`, each in a column of its own."""
    shown = menu if told is None else told
    keys = [key for key, offer in zip(menu_keys(menu), menu, strict=True) if offer in shown]
    menu = shown
    width, size = max(map(len, keys), default=0), max((len(offer.notation) for offer in menu), default=0)
    labels = ["" if offer.label == offer.notation else offer.label for offer in menu]
    widest = max(map(len, labels), default=0)
    for key, offer, label in zip(keys, menu, labels, strict=True):
        outcome = "  ".join(part for part in (f"→ {offer.outcome}" if offer.outcome else "", offer.usual) if part)
        yield f"  {key:>{width}}  {offer.notation:<{size}}  {label:<{widest}}  {outcome}".rstrip()


def fitting_lines(menu: Sequence[Offer], width: int, rows: int) -> list[str] | None:
    """A menu in at most so many rows: whole, without what comes of options, or in columns; None if it is too long for that."""
    whole = [*menu_lines(menu)]
    if sum(1 for line in whole for _ in wrapped(line, width)) <= rows:
        return whole
    bare = [*menu_lines([replace(offer, outcome="") for offer in menu])]
    if sum(1 for line in bare for _ in wrapped(line, width)) <= rows:
        return bare
    cells = [f"  {key}  {offer.notation}" for key, offer in zip(menu_keys(menu), menu, strict=True)]
    size = max(map(len, cells), default=1) + 1
    many = max(width // size, 1)
    high = -(-len(cells) // many)
    if high > rows:
        return None
    columns = (cells[at : at + high] for at in range(0, len(cells), high))
    return ["".join(cell.ljust(size) for cell in line).rstrip() for line in zip_longest(*columns, fillvalue="")]
