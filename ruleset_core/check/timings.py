"""Where the time of a check went, as a table."""

from __future__ import annotations

from collections.abc import Mapping

from ruleset_core.model.stages import STAGES

__all__ = ["table"]


def table(timings: Mapping[str, Mapping[str, float]], start: float = 0.0) -> str:
    """Milliseconds of processor time by game and stage; ends with a line break. With several games a line has their sums.

    `start`: seconds until the check began, if they are told.
    """
    rows = [(game, [1000 * found[name] for name in STAGES]) for game, found in timings.items()]
    if len(rows) > 1:
        rows.append(("all", [sum(column) for column in zip(*(row for _, row in rows), strict=True)]))
    wide = max(len("start"), *(len(game) for game, _ in rows)) if rows else len("start")
    lines = [["ms".ljust(wide), *STAGES, "sum"]]
    lines += [[game.ljust(wide), *(f"{each:.0f}" for each in row), f"{sum(row):.0f}"] for game, row in rows]
    lines += [["start", *[""] * len(STAGES), f"{1000 * start:.0f}"]] if start else []
    return "".join("  ".join([line[0].ljust(wide), *map(_right, line[1:], lines[0][1:])]) + "\n" for line in lines)


def _right(text: str, head: str) -> str:
    return text.rjust(max(len(head), 5))
