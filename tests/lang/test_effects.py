"""What effects do, said with small games: places where executors, or the rules and the code, once parted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, LoadError, State
from tests.lang import random_game
from tests.lang.compare import difference, plain
from tests.lang.in_core import in_core

ASK = "may sure { set clock = clock + 1 }"
HOUSE = {"provenance": "house"}


def load(directory: Path, do: str, **more: Any) -> Any:
    return random_game.build(random_game.write(directory, random_game.plain(do, **more)))


def play(directory: Path, do: str, *answers: str, players: int = 1, **more: Any) -> State:
    """The game after some answers, the same for all executors and after saving."""
    game = load(directory, do, **more)
    real, spec, core = game.new(players, 1), game.interpreted().new(players, 1), in_core(game)
    assert core is None or core.begin(game.blank(players, 1, {}))
    for answer in answers:
        real = game.from_json(json.loads(plain(real)))
        real.apply(answer)
        spec.apply(answer)
        assert core is None or core.apply(game.parse(answer))
    assert plain(real) == plain(spec)
    assert core is None or not difference(spec, core.state(), "the core")
    return real


def amounts(state: State, seat: int = 0) -> dict[str, int]:
    return {name: int(state.ask(name, seat)) for name in ("coin", "apple", "gem", "fame", "wood", "salt")}


def codes(directory: Path, do: str, **more: Any) -> list[str]:
    with pytest.raises(LoadError) as caught:
        load(directory, do, **more)
    return [each.code for each in caught.value.diagnostics if each.severity == "error"]


def test_no_gain_passes_a_bound(tmp_path: Path) -> None:
    state = play(tmp_path, "for each r in resource { gain 5 r; lose 1 r; gain 1 r }")
    assert amounts(state) == {"coin": 8, "apple": 4, "gem": 4, "fame": 3, "wood": 5, "salt": 5}


def test_space_of_a_track_is_filled_once(tmp_path: Path) -> None:
    state = play(tmp_path, "gain 3 gem; lose 3 gem; gain 9 gem")
    assert amounts(state)["gem"] == 2


def test_unit_that_does_not_fit_goes_to_its_overflow(tmp_path: Path) -> None:
    members = {"coin": {}, "gem": {"spaces": 2, "overflow": "gain 1 coin; may sure { gain 1 coin }"}}
    state = play(tmp_path, "gain 4 gem", "sure true", "sure false", **tiny(members))
    assert (state.ask("coin", 0), state.ask("gem", 0)) == (3, 2)


def tiny(members: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Resources of a test's own; what the cards and colours speak of is among them."""
    for name in ("coin", "apple", "gem", "wood"):
        members.setdefault(name, {})
    return {"resources": {"members": members}, **more}


def test_gain_is_told_once_though_its_track_may_ask(tmp_path: Path) -> None:
    members = {"gem": {"spaces": 5, "overflow": ASK}}
    rules = [{"id": "tell", "when": {"event": "gain", "do": "set total = total + amount"}, **HOUSE}]
    state = play(tmp_path, "gain 2 gem; gain 1 coin; gain 4 gem", "sure true", **tiny(members, rules=rules))
    assert state.ask("total") == 7


def test_replacement_of_a_gain_may_ask(tmp_path: Path) -> None:
    rules = [{"id": "swap", "instead": {"event": "gain", "where": "resource == wood", "do": "choose pick_good r { gain amount r }"}, **HOUSE}]  # fmt: skip
    state = play(tmp_path, "gain 2 wood; gain 1 salt", "pick good salt", rules=rules)
    assert (amounts(state)["wood"], amounts(state)["salt"]) == (0, 3)


def test_condition_is_kept_as_a_number_over_a_question(tmp_path: Path) -> None:
    do = "let a = luck > 1; for each b in [luck > 5, a] { choose how_many n { if a and not b { gain n coin } } }"
    state = play(tmp_path, do, "how many 3")
    assert state.to_json()["stack"] == json.loads(plain(state))["stack"]
    assert plain(state).count("true") == 0
    state.apply("how many 2")
    assert amounts(state)["coin"] == 6


