"""Numbers as each language writes them."""

from __future__ import annotations

from math import inf

from ruleset_core.lab.sim import Estimate
from ruleset_core.play.wording.names_and_numbers import (
    format_difference,
    format_grouped,
    format_mean,
    format_percent,
    format_share,
)


def test_numbers_of_each_language() -> None:
    found = Estimate(-0.256, 0.0312, 900, 0.5)
    assert (format_share(found, "en"), format_share(found, "es")) == ("-25.6 % ± 3.1", "-25,6 % ± 3,1")
    assert (format_mean(found, "en"), format_difference(found, "es")) == ("-0.26 ± 0.03", "−0,26 ± 0,03")
    assert (format_grouped(1234567, "en"), format_percent(0.5, "es")) == ("1,234,567", "50,0 %")


def test_a_single_value_has_no_margin() -> None:
    assert format_mean(Estimate(3.0, inf, 1, 0.0), "en") == "3.00"
