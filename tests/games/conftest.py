"""What the tests of the included games share."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "bench: compares speeds; unmark with -m 'not bench' on a busy machine")