def test_cost_is_a_condition_like_others(tmp_path: Path) -> None:
    assert amounts(play(tmp_path, "if can { pay 1 coin } == open { gain 1 salt } else { gain 2 salt }"))["salt"] == 2


def test_key_of_a_sort_may_look_at_the_zone(tmp_path: Path) -> None:
    state = play(tmp_path, "sort deck by count t in deck where t.price < it.price; set guard = deck[0]; sort deck by -(count t in deck); set total = count t in deck")  # fmt: skip
    assert state.ask("guard.price") == -1
    assert state.ask("total") == 6


@pytest.mark.parametrize(("way", "players", "hands"), [
    ("left", 3, [1, 2, 1]), ("right", 3, [1, 1, 2]), ("left", 2, [1, 2]), ("right", 2, [1, 2]), ("left", 1, [2]),
])  # fmt: skip
def test_hands_go_round(tmp_path: Path, way: str, players: int, hands: list[int]) -> None:
    deal = "for each p in seat { move deck[0] to p.hand }; move deck[0] to seat_0.hand"
    state = play(
        tmp_path, f"if number(me) == 0 {{ {deal}; set guard = seat_0.hand[1]; rotate hand to {way} }}", players=players
    )
    assert [state.ask("count c in hand", seat) for seat in range(players)] == hands
    beside = {"left": 1 % players, "right": -1 % players}[way]
    assert state.ask("hand[1] == guard", beside)


def test_effect_of_a_card_is_that_of_who_acts(tmp_path: Path) -> None:
    cards = {"elm": {"effect": "gain 1 wood"}}
    state = play(tmp_path, "for each p in seat { as p { do elm.effect } }", players=2, cards=cards)
    assert [amounts(state, seat)["wood"] for seat in range(2)] == [2, 2]


def test_who_acts_is_known_after_a_question(tmp_path: Path) -> None:
    state = play(
        tmp_path, "choose pick_seat p { set open = p in others }", "pick seat seat_1", "pick seat seat_1", players=2
    )
    assert state.ask("open") is False


def test_what_may_be_none_is_compared_with_none(tmp_path: Path) -> None:
    do = "let c = chosen; if c != none { gain 1 salt } else { gain 2 wood }; let d = luck; if c == none and d > 1 { gain 1 wood }"
    assert amounts(play(tmp_path, do))["wood"] == 3


@pytest.mark.parametrize(
    "do",
    [
        "do leaf(chosen)",
        "set total = rank_of(chosen)",
        "emit painted(chosen, 1)",
    ],
)
def test_none_is_not_handed_on_where_something_is_asked_for(tmp_path: Path, do: str) -> None:
    define = {
        "leaf": {"params": {"c": "colour"}, "effect": "set chosen = c"},
        "rank_of": {"params": {"c": "colour"}, "amount": "if c == none then 1 else 2"},
    }
    rules = [{"id": "paint", "when": {"event": "painted", "do": "set chosen = c"}, **HOUSE}]
    with pytest.raises(BrokenRuleError):
        load(tmp_path, do, define=define, rules=rules).interpreted().new(1, 1)


def test_list_of_numbers_holds_any_numbers(tmp_path: Path) -> None:
    assert play(tmp_path, "set total = sum n in [4, 0, -7, 12] of n").ask("total") == 9


def test_end_of_the_game_waits_for_the_effect_alone(tmp_path: Path) -> None:
    rules = [{"id": "late", "when": {"event": "called", "do": "gain 5 salt"}, **HOUSE}]
    do = "emit called(1, me); if coin == 3 { end_game; gain 1 coin }; may sure { gain 1 apple }; gain 1 wood"
    state = play(tmp_path, do, "sure true", players=2, rules=rules)
    assert state.over
    assert [amounts(state, seat)["wood"] for seat in range(2)] == [1, 0]
    assert (amounts(state)["coin"], amounts(state)["apple"], amounts(state)["salt"]) == (4, 1, 0)


