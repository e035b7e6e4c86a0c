"""Links to a table: secrets of 128 random bits, of which only hashes are kept."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

__all__ = ["BITS", "HOST", "WATCH", "hashed", "is_whose", "new_name", "new_secret", "shard_of"]

BITS: Final = 128
HOST: Final = "host"
WATCH: Final = "watch"
"""Whose link it is; a seat is called by its number, from 0."""
LONGEST: Final = 64
"""Characters of a secret that are looked at."""


def new_secret() -> str:
    """The secret part of a link."""
    return secrets.token_urlsafe(BITS // 8)


def new_name() -> str:
    """The public name of a table."""
    return secrets.token_hex(6)


def shard_of(name: str, count: int) -> int:
    """Which of so many processes that share tables one of this name belongs to."""
    try:
        return int(name, 16) % count
    except ValueError:
        return 0


def hashed(secret: str) -> str:
    """What is kept of a secret. It has 128 random bits, so that nobody finds it by trying."""
    return sha256(secret[:LONGEST].encode("utf-8", "replace")).hexdigest()


def is_whose(secret: str, kept: Mapping[str, str]) -> str | None:
    """Whose link has this secret; None where it is nobody's. It takes the same time whatever is asked."""
    found, given = None, hashed(secret)
    for whose, hash_ in kept.items():
        if hmac.compare_digest(given, hash_):
            found = whose
    return found
