"""Lists that loops go through, in games where lists are copied for imagined worlds as well (`compile/lowering/question_replay`)."""

from __future__ import annotations

from pathlib import Path

from ruleset_core import load
from tests.engine.test_imagined_questions import HEAD, broken, positions


def test_lists_of_loops_stay_where_copies_that_nobody_reads_go(tmp_path: Path) -> None:
    """Each procedure has locals of its own: a list of a loop may be called like a copy of another procedure, and is still no copy."""
    counts = "let n = count c in hand where c.role == duke; move (first c in hand where c.role == duke) to court;"
    loops = "for each c in hand { choose turn_to { left { gain 1 coin } | right { } } };" * 6
    head = HEAD.replace("  dukes:", f'  visit: {{effect: "{loops}"}}\n  dukes:')
    body = f"      {counts} do visit; do visit; choose turn_to {{ left {{ gain 1 coin }} | right {{ }} }}\n"
    (tmp_path / "game.yaml").write_text(head + body, encoding="utf-8")
    game = load(tmp_path).interpreted()
    assert sum(not broken(state) for _, state in positions(game, 2)) > 20