def test_end_of_the_game_reveals_what_was_chosen_at_the_same_time(tmp_path: Path) -> None:
    state = play(
        tmp_path,
        "choose how_many n { gain n coin; if n == 3 { end_game } }",
        "how many 3",
        turns="simultaneous",
        players=2,
    )
    assert state.over
    assert not state.simultaneous
    assert state.observe(1)["seats"][0]["coin"] == 6


@pytest.mark.parametrize(
    "do",
    [
        "do gift",
        "emit painted(red, 1)",
        "do oak.effect",
        "set total = mine_too",
        "if any c in colour where rich(c) { }",
    ],
)
def test_nobody_can_do_what_needs_a_seat(tmp_path: Path, do: str) -> None:
    define = {
        "gift": {"effect": "gain 1 coin"},
        "mine_too": {"amount": "level + 1"},
        "rich": {"params": {"c": "colour"}, "condition": "any p in others where p.coin > c.rank"},
    }
    rules = [{"id": "paint", "when": {"event": "painted", "do": "do gift"}, **HOUSE}]
    more = {"define": define, "rules": rules, "cards": {"oak": {"effect": "gain 1 coin"}}}
    assert codes(tmp_path / "wrong", "gain 1 coin", setup=do.replace("{ }", "{ set total = 1 }"), **more) == ["E309"]
    load(tmp_path / "right", "gain 1 coin", setup=f"as starter {{ {do.replace('{ }', '{ set total = 1 }')} }}", **more)


def test_procedure_that_says_who_acts_needs_no_seat(tmp_path: Path) -> None:
    define = {"gift": {"effect": "for each p in seat { as p { gain 1 coin } }"}}
    assert amounts(play(tmp_path, "gain 1 coin", setup="do gift", define=define))["coin"] == 5


@pytest.mark.parametrize(
    ("do", "where"), [("gain 1 coin", "resource == coin"), ("lose 1 wood; gain 1 resource", "resource != salt")]
)
def test_gain_that_leads_back_to_itself_is_refused(tmp_path: Path, do: str, where: str) -> None:
    rules = [{"id": "more", "when": {"event": "gain", "where": where, "do": do}, **HOUSE}]
    assert set(codes(tmp_path, "gain 1 coin", rules=rules)) == {"E311"}


def test_gain_may_lead_to_gains_of_other_things(tmp_path: Path) -> None:
    rules = [
        {"id": "one", "when": {"event": "gain", "where": "resource == coin", "do": "gain 1 wood"}, **HOUSE},
        {"id": "two", "when": {"event": "gain", "where": "amount > 0 and (resource == wood or resource == gem)", "do": "gain 1 salt"}, **HOUSE},
    ]  # fmt: skip
    assert amounts(play(tmp_path, "gain 1 coin", rules=rules))["salt"] == 1


@pytest.mark.parametrize("name", ["_n", "_amount", "a__1", "_"])
def test_names_kept_for_the_game_are_refused(tmp_path: Path, name: str) -> None:
    assert codes(tmp_path, f"let {name} = 2; gain {name} coin") == ["E315"]


@pytest.mark.parametrize(
    "do",
    [
        "set total = guard.price",
        "for each p in seat where p.partner == none { set p.partner.level = 1 }",
        "gain 1 (first r in resource where coin == 99)",
        "set mood[first c in colour where coin == 99] = 1",
        "move deck[0] to row[chosen]",
    ],
)
def test_interpreter_says_what_has_no_meaning(tmp_path: Path, do: str) -> None:
    with pytest.raises(BrokenRuleError):
        load(tmp_path, do).interpreted().new(1, 1)
