"""What counts as revealed, told from observations."""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core.play.records.sessions import reveals_piece

DECK: dict[str, Any] = {"zones": {"deck": {"count": 3}, "row": ["a"]}, "seats": [{"hand": ["b"], "points": 2}]}


@pytest.mark.parametrize(
    ("after", "revealed"),
    [
        ({"zones": {"deck": {"count": 3}, "row": ["a", "b"]}, "seats": [{"hand": []}]}, False),
        ({"zones": {"deck": {"count": 2}, "row": ["a", "c"]}, "seats": [{"hand": ["b"]}]}, True),
        ({"zones": {"deck": {"count": 2}, "row": ["a"]}, "seats": [{"hand": ["b", "c"]}]}, True),
        ({"zones": {"deck": {"count": 2, "top": "d"}, "row": ["a"]}, "seats": []}, True),
        ({"zones": {"deck": {"count": 4}, "row": []}, "seats": [{"hand": []}]}, False),
        ({"zones": {"market": {"red": ["a"], "white": ["b"]}}, "seats": []}, False),
    ],
)
def test_a_piece_nobody_could_see_is_revealed(after: dict[str, Any], revealed: bool) -> None:
    assert reveals_piece(DECK, after) is revealed
