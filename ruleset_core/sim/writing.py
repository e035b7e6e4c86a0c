"""Games as tables: a row for each with a column for each figure of each seat, and a row for each card that came to somebody or nobody."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from .plan import Plan
    from .playing import GameRow

__all__ = ["BY_SUFFIX", "cards_told", "games_told", "ready"]

AT_ONCE = 50_000
"""Rows of a table that are held in memory at once, where columns are written together."""

Row: TypeAlias = dict[str, Any]


def games_told(plan: Plan, rows: Iterable[GameRow]) -> list[Row]:
    """Games as rows of the same columns: `seat_1_bot`, `seat_1_score`, `seat_1_won`, `seat_1_outcome`... and the points of each category."""
    found = [_game(plan, row) for row in rows]
    names = list(dict.fromkeys(name for row in found for name in row))
    return [{name: row.get(name) for name in names} for row in found]


def _game(plan: Plan, row: GameRow) -> Row:
    found: Row = {"game": row.number, "decisions": row.decisions, "length": row.length}
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


def cards_told(plan: Plan, rows: Iterable[GameRow], cards: Sequence[str]) -> Iterator[Row]:
    """What became of the cards: a row for each game, seat and card that has to do with each other.

    A card that came out in a list of nobody's has a row without seat. `dealt` are copies that came out in lists of the seat, `offered` the decisions
    at which it might have taken it, `taken` how often it did, `had` its copies at the end, `ahead` by how many points it was ahead of the others
    (added up over them) when first offered it; that is empty where only chance plays, as choices by lot say nothing.

    Args:
        plan: what was played.
        rows: games in which that was counted.
        cards: ids, in the order in which they are counted.
    """
    for row in rows:
        if row.counts is None:
            continue
        players, bots, count = len(row.scores), plan.sitting(row.number), len(cards)
        numbers = memoryview(row.counts).cast("H").tolist()
        ahead = None if row.stood is None else memoryview(row.stood).cast("i")
        for seat in (*range(players), None):
            lines = [(players if seat is None else seat)]
            lines += [] if seat is None else [each * players + 1 + seat for each in (1, 2, 3)]
            for card, name in enumerate(cards):
                dealt, offered, taken, had = [numbers[line * count + card] for line in lines] + [0] * (4 - len(lines))
                if not dealt | offered | taken | had:
                    continue
                stood = ahead[seat * count + card] if ahead is not None and seat is not None and offered else None
                yield {
                    "game": row.number,
                    "card": name,
                    "seat": None if seat is None else seat + 1,
                    "bot": None if seat is None else bots[seat],
                    "dealt": dealt,
                    "offered": offered,
                    "taken": taken,
                    "had": had,
                    "ahead": stood,
                    "score": None if seat is None else row.scores[seat],
                    "won": None if seat is None else row.winners[seat],
                }


def ready(suffix: str) -> None:
    """Raises ImportError where a package is missing that such a file needs."""
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ImportError(name="pyarrow")


def write_csv(path: Path, rows: Iterable[Row]) -> None:
    """For spreadsheets."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = None
        for row in rows:
            if table is None:
                table = csv.DictWriter(file, list(row))
                table.writeheader()
            table.writerow(row)


def write_jsonl(path: Path, rows: Iterable[Row]) -> None:
    """A line of JSON for each row; what there is nothing of is left out."""
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            told = {name: value for name, value in row.items() if value is not None}
            file.write(json.dumps(told, separators=(",", ":")) + "\n")


def write_parquet(path: Path, rows: Iterable[Row]) -> None:
    """For programs that work with large tables."""
    import pyarrow as pa
    from pyarrow import parquet

    left, writer = iter(rows), None
    try:
        while part := list(islice(left, AT_ONCE)):
            if writer is None:
                seen = pa.Table.from_pylist(part).schema
                known = [each.with_type(pa.int64()) if pa.types.is_null(each.type) else each for each in seen]
                writer = parquet.ParquetWriter(path, pa.schema(known))
            writer.write_table(pa.Table.from_pylist(part, schema=writer.schema))
    finally:
        if writer is not None:
            writer.close()


BY_SUFFIX: Mapping[str, Callable[[Path, Iterable[Row]], None]] = {
    ".csv": write_csv,
    ".jsonl": write_jsonl,
    ".parquet": write_parquet,
}
"""What writes a file, by the end of its name."""
