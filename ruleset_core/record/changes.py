"""What has changed in a game since a record of it was made: cards, phases, questions and rules, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from ruleset_core import __version__

if TYPE_CHECKING:
    from ruleset_core import Game

    from .header import Header

__all__ = ["Changes", "Entries", "changes_since"]

Entries: TypeAlias = Mapping[str, Mapping[str, str]]
"""Hashes of what a game is made of, by kind (`card`, `phase`...) and id."""

SHOWN: Final = 3
"""Entries that are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is another one now, the likeliest cause first; `known` is False if the record does not tell.

    `recorded` and `here` are the versions of `ruleset`.
    """

    entries: tuple[tuple[str, str], ...]
    known: bool
    recorded: str
    here: str = __version__

    @property
    def any(self) -> bool:
        """True when something that is played with has changed, or may have."""
        return bool(self.entries) or not self.known

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """The entries that are named; the others are counted."""
        return self.entries[:SHOWN]

    def __str__(self) -> str:
        if not self.known:
            return f"it is not known which rule or card has changed (made by ruleset {self.recorded} with other data)"
        if not self.entries:
            return f"no rule or card has changed, but ruleset plays it another way (made by ruleset {self.recorded}, here {self.here})"
        named = ", ".join(f"{kind} `{name}`" for kind, name in self.shown)
        rest = len(self.entries) - len(self.shown)
        return f"changed since: {named}" + (f" and {rest} more" if rest > 0 else "")


def changes_since(game: Game, header: Header, near: Iterable[tuple[str, str]] = ()) -> Changes:
    """What has changed since the record was made; of that, entries in `near` come first."""
    if header.hash == game.hash:
        return Changes((), known=True, recorded=header.ruleset)
    before = header.entries or game.earlier(header.hash)
    if not before:
        return Changes((), known=False, recorded=header.ruleset)
    return Changes(_different(before, game.entries, frozenset(near)), known=True, recorded=header.ruleset)


def _different(before: Entries, now: Entries, near: frozenset[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    kinds = dict.fromkeys((*now, *before))
    found = [
        (kind, name)
        for kind in kinds
        for name in dict.fromkeys((*now.get(kind, {}), *before.get(kind, {})))
        if now.get(kind, {}).get(name) != before.get(kind, {}).get(name)
    ]
    return tuple(sorted(found, key=lambda each: each not in near))
