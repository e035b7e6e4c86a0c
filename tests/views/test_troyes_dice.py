"""The view of Troyes Dice: width, languages, hidden values, and what can be told apart without colour."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from games.troyes_dice.view import render
from games.troyes_dice.view_model import read_sheet, read_wheel, town_of
from games.troyes_dice.view_wheel import half_days
from ruleset_core import State
from ruleset_core.cli.view_names import Names
from tests.views.conftest import Draw, Load, Play, without

EXPANSION = "banquetes_y_asaltos"
WIDTHS = (80, 100, 120, 140)


@pytest.mark.parametrize("expansions", [(), (EXPANSION,)])
@pytest.mark.parametrize("players", range(1, 11))
def test_a_drawing_keeps_to_its_width(
    players: int, expansions: tuple[str, ...], loaded: Load, played: Play, draw: Draw
) -> None:
    game = loaded("troyes_dice", *expansions)
    state = played(game, players, 25 * players)
    for width, lang in product(WIDTHS, ("en", "es")):
        text = draw(render(game, state.observe(players - 1), lang, width), width)
        assert {len(line) for line in text.splitlines()} == {width}  # all frames are closed


@pytest.mark.parametrize("players", [1, 2, 10])
def test_all_sheets_are_shown(players: int, loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = played(game, players, 20)
    for width in WIDTHS:
        text = draw(render(game, state.observe(0), "en", width), width)
        for seat in range(1, players):
            assert f"P{seat + 1} " in text or f"Player {seat + 1} " in text
        assert "your sheet" in text


def test_hidden_values_are_question_marks(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice", EXPANSION)
    seen = played(game, 3, 30).observe(0)
    hidden = {**without(seen), "seat": 0, "seats": [without(seat) for seat in seen["seats"]]}
    for width, players in product(WIDTHS, (2, 3)):
        text = draw(render(game, {**hidden, "seats": hidden["seats"][:players]}, "en", width), width)
        assert "?" in text
        assert "■──" not in text


def test_only_the_observation_is_drawn(loaded: Load, played: Play, draw: Draw) -> None:
    """A seat whose part is hidden looks the same whatever it holds."""
    game = loaded("troyes_dice")
    one, two = (played(game, 2, decisions).observe(0) for decisions in (30, 31))
    for seen in (one, two):
        seen["fields"] = one["fields"]
        seen["pieces"], seen["zones"] = one["pieces"], one["zones"]
        seen["seats"] = [one["seats"][0], without(seen["seats"][1])]
        seen["to_act"] = None
    assert draw(render(game, one, "en", 80), 80) == draw(render(game, two, "en", 80), 80)


def test_buildings_are_told_apart_without_colour(loaded: Load, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = game.new(players=2, seed=5)
    seen = state.observe(0)
    sheet = seen["seats"][0]
    sheet["built"]["fortress_1"] = sheet["built"]["fortress_2"] = sheet["built"]["fortress_5"] = True
    sheet["crossed"]["red"]["5"] = sheet["crossed"]["red"]["6"] = True
    sheet["weight"]["fortress"] = 2
    row = next(line for line in draw(render(game, seen, "en", 80), 80).splitlines() if "Fortress" in line)
    assert row.split("Fortress")[1].strip(" │") == "■──◆──■     □  ◇  □     ■     ✗  3 ×2"


def test_numbers_stand_over_their_columns(loaded: Load, draw: Draw) -> None:
    game = loaded("troyes_dice")
    seen = game.new(players=1, seed=5).observe(0)
    seen["fields"]["number"] = {str(at + 1): number for at, number in enumerate((4, 5, 6, 1, 2, 3))}
    lines = draw(render(game, seen, "en", 80), 80).splitlines()
    numbers = next(line for line in lines if "number" in line)
    row = next(line for line in lines if "Market" in line)
    assert [at for at, sign in enumerate(numbers) if sign.isdigit()] == [
        at for at, sign in enumerate(row) if sign == "□"
    ]
    assert "4     5     6     1     2     3" in numbers


def test_tracks_show_what_is_spent_left_and_still_to_gain(loaded: Load, draw: Draw) -> None:
    game = loaded("troyes_dice")
    seen = game.new(players=1, seed=5).observe(0)
    sheet = seen["seats"][0]
    sheet["held"]["influence"], sheet["filled"]["influence"] = 4, 9
    sheet["held"]["knight"] = 7
    text = draw(render(game, seen, "en", 80), 80)
    assert "×××××● ●●●··· ······" in text
    assert "9/18  4 left" in text
    assert "●●● ●●● ●···· ···· ·····   7/20  next 15" in text


def test_dice_show_value_colour_and_price_in_words(loaded: Load, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = game.new(players=1, seed=5)
    wheel = read_wheel(state.observe(0))
    text = draw(render(game, state.observe(0), "en", 80), 80)
    for slot, die in enumerate(wheel.order):
        key = str(slot)
        colour = "BLACK" if wheel.attacked[key] else game.name_of("colour", str(wheel.hue[key]), "en").upper()
        assert f"{colour} {wheel.pips[die]}" in text
    assert text.count("╔═") == 1  # the black die has a frame of its own
    assert "✗" in text


def test_prices_are_those_of_the_rules(loaded: Load, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = game.new(players=1, seed=5)
    printed = ["free", "any 1", "1 fortune", "2 fortune"]
    text = draw(render(game, state.observe(0), "en", 80), 80)
    for slot, price in enumerate((0, 1, 1, 2)):
        assert state.ask(f"toll({slot})", 0) == price
        assert state.ask(f"price({slot}, fortune)", 0) == (price if slot > 1 else 0)
        if not read_wheel(state.observe(0)).attacked[str(slot)]:
            assert printed[slot] in text


def test_prices_that_chips_change_are_those_that_count(loaded: Load, played: Play, draw: Draw) -> None:
    """In play with chips each price on the wheel is what the rules ask of who looks."""
    game = loaded("troyes_dice", EXPANSION)
    changed = 0
    for decisions in range(60):
        state = played(game, 2, decisions)
        seen = state.observe(0)
        for slot, goods in product(range(4), ("influence", "fortune", "knowledge")):
            price = state.ask(f"price({slot}, {goods})", 0)
            assert seen["amounts"]["price"][str(slot)][goods] == price
            if price and goods != "fortune" and not read_wheel(seen).attacked[str(slot)]:
                changed += 1
                assert f"{price} {goods}" in draw(render(game, seen, "en", 140), 140)
    assert changed


def test_the_wheel_turns_after_the_afternoon(loaded: Load, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = game.new(players=1, seed=5)
    before = _plazas(state, draw)
    while read_wheel(state.observe(0)).half == "morning":
        state.apply(state.options[0])
    after = _plazas(state, draw)
    assert list(after) == ["day 1 afternoon", "day 2 morning", "day 2 afternoon"]
    assert after["day 2 morning"][:3] == before["day 2 morning"][:3]
    assert [face.strip("✗") for face in after["day 1 afternoon"]] == before["day 1 afternoon"]


def _plazas(state: State, draw: Draw) -> dict[str, list[str]]:
    lines = draw(render(state.game, state.observe(0), "en", 80), 80).splitlines()
    found = (line.strip("│ ") for line in lines if line.startswith("│ day "))
    return {line[:17].strip(): line[17:].split() for line in found}


def test_plazas_of_the_rules_are_those_drawn(loaded: Load) -> None:
    """The notches in use are computed by the view; the rules say which plazas are under the dice."""
    game = loaded("troyes_dice")
    state = game.new(players=1, seed=2)
    town = town_of(Names(game, "en", seen=state.observe(0)))
    while not state.over:
        wheel = read_wheel(state.observe(0))
        _, _, notches = half_days(wheel, town)[0]
        assert [wheel.plazas[notch] for notch in notches] == [wheel.plaza_at[str(slot)] for slot in range(4)]
        state.apply(state.options[0])


def test_chips_stand_beside_their_slot_with_the_active_side(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice", EXPANSION)
    seen: dict[str, Any] = played(game, 1, 30).observe(0)
    chips = [chip for chip, tile in seen["fields"]["beside"].items() if tile]
    for lang in ("en", "es"):
        text = draw(render(game, seen, lang, 140), 140)
        for chip in chips:
            slot = seen["fields"]["spot"][chip]
            line = next(line for line in text.splitlines() if game.name_of("chip", chip, lang) in line)
            assert line.startswith("│ [-]" if slot is None else f"│ [{slot}]")
            banquet = seen["pieces"]["chip"][chip]["side"] == "banquet"
            assert ({"en": "(feast)", "es": "(banquete)"}[lang] in line) == banquet


def test_while_columns_are_numbered_no_dice_are_shown(loaded: Load, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = game.new(players=2, seed=5, options={"numbering": "expert"})
    text = draw(render(game, state.observe(0), "en", 80), 80)
    assert "the columns are being numbered" in text
    assert "╔═" not in text


def test_own_values_are_read_by_name(loaded: Load, played: Play) -> None:
    seen = played(loaded("troyes_dice"), 2, 10).observe(1)
    assert read_sheet(seen, 1).built == seen["seats"][1]["built"]


def test_what_the_dice_build_is_said_with_the_text_of_the_building(loaded: Load, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = game.new(players=1, seed=5)
    seen = state.observe(0)
    wheel = read_wheel(seen)
    slot = next(slot for slot in range(4) if not wheel.attacked[str(slot)])
    colour, pips = str(wheel.hue[str(slot)]), wheel.pips[wheel.order[slot]]
    row = Names(game, "en").fact("colour", colour, "administration")
    building = f"{row}_{pips}"
    before = _offers(draw(render(game, seen, "en", 120), 120), game.name_of("row", row, "en"))
    assert game.card(building).text("en") in before[0]
    seen["seats"][0]["built"][building] = True
    after = _offers(draw(render(game, seen, "en", 120), 120), game.name_of("row", row, "en"))
    assert len(after) == len(before) - 1


def _offers(text: str, row: str) -> list[str]:
    """The lines of what the dice build in a row."""
    return [line for line in text.split("as they lie")[1].splitlines() if row in line]


def test_seats_that_only_watch_see_no_offers(loaded: Load, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = game.new(players=2, seed=5)
    assert "as they lie" in draw(render(game, state.observe(state.seat), "en", 80), 80)
    assert "as they lie" not in draw(render(game, state.observe(1 - state.seat), "en", 80), 80)


def test_the_end_is_said(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice")
    assert "fin de la partida" in draw(render(game, played(game, 1).observe(0), "es", 80), 80)
