"""Who sits where, and in which order seats have their turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lang.test_effects import codes, play


@pytest.mark.parametrize(
    ("text", "players", "worth"),
    [
        ("number(left(me))", 3, 1),
        ("number(right(me))", 3, 2),
        ("number(right(right(seat_1)))", 3, 2),
        ("number(left(me)) + number(right(me))", 1, 0),
        ("number(left(partner))", 3, -1),
        ("number(left(me)) + 10 * number(blue)", 2, 21),
        ("sum p in after(seat_1) of number(p) + 1", 3, 4),
        ("(if (first p in after(seat_1)) == seat_2 then 1 else 0) + (if (first p in before(seat_1)) == me then 2 else 0)", 3, 3),
        ("count p in after(partner)", 3, 0),
        ("count p in before(me)", 1, 0),
        ("if seat_1 in after(me) then 1 else 0", 2, 1),
    ],
)  # fmt: skip
def test_seats_beside_each_other(tmp_path: Path, text: str, players: int, worth: int) -> None:
    state = play(tmp_path, f"if me == seat_0 {{ set total = {text} }}", players=players)
    assert state.ask("total") == worth


def test_the_next_one_of_whom_something_holds(tmp_path: Path) -> None:
    do = "set flag = me != seat_0; if me == seat_2 { set total = number(first p in after(seat_1) where p.flag) * 10 + number(first p in before(seat_1) where p.flag) }"
    assert play(tmp_path, do, players=3).ask("total") == 22


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("set total = number(3)", "E303"),
        ("set total = number(deck[0])", "E303"),
        ("set partner = left()", "E304"),
        ("set partner = left(red)", "E303"),
        ("for each p in after(me, me) { set total = 1 }", "E304"),
        ("set total = count p in after", "E301"),
    ],
)
def test_what_is_no_seat_is_told(tmp_path: Path, text: str, code: str) -> None:
    assert code in codes(tmp_path, text)
