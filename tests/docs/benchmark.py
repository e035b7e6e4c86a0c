"""The table of `docs/benchmark.md`, made of `docs/benchmark.json`, which `ruleset benchmark --out docs/benchmark.json` wrote."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from ruleset_core.lab.game_benchmark import benchmark_table
from tests.docs.pages import DOCS

PAGE: Final = DOCS / "benchmark.md"
RESULTS: Final = DOCS / "benchmark.json"
MARK: Final = re.compile(r"(<!-- benchmark -->\n).*?(<!-- end -->)", re.DOTALL)


def results() -> dict[str, Any]:
    """What was found."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def filled(text: str) -> str:
    """The page with its table made anew: agents down, games along."""
    record = results()
    told = f"Version {record['benchmark']}, seed {record['seed']}:\n\n"
    head, *rows = zip(*benchmark_table(record), strict=True)
    lines = [head, ("---",) * len(head), *rows]
    table = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    return MARK.sub(lambda match: f"{match[1]}{told}{table}{match[2]}", text)
