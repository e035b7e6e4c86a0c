"""How long it takes to find the area that a wall closes: `python -m tests.boards.bench`.

The same cities are closed on the house board of Masons (90 spaces) and on one of 9,000 spaces; a check of both plans is
measured besides.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from timeit import Timer

from ruleset_core.check.checker import check_paths
from ruleset_core.lang.runtime import enclosed
from tests.boards.plans import shape, triangles, walls, write
from tests.boards.test_enclosed import around, middle, ring


def rows() -> list[tuple[str, ...]]:
    """One row for each board and size of a city."""
    found = []
    for size in ((6, 15), (60, 150)):
        board = shape(triangles(*size))
        for steps in (1, 2, 8):
            lines = ring(board, around(board, middle(board), steps))
            v = walls(board, lines)
            number, seconds = Timer(lambda board=board, v=v, line=lines[0]: enclosed(board, v, 0, line)).autorange()
            area = len(enclosed(board, v, 0, lines[0]))
            if area:
                found.append((f"{len(board.corners):,}", str(area), f"{seconds / number * 1e6:.1f}"))
    return found


def checks() -> list[str]:
    """How long a plan takes to be read, checked and linked."""
    with TemporaryDirectory() as directory:
        reports = [
            (size, check_paths([write(Path(directory) / str(size[0]), triangles(*size))]))
            for size in ((6, 15), (60, 150))
        ]
    return [f"checking a plan of {a * b:,} spaces: {report.seconds:.2f} s" for (a, b), report in reports]


if __name__ == "__main__":
    print("spaces of the board, of the city, microseconds to close it")  # noqa: T201
    for row in rows():
        print("".join(f"{cell:>10}" for cell in row))  # noqa: T201
    print("\n".join(checks()))  # noqa: T201
