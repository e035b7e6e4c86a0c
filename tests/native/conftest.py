"""Nothing of the user's is read or written, and no switch of the user's counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleset_core.native import binding, probe, wheel


@pytest.fixture(autouse=True)
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("RULESET_EXECUTOR", "RULESET_NO_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RULESET_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def looked_for_anew() -> Iterator[None]:
    """The library is looked for as in a new process; afterwards what was found before counts again."""
    found = wheel.find, binding.open_library, binding.raw_call, probe.probe
    for each in found:
        each.cache_clear()
    yield
    for each in found:
        each.cache_clear()
