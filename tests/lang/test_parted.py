"""Places where what refuses and what goes on once parted: small games that all executors must play alike."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game
from ruleset_core.lang.runtime import FRAMES
from tests.lang import random_game
from tests.lang.compare import Executors, few_steps

NONE = "(first r in resource where clock > 6)"
"""A resource that is none, which nothing but play can show."""


def made(directory: Path, do: str, **more: Any) -> Game:
    return random_game.build(random_game.write(directory, random_game.plain(do, **more)), plugin=False)


def agreed(game: Game) -> Executors:
    """All of the executors, after they have played the game alike."""
    all_ = Executors(game)
    for seed in range(6):
        found = all_.disagreement(1 + seed % 2, seed, Random(seed).randrange, 12)
        assert not found, found
    return all_


@pytest.mark.parametrize(
    "do",
    [
        pytest.param(f"may sure {{ pay 9 salt, pay 1 {NONE} -> {{ gain 1 coin }} }}", id="a cost of no resource after one that is missing"),
        pytest.param(f"may sure {{ pay 1 {NONE}, pay 9 salt -> {{ gain 1 coin }} }}", id="and before it"),
        pytest.param("may sure { set total = chosen.marks[0 - 1] }", id="a list of none, at no place"),
        pytest.param("may sure { set total = chosen.marks[luck - 9] }", id="a list of none, before its beginning"),
        pytest.param("may sure { set guard = partner.hand[0 - 1] }", id="a zone of no seat, at no place"),
        pytest.param("may sure { set guard = partner.hand[luck - 9] }", id="a zone of no seat, before its beginning"),
    ],
)  # fmt: skip
def test_nothing_without_meaning_is_passed_over(tmp_path: Path, do: str) -> None:
    assert agreed(made(tmp_path, do)).refusals


def test_scores_may_be_asked_for_as_often_as_one_likes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few_steps(monkeypatch, 20_000)
    score = {"many": {"name": {"en": "many", "es": "muchos"}, "amount": "count x in 1 to total where x mod 3 == luck"}}
    game = made(tmp_path, "set total = 2000; may sure { gain 1 coin }", score=score)
    state = game.new(2, 1)
    wanted = state.scores()
    assert all(state.scores() == wanted for _ in range(40))
    agreed(game)


def test_scores_need_no_tie_breaks(tmp_path: Path) -> None:
    game = made(tmp_path, "may sure { gain 1 coin }", tie_breaks=["chosen.rank"])
    all_ = agreed(game)
    assert game.new(2, 1).scores() == [3, 3]
    assert all_.core is None or all_.core.scores(2) is not None
    assert all_.core is None or all_.core.verdict(2) is None


def test_steps_before_a_question_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few_steps(monkeypatch, 20_000)
    work = "for each x in 1 to 100 { for each y in 1 to 100 { set clock = x } }"
    assert agreed(made(tmp_path, f"may sure {{ {work}; {work}; may sure {{ gain 1 coin }} }}")).refusals


@pytest.mark.parametrize(
    "do",
    [
        pytest.param("choose pick_owner z in [lord, (first b in owner where clock > 5), town] { set total = 1 }", id="none"),
        pytest.param("choose pick_colour z in [red, chosen] { set total = 1 }", id="none, among others that are known"),
        pytest.param("set clock = 2000000000; choose how_many n in 0 - clock to clock { set total = n }", id="a long range"),
        pytest.param("set clock = 2000000000; choose how_many n in -8 * clock to 8 * clock { set total = n }", id="beyond 32 bits"),
        pytest.param("set clock = 2000000000; choose how_many n in [clock * 9, 3, clock] { set total = n }", id="a list of them"),
    ],
)  # fmt: skip
def test_question_leaves_out_what_is_not_among_its_options(tmp_path: Path, do: str) -> None:
    all_ = agreed(made(tmp_path, f"may sure {{ {do} }}"))
    assert all_.decisions > 6
    assert not all_.refusals


def test_a_veil_is_looked_at_even_where_the_other_way_out_is_never_open(tmp_path: Path) -> None:
    """A question about hidden things without an answer: the core knows that `leave` is never offered, and counts the same steps."""
    deal = "shuffle deck; for each p in seat { move deck[0] to p.hand; move bag[0] to p.pool }"
    where = "hand[0] != none and hand[0].hue == red"
    do = f"may sure {{ choose die_or d in (longest from s in me.pool by m in starter.pool of -1) where {where} {{ set luck = 3 }} or leave where fame == -1 {{ set luck = 3 }} }}"
    both = Executors(made(tmp_path, do, setup=deal))
    for seed in range(12):
        assert not both.disagreement(2, seed, lambda options: options - 1, 12)


def test_amounts_have_a_bound_where_nothing_has_a_track(tmp_path: Path) -> None:
    members: dict[str, Any] = {each: {} for each in ("coin", "apple", "gem", "fame", "wood", "salt")}
    do = "set total = 2000000000; may sure { gain total coin; choose how_many n in 1 to 2 { repeat n { gain total - 1852516355 coin } } }"
    all_ = agreed(made(tmp_path, do, resources={"members": members}))
    assert all_.refusals


@pytest.mark.parametrize("around", [0, 1])
def test_as_many_frames_as_there_may_be(tmp_path: Path, around: int) -> None:
    again = "if clock > 0 {{ set clock = clock - 1; gain 1 {}; choose how_many m in 1 to 1 {{ set total = m }} }}"
    one = {"start": 1, "max": 1}
    members = {each: {} for each in ("coin", "apple", "gem", "fame")} | {
        "wood": one | {"overflow": again.format("salt")},
        "salt": one | {"overflow": again.format("wood")},
    }
    define = {"begin": {"params": {}, "effect": "gain 1 wood; choose how_many m in 1 to 1 { set total = m }"}}
    do = f"choose how_many n in 0 to 3 {{ set clock = n + {FRAMES // 2 - 2}; {'do begin()' if around else 'gain 1 wood'} }}"
    all_ = agreed(made(tmp_path, do, resources={"members": members}, define=define))
    assert 0 < all_.refusals < all_.decisions
