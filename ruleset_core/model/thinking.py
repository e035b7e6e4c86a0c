"""What the figures of a search may be: those who write them, those who check them and those who search share these bounds."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Policy: TypeAlias = Literal["random", "light", "greedy"]
"""Who plays to the end."""
POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)
"""The same by the numbers that the search knows them by."""
LIMITS: Final = {
    "mix": (0, 256), "sample": (1, 1 << 16), "cut": (0, 1 << 20), "explore": (0, 1 << 16), "trust": (1, 1 << 16),
    "win": (0, 256), "wide": (1, 10_000), "far": (0, 100_000), "budget": (1, 10_000), "ahead": (0, 100_000),
    "keep": (2, 1 << 16), "nodes": (64, 1 << 20),
}  # fmt: skip
"""The least and the most that each figure may be."""
SIMS: Final = (1, 1 << 20)
"""The fewest and the most simulations of a level."""
STEPS: Final = (1, 100_000)
"""How many points may lie between two rows of a table of chances."""
FIRSTS: Final = (-1_000_000_000, 1_000_000_000)
"""How many points its first row may stand for."""
KNOTS: Final = (2, 32)
"""How many rows and columns it may have."""
CERTAIN: Final = 1000
"""What a sure win is in it."""
TERMS: Final = (1, 256)
"""How many numbers of a seat may tell what a position promises."""
MOMENTS: Final = (1, 64)
"""How many times of a game may be told apart in it."""
UNITS: Final = (0, 64)
"""How many units may judge what they are worth together."""
WEIGHTS: Final = (-1_000_000, 1_000_000)
"""What a number may be worth, in 1,024ths of a point."""
LEVELS_FILE: Final = "levels.json"
"""In the directory of a game: how far its bots look ahead. An expansion has none of its own."""
