"""A plugin of pytest for `dev.py near`: tests that have not begun within the minute are left out, and told by file."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from time import time
from typing import Any

import pytest

UNTIL, ALWAYS = "RULESET_NEAR_UNTIL", "RULESET_NEAR_ALWAYS"
"""Environment variables: the time after which no test begins, and the test files that are run all the same."""
LEFT_OUT = "left out: the minute was over"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[Any]) -> Generator[None, object, object]:
    """Tests keep the order in which they were picked, where otherwise those that take long would come first."""
    picked = list(items)
    try:
        return (yield)
    finally:
        left = set(items)
        items[:] = [each for each in picked if each in left]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: Any) -> None:
    """Leave a test out that begins too late."""
    always = [Path(name).resolve() for name in json.loads(os.environ[ALWAYS])]
    if time() > float(os.environ[UNTIL]) and item.path.resolve() not in always:
        pytest.skip(LEFT_OUT)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tell of which files tests were left out."""
    skipped = terminalreporter.stats.get("skipped", ())
    late = Counter(each.nodeid.partition("::")[0] for each in skipped if LEFT_OUT in str(each.longrepr))
    for file, count in late.items():
        terminalreporter.write_line(f"left out when the minute was over: {count} tests of {file}")
