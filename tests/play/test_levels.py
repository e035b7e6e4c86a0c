"""A long menu of answers of several parts is asked level by level: first what, then where to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, State, load
from ruleset_core.cli.console.input import parse_line
from ruleset_core.cli.console.menu_levels import SHORT_MENU, MenuLevels
from ruleset_core.formats.scene_format import SceneTarget, targets_in
from ruleset_core.play.wording.game_messages import MenuOffer, menu_keys, plain_offers
from ruleset_core.view.scene.scene_builder import scene
from tests.boards.test_shapes import write
from tests.engine.test_answers import FIELD
from tests.engine.test_set_answers import written

Run = Any


@pytest.fixture(scope="module")
def game() -> Game:
    return load("breakthrough")


def first_moves(run: Run, *typed: str, lang: str = "en") -> str:
    """What is shown until the first move of a game is made, and that move."""
    seats = ("--seats", "Ana=human,first", "--seed", 3, "--lang", lang, "--no-save")
    out: str = run("play", "breakthrough", *seats, typed=[*typed, "quit"]).out
    return out.partition("Since your last turn" if lang == "en" else "Desde tu último turno")[0]


@pytest.mark.parametrize(
    "typed", [("a2", "2"), ("1", "2"), ("1 2",), ("1; b3",), ("a2 b3",), ("a2", "a2 b3"), ("move a2 b3",)]
)
def test_a_move_is_typed_in_one_line_or_in_two(run: Run, typed: tuple[str, ...]) -> None:
    assert "Ana goes from a2 to b3." in first_moves(run, *typed)


def test_the_menu_says_what_goes_where(run: Run) -> None:
    shown = first_moves(run, "a2", "2")
    assert "  1  move a2  a2  → a3, b3\n  2  move b2  b2  → a3, b3, c3\n" in shown
    assert "a2 → ?\n  1  move a2 a3  a2 → a3\n  2  move a2 b3  a2 → b3\n" in shown
    assert "¿Qué peón va adónde?\n  1  a2  → a3, b3\n" in first_moves(run, "a2", "2", lang="es")


def test_one_goes_back_or_over_to_another(run: Run) -> None:
    shown = first_moves(run, "a2", "", "b2", "c2", "9", "1")
    assert shown.count("Which man goes where?") == 2
    assert "b2 → ?" in shown
    assert "c2 → ?" in shown
    assert "there is no option 9; there are 3" in shown
    assert "Ana goes from c2 to b3." in shown


@pytest.mark.slow
def test_reasons_are_told_on_either_level(run: Run) -> None:
    shown = first_moves(run, "b5 b4", "a2", "b1 b2", "a2 a4", "2")
    assert "there is no man of yours on b5." in shown
    assert "your own man stands on b2." in shown
    assert "men go one step forward or aslant." in shown


def test_every_answer_is_found_by_the_keys_of_its_levels(game: Game) -> None:
    state, random = game.new(2, 5), Random(5)
    while not state.over:
        menu = plain_offers(game, state, "en")
        levels = MenuLevels(state, menu, "en", [])
        if len(menu) <= SHORT_MENU:
            assert levels.current_offers == menu
        for offer in menu if levels.current_offers != menu else ():
            levels.step("")
            first = game.things(offer.option)[0].id
            key = next(
                key
                for key, each in zip(menu_keys(levels.current_offers), levels.current_offers, strict=True)
                if each.label == first
            )
            assert levels.step(key)
            if levels.only() is None:
                assert levels.first == first
                keys = dict(
                    zip((each.option for each in levels.current_offers), menu_keys(levels.current_offers), strict=True)
                )
                assert not levels.step(keys[offer.option])
                assert (
                    parse_line(keys[offer.option], levels.asked_of(keys[offer.option]), game, state, "en")
                    == offer.option
                )
            else:
                assert levels.only() == offer
        state.apply(random.choice(state.options))


def test_answers_of_several_kinds_are_asked_by_kind_then_part_by_part(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FIELD, encoding="utf-8")
    game = load(tmp_path)
    state = game.new(2, 1)
    spanish = MenuLevels(state, plain_offers(game, state, "es"), "es", [])
    assert [each.label for each in spanish.current_offers] == ["¿Adónde?", "¿Dónde construyes?", "¿Qué señal?"]
    levels = MenuLevels(state, plain_offers(game, state, "en"), "en", [])
    assert [(each.notation, each.label) for each in levels.current_offers] == [
        ("step", "Where to?"), ("build", "Where do you build?"), ("sign", "Which sign?"),
    ]  # fmt: skip
    assert levels.step("build")
    assert [each.notation for each in levels.current_offers][:2] == ["build a1_a2", "build a1_b1"]
    assert levels.step("a1_a2")
    assert levels.first == "a1-a2"
    assert "build a1_a2 a1_b1" in [each.notation for each in levels.current_offers]
    assert not levels.step("1")  # an answer
    assert levels.step("")
    assert levels.first == "Where do you build?"
    assert levels.step("")
    assert not levels.narrowed
    assert levels.step("3")
    assert [each.notation for each in levels.current_offers][:2] == ["sign c1 n", "sign c1 ne"]


def about_things(state: State, levels: MenuLevels) -> list[tuple[SceneTarget, list[int], str]]:
    """The things on the table that some, but not all, of the answers of a level are about, with these and their keys."""
    keys = levels.keys()
    shown = scene(state.game, state.masked(state.seat), "en", options=keys.options)
    found = []
    for stand in {each.identity: each for each in targets_in(tuple(panel.show for panel in shown.panels))}.values():
        about = [each for each in keys.options if each in stand.options or each in stand.goals]
        if 0 < len(about) < len(keys.options):
            found.append((stand, about, keys.at(stand)))
    return found


def walk(state: State, menu: list[MenuOffer], *typed: str) -> Iterator[tuple[MenuLevels, str]]:
    """The keys at things on all levels of a menu, each with the level where it stands; each names its thing, or answers about it."""
    levels = MenuLevels(state, menu, "en", [])
    for each in typed:
        assert levels.step(each)
    lines = {choice.key: choice for choice in levels.choices()}
    for stand, about, key in about_things(state, levels):
        first, _, last = key.partition("-")
        named = [*map(str, range(int(first), int(last) + 1))] if last else [each for each in key.split(",") if each]
        options = [option for each in named for option in lines[each.strip("…")].options]
        parts = [{*about} & {*each} for each in (stand.options, stand.goals)]
        assert len(named) != 1 or {*options} in parts or lines[key].label.endswith("?"), (typed, stand, key)
        assert len(named) < 2 or {*options} <= {*about}, (typed, stand, key)
        if key:
            yield levels, key
    for choice in levels.choices():
        if len(choice.options) > 1 and len(typed) < 3:
            yield from walk(state, menu, *typed, choice.key)


@pytest.mark.parametrize("throw", ["choose exactly 2", "choose exactly 3", "choose from 1 to 3", "choose from 0 to 2"])
def test_a_key_at_a_thing_of_a_set_picks_that_thing(throw: str, tmp_path: Path) -> None:
    game = load(written(tmp_path / "baskets", f"{throw} throw f in hand {{ move f to heap }}"))
    state = game.new(2, 1)
    found = [*walk(state, plain_offers(game, state, "en"))]
    assert {key for levels, key in found if not levels.narrowed} == {*"12345"} or throw == "choose from 0 to 2"
    assert len({levels.first for levels, _ in found}) > 5


@pytest.mark.parametrize("throw", ["choose exactly 2", "choose exactly 3", "choose from 0 to 2"])
def test_a_number_means_the_same_as_long_as_a_set_is_asked_for(throw: str, tmp_path: Path) -> None:
    game = load(written(tmp_path / "baskets", f"{throw} throw f in hand {{ move f to heap }}"))
    state = game.new(2, 1)
    levels = MenuLevels(state, plain_offers(game, state, "en"), "en", [])
    before = dict(zip(menu_keys(levels.current_offers), [each.names[0] for each in levels.current_offers], strict=True))
    assert levels.step("3")
    after = dict(zip(menu_keys(levels.current_offers), levels.current_offers, strict=True))
    assert "3" not in after
    for key, offer in after.items():
        assert key not in before or before[key] in offer.label
    assert {*after} - {*before} or throw == "choose exactly 2"


def test_few_sets_are_named_one_by_one_at_a_thing(tmp_path: Path) -> None:
    four = "choose exactly 2 throw f in hand where f != hand[4] { move f to heap }"
    game = load(written(tmp_path / "baskets", four))
    state = game.new(2, 1)
    found = [key for _, key in walk(state, plain_offers(game, state, "en"))]
    assert sorted(found) == ["1,4,5", "1-3", "2,4,6", "3,5,6"]


def test_a_key_at_a_place_is_that_of_the_part_that_is_asked_for(tmp_path: Path) -> None:
    game = load(write(tmp_path / "laying"))
    state = game.new(2, 1)
    found = [*walk(state, plain_offers(game, state, "en"))]
    assert {len(levels.first.split(" → ")) for levels, _ in found} == {2}  # cells are asked for last; forms lie nowhere
    (tmp_path / "game.yaml").write_text(FIELD, encoding="utf-8")
    game = load(tmp_path)
    state = game.new(2, 1)
    found = [*walk(state, plain_offers(game, state, "en"))]
    assert {levels.first for levels, _ in found} >= {"Where do you build?", "a1-a2"}


def test_a_long_last_part_stands_in_columns_and_what_is_the_same_stands_below(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    path = write(tmp_path / "laying", grid="[9, 9]")
    seats = ("--seats", "Ana=human,first", "--seed", 3, "--no-save")
    out = run("play", path, *seats, typed=["rod", "1", "board", "?", "c3", "quit"]).out
    first, second = out.split(" → ?\n")[2:4]
    assert first.startswith("   1  rod → rod → a1   ")
    assert len(first.partition("> ")[0].splitlines()) < 20
    assert second.startswith(first.partition("> ")[0])  # `board` asks the same part again
    assert "392" not in second
    listed = second.partition("You can:\n")[2].partition("\n")[0]
    assert listed.count(",") == 20
    assert listed.endswith("more; ? all lists all of them")


def test_all_are_listed_without_numbers_where_these_mean_parts(run: Run) -> None:
    shown = first_moves(run, "? all").partition("You can:\n")[2]
    assert shown.startswith("  move a2 a3  ")


def test_forms_are_drawn_where_one_is_picked(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "laying", grid="[9, 9]")
    shown = run("play", path, "--seats", "Ana=human,first", "--seed", 3, "--no-save", typed=["zed", "quit"]).out
    level = shown.partition("zed → ?\n")[2].partition("> ")[0].splitlines()
    assert [each.split("  ")[1].strip() for each in level if each.strip()[:1].isdecimal()][:1] == ["1"]
    assert any("▣ □" in each for each in level)
    assert sum(each.count("▣") for each in level) == 4  # its forms
    read = run("play", path, "--seats", "Ana=human,first", "--plain", "--no-save", typed=["zed", "quit"]).out
    assert "▣" not in read


COMMAS = """\
game: commas
name: {en: Commas}
version: "1.0"
players: 1..2
provenance: house
sets:
  dish: {members: {soup: {name: {en: soup}}, stew: {name: {en: stew}}, pie: {name: {en: pie}}}}
  side: {members: {plain: {name: {en: "rice, plain"}}, fried: {name: {en: "rice, fried"}}, bread: {name: {en: bread}}}}
decisions:
  order: {of: {dish: dish, side: side}, ask: {en: What do you order?}}
flow: [{phase: meal, turns: forever, do: "choose order d in dish then s in side { end_game }"}]
outcome: {wins: true}
"""


def test_names_with_commas_are_counted_not_listed(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(COMMAS, encoding="utf-8")
    state = load(tmp_path).new(1, 1)
    levels = MenuLevels(state, plain_offers(state.game, state, "en"), "en", [])
    assert [each.outcome for each in levels.current_offers] == ["3 ways"] * 3
