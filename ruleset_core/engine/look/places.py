"""How the members of a set lie beside each other, as their facts or their names say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.vocabulary import Domain

HEX_LEAN: Final = 0.5
"""How far the next rank of hexes lies to the east, in widths of a hex: the file above `a1` in a straight line is `a2`."""


def places_of(game: Game, family: str) -> tuple[str, list[tuple[float, float]]]:
    """How the members of a set lie: `squares` or `hexes`, and where each is; y grows to the south."""
    domain = game.program.vocabulary.domains[family]
    points = _by_facts(domain) or _by_names(domain.ids) or [(place, 0) for place in range(domain.size)]
    near, high = domain.facts.get("near"), max((y for _, y in points), default=0)
    if near is not None and near.made and "around" not in domain.facts:
        return "hexes", [(x + y * HEX_LEAN, high - y) for x, y in points]
    return "squares", [(x, high - y) for x, y in points]


def _by_facts(domain: Domain) -> list[tuple[int, int]]:
    """File and rank as facts say them; nothing where there are no such facts."""
    if not {"x", "y"} <= domain.facts.keys():
        return []
    files, ranks = domain.facts["x"].values, domain.facts["y"].values
    return [(x, y) for x, y in zip(files, ranks, strict=True) if isinstance(x, int) and isinstance(y, int)]


def _by_names(ids: Sequence[str]) -> list[tuple[int, int]]:
    """File and rank of places called `a1`, `b1`, ...; nothing if they are called otherwise."""
    found = []
    for each in ids:
        if not (len(each) >= 2 and each[0].isalpha() and each[1:].isdigit()):
            return []
        found.append((ord(each[0]) - ord("a") + 1, int(each[1:])))
    return found
