"""What Troyes and Tournay show, whatever terminal or page draws it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, State, load
from ruleset_core.formats.scene_format import targets_in
from ruleset_core.view.scene.scene_builder import scene, scene_of_name
from ruleset_core.view.terminal.drawing import draw
from tests.scenes.reading import read

BONUS = "bonus_2011"


@cache
def game(name: str, *expansions: str) -> Game:
    return load(name, expansions=expansions)


def after(name: str, players: int, decisions: int, **options: Any) -> State:
    state, chance = game(name).new(players, seed=11, options=options), Random(players)
    while not state.over and decisions:
        state.apply(chance.choice(state.options))
        decisions -= 1
    return state


def told(seen: dict[str, Any], name: str, lang: str = "en", width: int = 100) -> str:
    """Everything, as it is drawn where there are lines enough."""
    return draw(
        scene(game(name), read(game(name), seen), lang, ["Ana", "Bo", "Cy", "Di"][: seen["players"]]), width
    ).plain


def row(text: str, name: str) -> str:
    return next(line for line in text.split("\n") if name in line)


def positions(name: str, players: int, *expansions: str) -> Iterator[State]:
    state, chance = game(name, *expansions).new(players, seed=3), Random(players)
    while not state.over:
        if chance.random() < 0.02:
            yield state
        state.apply(chance.choice(state.options))
    yield state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "expansions"),
    [("troyes", 2, ()), ("troyes", 4, (BONUS,)), ("tournay", 2, ()), ("tournay", 4, ())],
)
def test_a_drawing_keeps_to_its_size_from_the_first_decision_to_the_last(
    name: str, players: int, expansions: Any
) -> None:
    for place, state in zip(range(6), positions(name, players, *expansions), strict=False):
        for seat in (place % players, -1):
            found = scene(state.game, state.masked(seat), ("en", "es")[place % 2], options=state.options)
            for width, height in ((80, 24), ((100, 40), (160, 50))[place % 2]):
                lines = draw(found, width, height).split("\n")
                assert len(lines) <= height
                assert {line.cell_len for line in lines} == {width}


# -- Troyes --------------------------------------------------------------------------------------------------------


def test_dice_are_told_by_letter_from_the_highest_with_whose_they_are() -> None:
    seen = after("troyes", 2, 3).observe(0)
    dice = [die for die in seen["fields"]["pips"] if die.startswith("die")][:3]
    seen["zones"]["square"] = dice
    for die, pips in zip(dice, (2, 6, 4), strict=True):
        seen["fields"]["pips"][die] = pips
        seen["fields"]["home"][die] = "seat_1"
    assert "R 6 4 2" in row(told(seen, "troyes"), "2 Bo")
    assert "R 6 4 2" not in row(told(seen, "troyes"), "1 Ana")


def test_a_building_has_rows_as_wide_as_declared_and_the_cathedral_rises_from_below() -> None:
    seen = after("troyes", 2, 3).observe(0)
    places = {str(place): None for place in range(1, 7)}
    for building in seen["fields"]["stands"]:
        seen["fields"]["stands"][building] = dict(places)
    seen["fields"]["stands"]["city_hall"] = {**places, "1": "seat_0", "5": "grey"}
    seen["fields"]["cathedral"]["1"] = {**places, "2": "seat_1"}
    text = told(seen, "troyes")
    assert "|· |· |· |· |· |·|" in " ".join(row(text, "R Palace").split())
    assert "|· · |· · |· ·|" in " ".join(row(text, "W Bishopric").split())
    assert "|1 · · |· G ·|" in " ".join(row(text, "Y City Hall").split())
    assert "· 2 · · · ·" in " ".join(row(text, "cathedral 1").split())
    assert text.index("cathedral 3") < text.index("cathedral 1")


def test_cards_in_play_show_tradesmen_cubes_and_what_they_take() -> None:
    seen = after("troyes", 2, 40).observe(0)
    seen["zones"]["market"] = ["priest", "merchant"]
    seen["seats"][0]["stall"] |= {"merchant": 1, "priest": 9}
    seen["seats"][1]["cubes"]["priest"] = 3
    text = told(seen, "troyes")
    merchant, priest = row(text, "Y Merchant"), row(text, "W Priest")
    facts = game("troyes").glossary.figure
    hire, divisor = (facts("activity", "merchant", each).value for each in ("hire", "divisor"))
    assert re.search(rf"Merchant +{hire} +{divisor} Y +2:1 1:· 1:·", merchant)
    assert "0:1" in priest
    assert "2×3" in priest
    assert "Cubes for" in priest


def test_black_and_chosen_dice_have_a_line_of_their_own() -> None:
    seen = after("troyes", 2, 3).observe(0)
    assert "black dice" not in told(seen, "troyes")
    seen["fields"]["black"] = {str(value): 2 if value == 6 else 1 if value == 3 else 0 for value in range(1, 7)}
    assert "black dice 6 6 3" in told(seen, "troyes")


def test_characters_and_points_of_others_are_not_shown() -> None:
    state = after("troyes", 3, 60)
    mine = state.observe(0)["seats"][0]["secret"]
    names = [state.game.glossary.name("character", each) for each in mine]
    assert all(name in told(state.observe(0), "troyes") for name in names)
    assert not any(name in told(state.observe(1), "troyes") for name in names)
    assert row(told(state.observe(1), "troyes"), "1 Ana").rstrip("│ ").endswith("?")


# -- Tournay -------------------------------------------------------------------------------------------------------


def laid(seen: dict[str, Any], seat: int, space: str, card: str, *, covered: bool = False, token: Any = None) -> None:
    seen["seats"][seat]["district"].append(card)
    seen["fields"]["site"][card] = space
    seen["fields"]["covered"][card] = covered
    seen["fields"]["token"][card] = token


def cards(number: int, **facts: Any) -> list[str]:
    """Cards with these facts, copies not counted."""
    of = game("tournay").glossary
    found = [card for card in of.members("activity") if "#" not in card]
    return [card for card in found if all(of.figure("activity", card, name).value == facts[name] for name in facts)][
        :number
    ]


def test_a_district_is_drawn_as_it_lies_with_what_stands_and_lies_on_its_cards() -> None:
    seen = after("tournay", 2, 0).observe(0)
    assert "the first card goes on c3" in told(seen, "tournay")
    low, top, other = cards(3, colour="yellow", type="building")
    laid(seen, 0, "c3", low, covered=True)
    laid(seen, 0, "c3", top, token="damage")
    laid(seen, 0, "d3", other, token="citizen")
    text = told(seen, "tournay")
    name = game("tournay").glossary.name
    line = row(text, name("activity", top).split()[0])
    assert "✗ +1" in line
    assert line.index(name("activity", top).split()[0]) < line.index(name("activity", other).split()[0])
    assert "yellow I" in text
    assert "2/9 spaces" in text


def test_decks_count_all_their_cards_and_name_the_open_one_and_those_that_are_known() -> None:
    seen = after("tournay", 2, 0).observe(0)
    one, two = cards(2, colour="white", level=1)
    seen["zones"]["top"]["white"]["1"] = [one]
    seen["zones"]["deck"]["white"]["1"] = {"count": 4, "seen": [None, two, None, None]}
    text = told(seen, "tournay")
    name = game("tournay").glossary.name
    assert re.search(rf"W white +5 {name('activity', one)}", text)
    assert f"white I 2 {name('activity', two)}" in text


def test_hands_of_others_tell_their_backs_and_the_own_one_prices_and_effects() -> None:
    seen = after("tournay", 2, 0).observe(0)
    (card,) = cards(1, colour="red", type="building", level=2)
    seen["seats"][0]["hand"] = [card]
    backs = [{"colour": "white", "level": 3}, {"colour": "yellow", "level": 1}]
    seen["seats"][1]["hand"] = {"count": 2, "backs": backs}
    text = told(seen, "tournay")
    assert "white 3" in text
    assert "yellow 1" in text
    price = game("tournay").glossary.figure("activity", card, "price").value
    assert re.search(rf"price .*\n.*{game('tournay').glossary.name('activity', card)}\S* +{price} ", text)
    assert game("tournay").card(card).text("en").split()[0] in text


def test_cards_of_the_house_are_marked() -> None:
    seen = after("tournay", 2, 0).observe(0)
    of = game("tournay").glossary
    house = next(card for card in cards(99) if of.provenance(card) == "house")
    seen["zones"]["top"]["yellow"]["1"] = [house]
    assert of.name("activity", house) + "*" in told(seen, "tournay")


def test_marks_do_not_depend_on_what_was_looked_at_before() -> None:
    """What `?` says of a name is seen without the look of the game: it must not leave names without their marks behind."""
    played = load("tournay")
    seen = played.new(2, seed=11).observe(0)
    house = next(card for card in cards(99) if played.glossary.provenance(card) == "house")
    seen["zones"]["top"]["yellow"]["1"] = [house]
    name = played.name_of("activity", house)
    plain = str(scene_of_name(played, "top", read(played, seen)))
    assert name in plain
    assert name + "*" not in plain
    assert name + "*" in str(scene(played, read(played, seen)))


def test_events_say_what_lies_on_them_and_what_combat_takes() -> None:
    seen = after("tournay", 2, 0).observe(0)
    event = seen["zones"]["queue"][0]
    of = game("tournay").glossary
    circles = of.figure("event", event, "circles").value
    seen["fields"]["coins"][event] = 1
    line = row(told(seen, "tournay"), of.name("event", event))
    assert "¤" + "·" * (circles - 1) in line
    assert re.search(r"[12] [YWR]", line)


def test_the_phase_and_the_end_are_said() -> None:
    assert "the town grows" in told(after("tournay", 2, 3).observe(0), "tournay", width=120)
    assert "game over" in told(after("tournay", 2, -1).observe(0), "tournay")


@pytest.mark.parametrize("short", [False, True])
def test_decks_stand_for_drawing_from_them(short: bool) -> None:
    state = game("tournay").new(2, seed=1)
    state.apply(game("tournay").parse("act draw"))
    assert state.decision is not None
    assert state.decision.name == "deck"
    found = scene(state.game, state.masked(state.seat), options=state.options)
    town = next(panel for panel in found.panels if panel.id == "town")
    pointed = {option: each.id for each in targets_in(town.short if short else town.show) for option in each.options}
    assert {option: f"deck {deck}" for option, deck in pointed.items()} == {
        option: state.game.notation(option) for option in state.options
    }
