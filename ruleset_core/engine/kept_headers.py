"""Headers of games and expansions that were read before, kept on disk by a hash of their text: so a loaded game needs no YAML for them."""

from __future__ import annotations

import json
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.header import Header

if TYPE_CHECKING:
    from ruleset_core.native.cache import Cache

__all__ = ["KeptHeaders"]

MOST: Final = 1000
"""So many are kept; what was read first goes first."""
_LONGEST: Final = 1 << 20
"""Bytes of the file at most."""


class KeptHeaders:
    """What `header.read_header` looks up, in the file of a name; `save` writes what was new. Nothing that goes wrong is an error.

    Args:
        place: where files are kept; None: nowhere.
        stamp: what reads headers: those of another version are not taken.
    """

    def __init__(self, place: Cache | None, stamp: str) -> None:
        self._place, self._stamp = place, stamp
        self._new: dict[str, list[Any]] = {}

    @cached_property
    def _kept(self) -> dict[str, Any]:
        raw = None if self._place is None else self._place.get(self._name)
        try:
            found = json.loads(raw) if raw is not None and len(raw) <= _LONGEST else {}
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def _name(self) -> str:
        return f"{self._stamp}.headers"

    def get(self, head: str) -> Header | None:
        """The header that this text says, if it is kept."""
        key = _key(head)
        return _header(self._new.get(key) or self._kept.get(key))

    def note(self, head: str, header: Header) -> None:
        """Keep what a text says."""
        self._new[_key(head)] = [
            header.id, header.of, dict(header.name), list(header.players or ()), list(header.requires), header.like, list(header.with_),
        ]  # fmt: skip

    def save(self) -> None:
        """Write what is new, beside what is kept."""
        if self._new and self._place is not None and self._place.why_not is None:
            found = [*{**self._kept, **self._new}.items()][-MOST:]
            self._place.put(self._name, json.dumps(dict(found), separators=(",", ":")).encode())


def _key(head: str) -> str:
    return blake2b(head.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _header(kept: Any) -> Header | None:
    """A header as it was written; None for anything else."""
    try:
        own, of, name, players, requires, like, always = kept
    except (TypeError, ValueError):
        return None
    texts = [own, of, like, *name, *name.values(), *requires, *always] if isinstance(name, dict) else [None]
    if not all(isinstance(each, str) for each in texts) or not all(isinstance(each, int) for each in players):
        return None
    ends = (players[0], players[1]) if len(players) == 2 else None
    return Header(own, of, name, ends, tuple(requires), like, tuple(always))
