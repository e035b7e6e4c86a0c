"""What could stand at the cursor of an editor: a mark is put there, a file is read as always, and names that were looked for are noted.

Whoever finds an unknown name looks for close ones among those that would be valid in its place (`diagnostics.did_you_mean`). For the mark
these are what an editor offers; and the parser notes the words of the language that may stand there.

>>> with offers_at_cursor() as offers:
...     note_candidates(CURSOR, ["coin", "point"])
...     note_candidates("pont", ["point"])
>>> offers.names
[('coin', 'point')]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

from ruleset_core.values import set_within

CURSOR: Final = "zzcursorzz"
"""The mark: a name that nobody declares."""


@dataclass(slots=True)
class CursorOffers:
    """What was looked for in the place of the mark, in the order in which it was.

    Attributes:
        names: lists of names that would be valid there; those that fit the type that is asked for come before others.
        signs: what the grammar allows there: names of its tokens.
        types: the types that are asked for there.
        locals: the types of the locals that are known there, by name.
        before: what stands before the mark in a text of the language.
    """

    names: list[tuple[str, ...]] = field(default_factory=list)
    signs: set[str] = field(default_factory=set)
    types: list[str] = field(default_factory=list)
    locals: dict[str, str] = field(default_factory=dict)
    before: str = ""

    def forget(self, names: int, types: int) -> None:
        """Take back what was noted since there were so many: it was only tried."""
        del self.names[names:], self.types[types:]


_OFFERS: ContextVar[CursorOffers | None] = ContextVar("_OFFERS", default=None)


def offers_at_cursor() -> AbstractContextManager[CursorOffers]:
    """Note for a while what is looked for in the place of the mark."""
    return set_within(_OFFERS, CursorOffers())


def current_offers() -> CursorOffers | None:
    """Where to note what is offered; None while nobody asks."""
    return _OFFERS.get()


def note_candidates(word: str, candidates: Iterable[str]) -> None:
    """Note that one of the candidates would be valid in the place of a word, if that is the mark."""
    if word == CURSOR and (offers := _OFFERS.get()) is not None and (known := tuple(candidates)):
        offers.names.append(known)


def note_place(word: str, wanted: object, known: Mapping[str, object]) -> None:
    """Note which type a value is asked for in the place of a word, and the types of locals there, if that is the mark."""
    if word == CURSOR and (offers := _OFFERS.get()) is not None:
        offers.types.append(str(wanted or ""))
        offers.locals.update((name, str(kind)) for name, kind in known.items())
