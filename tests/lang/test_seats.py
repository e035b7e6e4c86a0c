"""Who sits where, and in which order seats have their turns."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.lang import random_game
from tests.lang.compare import plain
from tests.lang.test_effects import codes, load, play


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


@pytest.mark.parametrize(
    ("by", "turns", "order"),
    [
        ("-number(me)", "once", [2, 1, 0]),
        ("-number(me)", "snake", [2, 1, 0, 0, 1, 2]),
        ("number(me) mod 2", "once", [0, 2, 1]),
        ("number(me) mod 2", "forever", [0, 2, 1, 0, 2, 1, 0]),
        ("if me == seat_2 then 0 else 1", "until_all_pass", [2, 0, 1, 2, 0, 1]),
        ("level", "once", [0, 1, 2]),
    ],
)
def test_an_order_is_made_when_the_phase_begins(tmp_path: Path, by: str, turns: str, order: list[int]) -> None:
    """What changes in the turns themselves (`level`) does not change who is next."""
    rest = " if clock >= 7 { end_game }" if turns == "forever" else ""
    do = f"set clock = clock + 1; choose pick_colour c {{ set level = level + 5 - number(me) }}; if level > 5 {{ pass_turn }};{rest}"
    game = random_game.plain(do, turns=turns)
    game["rules.yaml"]["flow"][0]["by"] = by
    loaded = random_game.build(random_game.write(tmp_path, game))
    real, spec = loaded.new(3, 1), loaded.interpreted().new(3, 1)
    asked = []
    while not real.over:
        asked.append(real.seat)
        option = real.options[0]
        real.apply(option)
        spec.apply(option)
        assert plain(real) == plain(spec)
    assert asked == order


def test_who_is_out_gets_no_turn_and_is_asked_nothing(tmp_path: Path) -> None:
    """Asked by others, or in a menu, or how often: all as though there were nothing to choose from."""
    asks = "as seat_1 { choose pick_colour c { set total = 1 } else { set total = total + 10 } }; as seat_1 { may sure { set total = 5 } }; as seat_1 { choose up to 3 pick_die d { set total = 6 } }; set seat_1.flag = true"
    game = random_game.plain(f"choose how_many n {{ {asks} }}", turns="snake")
    loaded = random_game.build(random_game.write(tmp_path, game, out=True))
    real, spec = loaded.new(3, 1), loaded.interpreted().new(3, 1)
    asked = []
    while not real.over:
        asked.append(real.seat)
        option = real.options[0]
        real.apply(option)
        spec.apply(option)
        assert plain(real) == plain(spec)
    assert asked == [0, 1, 1, 1, 1, 1, 2, 2, 0]
    assert real.ask("total") == 36


@pytest.mark.parametrize(
    ("state", "codes_"),
    [
        ("{lost: {is: bool, out: true}}", ["E303"]),
        ("{lost: {by: [seat], is: bool, visible: owner, out: true}}", ["E303"]),
        ("{lost: {by: [seat], is: bool, out: true}, gone: {by: [seat], is: bool, out: true}}", ["E407"]),
        ("{lost: {by: [seat], is: bool, out: true}}", []),
    ],
)
def test_one_field_by_seat_says_who_is_out(tmp_path: Path, state: str, codes_: list[str]) -> None:
    more = {"state": yaml.safe_load(state)}
    if codes_:
        assert codes(tmp_path, "set lost = true", **more) == codes_
    else:
        load(tmp_path, "set lost = true", **more)


def test_who_is_out_is_asked_for_no_pair(tmp_path: Path) -> None:
    more = {"state": {"lost": {"by": ["seat"], "is": "bool", "out": True}}}
    for place, ask in enumerate(
        ("choose pick_colour q { gain 1 coin }", "choose colour_many q in colour then f { gain 1 coin }")
    ):
        state = play(tmp_path / str(place), f"set lost = true; as starter {{ {ask} }}", **more)
        assert state.over
        assert state.ask("coin", 0) == 3
