"""What the included games say about where their figures come from."""

from __future__ import annotations

from collections import Counter

from ruleset_core import load


def test_troyes_tells_what_is_inferred() -> None:
    """Nine rounds, seven colours of events, five cards that work later; and the colour of one bonus card."""
    game = load("troyes", expansions=["bonus_2011"])
    found: Counter[tuple[str, str]] = Counter()
    for info in map(game.card, game.card_ids()):
        found.update((info.expansion or info.kind, name) for name in info.inferred)
        assert info.provenance == "published"
    assert found == {
        ("activity", "round"): 9, ("activity", "cube"): 5, ("event", "colour"): 7,
        ("bonus_2011", "colour"): 1, ("bonus_2011", "dice"): 1,
    }  # fmt: skip
