"""The conformance suite: what every game must keep, looked at by playing it at random.

It ships, so that the author of a game tests it as the included ones are tested:

    from ruleset_core import load
    from ruleset_core.testing import check_game

    report = check_game(load("my_game"), games=200)
    assert report.ok, list(report.lines())
"""

from ruleset_core.testing.conformance.check_results import (
    BrokenProperty,
    CheckResult,
    ConformanceGame,
    ConformanceReport,
)
from ruleset_core.testing.conformance.suite import check_game

__all__ = ["BrokenProperty", "CheckResult", "ConformanceGame", "ConformanceReport", "check_game"]
