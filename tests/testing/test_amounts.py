"""A condition that fails is explained by the amounts that stand in it."""

from __future__ import annotations

import pytest

from ruleset_core.testing.scenarios.runner import failed_comparisons

VALUES: dict[str, object] = {
    "influence": 3,
    "number[1]": 4,
    "min(a, b < c)": 2,
    "influence == 2": False,
    "day >= 4": True,
    "day": 5,
    "free": False,
    "number[1] < min(a, b < c)": False,
    "influence + number[1]": 7,
    "(count p in plazas where p.side == back)": 1,
    "maker": -1,
    "(maker) == none": True,
    "dealer": 3,
    "(dealer) == seat_3": True,
    "debt": -1,
}


def ask(text: str) -> object:
    return VALUES[text]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("influence == 2", ["`influence` is 3"]),
        ("day >= 4 and influence == 2", ["`influence` is 3"]),
        ("number[1] < min(a, b < c)", ["`number[1]` is 4", "`min(a, b < c)` is 2"]),
        ("free == true", ["`free` is false"]),
        ("influence + number[1] > 9", ["`influence + number[1]` is 7"]),
        ("(count p in plazas where p.side == back) == 2", ["`(count p in plazas where p.side == back)` is 1"]),
        ("every p in plazas has p.side == back", []),
        ("influence == 2 or free == true", []),
        ("maker == dealer", ["`maker` is none", "`dealer` is seat_3"]),
        ("debt == 3", ["`debt` is -1"]),
        ("free", []),
        ("unknown == 3", []),
    ],
)
def test_amounts_of_the_parts_that_do_not_hold(condition: str, said: list[str]) -> None:
    assert list(failed_comparisons(condition, ask)) == said
