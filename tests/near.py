"""The tests nearest to a change: `python3 dev.py near [PACKAGE...]`, within a minute.

Without a package it looks at which files differ from the last commit, or, if none does, at what the last commit changed.
It is a quick answer while one works; `python3 dev.py test` is what decides.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

GAMES = ("carcassonne_masons", "tournay", "troyes", "troyes_dice")
NEAR: Mapping[str, tuple[str, ...]] = {
    "model": ("tests/model", "tests/check/test_run.py", "tests/check/test_pages.py"),
    "lang": ("tests/lang", "tests/boards", "tests/engine"),
    "native": ("tests/native",),
    "engine": ("tests/engine", "tests/lang/test_agreement.py", "tests/boards"),
    "check": ("tests/check", "tests/model"),
    "record": ("tests/record", "tests/play/test_replay.py"),
    "testing": ("tests/testing",),
    "bots": ("tests/bots", "tests/table"),
    "table": ("tests/table", "tests/play"),
    "rl": ("tests/rl",),
    "texts": ("tests/texts", "tests/play"),
    "lookup": ("tests/play/test_lookup.py", "tests/web/test_lookup.py"),
    "scenes": ("tests/scenes",),
    "sim": ("tests/sim",),
    "terminal": ("tests/terminal",),
    "web": ("tests/web",),
    "report": ("tests/report",),
    "sheets": ("tests/sheets",),
    "drawing": ("tests/drawing",),
    "bench": ("tests/bench", "tests/games/test_bench.py"),
    "cli": ("tests/cli", "tests/play"),
    "cli/commands": ("tests/cli", "tests/play/test_play.py", "tests/play/test_replay.py"),
    "cli/full": ("tests/full",),
    "cli/lookup": ("tests/play/test_lookup.py", "tests/play/test_play.py"),
    "cli/making": ("tests/cli/test_new.py", "tests/cli/test_cards.py"),
    "cli/playing": ("tests/play", "tests/full", "tests/terminal/test_at_the_table.py"),
    "cli/reporting": ("tests/cli", "tests/testing"),
    "cli/showing": ("tests/cli",),
    "cli/typed": ("tests/play",),
    "pages": ("tests/cli/test_explain.py", "tests/lang/test_text_reference.py"),
    "docs": ("tests/docs",),
    "carcassonne_masons": ("tests/scenes/test_masons.py", "tests/cli/test_show_board.py"),
    "tournay": ("tests/scenes/test_towns.py",),
    "troyes": ("tests/scenes/test_towns.py",),
    "troyes_dice": ("tests/scenes/test_troyes_dice.py",),
}
"""The tests that a mistake meets first: for each package of `ruleset_core`, the documents and each game (and its scenarios)."""
ALWAYS = ("tests/walls",)
SKIPPED = "not slow and not packaging and not bench"


def packages_of(files: Iterable[str]) -> list[str]:
    """The packages that files of the project belong to."""
    found: dict[str, None] = {}
    for file in files:
        head, _, rest = file.partition("/")
        part = rest.partition("/")[0].removesuffix(".py")
        name = part if head in {"ruleset_core", "data", "games", "tests"} else head
        within = "/".join(rest.split("/")[:2])  # commands have packages of their own
        name = within if head == "ruleset_core" and within in NEAR else name
        if name in NEAR:
            found[name] = None
    return list(found)


def changed() -> list[str]:
    """The files that differ from the last commit, else those that it changed."""
    now = _git("status", "--porcelain", "--untracked-files=all")
    files = [line[3:].rpartition(" -> ")[2] for line in now.splitlines()]
    return files or _git("show", "--name-only", "--format=", "HEAD").splitlines()


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout


def main(words: list[str]) -> int:
    """Run the tests near to the packages named, or to what has changed."""
    options = [word for word in words if word.startswith("-")]
    packages = [word for word in words if not word.startswith("-")] or packages_of(changed())
    unknown = [name for name in packages if name not in NEAR]
    if unknown:
        sys.stderr.write(f"There is no package `{unknown[0]}`; there are: {', '.join(NEAR)}.\n")
        return 2
    sys.stderr.write(f"Near to {', '.join(packages) or 'nothing in particular'}:\n")
    paths = dict.fromkeys([*ALWAYS, *(path for name in packages for path in NEAR[name])])
    games = [name for name in packages if name in GAMES]
    scenarios = (
        subprocess.run([sys.executable, "-m", "ruleset_core", "test", *games], cwd=ROOT, check=False) if games else None
    )
    tested = pytest.main(["-q", "-m", SKIPPED, "-n", "auto", "--dist", "worksteal", *paths, *options])
    return int(tested) or (0 if scenarios is None else scenarios.returncode)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
