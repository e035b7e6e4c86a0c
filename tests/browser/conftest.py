"""A browser for all tests of a module; where there is none they are skipped, unless `RULESET_BROWSER=required`.

It is gone before other tests look for processes that were left behind.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.browser.chromium import NAMES, Browser, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser."""
    if chromium() is None:
        message = f"no Chromium here (none of {', '.join(NAMES)}): apt-get install chromium"
        if os.environ.get("RULESET_BROWSER") == "required":
            pytest.fail(message)
        pytest.skip(message)
    with Browser.start() as started:
        yield started
