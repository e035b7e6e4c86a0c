"""Nothing of the user's is read or written, and no switch of the user's counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleset_core.compile.host import executor_choice, selftest, wasmtime_binding


@pytest.fixture(autouse=True)
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("RULESET_EXECUTOR", "RULESET_NO_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RULESET_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def looked_for_anew() -> Iterator[None]:
    """The library is looked for as in a new process; afterwards what was found before counts again."""
    found = (
        executor_choice.find_library,
        wasmtime_binding.open_library,
        wasmtime_binding.raw_call,
        selftest.probe_wasmtime,
    )
    for each in found:
        each.cache_clear()
    yield
    for each in found:
        each.cache_clear()
