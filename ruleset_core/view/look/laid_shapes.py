"""Shapes of squares and hexes as they are drawn: where their squares are, a picture in characters, and what an answer covers."""

from __future__ import annotations

from typing import Final

from ruleset_core import Game
from ruleset_core.lang.domains import Domain
from ruleset_core.view.look.game_looks import HEX_LEAN

SquarePoints = tuple[tuple[float, float], ...]
"""Where squares are, seen from the first one; y grows to the south, as on boards."""
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a character of braille, by row and column."""
_BLANK: Final = 0x2800


def form_squares(game: Game, family: str, value: int) -> tuple[SquarePoints, bool]:
    """Where the squares of a form are, or of a shape as it is drawn, and whether they are hexes; nothing of anything else."""
    domain = game.program.vocabulary.domains.get(family)
    if domain is None:
        return (), False
    if not domain.lists_by:
        forms, of = domain.facts.get("forms"), None
        if forms is not None and forms.made and forms.type.element is not None:
            of = game.program.vocabulary.domains[forms.type.element.domain]
            value = forms.values[value][0] if 0 <= value < domain.size else 0  # type: ignore[index]
        if of is None or not of.lists_by:
            return (), False
        domain = of
    return _points(domain, value)


def _points(forms: Domain, form: int) -> tuple[SquarePoints, bool]:
    hexes = "corners" not in forms.lists_by
    files, ranks = (forms.facts[name].values[form] for name in ("dx", "dy"))
    pairs = zip(files, ranks, strict=True)  # type: ignore[arg-type]
    return tuple((x + y * HEX_LEAN, -y) if hexes else (x, -y) for x, y in pairs), hexes


def picture_in_dots(points: SquarePoints) -> str:
    """A picture of at most four rows on one line of text; empty where there are more.

    >>> picture_in_dots(((0, 0), (1, 0), (1, 1), (2, 1)))
    '⠙⠂'
    """
    step = 2 if any(x % 1 for x, _ in points) else 1
    at = [(round(x * step), round(y)) for x, y in points]
    west, north = min((x for x, _ in at), default=0), min((y for _, y in at), default=0)
    if not at or max(y for _, y in at) - north >= len(_DOTS):
        return ""
    found = [_BLANK] * ((max(x for x, _ in at) - west) // 2 + 1)
    for x, y in at:
        found[(x - west) // 2] |= _DOTS[y - north][(x - west) % 2]
    return "".join(map(chr, found))


def form_picture(game: Game, family: str, name: str) -> list[str]:
    """A form in lines of text, the square by which it is laid down marked; nothing of anything else.

    A boot of four squares, turned over, is `□ ▣`, `  □ □` and `    □` where its first square is the second of the first line.
    """
    domain = game.program.vocabulary.domains.get(family)
    if domain is None or not domain.lists_by or name not in domain.ids:
        return []
    points, _ = form_squares(game, family, domain.ids.index(name))
    at = [(round(2 * x), round(y)) for x, y in points]
    west, north = min(x for x, _ in at), min(y for _, y in at)
    found = [[" "] * (max(x for x, _ in at) - west + 1) for _ in range(max(y for _, y in at) - north + 1)]
    for place, (x, y) in enumerate(at):
        found[y - north][x - west] = "□" if place else "▣"
    return ["".join(row).rstrip() for row in found]


def picture_of(game: Game, family: str, name: str) -> str:
    """The same of a shape or a form by its family and id; empty of anything else."""
    domain = game.program.vocabulary.domains.get(family)
    points = () if domain is None or name not in domain.ids else form_squares(game, family, domain.ids.index(name))[0]
    return picture_in_dots(points)


def cells_covered(game: Game, option: int) -> tuple[str, list[int]]:
    """What an answer covers that names a form and the cell of its first square: the family of the cells, and which; empty of others."""
    domains = game.program.vocabulary.domains
    if not any(domain.lists_by for domain in domains.values()):
        return "", []
    things = game.things(option)
    forms = [
        (domains[each.family], each.id) for each in things if each.family in domains and domains[each.family].lists_by
    ]
    for domain, form in forms:
        fact = domain.lists_by["cells"]
        family = fact.by.domain if fact.by is not None else ""
        place = next((each.id for each in reversed(things) if each.family == family), None)
        if place is not None:
            found = fact.values[domain.ids.index(form) * fact.sides + domains[family].ids.index(place)]
            return family, [*found] if isinstance(found, tuple) else []
    return "", []


def covered_places(game: Game, option: int) -> tuple[str, ...]:
    """The same as identities of places of a scene."""
    family, cells = cells_covered(game, option)
    return tuple(f"{family}:{game.program.vocabulary.domains[family].ids[cell]}" for cell in cells)
