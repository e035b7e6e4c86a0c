"""`python -m tests.docs.layers` draws `docs/contributors/layers.svg`: the packages, and what imports what.

Rows are the layers of the contract in `pyproject.toml`, arrows are the imports of the source, sentences the docstrings.
An arrow that follows from others is left out: of `cli -> lab`, `lab -> play` and `cli -> play` the last one. Imports
for types alone do not count. Where an import goes up, which the contract has to allow by name, the arrow is dashed.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple

from tests.walls.sources import ROOT, python, tree

PICTURE: Final = ROOT / "docs" / "contributors" / "layers.svg"
WIDTH: Final = 960
HEIGHT: Final = 54
GAP: Final = 34
LANE: Final = 18
"""Width of the picture, height of a box, room between rows, width of a line that passes a row."""
WIDEST: Final = 470
TALL: Final = 15
"""Widest box, height of a line of text."""

STYLE: Final = """
text{font:11px system-ui,sans-serif;text-anchor:middle;fill:#333}
.name{font-weight:600;font-size:13px;fill:#123}
rect{fill:#eef4fb;stroke:#7d9cc0}
.base{fill:#f3f3f3;stroke:#aaa}
path{fill:none;stroke:#5b7083;stroke-width:1.4}
.up{stroke-dasharray:4 4}
marker path{fill:#5b7083;stroke:none}
"""
HEAD: Final = (
    '<marker id="head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">'
    '<path d="M0 0L8 4L0 8z"/></marker>'
)

Edge = tuple[str, str]


class Place(NamedTuple):
    """A box, or the lane of a line that passes a row: left and right edge."""

    left: float
    right: float

    def near(self, x: float) -> float:
        """The place of its edge that is nearest to x, a little within."""
        inset = min(14.0, (self.right - self.left) / 2)
        return min(max(x, self.left + inset), self.right - inset)


def layers() -> list[list[str]]:
    """The rows of packages, from top to bottom."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each.get("containers") == ["ruleset_core"])
    return [re.split(r" [|:] ", row) for row in contract["layers"]]


def imports() -> set[Edge]:
    """What packages of the core import, within functions too."""
    found = set()
    for path in python("ruleset_core"):
        inner = path.relative_to(ROOT / "ruleset_core").with_suffix("").parts
        targets = {name.split(".")[1] for name in imported(tree(path)) if name.startswith("ruleset_core.")}
        found |= {(inner[0], target) for target in targets if target != inner[0]}
    return found


def imported(node: ast.AST) -> Iterator[str]:
    """The modules that are imported when the program runs: those for types are left out."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            yield from imported(ast.Module(child.orelse, []))
        elif isinstance(child, ast.ImportFrom) and child.module and not child.level:
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        elif isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        else:
            yield from imported(child)


def reduced(edges: set[Edge]) -> set[Edge]:
    """Edges without those that a longer way replaces.

    >>> sorted(reduced({("a", "b"), ("b", "c"), ("a", "c")}))
    [('a', 'b'), ('b', 'c')]
    """
    below = defaultdict(set)
    for source, target in edges:
        below[source].add(target)

    def reached(start: str) -> set[str]:
        found, waiting = set[str](), [start]
        while waiting:
            new = below[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    return {
        (source, target)
        for source, target in edges
        if not any(target in reached(other) for other in below[source] - {target})
    }


def sentence(package: str) -> str:
    """The first sentence of the docstring of a package or module."""
    home = ROOT / "ruleset_core" / package
    path = home / "__init__.py" if home.is_dir() else home.with_suffix(".py")
    text = " ".join((ast.get_docstring(tree(path)) or "").partition("\n\n")[0].split())
    return re.split(r"(?<=[.!?]) ", text)[0].replace("`", "")


def drawn() -> str:
    """The picture."""
    *rows, base = layers()
    level = {name: number for number, row in enumerate(rows) for name in row}
    real = {(source, target) for source, target in imports() if source in level and target in level}
    down = reduced({(source, target) for source, target in real if level[source] < level[target]})
    up = {(target, source) for source, target in real if level[source] > level[target]}
    routes = [*((edge, "") for edge in sorted(down)), *((edge, "up") for edge in sorted(up))]
    items: list[list[tuple[str, str]]] = [[(name, "") for name in row] for row in rows]
    for (source, target), kind in routes:
        for number in range(level[source] + 1, level[target]):
            lane = (target, kind or "down")
            if lane not in items[number]:
                items[number].append(lane)
    places = _places(items, level, routes)
    parts = [line for edge, kind in routes for line in _route(edge, kind, level, places)]
    for number, row in enumerate(rows):
        parts += [line for name in row for line in _box(name, places[number][name, ""], _top(number), HEIGHT)]
    parts += _base(base, _top(len(rows)))
    height = _top(len(rows)) + HEIGHT + 12
    return "\n".join([*_head(height), *dict.fromkeys(parts), "</svg>", ""])


Placed = list[dict[tuple[str, str], Place]]


def _places(items: list[list[tuple[str, str]]], level: dict[str, int], routes: list[tuple[Edge, str]]) -> Placed:
    """Where boxes and lanes stand: each as near as may be to what leads to it from above."""
    places: Placed = []
    for number, row in enumerate(items):

        def wanted(item: tuple[str, str], number: int = number) -> tuple[float, str]:
            name, kind = item
            above = [
                places[number - 1][key]
                for (source, target), route in routes
                if target == name and level[source] < number and (not kind or (route or "down") == kind)
                for key in [(source, "") if level[source] == number - 1 else (target, route or "down")]
                if key in places[number - 1]
            ]
            middle = sum(each.left + each.right for each in above) / 2
            return (middle / len(above) if above else WIDTH / 2, name)

        row.sort(key=wanted)
        lanes = sum(1 for _, kind in row if kind)
        boxes = len(row) - lanes
        width = min(WIDEST, (WIDTH - 24 - lanes * LANE - 14 * (boxes - 1)) / boxes)
        total = boxes * width + lanes * LANE + 14 * (boxes - 1)
        left, here = (WIDTH - total) / 2, dict[tuple[str, str], Place]()
        for item in row:
            right = left + (LANE if item[1] else width)
            here[item] = Place(left, right)
            left = right + (0 if item[1] else 14)
        places.append(here)
    return places


def _top(number: int) -> int:
    return 12 + number * (HEIGHT + GAP)


def _route(edge: Edge, kind: str, level: dict[str, int], places: Placed) -> Iterator[str]:
    """The lines of an arrow from row to row, straight through the rows that it passes."""
    source, target = edge
    stops = [(source, ""), *[(target, kind or "down")] * (level[target] - level[source] - 1), (target, "")]
    style = "up" if kind else "down"
    for offset, (here, there) in enumerate(pairwise(stops)):
        number = level[source] + offset
        above, below = places[number][here], places[number + 1][there]
        start = above.near((below.left + below.right) / 2 + (30 if kind else 0))
        end = below.near(start)
        top, bottom = _top(number) + HEIGHT, _top(number + 1)
        first, last = offset == 0, offset == len(stops) - 2
        head = (
            ' marker-start="url(#head)"' if kind and first else ' marker-end="url(#head)"' if not kind and last else ""
        )
        yield (
            f'<path class="{style}" d="M{start:.0f} {top}C{start:.0f} {top + GAP // 2} {end:.0f} {bottom - GAP // 2} '
            f'{end:.0f} {bottom}"{head}/>'
        )
        if not last:
            yield f'<path class="{style}" d="M{end:.0f} {bottom}V{bottom + HEIGHT}"/>'


def _box(name: str, place: Place, top: int, height: int) -> Iterator[str]:
    middle, width = (place.left + place.right) / 2, place.right - place.left
    yield f'<rect x="{place.left:.0f}" y="{top}" width="{width:.0f}" height="{height}" rx="6"/>'
    yield f'<text class="name" x="{middle:.0f}" y="{top + 18}">{name}</text>'
    lines = wrap(sentence(name), int(width / 6.1), max_lines=2, placeholder=" …")
    for number, line in enumerate(lines):
        yield f'<text x="{middle:.0f}" y="{top + 33 + number * TALL}">{escape(line)}</text>'


def _base(names: list[str], top: int) -> Iterator[str]:
    yield f'<rect class="base" x="12" y="{top}" width="{WIDTH - 24}" height="{HEIGHT}" rx="6"/>'
    yield f'<text class="name" x="{WIDTH // 2}" y="{top + 18}">{" · ".join(names)}</text>'
    yield f'<text x="{WIDTH // 2}" y="{top + 36}">Small modules that import nothing above; everything may use them.</text>'


def _head(height: int) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">',
        "<title>The packages of ruleset_core in layers: imports go down</title>",
        f"<style>{STYLE}</style>",
        f"<defs>{HEAD}</defs>",
        f'<path d="M0 0H{WIDTH}V{height}H0z" style="fill:#fff;stroke:none"/>',
    ]


def write(picture: Path = PICTURE) -> None:
    """Write the picture."""
    picture.write_text(drawn(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
