"""Numbers as each language writes them."""

from __future__ import annotations

from math import inf

from ruleset_core.sim import Estimate
from ruleset_core.texts.figures import figure, grouped, percent, share, signed


def test_numbers_of_each_language() -> None:
    found = Estimate(-0.256, 0.0312, 900, 0.5)
    assert (share(found, "en"), share(found, "es")) == ("-25.6 % ± 3.1", "-25,6 % ± 3,1")
    assert (figure(found, "en"), signed(found, "es")) == ("-0.26 ± 0.03", "−0,26 ± 0,03")
    assert (grouped(1234567, "en"), percent(0.5, "es")) == ("1,234,567", "50,0 %")


def test_a_single_value_has_no_margin() -> None:
    assert figure(Estimate(3.0, inf, 1, 0.0), "en") == "3.00"
