"""An expansion of Tournay whose cards are rows in YAML and nothing else: they are drawn, placed, worked with and scored."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, State, load, start_at
from ruleset_core.check.checker import check_paths
from tests.executors import both

TOURNAY = Path(__file__).parents[2] / "data" / "tournay"
LONG = bool(os.environ.get("RULESET_LONG"))
HEADER = """\
expansion: newcomers
of: tournay
name: {en: Newcomers, es: Recién llegados}
version: "1.0"
"""
BUILDING = """\
  yellow_bakery: {name: {en: Bakery, es: Panadería}, provenance: house, colour: yellow, level: 1, type: building, edition: core, price: 1, points: 1, effect: gain 1 + citizens_on_buildings denier}
"""
CHARACTER = """\
  red_mason: {name: {en: Mason, es: Cantero}, provenance: house, colour: red, level: 2, type: character, edition: core, price: 2, points: 2, when: {event: laid, where: "near(this, yellow, c, s)", do: gain 3 denier}}
"""
PRESTIGE = """\
  town_gate: {name: {en: Town Gate, es: Puerta de la villa}, provenance: house, copies: 2, colour: white, level: 3, type: prestige, edition: core, price: 3, points: 0, builder: 3, other: 1, score: "fame(this, visible_buildings)"}
"""
NEW = {"yellow_bakery", "red_mason", "town_gate"}
ALONE = {"standing": {"yellow": 0, "white": 0, "red": 0}, "denier": 0}


@pytest.fixture(scope="module")
def newcomers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("expansions") / "newcomers"
    (path / "cards").mkdir(parents=True)
    (path / "expansion.yaml").write_text(HEADER, encoding="utf-8")
    rows = BUILDING + CHARACTER + PRESTIGE
    assert rows.count("\n") == len(NEW)
    (path / "cards" / "newcomers.yaml").write_text("kind: activity\ncards:\n" + rows, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def game(newcomers: Path) -> Game:
    return load(TOURNAY, (str(newcomers),))


@pytest.fixture(params=["compiled", "interpreted"])
def played(game: Game, request: pytest.FixtureRequest) -> Game:
    return game if request.param == "compiled" else game.interpreted()


def _town(game: Game, given: dict[str, object], *seats: dict[str, object]) -> State:
    """The first turn of the first seat; the second one sees to it that its turns pass by themselves."""
    return start_at(game, "town", 2, 1, given={"starter": 0, **given, "seats": list(seats)})


def _play(state: State, *options: str) -> None:
    """Take options; a question with one answer, asked only so that nobody else learns that, is answered on the way."""
    for option in options:
        if state.game.parse(option) in state.options or len(state.options) > 1:
            state.apply(option)
        while len(state.options) == 1:
            state.apply(state.options[0])


@pytest.mark.slow
def test_nothing_is_found_in_it(newcomers: Path) -> None:
    assert not check_paths([newcomers]).diagnostics


def test_the_cards_lie_in_the_decks_of_their_colour_and_level(played: Game) -> None:
    state = start_at(played, "town", 2, 1)
    assert state.ask("(yellow_bakery in deck[yellow, 1]) and (red_mason in deck[red, 2])")
    assert state.ask("(count c in deck[white, 3] where c.card == town_gate) == 2 and (count c in deck[white, 3]) == 12")


def test_the_building_is_drawn_placed_and_activated(played: Game) -> None:
    state = _town(
        played,
        {"zones": {"deck": {"yellow": {1: ["yellow_bakery"]}}, "top": {"yellow": {1: []}}}},
        {"denier": 1, "standing": {"yellow": 2, "white": 0, "red": 1}},
        ALONE,
    )
    _play(state, "act draw", "deck yellow_1")
    assert state.ask("yellow_bakery in hand", 0)
    _play(state, "play yellow_bakery", "act activate")
    assert state.ask("denier == 2 and site[yellow_bakery] == c3 and token[yellow_bakery] == citizen", 0)


def test_the_character_acts_along_its_row_and_column(played: Game) -> None:
    state = _town(
        played,
        {"site": {"red_mason": "c3", "red_fort": "b3"}},
        {
            "denier": 3,
            "standing": {"yellow": 0, "white": 0, "red": 1},
            "district": ["red_mason", "red_fort"],
            "taken": {"b3": True, "c3": True},
            "west": 2,
            "hand": ["yellow_bakery", "yellow_farm", "yellow_market", "white_canon"],
        },
        ALONE,
    )
    money = [3]
    for card, space in (("yellow_bakery", "c4"), ("yellow_farm", "b4"), ("white_canon", "c2"), ("yellow_market", "a3")):
        _play(state, f"play {card}", f"at {space}")
        money.append(int(state.ask("denier", 0)))
        _play(state, "act gather")
    assert money == [3, 5, 4, 3, 5]


def test_the_character_does_nothing_while_it_is_covered(played: Game) -> None:
    state = _town(
        played,
        {"site": {"red_mason": "c3", "red_fort": "c3"}, "covered": {"red_mason": True}},
        {
            "denier": 3,
            "standing": {"yellow": 0, "white": 0, "red": 1},
            "district": ["red_mason", "red_fort"],
            "taken": {"c3": True},
            "hand": ["yellow_bakery"],
        },
        ALONE,
    )
    _play(state, "play yellow_bakery", "at c4")
    assert state.ask("denier == 2 and not covered[yellow_bakery]", 0)


def test_the_prestige_building_is_built_and_scores_for_all(played: Game) -> None:
    state = _town(
        played,
        {"site": {"yellow_farm": "c3", "white_chapel": "b3"}},
        {
            "denier": 3,
            "standing": {"yellow": 0, "white": 0, "red": 1},
            "district": ["yellow_farm", "white_chapel"],
            "taken": {"b3": True, "c3": True},
            "west": 2,
            "hand": ["town_gate", "town_gate#2"],
        },
        {**ALONE, "district": ["red_fort", "red_sentry"]},
    )
    assert state.scores() == [2, 2]
    _play(state, "play town_gate", "at d3")
    assert state.scores() == [2 + 3 * 2, 2 + 1]
    state.apply("act gather")  # the other seat can only gather, and everybody sees why
    assert [state.game.notation(option) for option in state.options] == ["play done"]  # no second one of the same name
    assert state.scores() == [8, 3]


def _random_game(game: Game, players: int, seed: int, options: dict[str, object]) -> set[str]:
    """A game of random choices on both executors at once; gives which of the new cards were laid in it."""
    state, other = (made.new(players, seed, options) for made in both(game))
    chance, laid = Random(seed), set[str]()
    while not state.over:
        assert (state.v, state.z, state.stack, state.options) == (other.v, other.z, other.stack, other.options)
        option = chance.choice(state.options)
        laid |= NEW & set(game.notation(option).split())
        state.apply(option)
        other.apply(option)
    assert state.to_json() == other.to_json()
    assert state.scores() == other.scores()
    return laid


@pytest.mark.slow
def test_random_games_end_and_both_executors_agree(game: Game) -> None:
    laid = set[str]()
    for seed, (players, expert) in enumerate([(2, False), (3, True), (4, False), (2, True)][: 4 if LONG else 2]):
        laid |= _random_game(game, players, seed, {"expert": expert})
    assert laid
