"""What the cards of a game say, however they are written: in YAML or a table, in one file or several.

The hash of a game is made of it. Comments, blanks around texts, the order of keys and keys that say what would hold anyway
do not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleset_core.model.gather import Cards

__all__ = ["spoken"]


def spoken(files: Iterable[Cards]) -> Iterator[str]:
    """A line for each card, in order."""
    for each in files:
        for name, card in each.file.cards.items():
            said = _plain(card.model_dump(exclude_defaults=True))
            yield json.dumps([each.origin, each.file.kind, name, said], sort_keys=True, separators=(",", ":")) + "\n"


def _plain(value: Any) -> Any:
    """A value without blanks around texts, and without mappings that say nothing."""
    if isinstance(value, Mapping):
        kept = {key: _plain(each) for key, each in value.items()}
        return {key: each for key, each in kept.items() if each != {}}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value.strip() if isinstance(value, str) else value
