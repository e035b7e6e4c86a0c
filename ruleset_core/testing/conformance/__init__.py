"""The conformance suite: what every game must keep, looked at by playing it at random.

It ships, so that the author of a game tests it as the included ones are tested:

    from ruleset_core import load
    from ruleset_core.testing import check_game

    report = check_game(load("my_game"), games=200)
    assert report.ok, list(report.lines())
"""

from .report import CheckResult, Finding, Report, Table
from .suite import check_game

__all__ = ["CheckResult", "Finding", "Report", "Table", "check_game"]
