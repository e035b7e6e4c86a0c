"""The index of the pages of codes: `python -m tests.check.index` writes docs/diagnostics.md again."""

from pathlib import Path

from ruleset_core.pages import codes, page

FILE = Path(__file__).parents[2] / "docs" / "diagnostics.md"
# what stands above the first family is written by hand
FAMILIES = {
    "E0": "Files and YAML",
    "E1": "Shape",
    "E2": "Syntax of effects",
    "E3": "Names and types",
    "E4": "The game as a whole",
    "E5": "Scenarios (`ruleset test`)",
    "E9": "Faults of the checker",
    "W5": "Warnings",
}


def index() -> str:
    """The whole file."""
    written = FILE.read_text(encoding="utf-8")
    lines = [written[: written.index("\n## " + next(iter(FAMILIES.values())))]]
    family = ""
    for code in codes():
        if code[:2] != family:
            family = code[:2]
            lines.append(f"\n## {FAMILIES[family]}\n\n")
        title = page(code).splitlines()[0].removeprefix(f"# {code} ")
        lines.append(f"- [{code}](../ruleset_core/check/pages/{code}.md) {title}\n")
    return "".join(lines)


if __name__ == "__main__":
    FILE.write_text(index(), encoding="utf-8")
