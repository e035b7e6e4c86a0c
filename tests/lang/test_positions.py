"""Positions that are remembered: how often the one there is was there before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lang.test_effects import codes, play

SHOW = "set total = total * 10 + repeats(stand)"


@pytest.mark.parametrize(
    ("do", "total"),
    [
        (f"set total = 1; {SHOW}", 10),
        (f"remember stand; {SHOW}", 1),
        (f"repeat 3 {{ remember stand; {SHOW} }}", 123),
        (f"repeat 5 {{ remember stand }}; {SHOW}", 3),
        (f"set total = 1; remember stand; set open = true; {SHOW}; set open = false; {SHOW}", 101),
        (f"remember stand; set open = true; remember stand; {SHOW}; set open = false; {SHOW}", 11),
        (f"set total = 1; remember stand; set open = true; repeat 3 {{ remember stand }}; set open = false; {SHOW}", 10),
        (f"set total = 1; remember stand; set mood[red] = 1; set mood[green] = -1; {SHOW}; set mood[red] = -2; set mood[green] = -2; {SHOW}", 101),
        (f"set total = 1; set luck = 5; remember stand; set luck = 6; {SHOW}", 11),
        (f"set total = 1; remember stand; move bag[0] to pool; {SHOW}; move pool[0] to bag; {SHOW}", 101),
        (f"set total = 1; move bag[0] to pool; remember stand; move pool[0] to seat_1.pool; {SHOW}", 10),
        (f"set total = 1; set seat_1.flag = true; remember stand; set seat_1.flag = false; set flag = true; {SHOW}", 10),
        (f"set total = 1; remember stand; set keeper[elm] = town; {SHOW}; set keeper[elm] = none; {SHOW}", 101),
    ],
)  # fmt: skip
def test_how_often_it_was_the_same(tmp_path: Path, do: str, total: int) -> None:
    """What lies in a zone counts, not in which order; the values of one seat are not those of another."""
    assert play(tmp_path, f"if me == seat_0 {{ {do} }}", players=2).ask("total") == total


def test_all_positions_of_some_fields_have_numbers_of_their_own(tmp_path: Path) -> None:
    """144 of them, one after the other: none is taken for another."""
    each = "set mood[red] = a; set mood[green] = b; set total = total + repeats(moods); remember moods"
    do = f"for each a in -2 to 9 {{ for each b in -2 to 9 {{ {each} }} }}; set clock = repeats(moods)"
    state = play(tmp_path, do, positions={"moods": {"of": ["mood"], "last": 144}})
    assert (state.ask("total"), state.ask("clock")) == (0, 1)


@pytest.mark.parametrize(
    ("do", "position", "code"),
    [
        ("remember nothing_such", {"of": ["open"], "last": 3}, "E301"),
        ("remember 3", {"of": ["open"], "last": 3}, "E303"),
        ("set total = repeats(nothing_such)", {"of": ["open"], "last": 3}, "E301"),
        ("set total = repeats(3)", {"of": ["open"], "last": 3}, "E303"),
        ("set total = repeats()", {"of": ["open"], "last": 3}, "E304"),
        ("remember seen", {"of": ["opem"], "last": 3}, "E301"),
        ("remember seen", {"of": ["open", "hand"], "last": 3}, "E303"),
        ("remember seen", {"of": ["open"], "last": 0}, "E1"),
        ("remember seen", {"of": ["open"], "last": 1001}, "E1"),
        ("remember seen", {"of": [], "last": 3}, "E1"),
    ],
)
def test_what_is_no_position_is_told(tmp_path: Path, do: str, position: dict[str, object], code: str) -> None:
    assert any(each.startswith(code) for each in codes(tmp_path, do, positions={"seen": position}))
