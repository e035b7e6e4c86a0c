"""Games as a table: a row for each, a column for each figure of each seat."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .plan import Plan
    from .playing import GameRow

__all__ = ["BY_SUFFIX", "ready"]


def columns(plan: Plan, row: GameRow) -> dict[str, Any]:
    """A game as a row: `seat_1_bot`, `seat_1_score`, `seat_1_won`, `seat_1_outcome`... and the points of each category."""
    found: dict[str, Any] = {"game": row.number, "decisions": row.decisions, "length": row.length}
    for seat, bot in enumerate(plan.sitting(row.number)):
        head = f"seat_{seat + 1}"
        found |= {
            f"{head}_bot": bot,
            f"{head}_score": row.scores[seat],
            f"{head}_won": row.winners[seat],
            f"{head}_outcome": row.outcomes[seat],
        }
        if row.sheet is not None:
            found |= {f"{head}_{category}": points for category, points in row.sheet[seat].items()}
    return found


def ready(suffix: str) -> None:
    """Raises ImportError where a package is missing that such a file needs."""
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ImportError(name="pyarrow")


def _names(rows: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def write_csv(path: Path, plan: Plan, rows: Iterable[GameRow]) -> None:
    """For spreadsheets."""
    told = [columns(plan, row) for row in rows]
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, _names(told))
        table.writeheader()
        table.writerows(told)


def write_jsonl(path: Path, plan: Plan, rows: Iterable[GameRow]) -> None:
    """A line of JSON for each game."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(columns(plan, row), separators=(",", ":")) + "\n" for row in rows)


def write_parquet(path: Path, plan: Plan, rows: Iterable[GameRow]) -> None:
    """For programs that work with large tables."""
    import pyarrow as pa
    from pyarrow import parquet

    told = [columns(plan, row) for row in rows]
    parquet.write_table(pa.table({name: [row.get(name) for row in told] for name in _names(told)}), path)


BY_SUFFIX: Mapping[str, Callable[[Path, Plan, Iterable[GameRow]], None]] = {
    ".csv": write_csv,
    ".jsonl": write_jsonl,
    ".parquet": write_parquet,
}
"""What writes a file, by the end of its name."""
