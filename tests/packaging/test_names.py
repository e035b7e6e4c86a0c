"""What the package says that it has can be had."""

from __future__ import annotations

import pytest

import ruleset_core


@pytest.mark.parametrize("name", ruleset_core.__all__)
def test_a_name_can_be_imported(name: str) -> None:
    assert getattr(ruleset_core, name) is not None


def test_another_name_is_told() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Gmae'"):
        ruleset_core.Gmae  # noqa: B018 - asking is what is tested
