"""The version of `ruleset` that is noted in records."""

from __future__ import annotations

from functools import cache

__all__ = ["ruleset_version"]


@cache
def ruleset_version() -> str:
    """The installed version, or `unknown` in a bare checkout."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("ruleset")
    except PackageNotFoundError:
        return "unknown"
