"""How Troyes Dice is shown: what stands on the wheel and the sheets is what the rules and the observation say."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, State, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import targets_in, walk_scene
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw
from tests.scenes.reading import read
from tests.scenes.test_scenes import cards

EXPANSION = "banquetes_y_asaltos"


@pytest.fixture(scope="module")
def game() -> Game:
    return load("troyes_dice")


@pytest.fixture(scope="module")
def feasts() -> Game:
    return load("troyes_dice", [EXPANSION])


def played(game: Game, players: int, decisions: int) -> State:
    state, pick = game.new(players, seed=11), Random(players)
    for _ in range(decisions):
        state.apply(pick.choice(state.options))
    return state


def panel(shown: scenes.Scene, name: str) -> scenes.ScenePanel:
    return next(each for each in shown.panels if each.id == name)


def dice(shown: scenes.Scene) -> list[scenes.SceneCard]:
    return [card for card in cards(shown) if card.stand.family == "die"]


def drawn(game: Game, seen: dict[str, Any], lang: str = "en", width: int = 100) -> str:
    return draw(scene(game, read(game, seen), lang), width).plain


def text(spans: scenes.TextSpans) -> str:
    return "".join(span.text for span in spans)


def test_buildings_are_told_apart_without_colour(game: Game) -> None:
    seen = game.new(players=2, seed=5).observe(0)
    sheet = seen["seats"][0]
    sheet["built"]["fortress_1"] = sheet["built"]["fortress_2"] = sheet["built"]["fortress_5"] = True
    sheet["crossed"]["red"]["5"] = sheet["crossed"]["red"]["6"] = True
    sheet["weight"]["fortress"] = 2
    row = next(line for line in drawn(game, seen).splitlines() if "Fortress" in line)
    assert row.split("Fortress")[1].strip(" │").split() == ["■♢", "■", "□○", "□", "■", "✗", "3", "×2"]


def test_numbers_stand_over_their_columns(game: Game) -> None:
    seen = game.new(players=1, seed=5).observe(0)
    seen["fields"]["number"] = {str(at + 1): number for at, number in enumerate((4, 5, 6, 1, 2, 3))}
    lines = drawn(game, seen).splitlines()
    row = next(number for number, line in enumerate(lines) if "Market" in line)
    head = next(line for line in lines if "built  each" in line)
    assert [int(head[at]) for at, sign in enumerate(lines[row]) if sign == "□"] == [4, 5, 6, 1, 2, 3]


def test_tracks_show_what_is_spent_left_and_still_to_gain(game: Game) -> None:
    seen = game.new(players=1, seed=5).observe(0)
    sheet = seen["seats"][0]
    sheet["held"]["influence"], sheet["filled"]["influence"], sheet["held"]["knight"] = 4, 9, 7
    sheet |= {"influence": 4, "knight": 7}
    told = drawn(game, seen)
    assert "×××××● ●●●··· ······" in told
    assert "9/18  4 left" in told
    assert "●●● ●●● ●···· ···· ·····" in told


@pytest.mark.parametrize("players", [1, 2, 10])
def test_all_sheets_are_shown(game: Game, players: int) -> None:
    state = played(game, players, 20)
    for viewer in (0, -1):
        first = panel(scene(game, state.masked(viewer)), "players").show[0]
        assert isinstance(first, scenes.SceneTable)
        assert len(first.rows) == players
        held = state.observe(0)["seats"][players - 1]["influence"]
        assert text(first.rows[players - 1].cells[0]) == str(held)


def test_dice_show_value_colour_and_price(game: Game) -> None:
    seen = game.new(players=1, seed=5).observe(0)
    shown = dice(scene(game, read(game, seen)))
    fields = seen["fields"]
    assert [card.pips for card in shown] == [fields["pips"][die] for die in seen["zones"]["wheel"]]
    assert sum(card.colour == "black" for card in shown) == 1
    for slot, (card, price) in enumerate(zip(shown, ("free", "any 1", "1 fortune", "2 fortune"), strict=True)):
        if fields["attacked"][str(slot)]:
            assert card.under[0].sign == "cross"
            assert text(card.under).endswith(fields["hue"][str(slot)])
        else:
            assert price in text(card.under)
            assert card.colour in {fields["hue"][str(slot)], "black"}


def test_prices_that_chips_change_are_those_that_count(feasts: Game) -> None:
    changed = 0
    for decisions in range(0, 60, 3):
        state = played(feasts, 2, decisions)
        seen = state.observe(0)
        shown = dice(scene(feasts, read(feasts, seen)))
        for slot, goods in product(range(4), ("influence", "fortune", "knowledge")):
            price = state.ask(f"price({slot}, {goods})", 0)
            if not seen["fields"]["attacked"][str(slot)]:
                assert (f"{price} {goods}" in text(shown[slot].under)) == (price > 0)
                changed += price > 0 and goods != "fortune"
    assert changed


def test_prices_of_an_expansion_are_those_that_count(tmp_path: Path) -> None:
    head = "expansion: other\nof: troyes_dice\nname: {en: Other, es: Otra}\nversion: '1.0'\n"
    data = "override: {define: {price: {amount: if r == knowledge and s >= 2 then s + 5 else 0}}}\n"
    (tmp_path / "expansion.yaml").write_text(head + data, encoding="utf-8")
    changed = load("troyes_dice", [str(tmp_path)])
    told = drawn(changed, changed.new(players=1, seed=5).observe(0))
    assert "7 knowledge" in told or "8 knowledge" in told
    assert "1 fortune" not in told


@pytest.mark.slow
def test_plazas_of_the_rules_are_those_drawn(game: Game) -> None:
    """The notches in use are worked out by the look; the rules say which plazas are under the dice."""
    state = game.new(players=1, seed=2)
    while not state.over:
        seen = state.observe(0)
        tables = [
            node
            for node in walk_scene(panel(scene(game, read(game, seen)), "wheel"))
            if isinstance(node, scenes.SceneTable)
        ]
        now = tables[0].rows[0]
        assert text(now.name) == f"day {seen['fields']['day']} {seen['fields']['half']}"
        up = [next(span.text for span in cell if span.sign == "stone") for cell in now.cells]
        assert up == [seen["fields"]["hue"][str(slot)] for slot in range(4)]
        struck = [any(span.sign == "cross" for span in cell) for cell in now.cells]
        assert struck == [seen["fields"]["attacked"][str(slot)] for slot in range(4)]
        state.apply(state.options[0])


def test_plazas_to_come_are_those_that_come(game: Game) -> None:
    state = game.new(players=1, seed=5)

    def lines() -> dict[str, str]:
        found = [line for line in drawn(game, state.observe(0)).splitlines() if "neutral" not in line]
        return {
            line[at : at + 15]: line[at + 15 : -2].replace("✗", "").strip()
            for line in found
            for at in [max(line.find("day 1 a"), line.find("day 2 m"))]
            if at > 0
        }

    before = lines()
    while state.observe(0)["fields"]["half"] == "morning":
        state.apply(state.options[0])
    assert lines()["day 1 afternoon"].split() == before["day 1 afternoon"].split()


def test_chips_are_told_with_their_side_and_what_it_says(feasts: Game) -> None:
    seen = played(feasts, 1, 30).observe(0)
    shown = [card for card in cards(scene(feasts, read(feasts, seen))) if card.stand.family == "chip"]
    assert [card.stand.id for card in shown] == seen["zones"]["feasts"]
    for card in shown:
        side = seen["pieces"]["chip"][card.stand.id]["side"]
        assert text(card.facts[0]) == {"banquet": "feast", "raid": "raid"}[side]
        lines = feasts.card(card.stand.id).text("en").splitlines()
        assert [card.text] == [
            line.partition(": ")[2] for line in lines if line.casefold().startswith(text(card.facts[0]))
        ]


def test_while_columns_are_numbered_no_dice_are_shown(game: Game) -> None:
    state = game.new(players=2, seed=5, options={"numbering": "expert"})
    shown = scene(game, state.masked(0))
    assert not dice(shown)
    assert "The columns are being numbered." in drawn(game, state.observe(0))


def test_what_the_dice_build_is_said_with_the_text_of_the_building(game: Game) -> None:
    state = game.new(players=1, seed=5)
    seen = state.observe(0)
    fields = seen["fields"]
    slot = next(slot for slot in range(4) if not fields["attacked"][str(slot)])
    colour, pips = fields["hue"][str(slot)], fields["pips"][seen["zones"]["wheel"][slot]]
    building = f"{({'red': 'count_palace', 'yellow': 'city_hall', 'white': 'bishopric'})[colour]}_{pips}"

    def offered() -> dict[str, scenes.SceneCard]:
        return {card.stand.id: card for card in cards(scene(game, read(game, seen))) if card.stand.family == "building"}

    assert offered()[building].text == game.card(building).text("en")
    seen["seats"][0]["built"][building] = True
    assert building not in offered()


def test_what_the_dice_build_names_the_dice_by_colour_and_value(game: Game) -> None:
    """A line ended in the sign of a die, which shows a five, whatever the die showed."""
    found = 0
    for decisions in (20, 40, 60):
        seen = played(game, 2, decisions).observe(0)
        shown = scene(game, read(game, seen))
        values = {f"{card.colour} {card.pips}" for card in dice(shown)}
        for card in cards(shown):
            if card.stand.family == "building":
                under = [span for span in card.under[1:] if span.text.strip()]
                told = {one.colour + two.text for one, two in zip(under[::2], under[1::2], strict=True)}
                assert told
                assert told <= values
                found += 1
        assert "⚄" not in drawn(game, seen)
    assert found


def test_who_only_watches_sees_no_offers(game: Game) -> None:
    assert not [card for card in cards(scene(game, game.new(players=2, seed=5).masked(-1))) if card.text]


def test_the_dice_that_may_be_chosen_stand_for_their_answers(game: Game) -> None:
    state = game.new(players=2, seed=5)
    shown = scene(game, state.masked(state.seat), options=state.options)
    assert sorted(option for card in dice(shown) for option in card.stand.options) == sorted(state.options)


def test_the_buildings_that_a_die_may_build_stand_for_what_it_does(game: Game) -> None:
    state = game.new(players=2, seed=5)
    while not game.notation(state.options[0]).startswith("action "):
        state.apply(state.options[0])
    shown = scene(game, state.masked(state.seat), options=state.options)
    told = {game.notation(option) for each in targets_in(shown) if each.family == "building" for option in each.options}
    assert told == {game.notation(option) for option in state.options} - {"action resources"}
    assert told
