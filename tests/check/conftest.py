"""A tiny game to make mistakes in."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleset_core.check.checker import CheckReport, check_paths
from ruleset_core.diagnostics import Diagnostic, Span
from tests.check.page_examples import FILES

REVIEWS = ("W545", "W546")
"""Codes of rules texts to be reviewed or written. Changes that the tests lay on games with a rulebook say nothing of its texts."""


@pytest.fixture(autouse=True)
def _no_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULESET_PATH", raising=False)


@pytest.fixture
def fair(tmp_path: Path) -> Callable[..., Path]:
    """Write the tiny game with other files laid over it; words of keyword arguments are replaced in its game.yaml."""

    def write(files: dict[str, str] | None = None, **swaps: str) -> Path:
        game = FILES["game.yaml"]
        for old, new in swaps.items():
            assert old in game
            game = game.replace(old, new)
        for name, text in {**FILES, "game.yaml": game, **(files or {})}.items():
            path = tmp_path / "fair" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / "fair"

    return write


@pytest.fixture
def checked(fair: Callable[..., Path]) -> Callable[..., CheckReport]:
    """Check the tiny game with other files laid over it."""

    def check(files: dict[str, str] | None = None, **swaps: str) -> CheckReport:
        return check_paths([fair(files, **swaps)])

    return check


def quote(span: Span) -> str:
    """What stands at a place of a file."""
    lines = Path(span.file).read_text(encoding="utf-8").split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


def told(item: Diagnostic) -> str:
    """A finding as "CODE at `characters`: message | help"."""
    return f"{item.code} at `{quote(item.span)}`: {item.message}" + f" | {item.help}" * bool(item.help)
