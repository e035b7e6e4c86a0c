"""What has changed in a game since a record of it was made: cards, phases, questions and rules, by name.

changes_since(game, record.header).describe("en")      "since then these have changed: card `well`, phase `night` and 3 more"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from ruleset_core import __version__
from ruleset_core.messages import LANGUAGES, message

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.play.records.record_lines import RecordHeader

Entries: TypeAlias = Mapping[str, Mapping[str, str]]
"""Hashes of what a game is made of, by kind (`card`, `phase`...) and id."""

SHOWN: Final = 3
"""Entries that are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class DataChanges:
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
    def named_entries(self) -> tuple[tuple[str, str], ...]:
        """The entries that are named; the others are counted."""
        return self.entries[:SHOWN]

    def __str__(self) -> str:
        return self.describe(LANGUAGES[0])

    def describe(self, lang: str) -> str:
        """Which cards and rules are other ones, in a language."""
        if not self.known:
            return message("record.changes_unknown", lang, recorded=self.recorded)
        if not self.entries:
            return message("record.changes_none", lang, recorded=self.recorded, here=self.here)
        named = ", ".join(f"{_kind(kind, lang)} `{name}`" for kind, name in self.named_entries)
        rest = len(self.entries) - len(self.named_entries)
        return message("record.changes_more" if rest > 0 else "record.changes", lang, names=named, rest=rest)


_KINDS: Final = frozenset({
    "option", "set", "piece", "board", "field", "zone", "event", "decision", "rule", "score", "achievement", "resource", "card",
    "phase", "range",
})  # fmt: skip
"""What the data of a game is made of, as people read it."""


def _kind(kind: str, lang: str) -> str:
    return message(f"record.kind_{kind}", lang) if kind in _KINDS else kind


def changes_since(game: Game, header: RecordHeader, near: Iterable[tuple[str, str]] = ()) -> DataChanges:
    """What has changed since the record was made; of that, entries in `near` come first."""
    if header.hash == game.hash:
        return DataChanges((), known=True, recorded=header.ruleset)
    before = header.entries or game.earlier(header.hash)
    if not before:
        return DataChanges((), known=False, recorded=header.ruleset)
    return DataChanges(different_entries(before, game.entries, frozenset(near)), known=True, recorded=header.ruleset)


def different_entries(
    before: Entries, now: Entries, near: frozenset[tuple[str, str]] = frozenset()
) -> tuple[tuple[str, str], ...]:
    """The kinds and ids of entries with other hashes, those in `near` first."""
    kinds = dict.fromkeys((*now, *before))
    found = [
        (kind, name)
        for kind in kinds
        for name in dict.fromkeys((*now.get(kind, {}), *before.get(kind, {})))
        if now.get(kind, {}).get(name) != before.get(kind, {}).get(name)
    ]
    return tuple(sorted(found, key=lambda each: each not in near))
