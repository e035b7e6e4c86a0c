"""The index of the pages of codes: `python -m tests.check.index` writes docs/diagnostics.md again."""

from pathlib import Path

from ruleset_core.pages import codes, page

FILE = Path(__file__).parents[2] / "docs" / "diagnostics.md"
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
HEAD = """\
# Diagnostics

Everything `ruleset check` and `ruleset test` can say. `ruleset explain E302` prints a page in the terminal: what the code
means, why it matters, a wrong and a right example. The examples are run as tests.

A warning does not change the exit code, unless with `--strict`. It is silenced by a comment with a reason on its line or
on the line above:

    # ruleset: ignore[W515] for expansions to come
"""


def index() -> str:
    """The whole file."""
    lines = [HEAD]
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
