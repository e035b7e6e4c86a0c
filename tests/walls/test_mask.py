"""One module works out who sees what; all others ask it."""

from __future__ import annotations

import ast

from tests.walls.sources import ROOT, nodes, python

ALLOWED = ("lang/visibility.py", "analysis/", "check/", "view/look/default_", "testing/conformance/position_checks.py")
"""What may read `visible` of a field, a zone or a resource: the mask, analysis and checks, the default look, and the test of the mask."""


def test_who_sees_what_is_asked_of_the_mask() -> None:
    core = ROOT / "ruleset_core"
    readers = {
        path.relative_to(core).as_posix()
        for path in python("ruleset_core")
        if any(each.attr == "visible" for each in nodes(path, ast.Attribute))
    }
    assert "lang/visibility.py" in readers
    assert {each for each in readers if not each.startswith(ALLOWED)} == set()
