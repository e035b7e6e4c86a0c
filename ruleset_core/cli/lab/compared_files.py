"""What was compared, as files: for a spreadsheet, for programs, as a picture."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.files import reason
from ruleset_core.record import write_whole

__all__ = ["writer"]

PICTURE: Final = ".svg"


def writer(
    path: Path | None, lang: str, *, curves: bool
) -> Callable[[Mapping[str, Any], Callable[[], str]], None] | None:
    """What writes figures into a file of that name; None where nothing is to be written.

    What it is given are the figures as data, and what draws them. Raises `click.BadParameter`.
    """
    if path is None:
        return None
    if path.suffix not in {".csv", ".json", PICTURE} or (path.suffix == PICTURE and not curves):
        raise click.BadParameter(say("cmp_kind", lang), param_hint="--out")
    if not path.parent.is_dir():
        raise click.BadParameter(say("cmp_no_place", lang, file=path.parent), param_hint="--out")

    def write(record: Mapping[str, Any], draw: Callable[[], str]) -> None:
        made = draw() if path.suffix == PICTURE else _csv(record) if path.suffix == ".csv" else _json(record)
        try:
            write_whole(path, made.encode())
        except OSError as error:
            raise click.ClickException(f"{path}: {reason(error)}") from None

    return write


def _json(record: Mapping[str, Any]) -> str:
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"


def _csv(record: Mapping[str, Any]) -> str:
    rows = list(_lines(record) if "differences" in record else _points(record))
    made = io.StringIO()
    table = csv.DictWriter(made, list(rows[0]), lineterminator="\r\n")
    table.writeheader()
    table.writerows(rows)
    return made.getvalue()


def _lines(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each figure."""
    return [
        {
            "figure": line["figure"],
            "a": line["a"]["mean"],
            "b": line["b"]["mean"],
            "change": line["change"]["mean"],
            "margin": line["change"]["margin"],
            "pairs": line["change"]["count"],
            "chance": line["chance"],
            "sure": int(line["sure"]),
            "pairs_needed": line["pairs_needed"],
        }
        for line in record["differences"]
    ]


def _points(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each point of each curve; the game as it is has no numbers."""
    names = list(dict.fromkeys(name for side in record["sides"] for name in side["numbers"]))
    return [
        {
            "figure": curve["figure"],
            **{name: point["numbers"].get(name) for name in names},
            "mean": point["mean"]["mean"],
            "margin": point["mean"]["margin"],
            "change": (point["change"] or {}).get("mean"),
            "change_margin": (point["change"] or {}).get("margin"),
            "games": point["mean"]["count"],
            "sure": int(point["sure"]),
        }
        for curve in record["curves"]
        for point in curve["points"]
    ]
