"""The table of the families of codes: `python -m tests.check.index` writes it in docs/diagnostics.md again."""

from itertools import groupby
from pathlib import Path

from ruleset_core.check.help_pages import diagnostic_codes

FILE = Path(__file__).parents[2] / "docs" / "diagnostics.md"
HEAD = "| codes | about |\n| --- | --- |\n"
FAMILIES = {
    "E0": "files and YAML",
    "E1": "keys and values of files",
    "E2": "syntax of effects",
    "E3": "names and types",
    "E4": "the game as a whole",
    "E5": "scenarios (`ruleset test`)",
    "E9": "faults of the checker",
    "W5": "warnings",
}


def index() -> str:
    """The whole file."""
    above, head, below = FILE.read_text(encoding="utf-8").partition(HEAD)
    rest = below[below.index("\n\n") :]
    rows = [
        f"| {_codes(list(codes))} | {FAMILIES[family]} |"
        for family, codes in groupby(diagnostic_codes(), key=lambda code: code[:2])
    ]
    return above + head + "\n".join(rows) + rest


def _codes(codes: list[str]) -> str:
    return codes[0] if len(codes) == 1 else f"{codes[0]} to {codes[-1]}"


if __name__ == "__main__":
    FILE.write_text(index(), encoding="utf-8")
